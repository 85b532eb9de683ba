//! `taquin table`: list, build, verify and remove the big tables.

use std::io::Write;
use std::time::Instant;

use clap::{Args, Subcommand};
use taquin_core::{Goal, Metric, Shape};
use taquin_solve::table::{Listed, Store, TableError, TableKey};
use taquin_solve::{Limits, StopReason};

use crate::args::{GoalArgs, MetricArgs};
use crate::failure::{Exit, Failure};
use crate::limits::{Watch, seconds};
use crate::machine::interrupted;
use crate::report::{Report, Status};
use crate::tables::TablesArgs;
use crate::width;

/// List, build, verify and remove the big tables
///
/// Every board of up to 16 cells is solved without them. With them on disk, `taquin solve` finds them by itself and
/// hard boards take a tenth of the time or less. Hard boards of 17 to 25 cells get theirs built in memory each time unless
/// they are on disk.
#[derive(Args, Debug)]
#[command(arg_required_else_help = true)]
#[command(after_help = "\
Examples:
  $ taquin table list
  $ taquin table build 3x3
  $ taquin table build 3x3 --metric mtm
  $ taquin table build 2x4 && taquin table verify && taquin table remove 2x4")]
pub struct TableArgs {
    #[command(flatten)]
    tables: TablesArgs,
    /// One JSON object for each table, one line each
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// The tables there are, with their sizes
    #[command(after_help = "\
Examples:
  $ taquin table list
  $ taquin table list --json")]
    List,
    /// Build the big tables of a size; what is there and whole stays
    #[command(after_help = "\
Examples:
  $ taquin table build 3x3
  $ taquin table build 4x4                  # 198 MB; boards take a tenth of the time
  $ taquin table build 5x5 --goal blank-first
  $ taquin table build 4x4 --metric mtm")]
    Build(Which),
    /// Read every byte of every table, or of one size's, and check it
    #[command(after_help = "\
Examples:
  $ taquin table verify
  $ taquin table build 2x4 && taquin table verify 2x4 --json")]
    Verify {
        /// Only this size, rows x columns
        size: Option<Shape>,
    },
    /// Delete the tables of a size
    #[command(after_help = "\
Examples:
  $ taquin table remove 4x4
  $ taquin table remove 4x4 --metric mtm")]
    Remove(Which),
}

#[derive(Args, Debug)]
struct Which {
    /// The boards' size, rows x columns, of up to 25 cells
    size: Shape,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    metric: MetricArgs,
    /// How many threads to use [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Which {
    fn keys(&self) -> Result<Vec<TableKey>, Failure> {
        let goal: Goal = self.goal.goal(Some(self.size))?;
        let home = goal.board(self.size).map_err(Failure::input)?.blank();
        let keys = TableKey::big(self.size, home, self.metric.metric);
        if keys.is_empty() {
            let most = if self.metric.metric == Metric::Stm { "25 cells but 2x12" } else { "16 cells" };
            let rule = format!("tables are for boards of up to {most}, with two rows and columns at least");
            return Err(Failure::Input(format!("{} has no tables; {rule}", self.size)));
        }
        Ok(keys)
    }

    fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }
}

pub fn run(args: &TableArgs) -> Result<Exit, Failure> {
    let store = args.tables.store()?;
    match &args.what {
        What::List => list(&store, args.json),
        What::Build(which) => build(&store, which, args.json),
        What::Verify { size } => verify(&store, *size, args.json),
        What::Remove(which) => remove(&store, which, args.json),
    }
}

fn list(store: &Store, json: bool) -> Result<Exit, Failure> {
    let mut out = std::io::stdout().lock();
    let listed = store.list().map_err(failure)?;
    if listed.is_empty() && !json {
        let line = format!("no tables in {}", store.directory().display());
        writeln!(out, "{}", width::fitted(&line))?;
    }
    for table in listed {
        let file = name(&table);
        let bytes = table.bytes;
        match table.header {
            Ok(header) if json => told(store, &header.key).write(&mut out)?,
            Ok(header) => {
                let (size, tiles) = (header.key.shape(), header.key.tiles().len());
                let metric = if header.key.metric() == Metric::Mtm { ", multi-tile metric" } else { "" };
                let line = format!("{file}  {size} with {tiles} tiles{metric}  {}", megabytes(bytes));
                writeln!(out, "{}", width::fitted(&line))?;
            }
            Err(why) if json => refusal(file, &why).write(&mut out)?,
            Err(why) => writeln!(out, "{}", width::fitted(&format!("{file}  refused: {why}")))?,
        }
    }
    Ok(Exit::Answered)
}

