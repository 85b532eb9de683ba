//! Dealing: never a board that cannot be solved, never one that already is.

use super::standing::Occasion;
use super::table::{Game, Origin};
use crate::prelude::*;
use crate::{
    Board, Goal, GoalError, Moves, Problem, Scrambler, Seed, Shape, ShapeMismatch, Solvable, Unsolvable,
};

/// Uniform deals drawn before one gives up on an unsolved board. Only the smallest boards need a second.
const UNIFORM_TRIES: u64 = 64;
/// Deals solved before one gives up on a distance.
const DISTANCE_TRIES: u64 = 200;

/// Why there is no game.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DealError {
    /// The board cannot be solved.
    #[error(transparent)]
    Unsolvable(#[from] Box<Unsolvable>),
    /// The board is the goal.
    #[error("the board is solved already; there is nothing to play")]
    Solved,
    /// A shape with a single position.
    #[error("a {0} board has one position only; there is nothing to play")]
    NothingToPlay(Shape),
    /// The goal does not fit.
    #[error(transparent)]
    Goal(#[from] GoalError),
    /// There is no such board.
    #[error("no {shape} board is {wanted} slides from this goal: the farthest are at {radius}")]
    TooFar {
        /// The shape asked for.
        shape: Shape,
        /// The distance asked for.
        wanted: u32,
        /// The largest distance there is.
        radius: u32,
    },
    /// No deal was found at this distance, though there may be one.
    #[error(
        "no {shape} board at distance {wanted} was found; the farthest met was at {farthest}, ask for that or less"
    )]
    NotFound {
        /// The shape asked for.
        shape: Shape,
        /// The distance asked for.
        wanted: u32,
        /// The largest distance met.
        farthest: usize,
    },
    /// The solver gave up.
    #[error("the solver found no shortest solution; ask for a smaller board")]
    NoSolver,
}

impl Game {
    /// A uniformly random deal, the same for the same seed for ever.
    pub fn deal(shape: Shape, goal: &Goal, seed: Seed) -> Result<Game, DealError> {
        let scrambler = Scrambler::new(shape, goal, seed)?;
        let start = (0..UNIFORM_TRIES).find_map(|index| unsolved(scrambler.board(index), goal));
        let start = start.ok_or(DealError::NothingToPlay(shape))?;
        Ok(Game::new(Origin::Seed(seed), goal.clone(), start))
    }

    /// A game on this board.
    pub fn of_board(start: Board, goal: &Goal) -> Result<Game, DealError> {
        let problem = Problem::new(start, goal).map_err(|ShapeMismatch { why, .. }| why)?;
        let start = problem.decide().map_err(Box::new)?;
        if start.problem().start() == start.problem().goal() {
            return Err(DealError::Solved);
        }
        Ok(Game::new(Origin::Given, goal.clone(), start))
    }

    /// A game on a board that the caller knows to be at this distance, and drew from this seed.
    pub fn placed_at(start: Board, goal: &Goal, seed: Seed, distance: u32) -> Result<Game, DealError> {
        let game = Game::of_board(start, goal)?;
        Ok(Game { origin: Origin::Distance(seed, distance), ..game.on(Occasion::Placed) })
    }

    /// A deal whose shortest solution has exactly `distance` moves of the kind that `shortest` counts.
    ///
    /// `shortest` gives a shortest solution, or `None` when it gives up. A uniform deal that is farther away is
    /// walked along its own shortest solution until the rest is as long as asked: every end of a shortest
    /// solution is a shortest solution. (Boards at one distance are not all equally likely.)
    pub fn at_distance(
        shape: Shape,
        goal: &Goal,
        seed: Seed,
        distance: u32,
        mut shortest: impl FnMut(&Solvable) -> Option<Moves>,
    ) -> Result<Game, DealError> {
        if distance == 0 {
            return Err(DealError::Solved);
        }
        let scrambler = Scrambler::new(shape, goal, seed)?;
        let wanted = distance as usize;
        let mut farthest = 0;
        for index in 0..DISTANCE_TRIES {
            let Some(start) = unsolved(scrambler.board(index), goal) else { continue };
            let moves = shortest(&start).ok_or(DealError::NoSolver)?;
            farthest = farthest.max(moves.as_slice().len());
            let Some(ahead) = moves.as_slice().len().checked_sub(wanted) else { continue };
            let walk: Moves = moves.iter().take(ahead).collect();
            let board = start.problem().start().after(&walk).map_err(|_| DealError::NoSolver)?;
            let start = unsolved(board, goal).ok_or(DealError::NoSolver)?;
            return Ok(Game::new(Origin::Distance(seed, distance), goal.clone(), start));
        }
        Err(DealError::NotFound { shape, wanted: distance, farthest })
    }
}

/// The proof that this board can be solved and is not; `None` otherwise.
fn unsolved(board: Board, goal: &Goal) -> Option<Solvable> {
    let start = Problem::new(board, goal).ok()?.decide().ok()?;
    (start.problem().start() != start.problem().goal()).then_some(start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::{BTreeMap, VecDeque};

    use crate::Direction;

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn no_deal_of_any_small_shape_is_impossible_or_solved() {
        for (rows, columns) in (1..=6).flat_map(|r| (1..=6).map(move |c| (r, c))) {
            let shape = Shape::new(rows, columns).unwrap();
            for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Snake, Goal::Spiral] {
                for seed in 0..40 {
                    match Game::deal(shape, &goal, Seed::new(seed)) {
                        Ok(game) => {
                            assert_ne!(game.board(), game.goal_board());
                            assert_eq!(game.rest().problem().start(), game.board());
                        }
                        Err(e) => assert!(matches!(e, DealError::NothingToPlay(_)) && shape.cells() == 1),
                    }
                }
            }
        }
    }

    /// For every board of a small shape the first slide of a shortest solution, by a search from the goal.
    fn first_slides(shape: Shape) -> BTreeMap<Board, Option<Direction>> {
        let goal = Goal::BlankLast.board(shape).unwrap();
        let mut first = BTreeMap::from([(goal.clone(), None)]);
        let mut queue = VecDeque::from([goal]);
        while let Some(board) = queue.pop_front() {
            for direction in Direction::ALL {
                let mut next = board.clone();
                if next.slide(direction).is_some() && !first.contains_key(&next) {
                    first.insert(next.clone(), Some(direction.opposite()));
                    queue.push_back(next);
                }
            }
        }
        first
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn deals_at_every_distance_of_2x3_are_exactly_there() {
        let shape = Shape::new(2, 3).unwrap();
        let first = first_slides(shape);
        let shortest = |start: &Solvable| {
            let mut board = start.problem().start().clone();
            let mut moves = Moves::new();
            while let Some(direction) = first[&board] {
                board.slide(direction);
                moves.push(direction);
            }
            Some(moves)
        };
        for distance in 1..=20 {
            for seed in 0..10 {
                let game = Game::at_distance(shape, &Goal::BlankLast, Seed::new(seed), distance, shortest);
                let rest = shortest(&game.unwrap().rest()).unwrap();
                assert_eq!(rest.as_slice().len(), distance as usize);
            }
        }
        let deal = |distance| Game::at_distance(shape, &Goal::BlankLast, Seed::new(0), distance, shortest);
        assert!(matches!(deal(0), Err(DealError::Solved)));
        assert!(matches!(deal(22), Err(DealError::NotFound { wanted: 22, .. })), "none is farther than 21");
    }
}
