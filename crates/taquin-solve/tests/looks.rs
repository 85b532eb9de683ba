//! Every way of solving looks at its monitor, in every phase, and ends when that says stop.
//!
//! The promise is a look every 10 ms. A test that measured times would fail on a busy machine, so work is counted here:
//! what a phase does between two looks is fixed by constants that stand for well under a millisecond, so a phase that
//! has so much work must look up so many times, and where it counts as it goes on that count is compared from look to
//! look. `cargo run -p taquin-bench --bin lateness` measures the times.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;

use taquin_core::batch::Boards;
use taquin_core::{Board, Goal, Grouping, Metric, Problem, Seed, Shape, Solvable};
use taquin_solve::census::{CensusError, CensusOptions, census};
use taquin_solve::proof::{Keeping, Proof};
use taquin_solve::table::{Store, TableKey};
use taquin_solve::{
    Bound, Method, Monitor, Options, Progress, StopReason, TableCache, Unlimited, Want, alike, bulk, deal,
    plan,
};

/// Counts looks by phase, and what was done between two of them; stops at a look, or at a number of nodes.
#[derive(Default)]
struct Looks {
    stop_at: Option<u64>,
    most_nodes: Option<u64>,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    phases: BTreeMap<&'static str, Phase>,
    looks: u64,
    /// After it said stop.
    ignored: u64,
}

#[derive(Debug, Default)]
struct Phase {
    looks: u64,
    /// What the last look told, in the phase's units.
    told: u64,
    /// The most units between two looks.
    gap: u64,
}

impl Seen {
    fn looks(&self, phase: &str) -> u64 {
        self.phases.get(phase).map_or(0, |phase| phase.looks)
    }

    /// What has gone on for too long without a look, and what nobody has a measure for.
    fn too_long(&self) -> Vec<String> {
        let wrong = |(name, phase): (&&str, &Phase)| match most(name) {
            Some((_, most)) if phase.gap <= most => None,
            Some((unit, most)) => {
                Some(format!("{} {unit:?} without a look while {name}, {most} are too many", phase.gap))
            }
            None => Some(format!("nobody says how long may be without a look while {name:?}")),
        };
        self.phases.iter().filter_map(wrong).collect()
    }
}

/// What a phase counts as it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Nodes,
    Done,
    /// Nothing that moves from look to look: how many looks there are is asked for instead.
    Looks,
}

/// Nodes between two looks, at most: a search makes ten to a hundred million in a second, the slow bounds a million.
const MOST_NODES: u64 = 1 << 17;

/// What each phase counts, and the most of it between two looks. Entries of a table, positions of a map and slides of a
/// construction are made faster than nodes of a search; a board is looked up in less than a microsecond.
const PHASES: &[(&str, Unit, u64)] = &[
    ("searching", Unit::Nodes, MOST_NODES),
    ("counting solutions", Unit::Nodes, MOST_NODES),
    ("shortening", Unit::Nodes, MOST_NODES),
    ("solving stretches", Unit::Nodes, MOST_NODES),
    ("solving boards", Unit::Nodes, MOST_NODES),
    ("placing tiles", Unit::Nodes, MOST_NODES),
    ("building a table", Unit::Nodes, 1 << 20),
    ("mapping positions", Unit::Nodes, 1 << 20),
    ("counting positions", Unit::Done, 1 << 12),
    ("looking boards up", Unit::Done, 1 << 14),
    ("loading a table", Unit::Done, 1),
    ("checking a table", Unit::Done, 1 << 20),
    ("building pattern tables", Unit::Looks, 0),
    ("building pattern table", Unit::Looks, 0),
    ("making larger tables", Unit::Looks, 0),
    ("building walking distance", Unit::Looks, 0),
    ("listing solutions", Unit::Looks, 0),
    ("preparing a table", Unit::Looks, 0),
    ("preparing the evaluation", Unit::Looks, 0),
    ("preparing the search", Unit::Looks, 0),
    ("judging the start", Unit::Looks, 0),
    ("preparing to count", Unit::Looks, 0),
    ("reading the weights", Unit::Looks, 0),
    ("walking through a map", Unit::Looks, 0),
];

