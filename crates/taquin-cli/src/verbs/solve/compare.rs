//! `--compare`: the ladder of methods on one board, so that one sees why a better bound wins.

use std::io::Write;
use std::time::{Duration, Instant};

use taquin_core::{Goal, Metric, Problem, Solvable};
use taquin_solve::{Bound, Method, Options, Solved, Stats, StopReason, plan};

use super::{SolveArgs, report::stopped_by, stop_exit, tell};
use crate::failure::{Exit, Failure};
use crate::input::Given;
use crate::limits::{Watch, seconds};
use crate::report::{Report, Status, milliseconds};
use crate::width;

/// The time each method gets unless `--time` says otherwise.
const USUAL_TIME: Duration = Duration::from_secs(30);

/// What one method gave.
struct Row {
    stats: Stats,
    length: Option<u64>,
    lower_bound: u64,
    elapsed: Duration,
    stopped: Option<StopReason>,
}

pub fn run(args: &SolveArgs, given: Given, goal: &Goal, options: &Options) -> Result<Exit, Failure> {
    let mut about = Report::new("solve", Status::Solved);
    about.board = Some(given.board.to_string());
    about.size = Some(given.board.shape().to_string());
    about.goal = Some(args.goal.text(given.goal.as_deref()).to_owned());
    about.metric = Some(options.metric.to_string());
    if options.metric == Metric::Mtm {
        return Err(Failure::Input("--compare is for the metric stm: its bounds hold there only".into()));
    }
    let problem = Problem::new(given.board, goal).map_err(|e| Failure::told(e.why))?;
    let solvable = match problem.decide() {
        Ok(solvable) => solvable,
        Err(unsolvable) => {
            let reason = unsolvable.obstruction.to_string();
            if args.json {
                Report { status: Status::Unsolvable, reason: Some(reason), ..about }.print()?;
            } else {
                tell(
                    args,
                    "",
                    &format!("No solution exists: {reason} (for instance: {})\n", unsolvable.repair()),
                )?;
            }
            return Ok(Exit::No);
        }
    };
    let mut out = std::io::stdout().lock();
    if !args.json {
        let head = ["method", "bound", "nodes", "time", "tables", "moves"];
        writeln!(out, "{}", columns(&head.map(str::to_owned)))?;
    }
    let mut exit = Exit::Answered;
    for (bound, search) in ladder(&solvable) {
        let options = options.clone().heuristic(bound).search(search);
        let row = measure(args, &solvable, &options)?;
        if args.json {
            row.report(about.clone()).write(&mut out)?;
        } else {
            writeln!(out, "{}", row.text())?;
        }
        out.flush()?;
        match row.stopped.map(stop_exit) {
            Some(Exit::Interrupted) => return Ok(Exit::Interrupted),
            Some(ended) => exit = ended,
            None => {}
        }
    }
    Ok(exit)
}

impl Row {
    fn report(&self, about: Report) -> Report {
        let status = self.stopped.map_or(Status::Solved, stopped_by);
        Report {
            status,
            length: self.length,
            optimal: Some(self.stopped.is_none()),
            lower_bound: Some(self.lower_bound),
            nodes: Some(self.stats.nodes),
            elapsed_ms: Some(milliseconds(self.elapsed.as_secs_f64())),
            solver: Some(self.stats.solver.clone()),
            bound: Some(self.stats.bound),
            table_bytes: Some(self.stats.table_bytes),
            reason: self.stopped.map(|why| why.to_string()),
            ..about
        }
    }

    fn text(&self) -> String {
        let moves = match self.length {
            Some(length) => length.to_string(),
            None => format!("at least {}, stopped", self.lower_bound),
        };
        let Stats { solver, bound, nodes, table_bytes, .. } = &self.stats;
        let time = seconds(self.elapsed.as_secs_f64());
        columns(&[solver.clone(), bound.to_string(), nodes.to_string(), time, memory(*table_bytes), moves])
    }
}

/// A row of the table; in a narrow terminal the figures stand under their method.
fn columns([method, bound, nodes, time, tables, moves]: &[String; 6]) -> String {
    let figures = format!("{bound:>5} {nodes:>13} {time:>9} {tables:>9}  {moves}");
    match width::of_stdout() {
        Some(width) if width < 80 => {
            let figures = [bound, nodes, time, tables, moves].map(String::as_str).join("  ");
            width::wrap(&format!("{method}\n  {figures}"), width)
        }
        _ => format!("{method:32} {figures}"),
    }
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

fn measure(args: &SolveArgs, solvable: &Solvable, options: &Options) -> Result<Row, Failure> {
    let options = options.clone().want(taquin_solve::Want::Optimal);
    let solver = plan(solvable, &options).map_err(super::refused)?;
    let watch = Watch::new(args.limits.start(Some(USUAL_TIME))?, !args.json);
    let start = Instant::now();
    let outcome = solver.solve(&watch);
    let elapsed = start.elapsed();
    watch.finish();
    Ok(match outcome {
        Ok(Solved { stopped: Some(why), optimal: false, lower_bound, stats, .. }) => {
            Row { stats, length: None, lower_bound, elapsed, stopped: Some(why) }
        }
        Ok(solved) => Row {
            length: Some(solved.solution.length(options.metric) as u64),
            lower_bound: solved.lower_bound,
            stats: solved.stats,
            elapsed,
            stopped: None,
        },
        Err(stopped) => Row {
            stats: *stopped.stats,
            length: None,
            lower_bound: stopped.lower_bound,
            elapsed,
            stopped: Some(stopped.why),
        },
    })
}

fn memory(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.0} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
