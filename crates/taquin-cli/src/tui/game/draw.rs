//! What the game looks like.

use ratatui::Frame;
use ratatui::text::Line;
use taquin_core::game::Status;
use taquin_core::{Cell, Goal, Target};
use taquin_solve::hint::Strength;

use super::super::board::{BoardView, Layout};
use super::super::keys;
use super::super::panel::{self, Parts, time};
use super::{GameScreen, Mode, PARTY_MS, Preferences};

/// Below this width the help is short.
const NARROW: usize = 80;
const NARROW_KEYS: usize = 12;

/// The options as they stand: what is asked, and the answer.
pub(super) fn options(likes: &Preferences) -> Vec<(&'static str, String)> {
    let yes = |flag: bool| if flag { "yes" } else { "no" }.to_string();
    vec![
        ("letters that slide, beside arrows and WASD", likes.letters.name().to_string()),
        ("arrows name the way of the", likes.steer.name().to_string()),
        ("colours tell", likes.scheme.name().to_string()),
        ("theme", likes.theme.name().to_string()),
        ("slide by hovering, with the mouse", yes(likes.hover)),
        ("show the clock", yes(likes.clock)),
        ("show the exact distance, to 4x4", yes(likes.distance)),
        ("averages leave out 5 %, at each end", yes(likes.five_percent)),
    ]
}

/// Turns one option to its next answer.
pub(super) fn turn_option(likes: &mut Preferences, option: usize) {
    match option {
        0 => likes.letters = likes.letters.next(),
        1 => likes.steer = likes.steer.next(),
        2 => likes.scheme = likes.scheme.next(),
        3 => likes.theme = likes.theme.next(),
        4 => likes.hover = !likes.hover,
        5 => likes.clock = !likes.clock,
        6 => likes.distance = !likes.distance,
        _ => likes.five_percent = !likes.five_percent,
    }
}

impl GameScreen {
    pub(super) fn draw_game(&mut self, frame: &mut Frame<'_>, now_ms: u64) {
        let palette = self.palette();
        let screen = frame.area();
        frame.buffer_mut().set_style(screen, palette.page());
        let parts = Parts::of(frame.area());
        let board = self.game.board();
        self.layout = Layout::new(parts.board, board.shape());
        let Some(layout) = self.layout else {
            return panel::too_small(frame, board.shape(), palette);
        };
        let title = format!("Taquin · {} · {} · {}", board.shape(), short_goal(self), self.origin());
        panel::title(frame, parts.title, &title, palette);
        let marked = self.marked();
        let party = self.solved_ms.map(|at| now_ms.saturating_sub(at)).filter(|&ms| ms < PARTY_MS);
        let view = BoardView {
            board,
            goal: self.game.goal_board(),
            layout,
            palette,
            marked: &marked,
            hidden: self.game.status() == Status::Paused,
            wave: party.map(|ms| (ms / 90) as u32),
        };
        frame.render_widget(view, parts.board);
        panel::figures(frame, &parts, &self.figures(now_ms), palette);
        let message = match self.typed.as_str() {
            "" => self.message.clone(),
            typed => format!("Tile {typed}… Enter pushes it."),
        };
        panel::message(frame, parts.message, &message, palette);
        let letters = format!("arrows wasd {}", self.likes.letters.name());
        let keys = [
            (letters.as_str(), "slide"),
            ("?", "help"),
            ("n", "new"),
            ("q", "quit"),
            ("p", "pause"),
            ("u", "undo"),
            ("t", "tip"),
            ("r", "redo"),
            ("v", "solve"),
            ("g", "size"),
            ("c", "colours"),
            ("o", "options"),
            ("b", "restart"),
            ("e", "look back"),
        ];
        panel::key_line(frame, parts.keys, &keys, palette);
        self.draw_overlay(frame);
    }

