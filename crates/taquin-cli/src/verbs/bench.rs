//! `taquin bench`: the standard measurements, on the boards that everybody measures.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;
use std::time::Instant;

use clap::{Args, ValueEnum};
use taquin_core::{Board, Goal, Metric, Problem, Scrambler, Seed, Shape, Solvable, Tile};
use taquin_solve::{Limits, Options, TableCache, plan};

use crate::failure::{Exit, Failure};
use crate::limits::seconds;
use crate::machine::interrupted;
use crate::report::{Report, Status, milliseconds};
use crate::tables::TablesArgs;
use crate::width;

/// Measure this machine on the standard boards
///
/// Big tables are used where `taquin table build 4x4` has made them. Times are of one thread unless said. Compare
/// times, not nodes: every program counts its own way.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  $ taquin bench --only article
  $ taquin bench --help | head -1")]
pub struct BenchArgs {
    /// Measure only this; may be given several times
    #[arg(long, value_name = "WHAT", value_enum)]
    only: Vec<Work>,
    /// Threads for the measurement of many boards [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    tables: TablesArgs,
    /// Print one JSON object per measurement
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Work {
    /// A board known from the web, 54 moves, tables made on the way
    Article,
    /// Korf's 100 boards with tables made in memory
    KorfSmall,
    /// Korf's 100 boards with the tables on disk
    KorfBig,
    /// The 17 boards at distance 80 with the tables on disk
    Far,
    /// 10,000 random boards, one thread and several
    Random,
    /// Korf's first 20 boards in the multi-tile metric, tables made in memory
    Mtm,
    /// The same with the tables on disk
    MtmBig,
}

const KORF: &str = include_str!("../../data/korf100.txt");
const FAR: &str = include_str!("../../data/antipodes_4x4_80.txt");
const ARTICLE: &str = "0 5 9 12/15 8 14 11/1 4 13 3/6 2 10 7";

pub fn run(args: &BenchArgs) -> Result<Exit, Failure> {
    let mut out = io::stdout().lock();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, usize::from);
    // Before any work, so that Ctrl-C is ours to tell of.
    interrupted()?;
    if !args.json {
        let head = "| work | boards | mean | median | worst | nodes a board | tables |\n|---|---|---|---|---|---|---|";
        writeln!(out, "{}", width::fitted(head))?;
    }
    for work in Work::value_variants() {
        let wanted = args.only.is_empty() || args.only.contains(work);
        if !wanted {
            continue;
        }
        let report = measure(args, *work, threads)?;
        if args.json {
            report.write(&mut out)?;
        } else {
            writeln!(out, "{}", width::fitted(&row(&report)))?;
        }
        out.flush()?;
    }
    Ok(Exit::Answered)
}

fn measure(args: &BenchArgs, work: Work, threads: usize) -> Result<Report, Failure> {
    let big = || Arc::new(args.tables.cache());
    let small = || Arc::new(TableCache::new());
    let first = Goal::BlankFirst;
    Ok(match work {
        Work::Article => {
            let boards = [problem(ARTICLE.parse().map_err(Failure::input)?, &Goal::BlankLast)?];
            one_by_one("the 54-move board, tables made on the way", &boards, &small(), Metric::Stm, false)?
        }
        Work::KorfSmall => {
            one_by_one("Korf's 100, tables in memory", &listed(KORF, &first)?, &small(), Metric::Stm, true)?
        }
        Work::KorfBig => {
            one_by_one("Korf's 100, tables on disk", &listed(KORF, &first)?, &big(), Metric::Stm, true)?
        }
        Work::Far => {
            let boards = listed(FAR, &Goal::BlankLast)?;
            one_by_one("the 17 at distance 80, tables on disk", &boards, &big(), Metric::Stm, true)?
        }
        Work::Mtm => {
            let boards = listed(KORF, &first)?;
            one_by_one(
                "Korf's first 20, multi-tile metric, tables in memory",
                &boards[..20],
                &small(),
                Metric::Mtm,
                true,
            )?
        }
        Work::MtmBig => {
            let boards = listed(KORF, &first)?;
            one_by_one(
                "Korf's first 20, multi-tile metric, tables on disk",
                &boards[..20],
                &big(),
                Metric::Mtm,
                true,
            )?
        }
        Work::Random => many(&big(), threads)?,
    })
}

fn problem(board: Board, goal: &Goal) -> Result<Solvable, Failure> {
    Problem::new(board, goal).map_err(Failure::input)?.decide().map_err(Failure::input)
}

/// The last 16 numbers of every line that is no comment.
fn listed(text: &str, goal: &Goal) -> Result<Vec<Solvable>, Failure> {
    let shape = Shape::new(4, 4).map_err(Failure::input)?;
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines
        .map(|line| {
            let numbers: Vec<u32> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
            let tiles: Vec<Tile> =
                numbers[numbers.len().saturating_sub(16)..].iter().map(|&n| Tile::new(n)).collect();
            problem(Board::new(shape, tiles).map_err(Failure::input)?, goal)
        })
        .collect()
}

/// Solves one board; the nodes, the name of the solver, bytes of tables.
fn solve(board: &Solvable, tables: &Arc<TableCache>, metric: Metric) -> Result<(u64, String, u64), Failure> {
    let options = Options::new().metric(metric).tables(tables.clone());
    let limits = Limits::new().interrupt(interrupted()?);
    let solved = plan(board, &options).map_err(Failure::input)?.solve(&limits);
    // Only Ctrl-C stops it; half a measurement is none.
    let stopped =
        || Failure::Interrupted("interrupted; a measurement that was not finished is not told".into());
    let solved = solved.map_err(|_| stopped())?;
    if solved.stopped.is_some() {
        return Err(stopped());
    }
    Ok((solved.stats.nodes, solved.stats.solver, solved.stats.table_bytes))
}

