//! Where the tiles should end up.

use core::fmt;
use core::str::FromStr;

use crate::notation::{BoardError, read_board};
use crate::prelude::*;
use crate::{Board, Cell, Shape, Tile};

/// A goal: a layout that fits every shape, or one board.
///
/// ```
/// use taquin_core::{Goal, Shape};
/// let shape = Shape::new(3, 3)?;
/// assert_eq!(Goal::BlankLast.board(shape)?.to_string(), "1 2 3/4 5 6/7 8 0");
/// assert_eq!(Goal::Spiral.board(shape)?.to_string(), "1 2 3/8 0 4/7 6 5");
/// assert_eq!(Goal::parse("blank-at:2,2", None)?.board(shape)?.to_string(), "1 2 3/4 0 5/6 7 8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Goal {
    /// Reading order, the blank in the last cell.
    #[default]
    BlankLast,
    /// Reading order, the blank in the first cell; Korf's sets use it.
    BlankFirst,
    /// Reading order, the blank in this row and column, both counted from 0.
    BlankAt(u32, u32),
    /// Every second row runs backwards; the blank is at the snake's end.
    Snake,
    /// Clockwise from the top left corner inwards; the blank is at the centre.
    Spiral,
    /// Exactly this board.
    Board(Board),
}

/// Why a text is no goal, or a goal does not fit a shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GoalError {
    /// The blank's home is outside the board. Rows and columns are told from 1.
    #[error("row {row} column {column} is outside a {shape} board")]
    Outside {
        /// The row asked for, from 1.
        row: u64,
        /// The column asked for, from 1.
        column: u64,
        /// The board's shape.
        shape: Shape,
    },
    /// The goal is a board of another shape.
    #[error("the goal is a {goal} board, but the start is {start}")]
    OtherShape {
        /// The goal's shape.
        goal: Shape,
        /// The shape asked for.
        start: Shape,
    },
    /// `blank-at:` without a row and a column.
    #[error("{0:?} is no goal; write blank-at:ROW,COLUMN, both counted from 1")]
    BlankAt(String),
    /// Neither a name nor a board.
    #[error(
        "{text:?} is neither a goal's name (blank-last, blank-first, blank-at:R,C, snake, spiral) nor a board: {why}"
    )]
    Unknown {
        /// The beginning of the text.
        text: String,
        /// What stopped it from being a board.
        why: BoardError,
    },
}

impl Goal {
    /// Reads a goal's name, or a board, of this size if one is given.
    pub fn parse(text: &str, size: Option<Shape>) -> Result<Goal, GoalError> {
        let name = text.trim();
        match name.to_ascii_lowercase().as_str() {
            "blank-last" => Ok(Goal::BlankLast),
            "blank-first" => Ok(Goal::BlankFirst),
            "snake" => Ok(Goal::Snake),
            "spiral" => Ok(Goal::Spiral),
            lower => match lower.strip_prefix("blank-at:") {
                Some(place) => blank_at(place).ok_or_else(|| GoalError::BlankAt(beginning(name))),
                None => read_board(text, size)
                    .map(Goal::Board)
                    .map_err(|why| GoalError::Unknown { text: beginning(name), why }),
            },
        }
    }

    /// The goal as a board of this shape.
    pub fn board(&self, shape: Shape) -> Result<Board, GoalError> {
        let cells = match *self {
            Goal::BlankLast => reading_order(shape, shape.last_cell()),
            Goal::BlankFirst => reading_order(shape, Cell::new(0)),
            Goal::BlankAt(row, column) => {
                let outside =
                    || GoalError::Outside { row: u64::from(row) + 1, column: u64::from(column) + 1, shape };
                reading_order(shape, shape.cell(row, column).ok_or_else(outside)?)
            }
            Goal::Snake => snake(shape),
            Goal::Spiral => spiral(shape),
            Goal::Board(ref board) if board.shape() == shape => return Ok(board.clone()),
            Goal::Board(ref board) => {
                return Err(GoalError::OtherShape { goal: board.shape(), start: shape });
            }
        };
        let mut tiles = vec![Tile::BLANK; shape.cells()];
        for (cell, number) in cells.zip(1..shape.cells() as u32) {
            tiles[cell.index()] = Tile::new(number);
        }
        Ok(Board::new(shape, tiles).expect("a path visits every cell once and the blank's last"))
    }
}

type Path = Box<dyn Iterator<Item = Cell>>;

fn reading_order(shape: Shape, blank: Cell) -> Path {
    Box::new(shape.all_cells().filter(move |&cell| cell != blank))
}

fn snake(shape: Shape) -> Path {
    let columns = shape.columns();
    Box::new((0..shape.rows()).flat_map(move |row| {
        (0..columns).map(move |i| {
            let column = if row % 2 == 0 { i } else { columns - 1 - i };
            Cell::new(row * columns + column)
        })
    }))
}

