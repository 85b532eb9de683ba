use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use taquin_core::{Cell, Direction, Shape};

use super::bound::Bounds;
use super::way::Waypoint;
use super::{Learned, ShortAnswer};
use crate::Effort;
use crate::construct;
use crate::position::Homes;
use crate::random::Random;
use crate::tests::homes;
use crate::{Monitor, Progress, StopReason, Unlimited};

/// Stops at a number of nodes and tells the share of them as the share of the time.
struct Budget {
    nodes: u64,
    used: AtomicU64,
}

impl Budget {
    fn new(nodes: u64) -> Budget {
        Budget { nodes, used: AtomicU64::new(0) }
    }
}

impl Monitor for Budget {
    fn poll(&self, progress: &Progress) -> ControlFlow<StopReason> {
        // The first answer takes no time, so that the rest of it is for beams.
        let used = if progress.phase == "placing tiles" { 0 } else { progress.nodes };
        self.used.store(used, Ordering::Relaxed);
        if progress.nodes >= self.nodes {
            ControlFlow::Break(StopReason::Time)
        } else {
            ControlFlow::Continue(())
        }
    }

    fn spent(&self) -> f64 {
        (self.used.load(Ordering::Relaxed) as f64 / self.nodes as f64).clamp(1e-9, 1.0)
    }
}

/// Solves with a guide of its own.
fn solve(
    homes: &Homes,
    effort: Effort,
    monitor: &dyn Monitor,
    report: &(dyn Fn(&[Direction]) + Sync),
) -> Result<ShortAnswer, StopReason> {
    static LEARNED: std::sync::LazyLock<Learned> = std::sync::LazyLock::new(Learned::default);
    super::solve(&LEARNED, homes, effort, monitor, report)
}

fn shape(rows: u32, columns: u32) -> Shape {
    Shape::new(rows, columns).expect("a small shape")
}

/// A solvable position: the solved one, walked away from at random.
fn walked(shape: Shape, home: usize, steps: usize, random: &mut Random) -> Homes {
    let mut here =
        Waypoint::new(&Homes::solved(shape, Cell::new(home as u32))).expect("the blank is somewhere");
    for _ in 0..steps {
        here.slide(Direction::ALL[random.below(4)]);
    }
    homes(shape, home, &here.labels)
}

fn options(threads: usize) -> Effort {
    Effort { threads, memory_bytes: 256 << 20 }
}

/// Asserts everything that is true of every answer.
fn check(homes: &Homes, answer: &ShortAnswer) {
    let mut here = Waypoint::new(homes).expect("the blank is somewhere");
    for &slide in &answer.slides {
        assert!(here.slide(slide), "{homes:?}: a slide against the wall");
    }
    assert_eq!(here, here.home(), "{homes:?}");
    assert!(answer.slides.len() as u64 >= answer.lower_bound);
    let net = construct::solution(homes).len();
    assert!(answer.slides.len() <= net, "{homes:?}: {} > {net}", answer.slides.len());
}

#[test]
fn every_shape_and_home_is_answered_no_worse_than_by_construction() {
    let mut random = Random(11);
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 4), (3, 6), (5, 5), (2, 9), (6, 4)] {
        let shape = shape(rows, columns);
        for home in 0..shape.cells() {
            let position = walked(shape, home, 60 * shape.cells(), &mut random);
            let monitor = Budget::new(20_000);
            let answer = solve(&position, options(1), &monitor, &|_| ());
            check(&position, &answer.expect("solvable"));
        }
    }
    for (rows, columns, home) in
        [(1, 7, 3), (7, 1, 0), (7, 7, 48), (4, 12, 0), (12, 3, 20), (10, 10, 99), (17, 16, 3)]
    {
        let shape = shape(rows, columns);
        let position = walked(shape, home, 60 * shape.cells(), &mut random);
        for threads in [1, 2] {
            let monitor = Budget::new(60_000);
            let answer = solve(&position, options(threads), &monitor, &|_| ());
            check(&position, &answer.expect("solvable"));
        }
    }
}

#[test]
fn one_thread_without_a_deadline_always_finds_the_same_slides() {
    let shape = shape(4, 4);
    let position = walked(shape, 15, 1001, &mut Random(5));
    let answers: Vec<ShortAnswer> =
        (0..2).map(|_| solve(&position, options(1), &Unlimited, &|_| ()).expect("solvable")).collect();
    assert_eq!(answers[0], answers[1]);
    check(&position, &answers[0]);
}

#[test]
fn each_report_is_better_than_the_one_before_and_the_last_is_the_answer() {
    let shape = shape(5, 6);
    let position = walked(shape, 7, 3000, &mut Random(3));
    let lengths = Mutex::new(Vec::new());
    let report = |slides: &[Direction]| lengths.lock().expect("no panic").push(slides.len());
    let answer = solve(&position, options(2), &Budget::new(300_000), &report).expect("solvable");
    let lengths = lengths.into_inner().expect("no panic");
    assert!(lengths.len() > 1 && lengths.windows(2).all(|pair| pair[1] < pair[0]), "{lengths:?}");
    assert_eq!(lengths.last(), Some(&answer.slides.len()));
    check(&position, &answer);
}

