//! The kernels against the complete map of 3×3, on the processor.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};

use taquin_core::{Board, Cell, Goal, Metric, Problem, Shape, Solvable};
use taquin_solve::census::{Map, distances};
use taquin_solve::proof::{Keeping, blank_label, part_of};
use taquin_solve::{Monitor, Progress, StopReason, Unlimited};

use super::Shim;
use crate::bulk::{BEYOND, Bulk, UNKNOWN};
use crate::deep::{Deep, Habits, Watchers};
use crate::layout::{Layout, Reflection, Size};
use crate::{Ask, Device, GpuError, Proof};

fn square() -> Shape {
    Shape::new(3, 3).unwrap()
}

pub(super) fn map(home: u32) -> Map {
    distances(square(), Cell::new(home), Metric::Stm).unwrap()
}

/// Every position of the map and its distance.
fn all_of(map: &Map) -> (Vec<u8>, Vec<u8>) {
    let (mut positions, mut distances) = (Vec::new(), Vec::new());
    for (position, distance) in map.iter() {
        positions.extend(position);
        distances.push(distance as u8);
    }
    (positions, distances)
}

pub(super) fn layout(home: u32, size: Size) -> Layout {
    let (place, layout) = Layout::place(square(), Cell::new(home), size, true).unwrap();
    assert_eq!(
        place.symmetry(),
        taquin_core::Symmetry::IDENTITY,
        "tests name homes with layouts of their own"
    );
    layout
}

/// A layout whose second view has tables of its own.
pub(super) fn two_sets(size: Size) -> Layout {
    let layout = layout(1, size);
    // A split for a blank whose home is cell 3, which transposing makes of cell 1.
    let second =
        layout.split.iter().map(|pattern| pattern.iter().map(|&cell| turned(cell)).collect()).collect();
    Layout { reflection: Reflection::Transpose, second: Some(second), ..layout }
}

/// The quarter turn that carries cell 1 to cell 3.
fn turned(cell: u8) -> u8 {
    let (row, column) = (cell / 3, cell % 3);
    (2 - column) * 3 + row
}

#[test]
fn every_3x3_distance_in_bulk_is_the_maps_wherever_the_blank_belongs() {
    let device = Device::with(Shim::card(1));
    for home in 0..9 {
        let (mut positions, mut expected) = all_of(&map(home));
        if ![0, 1, 4].contains(&home) {
            // Carried onto one of the other three by a symmetry: some will do.
            positions.truncate(9 * 20_000);
            expected.truncate(20_000);
        }
        let found = device.distances(square(), Cell::new(home), &positions, &Unlimited).unwrap();
        assert!(found.distances == expected, "home {home}");
        assert_eq!(found.stopped, None);
    }
}

#[test]
fn three_patterns_two_sets_of_tables_and_many_hand_backs_change_no_distance() {
    let (mut positions, mut expected) = all_of(&map(1));
    positions.truncate(9 * 60_000);
    expected.truncate(60_000);
    for (layout, blocks, slice, ahead) in [
        (layout(1, Size::Medium), 1, 1 << 40, 34),
        (two_sets(Size::Large), 3, 20, 8),
        (two_sets(Size::Medium), 2, 3, 0),
    ] {
        let mut bulk = Bulk::new(&Shim::card(blocks), layout.clone(), &Unlimited).unwrap();
        (bulk.slice, bulk.ahead) = (slice, ahead);
        let found = bulk.labels(&positions, None, &Unlimited).unwrap();
        assert!(found.labels == expected, "{layout:?}");
    }
}

#[test]
fn a_distance_above_its_limit_is_beyond_and_others_are_exact() {
    let (positions, expected) = all_of(&map(0));
    let bulk = Bulk::new(&Shim::card(2), layout(0, Size::Large), &Unlimited).unwrap();
    let limits: Vec<u8> = (0..expected.len()).map(|index| (index * 7 % 32) as u8).collect();
    let found = bulk.labels(&positions, Some(&limits), &Unlimited).unwrap();
    for ((&label, &limit), &distance) in found.labels.iter().zip(&limits).zip(&expected) {
        // Looking ahead may find a distance that lies beyond.
        assert!(label == distance || distance > limit && label == BEYOND, "{label} {limit} {distance}");
    }
    assert!(found.labels.contains(&BEYOND));
}

/// Stops at the so-manyth look.
pub(super) struct After(pub u32, pub AtomicU32);

impl Monitor for After {
    fn poll(&self, _: &Progress) -> ControlFlow<StopReason> {
        match self.1.fetch_add(1, Ordering::Relaxed) {
            looks if looks >= self.0 => ControlFlow::Break(StopReason::Time),
            _ => ControlFlow::Continue(()),
        }
    }
}

