//! A game: the player's inputs with their times go in, the state of the board comes out.

use taquin_core::fault::Kind;
use taquin_core::game::{Event, Game as Core, Input, Occasion, Origin, Source, Status, is_typed_help, kind};
use taquin_core::notation::read_board;
use taquin_core::replay::{Act, Record};
use taquin_core::{Cell, Direction, Goal, Seed, Shape, Tile};
use wasm_bindgen::prelude::*;

use crate::{Line, Position, direction, thrown};

/// A board in play. Times are milliseconds of the caller's clock; `by` is `keys`, `pointer`, `hover` or `touch`.
#[wasm_bindgen]
pub struct Game {
    inner: Core,
    /// Everything that was done, and when: what a league is told.
    acts: Vec<(Act, u64)>,
}

#[wasm_bindgen]
impl Game {
    /// A uniformly random deal, the same for the same seed for ever.
    pub fn deal(rows: u32, columns: u32, goal: &str, seed: u64) -> Result<Game, JsValue> {
        let shape = Shape::new(rows, columns).map_err(thrown)?;
        let goal = Goal::parse(goal, Some(shape)).map_err(thrown)?;
        Ok(Core::deal(shape, &goal, Seed::new(seed)).map_err(thrown)?.into())
    }

    /// A game on a board given as text.
    pub fn of_board(board: &str, goal: &str) -> Result<Game, JsValue> {
        let board = read_board(board, None).map_err(thrown)?;
        let goal = Goal::parse(goal, Some(board.shape())).map_err(thrown)?;
        Ok(Core::of_board(board, &goal).map_err(thrown)?.into())
    }

    /// The game that a record tells, to be gone on with by whoever was shown its board at this time of the clock.
    pub fn of_record(text: &str, shown_ms: f64) -> Result<Game, JsValue> {
        let record = Record::decode(text).map_err(thrown)?;
        let acts: Vec<(Act, u64)> =
            record.acts().iter().map(|&(act, at)| (act, at.saturating_add(shown_ms as u64))).collect();
        let (start, goal) = (record.start().clone(), record.goal().clone());
        let record = Record::new(start, goal, record.source(), acts.clone());
        let inner = record.map_err(|_| thrown(Kind::NoSolve))?.play().map_err(|_| thrown(Kind::NoSolve))?;
        Ok(Game { inner, acts })
    }

    /// A game as [`Game::save`] wrote it.
    pub fn restore(text: &str) -> Result<Game, JsValue> {
        Ok(Core::restore(text).map_err(thrown)?.into())
    }

    /// The whole game as text, to be restored at any later time.
    pub fn save(&self, now_ms: f64) -> String {
        self.inner.save(now_ms as u64)
    }

    /// The game as it stands, to go back to as if nothing had been done since: a touch that turns out to be half of a pinch was no input.
    pub fn copy(&self) -> Game {
        Game { inner: self.inner.clone(), acts: self.acts.clone() }
    }

    /// The same deal from its beginning.
    pub fn again(&self) -> Game {
        self.inner.again().into()
    }

    /// The same game on another occasion (`fresh`, `placed`, `chosen`, `again`): it decides what a solve counts for.
    pub fn on(&self, occasion: &str) -> Game {
        let known = Occasion::named(occasion).unwrap_or(self.inner.occasion());
        Game { inner: self.inner.clone().on(known), acts: self.acts.clone() }
    }

    /// The same game on a board that was met before: it makes no record.
    pub fn known(&self) -> Game {
        Game { inner: self.inner.clone().known(), acts: self.acts.clone() }
    }

    /// How the board came to be played.
    #[wasm_bindgen(getter)]
    pub fn occasion(&self) -> String {
        self.inner.occasion().word().into()
    }

    /// What the board was drawn from, by which the game is known wherever it is gone on with; nothing for a board that was given.
    #[wasm_bindgen(getter)]
    pub fn deal_name(&self) -> Option<String> {
        if let Origin::Seed(seed) = self.inner.origin() { Some(seed.to_string()) } else { None }
    }

    /// Why a solve makes no record; nothing when it does, or before the end.
    #[wasm_bindgen(getter)]
    pub fn no_record(&self) -> Option<String> {
        self.inner.solve()?.standing().err().map(|why| why.word().into())
    }

    /// Whether a tile's number may begin with this one and have more digits.
    pub fn number_goes_on(&self, number: u32) -> bool {
        self.inner.board().shape().number_goes_on(number)
    }

