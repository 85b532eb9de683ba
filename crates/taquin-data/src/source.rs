//! What a data set is: where its boards come from, and how they are cut into shards.

use std::ops::ControlFlow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use taquin_core::batch::Boards;
use taquin_core::{Board, Goal, Metric, Scrambler, Seed, Shape};
use taquin_solve::bulk::{self, BulkError, Wanted};
use taquin_solve::position::Ranking;
use taquin_solve::{EXACT_CELLS, Monitor, Progress, TableCache};

use crate::LabelError;

/// Where boards come from. Each of them has a number, and can be made without the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Source {
    /// Uniformly random boards: those with numbers 0, 1, 2 … of a seed.
    Seed {
        /// The seed.
        seed: u64,
        /// How many.
        count: u64,
    },
    /// Random boards at distances that run through a range, each as often as the others.
    Distance {
        /// The seed.
        seed: u64,
        /// How many boards.
        count: u64,
        /// The nearest, in single slides.
        least: u32,
        /// The farthest.
        most: u32,
    },
    /// Every position of a board, in the order of their numbers.
    All,
    /// Boards that were given, of a file say; their checksum stands for them.
    Given {
        /// How many there are.
        count: u64,
        /// Of all their bytes.
        crc32: u32,
    },
}

/// A data set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spec {
    /// Rows and columns, such as `4x4`.
    pub size: String,
    /// The goal: a name, or a board.
    pub goal: String,
    /// `stm` or `mtm`.
    pub metric: String,
    /// Where the boards come from.
    pub source: Source,
    /// Boards in a shard, the last one may have fewer.
    pub shard_boards: u64,
    /// Whether the slides that begin shortest solutions are wanted.
    pub moves: bool,
    /// Whether the bounds of the ladder are wanted.
    pub bounds: bool,
    /// The most nodes for one board, after which its distance is left out.
    pub nodes: Option<u64>,
    /// The most milliseconds for one board. With it, which distances are left out may differ from time to time.
    pub time_ms: Option<u64>,
    /// Boards of a thousand that are for validation.
    pub validation: u16,
    /// Boards of a thousand that are for testing.
    pub test: u16,
}

/// Boards that are made, or checked, between two looks at the monitor: some milliseconds.
const TOGETHER: usize = 1 << 13;

/// Bytes whose checksum is taken between two looks.
const BYTES_TOGETHER: usize = 1 << 24;

/// A look at the monitor in work that has no measure of its own.
pub(crate) fn look(monitor: &dyn Monitor, phase: &'static str) -> Result<(), LabelError> {
    match monitor.poll(&Progress::new(phase)) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(why) => Err(LabelError::Stopped(why)),
    }
}

/// Boards that are checked, with looks at the monitor.
pub(crate) fn checked<'a>(
    shape: Shape,
    bytes: &'a [u8],
    monitor: &dyn Monitor,
) -> Result<Boards<'a>, LabelError> {
    let go_on = || look(monitor, "checking boards");
    Boards::new_in_pieces(shape, bytes, 16 * TOGETHER, go_on)?.map_err(LabelError::asked)
}

/// A description that has been read.
#[derive(Clone, Debug)]
pub(crate) struct Read {
    pub shape: Shape,
    pub goal: Goal,
    pub home: Board,
    pub metric: Metric,
}

/// The checksum of bytes.
fn sum(bytes: &[u8], monitor: &dyn Monitor) -> Result<u32, LabelError> {
    let mut hasher = crc32fast::Hasher::new();
    for piece in bytes.chunks(BYTES_TOGETHER) {
        look(monitor, "checking boards")?;
        hasher.update(piece);
    }
    Ok(hasher.finalize())
}

impl Spec {
    /// So many boards of a seed, to the usual goal, with everything there is to say about them.
    pub fn new(size: &str, source: Source) -> Spec {
        Spec {
            size: size.into(),
            goal: "blank-last".into(),
            metric: "stm".into(),
            source,
            shard_boards: 100_000,
            moves: true,
            bounds: true,
            nodes: None,
            time_ms: None,
            validation: 50,
            test: 50,
        }
    }

