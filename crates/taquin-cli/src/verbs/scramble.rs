//! `taquin scramble`: random boards that can be solved.

use std::io::{BufWriter, Write};

use clap::Args;
use taquin_core::{Scrambler, Seed, Shape};

use crate::args::GoalArgs;
use crate::failure::{Exit, Failure};

/// Draw boards uniformly from all that can be solved, one per line
///
/// The seed is told on standard error; with the same seed the same boards come, on every machine, for ever.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  $ taquin scramble
  $ taquin scramble 3x5 -n 4 --seed v1-42
  $ taquin scramble 4x4 --goal blank-first")]
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
    #[command(flatten)]
    goal: GoalArgs,
    /// Print one JSON object per board
    #[arg(long)]
    json: bool,
}

pub fn run(args: &ScrambleArgs) -> Result<Exit, Failure> {
    let goal = args.goal.goal(Some(args.size))?;
    let seed = args.seed.map_or_else(random_seed, Ok)?;
    let scrambler = Scrambler::new(args.size, &goal, seed).map_err(Failure::input)?;
    eprintln!("seed {seed}");
    let mut out = BufWriter::new(std::io::stdout().lock());
    for index in 0..args.number {
        let board = scrambler.board(index);
        if args.json {
            let object = serde_json::json!({
                "board": board.to_string(), "rows": args.size.rows(), "columns": args.size.columns(),
                "goal": args.goal.goal, "seed": seed.to_string(), "index": index,
            });
            writeln!(out, "{object}")?;
        } else {
            writeln!(out, "{board}")?;
        }
    }
    out.flush()?;
    Ok(Exit::Answered)
}

fn random_seed() -> Result<Seed, Failure> {
    getrandom::u64().map(Seed::new).map_err(|e| Failure::Environment(format!("no random seed: {e}")))
}
