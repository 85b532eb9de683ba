//! Boards too big for a beam over all of it: the constructed way up to some point, and a beam from there home.
//!
//! The constructive solver first brings all tiles near their homes, which it does well, and then finishes line after
//! line, which costs more than it must. Narrow beams lose their way when tiles are far from home, but not when they are
//! near: so beams try ever earlier points of the way, and those that gain most are tried again with wider ones.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use taquin_core::Direction;

use super::beam::{Missed, Orders};
use super::run::Run;

/// Where the way is cut first, in twentieths of its length.
const CUTS: [usize; 14] = [19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 8, 6, 4, 2];
/// How wide the first beams are.
const FIRST_WIDTH: usize = 48;
/// Looks for better ends of the best way until this share of the time is used.
pub(super) fn improve(run: &Run, share: f64) {
    let way = run.best();
    let mut width = FIRST_WIDTH;
    let mut cuts: Vec<usize> = CUTS.iter().map(|twentieths| way.len() * twentieths / 20).collect();
    while !run.is_over() && width <= run.most() {
        let found = round(run, &way, &cuts, width, share);
        let Some(&(_, best)) = found.iter().min() else { return };
        if run.spent() <= 0.0 || run.spent() > share {
            return;
        }
        // Around the best cut, more closely each time; a wider beam may begin earlier.
        let step = way.len() / 20;
        cuts = [best.saturating_sub(2 * step), best.saturating_sub(step), best].to_vec();
        width *= 4;
    }
}

/// Beams from each cut: the lengths of the whole ways they make, with the cuts.
fn round(run: &Run, way: &[Direction], cuts: &[usize], width: usize, share: f64) -> Vec<(usize, usize)> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let work = || {
        while let Some(&cut) = cuts.get(next.fetch_add(1, Ordering::Relaxed)) {
            if run.is_over() || run.spent() > share {
                return;
            }
            let mut spot = run.start.clone();
            for &slide in &way[..cut] {
                spot.slide(slide);
            }
            let below = way.len() - cut;
            let orders = Orders { width, below, patience: run.patience(), seed: 0, noise: 0 };
            match run.beam(&spot, &run.start.home(), orders) {
                Ok(tail) => {
                    let whole = [&way[..cut], &tail[..]].concat();
                    found.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((whole.len(), cut));
                    run.offer(whole);
                }
                Err(Missed::Stopped) => return,
                Err(Missed::Nothing) => {}
            }
        }
    };
    if run.threads() == 1 {
        work();
    } else {
        std::thread::scope(|scope| {
            for _ in 0..run.threads() {
                scope.spawn(work);
            }
        });
    }
    found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}
