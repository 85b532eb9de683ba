//! What holds the engine: its shared queue under loom, its plain code under Miri, its tests under the sanitizers, but for
//! those that take too long there. (Mutants of what proofs rest on: `mutants.rs`.)

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::guard::{nightly, toolchain};
use crate::test::step;

/// Loom: orders in which the threads of the shared queue can run, for two of them all there are.
pub fn loom(root: &Path) -> Result<()> {
    let mut tests = Command::new(env!("CARGO"));
    tests.current_dir(root).env("RUSTFLAGS", "--cfg loom").env("CARGO_TARGET_DIR", root.join("target/loom"));
    // Nothing but the queue runs: the rest of the engine need not be fast.
    tests.args(["test", "--locked", "-p", "taquin-solve", "--lib", "model"]);
    tests.args(["--config", "profile.dev.package.taquin-solve.opt-level=0"]);
    step("the shared queue under loom", &mut tests)
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

/// What the thread sanitizer is spared, by parts of names: the tests that took longest under the other one. They walk through many
/// positions, or change every byte of a file, with what shorter tests use too, and by as many threads.
const LONG_UNDER_THREAD: [&str; 20] = [
    "two_implementations_agree",
    "the_default_solver_equals",
    "every_bound_is_admissible",
    "no_bound_exceeds",
    "no_lower_bound",
    "2x5_boards",
    "every_2x4",
    "every_3x3_board",
    "every_board_of",
    "every_number_of_a",
    "positions_of_boards_of_10",
    "orders_of_larger",
    "sum_of_tables_is",
    "pruning_loses",
    "more_nodes_make",
    "without_a_deadline",
    "any_byte_changed",
    "kept_files",
    "huge_board_tells",
    // A thousand threads with nothing to do: not ended after nine minutes of processor time.
    "threads_of_any_size",
];

/// The solver's tests under a sanitizer, `address` or `thread`.
pub fn sanitizer(root: &Path, name: &str) -> Result<()> {
    nightly()?;
    let mut tests = toolchain("nightly", root);
    tests.args(["test", "-Zbuild-std", "--target", "x86_64-unknown-linux-gnu", "-p", "taquin-solve"]);
    // The constructive solver has neither threads nor unsafe code, and its exhaustive tests would take hours here.
    tests.args(["--lib", "--tests", "--", "--skip", "construct"]);
    if name == "thread" {
        tests.args(LONG_UNDER_THREAD.iter().flat_map(|name| ["--skip", name]));
    }
    tests.env("RUSTFLAGS", format!("-Zsanitizer={name} -Cunsafe-allow-abi-mismatch=sanitizer"));
    tests.env("CARGO_TARGET_DIR", root.join("target").join(name));
    // A test asks for more memory than there is, and wants to be told so.
    for options in ["ASAN_OPTIONS", "TSAN_OPTIONS"] {
        tests.env(options, "allocator_may_return_null=1");
    }
    step(&format!("the solver under the {name} sanitizer"), &mut tests)
}
