//! A queue for work that makes more work, and that knows when everything is done.
//!
//! All is done when the queue is empty *and* every thread is idle: one that is not may still add to it. Both are known
//! only under one lock, and `over` is set only there. To take a task and to be idle no longer is one step, so that
//! nobody sees an empty queue and idle threads while a task is on its way. Threads that wait do so on a condition.
//! The model at the end of this file is searched whole by loom.

use std::collections::VecDeque;

#[cfg(loom)]
use loom::sync::{
    Condvar, Mutex, MutexGuard,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};
use std::sync::PoisonError;
#[cfg(not(loom))]
use std::sync::{
    Condvar, Mutex, MutexGuard,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

/// Tasks for a fixed number of threads.
pub(crate) struct Queue<T> {
    state: Mutex<QueueState<T>>,
    changed: Condvar,
    /// How many are idle, for whoever asks in a hurry; the truth is in `state`.
    idle: AtomicUsize,
    /// Whether all is over, likewise. It never becomes false again.
    over: AtomicBool,
}

struct QueueState<T> {
    tasks: VecDeque<T>,
    idle: usize,
    workers: usize,
    over: bool,
}

impl<T> Queue<T> {
    /// An empty queue for so many threads, all of them at work.
    pub fn new(workers: usize) -> Queue<T> {
        let state = QueueState { tasks: VecDeque::new(), idle: 0, workers, over: false };
        Queue {
            state: Mutex::new(state),
            changed: Condvar::new(),
            idle: AtomicUsize::new(0),
            over: AtomicBool::new(false),
        }
    }

    fn lock(&self) -> MutexGuard<'_, QueueState<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether somebody waits for a task. An answer that comes late only gives work away later.
    pub fn is_hungry(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Whether there is nothing more to do.
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Adds tasks, the first of which will be taken first, if there are none.
    pub fn refill(&self, tasks: impl FnOnce() -> VecDeque<T>) {
        let mut state = self.lock();
        if state.tasks.is_empty() && !state.over {
            state.tasks = tasks();
            self.changed.notify_all();
        }
    }

    /// Ends everything, done or not: those who wait come back, those who ask are told.
    pub fn end(&self) {
        self.finish(&mut self.lock());
    }

    fn finish(&self, state: &mut QueueState<T>) {
        state.over = true;
        self.over.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// The next task, for a thread that has finished its last; `None` when all is over.
    pub fn take(&self) -> Option<T> {
        let mut state = self.lock();
        state.idle += 1;
        self.idle.store(state.idle, Ordering::Relaxed);
        loop {
            if state.over {
                return None;
            }
            if let Some(task) = state.tasks.pop_front() {
                state.idle -= 1;
                self.idle.store(state.idle, Ordering::Relaxed);
                return Some(task);
            }
            if state.idle == state.workers {
                self.finish(&mut state);
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// `RUSTFLAGS="--cfg loom" cargo test -p taquin-solve --lib model` tries the orders in which the threads can run: all of
/// them for two threads, and for three that wait for an end; for three at work those with few switches.
#[cfg(all(test, loom))]
mod model {
    use super::Queue;
    use loom::sync::{Arc, Mutex};
    use loom::thread;

    /// Threads that start with some tasks in hand; a task is a number of further tasks that doing it adds.
    fn everything_is_done(workers: usize, in_hand: &'static [u32], tasks: usize) {
        let mut builder = loom::model::Builder::new();
        // Two threads are tried in every order there is; three in all with at most three switches by force.
        builder.preemption_bound = (workers > 2).then_some(3);
        builder.check(move || {
            let queue = Arc::new(Queue::new(workers));
            let done = Arc::new(Mutex::new(0));
            let work = move |queue: &Queue<u32>, done: &Mutex<usize>, mut task: Option<u32>| {
                while let Some(more) = task.or_else(|| queue.take()) {
                    *done.lock().unwrap() += 1;
                    // What is not given away is done by the thread itself: here all of it is given away.
                    if more > 0 {
                        let mut given = (0..more).map(|_| 0).collect();
                        queue.refill(|| std::mem::take(&mut given));
                        *done.lock().unwrap() += given.len();
                    }
                    task = None;
                }
            };
            let others: Vec<_> = (1..workers)
                .map(|number| {
                    let (queue, done) = (queue.clone(), done.clone());
                    thread::spawn(move || work(&queue, &done, in_hand.get(number).copied()))
                })
                .collect();
            work(&queue, &done, in_hand.first().copied());
            others.into_iter().for_each(|other| other.join().unwrap());
            assert_eq!(*done.lock().unwrap(), tasks, "a task was dropped");
            assert!(queue.is_over());
        });
    }

    #[test]
    fn no_task_is_dropped_by_two_threads() {
        everything_is_done(2, &[2], 3);
        everything_is_done(2, &[1, 1], 4);
    }

    #[test]
    fn no_task_is_dropped_by_three_threads() {
        everything_is_done(3, &[1], 2);
    }

    #[test]
    fn an_end_reaches_everybody() {
        loom::model(|| {
            let queue = Arc::new(Queue::<u32>::new(3));
            let others: Vec<_> = (0..2)
                .map(|_| {
                    let queue = queue.clone();
                    thread::spawn(move || queue.take())
                })
                .collect();
            queue.end();
            assert!(others.into_iter().all(|other| other.join().unwrap().is_none()));
        });
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::parallel::{OnPanic, Workers};

    /// A tree of tasks, each dealt out in halves as a search does it: 4 threads, 200 trees of 1,024 leaves.
    #[test]
    fn no_leaf_of_a_shared_tree_is_lost() {
        let workers = Workers::new(4);
        for round in 0..200 {
            let queue = Queue::new(workers.count());
            let leaves: usize = workers
                .all(|number| {
                    let _ends_all = OnPanic(|| queue.end());
                    let (mut leaves, mut first) = (0, (number == round % 4).then_some(10_u32));
                    while let Some(task) = first.take().or_else(|| queue.take()) {
                        let mut stack = vec![task];
                        while let Some(height) = stack.pop() {
                            if height == 0 {
                                leaves += 1;
                                continue;
                            }
                            stack.extend([height - 1; 2]);
                            if queue.is_hungry() {
                                queue.refill(|| stack.drain(..stack.len() / 2).collect());
                            }
                        }
                    }
                    leaves
                })
                .into_iter()
                .sum();
            assert_eq!(leaves, 1024, "round {round}");
        }
    }

    #[test]
    fn who_finds_nothing_waits_for_those_at_work() {
        let queue = Queue::new(2);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| queue.take());
            while !queue.is_hungry() {
                std::thread::yield_now();
            }
            queue.refill(|| VecDeque::from([7]));
            assert_eq!(waiting.join().unwrap(), Some(7));
        });
        assert!(!queue.is_over());
    }
}
