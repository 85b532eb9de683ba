//! `taquin census`: every position of a board, counted by its distance from home.

mod histogram;
mod keep;
mod news;
mod picture;

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use taquin_core::{Board, Metric, Problem, Shape};
use taquin_solve::census::{Census, CensusError, CensusOptions, MAX_MAPPED_CELLS, Map, census};
use taquin_solve::{Monitor, StopReason};

use crate::args::{GoalArgs, MetricArgs};
use crate::failure::{Exit, Failure};
use crate::report::{Report, Status};
use crate::{input, machine, whole, width};
use news::News;

/// Count every position of a board by its distance from home
///
/// Boards of up to 12 cells take seconds. 2x7 (43,589,145,600 positions) takes 5.8 GB of memory and some minutes;
/// of larger boards the first depths can be counted.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  $ taquin census 3x3
  $ taquin census 2x5 --metric mtm --svg 2x5.svg
  $ taquin census 3x3 --goal blank-at:2,2 --json
  $ taquin census 5x5 --depth 14
  $ taquin census 3x3 --at '8 6 7/2 5 4/3 0 1'
  $ taquin census 2x5 --save 2x5.map
A long one, which may be killed and goes on where it was:
  $ taquin census 2x7 --checkpoint 2x7.part")]
pub struct CensusArgs {
    /// The size, rows x columns
    #[arg(value_name = "SIZE")]
    size: Shape,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    metric: MetricArgs,
    /// Go no deeper than this
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = number::<u32>)]
    depth: Option<u32>,
    /// How many of the farthest positions to list
    #[arg(long, value_name = "N", default_value_t = 10, allow_negative_numbers = true, value_parser = number::<usize>)]
    farthest: usize,
    /// Only tell how far this board is from the goal
    #[arg(long, value_name = "BOARD", conflicts_with_all = ["depth", "svg", "farthest", "checkpoint"])]
    at: Option<std::ffi::OsString>,
    /// Keep the map of the board (one byte for each position) in a file; if it is there already, answer from it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["depth", "checkpoint"])]
    save: Option<PathBuf>,
    /// Write what has been done to a file every few minutes; if it is there already, go on from it
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// How much work may be lost when the program is killed: 240 (seconds), 500ms, 4m
    #[arg(long, value_name = "TIME", default_value = "4m", allow_negative_numbers = true, requires = "checkpoint", value_parser = crate::limits::duration)]
    every: Duration,
    /// Draw the histogram into a file, or with - to standard output instead of the report
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// How many threads to use [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Memory for the positions: 500MB, 2GB [default: what the machine has left]
    #[arg(long, value_name = "SIZE", value_parser = crate::limits::bytes)]
    memory: Option<u64>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn number<N: std::str::FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| "write a whole number, 0 or more".into())
}

pub fn run(args: &CensusArgs) -> Result<Exit, Failure> {
    let start = Instant::now();
    let goal = args.goal.goal(Some(args.size))?;
    let goal = goal.board(args.size).map_err(Failure::input)?;
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let options = CensusOptions::new()
        .metric(args.metric.metric)
        .depth(args.depth)
        .threads(args.threads.map_or_else(cores, usize::from))
        .farthest(args.farthest)
        .memory_bytes(args.memory.unwrap_or_else(machine::memory_bytes));
    let news = News::new(args.size, args.depth)?;
    let board = match &args.at {
        Some(board) => Some(input::board_in(board.as_encoded_bytes(), Some(args.size))?),
        None => None,
    };
    refuse(args)?;
    if let Some(board) = &board {
        return at(args, board, &goal, &options, &news, start);
    }
    let counted = match (&args.save, &args.checkpoint) {
        // A single line takes no time: there is nothing to lose.
        (None, Some(_)) if args.size.is_corridor() => {
            census(args.size, goal.blank(), &options, &news).map_err(Problematic::Census)
        }
        (Some(_), _) => map(args, &goal, &options, &news).map(|map| map.census(args.farthest)),
        (None, Some(file)) => keep::census(file, args.every, args.size, goal.blank(), &options, &news),
        (None, None) => census(args.size, goal.blank(), &options, &news).map_err(Problematic::Census),
    };
    news.end();
    let (census, stopped) = match counted {
        Ok(census) => (census, None),
        Err(Problematic::Census(CensusError::Stopped { why, finished })) => (*finished, Some(why)),
        Err(Problematic::Census(error)) => {
            let memory = matches!(error, CensusError::Memory { .. } | CensusError::Refused { .. });
            let too_large = memory || matches!(error, CensusError::TooLarge { .. });
            return Err(match args.depth {
                Some(_) if too_large && args.checkpoint.is_some() => Failure::Input(format!(
                    "the first depths of {} are counted without checkpoints; leave --checkpoint out",
                    args.size
                )),
                None if memory => Failure::Limit(format!("{error} (--depth 20)")),
                None if too_large => Failure::Input(format!("{error} (--depth 20)")),
                _ if memory => Failure::Limit(error.to_string()),
                _ => Failure::Input(error.to_string()),
            });
        }
        Err(Problematic::Other(failure)) => return Err(failure),
    };
    let picture = || picture::histogram(&census, args.goal.text(None));
    match &args.svg {
        Some(file) if file.as_os_str() == "-" => std::io::stdout().write_all(picture().as_bytes())?,
        file => {
            tell(args, &census, &goal, stopped, start)?;
            if let Some(file) = file {
                whole::write(file, |out| out.write_all(picture().as_bytes()))?;
            }
        }
    }
    // Last, so that the histogram does not push it out of sight.
    let Some(why) = stopped else { return Ok(Exit::Answered) };
    width::say(&format!("stopped by {why} after depth {}", census.radius()));
    Ok(if why == StopReason::Interrupted { Exit::Interrupted } else { Exit::Stopped })
}

