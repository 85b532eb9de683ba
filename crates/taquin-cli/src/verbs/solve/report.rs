//! What is printed about one board.

use std::fmt::Write as _;

use serde::Serialize;
use taquin_core::{Board, Metric, Solution};
use taquin_solve::{AllShortest, StopReason};

use super::{Halt, Outcome, SolveArgs, Verdict};
use crate::draw;
use crate::limits::seconds;

/// Boards up to this many cells are drawn on the way.
const DRAWN_CELLS: usize = 36;

#[derive(Serialize)]
pub struct Report<'a> {
    board: String,
    goal: &'a str,
    status: &'static str,
    moves: Option<String>,
    length: Option<usize>,
    metric: String,
    optimal: bool,
    lower_bound: Option<u64>,
    nodes: u64,
    elapsed_ms: f64,
    solver: Option<&'a str>,
    /// With `--all`: how many shortest solutions there are, and the first of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest_solutions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

pub fn json<'a>(args: &'a SolveArgs, outcome: &'a Outcome) -> Report<'a> {
    let metric: Metric = args.method.metric.into();
    let notation = args.notation.notation(true);
    let written = |solution: &Solution| solution.moves().in_notation(notation).to_string();
    let mut report = Report {
        board: outcome.board.to_string(),
        goal: &args.goal.goal,
        status: "unsolvable",
        moves: None,
        length: None,
        metric: metric.to_string(),
        optimal: false,
        lower_bound: None,
        nodes: 0,
        elapsed_ms: (outcome.elapsed.as_secs_f64() * 1e6).round() / 1e3,
        solver: None,
        shortest_solutions: None,
        solutions: None,
        reason: None,
    };
    match &outcome.verdict {
        Verdict::Unsolvable(unsolvable) => report.reason = Some(unsolvable.obstruction.to_string()),
        Verdict::Solved(solved, all) => {
            report.status = "solved";
            report.moves = (!args.count).then(|| written(&solved.solution));
            report.length = Some(solved.solution.length(metric));
            report.optimal = solved.optimal;
            report.lower_bound = Some(solved.lower_bound);
            report.nodes = solved.stats.nodes;
            report.solver = Some(&solved.stats.solver);
            if let Some(all) = all {
                report.shortest_solutions = Some(all.count);
                report.solutions = (!args.count).then(|| all.solutions.iter().map(written).collect());
            }
        }
        Verdict::Stopped(stopped) => {
            report.status = "limit";
            report.reason = Some(stopped.why.to_string());
            let best = stopped.best.as_ref();
            report.moves = best.filter(|_| !args.count).map(written);
            report.length = best.map(|best| best.length(metric));
            report.lower_bound = Some(stopped.lower_bound);
            report.nodes = stopped.stats.nodes;
            report.solver = Some(&stopped.stats.solver);
        }
    }
    report
}

/// The answer on one line, for `--lines`.
pub fn line(args: &SolveArgs, outcome: &Outcome) -> String {
    let metric: Metric = args.method.metric.into();
    let written = |solution: &Solution| {
        let length = solution.length(metric);
        if args.count {
            return length.to_string();
        }
        format!("{length} {}", solution.moves().in_notation(args.notation.notation(false)))
    };
    match &outcome.verdict {
        Verdict::Unsolvable(_) => "unsolvable".into(),
        Verdict::Solved(solved, _) => written(&solved.solution).trim_end().into(),
        Verdict::Stopped(stopped) => format!("limit: {}", proven(stopped, metric)),
    }
}