fn most(phase: &str) -> Option<(Unit, u64)> {
    PHASES.iter().find(|(name, ..)| *name == phase).map(|&(_, unit, most)| (unit, most))
}

impl Looks {
    fn stopping_at(look: u64) -> Looks {
        Looks { stop_at: Some(look), ..Looks::default() }
    }

    fn seen(self) -> Seen {
        self.seen.into_inner().unwrap()
    }
}

/// Phases that a number of nodes ends; elsewhere they are entries of a table.
const SEARCHES: [&str; 3] = ["searching", "counting solutions", "shortening"];

impl Monitor for Looks {
    fn poll(&self, progress: &Progress) -> ControlFlow<StopReason> {
        let mut seen = self.seen.lock().unwrap();
        seen.looks += 1;
        let told = match most(progress.phase) {
            Some((Unit::Nodes, _)) => progress.nodes,
            Some((Unit::Done, _)) => progress.done,
            Some((Unit::Looks, _)) | None => 0,
        };
        let phase = seen.phases.entry(progress.phase).or_default();
        phase.looks += 1;
        // The next table, and the next depth of a census, begin to count anew.
        phase.gap = phase.gap.max(told.saturating_sub(phase.told));
        phase.told = told;
        if self.stop_at.is_some_and(|stop| seen.looks >= stop) {
            seen.ignored += u64::from(self.stop_at.is_some_and(|stop| seen.looks > stop));
            return ControlFlow::Break(StopReason::Interrupted);
        }
        match self.most_nodes {
            Some(most) if SEARCHES.contains(&progress.phase) && progress.nodes >= most => {
                ControlFlow::Break(StopReason::Nodes)
            }
            _ => ControlFlow::Continue(()),
        }
    }
}

/// A way of solving, and how many looks each of its phases takes at least.
struct Way {
    name: &'static str,
    board: String,
    options: Options,
    least: &'static [(&'static str, u64)],
}

const FOUR: &str = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3";
const THREE_BY_FIVE: &str = "14 3 7 1 9/5 11 2 13 6/8 12 10 4 0";
const THREE_BY_SIX: &str = "17 5 9 1 13 3/7 15 2 11 6 16/4 12 8 14 10 0";

/// A board whose number of cells is no multiple of seven, every tile far from home.
fn large(rows: u32, columns: u32) -> String {
    let tile = |row: u32, column: u32| ((row * columns + column) * 7 % (rows * columns)).to_string();
    let row = |row| (0..columns).map(|column| tile(row, column)).collect::<Vec<_>>().join(" ");
    (0..rows).map(row).collect::<Vec<_>>().join("/")
}