/// Times board after board; `warm` makes the tables before the clock starts.
fn one_by_one(
    name: &str,
    boards: &[Solvable],
    tables: &Arc<TableCache>,
    metric: Metric,
    warm: bool,
) -> Result<Report, Failure> {
    if warm {
        let goal = boards[0].problem().goal().clone();
        solve(&problem(goal.clone(), &Goal::Board(goal))?, tables, metric)?;
    }
    let (mut times, mut nodes, mut method, mut tables_bytes) = (Vec::new(), 0, String::new(), 0);
    for board in boards {
        let start = Instant::now();
        let (generated, solver, bytes) = solve(board, tables, metric)?;
        times.push(start.elapsed().as_secs_f64());
        nodes += generated;
        (method, tables_bytes) = (solver, bytes);
    }
    let count = times.len();
    let mean = times.iter().sum::<f64>() / count as f64;
    times.sort_by(f64::total_cmp);
    Ok(Report {
        work: Some(name.to_owned()),
        boards: Some(count as u64),
        metric: Some(metric.to_string()),
        mean_ms: Some(milliseconds(mean)),
        median_ms: Some(milliseconds(times[count / 2])),
        worst_ms: Some(milliseconds(times[count - 1])),
        nodes: Some(nodes / count as u64),
        solver: Some(method),
        table_bytes: Some(tables_bytes),
        ..Report::new("bench", Status::Done)
    })
}

/// A measurement as a row of the table.
fn row(report: &Report) -> String {
    let time = |ms: Option<f64>| ms.map_or_else(|| "–".to_string(), |ms| seconds(ms / 1e3));
    let number = |number: Option<u64>| number.map_or_else(|| "–".to_string(), |number| number.to_string());
    let tables = match (&report.solver, report.table_bytes) {
        (Some(solver), Some(bytes)) => format!("{solver}, {:.1} MB", bytes as f64 / 1e6),
        _ => "–".into(),
    };
    format!(
        "| {} | {} | {} | {} | {} | {} | {tables} |",
        report.work.as_deref().unwrap_or_default(),
        number(report.boards),
        time(report.mean_ms),
        time(report.median_ms),
        time(report.worst_ms),
        number(report.nodes),
    )
}

/// 10,000 random boards, by one thread and by several.
fn many(tables: &Arc<TableCache>, threads: usize) -> Result<Report, Failure> {
    let shape = Shape::new(4, 4).map_err(Failure::input)?;
    let scrambler = Scrambler::new(shape, &Goal::BlankLast, Seed::new(2026)).map_err(Failure::input)?;
    let boards: Vec<Solvable> =
        (0..10_000).map(|i| problem(scrambler.board(i), &Goal::BlankLast)).collect::<Result<_, _>>()?;
    solve(&boards[0], tables, Metric::Stm)?;
    let run = |threads: usize| -> Result<(f64, usize), Failure> {
        let (next, start) = (AtomicUsize::new(0), Instant::now());
        let worker = || -> Result<(), Failure> {
            while let Some(board) = boards.get(next.fetch_add(1, Ordering::Relaxed)) {
                solve(board, tables, Metric::Stm)?;
            }
            Ok(())
        };
        let used = on_threads(threads, Builder::new, worker)?;
        Ok((start.elapsed().as_secs_f64(), used))
    };
    let ((one, _), (several, threads)) = (run(1)?, run(threads)?);
    let count = boards.len() as f64;
    let speeds = format!("{:.0} boards/s with 1 thread, {:.0} with {threads}", count / one, count / several);
    Ok(Report {
        work: Some(format!("random boards: {speeds} (× {:.2})", one / several)),
        boards: Some(boards.len() as u64),
        threads: Some(threads as u64),
        mean_ms: Some(milliseconds(one / count)),
        boards_per_second: Some((count / several).round()),
        ..Report::new("bench", Status::Done)
    })
}

/// So many threads at the same work, the caller's included, and how many there were: where the system refuses some, the
/// others do the work of all.
fn on_threads(
    threads: usize,
    builder: impl Fn() -> Builder,
    worker: impl Fn() -> Result<(), Failure> + Sync,
) -> Result<usize, Failure> {
    std::thread::scope(|scope| {
        let others: Vec<_> =
            (1..threads).map_while(|_| builder().spawn_scoped(scope, &worker).ok()).collect();
        let (used, own) = (1 + others.len(), worker());
        let others = others
            .into_iter()
            .map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        std::iter::once(own).chain(others).collect::<Result<(), Failure>>().map(|()| used)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_threads_are_refused_the_caller_does_the_work_and_it_is_told() {
        let done = AtomicUsize::new(0);
        let worker = || {
            done.fetch_add(1, Ordering::Relaxed);
            Ok(())
        };
        assert_eq!(on_threads(3, Builder::new, worker).ok(), Some(3));
        // No address space holds such a stack.
        assert_eq!(on_threads(3, || Builder::new().stack_size(1 << 46), worker).ok(), Some(1));
        assert_eq!(done.into_inner(), 4);
    }

    #[test]
    fn the_boards_inside_the_crate_are_those_of_the_project() {
        assert_eq!(KORF, include_str!("../../../../data/instances/korf100.txt"));
        assert_eq!(FAR, include_str!("../../../../data/instances/antipodes_4x4_80.txt"));
    }
}
