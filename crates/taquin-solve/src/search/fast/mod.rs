//! The search for boards of up to 16 cells: iterative deepening on pattern tables, in batches.
//!
//! A depth-first search that reads one entry at a time waits for memory most of the time. This one takes
//! [`BATCH`] positions from the top of its stack at once, works out where the entries of all their children
//! stand, asks for those cache lines, and only then judges. The views of a position are asked one after the
//! other, and only children that survived the one before ask the next; first comes the view that sees the slide
//! within a row, whose entry most likely stands in a line read before (see [`crate::pattern::layout`]).
//!
//! The bound rises by 2: each slide changes the bound by exactly one, so depth plus bound keeps its parity. A
//! child's bound is either one less, which costs nothing, or one more, which costs one of the *slack* that is
//! left to its view. Below zero it is dropped. A position as deep as the limit has bound 0: it is the goal.

mod node;

use std::ops::ControlFlow;

use taquin_core::Direction;

use crate::pattern::Tables;
use crate::search::prune::CLOSED;
use crate::search::{Found, Halted, Outcome};
use crate::{Monitor, Progress, StopReason};
use node::{Gather, Node, Portable, Scene, Seen, prefetch};

/// Positions expanded together.
const BATCH: usize = 16;

/// Nodes between two looks at the monitor: well under a millisecond.
const POLL_NODES: u64 = 1 << 14;

/// The shortest way home from a position (a list of home cells, as in [`crate::search`]).
///
/// The position must be solvable and of the tables' shape and home.
pub fn solve(position: &[u8], tables: &Tables, threads: usize, monitor: &dyn Monitor) -> Outcome {
    let _ = threads;
    macro_rules! with_views {
        ($($views:literal)*) => {
            match tables.views.len() {
                $($views => deepen::<$views>(position, tables, monitor),)*
                _ => deepen::<8>(position, tables, monitor),
            }
        };
    }
    with_views!(1 2 3 4 5 6 7)
}

fn deepen<const V: usize>(position: &[u8], tables: &Tables, monitor: &dyn Monitor) -> Outcome {
    let scene = Scene::<V>::new(tables);
    let (root, bounds) = scene.root(position);
    let mut limit = bounds.iter().copied().max().unwrap_or(0);
    let mut search = Search::new(&scene, monitor);
    loop {
        if limit == 0 {
            return Ok(Found { slides: Vec::new(), nodes: search.nodes });
        }
        search.limit = limit;
        search.stack.clear();
        let slack = bounds.map(|bound| ((limit - bound) / 2) as i8);
        search.stack.push(Node { slack, ..root });
        match search.run() {
            Ended::Found(slides) => {
                return Ok(Found { slides: search.as_given(position, &slides), nodes: search.nodes });
            }
            Ended::Exhausted => limit += 2,
            Ended::Stopped(why) => {
                return Err(Halted { why, lower_bound: limit, best: None, nodes: search.nodes });
            }
        }
    }
}

/// How one iteration ended.
enum Ended {
    Found(Vec<u8>),
    Exhausted,
    Stopped(StopReason),
}

/// A child between two views.
#[derive(Clone, Copy)]
struct Child {
    parent: u8,
    direction: u8,
    label: u8,
    pattern: u8,
    index: usize,
}

struct Search<'s, 't, const V: usize> {
    scene: &'s Scene<'t, V>,
    monitor: &'s dyn Monitor,
    limit: u32,
    nodes: u64,
    stack: Vec<Node<V>>,
    /// Where expanded positions came from: `parent's record << 2 | direction`.
    records: Vec<u32>,
}

impl<'s, 't, const V: usize> Search<'s, 't, V> {
    fn new(scene: &'s Scene<'t, V>, monitor: &'s dyn Monitor) -> Self {
        Search {
            scene,
            monitor,
            limit: 0,
            nodes: 0,
            stack: Vec::with_capacity(1 << 12),
            records: Vec::with_capacity(1 << 12),
        }
    }

