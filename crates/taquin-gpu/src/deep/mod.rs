//! One position, exactly: iterations of a frontier without duplicates and a depth-first search below it
//! (kernels/frontier.cu, kernels/deep.cu).
//!
//! Iteration T visits every position from which a way of at most T slides may lead home. Near the goal it looks one
//! iteration ahead, where ways of T + 2 slides are found; T itself is completed all the same, which is the proof that
//! nothing shorter exists.

mod argument;
mod frontier;
mod way;

use std::sync::Arc;
use std::time::Instant;

use taquin_solve::proof::{Proof, blank_label, look_ahead};
use taquin_solve::{Monitor, Progress, StopReason};

use crate::automaton::automaton;
use crate::card::{Card, Memory, Program, Source, launch};
use crate::error::{GpuError, Halt, Result, look};
use crate::layout::{Layout, stepped};
use crate::tables::{self, Numbering, Tables};
use argument::{
    Control, DeepArgument, GatherArgument, MeasureArgument, NEVER, Node, SHARED_WORDS, STACK, Views,
};
use frontier::{Frontier, Layers};

/// Moves of the longest forbidden words: 128 KB of automaton.
const WORDS: u32 = 12;
/// Steps a lane works on before it hands work back.
const LEAST: u32 = 128;
/// A launch ends after this, so that somebody is asked.
const SLICE_NS: u64 = 100_000_000;
/// An iteration has about this many times the nodes of the one before.
const GROWTH: f64 = 6.5;
/// Nodes for each position of the frontier.
const NODES_A_ROOT: f64 = 300.0;
/// Positions of a frontier, at least and at most.
const FRONTIER: (f64, f64) = (1e6, 4e8);
/// The part of an iteration's nodes that looking ahead may begin among.
const AHEAD_SHARE: f64 = 0.02;
/// A checkpoint is possible after each part of an iteration, and a part takes about this long.
const PART_SECONDS: f64 = 20.0;
/// Nodes a second before any were measured.
const USUAL_RATE: f64 = 2e10;

/// What one iteration did.
#[derive(Clone, Debug, PartialEq)]
pub struct Iteration {
    /// Ways of up to this many slides were looked for.
    pub limit: u32,
    /// Positions of the frontier.
    pub frontier: u64,
    /// Their distance from the start.
    pub depth: u32,
    /// Nodes, the frontier's included.
    pub nodes: u64,
    /// Of them, generated while the frontier grew.
    pub frontier_nodes: u64,
    /// Kernel launches below the frontier.
    pub launches: u32,
    /// Seconds, and of them those for the frontier.
    pub seconds: (f64, f64),
}

/// What became of a search: blank moves, or why it was stopped and what is proven.
#[derive(Clone, Debug)]
pub(crate) struct Ended {
    /// The best way known.
    pub way: Option<Vec<u8>>,
    /// No way is shorter than this.
    pub bound: u32,
    pub nodes: u64,
    pub stopped: Option<StopReason>,
    pub start_bound: u32,
}

/// How to search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Habits {
    /// Whether to look ahead.
    pub ahead: bool,
    /// Positions of the frontier, at least and at most.
    pub frontier: (f64, f64),
    /// Nanoseconds of a launch.
    pub slice: u64,
    pub part_seconds: f64,
}

impl Default for Habits {
    fn default() -> Habits {
        Habits { ahead: true, frontier: FRONTIER, slice: SLICE_NS, part_seconds: PART_SECONDS }
    }
}

/// Whoever wants to hear of a search: the monitor, the keeper of checkpoints, the list of iterations.
pub(crate) struct Watchers<'a> {
    pub monitor: &'a dyn Monitor,
    pub keep: Option<&'a mut dyn FnMut(&Proof)>,
    pub iterations: Option<&'a mut Vec<Iteration>>,
}

/// Tables and working memory on a card.
pub(crate) struct Deep {
    card: Arc<dyn Card>,
    program: Program,
    layout: Layout,
    tables: Tables,
    views: Memory,
    automaton: Memory,
    grid: u32,
    stack: Memory,
    pending: Queue,
    out: Queue,
    layers: Layers,
    roots: Memory,
    /// Roots that there is room for.
    room: u64,
    control: Memory,
    pub habits: Habits,
}

/// Nodes with their ways.
struct Queue {
    nodes: Memory,
    paths: Memory,
    most: u64,
}

/// Bytes of a node and of its way.
const NODE: u64 = 32;

impl Queue {
    fn new(card: &Arc<dyn Card>, most: u64) -> Result<Queue> {
        Ok(Queue { nodes: Memory::new(card, most * NODE)?, paths: Memory::new(card, most * NODE)?, most })
    }
}

