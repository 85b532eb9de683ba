//! The solver and its bounds against breadth-first search.

use std::collections::HashMap;

use taquin_core::{Direction, Metric, Moves};

use super::*;
use crate::table::Bits;
use crate::tests::homes;
use crate::{Limits, Unlimited};

fn shape(rows: u32, columns: u32) -> Shape {
    Shape::new(rows, columns).unwrap()
}

fn marking(shape: Shape, home: usize, marked: usize) -> Result<MultiTables, StopReason> {
    let size = Size { marked, placements: usize::MAX };
    MultiTables::with(shape, Cell::new(home as u32), size, |key| MultiTable::build(key, 2, &Unlimited))
}

fn is_full() -> bool {
    std::env::var_os("TAQUIN_FULL").is_some()
}

fn key(position: &[u8]) -> u64 {
    position.iter().rev().fold(0, |key, &tile| key << 4 | u64::from(tile))
}

fn position(key: u64, cells: usize) -> Vec<u8> {
    (0..cells).map(|cell| (key >> (4 * cell) & 15) as u8).collect()
}

/// All positions one move away, each with the axis of the move.
fn neighbours(shape: Shape, home: usize, position: &[u8]) -> Vec<(usize, Vec<u8>)> {
    let (rows, columns) = (shape.rows() as usize, shape.columns() as usize);
    let blank = position.iter().position(|&tile| usize::from(tile) == home).unwrap();
    let (row, column) = (blank / columns, blank % columns);
    let targets = |length, to: &dyn Fn(usize) -> usize| (0..length).map(to).collect::<Vec<_>>();
    let mut found = Vec::new();
    for (axis, step, targets) in [
        (0, columns, targets(rows, &|r| r * columns + column)),
        (1, 1, targets(columns, &|c| row * columns + c)),
    ] {
        for target in targets {
            let (mut board, mut at) = (position.to_vec(), blank);
            while at != target {
                let next = if target > at { at + step } else { at - step };
                board.swap(at, next);
                at = next;
            }
            if target != blank {
                found.push((axis, board));
            }
        }
    }
    found
}

