//! The playing table: a board in play, its history and its clock.

use core::fmt;

use super::clock::Clock;
use super::standing::Occasion;
use super::statistics::{Solve, per_second};
use crate::prelude::*;
use crate::replay::{Replay, Source};
use crate::{Board, Cell, Direction, Goal, Moves, Problem, Seed, Solvable, Target, Tile};

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Input {
    /// Slide the tile that can travel this way.
    Slide(Direction),
    /// Push the tile on this cell, and every tile between it and the blank, one cell: a click or a hover.
    Push(Cell),
    /// The same, naming the tile: a number typed.
    PushTile(Tile),
    /// Take the last push back.
    Undo,
    /// Do again what was taken back.
    Redo,
    /// Take everything back.
    UndoAll,
    /// Stop the clock; the front end hides the board.
    Pause,
    /// Let the clock run on.
    Resume,
    /// A hint was asked for. The core only counts them.
    Hint,
}

/// One or more tiles of one line that moved one cell together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Push {
    /// The way the tiles went.
    pub direction: Direction,
    /// How many.
    pub tiles: u32,
}

impl Push {
    /// The push that undoes this one.
    #[must_use]
    pub fn reversed(self) -> Push {
        Push { direction: self.direction.opposite(), ..self }
    }
}

/// What came of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// The first slide: the clock runs.
    Started,
    /// Tiles slid.
    Slid(Push),
    /// A push was taken back: this is the way the tiles went now.
    Undone(Push),
    /// A push was done again.
    Redone(Push),
    /// The clock stands.
    Paused,
    /// The clock runs again.
    Resumed,
    /// A hint was counted; so many so far.
    Hinted(u32),
    /// The goal is reached; the game is over.
    Solved(Solve),
    /// Nothing happened.
    Refused(Refusal),
}

/// Why nothing happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// No tile can go that way.
    #[error("no tile can go {} from here", .0.word().to_ascii_lowercase())]
    AtTheEdge(Direction),
    /// The cell is the blank or not in its row or column.
    #[error("only tiles in the blank's row or column can be pushed")]
    NotInLine,
    /// The board has no such tile.
    #[error("there is no tile {0} on this board")]
    NoSuchTile(Tile),
    /// There is nothing to take back.
    #[error("there is nothing to undo")]
    NothingToUndo,
    /// There is nothing to do again.
    #[error("there is nothing to redo")]
    NothingToRedo,
    /// The clock stands because the game is paused.
    #[error("the game is paused")]
    Paused,
    /// There is no running clock to stop.
    #[error("the clock is not running; it starts with the first slide")]
    NotRunning,
    /// The game is not paused.
    #[error("the game is not paused")]
    NotPaused,
    /// The goal has been reached.
    #[error("the game is over")]
    Over,
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Dealt; the clock waits for the first slide.
    Ready,
    /// The clock runs.
    Running,
    /// The clock stands and the board is hidden.
    Paused,
    /// The goal has been reached.
    Solved,
}

/// Where a deal came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Origin {
    /// Drawn uniformly from this seed.
    Seed(Seed),
    /// Drawn from this seed at this exact distance from the goal.
    Distance(Seed, u32),
    /// Somebody's board.
    Given,
}

impl fmt::Display for Origin {
    /// `v1-42`, `v1-42 at 30` or `given`, as a saved game has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Seed(seed) => seed.fmt(f),
            Origin::Distance(seed, distance) => write!(f, "{seed} at {distance}"),
            Origin::Given => f.write_str("given"),
        }
    }
}

impl Origin {
    /// The occasion of a first game on such a board.
    pub(super) fn occasion(self) -> Occasion {
        match self {
            Origin::Seed(_) => Occasion::Fresh,
            Origin::Distance(..) => Occasion::Placed,
            Origin::Given => Occasion::Chosen,
        }
    }
}

/// A push and when it was made, in milliseconds of the game's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) push: Push,
    pub(super) at_ms: u64,
}

/// A board in play.
///
/// The *line of play* is what leads from the deal to the board on the table: undone pushes leave it and its
/// move count, while the clock runs on. It is what the replay holds and what the statistics count.
#[derive(Clone, Debug)]
pub struct Game {
    pub(super) origin: Origin,
    pub(super) occasion: Occasion,
    pub(super) target: Target,
    pub(super) start: Solvable,
    pub(super) board: Board,
    pub(super) line: Vec<Step>,
    /// Pushes taken back, the next to redo last.
    pub(super) undone: Vec<Push>,
    pub(super) status: Status,
    pub(super) clock: Clock,
    pub(super) hints: u32,
    pub(super) undos: u32,
    pub(super) source: Source,
}

