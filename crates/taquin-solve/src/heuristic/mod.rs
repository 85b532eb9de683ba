//! Bounds: how far a position is from home *at least*.
//!
//! A heuristic is incremental. `start` looks at a whole position and returns a memo; `step` turns the memo of a
//! position into the memo of its neighbour, looking only at what the slide changed; `bound` reads the number.
//! An additive table does one lookup per slide this way.
//!
//! *Admissible* means never above the true distance: then a search that trusts it finds shortest solutions.
//! *Consistent* means that it falls by at most one per slide: then A\* never opens a position twice.
//! Both are claims about one metric. In the multi-tile metric one move carries several tiles, and none of the
//! single-tile bounds of this module holds there (see `docs/theory.md`).

mod additive;
mod inversion;
mod linear_conflict;
mod manhattan;
mod patterns;
mod walking;

pub use additive::{Additive, SplitError};
pub use inversion::Inversion;
pub use linear_conflict::{LinearConflict, conflicts};
pub use manhattan::Manhattan;
pub use patterns::Patterns;
use taquin_core::Metric;
pub use walking::{Walking, WalkingError};

use crate::position::Position;
use crate::position::Slide;

/// A lower bound on the distance home, kept up to date slide by slide.
///
/// ```
/// use taquin_core::Shape;
/// use taquin_solve::heuristic::{Heuristic, Manhattan};
/// use taquin_solve::position::{Homes, Small, State};
///
/// let shape: Shape = "3x3".parse()?;
/// let homes = Homes::new(shape, shape.last_cell(), 0..9)?;
/// let grid = homes.grid();
/// let heuristic = Manhattan::new(&grid);
/// let mut state = Small::new(&homes).expect("nine cells have room in sixteen");
/// let memo = heuristic.start(&state);
/// assert_eq!(heuristic.bound(&memo), 0);
/// let slide = state.slide(&grid, taquin_core::Direction::Right).unwrap();
/// assert_eq!(heuristic.bound(&heuristic.step(&memo, &state, slide)), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Heuristic: Sync {
    /// What is remembered about a position between slides.
    type Memo: Clone + Send + Sync;

    /// The memo of a position, from nothing.
    fn start<P: Position>(&self, state: &P) -> Self::Memo;

    /// The memo of `state`, given the memo of the position before `slide`. Always equal to `start(state)`.
    fn step<P: Position>(&self, memo: &Self::Memo, state: &P, slide: Slide) -> Self::Memo;

    /// The bound: no solution is shorter. One that does not fit is `u32::MAX`.
    fn bound(&self, memo: &Self::Memo) -> u32;

    /// Whether the bound is proven never to exceed the distance in this metric.
    fn is_admissible(&self, metric: Metric) -> bool;

    /// Whether the bound is proven to fall by at most one with each slide.
    fn is_consistent(&self) -> bool;

    /// Bytes of tables behind it.
    fn memory_bytes(&self) -> u64 {
        0
    }
}

impl<H: Heuristic> Heuristic for &H {
    type Memo = H::Memo;

    fn start<P: Position>(&self, state: &P) -> Self::Memo {
        (**self).start(state)
    }

    #[inline]
    fn step<P: Position>(&self, memo: &Self::Memo, state: &P, slide: Slide) -> Self::Memo {
        (**self).step(memo, state, slide)
    }

    #[inline]
    fn bound(&self, memo: &Self::Memo) -> u32 {
        (**self).bound(memo)
    }

    fn is_admissible(&self, metric: Metric) -> bool {
        (**self).is_admissible(metric)
    }

    fn is_consistent(&self) -> bool {
        (**self).is_consistent()
    }

    fn memory_bytes(&self) -> u64 {
        (**self).memory_bytes()
    }
}

/// The larger of two bounds, where adding them would count a slide twice.
#[derive(Clone, Debug)]
pub struct Larger<A, B>(pub A, pub B);

impl<A: Heuristic, B: Heuristic> Heuristic for Larger<A, B> {
    type Memo = (A::Memo, B::Memo);

    fn start<P: Position>(&self, state: &P) -> Self::Memo {
        (self.0.start(state), self.1.start(state))
    }

    #[inline]
    fn step<P: Position>(&self, memo: &Self::Memo, state: &P, slide: Slide) -> Self::Memo {
        (self.0.step(&memo.0, state, slide), self.1.step(&memo.1, state, slide))
    }

    #[inline]
    fn bound(&self, memo: &Self::Memo) -> u32 {
        self.0.bound(&memo.0).max(self.1.bound(&memo.1))
    }

    fn is_admissible(&self, metric: Metric) -> bool {
        self.0.is_admissible(metric) && self.1.is_admissible(metric)
    }

    fn is_consistent(&self) -> bool {
        self.0.is_consistent() && self.1.is_consistent()
    }

    fn memory_bytes(&self) -> u64 {
        self.0.memory_bytes() + self.1.memory_bytes()
    }
}

/// Knows nothing: zero everywhere, in every metric. What a search does with it is
/// the measure of what any other bound is worth.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl Heuristic for Blind {
    type Memo = ();

    fn start<P: Position>(&self, _: &P) {}

    fn step<P: Position>(&self, (): &(), _: &P, _: Slide) {}

    fn bound(&self, (): &()) -> u32 {
        0
    }

    fn is_admissible(&self, _: Metric) -> bool {
        true
    }

    fn is_consistent(&self) -> bool {
        true
    }
}

impl<H: Heuristic + Send> Heuristic for std::sync::Arc<H> {
    type Memo = H::Memo;

    fn start<P: Position>(&self, state: &P) -> H::Memo {
        H::start(self, state)
    }

    #[inline]
    fn step<P: Position>(&self, memo: &H::Memo, state: &P, slide: Slide) -> H::Memo {
        H::step(self, memo, state, slide)
    }

    #[inline]
    fn bound(&self, memo: &H::Memo) -> u32 {
        H::bound(self, memo)
    }

    fn is_admissible(&self, metric: Metric) -> bool {
        H::is_admissible(self, metric)
    }

    fn is_consistent(&self) -> bool {
        H::is_consistent(self)
    }

    fn memory_bytes(&self) -> u64 {
        H::memory_bytes(self)
    }
}
