//! The game on the screen.

mod draw;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::time::Duration;

use ratatui::Frame;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;
use taquin_core::game::{
    AverageRule, Event as GameEvent, Game, Input, LogLine, Origin, Refusal, Solve, Source, Status, Summary,
    cells_between,
};
use taquin_core::{Cell, Direction, Goal, Grouping, Metric, Moves, Seed, Shape, Solvable, Target, Tile};
use taquin_solve::EXACT_CELLS;
use taquin_solve::hint::{Authority, Hint, Strength};

use super::Screen;
use super::board::Layout;
use super::keys::{self, Action};
use super::oracle::{Answer, Oracle, Question};
use super::palette::{Colours, Palette};
use super::panel::time;
use super::store::{Preferences, Store, is_chosen, wall_ms};
use super::viewer::{Show, Viewer};

/// How long a typed number waits for another digit.
const TYPING_MS: u64 = 900;
/// A game is saved at most this long after it changed.
const SAVE_MS: u64 = 1_000;
/// How long a solve is celebrated.
const PARTY_MS: u64 = 2_500;
/// The largest board that can be asked for here.
const MOST_CELLS: usize = 10_000;

/// Draws seeds; randomness comes from outside.
pub type Seeds = fn() -> Seed;

/// What lies over the game.
enum Mode {
    Play,
    Help,
    /// The options, with the one that is chosen.
    Options(usize),
    /// A size being typed.
    Size(String),
    /// A playback: the solver's or the player's own.
    Watch(Box<Viewer>),
}

/// What a solution from here is waited for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wait {
    Nothing,
    Hint(Strength),
    Watch,
}

/// The game, the player's preferences and records, and what is shown over them.
pub struct GameScreen {
    game: Game,
    store: Store,
    likes: Preferences,
    colours: Colours,
    seeds: Seeds,
    log: Vec<LogLine>,
    summary: Summary,
    oracle: Oracle,
    /// A way home from the board as it stands; shortest on small boards.
    way: Option<VecDeque<Direction>>,
    /// The shortest solution of the deal, once known.
    par: Option<usize>,
    wait: Wait,
    hint: Option<(Strength, Hint)>,
    message: String,
    typed: String,
    typed_ms: u64,
    layout: Option<Layout>,
    hover: Option<Cell>,
    mode: Mode,
    /// When the game last changed without having been saved.
    unsaved_since: Option<u64>,
    solved_ms: Option<u64>,
    /// Giving up a game in play takes two presses of the same key.
    asked: Option<Action>,
    /// The clock was stopped because something lies over the board; it goes on when that is gone.
    under: bool,
    over: bool,
}

impl GameScreen {
    /// Goes on with `game`.
    pub fn new(
        game: Game,
        mut store: Store,
        likes: Preferences,
        colours: Colours,
        seeds: Seeds,
    ) -> GameScreen {
        store.claim(game.board().shape());
        let log = store.solves(game.board().shape(), game.target());
        let mut screen = GameScreen {
            game,
            likes,
            colours,
            seeds,
            log,
            summary: Summary::default(),
            oracle: Oracle::new(),
            way: None,
            par: None,
            wait: Wait::Nothing,
            hint: None,
            message: String::new(),
            typed: String::new(),
            typed_ms: 0,
            layout: None,
            hover: None,
            mode: Mode::Play,
            unsaved_since: None,
            solved_ms: None,
            asked: None,
            under: false,
            over: false,
            store,
        };
        screen.summarise();
        screen.greet();
        screen.ask();
        screen
    }

    fn palette(&self) -> Palette {
        let palette = Palette::new(self.likes.scheme, self.likes.theme, self.colours);
        palette.telling(self.game.target().alike())
    }

    fn summarise(&mut self) {
        LogLine::count_once(&mut self.log);
        let rule = if self.likes.five_percent { AverageRule::FivePercent } else { AverageRule::DropOne };
        self.summary = Summary::of(self.log.iter().map(|line| &line.solve), rule);
    }

