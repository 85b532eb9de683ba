//! Moves played back on the screen: to watch, to step, to scrub.

use std::time::Duration;

use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use ratatui::layout::{Position, Rect};
use ratatui::widgets::Paragraph;
use taquin_core::game::Review;
use taquin_core::{Board, Direction, Goal, Grouping, Moves, Problem};
use taquin_solve::EXACT_CELLS;

use super::Screen;
use super::board::{BoardView, Layout};
use super::oracle::{self, Answer, Oracle, Question};
use super::palette::Palette;
use super::panel::{self, Parts, time};

/// Milliseconds between moves that have no times of their own, at speed 1.
const STEP_MS: u64 = 250;
/// Where faster and slower lead from any speed.
const SPEEDS: [f64; 14] = [0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0];
/// Reviewing longer games would keep the solver busy for minutes.
const MOST_DISTANCES: usize = 2_000;

/// What is shown: where it begins, the moves, and their times if they were taken.
pub struct Show {
    pub title: String,
    pub start: Board,
    pub goal: Board,
    /// Which tiles are alike, if any are: `goal` is one end of several then.
    pub alike: Option<Grouping>,
    pub moves: Moves,
    pub times_ms: Option<Vec<u64>>,
    /// Said when the end is reached.
    pub ending: String,
}

/// A playback and where it stands.
pub struct Viewer {
    show: Show,
    times: Vec<u64>,
    board: Board,
    /// Moves done.
    at: usize,
    /// Where in the times the playback stands; meaningful while it plays.
    clock: f64,
    last_tick_ms: Option<u64>,
    playing: bool,
    speed: f64,
    palette: Palette,
    oracle: Option<Oracle>,
    distances: Vec<Option<u32>>,
    bar: Rect,
    over: bool,
}

impl Viewer {
    pub fn new(show: Show, palette: Palette, speed: f64) -> Viewer {
        let count = show.moves.as_slice().len();
        let times = match &show.times_ms {
            Some(times) => times.clone(),
            None => (1..=count as u64).map(|i| i * STEP_MS).collect(),
        };
        let mut viewer = Viewer {
            board: show.start.clone(),
            times,
            at: 0,
            clock: 0.0,
            last_tick_ms: None,
            playing: true,
            speed,
            palette,
            oracle: None,
            distances: vec![None; count + 1],
            bar: Rect::default(),
            over: false,
            show,
        };
        viewer.ask_distances();
        viewer
    }

    /// The exact distance after each move, where that is quick.
    fn ask_distances(&mut self) {
        if self.show.start.shape().cells() > EXACT_CELLS || self.distances.len() > MOST_DISTANCES {
            return;
        }
        let goal = Goal::Board(self.show.goal.clone());
        let Ok(problem) = Problem::new(self.show.start.clone(), &goal) else { return };
        let Ok(start) = problem.decide() else { return };
        let (alike, moves) = (self.show.alike, self.show.moves.clone());
        let mut oracle = Oracle::new();
        oracle.ask(Question::Distances { start: Box::new(start), alike, moves });
        self.oracle = Some(oracle);
    }

    fn count(&self) -> usize {
        self.show.moves.as_slice().len()
    }

    fn forward(&mut self) {
        if let Some(&direction) = self.show.moves.as_slice().get(self.at) {
            self.board.slide(direction);
            self.at += 1;
        }
    }

    fn back(&mut self) {
        if let Some(before) = self.at.checked_sub(1) {
            self.board.slide(self.show.moves.as_slice()[before].opposite());
            self.at = before;
        }
    }

    fn go_to(&mut self, place: usize) {
        let place = place.min(self.count());
        while self.at < place {
            self.forward();
        }
        while self.at > place {
            self.back();
        }
        self.settle();
    }

    /// Puts the playback's clock where the moves stand.
    fn settle(&mut self) {
        self.clock = self.at.checked_sub(1).map_or(0.0, |i| self.times[i] as f64);
    }

    fn key(&mut self, code: KeyCode, control: bool) {
        match code {
            KeyCode::Char('c') if control => self.over = true,
            KeyCode::Char('q') | KeyCode::Esc => self.over = true,
            KeyCode::Char(' ' | 'p') | KeyCode::Enter => {
                if self.at == self.count() && !self.playing {
                    self.go_to(0);
                }
                self.playing = !self.playing;
                self.settle();
            }
            KeyCode::Right | KeyCode::Char('.' | 'l' | 'd') => self.step(1),
            KeyCode::Left | KeyCode::Char(',' | 'h' | 'a') => self.step(-1),
            KeyCode::PageDown | KeyCode::Down => self.step(10),
            KeyCode::PageUp | KeyCode::Up => self.step(-10),
            KeyCode::Home => self.step(isize::MIN),
            KeyCode::End => self.step(isize::MAX),
            KeyCode::Char('+' | '=' | '>') => {
                self.speed = SPEEDS.into_iter().find(|speed| *speed > self.speed).unwrap_or(self.speed);
            }
            KeyCode::Char('-' | '<') => {
                self.speed = SPEEDS.into_iter().rev().find(|speed| *speed < self.speed).unwrap_or(self.speed);
            }
            _ => {}
        }
    }

    fn step(&mut self, by: isize) {
        self.playing = false;
        self.go_to(self.at.saturating_add_signed(by));
    }

    fn scrub(&mut self, place: Position) {
        if self.bar.contains(place) && self.bar.width > 1 {
            self.playing = false;
            let along = usize::from(place.x - self.bar.x) * self.count();
            self.go_to(along / usize::from(self.bar.width - 1));
        }
    }

