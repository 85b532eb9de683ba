//! Positions in the forms that searches walk and store.
//!
//! A state knows which label stands on each cell; labels are home cells, so the goal is the identity.
//! There are three representations, chosen by capacity and not by shape: [`Small`] (up to 16 cells, stored in
//! 64 bits), [`Medium`] (up to 64 cells, one byte each) and [`Large`] (any number of cells).

use std::fmt::Debug;
use std::hash::Hash;

use taquin_core::Direction;

use super::{Grid, Homes, Slide};

/// What a heuristic sees: which label stands where.
pub trait Position {
    /// The cell of the blank.
    fn blank(&self) -> usize;

    /// The label standing on a cell: the cell where it belongs. Off the board that is any number.
    fn at(&self, cell: usize) -> usize;
}

/// A position that can be walked slide by slide, and packed for storing.
pub trait State: Position + Clone + PartialEq + Send + Sync + Sized {
    /// The form in which a search stores a position it has seen.
    type Packed: Clone + Eq + Hash + Debug + Send + Sync;

    /// The position in this form; `None` if it has more cells than there is room for.
    fn new(homes: &Homes) -> Option<Self>;

    /// Moves the tile on `from`, a neighbour of the blank, into the blank.
    ///
    /// # Panics
    /// If that is a cell off the board, it may.
    fn slide_from(&mut self, from: usize);

    /// The position as it is stored.
    fn pack(&self) -> Self::Packed;

    /// The position back from storage; `cells` and `home` as in the grid it was packed on.
    fn unpack(packed: &Self::Packed, cells: usize, home: usize) -> Self;

    /// Bytes of one stored position, its share of the heap included.
    fn packed_bytes(cells: usize) -> usize;

    /// Slides a tile in `direction`, if there is one to slide.
    #[inline]
    fn slide(&mut self, grid: &Grid, direction: Direction) -> Option<Slide> {
        let to = self.blank();
        let from = grid.source(to, direction)?;
        let slide = Slide { tile: self.at(from), from, to, direction };
        self.slide_from(from);
        Some(slide)
    }

    /// Whether every label stands at home.
    fn is_goal(&self, grid: &Grid) -> bool {
        (0..grid.cells()).all(|cell| self.at(cell) == cell)
    }
}

/// A position of at most 16 cells.
///
/// Bytes while walking (faster than shifting nibbles in a depth-first search), nibbles while stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Small {
    labels: [u8; 16],
    blank: u8,
}

impl Position for Small {
    #[inline]
    fn blank(&self) -> usize {
        usize::from(self.blank)
    }

    #[inline]
    fn at(&self, cell: usize) -> usize {
        usize::from(self.labels[cell & 15])
    }
}

impl State for Small {
    type Packed = u64;

    fn new(homes: &Homes) -> Option<Small> {
        let mut small = Small { labels: [0; 16], blank: homes.blank().index() as u8 };
        for (cell, &label) in homes.as_slice().iter().enumerate() {
            *small.labels.get_mut(cell)? = label as u8;
        }
        Some(small)
    }

    #[inline]
    fn slide_from(&mut self, from: usize) {
        self.labels.swap(from & 15, usize::from(self.blank & 15));
        self.blank = from as u8;
    }

    fn pack(&self) -> u64 {
        self.labels.iter().rev().fold(0, |bits, &label| bits << 4 | u64::from(label))
    }

    fn unpack(packed: &u64, cells: usize, home: usize) -> Small {
        let mut small = Small { labels: [0; 16], blank: 0 };
        for cell in 0..cells.min(16) {
            let label = (packed >> (4 * cell)) as u8 & 15;
            small.labels[cell] = label;
            if usize::from(label) == home {
                small.blank = cell as u8;
            }
        }
        small
    }

    fn packed_bytes(_: usize) -> usize {
        size_of::<u64>()
    }
}

/// A position of at most 64 cells, one byte each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Medium {
    labels: [u8; 64],
    blank: u8,
}

impl Position for Medium {
    #[inline]
    fn blank(&self) -> usize {
        usize::from(self.blank)
    }

