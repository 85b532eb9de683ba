//! The terminal's screen: the game, the computer at play, replays.
//!
//! A [`Screen`] is told what happened and when, and draws itself; it never reads the terminal or the clock. The
//! loop in [`run`] is the only place that does, so a test drives a screen through the same door. A thread of its own reads
//! the terminal: what the player does is stamped when it arrives, however long a drawing takes.

pub mod board;
pub mod game;
pub mod keys;
pub mod oracle;
pub mod palette;
pub mod panel;
pub mod store;
pub mod viewer;

use std::io::{self, IsTerminal, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;

use crate::failure::Failure;

/// Something that lives on the whole screen.
pub trait Screen {
    /// Takes what the player did at `now_ms`.
    fn handle(&mut self, event: &Event, now_ms: u64);
    /// Does what is due at `now_ms`: answers that arrived, a playback's next step, saving.
    fn tick(&mut self, now_ms: u64);
    /// Draws itself as of `now_ms`.
    fn draw(&mut self, frame: &mut Frame<'_>, now_ms: u64);
    /// How long nothing will change by itself.
    fn patience(&self) -> Duration;
    /// Whether to leave.
    fn is_over(&self) -> bool;
}

/// Shows a screen until it is over. The terminal is given back as it was after leaving, an error or a panic.
pub fn run(screen: &mut dyn Screen) -> Result<(), Failure> {
    let mut terminal = ratatui::try_init()?;
    // A panic restores the terminal through ratatui's hook; the mouse and the cursor are ours to give back.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let _ = execute!(stdout(), DisableMouseCapture, Show);
        hook(info);
    }));
    let _ = execute!(stdout(), EnableMouseCapture);
    let result = turns(&mut terminal, screen);
    let _ = execute!(stdout(), DisableMouseCapture);
    ratatui::restore();
    result.map_err(|e| Failure::Environment(format!("the terminal failed: {e}")))
}

/// How long the reader looks before it asks whether it is still wanted.
const READING: Duration = Duration::from_millis(20);

/// What came from the terminal, and when.
type Stamped = io::Result<(Event, u64)>;

fn turns(terminal: &mut ratatui::DefaultTerminal, screen: &mut dyn Screen) -> io::Result<()> {
    let start = Instant::now();
    let now = || start.elapsed().as_millis() as u64;
    let (sender, inbox) = channel::<Stamped>();
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        // Dropped at the end of the turns however they end, a panic included: the scope waits for the reader.
        let _end = Flag(&over);
        let over = &over;
        Builder::new().spawn_scoped(scope, move || listen(&sender, over, start))?;
        while !screen.is_over() {
            screen.tick(now());
            terminal.draw(|frame| screen.draw(frame, now()))?;
            // Everything that is waiting is taken before the next drawing: a fast hand never waits for the screen.
            let mut patience = screen.patience();
            loop {
                match inbox.recv_timeout(patience) {
                    Ok(came) => {
                        let (event, at_ms) = came?;
                        screen.handle(&event, at_ms);
                    }
                    Err(RecvTimeoutError::Timeout) => break,
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
                patience = Duration::ZERO;
                if screen.is_over() {
                    break;
                }
            }
        }
        Ok(())
    })
}

/// Reads and stamps until nobody listens any more.
fn listen(to: &Sender<Stamped>, over: &AtomicBool, start: Instant) {
    while !over.load(Ordering::Relaxed) {
        let came = match event::poll(READING) {
            Ok(false) => continue,
            Ok(true) => event::read().map(|event| (event, start.elapsed().as_millis() as u64)),
            Err(error) => Err(error),
        };
        let failed = came.is_err();
        if to.send(came).is_err() || failed {
            return;
        }
    }
}

/// Raised when it goes.
struct Flag<'a>(&'a AtomicBool);

