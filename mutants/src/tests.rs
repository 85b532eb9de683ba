//! The tests, once for each mutant.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::sync::{LazyLock, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::weave::Mutant;

/// The test programs (the one of the library first), which of their tests run, and where.
pub struct Tests<'a> {
    pub binaries: &'a [PathBuf],
    pub filters: &'a [String],
    pub folder: &'a Path,
}

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// No test noticed it.
    Missed,
    /// A test turned red.
    Caught,
    /// The tests did not end.
    Timeout,
    /// It does not build.
    Unviable,
}

impl Outcome {
    pub const ALL: [Outcome; 4] = [Outcome::Missed, Outcome::Caught, Outcome::Timeout, Outcome::Unviable];

    /// As it is written down, and the name of its list.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Missed => "missed",
            Outcome::Caught => "caught",
            Outcome::Timeout => "timeout",
            Outcome::Unviable => "unviable",
        }
    }
}

/// What is known already, on the disk: whoever is stopped goes on from there.
pub struct Results {
    file: Mutex<fs::File>,
    pub known: BTreeMap<u32, Outcome>,
}

impl Results {
    /// Those in this file, if they are about the same sources; else none.
    pub fn open(path: &Path, sources: u64) -> Result<Results> {
        let head = format!("sources {sources:016x}");
        let text = fs::read_to_string(path).unwrap_or_default();
        let mut lines = text.lines();
        let is_same = lines.next() == Some(&head);
        let known = if is_same { lines.filter_map(Results::read).collect() } else { BTreeMap::new() };
        let mut file = fs::OpenOptions::new().create(true).append(true).open(path)?;
        if !is_same {
            file.set_len(0)?;
            writeln!(file, "{head}")?;
        }
        Ok(Results { file: Mutex::new(file), known })
    }

    fn read(line: &str) -> Option<(u32, Outcome)> {
        let mut words = line.split(' ');
        let (number, word) = (words.next()?.parse().ok()?, words.next()?);
        // A line that was cut off has no seconds.
        words.next()?;
        Some((number, Outcome::ALL.into_iter().find(|outcome| outcome.word() == word)?))
    }

    pub fn write(&self, number: u32, outcome: Outcome, seconds: f64) -> Result<()> {
        let line = format!("{number} {} {seconds:.1} s\n", outcome.word());
        self.file.lock().expect("nobody panics while writing").write_all(line.as_bytes())?;
        Ok(())
    }
}

/// Runs the tests for every mutant that nothing is known of yet, several at a time, and writes down what they found.
pub fn run(tests: &Tests<'_>, mutants: &[&Mutant], workers: usize, results: &Results) -> Result<()> {
    let begin = Instant::now();
    let open: Vec<&&Mutant> =
        mutants.iter().filter(|mutant| !results.known.contains_key(&mutant.number)).collect();
    println!("{} mutants, {} known", mutants.len(), mutants.len() - open.len());
    if open.is_empty() {
        return Ok(());
    }
    let stages = tests.stages(open.iter().map(|mutant| mutant.file.as_str()))?;
    println!("the tests take {:.1} s", begin.elapsed().as_secs_f64());
    let next = AtomicUsize::new(0);
    let work = || -> Result<()> {
        while let Some(mutant) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
            let begun = Instant::now();
            let outcome = tests.of_mutant(&stages, mutant)?;
            results.write(mutant.number, outcome, begun.elapsed().as_secs_f64())?;
            println!("{} s: {outcome:?}: {}", begin.elapsed().as_secs(), mutant.name);
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a worker panicked"))
    })
}

/// Some tests of one program.
struct Stage<'a> {
    binary: &'a Path,
    filters: Vec<String>,
    /// How many seconds of a processor they may take: others may use the machine, too.
    limit: u64,
}

/// All tests, and those of a file.
pub struct Stages<'a> {
    all: Vec<Stage<'a>>,
    own: BTreeMap<String, Stage<'a>>,
}

impl<'a> Tests<'a> {
    /// Those of a mutant's own module find most, so they come first; then the others, the quickest first.
    pub fn stages<'b>(&self, files: impl Iterator<Item = &'b str>) -> Result<Stages<'a>> {
        let mut stages = Stages { all: Vec::new(), own: BTreeMap::new() };
        for binary in self.binaries {
            stages.all.push(self.stage(binary, self.filters)?);
        }
        stages.all.sort_by_key(|stage| stage.limit);
        for file in files {
            if !stages.own.contains_key(file) {
                let own = self.stage(&self.binaries[0], &[module(file)])?;
                stages.own.insert(file.to_owned(), own);
            }
        }
        Ok(stages)
    }

    /// Tests that are green without a mutant, and what they may take.
    fn stage(&self, binary: &'a Path, filters: &[String]) -> Result<Stage<'a>> {
        let begin = spent();
        let mut stage = Stage { binary, filters: filters.to_vec(), limit: 3600 };
        ensure!(self.outcome(&stage, 0)? == Outcome::Missed, "{}: red without a mutant", binary.display());
        stage.limit = 3 + (spent() - begin).as_secs() * 3;
        Ok(stage)
    }

    pub fn of_mutant(&self, stages: &Stages<'_>, mutant: &Mutant) -> Result<Outcome> {
        for stage in std::iter::once(&stages.own[&mutant.file]).chain(&stages.all) {
            let outcome = self.outcome(stage, mutant.number)?;
            if outcome != Outcome::Missed {
                return Ok(outcome);
            }
        }
        Ok(Outcome::Missed)
    }

    fn outcome(&self, stage: &Stage<'_>, number: u32) -> Result<Outcome> {
        // A mutant may go on for ever, and ask for memory without end.
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -v 6000000; ulimit -t $0; exec \"$@\""]).arg(stage.limit.to_string());
        command.arg(stage.binary).args(["--test-threads", "1"]).args(&stage.filters).current_dir(self.folder);
        command.env("ACTIVE_MUTANT", number.to_string()).env("CARGO_MANIFEST_DIR", self.folder);
        command.env("PROPTEST_MAX_SHRINK_ITERS", "0").env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1");
        // It may also wait for ever, which takes no seconds of a processor.
        let patience = Duration::from_secs(60 + stage.limit * 10);
        watched(command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?, patience)
    }
}

