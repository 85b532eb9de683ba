//! Builds, tests and measures the whole project: `cargo xtask help`.

mod dist;
mod engine;
mod guard;
mod kernels;
mod mutants;
mod python;
mod seeded;
mod test;
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
    /// Run every check and test, installing what they need
    Test {
        /// Walk the larger state spaces too (an hour or more)
        #[arg(long)]
        full: bool,
    },
    /// Run what `test --full` has besides, or only the parts named: promises, features, systems, workflows, miri, address, thread,
    /// seeded, mutants
    Long { names: Vec<String> },
    /// The part of `test` that runs beside the browsers
    #[command(hide = true)]
    Beside {
        #[arg(long)]
        full: bool,
    },
    /// Put classic bugs into a copy of the tree, one at a time, and see the tests turn red for each
    Seeded {
        /// Only those whose names begin so, such as 08
        names: Vec<String>,
    },
    /// Build the page into web/dist, a folder for any static host
    Web,
    /// Build what people install, into target/dist: an archive, its checksum, a Debian package
    Dist {
        /// Pack the crates and try the archive and the package instead, with the program of the tests
        #[arg(long)]
        test: bool,
    },
    /// Build the wheel and the source package for Python into target/dist
    Wheel,
    /// Build the wheel as the tests are built, and run the Python package's tests alone
    Python {
        /// Those that take minutes, too
        #[arg(long)]
        full: bool,
    },
    /// Build everything and start the league with the page on localhost
    Serve {
        /// Options of `taquin-league serve`, such as --port 8080, --open or --database postgres://…
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
}

fn main() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let done = match Arguments::parse().verb {
        Verb::Test { full } => test::run(&root, full),
        Verb::Long { names } => test::long(&root, &names),
        Verb::Beside { full } => test::beside(&root, full),
        Verb::Seeded { names } => seeded::run(&root, &names),
        Verb::Dist { test: false } => dist::run(&root),
        Verb::Dist { test: true } => dist::crates(&root, false).and_then(|()| dist::test(&root, true)),
        Verb::Wheel => python::build(&root),
        Verb::Python { full } => python::test(&root, full),
        Verb::Web => web::build(&root),
        Verb::Serve { options } => web::serve(&root, &options),
    };
    if let Err(error) = done {
        eprintln!("error: {error:#}");
        std::process::exit(1);
    }
}
