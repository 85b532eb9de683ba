//! One hard iteration, searched by several threads.
//!
//! The thread that began goes on in its own order. Whoever has nothing to do waits for a task; threads that search
//! notice it the next time they look up and give away the lower half of their stacks, the positions nearest to the
//! root, with the most below them. So more threads never come later to a solution that one thread finds early.
//! When an iteration is over is known by [`Queue`] alone, and whoever unwinds ends it for all.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::frontier::{Depths, Ended, Frontier, Waiting};
use crate::StopReason;
use crate::parallel::{OnPanic, Queue, Workers, lock};

/// Positions to search below, each with the slides that lead to it.
type SearchTask<W> = Vec<(W, Vec<u8>)>;

/// Tasks that half of a stack or of a frontier makes, at least, and the most positions in one: few have much below
/// them, many little.
const TASKS: usize = 64;
const POSITIONS: usize = 64;

/// What the threads of one iteration share.
pub(super) struct Pool<W> {
    /// The first was highest on the stack it comes from.
    tasks: Queue<SearchTask<W>>,
    nodes: AtomicU64,
    /// Whether somebody has met the goal ahead.
    met: AtomicBool,
    /// What threads that are done have to tell besides.
    told: Mutex<Told>,
    found: Mutex<Option<Vec<u8>>>,
    stopped: Mutex<Option<StopReason>>,
}

/// What an iteration comes to besides its end.
#[derive(Default)]
struct Told {
    ahead: Option<Vec<u8>>,
    depths: Depths,
}

impl<W: Waiting> Pool<W> {
    /// Looking ahead has met the goal: the others need not.
    pub fn met_ahead(&self) {
        self.met.store(true, Ordering::Relaxed);
    }

    /// A look from inside a search: gives work away if somebody waits for it, and counts. The nodes of all
    /// threads, or the end if there is nothing more to do.
    pub fn visit(&self, frontier: &mut Frontier<'_, W>) -> ControlFlow<Ended, u64> {
        if self.tasks.is_over() {
            return ControlFlow::Break(Ended::Exhausted);
        }
        let nodes = self.nodes.fetch_add(frontier.nodes, Ordering::Relaxed) + frontier.nodes;
        // The search counts from here on; the caller adds nothing twice.
        frontier.nodes = 0;
        if self.met.load(Ordering::Relaxed) {
            frontier.best = Some(u64::from(frontier.limit) + 2);
            frontier.look_no_further();
        }
        if self.tasks.is_hungry() {
            self.tasks.refill(|| lower_half(frontier));
        }
        ControlFlow::Continue(nodes)
    }

    /// One thread's part, after how its search ended.
    fn work(
        &self,
        frontier: &mut Frontier<'_, W>,
        mut ended: Ended,
        go_on: &impl Fn(&mut Frontier<'_, W>) -> Ended,
    ) {
        loop {
            match ended {
                Ended::Exhausted | Ended::TooMuch => {}
                Ended::Found(way) => {
                    *lock(&self.found) = Some(way);
                    self.tasks.end();
                }
                Ended::Stopped(why) => {
                    *lock(&self.stopped) = Some(why);
                    self.tasks.end();
                }
            }
            let Some(task) = self.tasks.take() else { break };
            frontier.start_from(task.iter().map(|(position, way)| (*position, &way[..])));
            ended = go_on(frontier);
        }
        self.nodes.fetch_add(frontier.nodes, Ordering::Relaxed);
        let mut told = lock(&self.told);
        told.depths.add(&frontier.depths);
        told.ahead = frontier.ahead.take().or(told.ahead.take());
    }
}

/// Turns the lower half of what waits into tasks.
fn lower_half<W: Waiting>(frontier: &mut Frontier<'_, W>) -> VecDeque<SearchTask<W>> {
    let given = frontier.lower_half();
    let with_way = |&position: &W| {
        let mut position = position;
        let way = frontier.way(*position.up(), position.depth());
        (position, way)
    };
    let positions = (given.len() / TASKS).clamp(1, POSITIONS);
    given.chunks(positions).map(|chunk| chunk.iter().map(with_way).collect()).collect()
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
    let workers = Workers::new(threads);
    let pool = Pool {
        tasks: Queue::new(workers.count()),
        nodes: AtomicU64::new(frontier.nodes),
        met: AtomicBool::new(false),
        told: Mutex::default(),
        found: Mutex::new(None),
        stopped: Mutex::new(None),
    };
    // The caller goes on in the order that was begun.
    let mut mine = frontier.beside(&pool);
    frontier.hand_over(&mut mine);
    let begun = Mutex::new(Some(mine));
    workers.all(|number| {
        let _ends_all = OnPanic(|| pool.tasks.end());
        let begun = if number == 0 { lock(&begun).take() } else { None };
        match begun {
            Some(mut mine) => {
                let ended = go_on(&mut mine);
                pool.work(&mut mine, ended, go_on);
            }
            None => pool.work(&mut frontier.beside(&pool), Ended::Exhausted, go_on),
        }
    });
    frontier.nodes = pool.nodes.load(Ordering::Relaxed);
    let told = std::mem::take(&mut *lock(&pool.told));
    frontier.depths.add(&told.depths);
    frontier.ahead = frontier.ahead.take().or(told.ahead);
    if let Some(way) = lock(&pool.found).take() {
        return Ended::Found(way);
    }
    match lock(&pool.stopped).take() {
        Some(why) => Ended::Stopped(why),
        None => Ended::Exhausted,
    }
}
