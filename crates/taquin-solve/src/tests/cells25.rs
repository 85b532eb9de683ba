//! Tables and search for boards of 17 to 25 cells: proved entry by entry, equal to the small ones where both
//! exist, and never a slide too many.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::{homes, solve25};
use crate::Effort;
use crate::position::Homes;
use crate::position::symmetry;
use crate::proof::Keeping;
use crate::search::{Outcome, cells25};
use crate::table::cells16::Table16;
use crate::table::cells25::layout::Layout;
use crate::table::cells25::{Table25, Tables25, partition};
use crate::table::numbering::Numbering;
use crate::table::{Bits, Flaw, Placement, Split, TableKey, build, format, prove};
use crate::{Limits, Monitor, Options, StopReason, Unlimited, Want, plan};
use taquin_core::{Board, Cell, Direction, Goal, Metric, Problem, Scrambler, Seed, Shape};

fn full() -> bool {
    std::env::var_os("TAQUIN_FULL").is_some()
}

fn shape(rows: u32, columns: u32) -> Shape {
    Shape::new(rows, columns).unwrap()
}

fn on(threads: usize) -> Effort {
    Effort { threads, ..Effort::default() }
}

fn solve(homes: &Homes, tables: &Tables25, effort: Effort, monitor: &dyn Monitor) -> Outcome {
    solve25(homes, tables, effort, cells25::Habits::default(), Keeping::default(), monitor)
}

fn table(layout: &Layout) -> Table25 {
    Table25::new(layout.clone(), build(layout, 2, &Unlimited).unwrap().into())
}

/// The tables of 5×5 with the blank's home in the first corner, made once: two or three seconds.
fn five() -> &'static Tables25 {
    static TABLES: OnceLock<Tables25> = OnceLock::new();
    TABLES.get_or_init(|| corner(0))
}

fn corner(home: u32) -> Tables25 {
    let made: Result<Tables25, StopReason> =
        Tables25::big(shape(5, 5), Cell::new(home), &Unlimited, |key, _| {
            Ok(table(&key.layout25(&Unlimited).unwrap()))
        });
    made.unwrap()
}

fn after(shape: Shape, position: &[u8], home: u8, slide: Direction) -> Option<Vec<u8>> {
    let blank = position.iter().position(|&label| label == home).unwrap() as u32;
    let (row, column) = (blank / shape.columns(), blank % shape.columns());
    let (row, column) = match slide {
        Direction::Up => (Some(row + 1), Some(column)),
        Direction::Down => (row.checked_sub(1), Some(column)),
        Direction::Left => (Some(row), Some(column + 1)),
        Direction::Right => (Some(row), column.checked_sub(1)),
    };
    let from = shape.cell(row?, column?)?;
    let mut next = position.to_vec();
    next.swap(blank as usize, from.index());
    Some(next)
}

fn neighbours(shape: Shape, position: &[u8], home: u8) -> Vec<Vec<u8>> {
    Direction::ALL.iter().filter_map(|&slide| after(shape, position, home, slide)).collect()
}

fn leads_home(shape: Shape, position: &[u8], home: u8, slides: &[Direction]) -> bool {
    let walked = slides.iter().try_fold(position.to_vec(), |at, &slide| after(shape, &at, home, slide));
    walked.is_some_and(|end| end.is_sorted())
}