fn ways() -> Vec<Way> {
    let usual = Options::default;
    let ladder = |bound: &str, search| usual().heuristic(bound.parse::<Bound>().unwrap()).search(search);
    let way = |name, board: &str, options, least| Way { name, board: board.into(), options, least };
    vec![
        way("tables", FOUR, usual(), LEAST_TABLES),
        way("multi-tile", FOUR, usual().metric(Metric::Mtm), LEAST_MULTI),
        way("short", THREE_BY_FIVE, usual().want(Want::Short), LEAST_SHORT),
        way("short, large", &large(18, 17), usual().want(Want::Short), LEAST_SHORT_LARGE),
        way("large", THREE_BY_SIX, usual().want(Want::Optimal), LEAST_LARGE),
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
        way("fast", &large(61, 61), usual().want(Want::Fast), LEAST_FAST),
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
const LEAST_FAST: &[(&str, u64)] = &[("placing tiles", 5)];
const LEAST_LARGE: &[(&str, u64)] = &[
    ("building pattern tables", 10),
    ("preparing a table", 10),
    ("building a table", 100),
    ("preparing the search", 3),
    ("searching", 100),
];

/// Nodes that all searches but the hardest need, and that make a stretch of each.
const NODES: u64 = 1_500_000;

/// The board, or the one with its second and third tile exchanged where it has no solution.
fn solvable(board: &str) -> Solvable {
    let board: Board = board.parse().unwrap();
    let decide = |board| Problem::new(board, &Goal::BlankLast).unwrap().decide();
    decide(board.clone()).unwrap_or_else(|_| {
        let mut tiles = board.tiles().to_vec();
        tiles.swap(1, 2);
        decide(Board::new(board.shape(), tiles).unwrap()).unwrap()
    })
}

fn run(way: &Way, monitor: &dyn Monitor) {
    // Tables of its own: each run is the first.
    let options = way.options.clone().tables(std::sync::Arc::default());
    let _ = plan(&solvable(&way.board), &options).unwrap().solve(monitor);
}

#[test]
fn every_phase_of_every_way_of_solving_looks_up() {
    let mut wrong = Vec::new();
    for way in ways() {
        let looks = Looks { most_nodes: Some(NODES), ..Looks::default() };
        run(&way, &looks);
        let seen = looks.seen();
        let few = |&&(phase, least): &&(&str, u64)| seen.looks(phase) < least;
        for (phase, least) in way.least.iter().filter(few) {
            wrong.push(format!("{}: fewer than {least} looks while {phase}, of {:?}", way.name, seen.phases));
        }
        wrong.extend(seen.too_long().into_iter().map(|gap| format!("{}: {gap}", way.name)));
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

/// What is told of the very first work on a board of many cells, before any search or construction.
#[test]
fn the_start_of_a_large_board_is_judged_under_the_monitor_and_what_was_counted_is_a_bound() {
    let solvable = solvable(&large(300, 299));
    let in_full = taquin_solve::lower_bound(&solvable);
    for want in [Want::Fast, Want::Short, Want::Optimal] {
        let solver = plan(&solvable, &Options::new().want(want)).unwrap();
        let looks = Looks::stopping_at(1);
        let stopped = solver.solve(&looks).unwrap_err();
        let seen = looks.seen();
        assert_eq!((seen.looks("judging the start"), seen.ignored), (1, 0), "{want}: {:?}", seen.phases);
        assert!((1..in_full).contains(&stopped.lower_bound), "{want}: {} of {in_full}", stopped.lower_bound);
        assert_eq!(solver.lower_bound(), in_full, "{want}: the next one counts to the end");
    }
}

#[test]
fn a_census_looks_up_in_every_part_of_its_work() {
    for (size, depth, metric) in
        [("5x5", 16, Metric::Stm), ("16x16", 4, Metric::Mtm), ("3x4", 99, Metric::Stm)]
    {
        let shape: Shape = size.parse().unwrap();
        let options = CensusOptions::new().metric(metric).depth(depth);
        let looks = Looks::default();
        census(shape, shape.last_cell(), &options, &looks).unwrap();
        let seen = looks.seen();
        let all = seen.looks;
        assert!(all > 1000, "{size}: {all} looks");
        assert_eq!(seen.too_long(), [""; 0], "{size}");
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
    let counted = seen.looks("counting solutions");
    assert!(all.nodes <= (counted + 1) * MOST_NODES, "{:?}, {}", seen.phases, all.nodes);
    assert!(seen.looks("listing solutions") > all.solutions.len() as u64 / 257, "{:?}", seen.phases);
    assert_eq!(seen.too_long(), [""; 0]);
}

/// Work that takes a monitor looks up in these phases, so often at least, and ends at the look that says stop.
fn looks_up(name: &str, least: &[(&str, u64)], work: impl Fn(&Looks)) {
    let looks = Looks { most_nodes: Some(NODES), ..Looks::default() };
    work(&looks);
    let seen = looks.seen();
    for &(phase, least) in least {
        let looks = seen.looks(phase);
        assert!(looks >= least, "{name}: {looks} looks while {phase}, of {:?}", seen.phases);
    }
    assert_eq!(seen.too_long(), [""; 0], "{name}");
    for stop in [1, 2, seen.looks / 3, seen.looks / 2, seen.looks].into_iter().filter(|&stop| stop > 0) {
        let looks = Looks::stopping_at(stop);
        work(&looks);
        let ignored = looks.seen().ignored;
        assert!(ignored <= 2, "{name}: {ignored} looks after the stop at {stop} of {}", seen.looks);
    }
}

/// A folder of its own, removed afterwards.
struct Scratch(std::path::PathBuf);

impl Scratch {
    fn new() -> Scratch {
        Scratch(std::env::temp_dir().join(format!("taquin-looks-{}", std::process::id())))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn loading_tables_from_files_looks_up() {
    let folder = Scratch::new();
    let (store, problem) = (Store::at(&folder.0), solvable("8 6 7/2 5 4/3 0 1"));
    let start = problem.problem().start();
    let keys = TableKey::big(start.shape(), problem.problem().goal().blank(), Metric::Stm);
    for key in &keys {
        store.build(key, 1, &Unlimited).unwrap();
    }
    looks_up("a table that is there", &[("preparing a table", 1), ("checking a table", 1)], |looks| {
        assert_eq!(store.build(&keys[0], 1, looks).is_ok(), looks.stop_at.is_none());
    });
    let least = [("preparing a table", 1), ("loading a table", keys.len() as u64)];
    looks_up("tables from files", &least, |looks| {
        let tables = std::sync::Arc::new(TableCache::with_tables_in(&folder.0));
        let options = Options::new().tables(tables);
        let solved = plan(&problem, &options).unwrap().solve(looks);
        assert!(looks.stop_at.is_some() || solved.is_ok_and(|solved| solved.optimal));
    });
}

#[test]
fn goals_where_tiles_are_alike_look_up() {
    let start: Board = "0 5 9 12/15 8 14 11/1 4 13 3/6 2 10 7".parse().unwrap();
    let decided = alike::decide(&start, Grouping::Checkerboard).unwrap();
    looks_up("alike", &[("searching", 10)], |looks| {
        let solved = alike::solve(&decided, Grouping::Checkerboard, &Options::default(), looks).unwrap();
        assert_eq!(solved.is_ok(), looks.stop_at.is_none());
    });
}

#[test]
fn boards_in_bulk_look_up_whether_they_are_looked_up_searched_or_dealt() {
    let nine = [8, 6, 7, 2, 5, 4, 3, 0, 1].repeat(20_000);
    let boards = Boards::new("3x3".parse().unwrap(), &nine).unwrap();
    let ask = || bulk::Ask::new(Goal::BlankLast.board("3x3".parse().unwrap()).unwrap());
    looks_up("a map", &[("mapping positions", 10), ("looking boards up", 2)], |looks| {
        assert_eq!(bulk::label(&boards, &ask(), true, looks).is_ok(), looks.stop_at.is_none());
    });
    let sixteen: Vec<u8> = solvable(FOUR).problem().start().iter().map(|tile| tile.number() as u8).collect();
    let boards = Boards::new("4x4".parse().unwrap(), &sixteen).unwrap();
    let ask = || bulk::Ask::new(Goal::BlankLast.board("4x4".parse().unwrap()).unwrap());
    looks_up("a search in bulk", &[("building a table", 100), ("solving boards", 1)], |looks| {
        assert_eq!(bulk::label(&boards, &ask(), false, looks).is_ok(), looks.stop_at.is_none());
    });
    // 1,814,400 positions are walked through twice: once to count them, once to find those that are asked for.
    let shape: Shape = "2x5".parse().unwrap();
    let wanted = [bulk::Wanted { index: 0, distance: 30 }, bulk::Wanted { index: 1, distance: 55 }];
    looks_up("deals in bulk", &[("mapping positions", 10), ("walking through a map", 12)], |looks| {
        let tables = std::sync::Arc::default();
        let dealt = bulk::deal(shape, &Goal::BlankLast, Seed::new(1), &wanted, 1, &tables, looks);
        assert_eq!(dealt.is_ok(), looks.stop_at.is_none());
    });
    looks_up("a deal", &[("mapping positions", 10), ("walking through a map", 8)], |looks| {
        let dealt =
            deal::at_distance(shape, &Goal::BlankLast, Seed::new(1), 55, &std::sync::Arc::default(), looks);
        assert_eq!(dealt.is_ok(), looks.stop_at.is_none());
    });
}

#[test]
fn shortening_a_solution_looks_up() {
    let problem = solvable(FOUR);
    let fast = Options::new().want(Want::Fast);
    let long = plan(&problem, &fast).unwrap().solve(&Unlimited).unwrap().solution;
    looks_up("shorten", &[("reading the weights", 1), ("shortening", 10)], |looks| {
        let options = fast.clone().tables(std::sync::Arc::default());
        let shorter = plan(&problem, &options).unwrap().shorten(&long, looks).unwrap();
        assert!(shorter.solution.moves().len() <= long.moves().len());
    });
}

#[test]
fn a_search_that_keeps_checkpoints_looks_up_and_keeps_one_when_it_is_stopped() {
    let problem = solvable(THREE_BY_SIX);
    let options = || Options::new().want(Want::Optimal);
    let kept = Mutex::new(None);
    let search = |from: Option<Proof>, looks: &Looks| {
        let mut keep = |proof: &Proof| *kept.lock().unwrap() = Some(proof.clone());
        let options = options();
        let keeping = Keeping::new().from(from).keep(&mut keep);
        let _ = plan(&problem, &options).unwrap().solve_keeping(keeping, looks);
    };
    looks_up("checkpoints", LEAST_LARGE, |looks| search(None, looks));
    search(None, &Looks { most_nodes: Some(NODES), ..Looks::default() });
    let proof = kept.lock().unwrap().take().expect("where it stood is kept");
    assert_eq!(proof.check(&problem), Ok(()));
    looks_up("from a checkpoint", &[("building a table", 100), ("searching", 100)], |looks| {
        search(Some(proof.clone()), looks);
    });
}

#[test]
fn slopes_look_up_while_they_are_made_and_searched_on() {
    let problem = solvable(THREE_BY_SIX);
    let options = Options::new().want(Want::Optimal).table_bytes(1 << 30);
    let start = {
        let kept = Mutex::new(None);
        let mut keep = |proof: &Proof| *kept.lock().unwrap() = Some(proof.clone());
        let stopping = Looks { most_nodes: Some(NODES), ..Looks::default() };
        let solver = plan(&problem, &options).unwrap();
        let _ = solver.solve_keeping(Keeping::new().keep(&mut keep), &stopping);
        kept.into_inner().unwrap().expect("where it stood is kept")
    };
    // Who comes from so long an iteration has a longer one ahead, which is worth slopes.
    let far = {
        let mut far = start;
        far.last_nodes = 1 << 40;
        far
    };
    assert_eq!(far.check(&problem), Ok(()));
    let least = [("building a table", 100), ("making larger tables", 100), ("searching", 20)];
    looks_up("slopes", &least, |looks| {
        let options = options.clone().tables(std::sync::Arc::default());
        let keeping = Keeping::new().from(far.clone());
        let solved = plan(&problem, &options).unwrap().solve_keeping(keeping, looks).unwrap();
        assert!(solved.stopped.is_some() || solved.optimal);
    });
}
