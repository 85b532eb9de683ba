//! A position: which tile stands where.

use core::{fmt, iter, mem, slice};

use crate::prelude::*;
use crate::{Cell, Direction, Shape};

/// The number on a tile; 0 stands for the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u32);

impl Tile {
    /// The missing tile.
    pub const BLANK: Tile = Tile(0);

    /// The tile with this number; 0 is the blank.
    #[inline]
    #[must_use]
    pub const fn new(number: u32) -> Tile {
        Tile(number)
    }

    /// The number on it, 0 for the blank.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }

    /// Whether this is the blank.
    #[inline]
    #[must_use]
    pub fn is_blank(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A board: every tile from 1 to cells − 1 and one blank, each in exactly one cell.
///
/// There is no other board. What is read or made is checked once, here, and trusted from then on.
///
/// ```
/// use taquin_core::{Board, Direction};
/// let mut board: Board = "1 2 3/4 5 6/7 0 8".parse()?;
/// assert!(board.slide(Direction::Left).is_some());
/// assert_eq!(board.to_string(), "1 2 3/4 5 6/7 8 0");
/// assert!(board.slide(Direction::Left).is_none(), "there is no tile right of the blank");
/// # Ok::<(), taquin_core::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    shape: Shape,
    tiles: Box<[Tile]>,
    blank: Cell,
}

/// Why numbers in cells are not a [`Board`]. Rows and columns are told from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ArrangementError {
    /// As many numbers as cells are needed.
    #[error("a {shape} board has {} cells, but {found} numbers were given", shape.cells())]
    WrongCount {
        /// The shape to fill.
        shape: Shape,
        /// How many numbers there were.
        found: usize,
    },
    /// A number that no tile of this board bears.
    #[error("{tile} in row {row} column {column} is no tile of a {shape} board; they run from 1 to {}, 0 is the blank", shape.cells() - 1)]
    OutOfRange {
        /// The shape to fill.
        shape: Shape,
        /// The number.
        tile: u32,
        /// Its row, from 1.
        row: u32,
        /// Its column, from 1.
        column: u32,
    },
    /// A tile stands in two places.
    #[error("{} appears twice, in row {} column {} and row {} column {}; {} is missing", name(*.tile), .first.0, .first.1, .second.0, .second.1, name(*.missing))]
    Duplicate {
        /// The tile, 0 for the blank.
        tile: u32,
        /// Row and column of the first, from 1.
        first: (u32, u32),
        /// Row and column of the second, from 1.
        second: (u32, u32),
        /// The first tile that stands nowhere, 0 for the blank.
        missing: u32,
    },
}

fn name(tile: u32) -> String {
    match tile {
        0 => "the blank".into(),
        n => format!("tile {n}"),
    }
}

impl Board {
    /// The board with these tiles in reading order.
    pub fn new(shape: Shape, tiles: impl Into<Box<[Tile]>>) -> Result<Board, ArrangementError> {
        let tiles = tiles.into();
        if tiles.len() != shape.cells() {
            return Err(ArrangementError::WrongCount { shape, found: tiles.len() });
        }
        let mut seen = Seen::new(tiles.len());
        for (index, tile) in tiles.iter().enumerate() {
            if tile.0 as usize >= tiles.len() {
                let cell = Cell::new(index as u32);
                let (row, column) = (shape.row(cell) + 1, shape.column(cell) + 1);
                return Err(ArrangementError::OutOfRange { shape, tile: tile.0, row, column });
            }
            if !seen.insert(tile.0 as usize) {
                return Err(duplicate(shape, &tiles, *tile));
            }
        }
        // As many different numbers below `cells` as there are cells: each occurs, the blank too.
        let blank = tiles.iter().position(|t| t.is_blank()).map_or(0, |i| i as u32);
        Ok(Board { shape, tiles, blank: Cell::new(blank) })
    }

