//! What tells the counting of solutions where not to look.

use taquin_core::{Direction, Metric};

use crate::heuristic::Heuristic;
use crate::position::grid::Slide;
use crate::position::state::Position;

/// A bound in the metric of the question, kept up to date slide by slide.
///
/// The law: `fits` is true whenever the position can be brought home in exactly `left` moves, the first of them
/// not along the line of `last` in the multi-tile metric.
pub trait MoveBound {
    /// What is kept about a position.
    type Memo: Clone;

    /// About the position at the start.
    fn start(&self, position: &[u8]) -> Self::Memo;

    /// About `position`, which one more slide has led to; the memo is about the one before.
    fn after_slide(&self, memo: &Self::Memo, position: &[u8], slide: Slide) -> Self::Memo;

    /// Whether a solution of `left` moves is not ruled out; `last` is the direction of the move before.
    fn fits(&self, memo: &Self::Memo, last: Option<Direction>, left: u32) -> bool;
}

/// A bound that is worked out anew for every position: any function that is never over the distance.
#[derive(Clone, Copy, Debug)]
pub struct Anew<F>(pub F);

impl<F: Fn(&[u8]) -> u32> MoveBound for Anew<F> {
    type Memo = u32;

    fn start(&self, position: &[u8]) -> u32 {
        (self.0)(position)
    }

    fn after_slide(&self, _: &u32, position: &[u8], _: Slide) -> u32 {
        (self.0)(position)
    }

    fn fits(&self, memo: &u32, _: Option<Direction>, left: u32) -> bool {
        *memo <= left
    }
}

/// A heuristic for the single-tile metric as a guide there.
#[derive(Clone, Copy, Debug)]
pub struct SlideBound<'a, H> {
    heuristic: &'a H,
    home: usize,
}

impl<'a, H: Heuristic> SlideBound<'a, H> {
    /// The guide for boards whose blank belongs on `home`; `None` if the heuristic is not proven a bound in the
    /// single-tile metric.
    pub fn new(heuristic: &'a H, home: usize) -> Option<SlideBound<'a, H>> {
        heuristic.is_admissible(Metric::Stm).then_some(SlideBound { heuristic, home })
    }
}

/// A position as heuristics see it.
struct Seen<'a> {
    labels: &'a [u8],
    blank: usize,
}

impl Position for Seen<'_> {
    fn blank(&self) -> usize {
        self.blank
    }

    fn at(&self, cell: usize) -> usize {
        usize::from(self.labels[cell])
    }
}

impl<H: Heuristic> MoveBound for SlideBound<'_, H> {
    type Memo = H::Memo;

    fn start(&self, labels: &[u8]) -> H::Memo {
        let blank = labels.iter().position(|&label| usize::from(label) == self.home).unwrap_or(self.home);
        self.heuristic.start(&Seen { labels, blank })
    }

    fn after_slide(&self, memo: &H::Memo, labels: &[u8], slide: Slide) -> H::Memo {
        self.heuristic.step(memo, &Seen { labels, blank: slide.from }, slide)
    }

    fn fits(&self, memo: &H::Memo, _: Option<Direction>, left: u32) -> bool {
        self.heuristic.bound(memo) <= left
    }
}