/// The whole answer for a reader: moves first, then what they are.
pub fn text(args: &SolveArgs, outcome: &Outcome, picture: bool) -> String {
    let metric: Metric = args.method.metric.into();
    let notation = args.notation.notation(false);
    let mut text = String::new();
    let moves = |text: &mut String, solution: &Solution| {
        if picture && outcome.board.shape().cells() <= DRAWN_CELLS {
            text.push_str(&way(outcome, solution));
        }
        if !args.count && !solution.moves().is_empty() {
            let _ = writeln!(text, "{}", solution.moves().in_notation(notation));
        }
    };
    // Writing to a string cannot fail.
    let _ = match &outcome.verdict {
        Verdict::Unsolvable(unsolvable) => {
            let repair = unsolvable.repair();
            writeln!(text, "No solution exists: {} (for instance: {repair})", unsolvable.obstruction)
        }
        Verdict::Solved(solved, all) => {
            let length = solved.solution.length(metric);
            if let Some(all) = all {
                for solution in &all.solutions {
                    moves(&mut text, solution);
                }
                text.push_str(&how_many(all, length, metric, args.count));
                return text;
            }
            moves(&mut text, &solved.solution);
            let kind = if solved.optimal {
                "the shortest".to_string()
            } else {
                format!("the shortest has at least {}", solved.lower_bound)
            };
            let time = outcome.elapsed.as_secs_f64();
            match length {
                _ if args.count => writeln!(text, "{length}"),
                0 => writeln!(text, "Solved already."),
                _ => writeln!(
                    text,
                    "{}, {kind} ({} nodes, {}, {}).",
                    counted(length, metric),
                    solved.stats.nodes,
                    seconds(time),
                    solved.stats.solver
                ),
            }
        }
        Verdict::Stopped(stopped) => {
            if let Some(best) = &stopped.best {
                moves(&mut text, best);
            }
            let after = seconds(outcome.elapsed.as_secs_f64());
            let remedy = match stopped.why {
                StopReason::Time => " (raise --time, or ask for --want short)",
                StopReason::Nodes => " (raise --nodes, or ask for --want short)",
                StopReason::Memory => " (raise --memory, or use --search ida)",
                _ => "",
            };
            writeln!(text, "Stopped by {} after {after}: {}{remedy}.", stopped.why, proven(stopped, metric))
        }
    };
    text
}

/// What `--all` says under the list.
fn how_many(all: &AllShortest, length: usize, metric: Metric, bare: bool) -> String {
    let count = if all.count == u64::MAX { "more than 2^64".to_string() } else { all.count.to_string() };
    if bare {
        return count + "\n";
    }
    let listed = all.solutions.len() as u64;
    let more = if listed < all.count { format!("; the first {listed} are listed") } else { String::new() };
    let (are, s) = if all.count == 1 { ("is", "") } else { ("are", "s") };
    format!("There {are} {count} shortest solution{s} of {}{more}.\n", counted(length, metric))
}

fn proven(stopped: &Halt, metric: Metric) -> String {
    let mut text = format!("no solution shorter than {} exists", stopped.lower_bound);
    if let Some(best) = &stopped.best {
        let _ = write!(text, ", the best known has {}", best.length(metric));
    }
    text
}

fn counted(length: usize, metric: Metric) -> String {
    let moves = if length == 1 { "move" } else { "moves" };
    match metric {
        Metric::Stm => format!("{length} {moves}"),
        Metric::Mtm => format!("{length} {moves} of whole lines"),
    }
}

/// A few boards of the way, side by side.
fn way(outcome: &Outcome, solution: &Solution) -> String {
    let length = solution.moves().as_slice().len();
    let width = outcome.board.shape().columns() as usize;
    // As many as fit 80 columns: a cell takes up to five, three more lead to the next board.
    let frames = (80 / (5 * width + 4)).clamp(2, 4).min(length + 1);
    let mut board: Board = outcome.board.clone();
    let mut drawings: Vec<(usize, Vec<String>)> = Vec::new();
    let lines = |board: &Board| -> Vec<String> {
        draw::board(board, &outcome.goal).to_string().lines().map(str::to_owned).collect()
    };
    let shown: Vec<usize> = (0..frames).map(|i| length * i / (frames - 1).max(1)).collect();
    for done in 0..=length {
        if shown.contains(&done) {
            drawings.push((done, lines(&board)));
        }
        if let Some(&slide) = solution.moves().as_slice().get(done) {
            board.slide(slide);
        }
    }
    let mut text = String::new();
    let rows = drawings.first().map_or(0, |(_, lines)| lines.len());
    for row in 0..rows {
        for (i, (_, lines)) in drawings.iter().enumerate() {
            let between = if i == 0 {
                ""
            } else if row == rows / 2 {
                " → "
            } else {
                "   "
            };
            let _ = write!(text, "{between}{}", lines[row]);
        }
        text.push('\n');
    }
    text
}