fn spiral(shape: Shape) -> Path {
    let (rows, columns) = (shape.rows(), shape.columns());
    let rings = rows.min(columns).div_ceil(2);
    Box::new((0..rings).flat_map(move |ring| {
        let (top, left, bottom, right) = (ring, ring, rows - 1 - ring, columns - 1 - ring);
        let at = move |row: u32, column: u32| Cell::new(row * columns + column);
        let east = (left..=right).map(move |c| at(top, c));
        let south = (top + 1..=bottom).map(move |r| at(r, right));
        let west = (left..right).rev().filter(move |_| bottom > top).map(move |c| at(bottom, c));
        let north = (top + 1..bottom).rev().filter(move |_| right > left).map(move |r| at(r, left));
        east.chain(south).chain(west).chain(north)
    }))
}

fn blank_at(place: &str) -> Option<Goal> {
    let number = |part: &str| -> Option<u32> {
        let part = part.trim();
        part.bytes().all(|b| b.is_ascii_digit()).then(|| part.parse().ok())?
    };
    let (row, column) = place.split_once(',')?;
    Some(Goal::BlankAt(number(row)?.checked_sub(1)?, number(column)?.checked_sub(1)?))
}

fn beginning(text: &str) -> String {
    text.chars().take(40).collect()
}

impl FromStr for Goal {
    type Err = GoalError;

    /// Reads a goal's name, or a board; see [`Goal::parse`] for one whose size is known.
    fn from_str(text: &str) -> Result<Goal, GoalError> {
        Goal::parse(text, None)
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::BlankLast => f.write_str("blank-last"),
            Goal::BlankFirst => f.write_str("blank-first"),
            Goal::BlankAt(row, column) => {
                write!(f, "blank-at:{},{}", u64::from(*row) + 1, u64::from(*column) + 1)
            }
            Goal::Snake => f.write_str("snake"),
            Goal::Spiral => f.write_str("spiral"),
            Goal::Board(board) => board.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board;

    fn goal(name: &str, size: &str) -> String {
        let goal = Goal::parse(name, None).unwrap();
        assert_eq!(goal.to_string(), name);
        goal.board(size.parse().unwrap()).unwrap().to_string()
    }

    #[test]
    fn goals_have_their_published_layouts() {
        assert_eq!(goal("blank-last", "2x3"), "1 2 3/4 5 0");
        assert_eq!(goal("blank-first", "2x3"), "0 1 2/3 4 5");
        assert_eq!(goal("blank-at:1,2", "2x3"), "1 0 2/3 4 5");
        assert_eq!(goal("snake", "3x4"), "1 2 3 4/8 7 6 5/9 10 11 0");
        assert_eq!(goal("snake", "4x4"), "1 2 3 4/8 7 6 5/9 10 11 12/0 15 14 13");
        assert_eq!(goal("spiral", "4x4"), "1 2 3 4/12 13 14 5/11 0 15 6/10 9 8 7");
        assert_eq!(goal("spiral", "2x5"), "1 2 3 4 5/0 9 8 7 6");
        assert_eq!(goal("spiral", "5x1"), "1/2/3/4/0");
        assert_eq!(goal("3 0/1 2", "2x2"), "3 0/1 2");
    }

    #[test]
    fn every_named_goal_is_a_board_of_every_small_shape() {
        let most = if cfg!(miri) { 3 } else { 7 };
        for (rows, columns) in (1..=most).flat_map(|r| (1..=most).map(move |c| (r, c))) {
            let shape = Shape::new(rows, columns).unwrap();
            for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Snake, Goal::Spiral] {
                assert_eq!(goal.board(shape).unwrap().shape(), shape);
            }
        }
    }

    #[test]
    fn a_goal_that_does_not_fit_says_why() {
        let text = |goal: &str| match Goal::parse(goal, None) {
            Ok(goal) => goal.board(Shape::new(3, 3).unwrap()).unwrap_err().to_string(),
            Err(e) => e.to_string(),
        };
        assert_eq!(text("blank-at:4,1"), "row 4 column 1 is outside a 3x3 board");
        assert_eq!(text("1 2/3 0"), "the goal is a 2x2 board, but the start is 3x3");
        assert!(text("blank-at:0,1").contains("write blank-at:ROW,COLUMN"));
        assert!(text("blank-at:+1,1").contains("write blank-at:ROW,COLUMN"));
        assert!(text("corner").starts_with("\"corner\" is neither a goal's name"));
    }

    #[test]
    fn a_goal_board_is_kept_as_it_is() {
        let wanted = board("3 1 / _ 2");
        assert_eq!(Goal::Board(wanted.clone()).board(wanted.shape()).unwrap(), wanted);
    }
}
