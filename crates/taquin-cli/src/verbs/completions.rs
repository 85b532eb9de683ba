//! `taquin completions`: what a shell needs to complete the arguments.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::failure::{Exit, Failure};

/// Print a completion script for a shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  $ taquin completions bash > taquin.bash
  $ taquin completions fish | head -n 1")]
pub struct CompletionsArgs {
    /// The shell that will read the script
    #[arg(value_enum)]
    shell: Shell,
}

pub fn run(args: &CompletionsArgs) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::Cli::command(), "taquin", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(Exit::Answered)
}
