//! Breadth-first search on bits: two layers are kept, and the older is turned into the next in place.
//!
//! A layer is a set of positions, one bit each: for every block of orders (see [`super::moves`]) and every
//! place of the blank, a run of words with one bit per order. In the single-tile metric the places of the blank
//! take turns in colour, so a layer needs only those of one colour: two layers are then one bit for each position.
//!
//! All neighbours of layer d lie in the layers d − 1, d and d + 1. So layer d + 1 is what layer d reaches, without layers d
//! and d − 1. A block of it needs its own block of layer d − 1 and no other, so it takes that one's place. Blocks
//! are independent of each other: threads share them out, nothing is locked, and the result is the same for any number of threads.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use taquin_core::Metric;

use super::moves::{Block, Blocks, Inside, Move, moves};
use crate::table::Words;
use crate::{Monitor, Progress, Ranking, StopReason};

/// Blocks that a thread takes at a time: a few tenths of a millisecond of work.
const BATCH: usize = 32;

/// A set of positions with the blank on some steps of the walk.
#[derive(Debug)]
pub(super) struct Layer {
    /// For each step of the walk, which run of words of a block stands for it.
    runs: Vec<Option<usize>>,
    /// Words in a block.
    stride: usize,
    pub(super) words: Words,
    /// Which blocks have any position.
    pub(super) live: Vec<bool>,
}

impl Layer {
    fn empty(blocks: &Blocks, cells: usize, holds: impl Fn(usize) -> bool) -> Layer {
        let mut used = 0;
        let runs = (0..cells)
            .map(|step| {
                holds(step).then(|| {
                    used += 1;
                    used - 1
                })
            })
            .collect();
        let stride = used * blocks.words;
        Layer { runs, stride, words: Words::zeroed(stride * blocks.count), live: vec![false; blocks.count] }
    }

    pub(super) fn block(&self, block: usize) -> &[u64] {
        &self.words[block * self.stride..][..self.stride]
    }

    pub(super) fn block_mut(&mut self, block: usize) -> &mut [u64] {
        &mut self.words[block * self.stride..][..self.stride]
    }

    /// Removes every position.
    pub(super) fn clear(&mut self) {
        for block in 0..self.live.len() {
            if std::mem::take(&mut self.live[block]) {
                self.block_mut(block).fill(0);
            }
        }
    }

    /// The words for one block and one step of the blank; none where the layer does not hold the step.
    fn run(&self, blocks: &Blocks, block: usize, step: usize) -> &[u64] {
        match self.runs[step] {
            Some(run) => &self.words[block * self.stride + run * blocks.words..][..blocks.words],
            None => &[],
        }
    }
}

/// The search: its tables, and the last two layers.
#[derive(Debug)]
pub(super) struct Layers {
    ranking: Ranking,
    metric: Metric,
    blocks: Blocks,
    moves: Vec<Move>,
    /// The layer at depth `depth`.
    pub(super) current: Layer,
    /// The layer before it, which the next will replace.
    pub(super) previous: Layer,
    pub(super) depth: u32,
}

impl Layers {
    /// Bytes that the two layers of a board take.
    pub(super) fn bytes(ranking: &Ranking, metric: Metric) -> u64 {
        let blocks = Blocks::new(ranking);
        let runs = ranking.walk().len() as u64 * if metric == Metric::Stm { 1 } else { 2 };
        blocks.count as u64 * (runs * blocks.words as u64 * 8 + 2)
    }