impl Game {
    pub(super) fn new(origin: Origin, target: Target, start: Solvable) -> Game {
        Game {
            occasion: origin.occasion(),
            origin,
            target,
            board: start.problem().start().clone(),
            start,
            line: Vec::new(),
            undone: Vec::new(),
            status: Status::Ready,
            clock: Clock::default(),
            hints: 0,
            undos: 0,
            source: Source::Unknown,
        }
    }

    /// The same deal from its beginning.
    #[must_use]
    pub fn again(&self) -> Game {
        Game::new(self.origin, self.target.clone(), self.start.clone()).on(self.occasion).known()
    }

    /// The same game on a board that the player had met before ([`Occasion::known`]), such as a day's that was solved.
    #[must_use]
    pub fn known(self) -> Game {
        let occasion = self.occasion.known();
        self.on(occasion)
    }

    /// The same game, played on this occasion: a front end knows when a seed was named, or a day's board met before.
    #[must_use]
    pub fn on(self, occasion: Occasion) -> Game {
        Game { occasion, ..self }
    }

    /// How the board came to be played.
    #[must_use]
    pub fn occasion(&self) -> Occasion {
        self.occasion
    }

    /// The board on the table. A paused game's should not be shown.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board as it was dealt.
    #[must_use]
    pub fn start(&self) -> &Board {
        self.start.problem().start()
    }

    /// What the board is brought to.
    #[must_use]
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// The goal as it was named; the usual one where tiles are alike.
    #[must_use]
    pub fn goal(&self) -> &Goal {
        self.target.goal()
    }

    /// The goal as a board; where tiles are alike, one that is allowed.
    #[must_use]
    pub fn goal_board(&self) -> &Board {
        self.start.problem().goal()
    }

    /// Where the deal came from.
    #[must_use]
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// Where the game stands.
    #[must_use]
    pub fn status(&self) -> Status {
        self.status
    }

    /// Milliseconds of play until `now_ms`, pauses left out.
    #[must_use]
    pub fn elapsed_ms(&self, now_ms: u64) -> u64 {
        self.clock.elapsed(now_ms)
    }

    /// The slides of the line of play.
    #[must_use]
    pub fn moves(&self) -> Moves {
        self.line.iter().flat_map(|s| core::iter::repeat_n(s.push.direction, s.push.tiles as usize)).collect()
    }

    /// The length of the line of play: single slides, and runs in one direction.
    #[must_use]
    pub fn length(&self) -> (u64, u64) {
        let stm = self.line.iter().map(|step| u64::from(step.push.tiles)).sum();
        let mtm = self.line.chunk_by(|a, b| a.push.direction == b.push.direction).count() as u64;
        (stm, mtm)
    }

    /// Slides per second of play until `now_ms`; `None` before any time has passed.
    #[must_use]
    pub fn tiles_per_second(&self, now_ms: u64) -> Option<f64> {
        per_second(self.length().0, self.elapsed_ms(now_ms))
    }

    /// How many pushes lead to the board on the table, and how many were taken back and can be done again.
    #[must_use]
    pub fn pushes(&self) -> (usize, usize) {
        (self.line.len(), self.undone.len())
    }

    /// How many hints were asked for.
    #[must_use]
    pub fn hints(&self) -> u32 {
        self.hints
    }

    /// How many pushes were taken back.
    #[must_use]
    pub fn undos(&self) -> u32 {
        self.undos
    }

