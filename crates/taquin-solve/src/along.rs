//! How far from home each position of a game was.
//!
//! A slide changes the distance by one, so the distances of a game show every detour in it. They are found from its end: positions near
//! home are solved in no time, and a solved position tells the distances of all positions on its shortest way, which are often
//! those that were played.

use rustc_hash::FxHashMap;
use taquin_core::{Board, Goal, Grouping, Metric, Moves, Problem, Solvable};

use crate::{EXACT_CELLS, Monitor, Options, Want, alike, plan};

/// The most positions that are remembered.
const MOST_KNOWN: usize = 1 << 16;

/// Exact distances in single slides, of boards of up to [`EXACT_CELLS`], and what was learned on the way to earlier ones.
///
/// ```
/// use taquin_core::{Goal, Problem};
/// use taquin_solve::{Unlimited, along::Distances};
///
/// let start = Problem::new("1 2 3/4 5 6/0 7 8".parse()?, &Goal::BlankLast)?.decide()?;
/// let mut told = Vec::new();
/// Distances::default().along(&start, None, &"LRLL".parse()?, &Unlimited, &mut |_, distance| told.push(distance));
/// assert_eq!(told, [0, 1, 2, 1, 2]); // from the last position to the first
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Distances {
    options: Options,
    /// What is known is known of this goal.
    goal: Option<(Board, Option<Grouping>)>,
    known: FxHashMap<Board, u32>,
}

impl Distances {
    /// Distances found with the tables and within the memory of these options.
    pub fn new(options: Options) -> Distances {
        Distances { options, ..Distances::default() }
    }

    /// How far a position is from home, or from the nearest end that tiles being `alike` allows. `None` where the board is too large, or
    /// the monitor or the memory ended the search.
    pub fn of(&mut self, from: &Solvable, alike: Option<Grouping>, monitor: &dyn Monitor) -> Option<u32> {
        let (start, goal) = (from.problem().start(), from.problem().goal());
        if start.len() > EXACT_CELLS {
            return None;
        }
        let same = self.goal.as_ref().is_some_and(|(of, with)| (of, *with) == (goal, alike));
        if !same || self.known.len() > MOST_KNOWN {
            self.known.clear();
            self.goal = Some((goal.clone(), alike));
        }
        if let Some(&known) = self.known.get(start) {
            return Some(known);
        }
        let options = self.options.clone().want(Want::Optimal).metric(Metric::Stm);
        let solved = match alike {
            None => plan(from, &options).ok()?.solve(monitor).ok()?,
            Some(alike) => alike::solve(from, alike, &options, monitor).ok()?.ok()?,
        };
        if !solved.optimal {
            return None;
        }
        self.remember(start.clone(), solved.solution.moves());
        Some(solved.solution.moves().as_slice().len() as u32)
    }

    /// Every position on a shortest way is as far as the rest of the way is long.
    fn remember(&mut self, mut board: Board, way: &Moves) {
        for (left, &direction) in (1..=way.as_slice().len() as u32).rev().zip(way.as_slice()) {
            self.known.insert(board.clone(), left);
            board.slide(direction);
        }
        self.known.insert(board, 0);
    }

