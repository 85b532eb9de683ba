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

use taquin_core::{Board, Goal, Metric, Problem, Scrambler, Seed, Shape};
use taquin_solve::census::{CensusOptions, census};
use taquin_solve::table::{Store, TableKey};
use taquin_solve::{
    Limits, Method, Monitor, Options, Progress, StopReason, TableCache, Unlimited, Want, plan,
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

fn solve(board: &Board, options: &Options, monitor: &dyn Monitor) -> String {
    let Ok(problem) = Problem::new(board.clone(), &Goal::BlankLast) else { return "no problem".into() };
    let Ok(solvable) = problem.decide() else { return "no solution".into() };
    match plan(&solvable, options) {
        Err(error) => error.to_string(),
        Ok(solver) => match solver.solve(monitor) {
            Ok(solved) => format!("{} slides", solved.solution.length(options.metric)),
            Err(stopped) => format!("{}, at least {}", stopped.why, stopped.lower_bound),
        },
    }
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
