//! What a board is brought to: one place for each tile, or places that tiles share.

use core::fmt;

use crate::{Board, Goal, GoalError, Grouping, Problem, Shape, ShapeMismatch};

/// A goal where each tile has its own place, or one that makes tiles alike.
///
/// ```
/// use taquin_core::{Board, Grouping, Target};
/// let rows = Target::parse("rows", None)?;
/// assert_eq!(rows, Target::Alike(Grouping::Rows));
/// let board: Board = "2 1 3/4 5 6/7 8 0".parse()?;
/// assert!(rows.is_reached(&board));
/// assert!(rows.problem(board)?.decide().is_ok(), "though no slides make it 1 2 3/4 5 6/7 8 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// Each tile has its own place.
    Goal(Goal),
    /// Tiles of a group are alike: each may end on any cell of its own.
    Alike(Grouping),
}

impl Target {
    /// Reads a grouping's name, a goal's name, or a board, of this size if one is given.
    pub fn parse(text: &str, size: Option<Shape>) -> Result<Target, GoalError> {
        match text.trim().to_ascii_lowercase().parse() {
            Ok(alike) => Ok(Target::Alike(alike)),
            Err(_) => Goal::parse(text, size).map(Target::Goal),
        }
    }

    /// Whether a board is where it should be.
    #[must_use]
    pub fn is_reached(&self, board: &Board) -> bool {
        match self {
            Target::Goal(goal) => goal.board(board.shape()).is_ok_and(|goal| goal == *board),
            Target::Alike(alike) => alike.is_solved(board),
        }
    }

    /// The problem of this board and this goal; where tiles are alike, of one end that is allowed and near. It can be solved
    /// exactly when the board can be brought to any: where none can be reached the usual goal cannot, either, and says why.
    pub fn problem(&self, board: Board) -> Result<Problem, ShapeMismatch> {
        match self {
            Target::Goal(goal) => Problem::new(board, goal),
            Target::Alike(alike) => {
                let goal = alike.near(&board).map_or(Goal::BlankLast, Goal::Board);
                Problem::new(board, &goal)
            }
        }
    }

    /// The goal where each tile has its own place: itself, or the one whose groups are meant.
    #[must_use]
    pub fn goal(&self) -> &Goal {
        static USUAL: Goal = Goal::BlankLast;
        match self {
            Target::Goal(goal) => goal,
            Target::Alike(_) => &USUAL,
        }
    }

    /// Which tiles are alike, if any are.
    #[must_use]
    pub fn alike(&self) -> Option<Grouping> {
        match self {
            Target::Goal(_) => None,
            Target::Alike(alike) => Some(*alike),
        }
    }
}

impl From<&Target> for Target {
    fn from(target: &Target) -> Target {
        target.clone()
    }
}

impl From<&Goal> for Target {
    fn from(goal: &Goal) -> Target {
        Target::Goal(goal.clone())
    }
}

impl From<Grouping> for Target {
    fn from(alike: Grouping) -> Target {
        Target::Alike(alike)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Goal(goal) => goal.fmt(f),
            Target::Alike(alike) => alike.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board;
    use crate::prelude::*;

    #[test]
    fn what_is_printed_reads_back_as_itself() {
        let shape = Shape::new(3, 3).unwrap();
        let goals = ["blank-last", "blank-at:2,2", "spiral", "1 2 3/4 0 5/6 7 8"];
        for name in goals.into_iter().chain(Grouping::ALL.map(Grouping::word)) {
            let target = Target::parse(name, Some(shape)).unwrap();
            assert_eq!(
                (target.to_string().as_str(), target.alike().is_some()),
                (name, !goals.contains(&name))
            );
        }
        assert!(Target::parse("row", Some(shape)).is_err());
    }

    #[test]
    fn a_board_that_reaches_no_end_says_why() {
        let order = board("[[2,1,3,0]]");
        assert!(Target::Alike(Grouping::Rows).problem(order.clone()).unwrap().decide().is_ok());
        assert!(Target::Alike(Grouping::Columns).problem(order).unwrap().decide().is_err());
    }
}
