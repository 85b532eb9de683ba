//! The search for boards of up to 16 cells: iterative deepening on pattern tables, in batches.
//!
//! A depth-first search that reads one entry at a time waits for memory most of the time. This one takes
//! `BATCH` positions from the top of its stack at once, works out where the entries of all their children
//! stand, asks for those cache lines, and only then judges. The views of a position are asked one after the
//! other, and only children that survived the one before ask the next; first comes the view that sees the slide
//! within a row, whose entry most likely stands in a line read before (see [`crate::pattern::layout`]).
//!
//! The bound rises by 2: each slide changes the bound by exactly one, so depth plus bound keeps its parity. A
//! child's bound is either one less, which costs nothing, or one more, which costs one of the *slack* that is
//! left to its view. Below zero it is dropped. A position as deep as the limit has bound 0: it is the goal.

mod node;
mod share;

use std::ops::ControlFlow;

use taquin_core::Direction;

use crate::pattern::Tables;
use crate::pattern::symmetry::{inverse, rename};
use crate::search::prune::{CLOSED, slides};
use crate::search::{Found, Halted, Outcome};
use crate::{Monitor, Progress, StopReason};
use node::{Gather, Node, Portable, Scene, Seen, prefetch};
use share::Pool;

/// Positions expanded together. More would overshoot in the last iteration; fewer wait for memory.
const BATCH: usize = 32;

/// Nodes between two looks at the monitor: well under a millisecond.
const POLL_NODES: u64 = 1 << 13;

/// With several threads, an iteration that has made this many nodes is worth sharing.
const SHARE_NODES: u64 = 1 << 16;

/// The shortest way home from a position (a list of home cells, as in [`crate::search`]).
///
/// The position must be solvable and of the tables' shape and home. With one thread the slides and the number
/// of nodes are always the same; with more, hard boards are shared between them.
pub fn solve(position: &[u8], tables: &Tables, threads: usize, monitor: &dyn Monitor) -> Outcome {
    macro_rules! with_views {
        ($($views:literal)*) => {
            match tables.views.len() {
                $($views => deepen::<$views>(position, tables, threads, monitor),)*
                _ => deepen::<8>(position, tables, threads, monitor),
            }
        };
    }
    with_views!(1 2 3 4 5 6 7)
}