impl Drop for Flag<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Whether there is a terminal to draw on and to read keys from.
pub fn is_possible() -> bool {
    stdout().is_terminal() && io::stdin().is_terminal()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::io::Read;

    /// Set for the copy of this test that runs in a terminal.
    const INSIDE: &str = "TAQUIN_TEST_IN_TERMINAL";

    /// Draws once, then breaks.
    struct Broken(u32);

    impl Screen for Broken {
        fn handle(&mut self, _: &Event, _: u64) {}
        fn tick(&mut self, _: u64) {
            self.0 += 1;
            assert!(self.0 < 3, "broken on purpose");
        }
        fn draw(&mut self, frame: &mut Frame<'_>, _: u64) {
            frame.render_widget("whole", frame.area());
        }
        fn patience(&self) -> Duration {
            Duration::from_millis(1)
        }
        fn is_over(&self) -> bool {
            false
        }
    }

    #[test]
    fn after_a_panic_the_terminal_is_as_it_was_and_shows_the_message() {
        if std::env::var_os(INSIDE).is_some() {
            let _ = run(&mut Broken(0));
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let (mut terminal, inside) = pty_process::blocking::open().unwrap();
        terminal.resize(pty_process::Size::new(24, 80)).unwrap();
        let script = "stty -a >before; \"$0\" --exact \"$1\" --nocapture; echo $? >status; stty -a >after";
        let name = "tui::tests::after_a_panic_the_terminal_is_as_it_was_and_shows_the_message";
        let command = pty_process::blocking::Command::new("sh").arg("-c").arg(script);
        let command = command.arg(std::env::current_exe().unwrap()).arg(name).current_dir(folder.path());
        let mut child = command.env(INSIDE, "1").env("TERM", "xterm").spawn(inside).unwrap();
        let mut written = Vec::new();
        let mut piece = [0; 4096];
        while let Ok(length @ 1..) = terminal.read(&mut piece) {
            written.extend_from_slice(&piece[..length]);
        }
        child.wait().unwrap();
        let read = |name| std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert_ne!(read("status").trim(), "0", "it did break");
        assert!(read("before").contains(" icanon") && read("before").contains(" echo "));
        assert_eq!(read("before"), read("after"));
        let text = String::from_utf8_lossy(&written).into_owned();
        let last = |what: &str| text.rfind(what).unwrap_or_else(|| panic!("{what:?} never came: {text:?}"));
        assert!(last("whole") < last("\x1b[?1003l"), "the mouse is given back");
        assert!(last("\x1b[?1049l") < last("broken on purpose"), "the message is on the screen that stays");
        assert!(
            text.find("\x1b[?25h") < text.find("broken on purpose"),
            "the cursor is back, without unwinding too"
        );
    }

    /// Its first drawing takes long; then it tells when two keys were pressed.
    struct Slow(Vec<u64>, bool);

    impl Screen for Slow {
        fn handle(&mut self, event: &Event, now_ms: u64) {
            if let Event::Key(_) = event {
                self.0.push(now_ms);
            }
        }
        fn tick(&mut self, _: u64) {}
        fn draw(&mut self, frame: &mut Frame<'_>, _: u64) {
            frame.render_widget("drawn", frame.area());
            if !std::mem::replace(&mut self.1, true) {
                std::fs::write("drawing", "").unwrap();
                while !std::path::Path::new("pressed").exists() {
                    std::thread::sleep(Duration::from_millis(5));
                }
            }
        }
        fn patience(&self) -> Duration {
            Duration::from_millis(1)
        }
        fn is_over(&self) -> bool {
            self.0.len() == 2
        }
    }

    #[test]
    fn keys_pressed_during_a_long_drawing_keep_the_time_between_them() {
        if std::env::var_os(INSIDE).is_some() {
            let mut screen = Slow(Vec::new(), false);
            let _ = run(&mut screen);
            std::fs::write("gap", (screen.0[1] - screen.0[0]).to_string()).unwrap();
            return;
        }
        use std::io::Write;
        let folder = tempfile::tempdir().unwrap();
        let (mut terminal, inside) = pty_process::blocking::open().unwrap();
        terminal.resize(pty_process::Size::new(24, 80)).unwrap();
        let name = "tui::tests::keys_pressed_during_a_long_drawing_keep_the_time_between_them";
        let command = pty_process::blocking::Command::new(std::env::current_exe().unwrap());
        let command = command.args(["--exact", name, "--nocapture"]).current_dir(folder.path());
        let mut child = command.env(INSIDE, "1").env("TERM", "xterm").spawn(inside).unwrap();
        while !folder.path().join("drawing").exists() {
            std::thread::sleep(Duration::from_millis(5));
        }
        terminal.write_all(b"a").unwrap();
        std::thread::sleep(Duration::from_millis(600));
        terminal.write_all(b"b").unwrap();
        // Long enough for the reader to see it; the drawing goes on until then.
        std::thread::sleep(Duration::from_millis(300));
        std::fs::write(folder.path().join("pressed"), "").unwrap();
        let mut piece = [0; 4096];
        while let Ok(1..) = terminal.read(&mut piece) {}
        child.wait().unwrap();
        let gap: u64 = std::fs::read_to_string(folder.path().join("gap")).unwrap().parse().unwrap();
        assert!(gap > 100, "600 ms apart, and kept as {gap} ms");
    }
}
