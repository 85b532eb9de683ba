//! The census against every published count that fits, and against a plain search with a queue and a set.

use std::collections::HashMap;
use std::collections::VecDeque;
use std::path::PathBuf;

use taquin_core::{Cell, Metric, Shape};
use taquin_solve::census::{Census, CensusError, CensusOptions, Map, Survey, census, distances};
use taquin_solve::position::Ranking;
use taquin_solve::{Limits, StopReason, Unlimited};

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
    let options = CensusOptions::new().metric(metric).threads(threads);
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
    let boards = [(2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (2, 6), (3, 4)];
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
fn a_census_of_the_first_depths_of_a_board_in_memory_ends_there() {
    for (rows, columns) in [(3, 4), (2, 6)] {
        for metric in [Metric::Stm, Metric::Mtm] {
            let shape = shape(rows, columns);
            let options = CensusOptions::new().metric(metric).depth(14).threads(2);
            let census = census(shape, shape.last_cell(), &options, &Unlimited).unwrap();
            let expected = published(&format!("depth_counts_{shape}_{metric}_corner.txt"));
            assert_eq!(census.counts, expected[..15], "{shape} {metric}");
            assert!(!census.complete);
        }
    }
}

#[test]
fn the_first_depths_of_boards_too_large_to_map_are_the_published_ones() {
    let deeper = if full() { 2 } else { 0 };
    let boards = [
        ("4x4", 15, Metric::Stm, "4x4_stm_corner", 20),
        ("4x4", 14, Metric::Stm, "4x4_stm_edge", 20),
        ("4x4", 10, Metric::Stm, "4x4_stm_center", 20),
        ("4x4", 0, Metric::Mtm, "4x4_mtm_corner", 12),
        ("2x8", 15, Metric::Stm, "2x8_stm_corner", 24),
        ("2x7", 13, Metric::Mtm, "2x7_mtm_corner", 15),
        ("3x5", 14, Metric::Mtm, "3x5_mtm_corner", 12),
        ("5x5", 24, Metric::Stm, "5x5_stm_corner_partial", 17),
        ("6x6", 0, Metric::Stm, "6x6_stm_corner_partial", 15),
    ];
    for (size, home, metric, file, depth) in boards {
        let depth = depth + deeper;
        let options = CensusOptions::new().metric(metric).depth(depth).threads(2);
        let census = census(size.parse().unwrap(), Cell::new(home), &options, &Unlimited).unwrap();
        let expected = published(&format!("depth_counts_{file}.txt"));
        assert_eq!(census.counts, expected[..=depth as usize], "{size} {metric} {home}");
    }
}

#[test]
fn a_huge_board_has_the_first_depths_of_its_corner() {
    let depth = 9;
    let count = |rows, columns| {
        let shape = shape(rows, columns);
        let options = CensusOptions::new().depth(depth).farthest(3);
        census(shape, shape.last_cell(), &options, &Unlimited).unwrap()
    };
    let (huge, small) = (count(100, 70), count(10, 10));
    assert_eq!(huge.counts, small.counts);
    assert_eq!(huge.farthest[0].len(), 7000);
    let moved = |position: &[u32]| (0..).zip(position).filter(|(cell, home)| cell != *home).count();
    assert_eq!(moved(&huge.farthest[0]), moved(&small.farthest[0]));
}

#[test]
fn a_corridor_is_counted_without_a_search() {
    for (rows, columns) in [(1, 1), (1, 2), (1, 5), (7, 1)] {
        let shape = shape(rows, columns);
        for home in shape.all_cells() {
            for metric in [Metric::Stm, Metric::Mtm] {
                let oracle = by_queue(shape, home, metric);
                let options = CensusOptions::new().metric(metric).farthest(100);
                let census = census(shape, home, &options, &Unlimited).unwrap();
                for (depth, &count) in (0..).zip(&census.counts) {
                    assert_eq!(oracle.values().filter(|&&d| d == depth).count() as u64, count);
                }
                assert_eq!(census.positions(), oracle.len() as u64);
                assert_eq!(census.farthest.len() as u64, *census.counts.last().unwrap());
                for position in census.farthest {
                    let position: Vec<u8> = position.into_iter().map(|home| home as u8).collect();
                    assert_eq!(
                        oracle.get(&position),
                        Some(&census.counts.len().saturating_sub(1).try_into().unwrap())
                    );
                }
            }
        }
    }
}

#[test]
fn the_farthest_positions_are_all_those_at_the_radius() {
    for metric in [Metric::Stm, Metric::Mtm] {
        let shape = shape(2, 4);
        let map = distances(shape, shape.last_cell(), metric).unwrap();
        let options = CensusOptions::new().metric(metric).farthest(1000);
        let census = census(shape, shape.last_cell(), &options, &Unlimited).unwrap();
        let bytes = |p: &Vec<u32>| p.iter().map(|&home| home as u8).collect::<Vec<u8>>();
        let mut found: Vec<Vec<u8>> = census.farthest.iter().map(bytes).collect();
        let mut expected: Vec<Vec<u8>> =
            map.iter().filter(|&(_, distance)| distance == census.radius()).map(|(p, _)| p).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected);
        assert_eq!(map.census(1000), census);
    }
}