    fn greet(&mut self) {
        let notes = std::mem::take(&mut self.store.notes);
        self.message = match (notes.is_empty(), self.game.status()) {
            (false, _) => notes.join("; "),
            (_, Status::Paused) => "Welcome back. Press p to go on.".into(),
            _ => match self.game.target().alike() {
                None => "The clock starts with your first slide.".into(),
                Some(alike) => {
                    format!(
                        "Tiles of one {} are alike. The clock starts with your first slide.",
                        one_of(alike)
                    )
                }
            },
        };
    }

    /// Takes another game.
    fn play_game(&mut self, game: Game) {
        let same = game.board().shape() == self.game.board().shape() && game.target() == self.game.target();
        self.game = game;
        self.store.claim(self.game.board().shape());
        if !same {
            self.log = self.store.solves(self.game.board().shape(), self.game.target());
            self.likes.size = self.game.board().shape();
            self.store.keep_preferences(self.likes);
        }
        self.summarise();
        (self.way, self.par, self.hint, self.wait) = (None, None, None, Wait::Nothing);
        (self.solved_ms, self.unsaved_since, self.hover) = (None, None, None);
        (self.asked, self.under) = (None, false);
        self.typed.clear();
        self.greet();
        self.ask();
    }

    fn deal(&mut self, shape: Shape, target: &Target) {
        match Game::deal(shape, target, (self.seeds)()) {
            Ok(game) => self.play_game(game),
            Err(error) => self.message = error.to_string(),
        }
    }

    fn is_exact(&self) -> bool {
        self.game.board().shape().cells() <= EXACT_CELLS
    }

    /// Asks for the way home from here, when somebody wants to know and nobody does.
    fn ask(&mut self) {
        let live = self.is_exact() && self.likes.distance;
        let wanted = live || self.wait != Wait::Nothing;
        if self.way.is_some() || !wanted || self.game.status() == Status::Solved {
            return;
        }
        self.ask_from(self.game.rest(), self.is_exact());
    }

    fn ask_from(&mut self, from: Solvable, exact: bool) {
        let alike = self.game.target().alike();
        self.oracle.ask(Question::Way { from: Box::new(from), alike, exact });
    }

    /// Plays an input and tells what came of it.
    fn input(&mut self, input: Input, by: Source, now_ms: u64) {
        self.asked = None;
        for event in self.game.play(input, by, now_ms) {
            match event {
                GameEvent::Slid(push) | GameEvent::Undone(push) | GameEvent::Redone(push) => {
                    self.message.clear();
                    self.hint = None;
                    self.wait = Wait::Nothing;
                    self.changed(now_ms);
                    self.follow(push.direction, push.tiles);
                }
                GameEvent::Refused(Refusal::Over) => self.message = "Solved. Press n for a new game.".into(),
                GameEvent::Refused(Refusal::NotInLine) if by == Source::Hover => {}
                GameEvent::Refused(Refusal::Paused) if by == Source::Hover => {}
                GameEvent::Refused(why) => self.message = sentence(&why.to_string()),
                GameEvent::Paused => self.message = "Paused. Press p to go on.".into(),
                GameEvent::Resumed => self.message.clear(),
                GameEvent::Solved(solve) => self.solved(solve, now_ms),
                // A start and a counted hint are seen in the figures.
                _ => {}
            }
        }
    }

    /// The first move is saved at once, so that a game is never lost; the others soon.
    fn changed(&mut self, now_ms: u64) {
        let first = self.game.moves().length(Metric::Mtm) <= 1;
        if first && self.unsaved_since.is_none() && self.game.status() == Status::Running {
            self.store.keep_game(&self.game, now_ms);
        } else {
            self.unsaved_since.get_or_insert(now_ms);
        }
    }

    /// Keeps the known way in step with the board, or asks for a new one.
    fn follow(&mut self, direction: Direction, tiles: u32) {
        for _ in 0..tiles {
            match &mut self.way {
                Some(way) if way.front() == Some(&direction) => {
                    way.pop_front();
                }
                way => *way = None,
            }
        }
        self.ask();
    }

