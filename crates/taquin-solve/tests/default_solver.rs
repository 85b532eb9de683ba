//! The default solver against the complete map of every small board.

use std::sync::Arc;

use taquin_core::{Board, Goal, Metric, Problem, Shape, Tile};
use taquin_solve::{Options, TableCache, Unlimited, census, plan};

/// Solves every `step`-th position of a map and compares the length with the map's distance.
fn equals_the_map(size: &str, home: u32, metric: Metric, step: usize) {
    let shape: Shape = size.parse().unwrap();
    let home = taquin_core::Cell::new(home);
    let goal = Goal::BlankAt(shape.row(home), shape.column(home));
    let goal_board = goal.board(shape).unwrap();
    let map = census::distances(shape, home, metric).expect("a small board has a map");
    let positions: Vec<(Vec<u8>, u32)> = map.iter().step_by(step).collect();
    assert!(positions.len() > 10, "{size} has positions");
    let tables = Arc::new(TableCache::new());
    // Both cores work on one map; the tables is shared, as it is between the lines of a file.
    std::thread::scope(|scope| {
        for half in positions.chunks(positions.len().div_ceil(2)) {
            let options = Options::new().metric(metric).tables(tables.clone());
            let (goal, goal_board) = (&goal, &goal_board);
            scope.spawn(move || {
                for (position, distance) in half {
                    let tiles: Vec<Tile> =
                        position.iter().map(|&home| goal_board.tiles()[usize::from(home)]).collect();
                    let board = Board::new(shape, tiles).unwrap();
                    let solvable = Problem::new(board, goal).unwrap().decide().unwrap();
                    let solved = plan(&solvable, &options).unwrap().solve(&Unlimited).unwrap();
                    let length = solved.solution.length(metric) as u32;
                    assert!(solved.optimal && length == *distance, "{size} {goal} {metric} {position:?}");
                }
            });
        }
    });
}

/// All homes, or those that no symmetry carries to each other.
fn homes(all: u32, different: &[u32]) -> Vec<u32> {
    match std::env::var_os("TAQUIN_FULL") {
        Some(_) => (0..all).collect(),
        None => different.to_vec(),
    }
}

#[test]
fn the_default_solver_equals_the_map_on_all_of_2x2_2x3_and_3x2_with_every_home() {
    for metric in [Metric::Stm, Metric::Mtm] {
        for (size, cells) in [("2x2", 4), ("2x3", 6), ("3x2", 6)] {
            (0..cells).for_each(|home| equals_the_map(size, home, metric, 1));
        }
    }
}

#[test]
fn the_default_solver_equals_the_map_on_all_of_2x4() {
    for metric in [Metric::Stm, Metric::Mtm] {
        homes(8, &[7, 6]).into_iter().for_each(|home| equals_the_map("2x4", home, metric, 1));
    }
}

#[test]
fn the_default_solver_equals_the_map_on_3x3() {
    // Every position of the corner home; every 29th of the others, and all of them in the full run.
    let step = |home| if home == 8 || std::env::var_os("TAQUIN_FULL").is_some() { 1 } else { 29 };
    for home in homes(9, &[8, 7, 4]) {
        equals_the_map("3x3", home, Metric::Stm, step(home));
        equals_the_map("3x3", home, Metric::Mtm, step(home) * 4);
    }
}
