//! Boards with tiles that are alike ([`Grouping`]): the shortest solution of boards of up to 16 cells, a short one of others.
//!
//! Positions that differ in alike tiles alone are one, and there are far fewer of them: 250 million of 4×4 by rows, 100,000
//! by a checkerboard. A search from both ends, layer by layer, meets in the middle after a fraction of those. On larger
//! boards one allowed end that is near is chosen, and solved as any goal is.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};

use taquin_core::{Board, Direction, Goal, Grouping, Metric, Moves, Problem, Shape, Solvable, Target};

use crate::monitor::{Monitor, Progress, StopReason};
use crate::plan::{EXACT_CELLS, Options, PlanError, Want, plan};
use crate::solved::{Origin, Solved, Stats, Stopped};

/// Positions expanded between two looks at the monitor: a millisecond's work.
const POLL: u64 = 2048;
/// What a position that was seen takes, about.
const BYTES: u64 = 32;

/// A board and an end that its tiles' being alike allows, or `None` where no such end can be reached.
#[must_use]
pub fn decide(start: &Board, alike: Grouping) -> Option<Solvable> {
    Target::Alike(alike).problem(start.clone()).ok()?.decide().ok()
}

/// Solves a board that [`decide`] has given. The solution ends at a board that is allowed, not always the one that was decided.
///
/// # Errors
/// What the plan refuses, as for any goal: shortest solutions of more than [`EXACT_CELLS`] cells, and methods by name; and what
/// was decided for an end that is not allowed.
pub fn solve(
    decided: &Solvable,
    alike: Grouping,
    options: &Options,
    monitor: &dyn Monitor,
) -> Result<Result<Solved, Stopped>, PlanError> {
    let start = decided.problem().start();
    let small = start.len() <= EXACT_CELLS;
    if options.heuristic.is_some() || options.search.is_some() {
        return Err(PlanError::AlikeByName);
    }
    if !alike.is_solved(decided.problem().goal()) {
        return Err(PlanError::NotAlike(alike));
    }
    let want = options.want.unwrap_or(if small { Want::Optimal } else { Want::Short });
    if want == Want::Optimal {
        if !small {
            return Err(PlanError::AlikeTooLarge(start.shape()));
        }
        return Ok(shortest(decided, alike, options, monitor));
    }
    let options = options.clone().want(want);
    let solved = plan(decided, &options)?.solve(monitor);
    // What is proven of one end is not proven of all of them.
    let lower_bound = match options.metric {
        Metric::Stm => alike.bound(start),
        _ => u64::from(!alike.is_solved(start)),
    };
    Ok(match solved {
        Ok(mut solved) => {
            solved.optimal = solved.solution.length(options.metric) as u64 == lower_bound;
            solved.origin = match solved.origin {
                _ if solved.optimal => Origin::Proven,
                Origin::Proven => Origin::Improved,
                origin => origin,
            };
            solved.stats.bound = lower_bound;
            Ok(Solved { lower_bound, ..solved })
        }
        Err(stopped) => Err(Stopped { lower_bound, ..stopped }),
    })
}

