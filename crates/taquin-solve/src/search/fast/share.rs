//! One hard iteration, searched by several threads.
//!
//! The positions left to expand are tasks for whoever is free. A thread that runs out takes one; when none is
//! left, the others notice the next time they look up and give away half of what waits, the
//! positions nearest to the root, with the most below them.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::node::Node;
use super::{Ended, Search};
use crate::StopReason;

/// A position to search below, and the slides that lead to it.
pub(super) struct Task<const V: usize, const P: usize> {
    pub node: Node<V, P>,
    pub way: Vec<u8>,
}

/// What the threads of one iteration share.
pub(super) struct Pool<const V: usize, const P: usize> {
    tasks: Mutex<Vec<Task<V, P>>>,
    waiting: AtomicUsize,
    over: AtomicBool,
    nodes: AtomicU64,
    found: Mutex<Option<Vec<u8>>>,
    stopped: Mutex<Option<StopReason>>,
}

impl<const V: usize, const P: usize> Pool<V, P> {
    /// A look from inside a search: gives work away if somebody waits for it, and counts. The nodes of all
    /// threads, or the end if there is nothing more to do.
    pub fn visit(&self, search: &mut Search<'_, '_, V, P>) -> ControlFlow<Ended, u64> {
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

    /// Turns half of what waits into tasks, the nodes nearest to the root to be taken first.
    fn give(&self, search: &mut Search<'_, '_, V, P>) {
        let Ok(mut tasks) = self.tasks.lock() else { return };
        if tasks.is_empty() {
            tasks.extend(search.give(search.stack.len() / 2).into_iter().rev());
        }
    }

    /// The next task; `None` when all threads wait and none is left.
    fn take(&self, threads: usize) -> Option<Task<V, P>> {
        let next = || self.tasks.lock().ok().and_then(|mut tasks| tasks.pop());
        if let Some(task) = next() {
            return Some(task);
        }
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

    /// One thread's part.
    fn work(&self, search: &mut Search<'_, '_, V, P>, threads: usize) {
        while let Some(task) = self.take(threads) {
            search.prefix = task.way;
            match search.run(task.node) {
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
        }
        self.nodes.fetch_add(search.nodes, Ordering::Relaxed);
        search.nodes = 0;
    }
}

/// Finishes an iteration whose rest is on the stack of `search`.
pub(super) fn search<const V: usize, const P: usize>(
    search: &mut Search<'_, '_, V, P>,
    threads: usize,
) -> Ended {
    let pool = Pool {
        tasks: Mutex::new(Vec::new()),
        waiting: AtomicUsize::new(0),
        over: AtomicBool::new(false),
        nodes: AtomicU64::new(search.nodes),
        found: Mutex::new(None),
        stopped: Mutex::new(None),
    };
    search.nodes = 0;
    if let Ok(mut tasks) = pool.tasks.lock() {
        tasks.extend(search.give(search.stack.len()).into_iter().rev());
    }
    let (scene, monitor, limit) = (search.scene, search.monitor, search.limit);
    crate::table::on_threads(threads, &|| {
        let mut mine = Search::new(scene, monitor);
        mine.limit = limit;
        mine.pool = Some(&pool);
        pool.work(&mut mine, threads);
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
