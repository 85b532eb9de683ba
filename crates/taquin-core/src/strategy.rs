//! Strategies for property tests with `proptest`.
//!
//! ```
//! use proptest::prelude::*;
//! use taquin_core::{Goal, Problem, strategy};
//!
//! proptest!(|(board in strategy::solvable_boards(2..=6, 2..=6))| {
//!     let solvable = Problem::new(board, &Goal::BlankLast).unwrap().decide().is_ok();
//!     prop_assert!(solvable);
//! });
//! ```

use core::ops::RangeInclusive;

use proptest::prelude::*;

use crate::prelude::*;
use crate::{Board, Direction, Goal, Moves, Scrambler, Seed, Shape, Tile};

/// Shapes with so many rows and columns; sides that make no shape are brought into range.
pub fn shapes(
    rows: RangeInclusive<u32>,
    columns: RangeInclusive<u32>,
) -> impl Strategy<Value = Shape> + Clone {
    // 2048 × 2048 is the largest square.
    let side = |range: RangeInclusive<u32>| {
        let (least, most) = ((*range.start()).clamp(1, 2048), (*range.end()).clamp(1, 2048));
        least.min(most)..=most
    };
    (side(rows), side(columns))
        .prop_map(|(rows, columns)| Shape::new(rows, columns).expect("sides from 1 to 2048"))
}

/// Boards of any arrangement, solvable or not; they shrink to smaller shapes.
pub fn boards(
    rows: RangeInclusive<u32>,
    columns: RangeInclusive<u32>,
) -> impl Strategy<Value = Board> + Clone {
    shapes(rows, columns).prop_flat_map(|shape| {
        Just((0..shape.cells() as u32).map(Tile::new).collect::<Vec<_>>())
            .prop_shuffle()
            .prop_map(move |tiles| Board::new(shape, tiles).expect("a shuffle of all tiles"))
    })
}

/// Boards that can be brought to [`Goal::BlankLast`].
pub fn solvable_boards(
    rows: RangeInclusive<u32>,
    columns: RangeInclusive<u32>,
) -> impl Strategy<Value = Board> + Clone {
    (shapes(rows, columns), any::<u64>()).prop_map(|(shape, seed)| {
        let scrambler = Scrambler::new(shape, &Goal::BlankLast, Seed::new(seed));
        scrambler.expect("this goal fits every shape").board(0)
    })
}

/// Goals that fit this shape, boards of other arrangements among them.
pub fn goals(shape: Shape) -> impl Strategy<Value = Goal> {
    prop_oneof![
        Just(Goal::BlankLast),
        Just(Goal::BlankFirst),
        Just(Goal::Snake),
        Just(Goal::Spiral),
        (0..shape.rows(), 0..shape.columns()).prop_map(|(row, column)| Goal::BlankAt(row, column)),
        boards(shape.rows()..=shape.rows(), shape.columns()..=shape.columns()).prop_map(Goal::Board),
    ]
}

/// Sequences of up to `most` slides; what an edge stops is left out, so each is legal on the board.
pub fn walks(board: Board, most: usize) -> impl Strategy<Value = Moves> {
    let wishes = proptest::collection::vec(proptest::sample::select(Direction::ALL.to_vec()), 0..=most);
    wishes.prop_map(move |wishes| {
        let mut board = board.clone();
        wishes.into_iter().filter(|&wish| board.slide(wish).is_some()).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Problem;

    proptest! {
        #[test]
        #[cfg_attr(miri, ignore = "long, and Miri is slow")]
        fn boards_have_the_sides_asked_for(board in boards(2..=3, 4..=9)) {
            let shape = board.shape();
            prop_assert!((2..=3).contains(&shape.rows()) && (4..=9).contains(&shape.columns()));
        }

        #[test]
        #[cfg_attr(miri, ignore = "long, and Miri is slow")]
        fn sides_that_make_no_shape_are_brought_into_range(shape in shapes(0..=0, 9..=u32::MAX)) {
            prop_assert!(shape.rows() == 1 && (9..=2048).contains(&shape.columns()));
        }

        #[test]
        #[cfg_attr(miri, ignore = "long, and Miri is slow")]
        fn walks_are_legal_and_lead_back(
            (board, moves) in solvable_boards(1..=5, 1..=5).prop_flat_map(|b| (Just(b.clone()), walks(b, 50)))
        ) {
            let end = board.after(&moves).unwrap();
            prop_assert_eq!(end.after(&moves.inverse()).unwrap(), board);
            prop_assert!(Problem::new(end, &Goal::BlankLast).unwrap().decide().is_ok());
        }

        #[test]
        #[cfg_attr(miri, ignore = "long, and Miri is slow")]
        fn goals_fit(goal in goals(Shape::new(3, 4).unwrap())) {
            prop_assert!(goal.board(Shape::new(3, 4).unwrap()).is_ok());
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn boards_of_both_kinds_are_drawn() {
        use proptest::strategy::ValueTree;
        let mut runner = proptest::test_runner::TestRunner::deterministic();
        let solvable = (0..200).filter(|_| {
            let board = boards(3..=3, 3..=3).new_tree(&mut runner).unwrap().current();
            Problem::new(board, &Goal::BlankLast).unwrap().decide().is_ok()
        });
        let count = solvable.count();
        assert!((60..140).contains(&count), "{count} of 200 can be solved");
    }
}