fn deepen<const V: usize>(
    position: &[u8],
    tables: &Tables,
    threads: usize,
    monitor: &dyn Monitor,
) -> Outcome {
    let scene = Scene::<V>::new(tables);
    let (root, bounds) = scene.root(position);
    let mut limit = bounds.iter().copied().max().unwrap_or(0);
    let mut search = Search::new(&scene, monitor);
    let threads = if cfg!(target_family = "wasm") { 1 } else { threads };
    if threads > 1 {
        search.share_after = SHARE_NODES;
    }
    loop {
        if limit == 0 {
            return Ok(Found { slides: Vec::new(), nodes: search.nodes });
        }
        search.limit = limit;
        let slack = bounds.map(|bound| ((limit - bound) / 2) as i8);
        let mut ended = search.run(Node { slack, ..root });
        if matches!(ended, Ended::TooMuch) {
            ended = share::search(&mut search, threads);
        }
        match ended {
            Ended::Found(way) => {
                return Ok(Found { slides: as_given(&scene, position, &way), nodes: search.nodes });
            }
            Ended::Exhausted | Ended::TooMuch => limit += 2,
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
    /// There is enough left on the stack for several threads.
    TooMuch,
}

/// A child on its way through the views.
#[derive(Clone, Copy, Default)]
struct Child {
    parent: u8,
    direction: u8,
    state: u16,
}

/// A depth-first search below one node.
struct Search<'s, 't, const V: usize> {
    scene: &'s Scene<'t, V>,
    monitor: &'s dyn Monitor,
    limit: u32,
    nodes: u64,
    share_after: u64,
    pool: Option<&'s Pool<V>>,
    /// The depth of the first node, and the slides that led to it.
    prefix: Vec<u8>,
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
            share_after: u64::MAX,
            pool: None,
            prefix: Vec::new(),
            stack: Vec::with_capacity(1 << 11),
            records: Vec::with_capacity(1 << 11),
        }
    }

    /// Searches everything below a node, whose way is in `prefix`.
    fn run(&mut self, first: Node<V>) -> Ended {
        self.stack.clear();
        self.records.clear();
        self.stack.push(Node { up: 0, ..first });
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("popcnt")
        {
            // SAFETY: the processor has the features.
            return unsafe { self.run_bmi2() };
        }
        self.expand_all::<Portable>()
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    fn run_bmi2(&mut self) -> Ended {
        self.expand_all::<node::Bmi2>()
    }

    /// The hot loop, whole. Children go through three steps: they are listed (the automaton leaves about two of
    /// four directions), judged view by view, and those left are made into nodes on the stack.
    #[inline(always)]
    fn expand_all<G: Gather>(&mut self) -> Ended {
        let scene = self.scene;
        let mut next_poll = self.nodes;
        let iteration_start = self.nodes;
        let mut batch = [self.stack[0]; BATCH];
        let mut children = [Child::default(); 4 * BATCH];
        let mut made = [self.stack[0]; 4 * BATCH];
        let mut entries = [(std::ptr::null::<u8>(), 0u8, 0u8); 4 * BATCH];
        let mut alive = [0u8; 4 * BATCH];
        loop {
            if self.nodes >= next_poll {
                if let Some(ended) = self.look_up(self.nodes.saturating_sub(iteration_start)) {
                    return ended;
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
                self.records.push(node.up);
                let next = scene.tables.automaton.next(node.state);
                for (direction, &state) in next.iter().enumerate() {
                    children[kids & (4 * BATCH - 1)] =
                        Child { parent: number as u8, direction: direction as u8, state };
                    kids += usize::from(state != CLOSED);
                }
            }
            self.nodes += kids as u64;
            for (number, alive) in alive.iter_mut().enumerate().take(kids) {
                *alive = number as u8;
            }
            let mut living = kids;
            for stage in 0..V {
                for &at in &alive[..living] {
                    let child = children[at as usize];
                    let direction = child.direction as usize & 3;
                    let view = scene.order[direction][stage] as usize;
                    let parent = &batch[child.parent as usize & (BATCH - 1)];
                    let sight = &scene.sights[view];
                    let from = scene.from[parent.blank as usize & 15][direction];
                    let label = parent.board >> (4 * from) & 15;
                    let step = sight.steps[parent.blank as usize & 15][direction];
                    let pattern = sight.pattern[label as usize] & 3;
                    let lookup = &sight.lookups[pattern as usize];
                    let before = parent.seen[view];
                    let id = before.ids >> step.from_shift & 15;
                    let seen = Seen {
                        ids: before.ids ^ id << step.from_shift ^ id << step.to_shift,
                        sets: before.sets ^ u64::from(step.cells) << (16 * pattern),
                    };
                    made[at as usize].seen[view] = seen;
                    let index =
                        lookup.index::<G>(seen, seen.sets >> (16 * pattern) & 0xffff, step.region_shift);
                    let address = lookup.bits.as_ptr().wrapping_add(index / 8);
                    prefetch(address);
                    entries[at as usize] = (address, (index % 8) as u8, pattern);
                }
                let mut left = 0;
                for number in 0..living {
                    let at = alive[number];
                    let child = children[at as usize];
                    let view = scene.order[child.direction as usize & 3][stage] as usize;
                    let parent = &batch[child.parent as usize & (BATCH - 1)];
                    let (address, bit, pattern) = entries[at as usize];
                    // SAFETY: the address was made a moment ago from a layout's index of this table, and a table
                    // has as many bytes as its layout says (`PatternTable::new` checks it).
                    let entry = unsafe { *address } >> bit & 1;
                    let shift = 2 * pattern;
                    let residue = parent.residues[view] >> shift & 3;
                    let lost = 1 ^ entry ^ (residue ^ residue >> 1) & 1;
                    let after = entry << 1 | (!residue & 1);
                    let made = &mut made[at as usize];
                    made.residues[view] = parent.residues[view] & !(3 << shift) | after << shift;
                    let slack = parent.slack[view] - lost as i8;
                    made.slack[view] = slack;
                    alive[left] = at;
                    left += usize::from(slack >= 0);
                }
                living = left;
            }
            for &at in &alive[..living] {
                let child = children[at as usize];
                let parent = &batch[child.parent as usize & (BATCH - 1)];
                let from = scene.from[parent.blank as usize & 15][child.direction as usize & 3];
                let change = (parent.board >> (4 * from) ^ parent.board >> (4 * parent.blank)) & 15;
                let node = &mut made[at as usize];
                node.board = parent.board ^ change << (4 * from) ^ change << (4 * parent.blank);
                node.up = (kept as u32 + u32::from(child.parent)) << 2 | u32::from(child.direction);
                node.state = child.state;
                node.blank = from;
                node.depth = parent.depth + 1;
                if u32::from(node.depth) == self.limit {
                    let up = node.up;
                    return Ended::Found(self.way(up, self.limit));
                }
                self.stack.push(*node);
            }
        }
    }

    /// What is done now and then: news for the monitor, work for other threads.
    #[cold]
    #[inline(never)]
    fn look_up(&mut self, made: u64) -> Option<Ended> {
        let nodes = match self.pool {
            Some(pool) => match pool.visit(self) {
                ControlFlow::Continue(nodes) => nodes,
                ControlFlow::Break(ended) => return Some(ended),
            },
            None => self.nodes,
        };
        let progress = Progress { phase: "searching", nodes, lower_bound: self.limit, ..Progress::default() };
        if let ControlFlow::Break(why) = self.monitor.poll(&progress) {
            return Some(Ended::Stopped(why));
        }
        (made >= self.share_after).then_some(Ended::TooMuch)
    }

    /// The slides that lead to a node at a depth, from its last slide and the records of its ancestors.
    fn way(&self, mut up: u32, depth: u32) -> Vec<u8> {
        let mut way = Vec::with_capacity(depth as usize);
        for _ in self.prefix.len()..depth as usize {
            way.push((up & 3) as u8);
            up = self.records[(up >> 2) as usize];
        }
        way.extend(self.prefix.iter().rev());
        way.reverse();
        way
    }
}

/// Slides of the board as it stands, on the board as it was given.
fn as_given<const V: usize>(scene: &Scene<'_, V>, position: &[u8], way: &[u8]) -> Vec<Direction> {
    let tables = scene.tables;
    let back = inverse(&tables.standing().map, position.len());
    let given = slides(tables.shape());
    let standing = rename(position, &tables.standing().map);
    let mut blank = standing.iter().position(|&label| label == tables.standing().home).unwrap_or(0);
    way.iter()
        .map(|&direction| {
            let from = scene.from[blank][direction as usize] as usize;
            let (was, tile) = (back[blank] as usize, back[from]);
            blank = from;
            let number = given[was].iter().position(|&cell| cell == Some(tile)).unwrap_or(0);
            Direction::ALL[number]
        })
        .collect()
}
