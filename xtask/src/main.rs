//! Builds, tests and measures the whole project: `cargo xtask help`.

mod web;

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
    /// Build the page into web/dist, a folder for any static host
    Web,
    /// Check and test the page in a real browser
    WebTest,
    /// Build everything and start the page on localhost
    Serve {
        /// Options of `taquin serve`, such as --port 8080 or --open
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
}

fn main() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let done = match Arguments::parse().verb {
        Verb::Web => web::build(&root),
        Verb::WebTest => web::test(&root),
        Verb::Serve { options } => web::serve(&root, &options),
    };
    if let Err(error) = done {
        eprintln!("error: {error:#}");
        std::process::exit(1);
    }
}
