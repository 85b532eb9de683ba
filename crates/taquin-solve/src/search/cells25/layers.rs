//! What a long iteration begins with: all positions at some depth, each once.
//!
//! Depth first, a position that several ways lead to is searched as often; the automaton knows only short detours.
//! Breadth first, layer by layer, duplicates are seen, and one of them is kept, with the automaton at its beginning. That
//! loses nothing: of the first of all shortest ways the rest is always open to one of the positions kept. A step leads to a
//! position that is met once, where the automaton goes on, or to one that is met again, where it begins anew; and what
//! is left of that way completes no forbidden word, wherever the automaton begins.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::batch::{Batch, Look};
use super::node::{Node, Scene};
use crate::proof::Key;
use crate::search::frontier::{BATCH, Frontier};
use crate::{Progress, StopReason};

/// Bytes for each position of the last layer: itself, those of the layer before, their keys.
pub(super) const POSITION_BYTES: u64 = 600;

/// Batches between two looks at the monitor.
const POLL_BATCHES: usize = 64;

/// The positions of a depth.
pub(super) struct NodeLayer<const V: usize, L: Look<V>> {
    pub nodes: Vec<Node<V, L>>,
    pub keys: Vec<Key>,
    /// Where their ancestors came from; see [`Frontier::start_below`].
    pub records: Vec<u32>,
    pub depth: u32,
}

/// When to stop growing.
pub(super) struct Until {
    /// This many positions are enough, or this depth, where one is given.
    pub wanted: usize,
    pub depth: Option<u32>,
    /// There is no room for more positions, and no reason to go deeper.
    pub most: usize,
    pub deepest: u32,
}

impl<const V: usize, L: Look<V>> NodeLayer<V, L> {
    /// The start alone.
    pub fn new(root: Node<V, L>, key: Key) -> NodeLayer<V, L> {
        NodeLayer { nodes: vec![root], keys: vec![key], records: Vec::new(), depth: 0 }
    }

    /// Grows layer by layer. `cells` are the cells of the board as it stands, as the keys number them.
    pub fn grow(
        &mut self,
        scene: &Scene<'_, V>,
        cells: &[u8],
        until: &Until,
        frontier: &mut Frontier<'_, Node<V, L>>,
    ) -> Result<(), StopReason> {
        let automaton = &scene.tables.automaton;
        let mut known: FxHashMap<Key, u32> = FxHashMap::default();
        while let Some(&some) = self.nodes.first() {
            let enough = until.depth.map_or(self.nodes.len() >= until.wanted, |depth| self.depth >= depth);
            if enough || 2 * self.nodes.len() > until.most || self.depth >= until.deepest {
                break;
            }
            let mut batch = Batch::new(some);
            let mut children = Vec::new();
            let first = self.records.len();
            self.records.extend(self.nodes.iter().map(|node| node.up));
            let mut nodes: Vec<Node<V, L>> = Vec::with_capacity(2 * self.nodes.len());
            let mut keys = Vec::with_capacity(2 * self.nodes.len());
            known.clear();
            for (number, part) in self.nodes.chunks(BATCH).enumerate() {
                batch.parents[..part.len()].copy_from_slice(part);
                let begin = first + number * BATCH;
                frontier.nodes += batch.expand(scene, automaton, part.len(), begin as u32, &mut children);
                for node in children.drain(..) {
                    let parent = (node.up >> 2) as usize - first;
                    let came_from = self.nodes[parent].blank;
                    let (from, to) = (cells[node.blank as usize], cells[came_from as usize]);
                    let key = self.keys[parent].slid(from, to);
                    match known.entry(key) {
                        Entry::Occupied(place) => {
                            let kept = &mut nodes[*place.get() as usize];
                            kept.state = automaton.start(kept.blank);
                        }
                        Entry::Vacant(place) => {
                            place.insert(nodes.len() as u32);
                            nodes.push(node);
                            keys.push(key);
                        }
                    }
                }
                if number % POLL_BATCHES == 0 {
                    tell(frontier)?;
                }
            }
            (self.nodes, self.keys) = (nodes, keys);
            self.depth += 1;
        }
        Ok(())
    }
}

/// News for the monitor.
fn tell<const V: usize, L: Look<V>>(frontier: &Frontier<'_, Node<V, L>>) -> Result<(), StopReason> {
    let (nodes, lower_bound, best) = (frontier.nodes, frontier.limit, frontier.best);
    let progress = Progress { phase: "searching", nodes, lower_bound, best, ..Progress::default() };
    frontier.monitor.look(&progress)
}
