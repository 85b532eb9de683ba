//! The search for boards of 17 to 25 cells: that of [`crate::search::cells16`], on tables for so many cells.
//!
//! It takes `BATCH` positions from the top of its stack at once, works out where the entries of all their children
//! stand, asks for those cache lines, and only then judges. A child that survives one view asks the other. What
//! differs is what is kept of a position: no tile by name, but for each pattern the set of its cells and the rank of
//! its order, both brought up to date by the slide (see [`crate::table::cells25::layout`]).
//!
//! What an iteration is, and how they follow each other, is in `deepen.rs`; what it begins with in `layers.rs`.

mod batch;
mod deepen;
mod entries;
mod layers;
mod node;
mod slopes;

use super::Outcome;
use super::frontier::{Ended, Frontier, Waiting};
use crate::monitor::Stretch;
use crate::position::Homes;
use crate::proof::Keeping;
use crate::short::Learned;
use crate::table::cells25::Tables25;
use crate::{Effort, Monitor};
use batch::{Batch, Look};
use deepen::deepen;
pub(crate) use deepen::{Habits, SLOPES_NODES};
use entries::ByEntries;
use node::{Node, Scene};
use slopes::BySlopes;

/// The shortest way home from a position on the tables' board, from where an earlier search stood. With one thread the
/// slides and the number of nodes are always the same; with more, hard boards are shared between them.
pub(crate) fn solve(
    homes: &Homes,
    tables: &Tables25,
    learned: &Learned,
    effort: Effort,
    habits: Habits,
    keeping: Keeping<'_>,
    monitor: &dyn Monitor,
) -> Outcome {
    match tables.views.len() {
        1 => on_views::<1>(homes, tables, learned, effort, habits, keeping, monitor),
        2 => on_views::<2>(homes, tables, learned, effort, habits, keeping, monitor),
        3 => on_views::<3>(homes, tables, learned, effort, habits, keeping, monitor),
        _ => on_views::<4>(homes, tables, learned, effort, habits, keeping, monitor),
    }
}

/// The same, for a number of views: on the tables as they are, and on slopes where they are wanted, once they are there or an
/// iteration is ahead that is worth to make them.
fn on_views<const V: usize>(
    homes: &Homes,
    tables: &Tables25,
    learned: &Learned,
    effort: Effort,
    habits: Habits,
    mut keeping: Keeping<'_>,
    monitor: &dyn Monitor,
) -> Outcome {
    let before = keeping.from.as_ref().map_or(0, |proof| proof.nodes);
    if habits.slopes_nodes.is_none() || tables.known_slopes().is_none() {
        let scene = Scene::<V>::new(tables, &[]);
        let ended = deepen::<V, ByEntries<V>>(homes, &scene, learned, effort, habits, &mut keeping, monitor);
        if let Some(ended) = ended {
            return ended;
        }
    }
    let made = keeping.from.as_ref().map_or(0, |proof| proof.nodes.saturating_sub(before));
    let monitor = &Stretch::new(monitor, made, u64::MAX);
    let habits = Habits { slopes_nodes: None, ..habits };
    let ended = match tables.slopes(effort.threads, monitor) {
        Ok(slopes) => {
            let scene = Scene::<V>::new(tables, &slopes);
            let memory_bytes = effort.memory_bytes.saturating_sub(tables.slopes_bytes() as u64);
            let effort = Effort { memory_bytes, ..effort };
            deepen::<V, BySlopes<V>>(homes, &scene, learned, effort, habits, &mut keeping, monitor)
        }
        // There is less memory than was thought, or an end that the search will be told of, too.
        Err(_) => {
            let scene = Scene::<V>::new(tables, &[]);
            deepen::<V, ByEntries<V>>(homes, &scene, learned, effort, habits, &mut keeping, monitor)
        }
    };
    ended.expect("a search that wants no slopes goes on to its end")
}

/// Searches everything that waits.
fn go_on<const V: usize, L: Look<V>>(scene: &Scene<'_, V>, frontier: &mut Frontier<'_, Node<V, L>>) -> Ended {
    let Some(some) = frontier.any() else { return Ended::Exhausted };
    let mut batch = Batch::new(some);
    frontier.exhaust(|frontier| {
        let Some((count, record)) = frontier.take(&mut batch.parents) else { return Some(Ended::Exhausted) };
        let (limit, ahead_from, before) = (frontier.limit, frontier.ahead_from, frontier.stack.len());
        frontier.nodes += batch.expand(scene, &scene.tables.automaton, count, record, &mut frontier.stack);
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
