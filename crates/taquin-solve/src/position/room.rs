//! A part of the board that is worked on by itself.

/// A part of the board: rows and columns from `top` and `left` up to `bottom` and `right`, excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Room {
    pub top: usize,
    pub left: usize,
    pub bottom: usize,
    pub right: usize,
}

impl Room {
    /// How many cells it has.
    pub fn area(&self) -> usize {
        (self.bottom - self.top) * (self.right - self.left)
    }

    /// Whether it holds a cell of a board with so many columns.
    pub fn holds(&self, cell: usize, columns: usize) -> bool {
        (self.top..self.bottom).contains(&(cell / columns))
            && (self.left..self.right).contains(&(cell % columns))
    }
}