/// The text and definitions of the kernels for a layout.
pub(crate) fn source(card: &dyn Card, layout: &Layout) -> Source {
    let mut definitions = vec![
        format!("SIDE={}", layout.side),
        format!("THREADS={}", card.threads()),
        format!("BLOCKS={}", card.blocks_wanted(5)),
        format!("REFLECT={}", layout.reflection as u32),
        format!("WIDE_EXCHANGE={}", u32::from(card.wide_exchange())),
    ];
    definitions.extend(Numbering::dense(layout.side).definitions(layout));
    let parts = [
        include_str!("../../kernels/tables.cu"),
        include_str!("../../kernels/frontier.cu"),
        include_str!("../../kernels/deep.cu"),
    ];
    Source::new(&parts, definitions)
}

/// One search as it goes on.
struct Search<'a, 'w> {
    deep: &'a Deep,
    start: Vec<u8>,
    bounds: (u32, u32),
    watchers: Watchers<'w>,
    proof: Proof,
    rate: f64,
}

impl Deep {
    /// Bytes needed for a layout with the smallest frontier, the most at any time.
    pub fn bytes(layout: &Layout) -> u64 {
        let (stay, besides) = Numbering::dense(layout.side).bytes(layout);
        stay + besides.max(3 << 29)
    }

    /// Gets everything ready, unless the monitor says stop.
    pub fn new(card: &Arc<dyn Card>, layout: Layout, monitor: &dyn Monitor) -> Result<Deep, Halt> {
        let program = card.compile(&source(&**card, &layout))?;
        let tables = tables::build(card, program, &layout, Numbering::dense(layout.side), monitor)?;
        let words = automaton(layout.side, WORDS);
        let automaton = Memory::new(card, 4 * words.len() as u64)?;
        automaton.write(0, &words)?;
        let views = Memory::new(card, size_of::<Views>() as u64)?;
        views.write(0, &[Views::new(&layout, &tables, Numbering::dense(layout.side))])?;
        let shared = SHARED_WORDS * 4 * card.threads();
        let grid = card.resident_blocks(program, "deep", shared)?;
        card.resident_blocks(program, "expand", shared)?;
        let lanes = u64::from(grid * card.threads());
        let stack = Memory::new(card, lanes * STACK * 64)?;
        let out = Queue::new(card, lanes * (STACK + 1))?;
        let pending = Queue::new(card, lanes * (STACK + 1) * 3 / 2)?;
        let control = Memory::new(card, size_of::<Control>() as u64)?;
        // Two tables of 20 bytes a place, and roots for three eighths of them: as large as fits, 2^30 at most.
        let free = card.free_bytes()? / 10 * 9;
        let places = (10..=30).rev().map(|log| 1u64 << log).find(|&places| places * 52 <= free);
        let places = places.ok_or(GpuError::Memory { needed: 52 << 10, free })?;
        let room = places * 3 / 8;
        Ok(Deep {
            card: Arc::clone(card),
            program,
            layers: Layers::new(card, program, places)?,
            roots: Memory::new(card, room * NODE)?,
            room,
            layout,
            tables,
            views,
            automaton,
            grid,
            stack,
            pending,
            out,
            control,
            habits: Habits::default(),
        })
    }

    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// What it holds, in bytes of tables.
    pub fn table_bytes(&self) -> u64 {
        Numbering::dense(self.layout.side).bytes(&self.layout).0
    }

    /// The first position of the part that was gathered last.
    #[cfg(test)]
    pub fn first_root(&self) -> Result<Vec<u8>> {
        let root: Node = self.roots.read(0, 1)?[0];
        Ok(argument::unpacked(self.layout.side, root.lo, root.hi))
    }

    /// Tiles by number, 1 up in the order of their homes; the blank is 0.
    fn label(&self, home: u8) -> u8 {
        blank_label(self.layout.home, home)
    }

    /// Searches for a shortest way of a solvable position, the homes of its cells' contents.
    pub fn search(&self, position: &[u8], from: Option<Proof>, watchers: Watchers<'_>) -> Result<Ended> {
        let start: Vec<u8> = position.iter().map(|&home| self.label(home)).collect();
        let mut board = [0u8; 32];
        board[..start.len()].copy_from_slice(&start);
        let memory = Memory::new(&self.card, 64)?;
        memory.write(0, &board)?;
        let argument = MeasureArgument {
            words: self.tables.memory.address(),
            views: self.views.address(),
            board: memory.address(),
            bounds: memory.address() + 32,
            tiles: self.layout.split[0].len() as u32,
            unused: 0,
        };
        launch(&*self.card, self.program, "measure", 1, 0, &argument)?;
        let bounds: Vec<u32> = memory.read(8, 2)?;
        let bound = bounds[0].max(bounds[1]);
        if let Some(way) = self.at_most_one_slide(position) {
            let found = way.len() as u32;
            return Ok(Ended { way: Some(way), bound: found, nodes: 0, stopped: None, start_bound: bound });
        }
        let fits = |proof: &Proof| proof.limit >= bound && (proof.limit - bound).is_multiple_of(2);
        let proof = from.filter(fits).unwrap_or_else(|| Proof::new(bound));
        let bounds = (bounds[0], bounds[1]);
        let mut search = Search { deep: self, start, bounds, watchers, proof, rate: USUAL_RATE };
        let stopped = match search.run() {
            Ok(()) => None,
            Err(Halt::Stopped(why)) => Some(why),
            Err(Halt::Broken(error)) => {
                let why = if let GpuError::Failed(why) = error { why } else { error.to_string() };
                return Err(GpuError::Lost { why, proof: Box::new(search.proof) });
            }
        };
        let proof = search.proof;
        Ok(Ended { way: proof.best, bound: proof.limit, nodes: proof.nodes, stopped, start_bound: bound })
    }

