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

use crate::position::{Grid, Position, Slide};

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
    ///
    /// # Panics
    /// If it is a position of another board ([`is_for`](Heuristic::is_for) tells), it may.
    fn start<P: Position>(&self, state: &P) -> Self::Memo;

    /// The memo of `state`, given the memo of the position before `slide`. Always equal to `start(state)`.
    fn step<P: Position>(&self, memo: &Self::Memo, state: &P, slide: Slide) -> Self::Memo;

    /// The bound: no solution is shorter. One that does not fit is `u32::MAX`.
    fn bound(&self, memo: &Self::Memo) -> u32;

    /// Whether it is made for this board and home of the blank. A search begins with no other; one that serves every board
    /// need not say so.
    fn is_for(&self, _: &Grid) -> bool {
        true
    }

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

    fn is_for(&self, grid: &Grid) -> bool {
        (**self).is_for(grid)
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

    fn is_for(&self, grid: &Grid) -> bool {
        self.0.is_for(grid) && self.1.is_for(grid)
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

    fn is_for(&self, grid: &Grid) -> bool {
        H::is_for(self, grid)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Homes, Small, State};
    use std::fmt::Debug;
    use std::sync::Arc;
    use taquin_core::{Direction, Shape};

    fn solved() -> (Grid, Small) {
        let shape: Shape = "3x3".parse().unwrap();
        let homes = Homes::solved(shape, shape.last_cell());
        (homes.grid(), Small::new(&homes).unwrap())
    }

    /// On a walk that comes far from home.
    fn alike<A: Heuristic, B: Heuristic<Memo = A::Memo>>(a: &A, b: &B)
    where
        A::Memo: PartialEq + Debug,
    {
        let (grid, mut state) = solved();
        let mut memo = a.start(&state);
        for slide in "RDLDRRUULLDRDRUL".chars() {
            let Some(slide) = state.slide(&grid, slide.to_string().parse().unwrap()) else { continue };
            let next = a.step(&memo, &state, slide);
            assert_eq!(b.step(&memo, &state, slide), next);
            assert_eq!(b.start(&state), next);
            assert_eq!(a.bound(&next), b.bound(&next));
            memo = next;
        }
        assert!(a.bound(&memo) > 0, "it went somewhere");
        for metric in [Metric::Stm, Metric::Mtm] {
            assert_eq!(a.is_admissible(metric), b.is_admissible(metric));
        }
        assert_eq!((a.is_consistent(), a.memory_bytes()), (b.is_consistent(), b.memory_bytes()));
    }

    #[test]
    fn a_bound_is_the_same_behind_a_reference_and_shared() {
        let (grid, _) = solved();
        let manhattan = Manhattan::new(&grid);
        alike(&manhattan, &&manhattan);
        alike(&manhattan, &Arc::new(manhattan.clone()));
        let additive = Additive::new(&grid, &[4, 4], &crate::Unlimited).unwrap();
        alike(&additive, &&additive);
        alike(&&additive, &Arc::new(Additive::new(&grid, &[4, 4], &crate::Unlimited).unwrap()));
    }

    #[test]
    fn every_bound_says_in_which_metric_it_holds_whether_it_is_consistent_and_what_it_holds() {
        fn says<H: Heuristic>(heuristic: &H) -> (bool, bool, bool, bool) {
            let in_metric = |metric| heuristic.is_admissible(metric);
            let (stm, mtm) = (in_metric(Metric::Stm), in_metric(Metric::Mtm));
            (stm, mtm, heuristic.is_consistent(), heuristic.memory_bytes() > 0)
        }
        let (grid, _) = solved();
        let additive = || Additive::new(&grid, &[4, 4], &crate::Unlimited).unwrap();
        assert_eq!(says(&Manhattan::new(&grid)), (true, false, true, true));
        assert_eq!(says(&LinearConflict::new(&grid)), (true, false, true, true));
        assert_eq!(says(&Inversion::new(&grid)), (true, false, true, false));
        assert_eq!(says(&Walking::new(&grid, &crate::Unlimited).unwrap()), (true, false, true, true));
        assert_eq!(says(&additive()), (true, false, false, true));
        assert_eq!(says(&Blind), (true, true, true, false));
        assert_eq!(says(&Larger(Blind, additive())), (true, false, false, true));
        assert_eq!(says(&Larger(Inversion::new(&grid), Blind)), (true, false, true, false));
        let manhattan = Manhattan::new(&grid);
        let sum = Larger(manhattan.clone(), additive()).memory_bytes();
        assert_eq!(sum, manhattan.memory_bytes() + additive().memory_bytes());
        assert_eq!(LinearConflict::new(&grid).memory_bytes(), manhattan.memory_bytes());
    }

    #[test]
    fn every_bound_says_which_board_it_is_for_however_it_is_held() {
        let of = |size: &str, home| Grid::new(size.parse().unwrap(), taquin_core::Cell::new(home)).unwrap();
        let grid = of("3x3", 8);
        let others = [of("3x3", 0), of("3x4", 8), of("2x4", 7)];
        fn is_for_it_alone<H: Heuristic>(heuristic: &H, grid: &Grid, others: &[Grid]) -> bool {
            heuristic.is_for(grid) && others.iter().all(|other| !heuristic.is_for(other))
        }
        let manhattan = Manhattan::new(&grid);
        let additive = Additive::new(&grid, &[4, 4], &crate::Unlimited).unwrap();
        let walking = Walking::new(&grid, &crate::Unlimited).unwrap();
        assert!(is_for_it_alone(&manhattan, &grid, &others));
        assert!(is_for_it_alone(&&manhattan, &grid, &others));
        assert!(is_for_it_alone(&Arc::new(manhattan.clone()), &grid, &others));
        assert!(is_for_it_alone(&LinearConflict::new(&grid), &grid, &others));
        assert!(is_for_it_alone(&Inversion::new(&grid), &grid, &others));
        assert!(is_for_it_alone(&walking, &grid, &others));
        assert!(is_for_it_alone(&additive, &grid, &others));
        assert!(is_for_it_alone(&Larger(&manhattan, Blind), &grid, &others));
        assert!(is_for_it_alone(&Larger(Blind, &manhattan), &grid, &others));
        assert!(others.iter().all(|other| Blind.is_for(other)), "that serves every board");
        assert!(!Larger(&manhattan, Manhattan::new(&others[0])).is_for(&grid));
    }

    #[test]
    fn the_larger_of_two_bounds_is_taken() {
        let (grid, mut state) = solved();
        let (one, other) = (Manhattan::new(&grid), Inversion::new(&grid));
        for direction in
            [Direction::Right, Direction::Down, Direction::Left, Direction::Down, Direction::Right]
        {
            state.slide(&grid, direction).unwrap();
            let (a, b) = (one.bound(&one.start(&state)), other.bound(&other.start(&state)));
            let larger = Larger(&one, &other);
            assert_eq!(larger.bound(&larger.start(&state)), a.max(b));
        }
    }
}
