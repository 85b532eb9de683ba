//! Dealing: never a board that cannot be solved, never one that already is.

use super::standing::Occasion;
use super::table::{Game, Origin};
use crate::prelude::*;
use crate::{Board, GoalError, Moves, Scrambler, Seed, Shape, ShapeMismatch, Solvable, Target, Unsolvable};

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
    ///
    /// Where tiles are alike it is as uniform: each way to lay groups out is that of as many boards of the one half as of
    /// the other, if any two tiles are alike, so that drawing from one half favours none.
    pub fn deal(shape: Shape, target: impl Into<Target>, seed: Seed) -> Result<Game, DealError> {
        let target = target.into();
        let scrambler = Scrambler::new(shape, target.goal(), seed)?;
        let start = (0..UNIFORM_TRIES).find_map(|index| unsolved(scrambler.board(index), &target));
        let start = start.ok_or(DealError::NothingToPlay(shape))?;
        Ok(Game::new(Origin::Seed(seed), target, start))
    }

    /// A game on this board.
    pub fn of_board(start: Board, target: impl Into<Target>) -> Result<Game, DealError> {
        let target = target.into();
        let problem = target.problem(start).map_err(|ShapeMismatch { why, .. }| why)?;
        let start = problem.decide().map_err(Box::new)?;
        if target.is_reached(start.problem().start()) {
            return Err(DealError::Solved);
        }
        Ok(Game::new(Origin::Given, target, start))
    }

    /// A game on a board that the caller knows to be at this distance, and drew from this seed.
    pub fn placed_at(
        start: Board,
        target: impl Into<Target>,
        seed: Seed,
        distance: u32,
    ) -> Result<Game, DealError> {
        let game = Game::of_board(start, target)?;
        Ok(Game { origin: Origin::Distance(seed, distance), ..game.on(Occasion::Placed) })
    }

    /// A deal whose shortest solution has exactly `distance` moves of the kind that `shortest` counts.
    ///
    /// `shortest` gives a shortest solution, or `None` when it gives up. A uniform deal that is farther away is
    /// walked along its own shortest solution until the rest is as long as asked: every end of a shortest
    /// solution is a shortest solution. (Boards at one distance are not all equally likely.)
    pub fn at_distance(
        shape: Shape,
        target: impl Into<Target>,
        seed: Seed,
        distance: u32,
        mut shortest: impl FnMut(&Solvable) -> Option<Moves>,
    ) -> Result<Game, DealError> {
        if distance == 0 {
            return Err(DealError::Solved);
        }
        let target = target.into();
        let scrambler = Scrambler::new(shape, target.goal(), seed)?;
        let wanted = distance as usize;
        let mut farthest = 0;
        for index in 0..DISTANCE_TRIES {
            let Some(start) = unsolved(scrambler.board(index), &target) else { continue };
            let moves = shortest(&start).ok_or(DealError::NoSolver)?;
            farthest = farthest.max(moves.as_slice().len());
            let Some(ahead) = moves.as_slice().len().checked_sub(wanted) else { continue };
            let walk: Moves = moves.iter().take(ahead).collect();
            let board = start.problem().start().after(&walk).map_err(|_| DealError::NoSolver)?;
            let start = unsolved(board, &target).ok_or(DealError::NoSolver)?;
            return Ok(Game::new(Origin::Distance(seed, distance), target, start));
        }
        Err(DealError::NotFound { shape, wanted: distance, farthest })
    }
}

/// The proof that this board can be solved and is not; `None` otherwise.
fn unsolved(board: Board, target: &Target) -> Option<Solvable> {
    let start = target.problem(board).ok()?.decide().ok()?;
    (!target.is_reached(start.problem().start())).then_some(start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::{BTreeMap, VecDeque};

    use crate::{Direction, Goal, Grouping};

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

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn no_deal_where_tiles_are_alike_is_impossible_or_solved() {
        for (rows, columns) in (1..=5).flat_map(|r| (1..=5).map(move |c| (r, c))) {
            let shape = Shape::new(rows, columns).unwrap();
            for alike in Grouping::ALL {
                for seed in 0..20 {
                    match Game::deal(shape, alike, Seed::new(seed)) {
                        Ok(game) => {
                            assert!(!alike.is_solved(game.board()));
                            assert!(alike.is_solved(game.rest().problem().goal()));
                            assert_eq!(game.target(), &Target::Alike(alike));
                        }
                        Err(e) => assert!(matches!(e, DealError::NothingToPlay(_)) && shape.cells() == 1),
                    }
                }
            }
        }
    }

    /// Drawing from one half of all boards favours no layout of the groups: over all boards of that half each comes equally
    /// often.
    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn every_layout_of_groups_is_that_of_as_many_boards_of_one_half() {
        let shape = Shape::new(2, 3).unwrap();
        for alike in Grouping::ALL {
            let mut layouts = BTreeMap::<Vec<Option<u32>>, u32>::new();
            for board in first_slides(shape).into_keys() {
                let groups = board.iter().map(|tile| alike.group_of(shape, tile)).collect();
                *layouts.entry(groups).or_default() += 1;
            }
            let counts: Vec<u32> = layouts.into_values().collect();
            assert!(counts.iter().all(|&count| count == counts[0] && count > 1), "{alike}: {counts:?}");
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