#[test]
fn little_memory_still_gives_an_answer_and_none_at_all_says_so() {
    let shape = shape(6, 6);
    let position = walked(shape, 35, 4000, &mut Random(9));
    let little = Effort { threads: 2, memory_bytes: 2_000 };
    let answer = solve(&position, little, &Budget::new(100_000), &|_| ()).expect("solvable");
    check(&position, &answer);
    let none = Effort { threads: 2, memory_bytes: 10 };
    let refused = solve(&position, none, &Budget::new(100_000), &|_| ());
    assert_eq!(refused, Err(StopReason::Memory));
}

#[test]
fn a_deadline_already_past_still_gives_an_answer() {
    let shape = shape(5, 5);
    let position = walked(shape, 24, 2000, &mut Random(21));
    let answer = solve(&position, options(2), &Budget::new(0), &|_| ()).expect("solvable");
    check(&position, &answer);
}

#[test]
fn a_solved_board_is_answered_by_nothing_and_that_is_optimal() {
    let shape = shape(6, 7);
    let position = Homes::solved(shape, Cell::new(20));
    let answer = solve(&position, options(1), &Budget::new(1000), &|_| ()).expect("solved");
    assert!(answer.slides.is_empty() && answer.optimal && answer.lower_bound == 0);
}

/// The distance of every position from the solved one.
fn distances(shape: Shape, home: usize) -> HashMap<u64, (u32, Waypoint)> {
    let pack = |here: &Waypoint| here.labels.iter().fold(0, |key, &label| key << 4 | u64::from(label));
    let first = Waypoint::new(&Homes::solved(shape, Cell::new(home as u32))).expect("the blank is somewhere");
    let mut known = HashMap::from([(pack(&first), (0, first.clone()))]);
    let mut level = vec![first];
    let mut depth = 0;
    while !level.is_empty() {
        depth += 1;
        let mut next = Vec::new();
        for here in &level {
            for direction in Direction::ALL {
                let mut child = here.clone();
                if child.slide(direction) && !known.contains_key(&pack(&child)) {
                    known.insert(pack(&child), (depth, child.clone()));
                    next.push(child);
                }
            }
        }
        level = next;
    }
    known
}

#[test]
fn no_lower_bound_is_above_the_distance_on_any_small_board() {
    let full = std::env::var_os("TAQUIN_FULL").is_some();
    let mut boards =
        vec![(2, 3, 0..6), (3, 2, 0..6), (2, 4, 0..8), (3, 3, 0..if full { 9 } else { 2 }), (3, 3, 4..5)];
    if full {
        boards.push((2, 5, 0..10));
        boards.push((5, 2, 3..4));
    }
    for (rows, columns, homes) in boards {
        for home in homes {
            let shape = shape(rows, columns);
            let bounds = Bounds::new(shape, Cell::new(home as u32), &Unlimited).unwrap();
            for (distance, here) in distances(shape, home).values() {
                let position = crate::tests::homes(shape, home, &here.labels);
                let bound = bounds.of(&position);
                let distance = u64::from(*distance);
                assert!(bound <= distance && (distance - bound).is_multiple_of(2), "{position:?}");
            }
        }
    }
}

/// A position drawn from all of them.
fn uniform(shape: Shape, home: usize, random: &mut Random) -> Homes {
    let mut labels: Vec<u16> = (0..shape.cells() as u16).collect();
    for cell in (1..labels.len()).rev() {
        labels.swap(cell, random.below(cell + 1));
    }
    let make = |labels: &[u16]| {
        Homes::new(shape, Cell::new(home as u32), labels.iter().map(|&label| u32::from(label)))
    };
    make(&labels).unwrap_or_else(|_| {
        let tiles: Vec<usize> = (0..labels.len()).filter(|&cell| usize::from(labels[cell]) != home).collect();
        labels.swap(tiles[0], tiles[1]);
        make(&labels).expect("one of the two can be solved")
    })
}

/// Each of these takes another way through a large board: no beam at all, one in rooms, one over the whole board.
#[test]
fn large_boards_are_answered_right_with_any_number_of_nodes() {
    let mut random = Random(23);
    for (rows, columns, home, budgets) in [
        (12, 12, 0, [2_000, 100_000, 500_000]),
        (20, 20, 399, [5_000, 300_000, 1_000_000]),
        (32, 32, 500, [20_000, 300_000, 1_000_000]),
        (3, 60, 179, [5_000, 100_000, 500_000]),
        (50, 50, 2499, [0, 300_000, 2_000_000]),
        (100, 100, 9999, [0, 1_500_000, 2_500_000]),
        (61, 70, 3000, [0, 20_000, 1_000_000]),
    ] {
        let shape = shape(rows, columns);
        let position = uniform(shape, home, &mut random);
        let net = construct::solution(&position).len();
        for nodes in budgets {
            let answer = match solve(&position, options(2), &Budget::new(nodes), &|_| ()) {
                Ok(answer) => answer,
                // A board of thousands of cells may have no answer when there is no time at all.
                Err(why) => {
                    assert!(nodes < net as u64 && shape.cells() > 1024, "{shape}: {why}");
                    continue;
                }
            };
            check(&position, &answer);
            assert_eq!(answer.improved, answer.slides.len() < net, "{shape}, {nodes} nodes");
        }
    }
}

