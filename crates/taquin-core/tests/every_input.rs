//! No input makes a function of this library panic or go on for ever, and what is printed is read back.

use taquin_core::batch::{Arena, BatchError, Boards, Outcome, Reset};
use taquin_core::game::{Average, AverageRule, Point, Review, cells_between, cells_entered};
use taquin_core::replay::ReplayError;
use taquin_core::{
    Board, Cell, Direction, Goal, IllegalMove, Moves, Obstruction, Permutation, Seed, Shape, Symmetry, Tile,
};

/// Every shape of up to 64 cells; Miri is slow, and fewer show it the same code.
fn shapes() -> impl Iterator<Item = Shape> {
    let most = if cfg!(miri) { 6 } else { 64 };
    (1..=most).flat_map(move |rows| (1..=most / rows).map(move |columns| Shape::new(rows, columns).unwrap()))
}

#[test]
fn a_board_of_every_shape_reads_back_as_it_is_printed() {
    for shape in shapes() {
        let cells = shape.cells() as u32;
        for turn in 0..cells {
            let tiles: Vec<Tile> = (0..cells).map(|cell| Tile::new((cell + turn) % cells)).collect();
            let board = Board::new(shape, tiles).unwrap();
            let text = board.to_string();
            assert_eq!(Goal::parse(&text, None), Ok(Goal::Board(board.clone())));
            assert_eq!(text.parse(), Ok(board), "{shape}");
        }
    }
}

#[test]
fn a_flat_list_of_a_square_number_is_still_square() {
    for side in 2..=8u32 {
        let flat: Vec<String> = (0..side * side).map(|tile| tile.to_string()).collect();
        let board: Board = flat.join(" ").parse().unwrap();
        assert_eq!(board.shape(), Shape::new(side, side).unwrap());
    }
}

#[test]
fn what_is_no_permutation_is_refused() {
    // Following or sorting these never ended, or read past the end.
    for bad in [vec![1, 1], vec![2, 0], vec![u32::MAX], vec![0, 0, 0], (1..=100).collect()] {
        assert!(Permutation::new(bad.clone()).is_err(), "{bad:?}");
    }
}

#[test]
fn cells_outside_the_board_are_told_from_those_inside() {
    let outside = [Cell::new(12), Cell::new(99), Cell::new(u32::MAX)];
    let shape = Shape::new(3, 4).unwrap();
    let board = Goal::BlankLast.board(shape).unwrap();
    for cell in outside {
        assert!(Symmetry::all().all(|symmetry| symmetry.cell(shape, cell).is_none()));
        assert!(board.tile(cell).is_none() && board.line_to(cell).is_none());
        assert!(cells_between(shape, cell, Cell::new(0)).is_empty());
        let _ = cells_entered(shape, Point::middle_of(shape, cell), Point::default());
    }
    for shape in shapes() {
        for cell in outside {
            let _ = (shape.row(cell), shape.column(cell), shape.distance(cell, Cell::new(0)));
        }
    }
}

#[test]
fn errors_with_the_largest_numbers_are_told() {
    let illegal = IllegalMove { index: usize::MAX, direction: Direction::Up };
    assert!(illegal.to_string().starts_with("move 18446744073709551615 (U)"));
    assert!(ReplayError::TimesFall(usize::MAX).to_string().starts_with("move 18446744073709551615 "));
    let order = Obstruction::Order { place: u32::MAX, found: Tile::new(1), wanted: Tile::new(2) };
    assert!(order.to_string().contains("tile 4294967295 in order"));
    use taquin_core::fault::Tell;
    let _ = (illegal.fault(), ReplayError::TimesFall(usize::MAX).fault());
}

#[test]
fn statistics_take_any_numbers() {
    for results in [vec![], vec![u64::MAX; 3], vec![0; 5]] {
        for length in [0, 1, 2, 3, 5, usize::MAX] {
            for rule in [AverageRule::DropOne, AverageRule::FivePercent] {
                let _ = Average::of(&results, length, rule);
            }
        }
    }
    assert!(Review::of(&[0, u32::MAX, 0, u32::MAX]).is_some());
}

#[test]
fn values_print_as_they_are_read() {
    for direction in Direction::ALL {
        assert_eq!(direction.to_string().parse(), Ok(direction));
    }
    for bad in ["", "u", "UU", "Up", "x"] {
        assert!(bad.parse::<Direction>().is_err(), "{bad}");
    }
    let moves: Moves = "R2DL3".parse().unwrap();
    assert_eq!((moves.len(), moves.is_empty()), (6, false));
    assert_eq!((&moves).into_iter().collect::<Moves>(), moves);
    assert_eq!(moves.clone().into_iter().collect::<Vec<_>>(), Vec::from(moves));
    for (text, ok) in [("stm", true), ("mtm", true), ("htm", false)] {
        assert_eq!(text.parse::<taquin_core::Metric>().is_ok_and(|m| m.to_string() == text), ok);
    }
    for source in taquin_core::replay::Source::ALL {
        assert_eq!(source.to_string().parse(), Ok(source));
    }
}

#[test]
fn boards_in_bulk_need_a_place_for_every_answer() {
    let shape = Shape::new(2, 2).unwrap();
    let boards = Boards::new(shape, &[1, 2, 3, 0, 1, 2, 0, 3]).unwrap();
    let goal = Goal::BlankLast.board(shape).unwrap();
    fn refused<T: core::fmt::Debug>(answer: Result<T, BatchError>) -> bool {
        matches!(answer, Err(BatchError::Room { .. }))
    }
    for wrong in [0, 1, 3, 9, 100] {
        assert!(refused(boards.solvable(&Goal::BlankLast, &mut vec![false; wrong])), "{wrong}");
        assert!(refused(boards.legal(&mut vec![0; wrong])), "{wrong}");
        assert!(refused(boards.step(&vec![0; wrong], &mut [0; 8])), "{wrong}");
        assert!(refused(boards.step(&[0; 2], &mut vec![0; wrong])), "{wrong}");
        assert!(refused(boards.neighbours(&mut [0; 32], &mut vec![0; wrong])), "{wrong}");
        assert!(refused(boards.neighbours(&mut vec![0; wrong], &mut [0; 2])), "{wrong}");
        assert!(refused(boards.homes(&goal, &mut vec![0; wrong])), "{wrong}");
    }
    let other = Goal::BlankLast.board(Shape::new(2, 3).unwrap()).unwrap();
    assert!(matches!(boards.homes(&other, &mut [0; 8]), Err(BatchError::Goal(_))));
    let mut arena = Arena::new(shape, &Goal::BlankLast, 2, Seed::new(1), None, 0, Reset::Never).unwrap();
    let before = arena.boards().to_vec();
    for wrong in [0, 1, 3] {
        assert!(refused(arena.step(&vec![0; wrong], &mut Outcome::default(), None)), "{wrong}");
        assert_eq!(arena.boards(), before);
    }
}
