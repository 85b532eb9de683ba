//! The game in a real pseudo-terminal, as a player starts it.
#![cfg(unix)]

use std::io::{Read, Write};
use std::path::Path;
use std::process::Child;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};

const LEFT: &str = "\x1b[D";
const LEAVE_SCREEN: &str = "\x1b[?1049l";
const MOUSE_OFF: &str = "\x1b[?1003l";

/// A game behind a terminal of 80 × 24, and everything it wrote.
struct Seat {
    child: Child,
    terminal: Arc<Pty>,
    written: Arc<Mutex<Vec<u8>>>,
}

impl Seat {
    fn new(words: &[&str], home: &Path) -> Seat {
        let (terminal, inside) = open().unwrap();
        terminal.resize(Size::new(24, 80)).unwrap();
        let command = Command::new(env!("CARGO_BIN_EXE_taquin")).args(words);
        let child =
            command.env("XDG_DATA_HOME", home).env("HOME", home).env("TERM", "xterm").spawn(inside).unwrap();
        let (terminal, written) = (Arc::new(terminal), Arc::<Mutex<Vec<u8>>>::default());
        let (reader, sink) = (terminal.clone(), written.clone());
        std::thread::spawn(move || {
            let mut piece = [0; 4096];
            while let Ok(length @ 1..) = (&*reader).read(&mut piece) {
                sink.lock().unwrap().extend_from_slice(&piece[..length]);
            }
        });
        Seat { child, terminal, written }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.written.lock().unwrap()).into_owned()
    }

    #[track_caller]
    fn wait_for(&self, what: &str) {
        let start = Instant::now();
        while !self.text().contains(what) {
            assert!(start.elapsed() < Duration::from_secs(60), "{what:?} never came: {:?}", self.text());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn press(&self, keys: &str) {
        (&*self.terminal).write_all(keys.as_bytes()).unwrap();
    }

    /// Waits for the end, which must leave the terminal as it was found.
    #[track_caller]
    fn leave(mut self) {
        let status = self.child.wait().unwrap();
        assert!(status.success(), "{status}");
        self.wait_for(LEAVE_SCREEN);
        self.wait_for(MOUSE_OFF);
    }
}

#[test]
fn a_game_is_won_left_and_killed_in_a_real_terminal() {
    let home = tempfile::tempdir().unwrap();
    let seat = Seat::new(&["play", "--board", "1 2 3/4 5 6/0 7 8"], home.path());
    seat.wait_for("The clock starts with your first slide.");
    seat.press(LEFT);
    seat.press(LEFT);
    seat.wait_for("Solved in");
    seat.press("q");
    seat.leave();

    // Ctrl-C leaves as properly as q does, and the game is kept.
    let seat = Seat::new(&["play", "3x3", "--seed", "5"], home.path());
    seat.wait_for("The clock starts");
    seat.press("\x1b[D\x1b[C\x1b[A\x1b[B");
    seat.press("\x03");
    seat.leave();

    // A kill loses nothing but the last seconds.
    let mut seat = Seat::new(&["play", "3x3"], home.path());
    seat.wait_for("Welcome back. Press p to go on.");
    seat.child.kill().unwrap();
    seat.child.wait().unwrap();
    let seat = Seat::new(&["play", "3x3"], home.path());
    seat.wait_for("Welcome back. Press p to go on.");
    seat.press("q");
    seat.leave();

    let seat = Seat::new(&["watch", "1 2 3/4 0 6/7 5 8", "--speed", "100"], home.path());
    seat.wait_for("Solved in 2 moves, the fewest possible.");
    seat.press("q");
    seat.leave();
    let seat = Seat::new(&["replay", "AUgDAwIKALQBqFmlXg"], home.path());
    seat.wait_for("Solved.");
    seat.press("q");
    seat.leave();
}
