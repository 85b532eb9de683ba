//! Nothing to do means no moves, and little to do few: at every size, whatever is wanted.

use taquin_core::{Board, Direction, Goal, Problem, Shape, Tile};
use taquin_solve::{Limits, Options, Want, plan};

/// How many moves each of the wants takes for a board, with a limit on its work. `None`: no way was found within it.
fn lengths(board: &Board) -> [Option<usize>; 3] {
    let solvable = Problem::new(board.clone(), &Goal::BlankLast).unwrap().decide().unwrap();
    [Want::Optimal, Want::Short, Want::Fast].map(|want| {
        let options = Options::new().want(want).threads(1);
        let solved = plan(&solvable, &options).unwrap().solve(&Limits::new().nodes(200_000));
        solved.ok().map(|solved| solved.solution.moves().len())
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
        assert_eq!(lengths(&walked(shape, 0)), [Some(0); 3], "{size}");
        for slides in [1, 2, 5, 20, 50] {
            let lengths = lengths(&walked(shape, slides));
            let few = |length: Option<usize>| length.is_some_and(|length| length <= 5 * slides);
            assert!(lengths.into_iter().all(few), "{size}: {lengths:?} for {slides}");
        }
    }
    // A million cells: once is enough.
    let shape: Shape = "1000x1000".parse().unwrap();
    assert_eq!(lengths(&walked(shape, 0)), [Some(0); 3]);
    assert!(lengths(&walked(shape, 20)).iter().all(|length| length.is_some_and(|length| length <= 100)));
}

#[test]
fn a_board_with_one_corner_disturbed_is_not_swept_whatever_is_wanted() {
    for side in [10u32, 20, 40, 100] {
        let shape = Shape::new(side, side).unwrap();
        let mut tiles: Vec<Tile> = Goal::BlankLast.board(shape).unwrap().tiles().to_vec();
        let (first, second) = (0, side as usize);
        tiles[first..first + 3].rotate_left(1);
        tiles[second..second + 3].rotate_left(1);
        let [proven, short, fast] = lengths(&Board::new(shape, tiles).unwrap());
        let most = 40 * side as usize;
        // Whoever wants a proof may be left without a way, but not with a long one.
        assert!(proven.is_none_or(|length| length <= most), "{side}: {proven:?}");
        assert!(
            [short, fast].iter().all(|way| way.is_some_and(|way| way <= most)),
            "{side}: {short:?} {fast:?}"
        );
    }
}
