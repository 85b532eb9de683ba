//! Arguments that several verbs share.

use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Args, Command, ValueEnum};
use taquin_core::notation::{Mover, Notation, Style};
use taquin_core::{Goal, Metric, Shape, Target};

use crate::failure::Failure;
use crate::input::Given;

/// Where a board comes from.
#[derive(Args, Debug)]
pub struct BoardArgs {
    /// The board: rows separated by / (or line ends), cells by spaces or commas, the blank is 0 (or _ or .).
    /// Without it, or with -, standard input is read
    #[arg(value_name = "BOARD")]
    pub board: Option<OsString>,
    #[command(flatten)]
    pub source: SourceArgs,
}

/// Where a board comes from when it is not an argument, and its size.
#[derive(Args, Debug)]
pub struct SourceArgs {
    /// Read the board from a file
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// The board's size, rows x columns, for a flat list of numbers
    #[arg(long, value_name = "RxC")]
    pub size: Option<Shape>,
}

/// Many boards instead of one.
#[derive(Args, Debug)]
pub struct LinesArgs {
    /// Read one board per line and answer one per line, in the same order;
    /// empty lines and lines that begin with # are skipped
    #[arg(long)]
    pub lines: bool,
    /// How many threads to use [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

impl LinesArgs {
    pub fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }
}

/// The goal where none is named.
const USUAL_GOAL: &str = "blank-last";

/// Where the tiles should end up.
#[derive(Args, Debug)]
pub struct GoalArgs {
    /// The goal: blank-last, blank-first, blank-at:ROW,COLUMN (counted from 1), snake, spiral, a board, or
    /// one that makes tiles alike, each of which may end anywhere in its own: rows, columns, fringe, grids, checkerboard
    /// [default: blank-last]
    #[arg(long, value_name = "GOAL", hide_possible_values = true,
        value_parser = Offered::text(&["blank-last", "blank-first", "blank-at:", "snake", "spiral", "rows", "columns",
            "fringe", "grids", "checkerboard"]))]
    pub goal: Option<String>,
}

impl GoalArgs {
    /// The goal's text: as asked for, else as the line that is read says, else the usual one.
    pub fn text<'a>(&'a self, of_line: Option<&'a str>) -> &'a str {
        self.goal.as_deref().or(of_line).unwrap_or(USUAL_GOAL)
    }

    /// The goal; a flat list of numbers takes the board's size.
    pub fn goal(&self, size: Option<Shape>) -> Result<Goal, Failure> {
        each_its_own(self.target(size)?, "this")
    }

    /// The goal of a board that was read, which may name its own.
    pub fn of(&self, given: &Given) -> Result<Goal, Failure> {
        each_its_own(self.target_of(given)?, "this")
    }

    /// The goal, which may make tiles alike.
    pub fn target(&self, size: Option<Shape>) -> Result<Target, Failure> {
        Target::parse(self.text(None), size).map_err(Failure::told)
    }

    /// The same of a board that was read.
    pub fn target_of(&self, given: &Given) -> Result<Target, Failure> {
        let text = self.text(given.goal.as_deref());
        Target::parse(text, Some(given.board.shape())).map_err(Failure::told)
    }
}

/// The goal where each tile has its own place, for `what` needs one.
pub fn each_its_own(target: Target, what: &str) -> Result<Goal, Failure> {
    match target {
        Target::Goal(goal) => Ok(goal),
        Target::Alike(alike) => Err(Failure::Input(format!(
            "goal {alike} makes tiles alike: boards can be played, solved, shown, checked and verified with it, but {what} needs a goal where each tile has its own place"
        ))),
    }
}

/// Values that a shell offers where others are taken too: the type's own reading decides.
#[derive(Clone)]
pub struct Offered<T> {
    names: &'static [&'static str],
    read: fn(&str) -> Result<T, String>,
}

impl Offered<String> {
    pub fn text(names: &'static [&'static str]) -> Offered<String> {
        Offered { names, read: |text| Ok(text.to_owned()) }
    }
}

impl<T: FromStr<Err: Display>> Offered<T> {
    pub fn new(names: &'static [&'static str]) -> Offered<T> {
        Offered { names, read: |text| text.parse().map_err(|why: T::Err| why.to_string()) }
    }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Offered<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        // clap's own parser of functions words the error as it words all others.
        self.read.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(PossibleValue::new)))
    }
}

/// What a move is.
#[derive(Args, Clone, Copy, Debug)]
pub struct MetricArgs {
    /// What counts as one move: stm (each tile that moves one cell) or mtm (a run of tiles in one line)
    #[arg(long, value_name = "METRIC", default_value = "stm", hide_possible_values = true,
        value_parser = Offered::<Metric>::new(&["stm", "mtm"]))]
    pub metric: Metric,
}

/// How fast moves are played back, from 0.1 to 1000.
pub fn speed(text: &str) -> Result<f64, String> {
    let plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let speed = text.parse().ok().filter(|speed| plain && (0.1..=1000.0).contains(speed));
    speed.ok_or_else(|| format!("{text:?} is not a speed; write a number from 0.1 to 1000"))
}

/// Whose way moves are written in, and how.
#[derive(Args, Debug)]
pub struct NotationArgs {
    /// Whose way a direction names
    #[arg(long, value_name = "WHOSE", value_enum, default_value_t)]
    pub moves_of: MoverArg,
    /// How moves are written [default: runs; letters in JSON]
    #[arg(long, value_name = "STYLE", value_enum)]
    pub style: Option<StyleArg>,
}

impl MoverArg {
    /// Said of moves in an object where it is not the usual.
    pub fn told(self) -> Option<String> {
        matches!(self, MoverArg::Blank).then(|| "blank".into())
    }
}

impl NotationArgs {
    pub fn notation(&self, json: bool) -> Notation {
        let usual = if json { StyleArg::Letters } else { StyleArg::Runs };
        Notation { of: self.moves_of.into(), style: self.style.unwrap_or(usual).into() }
    }
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum MoverArg {
    /// The tile that slides
    #[default]
    Tile,
    /// The blank, which goes the opposite way
    Blank,
}

impl From<MoverArg> for Mover {
    fn from(arg: MoverArg) -> Mover {
        match arg {
            MoverArg::Tile => Mover::Tile,
            MoverArg::Blank => Mover::Blank,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum StyleArg {
    /// RRDLLL
    Letters,
    /// R2DL3
    Runs,
    /// Right → Right → Down
    Words,
    /// →→↓
    Arrows,
}

impl From<StyleArg> for Style {
    fn from(arg: StyleArg) -> Style {
        match arg {
            StyleArg::Letters => Style::Letters,
            StyleArg::Runs => Style::Runs,
            StyleArg::Words => Style::Words,
            StyleArg::Arrows => Style::Arrows,
        }
    }
}
