//! What tells the counting of solutions where not to look.

use taquin_core::Direction;

/// A bound in the metric of the question, kept up to date slide by slide.
///
/// The law: `fits` is true whenever the position can be brought home in exactly `left` moves, the first of them
/// not along the line of `last` in the multi-tile metric.
pub trait Guide {
    /// What is kept about a position.
    type Memo: Clone;

    /// About the position at the start.
    fn start(&self, position: &[u8]) -> Self::Memo;

    /// About the position after one more tile has slid; it stands in `position`, the blank on cell `blank`.
    fn after_slide(
        &self,
        memo: &Self::Memo,
        position: &[u8],
        blank: usize,
        direction: Direction,
    ) -> Self::Memo;

    /// Whether a solution of `left` moves is not ruled out; `last` is the direction of the move before.
    fn fits(&self, memo: &Self::Memo, last: Option<Direction>, left: u32) -> bool;
}

/// A bound that is worked out anew for every position: any function that is never over the distance.
#[derive(Clone, Copy, Debug)]
pub struct Bound<F>(pub F);

impl<F: Fn(&[u8]) -> u32> Guide for Bound<F> {
    type Memo = u32;

    fn start(&self, position: &[u8]) -> u32 {
        (self.0)(position)
    }

    fn after_slide(&self, _: &u32, position: &[u8], _: usize, _: Direction) -> u32 {
        (self.0)(position)
    }

    fn fits(&self, memo: &u32, _: Option<Direction>, left: u32) -> bool {
        *memo <= left
    }
}