#[test]
fn bulk_work_that_is_stopped_gives_what_it_has() {
    let (positions, expected) = all_of(&map(0));
    let mut bulk = Bulk::new(&Shim::card(1), layout(0, Size::Large), &Unlimited).unwrap();
    bulk.slice = 1000;
    let found = bulk.labels(&positions, None, &After(3, AtomicU32::new(0))).unwrap();
    assert_eq!(found.stopped, Some(StopReason::Time));
    let known = found.labels.iter().filter(|&&label| label != UNKNOWN).count();
    assert!(known > 0 && known < expected.len());
    assert!(
        found.labels.iter().zip(&expected).all(|(&label, &distance)| label == distance || label == UNKNOWN)
    );
}

/// Boards spread over the map, the farthest among them.
pub(super) fn some_problems(home: u32, every: usize) -> Vec<(Solvable, u32)> {
    let goal = Goal::Board(goal_board(home));
    let map = map(home);
    let farthest = map.iter().map(|(_, distance)| distance).max().unwrap();
    map.iter()
        .enumerate()
        .filter(|(index, (_, distance))| index % every == 0 || *distance == farthest || *distance <= 3)
        .map(|(_, (position, distance))| {
            let homes: Vec<u32> = position.iter().map(|&home| u32::from(home)).collect();
            (Problem::new(board_of(&homes, home), &goal).unwrap().decide().unwrap(), distance)
        })
        .collect()
}

fn goal_board(home: u32) -> Board {
    board_of(&[0, 1, 2, 3, 4, 5, 6, 7, 8], home)
}

/// A board whose cells hold what belongs on these cells; tiles are numbered in the order of their homes.
fn board_of(homes: &[u32], blank: u32) -> Board {
    let number = |home: u32| match home.cmp(&blank) {
        std::cmp::Ordering::Less => home + 1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => home,
    };
    let text: Vec<String> = homes.iter().map(|&home| number(home).to_string()).collect();
    text.join(" ").parse().unwrap()
}

#[test]
fn ways_in_bulk_are_shortest_solutions() {
    let device = Device::with(Shim::card(1));
    for home in [0, 5, 4] {
        let (problems, lengths): (Vec<_>, Vec<_>) = some_problems(home, 2003).into_iter().unzip();
        for (solved, length) in device.solve_many(&problems, &Unlimited).unwrap().into_iter().zip(lengths) {
            assert_eq!(solved.shortest().unwrap().moves().len() as u32, length);
        }
    }
}

fn deep(blocks: u32, layout: Layout, habits: Habits) -> Deep {
    let mut deep = Deep::new(&Shim::card(blocks), layout, &Unlimited).unwrap();
    deep.habits = habits;
    deep
}

fn quiet(monitor: &dyn Monitor) -> Watchers<'_> {
    Watchers { monitor, keep: None, iterations: None }
}

#[test]
fn solutions_of_3x3_are_shortest_wherever_the_blank_belongs() {
    let device = Device::with(Shim::card(1));
    for home in 0..9 {
        for (problem, distance) in some_problems(home, 20_011) {
            let solved = device.solve(&problem, &Unlimited).unwrap();
            assert_eq!(
                (solved.lower_bound, solved.stopped),
                (distance, None),
                "{}",
                problem.problem().start()
            );
            assert_eq!(solved.shortest().unwrap().moves().len() as u32, distance);
        }
    }
}

#[test]
fn small_frontiers_short_launches_and_several_blocks_change_no_length() {
    let usual = Habits::default();
    let small = |frontier, slice, ahead| Habits { frontier: (frontier, frontier), slice, ahead, ..usual };
    for (layout, blocks, habits) in [
        (layout(0, Size::Deep), 1, small(1.0, 1 << 40, false)),
        (layout(0, Size::Deep), 3, small(40.0, 3, true)),
        (two_sets(Size::Deep), 1, small(5.0, 5, true)),
        (
            Layout { reflection: Reflection::None, second: None, ..layout(1, Size::Deep) },
            2,
            small(9.0, 50, true),
        ),
    ] {
        let home = u32::from(layout.home);
        let deep = deep(blocks, layout, habits);
        for (position, distance) in map(home).iter().step_by(2503) {
            let ended = deep.search(&position, None, quiet(&Unlimited)).unwrap();
            assert_eq!((ended.way.map(|way| way.len() as u32), ended.bound), (Some(distance), distance));
        }
    }
}

