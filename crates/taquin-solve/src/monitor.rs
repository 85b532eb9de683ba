//! The one hook between long work and whoever waits for it: progress, deadline, cancellation.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What long work reports each time it looks up.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Progress {
    /// What is being done, in two or three words: `"building 7-tile table"`.
    pub phase: &'static str,
    /// Positions generated so far, over all threads.
    pub nodes: u64,
    /// No solution is shorter than this; 0 while nothing is known.
    pub lower_bound: u32,
    /// Length of the best solution found so far.
    pub best: Option<u64>,
    /// Units of work done, of `total`.
    pub done: u64,
    /// Units of work in all; 0 when nobody can say.
    pub total: u64,
}

impl Progress {
    /// Work of this name, of which nothing else is known yet.
    pub fn new(phase: &'static str) -> Progress {
        Progress { phase, ..Progress::default() }
    }
}

/// Why work ended before it was finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum StopReason {
    /// The time given is over.
    #[error("the time limit")]
    Time,
    /// The number of nodes given is used up.
    #[error("the node limit")]
    Nodes,
    /// The memory given does not suffice.
    #[error("the memory limit")]
    Memory,
    /// Somebody asked for it.
    #[error("an interruption")]
    Interrupted,
}

/// Watches long work. Work polls it at least every 10 ms, from any of its threads.
pub trait Monitor: Sync {
    /// Takes the news, and says whether to go on.
    fn poll(&self, progress: &Progress) -> ControlFlow<StopReason>;

    /// The share of the time limit already used, from 0 to 1; 0 when there is no limit.
    /// Work that improves an answer until the deadline plans with it.
    fn spent(&self) -> f64 {
        0.0
    }
}

/// Never stops anything and drops the news.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unlimited;

impl Monitor for Unlimited {
    fn poll(&self, _: &Progress) -> ControlFlow<StopReason> {
        ControlFlow::Continue(())
    }
}

/// Stops at a deadline, at a number of nodes, when a flag is raised, or when whoever hears the news says so.
///
/// Work that improves an answer uses all of the time that a deadline leaves it.
pub struct Limits<'a> {
    start: Instant,
    time: Option<Duration>,
    nodes: Option<u64>,
    interrupt: Option<&'a AtomicBool>,
    listener: Option<Listener<'a>>,
}

type Listener<'a> = Box<dyn Fn(&Progress) -> ControlFlow<StopReason> + Sync + 'a>;

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { start: Instant::now(), time: None, nodes: None, interrupt: None, listener: None }
    }
}

impl std::fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Limits { time, nodes, .. } = self;
        f.debug_struct("Limits").field("time", time).field("nodes", nodes).finish_non_exhaustive()
    }
}

impl<'a> Limits<'a> {
    /// No limit yet; the clock starts now.
    pub fn new() -> Limits<'a> {
        Limits::default()
    }

    /// Stop this long after `new`.
    pub fn time(self, time: Duration) -> Limits<'a> {
        Limits { time: Some(time), ..self }
    }

    /// Stop after this many nodes.
    pub fn nodes(self, nodes: u64) -> Limits<'a> {
        Limits { nodes: Some(nodes), ..self }
    }

    /// Stop when the flag is raised (by Ctrl-C, say).
    pub fn interrupt(self, flag: &'a AtomicBool) -> Limits<'a> {
        Limits { interrupt: Some(flag), ..self }
    }

    /// Tell of progress, at least every 10 ms and from any thread of the work; the answer can stop it.
    pub fn on_progress(
        self,
        listener: impl Fn(&Progress) -> ControlFlow<StopReason> + Sync + 'a,
    ) -> Limits<'a> {
        Limits { listener: Some(Box::new(listener)), ..self }
    }
}

impl Monitor for Limits<'_> {
    fn poll(&self, progress: &Progress) -> ControlFlow<StopReason> {
        if self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            ControlFlow::Break(StopReason::Interrupted)
        } else if self.nodes.is_some_and(|nodes| progress.nodes >= nodes) {
            ControlFlow::Break(StopReason::Nodes)
        } else if self.time.is_some_and(|time| self.start.elapsed() >= time) {
            ControlFlow::Break(StopReason::Time)
        } else {
            self.listener.as_ref().map_or(ControlFlow::Continue(()), |listener| listener(progress))
        }
    }

    fn spent(&self) -> f64 {
        self.time.map_or(0.0, |time| (self.start.elapsed().as_secs_f64() / time.as_secs_f64()).min(1.0))
    }
}

impl dyn Monitor + '_ {
    /// A look for whoever goes on with `?`.
    pub(crate) fn look(&self, progress: &Progress) -> Result<(), StopReason> {
        self.poll(progress).break_value().map_or(Ok(()), Err)
    }
}

/// Work that counts its units and looks up after every so many of them, where no search does it.
pub(crate) struct Pace<'a> {
    monitor: &'a dyn Monitor,
    progress: Progress,
    every: u64,
    since: u64,
}

impl<'a> Pace<'a> {
    /// Work of this name, with a look after every so many units; the first look comes at once.
    pub(crate) fn new(monitor: &'a dyn Monitor, phase: &'static str, every: u64) -> Pace<'a> {
        Pace { monitor, progress: Progress { phase, ..Progress::default() }, every, since: every }
    }

    /// The same without a look at the beginning: what is small needs none.
    pub(crate) fn later(monitor: &'a dyn Monitor, phase: &'static str, every: u64) -> Pace<'a> {
        Pace { since: 0, ..Pace::new(monitor, phase, every) }
    }

    /// Counts units that are about to be done.
    #[inline]
    pub(crate) fn step(&mut self, units: u64) -> Result<(), StopReason> {
        self.since = self.since.saturating_add(units);
        if self.since < self.every { Ok(()) } else { self.look() }
    }

    #[cold]
    fn look(&mut self) -> Result<(), StopReason> {
        self.since = 0;
        self.monitor.look(&self.progress)
    }
}

/// One of several stretches of work under one monitor: it counts on from the nodes before it, and may have a limit
/// of its own.
pub struct Stretch<'a> {
    whole: &'a dyn Monitor,
    before: u64,
    most: u64,
    over: AtomicBool,
}

impl std::fmt::Debug for Stretch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Stretch { before, most, .. } = self;
        f.debug_struct("Stretch").field("before", before).field("most", most).finish_non_exhaustive()
    }
}

impl<'a> Stretch<'a> {
    /// A stretch after `before` nodes that may make `most` more.
    pub fn new(whole: &'a dyn Monitor, before: u64, most: u64) -> Stretch<'a> {
        Stretch { whole, before, most, over: AtomicBool::new(false) }
    }

    /// Whether it was stopped by its own limit.
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }
}

impl Monitor for Stretch<'_> {
    fn poll(&self, progress: &Progress) -> ControlFlow<StopReason> {
        self.whole.poll(&Progress { nodes: self.before.saturating_add(progress.nodes), ..*progress })?;
        if progress.nodes < self.most {
            return ControlFlow::Continue(());
        }
        self.over.store(true, Ordering::Relaxed);
        ControlFlow::Break(StopReason::Nodes)
    }

    fn spent(&self) -> f64 {
        self.whole.spent()
    }
}
