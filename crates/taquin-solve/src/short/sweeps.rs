//! Boards too large for beams: the whole construction again, with as careful a sweep as the time allows.
//!
//! On such boards nearly all slides are the sweep's, and its stretches are hardly ever longer than need be: beams in boxes of
//! 11x11 around stretches of 40 slides gained one slide in a thousand (300x300, the first five million). A sweep that plans
//! farther takes another way altogether, a twentieth shorter, and five times as long; what does not fit the time is swept
//! quickly. Each thread has a seed of its own, and the shortest way counts.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use taquin_core::Direction;

use crate::construct;
use crate::parallel::{Workers, lock};
use crate::position::Homes;
use crate::{Effort, Monitor, StopReason};

/// What is left of the time when care ends, in times the quick construction: threads share the way to the memory.
const REST: f64 = 1.5;
/// Bytes for each slide of a way that is being made: a list that grows is there twice.
const SLIDE_BYTES: u64 = 3;

/// The way that was constructed until now, or a shorter one; and what ended the work. Without a limit on the time there is
/// no work, since there would be no end to it.
pub(super) fn improve(
    homes: &Homes,
    slides: Vec<Direction>,
    effort: Effort,
    monitor: &dyn Monitor,
    report: &(dyn Fn(&[Direction]) + Sync),
) -> (Vec<Direction>, u64, Option<StopReason>) {
    // All that was done until now is the quick construction.
    let quick = monitor.spent();
    let careful_until = 1.0 - REST * quick;
    let fitting = (effort.memory_bytes / (SLIDE_BYTES * slides.len().max(1) as u64)).saturating_sub(1);
    let threads = effort.threads.min(usize::try_from(fitting).unwrap_or(usize::MAX));
    if quick <= 0.0 || careful_until <= quick || threads == 0 || !construct::is_scattered(homes) {
        return (slides, 0, None);
    }
    let (best, why) = (Mutex::new(slides), Mutex::new(None));
    Workers::new(threads).all(|thread| {
        let mut seed = 1 + thread as u64;
        loop {
            let begun = monitor.spent();
            let is_careful = || monitor.spent() < careful_until;
            let most = lock(&best).len();
            let mut way = Vec::new();
            if way.try_reserve_exact(most).is_err() {
                return;
            }
            let sink = &mut |piece: &[Direction]| {
                if way.len() + piece.len() >= most {
                    // No shorter one; the room is that of the best.
                    return ControlFlow::Break(StopReason::Memory);
                }
                way.extend_from_slice(piece);
                ControlFlow::Continue(())
            };
            match construct::with_care(homes, seed, &is_careful, monitor, sink) {
                Ok(_) => {
                    let mut best = lock(&best);
                    if way.len() < best.len() {
                        report(&way);
                        *best = way;
                    }
                }
                Err(StopReason::Memory) => {}
                Err(stopped) => return *lock(&why) = Some(stopped),
            }
            seed += threads as u64;
            // Another whole one, if there is time for it.
            if 2.0 * monitor.spent() - begun > 1.0 {
                return;
            }
        }
    });
    let best = best.into_inner().unwrap_or_else(PoisonError::into_inner);
    (best, 0, why.into_inner().unwrap_or_else(PoisonError::into_inner))
}
