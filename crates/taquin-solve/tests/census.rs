//! The census against every published count that fits, and against a plain search with a queue and a set.

use std::collections::HashMap;
use std::collections::VecDeque;
use std::path::PathBuf;

use taquin_core::{Cell, Metric, Shape};
use taquin_solve::census::{Census, Options, census, distances};
use taquin_solve::{Ranking, Unlimited};

fn data(file: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data/censuses").join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The counts of a published file: lines of a depth and a count.
fn published(file: &str) -> Vec<u64> {
    let text = data(file);
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let counts = lines.enumerate().map(|(depth, line)| {
        let mut fields = line.split_whitespace();
        assert_eq!(fields.next().and_then(|d| d.parse().ok()), Some(depth), "{file}: {line}");
        fields.next().and_then(|count| count.parse().ok()).unwrap_or_else(|| panic!("{file}: {line}"))
    });
    counts.collect()
}

fn full() -> bool {
    std::env::var_os("TAQUIN_FULL").is_some()
}

fn shape(rows: u32, columns: u32) -> Shape {
    Shape::new(rows, columns).unwrap()
}

fn complete(shape: Shape, home: Cell, metric: Metric, threads: usize) -> Census {
    let options = Options { metric, threads, ..Options::default() };
    let census = census(shape, home, &options, &Unlimited).unwrap();
    assert!(census.complete);
    assert_eq!(Some(census.positions()), Ranking::new(shape, home).map(|r| r.positions()));
    census
}

/// The oracle: a queue, a set of what has been seen, and the rules of the game; nothing else.
fn by_queue(shape: Shape, home: Cell, metric: Metric) -> HashMap<Vec<u8>, u32> {
    let columns = shape.columns() as usize;
    let solved: Vec<u8> = (0..shape.cells() as u8).collect();
    let mut seen = HashMap::from([(solved.clone(), 0)]);
    let mut queue = VecDeque::from([solved]);
    while let Some(position) = queue.pop_front() {
        let depth = seen[&position];
        let blank = position.iter().position(|&label| usize::from(label) == home.index()).unwrap();
        let (row, column) = (blank / columns, blank % columns);
        let ways: [(usize, isize); 4] = [
            (row, -(columns as isize)),
            (shape.rows() as usize - 1 - row, columns as isize),
            (column, -1),
            (columns - 1 - column, 1),
        ];
        for (room, step) in ways {
            let mut next = position.clone();
            let mut at = blank;
            for _ in 0..if metric == Metric::Stm { room.min(1) } else { room } {
                let to = at.checked_add_signed(step).unwrap();
                next.swap(at, to);
                at = to;
                if !seen.contains_key(&next) {
                    seen.insert(next.clone(), depth + 1);
                    queue.push_back(next.clone());
                }
            }
        }
    }
    seen
}

fn agree_everywhere(shape: Shape, home: Cell, metric: Metric) {
    let oracle = by_queue(shape, home, metric);
    let map = distances(shape, home, metric).unwrap();
    assert_eq!(map.ranking().positions(), oracle.len() as u64, "{shape} {metric}");
    for (position, distance) in &oracle {
        assert_eq!(map.distance(position), Some(*distance), "{shape} {metric} {position:?}");
    }
    let mut counts = vec![0; 1 + *oracle.values().max().unwrap() as usize];
    oracle.values().for_each(|&distance| counts[distance as usize] += 1);
    assert_eq!(complete(shape, home, metric, 2).counts, counts);
}

#[test]
fn two_implementations_agree_on_every_position_up_to_3x3_whatever_the_home() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
        let shape = shape(rows, columns);
        for home in shape.all_cells().filter(|home| full() || rows * columns < 9 || home.index() % 4 != 2) {
            for metric in [Metric::Stm, Metric::Mtm] {
                agree_everywhere(shape, home, metric);
            }
        }
    }
}

#[test]
fn two_implementations_agree_on_every_position_of_2x5() {
    agree_everywhere(shape(2, 5), Cell::new(9), Metric::Stm);
    agree_everywhere(shape(5, 2), Cell::new(4), Metric::Mtm);
}

#[test]
fn every_published_count_of_boards_in_memory_is_ours() {
    let mut boards = vec![(2, 2), (2, 3), (2, 4), (3, 3), (2, 5)];
    if full() {
        boards.extend([(2, 6), (3, 4)]);
    }
    for (rows, columns) in boards {
        for metric in [Metric::Stm, Metric::Mtm] {
            let shape = shape(rows, columns);
            let expected = published(&format!("depth_counts_{shape}_{metric}_corner.txt"));
            assert_eq!(complete(shape, shape.last_cell(), metric, 2).counts, expected, "{shape} {metric}");
        }
    }
}

#[test]
fn every_published_count_for_other_homes_is_ours() {
    let text = data("depth_counts_small_other_homes.txt");
    let mut lines = 0;
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (head, counts) = line.split_once(':').unwrap();
        let fields: Vec<&str> = head.split_whitespace().collect();
        let shape: Shape = fields[0].parse().unwrap();
        let home: u32 = fields[2].split('(').next().unwrap().parse().unwrap();
        let metric = if fields[3] == "STM" { Metric::Stm } else { Metric::Mtm };
        let counts: Vec<u64> = counts.split_whitespace().map(|count| count.parse().unwrap()).collect();
        assert_eq!(complete(shape, Cell::new(home), metric, 1).counts, counts, "{line}");
        lines += 1;
    }
    assert_eq!(lines, 7);
}

#[test]
fn the_counts_do_not_depend_on_the_number_of_threads() {
    let shape = shape(2, 5);
    for metric in [Metric::Stm, Metric::Mtm] {
        let one = complete(shape, shape.last_cell(), metric, 1);
        for threads in [2, 3, 7] {
            assert_eq!(complete(shape, shape.last_cell(), metric, threads), one);
        }
    }
}

#[test]
fn the_first_depths_of_3x4_and_2x6_are_the_published_ones() {
    for (rows, columns) in [(3, 4), (2, 6)] {
        for metric in [Metric::Stm, Metric::Mtm] {
            let shape = shape(rows, columns);
            let options = Options { metric, depth: Some(14), threads: 2, ..Options::default() };
            let census = census(shape, shape.last_cell(), &options, &Unlimited).unwrap();
            let expected = published(&format!("depth_counts_{shape}_{metric}_corner.txt"));
            assert_eq!(census.counts, expected[..15], "{shape} {metric}");
            assert!(!census.complete);
        }
    }
}
