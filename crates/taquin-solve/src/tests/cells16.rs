//! The pattern tables and the fast search against complete breadth-first searches written here.

use std::collections::HashMap;

use super::homes;
use crate::census;
use crate::search::cells16;
use crate::table::cells16::Tables16;
use crate::table::{Split, prove};
use crate::{Limits, StopReason, Unlimited};
use taquin_core::{Cell, Direction, Shape};

fn full() -> bool {
    std::env::var_os("TAQUIN_FULL").is_some()
}

fn neighbours(shape: Shape, position: &[u8], home: u8) -> Vec<Vec<u8>> {
    let blank = position.iter().position(|&label| label == home).unwrap();
    let at = Cell::new(blank as u32);
    let mut all = Vec::new();
    for other in shape.all_cells().filter(|&cell| shape.distance(at, cell) == 1) {
        let mut next = position.to_vec();
        next.swap(blank, other.index());
        all.push(next);
    }
    all
}

/// The distance of every position that can be reached.
fn distances(shape: Shape, home: u8) -> HashMap<Vec<u8>, u32> {
    let goal: Vec<u8> = (0..shape.cells() as u8).collect();
    let mut known = HashMap::from([(goal.clone(), 0)]);
    let mut level = vec![goal];
    let mut depth = 0;
    while !level.is_empty() {
        depth += 1;
        let mut next = Vec::new();
        for position in &level {
            for other in neighbours(shape, position, home) {
                if !known.contains_key(&other) {
                    known.insert(other.clone(), depth);
                    next.push(other);
                }
            }
        }
        level = next;
    }
    known
}

/// Plays slides, and says whether they end at the goal.
fn leads_home(shape: Shape, position: &[u8], home: u8, slides: &[Direction]) -> bool {
    let mut position = position.to_vec();
    for slide in slides {
        let blank = position.iter().position(|&label| label == home).unwrap();
        let at = Cell::new(blank as u32);
        let (row, column) = (i64::from(shape.row(at)), i64::from(shape.column(at)));
        let (row, column) = match slide {
            Direction::Up => (row + 1, column),
            Direction::Down => (row - 1, column),
            Direction::Left => (row, column + 1),
            Direction::Right => (row, column - 1),
        };
        let (Ok(row), Ok(column)) = (u32::try_from(row), u32::try_from(column)) else { return false };
        let Some(from) = shape.cell(row, column) else { return false };
        position.swap(blank, from.index());
    }
    position.iter().enumerate().all(|(cell, &label)| cell == label as usize)
}

/// Solves every `step`-th position and compares with the complete map.
fn solver_equals_the_map(rows: u32, columns: u32, home: u32, step: usize) {
    let shape = Shape::new(rows, columns).unwrap();
    let tables = Tables16::small(shape, Cell::new(home), 1, &Unlimited).unwrap();
    for (position, &distance) in distances(shape, home as u8).iter().step_by(step) {
        let found = cells16::solve(&homes(shape, home as usize, position), &tables, 1, &Unlimited).unwrap();
        assert_eq!(found.slides.len() as u32, distance, "{rows}x{columns} home {home}: {position:?}");
        assert!(leads_home(shape, position, home as u8, &found.slides), "{position:?}");
    }
}

#[test]
fn every_2x2_2x3_and_3x2_board_is_solved_shortest_for_every_home() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
        for home in 0..rows * columns {
            solver_equals_the_map(rows, columns, home, 1);
        }
    }
}

#[test]
fn every_2x4_board_is_solved_shortest() {
    for home in 0..8 {
        solver_equals_the_map(2, 4, home, if home == 7 || full() { 1 } else { 7 });
    }
}

#[test]
fn every_3x3_board_is_solved_shortest() {
    for home in if full() { vec![0, 1, 2, 3, 4, 5, 6, 7, 8] } else { vec![8, 1, 4] } {
        solver_equals_the_map(3, 3, home, if home == 8 || full() { 1 } else { 11 });
    }
}

#[test]
fn a_sample_of_2x5_boards_is_solved_shortest() {
    for home in [9, 2] {
        solver_equals_the_map(2, 5, home, if full() { 1 } else { 101 });
    }
}

/// Korf's boards: tiles in reading order of a goal whose blank comes first, and the shortest length.
fn korf() -> Vec<(Vec<u8>, usize)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/instances/korf100.txt");
    std::fs::read_to_string(path)
        .unwrap()
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let numbers: Vec<&str> = line.split_whitespace().collect();
            let tiles = numbers[4..].iter().map(|tile| tile.parse().unwrap()).collect();
            (tiles, numbers[2].parse().unwrap())
        })
        .collect()
}

