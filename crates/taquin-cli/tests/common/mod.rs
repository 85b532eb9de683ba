//! The program as the tests start it.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The program with these words; tables that a user may have built must not decide what a test sees.
pub fn command(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
    command.args(words).env("TAQUIN_TABLES", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// What it answers to this input.
pub fn run(words: &[&str], input: &str) -> Output {
    let mut command = command(words);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that does not read its input closes the pipe; that is no failure of the test.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}
