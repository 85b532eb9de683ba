//! The verbs, one file each.

mod bench;
mod census;
mod check;
mod completions;
mod judge;
mod label;
mod man;
mod moves;
mod play;
mod replay;
mod scramble;
mod serve;
mod show;
mod solve;
mod table;
mod verify;
mod watch;

use clap::{Parser, Subcommand};

use crate::failure::{Exit, Failure};

/// Sliding-tile puzzles of any size: decided, solved, mapped and played.
#[derive(Parser, Debug)]
#[command(name = "taquin", version, propagate_version = true, arg_required_else_help = true)]
#[command(after_help = "\
Sizes are rows x columns: 4x5 has 4 rows of 5. A board is written row by row: 1 2 3/4 5 6/7 8 0.
Exit codes: 0 answered, 1 a proven no, 2 bad input, 3 stopped by a limit, 4 the environment failed,
130 interrupted.

Examples:
  $ taquin check '1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0'   # exit 1
  $ taquin scramble 4x4 --seed 42 | taquin check")]
pub struct Cli {
    #[command(flatten)]
    pub color: colorchoice_clap::Color,
    #[command(subcommand)]
    pub verb: Verb,
}

#[derive(Subcommand, Debug)]
pub enum Verb {
    Check(check::CheckArgs),
    Solve(Box<solve::SolveArgs>),
    Verify(verify::VerifyArgs),
    Moves(Box<moves::MovesArgs>),
    Scramble(scramble::ScrambleArgs),
    Show(show::ShowArgs),
    Table(table::TableArgs),
    Bench(bench::BenchArgs),
    Census(census::CensusArgs),
    Label(Box<label::LabelArgs>),
    Play(play::PlayArgs),
    Serve(serve::ServeArgs),
    Watch(watch::WatchArgs),
    Replay(replay::ReplayArgs),
    Judge(judge::JudgeArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

impl Verb {
    /// Its name, as reports tell it.
    pub fn name(&self) -> &'static str {
        match self {
            Verb::Check(_) => "check",
            Verb::Solve(_) => "solve",
            Verb::Verify(_) => "verify",
            Verb::Moves(_) => "moves",
            Verb::Scramble(_) => "scramble",
            Verb::Show(_) => "show",
            Verb::Table(_) => "table",
            Verb::Bench(_) => "bench",
            Verb::Census(_) => "census",
            Verb::Label(_) => "label",
            Verb::Play(_) => "play",
            Verb::Serve(_) => "serve",
            Verb::Watch(_) => "watch",
            Verb::Replay(_) => "replay",
            Verb::Judge(_) => "judge",
            Verb::Completions(_) => "completions",
            Verb::Man(_) => "man",
        }
    }

    pub fn run(self) -> Result<Exit, Failure> {
        match self {
            Verb::Check(args) => check::run(&args),
            Verb::Solve(args) => solve::run(&args),
            Verb::Verify(args) => verify::run(&args),
            Verb::Moves(args) => moves::run(&args),
            Verb::Scramble(args) => scramble::run(&args),
            Verb::Show(args) => show::run(&args),
            Verb::Table(args) => table::run(&args),
            Verb::Bench(args) => bench::run(&args),
            Verb::Census(args) => census::run(&args),
            Verb::Label(args) => label::run(&args),
            Verb::Play(args) => play::run(&args),
            Verb::Serve(args) => serve::run(&args),
            Verb::Watch(args) => watch::run(&args),
            Verb::Replay(args) => replay::run(&args),
            Verb::Judge(args) => judge::run(&args),
            Verb::Completions(args) => completions::run(&args),
            Verb::Man(args) => man::run(&args),
        }
    }
}