    /// Tells the distance after each of these moves and before the first: the number of moves made, and the distance then, from the last
    /// position to the first. Ends early where [`Distances::of`] has no answer, or the moves leave the board.
    pub fn along(
        &mut self,
        start: &Solvable,
        alike: Option<Grouping>,
        moves: &Moves,
        monitor: &dyn Monitor,
        tell: &mut dyn FnMut(usize, u32),
    ) {
        let goal = Goal::Board(start.problem().goal().clone());
        let decided = |board: &Board| Problem::new(board.clone(), &goal).ok()?.decide().ok();
        let Ok(mut board) = start.problem().start().after(moves) else { return };
        let slides = moves.as_slice();
        // A game without a detour takes one search.
        let ends = decided(&board).and_then(|end| self.of(&end, alike, monitor));
        if ends == Some(0) && self.of(start, alike, monitor) == Some(slides.len() as u32) {
            self.remember(start.problem().start().clone(), moves);
        }
        for made in (0..=slides.len()).rev() {
            let Some(distance) = decided(&board).and_then(|at| self.of(&at, alike, monitor)) else { return };
            tell(made, distance);
            if let Some(before) = made.checked_sub(1) {
                board.slide(slides[before].opposite());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use taquin_core::{Direction, Scrambler, Seed, Shape};

    use super::*;
    use crate::{StopReason, Unlimited, census};

    /// Ends whatever asks it.
    struct Never;

    impl Monitor for Never {
        fn poll(&self, _: &crate::Progress) -> ControlFlow<StopReason> {
            ControlFlow::Break(StopReason::Time)
        }
    }

    fn decided(board: Board, goal: &Goal) -> Solvable {
        Problem::new(board, goal).unwrap().decide().unwrap()
    }

    fn told(by: &mut Distances, start: &Solvable, moves: &Moves, monitor: &dyn Monitor) -> Vec<(usize, u32)> {
        let mut told = Vec::new();
        by.along(start, None, moves, monitor, &mut |made, distance| told.push((made, distance)));
        told
    }

    /// Slides that never leave the board, with detours.
    fn walk(from: &Board, steps: usize) -> Moves {
        let mut board = from.clone();
        let mut wanted = (0..).map(|step: usize| Direction::ALL[step * step % 7 % 4]);
        let mut slides = Vec::new();
        while slides.len() < steps {
            slides.extend(wanted.next().filter(|&direction| board.slide(direction).is_some()));
        }
        slides.into()
    }

    #[test]
    fn distances_along_a_game_are_those_of_the_map() {
        let shape = Shape::new(3, 3).unwrap();
        for goal in [Goal::BlankLast, Goal::Spiral] {
            let end = goal.board(shape).unwrap();
            let map = census::distances(shape, end.blank(), Metric::Stm).unwrap();
            let mut by = Distances::default();
            for board in Scrambler::new(shape, &goal, Seed::new(3)).unwrap().take(5) {
                let start = decided(board.clone(), &goal);
                let moves = walk(&board, 60);
                let mut here = board;
                let mut expected = Vec::new();
                for made in 0..=60 {
                    let homes: Vec<u8> =
                        here.iter().map(|tile| end.cell_of(tile).unwrap().index() as u8).collect();
                    expected.push((made, map.distance(&homes).unwrap()));
                    moves.as_slice().get(made).map(|&direction| here.slide(direction));
                }
                expected.reverse();
                assert_eq!(told(&mut by, &start, &moves, &Unlimited), expected);
                assert_eq!(told(&mut by, &start, &moves, &Never), expected, "what was told is remembered");
            }
        }
    }

    #[test]
    fn positions_on_a_shortest_way_need_no_search_and_another_goal_is_another_question() {
        let far: Board = "8 6 7/2 5 4/3 0 1".parse().unwrap();
        let start = decided(far.clone(), &Goal::BlankLast);
        let way = crate::solve(&far).unwrap().solution.into_moves();
        let mut by = Distances::default();
        assert_eq!(by.of(&start, None, &Unlimited), Some(31));
        let all: Vec<_> = (0..=31).rev().map(|made| (made, 31 - made as u32)).collect();
        assert_eq!(told(&mut by, &start, &way, &Never), all);

        let first = Goal::parse("blank-first", Some(far.shape())).unwrap();
        let elsewhere = decided("1 0 2/3 4 5/6 7 8".parse().unwrap(), &first);
        assert_eq!(by.of(&elsewhere, None, &Unlimited), Some(1));
        assert_eq!(by.of(&start, None, &Never), None, "what was known was of another goal");
    }

    #[test]
    fn nothing_is_told_of_large_boards_and_of_moves_that_leave_the_board() {
        let mut by = Distances::default();
        let large = decided(Goal::BlankLast.board(Shape::new(4, 5).unwrap()).unwrap(), &Goal::BlankLast);
        assert_eq!(told(&mut by, &large, &Moves::new(), &Unlimited), []);
        let small = decided("1 2/3 0".parse().unwrap(), &Goal::BlankLast);
        assert_eq!(told(&mut by, &small, &"RR".parse().unwrap(), &Unlimited), []);
        assert_eq!(told(&mut by, &small, &Moves::new(), &Unlimited), [(0, 0)]);
    }
}
