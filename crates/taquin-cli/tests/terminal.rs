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
        Seat::with(Command::new(env!("CARGO_BIN_EXE_taquin")).args(words), home)
    }

    /// A seat where the line settings are written down before and after.
    fn between_settings(words: &[&str], home: &Path) -> Seat {
        let script =
            "stty -a >\"$HOME/before\"; \"$0\" \"$@\"; status=$?; stty -a >\"$HOME/after\"; exit $status";
        let command = Command::new("sh").arg("-c").arg(script);
        Seat::with(command.arg(env!("CARGO_BIN_EXE_taquin")).args(words), home)
    }

    fn with(command: Command, home: &Path) -> Seat {
        let (terminal, inside) = open().unwrap();
        terminal.resize(Size::new(24, 80)).unwrap();
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
        // What changes on a line is written; what was there already, a space between two words, is not.
        let is_shown = || self.screen().iter().any(|row| row.iter().collect::<String>().contains(what));
        while !self.text().contains(what) && !is_shown() {
            assert!(start.elapsed() < Duration::from_secs(60), "{what:?} never came: {:?}", self.text());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// What the screen shows now, row by row: enough of a terminal for what is written here.
    fn screen(&self) -> Vec<Vec<char>> {
        let mut screen = vec![vec![' '; 80]; 24];
        let (mut row, mut column) = (0, 0);
        let text = self.text();
        let mut signs = text.chars();
        while let Some(sign) = signs.next() {
            if sign != '\x1b' {
                if let Some(place) = screen.get_mut(row).and_then(|line: &mut Vec<char>| line.get_mut(column))
                {
                    *place = sign;
                }
                column += 1;
                continue;
            }
            let mut end = ' ';
            let inside = |sign: &char| {
                end = *sign;
                !sign.is_ascii_alphabetic()
            };
            let sequence: String = signs.by_ref().take_while(inside).collect();
            let numbers = sequence.trim_start_matches('[').split_once(';');
            if let (Some((down, right)), 'H') = (numbers, end) {
                (row, column) = (down.parse::<usize>().unwrap() - 1, right.parse::<usize>().unwrap() - 1);
            }
        }
        screen
    }

    /// The row and column, from 1, where a tile shows its number.
    #[track_caller]
    fn place_of(&self, tile: char) -> (usize, usize) {
        let screen = self.screen();
        let alone = |line: &[char], x: usize| line[x] == tile && line[x - 1] == ' ' && line[x + 1] == ' ';
        let places = (0..24).flat_map(|y| (1..50).map(move |x| (y, x)));
        let place = places.into_iter().find(|&(y, x)| alone(&screen[y], x));
        let (y, x) = place.unwrap_or_else(|| panic!("no tile {tile} on the screen"));
        (y + 1, x + 1)
    }

    /// A mouse's report, as terminals send it: 0 the left button, 35 a move without a button.
    fn mouse(&self, what: u32, (row, column): (usize, usize)) {
        self.press(&format!("\x1b[<{what};{column};{row}M"));
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
    let seat = Seat::new(&["play", "3x3"], home.path());
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

#[test]
fn quit_and_ctrl_c_give_the_line_settings_back() {
    let home = tempfile::tempdir().unwrap();
    for keys in ["q", "\x03"] {
        let seat = Seat::between_settings(&["play", "--board", "1 2 3/4 5 6/0 7 8"], home.path());
        seat.wait_for("The clock starts with your first slide.");
        seat.press(keys);
        seat.leave();
        let read = |name| std::fs::read_to_string(home.path().join(name)).unwrap();
        assert!(
            read("before").contains(" icanon") && read("before").contains(" echo "),
            "{}",
            read("before")
        );
        assert_eq!(read("before"), read("after"));
    }
}

#[test]
fn clicks_and_hovering_slide_tiles_in_a_real_terminal() {
    let home = tempfile::tempdir().unwrap();
    let seat = Seat::new(&["play", "--board", "1 2 3/4 5 6/0 7 8"], home.path());
    seat.wait_for("The clock starts with your first slide.");
    seat.mouse(0, seat.place_of('8'));
    seat.wait_for("Solved in");
    seat.press("q");
    seat.leave();

    let kept = home.path().join("taquin");
    std::fs::write(kept.join("preferences"), "hover yes\n").unwrap();
    let seat = Seat::new(&["play", "--board", "1 2 3/4 5 6/7 0 8"], home.path());
    seat.wait_for("The clock starts with your first slide.");
    seat.mouse(35, seat.place_of('8'));
    seat.wait_for("Solved in");
    seat.press("q");
    seat.leave();
}

#[test]
fn a_second_game_of_the_same_size_says_that_it_is_not_saved() {
    let home = tempfile::tempdir().unwrap();
    let first = Seat::new(&["play", "3x3"], home.path());
    first.wait_for("The clock starts");
    let second = Seat::new(&["play", "3x3"], home.path());
    second.wait_for("another 3x3 game is being played");
    second.press("q");
    second.leave();
    first.press("\x1b[D\x1b[C\x1b[A\x1b[Bq");
    first.leave();
    let saved = std::fs::read_to_string(home.path().join("taquin/game-3x3")).unwrap();
    assert!(saved.contains("v1-"), "{saved}");
}

#[test]
fn a_game_by_its_board_seed_or_distance_leaves_the_kept_one_alone() {
    let home = tempfile::tempdir().unwrap();
    let seat = Seat::new(&["play", "3x3"], home.path());
    seat.wait_for("The clock starts");
    seat.press("\x1b[D\x1b[C\x1b[A\x1b[Bq");
    seat.leave();
    let kept = || std::fs::read_to_string(home.path().join("taquin/game-3x3")).unwrap();
    let before = kept();
    for words in [
        &["play", "--board", "1 2 3/4 5 6/0 7 8"][..],
        &["play", "3x3", "--seed", "5"],
        &["play", "3x3", "--distance", "9"],
    ] {
        let seat = Seat::new(words, home.path());
        seat.wait_for("The clock starts");
        seat.press("\x1b[D\x1b[D\x1b[A\x1b[C");
        std::thread::sleep(Duration::from_millis(1_300));
        seat.press("q");
        seat.leave();
        assert_eq!(kept(), before, "{words:?}");
    }
}

#[test]
fn the_game_honours_no_color() {
    let home = tempfile::tempdir().unwrap();
    let colours = |words: &[&str], no_color: &str| {
        let command = Command::new(env!("CARGO_BIN_EXE_taquin")).args(words).env("NO_COLOR", no_color);
        let seat = Seat::with(command, home.path());
        seat.wait_for("Taquin");
        std::thread::sleep(Duration::from_millis(200));
        seat.press("q");
        let text = seat.text();
        seat.leave();
        // 38 and 48 set the colour of letters and ground.
        text.contains("38;") || text.contains("48;")
    };
    let board = "1 2 3/4 5 6/0 7 8";
    let play = |more: &[&str], no_color| colours(&[&["play", "--board", board], more].concat(), no_color);
    assert!(play(&[], "") && !play(&[], "1") && !play(&["--color", "never"], ""));
    assert!(play(&["--color", "always"], "1"));
    assert!(!colours(&["watch", board], "1") && colours(&["watch", board], ""));
    assert!(!colours(&["replay", "AUgDAwIKALQBqFmlXg", "--color", "never"], ""));
    let likes = std::fs::read_to_string(home.path().join("taquin/preferences")).unwrap_or_default();
    assert!(!likes.contains("mono"), "what the terminal lacks is no preference of the player");
}

#[test]
fn answers_in_a_file_leave_the_terminal_an_estimate_and_ctrl_c_ends_them() {
    let home = tempfile::tempdir().unwrap();
    let boards = home.path().join("boards");
    // A board that takes a while, as often as nobody would wait for.
    std::fs::write(&boards, "12 3 5 10/15 2 4 9/6 7 11 0/1 14 8 13\n".repeat(100_000)).unwrap();
    let script = "exec \"$0\" solve --lines --file \"$1\" >\"$HOME/answers\"";
    let command = Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_taquin")]).arg(&boards);
    let mut seat = Seat::with(command, home.path());
    seat.wait_for(" answered, ");
    seat.wait_for(" %, about ");
    seat.wait_for(" s left, ");
    seat.press("\x03");
    assert_eq!(seat.child.wait().unwrap().code(), Some(130));
    seat.wait_for("interrupted after ");
    let answers = std::fs::read_to_string(home.path().join("answers")).unwrap();
    assert!(answers.ends_with('\n') && answers.lines().all(|line| line.starts_with("57 ")), "{answers}");
}