/// A shortest way to any end that is allowed.
fn shortest(
    decided: &Solvable,
    alike: Grouping,
    options: &Options,
    monitor: &dyn Monitor,
) -> Result<Solved, Stopped> {
    let start = decided.problem().start();
    let ground = Ground { shape: start.shape(), metric: options.metric };
    let goal = decided.problem().goal();
    let mut forth = AlikeSide::new(packed(start, alike));
    let mut back = AlikeSide::new(packed(goal, alike));
    let mut stats = Stats { solver: "both ends".into(), bound: alike.bound(start), ..Stats::default() };
    if ground.metric != Metric::Stm {
        stats.bound = u64::from(forth.layer != back.layer);
    }
    let mut meeting = (forth.layer == back.layer).then(|| forth.layer[0]);
    while meeting.is_none() {
        let (near, other) =
            if forth.layer.len() <= back.layer.len() { (&mut forth, &back) } else { (&mut back, &forth) };
        meeting = match near.expand(other, ground, &mut stats, options.memory_bytes, monitor) {
            Ok(meeting) => meeting,
            Err(why) => {
                // Everything up to both depths was seen, and the sides have not met.
                let lower_bound = stats.bound.max(u64::from(forth.depth + back.depth) + 1);
                return Err(Stopped { why, lower_bound, stats: Box::new(stats) });
            }
        };
    }
    let meeting = meeting.expect("the loop ends with one");
    let mut slides = forth.way_to(meeting, ground);
    slides.extend(back.way_to(meeting, ground).into_iter().rev().map(Direction::opposite));
    let moves = Moves::from(slides);
    let end = start.after(&moves).expect("a search makes legal slides");
    assert!(alike.is_solved(&end), "a search ends where it may");
    let problem = Problem::new(start.clone(), &Goal::Board(end)).expect("of one shape");
    let solution = problem.decide().ok().and_then(|solvable| solvable.solution(moves).ok());
    let solution = solution.expect("what was reached can be");
    let lower_bound = solution.length(ground.metric) as u64;
    Ok(Solved { solution, optimal: true, origin: Origin::Proven, lower_bound, stopped: None, stats })
}

/// A position: the groups of its cells' tiles, four bits each. 15 is the blank; more groups than 15 there are not, as the
/// last cell is its home.
type PackedGroups = u64;
const BLANK_GROUP: u64 = 15;

fn packed(board: &Board, alike: Grouping) -> PackedGroups {
    let group = |tile| alike.group_of(board.shape(), tile).map_or(BLANK_GROUP, u64::from);
    board.iter().zip(0..).fold(0, |all, (tile, cell)| all | group(tile) << (4 * cell))
}

/// What a position lies on, and what counts as a move.
#[derive(Clone, Copy)]
struct Ground {
    shape: Shape,
    metric: Metric,
}

impl Ground {
    /// The position after one slide; `None` at the edge.
    fn slid(self, position: PackedGroups, direction: Direction) -> Option<PackedGroups> {
        let (rows, columns) = (self.shape.rows(), self.shape.columns());
        let blank = (0..16).find(|cell| position >> (4 * cell) & 15 == BLANK_GROUP)?;
        let (row, column) = (blank / columns, blank % columns);
        let from = match direction {
            Direction::Up => (row + 1 < rows).then_some(blank + columns),
            Direction::Down => blank.checked_sub(columns),
            Direction::Left => (column + 1 < columns).then_some(blank + 1),
            Direction::Right => (column > 0).then(|| blank - 1),
        }?;
        let change = (position >> (4 * from) & 15) ^ BLANK_GROUP;
        Some(position ^ change << (4 * from) ^ change << (4 * blank))
    }

    /// Tells every position one move away, the direction and how many tiles slid.
    fn moves(self, position: PackedGroups, mut tell: impl FnMut(PackedGroups, Direction, u8)) {
        for direction in Direction::ALL {
            let (mut next, mut tiles) = (position, 0);
            while let Some(slid) = self.slid(next, direction) {
                (next, tiles) = (slid, tiles + 1);
                tell(next, direction, tiles);
                if self.metric == Metric::Stm {
                    break;
                }
            }
        }
    }
}

/// Positions with the move that led to each, in shares that grow one by one: millions moved at once would be long without a look.
struct Arrivals {
    shares: Vec<HashMap<PackedGroups, (Direction, u8), BuildHasherDefault<Mixed>>>,
    len: u64,
}

impl Arrivals {
    const SHARES: usize = 64;

    fn new() -> Arrivals {
        Arrivals { shares: (0..Self::SHARES).map(|_| HashMap::default()).collect(), len: 0 }
    }

    /// Other bits than a share's own map goes by, which takes the lowest and the highest seven.
    fn share(position: PackedGroups) -> usize {
        let mut hasher = Mixed::default();
        hasher.write_u64(position);
        (hasher.finish() >> 40) as usize % Self::SHARES
    }

