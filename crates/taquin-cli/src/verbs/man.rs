//! `taquin man`: manual pages.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, CommandFactory};

use crate::failure::{Exit, Failure};

/// Write the manual pages
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  $ taquin man | head -n 3
  $ taquin man --dir man1")]
pub struct ManArgs {
    /// Write one page per verb into this directory instead of the main page to standard output
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

pub fn run(args: &ManArgs) -> Result<Exit, Failure> {
    let command = super::Cli::command();
    match &args.dir {
        Some(dir) => {
            let fail =
                |e| Failure::Environment(format!("cannot write manual pages to {}: {e}", dir.display()));
            std::fs::create_dir_all(dir).map_err(fail)?;
            clap_mangen::generate_to(command, dir).map_err(fail)?;
        }
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page)?;
            std::io::stdout().write_all(&page)?;
        }
    }
    Ok(Exit::Answered)
}
