//! Breadth-first search on bits: two layers are kept, and the older is turned into the next in place.
//!
//! A layer is a set of positions, one bit each: for every block of orders (see [`super::moves`]) and every
//! place of the blank, a run of words with one bit for each order. In the single-tile metric the places of the blank
//! take turns in colour, so a layer needs only those of one colour: two layers are then one bit for each position.
//!
//! All neighbours of layer d lie in the layers d − 1, d and d + 1. So layer d + 1 is what layer d reaches, without layers d
//! and d − 1. A block of it needs its own block of layer d − 1 and no other, so it takes that one's place. Blocks
//! are independent of each other: threads share them out, nothing is locked, and the result is the same for any number of threads.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use taquin_core::Metric;

use super::CensusError;
use super::file::{FileError, Reader, Writer};
use super::moves::{Blocks, Move, Moves};
use super::shuffle::{ByBytes, Permute, pull, settle};
use crate::parallel::Workers;
use crate::table::{Words, zeroed};
use crate::{Monitor, Progress, Ranking, StopReason};

/// Words of each run that a thread takes at a time: some hundredths of a millisecond of work.
const BATCH_WORDS: usize = 4 * 720;

/// A set of positions with the blank on some steps of the walk.
#[derive(Debug)]
pub(super) struct Layer {
    /// For each step of the walk, which run of a block stands for it.
    runs: Vec<Option<usize>>,
    /// Runs in a block.
    count: usize,
    /// Words in a run.
    length: usize,
    /// Runs of all blocks.
    words: Words,
    /// Which runs have any position.
    pub(super) live: Vec<bool>,
}

impl Layer {
    /// `None` if the system has not so much memory.
    pub(super) fn empty(blocks: &Blocks, cells: usize, holds: impl Fn(usize) -> bool) -> Option<Layer> {
        let mut count = 0;
        let runs = (0..cells)
            .map(|step| {
                holds(step).then(|| {
                    count += 1;
                    count - 1
                })
            })
            .collect();
        let all = count * blocks.count;
        let length = blocks.words;
        let words = Words::zeroed(all.checked_mul(length)?)?;
        Some(Layer { runs, count, length, words, live: zeroed(all)? })
    }

    /// The words of a run, counted through all blocks.
    pub(super) fn run(&self, run: usize) -> &[u64] {
        &self.words[run * self.length..][..self.length]
    }

    pub(super) fn run_mut(&mut self, run: usize) -> &mut [u64] {
        &mut self.words[run * self.length..][..self.length]
    }

    /// A run of a block, if there is anything in it.
    #[inline]
    fn living_run(&self, block: usize, run: usize) -> Option<&[u64]> {
        let run = block * self.count + run;
        self.live[run].then(|| self.run(run))
    }

    /// The run of a block for a step of the walk, if there is anything in it.
    #[inline]
    pub(super) fn living_at(&self, block: usize, step: usize) -> Option<&[u64]> {
        self.living_run(block, self.runs[step]?)
    }

    /// The steps that it has runs for.
    pub(super) fn steps(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.runs.len()).filter(|&step| self.runs[step].is_some())
    }

    /// How many blocks there are.
    pub(super) fn blocks(&self) -> usize {
        self.live.len() / self.count.max(1)
    }

    /// Puts one position in. The step must be one of its own.
    pub(super) fn set(&mut self, block: usize, step: usize, word: usize, bit: usize) {
        let run = self.runs[step].expect("a step of this layer's colour");
        let run = block * self.count + run;
        self.run_mut(run)[word] |= 1 << bit;
        self.live[run] = true;
    }

    /// Writes which runs there are, and those.
    pub(super) fn save(&self, out: &mut Writer<'_>) -> io::Result<()> {
        for live in self.live.chunks(4096) {
            let flags: Vec<u8> = live.iter().map(|&live| u8::from(live)).collect();
            out.bytes(&flags)?;
        }
        for (run, _) in self.live.iter().enumerate().filter(|(_, live)| **live) {
            out.words(self.run(run))?;
        }
        Ok(())
    }

    /// Reads what [`Layer::save`] wrote, in place of everything.
    pub(super) fn load(&mut self, input: &mut Reader<'_>) -> Result<(), FileError> {
        self.clear();
        let mut flags = vec![0u8; self.live.len()];
        input.bytes(&mut flags)?;
        for (run, _) in flags.iter().enumerate().filter(|(_, flag)| **flag != 0) {
            self.live[run] = true;
            input.words(self.run_mut(run))?;
        }
        Ok(())
    }

    /// Removes every position.
    pub(super) fn clear(&mut self) {
        for run in 0..self.live.len() {
            if std::mem::take(&mut self.live[run]) {
                self.run_mut(run).fill(0);
            }
        }
    }
}

