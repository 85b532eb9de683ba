//! Bounds of boards whose distances do not fit 32 bits.

use taquin_core::{Board, Goal, Metric, Problem, Shape, Solvable, Tile};
use taquin_solve::heuristic::{Heuristic, Inversion, LinearConflict, Manhattan};
use taquin_solve::position::{Grid, Homes};
use taquin_solve::{Bound, Limits, Method, Options, Want, lower_bound, plan};

/// All tiles in reverse, as homes: what stands on cell `c` belongs on `last - c`. Where that has no solution, two tiles
/// change places.
fn reversed(shape: Shape) -> Homes {
    let mut position: Vec<u32> = (0..shape.cells() as u32).rev().collect();
    Homes::new(shape, shape.last_cell(), position.clone()).unwrap_or_else(|_| {
        position.swap(1, 2);
        Homes::new(shape, shape.last_cell(), position).unwrap()
    })
}

/// The same sum, worked out by itself: every tile but the blank, row distance and column distance.
fn manhattan(shape: Shape, position: &[u32]) -> u64 {
    let columns = u64::from(shape.columns());
    (0_u64..)
        .zip(position)
        .filter(|&(_, &home)| home as usize != shape.last_cell().index())
        .map(|(cell, &home)| {
            let home = u64::from(home);
            (cell / columns).abs_diff(home / columns) + (cell % columns).abs_diff(home % columns)
        })
        .sum()
}

#[test]
fn the_bounds_of_long_and_of_huge_boards_are_not_cut_to_32_bits() {
    for (rows, columns) in [(2, 100_000), (100_000, 2), (1_861, 1_861), (2_048, 2_048), (2, 70_000)] {
        let shape = Shape::new(rows, columns).unwrap();
        let (state, home) = (reversed(shape), shape.last_cell());
        let expected = manhattan(shape, state.as_slice());
        let grid = Grid::new(shape, home).unwrap();
        assert_eq!(Manhattan::new(&grid).start(&state), expected, "{shape}");
        let conflicts = LinearConflict::new(&grid);
        assert_eq!(conflicts.start(&state).0, expected, "{shape}");
        if expected > u64::from(u32::MAX) {
            let (memo, sum) = (conflicts.start(&state), Manhattan::new(&grid));
            assert_eq!((conflicts.bound(&memo), sum.bound(&sum.start(&state))), (u32::MAX, u32::MAX));
        }
        let inversion = Inversion::new(&grid);
        assert!(inversion.bound(&inversion.start(&state)) > 0, "{shape}");
    }
}

/// The board with all tiles in reverse and the blank first, or with two of them exchanged where that has no solution.
fn solvable(shape: Shape) -> Solvable {
    let tiles = (1..shape.cells() as u32).rev().map(Tile::new);
    let mut tiles: Vec<Tile> = std::iter::once(Tile::BLANK).chain(tiles).collect();
    let board = Board::new(shape, tiles.clone()).unwrap();
    match Problem::new(board, &Goal::BlankLast).unwrap().decide() {
        Ok(solvable) => solvable,
        Err(_) => {
            tiles.swap(1, 2);
            Problem::new(Board::new(shape, tiles).unwrap(), &Goal::BlankLast).unwrap().decide().unwrap()
        }
    }
}

#[test]
fn searches_by_name_end_where_bounds_do_not_fit_32_bits() {
    for columns in [100_000, 100_001] {
        let solvable = solvable(Shape::new(2, columns).unwrap());
        let expected = manhattan(solvable.problem().start().shape(), solvable.homes());
        for search in [Method::Ida, Method::Astar, Method::Bidirectional] {
            for bound in [Bound::Manhattan, Bound::LinearConflict] {
                let options = Options::new().search(search).heuristic(bound).memory_bytes(1 << 30);
                let solver = plan(&solvable, &options).unwrap();
                let stopped = solver.solve(&Limits::new().nodes(600)).unwrap_err();
                assert!(stopped.lower_bound >= expected, "{search} 2x{columns}: {}", stopped.lower_bound);
            }
        }
    }
}

#[test]
fn a_stopped_search_on_a_huge_board_tells_the_true_bound() {
    let solvable = solvable(Shape::new(2, 100_000).unwrap());
    let shape = solvable.problem().start().shape();
    let expected = manhattan(shape, solvable.homes());
    assert!(expected > 5_000_000_000 && lower_bound(&solvable) >= expected);
    for metric in [Metric::Stm, Metric::Mtm] {
        for want in [Want::Optimal, Want::Short, Want::Fast] {
            if (metric, want) == (Metric::Mtm, Want::Optimal) {
                continue;
            }
            // A construction of 10^10 slides does not fit: every way is stopped, by nodes or by memory.
            let options = Options::new().metric(metric).want(want).memory_bytes(1 << 20);
            let stopped =
                plan(&solvable, &options).unwrap().solve(&Limits::new().nodes(100_000)).unwrap_err();
            let least = if metric == Metric::Stm { expected } else { expected.div_ceil(99_999) };
            assert!(stopped.lower_bound >= least, "{metric} {want:?}: {}", stopped.lower_bound);
        }
    }
}
