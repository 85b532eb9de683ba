//! Builds, tests and measures the whole project: `cargo xtask help`.

mod test;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

/// Builds, tests and measures Taquin.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Run every check and test, installing what they need
    Test {
        /// Walk the larger state spaces too (an hour or more)
        #[arg(long)]
        full: bool,
    },
}

fn main() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let done = match Arguments::parse().verb {
        Verb::Test { full } => test::run(&root, full),
    };
    if let Err(error) = done {
        eprintln!("error: {error:#}");
        std::process::exit(1);
    }
}
