//! Every search with every bound, against a complete breadth-first search.

use std::collections::HashMap;

use taquin_core::{Cell, Direction, Metric, Shape};
use taquin_solve::heuristic::{Additive, Blind, Heuristic, Inversion, LinearConflict, Manhattan, Walking};
use taquin_solve::position::{Grid, Homes, Large, Medium, Position, Slide, Small, State};
use taquin_solve::search::ida::{Event, Walk};
use taquin_solve::search::{Outcome, astar, bidirectional, ida};
use taquin_solve::{Limits, Monitor, StopReason, Unlimited};

const MEMORY: u64 = 1 << 30;

fn grid(shape: &str, home: usize) -> Grid {
    Grid::new(shape.parse::<Shape>().unwrap(), Cell::new(home as u32)).unwrap()
}

fn homes(grid: &Grid, position: &[u32]) -> Homes {
    Homes::new(grid.shape(), Cell::new(grid.home() as u32), position.iter().copied()).unwrap()
}

/// All positions of a small board with their distances.
fn map(grid: &Grid) -> HashMap<Vec<u32>, usize> {
    let goal: Vec<u32> = (0..grid.cells() as u32).collect();
    let mut distance = HashMap::from([(goal.clone(), 0)]);
    let mut queue = std::collections::VecDeque::from([goal]);
    while let Some(position) = queue.pop_front() {
        let depth = distance[&position];
        let mut state = Large::new(&homes(grid, &position)).unwrap();
        for direction in Direction::ALL {
            if state.slide(grid, direction).is_some() {
                let next: Vec<u32> = (0..grid.cells()).map(|cell| state.at(cell) as u32).collect();
                if !distance.contains_key(&next) {
                    distance.insert(next.clone(), depth + 1);
                    queue.push_back(next);
                }
                state.slide(grid, direction.opposite());
            }
        }
    }
    distance
}

fn replay(grid: &Grid, position: &[u32], slides: &[Direction]) -> bool {
    let mut state = Large::new(&homes(grid, position)).unwrap();
    slides.iter().all(|&direction| state.slide(grid, direction).is_some()) && state.is_goal(grid)
}

/// Runs the three searches; all must find `length`.
fn searches<H: Heuristic>(
    grid: &Grid,
    position: &[u32],
    length: usize,
    make: &impl Fn(&Grid) -> H,
    forth: &H,
) {
    let homes = homes(grid, position);
    let back = make(&Grid::new(grid.shape(), homes.blank()).unwrap());
    let outcomes: [Option<Outcome>; 3] = [
        ida::solve(&homes, forth, &Unlimited),
        astar::solve(&homes, forth, MEMORY, &Unlimited),
        bidirectional::solve(&homes, forth, &back, MEMORY, &Unlimited),
    ];
    for outcome in outcomes {
        let found = outcome.unwrap().unwrap();
        assert!(replay(grid, position, &found.slides));
        assert_eq!(found.slides.len(), length, "{position:?}");
    }
}

fn whole_board<H: Heuristic>(shape: &str, make: impl Fn(&Grid) -> H) {
    for home in 0..shape.parse::<Shape>().unwrap().cells() {
        let grid = grid(shape, home);
        let forth = make(&grid);
        for (position, distance) in map(&grid) {
            searches(&grid, &position, distance, &make, &forth);
        }
    }
}

#[test]
fn every_search_with_every_bound_is_shortest_on_all_of_2x2_and_2x3() {
    for shape in ["2x2", "2x3", "3x2"] {
        let tiles = shape.parse::<Shape>().unwrap().cells() - 1;
        whole_board(shape, Manhattan::new);
        whole_board(shape, LinearConflict::new);
        whole_board(shape, Inversion::new);
        whole_board(shape, |grid| Walking::new(grid, &Unlimited).unwrap());
        whole_board(shape, |grid| Additive::new(grid, &[2, tiles - 2], &Unlimited).unwrap());
    }
    whole_board("2x2", |_| Blind);
}

