//! How late answers come: `lateness [--time MS] [--threads N] [--tables DIRECTORY]`.
//!
//! Every way of solving runs under a time limit. Printed are the longest gap between two looks at the monitor (10 ms are
//! promised), between which phases it lay, how much of it was work of that thread's own (the rest is a busy machine), and
//! how long after the limit the answer came (50 ms are promised). `--tables` adds the ways that read tables from files; they
//! are built there first.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use taquin_core::batch::Boards;
use taquin_core::{Board, Goal, Grouping, Metric, Problem, Scrambler, Seed, Shape};
use taquin_solve::census::{CensusOptions, census};
use taquin_solve::proof::{Keeping, Proof};
use taquin_solve::table::{Store, TableKey};
use taquin_solve::{
    Limits, Method, Monitor, Options, Progress, StopReason, TableCache, Unlimited, Want, alike, bulk, plan,
};

type Failure = Box<dyn std::error::Error>;

/// One look: when, by the clock and by this thread's own time, and what was being done.
#[derive(Clone, Copy)]
struct Look {
    at: Instant,
    own: Duration,
    phase: &'static str,
}

/// A pause between two looks.
#[derive(Clone, Copy)]
struct Gap {
    wall: Duration,
    own: Duration,
    between: [&'static str; 2],
}

struct Watch {
    limits: Limits<'static>,
    seen: Mutex<(Look, Option<Gap>, u64)>,
}

impl Watch {
    fn new(limits: Limits<'static>) -> Watch {
        let begin = Look { at: Instant::now(), own: own_time(), phase: "begin" };
        Watch { limits, seen: Mutex::new((begin, None, 0)) }
    }

    fn look(&self, phase: &'static str) {
        let look = Look { at: Instant::now(), own: own_time(), phase };
        let Ok(mut seen) = self.seen.lock() else { return };
        let before = seen.0;
        let gap = Gap {
            wall: look.at - before.at,
            own: look.own.saturating_sub(before.own),
            between: [before.phase, phase],
        };
        if seen.1.is_none_or(|longest| gap.wall > longest.wall) {
            seen.1 = Some(gap);
        }
        // The time of the look itself is nobody's gap.
        seen.0 = Look { at: Instant::now(), own: own_time(), phase };
        seen.2 += 1;
    }
}

impl Monitor for Watch {
    fn poll(&self, progress: &Progress) -> ControlFlow<StopReason> {
        self.look(progress.phase);
        self.limits.poll(progress)
    }