    /// Whether there is something to take back.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        !self.line.is_empty() && self.status != Status::Solved
    }

    /// Whether there is something to do again.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty() && self.status != Status::Solved
    }

    /// The problem of going on from here, for a solver; where tiles are alike, to one end that is allowed.
    #[must_use]
    pub fn rest(&self) -> Solvable {
        let problem = match &self.target {
            Target::Alike(_) => self.target.problem(self.board.clone()).ok(),
            Target::Goal(_) => Problem::new(self.board.clone(), &Goal::Board(self.goal_board().clone())).ok(),
        };
        let problem = problem.expect("board and goal have one shape");
        problem.decide().expect("slides never make a solvable board impossible")
    }

    /// The line of play with its times. Where tiles are alike its goal is the end that was reached.
    #[must_use]
    pub fn replay(&self) -> Replay {
        let times =
            self.line.iter().flat_map(|s| core::iter::repeat_n(s.at_ms, s.push.tiles as usize)).collect();
        let goal = match &self.target {
            Target::Goal(goal) => goal.clone(),
            Target::Alike(_) if self.is_solved() => Goal::Board(self.board.clone()),
            Target::Alike(_) => Goal::Board(self.goal_board().clone()),
        };
        Replay::new(self.start().clone(), goal, self.moves(), Some(times), self.source)
            .expect("the line of play is legal and its times rise")
    }

    /// What the solve counts as; `None` while the game is not over.
    #[must_use]
    pub fn solve(&self) -> Option<Solve> {
        (self.status == Status::Solved).then(|| {
            let (stm, mtm) = self.length();
            Solve {
                time_ms: self.clock.elapsed(0),
                stm,
                mtm,
                hints: self.hints,
                undos: self.undos,
                source: self.source,
                // Whatever the board, another puzzle is not compared with this one.
                occasion: self.target.alike().map_or(self.occasion, Occasion::Alike),
            }
        })
    }

    /// Whether the board is where it should be.
    pub(super) fn is_solved(&self) -> bool {
        match &self.target {
            Target::Goal(_) => self.board == *self.goal_board(),
            Target::Alike(alike) => alike.is_solved(&self.board),
        }
    }

    /// Takes an input made at `now_ms` of the caller's clock.
    pub fn play(&mut self, input: Input, by: Source, now_ms: u64) -> Vec<Event> {
        let mut events = Vec::with_capacity(2);
        if let Err(refusal) = self.take(input, by, now_ms, &mut events) {
            events.push(Event::Refused(refusal));
        }
        events
    }

    fn take(
        &mut self,
        input: Input,
        by: Source,
        now_ms: u64,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        match (self.status, input) {
            (Status::Solved, _) => return Err(Refusal::Over),
            (Status::Paused, Input::Resume) => {
                self.status = Status::Running;
                self.clock.start(now_ms);
                events.push(Event::Resumed);
                return Ok(());
            }
            (Status::Paused, _) => return Err(Refusal::Paused),
            _ => {}
        }
        match input {
            Input::Slide(direction) => {
                self.board.source(direction).ok_or(Refusal::AtTheEdge(direction))?;
                self.push(Push { direction, tiles: 1 }, by, now_ms, events);
            }
            Input::Push(cell) => {
                let (direction, tiles) = self.board.line_to(cell).ok_or(Refusal::NotInLine)?;
                self.push(Push { direction, tiles }, by, now_ms, events);
            }
            Input::PushTile(tile) => {
                let known = (!tile.is_blank()).then(|| self.board.cell_of(tile)).flatten();
                let cell = known.ok_or(Refusal::NoSuchTile(tile))?;
                return self.take(Input::Push(cell), by, now_ms, events);
            }
            Input::Undo => self.undo(events).ok_or(Refusal::NothingToUndo)?,
            Input::UndoAll => {
                self.undo(events).ok_or(Refusal::NothingToUndo)?;
                while self.undo(events).is_some() {}
            }
            Input::Redo => {
                let push = self.undone.pop().ok_or(Refusal::NothingToRedo)?;
                self.carry_out(push, now_ms);
                events.push(Event::Redone(push));
                self.finish_if_solved(now_ms, events);
            }
            Input::Pause if self.status == Status::Running => {
                self.clock.stop(now_ms);
                self.status = Status::Paused;
                events.push(Event::Paused);
            }
            Input::Pause => return Err(Refusal::NotRunning),
            Input::Resume => return Err(Refusal::NotPaused),
            Input::Hint => {
                self.hints = self.hints.saturating_add(1);
                events.push(Event::Hinted(self.hints));
            }
        }
        Ok(())
    }

    fn push(&mut self, push: Push, by: Source, now_ms: u64, events: &mut Vec<Event>) {
        if self.status == Status::Ready {
            self.status = Status::Running;
            self.clock.start(now_ms);
            events.push(Event::Started);
        }
        self.source = self.source.and(by);
        self.undone.clear();
        self.carry_out(push, now_ms);
        events.push(Event::Slid(push));
        self.finish_if_solved(now_ms, events);
    }

    fn carry_out(&mut self, push: Push, now_ms: u64) {
        self.slide(push);
        let last = self.line.last().map_or(0, |step| step.at_ms);
        let at_ms = self.clock.elapsed(now_ms).max(last);
        self.line.push(Step { push, at_ms });
    }

    pub(super) fn slide(&mut self, push: Push) {
        for _ in 0..push.tiles {
            self.board.slide(push.direction);
        }
    }

    fn undo(&mut self, events: &mut Vec<Event>) -> Option<()> {
        let Step { push, .. } = self.line.pop()?;
        self.slide(push.reversed());
        self.undone.push(push);
        self.undos = self.undos.saturating_add(1);
        events.push(Event::Undone(push.reversed()));
        Some(())
    }

    fn finish_if_solved(&mut self, now_ms: u64, events: &mut Vec<Event>) {
        if !self.is_solved() {
            return;
        }
        self.clock.stop(now_ms);
        // A clock set back must not make the solve shorter than its own line of play.
        let last = self.line.last().map_or(0, |step| step.at_ms);
        self.clock = Clock::stopped_at(self.clock.elapsed(now_ms).max(last));
        self.status = Status::Solved;
        self.undone.clear();
        events.extend(self.solve().map(Event::Solved));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::DealError;
    use crate::{Grouping, board};

    fn game(drawing: &str) -> Game {
        Game::of_board(board(drawing), &Goal::BlankLast).unwrap()
    }

    #[test]
    fn a_line_pushed_by_one_click_is_undone_by_one_undo() {
        let mut game = game("_ 2 3 / 1 4 6 / 7 5 8");
        game.play(Input::Push(Cell::new(2)), Source::Pointer, 0);
        assert_eq!(game.board(), &board("2 3 _ / 1 4 6 / 7 5 8"));
        assert_eq!(game.length(), (2, 1));
        let events = game.play(Input::Undo, Source::Pointer, 10);
        assert_eq!(events, [Event::Undone(Push { direction: Direction::Right, tiles: 2 })]);
        assert_eq!((game.board(), game.length()), (&board("_ 2 3 / 1 4 6 / 7 5 8"), (0, 0)));
        game.play(Input::Redo, Source::Pointer, 20);
        assert_eq!(game.board(), &board("2 3 _ / 1 4 6 / 7 5 8"));
        assert_eq!(game.play(Input::Redo, Source::Pointer, 30), [Event::Refused(Refusal::NothingToRedo)]);
    }

    #[test]
    fn the_clock_starts_with_the_first_slide_and_pauses_do_not_count() {
        let mut game = game("1 2 3 / 4 5 6 / _ 7 8");
        assert_eq!(game.play(Input::Pause, Source::Keys, 5), [Event::Refused(Refusal::NotRunning)]);
        assert_eq!(game.elapsed_ms(1_000), 0);
        let events = game.play(Input::Slide(Direction::Left), Source::Keys, 1_000);
        assert_eq!(events[0], Event::Started);
        assert_eq!((game.tiles_per_second(1_000), game.tiles_per_second(1_400)), (None, Some(2.5)));
        game.play(Input::Pause, Source::Keys, 1_400);
        let refused = game.play(Input::Slide(Direction::Left), Source::Keys, 2_000);
        assert_eq!(refused, [Event::Refused(Refusal::Paused)]);
        game.play(Input::Resume, Source::Keys, 61_400);
        let events = game.play(Input::Slide(Direction::Left), Source::Pointer, 61_500);
        let Some(Event::Solved(solve)) = events.last() else { panic!("{events:?}") };
        assert_eq!((solve.time_ms, solve.stm, solve.mtm, solve.source), (500, 2, 1, Source::Several));
        assert_eq!(game.play(Input::Undo, Source::Keys, 62_000), [Event::Refused(Refusal::Over)]);
    }

    #[test]
    fn a_clock_that_jumps_back_breaks_nothing() {
        let mut game = game("1 2 3 / 4 5 6 / _ 7 8");
        game.play(Input::Slide(Direction::Left), Source::Keys, 1_000);
        game.play(Input::Slide(Direction::Right), Source::Keys, 3_000);
        game.play(Input::Slide(Direction::Left), Source::Keys, 500);
        game.play(Input::Slide(Direction::Left), Source::Keys, 0);
        assert_eq!(game.solve().unwrap().time_ms, 2_000);
        assert_eq!(game.replay().times_ms().unwrap(), [0, 2_000, 2_000, 2_000]);
    }

    #[test]
    fn a_copy_taken_back_is_the_game_as_if_nothing_had_been_done_since() {
        let mut game = game("_ 2 3 / 1 4 6 / 7 5 8");
        let held = game.clone();
        game.play(Input::Push(Cell::new(2)), Source::Touch, 700);
        game = held;
        assert_eq!(
            (game.status(), game.elapsed_ms(9_000), game.undos(), game.pushes()),
            (Status::Ready, 0, 0, (0, 0))
        );
        // What could be done again still can.
        game.play(Input::Push(Cell::new(2)), Source::Keys, 1_000);
        game.play(Input::Undo, Source::Keys, 1_100);
        let held = game.clone();
        game.play(Input::Push(Cell::new(3)), Source::Touch, 1_200);
        assert_eq!(game.pushes(), (1, 0));
        game = held;
        assert_eq!((game.pushes(), game.undos(), game.elapsed_ms(1_500)), ((0, 1), 1, 500));
        assert_eq!(game.replay().source(), Source::Keys);
    }

    #[test]
    fn refusals_say_why_and_change_nothing() {
        let mut game = game("1 2 3 / 4 5 6 / _ 7 8");
        let before = game.save(0);
        for (input, why) in [
            (Input::Slide(Direction::Right), Refusal::AtTheEdge(Direction::Right)),
            (Input::Slide(Direction::Up), Refusal::AtTheEdge(Direction::Up)),
            (Input::Push(Cell::new(1)), Refusal::NotInLine),
            (Input::Push(Cell::new(6)), Refusal::NotInLine),
            (Input::Push(Cell::new(99)), Refusal::NotInLine),
            (Input::PushTile(Tile::new(9)), Refusal::NoSuchTile(Tile::new(9))),
            (Input::PushTile(Tile::BLANK), Refusal::NoSuchTile(Tile::BLANK)),
            (Input::Undo, Refusal::NothingToUndo),
            (Input::UndoAll, Refusal::NothingToUndo),
            (Input::Redo, Refusal::NothingToRedo),
            (Input::Resume, Refusal::NotPaused),
        ] {
            assert_eq!(game.play(input, Source::Keys, 0), [Event::Refused(why)]);
            assert_eq!(game.save(0), before);
        }
    }

    #[test]
    fn impossible_and_finished_boards_are_not_dealt() {
        let refuse = |drawing| Game::of_board(board(drawing), &Goal::BlankLast).unwrap_err();
        assert!(matches!(refuse("1 2 / 3 _"), DealError::Solved));
        assert!(matches!(refuse("2 1 / 3 _"), DealError::Unsolvable(_)));
    }

    #[test]
    fn tiles_that_are_alike_win_in_each_others_places_and_make_no_record() {
        let mut rows = Game::of_board(board("2 1 3 / 4 5 6 / _ 8 7"), Grouping::Rows).unwrap();
        rows.play(Input::Slide(Direction::Left), Source::Keys, 0);
        let events = rows.play(Input::Slide(Direction::Left), Source::Keys, 400);
        let Some(Event::Solved(solve)) = events.last() else { panic!("{events:?}") };
        assert_eq!((solve.time_ms, solve.occasion), (400, Occasion::Alike(Grouping::Rows)));
        assert_eq!(solve.standing(), Err(crate::game::NoRecord::Alike));
        let replay = rows.replay();
        assert!(replay.ends_solved());
        assert_eq!(replay.goal(), &Goal::Board(board("2 1 3 / 4 5 6 / 8 7 _")));
        // The same slides to the usual goal win nothing: that board cannot even be solved.
        assert!(Game::of_board(board("2 1 3 / 4 5 6 / _ 7 8"), &Goal::BlankLast).is_err());
        let refuse = |drawing| Game::of_board(board(drawing), Grouping::Rows).unwrap_err();
        assert!(matches!(refuse("2 1 / 3 _"), DealError::Solved));
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn undoing_everything_brings_the_deal_back() {
        let mut game = Game::deal("4x4".parse().unwrap(), &Goal::Spiral, Seed::new(5)).unwrap();
        let mut at = 0;
        for round in 0..200u32 {
            at += 7;
            game.play(Input::Push(Cell::new(round * 5 % 16)), Source::Hover, at);
        }
        assert!(game.length().0 > 50);
        let (line, end) = (game.moves(), game.board().clone());
        game.play(Input::UndoAll, Source::Keys, at);
        assert_eq!((game.board(), game.length()), (game.start(), (0, 0)));
        while !matches!(game.play(Input::Redo, Source::Keys, at + 1)[0], Event::Refused(_)) {}
        assert_eq!((game.moves(), game.board()), (line, &end));
        assert!(game.rest().homes().len() == 16);
    }
}
