//! `cargo xtask test`: everything that must hold before a change lands.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};

use crate::{dist, engine, guard, kernels, mutants, python, seeded, web};

/// What the libraries have besides what the programs here use; it is linted and tested, too.
pub const FEATURES: &str = "taquin-core/serde,taquin-core/arbitrary,taquin-core/proptest";

/// Runs every check in order and stops at the first that fails.
pub fn run(root: &Path, full: bool) -> Result<()> {
    let cargo = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO"));
        command.current_dir(root).args(arguments);
        command
    };
    let start = Instant::now();
    // Asked now: the tests below build this program again, and then the running one has no path any more.
    let program = std::env::current_exe()?;
    step("format", &mut cargo(&["fmt", "--all", "--check"]))?;
    step(
        "lints",
        &mut cargo(&[
            "clippy",
            "--locked",
            "--workspace",
            "--all-targets",
            "--features",
            FEATURES,
            "--",
            "-D",
            "warnings",
        ]),
    )?;
    let mut tests = cargo(&["test", "--locked", "--workspace", "--features", FEATURES]);
    if full {
        tests.env("TAQUIN_FULL", "1");
    }
    step("tests", &mut tests)?;
    kernels::test(root)?;
    python::test(root, full)?;
    if full {
        long(root, &[])?;
    }
    web::build_and_weigh(root)?;
    let beside = Beside::start(root, &program, full)?;
    web::test(root, full)?;
    beside.end()?;
    if full {
        dist::test(root, full)?;
    }
    println!("\nEverything passed in {} s.", start.elapsed().as_secs());
    Ok(())
}

/// A part of `test --full` by its name.
type Long = (&'static str, fn(&Path) -> Result<()>);

/// What takes minutes or hours and can be run by itself.
const LONG: [Long; 9] = [
    ("promises", guard::promises),
    ("features", guard::left_out),
    ("systems", guard::other_systems),
    ("workflows", guard::workflows),
    ("miri", engine::miri),
    ("address", |root| engine::sanitizer(root, "address")),
    ("thread", |root| engine::sanitizer(root, "thread")),
    ("seeded", |root| seeded::run(root, &[])),
    ("mutants", mutants::run),
];

/// Runs these of [`LONG`], or all.
pub fn long(root: &Path, names: &[String]) -> Result<()> {
    let known = LONG.map(|(name, _)| name);
    if let Some(name) = names.iter().find(|name| !known.contains(&name.as_str())) {
        bail!("{name} is none of {}", known.join(", "));
    }
    let asked = |name: &str| names.is_empty() || names.iter().any(|each| each == name);
    LONG.iter().filter(|(name, _)| asked(name)).try_for_each(|(_, run)| run(root))
}

/// What runs while browsers, who mostly wait, try the page: it takes processor time and waits for nothing, so that it does not
/// matter how long it takes.
pub fn beside(root: &Path, full: bool) -> Result<()> {
    let mut docs = Command::new(env!("CARGO"));
    docs.current_dir(root).args(["doc", "--locked", "--workspace", "--no-deps"]);
    step("documentation", docs.env("RUSTDOCFLAGS", "-D warnings"))?;
    deny(root)?;
    guard::no_std(root)?;
    guard::oldest_rust(root, full)?;
    dist::crates(root, full)?;
    engine::loom(root)?;
    guard::miri(root)
}

/// That, as a process of its own that takes only what the browsers leave; what it prints is shown when it has ended.
struct Beside {
    child: Child,
    log: PathBuf,
}

impl Beside {
    fn start(root: &Path, program: &Path, full: bool) -> Result<Beside> {
        let log = root.join("target/beside.log");
        let file = File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
        let mut command = Command::new("nice");
        command.args(["-n", "19"]).arg(program).arg("beside");
        if full {
            command.arg("--full");
        }
        command.stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file);
        Ok(Beside { child: command.spawn().context("nice does not start")?, log })
    }

    fn end(mut self) -> Result<()> {
        let status = self.child.wait()?;
        println!("\n{}", std::fs::read_to_string(&self.log)?);
        ensure!(status.success(), "something that ran beside the page's tests failed; see above");
        Ok(())
    }
}

impl Drop for Beside {
    /// Nobody waits for the rest when the page's tests have failed.
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// Licences, sources and duplicate dependencies; the tool is installed if it is missing.
fn deny(root: &Path) -> Result<()> {
    let installed = Command::new(env!("CARGO")).args(["deny", "--version"]).output();
    if !installed.is_ok_and(|output| output.status.success()) {
        // Without --locked the newest dependencies of the tool are taken, which is what keeps it building.
        step("installing cargo-deny", Command::new(env!("CARGO")).args(["install", "cargo-deny"]))?;
    }
    let check = ["deny", "--workspace", "check", "licenses", "sources", "bans"];
    step("licences and sources", Command::new(env!("CARGO")).current_dir(root).args(check))
}

/// Runs one command with its name above it.
pub fn step(name: &str, command: &mut Command) -> Result<()> {
    println!("\n== {name}");
    let start = Instant::now();
    let status = command.status().with_context(|| format!("{name}: {command:?} could not start"))?;
    if !status.success() {
        bail!("{name} failed: {command:?}");
    }
    println!("== {name}: passed in {} s", start.elapsed().as_secs());
    Ok(())
}