/// Every position within `most` slides of `start`, with its distance.
fn around(shape: Shape, start: &[u8], home: u8, most: u32) -> HashMap<Vec<u8>, u32> {
    let mut known = HashMap::from([(start.to_vec(), 0)]);
    let mut level = vec![start.to_vec()];
    for distance in 1..=most {
        let mut next = Vec::new();
        for position in level {
            for neighbour in neighbours(shape, &position, home) {
                known.entry(neighbour.clone()).or_insert_with(|| {
                    next.push(neighbour);
                    distance
                });
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    known
}

/// A walk from home that never turns back at once.
fn walk(shape: Shape, home: u8, length: usize, seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut position: Vec<u8> = (0..shape.cells() as u8).collect();
    let mut before = position.clone();
    for _ in 0..length {
        let next: Vec<_> =
            neighbours(shape, &position, home).into_iter().filter(|next| *next != before).collect();
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        before = std::mem::replace(&mut position, next[(state % next.len() as u64) as usize].clone());
    }
    position
}

#[test]
fn every_entry_of_wide_tables_is_proved() {
    let layouts = vec![
        Layout::new(shape(5, 5), 0, &[1, 5, 6]),
        Layout::new(shape(5, 5), 12, &[0, 1, 24]),
        Layout::new(shape(5, 4), 0, &[1, 4, 5, 8]),
        Layout::new(shape(6, 3), 4, &[0, 1, 3, 5]),
        Layout::new(shape(3, 3), 0, &[1, 2, 3, 4, 5, 6]),
    ];
    for layout in layouts {
        let largest = prove(&table(&layout), &Unlimited);
        assert!(largest.is_ok(), "{:?}: {largest:?}", layout.tiles());
    }
    // Those that 5×5 is solved with have 181 million entries each: minutes.
    for table in full().then(five).iter().flat_map(|five| five.tables()) {
        let largest = prove(table, &Unlimited);
        assert!(largest.is_ok(), "{:?}: {largest:?}", table.layout().tiles());
    }
}

#[test]
fn a_wrong_entry_of_a_wide_table_is_found_by_the_proof() {
    let layout = Layout::new(shape(4, 5).transposed(), 0, &[1, 2]);
    let right = build(&layout, 1, &Unlimited).unwrap();
    for number in (0..layout.geometry().places()).step_by(5) {
        let mut wrong = right.to_vec();
        wrong[number / 64] ^= 1 << (number % 64);
        let flaw = prove(&Table25::new(layout.clone(), Bits::from(wrong)), &Unlimited).unwrap_err();
        assert!(matches!(flaw, Flaw::Stuck(_) | Flaw::Gap(..)), "entry {number}: {flaw}");
    }
}

#[test]
fn wide_tables_say_what_small_tables_say() {
    for (rows, columns, home, tiles) in
        [(4, 4, 0, vec![1, 4, 5]), (4, 4, 5, vec![0, 2, 8]), (4, 3, 0, vec![1, 3, 4, 6])]
    {
        let key = TableKey::new(shape(rows, columns), home, &tiles).unwrap();
        let large = table(&key.layout25(&Unlimited).unwrap());
        let layout = key.layout(&Unlimited).unwrap();
        let small = Table16::new(layout.clone(), build(&layout, 1, &Unlimited).unwrap().into());
        for set in layout.geometry().sets() {
            for order in layout.geometry().orders() {
                for blank in (0..layout.shape().cells() as u8).filter(|cell| set >> cell & 1 == 0) {
                    let there = Placement { set, order, blank };
                    assert_eq!(large.residue(&there), small.residue(&there));
                }
            }
        }
        let mut position: Vec<u8> = (0..(rows * columns) as u8).collect();
        position.reverse();
        let blank = position.iter().position(|&label| label == home).unwrap() as u8;
        let there = Placement::of(&tiles, &position, blank);
        assert_eq!(large.distance(&there), small.distance(&there));
    }
}

#[test]
fn builds_with_1_2_and_3_threads_give_the_same_wide_table() {
    let layout = Layout::new(shape(5, 5), 0, &[1, 5, 6, 10]);
    let one = build(&layout, 1, &Unlimited).unwrap();
    for threads in [2, 3] {
        assert!(*one == *build(&layout, threads, &Unlimited).unwrap(), "{threads} threads");
    }
}

#[test]
fn digests_of_5x5_tables_are_those_written_down() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/tables.digests");
    let text = std::fs::read_to_string(path).unwrap();
    for (key, table) in TableKey::big(shape(5, 5), Cell::new(0), Metric::Stm).iter().zip(five().tables()) {
        let header = format::header(key, table.bytes());
        let digest =
            format::read_header(&header, (header.len() + table.bytes().len()) as u64).unwrap().digest;
        let line = format!("{key} {digest:08x}");
        assert!(text.lines().any(|pinned| pinned == line), "{line}");
    }
}

/// Every position of a small board, or some of them, against the complete map.
fn search_equals_the_map(rows: u32, columns: u32, home: u8, splits: &[Split], step: usize) {
    let shape = shape(rows, columns);
    let tables = Tables25::build(shape, Cell::new(u32::from(home)), splits, 1, &Unlimited).unwrap();
    let start: Vec<u8> = (0..shape.cells() as u8).collect();
    let map = around(shape, &start, home, u32::MAX - 1);
    for (position, &distance) in map.iter().step_by(step) {
        let bound = tables.bound(&homes(shape, home.into(), position));
        assert!(bound <= distance && (distance - bound).is_multiple_of(2), "{position:?}");
        for next in neighbours(shape, position, home) {
            assert!(
                tables.bound(&homes(shape, home.into(), &next)).abs_diff(bound) <= 1,
                "{position:?} {next:?}"
            );
        }
        let found =
            solve(&homes(shape, home.into(), position), &tables, Effort::default(), &Unlimited).unwrap();
        assert_eq!(found.slides.len() as u32, distance, "{position:?}");
        assert!(leads_home(shape, position, home, &found.slides), "{position:?}");
    }
}

/// A split of a board turned as it stands.
fn split(rows: u32, columns: u32, home: u8, patterns: Vec<Vec<u8>>) -> Split {
    let standing = symmetry::stand(shape(rows, columns), home);
    Split::new(standing.shape, standing.home, patterns, 25, 6).unwrap()
}

#[test]
fn every_small_board_is_solved_shortest_by_the_wide_search() {
    for home in 0..6 {
        let standing = symmetry::stand(shape(2, 3), home);
        search_equals_the_map(2, 3, home, &partition::splits(standing.shape, standing.home), 1);
    }
    let step = if full() { 1 } else { 37 };
    // The first split leaves the blank shut in at home; in the second two patterns share a table.
    search_equals_the_map(3, 3, 0, &[split(3, 3, 0, vec![vec![1, 2, 3, 4], vec![5, 6, 7, 8]])], step);
    search_equals_the_map(3, 3, 8, &[split(3, 3, 8, vec![vec![2, 5], vec![6, 7], vec![1, 3, 4, 8]])], step);
    search_equals_the_map(3, 3, 4, &[split(3, 3, 4, vec![vec![0, 1, 2], vec![6, 7, 8], vec![3, 5]])], step);
    search_equals_the_map(2, 4, 3, &[split(2, 4, 3, vec![vec![1, 2, 3], vec![4, 5, 6, 7]])], step);
}

/// Boards whose distance is known because the surroundings of both ends meet.
fn easy_boards_are_solved_shortest(shape: Shape, home: u8, tables: &Tables25, count: u64) {
    let start: Vec<u8> = (0..shape.cells() as u8).collect();
    let near = around(shape, &start, home, if full() { 14 } else { 12 });
    let reach = if full() { 14 } else { 10 };
    for seed in 0..count {
        let position = walk(shape, home, 12 + 2 * seed as usize % 24, seed + 1);
        let met = around(shape, &position, home, reach);
        let distance = met.iter().filter_map(|(at, there)| Some(there + near.get(at)?)).min();
        let start = homes(shape, home.into(), &position);
        let bound = tables.bound(&start);
        for threads in [1, 2] {
            let found = solve(&start, tables, on(threads), &Unlimited).unwrap();
            assert!(leads_home(shape, &position, home, &found.slides), "{position:?}");
            let length = found.slides.len() as u32;
            assert!(bound <= length, "{position:?}");
            // Surroundings that do not meet prove that the distance is larger than both.
            assert_eq!(length, distance.unwrap_or(length), "{position:?}");
            assert!(distance.is_some() || length > reach + 12, "{position:?}");
        }
    }
}

#[test]
fn easy_5x5_boards_are_solved_shortest_in_every_corner() {
    easy_boards_are_solved_shortest(shape(5, 5), 0, five(), 40);
    if full() {
        for home in [4, 20, 24] {
            easy_boards_are_solved_shortest(shape(5, 5), home, &corner(u32::from(home)), 40);
        }
    }
}

#[test]
fn easy_4x5_and_3x6_boards_are_solved_shortest() {
    for (rows, columns, home) in [(4, 5, 19), (3, 6, 0), (3, 6, 8)] {
        let shape = shape(rows, columns);
        let made: Result<Tables25, StopReason> =
            Tables25::big(shape, Cell::new(u32::from(home)), &Unlimited, |key, _| {
                Ok(table(&key.layout25(&Unlimited).unwrap()))
            });
        easy_boards_are_solved_shortest(shape, home, &made.unwrap(), if full() { 40 } else { 10 });
    }
}

/// Korf and Felner's boards: the number, the shortest length and the tiles.
fn korf() -> Vec<(u32, usize, Vec<u8>)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/instances/korf24_50.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let numbers: Vec<u64> = line.split_whitespace().map(|word| word.parse().unwrap()).collect();
            let tiles = numbers[3..].iter().map(|&tile| tile as u8).collect();
            (numbers[0] as u32, numbers[1] as usize, tiles)
        })
        .collect()
}

