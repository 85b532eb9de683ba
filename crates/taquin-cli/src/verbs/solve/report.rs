//! What is printed about one board.

use std::fmt::Write as _;

use taquin_core::{Board, Metric, Solution};
use taquin_solve::{AllShortest, Origin, Stats, StopReason};

use super::{Halt, Outcome, SolveArgs, Verdict};
use crate::draw;
use crate::limits::seconds;
use crate::report::{Report, Status};
use crate::width::columns;

/// Boards up to this many cells are drawn on the way.
const DRAWN_CELLS: usize = 36;

/// Columns between two boards: an arrow with its spaces.
const BETWEEN: usize = 3;

/// The answer as an object.
pub fn json(args: &SolveArgs, outcome: &Outcome) -> Report {
    let metric = args.metric();
    let notation = args.notation.notation(true);
    let written = |solution: &Solution| solution.moves().in_notation(notation).to_string();
    let mut report = Report::new("solve", Status::Unsolvable).took(outcome.elapsed);
    report.board = Some(outcome.board.to_string());
    report.size = Some(outcome.board.shape().to_string());
    report.goal = Some(outcome.goal_text.clone());
    report.metric = Some(metric.to_string());
    report.optimal = Some(false);
    let mut found = |solution: Option<(&Solution, Origin)>, lower_bound: u64, stats: &Stats| {
        report.origin = solution.map(|(_, origin)| origin.to_string());
        let solution = solution.map(|(solution, _)| solution);
        report.moves = solution.filter(|_| !args.count).map(written);
        report.moves_of = report.moves.as_ref().and_then(|_| args.notation.moves_of.told());
        report.length = solution.map(|solution| solution.length(metric) as u64);
        report.lower_bound = Some(lower_bound);
        report.gap = report.length.map(|length| length - lower_bound);
        report.nodes = Some(stats.nodes);
        report.solver = Some(stats.solver.clone());
    };
    match &outcome.verdict {
        Verdict::Unsolvable(unsolvable) => {
            report.optimal = None;
            report.reason = Some(unsolvable.obstruction.to_string());
        }
        Verdict::Solved(solved, all) => {
            found(Some((&solved.solution, solved.origin)), solved.lower_bound, &solved.stats);
            report.status = Status::Solved;
            report.optimal = Some(solved.optimal);
            if let Some(all) = all {
                report.shortest_solutions = Some(all.count);
                report.solutions = (!args.count).then(|| all.solutions.iter().map(written).collect());
            }
        }
        Verdict::Stopped(stopped) => {
            let best = stopped.best.as_ref().map(|(solution, origin)| (solution, *origin));
            found(best, stopped.lower_bound, &stopped.stats);
            report.status = stopped_by(stopped.why);
            report.reason = Some(stopped.why.to_string());
        }
    }
    report
}

/// How a stop is told.
pub fn stopped_by(why: StopReason) -> Status {
    if why == StopReason::Interrupted { Status::Interrupted } else { Status::Limit }
}

/// The answer on one line, for `--lines`.
pub fn line(args: &SolveArgs, outcome: &Outcome) -> String {
    let metric = args.metric();
    let written = |solution: &Solution| {
        let length = solution.length(metric);
        let moves = || solution.moves().in_notation(args.notation.notation(false));
        match (args.count, args.quiet) {
            (true, _) => length.to_string(),
            (_, true) => moves().to_string(),
            _ => format!("{length} {}", moves()),
        }
    };
    match &outcome.verdict {
        Verdict::Unsolvable(_) => "unsolvable".into(),
        Verdict::Solved(solved, _) => written(&solved.solution).trim_end().into(),
        Verdict::Stopped(stopped) => format!("limit: {}", proven(stopped, metric)),
    }
}

/// The moves, and what there is to say about them.
pub struct Told {
    pub answer: String,
    pub remark: String,
}

