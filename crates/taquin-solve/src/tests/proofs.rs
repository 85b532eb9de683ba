//! Looking ahead, frontiers, parts, threads and checkpoints change nothing of what is found: against complete maps.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use taquin_core::{Cell, Direction, Goal, Metric, Problem, Shape};

use super::{homes, solve25 as solve};
use crate::census::{Map, distances};
use crate::construct;
use crate::position::{Homes, symmetry};
use crate::proof::{Keeping, Place, Proof};
use crate::search::Outcome;
use crate::search::cells25::Habits;
use crate::search::prune::slides;
use crate::table::Split;
use crate::table::cells25::Tables25;
use crate::{Effort, Monitor, Options, Progress, StopReason, Unlimited, Want, plan};

/// A board with its map and weak tables, so that searches are long for its size.
struct Scene {
    shape: Shape,
    home: u8,
    map: Map,
    tables: Tables25,
}

impl Scene {
    fn new(rows: u32, columns: u32, home: u8, sizes: &[usize]) -> Scene {
        let shape = Shape::new(rows, columns).unwrap();
        let cell = Cell::new(u32::from(home));
        Scene {
            shape,
            home,
            map: distances(shape, cell, Metric::Stm).unwrap(),
            tables: tables(shape, cell, sizes),
        }
    }

    /// Positions at a distance, some of them.
    fn at(&self, distance: u32, count: u64) -> Vec<Vec<u8>> {
        (0..count).filter_map(|place| self.map.position_at(distance, 17 * place)).collect()
    }

    fn homes(&self, position: &[u8]) -> Homes {
        homes(self.shape, self.home.into(), position)
    }

    /// Whether an outcome is a shortest way.
    fn must_be_shortest(&self, position: &[u8], outcome: &Outcome, told: &str) {
        let found = outcome.as_ref().unwrap();
        assert_eq!(Some(found.slides.len() as u32), self.map.distance(position), "{position:?} {told}");
        assert!(leads_home(self.shape, self.home, position, &found.slides), "{position:?} {told}");
    }
}

fn tables(shape: Shape, home: Cell, sizes: &[usize]) -> Tables25 {
    let standing = symmetry::stand(shape, home.index() as u8);
    let mut tiles = (0..shape.cells() as u8).filter(|&cell| cell != standing.home);
    let patterns = sizes.iter().map(|&size| tiles.by_ref().take(size).collect()).collect();
    let split = Split::new(standing.shape, standing.home, patterns, 25, 6).unwrap();
    Tables25::build(shape, home, &[split], 1, &Unlimited).unwrap()
}

fn leads_home(shape: Shape, home: u8, position: &[u8], way: &[Direction]) -> bool {
    let slides = slides(shape);
    let mut at = position.to_vec();
    for &slide in way {
        let blank = at.iter().position(|&label| label == home).unwrap();
        let Some(from) = slides[blank][slide as usize] else { return false };
        at.swap(blank, from.into());
    }
    at.is_sorted()
}

fn on(threads: usize) -> Effort {
    Effort { threads, ..Effort::default() }
}

/// As much as can be of everything: frontiers from the first nodes on, parts of a few positions, work shared at once.
fn eager(ahead: Option<u32>) -> Habits {
    Habits {
        ahead,
        frontier_nodes: 20,
        nodes_a_root: 3,
        most_roots: 1 << 9,
        part_nodes: 50,
        part_roots: 3,
        share_nodes: 1,
        slopes_nodes: None,
    }
}

/// A search that keeps everything it is told to.
fn kept(habits: Habits, scene: &Scene, position: &[u8], from: Option<Proof>) -> (Outcome, Vec<Proof>) {
    let mut all = Vec::new();
    let mut keep = |proof: &Proof| all.push(proof.to_string().parse().unwrap());
    let keeping = Keeping::new().from(from).keep(&mut keep);
    let outcome = solve(&scene.homes(position), &scene.tables, on(1), habits, keeping, &Unlimited);
    (outcome, all)
}

