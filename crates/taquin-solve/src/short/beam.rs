//! Beam search: all slides at once, the best few thousand positions of every depth kept.
//!
//! One level is three passes over flat arrays. *Generate*: every kept position, every slide but the one back, the
//! change of the evaluation and of the hash. *Choose*: a histogram of the values says where the cut lies; candidates
//! below it that were not seen in the last levels are kept; on large boards each region of the blank has a cut of its own
//! (see [`super::regions`]). *Write*: the parent's cells copied, two of them exchanged.
//! For each level only the way back (which parent, which slide) stays in memory: four bytes a position.
//!
//! The same start, width and seed give the same slides everywhere.

use std::ops::ControlFlow;

use taquin_core::Direction;

use super::evaluate::{Evaluation, Label, NOWHERE, Target};
use super::patches::{Around, NEIGHBOUR, Plain};
use super::regions::Regions;
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
    /// Whether to go on when the time is over.
    pub through: bool,
    /// Chooses among positions of nearly equal value; 0 adds nothing.
    pub seed: u64,
    /// The most that `seed` may add to a value: a power of two less one.
    pub noise: i32,
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

/// One level: positions laid out one after another.
struct Level<L> {
    labels: Vec<L>,
    /// The codes of the cells and of the homes.
    codes: Vec<u8>,
    blank: Vec<u16>,
    value: Vec<i32>,
    hash: Vec<u64>,
    last: Vec<u8>,
}

impl<L> Level<L> {
    fn new() -> Level<L> {
        Level {
            labels: Vec::new(),
            codes: Vec::new(),
            blank: Vec::new(),
            value: Vec::new(),
            hash: Vec::new(),
            last: Vec::new(),
        }
    }

    fn clear(&mut self) {
        self.labels.clear();
        self.codes.clear();
        self.blank.clear();
        self.value.clear();
        self.hash.clear();
        self.last.clear();
    }
}

/// Which positions were met in the last few levels: buckets of eight hashes (one cache line), the oldest overwritten.
struct Seen {
    buckets: Vec<[u64; 8]>,
    mask: usize,
}