    /// Depth 0: the solved position alone. `None` for a board whose moves do not suit the tables.
    pub(super) fn new(ranking: Ranking, metric: Metric) -> Option<Layers> {
        let blocks = Blocks::new(&ranking);
        let moves = moves(&ranking, &blocks, metric)?;
        let cells = ranking.walk().len();
        let home = ranking.home_step();
        let colour = |parity: usize| move |step: usize| metric == Metric::Mtm || step % 2 == parity;
        let mut current = Layer::empty(&blocks, cells, colour(home % 2));
        let previous = Layer::empty(&blocks, cells, colour(1 - home % 2));
        let solved: Vec<u8> = (0..cells as u8).collect();
        let number = ranking.number(&solved).expect("the solved position is even");
        let order = number as usize / cells;
        let (block, place) = (order / blocks.orders, order % blocks.orders);
        let run = current.runs[home].expect("the blank's home has the colour of the first layer");
        current.words[block * current.stride + run * blocks.words + place / 64] |= 1 << (place % 64);
        current.live[block] = true;
        Some(Layers { ranking, metric, blocks, moves, current, previous, depth: 0 })
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
        threads: usize,
        distances: Option<&mut [u8]>,
        monitor: &dyn Monitor,
        progress: Progress,
    ) -> Result<u64, StopReason> {
        let depth = self.depth + 1;
        let Layers { blocks, moves, current, previous, metric, .. } = self;
        let step = Step {
            blocks,
            current,
            runs: &previous.runs,
            moves: moves
                .iter()
                .filter(|m| current.runs[m.from].is_some() && previous.runs[m.to].is_some())
                .collect(),
            metric: *metric,
            cells: previous.runs.len(),
            depth: depth as u8,
        };
        let stride = previous.stride;
        let table = step.cells * blocks.orders * BATCH;
        let mut distances = distances.map(|all| all.chunks_mut(table));
        let batches =
            previous.words.chunks_mut(stride * BATCH).zip(previous.live.chunks_mut(BATCH)).enumerate().map(
                |(i, (words, live))| {
                    let distances = distances.as_mut().and_then(Iterator::next);
                    Batch { first: i * BATCH, words, live, distances }
                },
            );
        let found =
            share_out(batches, threads, blocks.count as u64, monitor, progress, |batch| step.make(batch))?;
        std::mem::swap(&mut self.current, &mut self.previous);
        self.depth = depth;
        Ok(found)
    }

    /// The first positions of the current layer, in the order of their numbers.
    pub(super) fn first(&self, most: usize) -> Vec<Vec<u8>> {
        let cells = self.ranking.walk().len();
        let mut numbers = Vec::new();
        if most == 0 {
            return Vec::new();
        }
        for block in (0..self.blocks.count).filter(|&block| self.current.live[block]) {
            let mut here = Vec::new();
            for step in 0..cells {
                for place in ones(self.current.run(&self.blocks, block, step)) {
                    here.push(((block * self.blocks.orders + place) * cells + step) as u64);
                }
            }
            here.sort_unstable();
            numbers.extend(here);
            if numbers.len() >= most {
                break;
            }
        }
        numbers.truncate(most);
        numbers.into_iter().filter_map(|number| self.ranking.position(number)).collect()
    }
}

/// A few blocks of the layer that is being replaced.
struct Batch<'a> {
    first: usize,
    words: &'a mut [u64],
    live: &'a mut [bool],
    distances: Option<&'a mut [u8]>,
}

/// What the making of one layer has to know.
struct Step<'a> {
    blocks: &'a Blocks,
    current: &'a Layer,
    /// Runs of the layer being made.
    runs: &'a [Option<usize>],
    moves: Vec<&'a Move>,
    metric: Metric,
    cells: usize,
    depth: u8,
}