/// What the programs that were run here have taken of a processor, where the system tells; else what the clock says.
fn spent() -> Duration {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    // `proc_pid_stat(5)`: behind the name, in brackets, the 14th and 15th are the time of children, in hundredths.
    let of_children = || {
        let text = fs::read_to_string("/proc/self/stat").ok()?;
        let mut words = text.rsplit_once(')')?.1.split_whitespace().skip(13);
        let mut hundredths = || words.next()?.parse::<u64>().ok();
        Some(Duration::from_millis(10 * (hundredths()? + hundredths()?)))
    };
    of_children().unwrap_or_else(|| BEGIN.elapsed())
}

/// What the tests of a file are called by: `crates/a/src/b/c.rs` is `b::c::`.
fn module(file: &str) -> String {
    let inside = file.rsplit_once("/src/").map_or(file, |(_, inside)| inside);
    let path = inside.trim_end_matches(".rs").trim_end_matches("/mod").replace('/', "::");
    path + "::tests::"
}

/// Waits for a test program, but not past its first red test, and not longer than this.
fn watched(mut child: Child, patience: Duration) -> Result<Outcome> {
    let output = child.stdout.take().context("it has an output")?;
    let (sender, receiver) = mpsc::channel();
    let reader = thread::spawn(move || {
        let is_red = |line: &String| line.starts_with("test ") && line.ends_with("FAILED");
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        // Nobody may be waiting any more.
        let _ = sender.send(lines.any(|line| is_red(&line)));
    });
    let told = receiver.recv_timeout(patience);
    if told != Ok(false) {
        child.kill()?;
    }
    let status = child.wait()?;
    if reader.join().is_err() {
        bail!("what a test program said could not be read");
    }
    Ok(match (told, status.signal()) {
        (Ok(true), _) => Outcome::Caught,
        (Err(_), _) | (_, Some(SIGXCPU | SIGKILL)) => Outcome::Timeout,
        _ if status.success() => Outcome::Missed,
        _ => Outcome::Caught,
    })
}

/// What ends a program that has used up its seconds, at the soft limit and at the hard one.
const SIGXCPU: i32 = 24;
const SIGKILL: i32 = 9;

#[cfg(test)]
mod checks {
    use super::*;

    #[test]
    fn what_is_known_of_the_same_sources_need_not_be_found_again() {
        let file = std::env::temp_dir().join(format!("taquin-mutants-{}", std::process::id()));
        let known = |sources| Results::open(&file, sources).unwrap().known;
        let results = Results::open(&file, 7).unwrap();
        assert!(results.known.is_empty());
        results.write(3, Outcome::Caught, 0.5).unwrap();
        results.write(4, Outcome::Missed, 12.0).unwrap();
        // Somebody was killed while he wrote.
        results.file.lock().unwrap().write_all(b"5 caught").unwrap();
        assert_eq!(known(7), BTreeMap::from([(3, Outcome::Caught), (4, Outcome::Missed)]));
        assert!(known(8).is_empty(), "other sources, other mutants");
        fs::remove_file(&file).unwrap();
    }

    #[test]
    fn a_test_that_turns_red_never_ends_or_waits_for_ever_is_told_from_one_that_is_green() {
        let outcome = |script: &str| {
            let mut command = Command::new("sh");
            let child = command.args(["-c", script]).stdout(Stdio::piped()).spawn().unwrap();
            watched(child, Duration::from_secs(if script.contains("sleep") { 1 } else { 60 })).unwrap()
        };
        assert_eq!(outcome("echo test a ... ok"), Outcome::Missed);
        assert_eq!(outcome("echo test a ... FAILED; exec sleep 60"), Outcome::Caught);
        assert_eq!(outcome("exit 101"), Outcome::Caught, "it panics where no test says so");
        assert_eq!(outcome("exec sleep 60"), Outcome::Timeout);
        assert_eq!(outcome("ulimit -t 1; while :; do :; done"), Outcome::Timeout);
    }

    #[test]
    fn the_tests_of_a_file_are_called_by_its_module() {
        assert_eq!(module("crates/a/src/b/c.rs"), "b::c::tests::");
        assert_eq!(module("crates/a/src/b/mod.rs"), "b::tests::");
    }
}