    /// Whether the position is new; then it is kept.
    fn keep(&mut self, position: PackedGroups, came: (Direction, u8)) -> bool {
        match self.shares[Self::share(position)].entry(position) {
            Entry::Occupied(_) => false,
            Entry::Vacant(place) => {
                place.insert(came);
                self.len += 1;
                true
            }
        }
    }

    fn came(&self, position: PackedGroups) -> Option<(Direction, u8)> {
        self.shares[Self::share(position)].get(&position).copied()
    }
}

/// One end of the search: every position seen from there, and the last layer of them.
struct AlikeSide {
    root: PackedGroups,
    seen: Arrivals,
    layer: Vec<PackedGroups>,
    depth: u32,
}

impl AlikeSide {
    fn new(root: PackedGroups) -> AlikeSide {
        let mut seen = Arrivals::new();
        seen.keep(root, (Direction::Up, 0));
        AlikeSide { root, seen, layer: vec![root], depth: 0 }
    }

    /// Goes one move further; the first position that the other side has seen is in the middle of a shortest way, as all
    /// positions up to both depths are known.
    fn expand(
        &mut self,
        other: &AlikeSide,
        ground: Ground,
        stats: &mut Stats,
        memory_bytes: u64,
        monitor: &dyn Monitor,
    ) -> Result<Option<PackedGroups>, StopReason> {
        let layer = std::mem::take(&mut self.layer);
        for (index, &position) in (0..).zip(&layer) {
            if u64::is_multiple_of(index, POLL) {
                let lower_bound = u64::from(self.depth + other.depth + 1).max(stats.bound) as u32;
                let progress =
                    Progress { phase: "searching", nodes: stats.nodes, lower_bound, ..Progress::default() };
                monitor.look(&progress)?;
                if (self.seen.len + other.seen.len) * BYTES > memory_bytes {
                    return Err(StopReason::Memory);
                }
            }
            let mut met = None;
            ground.moves(position, |next, direction, tiles| {
                stats.nodes += 1;
                if self.seen.keep(next, (direction, tiles)) {
                    self.layer.push(next);
                    if met.is_none() && other.seen.came(next).is_some() {
                        met = Some(next);
                    }
                }
            });
            if met.is_some() {
                return Ok(met);
            }
        }
        self.depth += 1;
        Ok(None)
    }

    /// The slides from this end to a position.
    fn way_to(&self, mut position: PackedGroups, ground: Ground) -> Vec<Direction> {
        let mut way = Vec::new();
        while position != self.root {
            let (direction, tiles) = self.seen.came(position).expect("it was arrived at");
            for _ in 0..tiles {
                way.push(direction);
                position = ground.slid(position, direction.opposite()).expect("the way back");
            }
        }
        way.reverse();
        way
    }
}