#[test]
fn every_search_with_every_bound_is_shortest_on_a_sample_of_3x3() {
    for home in [8, 1, 4] {
        let grid = grid("3x3", home);
        let mut all: Vec<_> = map(&grid).into_iter().collect();
        all.sort_unstable();
        let step = if std::env::var_os("TAQUIN_FULL").is_some() { 37 } else { 4001 };
        for (position, distance) in all.iter().step_by(step) {
            fn each<H: Heuristic>(grid: &Grid, at: (&[u32], usize), make: impl Fn(&Grid) -> H) {
                searches(grid, at.0, at.1, &make, &make(grid));
            }
            let at = (position.as_slice(), *distance);
            each(&grid, at, Manhattan::new);
            each(&grid, at, LinearConflict::new);
            each(&grid, at, Inversion::new);
            each(&grid, at, |grid| Walking::new(grid, &Unlimited).unwrap());
            each(&grid, at, |grid| Additive::new(grid, &[4, 4], &Unlimited).unwrap());
        }
    }
}

/// The board of the article that solves it with Manhattan distance and IDA\* in 54 moves.
const ARTICLE: [u32; 16] = [15, 4, 8, 11, 14, 7, 13, 10, 0, 3, 12, 2, 5, 1, 9, 6];

/// The search of [`ida::solve`], in a representation of one's own choice.
fn walk<S: State, H: Heuristic>(homes: &Homes, heuristic: &H) -> (Vec<Direction>, u64) {
    let mut walk = Walk::<S, &H>::new(homes, heuristic).unwrap();
    while walk.step() != Event::Solved {}
    (walk.slides(), walk.nodes())
}

#[test]
fn the_representation_changes_neither_moves_nor_nodes() {
    let grid = grid("4x4", 15);
    let walking = Walking::new(&grid, &Unlimited).unwrap();
    let article = homes(&grid, &ARTICLE);
    let small = walk::<Small, _>(&article, &walking);
    assert_eq!(small, walk::<Medium, _>(&article, &walking));
    assert_eq!(small, walk::<Large, _>(&article, &walking));
    let found = ida::solve(&article, &walking, &Unlimited).unwrap().unwrap();
    assert_eq!(found.slides.len(), 54);
    assert_eq!(small, (found.slides, found.nodes));
}

#[test]
fn a_representation_without_room_is_refused() {
    let grid = grid("5x5", 24);
    let solved: Vec<u32> = (0..25).collect();
    assert!(Small::new(&homes(&grid, &solved)).is_none());
    assert!(Walk::<Small, _>::new(&homes(&grid, &solved), Blind).is_none());
    assert!(Medium::new(&homes(&grid, &solved)).is_some());
}

#[test]
fn a_search_stopped_early_has_proven_no_more_than_is_true() {
    let grid = grid("4x4", 15);
    let (manhattan, article) = (Manhattan::new(&grid), homes(&grid, &ARTICLE));
    let few = |nodes| Limits::new().nodes(nodes);
    let monitor: &dyn Monitor = &few(20_000);
    let stopped = [
        ida::solve(&article, &manhattan, monitor),
        astar::solve(&article, &manhattan, MEMORY, monitor),
        bidirectional::solve(
            &article,
            &manhattan,
            &Manhattan::new(&Grid::new(grid.shape(), Cell::new(0)).unwrap()),
            MEMORY,
            monitor,
        ),
    ];
    for outcome in stopped {
        let halted = outcome.unwrap().unwrap_err();
        assert_eq!(halted.why, StopReason::Nodes);
        assert!((40..=54).contains(&halted.lower_bound), "{halted:?}");
        assert!(halted.nodes >= 20_000 && halted.nodes < 22_000, "{halted:?}");
    }
}

#[test]
fn the_best_first_searches_keep_to_their_memory() {
    let grid = grid("4x4", 15);
    let (manhattan, article) = (Manhattan::new(&grid), homes(&grid, &ARTICLE));
    let back = Manhattan::new(&Grid::new(grid.shape(), Cell::new(0)).unwrap());
    let memory = 4 << 20;
    let astar = astar::solve(&article, &manhattan, memory, &Unlimited);
    let both = bidirectional::solve(&article, &manhattan, &back, memory, &Unlimited);
    for outcome in [astar, both] {
        assert_eq!(outcome.unwrap().unwrap_err().why, StopReason::Memory);
    }
}

/// A bound that counts how many positions it is asked about anew: a search from both ends asks once for each that it expands.
struct Counting<H> {
    bound: H,
    asked: std::sync::atomic::AtomicU64,
}

impl<H: Heuristic> Counting<H> {
    fn new(bound: H) -> Counting<H> {
        Counting { bound, asked: 0.into() }
    }

