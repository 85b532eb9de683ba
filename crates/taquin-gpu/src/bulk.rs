//! Exact distances of many positions of one board at a time (kernels/bulk.cu).

use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::{Builder, available_parallelism};

use bytemuck::{Pod, Zeroable};
use taquin_solve::{Monitor, Progress, StopReason};

use crate::automaton::automaton;
use crate::card::{Card, Memory, Program, Source, launch};
use crate::error::{GpuError, Halt, Result};
use crate::layout::{Layout, stepped};
use crate::tables::{self, Numbering, Tables};

/// The label of a position whose distance is above the limit it was given.
pub const BEYOND: u8 = 254;
/// The label of a position that was not finished.
pub const UNKNOWN: u8 = 255;

/// Stack entries of a lane: the kernel's STACK.
const BULK_STACK: u64 = 84;
/// Positions on the card at once.
const MOST: usize = 1 << 24;
/// Moves of the longest forbidden words.
const WORDS: u32 = 14;
/// Slides from the limit within which the next iteration is looked into.
const AHEAD: i32 = 34;
/// Steps a lane works on before it hands work back.
const LEAST: u32 = 128;
/// A launch ends after this, so that somebody is asked.
const SLICE_NS: u64 = 100_000_000;

const BLANK_SLOT: usize = 15;

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Measure {
    words: u64,
    seen_words: u64,
    starts: u64,
    bounds: u64,
    labels: u64,
    states: u64,
    count: u64,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Argument {
    words: u64,
    seen_words: u64,
    automaton: u64,
    starts: u64,
    bounds: u64,
    limits: u64,
    states: u64,
    labels: u64,
    pending: u64,
    out: u64,
    stack: u64,
    control: u64,
    time: u64,
    count: u32,
    pending_count: u32,
    first: u32,
    least: u32,
    ahead: i32,
    unused: u32,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct BulkControl {
    head: u32,
    out: u32,
    stop: u32,
    unused: u32,
    nodes: u64,
}

/// Bytes of the kernel's Node.
const NODE: u64 = 24;

/// Labels, how many nodes they took, and what ended the work early.
#[derive(Clone, Debug, Default)]
pub(crate) struct Labels {
    pub labels: Vec<u8>,
    pub nodes: u64,
    pub launches: u32,
    pub stopped: Option<StopReason>,
}

/// A board's tables and working memory on a card.
pub(crate) struct Bulk {
    card: Arc<dyn Card>,
    program: Program,
    layout: Layout,
    tables: Tables,
    automaton: Memory,
    grid: u32,
    stack: Memory,
    pending: Memory,
    out: Memory,
    control: Memory,
    room: Room,
    /// Nanoseconds of a launch; tests give other ones.
    pub slice: u64,
    pub ahead: i32,
}

/// Memory for positions.
struct Room {
    most: usize,
    starts: Memory,
    bounds: Memory,
    limits: Memory,
    states: Memory,
    labels: Memory,
}

impl Room {
    fn new(card: &Arc<dyn Card>, most: usize) -> Result<Room> {
        let memory = |bytes: usize| Memory::new(card, (most * bytes) as u64);
        Ok(Room {
            most,
            starts: memory(8)?,
            bounds: memory(2)?,
            limits: memory(1)?,
            states: memory(4)?,
            labels: memory(1)?,
        })
    }
}

fn definitions(card: &dyn Card, layout: &Layout, numbering: Numbering) -> Vec<String> {
    let sizes: Vec<usize> = layout.split.iter().map(Vec::len).collect();
    let tiles: usize = sizes.iter().sum();
    let cut = |n: usize| sizes.iter().take(n).sum::<usize>().min(tiles);
    let offset = |n: usize| sizes.iter().take(n).map(|&size| 16u64.pow(size as u32)).sum::<u64>();
    let (slots, seen_slots) = (layout.split.concat(), layout.seen_split().concat());
    let mut images = (BLANK_SLOT as u64) << (4 * BLANK_SLOT);
    for (slot, &home) in slots.iter().enumerate() {
        let image = seen_slots.iter().position(|&seen| seen == layout.seen(home)).unwrap_or(0);
        images |= (image as u64) << (4 * slot);
    }
    let exits = (0..layout.side * layout.side).fold(0u64, |all, cell| {
        (0..4u8)
            .filter(|&way| stepped(layout.side, cell, way).is_some())
            .fold(all, |all, way| all | 1 << (4 * cell + usize::from(way)))
    });
    let mut all = vec![
        format!("SIDE={}", layout.side),
        format!("THREADS={}", card.threads()),
        format!("BLOCKS={}", card.blocks_wanted(4)),
        format!("REFLECT={}", layout.reflection as u32),
        format!("CUT1={}", cut(1)),
        format!("CUT2={}", cut(2)),
        format!("TABLE_1={}ull", offset(1)),
        format!("TABLE_2={}ull", offset(2)),
        format!("SEEN_SLOTS={images}ull"),
        format!("EXITS={exits}ull"),
        format!("REMEMBER={}", u32::from(sizes.len() == 2)),
    ];
    all.extend(numbering.definitions(layout));
    all
}

/// The text and definitions of the kernels for a layout.
pub(crate) fn source(card: &dyn Card, layout: &Layout) -> Source {
    let parts = [include_str!("../kernels/tables.cu"), include_str!("../kernels/bulk.cu")];
    Source::new(&parts, definitions(card, layout, Numbering::nibbles()))
}

impl Bulk {
    /// Bytes needed for a layout, the most at any time.
    pub fn bytes(layout: &Layout) -> u64 {
        let (stay, besides) = Numbering::nibbles().bytes(layout);
        // Lanes, positions and queues take less than what building leaves, where tables are large.
        stay + besides.max(1 << 30)
    }

    /// Gets everything ready, unless the monitor says stop.
    pub fn new(card: &Arc<dyn Card>, layout: Layout, monitor: &dyn Monitor) -> Result<Bulk, Halt> {
        let program = card.compile(&source(&**card, &layout))?;
        let tables = tables::build(card, program, &layout, Numbering::nibbles(), monitor)?;
        let words = automaton(layout.side, WORDS);
        let automaton = Memory::new(card, 4 * words.len() as u64)?;
        automaton.write(0, &words)?;
        let grid = card.resident_blocks(program, "bulk", 0)?;
        let lanes = u64::from(grid * card.threads());
        let most = ((card.free_bytes()? / 64) as usize).clamp(1 << 10, MOST);
        Ok(Bulk {
            card: Arc::clone(card),
            program,
            stack: Memory::new(card, lanes * BULK_STACK * if layout.split.len() == 2 { 32 } else { 16 })?,
            pending: Memory::new(card, lanes * 2 * BULK_STACK * NODE)?,
            out: Memory::new(card, lanes * (BULK_STACK + 1) * NODE)?,
            control: Memory::new(card, size_of::<BulkControl>() as u64)?,
            room: Room::new(card, most)?,
            layout,
            tables,
            automaton,
            grid,
            slice: SLICE_NS,
            ahead: AHEAD,
        })
    }

    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// A position, cells' homes in the layout's board, as the kernels have it.
    fn packed(&self, slot_of: &[u64; 16], homes: &[u8]) -> u64 {
        homes
            .iter()
            .enumerate()
            .fold(0, |at, (cell, &home)| at | (cell as u64) << (4 * slot_of[usize::from(home)]))
    }

    /// The distances of positions, each given as the homes of its cells' contents, one after another. All must be
    /// solvable. With limits, a distance above a position's own is [`BEYOND`]; what is not finished is [`UNKNOWN`].
    pub fn labels(&self, positions: &[u8], limits: Option<&[u8]>, monitor: &dyn Monitor) -> Result<Labels> {
        let cells = self.layout.side * self.layout.side;
        let mut slot_of = [BLANK_SLOT as u64; 16];
        for (slot, &home) in self.layout.split.concat().iter().enumerate() {
            slot_of[usize::from(home)] = slot as u64;
        }
        let count = positions.len() / cells;
        let mut all = Labels { labels: vec![UNKNOWN; count], ..Labels::default() };
        for first in (0..count).step_by(self.room.most) {
            let last = count.min(first + self.room.most);
            let packed = in_pieces(&positions[first * cells..last * cells], cells, |homes| {
                self.packed(&slot_of, homes)
            });
            self.room.starts.write(0, &packed)?;
            if let Some(limits) = limits {
                self.room.limits.write(0, &limits[first..last])?;
            }
            let ended = self.label(last - first, limits.is_some(), monitor, &mut all)?;
            all.labels[first..last].copy_from_slice(&self.room.labels.read::<u8>(0, last - first)?);
            if let ControlFlow::Break(why) = ended {
                all.stopped = Some(why);
                break;
            }
        }
        Ok(all)
    }

    /// Labels what stands in the room.
    fn label(
        &self,
        count: usize,
        limited: bool,
        monitor: &dyn Monitor,
        all: &mut Labels,
    ) -> Result<ControlFlow<StopReason>> {
        let words = self.tables.memory.address();
        let seen_words = words + 4 * self.tables.second;
        let room = &self.room;
        let measure = Measure {
            words,
            seen_words,
            starts: room.starts.address(),
            bounds: room.bounds.address(),
            labels: room.labels.address(),
            states: room.states.address(),
            count: count as u64,
        };
        launch(&*self.card, self.program, "measure", self.grid, 0, &measure)?;
        let (mut first, mut pending) = (0u32, 0u32);
        loop {
            self.control.fill(0)?;
            let argument = Argument {
                words,
                seen_words,
                automaton: self.automaton.address(),
                starts: room.starts.address(),
                bounds: room.bounds.address(),
                limits: if limited { room.limits.address() } else { 0 },
                states: room.states.address(),
                labels: room.labels.address(),
                pending: self.pending.address(),
                out: self.out.address(),
                stack: self.stack.address(),
                control: self.control.address(),
                time: self.slice,
                count: count as u32 - first,
                pending_count: pending,
                first,
                least: LEAST,
                ahead: self.ahead,
                unused: 0,
            };
            launch(&*self.card, self.program, "bulk", self.grid, 0, &argument)?;
            let control: BulkControl = self.control.read_one()?;
            all.nodes += control.nodes;
            all.launches += 1;
            let from_pending = control.head.min(pending);
            first += (control.head - from_pending).min(count as u32 - first);
            // Newest first: what is left of the older ones stays below.
            pending -= from_pending;
            let fits = u64::from(self.grid * self.card.threads()) * 2 * BULK_STACK;
            if u64::from(pending + control.out) > fits {
                return Err(GpuError::Failed("more work was handed back than its queue holds".into()));
            }
            self.pending.append(u64::from(pending) * NODE, &self.out, u64::from(control.out) * NODE)?;
            pending += control.out;
            if pending == 0 && first as usize == count {
                return Ok(ControlFlow::Continue(()));
            }
            let mut progress = Progress::new("distances on the card");
            progress.nodes = all.nodes;
            (progress.done, progress.total) = (u64::from(first), count as u64);
            if let ControlFlow::Break(why) = monitor.poll(&progress) {
                return Ok(ControlFlow::Break(why));
            }
        }
    }

    /// A shortest way, as blank moves, for each position; `None` where the work was stopped.
    ///
    /// Distances alone are kept on the card. The way down is found by asking for the neighbours' distances, all
    /// positions at a time; each step is cheaper than the one before.
    pub fn ways(&self, positions: &[u8], monitor: &dyn Monitor) -> Result<(Labels, Vec<Option<Vec<u8>>>)> {
        let side = self.layout.side;
        let cells = side * side;
        let mut labels = self.labels(positions, None, monitor)?;
        let mut here = positions.to_vec();
        let mut ways: Vec<Option<Vec<u8>>> =
            labels.labels.iter().map(|&label| (label != UNKNOWN).then(Vec::new)).collect();
        loop {
            let (mut asked, mut limits, mut from) = (Vec::new(), Vec::new(), Vec::new());
            for (index, way) in ways.iter().enumerate() {
                let Some(way) = way else { continue };
                let left = labels.labels[index] - way.len() as u8;
                if left == 0 {
                    continue;
                }
                let position = &here[index * cells..][..cells];
                let blank = position.iter().position(|&home| home == self.layout.home).unwrap_or(0);
                for step in 0..4u8 {
                    let back = way.last().is_some_and(|&last| last ^ 2 == step);
                    let Some(next) = stepped(side, blank, step).filter(|_| !back) else { continue };
                    let begin = asked.len();
                    asked.extend_from_slice(position);
                    asked[begin..].swap(blank, next);
                    limits.push(left - 1);
                    from.push((index, step));
                }
            }
            if asked.is_empty() {
                return Ok((labels, ways));
            }
            let found = self.labels(&asked, Some(&limits), monitor)?;
            labels.nodes += found.nodes;
            if let Some(why) = found.stopped {
                labels.stopped = Some(why);
                for (way, &label) in ways.iter_mut().zip(&labels.labels) {
                    *way = way.take().filter(|way| way.len() == usize::from(label));
                }
                return Ok((labels, ways));
            }
            let (mut moved, mut steps) = (usize::MAX, 0);
            for (question, &(index, step)) in from.iter().enumerate() {
                if found.labels[question] == limits[question] && moved != index {
                    (moved, steps) = (index, steps + 1);
                    here[index * cells..][..cells].copy_from_slice(&asked[question * cells..][..cells]);
                    ways[index].get_or_insert_default().push(step);
                }
            }
            if steps == 0 {
                return Err(GpuError::Failed("no neighbour of a position is nearer to the goal".into()));
            }
        }
    }
}

/// Something for every piece of so many bytes, on all cores when there are many.
pub(crate) fn in_pieces<T: Send>(positions: &[u8], bytes: usize, each: impl Fn(&[u8]) -> T + Sync) -> Vec<T> {
    const FEW: usize = 1 << 20;
    let threads = if positions.len() <= FEW { 1 } else { available_parallelism().map_or(1, usize::from) };
    on_threads(positions, bytes, threads, Builder::new, each)
}

/// The same on so many threads, the caller's included. A part whose thread the system refuses is the caller's; whoever panics
/// goes on panicking in the caller, since a list with a part left out would be read as if it were whole.
fn on_threads<T: Send>(
    positions: &[u8],
    bytes: usize,
    threads: usize,
    builder: impl Fn() -> Builder,
    each: impl Fn(&[u8]) -> T + Sync,
) -> Vec<T> {
    let run = |part: &[u8]| part.chunks(bytes).map(&each).collect::<Vec<T>>();
    let share = positions.len().div_ceil(bytes).div_ceil(threads).max(1) * bytes;
    std::thread::scope(|scope| {
        let run = &run;
        let mut parts = positions.chunks(share);
        let own = parts.next().unwrap_or_default();
        let started: Vec<_> =
            parts.map(|part| (part, builder().spawn_scoped(scope, move || run(part)))).collect();
        let mut all = run(own);
        for (part, started) in started {
            all.extend(match started {
                Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
                Err(_refused) => run(part),
            });
        }
        all
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A thread that no address space has room for.
    fn refused() -> Builder {
        Builder::new().stack_size(1 << 46)
    }

    #[test]
    fn every_piece_is_answered_in_order_however_many_threads_there_are() {
        let positions: Vec<u8> = (0..100).collect();
        let first = |piece: &[u8]| piece[0];
        let expected: Vec<u8> = (0..100).step_by(4).collect();
        for threads in [1, 2, 3, 24, 25, 100] {
            assert_eq!(on_threads(&positions, 4, threads, Builder::new, first), expected, "{threads}");
            assert_eq!(on_threads(&positions, 4, threads, refused, first), expected, "{threads} refused");
        }
        assert!(on_threads(&[], 4, 3, Builder::new, first).is_empty());
    }

    #[test]
    fn a_panic_of_one_thread_goes_on_in_the_caller() {
        let positions: Vec<u8> = (0..100).collect();
        let panics = |piece: &[u8]| assert_ne!(piece[0], 60, "on purpose");
        let caught = std::panic::catch_unwind(|| on_threads(&positions, 4, 5, Builder::new, panics));
        assert!(caught.is_err());
    }
}
