use taquin_core::{Cell, Shape};

use super::*;
use crate::random::Random;
use crate::tests::homes;

/// Solves and replays; the number of slides.
fn solved(shape: Shape, home: Cell, order: Order, position: &[u32]) -> u64 {
    let homes = homes(shape, home.index(), position);
    let mut checker = Checker::new(&homes);
    let made = solve(&homes, order, &Unlimited, &mut |slides| {
        checker.slides(slides).unwrap_or_else(|fault| panic!("{homes:?}: {fault}"));
        ControlFlow::Continue(())
    });
    let count = made.unwrap_or_else(|why| panic!("{homes:?}: {why}"));
    assert_eq!(checker.finish(), Ok(count), "{homes:?}");
    count
}

/// Whether a position can be solved: its sign must be that of the blank's way home.
pub(super) fn is_solvable(shape: Shape, position: &[u32], home: Cell) -> bool {
    let mut seen = vec![false; position.len()];
    let mut odd = false;
    for start in 0..position.len() {
        let mut at = start;
        while !seen[at] {
            seen[at] = true;
            at = position[at] as usize;
            odd ^= at != start;
        }
    }
    let blank = position.iter().position(|&l| l as usize == home.index()).unwrap();
    odd == (shape.distance(Cell::new(blank as u32), home) % 2 == 1)
}

pub(super) fn permutations(n: usize, visit: &mut dyn FnMut(&[u32])) {
    fn go(at: usize, list: &mut Vec<u32>, visit: &mut dyn FnMut(&[u32])) {
        if at == list.len() {
            return visit(list);
        }
        for other in at..list.len() {
            list.swap(at, other);
            go(at + 1, list, visit);
            list.swap(at, other);
        }
    }
    go(0, &mut (0..n as u32).collect(), visit);
}

/// Every board of the shape that can be solved is, with every home, within the bound.
fn every_board(rows: u32, columns: u32, order: Order) {
    let shape = Shape::new(rows, columns).unwrap();
    let mut longest = 0;
    for home in shape.all_cells() {
        permutations(shape.cells(), &mut |position| {
            if is_solvable(shape, position, home) {
                longest = longest.max(solved(shape, home, order, position));
            }
        });
    }
    assert!(longest <= 12 * u64::from(rows + columns) * u64::from(rows * columns), "{shape}: {longest}");
}

/// A uniform solvable position.
pub(super) fn position(random: &mut Random, shape: Shape, home: Cell) -> Vec<u32> {
    let mut list: Vec<u32> = (0..shape.cells() as u32).collect();
    for i in (1..list.len()).rev() {
        list.swap(i, random.below(i + 1));
    }
    if !is_solvable(shape, &list, home) {
        let mut tiles = (0..list.len()).filter(|&c| list[c] as usize != home.index());
        if let (Some(a), Some(b)) = (tiles.next(), tiles.next()) {
            list.swap(a, b);
        }
    }
    list
}

#[test]
fn every_2x2_2x3_and_3x2_board_is_solved_with_every_home() {
    for order in [Order::Textbook, Order::Square] {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
            every_board(rows, columns, order);
        }
    }
}

#[test]
fn every_3x3_board_is_solved_with_every_home() {
    for order in [Order::Textbook, Order::Square] {
        every_board(3, 3, order);
    }
}

#[test]
fn boards_of_every_shape_to_12x12_are_solved_with_every_home() {
    let mut random = Random(1);
    for (rows, columns) in (2..=12).flat_map(|r| (2..=12).map(move |c| (r, c))) {
        let shape = Shape::new(rows, columns).unwrap();
        for home in shape.all_cells() {
            for order in [Order::Textbook, Order::Square] {
                for _ in 0..3 {
                    solved(shape, home, order, &position(&mut random, shape, home));
                }
            }
        }
    }
}

#[test]
fn every_2x4_and_4x2_board_of_a_sample_is_solved_with_every_home() {
    // Every board in the full run, every 40th otherwise.
    let every = if std::env::var_os("TAQUIN_FULL").is_some() { 1 } else { 40 };
    for (rows, columns) in [(2, 4), (4, 2)] {
        let shape = Shape::new(rows, columns).unwrap();
        for home in shape.all_cells() {
            for order in [Order::Textbook, Order::Square] {
                let mut number = 0;
                permutations(8, &mut |position| {
                    number += 1;
                    if number % every == 0 && is_solvable(shape, position, home) {
                        solved(shape, home, order, position);
                    }
                });
            }
        }
    }
}

#[test]
fn no_board_takes_more_than_12_times_cells_times_sides() {
    hostile_boards(&[(2, 60), (60, 2), (3, 40), (5, 50), (24, 24), (31, 17), (60, 60)]);
}

