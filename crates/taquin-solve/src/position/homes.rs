//! A position that has been checked.

use taquin_core::{Cell, NotAPermutation, Parity, Permutation, Shape, Solvable};

use super::grid::Grid;
use super::state::Position;

/// A position as every search sees it: for each cell the cell where its content belongs, the blank included.
///
/// The goal is the identity, whatever the tiles are called. Only a decided problem or [`Homes::new`] makes one, so
/// whoever holds it knows: each home occurs once, the blank's home is a cell of the board, and the position can be
/// solved. Searches and tables read memory by what stands here without looking again.
///
/// ```
/// use taquin_core::{Board, Cell, Goal, Problem};
/// use taquin_solve::position::Homes;
/// let board: Board = "1 2 3/4 5 6/7 0 8".parse()?;
/// let homes = Homes::from(&Problem::new(board, &Goal::BlankLast)?.decide()?);
/// assert_eq!(homes.as_slice(), [0, 1, 2, 3, 4, 5, 6, 8, 7]);
/// assert_eq!(homes, Homes::new(homes.shape(), Cell::new(8), [0, 1, 2, 3, 4, 5, 6, 8, 7])?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Homes {
    shape: Shape,
    blank_home: Cell,
    blank: Cell,
    homes: Permutation,
}

/// Why a list of cells is not a position that can be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotHomes {
    /// There are more or fewer cells on the board.
    #[error("{given} homes for the {cells} cells of a board")]
    Count {
        /// How many were given.
        given: usize,
        /// How many the board has.
        cells: usize,
    },
    /// The blank cannot belong there.
    #[error("the blank's home {0} is no cell of the board")]
    BlankHome(usize),
    /// A home is no cell of the board, or occurs twice.
    #[error(transparent)]
    Permutation(#[from] NotAPermutation),
    /// No slides lead home.
    #[error("the position cannot be solved")]
    Unsolvable,
}

impl Homes {
    /// Checks a list of homes, one for each cell in reading order; the content that belongs on `blank_home` is the blank.
    pub fn new(
        shape: Shape,
        blank_home: Cell,
        homes: impl IntoIterator<Item = u32>,
    ) -> Result<Homes, NotHomes> {
        let cells = shape.cells();
        // One more than fits tells that there are too many, however many come.
        let homes: Box<[u32]> = homes.into_iter().take(cells + 1).collect();
        if homes.len() != cells {
            return Err(NotHomes::Count { given: homes.len(), cells });
        }
        if blank_home.index() >= cells {
            return Err(NotHomes::BlankHome(blank_home.index()));
        }
        let homes = Permutation::new(homes)?;
        let checked = Homes::made_of(shape, blank_home, homes);
        if checked.is_solvable() { Ok(checked) } else { Err(NotHomes::Unsolvable) }
    }

    /// The solved position.
    ///
    /// # Panics
    /// If `blank_home` is not a cell of the shape.
    pub(crate) fn solved(shape: Shape, blank_home: Cell) -> Homes {
        assert!(blank_home.index() < shape.cells(), "the blank's home is a cell of the board");
        let homes = Permutation::new((0..shape.cells() as u32).collect::<Vec<_>>());
        Homes::made_of(shape, blank_home, homes.expect("every cell once"))
    }

    fn made_of(shape: Shape, blank_home: Cell, homes: Permutation) -> Homes {
        let blank = homes.as_slice().iter().position(|&home| home as usize == blank_home.index());
        let blank = Cell::new(blank.unwrap_or_default() as u32);
        Homes { shape, blank_home, blank, homes }
    }

    /// Permutations of all cells that slides reach have the parity of the blank's way home; in a corridor the tiles
    /// keep their order.
    fn is_solvable(&self) -> bool {
        if self.shape.is_corridor() {
            let tiles = self.as_slice().iter().filter(|&&home| home as usize != self.blank_home.index());
            return tiles.is_sorted();
        }
        let way = self.shape.distance(self.blank, self.blank_home);
        self.homes.sign() == Parity::of(u64::from(way))
    }

    /// The board's shape.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Where the blank belongs.
    pub fn blank_home(&self) -> Cell {
        self.blank_home
    }

    /// Where the blank is.
    pub fn blank(&self) -> Cell {
        self.blank
    }

    /// The homes, cell by cell in reading order.
    pub fn as_slice(&self) -> &[u32] {
        self.homes.as_slice()
    }

    /// Whether everything is at home.
    pub fn is_solved(&self) -> bool {
        self.as_slice().iter().enumerate().all(|(cell, &home)| cell == home as usize)
    }

    /// The geometry of its board.
    pub fn grid(&self) -> Grid {
        Grid::new(self.shape, self.blank_home).expect("homes have one on their board")
    }