    fn solved(&mut self, solve: Solve, now_ms: u64) {
        self.solved_ms = Some(now_ms);
        self.store.forget_game(&self.game);
        self.unsaved_since = None;
        let best_time = self.summary.best_time_ms.is_none_or(|best| solve.time_ms < best);
        let fewest = self.summary.best_stm.is_none_or(|best| solve.stm < best);
        let line = LogLine::new(wall_ms(), solve.hints, solve.undos, solve.occasion, &self.game.replay());
        let kept = line.map(|line| line.dealt(self.game.origin()));
        self.log.extend(kept.clone());
        if let Some(line) = &kept {
            self.store.keep_solve(line);
        }
        self.summarise();
        // The log may know that this deal was solved before.
        let listed = self.log.last().filter(|_| kept.is_some()).map_or(solve, |line| line.solve);
        let praise = match (listed.standing(), best_time, fewest) {
            (Err(why), ..) => format!(" No record: {why}."),
            (_, true, true) => " Best time, fewest moves!".into(),
            (_, true, _) => " Best time!".into(),
            (_, _, true) => " Fewest moves!".into(),
            _ => String::new(),
        };
        let moves = if solve.stm == 1 { "1 move".into() } else { format!("{} moves", solve.stm) };
        self.message = format!("Solved in {} with {moves}.{praise} e looks back.", time(solve.time_ms, 3));
        if self.par.is_none() && self.is_exact() {
            self.ask_from(self.game.again().rest(), true);
        }
    }

    /// Whether a game in play may be given up: only when the same key is pressed again.
    fn gives_up(&mut self, action: Action, question: &str) -> bool {
        let in_play = matches!(self.game.status(), Status::Running | Status::Paused);
        if in_play && self.asked != Some(action) {
            self.asked = Some(action);
            self.message = question.into();
            return false;
        }
        true
    }

    fn new_game(&mut self) {
        if !self.gives_up(Action::New, "Give this game up? Press n again for a new one.") {
            return;
        }
        let (shape, target) = (self.game.board().shape(), self.game.target().clone());
        // After a board that was chosen, an unfinished game is still kept: it is taken up, not written over.
        let kept = is_chosen(&self.game).then(|| self.store.unfinished(shape, &target)).flatten();
        self.store.forget_game(&self.game);
        match kept {
            Some(game) => self.play_game(game),
            None => self.deal(shape, &target),
        }
    }

    fn again(&mut self) {
        if self.gives_up(Action::Again, "Begin this deal again? Press b again to do so.") {
            let game = self.game.again();
            self.store.forget_game(&game);
            self.play_game(game);
        }
    }

    /// Lays something over the board; the clock waits.
    fn cover(&mut self, mode: Mode, now_ms: u64) {
        if self.game.status() == Status::Running {
            self.game.play(Input::Pause, Source::Keys, now_ms);
            self.under = true;
        }
        self.mode = mode;
    }

    /// Takes it away; the clock goes on if it was running.
    fn uncover(&mut self, now_ms: u64) {
        self.mode = Mode::Play;
        if std::mem::take(&mut self.under) {
            self.game.play(Input::Resume, Source::Keys, now_ms);
        }
    }

    /// A stronger hint each time it is asked for on the same board.
    fn tip(&mut self, now_ms: u64) {
        if self.game.status() == Status::Paused {
            return self.message = "The game is paused.".into();
        }
        // Which part comes first is known of a goal where each tile has its own place.
        let alike = self.game.target().alike().is_some();
        let strength = match self.hint {
            None if alike => Strength::Move,
            None => Strength::Region,
            Some((Strength::Region, _)) => Strength::Move,
            Some(_) => Strength::Three,
        };
        self.input(Input::Hint, Source::Keys, now_ms);
        if self.game.status() == Status::Solved {
            return;
        }
        self.wait = Wait::Hint(strength);
        self.message = "Thinking …".into();
        self.ask();
        self.serve_wait();
    }

    fn watch(&mut self, now_ms: u64) {
        if self.game.status() == Status::Paused {
            self.input(Input::Resume, Source::Keys, now_ms);
        }
        self.input(Input::Hint, Source::Keys, now_ms);
        if self.game.status() == Status::Solved {
            return;
        }
        self.wait = Wait::Watch;
        self.message = "Solving …".into();
        self.ask();
        self.serve_wait();
        self.game.play(Input::Pause, Source::Keys, now_ms);
    }

