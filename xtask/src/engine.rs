//! What holds the engine: its shared queue tried in every order, its plain code under Miri, the whole of it under the
//! sanitizers, and mutants of what proofs rest on.

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

/// The solver's tests under the address and the thread sanitizer.
pub fn sanitizers(root: &Path) -> Result<()> {
    nightly()?;
    for (name, sanitizer) in [("address", "address"), ("thread", "thread")] {
        let mut tests = toolchain("nightly", root);
        tests.args([
            "test",
            "-Zbuild-std",
            "--target",
            "x86_64-unknown-linux-gnu",
            "-p",
            "taquin-solve",
            "--lib",
            "--tests",
            // The constructive solver has neither threads nor unsafe code, and its exhaustive tests would take hours here.
            "--",
            "--skip",
            "construct",
        ]);
        tests.env("RUSTFLAGS", format!("-Zsanitizer={sanitizer} -Cunsafe-allow-abi-mismatch=sanitizer"));
        tests.env("CARGO_TARGET_DIR", root.join("target").join(sanitizer));
        // A test asks for more memory than there is, and wants to be told so.
        for options in ["ASAN_OPTIONS", "TSAN_OPTIONS"] {
            tests.env(options, "allocator_may_return_null=1");
        }
        step(&format!("the solver under the {name} sanitizer"), &mut tests)?;
    }
    Ok(())
}

/// Mutants of what every proof rests on. `docs/mutants.md` explains those that no test catches.
pub fn mutants(root: &Path) -> Result<()> {
    let installed = Command::new(env!("CARGO")).args(["mutants", "--version"]).output();
    if !installed.is_ok_and(|output| output.status.success()) {
        step("installing cargo-mutants", Command::new(env!("CARGO")).args(["install", "cargo-mutants"]))?;
    }
    let mut run = Command::new(env!("CARGO"));
    run.current_dir(root).args(["mutants", "--workspace", "--no-shuffle", "--output", "target"]);
    for file in MUTATED {
        run.args(["--file", file]);
    }
    step("mutants", &mut run)
}

/// Verdict, ranking, bounds, pruning and the replayer.
const MUTATED: [&str; 17] = [
    "crates/taquin-core/src/judge.rs",
    "crates/taquin-core/src/moves.rs",
    "crates/taquin-core/src/parity.rs",
    "crates/taquin-core/src/permutation.rs",
    "crates/taquin-core/src/problem.rs",
    "crates/taquin-solve/src/position/grid.rs",
    "crates/taquin-solve/src/position/symmetry.rs",
    "crates/taquin-solve/src/heuristic/mod.rs",
    "crates/taquin-solve/src/heuristic/additive.rs",
    "crates/taquin-solve/src/heuristic/inversion.rs",
    "crates/taquin-solve/src/heuristic/walking.rs",
    "crates/taquin-solve/src/position/rank.rs",
    "crates/taquin-solve/src/position/homes.rs",
    "crates/taquin-solve/src/heuristic/manhattan.rs",
    "crates/taquin-solve/src/heuristic/linear_conflict.rs",
    "crates/taquin-solve/src/search/prune.rs",
    "crates/taquin-solve/src/construct/check.rs",
];