/// Refuses what cannot be done or could not be kept, before any work is done for it.
fn refuse(args: &CensusArgs) -> Result<(), Failure> {
    let CensusArgs { size, .. } = args;
    if args.save.is_some() && size.is_corridor() {
        return Err(Failure::Input(format!("{size} is a single line and needs no map; leave --save out")));
    }
    if size.cells() > MAX_MAPPED_CELLS && !size.is_corridor() {
        let large = format!("{size} has {} cells, a map has at most {MAX_MAPPED_CELLS}", size.cells());
        if args.at.is_some() {
            return Err(Failure::Input(format!("{large}; `taquin solve` tells how far a board is")));
        }
        if args.save.is_some() {
            return Err(Failure::Input(format!("{large}; leave --save out")));
        }
    }
    let new_map = args.save.iter().filter(|file| !file.exists());
    if args.json && args.svg.as_ref().is_some_and(|file| file.as_os_str() == "-") {
        return Err(Failure::Input("--json and --svg - both want standard output; leave one out".into()));
    }
    let picture = args.svg.iter().filter(|file| file.as_os_str() != "-");
    picture.chain(&args.checkpoint).chain(new_map).try_for_each(|file| whole::check(file))
}

/// What can go wrong on the way to a census.
enum Problematic {
    Census(CensusError),
    Other(Failure),
}

impl From<CensusError> for Problematic {
    fn from(error: CensusError) -> Problematic {
        Problematic::Census(error)
    }
}

impl From<Failure> for Problematic {
    fn from(failure: Failure) -> Problematic {
        Problematic::Other(failure)
    }
}

/// The map, from its file if it is there, else made (and kept, if there is a file for it).
fn map(
    args: &CensusArgs,
    goal: &Board,
    options: &CensusOptions,
    monitor: &dyn Monitor,
) -> Result<Map, Problematic> {
    if let Some(file) = args.save.as_deref().filter(|file| file.exists()) {
        let map = keep::open_map(file, options.memory_bytes)?;
        let (of, metric) = (map.ranking(), map.metric());
        if (of.shape(), of.blank_home(), metric) != (args.size, goal.blank(), args.metric.metric) {
            let home = |shape: Shape, cell| format!("{},{}", shape.row(cell) + 1, shape.column(cell) + 1);
            return Err(Problematic::Other(Failure::Input(format!(
                "{} is the map of {} {metric} with the blank's home at {}, not of {} {} at {}",
                file.display(),
                of.shape(),
                home(of.shape(), of.blank_home()),
                args.size,
                args.metric.metric,
                home(args.size, goal.blank()),
            ))));
        }
        return Ok(map);
    }
    let map = Map::new(args.size, goal.blank(), options, monitor)?;
    if let Some(file) = &args.save {
        whole::write(file, |out| map.save(out))?;
    }
    Ok(map)
}

