//! The package for Python: its wheel, and its tests in an environment of their own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::test::{FEATURES, step};

/// Wheel and source package, as they are published.
pub fn build(root: &Path) -> Result<()> {
    let python = environment(root)?;
    let out = root.join("target/dist");
    // The source package holds fewer crates than the lock file knows, so what is built from it is not `--locked`.
    step("source package", maturin(root, &python).args(["sdist", "--out"]).arg(&out))?;
    step("wheel", maturin(root, &python).args(["build", "--release", "--locked", "--out"]).arg(&out))
}

/// Builds the wheel as the other tests are built, installs it into an environment of its own and runs the tests there.
pub fn test(root: &Path, full: bool) -> Result<()> {
    let python = environment(root)?;
    let wheels = root.join("target/python/wheels");
    let _ = fs::remove_dir_all(&wheels);
    // With what the other tests were built with, so that the engine is not compiled again.
    let dev = ["build", "--profile", "dev", "--locked", "--features", FEATURES, "--out"];
    step("wheel", maturin(root, &python).args(dev).arg(&wheels))?;
    let wheel = one_file(&wheels)?;
    let pip = ["-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall"];
    step("wheel installed", Command::new(&python).args(pip).arg(&wheel))?;
    let folder = root.join("python");
    let types = ["-m", "mypy", "--strict", "-p", "taquin"];
    step("types of the package", Command::new(&python).current_dir(&folder).args(types))?;
    let stubs = ["-m", "mypy.stubtest", "taquin._taquin"];
    step("stubs of the engine", Command::new(&python).current_dir(&folder).args(stubs))?;
    let mut tests = Command::new(&python);
    tests.current_dir(&folder).args(["-m", "pytest", "--durations=5"]);
    if full {
        tests.env("TAQUIN_FULL", "1");
    }
    step("tests of the package", &mut tests)
}

fn maturin(root: &Path, python: &Path) -> Command {
    let mut command = Command::new(python);
    // What was compiled for the other tests serves here, too.
    command
        .current_dir(root.join("python"))
        .args(["-m", "maturin"])
        .env("CARGO_TARGET_DIR", root.join("target"));
    command
}

/// A Python with what the tests need, and nothing else; made anew when that changes.
fn environment(root: &Path) -> Result<PathBuf> {
    let (folder, list) = (root.join("target/python/env"), root.join("python/requirements-test.txt"));
    let python = folder.join("bin/python");
    let (wanted, mark) = (fs::read_to_string(&list)?, folder.join("installed.txt"));
    if python.exists() && fs::read_to_string(&mark).is_ok_and(|installed| installed == wanted) {
        return Ok(fs::canonicalize(folder)?.join("bin/python"));
    }
    let mut make = Command::new("python3");
    make.args(["-m", "venv", "--clear"]).arg(&folder);
    if !make.status().is_ok_and(|status| status.success()) {
        // Debian keeps this part of Python in a package of its own.
        let install = "apt-get update -qq && apt-get install -y -qq python3 python3-venv";
        let _ = Command::new("sh").args(["-c", install]).status();
        let made = make.status().context("python3 does not start")?;
        ensure!(made.success(), "no environment for Python (on Debian: `apt-get install python3-venv`)");
    }
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"];
    step("packages for Python's tests", Command::new(&python).args(pip).arg(&list))?;
    fs::write(&mark, wanted)?;
    Ok(fs::canonicalize(folder)?.join("bin/python"))
}

fn one_file(folder: &Path) -> Result<PathBuf> {
    let files: Vec<PathBuf> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    match &files[..] {
        [file] => Ok(file.clone()),
        _ => bail!("{} files in {} where one wheel was to be", files.len(), folder.display()),
    }
}
