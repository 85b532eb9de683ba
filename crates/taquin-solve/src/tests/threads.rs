//! Threads that end early, and monitors that fail.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

use taquin_core::{Cell, Shape};

use super::homes;
use crate::multi::{self, MultiTables};
use crate::search::cells16;
use crate::table::cells16::Tables16;
use crate::{Monitor, Progress, StopReason, Unlimited};

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
