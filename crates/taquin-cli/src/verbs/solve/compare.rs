//! `--compare`: the ladder of methods on one board, so that one sees why a better bound wins.

use std::io::Write;
use std::time::{Duration, Instant};

use serde::Serialize;
use taquin_core::{Board, Goal, Metric, Problem, Solvable};
use taquin_solve::{Bound, Method, Options, StopReason, plan};

use super::{SolveArgs, stop_exit};
use crate::failure::{Exit, Failure};
use crate::limits::{Watch, seconds};

/// The time each method gets unless `--time` says otherwise.
const USUAL_TIME: Duration = Duration::from_secs(30);

#[derive(Serialize)]
struct Row {
    method: String,
    bound: u64,
    length: Option<usize>,
    lower_bound: u64,
    nodes: u64,
    elapsed_ms: f64,
    table_bytes: u64,
    status: &'static str,
}

pub fn run(args: &SolveArgs, board: Board, goal: &Goal, options: &Options) -> Result<Exit, Failure> {
    let problem = Problem::new(board, goal).map_err(Failure::input)?;
    let solvable = match problem.decide() {
        Ok(solvable) => solvable,
        Err(unsolvable) => return Err(Failure::Input(unsolvable.to_string())),
    };
    if options.metric == Metric::Mtm {
        return Err(Failure::Input("--compare is for the metric stm: its bounds hold there only".into()));
    }
    let mut out = std::io::stdout().lock();
    if !args.json {
        let head = ("method", "bound", "nodes", "time", "tables", "moves");
        writeln!(out, "{:32} {:>5} {:>13} {:>9} {:>9}  {}", head.0, head.1, head.2, head.3, head.4, head.5)?;
    }
    let mut exit = Exit::Answered;
    for (bound, search) in ladder(&solvable) {
        let options = Options { heuristic: bound, search, ..options.clone() };
        let (row, ended) = measure(args, &solvable, &options)?;
        if args.json {
            serde_json::to_writer(&mut out, &row).map_err(std::io::Error::from)?;
            writeln!(out)?;
        } else {
            writeln!(out, "{}", text(&row))?;
        }
        out.flush()?;
        if ended == Exit::Interrupted {
            return Ok(ended);
        }
        if ended != Exit::Answered {
            exit = ended;
        }
    }
    Ok(exit)
}

/// From the weakest bound to the default.
fn ladder(solvable: &Solvable) -> Vec<(Option<Bound>, Option<Method>)> {
    let cells = solvable.problem().start().shape().cells();
    let mut rungs = vec![
        (Some(Bound::Manhattan), Some(Method::Ida)),
        (Some(Bound::Manhattan), Some(Method::Bidirectional)),
        (Some(Bound::Inversion), Some(Method::Ida)),
        (Some(Bound::LinearConflict), Some(Method::Ida)),
        (Some(Bound::Walking), Some(Method::Ida)),
        (Some(Bound::Walking), Some(Method::Astar)),
    ];
    let splits: &[&[usize]] = match cells {
        16 => &[&[5, 5, 5], &[6, 6, 3]],
        15 => &[&[5, 5, 4], &[7, 7]],
        12 => &[&[4, 4, 3], &[6, 5]],
        9 => &[&[4, 4]],
        _ => &[],
    };
    rungs.extend(splits.iter().map(|split| (Some(Bound::Pattern(split.to_vec())), Some(Method::Ida))));
    rungs.push((None, None));
    rungs
}

fn measure(args: &SolveArgs, solvable: &Solvable, options: &Options) -> Result<(Row, Exit), Failure> {
    let options = Options { want: Some(taquin_solve::Want::Optimal), ..options.clone() };
    let solver = plan(solvable, &options).map_err(super::refused)?;
    let watch = Watch::new(args.limits.start(Some(USUAL_TIME))?, !args.json);
    let start = Instant::now();
    let outcome = solver.solve(&watch);
    let elapsed_ms = (start.elapsed().as_secs_f64() * 1e6).round() / 1e3;
    watch.finish();
    Ok(match outcome {
        Ok(solved) if solved.stopped.is_none() => {
            let row = Row {
                method: solved.stats.solver,
                bound: solved.stats.bound,
                length: Some(solved.solution.length(options.metric)),
                lower_bound: solved.lower_bound,
                nodes: solved.stats.nodes,
                elapsed_ms,
                table_bytes: solved.stats.table_bytes,
                status: "solved",
            };
            (row, Exit::Answered)
        }
        stopped => {
            let (why, lower_bound, stats) = match stopped {
                Ok(solved) => (solved.stopped.unwrap_or(StopReason::Time), solved.lower_bound, solved.stats),
                Err(stopped) => (stopped.why, stopped.lower_bound, *stopped.stats),
            };
            let row = Row {
                method: stats.solver,
                bound: stats.bound,
                length: None,
                lower_bound,
                nodes: stats.nodes,
                elapsed_ms,
                table_bytes: stats.table_bytes,
                status: "limit",
            };
            (row, stop_exit(why))
        }
    })
}

fn text(row: &Row) -> String {
    let moves = match row.length {
        Some(length) => length.to_string(),
        None => format!("at least {}, stopped", row.lower_bound),
    };
    let time = seconds(row.elapsed_ms / 1e3);
    let Row { method, bound, nodes, .. } = row;
    format!("{method:32} {bound:>5} {nodes:>13} {time:>9} {:>9}  {moves}", memory(row.table_bytes))
}

fn memory(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.0} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
