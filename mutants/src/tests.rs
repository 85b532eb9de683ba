//! The tests, once for each mutant.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::weave::Mutant;

/// The test programs (the one of the library first), which of their tests run, and where.
pub struct Tests<'a> {
    pub binaries: &'a [PathBuf],
    pub filters: &'a [String],
    pub folder: &'a Path,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Green,
    Red,
    Endless,
}

/// Runs the tests for every mutant, and writes as it goes which were noticed.
pub fn run(tests: &Tests<'_>, mutants: &[&Mutant], lists: &Path) -> Result<()> {
    let begin = Instant::now();
    // Those of a mutant's own module find most, so they come first; then the others, the quickest first.
    let mut stages = Vec::new();
    for binary in tests.binaries {
        stages.push(tests.stage(binary, tests.filters)?);
    }
    stages.sort_by_key(|stage| stage.limit);
    let mut own = BTreeMap::new();
    for file in mutants.iter().map(|mutant| &mutant.file) {
        if !own.contains_key(file) {
            own.insert(file, tests.stage(&tests.binaries[0], &[module(file)])?);
        }
    }
    println!("the tests take {:.1} s", begin.elapsed().as_secs_f64());
    let open = |name: &str| fs::File::create(lists.join(name)).context(name.to_owned());
    let (mut caught, mut missed, mut endless) =
        (open("caught.txt")?, open("missed.txt")?, open("timeout.txt")?);
    for (done, mutant) in mutants.iter().enumerate() {
        let mut outcome = Outcome::Green;
        for stage in std::iter::once(&own[&mutant.file]).chain(&stages) {
            outcome = tests.outcome(stage, mutant.number)?;
            if outcome != Outcome::Green {
                break;
            }
        }
        let list = match outcome {
            Outcome::Green => &mut missed,
            Outcome::Red => &mut caught,
            Outcome::Endless => &mut endless,
        };
        writeln!(list, "{}", mutant.name)?;
        if outcome != Outcome::Red || done % 50 == 0 {
            println!(
                "{done} of {}, {:.0} s: {outcome:?}: {}",
                mutants.len(),
                begin.elapsed().as_secs_f64(),
                mutant.name
            );
        }
    }
    Ok(())
}

/// Some tests of one program.
struct Stage<'a> {
    binary: &'a Path,
    filters: Vec<String>,
    /// How many seconds of a processor they may take: others may use the machine, too.
    limit: u64,
}

impl Tests<'_> {
    /// Tests that are green without a mutant, and what they may take.
    fn stage<'a>(&self, binary: &'a Path, filters: &[String]) -> Result<Stage<'a>> {
        let begin = Instant::now();
        let mut stage = Stage { binary, filters: filters.to_vec(), limit: 3600 };
        ensure!(self.outcome(&stage, 0)? == Outcome::Green, "{}: red without a mutant", binary.display());
        stage.limit = 3 + begin.elapsed().as_secs() * 3;
        Ok(stage)
    }

    fn outcome(&self, stage: &Stage<'_>, number: u32) -> Result<Outcome> {
        // A mutant may go on for ever, and ask for memory without end.
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -v 16000000; ulimit -t $0; exec \"$@\""]).arg(stage.limit.to_string());
        command.arg(stage.binary).args(["--test-threads", "1"]).args(&stage.filters).current_dir(self.folder);
        command.env("ACTIVE_MUTANT", number.to_string()).env("CARGO_MANIFEST_DIR", self.folder);
        command.env("PROPTEST_MAX_SHRINK_ITERS", "0").env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1");
        watched(command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?)
    }
}

/// What the tests of a file are called by: `crates/a/src/b/c.rs` is `b::c::`.
fn module(file: &str) -> String {
    let inside = file.rsplit_once("/src/").map_or(file, |(_, inside)| inside);
    let path = inside.trim_end_matches(".rs").trim_end_matches("/mod").replace('/', "::");
    path + "::tests::"
}

/// Waits for a test program, but not past its first red test.
fn watched(mut child: Child) -> Result<Outcome> {
    let output = child.stdout.take().context("it has an output")?;
    for line in BufReader::new(output).lines() {
        let line = line?;
        if line.starts_with("test ") && line.ends_with("FAILED") {
            child.kill()?;
            child.wait()?;
            return Ok(Outcome::Red);
        }
    }
    let status = child.wait()?;
    Ok(match status.signal() {
        Some(SIGXCPU | SIGKILL) => Outcome::Endless,
        _ if status.success() => Outcome::Green,
        _ => Outcome::Red,
    })
}

/// What ends a program that has used up its seconds, at the soft limit and at the hard one.
const SIGXCPU: i32 = 24;
const SIGKILL: i32 = 9;
