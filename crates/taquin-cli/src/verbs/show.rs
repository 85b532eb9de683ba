//! `taquin show`: a board drawn.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use taquin_core::{Goal, Target};

use crate::args::{BoardArgs, GoalArgs};
use crate::failure::{Exit, Failure};
use crate::report::{Report, Status};
use crate::{draw, input, svg};

/// Draw a board, with the tiles at home coloured
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  $ taquin show '1 2 3/4 0 6/7 5 8'
  $ taquin scramble 4x4 --seed 1 | taquin show --svg board.svg
  $ taquin solve '1 2 3/4 0 6/7 5 8' --json | taquin show")]
pub struct ShowArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    goal: GoalArgs,
    /// Write a picture to this file instead (- for standard output)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long, conflicts_with = "svg")]
    json: bool,
}

pub fn run(args: &ShowArgs) -> Result<Exit, Failure> {
    let given = input::given(&args.board)?;
    let shape = given.board.shape();
    let goal = match args.goal.target_of(&given)? {
        Target::Goal(goal) => goal.board(shape).map_err(Failure::told)?,
        // Of the boards it may end at, one that is near: what stands in its own group is home. Where there is none, the usual.
        Target::Alike(alike) => match alike.near(&given.board) {
            Some(end) => end,
            None => Goal::BlankLast.board(shape).map_err(Failure::told)?,
        },
    };
    let board = given.board;
    if args.json {
        let home =
            board.tiles().iter().zip(goal.tiles()).filter(|(tile, home)| tile == home && !tile.is_blank());
        let report = Report {
            board: Some(board.to_string()),
            size: Some(shape.to_string()),
            goal: Some(args.goal.text(given.goal.as_deref()).to_owned()),
            cells: Some(board.rows().map(|row| row.iter().map(|tile| tile.number()).collect()).collect()),
            at_home: Some(home.count() as u64),
            ..Report::new("show", Status::Done)
        };
        report.print()?;
        return Ok(Exit::Answered);
    }
    match args.svg.as_deref() {
        None => writeln!(anstream::stdout(), "{}", draw::board(&board, &goal))?,
        Some(path) if path.as_os_str() == "-" => {
            std::io::stdout().write_all(svg::board(&board, &goal).as_bytes())?;
        }
        Some(path) => std::fs::write(path, svg::board(&board, &goal))
            .map_err(|e| Failure::Environment(format!("cannot write {}: {e}", path.display())))?,
    }
    Ok(Exit::Answered)
}
