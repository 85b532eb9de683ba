//! A census by parts that send each other messages: in one process, or one part in each of many.
//!
//! [`Worker`] is a part with its place on disk: what Ray gives to an actor. [`census`] is all of them in one process, doing what a
//! driver of actors does: after every depth each tells every other what it needs, and all go one deeper. Actors save themselves
//! from time to time: work that ended, however it ended, goes on from the last depth that all have saved.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use taquin_core::{Cell, Metric, Shape};
use taquin_solve::census::{Census, CensusError, FileError, Part, PartError, Share};
use taquin_solve::{Monitor, StopReason, Unlimited};

use crate::file::write_aside;

/// Why a census by parts ended.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BlocksError {
    /// The board, or the number of parts.
    #[error(transparent)]
    Census(#[from] CensusError),
    /// A message.
    #[error(transparent)]
    Part(#[from] PartError),
    /// What was saved.
    #[error("{}: {}", .0.display(), .1)]
    Saved(PathBuf, FileError),
    /// A single row or column has nothing to share.
    #[error("a census of {0} is no work to share")]
    Corridor(Shape),
}

impl BlocksError {
    /// What stopped it, if that is all that was.
    pub fn stopped(&self) -> Option<StopReason> {
        match self {
            BlocksError::Part(PartError::Stopped(why))
            | BlocksError::Census(CensusError::Stopped { why, .. }) => Some(*why),
            _ => None,
        }
    }
}

/// A part, and the folder where parts are saved.
#[derive(Debug)]
pub struct Worker {
    part: Part,
    folder: Option<PathBuf>,
    threads: usize,
}

impl Worker {
    /// A part at depth 0.
    pub fn new(
        share: Share,
        threads: usize,
        folder: Option<&Path>,
        monitor: &dyn Monitor,
    ) -> Result<Worker, BlocksError> {
        if share.shape.is_corridor() {
            return Err(BlocksError::Corridor(share.shape));
        }
        if let Some(folder) = folder {
            fs::create_dir_all(folder).map_err(|why| BlocksError::Saved(folder.into(), why.into()))?;
        }
        let part = Part::new(share, threads, monitor)?;
        Ok(Worker { part, folder: folder.map(Path::to_path_buf), threads })
    }

    /// The part.
    pub fn part(&self) -> &Part {
        &self.part
    }

    /// What each other part needs of this one: see [`Part::export`].
    pub fn export(&self, monitor: &dyn Monitor) -> Result<Vec<Vec<u8>>, BlocksError> {
        Ok(self.part.export(monitor)?)
    }

    /// The next depth: see [`Part::advance`].
    pub fn advance(&mut self, messages: &[&[u8]], monitor: &dyn Monitor) -> Result<u64, BlocksError> {
        Ok(self.part.advance(messages, monitor)?)
    }

    fn path(folder: &Path, share: &Share, depth: u32) -> PathBuf {
        let metric = if share.metric == Metric::Stm { "stm" } else { "mtm" };
        folder.join(format!(
            "{}-b{}-{metric}-depth-{depth:03}-part-{:05}-of-{:05}.part",
            share.shape,
            share.blank_home.index(),
            share.index,
            share.parts
        ))
    }

    /// Saves the part as it is at this depth; without a folder there is nothing to do.
    pub fn save(&self) -> Result<(), BlocksError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let (share, depth) = (self.part.share(), self.part.depth());
        let path = Worker::path(folder, &share, depth);
        write_aside(&path, |out| self.part.save(out)).map_err(|why| BlocksError::Saved(path, why.into()))?;
        Ok(())
    }

    /// Removes what was saved before a depth that all have saved.
    pub fn forget_before(&self, depth: u32) {
        let Some(folder) = &self.folder else { return };
        for before in 0..depth {
            let _ = fs::remove_file(Worker::path(folder, &self.part.share(), before));
        }
    }

    /// Goes back, or on, to a depth that was saved.
    pub fn resume(&mut self, depth: u32) -> Result<(), BlocksError> {
        let share = self.part.share();
        let Some(folder) = &self.folder else {
            self.part = Part::new(share, self.threads, &Unlimited)?;
            return Ok(());
        };
        if depth == 0 {
            self.part = Part::new(share, self.threads, &Unlimited)?;
            return Ok(());
        }
        let path = Worker::path(folder, &share, depth);
        let told = |why: FileError| BlocksError::Saved(path.clone(), why);
        let mut file = BufReader::with_capacity(1 << 20, File::open(&path).map_err(|why| told(why.into()))?);
        self.part = Part::resume(share, self.threads, &mut file).map_err(told)?;
        Ok(())
    }
}

/// The deepest depth that all parts of a census have saved in a folder; 0 if there is none.
pub fn saved_depth(folder: &Path, share: &Share) -> u32 {
    let all = |depth: u32| {
        (0..share.parts).all(|index| Worker::path(folder, &Share { index, ..*share }, depth).exists())
    };
    // No board that can be numbered has positions as far as this from home.
    (1..1000).rev().find(|&depth| all(depth)).unwrap_or(0)
}

/// A census by so many parts in this process, one after another, each with all threads.
pub fn census(
    shape: Shape,
    blank_home: Cell,
    metric: Metric,
    parts: usize,
    threads: usize,
    monitor: &dyn Monitor,
) -> Result<Census, BlocksError> {
    let share = |index| Share { shape, blank_home, metric, parts, index };
    let workers: Result<Vec<Worker>, BlocksError> =
        (0..parts.max(1)).map(|index| Worker::new(share(index), threads, None, monitor)).collect();
    let mut workers = workers?;
    let mut counts = vec![workers.iter().map(|worker| worker.part.found()).sum::<u64>()];
    let positions = workers[0].part.positions();
    while counts.iter().sum::<u64>() < positions {
        let sent: Result<Vec<_>, _> = workers.iter().map(|worker| worker.export(monitor)).collect();
        let sent = sent?;
        let mut found = 0;
        for (to, worker) in workers.iter_mut().enumerate() {
            let messages: Vec<&[u8]> = sent.iter().map(|from| &from[to][..]).collect();
            found += worker.advance(&messages, monitor)?;
        }
        if found == 0 {
            break;
        }
        counts.push(found);
    }
    let complete = counts.iter().sum::<u64>() == positions;
    Ok(Census::new(shape, blank_home, metric, counts, complete))
}
