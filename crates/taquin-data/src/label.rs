//! One shard of a data set: made, labelled, written.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread::Builder;
use std::time::Duration;

use taquin_solve::bulk::{Ask, BulkError, UNKNOWN, ladder};
use taquin_solve::{Bound, Monitor, Progress, StopReason, TableCache};

use crate::file::{sweep, write_aside};
use crate::source::{Read, checked};
use crate::write::Table;
use crate::{Manifest, Oracle, Spec};

/// Why there is no data set.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LabelError {
    /// What was asked for cannot be.
    #[error("{0}")]
    Asked(String),
    /// A file or folder.
    #[error("{}: {}", .0.display(), .1)]
    Folder(PathBuf, io::Error),
    /// The folder is taken.
    #[error("{} holds another data set (see its dataset.json); give another folder", .0.display())]
    Other(PathBuf),
    /// The folder was begun by another version, whose bytes may be others.
    #[error("{} holds shards of taquin {found}, this is {own}; go on with that one, or give another folder", folder.display())]
    Version {
        /// The folder.
        folder: PathBuf,
        /// The version that began it.
        found: String,
        /// This one.
        own: &'static str,
    },
    /// No such shard.
    #[error("shard {shard} of {shards}: they are counted from 0")]
    Shard {
        /// The shard asked for.
        shard: u64,
        /// How many there are.
        shards: u64,
    },
    /// Boards could not be labelled.
    #[error(transparent)]
    Bulk(BulkError),
    /// It was stopped; what was finished is in the folder.
    #[error("stopped by {0}; the same call goes on from there")]
    Stopped(StopReason),
}

impl LabelError {
    pub(crate) fn asked(why: impl std::fmt::Display) -> LabelError {
        LabelError::Asked(why.to_string())
    }

    pub(crate) fn bulk(why: BulkError) -> LabelError {
        match why {
            BulkError::Stopped(why) => LabelError::Stopped(why),
            other => LabelError::Bulk(other),
        }
    }
}

/// What the work may use.
#[derive(Clone)]
pub struct Limits {
    /// How many threads share the boards of a shard.
    pub threads: usize,
    /// Memory for a map.
    pub memory_bytes: u64,
    /// Tables that were built before.
    pub tables: Arc<TableCache>,
    /// Who labels.
    pub oracle: Arc<dyn Oracle>,
}

/// A data set that is to be made in a folder.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// What it is.
    pub spec: &'a Spec,
    /// Its boards, where they are given.
    pub given: &'a [u8],
    /// Where it goes.
    pub folder: &'a Path,
    /// What may be used.
    pub limits: &'a Limits,
}

/// What became of a shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Its file.
    pub path: PathBuf,
    /// Whether it was there before.
    pub skipped: bool,
    /// Boards in it.
    pub boards: u64,
    /// Of them, those whose distance a limit left open.
    pub unknown: u64,
}

/// Makes one shard of a data set, unless its file is there. Two who make the same one write the same bytes.
pub fn shard(work: Work<'_>, shard: u64, monitor: &dyn Monitor) -> Result<Shard, LabelError> {
    let Work { spec, given, folder, limits } = work;
    let read = spec.read()?;
    let shards = spec.shards()?;
    if shard >= shards {
        return Err(LabelError::Shard { shard, shards });
    }
    Manifest::claim(folder, spec)?;
    let path = folder.join(spec.file_name(shard)?);
    let count = spec.count()?.saturating_sub(shard * spec.shard_boards).min(spec.shard_boards);
    if path.exists() {
        return Ok(Shard { path, skipped: true, boards: count, unknown: 0 });
    }
    let bytes = spec.boards(shard, given, limits.threads, &limits.tables, monitor)?;
    let table = labelled(&read, work, shard, &bytes, monitor)?;
    let unknown = table.labels.distances.iter().filter(|&&distance| distance == UNKNOWN).count() as u64;
    let mut file = Vec::new();
    table.write(&mut file).map_err(|why| LabelError::Folder(path.clone(), io::Error::other(why)))?;
    write_aside(&path, |out| out.write_all(&file)).map_err(|why| LabelError::Folder(path.clone(), why))?;
    Ok(Shard { path, skipped: false, boards: count, unknown })
}

fn labelled<'a>(
    read: &Read,
    work: Work<'a>,
    shard: u64,
    bytes: &'a [u8],
    monitor: &dyn Monitor,
) -> Result<Table<'a>, LabelError> {
    let Work { spec, limits, .. } = work;
    let boards = checked(read.shape, bytes, monitor)?;
    let ask = Ask::new(read.home.clone())
        .metric(read.metric)
        .threads(limits.threads)
        .nodes(spec.nodes)
        .time(spec.time_ms.map(Duration::from_millis))
        .memory_bytes(limits.memory_bytes)
        // Looked up or searched: with a limit of nodes that is not the same, so the size alone decides it.
        .mapped(true)
        .tables(Arc::clone(&limits.tables));
    let labels = limits.oracle.label(&boards, &ask, spec.moves, monitor).map_err(LabelError::bulk)?;
    let mut bounds = Vec::new();
    if spec.bounds {
        for bound in [Bound::Manhattan, Bound::LinearConflict, Bound::Inversion, Bound::Walking] {
            let found = ladder(&boards, &read.home, &bound, limits.threads, &limits.tables, monitor);
            bounds.push((bound.to_string(), found.map_err(LabelError::bulk)?));
        }
    }
    let splits = boards.iter().map(|board| split(spec, board)).collect();
    Ok(Table { spec, shard, boards, labels, ladder: bounds, splits })
}