#[test]
fn korf_and_felners_38th_and_40th_boards_take_96_and_82_slides() {
    let numbers: &[u32] = if full() { &[25, 38, 40, 44] } else { &[38, 40] };
    for (number, length, position) in korf().into_iter().filter(|(number, ..)| numbers.contains(number)) {
        let found = solve(&homes(shape(5, 5), 0, &position), five(), on(2), &Unlimited).unwrap();
        assert!(leads_home(shape(5, 5), &position, 0, &found.slides));
        assert_eq!(found.slides.len(), length, "board {number}");
    }
}

#[test]
fn bounds_of_fifty_hard_boards_are_below_the_published_lengths() {
    for (number, length, position) in korf() {
        let bound = five().bound(&homes(shape(5, 5), 0, &position)) as usize;
        assert!(bound <= length && (length - bound).is_multiple_of(2), "board {number}");
    }
}

#[test]
fn a_stopped_wide_search_tells_what_was_proven() {
    let (_, length, position) = korf().swap_remove(9);
    for threads in [1, 2] {
        let halted =
            solve(&homes(shape(5, 5), 0, &position), five(), on(threads), &Limits::new().nodes(300_000))
                .unwrap_err();
        assert_eq!(halted.why, StopReason::Nodes);
        assert!(
            halted.lower_bound as usize <= length
                && halted.lower_bound >= five().bound(&homes(shape(5, 5), 0, &position))
        );
        assert!(halted.nodes < 600_000, "{}", halted.nodes);
    }
}

