//! Replaying a solution while it streams by.

use taquin_core::{Direction, Shape};

use crate::position::Homes;

/// Why a stream of slides is not a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Misstep {
    /// There is no tile that could make this slide.
    #[error("slide {number} ({}) has no tile to move: the blank is at the edge", .slide.word())]
    Illegal {
        /// Which slide, counted from 1.
        number: u64,
        /// The slide.
        slide: Direction,
    },
    /// Every slide is legal, but the end is not the goal.
    #[error("after {slides} slides {astray} labels are not at home")]
    Unfinished {
        /// How many slides there were.
        slides: u64,
        /// How many labels are astray.
        astray: usize,
    },
}

/// Applies slides to the position that came in, as they come, and says at the end whether it is solved. It shares nothing
/// with the solver, and holds one board, however long the solution.
///
/// ```
/// use taquin_core::{Cell, Direction, Shape};
/// use taquin_solve::construct::Checker;
/// use taquin_solve::position::Homes;
/// let mut checker = Checker::new(&Homes::new(Shape::new(1, 3)?, Cell::new(2), [0, 2, 1])?);
/// checker.slides(&[Direction::Left])?;
/// assert_eq!(checker.finish()?, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Checker {
    shape: Shape,
    /// What stands where; on the blank's cell, anything.
    labels: Vec<u32>,
    blank: usize,
    home: usize,
    slides: u64,
}

impl Checker {
    /// Starts from a position.
    pub fn new(homes: &Homes) -> Checker {
        Checker {
            shape: homes.shape(),
            labels: homes.as_slice().to_vec(),
            blank: homes.blank().index(),
            home: homes.blank_home().index(),
            slides: 0,
        }
    }

    /// Applies some slides.
    pub fn slides(&mut self, slides: &[Direction]) -> Result<(), Misstep> {
        let (columns, cells) = (self.shape.columns() as usize, self.labels.len());
        let mut column = self.blank % columns;
        for &slide in slides {
            let (from, legal) = match slide {
                Direction::Up => (self.blank + columns, self.blank + columns < cells),
                Direction::Down => (self.blank.wrapping_sub(columns), self.blank >= columns),
                Direction::Left => (self.blank + 1, column + 1 < columns),
                Direction::Right => (self.blank.wrapping_sub(1), column > 0),
            };
            if !legal {
                return Err(Misstep::Illegal { number: self.slides + 1, slide });
            }
            self.slides += 1;
            column = match slide {
                Direction::Left => column + 1,
                Direction::Right => column - 1,
                _ => column,
            };
            self.labels[self.blank] = self.labels[from];
            self.blank = from;
        }
        Ok(())
    }

    /// The number of slides, once they have solved the board.
    pub fn finish(&self) -> Result<u64, Misstep> {
        let label = |cell: usize| if cell == self.blank { self.home } else { self.labels[cell] as usize };
        let astray = (0..self.labels.len()).filter(|&cell| cell != label(cell)).count();
        if astray == 0 { Ok(self.slides) } else { Err(Misstep::Unfinished { slides: self.slides, astray }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin_core::{Cell, Goal};

    #[test]
    fn a_slide_over_the_edge_is_named() {
        let shape = Shape::new(2, 2).unwrap();
        let mut checker = Checker::new(&Homes::new(shape, Cell::new(3), [0, 1, 3, 2]).unwrap());
        let slides = [Direction::Left, Direction::Left];
        assert_eq!(checker.slides(&slides), Err(Misstep::Illegal { number: 2, slide: Direction::Left }));
        assert_eq!(checker.finish(), Ok(1));
    }

    #[test]
    fn a_slide_is_legal_just_where_a_board_allows_it() {
        let shape = Shape::new(3, 4).unwrap();
        let last = Cell::new(11);
        let solved = Goal::BlankLast.board(shape).unwrap();
        for cell in 0..12 {
            let (up, left) = (2 - cell / 4, 3 - cell % 4);
            let way = [vec![Direction::Down; up], vec![Direction::Right; left]].concat();
            for slide in Direction::ALL {
                let mut checker = Checker::new(&Homes::solved(shape, last));
                // In one stream and in two: where the blank is within its row is carried along, or worked out anew.
                let stream = [way.as_slice(), &[slide]].concat();
                let at_once = checker.clone().slides(&stream).is_ok();
                checker.slides(&way).unwrap();
                let board = solved.after(&way.iter().copied().collect()).unwrap();
                assert_eq!(board.blank(), Cell::new(cell as u32));
                assert_eq!(at_once, board.clone().slide(slide).is_some(), "{cell} {slide:?}");
                assert_eq!(
                    checker.slides(&[slide]).is_ok(),
                    board.clone().slide(slide).is_some(),
                    "{cell} {slide:?}"
                );
            }
        }
    }

    #[test]
    fn a_wrong_end_is_counted() {
        let mut checker = Checker::new(&Homes::solved(Shape::new(2, 2).unwrap(), Cell::new(3)));
        checker.slides(&[Direction::Right]).unwrap();
        assert_eq!(checker.finish(), Err(Misstep::Unfinished { slides: 1, astray: 2 }));
    }
}
