//! `taquin show`: a board drawn.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::args::{BoardArgs, GoalArgs};
use crate::failure::{Exit, Failure};
use crate::{draw, input, svg};

/// Draw a board, with the tiles at home coloured
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  $ taquin show '1 2 3/4 0 6/7 5 8'
  $ taquin scramble 4x4 --seed 1 | taquin show --svg board.svg")]
pub struct ShowArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    goal: GoalArgs,
    /// Write a picture to this file instead (- for standard output)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub fn run(args: &ShowArgs) -> Result<Exit, Failure> {
    let board = input::board(&args.board)?;
    let goal = args.goal.goal(Some(board.shape()))?.board(board.shape()).map_err(Failure::input)?;
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
