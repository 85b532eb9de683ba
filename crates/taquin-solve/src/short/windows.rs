//! Windows: stretches of the best way, replaced by shorter ones between the same two positions.
//!
//! A beam that sees only sixty slides ahead can afford a width that no beam over the whole way can. Each round takes one
//! window for each thread, all disjoint, and puts what they found into the way together.

use std::convert::Infallible;
use std::sync::{Mutex, PoisonError};

use super::beam::Orders;
use super::run::Run;
use super::way::Waypoint;
use crate::parallel::lock;
use taquin_core::Direction;

/// Lengths and widths tried in turn: a pass over the whole way with each.
const PASSES: [(usize, usize); 6] = [(40, 500), (60, 1000), (90, 2000), (60, 4000), (120, 4000), (90, 16000)];

/// The same on boards of more cells than [`LONG_WAY_CELLS`], whose ways are long.
const LARGE_PASSES: [(usize, usize); 5] = [(200, 60), (60, 300), (400, 100), (120, 300), (200, 200)];
/// See [`LARGE_PASSES`].
const LONG_WAY_CELLS: usize = 144;

/// After this many times the first widths, a window gains nothing more.
const MOST_FACTOR: usize = 256;

/// Works through the passes again and again with growing widths until told to stop; without a deadline, once.
pub(super) fn improve(run: &Run) {
    let mut factor = 1;
    loop {
        let passes: &[(usize, usize)] =
            if run.start.labels.len() > LONG_WAY_CELLS { &LARGE_PASSES } else { &PASSES };
        for &(length, width) in passes {
            pass(run, length, width * factor);
            if run.is_over() {
                return;
            }
        }
        if run.spent() <= 0.0 || factor >= MOST_FACTOR {
            return;
        }
        factor *= 2;
    }
}

fn pass(run: &Run, length: usize, width: usize) {
    let width = width.min(run.most());
    let mut best = run.best();
    let length = length.min(best.len());
    if width < 2 || length < 4 {
        return;
    }
    // The position after the first `first` slides.
    let mut here = run.start.clone();
    let mut first = 0;
    while first + 4 <= best.len() && !run.is_over() && run.look_up(0).is_continue() {
        let end = (first + run.threads() * length).min(best.len());
        let Some(points) = here.along(&best[first..end]) else { return };
        let windows: Vec<(usize, usize)> = (0..run.threads())
            .map(|k| (k * length, ((k + 1) * length).min(points.len() - 1)))
            .filter(|&(a, b)| a + 4 <= b)
            .collect();
        let found = all(run, &points, &windows, width);
        let mut better = best.clone();
        for (&(a, b), slides) in windows.iter().zip(found).rev() {
            if let Some(slides) = slides {
                better.splice(first + a..first + b, slides);
            }
        }
        if better.len() < best.len() {
            run.offer(better);
            best = run.best();
        }
        let step = (windows.len() * length - length / 2).clamp(1, best.len() - first);
        for &slide in &best[first..first + step] {
            here.slide(slide);
        }
        first += step;
    }
}

/// What a beam finds in each window, if it is shorter; one thread for each.
fn all(
    run: &Run,
    points: &[Waypoint],
    windows: &[(usize, usize)],
    width: usize,
) -> Vec<Option<Vec<Direction>>> {
    let one = |&(a, b): &(usize, usize)| {
        let orders = Orders { width, below: b - a, patience: (b - a).min(300), ..Orders::default() };
        run.beam(&points[a], &points[b], orders).ok().filter(|slides| slides.len() < b - a)
    };
    let found: Vec<_> = windows.iter().map(|_| Mutex::new(None)).collect();
    let Ok(_) = run.workers.share(
        windows.iter().zip(&found),
        || (),
        |(), (window, found)| {
            *lock(found) = one(window);
            Ok::<(), Infallible>(())
        },
    );
    found.into_iter().map(|found| found.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}
