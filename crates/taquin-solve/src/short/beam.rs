//! Beam search: all slides at once, the best few thousand positions of every depth kept.
//!
//! One level is three passes. *Generate*: every kept position, every slide but the one back, the change of the evaluation
//! and of the hash. *Choose*: a histogram of the values says where the cut lies; candidates below it that were not seen in
//! the last levels are kept; on large boards each region of the blank has a cut of its own (see [`super::regions`]).
//! *Advance*: the boards themselves, which are written out or walked to (see [`super::boards`] and [`super::tour`]).
//!
//! The same start, width and seed give the same slides everywhere.

use std::ops::ControlFlow;

use taquin_core::Direction;

use super::boards::{Boards, CodedBoard, Copied};
use super::evaluate::{Aim, Evaluation, Label, NOWHERE};
use super::patches::{Around, NEIGHBOUR, Plain};
use super::regions::Regions;
use super::tour::Tour;
use super::weights::SLIDE;
use crate::position::Room;
use crate::prefetch::prefetch;

/// What a beam is asked to do.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Orders {
    /// Positions kept at each depth; where `until` is given, at first.
    pub width: usize,
    /// Only solutions shorter than this are of use.
    pub below: usize,
    /// Levels without a better value after which a beam has lost its way: what it keeps are ever new disguises of one
    /// knot, and it would go on for ever.
    pub patience: usize,
    /// The share of the time limit by which to end, the width changing as it must; none keeps the width.
    pub until: Option<f64>,
    /// The share of the time limit at which it is cut off, come what may.
    pub end: Option<f64>,
    /// How many levels there will be, if somebody knows; a beam with `until` plans with it.
    pub levels: usize,
    /// Whether to go on when the time is over.
    pub through: bool,
    /// The parts of the board that the blank stays in, if not all of it.
    pub rooms: Option<[Room; 2]>,
    /// Chooses among positions of nearly equal value; 0 adds nothing.
    pub seed: u64,
    /// The most that `seed` may add to a value: a power of two less one.
    pub noise: i32,
    /// What each slide must gain for a longer way to count as better.
    pub price: i32,
}

/// Who looks after a beam.
pub(super) trait Watch {
    /// Hears how many positions were generated since the last call, at least every few milliseconds, and may say stop.
    fn look_up(&mut self, nodes: u64) -> ControlFlow<()>;

    /// How many positions of the next level to keep: `kept` were kept of this one, and at most `left` levels are left.
    fn width(&mut self, kept: usize, left: usize) -> usize;
}

/// Why a beam came back without a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Missed {
    /// Nothing shorter than asked for was found. On large boards the way to the position of the least value comes along.
    Nothing(Vec<Direction>),
    /// It was told to stop; the same way comes along.
    Stopped(Vec<Direction>),
}

#[derive(Clone, Copy)]
pub(super) struct Candidate {
    hash: u64,
    pub value: i32,
    /// The parent's place in its level, and the slide in the two lowest bits.
    from: u32,
}

/// What is known of the positions of a level, without their boards.
#[derive(Default)]
struct Level {
    blank: Vec<u16>,
    value: Vec<i32>,
    hash: Vec<u64>,
    last: Vec<u8>,
}

impl Level {
    fn clear(&mut self) {
        self.blank.clear();
        self.value.clear();
        self.hash.clear();
        self.last.clear();
    }

    fn push(&mut self, blank: usize, value: i32, hash: u64, last: u8) {
        self.blank.push(blank as u16);
        self.value.push(value);
        self.hash.push(hash);
        self.last.push(last);
    }

    /// The least value, and the first place where it is.
    fn least(&self) -> Option<(i32, usize)> {
        self.value.iter().zip(0..).map(|(&value, place)| (value, place)).min()
    }
}

/// Which positions were met in the last few levels: buckets of eight hashes (one cache line), the oldest overwritten.
struct Met {
    buckets: Vec<[u64; 8]>,
    mask: usize,
}

impl Met {
    fn new(width: usize) -> Met {
        let buckets = (width + 1).next_power_of_two();
        Met { buckets: vec![[0; 8]; buckets], mask: buckets - 1 }
    }