    #[inline]
    fn at(&self, cell: usize) -> usize {
        usize::from(self.labels[cell & 63])
    }
}

impl State for Medium {
    type Packed = Box<[u8]>;

    fn new(homes: &Homes) -> Option<Medium> {
        // Cells the board does not have hold their own number, so that equal boards are equal states.
        let labels = std::array::from_fn(|cell| cell as u8);
        let mut medium = Medium { labels, blank: homes.blank().index() as u8 };
        for (cell, &label) in homes.as_slice().iter().enumerate() {
            *medium.labels.get_mut(cell)? = label as u8;
        }
        Some(medium)
    }

    #[inline]
    fn slide_from(&mut self, from: usize) {
        self.labels.swap(from & 63, usize::from(self.blank & 63));
        self.blank = from as u8;
    }

    fn pack(&self) -> Box<[u8]> {
        let used = 64 - (0..64).rev().take_while(|&cell| self.labels[cell] == cell as u8).count();
        self.labels[..used].into()
    }

    fn unpack(packed: &Box<[u8]>, cells: usize, home: usize) -> Medium {
        let mut medium = Medium { labels: std::array::from_fn(|cell| cell as u8), blank: 0 };
        medium.labels[..packed.len()].copy_from_slice(packed);
        let blank = medium.labels[..cells].iter().position(|&label| usize::from(label) == home);
        medium.blank = blank.unwrap_or(home) as u8;
        medium
    }

    fn packed_bytes(cells: usize) -> usize {
        size_of::<Box<[u8]>>() + cells.next_multiple_of(16) + 16
    }
}

/// A position of any number of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Large {
    labels: Box<[u32]>,
    blank: usize,
}

impl Position for Large {
    #[inline]
    fn blank(&self) -> usize {
        self.blank
    }

    #[inline]
    fn at(&self, cell: usize) -> usize {
        self.labels.get(cell).map_or(cell, |&label| label as usize)
    }
}

impl State for Large {
    type Packed = Box<[u32]>;

    fn new(homes: &Homes) -> Option<Large> {
        Some(Large { labels: homes.as_slice().into(), blank: homes.blank().index() })
    }

    #[inline]
    fn slide_from(&mut self, from: usize) {
        self.labels.swap(from, self.blank);
        self.blank = from;
    }

    fn pack(&self) -> Box<[u32]> {
        self.labels.clone()
    }

    fn unpack(packed: &Box<[u32]>, _: usize, home: usize) -> Large {
        let blank = packed.iter().position(|&label| label as usize == home).unwrap_or(home);
        Large { labels: packed.clone(), blank }
    }

    fn packed_bytes(cells: usize) -> usize {
        size_of::<Box<[u32]>>() + 4 * cells + 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin_core::Shape;

    fn walk<S: State + Debug>(shape: &str) {
        let shape: Shape = shape.parse().unwrap();
        let grid = Grid::new(shape, shape.last_cell()).unwrap();
        let mut state = S::new(&Homes::solved(shape, shape.last_cell())).unwrap();
        assert!(state.is_goal(&grid));
        let mut taken = Vec::new();
        let mut random = 1_u32;
        for _ in 0..301 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let direction = Direction::ALL[(random >> 30) as usize];
            if state.slide(&grid, direction).is_some() {
                taken.push(direction);
            }
            let packed = state.pack();
            assert_eq!(S::unpack(&packed, grid.cells(), grid.home()), state);
        }
        assert!(taken.len() > 50);
        for direction in taken.into_iter().rev() {
            state.slide(&grid, direction.opposite()).unwrap();
        }
        assert!(state.is_goal(&grid));
    }

    #[test]
    fn every_representation_packs_unpacks_and_slides_back() {
        for shape in ["2x2", "3x3", "2x8", "4x4"] {
            walk::<Small>(shape);
            walk::<Medium>(shape);
            walk::<Large>(shape);
        }
        walk::<Medium>("8x8");
        walk::<Large>("9x11");
    }
}