    /// Gives what was waited for, now that a way is known.
    fn serve_wait(&mut self) {
        let Some(way) = &self.way else { return };
        let moves: Moves = way.iter().copied().collect();
        match std::mem::replace(&mut self.wait, Wait::Nothing) {
            Wait::Nothing => {}
            Wait::Hint(strength) => {
                let authority = match (self.is_exact(), self.game.target().alike()) {
                    (true, _) => Authority::Exact,
                    (false, None) => Authority::Method,
                    (false, Some(_)) => Authority::Way,
                };
                if let Some(hint) = Hint::new(self.game.rest().problem(), &moves, authority) {
                    self.message = sentence(&hint.text(strength));
                    self.hint = Some((strength, hint));
                }
            }
            Wait::Watch => {
                let count = moves.as_slice().len();
                let (kind, ending) = match self.is_exact() {
                    true => {
                        ("a shortest solution", "Solved by a shortest solution. q goes back to your game.")
                    }
                    false => ("row by row", "Solved row by row. q goes back to your game."),
                };
                let show = Show {
                    title: format!("Taquin · the computer plays · {kind}, {count} moves"),
                    start: self.game.board().clone(),
                    goal: self.game.rest().problem().goal().clone(),
                    alike: self.game.target().alike(),
                    moves,
                    times_ms: None,
                    ending: ending.into(),
                };
                // A long way is not watched for ever.
                let speed = if count > 400 { count as f64 / 100.0 } else { 1.0 };
                self.message = "Paused. Press p to go on.".into();
                self.mode = Mode::Watch(Box::new(Viewer::new(show, self.palette(), speed)));
            }
        }
    }

    fn review(&mut self) {
        if self.game.status() != Status::Solved {
            return self.message = "Solve it first; then e looks back at your game.".into();
        }
        let replay = self.game.replay();
        let show = Show {
            title: "Taquin · your game".into(),
            start: replay.start().clone(),
            goal: replay.goal_board().clone(),
            alike: self.game.target().alike(),
            moves: replay.moves().clone(),
            times_ms: replay.times_ms().map(<[u64]>::to_vec),
            ending: format!("Replay: {}", replay.encode().unwrap_or_default()),
        };
        self.mode = Mode::Watch(Box::new(Viewer::new(show, self.palette(), 1.0)));
    }

    fn digit(&mut self, digit: char, now_ms: u64) {
        self.typed.push(digit);
        self.typed_ms = now_ms;
        if !self.game.board().shape().number_goes_on(self.typed.parse().unwrap_or(0)) {
            self.push_typed(now_ms);
        }
    }

    fn push_typed(&mut self, now_ms: u64) {
        if let Ok(number) = std::mem::take(&mut self.typed).parse() {
            self.input(Input::PushTile(Tile::new(number)), Source::Keys, now_ms);
        }
    }

    fn act(&mut self, action: Action, now_ms: u64) {
        if !matches!(action, Action::Digit(_) | Action::Enter | Action::Erase) {
            self.typed.clear();
        }
        match action {
            Action::Slide(direction) => self.input(Input::Slide(direction), Source::Keys, now_ms),
            Action::Digit(digit) => self.digit(digit, now_ms),
            Action::Enter => self.push_typed(now_ms),
            Action::Erase => {
                self.typed.pop();
            }
            Action::New => self.new_game(),
            Action::Again => self.again(),
            Action::Size => self.cover(Mode::Size(String::new()), now_ms),
            Action::Pause => {
                let input = if self.game.status() == Status::Paused { Input::Resume } else { Input::Pause };
                self.input(input, Source::Keys, now_ms);
            }
            Action::Undo => self.input(Input::Undo, Source::Keys, now_ms),
            Action::Redo => self.input(Input::Redo, Source::Keys, now_ms),
            Action::Hint => self.tip(now_ms),
            Action::Watch => self.watch(now_ms),
            Action::Review => self.review(),
            Action::Options => self.cover(Mode::Options(0), now_ms),
            Action::Colours => {
                if let Some(alike) = self.game.target().alike() {
                    return self.message = format!("Here a colour is one {}.", one_of(alike));
                }
                self.likes.scheme = self.likes.scheme.next();
                self.store.keep_preferences(self.likes);
                self.message = format!("Colours: {}.", self.likes.scheme.name());
            }
            Action::Help => self.cover(Mode::Help, now_ms),
            Action::Quit => self.quit(now_ms),
            Action::Escape | Action::Faster | Action::Slower => {}
        }
    }