    /// Without the one about the root.
    fn expanded(self) -> u64 {
        self.asked.into_inner() - 1
    }
}

impl<H: Heuristic> Heuristic for Counting<H> {
    type Memo = H::Memo;

    fn start<P: Position>(&self, state: &P) -> H::Memo {
        self.asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        self.bound.start(state)
    }

    fn step<P: Position>(&self, memo: &H::Memo, state: &P, slide: Slide) -> H::Memo {
        self.bound.step(memo, state, slide)
    }

    fn bound(&self, memo: &H::Memo) -> u32 {
        self.bound.bound(memo)
    }

    fn is_admissible(&self, metric: Metric) -> bool {
        self.bound.is_admissible(metric)
    }

    fn is_consistent(&self) -> bool {
        self.bound.is_consistent()
    }
}

/// How many positions there are at each depth from a root whose depth plus bound is at most `length`.
fn open_by_depth(grid: &Grid, root: &[u32], length: u32, bound: impl Fn(&[u32]) -> u32) -> Vec<u64> {
    let mut counts = vec![0; length as usize + 1];
    let mut seen = std::collections::HashSet::from([root.to_vec()]);
    let mut layer = vec![root.to_vec()];
    for depth in 0..=length {
        counts[depth as usize] =
            layer.iter().filter(|position| depth + bound(position) <= length).count() as u64;
        let mut next = Vec::new();
        for position in &layer {
            let blank = position.iter().position(|&label| label as usize == grid.home()).unwrap();
            for direction in Direction::ALL {
                let Some(from) = grid.source(blank, direction) else { continue };
                let mut after = position.clone();
                after.swap(blank, from);
                if seen.insert(after.clone()) {
                    next.push(after);
                }
            }
        }
        layer = next;
    }
    counts
}

/// A search that leaves nothing to luck touches every pair of positions, one from each end, through which a solution no longer than
/// the shortest might lead. (One that is lucky meets a solution first, and is spared pairs through which only one just as long might lead:
/// on boards whose bound is exact that is all of them.) Such pairs are those with depths below its length in sum and bounds within it, so the fewest positions
/// that touch all of them are all below a depth from the start and all below the rest of the length from home.
#[test]
fn a_search_from_both_ends_expands_at_most_twice_what_one_without_luck_must() {
    let mut boards = 0;
    for (size, step) in [("2x3", 1), ("3x3", 20_011)] {
        let shape: Shape = size.parse().unwrap();
        let grid = Grid::new(shape, shape.last_cell()).unwrap();
        let home: Vec<u32> = (0..grid.cells() as u32).collect();
        let map = taquin_solve::census::distances(shape, shape.last_cell(), Metric::Stm).unwrap();
        for (position, length) in map.iter().step_by(step).filter(|&(_, length)| length > 0) {
            let start: Vec<u32> = position.iter().map(|&label| u32::from(label)).collect();
            let homes = homes(&grid, &start);
            let forth = Counting::new(Manhattan::new(&grid));
            let back = Counting::new(Manhattan::new(&Grid::new(shape, homes.blank()).unwrap()));
            let found = bidirectional::solve(&homes, &forth, &back, MEMORY, &Unlimited).unwrap().unwrap();
            assert_eq!(found.slides.len() as u32, length);
            let apart = |one: &[u32], other: &[u32]| -> u32 {
                let cell_in = |list: &[u32], label: u32| list.iter().position(|&l| l == label).unwrap();
                let labels = home.iter().filter(|&&label| label as usize != grid.home());
                labels.map(|&label| grid.distance(cell_in(one, label), cell_in(other, label))).sum()
            };
            let from_start = open_by_depth(&grid, &start, length, |at| apart(at, &home));
            let from_home = open_by_depth(&grid, &home, length, |at| apart(at, &start));
            let below = |counts: &[u64], depth: u32| counts[..depth as usize].iter().sum::<u64>();
            let must =
                (0..=length).map(|t| below(&from_start, t) + below(&from_home, length - t)).min().unwrap();
            let expanded = forth.expanded() + back.expanded();
            assert!(expanded <= 2 * must, "{size} {start:?}: {expanded} expanded, {must} must be");
            boards += 1;
        }
    }
    assert!(boards > 365, "{boards}");
}
