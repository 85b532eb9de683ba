//! `taquin check`: can it be solved, and why, or why not.

mod proof;

use std::io::Write;

use clap::{Args, ValueEnum};
use taquin_core::parity::Evidence;
use taquin_core::{Board, Grouping, Obstruction, Problem, Target, Unsolvable};

use crate::args::{BoardArgs, GoalArgs, LinesArgs};
use crate::failure::{Exit, Failure};
use crate::lines::{self, Answer, Batch, bad_line, bad_line_aside};
use crate::report::{Obstacle, Report, Status};
use crate::{input, width};

/// Can a board be solved? The verdict, with its proof
///
/// Exit 0 when a solution exists, 1 when none does.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  $ taquin check '1 2 3/4 5 6/7 0 8'
  $ taquin check '13 10 11 6/5 7 4 8/1 12 14 9/3 15 2 0'   # exit 1
  $ taquin check --goal blank-first '0 1 2/3 4 5/6 7 8' --json
  $ taquin check --goal rows '2 1 3/4 5 6/7 8 0'
  $ taquin scramble 4x4 -n 1000 | taquin check --lines | sort | uniq -c
  $ printf '1 2/3 0\\n2 1/3 0\\n' | taquin check --lines --filter solvable | taquin solve --lines")]
pub struct CheckArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    lines: LinesArgs,
    /// Print only the lines whose boards are so, as they came
    #[arg(long, value_name = "WHICH", value_enum, requires = "lines", conflicts_with = "json")]
    filter: Option<Filter>,
    /// Print one JSON object per board
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Filter {
    /// A solution exists
    Solvable,
    /// No solution exists
    Unsolvable,
}

pub fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    if args.lines.lines {
        return run_lines(args);
    }
    let given = input::given(&args.board)?;
    let goal = match args.goal.target_of(&given)? {
        Target::Goal(goal) => goal,
        Target::Alike(alike) => return check_alike(args, &given.board, alike),
    };
    let goal_text = args.goal.text(given.goal.as_deref());
    let problem = Problem::new(given.board.clone(), &goal).map_err(|e| Failure::told(e.why))?;
    let evidence = Evidence::of(&problem);
    let verdict = problem.clone().decide();
    // Four computations, one truth: anything else is a defect of ours, and no answer is better than a wrong one.
    assert!(evidence.agrees() && evidence.solvable_by_inversions() == verdict.is_ok(), "verdicts differ");
    if args.json {
        report(&problem, goal_text, &evidence, verdict.as_ref().err()).print()?;
    } else {
        let text = proof::text(&problem, &goal, &evidence, verdict.as_ref().err());
        write!(anstream::stdout(), "{}", width::fitted(&text))?;
    }
    Ok(if verdict.is_ok() { Exit::Answered } else { Exit::No })
}

/// The same where tiles are alike.
fn check_alike(args: &CheckArgs, board: &Board, alike: Grouping) -> Result<Exit, Failure> {
    let near = alike.near(board);
    if args.json {
        report_alike(board, alike, near.is_some()).print()?;
    } else {
        write!(anstream::stdout(), "{}", width::fitted(&proof::alike(board, alike, near.as_ref())))?;
    }
    Ok(if near.is_some() { Exit::Answered } else { Exit::No })
}

fn report_alike(board: &Board, alike: Grouping, solvable: bool) -> Report {
    Report {
        board: Some(board.to_string()),
        size: Some(board.shape().to_string()),
        goal: Some(alike.to_string()),
        solvable: Some(solvable),
        ..Report::new("check", if solvable { Status::Solvable } else { Status::Unsolvable })
    }
}

fn run_lines(args: &CheckArgs) -> Result<Exit, Failure> {
    let goal = args.goal.target(args.board.source.size)?;
    let stream = input::lines_stream(&args.board)?;
    let batch = Batch { bytes: 1 << 17, threads: args.lines.threads() };
    lines::run(stream, batch, |number, line, out| match answer(number, line, args, &goal, out) {
        Ok(()) => Answer::Given,
        Err(why) if args.filter.is_some() => bad_line_aside(number, &why),
        Err(why) => bad_line("check", number, &why, args.json, out),
    })
}

/// Answers one line, or passes it on where only some are wanted.
fn answer(
    number: u64,
    line: &[u8],
    args: &CheckArgs,
    usual_goal: &Target,
    out: &mut Vec<u8>,
) -> Result<(), Failure> {
    let given = input::given_in(line, args.board.source.size)?;
    let own_goal = given.goal.as_ref().map(|_| args.goal.target_of(&given)).transpose()?;
    let (solvable, report) = match own_goal.as_ref().unwrap_or(usual_goal) {
        Target::Alike(alike) => {
            let solvable = alike.near(&given.board).is_some();
            (solvable, args.json.then(|| report_alike(&given.board, *alike, solvable)))
        }
        Target::Goal(goal) => {
            let problem = Problem::new(given.board, goal).map_err(|e| Failure::told(e.why))?;
            let text = args.goal.text(given.goal.as_deref());
            let report = args.json.then(|| {
                let unsolvable = problem.clone().decide().err();
                report(&problem, text, &Evidence::of(&problem), unsolvable.as_ref())
            });
            (problem.decide().is_ok(), report)
        }
    };
    if let Some(report) = report {
        return Ok(Report { line: Some(number), ..report }.write(out)?);
    }
    let text = match args.filter {
        None if solvable => proof::EXISTS.as_bytes(),
        None => proof::NONE.as_bytes(),
        Some(filter) if solvable == (filter == Filter::Solvable) => line,
        Some(_) => return Ok(()),
    };
    out.extend_from_slice(text);
    out.push(b'\n');
    Ok(())
}

fn report(problem: &Problem, goal: &str, evidence: &Evidence, unsolvable: Option<&Unsolvable>) -> Report {
    let start = problem.start();
    let shape = start.shape();
    let status = if unsolvable.is_some() { Status::Unsolvable } else { Status::Solvable };
    Report {
        board: Some(start.to_string()),
        size: Some(shape.to_string()),
        goal: Some(goal.to_owned()),
        solvable: Some(unsolvable.is_none()),
        inversions: Some(evidence.inversions),
        inversions_by_tile: Some(evidence.inversions_by_tile.clone()),
        blank_row: Some(shape.row(start.blank()) + 1),
        blank_column: Some(shape.column(start.blank()) + 1),
        permutation: Some(evidence.permutation.to_string()),
        cycles: Some(evidence.cycles.iter().map(|c| c.iter().map(|t| t.number()).collect()).collect()),
        blank_distance: Some(evidence.blank_distance),
        obstruction: unsolvable.map(|unsolvable| Obstacle {
            kind: match unsolvable.obstruction {
                Obstruction::Parity { .. } => "parity",
                _ => "order",
            },
            reason: unsolvable.obstruction.to_string(),
            repair: unsolvable.repair().swaps().iter().map(|(a, b)| [a.number(), b.number()]).collect(),
        }),
        ..Report::new("check", status)
    }
}