/// None, some and four times as many, summed over some boards; how often one board gains is chance.
#[test]
fn more_nodes_make_shorter_ways_of_large_boards() {
    for (side, few) in [(20, 1_000_000), (32, 1_500_000)] {
        let shape = shape(side, side);
        let mut random = Random(u64::from(side));
        let mut sums = [0; 3];
        for _ in 0..2 {
            let position = uniform(shape, shape.cells() - 1, &mut random);
            let once = |nodes| {
                let answer = solve(&position, options(1), &Budget::new(nodes), &|_| ()).expect("solvable");
                check(&position, &answer);
                answer.slides.len()
            };
            sums[0] += construct::solution(&position).len();
            for (sum, nodes) in sums[1..].iter_mut().zip([few, 4 * few]) {
                *sum += once(nodes);
            }
        }
        assert!(sums[0] >= sums[1] && sums[1] > sums[2], "{shape}: {sums:?}");
    }
}

#[test]
fn one_thread_on_a_large_board_always_finds_the_same_slides() {
    let shape = shape(16, 15);
    let position = uniform(shape, 100, &mut Random(8));
    let once = || solve(&position, options(1), &Budget::new(400_000), &|_| ()).expect("solvable");
    assert_eq!(once(), once());
}

/// Looks as often as this, and no oftener: the share of them is the share of the time.
struct Looks {
    most: u64,
    made: AtomicU64,
}

impl Monitor for Looks {
    fn poll(&self, _: &Progress) -> ControlFlow<StopReason> {
        let made = self.made.fetch_add(1, Ordering::Relaxed);
        if made >= self.most { ControlFlow::Break(StopReason::Time) } else { ControlFlow::Continue(()) }
    }

    fn spent(&self) -> f64 {
        (self.made.load(Ordering::Relaxed) as f64 / self.most as f64).min(1.0)
    }
}

#[test]
fn what_is_too_large_for_beams_is_swept_with_as_much_care_as_there_is_time_for() {
    let shape = shape(64, 64);
    let position = uniform(shape, 0, &mut Random(9));
    let quick = Looks { most: u64::MAX, made: AtomicU64::new(0) };
    let mut net = Vec::new();
    let sink = &mut |piece: &[Direction]| {
        net.extend_from_slice(piece);
        ControlFlow::Continue(())
    };
    construct::solve(&position, construct::Order::Square, &quick, sink).expect("nothing stops it");
    let looks = quick.made.into_inner();
    let improve = |times: u64, effort: Effort| {
        // The first answer has just come.
        let monitor = Looks { most: times * looks, made: AtomicU64::new(looks) };
        let (slides, _, _) = super::sweeps::improve(&position, net.clone(), effort, &monitor, &|_| ());
        let mut here = Waypoint::new(&position).expect("few cells");
        assert!(slides.iter().all(|&slide| here.slide(slide)) && here == here.home());
        assert!(slides.len() <= net.len());
        slides.len()
    };
    // No time, hardly any, some, enough.
    let lengths = [1, 2, 4, 40].map(|times| improve(times, options(1)));
    assert_eq!(lengths[0], net.len());
    assert!(lengths[3] * 100 < net.len() * 99, "{lengths:?} of {}", net.len());
    assert!(improve(40, options(2)) * 100 < net.len() * 99);
    // The room of a second way is needed beside the first.
    let effort = |ways: u64| Effort { memory_bytes: 3 * ways * net.len() as u64, ..options(2) };
    assert_eq!(improve(40, effort(1)), net.len());
    assert!(improve(40, effort(2)) < net.len());
}

#[test]
fn the_value_of_a_huge_board_fits_its_number() {
    for (rows, columns) in [(250, 250), (2, 30_000)] {
        let shape = shape(rows, columns);
        let weights = std::sync::Arc::new(super::weights::Weights::none());
        let evaluation =
            super::evaluate::Evaluation::new(shape, weights, &Unlimited).expect("nothing stops it");
        let aim = super::evaluate::Aim::new(&evaluation, 0);
        let home: Vec<u16> = (0..shape.cells() as u16).collect();
        let mut far = home.clone();
        far[1..].reverse();
        assert!(aim.value(&far, 0) > aim.value(&home, 0), "{shape}");
    }
}
