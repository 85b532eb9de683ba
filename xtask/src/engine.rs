//! What holds the engine: its shared queue tried in every order, its plain code under Miri, the whole of it under the
//! sanitizers. (Mutants of what proofs rest on: `mutants.rs`.)

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::guard::{nightly, toolchain};
use crate::test::step;

/// Loom: every order in which the threads of the shared queue can run.
pub fn every_order(root: &Path) -> Result<()> {
    let mut tests = Command::new(env!("CARGO"));
    tests.current_dir(root).env("RUSTFLAGS", "--cfg loom").env("CARGO_TARGET_DIR", root.join("target/loom"));
    // Nothing but the queue runs: the rest of the engine need not be fast.
    tests.args(["test", "--locked", "-p", "taquin-solve", "--lib", "model"]);
    tests.args(["--config", "profile.dev.package.taquin-solve.opt-level=0"]);
    step("the shared queue in every order", &mut tests)
}

/// Miri over what of the solver has no vector code and no large tables.
pub fn miri(root: &Path) -> Result<()> {
    nightly()?;
    let tests = ["miri", "test", "--locked", "-p", "taquin-solve", "--lib", "--"];
    let quick = [
        "position::homes",
        "position::grid",
        "position::state",
        "table::split",
        "construct::check",
        "estimate",
        "slots",
    ];
    let mut miri = toolchain("nightly", root);
    miri.args(tests).args(quick).env("MIRIFLAGS", "-Zmiri-disable-isolation");
    step("the solver's plain code under Miri", miri.env("CARGO_TARGET_DIR", root.join("target/miri")))
}

/// The solver's tests under a sanitizer, `address` or `thread`.
pub fn sanitizer(root: &Path, name: &str) -> Result<()> {
    nightly()?;
    let mut tests = toolchain("nightly", root);
    tests.args(["test", "-Zbuild-std", "--target", "x86_64-unknown-linux-gnu", "-p", "taquin-solve"]);
    // The constructive solver has neither threads nor unsafe code, and its exhaustive tests would take hours here.
    tests.args(["--lib", "--tests", "--", "--skip", "construct"]);
    tests.env("RUSTFLAGS", format!("-Zsanitizer={name} -Cunsafe-allow-abi-mismatch=sanitizer"));
    tests.env("CARGO_TARGET_DIR", root.join("target").join(name));
    // A test asks for more memory than there is, and wants to be told so.
    for options in ["ASAN_OPTIONS", "TSAN_OPTIONS"] {
        tests.env(options, "allocator_may_return_null=1");
    }
    step(&format!("the solver under the {name} sanitizer"), &mut tests)
}
