//! The search for boards of 17 to 25 cells: that of [`crate::search::cells16`], on tables for so many cells.
//!
//! It takes `BATCH` positions from the top of its stack at once, works out where the entries of all their children
//! stand, asks for those cache lines, and only then judges. A child that survives one view asks the other. What
//! differs is what is kept of a position: no tile by name, but for each pattern the set of its cells and the rank of
//! its order, both brought up to date by the slide (see [`crate::table::cells25::layout`]).
//!
//! What an iteration is, and how they follow each other, is in `deepen.rs`; what it begins with in `layers.rs`.

mod batch;
mod beam;
mod deepen;
mod layers;
mod node;

use super::Outcome;
use super::frontier::{Ended, Frontier, Waiting};
use crate::position::Homes;
use crate::proof::Keeping;
use crate::table::cells25::Tables25;
use crate::{Effort, Monitor};
use batch::Work;
pub(crate) use deepen::Habits;
use deepen::deepen;
use node::{Node, Scene};

/// The shortest way home from a position on the tables' board, from where an earlier search stood. With one thread the
/// slides and the number of nodes are always the same; with more, hard boards are shared between them.
pub(crate) fn solve(
    homes: &Homes,
    tables: &Tables25,
    effort: Effort,
    habits: Habits,
    keeping: Keeping<'_>,
    monitor: &dyn Monitor,
) -> Outcome {
    match tables.views.len() {
        1 => deepen::<1>(homes, tables, effort, habits, keeping, monitor),
        2 => deepen::<2>(homes, tables, effort, habits, keeping, monitor),
        3 => deepen::<3>(homes, tables, effort, habits, keeping, monitor),
        _ => deepen::<4>(homes, tables, effort, habits, keeping, monitor),
    }
}

/// Searches everything that waits.
fn go_on<const V: usize>(scene: &Scene<'_, V>, frontier: &mut Frontier<'_, Node<V>>) -> Ended {
    let Some(some) = frontier.any() else { return Ended::Exhausted };
    let mut work = Work::new(some);
    frontier.exhaust(|frontier| {
        let Some((count, record)) = frontier.take(&mut work.batch) else { return Some(Ended::Exhausted) };
        let (limit, ahead_from, before) = (frontier.limit, frontier.ahead_from, frontier.stack.len());
        frontier.nodes += work.expand(scene, &scene.tables.automaton, count, record, &mut frontier.stack);
        let mut goal: Option<(u32, u32)> = None;
        for node in &mut frontier.stack[before..] {
            let depth = u32::from(node.depth);
            if depth + 1 == ahead_from {
                node.look_ahead();
            }
            if depth >= limit && node.is_home(limit) {
                goal = goal.filter(|&(_, before)| before < depth).or(Some((node.up, depth)));
            }
        }
        goal.and_then(|(up, depth)| frontier.met(up, depth))
    })
}