    fn bucket(&self, hash: u64) -> usize {
        (hash >> 20) as usize & self.mask
    }

    /// Has the hash's bucket brought near.
    #[inline(always)]
    fn prefetch(&self, hash: u64) {
        prefetch(&raw const self.buckets[self.bucket(hash)]);
    }

    /// Whether the hash is new; it is remembered from now on.
    #[inline(always)]
    fn insert(&mut self, hash: u64) -> bool {
        let index = self.bucket(hash);
        let bucket = &mut self.buckets[index];
        if bucket.contains(&hash) {
            return false;
        }
        bucket.rotate_right(1);
        bucket[0] = hash;
        true
    }
}

/// Values are told apart by this many buckets of the histogram.
const BUCKETS: usize = 1 << 13;

/// Positions of boards of up to this many cells are written out; others are walked to.
const COPIED_CELLS: usize = 128;

/// Bytes that a tour takes for each position, about: see [`Tour`].
const TOUR_BYTES: usize = 128;

/// Bytes a beam of this width takes for each position it keeps, with a history of `depth` levels.
pub(super) fn bytes_per_position(cells: usize, depth: usize) -> usize {
    let boards = if cells <= COPIED_CELLS { 2 * (cells + 2 * (cells + 1)) + 4 * depth } else { TOUR_BYTES };
    let candidates = 3 * (size_of::<Candidate>() + 6) + 16;
    boards + 2 * 15 + candidates + 128
}

/// Runs a beam from `start` (labels are home cells) to the identity. What is `dear` counts for tiles that are not home, by
/// their homes.
pub(super) fn search(
    evaluation: &Evaluation,
    start: &[u16],
    blank_label: u16,
    orders: Orders,
    dear: Option<&[i32]>,
    watch: &mut dyn Watch,
) -> Result<Vec<Direction>, Missed> {
    if start.iter().enumerate().all(|(cell, &label)| cell == usize::from(label)) {
        return Ok(Vec::new());
    }
    let Some(blank) = start.iter().position(|&label| label == blank_label) else {
        return Err(Missed::Nothing(Vec::new()));
    };
    let aim = Aim::new(evaluation, usize::from(blank_label));
    let aim = match orders.rooms {
        Some(rooms) => aim.within(rooms),
        None => aim,
    };
    let aim = &match dear {
        Some(dear) => aim.with_dear(dear),
        None => aim,
    };
    let mut level = Level::default();
    level.push(blank, aim.value(start, blank), aim.hash(start, blank), u8::MAX);
    if evaluation.cells <= COPIED_CELLS {
        let labels = start.iter().map(|&label| label as u8).collect();
        let mut boards = Copied::<u8>::new(aim, labels, blank);
        levels(aim, &mut boards, level, orders, watch)
    } else {
        let mut boards = Tour::new(aim, start.to_vec(), blank);
        levels(aim, &mut boards, level, orders, watch)
    }
}