/// The distance of every position that can be reached, in moves of the multi-tile metric.
fn map(shape: Shape, home: usize) -> HashMap<u64, u32> {
    let goal: Vec<u8> = (0..shape.cells() as u8).collect();
    let mut distance = HashMap::from([(key(&goal), 0)]);
    let mut layer = vec![goal];
    for depth in 1.. {
        let mut next = Vec::new();
        for position in &layer {
            for (_, neighbour) in neighbours(shape, home, position) {
                distance.entry(key(&neighbour)).or_insert_with(|| {
                    next.push(neighbour);
                    depth
                });
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    distance
}

fn counts(map: &HashMap<u64, u32>) -> Vec<u64> {
    let mut counts = vec![0; *map.values().max().unwrap() as usize + 1];
    map.values().for_each(|&d| counts[d as usize] += 1);
    counts
}

fn length(slides: Vec<Direction>) -> u32 {
    Moves::from(slides).length(Metric::Mtm) as u32
}

/// Solves and replays; the length.
fn solved(tables: &MultiTables, start: &[u8]) -> u32 {
    let homes = homes(tables.shape, tables.blank_home.index(), start);
    let found = solve(&homes, tables, 1, &Unlimited).unwrap();
    let columns = tables.shape.columns() as usize;
    let mut board = start.to_vec();
    for slide in &found.slides {
        let blank = board.iter().position(|&t| usize::from(t) == tables.blank_home.index()).unwrap();
        let tile = match slide {
            Direction::Up => blank + columns,
            Direction::Down => blank - columns,
            Direction::Left => blank + 1,
            Direction::Right => blank - 1,
        };
        assert!(slide.is_vertical() || tile / columns == blank / columns, "a slide around the edge");
        board.swap(blank, tile);
    }
    assert!(board.iter().enumerate().all(|(cell, &tile)| cell == usize::from(tile)));
    length(found.slides)
}

#[test]
fn the_search_in_layers_gives_the_published_counts() {
    let censuses = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/censuses");
    for (rows, columns) in [(2, 2), (2, 3), (2, 4), (3, 3)] {
        let text =
            std::fs::read_to_string(format!("{censuses}/depth_counts_{rows}x{columns}_mtm_corner.txt"))
                .unwrap();
        let published: Vec<u64> = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| line.split_whitespace().nth(1).unwrap().parse().unwrap())
            .collect();
        let shape = shape(rows, columns);
        assert_eq!(counts(&map(shape, shape.cells() - 1)), published, "{shape}");
    }
    let text = std::fs::read_to_string(format!("{censuses}/depth_counts_small_other_homes.txt")).unwrap();
    let mut lines = 0;
    for line in text.lines().filter(|line| line.contains("MTM")) {
        let (head, tail) = line.split_once(':').unwrap();
        let words: Vec<&str> = head.split([' ', '(']).collect();
        let (shape, home): (Shape, usize) = (words[0].parse().unwrap(), words[2].parse().unwrap());
        if shape.cells() <= 9 {
            let published: Vec<u64> = tail.split_whitespace().map(|n| n.parse().unwrap()).collect();
            assert_eq!(counts(&map(shape, home)), published, "{shape} home {home}");
            lines += 1;
        }
    }
    assert!(lines >= 3);
}

/// Checksums keep accidents out, not whoever makes true ones for something else.
#[test]
fn a_walk_on_wrong_entries_ends() {
    let shape = shape(3, 3);
    for key in keys_of(shape, shape.last_cell(), SMALL) {
        // One remainder everywhere, where no placement has one below; and remainders that go down in a circle.
        for word in [0, u64::MAX / 3, 0x2424_2424_2424_2424] {
            let entries = Bits::from(vec![word; key.bytes() / 8]);
            let counts = all_counts(&MultiTable::new(&key, entries, &Unlimited).unwrap());
            assert!(counts.contains(&0));
        }
    }
}

/// The counts of all placements of a table, each by its own walk home.
fn all_counts(table: &MultiTable) -> Vec<u8> {
    let space = table.space();
    let placement = |index: usize| LinePlacement {
        block: (index / space.orders()) as u16,
        order: (index % space.orders()) as u16,
    };
    (0..space.len()).map(|index| table.count(placement(index))).collect()
}

fn check_bounds(shape: Shape, home: usize, marked: usize) {
    let tables = marking(shape, home, marked).unwrap();
    let all: Vec<Vec<u8>> = tables.tables.iter().map(all_counts).collect();
    let own = tables.upright_home();
    let views = |position: &[u8]| {
        let upright = tables.upright(position);
        tables.axes.each_ref().map(|axis| {
            let table = &tables.tables[axis.table];
            axis.views.each_ref().map(|cells| {
                let at = placement(table, cells, own, &upright);
                (at, all[axis.table][table.space().index(at)])
            })
        })
    };
    let map = map(shape, home);
    let views: HashMap<u64, _> = map.keys().map(|&key| (key, views(&position(key, shape.cells())))).collect();
    for (&number, &distance) in &map {
        let here = position(number, shape.cells());
        let mine = views[&number];
        let most = mine.map(|views| views.map(|(_, count)| u32::from(count)).into_iter().max().unwrap());
        assert!(shortest(most) <= distance, "{shape} home {home}: {here:?} takes {distance}, bound {most:?}");
        for (axis, beside) in neighbours(shape, home, &here) {
            let theirs = views[&key(&beside)];
            assert_eq!(theirs[1 - axis], mine[1 - axis], "a move changed the other axis");
            let table = &tables.tables[tables.axes[axis].table];
            for ((at, count), (_, before)) in theirs[axis].into_iter().zip(mine[axis]) {
                assert!(count.abs_diff(before) <= 1);
                assert_eq!(table.count_beside(at, before), count);
            }
        }
    }
}

#[test]
fn no_bound_exceeds_the_distance_and_a_move_changes_it_by_at_most_one_on_3x3() {
    for (home, marked) in [(8, 6), (7, 4), (4, 5)] {
        check_bounds(shape(3, 3), home, marked);
    }
    if is_full() {
        (0..9).for_each(|home| (1..=6).for_each(|marked| check_bounds(shape(3, 3), home, marked)));
    }
}

#[test]
fn no_bound_exceeds_the_distance_and_a_move_changes_it_by_at_most_one_on_2x4_and_2x5() {
    for home in 0..8 {
        check_bounds(shape(2, 4), home, 4);
        check_bounds(shape(4, 2), home, 5);
    }
    check_bounds(shape(2, 5), 9, 6);
    if is_full() {
        (0..10).for_each(|home| check_bounds(shape(2, 5), home, 7));
    }
}

#[test]
fn every_board_of_2x2_2x3_and_2x4_is_solved_in_its_distance_whatever_the_home() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)] {
        let shape = shape(rows, columns);
        for home in 0..shape.cells() {
            let tables = MultiTables::small(shape, Cell::new(home as u32), 1, &Unlimited).unwrap();
            for (&key, &distance) in &map(shape, home) {
                assert_eq!(solved(&tables, &position(key, shape.cells())), distance);
            }
        }
    }
}

