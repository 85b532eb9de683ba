//! Rules of solvability that are in print, and wrong.
//!
//! Each is a small slip from the right rule ([`parity`](crate::parity)): a row counted from the wrong side, the blank's place
//! forgotten, a rule for one goal used for another. One board is enough to refute a rule, and each brings one.

use crate::parity::Evidence;
use crate::{Board, Goal, Parity, Problem};

/// A wrong rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WrongRule {
    /// 4×4: inversions plus the blank's row counted from the bottom must be even.
    RowFromBottom,
    /// Even width: inversions plus the blank's row counted from the top must be even. True for even heights only.
    RowFromTop,
    /// The permutation must be even. True only where the blank is an even number of steps from home.
    EvenPermutation,
    /// The inversions must be even, whatever the width.
    EvenInversions,
    /// The rule for the goal with the blank last, whatever the goal is.
    BlankLastForAll,
}

impl WrongRule {
    /// All of them.
    pub const ALL: [WrongRule; 5] = [
        WrongRule::RowFromBottom,
        WrongRule::RowFromTop,
        WrongRule::EvenPermutation,
        WrongRule::EvenInversions,
        WrongRule::BlankLastForAll,
    ];

    /// What the rule says of a problem: that it can be solved, that it cannot, or nothing about boards of its shape.
    ///
    /// But for the permutation, these rules read the tiles' own numbers and know nothing of the goal.
    ///
    /// ```
    /// use taquin_core::folklore::WrongRule;
    /// use taquin_core::{Goal, Problem};
    /// let solved = Problem::new("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0".parse()?, &Goal::BlankLast)?;
    /// assert_eq!(WrongRule::RowFromBottom.says(&solved), Some(false)); // 0 + 1 is odd
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn says(self, problem: &Problem) -> Option<bool> {
        let start = problem.start();
        let shape = start.shape();
        let plain = Problem::new(start.clone(), &Goal::BlankLast).ok()?;
        let inversions = Evidence::of(&plain).inversions;
        let from_top = u64::from(shape.row(start.blank())) + 1;
        let from_bottom = u64::from(shape.rows()) + 1 - from_top;
        let even = |sum: u64| Parity::of(sum) == Parity::Even;
        let wide = shape.columns() % 2 == 0;
        match self {
            WrongRule::RowFromBottom => {
                ((shape.rows(), shape.columns()) == (4, 4)).then(|| even(inversions + from_bottom))
            }
            WrongRule::RowFromTop => wide.then(|| even(inversions + from_top)),
            WrongRule::EvenPermutation => Some(problem.permutation().sign() == Parity::Even),
            WrongRule::EvenInversions => Some(even(inversions)),
            WrongRule::BlankLastForAll => {
                Some(even(if wide { inversions + from_bottom - 1 } else { inversions }))
            }
        }
    }

    /// A board of which the rule is wrong, with its goal.
    #[must_use]
    pub fn refutation(self) -> Option<(Board, Goal)> {
        let (drawing, goal) = match self {
            WrongRule::RowFromBottom => ("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0", Goal::BlankLast),
            WrongRule::RowFromTop => ("1 2 3 4/5 6 7 8/9 10 11 0", Goal::BlankLast),
            WrongRule::EvenPermutation => ("1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15", Goal::BlankLast),
            WrongRule::EvenInversions => ("1 2 3 4/5 6 7 8/9 10 11 0/13 14 15 12", Goal::BlankLast),
            WrongRule::BlankLastForAll => ("0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15", Goal::BlankFirst),
        };
        Some((drawing.parse().ok()?, goal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prelude::*;
    use crate::{Scrambler, Seed, Shape};

    #[test]
    fn every_rule_is_refuted_by_its_board() {
        for rule in WrongRule::ALL {
            let (board, goal) = rule.refutation().expect("the drawing is a board");
            let problem = Problem::new(board, &goal).unwrap();
            let truth = problem.clone().decide().is_ok();
            assert_eq!(rule.says(&problem), Some(!truth), "{rule:?}");
        }
    }

    /// How often a rule is right, wrong and silent about boards of a shape, solvable and not.
    fn tried(rule: WrongRule, size: &str, goal: &Goal) -> [usize; 3] {
        let shape: Shape = size.parse().unwrap();
        let scrambler = Scrambler::new(shape, goal, Seed::new(1)).unwrap();
        let mut seen = [0; 3];
        for index in 0..200 {
            let solvable = scrambler.board(index);
            let tiles: Vec<_> = solvable.tiles().iter().copied().filter(|tile| !tile.is_blank()).collect();
            let spoilt = solvable.with_swapped(tiles[0], tiles[1]).unwrap();
            for board in [solvable, spoilt] {
                let problem = Problem::new(board, goal).unwrap();
                let truth = problem.clone().decide().is_ok();
                let said = rule.says(&problem);
                seen[said.map_or(2, |said| usize::from(said != truth))] += 1;
            }
        }
        seen
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn where_a_rule_is_told_to_be_true_it_is_and_elsewhere_it_errs() {
        let always = |rule, size, goal: &Goal| {
            let [right, wrong, _] = tried(rule, size, goal);
            assert!(right > 0 && wrong == 0, "{rule:?} {size}");
        };
        let errs = |rule, size, goal: &Goal| assert!(tried(rule, size, goal)[1] > 0, "{rule:?} {size}");
        let [last, first] = [Goal::BlankLast, Goal::BlankFirst];
        // Counted from the bottom it is wrong of every single board, counted from the top only where the height is odd.
        assert_eq!(tried(WrongRule::RowFromBottom, "4x4", &last)[0], 0);
        assert_eq!(tried(WrongRule::RowFromBottom, "3x4", &last)[..2], [0, 0]);
        always(WrongRule::RowFromTop, "4x4", &last);
        errs(WrongRule::RowFromTop, "3x4", &last);
        errs(WrongRule::EvenPermutation, "4x4", &last);
        always(WrongRule::EvenInversions, "3x3", &last);
        errs(WrongRule::EvenInversions, "4x4", &last);
        for size in ["3x3", "4x4", "3x4"] {
            always(WrongRule::BlankLastForAll, size, &last);
        }
        errs(WrongRule::BlankLastForAll, "4x4", &first);
    }
}