#[test]
fn korfs_hundred_boards_take_5305_slides() {
    let shape = Shape::new(4, 4).unwrap();
    let tables = Tables16::small(shape, Cell::new(0), 2, &Unlimited).unwrap();
    let (mut sum, mut nodes) = (0, 0);
    for (position, length) in korf() {
        let found = cells16::solve(&homes(shape, 0, &position), &tables, 1, &Unlimited).unwrap();
        assert!(leads_home(shape, &position, 0, &found.slides));
        assert_eq!(found.slides.len(), length, "{position:?}");
        sum += length;
        nodes += found.nodes;
    }
    assert_eq!(sum, 5305);
    // The signature of the search: whoever changes what is searched, and in which order, changes this number.
    assert_eq!(nodes, KORF_NODES);
}

/// Nodes of Korf's hundred boards with the small tables and one thread; 10,055,993 before iterations looked ahead.
const KORF_NODES: u64 = 8_070_074;

#[test]
fn several_threads_find_the_same_lengths() {
    let shape = Shape::new(4, 4).unwrap();
    let tables = Tables16::small(shape, Cell::new(0), 2, &Unlimited).unwrap();
    for (position, length) in korf().into_iter().take(if full() { 100 } else { 25 }) {
        for threads in [2, 3] {
            let found = cells16::solve(&homes(shape, 0, &position), &tables, threads, &Unlimited).unwrap();
            assert!(leads_home(shape, &position, 0, &found.slides));
            assert_eq!(found.slides.len(), length, "{position:?} with {threads} threads");
        }
    }
}

#[test]
fn a_stopped_search_tells_what_was_proven() {
    let shape = Shape::new(4, 4).unwrap();
    let tables = Tables16::small(shape, Cell::new(0), 2, &Unlimited).unwrap();
    let (position, length) = korf().into_iter().max_by_key(|(_, length)| *length).unwrap();
    for threads in [1, 2] {
        let halted =
            cells16::solve(&homes(shape, 0, &position), &tables, threads, &Limits::new().nodes(100_000))
                .unwrap_err();
        assert_eq!(halted.why, StopReason::Nodes);
        assert!(
            halted.lower_bound as usize <= length
                && halted.lower_bound >= tables.bound(&homes(shape, 0, &position))
        );
        assert!(halted.nodes < 400_000, "{}", halted.nodes);
    }
}

#[test]
fn the_sum_of_tables_is_admissible_and_consistent() {
    let whole = full();
    let cases = [
        (Shape::new(3, 3).unwrap(), 0, vec![vec![1, 2, 3, 4], vec![5, 6, 7, 8]], if whole { 1 } else { 3 }),
        (
            Shape::new(5, 2).unwrap(),
            0,
            vec![vec![1, 2, 3, 4], vec![5, 6, 7, 8, 9]],
            if whole { 1 } else { 61 },
        ),
    ];
    for (shape, home, patterns, step) in cases {
        let split = Split::new(shape, home as u8, patterns, 16, 8).unwrap();
        let tables = Tables16::build(shape, Cell::new(home), &[split], 2, &Unlimited).unwrap();
        for (position, &distance) in distances(shape, home as u8).iter().step_by(step) {
            let bound = tables.bound(&homes(shape, home as usize, position));
            assert!(bound <= distance && (distance - bound).is_multiple_of(2), "{position:?}");
            for next in neighbours(shape, position, home as u8) {
                assert!(
                    tables.bound(&homes(shape, home as usize, &next)).abs_diff(bound) <= 1,
                    "{position:?} {next:?}"
                );
            }
        }
    }
}

/// Each entry is proved against its neighbours, which makes the sum consistent everywhere; then the sum is held
/// against the distance on a lattice of the 239,500,800 positions.
#[test]
fn the_tables_of_3x4_are_proved_and_never_exceed_the_complete_map() {
    let shape = Shape::new(3, 4).unwrap();
    let home = shape.last_cell();
    let tables = Tables16::small(shape, home, 2, &Unlimited).unwrap();
    for table in &tables.tables {
        prove(table, &Unlimited).unwrap();
    }
    let options = census::CensusOptions::new().threads(2);
    let map = census::Map::new(shape, home, &options, &Unlimited).unwrap();
    let ranking = map.ranking();
    let step = if full() { 97 } else { 9_973 };
    for number in (0..ranking.positions()).step_by(step) {
        let position = ranking.position(number).unwrap();
        let bound = tables.bound(&homes(shape, home.index(), &position));
        let distance = map.distance(&position).unwrap();
        assert!(bound <= distance && (distance - bound).is_multiple_of(2), "{position:?}");
    }
}
