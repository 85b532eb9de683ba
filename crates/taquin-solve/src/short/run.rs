//! One improvement from the first answer to the deadline: which beams run, how wide, and who keeps the best.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use taquin_core::{Cell, Direction, Shape};

use super::beam::{self, Missed, Orders, Watch};
use super::evaluate::Evaluation;
use super::way::{Waypoint, backwards};
use super::windows;
use crate::Effort;
use crate::construct;
use crate::parallel::{OnPanic, Workers, lock};
use crate::position::Homes;
use crate::{Monitor, Progress, StopReason};

/// The width of the first beam: an answer within milliseconds.
const FIRST_WIDTH: usize = 64;
/// The same on boards of up to [`SMALL_CELLS`], where an answer within a millisecond may be wanted. It takes a fifth of
/// one, and ends in spite of the clock: a system that looks away for a moment must not cost the good answer.
const SMALL_WIDTH: usize = 12;
const SMALL_CELLS: usize = 16;
/// Each beam is at most this many times as wide as the one before.
const GROWTH: usize = 6;
/// The share of the time limit that beams may use; the rest is for windows.
const BEAM_SHARE: f64 = 0.86;
/// The widest beam when no deadline says how wide it may be.
const QUIET_WIDTH: usize = 20_000;
/// A beam that takes less of the time than this says nothing about how long a wider one would take.
const MEASURABLE: f64 = 0.0005;
/// A beam that takes more of the time than this says enough: the next one may take all that is left.
const TELLING: f64 = 0.005;

/// Boards of more cells than this are too large to begin with a narrow beam and widen it.
const LARGE_BOARD_CELLS: usize = 256;

/// More threads than this have nothing to do: each has a beam of its own.
const MOST_BEAMS: usize = 64;

/// Levels without a better value after which a beam on such a board has lost its way.
pub(super) fn patience(shape: Shape) -> usize {
    60 + 6 * (shape.rows() + shape.columns()) as usize
}

/// Everything the threads of one improvement share.
pub(super) struct Run<'a> {
    pub start: Waypoint,
    pub evaluation: &'a Evaluation,
    memory_bytes: u64,
    pub workers: Workers,
    shape: Shape,
    best: Mutex<Vec<Direction>>,
    best_length: AtomicUsize,
    lower_bound: u64,
    monitor: &'a dyn Monitor,
    report: &'a (dyn Fn(&[Direction]) + Sync),
    nodes: AtomicU64,
    stop: AtomicBool,
    why: Mutex<Option<StopReason>>,
}

