//! The threads that make layers. They stay from one depth to the next: a new thread is often left waiting behind
//! the one that started it for as long as a whole depth takes.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::{Monitor, Progress, StopReason};

/// Some threads, the caller's included.
#[derive(Debug)]
pub(super) struct Crew {
    /// The others, none where the caller works alone.
    #[cfg(not(target_family = "wasm"))]
    others: Option<rayon::ThreadPool>,
}

impl Crew {
    /// So many threads; fewer where the system refuses them.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn new(threads: usize) -> Crew {
        let others = || rayon::ThreadPoolBuilder::new().num_threads(threads - 1).build().ok();
        Crew { others: if threads > 1 { others() } else { None } }
    }

    /// The caller's thread.
    #[cfg(target_family = "wasm")]
    pub(super) fn new(_: usize) -> Crew {
        Crew {}
    }

    #[cfg(not(target_family = "wasm"))]
    fn all(&self, work: impl Fn() + Sync) {
        match &self.others {
            None => work(),
            Some(others) => others.in_place_scope(|scope| {
                for _ in 0..others.current_num_threads() {
                    scope.spawn(|_| work());
                }
                work();
            }),
        }
    }

    #[cfg(target_family = "wasm")]
    fn all(&self, work: impl Fn()) {
        work();
    }

    /// Lets the threads take batches until none is left. The work says how much of the total it has done and how many positions
    /// it has found, which are added up.
    pub(super) fn share_out<B>(
        &self,
        batches: impl Iterator<Item = B> + Send,
        monitor: &dyn Monitor,
        progress: Progress,
        work: impl Fn(B) -> (u64, u64) + Sync,
    ) -> Result<u64, StopReason> {
        let queue = Mutex::new(batches);
        let (found, done) = (AtomicU64::new(0), AtomicU64::new(0));
        let stopped = Mutex::new(None);
        self.all(|| {
            loop {
                if stopped.lock().expect("no worker panics").is_some() {
                    return;
                }
                let Some(batch) = queue.lock().expect("no worker panics").next() else { return };
                let (size, new) = work(batch);
                let found = found.fetch_add(new, Ordering::Relaxed) + new;
                let done = done.fetch_add(size, Ordering::Relaxed) + size;
                let news = Progress { nodes: progress.nodes + found, done, ..progress };
                if let ControlFlow::Break(why) = monitor.poll(&news) {
                    *stopped.lock().expect("no worker panics") = Some(why);
                }
            }
        });
        match stopped.into_inner().expect("no worker panics") {
            Some(why) => Err(why),
            None => Ok(found.into_inner()),
        }
    }
}