/// A quick hash of one number.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("positions are hashed as numbers");
    }

    fn write_u64(&mut self, number: u64) {
        let product = u128::from(number) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, VecDeque};

    use taquin_core::{Scrambler, Seed};

    use super::*;
    use crate::Unlimited;

    /// Moves of every position from the nearest allowed one: a search of all from all of them at once.
    fn distances(shape: Shape, alike: Grouping, metric: Metric) -> BTreeMap<Board, usize> {
        let goal = Goal::BlankLast.board(shape).unwrap();
        let mut all = vec![goal.clone()];
        let mut seen = BTreeMap::from([(goal, 0)]);
        let next = |board: &Board| {
            let mut found = Vec::new();
            for direction in Direction::ALL {
                let mut board = board.clone();
                while board.slide(direction).is_some() {
                    found.push(board.clone());
                    if metric == Metric::Stm {
                        break;
                    }
                }
            }
            found
        };
        while let Some(board) = all.pop() {
            for board in next(&board) {
                if seen.insert(board.clone(), usize::MAX).is_none() {
                    all.push(board);
                }
            }
        }
        let mut queue: VecDeque<Board> =
            seen.keys().filter(|board| alike.is_solved(board)).cloned().collect();
        queue.iter().for_each(|board| _ = seen.insert(board.clone(), 0));
        while let Some(board) = queue.pop_front() {
            for other in next(&board) {
                if seen[&other] == usize::MAX {
                    seen.insert(other.clone(), seen[&board] + 1);
                    queue.push_back(other);
                }
            }
        }
        seen
    }

    #[test]
    fn every_small_board_is_solved_as_shortly_as_a_search_of_all_says() {
        for size in ["1x4", "2x2", "2x3", "3x2", "2x4"] {
            let shape: Shape = size.parse().unwrap();
            for alike in Grouping::ALL {
                for metric in [Metric::Stm, Metric::Mtm] {
                    let options = Options::new().metric(metric);
                    for (number, (board, distance)) in distances(shape, alike, metric).into_iter().enumerate()
                    {
                        // All of the smaller ones, every seventh of 2×4.
                        if shape.cells() == 8 && number % 7 != 0 {
                            continue;
                        }
                        let decided = decide(&board, alike).unwrap();
                        let solved = solve(&decided, alike, &options, &Unlimited).unwrap().unwrap();
                        assert_eq!(solved.solution.length(metric), distance, "{alike} {metric} {board}");
                        assert!(solved.optimal && solved.stats.bound <= distance as u64);
                    }
                }
            }
        }
    }

    #[test]
    fn random_boards_of_all_sizes_end_where_they_may() {
        for (size, want) in
            [("4x4", Want::Optimal), ("4x4", Want::Short), ("5x5", Want::Fast), ("9x7", Want::Fast)]
        {
            let shape: Shape = size.parse().unwrap();
            let scrambler = Scrambler::new(shape, &Goal::BlankLast, Seed::new(15)).unwrap();
            for (alike, number) in Grouping::ALL.into_iter().zip(0..) {
                let board = scrambler.board(number);
                let options = Options::new().want(want);
                let limits = crate::Limits::new().time(std::time::Duration::from_millis(50));
                let monitor: &dyn Monitor = if want == Want::Short { &limits } else { &Unlimited };
                let decided = decide(&board, alike).unwrap();
                let solved = solve(&decided, alike, &options, monitor).unwrap().unwrap();
                let end = board.after(solved.solution.moves()).unwrap();
                assert!(alike.is_solved(&end), "{alike} {board}");
                assert!(solved.lower_bound <= solved.solution.moves().len() as u64);
                assert_eq!(solved.optimal, want == Want::Optimal, "{alike} {board}");
            }
        }
    }

    #[test]
    fn limits_end_it_with_what_was_proven() {
        let board: Board = "0 5 9 12/15 8 14 11/1 4 13 3/6 2 10 7".parse().unwrap();
        let decided = decide(&board, Grouping::Rows).unwrap();
        let options = Options::default();
        let whole = solve(&decided, Grouping::Rows, &options, &Unlimited).unwrap().unwrap();
        let halted = |options: &Options, monitor: &dyn Monitor| {
            let stopped = solve(&decided, Grouping::Rows, options, monitor).unwrap().unwrap_err();
            assert!(stopped.lower_bound <= whole.lower_bound && stopped.lower_bound > 0);
            stopped.why
        };
        assert_eq!(halted(&options, &crate::Limits::new().nodes(5_000)), StopReason::Nodes);
        let little = Options::new().memory_bytes(100_000);
        assert_eq!(halted(&little, &Unlimited), StopReason::Memory);
        let large = decide(&Goal::BlankLast.board("5x5".parse().unwrap()).unwrap(), Grouping::Rows).unwrap();
        let optimal = Options::new().want(Want::Optimal);
        assert!(matches!(
            solve(&large, Grouping::Rows, &optimal, &Unlimited),
            Err(PlanError::AlikeTooLarge(_))
        ));
    }
}