#[test]
fn a_census_put_away_after_any_depth_goes_on_as_if_nothing_had_happened() {
    for (rows, columns, metric) in [(2, 5, Metric::Stm), (3, 3, Metric::Mtm), (2, 3, Metric::Stm)] {
        let shape = shape(rows, columns);
        let home = Cell::new(1);
        let options = CensusOptions::new().metric(metric);
        let whole = complete(shape, home, metric, 1);
        let mut survey = Survey::new(shape, home, &options).unwrap();
        loop {
            let more = survey.deepen(&Unlimited).unwrap();
            let mut file = Vec::new();
            survey.save(&mut file).unwrap();
            if survey.census().radius() % 9 == 4 || !more {
                let mut resumed = Survey::resume(shape, home, &options, &mut &file[..]).unwrap();
                while resumed.deepen(&Unlimited).unwrap() {}
                assert_eq!(resumed.finish(1), whole);
            }
            survey = Survey::resume(shape, home, &options, &mut &file[..]).unwrap();
            if !more {
                break;
            }
        }
        assert_eq!(survey.finish(1), whole);
    }
}

#[test]
fn a_damaged_file_is_refused_by_name() {
    let shape = shape(2, 3);
    let options = CensusOptions::default();
    let map = distances(shape, shape.last_cell(), Metric::Stm).unwrap();
    let mut file = Vec::new();
    map.save(&mut file).unwrap();
    let open = |file: &[u8]| Map::open(&mut &*file, u64::MAX);
    assert_eq!(open(&file).unwrap().census(9), map.census(9));
    for at in 0..file.len() {
        for bit in [0, 7] {
            let mut damaged = file.clone();
            damaged[at] ^= 1 << bit;
            let why = open(&damaged).unwrap_err().to_string();
            assert!(why.contains("map of a board"), "byte {at}: {why}");
        }
        assert!(open(&file[..at]).is_err(), "cut at {at}");
    }
    file.push(0);
    assert_eq!(
        open(&file).unwrap_err().to_string(),
        "the map of a board is damaged: something follows its end; make it again"
    );

    let mut survey = Survey::new(shape, shape.last_cell(), &options).unwrap();
    (0..9).for_each(|_| assert!(survey.deepen(&Unlimited).unwrap()));
    let mut file = Vec::new();
    survey.save(&mut file).unwrap();
    for at in 0..file.len() {
        let mut damaged = file.clone();
        damaged[at] ^= 1;
        let why =
            Survey::resume(shape, shape.last_cell(), &options, &mut &damaged[..]).unwrap_err().to_string();
        assert!(why.contains("census under way"), "byte {at}: {why}");
        assert!(Survey::resume(shape, shape.last_cell(), &options, &mut &file[..at]).is_err(), "cut at {at}");
    }
    let other = Survey::resume(shape, Cell::new(0), &options, &mut &file[..]).unwrap_err().to_string();
    assert_eq!(other, "the census under way is of 2x3 stm, blank home 5, not of 2x3 stm, blank home 0");
}

