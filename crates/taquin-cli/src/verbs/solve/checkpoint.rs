//! Proofs that take hours: how far one has come is kept in a file.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use taquin_core::Solvable;
use taquin_solve::proof::{Keeping, Proof, ProofError};

use crate::failure::Failure;
use crate::{whole, width};

/// Where to keep how far a proof has come.
#[derive(Args, Debug)]
pub struct CheckpointArgs {
    /// Keep how far the proof has come in this file, and go on from there: --want optimal, 17 to 25 cells
    #[arg(long, value_name = "FILE", conflicts_with_all = ["lines", "all", "compare"])]
    checkpoint: Option<PathBuf>,
}

impl CheckpointArgs {
    /// The file, if one was named.
    pub fn file(&self) -> Option<&Path> {
        self.checkpoint.as_deref()
    }

    /// Has a problem solved from what the file holds, and keeps what the search tells there. Without a file nothing is
    /// kept.
    pub fn keeping<T>(&self, problem: &Solvable, solve: impl FnOnce(Keeping<'_>) -> T) -> Result<T, Failure> {
        let Some(file) = self.file() else { return Ok(solve(Keeping::default())) };
        let from = read(file, problem)?;
        whole::check(file)?;
        let mut warned = false;
        let mut keep = |proof: &Proof| {
            let written = whole::write(file, |out| out.write_all(proof.to_string().as_bytes()));
            // A disk that is full now may have room when more is proven.
            if let Err(why) = written
                && !std::mem::replace(&mut warned, true)
            {
                width::say(&format!("warning: {why}"));
            }
        };
        Ok(solve(Keeping::new().from(from).keep(&mut keep)))
    }
}

/// What an earlier search of the problem left; `None` where there is no such file yet.
fn read(file: &Path, problem: &Solvable) -> Result<Option<Proof>, Failure> {
    let bad = |error: ProofError| Failure::Input(format!("{}: {error}", file.display()));
    match std::fs::read_to_string(file) {
        Ok(text) => {
            let proof: Proof = text.parse().map_err(bad)?;
            proof.check(problem).map_err(bad)?;
            Ok(Some(proof))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            Err(Failure::Input(format!("{} is no checkpoint of a search", file.display())))
        }
        Err(error) => Err(Failure::Environment(format!("cannot read {}: {error}", file.display()))),
    }
}