    /// Pushes the line of tiles from this cell to the blank; whether anything moved.
    pub fn press(&mut self, cell: u32, by: &str, now_ms: f64) -> bool {
        self.take(Input::Push(Cell::new(cell)), by, now_ms)
    }

    /// Slides the tile that can go this way; whether there was one.
    pub fn slide(&mut self, letter: &str, by: &str, now_ms: f64) -> bool {
        direction(letter).is_some_and(|way| self.take(Input::Slide(way), by, now_ms))
    }

    /// Pushes the tile with this number; whether it could move.
    pub fn push_tile(&mut self, number: u32, by: &str, now_ms: f64) -> bool {
        self.take(Input::PushTile(Tile::new(number)), by, now_ms)
    }

    /// Slides a way that was typed, as letters; whether anything moved. A long one counts as help.
    pub fn type_moves(&mut self, letters: &str, now_ms: f64) -> bool {
        let moves: Vec<Direction> = letters.split("").filter_map(direction).collect();
        if is_typed_help(moves.len()) {
            self.take(Input::Hint, "", now_ms);
        }
        let slid = moves.into_iter().filter(|&way| self.take(Input::Slide(way), "keys", now_ms));
        slid.count() > 0
    }

    /// Takes the last push back.
    pub fn undo(&mut self, now_ms: f64) -> bool {
        self.take(Input::Undo, "", now_ms)
    }

    /// Does again what was taken back.
    pub fn redo(&mut self, now_ms: f64) -> bool {
        self.take(Input::Redo, "", now_ms)
    }

    /// Stops the clock.
    pub fn pause(&mut self, now_ms: f64) -> bool {
        self.take(Input::Pause, "", now_ms)
    }

    /// Lets the clock run on.
    pub fn resume(&mut self, now_ms: f64) -> bool {
        self.take(Input::Resume, "", now_ms)
    }

    /// Counts a hint.
    pub fn hint(&mut self, now_ms: f64) -> bool {
        self.take(Input::Hint, "", now_ms)
    }

    /// `ready`, `running`, `paused` or `solved`.
    #[wasm_bindgen(getter)]
    pub fn status(&self) -> String {
        match self.inner.status() {
            Status::Ready => "ready",
            Status::Running => "running",
            Status::Paused => "paused",
            Status::Solved => "solved",
        }
        .into()
    }

    /// Milliseconds of play, pauses left out.
    pub fn elapsed_ms(&self, now_ms: f64) -> f64 {
        self.inner.elapsed_ms(now_ms as u64) as f64
    }

    /// Slides per second until now; nothing before any time has passed.
    pub fn tiles_per_second(&self, now_ms: f64) -> Option<f64> {
        self.inner.tiles_per_second(now_ms as u64)
    }

    /// Single slides made.
    #[wasm_bindgen(getter)]
    pub fn stm(&self) -> u32 {
        self.inner.length().0 as u32
    }

    /// Runs of slides in one direction.
    #[wasm_bindgen(getter)]
    pub fn mtm(&self) -> u32 {
        self.inner.length().1 as u32
    }

    /// How many hints were asked for.
    #[wasm_bindgen(getter)]
    pub fn hints(&self) -> u32 {
        self.inner.hints()
    }

    /// How many pushes were taken back.
    #[wasm_bindgen(getter)]
    pub fn undos(&self) -> u32 {
        self.inner.undos()
    }

    /// Pushes that lead to the board on the table.
    #[wasm_bindgen(getter)]
    pub fn done(&self) -> u32 {
        self.inner.pushes().0 as u32
    }

    /// Pushes that were taken back and can be done again.
    #[wasm_bindgen(getter)]
    pub fn undone(&self) -> u32 {
        self.inner.pushes().1 as u32
    }

    /// The slides made, as letters.
    pub fn moves(&self) -> String {
        self.inner.moves().iter().map(Direction::letter).collect()
    }

    /// The board on the table with its goal.
    pub fn position(&self) -> Position {
        Position::from_parts(self.inner.board().clone(), self.inner.goal_board().clone())
    }

    /// The board as it was dealt.
    pub fn start(&self) -> Position {
        Position::from_parts(self.inner.start().clone(), self.inner.goal_board().clone())
    }

    /// The goal's name, or its board.
    pub fn goal_name(&self) -> String {
        self.inner.goal().to_string()
    }

    /// What records are kept for: `4x4 blank-last`.
    pub fn kind(&self) -> String {
        kind(self.inner.start().shape(), self.inner.goal())
    }

