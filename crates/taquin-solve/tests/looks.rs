//! Every way of solving looks at its monitor, in every phase, and ends when that says stop.
//!
//! The promise is a look every 10 ms. A test that measured times would fail on a busy machine, so work is counted here:
//! what a phase does between two looks is fixed by constants that stand for well under a millisecond, so a phase that
//! has so much work must look up so many times. `cargo run -p taquin-bench --bin lateness` measures the times.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;

use taquin_core::{Board, Goal, Metric, Problem, Shape, Solvable};
use taquin_solve::census::{CensusError, CensusOptions, census};
use taquin_solve::{Method, Monitor, Options, Progress, StopReason, Unlimited, Want, plan};

/// Counts looks by phase, and the nodes between two of them; stops at a look, or at a number of nodes.
#[derive(Default)]
struct Looks {
    stop_at: Option<u64>,
    most_nodes: Option<u64>,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    phases: BTreeMap<&'static str, u64>,
    looks: u64,
    /// After it said stop.
    ignored: u64,
    nodes: u64,
    /// The most nodes between two looks.
    gap: u64,
}

impl Looks {
    fn stopping_at(look: u64) -> Looks {
        Looks { stop_at: Some(look), ..Looks::default() }
    }

    fn seen(self) -> Seen {
        self.seen.into_inner().unwrap()
    }
}

impl Monitor for Looks {
    fn poll(&self, progress: &Progress) -> ControlFlow<StopReason> {
        let mut seen = self.seen.lock().unwrap();
        *seen.phases.entry(progress.phase).or_default() += 1;
        seen.looks += 1;
        // Elsewhere nodes are entries of a table.
        let searches = ["searching", "counting solutions", "shortening"].contains(&progress.phase);
        if searches {
            seen.gap = seen.gap.max(progress.nodes.saturating_sub(seen.nodes));
            seen.nodes = progress.nodes;
        }
        if self.stop_at.is_some_and(|stop| seen.looks >= stop) {
            seen.ignored += u64::from(self.stop_at.is_some_and(|stop| seen.looks > stop));
            return ControlFlow::Break(StopReason::Interrupted);
        }
        match self.most_nodes {
            Some(most) if searches && progress.nodes >= most => ControlFlow::Break(StopReason::Nodes),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// A way of solving, and how many looks each of its phases takes at least.
struct Way {
    name: &'static str,
    board: &'static str,
    options: Options,
    least: &'static [(&'static str, u64)],
}

const FOUR: &str = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3";
const THREE_BY_FIVE: &str = "14 3 7 1 9/5 11 2 13 6/8 12 10 4 0";
const THREE_BY_SIX: &str = "17 5 9 1 13 3/7 15 2 11 6 16/4 12 8 14 10 0";

/// A board of 18 x 17, every tile far from home.
fn large() -> &'static str {
    let rows: Vec<String> = (0..18)
        .map(|row| {
            (0..17).map(|column| ((row * 17 + column) * 7 % 306).to_string()).collect::<Vec<_>>().join(" ")
        })
        .collect();
    rows.join("/").leak()
}

fn ways() -> Vec<Way> {
    let usual = Options::default;
    let ladder = |bound: &str, search| Options { heuristic: Some(bound.parse().unwrap()), search, ..usual() };
    let way = |name, board, options, least| Way { name, board, options, least };
    vec![
        way("tables", FOUR, usual(), LEAST_TABLES),
        way("multi-tile", FOUR, Options { metric: Metric::Mtm, ..usual() }, LEAST_MULTI),
        way("short", THREE_BY_FIVE, Options { want: Some(Want::Short), ..usual() }, LEAST_SHORT),
        way("short, large", large(), Options { want: Some(Want::Short), ..usual() }, LEAST_SHORT_LARGE),
        way("large", THREE_BY_SIX, Options { want: Some(Want::Optimal), ..usual() }, LEAST_LARGE),
        way(
            "walking",
            FOUR,
            ladder("walking", None),
            &[("building walking distance", 24), ("searching", 100)],
        ),
        way(
            "patterns",
            FOUR,
            ladder("pattern:5-5-5", None),
            &[("preparing a table", 2), ("building a table", 10)],
        ),
        way("additive", THREE_BY_SIX, ladder("pattern:4-4-4-5", None), &[("building pattern tables", 10)]),
        way("manhattan", FOUR, ladder("manhattan", None), &[("searching", 1000)]),
        way("inversion", FOUR, ladder("inversion", None), &[("searching", 1000)]),
        way("linear conflict", FOUR, ladder("linear-conflict", None), &[("searching", 1000)]),
        way("A*", FOUR, ladder("walking", Some(Method::Astar)), &[("searching", 100)]),
        way("both ends", FOUR, ladder("walking", Some(Method::Bidirectional)), &[("searching", 100)]),
    ]
}

const LEAST_TABLES: &[(&str, u64)] =
    &[("preparing a table", 4), ("building a table", 100), ("preparing the search", 3), ("searching", 1)];
