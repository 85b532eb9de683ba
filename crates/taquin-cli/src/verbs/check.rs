//! `taquin check`: can it be solved, and why, or why not.

mod proof;

use std::io::Write;

use clap::Args;
use serde::Serialize;
use taquin_core::parity::Evidence;
use taquin_core::{Goal, Obstruction, Problem, Unsolvable};

use crate::args::{BoardArgs, GoalArgs, LinesArgs};
use crate::failure::{Exit, Failure};
use crate::input;
use crate::lines::{self, Answer, Batch, answer_lines, bad_line};

/// Can a board be solved? The verdict, with its proof
///
/// Exit 0 when a solution exists, 1 when none does.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  $ taquin check '1 2 3/4 5 6/7 0 8'
  $ taquin check '13 10 11 6/5 7 4 8/1 12 14 9/3 15 2 0'   # exit 1
  $ taquin check --goal blank-first '0 1 2/3 4 5/6 7 8' --json
  $ taquin scramble 4x4 -n 1000 | taquin check --lines | sort | uniq -c")]
pub struct CheckArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    lines: LinesArgs,
    /// Print one JSON object per board
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    board: String,
    rows: u32,
    columns: u32,
    goal: &'a str,
    solvable: bool,
    inversions: u64,
    inversions_by_tile: &'a [u32],
    blank_row: u32,
    blank_column: u32,
    permutation: String,
    cycles: Vec<Vec<u32>>,
    blank_distance: u32,
    obstruction: Option<ObstructionReport>,
}

#[derive(Serialize)]
struct ObstructionReport {
    kind: &'static str,
    reason: String,
    /// Pairs of tiles to exchange, one pair after another.
    repair: Vec<[u32; 2]>,
}

pub fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    if args.lines.lines {
        return run_lines(args);
    }
    let board = input::board(&args.board)?;
    let goal = args.goal.goal(Some(board.shape()))?;
    let problem = Problem::new(board, &goal).map_err(Failure::input)?;
    let evidence = Evidence::of(&problem);
    let verdict = problem.clone().decide();
    // Four computations, one truth: anything else is a defect of ours, and no answer is better than a wrong one.
    assert!(evidence.agrees() && evidence.solvable_by_inversions() == verdict.is_ok(), "verdicts differ");
    let mut out = anstream::stdout().lock();
    if args.json {
        let report = report(&problem, &args.goal.goal, &evidence, verdict.as_ref().err());
        serde_json::to_writer(&mut out, &report).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        write!(out, "{}", proof::text(&problem, &goal, &evidence, verdict.as_ref().err()))?;
    }
    Ok(if verdict.is_ok() { Exit::Answered } else { Exit::No })
}

fn run_lines(args: &CheckArgs) -> Result<Exit, Failure> {
    let size = args.board.source.size;
    let goal = args.goal.goal(size)?;
    let stream = input::lines_stream(&args.board)?;
    let mut out = std::io::stdout().lock();
    let batch = Batch { bytes: 1 << 17, threads: args.lines.threads() };
    let tally = answer_lines(stream, &mut out, batch, |number, line, out| match answer(line, args, &goal) {
        Ok(text) => {
            out.extend_from_slice(text.as_bytes());
            out.push(b'\n');
            Answer::Given
        }
        Err(why) => {
            bad_line(number, &why, args.json, out);
            Answer::Bad
        }
    })?;
    lines::exit(&tally)
}

fn answer(line: &[u8], args: &CheckArgs, goal: &Goal) -> Result<std::borrow::Cow<'static, str>, Failure> {
    let board = input::board_in(line, args.board.source.size)?;
    let problem = Problem::new(board, goal).map_err(Failure::input)?;
    if !args.json {
        let solvable = problem.decide().is_ok();
        return Ok(if solvable { proof::EXISTS } else { proof::NONE }.into());
    }
    let evidence = Evidence::of(&problem);
    let unsolvable = problem.clone().decide().err();
    let report = report(&problem, &args.goal.goal, &evidence, unsolvable.as_ref());
    Ok(serde_json::to_string(&report).map_err(std::io::Error::from)?.into())
}

fn report<'a>(
    problem: &Problem,
    goal: &'a str,
    evidence: &'a Evidence,
    unsolvable: Option<&Unsolvable>,
) -> Report<'a> {
    let start = problem.start();
    let shape = start.shape();
    Report {
        board: start.to_string(),
        rows: shape.rows(),
        columns: shape.columns(),
        goal,
        solvable: unsolvable.is_none(),
        inversions: evidence.inversions,
        inversions_by_tile: &evidence.inversions_by_tile,
        blank_row: shape.row(start.blank()) + 1,
        blank_column: shape.column(start.blank()) + 1,
        permutation: evidence.permutation.to_string(),
        cycles: evidence.cycles.iter().map(|c| c.iter().map(|t| t.number()).collect()).collect(),
        blank_distance: evidence.blank_distance,
        obstruction: unsolvable.map(|unsolvable| ObstructionReport {
            kind: match unsolvable.obstruction {
                Obstruction::Parity { .. } => "parity",
                _ => "order",
            },
            reason: unsolvable.obstruction.to_string(),
            repair: unsolvable.repair().swaps().iter().map(|(a, b)| [a.number(), b.number()]).collect(),
        }),
    }
}
