//! Counts of solutions against counts of ways in the complete map.

use std::collections::{HashMap, HashSet};

use taquin_core::{Cell, Direction, Metric, Moves, Shape};

use super::*;
use crate::heuristic::{Manhattan, Walking};
use crate::{Limits, Unlimited, multi};

/// The first of Korf's hundred boards.
const KORF_001: [u32; 16] = [14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3];

fn question(homes: &Homes, metric: Metric, distance: u32) -> Question<'_> {
    Question { homes, metric, distance, most: 0, memory_bytes: 1 << 30 }
}

/// The distance of every position and the number of shortest ways home, layer by layer from home.
fn map(shape: Shape, home: usize, metric: Metric) -> HashMap<u64, (u32, u64)> {
    let grid = Grid::new(shape, Cell::new(home as u32)).unwrap();
    let goal = Small::new(&Homes::solved(shape, Cell::new(home as u32))).unwrap();
    let mut map = HashMap::from([(goal.pack(), (0, 1))]);
    let mut layer = vec![goal];
    for depth in 1.. {
        let mut next: Vec<Small> = Vec::new();
        for position in &layer {
            let ways = map[&position.pack()].1;
            for direction in Direction::ALL {
                let mut board = *position;
                while board.slide(&grid, direction).is_some() {
                    let entry = map.entry(board.pack()).or_insert_with(|| {
                        next.push(board);
                        (depth, 0)
                    });
                    if entry.0 == depth {
                        entry.1 += ways;
                    }
                    if metric == Metric::Stm {
                        break;
                    }
                }
            }
        }
        if next.is_empty() {
            return map;
        }
        layer = next;
    }
    unreachable!("layers end")
}

/// The position that packs to this.
fn unpacked(shape: Shape, home: usize, packed: u64) -> Homes {
    let state = Small::unpack(&packed, shape.cells(), home);
    let homes = (0..shape.cells()).map(|cell| state.at(cell) as u32);
    Homes::new(shape, Cell::new(home as u32), homes).unwrap()
}

/// A heuristic that keeps a memo gives what the plain bound gives.
#[test]
fn a_heuristic_of_the_ladder_serves_as_a_guide() {
    let shape = Shape::new(3, 3).unwrap();
    let grid = Grid::new(shape, shape.last_cell()).unwrap();
    let heuristic = Walking::new(&grid, &Unlimited).unwrap();
    let guide = SlideBound::new(&heuristic).unwrap();
    for (&packed, &(distance, ways)) in
        map(shape, 8, Metric::Stm).iter().filter(|(p, _)| *p & 15 == 7 && *p >> 16 & 15 == 2)
    {
        let homes = unpacked(shape, 8, packed);
        let answer = count_and_list(&question(&homes, Metric::Stm, distance), &guide, &Unlimited).unwrap();
        assert_eq!(answer.count, ways);
    }
}

fn check(shape: Shape, home: usize, metric: Metric, every: usize) {
    let tables = multi::MultiTables::small(shape, Cell::new(home as u32), 1, &Unlimited).unwrap();
    let map = map(shape, home, metric);
    let mut positions: Vec<_> = map.iter().collect();
    positions.sort();
    let manhattan = Manhattan::new(&Grid::new(shape, Cell::new(home as u32)).unwrap());
    for (&packed, &(distance, ways)) in positions.into_iter().step_by(every) {
        let homes = unpacked(shape, home, packed);
        let question = Question { most: 3, ..question(&homes, metric, distance) };
        let answer = match metric {
            Metric::Stm => {
                count_and_list(&question, &SlideBound::new(&manhattan).unwrap(), &Unlimited).unwrap()
            }
            Metric::Mtm => count_and_list(&question, &tables, &Unlimited).unwrap(),
        };
        assert_eq!(answer.count, ways, "{shape} {metric} {homes:?}");
        assert_eq!(answer.solutions.len() as u64, ways.min(3));
        let distinct: HashSet<_> = answer.solutions.iter().collect();
        assert_eq!(distinct.len(), answer.solutions.len());
        for solution in answer.solutions {
            let (grid, mut board) = (homes.grid(), Small::new(&homes).unwrap());
            assert!(solution.iter().all(|&direction| board.slide(&grid, direction).is_some()));
            assert!(board.is_goal(&grid));
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
    let homes = Homes::new(shape, Cell::new(5), [0, 1, 2, 3, 5, 4]).unwrap();
    let manhattan = Manhattan::new(&homes.grid());
    let guide = SlideBound::new(&manhattan).unwrap();
    let right = count_and_list(&question(&homes, Metric::Stm, 1), &guide, &Unlimited).unwrap();
    assert_eq!((right.count, right.positions), (1, 2));
    let wrong = count_and_list(&question(&homes, Metric::Stm, 0), &guide, &Unlimited).unwrap();
    assert_eq!(wrong.count, 0);
}

#[test]
fn counting_stops_when_told() {
    let shape = Shape::new(4, 4).unwrap();
    let homes = Homes::new(shape, Cell::new(0), KORF_001).unwrap();
    let manhattan = Manhattan::new(&homes.grid());
    let guide = SlideBound::new(&manhattan).unwrap();
    let question = question(&homes, Metric::Stm, 57);
    let halted = count_and_list(&question, &guide, &Limits::new().nodes(50_000)).unwrap_err();
    assert_eq!((halted.why, halted.lower_bound), (StopReason::Nodes, 57));
}

#[test]
fn korf_001_has_exactly_one_shortest_solution_in_runs() {
    let shape = Shape::new(4, 4).unwrap();
    let homes = Homes::new(shape, Cell::new(0), KORF_001).unwrap();
    let tables = multi::MultiTables::small(shape, Cell::new(0), 2, &Unlimited).unwrap();
    let answer = count_and_list(&question(&homes, Metric::Mtm, 33), &tables, &Unlimited).unwrap();
    assert_eq!((answer.count, answer.positions), (1, 34));
}