impl<'a> Run<'a> {
    #[allow(clippy::too_many_arguments)] // everything an improvement needs, each of it something else
    pub fn new(
        shape: Shape,
        evaluation: &'a Evaluation,
        start: Waypoint,
        slides: Vec<Direction>,
        lower_bound: u64,
        effort: Effort,
        monitor: &'a dyn Monitor,
        report: &'a (dyn Fn(&[Direction]) + Sync),
    ) -> Run<'a> {
        Run {
            start,
            evaluation,
            memory_bytes: effort.memory_bytes,
            workers: Workers::new(effort.threads.min(MOST_BEAMS)),
            shape,
            best_length: AtomicUsize::new(slides.len()),
            best: Mutex::new(slides),
            lower_bound,
            monitor,
            report,
            nodes: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            why: Mutex::new(None),
        }
    }

    /// Beams, then windows. The best slides, the positions generated, and what ended it early.
    pub fn improve(self) -> (Vec<Direction>, u64, Option<StopReason>) {
        self.all_beams();
        windows::improve(&self);
        self.finish()
    }

    fn all_beams(&self) {
        self.workers.all(|thread| {
            let _ends_all = OnPanic(|| self.stop.store(true, Ordering::Relaxed));
            if self.evaluation.cells > LARGE_BOARD_CELLS {
                self.large_beams(thread);
            } else {
                self.beams(thread);
            }
        });
    }

    fn finish(self) -> (Vec<Direction>, u64, Option<StopReason>) {
        let best = self.best.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        let why = self.why.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        (best, self.nodes.into_inner(), why)
    }

    /// The shape of the board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// How long the best solution is.
    pub fn best_length(&self) -> usize {
        self.best_length.load(Ordering::Relaxed)
    }

    /// How many threads work.
    pub fn threads(&self) -> usize {
        self.workers.count()
    }

    /// The best solution so far.
    pub fn best(&self) -> Vec<Direction> {
        lock(&self.best).clone()
    }

    /// Takes a solution if it is better than the best.
    pub fn offer(&self, slides: Vec<Direction>) {
        let mut best = lock(&self.best);
        let solves = || {
            let mut here = self.start.clone();
            slides.iter().all(|&slide| here.slide(slide)) && here == self.start.home()
        };
        if slides.len() < best.len() && solves() {
            self.best_length.store(slides.len(), Ordering::Relaxed);
            (self.report)(&slides);
            *best = slides;
        }
    }

    /// Whether somebody said stop, or nothing is left to improve.
    pub fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.best_length.load(Ordering::Relaxed) <= self.lower_bound as usize
    }

    /// Whether the clock, and nothing else, has said stop.
    fn is_late(&self) -> bool {
        *lock(&self.why) == Some(StopReason::Time)
    }

    /// The share of the time used.
    pub fn spent(&self) -> f64 {
        self.monitor.spent()
    }

    /// Counts nodes and asks the monitor.
    pub fn look_up(&self, nodes: u64) -> ControlFlow<()> {
        let progress = Progress {
            phase: "shortening",
            nodes: self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes,
            lower_bound: self.lower_bound as u32,
            best: Some(self.best_length.load(Ordering::Relaxed) as u64),
            ..Progress::default()
        };
        if let ControlFlow::Break(reason) = self.monitor.poll(&progress) {
            self.stop.store(true, Ordering::Relaxed);
            let mut why = lock(&self.why);
            why.get_or_insert(reason);
        }
        if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// One beam from `start` to `end`, for something shorter than `below`.
    pub fn beam(&self, start: &Waypoint, end: &Waypoint, orders: Orders) -> Result<Vec<Direction>, Missed> {
        self.counted_beam(start, end, orders, None).0
    }

    /// The same, and how many positions it kept.
    pub fn counted_beam(
        &self,
        start: &Waypoint,
        end: &Waypoint,
        orders: Orders,
        dear: Option<&[i32]>,
    ) -> (Result<Vec<Direction>, Missed>, usize) {
        let (labels, blank) = start.towards(end);
        let mut watch = Watcher { run: self, orders, most: self.most(), begun: self.spent(), kept: 0 };
        let found = beam::search(self.evaluation, &labels, blank, orders, dear, &mut watch);
        (found, watch.kept)
    }

    /// One beam as [`Run::beam`]. Where it loses its way or is stopped, the constructive solver goes on from the best
    /// position that it met.
    fn beam_and_construct(
        &self,
        start: &Waypoint,
        end: &Waypoint,
        orders: Orders,
    ) -> Result<Vec<Direction>, Missed> {
        let way = match self.beam(start, end, orders) {
            Err(Missed::Nothing(way) | Missed::Stopped(way)) if !way.is_empty() => way,
            other => return other,
        };
        let stopped = self.stop.load(Ordering::Relaxed);
        let mut here = start.clone();
        let possible = way.iter().all(|&slide| here.slide(slide));
        let (labels, blank) = here.towards(end);
        let homes = Homes::new(self.shape, Cell::new(u32::from(blank)), labels.into_iter().map(u32::from));
        match homes.map(|homes| construct::at_once(&homes)) {
            Ok(rest) if possible => Ok([way, rest].concat()),
            _ if stopped => Err(Missed::Stopped(Vec::new())),
            _ => Err(Missed::Nothing(Vec::new())),
        }
    }

    /// The widest beam that fits the memory of one thread.
    pub fn most(&self) -> usize {
        let depth = self.best_length.load(Ordering::Relaxed);
        let bytes = beam::bytes_per_position(self.evaluation.cells, depth);
        let share = self.memory_bytes / self.threads() as u64;
        (usize::try_from(share).unwrap_or(usize::MAX) / bytes).min(1 << 24)
    }

    /// The beams of one thread, wider and wider. Even threads go from the start home, odd ones the other way.
    fn beams(&self, thread: usize) {
        let home = self.start.home();
        let first = if self.evaluation.cells <= SMALL_CELLS { SMALL_WIDTH } else { FIRST_WIDTH };
        let mut width = first;
        let mut turn = thread;
        let mut until = None;
        while !self.is_over() {
            let most = self.most();
            if most < first {
                return;
            }
            let before = self.spent();
            let orders = Orders {
                width: width.min(most),
                below: self.best_length.load(Ordering::Relaxed),
                patience: patience(self.shape),
                until,
                through: turn == thread && self.evaluation.cells <= SMALL_CELLS,
                seed: turn as u64,
                noise: if turn < 2 { 0 } else { 15 },
                ..Orders::default()
            };
            let found = if turn.is_multiple_of(2) {
                self.beam_and_construct(&self.start, &home, orders)
            } else {
                self.beam_and_construct(&home, &self.start, orders).map(|slides| backwards(&slides))
            };
            match found {
                Ok(slides) => self.offer(slides),
                Err(Missed::Stopped(_)) => return,
                Err(Missed::Nothing(_)) => {}
            }
            turn += self.threads();
            let now = self.spent();
            if now <= 0.0 {
                // No deadline: widths by the board alone.
                if width >= QUIET_WIDTH.min(most) {
                    return;
                }
                width = (width * GROWTH).min(QUIET_WIDTH);
                continue;
            }
            let left = BEAM_SHARE - now;
            let cost = (now - before).max(MEASURABLE) / orders.width as f64;
            let affordable = (left * 0.9 / cost) as usize;
            if affordable < first || (affordable < orders.width / 8) {
                return;
            }
            width = affordable.min(orders.width * GROWTH);
            if now - before > TELLING {
                (width, until) = (affordable, Some(BEAM_SHARE));
            }
        }
    }
}

/// Looks after one beam, and has it end in time.
struct Watcher<'a> {
    run: &'a Run<'a>,
    orders: Orders,
    /// The widest beam that fits the memory.
    most: usize,
    /// The share of the time used when it began.
    begun: f64,
    /// Positions kept since.
    kept: usize,
}

/// A beam has found its pace after so many levels of full width.
const WARM_LEVELS: usize = 8;

impl Watch for Watcher<'_> {
    fn look_up(&mut self, nodes: u64) -> ControlFlow<()> {
        let answer = self.run.look_up(nodes);
        if self.orders.end.is_some_and(|end| self.run.spent() >= end) {
            return ControlFlow::Break(());
        }
        if self.orders.through && self.run.is_late() { ControlFlow::Continue(()) } else { answer }
    }

    /// As wide as the pace so far allows if the way is as long as the best that is known.
    fn width(&mut self, kept: usize, left: usize) -> usize {
        let width = self.orders.width;
        self.kept += kept;
        let Some(until) = self.orders.until.filter(|_| self.kept > WARM_LEVELS * width) else { return width };
        let now = self.run.spent();
        let affordable = (until - now).max(0.0) * self.kept as f64 / ((now - self.begun) * left as f64);
        (affordable as usize).clamp(width / 8, (width * 2).min(self.most))
    }
}
