//! Tables in files: the only place of this crate that touches the file system.
//!
//! A table is built under a lock, written to a file of another name, flushed and renamed, so that a name that a
//! table goes by never belongs to half of one, whenever the power fails. Whoever waited for the lock finds the
//! table there.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use taquin_core::Metric;

use super::format::{self, FormatError, HEADER_BYTES, Header};
use super::numbering::Numbering;
use super::{Bits, TableKey, build};
use crate::multi;
use crate::parallel::Workers;
use crate::table::cells16::{Table16, layout::Layout as Layout16};
use crate::table::cells25::{Table25, layout::Layout as Layout25};
use crate::{Monitor, Progress, StopReason, Unlimited};

/// A directory of tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Store {
    directory: PathBuf,
}

/// Why there is no table.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// Nobody has built it.
    #[error("{file}: no such table")]
    Missing {
        /// The file's name.
        file: String,
        /// The size to build.
        shape: String,
    },
    /// The file is not what it should be.
    #[error("{file}: {why}")]
    Refused {
        /// The file's name.
        file: String,
        /// What is wrong.
        why: FormatError,
        /// The size to build.
        shape: String,
    },
    /// The disk is full.
    #[error("{file}: {needed} bytes are needed and {free} are free in {directory}")]
    NoSpace {
        /// The file's name.
        file: String,
        /// Bytes the table takes.
        needed: u64,
        /// Bytes there are.
        free: u64,
        /// Where.
        directory: String,
    },
    /// The system said no.
    #[error("{file}: {source}")]
    Io {
        /// The file's name.
        file: String,
        /// What it said.
        source: io::Error,
    },
    /// The monitor said stop.
    #[error("stopped by {0}")]
    Stopped(StopReason),
}

impl From<StopReason> for TableError {
    fn from(why: StopReason) -> TableError {
        TableError::Stopped(why)
    }
}

/// A file in the directory.
#[derive(Debug)]
#[non_exhaustive]
pub struct Listed {
    /// The file.
    pub path: PathBuf,
    /// Its length.
    pub bytes: u64,
    /// What it holds, or why it would be refused.
    pub header: Result<Header, TableError>,
}

/// Tells how far it is, and asks whether to go on.
fn look(monitor: &dyn Monitor, phase: &'static str, done: u64, total: u64) -> Result<(), StopReason> {
    let progress = Progress { phase, done, total, ..Progress::default() };
    monitor.look(&progress)
}

impl Store {
    /// The tables in this directory, which need not exist yet.
    pub fn at(directory: impl Into<PathBuf>) -> Store {
        Store { directory: directory.into() }
    }

    /// The directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The file of a table.
    pub fn path(&self, key: &TableKey) -> PathBuf {
        self.directory.join(key.file_name())
    }