#[test]
fn every_far_board_is_solved_shortest_however_it_is_searched() {
    let scenes = [
        Scene::new(3, 3, 0, &[3, 3, 2]),
        Scene::new(3, 3, 4, &[4, 4]),
        Scene::new(2, 5, 1, &[5, 4]),
        Scene::new(5, 2, 0, &[4, 5]),
    ];
    for scene in &scenes {
        for distance in (0..60).filter(|distance| distance % 5 < 2) {
            for position in scene.at(distance, 3) {
                for ahead in [Some(0), Some(4), Some(9), Some(16), Some(30), None] {
                    let plain = Habits { ahead, ..Habits::default() };
                    for habits in [plain, eager(ahead)] {
                        let keeping = Keeping::default();
                        let start = scene.homes(&position);
                        let outcome = solve(&start, &scene.tables, on(1), habits, keeping, &Unlimited);
                        scene.must_be_shortest(&position, &outcome, &format!("{habits:?}"));
                    }
                    let (outcome, _) = kept(eager(ahead), scene, &position, None);
                    scene.must_be_shortest(&position, &outcome, &format!("in parts, {ahead:?}"));
                }
            }
        }
    }
}

#[test]
fn threads_that_look_ahead_find_shortest_ways() {
    let scene = Scene::new(3, 4, 0, &[6, 5]);
    for distance in [30, 41, 46, 50, 52] {
        for position in scene.at(distance, 3) {
            let start = scene.homes(&position);
            for (threads, ahead) in
                [(1, Some(0)), (1, Some(20)), (2, Some(12)), (2, None), (8, Some(20)), (8, None)]
            {
                for habits in [Habits { share_nodes: 1 << 12, ..Habits::default() }, eager(None)] {
                    let habits = Habits { ahead, ..habits };
                    let keeping = Keeping::default();
                    let outcome = solve(&start, &scene.tables, on(threads), habits, keeping, &Unlimited);
                    scene.must_be_shortest(&position, &outcome, &format!("{threads} threads, {habits:?}"));
                }
            }
        }
    }
}

#[test]
fn looking_ahead_meets_the_goal_early() {
    let scene = Scene::new(3, 4, 0, &[6, 5]);
    let nodes = |position: &[u8], ahead| {
        let habits = Habits { ahead: Some(ahead), ..Habits::default() };
        let start = scene.homes(position);
        let outcome = solve(&start, &scene.tables, on(1), habits, Keeping::default(), &Unlimited);
        scene.must_be_shortest(position, &outcome, "");
        outcome.unwrap().nodes
    };
    let sum = |ahead| scene.at(50, 10).iter().map(|position| nodes(position, ahead)).sum::<u64>();
    let (with, without) = (sum(22), sum(0));
    assert!(with * 4 < without * 3, "{with} nodes with, {without} without");
}

#[test]
fn a_search_goes_on_from_every_checkpoint_with_these_tables_or_others() {
    let mut between_parts = 0;
    for (scene, distance) in [(Scene::new(3, 3, 0, &[3, 3, 2]), 31), (Scene::new(2, 5, 0, &[5, 4]), 49)] {
        let shape = scene.shape;
        let others = Scene {
            tables: tables(shape, Cell::new(0), &[6, shape.cells() - 7]),
            map: distances(shape, Cell::new(0), Metric::Stm).unwrap(),
            ..scene
        };
        for position in scene.at(distance, 2) {
            for ahead in [Some(0), Some(12)] {
                let (outcome, all) = kept(eager(ahead), &scene, &position, None);
                scene.must_be_shortest(&position, &outcome, "whole");
                between_parts += all.iter().filter(|proof| (1..proof.parts).contains(&proof.done)).count();
                for proof in all {
                    let (again, _) = kept(eager(ahead), &scene, &position, Some(proof.clone()));
                    scene.must_be_shortest(&position, &again, &proof.to_string());
                    let (again, _) = kept(eager(ahead), &others, &position, Some(proof.clone()));
                    scene.must_be_shortest(&position, &again, &proof.to_string());
                }
            }
        }
    }
    assert!(between_parts > 10, "{between_parts}");
}