fn at(
    args: &CensusArgs,
    board: &Board,
    goal: &Board,
    options: &CensusOptions,
    news: &News,
    start: Instant,
) -> Result<Exit, Failure> {
    let mut report = Report {
        board: Some(board.to_string()),
        size: Some(args.size.to_string()),
        goal: Some(args.goal.text(None).to_owned()),
        metric: Some(args.metric.metric.to_string()),
        ..Report::new("census", Status::Done)
    };
    let problem = Problem::new(board.clone(), &taquin_core::Goal::Board(goal.clone()))
        .map_err(|e| Failure::told(e.why))?;
    let solvable = match problem.decide() {
        Ok(solvable) => solvable,
        Err(unsolvable) => {
            let reason = unsolvable.obstruction.to_string();
            if args.json {
                Report { status: Status::Unsolvable, reason: Some(reason), ..report }
                    .took(start.elapsed())
                    .print()?;
            } else {
                width::say(&crate::failure::one_line(&format!("no solution exists: {reason}")));
            }
            return Ok(Exit::No);
        }
    };
    let distance = if args.size.is_corridor() {
        // The order of the tiles never changes: the way is the blank's.
        let apart = board.blank().index().abs_diff(goal.blank().index()) as u32;
        if args.metric.metric == Metric::Stm { apart } else { apart.min(1) }
    } else {
        let map = map(args, goal, options, news);
        news.end();
        let map = match map {
            Ok(map) => map,
            Err(Problematic::Census(CensusError::Stopped { why, .. })) => {
                if args.json {
                    report.status = stopped_by(why);
                    Report { reason: Some(why.to_string()), ..report }.took(start.elapsed()).print()?;
                }
                eprintln!("stopped by {why}");
                return Ok(if why == StopReason::Interrupted { Exit::Interrupted } else { Exit::Stopped });
            }
            Err(Problematic::Census(error)) => {
                return Err(Failure::Limit(format!("no map, no distance: {error}")));
            }
            Err(Problematic::Other(failure)) => return Err(failure),
        };
        let homes: Vec<u8> = solvable.homes().iter().map(|&home| home as u8).collect();
        map.distance(&homes).expect("a solvable board has a number")
    };
    if args.json {
        report.distance = Some(u64::from(distance));
        report.took(start.elapsed()).print()?;
    } else {
        let moves = histogram::amount(u64::from(distance), "move");
        writeln!(std::io::stdout(), "{moves} ({}) from the goal", args.metric.metric)?;
    }
    Ok(Exit::Answered)
}

fn stopped_by(why: StopReason) -> Status {
    if why == StopReason::Interrupted { Status::Interrupted } else { Status::Limit }
}

fn tell(
    args: &CensusArgs,
    census: &Census,
    goal: &Board,
    stopped: Option<StopReason>,
    start: Instant,
) -> Result<(), Failure> {
    let elapsed = start.elapsed();
    if args.json {
        let report = Report {
            size: Some(census.shape.to_string()),
            goal: Some(args.goal.text(None).to_owned()),
            metric: Some(census.metric.to_string()),
            positions: Some(census.positions()),
            radius: census.complete.then(|| census.radius()),
            mean: Some(census.mean()),
            counts: Some(census.counts.clone()),
            farthest: Some(census.farthest_boards(goal).map(|board| board.to_string()).collect()),
            reason: stopped.map(|why| why.to_string()),
            ..Report::new("census", stopped.map_or(Status::Done, stopped_by))
        };
        report.took(elapsed).print()?;
        return Ok(());
    }
    let mut out = Vec::new();
    histogram::write(&mut out, census, args.goal.text(None))?;
    let boards: Vec<Board> = census.farthest_boards(goal).collect();
    if !boards.is_empty() {
        let all = census.counts.last().copied().unwrap_or_default();
        let what = if census.complete { "farthest" } else { "deepest counted" };
        writeln!(out, "\n{what}, {} at {} moves:", histogram::amount(all, "position"), census.radius())?;
        for board in &boards {
            writeln!(out, "  {board}")?;
        }
        if all > boards.len() as u64 {
            writeln!(out, "  and {} more", histogram::grouped(all - boards.len() as u64))?;
        }
    }
    writeln!(out, "\n{:.3} s", elapsed.as_secs_f64())?;
    write!(anstream::stdout(), "{}", width::fitted(&String::from_utf8_lossy(&out)))?;
    Ok(())
}