    /// Rows × columns.
    #[inline]
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The tiles in reading order, the blank among them.
    #[inline]
    #[must_use]
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The tiles row by row.
    #[must_use]
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[Tile]> {
        self.tiles.chunks_exact(self.shape.columns() as usize)
    }

    /// The number of cells, the blank's among them; never 0.
    #[allow(clippy::len_without_is_empty, reason = "a board has at least one cell")]
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// The tiles in reading order, the blank among them, by value.
    pub fn iter(&self) -> iter::Copied<slice::Iter<'_, Tile>> {
        self.tiles.iter().copied()
    }

    /// Where the blank is.
    #[inline]
    #[must_use]
    pub fn blank(&self) -> Cell {
        self.blank
    }

    /// What stands on a cell; `None` outside the board.
    #[must_use]
    pub fn tile(&self, cell: Cell) -> Option<Tile> {
        self.tiles.get(cell.index()).copied()
    }

    /// Where a tile stands; `None` when the board has no such tile.
    #[must_use]
    pub fn cell_of(&self, tile: Tile) -> Option<Cell> {
        self.tiles.iter().position(|&t| t == tile).map(|i| Cell::new(i as u32))
    }

    /// For every tile number the cell it stands on, the blank's first: [`Board::tiles`] turned inside out.
    #[must_use]
    pub fn cells_by_tile(&self) -> Vec<Cell> {
        let mut cells = vec![Cell::new(0); self.tiles.len()];
        for (index, tile) in self.tiles.iter().enumerate() {
            cells[tile.0 as usize] = Cell::new(index as u32);
        }
        cells
    }

    /// The cell whose tile would slide in this direction.
    #[inline]
    #[must_use]
    pub fn source(&self, direction: Direction) -> Option<Cell> {
        let (shape, blank) = (self.shape, self.blank);
        let columns = shape.columns();
        let index = blank.index() as u32;
        match direction {
            Direction::Up => (shape.row(blank) + 1 < shape.rows()).then(|| Cell::new(index + columns)),
            Direction::Down => (index >= columns).then(|| Cell::new(index - columns)),
            Direction::Left => (shape.column(blank) + 1 < columns).then(|| Cell::new(index + 1)),
            Direction::Right => (shape.column(blank) > 0).then(|| Cell::new(index - 1)),
        }
    }

    /// Slides the tile that can travel this way, and says which it was; `None` when there is none.
    #[inline]
    pub fn slide(&mut self, direction: Direction) -> Option<Tile> {
        let from = self.source(direction)?;
        let tile = self.tiles[from.index()];
        self.tiles.swap(from.index(), self.blank.index());
        self.blank = from;
        Some(tile)
    }

    /// The slides that bring the blank to `cell` within its row or column; `None` when it is in neither.
    ///
    /// This is what a click on a tile means: every tile between it and the blank moves one cell.
    #[must_use]
    pub fn line_to(&self, cell: Cell) -> Option<(Direction, u32)> {
        let shape = self.shape;
        if cell.index() >= shape.cells() || cell == self.blank {
            return None;
        }
        let (row, column) = (shape.row(cell), shape.column(cell));
        let (blank_row, blank_column) = (shape.row(self.blank), shape.column(self.blank));
        if row == blank_row {
            let way = if column > blank_column { Direction::Left } else { Direction::Right };
            Some((way, column.abs_diff(blank_column)))
        } else if column == blank_column {
            let way = if row > blank_row { Direction::Up } else { Direction::Down };
            Some((way, row.abs_diff(blank_row)))
        } else {
            None
        }
    }

    /// The board with two tiles lifted out and exchanged; `None` when it lacks one of them.
    ///
    /// No sequence of slides can do this: exchanging two different tiles, neither of them the blank, always changes
    /// whether a board of at least two rows and columns can be solved.
    #[must_use]
    pub fn with_swapped(&self, a: Tile, b: Tile) -> Option<Board> {
        let (a, b) = (self.cell_of(a)?, self.cell_of(b)?);
        let mut tiles = self.tiles.clone();
        tiles.swap(a.index(), b.index());
        let blank = match self.blank {
            blank if blank == a => b,
            blank if blank == b => a,
            blank => blank,
        };
        Some(Board { shape: self.shape, tiles, blank })
    }

    /// The tiles that stand elsewhere on `after`, where that is one push of a line or one exchange away, or the same board;
    /// `None` where it is farther, or of another shape.
    ///
    /// ```
    /// use taquin_core::Board;
    /// let before: Board = "1 2 3/4 5 6/7 8 0".parse()?;
    /// let moved = |after: &str| before.step_to(&after.parse().unwrap()).map(|tiles| tiles.len());
    /// assert_eq!(moved("1 2 3/4 5 6/0 7 8"), Some(2));
    /// assert_eq!(moved("8 2 3/4 5 6/7 1 0"), Some(2));
    /// assert_eq!(moved("1 2 3/4 0 5/7 8 6"), None);
    /// # Ok::<(), taquin_core::BoardError>(())
    /// ```
    #[must_use]
    pub fn step_to(&self, after: &Board) -> Option<Vec<Tile>> {
        if self.shape != after.shape {
            return None;
        }
        let differs = |&(was, is): &(Tile, Tile)| was != is;
        let moved: Vec<Tile> = self.iter().zip(after).filter(differs).map(|(_, is)| is).collect();
        let is_push = || {
            let Some((way, count)) = self.line_to(after.blank) else { return false };
            let mut pushed = self.clone();
            (0..count).all(|_| pushed.slide(way).is_some()) && pushed == *after
        };
        (moved.len() <= 2 || is_push()).then(|| moved.into_iter().filter(|tile| !tile.is_blank()).collect())
    }

    /// The board with its two last tiles exchanged; `None` where there are not two. It is its partner's partner, and of the two exactly
    /// one can be solved, unless the board is a corridor: so half of all boards can be.
    #[must_use]
    pub fn partner(&self) -> Option<Board> {
        let (a, b) = self.last_two()?;
        self.with_swapped(a, b)
    }

    /// The two tiles with the largest numbers, the larger one last; `None` where there are not two.
    #[must_use]
    pub fn last_two(&self) -> Option<(Tile, Tile)> {
        let last = u32::try_from(self.len()).ok()?.checked_sub(1)?;
        (last >= 2).then(|| (Tile::new(last - 1), Tile::new(last)))
    }
}