#[test]
fn without_look_ahead_a_complete_iteration_has_the_same_nodes_however_it_is_cut() {
    let habits = |slice| Habits { frontier: (30.0, 30.0), slice, ahead: false, ..Habits::default() };
    let one = deep(1, layout(0, Size::Deep), habits(1 << 40));
    let many = deep(3, layout(0, Size::Deep), habits(2));
    for (position, _) in map(0).iter().filter(|(_, distance)| *distance >= 30) {
        let counts = [&one, &many].map(|deep| {
            let mut iterations = Vec::new();
            let watchers = Watchers { monitor: &Unlimited, keep: None, iterations: Some(&mut iterations) };
            deep.search(&position, None, watchers).unwrap();
            iterations.pop();
            iterations.iter().map(|iteration| (iteration.limit, iteration.nodes)).collect::<Vec<_>>()
        });
        assert!(counts[0].len() > 2);
        assert_eq!(counts[0], counts[1]);
    }
}

#[test]
fn a_search_that_was_stopped_goes_on_from_its_checkpoint_and_repeats_no_part() {
    let map = map(0);
    let position = map.position_at(31, 0).unwrap();
    // Parts of no time at all, so that there are as many as can be.
    let habits = Habits { frontier: (200.0, 200.0), ahead: false, part_seconds: 1e-7, ..Habits::default() };
    let deep = deep(1, layout(0, Size::Deep), habits);
    let search = |from: Option<Proof>, monitor: &dyn Monitor, kept: &mut Vec<Proof>| {
        let mut keep = |proof: &Proof| kept.push(proof.clone());
        deep.search(&position, from, Watchers { monitor, keep: Some(&mut keep), iterations: None }).unwrap()
    };
    let mut kept = Vec::new();
    let whole = search(None, &Unlimited, &mut kept);
    assert_eq!(whole.bound, 31);
    assert!(kept.iter().any(|proof| proof.parts > 10 && proof.done > 5));
    for looks in [1, 10, 60, 200] {
        let mut kept = Vec::new();
        let mut ended = search(None, &After(looks, AtomicU32::new(0)), &mut kept);
        let mut rounds = 0;
        while ended.stopped.is_some() {
            assert!(ended.bound <= 31);
            rounds += 1;
            let from = kept.last().cloned();
            ended = search(from, &After(looks + rounds, AtomicU32::new(0)), &mut kept);
        }
        assert_eq!(ended.way.map(|way| way.len()), Some(31));
        // No part is done twice: whenever an iteration was complete, the parts had come in order.
        assert!(kept.windows(2).all(|two| (two[0].limit, two[0].done) <= (two[1].limit, two[1].done)));
    }
}

/// A processor goes on from a card's checkpoint, so both must put a position into the same part.
#[test]
fn the_part_of_a_position_is_the_same_on_a_processor() {
    let position = map(0).position_at(31, 0).unwrap();
    let habits = Habits { frontier: (200.0, 200.0), part_seconds: 1e-7, ..Habits::default() };
    let deep = deep(1, layout(0, Size::Deep), habits);
    let (mut same, mut other) = (0, 0);
    for looks in 20..120 {
        let mut kept: Vec<Proof> = Vec::new();
        let mut keep = |proof: &Proof| kept.push(proof.clone());
        let monitor = &After(looks, AtomicU32::new(0));
        let watchers = Watchers { monitor, keep: Some(&mut keep), iterations: None };
        deep.search(&position, None, watchers).unwrap();
        // The part that was being searched, unless a new iteration had begun.
        let Some(proof) = kept.last().filter(|proof| proof.parts > 1) else { continue };
        let labels = deep.first_root().unwrap();
        let homes: Vec<u8> =
            labels.iter().map(|&tile| (0..9).find(|&home| blank_label(0, home) == tile).unwrap()).collect();
        let part = part_of(&homes, 0, proof.parts).unwrap();
        let counter = if part == proof.done { &mut same } else { &mut other };
        *counter += 1;
    }
    // A search that was stopped while its frontier grew has roots of an earlier part.
    assert!(same > 20 && same > 4 * other, "{same} positions in their part, {other} elsewhere");
}

#[test]
fn a_checkpoint_of_another_board_is_refused() {
    let device = Device::with(Shim::card(1));
    let problems = some_problems(0, 50_000);
    let mut kept = None;
    let mut keep = |proof: &Proof| kept = Some(proof.clone());
    let keeping = Keeping::new().keep(&mut keep);
    let ask = Ask { keeping, ..Ask::default() };
    let (first, second) = (&problems[problems.len() - 1].0, &problems[problems.len() - 2].0);
    assert!(device.solve_with(first, ask, &Unlimited).unwrap().shortest().is_some());
    let from = kept.expect("a hard board takes more than one iteration");
    let go_on = |problem: &Solvable| {
        let keeping = Keeping::new().from(from.clone());
        device.solve_with(problem, Ask { keeping, ..Ask::default() }, &Unlimited)
    };
    assert!(go_on(first).unwrap().shortest().is_some());
    let refused = go_on(second).unwrap_err();
    assert!(matches!(refused, GpuError::Checkpoint(_)), "{refused}");
}