/// Where a step reads the runs of the last layer.
pub(super) trait Runs: Sync {
    /// The run of a block, counted through the whole board, for a step of the walk, if there is anything in it.
    fn living(&self, block: usize, step: usize) -> Option<&[u64]>;
}

impl Runs for Layer {
    #[inline]
    fn living(&self, block: usize, step: usize) -> Option<&[u64]> {
        self.living_at(block, step)
    }
}

/// The search: its tables, and the last two layers.
#[derive(Debug)]
pub(super) struct Layers {
    ranking: Ranking,
    blocks: Blocks,
    /// Made before the first step, which has somebody to ask whether to go on.
    moves: Option<Moves>,
    metric: Metric,
    /// The layer at depth `depth`.
    pub(super) current: Layer,
    /// The layer before it, which the next will replace.
    pub(super) previous: Layer,
    pub(super) depth: u32,
    /// Whether the processor's vector instructions are used.
    #[cfg(target_arch = "x86_64")]
    vector: bool,
    workers: Workers,
}

impl Layers {
    /// Bytes that the two layers of a board take, and the tables with them.
    pub(super) fn bytes(ranking: &Ranking, metric: Metric) -> u64 {
        let classes = ranking.classes();
        let runs = ranking.walk().len() as u64 * if metric == Metric::Stm { 1 } else { 2 };
        classes.patterns() * runs * (classes.middle_orders() * 8 + 1) + Moves::bytes(ranking, metric)
    }

    /// Depth 0: the solved position alone. Up to so many threads will make the others.
    pub(super) fn new(ranking: Ranking, metric: Metric, threads: usize) -> Result<Layers, CensusError> {
        let refused = |ranking: &Ranking| CensusError::Refused {
            shape: ranking.shape(),
            needed: Layers::bytes(ranking, metric),
        };
        let blocks = Blocks::new(&ranking);
        let cells = ranking.walk().len();
        let home = ranking.home_step();
        let colour = |parity: usize| move |step: usize| metric == Metric::Mtm || step % 2 == parity;
        let current = Layer::empty(&blocks, cells, colour(home % 2));
        let mut current = current.ok_or_else(|| refused(&ranking))?;
        let previous = Layer::empty(&blocks, cells, colour(1 - home % 2)).ok_or_else(|| refused(&ranking))?;
        let solved: Vec<u8> = (0..cells as u8).collect();
        let number = ranking.number(&solved).expect("the solved position is even");
        let order = number as usize / cells;
        let (word, bit) = (order / blocks.bits, order % blocks.bits);
        current.set(word / blocks.words, home, word % blocks.words, bit);
        let workers = Workers::new(threads.min(blocks.count.div_ceil(batch(&blocks))));
        Ok(Layers {
            ranking,
            blocks,
            moves: None,
            metric,
            current,
            previous,
            depth: 0,
            #[cfg(target_arch = "x86_64")]
            vector: super::shuffle::vector::available(),
            workers,
        })
    }

    /// Says that the layers are those of another depth, about to be filled in.
    pub(super) fn set_depth(&mut self, depth: u32) {
        if depth % 2 != self.depth % 2 {
            std::mem::swap(&mut self.current, &mut self.previous);
        }
        self.depth = depth;
    }

    pub(super) fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    /// Makes the next layer and says how many positions it has. With `distances`, one byte for each position, writes
    /// the new depth at the numbers of the new positions.
    ///
    /// A stop leaves the layers half made, of no further use.
    pub(super) fn advance(
        &mut self,
        distances: Option<&mut [u8]>,
        monitor: &dyn Monitor,
        progress: Progress,
    ) -> Result<u64, StopReason> {
        let depth = self.depth + 1;
        let Layers { blocks, current, previous, .. } = self;
        let moves = match &mut self.moves {
            Some(moves) => moves,
            none => none.insert(Moves::new(&self.ranking, self.metric, monitor)?),
        };
        let step = LayerWork {
            #[cfg(target_arch = "x86_64")]
            vector: self.vector,
            ..LayerWork::new(blocks, moves, &*current, 0, depth as u8, current, previous)
        };
        let found = make_all(&step, previous, distances, &self.workers, monitor, progress)?;
        std::mem::swap(&mut self.current, &mut self.previous);
        self.depth = depth;
        Ok(found)
    }

    /// The first positions of the current layer, in the order of their numbers.
    pub(super) fn first(&self, most: usize) -> Vec<Vec<u8>> {
        let Layers { current, blocks, ranking, .. } = self;
        let cells = ranking.walk().len();
        let mut numbers = Vec::new();
        for block in 0..blocks.count {
            if numbers.len() >= most {
                break;
            }
            let before = numbers.len();
            for (step, run) in current.runs.iter().enumerate() {
                let Some(words) = run.and_then(|run| current.living_run(block, run)) else { continue };
                let first = block * blocks.words * blocks.bits;
                numbers.extend(ones(words, blocks.bits).map(|order| ((first + order) * cells + step) as u64));
            }
            numbers[before..].sort_unstable();
        }
        numbers.truncate(most);
        numbers.into_iter().filter_map(|number| ranking.position(number)).collect()
    }
}

