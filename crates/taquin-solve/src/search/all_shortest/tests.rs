//! Counts of solutions against counts of ways in the complete map.

use std::collections::{HashMap, HashSet};

use taquin_core::{Cell, Direction, Metric, Moves, Shape};

use super::*;
use crate::heuristic::Walking;
use crate::position::grid::Grid;
use crate::{Limits, Unlimited, multi};

fn question<'a>(
    shape: Shape,
    home: usize,
    position: &'a [u8],
    metric: Metric,
    distance: u32,
) -> Question<'a> {
    Question { shape, blank_home: Cell::new(home as u32), position, metric, distance, most: 0 }
}

/// The distance of every position and the number of shortest ways home, layer by layer from home.
fn map(shape: Shape, home: usize, metric: Metric) -> HashMap<Vec<u8>, (u32, u64)> {
    let goal: Vec<u8> = (0..shape.cells() as u8).collect();
    let mut map = HashMap::from([(goal.clone(), (0, 1))]);
    let mut layer = vec![goal];
    for depth in 1.. {
        let mut next: Vec<Vec<u8>> = Vec::new();
        for position in &layer {
            let ways = map[position].1;
            let mut board = Board::new(&question(shape, home, position, metric, 0));
            for direction in Direction::ALL {
                let reach = board.reach(direction).min(if metric == Metric::Stm { 1 } else { usize::MAX });
                for _ in 0..reach {
                    board.slide(direction);
                    let entry = map.entry(board.position().to_vec()).or_insert_with(|| {
                        next.push(board.position().to_vec());
                        (depth, 0)
                    });
                    if entry.0 == depth {
                        entry.1 += ways;
                    }
                }
                board.slide_back(direction, reach);
            }
        }
        if next.is_empty() {
            return map;
        }
        layer = next;
    }
    unreachable!("layers end")
}

fn manhattan(shape: Shape, home: usize) -> impl Fn(&[u8]) -> u32 {
    move |position: &[u8]| {
        let far =
            |(cell, &tile): (usize, &u8)| shape.distance(Cell::new(cell as u32), Cell::new(u32::from(tile)));
        position.iter().enumerate().filter(|(_, tile)| usize::from(**tile) != home).map(far).sum()
    }
}

/// A heuristic that keeps a memo gives what the plain bound gives.
#[test]
fn a_heuristic_of_the_ladder_serves_as_a_guide() {
    let shape = Shape::new(3, 3).unwrap();
    let grid = Grid::new(shape, shape.last_cell());
    let heuristic = Walking::new(&grid, &Unlimited).unwrap();
    let guide = SlideBound::new(&heuristic, grid.home()).unwrap();
    for (position, &(distance, ways)) in
        map(shape, 8, Metric::Stm).iter().filter(|(p, _)| p[0] == 7 && p[4] == 2)
    {
        let answer =
            count_and_list(&question(shape, 8, position, Metric::Stm, distance), &guide, &Unlimited).unwrap();
        assert_eq!(answer.count, ways);
    }
}

fn check(shape: Shape, home: usize, metric: Metric, every: usize) {
    let tables = multi::MultiTables::small(shape, Cell::new(home as u32), 1, &Unlimited).unwrap();
    let map = map(shape, home, metric);
    let mut positions: Vec<_> = map.iter().collect();
    positions.sort();
    for (position, &(distance, ways)) in positions.into_iter().step_by(every) {
        let question = Question { most: 3, ..question(shape, home, position, metric, distance) };
        let answer = match metric {
            Metric::Stm => count_and_list(&question, &Anew(manhattan(shape, home)), &Unlimited).unwrap(),
            Metric::Mtm => count_and_list(&question, &tables, &Unlimited).unwrap(),
        };
        assert_eq!(answer.count, ways, "{shape} {metric} {position:?}");
        assert_eq!(answer.solutions.len() as u64, ways.min(3));
        let distinct: HashSet<_> = answer.solutions.iter().collect();
        assert_eq!(distinct.len(), answer.solutions.len());
        for solution in answer.solutions {
            let mut board = Board::new(&question);
            for &direction in &solution {
                board.slide(direction);
            }
            assert!(board.is_home());
            assert_eq!(Moves::from(solution).length(metric) as u32, distance);
        }
    }
}

#[test]
fn all_2x2_and_2x3_boards_have_as_many_shortest_solutions_as_the_map_has_ways() {
    for metric in [Metric::Stm, Metric::Mtm] {
        for home in 0..6 {
            check(Shape::new(2, 3).unwrap(), home, metric, 1);
            check(Shape::new(3, 2).unwrap(), home, metric, 1);
        }
        check(Shape::new(2, 2).unwrap(), 3, metric, 1);
    }
}

#[test]
fn a_sample_of_3x3_boards_have_as_many_shortest_solutions_as_the_map_has_ways() {
    let every = if std::env::var_os("TAQUIN_FULL").is_some() { 1 } else { 97 };
    for (home, metric) in [(8, Metric::Stm), (4, Metric::Stm), (8, Metric::Mtm), (1, Metric::Mtm)] {
        check(Shape::new(3, 3).unwrap(), home, metric, every);
    }
}

#[test]
fn a_wrong_distance_gives_no_solutions() {
    let shape = Shape::new(2, 3).unwrap();
    let position = [0, 1, 2, 3, 5, 4];
    let guide = Anew(manhattan(shape, 5));
    let right = count_and_list(&question(shape, 5, &position, Metric::Stm, 1), &guide, &Unlimited).unwrap();
    assert_eq!((right.count, right.positions), (1, 2));
    let wrong = count_and_list(&question(shape, 5, &position, Metric::Stm, 0), &guide, &Unlimited).unwrap();
    assert_eq!(wrong.count, 0);
}

#[test]
fn counting_stops_when_told() {
    let shape = Shape::new(4, 4).unwrap();
    let position = [14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3];
    let question = question(shape, 0, &position, Metric::Stm, 57);
    let halted =
        count_and_list(&question, &Anew(manhattan(shape, 0)), &Limits::new().nodes(50_000)).unwrap_err();
    assert_eq!((halted.why, halted.lower_bound), (StopReason::Nodes, 57));
}

#[test]
fn korf_001_has_exactly_one_shortest_solution_in_runs() {
    let shape = Shape::new(4, 4).unwrap();
    let position = [14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3];
    let tables = multi::MultiTables::small(shape, Cell::new(0), 2, &Unlimited).unwrap();
    let answer =
        count_and_list(&question(shape, 0, &position, Metric::Mtm, 33), &tables, &Unlimited).unwrap();
    assert_eq!((answer.count, answer.positions), (1, 34));
}
