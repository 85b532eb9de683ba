//! A solution for each of many boards.

use std::sync::Mutex;
use std::time::Duration;

use taquin_core::batch::Boards;
use taquin_core::{Goal, Problem, Unsolvable};

use super::{BulkError, OneBoard, SharedWork};
use crate::parallel::{Workers, lock};
use crate::{Monitor, Options, PlanError, Solved, StopReason, Stopped, plan};

/// What became of one of many boards.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Answer {
    /// A solution, and what is proven of it.
    Solved(Box<Solved>),
    /// There is none.
    Unsolvable(Box<Unsolvable>),
    /// A limit ended the work before there was any.
    Stopped(Stopped),
}

/// Why the work ended.
enum Over {
    Plan(PlanError),
    Stopped(StopReason),
}

/// Solves boards, each by the plan that the options make for it, with so many threads at different boards and these limits
/// for each.
pub fn solve_each(
    boards: &Boards<'_>,
    goal: &Goal,
    options: &Options,
    threads: usize,
    limits: (Option<u64>, Option<Duration>),
    monitor: &dyn Monitor,
) -> Result<Vec<Answer>, BulkError> {
    goal.board(boards.shape())?;
    let work = SharedWork::new(boards.len(), monitor, "solving boards");
    let answers: Mutex<Vec<Option<Answer>>> = Mutex::new(vec![None; boards.len()]);
    let options = options.clone().threads(1);
    let shared = Workers::new(threads.min(boards.len())).share(
        0..boards.len(),
        || (),
        |(), index| {
            let board = boards.board(index).expect("one of them");
            let problem = Problem::new(board, goal).expect("the goal fits the shape");
            let answer = match problem.decide() {
                Err(unsolvable) => Answer::Unsolvable(Box::new(unsolvable)),
                Ok(solvable) => {
                    let one = OneBoard::new(&work, limits.0, limits.1);
                    let solved = plan(&solvable, &options).map_err(Over::Plan)?.solve(&one);
                    match solved {
                        Ok(solved) if solved.stopped == Some(StopReason::Interrupted) => {
                            return Err(Over::Stopped(StopReason::Interrupted));
                        }
                        Ok(solved) => Answer::Solved(Box::new(solved)),
                        Err(Stopped { why: why @ StopReason::Interrupted, .. }) => {
                            return Err(Over::Stopped(why));
                        }
                        Err(stopped) => Answer::Stopped(stopped),
                    }
                }
            };
            lock(&answers)[index] = Some(answer);
            work.look(1).map_err(Over::Stopped)
        },
    );
    match shared {
        Ok(_) => Ok(lock(&answers).drain(..).flatten().collect()),
        Err(Over::Plan(error)) => Err(error.into()),
        Err(Over::Stopped(why)) => Err(why.into()),
    }
}