    pub(crate) fn read(&self) -> Result<Read, LabelError> {
        let shape: Shape = self.size.parse().map_err(LabelError::asked)?;
        let goal = Goal::parse(&self.goal, Some(shape)).map_err(LabelError::asked)?;
        let home = goal.board(shape).map_err(LabelError::asked)?;
        let metric: Metric = self.metric.parse().map_err(LabelError::asked)?;
        if shape.cells() > EXACT_CELLS {
            return Err(LabelError::asked(BulkError::TooLarge(shape)));
        }
        if self.shard_boards == 0 || self.shard_boards > 1 << 24 {
            let told = format!("{} boards in a shard; from 1 to {}", self.shard_boards, 1 << 24);
            return Err(LabelError::Asked(told));
        }
        if self.validation + self.test > 1000 {
            return Err(LabelError::Asked("more than all boards for validation and testing".into()));
        }
        if let Source::Distance { least, most, .. } = self.source
            && least > most
        {
            return Err(LabelError::Asked(format!("from distance {least} to {most} there is none")));
        }
        if self.source == Source::All && Ranking::new(shape, home.blank()).is_none() {
            return Err(LabelError::Asked(format!("the positions of {shape} boards are not numbered here")));
        }
        Ok(Read { shape, goal, home, metric })
    }

    /// How many boards there are.
    pub fn count(&self) -> Result<u64, LabelError> {
        let read = self.read()?;
        Ok(match self.source {
            Source::Seed { count, .. } | Source::Distance { count, .. } | Source::Given { count, .. } => {
                count
            }
            Source::All => {
                Ranking::new(read.shape, read.home.blank()).map_or(0, |ranking| ranking.positions())
            }
        })
    }

    /// How many shards there are.
    pub fn shards(&self) -> Result<u64, LabelError> {
        Ok(self.count()?.div_ceil(self.shard_boards.max(1)))
    }

    /// The boards of a shard, as bytes that nobody has checked; `given` are all boards where they were given.
    pub(crate) fn boards(
        &self,
        shard: u64,
        given: &[u8],
        threads: usize,
        tables: &Arc<TableCache>,
        monitor: &dyn Monitor,
    ) -> Result<Vec<u8>, LabelError> {
        let Read { shape, goal, home, .. } = self.read()?;
        let cells = shape.cells();
        let first = shard * self.shard_boards;
        let count = self.count()?.saturating_sub(first).min(self.shard_boards);
        let numbers = first..first + count;
        let mut bytes = vec![0u8; count as usize * cells];
        let making = |number: u64| match number as usize % TOGETHER {
            0 => look(monitor, "making boards"),
            _ => Ok(()),
        };
        match self.source {
            Source::Seed { seed, .. } => {
                let scrambler = Scrambler::new(shape, &goal, Seed::new(seed)).map_err(LabelError::asked)?;
                for (board, number) in bytes.chunks_exact_mut(cells).zip(numbers) {
                    making(number)?;
                    let drawn = scrambler.board(number);
                    board.iter_mut().zip(drawn.iter()).for_each(|(to, tile)| *to = tile.number() as u8);
                }
            }
            Source::Distance { seed, least, most, .. } => {
                let span = u64::from(most - least) + 1;
                let wanted: Vec<Wanted> = numbers
                    .map(|number| Wanted { index: number, distance: least + (number % span) as u32 })
                    .collect();
                bytes = bulk::deal(shape, &goal, Seed::new(seed), &wanted, threads, tables, monitor)
                    .map_err(LabelError::bulk)?;
            }
            Source::All => {
                let ranking = Ranking::new(shape, home.blank()).expect("read says so");
                let tiles: Vec<u8> = home.iter().map(|tile| tile.number() as u8).collect();
                for (board, number) in bytes.chunks_exact_mut(cells).zip(numbers) {
                    making(number)?;
                    ranking.write_position(number, board);
                    board.iter_mut().for_each(|home| *home = tiles[usize::from(*home)]);
                }
            }
            Source::Given { count: all, crc32 } => {
                if given.len() as u64 != all * cells as u64 || sum(given, monitor)? != crc32 {
                    return Err(LabelError::Asked(
                        "the boards given are not those of the description".into(),
                    ));
                }
                bytes.copy_from_slice(&given[first as usize * cells..][..count as usize * cells]);
            }
        }
        Ok(bytes)
    }

    /// The source of boards that are given, checked.
    pub fn given(shape: Shape, boards: &[u8], monitor: &dyn Monitor) -> Result<Source, LabelError> {
        let checked = checked(shape, boards, monitor)?;
        Ok(Source::Given { count: checked.len() as u64, crc32: sum(boards, monitor)? })
    }

    /// The name of a shard's file.
    pub fn file_name(&self, shard: u64) -> Result<String, LabelError> {
        Ok(format!("part-{shard:05}-of-{:05}.parquet", self.shards()?))
    }
}