#[test]
fn nor_if_every_walk_round_a_tile_is_the_one_that_is_searched() {
    line::fallback::FORCED.set(true);
    hostile_boards(&[(2, 3), (3, 2), (3, 3), (2, 40), (40, 2), (3, 20), (4, 4), (5, 30), (17, 13), (24, 24)]);
    let walks = line::fallback::WALKS.replace(0);
    line::fallback::FORCED.set(false);
    assert!(walks > 1000, "{walks} walks were searched");
}

/// Boards that are far from home in every way, none of which may take more than 12(m + n)mn slides.
fn hostile_boards(sizes: &[(u32, u32)]) {
    let mut random = Random(7);
    let full = std::env::var_os("TAQUIN_FULL").is_some();
    for &(rows, columns) in sizes {
        let shape = Shape::new(rows, columns).unwrap();
        let cells = shape.cells() as u32;
        let most = 12 * u64::from(rows + columns) * u64::from(cells);
        for home in [Cell::new(0), Cell::new(cells / 2 + columns / 2), shape.last_cell()] {
            // Turned half round, every row shifted, rows exchanged, and random ones.
            let turned: Vec<u32> = (0..cells).rev().collect();
            let shifted: Vec<u32> =
                (0..cells).map(|c| c / columns * columns + (c + columns / 2) % columns).collect();
            let exchanged: Vec<u32> = (0..cells).map(|c| (c + rows / 2 * columns) % cells).collect();
            let mut boards = vec![turned, shifted, exchanged];
            boards.extend((0..if full { 50 } else { 3 }).map(|_| position(&mut random, shape, home)));
            for board in &mut boards {
                if !is_solvable(shape, board, home) {
                    let tiles: Vec<usize> =
                        (0..board.len()).filter(|&c| board[c] as usize != home.index()).collect();
                    board.swap(tiles[0], tiles[1]);
                }
                for order in [Order::Textbook, Order::Square] {
                    let moves = solved(shape, home, order, board);
                    assert!(moves <= most, "{shape} {order:?}: {moves} > {most}");
                }
            }
        }
    }
}

#[test]
fn boards_with_more_rows_than_a_label_holds_are_worked_on_their_side() {
    for (rows, columns) in [(2500, 2), (2050, 3)] {
        let shape = Shape::new(rows, columns).unwrap();
        let home = Cell::new(shape.cells() as u32 / 3);
        // Near its goal: rows exchanged in pairs, then mended.
        let mut position: Vec<u32> = (0..shape.cells() as u32).collect();
        for pair in position.chunks_exact_mut(2 * columns as usize).step_by(40) {
            pair.rotate_left(1);
        }
        if !is_solvable(shape, &position, home) {
            position.swap(0, 1);
        }
        solved(shape, home, Order::Textbook, &position);
    }
}

#[test]
fn a_corridor_is_solved_by_leading_the_blank_home() {
    for (rows, columns) in [(1, 6), (6, 1), (1, 1)] {
        let shape = Shape::new(rows, columns).unwrap();
        for (home, blank) in shape.all_cells().flat_map(|h| (0..shape.cells()).map(move |b| (h, b))) {
            let mut position: Vec<u32> = (0..shape.cells() as u32).collect();
            let label = position.remove(home.index());
            position.insert(blank, label);
            let moves = solved(shape, home, Order::Square, &position);
            assert_eq!(moves as usize, home.index().abs_diff(blank));
        }
    }
}

#[test]
fn whoever_takes_the_slides_can_stop_the_work() {
    let shape = Shape::new(60, 60).unwrap();
    let position = position(&mut Random(3), shape, shape.last_cell());
    let homes = homes(shape, shape.last_cell().index(), &position);
    let mut pieces = 0;
    let stopped = solve(&homes, Order::Square, &Unlimited, &mut |_| {
        pieces += 1;
        ControlFlow::Break(StopReason::Interrupted)
    });
    assert_eq!((stopped, pieces), (Err(StopReason::Interrupted), 1));
    let limits = crate::Limits::new().nodes(100_000);
    let stopped = solve(&homes, Order::Square, &limits, &mut |_| ControlFlow::Continue(()));
    assert_eq!(stopped, Err(StopReason::Nodes));
}

#[test]
fn the_same_board_gives_the_same_slides() {
    let shape = Shape::new(20, 20).unwrap();
    let position = position(&mut Random(11), shape, shape.last_cell());
    let homes = homes(shape, shape.last_cell().index(), &position);
    assert_eq!(solution(&homes), solution(&homes));
}

/// A walk of so many slides from home that never turns back at once.
fn walked(random: &mut Random, shape: Shape, home: Cell, slides: u32) -> Vec<u32> {
    let grid = crate::position::Grid::new(shape, home).unwrap();
    let mut position: Vec<u32> = (0..shape.cells() as u32).collect();
    let (mut blank, mut last) = (home.index(), None);
    for _ in 0..slides {
        let ways = Direction::ALL.into_iter().filter(|way| last != Some(way.opposite()));
        let ways: Vec<_> = ways.filter_map(|way| Some((way, grid.source(blank, way)?))).collect();
        let (way, from) = ways[random.below(ways.len())];
        position.swap(blank, from);
        (blank, last) = (from, Some(way));
    }
    position
}

