//! `taquin replay`: a game that was played, shown again.

use std::ffi::OsString;
use std::io::{BufWriter, Read, Write};
use std::path::Path;

use clap::Args;
use taquin_core::game::Review;
use taquin_core::replay::Replay;
use taquin_core::replay::import::{self, Context, ImportError};
use taquin_core::{Goal, Metric, Problem, Shape, notation::read_board};
use taquin_solve::Unlimited;
use taquin_solve::along::Distances;

use crate::args::{MoverArg, speed};
use crate::failure::{Exit, Failure};
use crate::report::{Report, Status};
use crate::tui;
use crate::tui::palette::{Colours, Palette};
use crate::tui::panel::time;
use crate::tui::store::Store;
use crate::tui::viewer::{Show, Viewer};

/// The most bytes of a replay's text.
const MOST_BYTES: u64 = 16 << 20;

/// Show a game that was played, with its true timing
///
/// Reads replays of this program (docs/replay.md), links of SlidySim and OpenSlidy, and timed moves such as
/// R@0 U@46 (with --board, or with --size when they end solved). In a terminal it plays; elsewhere, or with --text,
/// it prints the statistics and one line a move.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  $ taquin replay AUgDAwIKALQBqFmlXg
  $ taquin replay 'L@0 L@46' --size 3x3 --json
  $ echo AUgDAwIKALQBqFmlXg | taquin replay")]
pub struct ReplayArgs {
    /// A file, a link, or the replay's text; standard input without it, or with -
    #[arg(value_name = "FILE|LINK")]
    replay: Option<OsString>,
    /// The board that timed moves begin with
    #[arg(long, value_name = "BOARD")]
    board: Option<String>,
    /// The size of the board, rows x columns, for timed moves
    #[arg(long, value_name = "RxC")]
    size: Option<Shape>,
    /// Whose way timed moves name
    #[arg(long, value_name = "WHOSE", value_enum, default_value_t)]
    moves_of: MoverArg,
    /// Which solve of a link with several, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    solve: usize,
    /// How fast: 1 is as it was played
    #[arg(long, value_name = "N", default_value_t = 1.0, allow_negative_numbers = true, value_parser = speed)]
    speed: f64,
    /// Print text even in a terminal
    #[arg(long)]
    text: bool,
    /// Print one JSON object
    #[arg(long, conflicts_with = "text")]
    json: bool,
}

pub fn run(args: &ReplayArgs) -> Result<Exit, Failure> {
    let start =
        args.board.as_ref().map(|text| read_board(text, args.size).map_err(Failure::input)).transpose()?;
    let context = Context { start, size: args.size, of: args.moves_of.into(), solve: args.solve };
    let replay = import::read(&source(args.replay.as_deref())?, &context).map_err(|why| match why {
        ImportError::NoBoard => Failure::Input(
            "timed moves do not tell their board; give --board, or --size when they end solved".into(),
        ),
        why => Failure::told(why),
    })?;
    if args.json {
        return json(&replay);
    }
    if args.text || !tui::is_possible() {
        return text(&replay);
    }
    let likes = Store::open()?.preferences();
    let palette = Palette::new(likes.scheme, likes.theme, Colours::of_terminal());
    let show = Show {
        title: format!("Taquin · replay · {}", headline(&replay)),
        start: replay.start().clone(),
        goal: replay.goal_board().clone(),
        alike: None,
        moves: replay.moves().clone(),
        times_ms: replay.times_ms().map(<[u64]>::to_vec),
        ending: if replay.ends_solved() {
            "Solved.".into()
        } else {
            "The replay ends here, unsolved.".into()
        },
    };
    tui::run(&mut Viewer::new(show, palette, args.speed))?;
    Ok(Exit::Answered)
}

