//! `taquin label`: boards with their exact distances, in Parquet files.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{ArgGroup, Args};
use indicatif::HumanCount;
use taquin_core::{Seed, Shape};
use taquin_data::{Device, LabelError, Limits, Manifest, Source, Spec, Work, label, oracle};
use taquin_solve::bulk::BulkError;
use taquin_solve::{StopReason, Unlimited};

use crate::args::{GoalArgs, MetricArgs};
use crate::failure::{Exit, Failure};
use crate::input;
use crate::limits::{LimitArgs, Watch};
use crate::machine::{self, interrupted};
use crate::report::{Report, Status};
use crate::tables::TablesArgs;
use crate::width;

/// Label boards with exact distances and optimal moves, into Parquet files
///
/// The data set is cut into shards, one file each, written aside and renamed: the same command goes on where it was ended, and
/// the files are the same bytes on any machine and with any number of threads. A limit per board leaves its distance empty, with
/// the bound that was proven. `docs/python.md` lists the columns.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("from").required(true).args(["number", "all", "file", "check"]))]
#[command(after_help = "\
Examples:
  $ taquin label 4x4 --out boards -n 1000000 --seed 1
  $ taquin label 4x4 --out boards -n 1000000 --seed 1 --shard 3/16   # the fourth of 16
  $ taquin label 3x3 --out far -n 1000 --distance 20..31 --seed 1
  $ taquin label 2x4 --out every --all && taquin label 2x4 --out every --check
  $ taquin label 4x4 --out mine --file boards.txt --nodes 1000000
  $ taquin label 4x4 --out boards --check   # every file against the manifest")]
pub struct LabelArgs {
    /// The size, rows x columns, of up to 16 cells
    #[arg(value_name = "SIZE")]
    size: Shape,
    /// The folder of the data set
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// So many random boards
    #[arg(short = 'n', long = "number", value_name = "N")]
    number: Option<u64>,
    /// The seed of random boards, a number or as it was told (v1-42)
    #[arg(long, value_name = "SEED", default_value = "1")]
    seed: Seed,
    /// Random boards at distances that run through a range, such as 20..31, both included
    #[arg(long, value_name = "FROM..TO", requires = "number", value_parser = range)]
    distance: Option<(u32, u32)>,
    /// Every position of the board, in the order of their numbers
    #[arg(long)]
    all: bool,
    /// The boards of a file, one per line
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Compare the files of the folder with its manifest, and make none
    #[arg(long)]
    check: bool,
    /// Make every Nth shard from the Ith on (counted from 0): the share of one of N workers
    #[arg(long, value_name = "I/N", default_value = "0/1", value_parser = share)]
    shard: (u64, u64),
    /// Boards in a shard
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    shard_boards: u64,
    /// Leave the optimal moves out, which cost about as much as the distances
    #[arg(long)]
    no_moves: bool,
    /// Leave the bounds of the ladder out
    #[arg(long)]
    no_bounds: bool,
    /// Boards of a thousand that are for validation, and as many again for testing
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u16).range(0..=500))]
    held_out: u16,
    /// Where to label: cpu, or cuda (an NVIDIA card, 4x4 boards in single slides)
    #[arg(long, value_name = "DEVICE", default_value = "cpu")]
    device: Device,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    metric: MetricArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    tables: TablesArgs,
    /// How many threads to use [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print one JSON object when it is done
    #[arg(long)]
    json: bool,
}

fn range(text: &str) -> Result<(u32, u32), String> {
    let rule = || format!("{text:?} is not a range of distances; write 20..31");
    let (least, most) = text.split_once("..").ok_or_else(rule)?;
    Ok((least.parse().map_err(|_| rule())?, most.parse().map_err(|_| rule())?))
}

fn share(text: &str) -> Result<(u64, u64), String> {
    let rule = || format!("{text:?} is not a share; write 0/4 to 3/4 for four workers");
    let (index, of) = text.split_once('/').ok_or_else(rule)?;
    let (index, of) = (index.parse().map_err(|_| rule())?, of.parse().map_err(|_| rule())?);
    if index < of { Ok((index, of)) } else { Err(rule()) }
}