#[test]
fn a_solved_board_takes_no_moves_and_one_near_home_few_at_every_size() {
    let mut random = Random(19);
    for side in [8, 20, 40, 100, 1000] {
        let shape = Shape::new(side, side).unwrap();
        for home in [shape.last_cell(), Cell::new(0), Cell::new(side * side / 2 + side / 2)] {
            let at_home: Vec<u32> = (0..shape.cells() as u32).collect();
            assert_eq!(solved(shape, home, Order::Square, &at_home), 0);
            for far in [1, 2, 5, 10, 20, 35, 50] {
                let moves = solved(shape, home, Order::Square, &walked(&mut random, shape, home, far));
                assert!(moves <= u64::from(5 * far), "{shape}: {moves} moves for {far} slides");
            }
        }
    }
}

/// The corner farthest from the blank turned round: the blank has to go there and back.
#[test]
fn a_board_with_one_corner_disturbed_is_not_swept() {
    for side in [10_u32, 20, 40, 100] {
        let shape = Shape::new(side, side).unwrap();
        let mut position: Vec<u32> = (0..shape.cells() as u32).collect();
        for (a, b, c) in [(0, 1, 2), (side, side + 1, side + 2)] {
            let [a, b, c] = [a, b, c].map(|cell| cell as usize);
            (position[a], position[b], position[c]) = (position[b], position[c], position[a]);
        }
        let moves = solved(shape, shape.last_cell(), Order::Square, &position);
        assert!(moves <= u64::from(40 * side), "{shape}: {moves} moves");
    }
}

/// Says stop at the first look.
struct Over;

impl Monitor for Over {
    fn poll(&self, _: &crate::Progress) -> ControlFlow<StopReason> {
        ControlFlow::Break(StopReason::Interrupted)
    }
}

#[test]
fn whoever_is_stopped_answers_without_another_search() {
    // Near home a search finds a much shorter way, and takes seconds where nothing stops it.
    let (shape, mut random) = (Shape::new(10, 10).unwrap(), Random(7));
    let homes = homes(shape, 99, &walked(&mut random, shape, Cell::new(99), 30));
    let searched = solution(&homes).len();
    let late = at_once(&homes);
    assert_eq!(Checker::new(&homes).slides(&late), Ok(()));
    assert!(late.len() > searched, "{} slides and {searched}: a search would not be noticed", late.len());
    let options = crate::Options::new().want(crate::Want::Optimal);
    let board = Board::new(
        shape,
        homes.as_slice().iter().map(|&home| taquin_core::Tile::new((home + 1) % 100)).collect::<Vec<_>>(),
    );
    let problem = taquin_core::Problem::new(board.unwrap(), &taquin_core::Goal::BlankLast).unwrap();
    let solved = crate::plan(&problem.decide().unwrap(), &options).unwrap().solve(&Over).unwrap();
    assert_eq!(solved.solution.moves().len(), late.len());
}

#[test]
fn every_board_leads_to_the_goal_or_to_the_other_end_which_differ_in_the_last_block_alone() {
    let shape = Shape::new(2, 3).unwrap();
    let to = |board: &Board, end: &Board| {
        taquin_core::Problem::new(board.clone(), &taquin_core::Goal::Board(end.clone()))
            .unwrap()
            .decide()
            .is_ok()
    };
    for home in shape.all_cells() {
        // Tile by tile in reading order, the blank on its home.
        let mut tiles: Vec<_> = (1..6).map(taquin_core::Tile::new).collect();
        tiles.insert(home.index(), taquin_core::Tile::new(0));
        let goal = Board::new(shape, tiles).unwrap();
        let other = other_end(&goal).unwrap();
        let block = stages(shape, home, Order::Textbook).last().unwrap();
        let changed: Vec<Cell> =
            shape.all_cells().filter(|&cell| goal.tile(cell) != other.tile(cell)).collect();
        assert!(changed.len() == 2 && changed.iter().all(|&cell| block.cells().any(|c| c == cell)));
        permutations(6, &mut |position| {
            let tiles: Vec<_> = position.iter().map(|&home| goal.tile(Cell::new(home)).unwrap()).collect();
            let board = Board::new(shape, tiles).unwrap();
            assert!(to(&board, &goal) != to(&board, &other), "{board}, blank at home on {home:?}");
        });
    }
    let usual =
        |rows, columns| taquin_core::Goal::BlankLast.board(Shape::new(rows, columns).unwrap()).unwrap();
    assert_eq!(other_end(&usual(1, 4)), None);
    assert_eq!(other_end(&usual(4, 4)).unwrap().to_string(), "1 2 3 4/5 6 7 8/9 10 11 15/13 14 12 0");
}
