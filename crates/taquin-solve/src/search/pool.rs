//! One hard iteration, searched by several threads.
//!
//! The thread that began goes on in its own order. Whoever has nothing to do waits for a task; threads that search
//! notice it the next time they look up and give away the lower half of their stacks, the positions nearest to the
//! root, with the most below them. So more threads never come later to a solution that one thread finds early.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::frontier::{Ended, Frontier, Waiting};
use crate::StopReason;

/// A position to search below, and the slides that lead to it.
struct Task<W> {
    position: W,
    way: Vec<u8>,
}

/// What the threads of one iteration share.
pub(super) struct Pool<W> {
    /// The first was highest on the stack it comes from.
    tasks: Mutex<VecDeque<Task<W>>>,
    waiting: AtomicUsize,
    over: AtomicBool,
    nodes: AtomicU64,
    found: Mutex<Option<Vec<u8>>>,
    stopped: Mutex<Option<StopReason>>,
}

impl<W: Waiting> Pool<W> {
    /// A look from inside a search: gives work away if somebody waits for it, and counts. The nodes of all
    /// threads, or the end if there is nothing more to do.
    pub fn visit(&self, frontier: &mut Frontier<'_, W>) -> ControlFlow<Ended, u64> {
        if self.over.load(Ordering::Relaxed) {
            return ControlFlow::Break(Ended::Exhausted);
        }
        let nodes = self.nodes.fetch_add(frontier.nodes, Ordering::Relaxed) + frontier.nodes;
        // The search counts from here on; the caller adds nothing twice.
        frontier.nodes = 0;
        if self.waiting.load(Ordering::Relaxed) > 0 {
            self.give(frontier);
        }
        ControlFlow::Continue(nodes)
    }

    /// Turns the lower half of a stack into tasks.
    fn give(&self, frontier: &mut Frontier<'_, W>) {
        let half = frontier.stack.len() / 2;
        let Ok(mut tasks) = self.tasks.lock() else { return };
        if tasks.is_empty() {
            let given: Vec<W> = frontier.stack.drain(..half).collect();
            tasks.extend(given.into_iter().rev().map(|mut position| {
                let way = frontier.way(*position.up(), position.depth());
                Task { position, way }
            }));
        }
    }

    /// The next task; `None` when all threads wait and none is left.
    fn take(&self, threads: usize) -> Option<Task<W>> {
        let next = || self.tasks.lock().ok().and_then(|mut tasks| tasks.pop_front());
        self.waiting.fetch_add(1, Ordering::SeqCst);
        loop {
            if self.over.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(task) = next() {
                self.waiting.fetch_sub(1, Ordering::SeqCst);
                return Some(task);
            }
            if self.waiting.load(Ordering::SeqCst) >= threads {
                self.over.store(true, Ordering::Relaxed);
                return None;
            }
            std::thread::yield_now();
        }
    }

    /// One thread's part, after how its search ended.
    fn work(
        &self,
        frontier: &mut Frontier<'_, W>,
        threads: usize,
        mut ended: Ended,
        go_on: &impl Fn(&mut Frontier<'_, W>) -> Ended,
    ) {
        loop {
            match ended {
                Ended::Exhausted | Ended::TooMuch => {}
                Ended::Found(way) => {
                    self.over.store(true, Ordering::Relaxed);
                    if let Ok(mut found) = self.found.lock() {
                        *found = Some(way);
                    }
                }
                Ended::Stopped(why) => {
                    self.over.store(true, Ordering::Relaxed);
                    if let Ok(mut stopped) = self.stopped.lock() {
                        *stopped = Some(why);
                    }
                }
            }
            let Some(task) = self.take(threads) else { break };
            frontier.start(task.position, task.way);
            ended = go_on(frontier);
        }
        self.nodes.fetch_add(frontier.nodes, Ordering::Relaxed);
    }
}

/// Searches everything that waits, with `go_on`; once it is worth it, on several threads.
pub(super) fn search<W: Waiting>(
    frontier: &mut Frontier<'_, W>,
    threads: usize,
    go_on: &(impl Fn(&mut Frontier<'_, W>) -> Ended + Sync),
) -> Ended {
    let ended = go_on(frontier);
    // Where there are no threads nothing of what follows is compiled: a visitor of the page would wait for it.
    if cfg!(target_family = "wasm") || !matches!(ended, Ended::TooMuch) {
        return ended;
    }
    let pool = Pool {
        tasks: Mutex::new(VecDeque::new()),
        waiting: AtomicUsize::new(0),
        over: AtomicBool::new(false),
        nodes: AtomicU64::new(frontier.nodes),
        found: Mutex::new(None),
        stopped: Mutex::new(None),
    };
    let mut mine = frontier.beside(&pool);
    frontier.hand_over(&mut mine);
    std::thread::scope(|scope| {
        for _ in 1..threads {
            let mut theirs = frontier.beside(&pool);
            let pool = &pool;
            scope.spawn(move || pool.work(&mut theirs, threads, Ended::Exhausted, go_on));
        }
        let ended = go_on(&mut mine);
        pool.work(&mut mine, threads, ended, go_on);
    });
    frontier.nodes = pool.nodes.load(Ordering::Relaxed);
    if let Some(way) = pool.found.lock().ok().and_then(|mut found| found.take()) {
        return Ended::Found(way);
    }
    match pool.stopped.lock().ok().and_then(|mut stopped| stopped.take()) {
        Some(why) => Ended::Stopped(why),
        None => Ended::Exhausted,
    }
}
