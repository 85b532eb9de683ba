//! The program `taquin`: sliding-tile puzzles on the command line.
//!
//! Each verb is a file in `verbs/`: its arguments, its calls into the libraries, its report. What they share
//! (where boards come from, how failures end the program, how boards are drawn) stands beside this file.

mod args;
mod draw;
mod failure;
mod input;
mod limits;
mod lines;
mod machine;
mod svg;
mod tables;
mod tui;
mod verbs;

use std::process::ExitCode;

use clap::Parser;

use crate::failure::{Failure, one_line};

fn main() -> ExitCode {
    let result = match verbs::Cli::try_parse() {
        Ok(cli) => {
            cli.color.write_global();
            cli.verb.run()
        }
        Err(answer) if !answer.use_stderr() => {
            // Help and version are answers; a pipe closed by their reader is no failure.
            let _ = answer.print();
            return ExitCode::SUCCESS;
        }
        Err(usage) => Err(Failure::Input(first_paragraph(&usage.to_string()))),
    };
    match result {
        Ok(exit) => exit.into(),
        Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{}", one_line(&failure));
            failure.exit_code()
        }
    }
}

/// The message of a usage error without its `error:` and the paragraphs that follow.
fn first_paragraph(usage: &str) -> String {
    let paragraph = usage.split("\n\n").next().unwrap_or_default();
    let line = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{} (see --help)", line.trim_start_matches("error: "))
}