    fn draw_overlay(&self, frame: &mut Frame<'_>) {
        let palette = self.palette();
        match &self.mode {
            Mode::Help => {
                let rows = keys::help(self.likes.letters, self.likes.steer);
                let narrow = usize::from(frame.area().width) < NARROW;
                let width = rows.iter().map(|(key, _)| key.chars().count()).max().unwrap_or(0);
                let width = if narrow { NARROW_KEYS } else { width };
                // What a key does in a word or two is what comes before the first stop.
                let first = |what: &str| what.split([':', ';', ',']).next().unwrap_or_default().to_owned();
                let told = |what: &String| if narrow { first(what) } else { what.clone() };
                let mut lines: Vec<Line<'_>> =
                    rows.iter().map(|(key, what)| panel::pair(key, &told(what), width, palette)).collect();
                lines.push(Line::default());
                let aim = match self.game.target().alike() {
                    _ if narrow => String::new(),
                    None => "Put the tiles in order. ".into(),
                    Some(alike) => {
                        format!("Tiles of one {} are alike: bring each there. ", super::one_of(alike))
                    }
                };
                let last = format!("{aim}Any key closes this.");
                lines.push(Line::styled(last, palette.quiet()));
                panel::overlay(frame, "Help", lines, palette);
            }
            Mode::Options(chosen) => {
                let narrow = usize::from(frame.area().width) < NARROW;
                let mut rows = options(&self.likes);
                if narrow {
                    // The rest of what is asked is left out, not wrapped: an answer stands beside its question.
                    rows.iter_mut().for_each(|(what, _)| *what = what.split(',').next().unwrap_or_default());
                }
                let width = rows.iter().map(|(what, _)| what.chars().count()).max().unwrap_or(0) + 2;
                let mut lines: Vec<Line<'_>> = rows
                    .iter()
                    .enumerate()
                    .map(|(i, (what, answer))| {
                        let what = format!("{} {what}", if i == *chosen { "▸" } else { " " });
                        let mut line = panel::pair(&what, answer, width, palette);
                        if i != *chosen {
                            line.spans[0].style = ratatui::style::Style::new();
                        }
                        line
                    })
                    .collect();
                lines.push(Line::default());
                let keys = if narrow {
                    "↑ ↓, Enter changes, Esc closes"
                } else {
                    "↑ ↓ choose, Enter changes, Esc closes"
                };
                lines.push(Line::styled(keys, palette.quiet()));
                panel::overlay(frame, "Options", lines, palette);
            }
            Mode::Size(text) => {
                let lines = vec![
                    Line::from(format!("{text}▏")),
                    Line::default(),
                    Line::styled(
                        "rows x columns, such as 3x3, 4x5 or 10; Enter deals, Esc goes back",
                        palette.quiet(),
                    ),
                ];
                panel::overlay(frame, "Which size?", lines, palette);
            }
            Mode::Play | Mode::Watch(_) => {}
        }
    }

    /// The cells that a hint points at.
    fn marked(&self) -> Vec<Cell> {
        let Some((strength, hint)) = &self.hint else { return Vec::new() };
        match strength {
            Strength::Region => hint.stage.cells().collect(),
            _ => {
                let told = if *strength == Strength::Move { 1 } else { 3 };
                hint.slides
                    .iter()
                    .take(told)
                    .filter_map(|(tile, _)| self.game.board().cell_of(*tile))
                    .collect()
            }
        }
    }

    fn figures(&self, now_ms: u64) -> Vec<(String, String)> {
        let elapsed = self.game.elapsed_ms(now_ms);
        let (stm, mtm) = self.game.length();
        let solved = self.game.status() == Status::Solved;
        let mut rows: Vec<(String, String)> = Vec::new();
        let mut row = |name: &str, value: String| rows.push((name.to_string(), value));
        let clock = match (self.likes.clock || solved, solved) {
            (true, true) => time(elapsed, 3),
            (true, false) => time(elapsed, 1),
            (false, _) => "hidden".into(),
        };
        row("time", clock);
        row("moves", if stm == mtm { stm.to_string() } else { format!("{stm} ({mtm} mtm)") });
        let tps = self.game.tiles_per_second(now_ms);
        row(
            "tiles/s",
            tps.filter(|_| self.likes.clock || solved).map_or("–".into(), |tps| format!("{tps:.2}")),
        );
        if solved {
            if let Some(par) = self.par {
                row("shortest", par.to_string());
            }
        } else if self.is_exact() && self.likes.distance {
            let distance = self.way.as_ref().map_or("…".into(), |way| way.len().to_string());
            row("distance", if self.game.status() == Status::Paused { "–".into() } else { distance });
        }
        if self.game.hints() > 0 {
            row("hints", self.game.hints().to_string());
        }
        if self.game.undos() > 0 {
            row("undone", self.game.undos().to_string());
        }
        row("", String::new());
        let best = &self.summary;
        row("solves", best.solves.to_string());
        row("best time", best.best_time_ms.map_or("–".into(), |ms| time(ms, 3)));
        row("fewest", best.best_stm.map_or("–".into(), |moves| moves.to_string()));
        row("best t/s", best.best_tps.map_or("–".into(), |tps| format!("{tps:.2}")));
        for average in best.times() {
            let (now, least) = (time(average.current as u64, 2), time(average.best as u64, 2));
            row(&format!("ao{}", average.length), format!("{now} ({least})"));
        }
        rows
    }
}

/// A goal's name, or that it is a board of its own.
fn short_goal(screen: &GameScreen) -> String {
    match screen.game.target() {
        Target::Goal(Goal::Board(_)) => "your goal".into(),
        named => named.to_string(),
    }
}