    fn quit(&mut self, now_ms: u64) {
        self.over = true;
        if matches!(self.game.status(), Status::Running | Status::Paused) {
            self.store.keep_game(&self.game, now_ms);
        }
    }

    fn size_key(&mut self, code: KeyCode, now_ms: u64) {
        let Mode::Size(text) = &mut self.mode else { return };
        match code {
            KeyCode::Esc => self.uncover(now_ms),
            KeyCode::Backspace => {
                text.pop();
            }
            KeyCode::Char(c) if text.len() < 9 && (c.is_ascii_digit() || c == 'x' || c == 'X') => {
                text.push(c);
            }
            KeyCode::Enter => match text.parse::<Shape>() {
                Ok(shape) if shape.cells() <= MOST_CELLS => {
                    self.mode = Mode::Play;
                    if matches!(self.game.status(), Status::Running | Status::Paused) {
                        self.store.keep_game(&self.game, now_ms);
                    }
                    let target = self.target_for(shape);
                    let kept = self.store.unfinished(shape, &target);
                    match kept {
                        Some(game) => self.play_game(game),
                        None => self.deal(shape, &target),
                    }
                }
                Ok(shape) => self.message = format!("{shape} is too large to play here."),
                Err(error) => self.message = sentence(&error.to_string()),
            },
            _ => {}
        }
    }

    /// The goal in use, where it fits another shape.
    fn target_for(&self, shape: Shape) -> Target {
        let target = self.game.target();
        if target.goal().board(shape).is_ok() { target.clone() } else { Target::Goal(Goal::BlankLast) }
    }

    fn option_key(&mut self, code: KeyCode, now_ms: u64) {
        let Mode::Options(chosen) = self.mode else { return };
        let count = draw::options(&self.likes).len();
        self.mode = match code {
            KeyCode::Up | KeyCode::Char('k' | 'w') => Mode::Options((chosen + count - 1) % count),
            KeyCode::Down | KeyCode::Char('j' | 's') => Mode::Options((chosen + 1) % count),
            KeyCode::Enter | KeyCode::Char(' ') | KeyCode::Right | KeyCode::Left => {
                draw::turn_option(&mut self.likes, chosen);
                self.store.keep_preferences(self.likes);
                self.summarise();
                self.ask();
                Mode::Options(chosen)
            }
            KeyCode::Esc | KeyCode::Char('q' | 'o') => return self.uncover(now_ms),
            _ => return,
        };
    }

    fn key(&mut self, key: KeyEvent, now_ms: u64) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        let action = keys::action(key, self.likes.letters, self.likes.steer);
        if action == Some(Action::Quit) && key.code != KeyCode::Char('q') || is_control_c(key) {
            return self.quit(now_ms);
        }
        match &self.mode {
            Mode::Help => self.uncover(now_ms),
            Mode::Options(_) => self.option_key(key.code, now_ms),
            Mode::Size(_) => self.size_key(key.code, now_ms),
            Mode::Play => {
                if let Some(action) = action {
                    self.act(action, now_ms);
                }
            }
            Mode::Watch(_) => {}
        }
    }

    fn mouse(&mut self, mouse: MouseEvent, now_ms: u64) {
        if !matches!(self.mode, Mode::Play) {
            // What lies over the board hides the pointer's way, too.
            self.hover = None;
            return;
        }
        let cell = self.layout.and_then(|layout| layout.cell_at(Position::new(mouse.column, mouse.row)));
        match (mouse.kind, cell) {
            (MouseEventKind::Down(MouseButton::Left), Some(cell)) => {
                self.typed.clear();
                self.input(Input::Push(cell), Source::Pointer, now_ms);
            }
            (MouseEventKind::Moved | MouseEventKind::Drag(_), Some(cell)) if self.likes.hover => {
                let from = self.hover.unwrap_or(cell);
                let path = cells_between(self.game.board().shape(), from, cell);
                // A pointer that has just come onto the board has no path yet.
                let entered = self.hover.is_none().then_some(cell);
                for cell in entered.into_iter().chain(path) {
                    self.typed.clear();
                    self.input(Input::Push(cell), Source::Hover, now_ms);
                }
            }
            _ => {}
        }
        self.hover = cell;
    }

    /// What the deal was: its seed, so that it can be played again.
    fn origin(&self) -> String {
        match self.game.origin() {
            Origin::Given => "a given board".into(),
            drawn => drawn.to_string(),
        }
    }
}