/// Level after level from one position.
fn levels<L: Label, B: Boards<L>>(
    aim: &Aim,
    boards: &mut B,
    mut this: Level,
    orders: Orders,
    watch: &mut dyn Watch,
) -> Result<Vec<Direction>, Missed> {
    let evaluation = aim.evaluation;
    let home: Vec<u16> = (0..evaluation.cells as u16).collect();
    let goal = aim.hash(&home, aim.blank);
    let mut regions = Regions::new(evaluation);
    let mut met = Met::new(orders.width);
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut chosen: Vec<u32> = Vec::new();
    let mut histogram = vec![0u32; BUCKETS];
    let mut next = Level::default();
    this.hash.iter().for_each(|&hash| _ = met.insert(hash));
    // A share of the candidates turns out to be known already; the cut allows for as many as last time.
    let mut allowance = 1.5;
    let (mut least, mut since) = (this.value.first().copied().unwrap_or(0), 0);
    let mut depth = 0;
    let stopped = loop {
        if since > orders.patience || depth + 1 >= orders.below || this.blank.is_empty() || !boards.has_room()
        {
            break false;
        }
        match generate(aim, boards, &this, goal, orders, &mut candidates, watch) {
            ControlFlow::Break(()) => break true,
            ControlFlow::Continue(Some(child)) => return Ok(boards.trace(child)),
            ControlFlow::Continue(None) => {}
        }
        let left = levels_left(orders, depth, least);
        let width = watch.width(this.blank.len(), left);
        let wanted = (width as f64 * allowance) as usize;
        chosen.clear();
        if let Some(regions) = regions.as_mut().filter(|_| candidates.len() > wanted) {
            let cut = cut(&candidates, Regions::anywhere(wanted), &mut histogram);
            regions.divide(&candidates, wanted, |candidate| {
                let blank = usize::from(this.blank[(candidate.from >> 2) as usize]);
                usize::from(aim.neighbour[4 * blank + (candidate.from & 3) as usize])
            });
            let kept = |&(number, c): &(usize, &Candidate)| c.value <= cut || regions.keeps(number, c);
            chosen.extend(candidates.iter().enumerate().filter(kept).map(|(number, _)| number as u32));
        } else {
            let cut = cut(&candidates, wanted, &mut histogram);
            let kept = candidates.iter().enumerate().filter(|(_, c)| c.value <= cut);
            chosen.extend(kept.map(|(number, _)| number as u32));
        }
        let offered = chosen.len();
        let orders = Orders { width, ..orders };
        let mut children = Vec::with_capacity(width.min(offered));
        next.clear();
        let kept =
            choose(aim, &this, &candidates, &chosen, orders, &mut met, &mut next, &mut children, watch);
        if kept.is_break() {
            break true;
        }
        allowance = (offered as f64 / children.len().max(1) as f64).clamp(1.0, 3.0);
        since += 1;
        let paid = orders.price * (depth as i32 + 1);
        let best = next.least().filter(|&(value, _)| value + paid < least);
        if let Some((value, _)) = best {
            (least, since) = (value + paid, 0);
        }
        if boards.advance(aim, children, best.map(|(_, place)| place), watch).is_break() {
            break true;
        }
        depth += 1;
        std::mem::swap(&mut this, &mut next);
    };
    // On small boards nobody asks.
    let way = if regions.is_some() { boards.remembered() } else { Vec::new() };
    Err(if stopped { Missed::Stopped(way) } else { Missed::Nothing(way) })
}

/// How many levels there may still be: no more than leave something to gain, as many as were expected, or near the end
/// as many as the evaluation says.
fn levels_left(orders: Orders, depth: usize, least: i32) -> usize {
    let most = orders.below - depth;
    let said = (least / SLIDE).max(0) as usize;
    let near = (said + said / 8 + 50).min(orders.levels / 4);
    if orders.levels == 0 { most } else { most.min(orders.levels.saturating_sub(depth).max(near)) }
}

/// Fills `candidates` with every child; says which one is the goal, if one is.
fn generate<L: Label, B: Boards<L>>(
    aim: &Aim,
    boards: &mut B,
    level: &Level,
    goal: u64,
    orders: Orders,
    candidates: &mut Vec<Candidate>,
    watch: &mut dyn Watch,
) -> ControlFlow<(), Option<u32>> {
    #[cfg(target_arch = "x86_64")]
    {
        use super::vector::{Vector, is_possible};

        #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
        fn generate_vector<L: Label, B: Boards<L>>(
            aim: &Aim,
            boards: &mut B,
            level: &Level,
            goal: u64,
            orders: Orders,
            candidates: &mut Vec<Candidate>,
            watch: &mut dyn Watch,
        ) -> ControlFlow<(), Option<u32>> {
            generate_with::<L, B, Vector>(aim, boards, level, goal, orders, candidates, watch)
        }

        if is_possible() {
            // SAFETY: the processor was asked.
            return unsafe { generate_vector(aim, boards, level, goal, orders, candidates, watch) };
        }
    }
    generate_with::<L, B, Plain>(aim, boards, level, goal, orders, candidates, watch)
}

