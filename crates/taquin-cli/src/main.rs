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
mod meter;
mod report;
mod svg;
mod tables;
mod tui;
mod verbs;
mod whole;
mod width;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};

use crate::failure::{Failure, one_line};

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let (result, verb) = match verbs::Cli::try_parse() {
        Ok(cli) => {
            cli.color.write_global();
            let verb = cli.verb.name();
            (cli.verb.run(), verb)
        }
        Err(answer) if !answer.use_stderr() => {
            // Help and version are answers; a pipe closed by their reader is no failure.
            let _ = answer.print();
            return ExitCode::SUCCESS;
        }
        Err(help) if help.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = help.print();
            return ExitCode::from(2);
        }
        Err(missing) if missing.kind() == ErrorKind::MissingSubcommand => {
            let mut command = verbs::Cli::command();
            command.build();
            let verb = words.iter().find_map(|word| command.find_subcommand(word).cloned());
            eprint!("{}", verb.unwrap_or(command).render_help());
            return ExitCode::from(2);
        }
        Err(usage) => (Err(Failure::Usage(told(&usage))), "taquin"),
    };
    match result {
        Ok(exit) => exit.into(),
        Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(failure) => {
            // A program that asked for JSON gets it, whatever happened; a person reads the line.
            let given = |flag: &str| words.iter().any(|word| word == flag);
            let told = match failure {
                Failure::Lines(_) | Failure::Tables(_) => true,
                Failure::Interrupted(_) => given("--lines"),
                _ => false,
            };
            if !told && given("--json") {
                let _ = failure.report(verb, None).print();
            }
            let line = match &failure {
                Failure::Interrupted(why) => why.clone(),
                _ => one_line(&failure),
            };
            width::say(&line);
            failure.exit_code()
        }
    }
}

/// A usage error in one line: what is wrong, and clap's suggestion or ours.
fn told(usage: &clap::Error) -> String {
    let text = usage.to_string();
    let wanted = |line: &&str| !line.starts_with("Usage:") && !line.starts_with("For more information");
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).take_while(wanted);
    let told = lines.map(|line| line.trim_start_matches("error: ")).collect::<Vec<_>>().join("; ");
    if let Some(hint) = board_hint(usage) {
        return format!("{told}; {hint}").replace("; tip: to pass", "; to pass");
    }
    // What is missing stands on lines of its own after a colon.
    format!("{} (see --help)", told.replace("; tip: ", "; ").replace(":; ", ": "))
}

/// What may be meant where a word too many is a number or a board.
fn board_hint(usage: &clap::Error) -> Option<&'static str> {
    if usage.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let Some(ContextValue::String(word)) = usage.get(ContextKind::InvalidArg) else { return None };
    let of_board = |sign: char| sign.is_ascii_digit() || " ,/_.".contains(sign);
    if word.is_empty() || !word.chars().all(of_board) {
        None
    } else if word.contains(['/', ' ']) {
        Some("for several boards write one per line and add --lines")
    } else {
        Some("a board is one word: put it in quotes, as in '1 2 3/4 5 6/7 8 0'")
    }
}
