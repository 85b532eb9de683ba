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

mod batch;
mod node;
mod share;

use std::ops::ControlFlow;

use taquin_core::Direction;

use crate::pattern::Tables;
use crate::pattern::symmetry::{inverse, rename};
use crate::search::prune::slides;
use crate::search::{Found, Halted, Outcome};
use crate::{Monitor, Progress, StopReason};
use batch::{BATCH, Batch};
use node::{Gather, Node, Portable, Scene};
use share::{Pool, Task};

/// Nodes between two looks at the monitor: well under a millisecond.
const POLL_NODES: u64 = 1 << 13;

/// Records that may gather before those that lead nowhere are swept out.
const SWEEP_RECORDS: usize = 1 << 16;

/// With several threads, an iteration that has made this many nodes is worth sharing.
const SHARE_NODES: u64 = 1 << 16;

/// The shortest way home from a position (a list of home cells, as in [`crate::search`]).
///
/// The position must be solvable and of the tables' shape and home. With one thread the slides and the number
/// of nodes are always the same; with more, hard boards are shared between them.
#[cfg(not(target_family = "wasm"))]
pub fn solve(position: &[u8], tables: &Tables, threads: usize, monitor: &dyn Monitor) -> Outcome {
    let patterns = tables.views.iter().map(|view| view.tables.len()).max().unwrap_or(0);
    macro_rules! with_views {
        ($($views:literal)*) => {
            match (tables.views.len(), patterns) {
                $(($views, 0..=2) => deepen::<$views, 2>(position, tables, threads, monitor),)*
                $(($views, _) => deepen::<$views, 4>(position, tables, threads, monitor),)*
                _ => deepen::<8, 4>(position, tables, threads, monitor),
            }
        };
    }
    with_views!(1 2 3 4 5 6 7)
}

/// The shortest way home from a position, by the variants that small tables need: a visitor of the page waits for every
/// other one. Tables with more views are searched with fewer of them, which is as right and slower.
#[cfg(target_family = "wasm")]
pub fn solve(position: &[u8], tables: &Tables, threads: usize, monitor: &dyn Monitor) -> Outcome {
    match tables.views.len() {
        1 => deepen::<1, 4>(position, tables, threads, monitor),
        2 | 3 => deepen::<2, 4>(position, tables, threads, monitor),
        _ => deepen::<4, 4>(position, tables, threads, monitor),
    }
}

fn deepen<const V: usize, const P: usize>(
    position: &[u8],
    tables: &Tables,
    threads: usize,
    monitor: &dyn Monitor,
) -> Outcome {
    let scene = Scene::<V, P>::new(tables);
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
    /// There is enough left for several threads.
    TooMuch,
}

/// A depth-first search below one node.
struct Search<'s, 't, const V: usize, const P: usize> {
    scene: &'s Scene<'t, V, P>,
    monitor: &'s dyn Monitor,
    limit: u32,
    nodes: u64,
    share_after: u64,
    pool: Option<&'s Pool<V, P>>,
    /// The slides that led to the first node.
    prefix: Vec<u8>,
    /// What waits to be expanded, in the order in which it was made.
    stack: Vec<Node<V, P>>,
    /// Where expanded positions came from, `parent's record << 2 | direction`, `BATCH` for every batch.
    records: Vec<u32>,
    /// How many records the last sweep left.
    swept: usize,
}

impl<'s, 't, const V: usize, const P: usize> Search<'s, 't, V, P> {
    fn new(scene: &'s Scene<'t, V, P>, monitor: &'s dyn Monitor) -> Self {
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
            swept: 0,
        }
    }

    /// Searches everything below a node, whose way is in `prefix`.
    fn run(&mut self, first: Node<V, P>) -> Ended {
        self.stack.clear();
        self.records.clear();
        self.swept = 0;
        self.stack.push(Node { up: 0, ..first });
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("popcnt")
            && std::arch::is_x86_feature_detected!("avx2")
        {
            // SAFETY: the processor has the features.
            return unsafe { self.run_bmi2() };
        }
        self.expand_all::<Portable>()
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,avx2")]
    fn run_bmi2(&mut self) -> Ended {
        self.expand_all::<node::Bmi2>()
    }

    #[inline(always)]
    fn expand_all<G: Gather>(&mut self) -> Ended {
        let mut next_poll = self.nodes;
        let iteration_start = self.nodes;
        let mut batch = Batch::new(&self.stack[0]);
        loop {
            if self.nodes >= next_poll {
                if let Some(ended) = self.look_up(self.nodes.saturating_sub(iteration_start)) {
                    return ended;
                }
                next_poll = self.nodes + POLL_NODES;
            }
            if let Some(ended) = self.expand::<G>(&mut batch) {
                return ended;
            }
        }
    }

    /// Sweeps out the records that lead to no node on the stack: a batch may hold nodes from several others, and while
    /// one of its children waits their records stay. Parents have smaller numbers than their children, so one pass
    /// in rising order renumbers all.
    fn sweep(&mut self) {
        let mut needed = vec![false; self.records.len()];
        for node in &self.stack {
            let mut record = (node.up >> 2) as usize;
            while !std::mem::replace(&mut needed[record], true) {
                record = (self.records[record] >> 2) as usize;
            }
        }
        let mut number = vec![0u32; self.records.len()];
        let mut kept = 0;
        for record in (0..self.records.len()).filter(|&record| needed[record]) {
            let up = self.records[record];
            number[record] = kept as u32;
            self.records[kept] = number[(up >> 2) as usize] << 2 | up & 3;
            kept += 1;
        }
        self.swept = kept.next_multiple_of(BATCH);
        self.records.truncate(kept);
        self.records.resize(self.swept, 0);
        for node in &mut self.stack {
            node.up = number[(node.up >> 2) as usize] << 2 | node.up & 3;
        }
    }

    /// What is done now and then: news for the monitor, work for other threads.
    #[cold]
    #[inline(never)]
    fn look_up(&mut self, made: u64) -> Option<Ended> {
        if self.records.len() >= self.swept + SWEEP_RECORDS {
            self.sweep();
        }
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

    /// Gives away the nodes that wait nearest to the root, with the slides that lead to each.
    fn give(&mut self, count: usize) -> Vec<Task<V, P>> {
        let given: Vec<Node<V, P>> = self.stack.drain(..count).collect();
        let way = |node: &Node<V, P>| self.way(node.up, u32::from(node.depth));
        given.iter().map(|node| Task { way: way(node), node: *node }).collect()
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
fn as_given<const V: usize, const P: usize>(
    scene: &Scene<'_, V, P>,
    position: &[u8],
    way: &[u8],
) -> Vec<Direction> {
    let tables = scene.tables;
    let back = inverse(&tables.standing().map, position.len());
    let given = slides(tables.shape());
    let standing = rename(position, &tables.standing().map);
    let mut blank = standing.iter().position(|&label| label == tables.standing().home).unwrap_or(0);
    way.iter()
        .map(|&direction| {
            let from = scene.from[blank << 2 | direction as usize] as usize;
            let (was, tile) = (back[blank] as usize, back[from]);
            blank = from;
            let number = given[was].iter().position(|&cell| cell == Some(tile)).unwrap_or(0);
            Direction::ALL[number]
        })
        .collect()
}