/// Which split a board is of: by the board itself, so that one that occurs twice is never in two.
fn split(spec: &Spec, board: &[u8]) -> u8 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for &tile in board {
        hash = (hash ^ u64::from(tile)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    // The last bits of such a hash are its weakest.
    let place = ((u128::from(hash ^ hash >> 29) * 0x9e37_79b9_7f4a_7c15) >> 40) as u64 % 1000;
    match place {
        place if place < u64::from(spec.test) => 2,
        place if place < u64::from(spec.test) + u64::from(spec.validation) => 1,
        _ => 0,
    }
}

/// How far a whole data set is, told by the progress of its shards; and whether somebody failed.
struct Whole<'a> {
    monitor: &'a dyn Monitor,
    /// Boards of shards that are finished.
    before: AtomicU64,
    total: u64,
    failed: AtomicBool,
}

impl Monitor for Whole<'_> {
    fn poll(&self, progress: &Progress) -> ControlFlow<StopReason> {
        if self.failed.load(Ordering::Relaxed) {
            return ControlFlow::Break(StopReason::Interrupted);
        }
        let solving = progress.phase == "solving boards" || progress.phase == "looking boards up";
        let done = self.before.load(Ordering::Relaxed) + if solving { progress.done } else { 0 };
        let mut whole = *progress;
        (whole.done, whole.total) = (done, self.total);
        self.monitor.poll(&whole)
    }
}

/// Makes the shards `index`, `index + of`, `index + 2·of` … of a data set, and its manifest if all are there then: what one of
/// `of` workers does. `each` hears of every shard.
pub fn shards(
    work: Work<'_>,
    (index, of): (u64, u64),
    monitor: &dyn Monitor,
    mut each: impl FnMut(&Shard),
) -> Result<Vec<u64>, LabelError> {
    if of == 0 || index >= of {
        return Err(LabelError::Shard { shard: index, shards: of });
    }
    let Work { spec, folder, limits, .. } = work;
    let count = spec.count()?;
    Manifest::claim(folder, spec)?;
    sweep(folder);
    let size = |number: u64| count.saturating_sub(number * spec.shard_boards).min(spec.shard_boards);
    let own: Vec<u64> = (index..spec.shards()?).step_by(usize::try_from(of).unwrap_or(usize::MAX)).collect();
    // What is there already counts for nothing: an estimate is of what is left.
    let left: u64 = own.iter().filter(|&&number| !there(work, number)).map(|&number| size(number)).sum();
    let whole = Whole { monitor, before: AtomicU64::new(0), total: left, failed: AtomicBool::new(false) };
    let next = AtomicUsize::new(0);
    // Several at a time take the next one each; the first that fails ends all.
    let end = || {
        whole.failed.store(true, Ordering::Relaxed);
        next.store(own.len(), Ordering::Relaxed);
    };
    let make = |tell: &mut dyn FnMut(Result<Shard, LabelError>)| {
        let _ends_all = OnPanic(&end);
        while let Some(&number) = own.get(next.fetch_add(1, Ordering::Relaxed)) {
            let made = shard(work, number, &whole);
            match &made {
                Ok(shard) if !shard.skipped => {
                    whole.before.fetch_add(shard.boards, Ordering::Relaxed);
                }
                Ok(_) => {}
                Err(_) => end(),
            }
            tell(made);
        }
    };
    let mut failed = None;
    let mut hear = |made: Result<Shard, LabelError>| match made {
        Ok(shard) => each(&shard),
        // Those that ended because of it say less than the first.
        Err(why) => drop(failed.get_or_insert(why)),
    };
    std::thread::scope(|scope| {
        let (to_us, from_them) = channel();
        for _ in 1..limits.oracle.at_once(limits.threads).min(own.len()) {
            let (make, to_us) = (&make, to_us.clone());
            let work = move || make(&mut |made| drop(to_us.send(made)));
            // Where the system has no thread left, those there are do the work of all.
            if Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        drop(to_us);
        make(&mut |made| {
            hear(made);
            from_them.try_iter().for_each(&mut hear);
        });
        from_them.into_iter().for_each(hear);
    });
    match failed {
        Some(why) => Err(why),
        None => Manifest::seal(folder, spec, monitor),
    }
}

/// Does something when its thread unwinds.
struct OnPanic<F: Fn()>(F);

impl<F: Fn()> Drop for OnPanic<F> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            (self.0)();
        }
    }
}

fn there(work: Work<'_>, number: u64) -> bool {
    work.spec.file_name(number).is_ok_and(|name| work.folder.join(name).exists())
}
