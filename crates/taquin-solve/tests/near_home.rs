//! Nothing to do means no moves, and little to do few: at every size, whatever is wanted.

use taquin_core::{Board, Direction, Goal, Problem, Shape, Tile};
use taquin_solve::{Limits, Options, Want, plan};

/// How many moves each of the wants takes for a board, with a limit on its work.
fn lengths(board: &Board) -> [usize; 3] {
    let solvable = Problem::new(board.clone(), &Goal::BlankLast).unwrap().decide().unwrap();
    [Want::Optimal, Want::Short, Want::Fast].map(|want| {
        let options = Options::new().want(want).threads(1);
        let solved = plan(&solvable, &options).unwrap().solve(&Limits::new().nodes(200_000));
        solved.expect("a way is near").solution.moves().len()
    })
}

/// A walk of so many slides from home that never turns back at once, along a rule instead of by chance.
fn walked(shape: Shape, slides: usize) -> Board {
    let mut board = Goal::BlankLast.board(shape).unwrap();
    let mut last: Option<Direction> = None;
    for slide in 0..slides {
        let ways = (0..4).map(|turn| Direction::ALL[(slide * slide / 3 + turn) % 4]);
        let mut ways = ways.filter(|way| last != Some(way.opposite()));
        last = ways.find(|&way| board.slide(way).is_some());
    }
    board
}

#[test]
fn a_solved_board_takes_no_moves_and_one_near_home_few_whatever_is_wanted() {
    for size in ["8x8", "17x5", "20x20", "40x40", "100x100"] {
        let shape: Shape = size.parse().unwrap();
        assert_eq!(lengths(&walked(shape, 0)), [0; 3], "{size}");
        for slides in [1, 2, 3, 5, 8, 13, 21, 34, 50] {
            let lengths = lengths(&walked(shape, slides));
            assert!(lengths.iter().all(|&length| length <= slides), "{size}: {lengths:?} for {slides}");
        }
    }
    // A million cells: a few times are enough.
    let shape: Shape = "1000x1000".parse().unwrap();
    for slides in [0, 1, 50] {
        let lengths = lengths(&walked(shape, slides));
        assert!(lengths.iter().all(|&length| length <= slides), "{lengths:?} for {slides}");
    }
}

#[test]
fn a_board_with_one_corner_disturbed_takes_the_walk_there_and_back_and_a_few_slides_whatever_is_wanted() {
    for side in [8u32, 10, 20, 40, 100, 300] {
        let shape = Shape::new(side, side).unwrap();
        let mut tiles: Vec<Tile> = Goal::BlankLast.board(shape).unwrap().tiles().to_vec();
        let (first, second) = (0, side as usize);
        tiles[first..first + 3].rotate_left(1);
        tiles[second..second + 3].rotate_left(1);
        let lengths = lengths(&Board::new(shape, tiles).unwrap());
        // The blank comes from the corner across, and goes back there.
        let most = 4 * side as usize + 30;
        assert!(lengths.iter().all(|&length| length <= most), "{side}: {lengths:?}");
    }
}