fn name(table: &Listed) -> String {
    table.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// What is told of every table.
fn told(store: &Store, key: &TableKey) -> Report {
    let file = std::fs::metadata(store.directory().join(key.file_name()));
    Report {
        file: Some(key.file_name()),
        size: Some(key.shape().to_string()),
        metric: Some(key.metric().to_string()),
        tiles: Some(key.tiles().len() as u64),
        bytes: file.ok().map(|file| file.len()),
        ..Report::new("table", Status::Done)
    }
}

/// A file that is no table, in the list.
fn refusal(file: String, why: &TableError) -> Report {
    Report { file: Some(file), ..Failure::Environment(why.to_string()).report("table", None) }
}

fn build(store: &Store, which: &Which, json: bool) -> Result<Exit, Failure> {
    let keys = which.keys()?;
    let bytes: u64 = keys.iter().map(|key| key.bytes() as u64).sum();
    let threads = which.threads();
    // Measured for 4x4 and 5x5 on two threads: 11 to 17 million bytes a second and thread.
    let guess = (bytes as f64 / 12e6 / threads as f64).ceil();
    let about = if bytes > 5_000_000 { format!(", perhaps {guess:.0} s") } else { String::new() };
    let into = store.directory().display();
    let head = format!("building {} tables, {}{about}, in {into}", keys.len(), megabytes(bytes));
    width::say(&head);
    let mut out = std::io::stdout().lock();
    for key in &keys {
        let start = Instant::now();
        let watch = Watch::new(Limits::new().interrupt(interrupted()?), true);
        let built = store.build(key, threads, &watch);
        watch.finish();
        match built {
            Ok(digest) if json => {
                let digest = Some(format!("{digest:08x}"));
                Report { digest, ..told(store, key) }.took(start.elapsed()).write(&mut out)?;
            }
            Ok(digest) => {
                let time = seconds(start.elapsed().as_secs_f64());
                let bytes = megabytes(key.bytes() as u64);
                let line = format!("{}  {bytes}  digest {digest:08x}  {time}", key.file_name());
                writeln!(out, "{}", width::fitted(&line))?;
            }
            Err(TableError::Stopped(StopReason::Interrupted)) => {
                let remedy = "stopped; run it again to go on with the tables that are missing";
                return Err(Failure::Interrupted(remedy.into()));
            }
            Err(why) => return Err(failure(why)),
        }
    }
    Ok(Exit::Answered)
}

fn verify(store: &Store, size: Option<Shape>, json: bool) -> Result<Exit, Failure> {
    let mut out = std::io::stdout().lock();
    let mut refused = None;
    for table in store.list().map_err(failure)? {
        let name = name(&table);
        let checked = table.header.and_then(|header| {
            let other = size.is_some_and(|s| s != header.key.shape() && s.transposed() != header.key.shape());
            if other { Ok(None) } else { store.verify(&header.key).map(|digest| Some((header.key, digest))) }
        });
        match checked {
            Ok(None) => {}
            Ok(Some((key, digest))) if json => {
                let report = Report { digest: Some(format!("{digest:08x}")), ..told(store, &key) };
                Report { status: Status::Valid, valid: Some(true), ..report }.write(&mut out)?;
            }
            Ok(Some((_, digest))) => {
                writeln!(out, "{}", width::fitted(&format!("{name}  whole, digest {digest:08x}")))?;
            }
            Err(why) => {
                if json {
                    Report { valid: Some(false), ..refusal(name, &why) }.write(&mut out)?;
                } else {
                    writeln!(out, "{name}  refused")?;
                }
                refused.get_or_insert(why);
            }
        }
    }
    match refused {
        Some(why) => Err(Failure::Tables(failure(why).to_string())),
        None => Ok(Exit::Answered),
    }
}

fn remove(store: &Store, which: &Which, json: bool) -> Result<Exit, Failure> {
    let mut out = std::io::stdout().lock();
    for key in which.keys()? {
        let was = store.remove(&key).map_err(failure)?;
        if json {
            Report { existed: Some(was), ..told(store, &key) }.write(&mut out)?;
        } else {
            let what = if was { "removed" } else { "was not there" };
            writeln!(out, "{}", width::fitted(&format!("{}  {what}", key.file_name())))?;
        }
    }
    Ok(Exit::Answered)
}

fn failure(why: TableError) -> Failure {
    let remedy = match &why {
        TableError::Missing { shape, .. } => format!("; build it with `taquin table build {shape}`"),
        TableError::Refused { shape, .. } => format!("; rebuild it with `taquin table build {shape}`"),
        _ => String::new(),
    };
    Failure::Environment(format!("{why}{remedy}"))
}

fn megabytes(bytes: u64) -> String {
    if bytes < 1_000_000 {
        format!("{:.1} kB", bytes as f64 / 1e3)
    } else {
        format!("{:.1} MB", bytes as f64 / 1e6)
    }
}
