//! A beam under a limit: often finds a solution of that length in a small part of an iteration's time.
//!
//! Where looking ahead has not met the goal, an iteration whose limit is the distance costs several times all those
//! before it. A beam goes through the same positions depth by depth, each once, and keeps at each depth those with the
//! most slack. It proves nothing when it fails, but when all shorter lengths are excluded already, what it finds is
//! shortest. Under a generous limit it finds something to show when a search is stopped.

use std::ops::ControlFlow;

use super::batch::{Look, Work};
use super::node::{Node, Scene};
use crate::search::frontier::{BATCH, Frontier};
use crate::search::prune::Automaton;
use crate::{Progress, StopReason};

/// Bytes that a beam takes for each position of its width, for boards of up to 25 cells and any length.
pub(super) const WIDTH_BYTES: u64 = 1400;

/// A wider beam leaves the caches, and hardly finds more.
pub(super) const WIDEST: u64 = 1 << 17;

/// Batches between two looks at the monitor.
const POLL_BATCHES: usize = 256;

/// Fingerprints of the positions of one depth.
struct Known {
    slots: Vec<u32>,
}

impl Known {
    /// Room for the positions that a beam of this width takes in at one depth.
    fn new(width: usize) -> Known {
        Known { slots: vec![0; (4 * width).next_power_of_two()] }
    }

    /// Whether a fingerprint is new. Two positions with the same one are taken for one: a beam may lose a position.
    #[inline]
    fn insert(&mut self, print: u64) -> bool {
        let mask = self.slots.len() - 1;
        let (mut at, print) = ((print >> 32) as usize & mask, (print as u32).max(1));
        // After a few taken slots a position is let in unseen: one too many does no harm.
        for _ in 0..16 {
            match self.slots[at] {
                0 => {
                    self.slots[at] = print;
                    return true;
                }
                other if other == print => return false,
                _ => at = (at + 1) & mask,
            }
        }
        true
    }
}

/// A number that equal positions share and others hardly ever do.
fn fingerprint<const V: usize, L: Look<V>>(node: &Node<V, L>) -> u64 {
    let mut print = 0u64;
    for seen in &node.seen[0] {
        print =
            (print ^ u64::from(seen.set) << 10 ^ u64::from(seen.rank)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        print ^= print >> 29;
    }
    print
}

/// How promising a position is: the slack of all its views; chance decides between equals, or neighbours that came
/// first would crowd out the others.
fn score<const V: usize, L: Look<V>>(node: &Node<V, L>) -> usize {
    let sum: usize = node.slack.iter().map(|&slack| slack.max(0) as usize).sum();
    (sum << CHANCE_BITS | (fingerprint(node) >> 40) as usize & ((1 << CHANCE_BITS) - 1)).min(SCORES - 1)
}

const CHANCE_BITS: usize = 3;
const SCORES: usize = 2048;

/// The positions of one depth, as many as the width allows.
struct Level<const V: usize, L: Look<V>> {
    nodes: Vec<Node<V, L>>,
    /// How many of them have each score.
    counts: Vec<usize>,
    /// Scores below it are not let in: there are enough better ones.
    least: usize,
    width: usize,
}

impl<const V: usize, L: Look<V>> Level<V, L> {
    fn new(width: usize) -> Level<V, L> {
        Level { nodes: Vec::new(), counts: vec![0; SCORES], least: 0, width }
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.counts.fill(0);
        self.least = 0;
    }

    fn push(&mut self, node: &Node<V, L>, score: usize) {
        self.nodes.push(*node);
        self.counts[score] += 1;
        if self.nodes.len() >= 2 * self.width {
            self.narrow();
        }
    }

    /// Keeps the `width` most promising positions.
    fn narrow(&mut self) {
        if self.nodes.len() <= self.width {
            return;
        }
        let mut room = self.width;
        let mut least = SCORES;
        while least > 0 && self.counts[least - 1] <= room {
            least -= 1;
            room -= self.counts[least];
        }
        self.counts[..least].fill(0);
        if least > 0 {
            self.counts[least - 1] = room;
        }
        self.nodes.retain(|node| {
            let score = score(node) + 1;
            let last = score == least && room > 0;
            room -= usize::from(last);
            score > least || last
        });
        self.least = least;
    }
}

/// Looks for a solution of at most `limit` slides below `root`, whose slack is that of the limit. Counts its nodes
/// with those of the iterations.
pub(super) fn search<const V: usize, L: Look<V>>(
    scene: &Scene<'_, V>,
    root: &Node<V, L>,
    limit: u32,
    width: usize,
    frontier: &mut Frontier<'_, Node<V, L>>,
) -> Result<Option<Vec<u8>>, StopReason> {
    // Words that go back at once are enough: whatever else leads to a position twice is seen.
    let automaton =
        Automaton::new(scene.tables.standing().shape, 2, &crate::Unlimited).expect("nobody stops it");
    let mut level = Level::new(width);
    level.nodes.push(Node { state: automaton.start(root.blank), ..*root });
    let mut next = Level::new(width);
    let mut ways: Vec<Vec<u32>> = Vec::new();
    let mut known = Known::new(width);
    let mut work = Work::new(*root);
    let mut children = Vec::new();
    for depth in 1..=limit {
        let mut goal = None;
        next.clear();
        known.slots.fill(0);
        for (number, part) in level.nodes.chunks(BATCH).enumerate() {
            work.batch[..part.len()].copy_from_slice(part);
            let first = (number * BATCH) as u32;
            frontier.nodes += work.expand(scene, &automaton, part.len(), first, &mut children);
            for node in children.drain(..) {
                // All that is left of the limit is slack: the bound is 0.
                if 2 * node.slack[0] as u32 == limit - depth {
                    goal = Some(node.up);
                }
                let score = score(&node);
                if score >= next.least && known.insert(fingerprint(&node)) {
                    next.push(&node, score);
                }
            }
            if number % POLL_BATCHES == 0 {
                let (nodes, lower_bound, best) = (frontier.nodes, frontier.limit, frontier.best);
                let progress =
                    Progress { phase: "searching", nodes, lower_bound, best, ..Progress::default() };
                if let ControlFlow::Break(why) = frontier.monitor.poll(&progress) {
                    return Err(why);
                }
            }
        }
        if let Some(up) = goal {
            return Ok(Some(way(&ways, up)));
        }
        next.narrow();
        if next.nodes.is_empty() {
            break;
        }
        ways.push(next.nodes.iter().map(|node| node.up).collect());
        std::mem::swap(&mut level, &mut next);
    }
    Ok(None)
}

/// The slides that lead to a position, from its last one and the levels before.
fn way(ways: &[Vec<u32>], last: u32) -> Vec<u8> {
    let mut up = last;
    let mut way = vec![(up & 3) as u8];
    for level in ways.iter().rev() {
        up = level[(up >> 2) as usize];
        way.push((up & 3) as u8);
    }
    way.reverse();
    way
}