impl<'a> IntoIterator for &'a Board {
    type Item = Tile;
    type IntoIter = iter::Copied<slice::Iter<'a, Tile>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl From<u32> for Tile {
    fn from(number: u32) -> Tile {
        Tile(number)
    }
}

/// The numbers met so far; no allocation for boards of up to 64 cells, which come by the million.
enum Seen {
    Small(u64),
    Large(Vec<bool>),
}

impl Seen {
    fn new(cells: usize) -> Seen {
        if cells <= 64 { Seen::Small(0) } else { Seen::Large(vec![false; cells]) }
    }

    /// Whether the number is new.
    fn insert(&mut self, number: usize) -> bool {
        match self {
            Seen::Small(bits) => {
                let new = *bits & (1 << number) == 0;
                *bits |= 1 << number;
                new
            }
            Seen::Large(flags) => !mem::replace(&mut flags[number], true),
        }
    }
}

#[cold]
fn duplicate(shape: Shape, tiles: &[Tile], tile: Tile) -> ArrangementError {
    let mut places = tiles.iter().enumerate().filter(|(_, t)| **t == tile).map(|(i, _)| {
        let cell = Cell::new(i as u32);
        (shape.row(cell) + 1, shape.column(cell) + 1)
    });
    let mut seen = vec![false; tiles.len()];
    for tile in tiles {
        if let Some(flag) = seen.get_mut(tile.0 as usize) {
            *flag = true;
        }
    }
    let missing = seen.iter().position(|s| !s).map_or(0, |n| n as u32);
    ArrangementError::Duplicate {
        tile: tile.0,
        first: places.next().unwrap_or_default(),
        second: places.next().unwrap_or_default(),
        missing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board;

    #[test]
    fn a_board_holds_every_tile_once() {
        let shape = Shape::new(2, 2).unwrap();
        let make = |numbers: [u32; 4]| Board::new(shape, numbers.map(Tile).to_vec());
        assert!(make([1, 2, 3, 0]).is_ok());
        assert_eq!(
            make([1, 2, 2, 0]).unwrap_err().to_string(),
            "tile 2 appears twice, in row 1 column 2 and row 2 column 1; tile 3 is missing"
        );
        assert_eq!(
            make([1, 0, 2, 0]).unwrap_err().to_string(),
            "the blank appears twice, in row 1 column 2 and row 2 column 2; tile 3 is missing"
        );
        assert_eq!(
            make([1, 2, 3, 4]).unwrap_err().to_string(),
            "4 in row 2 column 2 is no tile of a 2x2 board; they run from 1 to 3, 0 is the blank"
        );
        assert!(Board::new(shape, vec![Tile(0)]).is_err());
    }

    #[test]
    fn a_step_is_one_push_or_one_exchange_and_names_what_moved() {
        let start = board("1 2 3 / 4 _ 6 / 7 5 8");
        let moved = |after: &str| {
            start.step_to(&board(after)).map(|tiles| tiles.iter().map(|t| t.number()).collect())
        };
        assert_eq!(moved("1 2 3 / 4 _ 6 / 7 5 8"), Some(vec![]));
        assert_eq!(moved("1 2 3 / _ 4 6 / 7 5 8"), Some(vec![4]));
        assert_eq!(moved("2 1 3 / 4 _ 6 / 7 5 8"), Some(vec![2, 1]));
        // Three tiles in a circle stand as far apart as a push of two.
        assert_eq!(moved("2 3 1 / 4 _ 6 / 7 5 8"), None);
        assert_eq!(moved("1 _ 3 / 4 5 2 / 7 6 8"), None);
        assert_eq!(start.step_to(&board("1 2 / _ 3")), None);
        // An exchange on the smallest board, and a push of two.
        let small = board("1 2 / 3 _");
        assert_eq!(small.step_to(&board("2 1 / 3 _")).map(|tiles| tiles.len()), Some(2));
        let long = board("1 2 3 / 4 5 6 / 7 8 _");
        assert_eq!(long.step_to(&board("1 2 3 / 4 5 6 / _ 7 8")).map(|tiles| tiles.len()), Some(2));
    }

    #[test]
    fn every_slide_is_undone_by_its_opposite() {
        let start = board("1 2 3 / 4 _ 6 / 7 5 8");
        for direction in Direction::ALL {
            let mut moved = start.clone();
            let tile = moved.slide(direction);
            assert!(tile.is_some() && moved != start);
            assert_eq!(moved.slide(direction.opposite()), tile);
            assert_eq!(moved, start);
        }
    }

    #[test]
    fn a_click_in_the_blanks_line_pushes_every_tile_between() {
        let start = board("_ 1 2 3 / 4 5 6 7");
        assert_eq!(start.line_to(Cell::new(3)), Some((Direction::Left, 3)));
        assert_eq!(start.line_to(Cell::new(4)), Some((Direction::Up, 1)));
        assert_eq!(start.line_to(Cell::new(5)), None);
        assert_eq!(start.line_to(Cell::new(0)), None);
        assert_eq!(start.line_to(Cell::new(99)), None);
    }

    #[test]
    fn swapping_keeps_the_blank_known() {
        let start = board("1 2 / 3 _");
        assert_eq!(start.with_swapped(Tile(1), Tile(0)).unwrap(), board("_ 2 / 3 1"));
        assert_eq!(start.with_swapped(Tile(1), Tile(9)), None);
    }
}
