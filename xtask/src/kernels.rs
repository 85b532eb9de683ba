//! The kernels of `taquin-gpu` under their own compiler, on machines without a card.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::test::{FEATURES, step};

/// The compiler as Python's package index has it.
const NVRTC: &str = "nvidia-cuda-nvrtc-cu12==12.9.86";

/// Compiles every kernel for every generation of cards; the compiler is installed if it is missing.
pub fn test(root: &Path) -> Result<()> {
    let environment = root.join("target/nvrtc");
    let pip = environment.join("bin/pip");
    let installed = Command::new(&pip).args(["show", "--quiet", "nvidia-cuda-nvrtc-cu12"]).status();
    if !installed.is_ok_and(|status| status.success()) {
        let make = ["-m", "venv"];
        step("a place for NVRTC", Command::new("python3").args(make).arg(&environment))?;
        step("installing NVRTC", Command::new(&pip).args(["install", "--quiet", NVRTC]))?;
    }
    // As the other tests are built, so that the engine is not compiled again.
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(root).env("VIRTUAL_ENV", &environment);
    command.args(["test", "--quiet", "--locked", "--workspace", "--features", FEATURES, "--lib"]);
    command.args(["--", "--ignored", "the_kernels_compile"]);
    step("the kernels compile", &mut command)
}