/// Blocks that a thread takes at a time.
fn batch(blocks: &Blocks) -> usize {
    (BATCH_WORDS / blocks.words).max(1)
}

/// Makes all blocks of a layer in the place of those of the one before the last, and says how many positions it has.
pub(super) fn make_all<R: Runs>(
    step: &LayerWork<'_, R>,
    previous: &mut Layer,
    distances: Option<&mut [u8]>,
    workers: &Workers,
    monitor: &dyn Monitor,
    progress: Progress,
) -> Result<u64, StopReason> {
    let (blocks, batch) = (step.blocks, batch(step.blocks));
    let table = step.cells * blocks.words * blocks.bits;
    let mut distances = distances.map(|all| all.chunks_mut(table * batch));
    let runs = previous.count * batch;
    let total = previous.blocks() as u64;
    let words = previous.words.chunks_mut(runs * previous.length);
    let batches = words.zip(previous.live.chunks_mut(runs)).enumerate().map(|(i, (words, live))| BlockSpan {
        first: i * batch,
        blocks: live.len() / previous.count,
        words,
        live,
        distances: distances.as_mut().and_then(Iterator::next),
    });
    let progress = Progress { total, ..progress };
    let (found, done) = (AtomicU64::new(0), AtomicU64::new(0));
    workers.share(
        batches,
        || (),
        |(), batch| {
            let size = batch.blocks as u64;
            let new = step.make(batch);
            let nodes = progress.nodes + found.fetch_add(new, Ordering::Relaxed) + new;
            let done = done.fetch_add(size, Ordering::Relaxed) + size;
            monitor.look(&Progress { nodes, done, ..progress })
        },
    )?;
    Ok(found.into_inner())
}

/// The orders whose bits are set.
fn ones(words: &[u64], bits: usize) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(move |(i, &word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let order = i * bits + left.trailing_zeros() as usize;
                left &= left - 1;
                order
            })
        })
    })
}

/// A run of the layer being made, and where it comes from.
struct TargetRun<'a> {
    /// Step of the walk.
    step: usize,
    /// Whether the current layer holds the same step: what is there is not new.
    own: bool,
    /// Steps whose runs of the same block of the current layer come here: moves that change no order.
    same: Vec<usize>,
    /// Moves that change orders.
    moves: Vec<&'a Move>,
}

fn targets<'a>(moves: &'a Moves, current: &Layer, next: &Layer) -> Vec<TargetRun<'a>> {
    let held = (0..next.runs.len()).filter(|&step| next.runs[step].is_some());
    held.map(|step| {
        let mut target =
            TargetRun { step, own: current.runs[step].is_some(), same: Vec::new(), moves: Vec::new() };
        for m in moves.all.iter().filter(|m| m.to == step) {
            if current.runs[m.from].is_none() {
                continue;
            }
            if m.origins.is_empty() {
                target.same.push(m.from);
            } else {
                target.moves.push(m);
            }
        }
        target
    })
    .collect()
}

/// A few blocks of the layer that is being replaced.
struct BlockSpan<'a> {
    first: usize,
    blocks: usize,
    words: &'a mut [u64],
    live: &'a mut [bool],
    distances: Option<&'a mut [u8]>,
}

/// What the making of one layer has to know.
pub(super) struct LayerWork<'a, R> {
    /// How long runs are.
    blocks: &'a Blocks,
    moves: &'a Moves,
    current: &'a R,
    /// The number of the first block that is made here, and that the moves know the origin of.
    first: usize,
    /// Runs of the layer being made.
    targets: Vec<TargetRun<'a>>,
    cells: usize,
    depth: u8,
    /// Only where the processor has what [`LayerWork::make_vector`] needs.
    #[cfg(target_arch = "x86_64")]
    vector: bool,
}

