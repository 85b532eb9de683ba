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

/// With several threads, an iteration that has made this many nodes is worth sharing.
const SHARE_NODES: u64 = 1 << 16;

/// The shortest way home from a position (a list of home cells, as in [`crate::search`]).
///
/// The position must be solvable and of the tables' shape and home. With one thread the slides and the number
/// of nodes are always the same; with more, hard boards are shared between them.
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

/// The siblings and cousins made by one batch: nodes of the arena, of which those before `live` wait to be expanded.
#[derive(Clone, Copy)]
struct Segment {
    first: u32,
    live: u32,
}

/// A depth-first search below one node.
///
/// Nodes are never moved. An expanded node stays below its descendants in the arena, so that the way to any of
/// them can be read off; what lies above the last segment with a live node is given up.
struct Search<'s, 't, const V: usize, const P: usize> {
    scene: &'s Scene<'t, V, P>,
    monitor: &'s dyn Monitor,
    limit: u32,
    nodes: u64,
    share_after: u64,
    pool: Option<&'s Pool<V, P>>,
    /// The slides that led to the first node.
    prefix: Vec<u8>,
    arena: Vec<Node<V, P>>,
    segments: Vec<Segment>,
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
            arena: Vec::with_capacity(1 << 11),
            segments: Vec::with_capacity(1 << 7),
        }
    }

    /// Searches everything below a node, whose way is in `prefix`.
    fn run(&mut self, first: Node<V, P>) -> Ended {
        self.arena.clear();
        self.segments.clear();
        self.arena.push(Node { up: 0, ..first });
        self.segments.push(Segment { first: 0, live: 1 });
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

    /// Takes the next nodes to expand, the latest last, and gives up what nobody needs any more: everything above
    /// the last node that waits.
    #[inline(always)]
    fn take<'b>(&mut self, batch: &'b mut [u32; BATCH]) -> &'b [u32] {
        while let Some(top) = self.segments.last() {
            self.arena.truncate(top.live as usize);
            if top.live > top.first {
                break;
            }
            self.segments.pop();
        }
        let mut free = BATCH;
        for segment in self.segments.iter_mut().rev() {
            while segment.live > segment.first && free > 0 {
                segment.live -= 1;
                free -= 1;
                batch[free] = segment.live;
            }
            if free == 0 {
                break;
            }
        }
        &batch[free..]
    }

    #[inline(always)]
    fn expand_all<G: Gather>(&mut self) -> Ended {
        let mut next_poll = self.nodes;
        let iteration_start = self.nodes;
        let mut batch = Batch::new();
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

    /// Takes the nodes that wait nearest to the root: at most `share` of all, with the slides that lead to each.
    fn give(&mut self, share: impl Fn(usize) -> usize) -> Vec<Task<V, P>> {
        let waiting: usize =
            self.segments.iter().map(|segment| (segment.live - segment.first) as usize).sum();
        let mut wanted = share(waiting);
        let mut given = Vec::with_capacity(wanted);
        for number in 0..self.segments.len() {
            let Segment { first, live } = self.segments[number];
            let count = wanted.min((live - first) as usize);
            wanted -= count;
            for node in &self.arena[first as usize..first as usize + count] {
                given.push(Task { way: self.way(node.up, u32::from(node.depth)), node: *node });
            }
            self.segments[number].first += count as u32;
        }
        given
    }

    /// The slides that lead to a node at a depth, from its last slide and its ancestors.
    fn way(&self, mut up: u32, depth: u32) -> Vec<u8> {
        let mut way = Vec::with_capacity(depth as usize);
        for _ in self.prefix.len()..depth as usize {
            way.push((up & 3) as u8);
            up = self.arena[(up >> 2) as usize].up;
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