    fn figures(&self) -> Vec<(String, String)> {
        let rest = Problem::new(self.board.clone(), &Goal::Board(self.show.goal.clone()));
        // Where tiles are alike, no order of theirs is wrong.
        let rest = rest.ok().filter(|_| self.show.alike.is_none());
        let inversions = rest.map(|problem| taquin_core::parity::Evidence::of(&problem).inversions);
        let bound = oracle::bound(&self.board, &self.show.goal, self.show.alike);
        let next = self.show.moves.as_slice().get(self.at);
        let mut figures = vec![
            ("move".to_string(), format!("{} of {}", self.at, self.count())),
            (
                "time".into(),
                time(self.clock.max(0.0) as u64, if self.show.times_ms.is_some() { 3 } else { 1 }),
            ),
            (
                "speed".into(),
                format!(
                    "× {}{}",
                    (self.speed * 100.0).round() / 100.0,
                    if self.playing { "" } else { "  (paused)" }
                ),
            ),
        ];
        figures.extend(inversions.map(|n| ("inversions".into(), n.to_string())));
        figures.push(("bound".into(), format!("at least {bound}")));
        if self.oracle.is_some() {
            let distance = self.distances[self.at].map_or("…".to_string(), |d| d.to_string());
            figures.push(("distance".into(), distance));
        }
        figures.push((
            "next".into(),
            next.map_or_else(|| "–".into(), |d| format!("{} {}", self.tile_of(*d), d.word().to_lowercase())),
        ));
        let known: Option<Vec<u32>> = self.distances.iter().copied().collect();
        if let Some(review) = known.as_deref().and_then(Review::of) {
            figures.push((String::new(), String::new()));
            figures.push(("shortest".into(), review.shortest.to_string()));
            figures.push(("detours".into(), review.detours.len().to_string()));
            if let Some(worst) = review.worst {
                let (from, to) = (worst.slides.start + 1, worst.slides.end);
                figures.push(("lost most".into(), format!("{} in {from}–{to}", worst.lost)));
            }
        }
        figures
    }

    fn tile_of(&self, direction: Direction) -> String {
        let tile = self.board.source(direction).and_then(|cell| self.board.tile(cell));
        tile.map_or_else(String::new, |tile| tile.to_string())
    }
}

impl Screen for Viewer {
    fn handle(&mut self, event: &Event, _: u64) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                self.key(key.code, key.modifiers.contains(KeyModifiers::CONTROL));
            }
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) | MouseEventKind::Drag(MouseButton::Left) => {
                    self.scrub(Position::new(mouse.column, mouse.row));
                }
                MouseEventKind::ScrollUp => self.step(-1),
                MouseEventKind::ScrollDown => self.step(1),
                _ => {}
            },
            _ => {}
        }
    }

    fn tick(&mut self, now_ms: u64) {
        for answer in self.oracle.as_ref().map(Oracle::answers).unwrap_or_default() {
            if let Answer::Distance { place, distance } = answer {
                self.distances[place] = Some(distance);
            }
        }
        let passed = now_ms.saturating_sub(self.last_tick_ms.unwrap_or(now_ms));
        self.last_tick_ms = Some(now_ms);
        if !self.playing {
            return;
        }
        self.clock += passed as f64 * self.speed;
        while self.at < self.count() && self.times[self.at] as f64 <= self.clock {
            self.forward();
        }
        if self.at == self.count() {
            self.playing = false;
            self.settle();
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, _: u64) {
        let palette = self.palette;
        let screen = frame.area();
        frame.buffer_mut().set_style(screen, palette.page());
        let parts = Parts::of(frame.area());
        let Some(layout) = Layout::new(parts.board, self.board.shape()) else {
            return panel::too_small(frame, self.board.shape(), palette);
        };
        panel::title(frame, parts.title, &self.show.title, palette);
        let next = self.show.moves.as_slice().get(self.at).and_then(|d| self.board.source(*d));
        let marked: Vec<_> = next.into_iter().collect();
        let view = BoardView {
            board: &self.board,
            goal: &self.show.goal,
            layout,
            palette,
            marked: &marked,
            hidden: false,
            wave: None,
        };
        frame.render_widget(view, parts.board);
        panel::figures(frame, &parts, &self.figures(), palette);
        // The bar has the first line there, what is said at the end the others, or the first line of the keys.
        let below = Rect {
            y: parts.message.y + 1,
            height: parts.message.height.saturating_sub(1) + parts.keys.height.saturating_sub(1),
            ..parts.message
        };
        if self.at == self.count() && below.height > 0 {
            panel::message(frame, below, &self.show.ending, palette);
        }
        self.bar = Rect {
            x: parts.message.x + 1,
            width: parts.message.width.saturating_sub(2),
            height: parts.message.height.min(1),
            ..parts.message
        };
        let done =
            (usize::from(self.bar.width.saturating_sub(1)) * self.at).checked_div(self.count()).unwrap_or(0);
        let bar = format!(
            "{}●{}",
            "━".repeat(done),
            "─".repeat(usize::from(self.bar.width.saturating_sub(1)) - done)
        );
        frame.render_widget(Paragraph::new(bar).style(palette.accent()), self.bar);
        let keys =
            [("Space", "play, pause"), ("← →", "step"), ("↑ ↓", "ten"), ("+ −", "speed"), ("q", "leave")];
        let last = Rect { y: parts.keys.bottom() - 1, height: 1, ..parts.keys };
        panel::key_line(frame, last, &keys, palette);
    }

    fn patience(&self) -> Duration {
        Duration::from_millis(if self.playing { 15 } else { 100 })
    }

    fn is_over(&self) -> bool {
        self.over
    }
}