impl Seen {
    fn new(width: usize) -> Seen {
        let buckets = (width + 1).next_power_of_two();
        Seen { buckets: vec![[0; 8]; buckets], mask: buckets - 1 }
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

/// Bytes a beam of this width takes for each position it keeps, with a history of `depth` levels.
pub(super) fn bytes_per_position<L>(cells: usize, depth: usize) -> usize {
    let level = 2 * (cells * size_of::<L>() + 2 * (cells + 1) + 15);
    let candidates = 3 * (size_of::<Candidate>() + 6) + 16;
    level + candidates + 128 + 4 * depth
}

/// Runs a beam from `start` (labels are home cells) to the identity.
pub(super) fn search<L: Label>(
    evaluation: &Evaluation,
    start: &[u16],
    blank_label: u16,
    orders: Orders,
    watch: &mut dyn Watch,
) -> Result<Vec<Direction>, Missed> {
    let cells = evaluation.cells;
    let mut regions = Regions::new(evaluation);
    let labels: Vec<L> = start.iter().map(|&label| L::of(usize::from(label))).collect();
    let home: Vec<L> = (0..cells).map(L::of).collect();
    if labels == home {
        return Ok(Vec::new());
    }
    let Some(blank) = start.iter().position(|&label| label == blank_label) else {
        return Err(Missed::Nothing(Vec::new()));
    };
    let target = &Target::new(evaluation, usize::from(blank_label));
    let goal = target.hash(&home, target.blank);
    let mut seen = Seen::new(orders.width);
    let mut history: Vec<Vec<u32>> = Vec::new();
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut chosen: Vec<u32> = Vec::new();
    let mut histogram = vec![0u32; BUCKETS];
    let mut this = Level::new();
    let mut next = Level::new();
    let hash = target.hash(&labels, blank);
    this.value.push(target.value(&labels, blank));
    this.codes = target.codes(&labels, blank);
    this.labels = labels;
    this.blank.push(blank as u16);
    this.hash.push(hash);
    this.last.push(u8::MAX);
    seen.insert(hash);
    // A share of the candidates turns out to be known already; the cut allows for as many as last time.
    let mut allowance = 1.5;
    let (mut least, mut since) = (i32::MAX, 0);
    // Where the least value was met: the level and the place in it.
    let mut nearest = (0, 0);
    let stopped = loop {
        if let Some((place, &value)) = this.value.iter().enumerate().min_by_key(|&(_, &value)| value) {
            since += 1;
            if value < least {
                (least, since, nearest) = (value, 0, (history.len(), place));
            }
        }
        if since > orders.patience || history.len() + 1 >= orders.below || this.blank.is_empty() {
            break false;
        }
        let parents = Parents { target, level: &this, goal, orders };
        match generate(parents, &mut candidates, watch) {
            ControlFlow::Break(()) => break true,
            ControlFlow::Continue(Some(from)) => return Ok(trace(&history, from)),
            ControlFlow::Continue(None) => {}
        }
        let width = watch.width(this.blank.len(), orders.below - history.len());
        let wanted = (width as f64 * allowance) as usize;
        chosen.clear();
        if let Some(regions) = regions.as_mut().filter(|_| candidates.len() > wanted) {
            let cut = cut(&candidates, Regions::anywhere(wanted), &mut histogram);
            regions.divide(&candidates, wanted, |candidate| {
                let blank = usize::from(this.blank[(candidate.from >> 2) as usize]);
                usize::from(evaluation.neighbour[4 * blank + (candidate.from & 3) as usize])
            });
            let kept = |&(number, c): &(usize, &Candidate)| c.value <= cut || regions.keeps(number, c);
            chosen.extend(candidates.iter().enumerate().filter(kept).map(|(number, _)| number as u32));
        } else {
            let cut = cut(&candidates, wanted, &mut histogram);
            let kept = candidates.iter().enumerate().filter(|(_, c)| c.value <= cut);
            chosen.extend(kept.map(|(number, _)| number as u32));
        }
        let offered = chosen.len();
        next.clear();
        let mut ways = Vec::with_capacity(width.min(offered));
        let orders = Orders { width, ..orders };
        if choose(target, &this, &candidates, &chosen, orders, &mut seen, &mut next, &mut ways, watch)
            .is_break()
        {
            break true;
        }
        allowance = (offered as f64 / ways.len().max(1) as f64).clamp(1.0, 3.0);
        history.push(ways);
        std::mem::swap(&mut this, &mut next);
    };
    let way = match (regions, nearest) {
        (Some(_), (level, place)) if level > 0 => trace(&history[..level - 1], history[level - 1][place]),
        _ => Vec::new(),
    };
    Err(if stopped { Missed::Stopped(way) } else { Missed::Nothing(way) })
}

/// A level, and what its children are compared with.
struct Parents<'a, L> {
    target: &'a Target<'a>,
    level: &'a Level<L>,
    goal: u64,
    orders: Orders,
}

/// Fills `candidates` with every child; says which one is the goal, if one is.
fn generate<L: Label>(
    parents: Parents<L>,
    candidates: &mut Vec<Candidate>,
    watch: &mut dyn Watch,
) -> ControlFlow<(), Option<u32>> {
    #[cfg(target_arch = "x86_64")]
    {
        use super::vector::{Vector, is_possible};

        #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
        fn generate_vector<L: Label>(
            parents: Parents<L>,
            candidates: &mut Vec<Candidate>,
            watch: &mut dyn Watch,
        ) -> ControlFlow<(), Option<u32>> {
            generate_with::<L, Vector>(parents, candidates, watch)
        }

        if is_possible() {
            // SAFETY: the processor was asked.
            return unsafe { generate_vector(parents, candidates, watch) };
        }
    }
    generate_with::<L, Plain>(parents, candidates, watch)
}

/// [`generate`], looking around in one way or the other.
#[inline(always)]
fn generate_with<L: Label, A: Around>(
    Parents { target, level, goal, orders }: Parents<L>,
    candidates: &mut Vec<Candidate>,
    watch: &mut dyn Watch,
) -> ControlFlow<(), Option<u32>> {
    let cells = target.evaluation.cells;
    candidates.clear();
    let mut told = 0;
    for (index, (labels, codes)) in
        level.labels.chunks_exact(cells).zip(level.codes.chunks_exact(target.evaluation.codes())).enumerate()
    {
        if index % 1024 == 0 {
            watch.look_up((candidates.len() - told) as u64)?;
            told = candidates.len();
        }
        let blank = usize::from(level.blank[index]);
        let around = target.around::<A>(codes, blank);
        let near = target.near(around);
        let (hash, value, last) = (level.hash[index], level.value[index], level.last[index]);
        let mut arrived = None;
        // One copy of this for each direction: the patches it touches are known when it is compiled.
        macro_rules! child {
            ($direction:literal) => {
                let from = target.evaluation.neighbour[4 * blank + $direction];
                if from != NOWHERE && last != ($direction ^ 1) {
                    let from = usize::from(from);
                    let tile = labels[from].cell();
                    let hash = hash ^ target.rehash(tile, from, blank);
                    let from_bits = (index as u32) << 2 | $direction;
                    if hash == goal {
                        arrived = Some(from_bits);
                    }
                    let change = target.change::<$direction, { NEIGHBOUR[$direction] }, A>(
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
fn choose<L: Label>(
    target: &Target,
    parents: &Level<L>,
    candidates: &[Candidate],
    chosen: &[u32],
    orders: Orders,
    seen: &mut Seen,
    next: &mut Level<L>,
    ways: &mut Vec<u32>,
    watch: &mut dyn Watch,
) -> ControlFlow<()> {
    const AHEAD: usize = 12;
    let (cells, codes) = (target.evaluation.cells, target.evaluation.codes());
    for (index, &which) in chosen.iter().enumerate() {
        if let Some(&later) = chosen.get(index + AHEAD) {
            seen.prefetch(candidates[later as usize].hash);
        }
        if index % 4096 == 4095 {
            watch.look_up(0)?;
        }
        let candidate = candidates[which as usize];
        if !seen.insert(candidate.hash) {
            continue;
        }
        let parent = (candidate.from >> 2) as usize;
        let direction = (candidate.from & 3) as usize;
        let blank = usize::from(parents.blank[parent]);
        let from = usize::from(target.evaluation.neighbour[4 * blank + direction]);
        let start = next.labels.len();
        next.labels.extend_from_slice(&parents.labels[parent * cells..(parent + 1) * cells]);
        next.codes.extend_from_slice(&parents.codes[parent * codes..(parent + 1) * codes]);
        let tile = next.labels[start + from].cell();
        let its_codes = next.codes.len() - codes;
        target.slide_codes(&mut next.codes[its_codes..], tile, from, blank);
        next.labels.swap(start + blank, start + from);
        next.blank.push(from as u16);
        let extra = if orders.noise > 0 { noise(candidate.hash, orders) } else { 0 };
        next.value.push(candidate.value - extra);
        next.hash.push(candidate.hash);
        next.last.push(direction as u8);
        ways.push(candidate.from);
        if ways.len() >= orders.width + orders.width / 4 {
            break;
        }
    }
    ControlFlow::Continue(())
}

/// The slides that led to the child named by `from`, read back through the history.
fn trace(history: &[Vec<u32>], from: u32) -> Vec<Direction> {
    let mut slides = vec![Direction::ALL[(from & 3) as usize]];
    let mut place = (from >> 2) as usize;
    for ways in history.iter().rev() {
        let from = ways[place];
        slides.push(Direction::ALL[(from & 3) as usize]);
        place = (from >> 2) as usize;
    }
    slides.reverse();
    slides
}
