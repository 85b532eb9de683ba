//! The terminal's screen: the game, the computer at play, replays.
//!
//! A [`Screen`] is told what happened and when, and draws itself; it never reads the terminal or the clock. The
//! loop in [`run`] is the only place that does, so a test drives a screen through the same door.

pub mod board;
pub mod game;
pub mod keys;
pub mod oracle;
pub mod palette;
pub mod panel;
pub mod store;
pub mod viewer;

use std::io::{self, IsTerminal, stdout};
use std::time::{Duration, Instant};

use ratatui::Frame;
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
    // A panic restores the terminal through ratatui's hook; the mouse is ours to give back.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let _ = execute!(stdout(), DisableMouseCapture);
        hook(info);
    }));
    let _ = execute!(stdout(), EnableMouseCapture);
    let result = turns(&mut terminal, screen);
    let _ = execute!(stdout(), DisableMouseCapture);
    ratatui::restore();
    result.map_err(|e| Failure::Environment(format!("the terminal failed: {e}")))
}

fn turns(terminal: &mut ratatui::DefaultTerminal, screen: &mut dyn Screen) -> io::Result<()> {
    let start = Instant::now();
    let now = || start.elapsed().as_millis() as u64;
    while !screen.is_over() {
        screen.tick(now());
        terminal.draw(|frame| screen.draw(frame, now()))?;
        // Everything that is waiting is taken before the next drawing: a fast hand never waits for the screen.
        let mut patience = screen.patience();
        while event::poll(patience)? {
            screen.handle(&event::read()?, now());
            patience = Duration::ZERO;
            if screen.is_over() {
                break;
            }
        }
    }
    Ok(())
}

/// Whether there is a terminal to draw on and to read keys from.
pub fn is_possible() -> bool {
    stdout().is_terminal() && io::stdin().is_terminal()
}