impl<'a, R: Runs> LayerWork<'a, R> {
    /// Reads from `source`, which has the steps of `current`, and makes those of `next`, from block `first` on.
    pub(super) fn new(
        blocks: &'a Blocks,
        moves: &'a Moves,
        source: &'a R,
        first: usize,
        depth: u8,
        current: &Layer,
        next: &Layer,
    ) -> LayerWork<'a, R> {
        LayerWork {
            blocks,
            moves,
            current: source,
            first,
            targets: targets(moves, current, next),
            cells: next.runs.len(),
            depth,
            #[cfg(target_arch = "x86_64")]
            vector: super::shuffle::vector::available(),
        }
    }

    fn make(&self, batch: BlockSpan<'_>) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if self.vector {
            // SAFETY: the processor has the features.
            return unsafe { self.make_vector(batch) };
        }
        self.make_with::<ByBytes>(batch)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512bitalg,avx512vpopcntdq,popcnt")]
    fn make_vector(&self, batch: BlockSpan<'_>) -> u64 {
        self.make_with::<super::shuffle::vector::AtOnce>(batch)
    }

    #[inline(always)]
    fn make_with<'b, P: Permute<'b>>(&'b self, batch: BlockSpan<'_>) -> u64 {
        let length = self.blocks.words;
        let table = self.cells * length * self.blocks.bits;
        let mut reached = vec![0u64; length];
        let nothing = vec![0u64; length];
        let mut distances = batch.distances.map(|all| all.chunks_mut(table));
        let mut found = 0;
        let runs = self.targets.len();
        let all = batch.words.chunks_mut(runs * length).zip(batch.live.chunks_mut(runs));
        for (block, (words, live)) in (batch.first..).zip(all) {
            let mut distances = distances.as_mut().and_then(Iterator::next);
            for ((target, words), live) in self.targets.iter().zip(words.chunks_mut(length)).zip(live) {
                let new = self.make_run::<P>(target, block, words, *live, &mut reached, &nothing);
                *live = new > 0;
                found += new;
                if let (Some(distances), true) = (&mut distances, new > 0) {
                    for order in ones(words, self.blocks.bits) {
                        distances[order * self.cells + target.step] = self.depth;
                    }
                }
            }
        }
        found
    }

    /// Makes one run of the next layer in the place of the older one, and counts it.
    ///
    /// Here the census spends its time. In the single-tile metric the blank comes from at most two places along the walk, whose
    /// runs are read as they are, and on average from one beside it, whose words or bits are permuted.
    #[inline(always)]
    fn make_run<'b, P: Permute<'b>>(
        &'b self,
        target: &TargetRun<'_>,
        block: usize,
        words: &mut [u64],
        live: bool,
        reached: &mut [u64],
        nothing: &[u64],
    ) -> u64 {
        let Moves { words: of_words, bits: of_bits, .. } = self.moves;
        let mut any = false;
        for &m in &target.moves {
            let origin = m.origins[block];
            let Some(source) = self.current.living(origin.block as usize, m.from) else { continue };
            let bits = usize::from(origin.bits);
            let bits = (bits > 1).then(|| [&of_bits[bits], &of_bits[bits ^ 1]]);
            let order = (origin.words > 0).then(|| &of_words[usize::from(origin.words)][..]);
            pull::<P>(reached, !any, source, order, bits);
            any = true;
        }
        let mut same = target.same.iter().filter_map(|&step| self.current.living(self.first + block, step));
        let (a, b) = (same.next(), same.next());
        for source in same {
            pull::<P>(reached, !any, source, None, None);
            any = true;
        }
        if !any && a.is_none() {
            if live {
                words.fill(0);
            }
            return 0;
        }
        let c = if any { &*reached } else { nothing };
        let own = || self.current.living(self.first + block, target.step).unwrap_or(nothing);
        let except = target.own.then(own);
        settle(words, [a.unwrap_or(nothing), b.unwrap_or(nothing), c], except)
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use taquin_core::{Cell, Shape};

    use super::*;
    use crate::Unlimited;

    fn layers(rows: u32, columns: u32, metric: Metric, vector: bool) -> Layers {
        let ranking = Ranking::new(Shape::new(rows, columns).unwrap(), Cell::new(1)).unwrap();
        let layers = Layers::new(ranking, metric, 1).unwrap();
        Layers { vector: vector && layers.vector, ..layers }
    }

    #[test]
    fn layers_are_the_same_with_and_without_vector_instructions() {
        let boards = [(2, 2, 9), (2, 3, 99), (4, 2, 99), (3, 3, 99), (5, 2, 99), (3, 4, 16), (2, 6, 16)];
        for (rows, columns, depths) in boards {
            for metric in [Metric::Stm, Metric::Mtm] {
                let mut ways = [true, false].map(|vector| layers(rows, columns, metric, vector));
                for depth in 1..=depths {
                    let found = ways
                        .each_mut()
                        .map(|layers| layers.advance(None, &Unlimited, Progress::default()).unwrap());
                    assert_eq!(found[0], found[1], "{rows}x{columns} {metric} at {depth}");
                    let [a, b] = ways.each_ref().map(|layers| &layers.current);
                    assert!(a.words[..] == b.words[..] && a.live == b.live);
                    if found[0] == 0 {
                        break;
                    }
                }
            }
        }
    }
}
