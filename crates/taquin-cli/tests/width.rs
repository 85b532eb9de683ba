//! What a narrow terminal shows: nothing wider than it, no number cut.
#![cfg(unix)]

use std::io::Read;

use pty_process::Size;
use pty_process::blocking::{Command, open};

/// What a terminal of this width is sent.
fn shown(width: u16, words: &[&str], variables: &[(&str, &str)]) -> String {
    let (mut terminal, inside) = open().unwrap();
    terminal.resize(Size::new(24, width)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_taquin")).args(words);
    command =
        command.env("TAQUIN_TABLES", env!("CARGO_TARGET_TMPDIR")).env("TERM", "xterm").env_remove("NO_COLOR");
    for (name, value) in variables {
        command = command.env(name, value);
    }
    let mut child = command.spawn(inside).unwrap();
    let mut written = Vec::new();
    let mut piece = [0; 4096];
    while let Ok(length @ 1..) = terminal.read(&mut piece) {
        written.extend_from_slice(&piece[..length]);
    }
    child.wait().unwrap();
    String::from_utf8(written).unwrap()
}

/// The text without what sets colours and moves the cursor.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut signs = text.chars();
    while let Some(sign) = signs.next() {
        match sign {
            '\u{1b}' => {
                let _ = signs.by_ref().find(char::is_ascii_alphabetic);
            }
            // Progress is written over itself: every state of it is a line here.
            '\r' => plain.push('\n'),
            sign => plain.push(sign),
        }
    }
    plain
}

#[test]
fn nothing_is_wider_than_the_terminal() {
    let long = "0 11 9 13/12 15 10 14/3 7 6 2/4 8 5 1";
    for width in [40, 60, 80] {
        for words in [
            &["solve", "0 5 9 12/15 8 14 11/1 4 13 3/6 2 10 7"][..],
            &["solve", "0 5 9 12/15 8 14 11/1 4 13 3/6 2 10 7", "--style", "words"],
            &["solve", "2 1 3/4 5 6/7 8 0"],
            &["solve", "8 6 7/2 5 4/3 0 1", "--compare"],
            &["check", "13 10 11 6/5 7 4 8/1 12 14 9/3 15 2 0"],
            &["check", long],
            &[
                "show",
                "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20/21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 0",
            ],
            &["verify", "1 2 3/4 5 6/7 0 8", "U"],
            &["census", "3x3"],
            &["census", "2x6"],
            &[
                "solve",
                "35 34 33 32 31 30/29 28 27 26 25 24/23 22 21 20 19 18/17 16 15 14 13 12/11 10 9 8 7 6/5 4 3 1 2 0",
                "--want",
                "fast",
            ],
            &["moves", "shorten", "LRLL", "--board", "1 2 3/4 5 6/0 7 8"],
            &["table", "list"],
            &["table", "build", "2x3"],
            &["solve", "1 2 3/4 5 6/7 7 8"],
            &["bench", "--only", "article"],
        ] {
            let text = plain(&shown(width, words, &[]));
            let widest = text.lines().map(|line| line.trim_end().chars().count()).max().unwrap();
            assert!(widest <= usize::from(width), "{widest} columns of {width}: {words:?}\n{text}");
        }
    }
    let moves = plain(&shown(40, &["solve", "0 5 9 12/15 8 14 11/1 4 13 3/6 2 10 7"], &[]));
    assert!(moves.contains("54 moves, the shortest"), "{moves}");
}

#[test]
fn colours_follow_the_option_and_the_environment() {
    let board = "1 2 3/4 0 6/7 5 8";
    let coloured = |words: &[&str], variables: &[(&str, &str)]| {
        shown(80, &[&["show", board], words].concat(), variables).contains("\u{1b}[")
    };
    assert!(
        coloured(&[], &[]) && !coloured(&[], &[("NO_COLOR", "1")]) && !coloured(&["--color", "never"], &[])
    );
    assert!(coloured(&["--color", "always"], &[("NO_COLOR", "1")]));
}