#[test]
fn a_stopped_search_says_what_is_proven() {
    let device = Device::with(Shim::card(1));
    let (problem, distance) = some_problems(0, 1 << 20).pop().unwrap();
    let stopped = device.solve(&problem, &After(0, AtomicU32::new(0))).unwrap();
    assert_eq!(stopped.stopped, Some(StopReason::Time));
    assert!(stopped.lower_bound > 0 && stopped.lower_bound <= distance);
    assert_eq!(stopped.shortest(), None);
}

#[test]
fn positions_that_cannot_be_solved_are_refused_before_the_card_sees_them() {
    let device = Device::with(Shim::card(1));
    let ask = |position: &[u8]| {
        device.distances(square(), Cell::new(8), position, &Unlimited).unwrap_err().to_string()
    };
    let swapped = ask(&[1, 0, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(swapped, "position 0 (from 0): the position cannot be solved");
    assert!(
        ask(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 2, 3, 4, 5, 6, 7, 8]).starts_with("position 1 (from 0): ")
    );
    assert_eq!(ask(&[0, 1, 2]), "position 0 (from 0): 3 homes for the 9 cells of a board");
    let wide = Shape::new(3, 4).unwrap();
    assert_eq!(device.distances(wide, Cell::new(0), &[], &Unlimited).unwrap_err(), GpuError::Shape(wide));
}

/// A card that is not there: what the compiler is asked for, for a real one's sake.
struct Absent;

impl crate::card::Card for Absent {
    fn name(&self) -> String {
        "none".into()
    }
    fn threads(&self) -> u32 {
        256
    }
    fn resident_blocks(&self, _: crate::card::Program, _: &'static str, _: u32) -> crate::error::Result<u32> {
        unreachable!("it only names what to compile")
    }
    fn blocks_wanted(&self, usual: u32) -> u32 {
        usual
    }
    fn wide_exchange(&self) -> bool {
        false
    }
    fn compile(&self, _: &crate::card::Source) -> crate::error::Result<crate::card::Program> {
        unreachable!("it only names what to compile")
    }
    fn launch(&self, _: &crate::card::Launch<'_>) -> crate::error::Result<()> {
        unreachable!("it only names what to compile")
    }
    fn free_bytes(&self) -> crate::error::Result<u64> {
        unreachable!("it only names what to compile")
    }
    fn allocate(&self, _: u64) -> crate::error::Result<u64> {
        unreachable!("it only names what to compile")
    }
    fn release(&self, _: u64) {}
    fn fill(&self, _: u64, _: u8, _: u64) -> crate::error::Result<()> {
        unreachable!("it only names what to compile")
    }
    fn upload(&self, _: u64, _: &[u8]) -> crate::error::Result<()> {
        unreachable!("it only names what to compile")
    }
    fn download(&self, _: u64, _: &mut [u8]) -> crate::error::Result<()> {
        unreachable!("it only names what to compile")
    }
    fn copy(&self, _: u64, _: u64, _: u64) -> crate::error::Result<()> {
        unreachable!("it only names what to compile")
    }
}

#[test]
#[ignore = "needs NVRTC: `cargo xtask test` installs it and runs this test by name"]
fn the_kernels_compile_for_every_generation_of_cards() {
    let five = Shape::new(5, 5).unwrap();
    let four = Shape::new(4, 4).unwrap();
    for (arch, homes) in [(70, 0..3), (75, 1..2), (80, 1..2), (86, 1..2), (90, 0..3), (120, 1..2)] {
        let mut sources = Vec::new();
        for home in homes.clone() {
            let (_, layout) = Layout::place(five, Cell::new(home), Size::Deep, true).unwrap();
            sources.push(crate::deep::source(&Absent, &layout));
        }
        for size in [Size::Large, Size::Medium, Size::Small].into_iter().take(homes.len()) {
            let (_, layout) = Layout::place(four, Cell::new(1), size, true).unwrap();
            sources.push(crate::bulk::source(&Absent, &layout));
        }
        for source in &mut sources {
            if arch >= 90 {
                for definition in &mut source.definitions {
                    *definition = definition.replace("WIDE_EXCHANGE=0", "WIDE_EXCHANGE=1");
                }
            }
            if arch == 75 {
                for definition in &mut source.definitions {
                    *definition = definition.replace("BLOCKS=5", "BLOCKS=4");
                }
            }
            let nvrtc = crate::nvrtc::nvrtc(arch).unwrap();
            let (code, log) = nvrtc.machine_code(&source.text, &source.definitions, arch).unwrap();
            assert!(code.starts_with(b"\x7fELF"));
            if std::env::var_os("TAQUIN_PTXAS").is_some() {
                std::fs::write(std::env::temp_dir().join(format!("ptxas-{arch}-{}", source.text.len())), log)
                    .unwrap();
            }
        }
    }
}