#[test]
fn every_3x3_board_is_solved_in_its_distance() {
    let homes: Vec<usize> = if is_full() { (0..9).collect() } else { vec![8, 1, 4] };
    for home in homes {
        let tables = MultiTables::small(shape(3, 3), Cell::new(home as u32), 2, &Unlimited).unwrap();
        for (&key, &distance) in &map(shape(3, 3), home) {
            assert_eq!(solved(&tables, &position(key, 9)), distance);
        }
    }
}

#[test]
fn weak_tables_find_the_same_lengths() {
    for marked in 1..6 {
        let tables = marking(shape(3, 3), 2, marked).unwrap();
        for (&key, &distance) in map(shape(3, 3), 2).iter().filter(|(key, _)| *key % 1009 == 0) {
            assert_eq!(solved(&tables, &position(key, 9)), distance, "{marked} tiles marked");
        }
    }
}

fn korf(count: usize) -> Vec<Vec<u8>> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/instances/korf100.txt");
    let text = std::fs::read_to_string(file).unwrap();
    let boards = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    boards
        .take(count)
        .map(|line| line.split_whitespace().skip(4).map(|n| n.parse().unwrap()).collect())
        .collect()
}

/// Turning a solution round swaps start and goal: the home of the blank and so all the tables become others.
#[test]
fn the_way_back_is_as_long_as_the_way_home() {
    let there = MultiTables::small(shape(4, 4), Cell::new(0), 2, &Unlimited).unwrap();
    for start in korf(3) {
        let mut inverse = vec![0; 16];
        start.iter().enumerate().for_each(|(cell, &tile)| inverse[usize::from(tile)] = cell as u8);
        let home = start.iter().position(|&tile| tile == 0).unwrap();
        let back = MultiTables::small(shape(4, 4), Cell::new(home as u32), 2, &Unlimited).unwrap();
        assert_eq!(solved(&there, &start), solved(&back, &inverse));
    }
}

#[test]
fn the_first_korf_boards_take_33_32_and_35_moves_and_a_known_number_of_nodes() {
    let tables = MultiTables::small(shape(4, 4), Cell::new(0), 2, &Unlimited).unwrap();
    let found: Vec<_> = korf(3)
        .iter()
        .map(|start| solve(&homes(shape(4, 4), 0, start), &tables, 1, &Unlimited).unwrap())
        .collect();
    let nodes: Vec<u64> = found.iter().map(|f| f.nodes).collect();
    let lengths: Vec<u32> = found.into_iter().map(|f| length(f.slides)).collect();
    assert_eq!(lengths, [33, 32, 35]);
    assert_eq!(nodes, [46143, 1825941, 1857546]);
}

#[test]
fn several_threads_find_the_same_lengths() {
    let tables = MultiTables::small(shape(4, 4), Cell::new(0), 2, &Unlimited).unwrap();
    for start in korf(6) {
        let lengths = [1, 2, 5].map(|threads| {
            length(solve(&homes(shape(4, 4), 0, &start), &tables, threads, &Unlimited).unwrap().slides)
        });
        assert!(lengths.iter().all(|&length| length == lengths[0]));
    }
    let halted =
        solve(&homes(shape(4, 4), 0, &korf(3)[2]), &tables, 2, &Limits::new().nodes(200_000)).unwrap_err();
    assert_eq!(halted.why, StopReason::Nodes);
}

#[test]
fn small_tables_take_at_most_12_mb_whatever_the_shape() {
    for (rows, columns) in [(4, 4), (3, 5), (2, 8), (2, 7)] {
        let shape = shape(rows, columns);
        let home = Cell::new(shape.columns() - 2);
        assert!(
            MultiTables::small(shape, home, 2, &Unlimited).unwrap().memory_bytes() <= 12_000_000,
            "{shape}"
        );
    }
}

#[test]
fn a_table_does_not_depend_on_the_number_of_threads() {
    let key = TableKey::of_lines(shape(3, 4), 11, &pattern(3, 4, 2, 5)).unwrap();
    let build = |threads| MultiTable::build(&key, threads, &Unlimited).unwrap();
    let one = all_counts(&build(1));
    assert_eq!(one, all_counts(&build(2)));
    assert_eq!(one, all_counts(&build(8)));
}

#[test]
fn a_stopped_search_says_what_it_has_proven() {
    let tables = MultiTables::small(shape(4, 4), Cell::new(0), 2, &Unlimited).unwrap();
    let halted =
        solve(&homes(shape(4, 4), 0, &korf(2)[1]), &tables, 1, &Limits::new().nodes(100_000)).unwrap_err();
    assert_eq!(halted.why, StopReason::Nodes);
    assert!((23..=32).contains(&halted.lower_bound) && halted.nodes < 400_000);
}