/// The whole answer for a reader; with pictures of the way where they are to be as wide as this.
pub fn text(args: &SolveArgs, outcome: &Outcome, picture: Option<usize>) -> Told {
    let metric = args.metric();
    let notation = args.notation.notation(false);
    let (mut answer, mut remark) = (String::new(), String::new());
    let moves = |answer: &mut String, solution: &Solution| {
        if let Some(width) = picture.filter(|_| outcome.board.shape().cells() <= DRAWN_CELLS) {
            answer.push_str(&way(outcome, solution, width));
        }
        let said_below = solution.moves().is_empty() && picture.is_some();
        if !args.count && !said_below {
            let _ = writeln!(answer, "{}", solution.moves().in_notation(notation));
        }
    };
    // Writing to a string cannot fail.
    let _ = match &outcome.verdict {
        Verdict::Unsolvable(unsolvable) => {
            let repair = unsolvable.repair();
            writeln!(remark, "No solution exists: {} (for instance: {repair})", unsolvable.obstruction)
        }
        Verdict::Solved(solved, Some(all)) => {
            for solution in &all.solutions {
                moves(&mut answer, solution);
            }
            let length = solved.solution.length(metric);
            let number = how_many(all, length, metric, args.count);
            if args.count { answer.write_str(&number) } else { remark.write_str(&number) }
        }
        Verdict::Solved(solved, None) => {
            let length = solved.solution.length(metric);
            moves(&mut answer, &solved.solution);
            let kind = kind(length as u64, solved.origin, solved.lower_bound);
            let time = outcome.elapsed.as_secs_f64();
            match length {
                _ if args.count => writeln!(answer, "{length}"),
                0 => writeln!(remark, "Solved already."),
                _ => writeln!(
                    remark,
                    "{}, {kind} ({} nodes, {}, {}).",
                    counted(length, metric),
                    solved.stats.nodes,
                    seconds(time),
                    solved.stats.solver
                ),
            }
        }
        Verdict::Stopped(stopped) => {
            if let Some((best, _)) = &stopped.best {
                moves(&mut answer, best);
            }
            let after = seconds(outcome.elapsed.as_secs_f64());
            let limit = match stopped.why {
                StopReason::Time => Some("--time"),
                StopReason::Nodes => Some("--nodes"),
                StopReason::Memory => Some("--memory"),
                _ => None,
            };
            // Whoever has no way at all is helped by any; a search that remembers nothing needs no memory.
            let instead = match (stopped.why, args.method.search.is_some(), &stopped.best) {
                (StopReason::Memory, true, _) => "use --search ida",
                (_, _, Some(_)) => "ask for --want short",
                (_, _, None) => "ask for --want fast",
            };
            let remedy = limit.map_or(String::new(), |limit| format!(" (raise {limit}, or {instead})"));
            writeln!(remark, "Stopped by {} after {after}: {}{remedy}.", stopped.why, proven(stopped, metric))
        }
    };
    Told { answer, remark }
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

/// What a solution is, in words: where it comes from, and how far it may be from the shortest.
pub fn kind(length: u64, origin: Origin, lower_bound: u64) -> String {
    match origin {
        Origin::Proven => "the shortest".into(),
        _ => format!("{origin}, at most {} more than the shortest", length - lower_bound),
    }
}

fn proven(stopped: &Halt, metric: Metric) -> String {
    let mut text = format!("no solution shorter than {} exists", stopped.lower_bound);
    if let Some((best, origin)) = &stopped.best {
        let _ = write!(text, ", the best known has {} ({origin})", best.length(metric));
    }
    if let Some(rest) = &stopped.rest {
        let _ = write!(text, ", {rest}");
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

/// A few boards of the way, side by side: as many as fit, and none where not even one does.
fn way(outcome: &Outcome, solution: &Solution, width: usize) -> String {
    let length = solution.moves().as_slice().len();
    let lines = |board: &Board| -> Vec<String> {
        draw::board(board, &outcome.goal).to_string().lines().map(str::to_owned).collect()
    };
    let mut board: Board = outcome.board.clone();
    let one = lines(&board).iter().map(|line| columns(line)).max().unwrap_or(0);
    let fitting = (width + BETWEEN) / (one + BETWEEN);
    let frames = fitting.min(4).min(length + 1);
    if frames == 0 {
        return String::new();
    }
    let mut drawings: Vec<Vec<String>> = Vec::new();
    let shown: Vec<usize> = (0..frames).map(|i| length * i / (frames - 1).max(1)).collect();
    for done in 0..=length {
        if shown.contains(&done) {
            drawings.push(lines(&board));
        }
        if let Some(&slide) = solution.moves().as_slice().get(done) {
            board.slide(slide);
        }
    }
    let mut text = String::new();
    let rows = drawings.first().map_or(0, Vec::len);
    for row in 0..rows {
        for (i, lines) in drawings.iter().enumerate() {
            let between = match i {
                0 => "",
                _ if row == rows / 2 => " → ",
                _ => "   ",
            };
            let _ = write!(text, "{between}{}", lines[row]);
        }
        text.push('\n');
    }
    text
}