#[test]
fn a_stopped_wide_search_has_a_solution_to_show() {
    let (_, length, position) = korf().swap_remove(9);
    let halted =
        solve(&homes(shape(5, 5), 0, &position), five(), on(1), &Limits::new().nodes(3_000_000)).unwrap_err();
    let best = halted.best.expect("a beam finds something");
    assert!(leads_home(shape(5, 5), &position, 0, &best));
    assert!(best.len() >= length, "{} slides", best.len());
}

#[test]
fn a_narrow_memory_only_narrows_the_beam() {
    let (_, length, position) = korf().swap_remove(39);
    let options = Effort { memory_bytes: 1 << 20, ..Effort::default() };
    let found = solve(&homes(shape(5, 5), 0, &position), five(), options, &Unlimited).unwrap();
    assert_eq!(found.slides.len(), length);
}

#[test]
fn a_hard_board_that_no_table_fits_is_searched_until_a_limit() {
    for (rows, columns) in [(2, 12), (12, 2)] {
        let shape = shape(rows, columns);
        assert!(TableKey::big(shape, shape.last_cell(), Metric::Stm).is_empty());
        let board = Scrambler::new(shape, &Goal::BlankLast, Seed::new(1)).unwrap().board(0);
        let solvable = Problem::new(board, &Goal::BlankLast).unwrap().decide().unwrap();
        let solver = plan(&solvable, &Options::new().want(Want::Optimal)).unwrap();
        assert!(!solver.keeps());
        // More nodes than an easy board takes.
        let stopped = solver.solve(&Limits::new().nodes(3_000_000)).unwrap();
        assert!(stopped.stopped == Some(StopReason::Nodes) && !stopped.optimal);
    }
}

#[test]
fn a_hard_board_without_tables_on_disk_is_solved_all_the_same() {
    let (_, length, tiles) = korf().swap_remove(39);
    let text: Vec<String> = tiles
        .chunks(5)
        .map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        .collect();
    let board: Board = text.join("/").parse().unwrap();
    let solvable = Problem::new(board, &Goal::BlankFirst).unwrap().decide().unwrap();
    let options = Options::new().want(Want::Optimal).threads(2);
    let solver = plan(&solvable, &options).unwrap();
    let stopped = solver.solve(&Limits::new().nodes(200_000)).unwrap();
    assert!(stopped.stopped == Some(StopReason::Nodes) && !stopped.optimal);
    assert!(stopped.lower_bound as usize <= length && stopped.solution.length(Metric::Stm) >= length);
    if full() {
        let solved = solver.solve(&Unlimited).unwrap();
        assert!(solved.optimal && solved.solution.length(Metric::Stm) == length);
        assert_eq!(solved.stats.solver, "tables 6-6-6-6");
    }
}