    /// The way of a position that is solved or one slide from it.
    fn at_most_one_slide(&self, position: &[u8]) -> Option<Vec<u8>> {
        let solved =
            |position: &[u8]| position.iter().enumerate().all(|(cell, &home)| cell == usize::from(home));
        if solved(position) {
            return Some(Vec::new());
        }
        let blank = position.iter().position(|&home| home == self.layout.home)?;
        (0..4u8).find_map(|way| {
            let mut next = position.to_vec();
            next.swap(blank, stepped(self.layout.side, blank, way)?);
            solved(&next).then(|| vec![way])
        })
    }
}

impl Search<'_, '_> {
    /// Iterations until a way is as short as what is proven.
    fn run(&mut self) -> Result<(), Halt> {
        loop {
            if let Some(best) = &self.proof.best
                && best.len() as u32 <= self.proof.limit
            {
                return Ok(());
            }
            self.iterate()?;
        }
    }

    fn poll(&mut self, done: u64, total: u64) -> Result<(), Halt> {
        let mut progress = Progress::new("searching on the card");
        (progress.nodes, progress.lower_bound) = (self.proof.nodes, self.proof.limit);
        progress.best = self.proof.best().map(u64::from);
        (progress.done, progress.total) = (done, total);
        look(self.watchers.monitor, &progress)
    }

    /// One iteration, from where it stands to its end or to a way within its limit.
    fn iterate(&mut self) -> Result<(), Halt> {
        let deep = self.deep;
        let (begun, before) = (Instant::now(), self.proof.nodes);
        let expected = (self.proof.last_nodes as f64 * GROWTH).max(1e5);
        let mut frontier = self.grow(expected)?;
        let growing = begun.elapsed().as_secs_f64();
        let frontier_nodes = self.proof.nodes - before;
        let limit = self.proof.limit as i32 - frontier.depth as i32;
        if limit >= STACK as i32 - 2 {
            return Err(GpuError::Failed(format!(
                "a way of {} slides is too long for its stack under a frontier at {}",
                self.proof.limit, frontier.depth
            ))
            .into());
        }
        if self.proof.parts == 0 {
            let by_room = frontier.count.div_ceil(deep.room * 9 / 10).max(1);
            let by_time = if self.watchers.keep.is_some() {
                (expected / self.rate / deep.habits.part_seconds).ceil().clamp(1.0, 4096.0) as u64
            } else {
                1
            };
            self.proof.parts = by_room.max(by_time) as u32;
            self.proof.depth = frontier.depth;
        }
        let mut histogram = [0u64; 128];
        let (searching, below) = (Instant::now(), self.proof.nodes);
        let mut launches = 0;
        if frontier.count > 0 {
            for part in self.proof.done..self.proof.parts {
                let known = self.proof.best.is_some();
                launches += self.part(&frontier, part, limit, &mut histogram)?;
                self.proof.done = part + 1;
                if self.proof.best.as_ref().is_some_and(|best| best.len() as u32 == self.proof.limit) {
                    break;
                }
                self.keep();
                if part + 1 < self.proof.parts && known != self.proof.best.is_some() {
                    // Finding the way has taken the frontier's place.
                    frontier = self.grow(expected)?;
                }
            }
        }
        let seconds = searching.elapsed().as_secs_f64();
        if seconds > 0.5 {
            self.rate = (self.proof.nodes - below) as f64 / seconds;
        }
        if let Some(iterations) = &mut self.watchers.iterations {
            iterations.push(Iteration {
                limit: self.proof.limit,
                frontier: frontier.count,
                depth: frontier.depth,
                nodes: self.proof.nodes - before,
                frontier_nodes,
                launches,
                seconds: (begun.elapsed().as_secs_f64(), growing),
            });
        }
        if self.proof.best.as_ref().is_none_or(|best| best.len() as u32 > self.proof.limit) {
            self.proof.next(look_ahead(&histogram, AHEAD_SHARE, self.proof.ahead));
            self.keep();
        }
        Ok(())
    }

