//! Threads that end early, and monitors that fail.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

use taquin_core::{Cell, Goal, Problem, Scrambler, Seed, Shape};

use super::homes;
use crate::census::{CensusOptions, Map, census};
use crate::multi::{self, MultiTables};
use crate::search::cells16;
use crate::table::cells16::Tables16;
use crate::{Monitor, Options, Progress, StopReason, Unlimited, Want, plan};

/// The board of the first wrong answer with two threads that was ever provoked: 57 moves, called 59.
const HARD: [u8; 16] = [11, 2, 4, 9, 14, 1, 3, 8, 5, 6, 10, 15, 0, 13, 7, 12];

/// One of the farthest, 80 moves: no search of it ends before a monitor has looked some dozen times.
const FARTHEST: [u8; 16] = [15, 10, 8, 12, 11, 14, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0];

fn shape() -> Shape {
    Shape::new(4, 4).unwrap()
}

/// A monitor that panics at its `n`-th look, from whichever thread looks.
struct Fails {
    looks: AtomicU64,
    at: u64,
}

impl Monitor for Fails {
    fn poll(&self, _: &Progress) -> ControlFlow<StopReason> {
        assert!(self.looks.fetch_add(1, Ordering::Relaxed) < self.at, "on purpose");
        ControlFlow::Continue(())
    }
}

#[test]
fn a_hard_board_takes_57_slides_with_every_number_of_threads() {
    let tables = Tables16::small(shape(), Cell::new(15), 2, &Unlimited).unwrap();
    for threads in [1, 2, 3, 8, 33] {
        let found = cells16::solve(&homes(shape(), 15, &HARD), &tables, threads, &Unlimited).unwrap();
        assert_eq!(found.slides.len(), 57, "{threads} threads");
    }
}

#[test]
fn a_monitor_that_panics_ends_the_search_of_all_threads() {
    let tables = Tables16::small(shape(), Cell::new(15), 2, &Unlimited).unwrap();
    let multi_tables = MultiTables::small(shape(), Cell::new(15), 2, &Unlimited).unwrap();
    let position = homes(shape(), 15, &FARTHEST);
    for (threads, at) in [(1, 3), (2, 12), (2, 40), (4, 25)] {
        let search = AssertUnwindSafe(|| {
            let monitor = Fails { looks: AtomicU64::new(0), at };
            cells16::solve(&position, &tables, threads, &monitor)
        });
        assert!(catch_unwind(search).is_err(), "{threads} threads, look {at}");
        let search = AssertUnwindSafe(|| {
            // It looks up less often.
            let monitor = Fails { looks: AtomicU64::new(0), at: at / 12 };
            multi::solve(&position, &multi_tables, threads, &monitor)
        });
        assert!(catch_unwind(search).is_err(), "multi, {threads} threads, look {at}");
    }
}

/// Work that threads share, on so many of them, under a monitor.
type Shared = (&'static str, fn(usize, &dyn Monitor));

const SHARED: [Shared; 6] = [
    ("a table", |threads, monitor| drop(Tables16::small(shape(), Cell::new(15), threads, monitor))),
    ("a table of lines", |threads, monitor| {
        drop(MultiTables::small(shape(), Cell::new(15), threads, monitor));
    }),
    ("a census", |threads, monitor| {
        let options = CensusOptions::new().depth(16).threads(threads);
        drop(census(shape(), Cell::new(15), &options, monitor));
    }),
    ("a map", |threads, monitor| {
        let options = CensusOptions::new().threads(threads);
        drop(Map::new(Shape::new(2, 5).unwrap(), Cell::new(9), &options, monitor));
    }),
    ("short solutions", |threads, monitor| {
        solved(Shape::new(6, 6).unwrap(), Want::Short, threads, monitor);
    }),
    ("a search of 18 cells", |threads, monitor| {
        solved(Shape::new(3, 6).unwrap(), Want::Optimal, threads, monitor);
    }),
];

fn solved(shape: Shape, want: Want, threads: usize, monitor: &dyn Monitor) {
    let board = Scrambler::new(shape, &Goal::BlankLast, Seed::new(1)).unwrap().board(0);
    let solvable = Problem::new(board, &Goal::BlankLast).unwrap().decide().unwrap();
    let _ = plan(&solvable, &Options::new().want(want).threads(threads)).unwrap().solve(monitor);
}

#[test]
fn a_monitor_that_panics_ends_whatever_threads_share() {
    for (name, work) in SHARED {
        for (threads, at) in [(1, 5), (2, 5), (4, 40)] {
            let monitor = Fails { looks: AtomicU64::new(0), at };
            let ended = catch_unwind(AssertUnwindSafe(|| work(threads, &monitor)));
            assert!(ended.is_err(), "{name}, {threads} threads, look {at}");
            // Each of the others may have been on its way to a look; none goes on looking.
            let looks = monitor.looks.into_inner();
            assert!(looks <= at + 2 * threads as u64, "{name}, {threads} threads: {looks} looks, not {at}");
        }
    }
}
