//! `taquin scramble`: random boards that can be solved.

use std::io::{BufWriter, Write};
use std::sync::Arc;

use clap::Args;
use taquin_core::{Scrambler, Seed, Shape};

use super::play::{at_distance, random_seed};
use crate::args::GoalArgs;
use crate::failure::{Exit, Failure};
use crate::report::{Report, Status};

/// Draw boards uniformly from all that can be solved, one per line
///
/// The seed is told on standard error; with the same seed the same boards come, on every machine, for ever.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  $ taquin scramble
  $ taquin scramble 3x5 -n 4 --seed v1-42
  $ taquin scramble 4x4 --goal blank-first
  $ taquin scramble 3x3 --distance 31 -n 2
  $ taquin scramble 3x3 --goal rows --distance 12
With --distance each board has a seed of its own, counted on from the first;
`taquin play --seed S --distance N` deals the same.")]
pub struct ScrambleArgs {
    /// The size, rows x columns
    #[arg(value_name = "SIZE", default_value = "4x4")]
    size: Shape,
    /// How many boards
    #[arg(short = 'n', long = "number", value_name = "N", default_value_t = 1)]
    number: u64,
    /// The seed, a number or as it was told (v1-42); a random one without it
    #[arg(long, value_name = "SEED")]
    seed: Option<Seed>,
    /// Only boards that take exactly so many slides, on boards of up to 16 cells
    #[arg(long, value_name = "N")]
    distance: Option<u32>,
    #[command(flatten)]
    goal: GoalArgs,
    /// Print one JSON object per board
    #[arg(long)]
    json: bool,
}

pub fn run(args: &ScrambleArgs) -> Result<Exit, Failure> {
    let target = args.goal.target(Some(args.size))?;
    let seed = args.seed.map_or_else(random_seed, Ok)?;
    let scrambler = Scrambler::new(args.size, target.goal(), seed).map_err(Failure::input)?;
    let tables = Arc::default();
    eprintln!("seed {seed}");
    let mut out = BufWriter::new(std::io::stdout().lock());
    for index in 0..args.number {
        let board = match args.distance {
            None => scrambler.board(index),
            Some(distance) => {
                let seed = Seed::new(seed.number().wrapping_add(index));
                at_distance(args.size, &target, seed, distance, &tables)?.start().clone()
            }
        };
        if args.json {
            let report = Report {
                board: Some(board.to_string()),
                size: Some(args.size.to_string()),
                goal: Some(args.goal.text(None).to_owned()),
                seed: Some(seed.to_string()),
                index: Some(index),
                distance: args.distance.map(u64::from),
                metric: args.distance.map(|_| taquin_core::Metric::Stm.to_string()),
                ..Report::new("scramble", Status::Done)
            };
            report.write(&mut out)?;
        } else {
            writeln!(out, "{board}")?;
        }
    }
    out.flush()?;
    Ok(Exit::Answered)
}