impl Step<'_> {
    fn make(&self, batch: Batch<'_>) -> u64 {
        let stride = batch.words.len() / batch.live.len();
        let mut reached = vec![0u64; stride];
        let mut distances = batch.distances.map(|all| all.chunks_mut(self.cells * self.blocks.orders));
        let mut found = 0;
        for (i, (words, live)) in batch.words.chunks_mut(stride).zip(batch.live).enumerate() {
            let number = batch.first + i;
            let distances = distances.as_mut().and_then(Iterator::next);
            let any = self.reach(number, &mut reached);
            if !any && !*live {
                continue;
            }
            let new = self.replace(number, words, &mut reached);
            *live = new > 0;
            found += new;
            if let (Some(distances), true) = (distances, new > 0) {
                self.write(words, distances);
            }
        }
        found
    }

    /// Collects in `reached` (empty before) what the current layer reaches in one block.
    fn reach(&self, number: usize, reached: &mut [u64]) -> bool {
        let block = self.blocks.block(number);
        let mut any = false;
        for m in &self.moves {
            let run = self.runs[m.to].expect("moves to other steps were left out");
            let target = &mut reached[run * self.blocks.words..][..self.blocks.words];
            any |= self.pull(m, number, &block, target);
        }
        any
    }

    /// One move's share of one run of a block.
    ///
    /// Here the census spends its time: for each position of the current layer, one bit is taken from a run of
    /// 320 bytes, its place after the move is looked up in a table of 5 KiB, and one bit is set in another run.
    fn pull(&self, m: &Move, number: usize, block: &Block, target: &mut [u64]) -> bool {
        let mut any = false;
        match &m.inside {
            Inside::Same => {
                if self.current.live[number] {
                    any = true;
                    for (to, from) in target.iter_mut().zip(self.current.run(self.blocks, number, m.from)) {
                        *to |= from;
                    }
                }
            }
            Inside::Stay(places) => {
                let origin = m.origin(self.blocks, block);
                if self.current.live[origin.block] {
                    any = true;
                    let places = &places[origin.parity];
                    for place in ones(self.current.run(self.blocks, origin.block, m.from)) {
                        let to = usize::from(places[place]);
                        target[to / 64] |= 1 << (to % 64);
                    }
                }
            }
            Inside::Exchange { left, masks, places } => {
                let origins = m.origins(self.blocks, block, *left);
                for (entered, origin) in origins[..places[0].len()].iter().enumerate() {
                    if !self.current.live[origin.block] {
                        continue;
                    }
                    any = true;
                    let run = self.current.run(self.blocks, origin.block, m.from);
                    let places = &places[origin.parity][entered];
                    for &(word, mask) in &masks[origin.parity][origin.left] {
                        let word = usize::from(word);
                        let mut bits = run[word] & mask;
                        while bits != 0 {
                            let to = usize::from(places[word * 64 + bits.trailing_zeros() as usize]);
                            target[to / 64] |= 1 << (to % 64);
                            bits &= bits - 1;
                        }
                    }
                }
            }
        }
        any
    }

    /// Puts what is new among `reached` in the place of the older layer, and empties `reached`.
    fn replace(&self, number: usize, words: &mut [u64], reached: &mut [u64]) -> u64 {
        let mut new = 0;
        for (old, reached) in words.iter_mut().zip(reached.iter_mut()) {
            *old = *reached & !*old;
            *reached = 0;
        }
        if self.metric == Metric::Mtm {
            for (word, current) in words.iter_mut().zip(self.current.block(number)) {
                *word &= !current;
            }
        }
        for word in words {
            new += u64::from(word.count_ones());
        }
        new
    }

    fn write(&self, words: &[u64], distances: &mut [u8]) {
        for step in 0..self.cells {
            let Some(run) = self.runs[step] else { continue };
            for place in ones(&words[run * self.blocks.words..][..self.blocks.words]) {
                distances[place * self.cells + step] = self.depth;
            }
        }
    }
}

/// The places of the bits that are set.
fn ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(i, &word)| {
        let mut bits = word;
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let place = i * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                place
            })
        })
    })
}

/// Lets threads take batches until none is left, and adds up what the work returns.
fn share_out<'a>(
    batches: impl Iterator<Item = Batch<'a>> + Send,
    threads: usize,
    total: u64,
    monitor: &dyn Monitor,
    progress: Progress,
    work: impl Fn(Batch<'a>) -> u64 + Sync,
) -> Result<u64, StopReason> {
    let queue = Mutex::new(batches);
    let (found, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let stopped = Mutex::new(None);
    let worker = || {
        loop {
            if stopped.lock().expect("no worker panics").is_some() {
                return;
            }
            let Some(batch) = queue.lock().expect("no worker panics").next() else { return };
            let size = batch.live.len() as u64;
            let new = work(batch);
            let found = found.fetch_add(new, Ordering::Relaxed) + new;
            let done = done.fetch_add(size, Ordering::Relaxed) + size;
            let news = Progress { nodes: progress.nodes + found, done, total, ..progress };
            if let ControlFlow::Break(why) = monitor.poll(&news) {
                *stopped.lock().expect("no worker panics") = Some(why);
            }
        }
    };
    let threads = threads.min(total.div_ceil(BATCH as u64) as usize);
    if threads <= 1 {
        worker();
    } else {
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(worker);
            }
            worker();
        });
    }
    match stopped.into_inner().expect("no worker panics") {
        Some(why) => Err(why),
        None => Ok(found.into_inner()),
    }
}
