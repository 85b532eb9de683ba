//! The search for boards of up to 16 cells: iterative deepening on pattern tables, in batches.
//!
//! A depth-first search that reads one entry at a time waits for memory most of the time. This one takes
//! `BATCH` positions from the top of its stack at once, works out where the entries of all their children
//! stand, asks for those cache lines, and only then judges. The views of a position are asked one after the
//! other, and only children that survived the one before ask the next; first comes the view that sees the slide
//! within a row, whose entry most likely stands in a line read before (see [`crate::table::cells16::layout`]).
//!
//! The bound rises by 2: each slide changes the bound by exactly one, so depth plus bound keeps its parity. A
//! child's bound is either one less, which costs nothing, or one more, which costs one of the *slack* that is
//! left to its view. Below zero it is dropped. A position as deep as the limit has bound 0: it is the goal. Near the goal
//! an iteration looks ahead: ways two slides longer are followed, too.

mod batch;
mod node;

use super::frontier::{Ended, Frontier, NEVER};
use super::{Found, Halted, Outcome, as_given, pool};
use crate::Monitor;
use crate::gather::{Gather, Portable};
use crate::position::Homes;
use crate::table::cells16::Tables16;
use batch::Batch;
use node::{Node, Scene};

/// Slides from the goal within which an iteration looks ahead ([`crate::proof::look_ahead`]). Of 24 to 40 this one left the
/// fewest nodes of Korf's 100 boards with big tables, a fifth fewer than none; with small ones 28 is as good.
const AHEAD: u32 = 32;

/// The shortest way home from a position on the tables' board. With one thread the slides and the number
/// of nodes are always the same; with more, hard boards are shared between them.
pub fn solve(homes: &Homes, tables: &Tables16, threads: usize, monitor: &dyn Monitor) -> Outcome {
    let found = run(homes, tables, None, threads, monitor)?;
    Ok(found.expect("every position has a way home"))
}

/// Whether there is a way home of this length, which the distance must not be below and whose parity is the distance's:
/// one iteration instead of all.
pub fn has_way(homes: &Homes, tables: &Tables16, length: u32, monitor: &dyn Monitor) -> Result<bool, Halted> {
    Ok(run(homes, tables, Some(length), 1, monitor)?.is_some())
}

#[cfg(not(target_family = "wasm"))]
fn run(
    homes: &Homes,
    tables: &Tables16,
    only: Option<u32>,
    threads: usize,
    monitor: &dyn Monitor,
) -> Result<Option<Found>, Halted> {
    let patterns = tables.views.iter().map(|view| view.tables.len()).max().unwrap_or(0);
    macro_rules! with_views {
        ($($views:literal)*) => {
            match (tables.views.len(), patterns) {
                $(($views, 0..=2) => deepen::<$views, 2>(homes, tables, only, threads, monitor),)*
                $(($views, _) => deepen::<$views, 4>(homes, tables, only, threads, monitor),)*
                _ => deepen::<8, 4>(homes, tables, only, threads, monitor),
            }
        };
    }
    with_views!(1 2 3 4 5 6 7)
}

/// The same by the variants that small tables need: a visitor of the page waits for every
/// other one. Tables16 with more views are searched with fewer of them, which is as right and slower.
#[cfg(target_family = "wasm")]
fn run(
    homes: &Homes,
    tables: &Tables16,
    only: Option<u32>,
    threads: usize,
    monitor: &dyn Monitor,
) -> Result<Option<Found>, Halted> {
    match tables.views.len() {
        1 => deepen::<1, 4>(homes, tables, only, threads, monitor),
        2 | 3 => deepen::<2, 4>(homes, tables, only, threads, monitor),
        _ => deepen::<4, 4>(homes, tables, only, threads, monitor),
    }
}

fn deepen<const V: usize, const P: usize>(
    homes: &Homes,
    tables: &Tables16,
    only: Option<u32>,
    threads: usize,
    monitor: &dyn Monitor,
) -> Result<Option<Found>, Halted> {
    homes.must_be_of(tables.shape(), tables.home());
    let scene = Scene::<V, P>::new(tables);
    let position = homes.bytes();
    let (root, bounds) = scene.root(&position);
    let bound = bounds.iter().copied().max().unwrap_or(0);
    let mut limit = only.unwrap_or(bound);
    if limit < bound {
        return Ok(None);
    }
    let threads = if cfg!(target_family = "wasm") { 1 } else { threads };
    let mut frontier = Frontier::new(monitor, threads);
    while limit > 0 {
        frontier.limit = limit;
        let from = (limit + 2).saturating_sub(AHEAD);
        frontier.ahead_from = if only.is_some() || from < 2 { NEVER } else { from };
        let slack = bounds.map(|bound| ((limit - bound) / 2) as i8);
        frontier.start(Node { slack, ..root });
        match pool::search(&mut frontier, threads, &|frontier| go_on(&scene, frontier)) {
            Ended::Found(way) => {
                let slides = as_given(tables.standing(), tables.shape(), &position, &way);
                return Ok(Some(Found { slides, nodes: frontier.nodes }));
            }
            Ended::Exhausted | Ended::TooMuch if only.is_some() => return Ok(None),
            Ended::Exhausted | Ended::TooMuch => {
                limit += 2;
                // Looking ahead has met the goal, and everything shorter is excluded now.
                if let Some(way) = frontier.ahead.take() {
                    let slides = as_given(tables.standing(), tables.shape(), &position, &way);
                    return Ok(Some(Found { slides, nodes: frontier.nodes }));
                }
            }
            Ended::Stopped(why) => {
                let given = |way: Vec<u8>| as_given(tables.standing(), tables.shape(), &position, &way);
                let best = frontier.ahead.take().map(given);
                return Err(Halted { why, lower_bound: limit, best, nodes: frontier.nodes });
            }
        }
    }
    Ok(Some(Found { slides: Vec::new(), nodes: frontier.nodes }).filter(|_| bound == 0))
}

/// Searches everything that waits.
fn go_on<const V: usize, const P: usize>(
    scene: &Scene<'_, V, P>,
    frontier: &mut Frontier<'_, Node<V, P>>,
) -> Ended {
    #[cfg(target_arch = "x86_64")]
    if crate::gather::is_possible() {
        // SAFETY: the processor has the features.
        return unsafe { go_on_bmi2(scene, frontier) };
    }
    expand_all::<Portable, V, P>(scene, frontier)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,popcnt,avx2")]
fn go_on_bmi2<const V: usize, const P: usize>(
    scene: &Scene<'_, V, P>,
    frontier: &mut Frontier<'_, Node<V, P>>,
) -> Ended {
    expand_all::<crate::gather::Bmi2, V, P>(scene, frontier)
}

#[inline(always)]
fn expand_all<G: Gather, const V: usize, const P: usize>(
    scene: &Scene<'_, V, P>,
    frontier: &mut Frontier<'_, Node<V, P>>,
) -> Ended {
    let Some(any) = frontier.any() else { return Ended::Exhausted };
    let mut batch = Batch::new(&any);
    frontier.exhaust(|frontier| batch.expand::<G>(scene, frontier))
}