const LEAST_MULTI: &[(&str, u64)] =
    &[("preparing a table", 70), ("building pattern table", 100), ("searching", 1)];
const LEAST_SHORT: &[(&str, u64)] = &[
    ("building walking distance", 2),
    ("reading the weights", 130),
    ("preparing the evaluation", 1),
    ("shortening", 1),
];
const LEAST_SHORT_LARGE: &[(&str, u64)] =
    &[("reading the weights", 130), ("preparing the evaluation", 1), ("shortening", 100)];
const LEAST_LARGE: &[(&str, u64)] = &[
    ("building pattern tables", 10),
    ("preparing a table", 10),
    ("building a table", 100),
    ("preparing the search", 3),
    ("searching", 100),
];

/// Nodes that all searches but the hardest need, and that make a stretch of each.
const NODES: u64 = 1_500_000;

/// Nodes between two looks, at most: a search makes ten to a hundred million in a second, the slow bounds a million.
const MOST_NODES: u64 = 1 << 17;

/// The board, or the one with its first two tiles exchanged where it has no solution.
fn solvable(board: &str) -> Solvable {
    let board: Board = board.parse().unwrap();
    let decide = |board| Problem::new(board, &Goal::BlankLast).unwrap().decide();
    decide(board.clone()).unwrap_or_else(|_| {
        let mut tiles = board.tiles().to_vec();
        tiles.swap(0, 1);
        decide(Board::new(board.shape(), tiles).unwrap()).unwrap()
    })
}

fn run(way: &Way, monitor: &dyn Monitor) {
    // Tables of its own: each run is the first.
    let options = Options { tables: std::sync::Arc::default(), ..way.options.clone() };
    let _ = plan(&solvable(way.board), &options).unwrap().solve(monitor);
}

#[test]
fn every_phase_of_every_way_of_solving_looks_up() {
    let mut wrong = Vec::new();
    for way in ways() {
        let looks = Looks { most_nodes: Some(NODES), ..Looks::default() };
        run(&way, &looks);
        let seen = looks.seen();
        let few = |&&(phase, least): &&(&str, u64)| seen.phases.get(phase).copied().unwrap_or(0) < least;
        for (phase, least) in way.least.iter().filter(few) {
            wrong.push(format!("{}: fewer than {least} looks while {phase}, of {:?}", way.name, seen.phases));
        }
        if seen.gap > MOST_NODES {
            wrong.push(format!("{}: {} nodes between two looks", way.name, seen.gap));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_way_of_solving_ends_at_the_look_that_says_stop() {
    for way in ways() {
        let all = Looks { most_nodes: Some(NODES), ..Looks::default() };
        run(&way, &all);
        let all = all.seen().looks;
        for stop in
            [1, 2, 3, 5, 10, all / 8, all / 4, all / 2, all * 3 / 4, all].into_iter().filter(|&stop| stop > 0)
        {
            let looks = Looks::stopping_at(stop);
            run(&way, &looks);
            let seen = looks.seen();
            // Who is stopped while tables are made may ask once more whether there is time for a first answer.
            assert!(seen.ignored <= 2, "{}: {} looks after the stop at {stop}", way.name, seen.ignored);
        }
    }
}

#[test]
fn a_census_looks_up_in_every_part_of_its_work() {
    for (size, depth, metric) in
        [("5x5", 16, Metric::Stm), ("16x16", 4, Metric::Mtm), ("3x4", 99, Metric::Stm)]
    {
        let shape: Shape = size.parse().unwrap();
        let options = CensusOptions { metric, depth: Some(depth), ..CensusOptions::default() };
        let looks = Looks::default();
        census(shape, shape.last_cell(), &options, &looks).unwrap();
        let all = looks.seen().looks;
        assert!(all > 1000, "{size}: {all} looks");
        for stop in [1, all / 3, all / 2, all] {
            let looks = Looks::stopping_at(stop);
            let stopped = census(shape, shape.last_cell(), &options, &looks);
            assert!(
                matches!(stopped, Err(CensusError::Stopped { why: StopReason::Interrupted, .. })),
                "{size}"
            );
            assert_eq!(looks.seen().ignored, 0, "{size}: looks after the stop at {stop}");
        }
    }
}

#[test]
fn counting_and_listing_all_shortest_solutions_looks_up() {
    let solvable = solvable("2 1 4 3/6 5 8 7/10 9 12 11/13 14 15 0");
    let solver = plan(&solvable, &Options::default()).unwrap();
    let solved = solver.solve(&Unlimited).unwrap();
    let looks = Looks::default();
    let all = solver.all(&solved.solution, 100_000, &looks).unwrap().unwrap();
    let seen = looks.seen();
    let looks = |phase| seen.phases.get(phase).copied().unwrap_or(0);
    assert!(all.nodes <= (looks("counting solutions") + 1) * MOST_NODES, "{:?}, {}", seen.phases, all.nodes);
    assert!(looks("listing solutions") > all.solutions.len() as u64 / 257, "{:?}", seen.phases);
    assert!(seen.gap <= MOST_NODES, "{} nodes between two looks", seen.gap);
}