/// The text of the argument, of the file it names, or of standard input.
fn source(named: Option<&std::ffi::OsStr>) -> Result<String, Failure> {
    let read = |stream: &mut dyn Read| {
        let mut text = String::new();
        stream.take(MOST_BYTES).read_to_string(&mut text).map(|_| text)
    };
    match named.filter(|name| *name != "-") {
        None => {
            read(&mut std::io::stdin()).map_err(|e| Failure::Input(format!("cannot read the replay: {e}")))
        }
        Some(name) if Path::new(name).is_file() => {
            let file = std::fs::File::open(name).and_then(|mut file| read(&mut file));
            file.map_err(|e| Failure::Input(format!("cannot read {}: {e}", Path::new(name).display())))
        }
        Some(text) => text
            .to_str()
            .map(str::to_owned)
            .ok_or_else(|| Failure::Input("the replay is neither a file nor UTF-8 text".into())),
    }
}

fn headline(replay: &Replay) -> String {
    let mut line = format!(
        "{} · {} moves ({} mtm)",
        replay.start().shape(),
        replay.moves().length(Metric::Stm),
        replay.moves().length(Metric::Mtm)
    );
    if let Some(ms) = replay.duration_ms() {
        line.push_str(&format!(" · {} s", time(ms, 3)));
    }
    if let Some(tps) = replay.tiles_per_second() {
        line.push_str(&format!(" · {tps:.2} tiles/s"));
    }
    line
}

/// The exact distance after 0, 1, 2 … moves, where that is quick.
fn distances(replay: &Replay) -> Option<Vec<u32>> {
    let goal = Goal::Board(replay.goal_board().clone());
    let start = Problem::new(replay.start().clone(), &goal).ok()?.decide().ok()?;
    let mut distances = vec![None; replay.moves().as_slice().len() + 1];
    let tell = &mut |made: usize, distance| distances[made] = Some(distance);
    Distances::default().along(&start, None, replay.moves(), &Unlimited, tell);
    distances.into_iter().collect()
}

fn text(replay: &Replay) -> Result<Exit, Failure> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    writeln!(out, "{}", headline(replay))?;
    writeln!(out, "start {}", replay.start())?;
    writeln!(
        out,
        "played with {}, {}",
        replay.source(),
        if replay.ends_solved() { "solved" } else { "not solved" }
    )?;
    let distances = distances(replay);
    if let Some(review) = distances.as_deref().and_then(Review::of) {
        write!(out, "shortest {}, detours {}", review.shortest, review.detours.len())?;
        match review.worst {
            Some(worst) => {
                let (from, to) = (worst.slides.start + 1, worst.slides.end);
                writeln!(out, ", most lost: {} in moves {from} to {to}", worst.lost)?;
            }
            None => writeln!(out)?,
        }
    }
    let mut board = replay.start().clone();
    for (index, direction) in replay.moves().iter().enumerate() {
        let tile = board.slide(direction);
        write!(out, "{}\t{}", index + 1, direction.letter())?;
        if let Some(tile) = tile {
            write!(out, " {tile}")?;
        }
        if let Some(times) = replay.times_ms() {
            write!(out, "\t{} ms", times[index])?;
        }
        if let Some(distances) = &distances {
            write!(out, "\tdistance {}", distances[index + 1])?;
        }
        writeln!(out)?;
    }
    if let Ok(code) = replay.encode() {
        writeln!(out, "replay {code}")?;
    }
    out.flush()?;
    Ok(Exit::Answered)
}

fn json(replay: &Replay) -> Result<Exit, Failure> {
    let solved = replay.ends_solved();
    let stm = replay.moves().length(Metric::Stm) as u64;
    let report = Report {
        board: Some(replay.start().to_string()),
        size: Some(replay.start().shape().to_string()),
        goal: Some(replay.goal().to_string()),
        solved: Some(solved),
        moves: Some(replay.moves().iter().map(taquin_core::Direction::letter).collect()),
        length: Some(stm),
        metric: Some(Metric::Stm.to_string()),
        length_stm: Some(stm),
        length_mtm: Some(replay.moves().length(Metric::Mtm) as u64),
        input: Some(replay.source().word().to_owned()),
        time_ms: replay.duration_ms(),
        times_ms: replay.times_ms().map(<[u64]>::to_vec),
        tiles_per_second: replay.tiles_per_second(),
        distances: distances(replay),
        replay: replay.encode().ok(),
        ..Report::new("replay", if solved { Status::Solved } else { Status::Unsolved })
    };
    report.print()?;
    Ok(Exit::Answered)
}