#[test]
fn a_checkpoint_of_a_finished_search_is_its_answer() {
    let scene = Scene::new(3, 3, 0, &[4, 4]);
    for position in scene.at(29, 3) {
        let (_, all) = kept(eager(None), &scene, &position, None);
        let last = all.last().cloned().unwrap();
        let nodes = last.nodes;
        let (again, _) = kept(eager(None), &scene, &position, Some(last));
        scene.must_be_shortest(&position, &again, "again");
        assert_eq!(again.unwrap().nodes, nodes, "nothing is searched twice");
    }
}

/// Says stop at one of its looks.
struct After(u64, AtomicU64);

impl Monitor for After {
    fn poll(&self, _: &Progress) -> ControlFlow<StopReason> {
        if self.1.fetch_add(1, Ordering::Relaxed) < self.0 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(StopReason::Time)
        }
    }
}

#[test]
fn a_search_that_is_stopped_again_and_again_repeats_no_part() {
    let scene = Scene::new(3, 3, 0, &[2, 2, 2, 2]);
    let position = scene.at(31, 1).remove(0);
    for (threads, looks) in [(1, 3), (1, 10), (2, 20), (8, 40)] {
        let (mut from, mut rounds) = (None, 0);
        let outcome = loop {
            let mut last: Option<Proof> = from.clone();
            let mut keep = |proof: &Proof| {
                let before = last.as_ref().map_or((0, 0), |last| (last.limit, last.done));
                assert!(before <= (proof.limit, proof.done), "a part was done again");
                last = Some(proof.clone());
            };
            let keeping = Keeping::new().from(from).keep(&mut keep);
            let monitor = After(looks + rounds / 4, AtomicU64::new(0));
            let start = scene.homes(&position);
            let outcome = solve(&start, &scene.tables, on(threads), eager(None), keeping, &monitor);
            match outcome {
                Err(halted) => assert!(halted.lower_bound <= 31 && rounds < 1000),
                Ok(_) => break outcome,
            }
            (from, rounds) = (last, rounds + 1);
        };
        assert!(rounds > 0);
        scene.must_be_shortest(&position, &outcome, "in pieces");
    }
}

#[test]
fn a_limit_before_an_earlier_search_goes_on_answers_with_what_that_one_knew() {
    struct Over;
    impl Monitor for Over {
        fn poll(&self, _: &Progress) -> ControlFlow<StopReason> {
            ControlFlow::Break(StopReason::Time)
        }
    }
    let (shape, home) = (Shape::new(5, 5).unwrap(), Cell::new(24));
    let mut board = Goal::BlankLast.board(shape).unwrap();
    let mut slid: Vec<Direction> = Vec::new();
    for slide in 0..30usize {
        let mut ways = (0..4).map(|turn| Direction::ALL[(slide * slide / 3 + turn) % 4]);
        slid.extend(ways.find(|way| slid.last() != Some(&way.opposite()) && board.slide(*way).is_some()));
    }
    let back: Vec<Direction> = slid.iter().rev().map(|slide| slide.opposite()).collect();
    let solvable = Problem::new(board, &Goal::BlankLast).unwrap().decide().unwrap();
    assert!(construct::at_once(&Homes::from(&solvable)).len() > back.len(), "the way is worth knowing");
    let place = Place::new(shape, home).unwrap();
    let proof = Proof {
        position: place.position(solvable.homes().iter().copied()),
        best: Some(place.blank_moves(&back)),
        ..Proof::new(2)
    };
    let solver = plan(&solvable, &Options::new().want(Want::Optimal).threads(1)).unwrap();
    let solved = solver.solve_keeping(Keeping::new().from(proof), &Over).unwrap();
    assert_eq!(solved.solution.moves().len(), back.len());
    assert_eq!(solved.stopped, Some(StopReason::Time));
}

#[test]
fn nothing_is_searched_past_the_longest_way_that_is_kept_track_of() {
    let scene = Scene::new(3, 3, 0, &[4, 4]);
    let position = scene.at(20, 1).remove(0);
    let (_, all) = kept(eager(None), &scene, &position, None);
    let far = Proof { position: all[0].position.clone(), ..Proof::new(250) };
    let (outcome, _) = kept(eager(None), &scene, &position, Some(far));
    assert_eq!(outcome.unwrap_err().why, StopReason::Memory);
}