/// [`generate`], looking around in one way or the other.
#[inline(always)]
fn generate_with<L: Label, B: Boards<L>, A: Around>(
    aim: &Aim,
    boards: &mut B,
    level: &Level,
    goal: u64,
    orders: Orders,
    candidates: &mut Vec<Candidate>,
    watch: &mut dyn Watch,
) -> ControlFlow<(), Option<u32>> {
    candidates.clear();
    let mut told = 0;
    let mut index = 0;
    while let Some(CodedBoard { labels, codes, blank }) = boards.next(aim) {
        if index % 1024 == 0 {
            watch.look_up((candidates.len() - told) as u64)?;
            told = candidates.len();
        }
        let around = aim.around::<A>(codes, blank);
        let near = aim.near(around);
        let (hash, value, last) = (level.hash[index], level.value[index], level.last[index]);
        let mut arrived = None;
        // One copy of this for each direction: the patches it touches are known when it is compiled.
        macro_rules! child {
            ($direction:literal) => {
                let from = aim.neighbour[4 * blank + $direction];
                if from != NOWHERE && last != ($direction ^ 1) {
                    let from = usize::from(from);
                    let tile = labels[from].cell();
                    let hash = hash.wrapping_add(aim.rehash(tile, from, blank));
                    let from_bits = (index as u32) << 2 | $direction;
                    if hash == goal {
                        arrived = Some(from_bits);
                    }
                    let change = aim.change::<$direction, { NEIGHBOUR[$direction] }, A>(
                        tile, codes, around, near, blank, from,
                    );
                    candidates.push(Candidate { hash, value: value + change, from: from_bits });
                }
            };
        }
        child!(0);
        child!(1);
        child!(2);
        child!(3);
        if arrived.is_some() {
            return ControlFlow::Continue(arrived);
        }
        index += 1;
    }
    watch.look_up((candidates.len() - told) as u64)?;
    if orders.noise > 0 {
        for candidate in candidates.iter_mut() {
            candidate.value += noise(candidate.hash, orders);
        }
    }
    ControlFlow::Continue(None)
}

/// A little more for some positions than for others, always the same for the same position.
#[inline(always)]
fn noise(hash: u64, orders: Orders) -> i32 {
    ((hash ^ orders.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as i32 & orders.noise
}

/// The value below which about `wanted` candidates lie.
fn cut(candidates: &[Candidate], wanted: usize, histogram: &mut [u32]) -> i32 {
    if candidates.len() <= wanted {
        return i32::MAX;
    }
    let least = candidates.iter().map(|c| c.value).min().unwrap_or(0);
    histogram.fill(0);
    for candidate in candidates {
        histogram[((candidate.value - least) as usize).min(BUCKETS - 1)] += 1;
    }
    let mut count = 0;
    for (bucket, &here) in histogram.iter().enumerate() {
        count += here as usize;
        if count >= wanted {
            return least + bucket as i32;
        }
    }
    i32::MAX
}

/// Keeps the new ones among the chosen candidates.
#[allow(clippy::too_many_arguments)] // one hot loop, cut out of its function only to be read
fn choose(
    aim: &Aim,
    parents: &Level,
    candidates: &[Candidate],
    chosen: &[u32],
    orders: Orders,
    met: &mut Met,
    next: &mut Level,
    children: &mut Vec<u32>,
    watch: &mut dyn Watch,
) -> ControlFlow<()> {
    const AHEAD: usize = 12;
    for (index, &which) in chosen.iter().enumerate() {
        if let Some(&later) = chosen.get(index + AHEAD) {
            met.prefetch(candidates[later as usize].hash);
        }
        if index % 4096 == 4095 {
            watch.look_up(0)?;
        }
        let candidate = candidates[which as usize];
        if !met.insert(candidate.hash) {
            continue;
        }
        let (parent, slide) = ((candidate.from >> 2) as usize, candidate.from & 3);
        let blank = usize::from(parents.blank[parent]);
        let from = aim.neighbour[4 * blank + slide as usize];
        let extra = if orders.noise > 0 { noise(candidate.hash, orders) } else { 0 };
        next.push(usize::from(from), candidate.value - extra, candidate.hash, slide as u8);
        children.push(candidate.from);
        if children.len() >= orders.width + orders.width / 4 {
            break;
        }
    }
    ControlFlow::Continue(())
}