#[test]
fn more_memory_than_there_is_is_refused_beforehand() {
    let options = CensusOptions::new().memory_bytes(16_000_000_000);
    let refused = |rows, columns| {
        let shape = shape(rows, columns);
        census(shape, shape.last_cell(), &options, &Unlimited).unwrap_err().to_string()
    };
    assert_eq!(
        refused(4, 4),
        "a census of 4x4 needs 1.4 TB of memory, 16.0 GB can be had; its first depths need less"
    );
    assert_eq!(refused(5, 5), "5x5 has too many positions for a complete census; ask for its first depths");
    assert!(Survey::memory_bytes(shape(2, 7), Metric::Stm).unwrap() < 6_000_000_000);
    let small = CensusOptions::new().memory_bytes(1_000_000).depth(30);
    let Err(CensusError::Stopped { why, finished }) = census(shape(4, 4), Cell::new(15), &small, &Unlimited)
    else {
        panic!("a megabyte does not hold thirty depths");
    };
    assert_eq!(why, StopReason::Memory);
    assert_eq!(finished.counts, published("depth_counts_4x4_stm_corner.txt")[..finished.counts.len()]);
    assert!(finished.counts.len() > 10);
}

/// Whatever has to be made in many pieces must count the same as at one go.
#[test]
fn little_memory_changes_how_far_a_census_comes_but_no_count() {
    for (rows, columns, metric, depth) in
        [(5, 5, Metric::Stm, 14), (5, 5, Metric::Mtm, 6), (16, 16, Metric::Mtm, 3), (3, 7, Metric::Mtm, 6)]
    {
        let shape = shape(rows, columns);
        let home = shape.last_cell();
        let options =
            |memory_bytes| CensusOptions::new().metric(metric).depth(depth).memory_bytes(memory_bytes);
        let whole = census(shape, home, &options(1 << 30), &Unlimited).unwrap();
        let (mut stopped, mut finished) = (0, 0);
        for kilobytes in [100, 400, 1_600, 6_400, 12_800, 25_600, 51_200, 102_400] {
            match census(shape, home, &options(kilobytes << 10), &Unlimited) {
                Ok(census) => {
                    assert_eq!(census, whole, "{shape} {metric} in {kilobytes} kB");
                    finished += 1;
                }
                Err(CensusError::Stopped { why, finished }) => {
                    assert_eq!(why, StopReason::Memory);
                    assert_eq!(finished.counts, whole.counts[..finished.counts.len()]);
                    stopped += 1;
                }
                Err(other) => panic!("{shape} {metric}: {other}"),
            }
        }
        assert!(stopped > 0 && finished > 0, "{shape} {metric}: {stopped} stopped, {finished} finished");
    }
}

#[test]
fn a_stopped_census_gives_the_depths_that_were_finished() {
    let expected = published("depth_counts_2x5_stm_corner.txt");
    for nodes in [1, 1_000, 100_000] {
        let limits = Limits::new().nodes(nodes);
        let shape = shape(2, 5);
        let Err(CensusError::Stopped { why, finished }) =
            census(shape, shape.last_cell(), &CensusOptions::default(), &limits)
        else {
            panic!("{nodes} nodes are not enough");
        };
        assert_eq!(why, StopReason::Nodes);
        assert!(!finished.complete && finished.positions() <= nodes);
        assert_eq!(finished.counts, expected[..finished.counts.len()]);
    }
}