    fn keep(&mut self) {
        if let Some(keep) = &mut self.watchers.keep {
            keep(&self.proof);
        }
    }

    /// The frontier of this iteration.
    fn grow(&mut self, expected: f64) -> Result<Frontier, Halt> {
        let (least, most) = self.deep.habits.frontier;
        let wanted = (expected / NODES_A_ROOT).clamp(least, most) as u64;
        let depth = (self.proof.parts > 0).then_some(self.proof.depth);
        let frontier = self.layer_by_layer(wanted, depth)?;
        if depth.is_some_and(|depth| depth != frontier.depth) {
            // A checkpoint of a larger card: this iteration begins again.
            self.proof.restart();
        }
        Ok(frontier)
    }

    /// Searches below one part of the frontier.
    fn part(
        &mut self,
        frontier: &Frontier,
        part: u32,
        limit: i32,
        histogram: &mut [u64; 128],
    ) -> Result<u32, Halt> {
        let deep = self.deep;
        let card = &*deep.card;
        deep.control.fill(0)?;
        let gather = GatherArgument {
            keys: deep.layers.keys(frontier.side).address(),
            carried: deep.layers.carried(frontier.side).address(),
            places: frontier.places,
            roots: deep.roots.address(),
            control: deep.control.address(),
            room: deep.room as u32,
            part,
            parts: self.proof.parts,
            unused: 0,
        };
        launch(card, deep.program, "gather", deep.grid, 0, &gather)?;
        let roots = deep.control.read_one::<Control>()?.out;
        if u64::from(roots) > deep.room {
            return Err(GpuError::Failed("a part of the frontier is larger than its room".into()).into());
        }
        let shared = SHARED_WORDS * 4 * card.threads();
        let (mut first, mut pending, mut launches) = (0u32, 0u32, 0);
        while first < roots || pending > 0 {
            let ahead = deep.habits.ahead && self.proof.best.is_none();
            deep.control.fill(0)?;
            let argument = DeepArgument {
                words: deep.tables.memory.address(),
                automaton: deep.automaton.address(),
                views: deep.views.address(),
                roots: deep.roots.address(),
                pending: deep.pending.nodes.address(),
                pending_paths: deep.pending.paths.address(),
                out: deep.out.nodes.address(),
                out_paths: deep.out.paths.address(),
                stack: deep.stack.address(),
                control: deep.control.address(),
                time: deep.habits.slice,
                roots_count: roots - first,
                pending_count: pending,
                first_root: first,
                least: LEAST,
                limit,
                ahead_from: if ahead { limit + 2 - self.proof.ahead as i32 } else { NEVER },
            };
            launch(card, deep.program, "deep", deep.grid, shared, &argument)?;
            let control: Control = deep.control.read_one()?;
            launches += 1;
            self.proof.nodes += control.nodes;
            for (sum, more) in histogram.iter_mut().zip(&control.histogram) {
                *sum += more;
            }
            if control.lock[1] != 0 {
                self.proof.best = Some(self.way(frontier, &control.record[1])?);
                return Ok(launches);
            }
            if control.lock[0] != 0 && self.proof.best.is_none() {
                self.proof.best = Some(self.way(frontier, &control.record[0])?);
            }
            let from_pending = control.head.min(pending);
            first += (control.head - from_pending).min(roots - first);
            // Newest first: what is left of the older ones stays below.
            pending -= from_pending;
            if u64::from(pending) + u64::from(control.out) > deep.pending.most {
                return Err(GpuError::Failed("more work was handed back than its queue holds".into()).into());
            }
            let (offset, bytes) = (u64::from(pending) * NODE, u64::from(control.out) * NODE);
            deep.pending.nodes.append(offset, &deep.out.nodes, bytes)?;
            deep.pending.paths.append(offset, &deep.out.paths, bytes)?;
            pending += control.out;
            let parts = u64::from(self.proof.parts);
            let whole = u64::from(roots) * parts;
            self.poll(u64::from(roots) * u64::from(part) + u64::from(first), whole)?;
        }
        Ok(launches)
    }

    /// The whole way of a record: to its root, then what the card wrote down. The frontier's tables hold something else
    /// afterwards.
    fn way(&mut self, frontier: &Frontier, record: &[u32; 12]) -> Result<Vec<u8>, Halt> {
        let root: Node = self.deep.roots.read(u64::from(record[0]), 1)?[0];
        let board = argument::unpacked(self.deep.layout.side, root.lo, root.hi);
        let mut way = self.way_to(&board, frontier.depth)?;
        way.extend(
            (0..record[1]).map(|slide| (record[2 + slide as usize / 16] >> (slide % 16 * 2) & 3) as u8),
        );
        Ok(way)
    }
}
