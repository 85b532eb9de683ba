//! One hard iteration, searched by several threads.
//!
//! The thread that began goes on in its own order. Whoever has nothing to do waits for a task; threads that search
//! notice it the next time they look up and give away the lower half of their stacks, the positions nearest to the
//! root, with the most below them. So more threads never come later to a solution that one thread finds early.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::node::Node;
use super::{Ended, Search};
use crate::StopReason;

/// A position to search below, and the slides that lead to it.
struct Task<const V: usize> {
    node: Node<V>,
    way: Vec<u8>,
}

/// What the threads of one iteration share.
pub(super) struct Pool<const V: usize> {
    /// The first was highest on the stack it comes from.
    tasks: Mutex<VecDeque<Task<V>>>,
    waiting: AtomicUsize,
    over: AtomicBool,
    nodes: AtomicU64,
    found: Mutex<Option<Vec<u8>>>,
    stopped: Mutex<Option<StopReason>>,
}

impl<const V: usize> Pool<V> {
    /// A look from inside a search: gives work away if somebody waits for it, and counts. The nodes of all
    /// threads, or the end if there is nothing more to do.
    pub fn visit(&self, search: &mut Search<'_, '_, V>) -> ControlFlow<Ended, u64> {
        if self.over.load(Ordering::Relaxed) {
            return ControlFlow::Break(Ended::Exhausted);
        }
        let nodes = self.nodes.fetch_add(search.nodes, Ordering::Relaxed) + search.nodes;
        // The search counts from here on; the caller adds nothing twice.
        search.nodes = 0;
        if self.waiting.load(Ordering::Relaxed) > 0 {
            self.give(search);
        }
        ControlFlow::Continue(nodes)
    }

    /// Turns the lower half of a stack into tasks.
    fn give(&self, search: &mut Search<'_, '_, V>) {
        let half = search.stack.len() / 2;
        let Ok(mut tasks) = self.tasks.lock() else { return };
        if tasks.is_empty() {
            let given: Vec<Node<V>> = search.stack.drain(..half).collect();
            let task = |node: Node<V>| Task { way: search.way(node.up, u32::from(node.depth)), node };
            tasks.extend(given.into_iter().rev().map(task));
        }
    }

    /// The next task; `None` when all threads wait and none is left.
    fn take(&self, threads: usize) -> Option<Task<V>> {
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
    fn work(&self, search: &mut Search<'_, '_, V>, threads: usize, first: Option<Ended>) {
        let mut ended = first.unwrap_or(Ended::Exhausted);
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
            search.prefix = task.way;
            ended = search.run(task.node);
        }
        self.nodes.fetch_add(search.nodes, Ordering::Relaxed);
        search.nodes = 0;
    }
}

/// Finishes an iteration whose rest is on the stack of `search`.
pub(super) fn search<const V: usize>(search: &mut Search<'_, '_, V>, threads: usize) -> Ended {
    let pool = Pool {
        tasks: Mutex::new(VecDeque::new()),
        waiting: AtomicUsize::new(0),
        over: AtomicBool::new(false),
        nodes: AtomicU64::new(search.nodes),
        found: Mutex::new(None),
        stopped: Mutex::new(None),
    };
    let (scene, monitor, limit, best) = (search.scene, search.monitor, search.limit, search.best);
    let shared = || {
        let mut mine = Search::new(scene, monitor);
        mine.limit = limit;
        mine.best = best;
        mine.pool = Some(&pool);
        mine
    };
    let mut mine = shared();
    std::mem::swap(&mut mine.stack, &mut search.stack);
    std::mem::swap(&mut mine.records, &mut search.records);
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| pool.work(&mut shared(), threads, None));
        }
        let ended = mine.go_on();
        pool.work(&mut mine, threads, Some(ended));
    });
    search.nodes = pool.nodes.load(Ordering::Relaxed);
    if let Some(way) = pool.found.lock().ok().and_then(|mut found| found.take()) {
        return Ended::Found(way);
    }
    match pool.stopped.lock().ok().and_then(|mut stopped| stopped.take()) {
        Some(why) => Ended::Stopped(why),
        None => Ended::Exhausted,
    }
}