pub fn run(args: &LabelArgs) -> Result<Exit, Failure> {
    interrupted()?;
    if args.check {
        return check(args);
    }
    // Refused here as everywhere, where it makes tiles alike.
    args.goal.goal(Some(args.size))?;
    let mut given = Vec::new();
    let source = match (args.number, &args.file) {
        (Some(count), _) => match args.distance {
            None => Source::Seed { seed: args.seed.number(), count },
            Some((least, most)) => Source::Distance { seed: args.seed.number(), count, least, most },
        },
        (None, Some(file)) => {
            given = boards(args, file)?;
            Spec::given(args.size, &given, &Unlimited).map_err(failure)?
        }
        (None, None) => Source::All,
    };
    let spec = Spec {
        goal: args.goal.text(None).into(),
        metric: args.metric.metric.to_string(),
        shard_boards: args.shard_boards,
        moves: !args.no_moves,
        bounds: !args.no_bounds,
        nodes: args.limits.nodes,
        time_ms: args.limits.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
        validation: args.held_out,
        test: args.held_out,
        ..Spec::new(&args.size.to_string(), source)
    };
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let kernels = args.tables.directory().map(|folder| folder.join("kernels"));
    let limits = Limits {
        threads: args.threads.map_or_else(cores, usize::from),
        memory_bytes: args.limits.memory.unwrap_or(machine::memory_bytes() / 4 * 3),
        tables: Arc::new(args.tables.cache()),
        oracle: oracle(args.device, kernels).map_err(|why| failure(LabelError::Bulk(why)))?,
    };
    let work = Work { spec: &spec, given: &given, folder: &args.out, limits: &limits };
    let watch = Watch::new(taquin_solve::Limits::new().interrupt(interrupted()?), true);
    let (mut boards, mut files, mut unknown) = (0, 0, 0);
    let missing = label::shards(work, args.shard, &watch, |shard| {
        if !shard.skipped {
            (boards, files, unknown) = (boards + shard.boards, files + 1, unknown + shard.unknown);
        }
    });
    watch.finish();
    for warning in limits.tables.take_warnings() {
        width::say(&format!(
            "warning: {warning}; going on with small tables (`taquin table build` makes it anew)"
        ));
    }
    let report = |status, missing| Report {
        size: Some(args.size.to_string()),
        goal: Some(spec.goal.clone()),
        metric: Some(spec.metric.clone()),
        boards: Some(boards),
        files: Some(files),
        unknown: Some(unknown),
        missing,
        ..Report::new("label", status)
    };
    let missing = match missing {
        Err(LabelError::Stopped(StopReason::Interrupted)) => {
            if args.json {
                report(Status::Interrupted, None).print()?;
            }
            width::say(&format!(
                "interrupted; the same command goes on from the {files} files that are finished"
            ));
            return Ok(Exit::Interrupted);
        }
        other => other.map_err(failure)?,
    };
    if args.json {
        let status = if unknown > 0 { Status::Limit } else { Status::Done };
        report(status, Some(missing.len() as u64)).print()?;
        return Ok(if unknown > 0 { Exit::Stopped } else { Exit::Answered });
    }
    let out = args.out.display();
    let mut line = format!("{} boards labelled into {files} files in {out}", HumanCount(boards));
    if unknown > 0 {
        line += &format!("; {} without a distance, by the limits", HumanCount(unknown));
    }
    line += &match missing.len() {
        0 => "; the data set is complete".to_owned(),
        count => format!("; {count} shards are for others to make"),
    };
    writeln!(std::io::stdout(), "{}", width::fitted(&line))?;
    Ok(if unknown > 0 { Exit::Stopped } else { Exit::Answered })
}

/// The boards of a file, one after another.
fn boards(args: &LabelArgs, file: &std::path::Path) -> Result<Vec<u8>, Failure> {
    let text = input::text(Some(file))?;
    let mut all = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let told = |why: &dyn std::fmt::Display| Failure::Input(format!("line {number}: {why}"));
        let board = input::board_in(line.as_bytes(), Some(args.size)).map_err(|why| told(&why))?;
        if board.shape() != args.size {
            return Err(told(&format!("a {} board where all are {}", board.shape(), args.size)));
        }
        all.extend(board.iter().map(|tile| tile.number() as u8));
    }
    Ok(all)
}

fn check(args: &LabelArgs) -> Result<Exit, Failure> {
    let limits = taquin_solve::Limits::new().interrupt(interrupted()?);
    let (manifest, wrong) = match Manifest::check(&args.out, &limits) {
        Err(LabelError::Stopped(StopReason::Interrupted)) => {
            return Err(Failure::Interrupted("interrupted; nothing was found wrong or right".into()));
        }
        other => other.map_err(failure)?,
    };
    let boards: u64 = manifest.shards.values().map(|entry| entry.boards).sum();
    if args.json {
        let (status, exit) = match wrong.len() {
            0 => (Status::Valid, Exit::Answered),
            _ => (Status::Invalid, Exit::No),
        };
        let (files, missing) = (Some(manifest.shards.len() as u64), Some(wrong.len() as u64));
        Report { boards: Some(boards), files, missing, ..Report::new("label", status) }.print()?;
        return Ok(exit);
    }
    match wrong.first() {
        None => {
            println!(
                "{} files with {} boards are as the manifest says",
                manifest.shards.len(),
                HumanCount(boards)
            );
            Ok(Exit::Answered)
        }
        Some(first) => {
            let more = wrong.len() - 1;
            let others = if more > 0 { format!(" and {more} others") } else { String::new() };
            width::say(&format!(
                "error: {first}{others} differ from the manifest; remove them and label again"
            ));
            Ok(Exit::No)
        }
    }
}

fn failure(error: LabelError) -> Failure {
    match error {
        LabelError::Bulk(BulkError::Device(_)) => {
            Failure::Environment(format!("{error}; go on with --device cpu"))
        }
        LabelError::Folder(..) | LabelError::Bulk(BulkError::Census(_)) => {
            Failure::Environment(error.to_string())
        }
        other => Failure::Input(other.to_string()),
    }
}
