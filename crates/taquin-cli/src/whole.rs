//! Files that are whole or absent: written beside their place first and then moved there.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

const BUFFER: usize = 1 << 20;

/// Where a file is written before it takes its place.
fn beside(file: &Path) -> PathBuf {
    let mut beside = file.as_os_str().to_owned();
    beside.push(".new");
    PathBuf::from(beside)
}

fn unwritable(file: &Path, error: &io::Error) -> Failure {
    Failure::Environment(format!("cannot write {}: {error}", file.display()))
}

/// Refuses a file that could not be written, before the work for it begins.
pub fn check(file: &Path) -> Result<(), Failure> {
    if file.is_dir() {
        return Err(unwritable(file, &io::ErrorKind::IsADirectory.into()));
    }
    let beside = beside(file);
    File::create(&beside).and_then(|_| fs::remove_file(&beside)).map_err(|error| unwritable(file, &error))
}

/// Writes a file whole or not at all.
pub fn write(file: &Path, contents: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let beside = beside(file);
    let written = File::create(&beside).and_then(|new| {
        let mut new = BufWriter::with_capacity(BUFFER, new);
        contents(&mut new)?;
        new.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(&beside, file)
    });
    written.map_err(|error| {
        let _ = fs::remove_file(&beside);
        unwritable(file, &error)
    })
}