/// What tiles that are alike have in common.
fn one_of(alike: Grouping) -> &'static str {
    match alike {
        Grouping::Rows => "row",
        Grouping::Columns => "column",
        Grouping::Fringe => "layer",
        Grouping::Grids => "quarter",
        Grouping::Checkerboard => "colour of the chessboard",
        other => other.word(),
    }
}

fn is_control_c(key: KeyEvent) -> bool {
    key.code == KeyCode::Char('c') && key.modifiers.contains(ratatui::crossterm::event::KeyModifiers::CONTROL)
}

/// With a capital and a full stop.
fn sentence(text: &str) -> String {
    let mut signs = text.chars();
    let first = signs.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", signs.as_str())
}

impl Screen for GameScreen {
    fn handle(&mut self, event: &Event, now_ms: u64) {
        if let Mode::Watch(viewer) = &mut self.mode {
            if let Event::Key(key) = event
                && is_control_c(*key)
            {
                return self.quit(now_ms);
            }
            viewer.handle(event, now_ms);
            self.hover = None;
            if viewer.is_over() {
                self.mode = Mode::Play;
            }
            return;
        }
        match event {
            Event::Key(key) => self.key(*key, now_ms),
            Event::Mouse(mouse) => self.mouse(*mouse, now_ms),
            _ => {}
        }
    }

    fn tick(&mut self, now_ms: u64) {
        if let Mode::Watch(viewer) = &mut self.mode {
            viewer.tick(now_ms);
        }
        for answer in self.oracle.answers() {
            let Answer::Way { moves, exact } = answer else { continue };
            match moves {
                Some(moves) if self.game.status() == Status::Solved => {
                    self.par = Some(moves.as_slice().len());
                }
                Some(moves) => {
                    if exact && self.game.board() == self.game.start() {
                        self.par = Some(moves.as_slice().len());
                    }
                    self.way = Some(moves.iter().collect());
                    self.serve_wait();
                }
                None if self.wait != Wait::Nothing => {
                    self.wait = Wait::Nothing;
                    self.message = "No way was found in time.".into();
                }
                None => {}
            }
        }
        if !self.typed.is_empty() && now_ms.saturating_sub(self.typed_ms) >= TYPING_MS {
            // It was meant when its last digit was typed, however long one waited for another.
            self.push_typed(self.typed_ms);
        }
        if self.unsaved_since.is_some_and(|since| now_ms.saturating_sub(since) >= SAVE_MS) {
            self.store.keep_game(&self.game, now_ms);
            self.unsaved_since = None;
        }
        if let Some(trouble) = self.store.trouble() {
            self.message = sentence(&trouble);
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, now_ms: u64) {
        match &mut self.mode {
            Mode::Watch(viewer) => viewer.draw(frame, now_ms),
            _ => self.draw_game(frame, now_ms),
        }
    }

    fn patience(&self) -> Duration {
        match &self.mode {
            Mode::Watch(viewer) => viewer.patience(),
            _ if self.game.status() == Status::Running || self.solved_ms.is_some() => {
                Duration::from_millis(50)
            }
            _ => Duration::from_millis(100),
        }
    }

    fn is_over(&self) -> bool {
        self.over
    }
}