    /// The homes as bytes, for boards of at most 256 cells.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        debug_assert!(self.homes.len() <= 256, "a home fits into a byte");
        self.as_slice().iter().map(|&home| home as u8).collect()
    }

    /// The same for other boards: what a position of one shape is to tables of another is nothing.
    ///
    /// # Panics
    /// If the position is not of this shape with this home of the blank: whoever chose the tables chose wrong.
    pub(crate) fn must_be_of(&self, shape: Shape, blank_home: Cell) {
        assert!((self.shape, self.blank_home) == (shape, blank_home), "tables of the position's own board");
    }
}

impl From<&Solvable> for Homes {
    fn from(solvable: &Solvable) -> Homes {
        let goal = solvable.problem().goal();
        Homes::made_of(goal.shape(), goal.blank(), solvable.permutation().clone())
    }
}

impl Position for Homes {
    #[inline]
    fn blank(&self) -> usize {
        self.blank.index()
    }

    #[inline]
    fn at(&self, cell: usize) -> usize {
        self.as_slice().get(cell).map_or(cell, |&home| home as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(rows: u32, columns: u32) -> Shape {
        Shape::new(rows, columns).unwrap()
    }

    #[test]
    fn what_is_no_permutation_is_refused() {
        let of = |homes: &[u32]| Homes::new(shape(2, 2), Cell::new(3), homes.iter().copied());
        assert!(of(&[0, 1, 2, 3]).is_ok());
        assert_eq!(of(&[0, 1, 2]), Err(NotHomes::Count { given: 3, cells: 4 }));
        assert_eq!(of(&[0, 1, 2, 3, 3]), Err(NotHomes::Count { given: 5, cells: 4 }));
        assert!(matches!(of(&[0, 1, 2, 4]), Err(NotHomes::Permutation(_))));
        assert!(matches!(of(&[0, 1, 1, 3]), Err(NotHomes::Permutation(_))));
        assert_eq!(of(&[1, 0, 2, 3]), Err(NotHomes::Unsolvable));
        assert_eq!(Homes::new(shape(2, 2), Cell::new(4), 0..4), Err(NotHomes::BlankHome(4)));
        assert!(matches!(Homes::new(shape(2, 2), Cell::new(3), 0..), Err(NotHomes::Count { .. })));
    }

    #[test]
    fn as_many_positions_can_be_solved_as_slides_reach() {
        for (rows, columns, reached) in [(2, 2, 12), (2, 3, 360), (1, 4, 4), (3, 1, 3)] {
            let shape = shape(rows, columns);
            let cells = shape.cells() as u32;
            for home in shape.all_cells() {
                // Every list of homes, counted up like a number.
                let lists = (0..u64::from(cells).pow(cells)).map(|number| {
                    (0..cells).map(move |place| (number / u64::from(cells).pow(place)) as u32 % cells)
                });
                let found = lists.filter(|homes| Homes::new(shape, home, homes.clone()).is_ok()).count();
                assert_eq!(found, reached, "{shape} {home:?}");
            }
        }
    }

    #[test]
    fn homes_know_their_board_and_whether_they_are_solved() {
        let homes = Homes::new(shape(2, 3), Cell::new(5), [0, 1, 2, 3, 5, 4]).unwrap();
        assert_eq!(
            (homes.shape(), homes.blank_home(), homes.blank()),
            (shape(2, 3), Cell::new(5), Cell::new(4))
        );
        assert_eq!((homes.is_solved(), homes.bytes()), (false, vec![0, 1, 2, 3, 5, 4]));
        assert_eq!((Position::blank(&homes), homes.at(4), homes.at(3)), (4, 5, 3));
        assert_eq!((homes.grid().shape(), homes.grid().home()), (shape(2, 3), 5));
        assert!(Homes::solved(shape(2, 3), Cell::new(1)).is_solved());
        let largest = Homes::solved(shape(16, 16), Cell::new(255)).bytes();
        assert_eq!((largest.len(), largest[255]), (256, 255));
        homes.must_be_of(shape(2, 3), Cell::new(5));
    }

    #[test]
    #[should_panic(expected = "tables of the position's own board")]
    fn tables_of_another_shape_are_not_taken() {
        Homes::solved(shape(2, 3), Cell::new(5)).must_be_of(shape(3, 2), Cell::new(5));
    }

    #[test]
    #[should_panic(expected = "tables of the position's own board")]
    fn tables_for_another_home_are_not_taken() {
        Homes::solved(shape(2, 3), Cell::new(5)).must_be_of(shape(2, 3), Cell::new(0));
    }

    #[test]
    #[should_panic(expected = "the blank's home is a cell of the board")]
    fn nothing_is_solved_with_the_blank_off_the_board() {
        let _ = Homes::solved(shape(2, 3), Cell::new(6));
    }
}