    fn run(&mut self) -> Ended {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("popcnt")
        {
            // SAFETY: the processor has the features.
            return unsafe { self.run_bmi2() };
        }
        self.expand_all::<Portable>()
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    unsafe fn run_bmi2(&mut self) -> Ended {
        self.expand_all::<node::Bmi2>()
    }

    #[inline(always)]
    fn expand_all<G: Gather>(&mut self) -> Ended {
        let mut next_poll = self.nodes;
        let mut batch = [self.stack[0]; BATCH];
        let mut children = [Child { parent: 0, direction: 0, label: 0, pattern: 0, index: 0 }; 4 * BATCH];
        let mut made = [self.stack[0]; 4 * BATCH];
        let mut alive = [0u8; 4 * BATCH];
        self.records.clear();
        loop {
            if self.nodes >= next_poll {
                let progress = Progress {
                    phase: "searching",
                    nodes: self.nodes,
                    lower_bound: self.limit,
                    ..Progress::default()
                };
                if let ControlFlow::Break(why) = self.monitor.poll(&progress) {
                    return Ended::Stopped(why);
                }
                next_poll = self.nodes + POLL_NODES;
            }
            let count = self.stack.len().min(BATCH);
            if count == 0 {
                return Ended::Exhausted;
            }
            let rest = self.stack.len() - count;
            batch[..count].copy_from_slice(&self.stack[rest..]);
            self.stack.truncate(rest);
            // Records of positions whose descendants are all done are given up: the top of the stack had the
            // latest parent that is still needed.
            let kept = ((batch[count - 1].up >> 2) as usize + 1).min(self.records.len());
            self.records.truncate(kept);
            let mut kids = 0;
            for (number, node) in batch[..count].iter().enumerate() {
                let record = self.records.len() as u32;
                self.records.push(node.up);
                let next = self.scene.tables.automaton.next(node.state);
                for (direction, &state) in next.iter().enumerate() {
                    let from = self.scene.from[node.blank as usize & 15][direction];
                    children[kids].parent = number as u8;
                    children[kids].direction = direction as u8;
                    let label = (node.board >> (4 * from) & 15) as u8;
                    children[kids].label = label;
                    let child = &mut made[kids];
                    let blank_label = node.board >> (4 * node.blank) & 15;
                    let change = u64::from(label) ^ blank_label;
                    child.board = node.board ^ change << (4 * from) ^ change << (4 * node.blank);
                    child.up = record << 2 | direction as u32;
                    child.state = state;
                    child.blank = from;
                    child.depth = node.depth + 1;
                    alive[kids] = kids as u8;
                    kids += usize::from(state != CLOSED);
                }
            }
            self.nodes += kids as u64;
            let mut living = kids;
            for stage in 0..V {
                for &at in &alive[..living] {
                    let child = &mut children[at as usize];
                    let view = self.scene.order[child.direction as usize & 3][stage] as usize;
                    let parent = &batch[child.parent as usize & (BATCH - 1)];
                    let sight = &self.scene.sights[view];
                    let step = sight.steps[parent.blank as usize & 15][child.direction as usize & 3];
                    let pattern = sight.pattern[child.label as usize & 15];
                    let lookup = &sight.lookups[pattern as usize];
                    let before = parent.seen[view];
                    let id = before.ids >> step.from_shift & 15;
                    let seen = Seen {
                        ids: before.ids ^ id << step.from_shift ^ id << step.to_shift,
                        sets: before.sets ^ u64::from(step.cells) << (16 * pattern),
                    };
                    made[at as usize].seen[view] = seen;
                    child.pattern = pattern;
                    child.index =
                        lookup.index::<G>(seen, seen.sets >> (16 * pattern) & 0xffff, step.region_shift);
                    prefetch(lookup.bits.as_ptr().wrapping_add(child.index / 8));
                }
                let mut left = 0;
                for number in 0..living {
                    let at = alive[number];
                    let child = &children[at as usize];
                    let view = self.scene.order[child.direction as usize & 3][stage] as usize;
                    let parent = &batch[child.parent as usize & (BATCH - 1)];
                    let lookup = &self.scene.sights[view].lookups[child.pattern as usize];
                    let entry = lookup.bits[child.index / 8] >> (child.index % 8) & 1;
                    let shift = 2 * child.pattern;
                    let residue = parent.residues[view] >> shift & 3;
                    let lost = 1 ^ entry ^ (residue ^ residue >> 1) & 1;
                    let after = entry << 1 | (!residue & 1);
                    let made = &mut made[at as usize];
                    made.residues[view] = parent.residues[view] & !(3 << shift) | after << shift;
                    made.slack[view] = parent.slack[view] - lost as i8;
                    alive[left] = at;
                    left += usize::from(made.slack[view] >= 0);
                }
                living = left;
            }
            for &at in &alive[..living] {
                let node = made[at as usize];
                if u32::from(node.depth) == self.limit {
                    return Ended::Found(self.way(node.up));
                }
                self.stack.push(node);
            }
        }
    }

    /// The slides that lead to a node, from its last slide and the records of its ancestors.
    fn way(&self, mut up: u32) -> Vec<u8> {
        let mut way = Vec::with_capacity(self.limit as usize);
        for _ in 0..self.limit {
            way.push((up & 3) as u8);
            up = self.records[(up >> 2) as usize];
        }
        way.reverse();
        way
    }

    /// Slides of the board as it stands, on the board as it was given.
    fn as_given(&self, position: &[u8], way: &[u8]) -> Vec<Direction> {
        let tables = self.scene.tables;
        let cells = position.len();
        let back = crate::pattern::symmetry::inverse(&tables.standing().map, cells);
        let given = crate::search::prune::slides(tables.shape());
        let standing = crate::pattern::symmetry::rename(position, &tables.standing().map);
        let mut blank = standing.iter().position(|&label| label == tables.standing().home).unwrap_or(0);
        way.iter()
            .map(|&direction| {
                let from = self.scene.from[blank][direction as usize] as usize;
                let (was, tile) = (back[blank] as usize, back[from]);
                blank = from;
                let number = given[was].iter().position(|&cell| cell == Some(tile)).unwrap_or(0);
                Direction::ALL[number]
            })
            .collect()
    }
}
