//! A system that refuses threads, some of them or all: the answers are the same, or one line says why there are none.
#![cfg(unix)]

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

const BOARDS: &str = "8 6 7/2 5 4/3 0 1\n6 4 7/8 5 0/3 2 1\n1 2 3/4 5 6/8 7 0\n1 2 3/4 5 6/7 0 8\n";

fn taquin(shell: &str, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{shell} exec \"$0\" \"$@\"")]);
    command.arg(env!("CARGO_BIN_EXE_taquin")).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that refuses to begin reads nothing.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// What was printed, without the line of a census that tells the seconds.
fn answers(output: &Output) -> String {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().filter(|line| !line.ends_with(" s")).collect::<Vec<_>>().join("\n")
}

/// Room for a handful of threads: each takes 1 GB of an address space of 6.
#[cfg(target_os = "linux")]
const FEW: &str = "ulimit -v 6291456; RUST_MIN_STACK=1073741824; export RUST_MIN_STACK;";

#[cfg(target_os = "linux")]
#[test]
fn where_most_threads_are_refused_the_others_answer() {
    for arguments in [
        &["check", "--lines", "--threads", "100"][..],
        &["solve", "--lines", "--threads", "100"],
        &["census", "3x3", "--threads", "100"],
        // One board for all of them: the search shares it out.
        &["solve", "--count", "--threads", "100", "12 3 5 10/15 2 4 9/6 7 11 0/1 14 8 13"],
        &["solve", "--count", "--threads", "100", "8 6 7/2 5 4/3 0 1"],
    ] {
        let (free, tight) = (taquin("", arguments, BOARDS), taquin(FEW, arguments, BOARDS));
        assert_eq!(tight.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&tight.stderr));
        assert!(!tight.stdout.is_empty(), "{arguments:?}");
        assert_eq!(answers(&tight), answers(&free), "{arguments:?}");
    }
}

#[test]
fn where_every_thread_is_refused_one_line_says_so() {
    // No address space holds such a stack.
    let none = "RUST_MIN_STACK=70368744177664; export RUST_MIN_STACK;";
    for arguments in
        [&["solve", "8 6 7/2 5 4/3 0 1"][..], &["solve", "--lines"], &["census", "3x3"], &["play"]]
    {
        let refused = taquin(none, arguments, BOARDS);
        let line = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(4), "{arguments:?}: {line}");
        assert!(line.starts_with("error: ") && line.lines().count() == 1, "{arguments:?}: {line}");
    }
}
