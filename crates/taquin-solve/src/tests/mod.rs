//! Tests of what the crate keeps to itself: tables, layouts, and the searches on them.

mod cells16;
mod cells25;
mod proofs;
mod tables;
mod threads;

use std::sync::LazyLock;

use taquin_core::{Cell, Shape};

use crate::position::Homes;
use crate::proof::Keeping;
use crate::search::Outcome;
use crate::search::cells25::{Habits, solve};
use crate::short::Learned;
use crate::table::cells25::Tables25;
use crate::{Effort, Monitor};

/// A position that a test has made and knows to be one.
pub(crate) fn homes<T: Copy + Into<u32>>(shape: Shape, home: usize, position: &[T]) -> Homes {
    Homes::new(shape, Cell::new(home as u32), position.iter().map(|&label| label.into())).unwrap()
}

/// The search of 17 to 25 cells; what guides its beams is made once for all tests.
pub(crate) fn solve25(
    homes: &Homes,
    tables: &Tables25,
    effort: Effort,
    habits: Habits,
    keeping: Keeping<'_>,
    monitor: &dyn Monitor,
) -> Outcome {
    static LEARNED: LazyLock<Learned> = LazyLock::new(Learned::default);
    solve(homes, tables, &LEARNED, effort, habits, keeping, monitor)
}

#[test]
fn the_front_page_says_what_is_in_every_module() {
    let page = include_str!("../lib.rs");
    let map: String = page.lines().filter(|line| line.starts_with("//! | ")).collect();
    let declared = |line: &'static str| {
        line.strip_prefix("pub ").unwrap_or(line).strip_prefix("mod ")?.strip_suffix(';')
    };
    let modules: Vec<&str> = page.lines().filter_map(declared).filter(|&module| module != "tests").collect();
    assert!(modules.contains(&"solver") && modules.contains(&"table"), "{modules:?}");
    for module in modules {
        assert!(map.contains(&format!("`{module}`")), "{module} is on no map");
    }
}