    /// Reads a table into memory and checks every byte on the way.
    ///
    /// # Panics
    /// If the board has more than 16 cells.
    pub(crate) fn load(
        &self,
        key: &TableKey,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Table16, TableError> {
        let file = self.find(key)?;
        let layout = Layout16::watched(key.shape(), key.home(), key.tiles(), monitor)?;
        let bits = self.load_bits(key, file, layout.bytes(), threads, monitor)?;
        Ok(Table16::new(layout, bits))
    }

    /// The same for a board of more than 16 cells, on the geometry of another table if that has as many tiles.
    pub(crate) fn load_cells25(
        &self,
        key: &TableKey,
        alike: Option<&Table25>,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Table25, TableError> {
        let file = self.find(key)?;
        let geometry = alike
            .map(|table| table.layout().geometry())
            .filter(|geometry| geometry.shape() == key.shape() && geometry.size() == key.tiles().len());
        let layout = match geometry {
            Some(geometry) => Layout25::on(geometry.clone(), key.home(), key.tiles()),
            None => Layout25::watched(key.shape(), key.home(), key.tiles(), monitor)?,
        };
        let bits = self.load_bits(key, file, layout.bytes(), threads, monitor)?;
        Ok(Table25::new(layout, bits))
    }

    /// The same for the multi-tile metric.
    pub(crate) fn load_lines(
        &self,
        key: &TableKey,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<multi::MultiTable, TableError> {
        let file = self.find(key)?;
        let bits = self.load_bits(key, file, key.bytes(), threads, monitor)?;
        Ok(multi::MultiTable::new(key, bits, monitor)?)
    }

    fn load_bits(
        &self,
        key: &TableKey,
        mut file: File,
        entries: usize,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Bits, TableError> {
        let (header, bytes) = self.check_header(key, &mut file, entries)?;
        format::check_sums(&bytes).map_err(|why| refused(key, why))?;
        let mut memory = Bits::space(header.bytes as usize).map_err(|source| io_error(key, source))?;
        let blocks = memory.chunks_mut(format::block_bytes()).enumerate();
        let path = self.path(key);
        let total = header.bytes.div_ceil(format::block_bytes() as u64);
        Workers::new(threads).share(
            blocks,
            || File::open(&path),
            |file, (number, block)| {
                let io = |source| io_error(key, source);
                let file = file.as_mut().map_err(|error| io(error.kind().into()))?;
                let at = (HEADER_BYTES + number * format::block_bytes()) as u64;
                file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(block)).map_err(io)?;
                format::check_block(&bytes, number, block).map_err(|why| refused(key, why))?;
                look(monitor, "loading a table", (number + 1) as u64, total).map_err(TableError::Stopped)
            },
        )?;
        Ok(memory.into())
    }

    /// Reads a whole table and checks every byte; the table's digest.
    pub fn verify(&self, key: &TableKey) -> Result<u32, TableError> {
        self.verify_watched(key, &Unlimited)
    }

    /// The same, unless the monitor says stop.
    pub fn verify_watched(&self, key: &TableKey, monitor: &dyn Monitor) -> Result<u32, TableError> {
        let mut file = self.find(key)?;
        let (header, bytes) = self.check_header(key, &mut file, key.bytes_watched(monitor)?)?;
        format::check_sums(&bytes).map_err(|why| refused(key, why))?;
        let mut left = header.bytes as usize;
        let mut block = vec![0; format::block_bytes()];
        let mut number = 0;
        while left > 0 {
            let part = &mut block[..left.min(format::block_bytes())];
            file.read_exact(part).map_err(|source| io_error(key, source))?;
            format::check_block(&bytes, number, part).map_err(|why| refused(key, why))?;
            left -= part.len();
            number += 1;
            let done = header.bytes - left as u64;
            look(monitor, "checking a table", done, header.bytes)?;
        }
        Ok(header.digest)
    }

    fn lock_path(&self, key: &TableKey) -> PathBuf {
        self.directory.join(format!("{key}.lock"))
    }

    /// The lock of a table, once nobody else has it.
    fn lock(&self, key: &TableKey, monitor: &dyn Monitor) -> Result<File, TableError> {
        let io = |source| io_error(key, source);
        let path = self.lock_path(key);
        loop {
            let lock = OpenOptions::new().create(true).truncate(false).write(true).open(&path).map_err(io)?;
            loop {
                match lock.try_lock() {
                    Ok(()) => break,
                    Err(TryLockError::Error(source)) => return Err(io_error(key, source)),
                    Err(TryLockError::WouldBlock) => {
                        look(monitor, "waiting for another builder", 0, 0)?;
                        std::thread::sleep(Duration::from_millis(5));
                    }
                }
            }
            // A lock file that left with its table while we waited locks nobody out any more.
            if is_same_file(&lock, &path) {
                return Ok(lock);
            }
        }
    }

    /// Builds a table and keeps it; the digest. A table that is there and whole is left as it is, unless
    /// somebody asks to `remove` it first. Of several processes that build the same table, one does.
    pub fn build(&self, key: &TableKey, threads: usize, monitor: &dyn Monitor) -> Result<u32, TableError> {
        self.build_where(key, threads, monitor, free_bytes)
    }

    /// The same on a disk with so much room, where that is known.
    pub(crate) fn build_where(
        &self,
        key: &TableKey,
        threads: usize,
        monitor: &dyn Monitor,
        free_bytes: impl Fn(&Path) -> Option<u64>,
    ) -> Result<u32, TableError> {
        let io = |source| io_error(key, source);
        fs::create_dir_all(&self.directory).map_err(io)?;
        // Held until the table is there.
        let _lock = self.lock(key, monitor)?;
        match self.verify_watched(key, monitor) {
            Ok(digest) => return Ok(digest),
            Err(TableError::Stopped(why)) => return Err(why.into()),
            // It is not there, or not whole: it is made.
            Err(_) => {}
        }
        let needed = (HEADER_BYTES + key.bytes_watched(monitor)?) as u64;
        if let Some(free) = free_bytes(&self.directory).filter(|&free| free < needed) {
            return Err(self.no_space(key, needed, free));
        }
        let entries = match key.metric() {
            Metric::Mtm => multi::MultiTable::build(key, threads, monitor)?.into_entries(),
            Metric::Stm if key.is_cells25() => build(&key.layout25(monitor)?, threads, monitor)?.into(),
            Metric::Stm => build(&key.layout(monitor)?, threads, monitor)?.into(),
        };
        let header = format::header(key, entries.as_bytes());
        let part = self.directory.join(format!("{key}.part"));
        self.write(key, &part, &header, entries.as_bytes(), monitor).inspect_err(|_| {
            // What is left of a failed attempt only takes space; the error that matters is already on its way.
            let _ = fs::remove_file(&part);
        })?;
        fs::rename(&part, self.path(key)).map_err(io)?;
        #[cfg(unix)]
        File::open(&self.directory).and_then(|directory| directory.sync_all()).map_err(io)?;
        let file_bytes = needed;
        let read = format::read_header(&header, file_bytes).map_err(|why| refused(key, why))?;
        Ok(read.digest)
    }

    fn write(
        &self,
        key: &TableKey,
        part: &Path,
        header: &[u8],
        entries: &[u8],
        monitor: &dyn Monitor,
    ) -> Result<(), TableError> {
        let full = |source: io::Error| {
            let needed = (header.len() + entries.len()) as u64;
            if source.kind() == io::ErrorKind::StorageFull {
                self.no_space(key, needed, free_bytes(&self.directory).unwrap_or(0))
            } else {
                io_error(key, source)
            }
        };
        let mut file = File::create(part).map_err(full)?;
        file.write_all(header).map_err(full)?;
        for (number, block) in entries.chunks(format::block_bytes()).enumerate() {
            file.write_all(block).map_err(full)?;
            let done = ((number + 1) * format::block_bytes()).min(entries.len()) as u64;
            look(monitor, "writing a table", done, entries.len() as u64)?;
        }
        file.sync_all().map_err(full)
    }

    /// Deletes a table, and its lock unless somebody is building it; whether there was one.
    pub fn remove(&self, key: &TableKey) -> Result<bool, TableError> {
        let was = match fs::remove_file(self.path(key)) {
            Ok(()) => true,
            Err(source) if source.kind() == io::ErrorKind::NotFound => false,
            Err(source) => return Err(io_error(key, source)),
        };
        let lock = File::options().write(true).open(self.lock_path(key));
        if lock.is_ok_and(|lock| lock.try_lock().is_ok()) {
            // A lock that stays does no harm.
            let _ = fs::remove_file(self.lock_path(key));
        }
        Ok(was)
    }

    /// Every file that goes by a table's name, in the order of names.
    pub fn list(&self) -> Result<Vec<Listed>, TableError> {
        let named = |source| TableError::Io { file: self.directory.display().to_string(), source };
        let entries = match fs::read_dir(&self.directory) {
            Ok(entries) => entries,
            Err(source) if source.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(source) => return Err(named(source)),
        };
        let mut listed = Vec::new();
        for entry in entries {
            let path = entry.map_err(named)?.path();
            if path.extension().is_some_and(|extension| extension == "tbl") {
                let bytes = fs::metadata(&path).map_or(0, |data| data.len());
                listed.push(Listed { header: read_file_header(&path, bytes), path, bytes });
            }
        }
        listed.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(listed)
    }

    fn find(&self, key: &TableKey) -> Result<File, TableError> {
        File::open(self.path(key)).map_err(|source| match source.kind() {
            io::ErrorKind::NotFound => {
                TableError::Missing { file: key.file_name(), shape: key.shape().to_string() }
            }
            _ => io_error(key, source),
        })
    }

    /// `entries` is how many bytes of them the table has.
    fn check_header(
        &self,
        key: &TableKey,
        file: &mut File,
        entries: usize,
    ) -> Result<(Header, Vec<u8>), TableError> {
        let file_bytes = file.metadata().map_err(|source| io_error(key, source))?.len();
        let mut bytes = Vec::with_capacity(HEADER_BYTES);
        file.take(HEADER_BYTES as u64).read_to_end(&mut bytes).map_err(|source| io_error(key, source))?;
        let header = format::read_header(&bytes, file_bytes).map_err(|why| refused(key, why))?;
        if header.key != *key {
            return Err(refused(key, FormatError::Other(header.key.to_string())));
        }
        let expected = (HEADER_BYTES + entries) as u64;
        if file_bytes != expected {
            return Err(refused(key, FormatError::Length { expected, got: file_bytes }));
        }
        Ok((header, bytes))
    }

    fn no_space(&self, key: &TableKey, needed: u64, free: u64) -> TableError {
        TableError::NoSpace {
            file: key.file_name(),
            needed,
            free,
            directory: self.directory.display().to_string(),
        }
    }
}

fn read_file_header(path: &Path, file_bytes: u64) -> Result<Header, TableError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut bytes = Vec::with_capacity(HEADER_BYTES);
    File::open(path)
        .and_then(|file| file.take(HEADER_BYTES as u64).read_to_end(&mut bytes))
        .map_err(|source| TableError::Io { file: name.clone(), source })?;
    let shape = name.split('-').next().unwrap_or_default().to_string();
    format::read_header(&bytes, file_bytes).map_err(|why| TableError::Refused { file: name, why, shape })
}

fn io_error(key: &TableKey, source: io::Error) -> TableError {
    TableError::Io { file: key.file_name(), source }
}

fn refused(key: &TableKey, why: FormatError) -> TableError {
    TableError::Refused { file: key.file_name(), why, shape: key.shape().to_string() }
}

/// Free bytes on the disk of a directory, where the system tells.
fn free_bytes(directory: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let disk = rustix::fs::statvfs(directory).ok()?;
        Some(disk.f_bavail.saturating_mul(disk.f_frsize))
    }
    #[cfg(not(unix))]
    {
        let _ = directory;
        None
    }
}
/// Whether the name still belongs to the file that was opened by it.
#[cfg(unix)]
fn is_same_file(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |data: &fs::Metadata| (data.dev(), data.ino());
    matches!((file.metadata(), fs::metadata(path)), (Ok(held), Ok(named)) if id(&held) == id(&named))
}

/// Elsewhere a file that is open keeps its name.
#[cfg(not(unix))]
fn is_same_file(_: &File, _: &Path) -> bool {
    true
}
