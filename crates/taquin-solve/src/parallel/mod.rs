//! Several threads at one piece of work, and the one way to get them.
//!
//! A system may refuse a thread. Then the work is done by those there are, in the end by the caller alone: how many
//! work never changes what comes out. A thread that panics takes nobody with it who waits: [`Workers::share`] and
//! [`Queue`] end for all, and the panic goes on in the caller.

mod queue;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

pub(crate) use queue::Queue;

/// The most threads there are, whoever asks for more: tens of thousands take minutes to begin.
#[cfg(not(target_family = "wasm"))]
const MOST_THREADS: usize = 1024;

/// Some threads, the caller's included. They stay until it is dropped: a new thread is often left waiting behind the
/// one that started it for as long as a short piece of work takes.
#[derive(Debug)]
pub(crate) struct Workers {
    /// The others, none where the caller works alone.
    #[cfg(not(target_family = "wasm"))]
    others: Option<rayon::ThreadPool>,
}

impl Workers {
    /// So many threads; fewer where the system refuses them.
    #[cfg(not(target_family = "wasm"))]
    pub fn new(threads: usize) -> Workers {
        Workers::given(threads, |others| rayon::ThreadPoolBuilder::new().num_threads(others).build().ok())
    }

    /// Those that `system` gives: fewer are asked for until it does.
    #[cfg(not(target_family = "wasm"))]
    fn given(threads: usize, system: impl Fn(usize) -> Option<rayon::ThreadPool>) -> Workers {
        let mut others = threads.min(MOST_THREADS).saturating_sub(1);
        while others > 0 {
            if let Some(pool) = system(others) {
                return Workers { others: Some(pool) };
            }
            others /= 2;
        }
        Workers { others: None }
    }

    /// The caller's thread.
    #[cfg(target_family = "wasm")]
    pub fn new(_: usize) -> Workers {
        Workers {}
    }

    /// How many threads there are.
    #[cfg(not(target_family = "wasm"))]
    pub fn count(&self) -> usize {
        1 + self.others.as_ref().map_or(0, rayon::ThreadPool::current_num_threads)
    }

    /// How many threads there are.
    #[cfg(target_family = "wasm")]
    pub fn count(&self) -> usize {
        1
    }

    /// Every thread does the work once, each with a number of its own, the caller with 0. What they came back with.
    #[cfg(not(target_family = "wasm"))]
    pub fn all<T: Send>(&self, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
        let Some(others) = &self.others else { return vec![work(0)] };
        let results = Mutex::new(Vec::with_capacity(self.count()));
        let keep = |result| lock(&results).push(result);
        others.in_place_scope(|scope| {
            scope.spawn_broadcast(|_, thread| keep(work(1 + thread.index())));
            keep(work(0));
        });
        results.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// The caller does the work.
    #[cfg(target_family = "wasm")]
    pub fn all<T>(&self, work: impl Fn(usize) -> T) -> Vec<T> {
        vec![work(0)]
    }

    /// The threads take items until none is left or one of them fails. Each begins with `start`, which is what it keeps
    /// from item to item; all that was kept, or the first failure.
    pub fn share<I: Send, S: Send, E: Send>(
        &self,
        items: impl Iterator<Item = I> + Send,
        start: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, I) -> Result<(), E> + Sync,
    ) -> Result<Vec<S>, E> {
        let (items, over, failure) = (Mutex::new(items), AtomicBool::new(false), Mutex::new(None));
        let kept = self.all(|_| {
            let _ends_all = OnPanic(|| over.store(true, Ordering::Relaxed));
            let mut kept = start();
            while !over.load(Ordering::Relaxed) {
                let Some(item) = lock(&items).next() else { break };
                if let Err(error) = work(&mut kept, item) {
                    lock(&failure).get_or_insert(error);
                    over.store(true, Ordering::Relaxed);
                }
            }
            kept
        });
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(kept),
        }
    }
}

/// The contents of a lock, whoever panicked while holding it: what is locked here is whole between two statements.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does something when its thread unwinds.
pub(crate) struct OnPanic<F: FnMut()>(pub F);

impl<F: FnMut()> Drop for OnPanic<F> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            (self.0)();
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn every_thread_has_a_number_of_its_own() {
        for threads in [0, 1, 2, 5] {
            let workers = Workers::new(threads);
            let mut numbers = workers.all(|number| number);
            numbers.sort_unstable();
            assert_eq!(numbers, (0..threads.max(1)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn where_the_system_refuses_threads_those_there_are_do_the_work() {
        for (most, count) in [(0, 1), (1, 2), (3, 4), (6, 7), (99, 100)] {
            let system = |others| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(others);
                (others <= most).then(|| pool.build().unwrap())
            };
            let workers = Workers::given(100, system);
            assert_eq!(workers.count(), count, "no more than {most} others");
            let kept = workers.share(0..1000_u64, Vec::new, |mine, item| {
                mine.push(item);
                Ok::<(), ()>(())
            });
            assert_eq!(kept.unwrap().concat().len(), 1000);
        }
    }

    #[test]
    fn every_item_is_taken_once() {
        for threads in [1, 3] {
            let kept = Workers::new(threads).share(0..1000_u64, Vec::new, |mine, item| {
                mine.push(item);
                Ok::<(), ()>(())
            });
            let mut all = kept.unwrap().concat();
            all.sort_unstable();
            assert_eq!(all, (0..1000).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_first_failure_ends_the_work() {
        for threads in [1, 3] {
            let taken = std::sync::atomic::AtomicU64::new(0);
            let failed = Workers::new(threads).share(
                0..u64::MAX,
                || (),
                |(), item| {
                    taken.fetch_add(1, Ordering::Relaxed);
                    if item == 10 { Err(item) } else { Ok(()) }
                },
            );
            assert_eq!(failed, Err(10));
            assert!(taken.into_inner() >= 11);
        }
    }

    #[test]
    fn a_panic_ends_the_work_of_all_and_goes_on_in_the_caller() {
        for threads in [1, 3] {
            let caught = catch_unwind(AssertUnwindSafe(|| {
                Workers::new(threads).share(
                    0..u64::MAX,
                    || (),
                    |(), item| if item == 10 { panic!("on purpose") } else { Ok::<(), ()>(()) },
                )
            }));
            assert!(caught.is_err());
        }
    }
}
