//! Files that a census leaves behind.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;
use std::time::{Duration, Instant};

use taquin_core::{Cell, Shape};
use taquin_solve::census::{Census, CensusError, CensusOptions, FileError, Map, Survey};

use super::Problematic;
use super::news::News;
use crate::failure::Failure;
use crate::whole::write;
use crate::width;

const BUFFER: usize = 1 << 20;

/// Reads a map.
pub fn open_map(file: &Path, memory_bytes: u64) -> Result<Map, Failure> {
    let mut input = open(file)?;
    Map::open(&mut input, memory_bytes).map_err(|error| unusable(file, &error))
}

fn open(file: &Path) -> Result<BufReader<File>, Failure> {
    let opened = File::open(file).map_err(|error| unusable(file, &FileError::Io(error)))?;
    Ok(BufReader::with_capacity(BUFFER, opened))
}

fn unusable(file: &Path, error: &FileError) -> Failure {
    let told = format!("{}: {error}", file.display());
    match error {
        FileError::Io(_) => Failure::Environment(told),
        _ => Failure::Input(told),
    }
}

/// A census that leaves a checkpoint now and then and goes on from the one it finds.
///
/// One is written before a depth that would leave more than `at_risk` of work unsaved, so as long as no
/// single depth takes longer than that, no more than that is ever lost.
pub fn census(
    file: &Path,
    at_risk: Duration,
    shape: Shape,
    blank_home: Cell,
    options: &CensusOptions,
    news: &News,
) -> Result<Census, Problematic> {
    let mut survey = if file.exists() {
        let survey = Survey::resume(shape, blank_home, options, &mut open(file)?);
        let survey = survey.map_err(|error| unusable(file, &error))?;
        width::say(&format!("going on after depth {} from {}", survey.census().radius(), file.display()));
        survey
    } else {
        Survey::new(shape, blank_home, options)?
    };
    let mut saved = Instant::now();
    let mut last_depth = Duration::ZERO;
    loop {
        // A depth takes about as long as the one before: half as much again is a careful guess.
        if saved.elapsed() + last_depth.mul_f64(1.5) > at_risk {
            write(file, |out| survey.save(out))?;
            saved = Instant::now();
        }
        let began = Instant::now();
        match survey.deepen(news) {
            Ok(true) => last_depth = began.elapsed(),
            Ok(false) => break,
            Err(why) => {
                let finished = Box::new(survey.finish(0));
                return Err(CensusError::Stopped { why, finished }.into());
            }
        }
    }
    if survey.census().complete {
        // Its work is done; a file that cannot be removed does no harm.
        let _ = fs::remove_file(file);
    } else {
        write(file, |out| survey.save(out))?;
    }
    Ok(survey.finish(options.farthest))
}