/// Slopes wherever they can be used.
fn on_slopes() -> cells25::Habits {
    cells25::Habits { slopes_nodes: Some(0), ..cells25::Habits::default() }
}

/// The same slides and nodes with slopes as without.
fn slopes_say_the_same(homes: &Homes, tables: &Tables25) {
    let without = solve(homes, tables, Effort::default(), &Unlimited).unwrap();
    let with =
        solve25(homes, tables, Effort::default(), on_slopes(), Keeping::default(), &Unlimited).unwrap();
    assert_eq!(with, without);
    let shared = solve25(homes, tables, on(2), on_slopes(), Keeping::default(), &Unlimited).unwrap();
    assert_eq!(shared.slides.len(), without.slides.len());
}

#[test]
fn a_search_on_slopes_makes_the_same_nodes_and_finds_the_same_way() {
    let step = if full() { 7 } else { 411 };
    // One view and two, patterns that share a table and such that do not, less than four of them.
    for (rows, columns, home, patterns) in [
        (3, 3, 0, vec![vec![1, 2, 3, 4], vec![5, 6, 7, 8]]),
        (3, 3, 8, vec![vec![2, 5], vec![6, 7], vec![1, 3, 4, 8]]),
        (2, 4, 3, vec![vec![1, 2, 3], vec![4, 5, 6, 7]]),
    ] {
        let splits = [split(rows, columns, home, patterns)];
        let shape = shape(rows, columns);
        let tables = Tables25::build(shape, Cell::new(home.into()), &splits, 1, &Unlimited).unwrap();
        let start: Vec<u8> = (0..shape.cells() as u8).collect();
        for position in around(shape, &start, home, u32::MAX - 1).keys().step_by(step) {
            slopes_say_the_same(&homes(shape, home.into(), position), &tables);
        }
    }
    for (rows, columns, home) in [(4, 5, 19), (3, 6, 8)] {
        let shape = shape(rows, columns);
        let made: Result<Tables25, StopReason> =
            Tables25::big(shape, Cell::new(u32::from(home)), &Unlimited, |key, _| {
                Ok(table(&key.layout25(&Unlimited).unwrap()))
            });
        let tables = made.unwrap();
        for seed in 1..=if full() { 40 } else { 12 } {
            let position = walk(shape, home, 30 + 3 * seed as usize, seed);
            slopes_say_the_same(&homes(shape, home.into(), &position), &tables);
        }
        let bytes: usize = tables.tables().iter().map(|table| table.bytes().len()).sum();
        assert!(tables.memory_bytes() > 8 * bytes, "slopes were made");
    }
}

#[test]
fn a_search_turns_to_slopes_when_an_iteration_is_worth_them_and_counts_on() {
    let shape = shape(4, 5);
    let made: Result<Tables25, StopReason> = Tables25::big(shape, Cell::new(19), &Unlimited, |key, _| {
        Ok(table(&key.layout25(&Unlimited).unwrap()))
    });
    let tables = made.unwrap();
    let position = homes(shape, 19, &walk(shape, 19, 400, 5));
    let without = solve(&position, &tables, Effort::default(), &Unlimited).unwrap();
    assert!(without.nodes > 20_000, "{}", without.nodes);
    let habits = cells25::Habits { slopes_nodes: Some(without.nodes / 4), ..cells25::Habits::default() };
    let stopped = solve25(
        &position,
        &tables,
        Effort::default(),
        habits,
        Keeping::default(),
        &Limits::new().nodes(without.nodes / 2),
    );
    let halted = stopped.unwrap_err();
    assert_eq!(halted.why, StopReason::Nodes);
    assert!(tables.known_slopes().is_some() && halted.nodes >= without.nodes / 2);
    let again = solve25(&position, &tables, Effort::default(), habits, Keeping::default(), &Unlimited);
    assert_eq!(again.unwrap(), without);
}