    fn spent(&self) -> f64 {
        self.limits.spent()
    }
}

/// The time this thread has run, where the system tells.
fn own_time() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Runs one way under the limit and prints its line.
fn measure(name: &str, limit: Duration, way: impl FnOnce(&dyn Monitor) -> String) {
    let begin = Instant::now();
    let watch = Watch::new(Limits::new().time(limit));
    let outcome = way(&watch);
    watch.look("end");
    let late = begin.elapsed().saturating_sub(limit);
    let Ok((_, Some(gap), looks)) = watch.seen.into_inner() else { return };
    println!(
        "{name:32} {:8.1} {:8.1} {:8.1} {looks:7}  {} → {}; {outcome}",
        milliseconds(gap.wall),
        milliseconds(gap.own),
        milliseconds(late),
        gap.between[0],
        gap.between[1],
    );
}

fn random(size: &str) -> Result<Board, Failure> {
    let shape: Shape = size.parse()?;
    Ok(Scrambler::new(shape, &Goal::BlankLast, Seed::new(1))?.board(0))
}

/// Deciding and planning take no monitor; they are told apart from what does, so that a gap says whose it is.
fn solve(board: &Board, options: &Options, monitor: &dyn Monitor) -> String {
    let Ok(problem) = Problem::new(board.clone(), &Goal::BlankLast) else { return "no problem".into() };
    let _ = monitor.poll(&Progress::new("a problem"));
    let Ok(solvable) = problem.decide() else { return "no solution".into() };
    let _ = monitor.poll(&Progress::new("a verdict"));
    let solver = plan(&solvable, options);
    let _ = monitor.poll(&Progress::new("a plan"));
    match solver {
        Err(error) => error.to_string(),
        Ok(solver) => match solver.solve(monitor) {
            Ok(solved) => format!("{} slides", solved.solution.length(options.metric)),
            Err(stopped) => format!("{}, at least {}", stopped.why, stopped.lower_bound),
        },
    }
}

/// Goals where tiles are alike, and many boards at once: looked up in a map, searched, dealt.
fn other_questions(hard: &Board, limit: Duration, threads: usize) -> Result<(), Failure> {
    let decided = alike::decide(hard, Grouping::Rows).ok_or("tiles that are alike always have a goal")?;
    let options = Options::new().threads(threads);
    measure("4x4 alike", limit, |monitor| match alike::solve(&decided, Grouping::Rows, &options, monitor) {
        Ok(Ok(solved)) => format!("{} slides", solved.solution.moves().len()),
        Ok(Err(stopped)) => stopped.to_string(),
        Err(error) => error.to_string(),
    });
    for (size, count) in [("3x3", 1_000_000), ("3x4", 100_000), ("4x4", 100)] {
        let shape: Shape = size.parse()?;
        let scrambler = Scrambler::new(shape, &Goal::BlankLast, Seed::new(1))?;
        let cells: Vec<u8> = (0..1000)
            .flat_map(|number| {
                scrambler.board(number).tiles().iter().map(|tile| tile.number() as u8).collect::<Vec<_>>()
            })
            .cycle()
            .take(count * shape.cells())
            .collect();
        let boards = Boards::new(shape, &cells)?;
        let mut ask = bulk::Ask::new(Goal::BlankLast.board(shape)?);
        ask.threads = threads;
        measure(&format!("{size} in bulk"), limit, |monitor| {
            match bulk::label(&boards, &ask, true, monitor) {
                Ok(labels) => format!("{} boards", labels.distances.len()),
                Err(error) => error.to_string(),
            }
        });
    }
    measure("3x4 dealt", limit, |monitor| {
        let Ok(shape) = "3x4".parse() else { return String::new() };
        let wanted: Vec<_> = (0..1000).map(|index| bulk::Wanted { index, distance: 40 }).collect();
        let dealt =
            bulk::deal(shape, &Goal::BlankLast, Seed::new(1), &wanted, threads, &Arc::default(), monitor);
        dealt.map_or_else(|error| error.to_string(), |_| format!("{} boards", wanted.len()))
    });
    Ok(())
}

/// A search that keeps checkpoints: from the start, from one after which a long iteration begins with a frontier, and the
/// same where there is room for slopes.
fn checkpoints(board: &Board, options: &Options, limit: Duration) -> Result<(), Failure> {
    let solvable = Problem::new(board.clone(), &Goal::BlankLast)?.decide()?;
    let run = |options: &Options, from: Option<Proof>, monitor: &dyn Monitor| {
        let mut kept = None;
        let mut keep = |proof: &Proof| kept = Some(proof.clone());
        let keeping = Keeping::new().from(from).keep(&mut keep);
        let ended = plan(&solvable, options).map(|solver| solver.solve_keeping(keeping, monitor));
        let outcome = match ended {
            Ok(Ok(solved)) => format!("at least {}", solved.lower_bound),
            Ok(Err(stopped)) => stopped.to_string(),
            Err(error) => error.to_string(),
        };
        (outcome, kept)
    };
    // Tables come first, and an iteration or two: before them there is no checkpoint.
    let some = Limits::new().on_progress(|progress| match progress.phase {
        "searching" if progress.nodes > 20_000_000 => ControlFlow::Break(StopReason::Nodes),
        _ => ControlFlow::Continue(()),
    });
    let Some(mut far) = run(options, None, &some).1 else { return Ok(()) };
    measure("checkpoints", limit, |monitor| run(options, Some(far.clone()), monitor).0);
    // Whoever comes from so long an iteration has a longer one ahead.
    far.last_nodes = 1 << 40;
    measure("checkpoints, frontier", limit * 100, |monitor| run(options, Some(far.clone()), monitor).0);
    let roomy = options.clone().table_bytes(1 << 33);
    measure("slopes", limit * 200, |monitor| run(&roomy, Some(far.clone()), monitor).0);
    measure("slopes, made", limit * 20, |monitor| run(&roomy, Some(far), monitor).0);
    Ok(())
}

fn main() -> Result<(), Failure> {
    let (mut limit, mut threads, mut directory) = (Duration::from_millis(100), 1, None::<PathBuf>);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or("every option has a value")?;
        match word.as_str() {
            "--time" => limit = Duration::from_millis(value.parse()?),
            "--threads" => threads = value.parse()?,
            "--tables" => directory = Some(value.into()),
            _ => return Err(format!("{word}: --time, --threads and --tables there are").into()),
        }
    }
    // Korf's board 82, the hardest of his hundred for these tables.
    let hard: Board = "0 15 4 9/14 10 6 3/8 1 11 5/7 13 2 12".parse().or_else(|_| random("4x4"))?;
    let hard =
        if Problem::new(hard.clone(), &Goal::BlankLast)?.decide().is_ok() { hard } else { random("4x4")? };
    let (wide, flat, large) = (random("5x5")?, random("3x5")?, random("6x6")?);
    let usual = || Options::new().threads(threads);
    println!("{:32} {:>8} {:>8} {:>8} {:>7}", "limit, gap, own, late in ms", "gap", "own", "late", "looks");
    measure("4x4 cold", limit, |monitor| solve(&hard, &usual(), monitor));
    let warm = usual();
    solve(&random("4x4")?, &warm, &Unlimited);
    measure("4x4 warm", limit, |monitor| solve(&hard, &warm, monitor));
    let short = || usual().want(Want::Short);
    let optimal = || usual().want(Want::Optimal);
    for (name, board) in
        [("3x5 short", &flat), ("4x4 short", &hard), ("5x5 short", &wide), ("6x6 short", &large)]
    {
        measure(name, limit, |monitor| solve(board, &short(), monitor));
    }
    let larger = random("10x10")?;
    measure("10x10 short", limit, |monitor| solve(&larger, &short(), monitor));
    measure("10x10 short, longer", limit * 8, |monitor| solve(&larger, &short(), monitor));
    let huge = random("32x32")?;
    measure("32x32 short", limit, |monitor| solve(&huge, &short(), monitor));
    let vast = random("1000x1000")?;
    for want in [Want::Fast, Want::Short, Want::Optimal] {
        let options = usual().want(want);
        measure(&format!("1000x1000 {want}"), limit, |monitor| solve(&vast, &options, monitor));
    }
    measure("5x5 cold", limit, |monitor| solve(&wide, &optimal(), monitor));
    measure("5x5 cold, tables built", limit * 20, |monitor| solve(&wide, &optimal(), monitor));
    measure("6x6 optimal", limit, |monitor| solve(&large, &optimal(), monitor));
    measure("64x64 optimal", limit, |monitor| match random("64x64") {
        Ok(board) => solve(&board, &optimal(), monitor),
        Err(error) => error.to_string(),
    });
    measure("4x4 multi-tile cold", limit, |monitor| solve(&hard, &usual().metric(Metric::Mtm), monitor));
    for bound in
        ["none", "manhattan", "linear-conflict", "inversion", "walking", "pattern:5-5-5", "pattern:7-8"]
    {
        let heuristic = Some(bound.parse()?);
        measure(&format!("4x4 ida {bound}"), limit, |monitor| {
            solve(&hard, &usual().heuristic(heuristic), monitor)
        });
    }
    for method in [Method::Astar, Method::Bidirectional] {
        measure(&format!("4x4 {method} walking"), limit, |monitor| {
            let heuristic = "walking".parse().ok();
            solve(&hard, &usual().heuristic(heuristic).search(method), monitor)
        });
    }
    for (size, depth, metric) in
        [("4x4", 40, Metric::Stm), ("16x16", 9, Metric::Mtm), ("3x4", 99, Metric::Stm)]
    {
        measure(&format!("census {size} {metric}"), limit, |monitor| {
            let Ok(shape) = size.parse::<Shape>() else { return String::new() };
            let options = CensusOptions::new().metric(metric).depth(depth).threads(threads);
            match census(shape, shape.last_cell(), &options, monitor) {
                Ok(census) => format!("{} positions", census.positions()),
                Err(error) => error.to_string(),
            }
        });
    }
    measure("4x4 all shortest", limit, |monitor| {
        let solved = || -> Option<String> {
            let solvable = Problem::new(hard.clone(), &Goal::BlankLast).ok()?.decide().ok()?;
            let solver = plan(&solvable, &warm).ok()?;
            let solved = solver.solve(&Unlimited).ok()?;
            monitor.poll(&Progress::new("solved")).is_continue().then_some(())?;
            Some(match solver.all(&solved.solution, 1 << 20, monitor)? {
                Ok(all) => format!("{} solutions", all.count),
                Err(stopped) => stopped.why.to_string(),
            })
        };
        solved().unwrap_or_else(|| "the solution alone took longer".into())
    });
    other_questions(&hard, limit, threads)?;
    checkpoints(&wide, &optimal(), limit)?;
    let Some(directory) = directory else { return Ok(()) };
    let store = Store::at(&directory);
    for (size, board, options) in [("4x4", &hard, usual()), ("5x5", &wide, optimal())] {
        let shape: Shape = size.parse()?;
        for key in TableKey::big(shape, shape.last_cell(), Metric::Stm) {
            store.build(&key, threads, &Unlimited)?;
        }
        let tables = Arc::new(TableCache::with_tables_in(&directory));
        measure(&format!("{size} tables on disk"), limit, |monitor| {
            solve(board, &options.tables(tables), monitor)
        });
    }
    Ok(())
}
