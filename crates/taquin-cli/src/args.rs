//! Arguments that several verbs share.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use taquin_core::notation::{Mover, Notation, Style};
use taquin_core::{Goal, Shape};

use crate::failure::Failure;

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

/// Where the tiles should end up.
#[derive(Args, Debug)]
pub struct GoalArgs {
    /// The goal: blank-last, blank-first, blank-at:ROW,COLUMN (counted from 1), snake, spiral, or a board
    #[arg(long, value_name = "GOAL", default_value = "blank-last")]
    pub goal: String,
}

impl GoalArgs {
    /// The goal; a flat list of numbers takes the board's size.
    pub fn goal(&self, size: Option<Shape>) -> Result<Goal, Failure> {
        Goal::parse(&self.goal, size).map_err(Failure::input)
    }
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
