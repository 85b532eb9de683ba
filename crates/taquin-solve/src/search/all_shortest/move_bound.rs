//! What tells the counting of solutions where not to look.

use taquin_core::{Direction, Metric};

use crate::heuristic::Heuristic;
use crate::position::{Homes, Slide, Small};

/// A bound in the metric of the question, kept up to date slide by slide.
///
/// The law: `fits` is true whenever the position can be brought home in exactly `left` moves, the first of them
/// not along the line of `last` in the multi-tile metric.
pub trait MoveBound {
    /// What is kept about a position.
    type Memo: Clone;

    /// About the position at the start.
    fn start(&self, homes: &Homes) -> Self::Memo;

    /// About `position`, which one more slide has led to; the memo is about the one before.
    fn after_slide(&self, memo: &Self::Memo, position: &Small, slide: Slide) -> Self::Memo;

    /// Whether a solution of `left` moves is not ruled out; `last` is the direction of the move before.
    fn fits(&self, memo: &Self::Memo, last: Option<Direction>, left: u32) -> bool;
}

/// A heuristic for the single-tile metric as a guide there.
#[derive(Clone, Copy, Debug)]
pub struct SlideBound<'a, H>(&'a H);

impl<'a, H: Heuristic> SlideBound<'a, H> {
    /// The heuristic; `None` if it is not proven a bound in the single-tile metric.
    pub fn new(heuristic: &'a H) -> Option<SlideBound<'a, H>> {
        heuristic.is_admissible(Metric::Stm).then_some(SlideBound(heuristic))
    }
}

impl<H: Heuristic> MoveBound for SlideBound<'_, H> {
    type Memo = H::Memo;

    fn start(&self, homes: &Homes) -> H::Memo {
        self.0.start(homes)
    }

    fn after_slide(&self, memo: &H::Memo, position: &Small, slide: Slide) -> H::Memo {
        self.0.step(memo, position, slide)
    }

    fn fits(&self, memo: &H::Memo, _: Option<Direction>, left: u32) -> bool {
        self.0.bound(memo) <= left
    }
}
