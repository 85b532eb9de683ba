//! `taquin man`: manual pages.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;

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

const EXIT_STATUS: &str = "\
.SH EXIT STATUS
.TP
\\fB0\\fR
answered: solvable, solved, valid, done
.TP
\\fB1\\fR
a proven no: unsolvable, an invalid solution
.TP
\\fB2\\fR
bad input or usage
.TP
\\fB3\\fR
stopped by a limit; what was proven by then has been told
.TP
\\fB4\\fR
the environment failed: a full disk, a permission, a damaged file
.TP
\\fB130\\fR
interrupted
";

pub fn run(args: &ManArgs) -> Result<Exit, Failure> {
    let mut command = super::Cli::command().disable_help_subcommand(true);
    command.build();
    match &args.dir {
        Some(dir) => {
            let fail =
                |e| Failure::Environment(format!("cannot write manual pages to {}: {e}", dir.display()));
            std::fs::create_dir_all(dir).map_err(fail)?;
            for (name, page) in pages(&command, None)? {
                std::fs::write(dir.join(format!("{name}.1")), page).map_err(fail)?;
            }
        }
        None => std::io::stdout().write_all(&page(&command, "taquin")?)?,
    }
    Ok(Exit::Answered)
}

/// The page of a command and those of the commands under it, by their names.
fn pages(command: &Command, above: Option<&str>) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let name = above
        .map_or_else(|| command.get_name().to_owned(), |above| format!("{above}-{}", command.get_name()));
    let mut all = vec![(name.clone(), page(command, &name)?)];
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        all.extend(pages(below, Some(&name))?);
    }
    Ok(all)
}

fn page(command: &Command, name: &str) -> Result<Vec<u8>, Failure> {
    let told = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let (before, examples) = told.split_once("Examples:\n").unwrap_or((told.as_str(), ""));
    // The examples have a section of their own, under the name that readers of manuals look for.
    let man = Man::new(command.clone().after_help("")).title(name.to_uppercase());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    if command.get_arguments().any(|argument| !argument.is_hide_set()) {
        man.render_options_section(&mut page)?;
    }
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    if !before.trim().is_empty() {
        write!(page, ".SH NOTES\n{}", plain(before))?;
    }
    if !examples.is_empty() {
        write!(page, ".SH EXAMPLES\n{}", plain(examples))?;
    }
    write!(page, "{EXIT_STATUS}")?;
    writeln!(page, ".SH VERSION\ntaquin {}", env!("CARGO_PKG_VERSION"))?;
    Ok(page)
}

/// Lines as they stand. An example that the tests run begins with a dollar sign there and here.
fn plain(text: &str) -> String {
    let lines = text.lines().map(|line| line.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq"));
    // A line that begins with a full stop would be a request.
    let lines: String = lines.map(|line| format!("\\&{line}\n")).collect();
    format!(".nf\n{lines}.fi\n")
}