    /// How many rows.
    #[wasm_bindgen(getter)]
    pub fn rows(&self) -> u32 {
        self.inner.board().shape().rows()
    }

    /// How many columns.
    #[wasm_bindgen(getter)]
    pub fn columns(&self) -> u32 {
        self.inner.board().shape().columns()
    }

    /// The tile on each cell, 0 for the blank.
    pub fn tiles(&self) -> Vec<u32> {
        self.inner.board().tiles().iter().map(|tile| tile.number()).collect()
    }

    /// What pressing this cell would move.
    pub fn line(&self, cell: u32) -> Option<Line> {
        Line::of(self.inner.board(), cell)
    }

    /// The line of play as a replay's text; an error for boards too large to hold.
    pub fn replay(&self) -> Result<String, JsValue> {
        self.inner.replay().encode().map_err(thrown)
    }

    /// Everything that was done since the board was shown at this time of the same clock, as a record's text.
    pub fn record(&self, shown_ms: f64) -> Result<String, JsValue> {
        let mut last = 0;
        let acts = self.acts.iter().map(|&(act, at)| {
            last = at.saturating_sub(shown_ms as u64).max(last);
            (act, last)
        });
        let (start, goal) = (self.inner.start().clone(), self.inner.goal().clone());
        let record = Record::new(start, goal, self.inner.replay().source(), acts.collect());
        record.map_err(|_| thrown(Kind::NoSolve))?.encode().map_err(thrown)
    }
}

impl From<Core> for Game {
    fn from(inner: Core) -> Game {
        Game { inner, acts: Vec::new() }
    }
}

impl Game {
    fn take(&mut self, input: Input, by: &str, now_ms: f64) -> bool {
        let by = Source::ALL.into_iter().find(|source| source.word() == by).unwrap_or_default();
        let events = self.inner.play(input, by, now_ms as u64);
        let done = events.iter().find_map(|event| match event {
            Event::Slid(push) => Some(Act::Push(*push)),
            Event::Undone(_) => Some(Act::Undo),
            Event::Redone(_) => Some(Act::Redo),
            Event::Paused => Some(Act::Pause),
            Event::Resumed => Some(Act::Resume),
            Event::Hinted(_) => Some(Act::Hint),
            _ => None,
        });
        self.acts.extend(done.map(|act| (act, now_ms as u64)));
        done.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_holds_everything_with_its_time_since_the_board_was_shown() {
        let mut game =
            Game::of_board("1 2 3/4 5 6/0 7 8", "blank-last").unwrap_or_else(|_| panic!("a board"));
        game.hint(900.0);
        game.slide("L", "keys", 1000.0);
        game.undo(1100.5);
        game.press(8, "keys", 1200.0);
        let record = Record::decode(&game.record(500.0).unwrap_or_else(|_| panic!("a record"))).unwrap();
        let times: Vec<u64> = record.acts().iter().map(|(_, at)| *at).collect();
        assert_eq!((times, record.source()), (vec![400, 500, 600, 700], Source::Keys));
        assert_eq!(record.play().unwrap().solve().map(|solve| (solve.stm, solve.hints)), Some((2, 1)));
    }

    #[test]
    fn a_long_way_that_was_typed_is_help_and_a_short_one_is_play() {
        for (slides, hints) in [(20, 0), (22, 1)] {
            let mut game =
                Game::of_board("1 2 3/4 5 6/0 7 8", "blank-last").unwrap_or_else(|_| panic!("a board"));
            assert!(game.type_moves(&"LR".repeat(slides / 2), 1000.0));
            assert_eq!((game.stm(), game.hints(), game.done()), (slides as u32, hints, slides as u32));
        }
    }

    #[test]
    fn a_game_is_played_undone_saved_and_solved() {
        let mut game =
            Game::of_board("1 2 3/4 5 6/0 7 8", "blank-last").unwrap_or_else(|_| panic!("a board"));
        assert_eq!(game.status(), "ready");
        assert!(game.press(7, "pointer", 1000.0) && !game.press(0, "pointer", 1001.0));
        assert!(game.undo(1100.0) && game.redo(1200.0));
        assert_eq!((game.done(), game.undone(), game.undos()), (1, 0, 1));
        let mut game = Game::restore(&game.save(1300.0)).unwrap_or_else(|_| panic!("what was saved"));
        assert!(game.resume(40.0) && game.slide("L", "keys", 50.0));
        assert_eq!(
            (game.status().as_str(), game.stm(), game.mtm(), game.moves().as_str()),
            ("solved", 2, 1, "LL")
        );
    }
}
