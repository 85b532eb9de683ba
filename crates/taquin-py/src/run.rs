//! Work without Python's lock: on a thread of its own, with somebody who looks for Ctrl-C meanwhile.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use taquin_data::{Device, Oracle};
use taquin_solve::{Monitor, Progress, StopReason, TableCache};

use crate::fault;

/// Between two looks for signals, and between two calls of somebody who wants to hear of progress.
const LOOK: Duration = Duration::from_millis(40);

/// Calls that run now: a fork in the middle of one leaves locks behind that nobody will open.
static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// What was built in this process, and where big tables are kept.
static TABLES: Mutex<Option<Arc<TableCache>>> = Mutex::new(None);
static FOLDER: Mutex<Option<PathBuf>> = Mutex::new(None);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The tables of this process. To be called with Python's lock held, for the sake of forks.
pub fn tables() -> Arc<TableCache> {
    let folder = lock(&FOLDER).clone();
    let make = || Arc::new(folder.map_or_else(TableCache::new, TableCache::with_tables_in));
    Arc::clone(lock(&TABLES).get_or_insert_with(make))
}

/// Whoever labels boards on a device: a card is opened once and keeps its tables.
pub fn oracle(device: &str) -> PyResult<Arc<dyn Oracle>> {
    static CARD: Mutex<Option<Arc<dyn Oracle>>> = Mutex::new(None);
    let open = |device| {
        let kernels = lock(&FOLDER).as_ref().map(|folder| folder.join("kernels"));
        taquin_data::oracle(device, kernels).map_err(fault::bulk)
    };
    let device: Device = device.parse().map_err(fault::value)?;
    let mut card = lock(&CARD);
    match (device, &*card) {
        (Device::Cpu, _) => open(device),
        (Device::Cuda, Some(card)) => Ok(Arc::clone(card)),
        (Device::Cuda, None) => Ok(Arc::clone(card.insert(open(device)?))),
    }
}

/// Says where big tables are kept. What was built before is forgotten.
#[pyfunction]
#[pyo3(signature = (folder=None))]
pub fn use_tables(folder: Option<PathBuf>) {
    *lock(&FOLDER) = folder;
    *lock(&TABLES) = None;
}

/// A child of a fork keeps the tables, unless the fork happened while somebody was using them: a table that was being made
/// then will never be finished. The lock itself is only taken with Python's own held, as a fork is, so it is open.
#[pyfunction]
pub fn after_fork() {
    if RUNNING.swap(0, Ordering::SeqCst) != 0
        && let Some(tables) = lock(&TABLES).take()
    {
        std::mem::forget(tables);
    }
}

/// For the tests of this border: a panic of ours.
#[pyfunction]
pub fn panic_on_purpose(py: Python<'_>, apart: bool) -> PyResult<()> {
    if apart { apart_from(py, None, |_| panic!("on purpose")) } else { at_once(py, || panic!("on purpose")) }
}

struct Running;

impl Running {
    fn new() -> Running {
        RUNNING.fetch_add(1, Ordering::SeqCst);
        Running
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // In the child of a fork the count has begun anew.
        let _ = RUNNING.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |count| count.checked_sub(1));
    }
}

fn panicked(panic: &(dyn std::any::Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<&str>().copied().map(str::to_owned);
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    PyRuntimeError::new_err(format!("an error of taquin's own, please report it: {text}"))
}

/// Short work: without Python's lock, on this thread.
pub fn at_once<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(work))).map_err(|panic| panicked(&*panic))
}

/// Short work on many boards, some at a time, with a look for signals in between.
pub fn in_pieces(
    py: Python<'_>,
    count: usize,
    together: usize,
    mut each: impl FnMut(usize, usize) + Send,
) -> PyResult<()> {
    let mut first = 0;
    while first < count {
        let next = (first + together.max(1)).min(count);
        at_once(py, || each(first, next))?;
        first = next;
        py.check_signals()?;
    }
    Ok(())
}

/// What the thread that works and the one that waits for it both see.
struct Watch {
    stop: AtomicBool,
    heard: bool,
    news: Mutex<Option<Progress>>,
}

impl Monitor for Watch {
    fn poll(&self, progress: &Progress) -> ControlFlow<StopReason> {
        if self.stop.load(Ordering::Relaxed) {
            return ControlFlow::Break(StopReason::Interrupted);
        }
        if self.heard
            && let Ok(mut news) = self.news.try_lock()
        {
            *news = Some(*progress);
        }
        ControlFlow::Continue(())
    }
}

/// Long work: on a thread of its own, while this one looks for signals and tells of progress. Whatever Python raises
/// meanwhile ends the work and is what the caller gets.
pub fn apart_from<T: Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&dyn Monitor) -> T + Send,
) -> PyResult<T> {
    let _running = Running::new();
    let watch = Watch { stop: AtomicBool::new(false), heard: progress.is_some(), news: Mutex::new(None) };
    py.detach(|| {
        let mut raised = None;
        let done = std::thread::scope(|scope| {
            let (tell, told) = channel();
            let watch = &watch;
            let worker = move || {
                let done = catch_unwind(AssertUnwindSafe(|| work(watch)));
                let _ = tell.send(());
                done
            };
            let started = std::thread::Builder::new().name("taquin".into()).spawn_scoped(scope, worker);
            let Ok(worker) = started else { return None };
            // Short work is not kept waiting.
            let mut wait = Duration::from_millis(2);
            while let Err(RecvTimeoutError::Timeout) = told.recv_timeout(wait) {
                wait = LOOK.min(wait * 2);
                let news = lock(&watch.news).take();
                if raised.is_none() {
                    raised = Python::attach(|py| look(py, progress.as_ref(), news)).err();
                    watch.stop.store(raised.is_some(), Ordering::Relaxed);
                }
            }
            Some(worker.join().unwrap_or_else(Err))
        });
        match (raised, done) {
            (Some(raised), _) => Err(raised),
            (None, Some(Ok(done))) => Ok(done),
            (None, Some(Err(panic))) => Err(panicked(&*panic)),
            (None, None) => Err(PyRuntimeError::new_err("the system gives no thread")),
        }
    })
}

/// A look for signals, for work on this thread that has let go of Python's lock.
pub fn signals() -> PyResult<()> {
    Python::attach(|py| look(py, None, None))
}

fn look(py: Python<'_>, listener: Option<&Py<PyAny>>, news: Option<Progress>) -> PyResult<()> {
    py.check_signals()?;
    if let (Some(listener), Some(news)) = (listener, news) {
        listener.call1(py, (news.phase, news.done, news.total, news.nodes))?;
    }
    Ok(())
}
