//! Replays, the list of solves, and what they sum up to.

use std::iter;

use taquin_core::fault::Kind;
use taquin_core::game::{self, LogLine, Occasion, Review as CoreReview, Solve, Summary as CoreSummary};
#[cfg(feature = "full")]
use taquin_core::notation::{Mover, read_board, read_moves};
#[cfg(feature = "full")]
use taquin_core::replay::import::{self, Context};
use taquin_core::replay::{DecodeError, Record, Replay as Core, Split, Track as Way};
use taquin_core::{Board, Direction, Metric, Moves};
#[cfg(feature = "full")]
use taquin_core::{Goal, Shape, game::Source};
use wasm_bindgen::prelude::*;

use crate::{Position, thrown};

/// A finished or unfinished game with its timing, unpacked from its text.
#[wasm_bindgen]
pub struct Replay {
    inner: Core,
}

#[wasm_bindgen]
impl Replay {
    /// Unpacks a replay. What is unpacked is bounded, whatever the text claims.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Result<Replay, JsValue> {
        // Of everything that was done (version 2) the line of play is looked at.
        let inner = match Core::decode(text) {
            Err(DecodeError::Version(_)) => {
                let record = Record::decode(text).map_err(thrown)?;
                record.replay().map_err(|_| thrown(Kind::ReplayDamaged))?
            }
            read => read.map_err(thrown)?,
        };
        Ok(Replay { inner })
    }

    /// Where it begins, with the goal.
    pub fn start(&self) -> Position {
        Position::from_parts(self.inner.start().clone(), self.inner.goal_board().clone())
    }

    /// The goal's name, or its board.
    pub fn goal_name(&self) -> String {
        self.inner.goal().to_string()
    }

    /// What records are kept for: `4x4 blank-last`.
    pub fn kind(&self) -> String {
        game::kind(self.inner.start().shape(), self.inner.goal())
    }

    /// The slides as letters.
    pub fn moves(&self) -> String {
        self.inner.moves().iter().map(Direction::letter).collect()
    }

    /// When each slide was made, in milliseconds from the first; empty when nobody kept the time.
    pub fn times_ms(&self) -> Vec<f64> {
        self.inner.times_ms().unwrap_or_default().iter().map(|&time| time as f64).collect()
    }

    /// Its boards at hand, with an even pace of so many milliseconds a slide where nobody kept the time.
    pub fn track(&self, pace_ms: f64) -> Track {
        let times = self.inner.times_or_paced(pace_ms as u64);
        let inner = Way::new(self.inner.start(), self.inner.moves().clone(), times);
        Track { inner: inner.expect("a replay's moves were played"), goal: self.inner.goal_board().clone() }
    }

    /// When each slide was made, at that pace where nobody kept the time.
    pub fn times_or_paced(&self, pace_ms: f64) -> Vec<f64> {
        self.inner.times_or_paced(pace_ms as u64).into_iter().map(|time| time as f64).collect()
    }

    /// Whether it ends at the goal.
    #[wasm_bindgen(getter)]
    pub fn ends_solved(&self) -> bool {
        self.inner.ends_solved()
    }

    /// Milliseconds from the first slide to the last.
    #[wasm_bindgen(getter)]
    pub fn duration_ms(&self) -> Option<f64> {
        self.inner.duration_ms().map(|time| time as f64)
    }

    /// Slides per second.
    #[wasm_bindgen(getter)]
    pub fn tiles_per_second(&self) -> Option<f64> {
        self.inner.tiles_per_second()
    }

    /// Milliseconds from one slide to the next on the average.
    #[cfg(feature = "full")]
    #[wasm_bindgen(getter)]
    pub fn pace_ms(&self) -> Option<f64> {
        self.inner.pace_ms().map(|pace| pace as f64)
    }

    /// Single slides.
    #[wasm_bindgen(getter)]
    pub fn stm(&self) -> u32 {
        self.inner.moves().length(Metric::Stm) as u32
    }

    /// Runs in one direction.
    #[wasm_bindgen(getter)]
    pub fn mtm(&self) -> u32 {
        self.inner.moves().length(Metric::Mtm) as u32
    }

    /// What it was played with.
    #[wasm_bindgen(getter)]
    pub fn source(&self) -> String {
        self.inner.source().word().into()
    }

    /// When each group of tiles (by `rows`, `fringe` or `grids`) was done, the first one first: group, slides and milliseconds,
    /// and the slides and milliseconds since the group before, five numbers each; -1 where nobody kept the time.
    pub fn splits(&self, by: &str) -> Vec<f64> {
        let splits = by.parse().map(|by| self.inner.splits(by)).unwrap_or_default();
        let time = |time: Option<u64>| time.map_or(-1.0, |time| time as f64);
        let before = iter::once(None).chain(splits.iter().map(Some));
        let numbers = |(split, before): (&Split, Option<&Split>)| {
            let (slides, took) = split.since(before);
            [f64::from(split.group), split.slides as f64, time(split.time_ms), slides as f64, time(took)]
        };
        splits.iter().zip(before).flat_map(numbers).collect()
    }

    /// Its line in the list of solves, with [`Game::deal_name`](crate::Game::deal_name); an error when it is no solve.
    #[allow(clippy::needless_pass_by_value, reason = "the boundary hands over what it made")]
    pub fn log_line(
        &self,
        ended_ms: f64,
        hints: u32,
        undos: u32,
        occasion: &str,
        deal: Option<String>,
    ) -> Result<String, JsValue> {
        let occasion = Occasion::named(occasion).unwrap_or_default();
        let line = LogLine::new(ended_ms as u64, hints, undos, occasion, &self.inner);
        let deal = deal.and_then(|deal| deal.parse().ok());
        Ok(LogLine { deal, ..line.ok_or_else(|| thrown(Kind::NoSolve))? }.to_string())
    }
}

/// A way with its boards at hand.
#[wasm_bindgen]
pub struct Track {
    inner: Way,
    goal: Board,
}

#[wasm_bindgen]
impl Track {
    /// The way of these moves, letters of the tile's way; `times_ms` may be empty.
    #[wasm_bindgen(constructor)]
    pub fn new(start: &Position, moves: &str, times_ms: &[f64]) -> Result<Track, JsValue> {
        let moves = moves.parse::<Moves>().map_err(thrown)?;
        let times = times_ms.iter().map(|&time| time as u64).collect();
        let inner = Way::new(start.board(), moves, times).map_err(thrown)?;
        Ok(Track { inner, goal: start.problem().goal().clone() })
    }

    /// The tiles after so many slides.
    pub fn tiles(&self, slides: usize) -> Vec<u32> {
        Position::from_parts(self.inner.board(slides), self.goal.clone()).tiles()
    }

    /// How many slides were made by a moment, in milliseconds from the first.
    pub fn made_by(&self, time_ms: f64) -> usize {
        // Within the first millisecond the first slide has been made.
        self.inner.made_by(if time_ms > 0.0 { (time_ms as u64).max(1) } else { 0 })
    }
}

/// A replay of another program (a link of SlidySim or OpenSlidy, timed moves) or of ours as our own text. For timed moves
/// `board` is where they begin, or `size` (`4x4`) the size of the board they solve; both may be empty. `solve` is which of
/// several, from 1.
#[cfg(feature = "full")]
#[wasm_bindgen]
pub fn imported(text: &str, board: &str, size: &str, solve: usize) -> Result<String, JsValue> {
    let size = if size.is_empty() { None } else { Some(size.parse::<Shape>().map_err(thrown)?) };
    let start = if board.is_empty() { None } else { Some(read_board(board, size).map_err(thrown)?) };
    let context = Context { start, size, solve, ..Context::default() };
    import::read(text, &context).map_err(thrown)?.encode().map_err(thrown)
}

/// Moves that nobody timed, as a replay at an even pace of so many milliseconds a slide.
#[cfg(feature = "full")]
#[wasm_bindgen]
pub fn paced(position: &Position, goal: &str, moves: &str, pace_ms: f64) -> Result<String, JsValue> {
    let start = position.board().clone();
    let goal = Goal::parse(goal, Some(start.shape())).map_err(thrown)?;
    let moves = read_moves(moves, Mover::Tile).map_err(thrown)?;
    let replay = Core::paced(start, goal, moves, pace_ms as u64, Source::Computer).map_err(thrown)?;
    replay.encode().map_err(thrown)
}

/// One finished game of the list.
#[wasm_bindgen]
pub struct LogEntry {
    inner: LogLine,
}

#[wasm_bindgen]
impl LogEntry {
    /// Reads a line of the list.
    #[wasm_bindgen(constructor)]
    pub fn new(line: &str) -> Result<LogEntry, JsValue> {
        Ok(LogEntry { inner: line.parse::<LogLine>().map_err(thrown)? })
    }

    /// When it ended, in milliseconds since 1970.
    #[wasm_bindgen(getter)]
    pub fn ended_ms(&self) -> f64 {
        self.inner.ended_ms as f64
    }

    /// The kind of board, for which records are kept: `4x4 blank-last`.
    #[wasm_bindgen(getter)]
    pub fn kind(&self) -> String {
        game::kind(self.inner.shape, &self.inner.goal)
    }

    /// Milliseconds.
    #[wasm_bindgen(getter)]
    pub fn time_ms(&self) -> f64 {
        self.inner.solve.time_ms as f64
    }

    /// Single slides.
    #[wasm_bindgen(getter)]
    pub fn stm(&self) -> u32 {
        self.inner.solve.stm as u32
    }

    /// Runs in one direction.
    #[wasm_bindgen(getter)]
    pub fn mtm(&self) -> u32 {
        self.inner.solve.mtm as u32
    }

    /// Slides per second.
    #[wasm_bindgen(getter)]
    pub fn tiles_per_second(&self) -> Option<f64> {
        self.inner.solve.tiles_per_second()
    }

    /// Hints, what it was played with and the occasion, in words: what decides whether it counts.
    #[wasm_bindgen(getter)]
    pub fn mark(&self) -> String {
        self.inner.solve.mark()
    }

    /// What the board was drawn from; nothing when nobody knows.
    #[wasm_bindgen(getter)]
    pub fn deal(&self) -> Option<String> {
        self.inner.deal.map(|seed| seed.to_string())
    }

    /// The replay as text.
    #[wasm_bindgen(getter)]
    pub fn replay(&self) -> String {
        self.inner.replay.clone()
    }

    /// The line it would be on a board that was met before: it makes no record.
    pub fn known_line(&self) -> String {
        let mut line = self.inner.clone();
        line.solve.occasion = line.solve.occasion.known();
        line.to_string()
    }
}

/// The replay in a line of the list, which is not read for it; empty where there is none.
#[wasm_bindgen]
pub fn replay_in(line: &str) -> String {
    LogLine::replay_in(line).unwrap_or_default().into()
}

/// What a solve with this mark was played with.
#[wasm_bindgen]
pub fn source_of(mark: &str) -> String {
    Solve::marked(0, 0, 0, mark).source.word().into()
}

/// The mark of the same solve on a board that was met before.
#[wasm_bindgen]
pub fn known_mark(mark: &str) -> String {
    let solve = Solve::marked(0, 0, 0, mark);
    Solve { occasion: solve.occasion.known(), ..solve }.mark()
}

/// Which solves, in the order in which they ended, are of a deal that one before them had solved: 1 or 0 for each. A deal is told by its
/// kind and seed; an empty text is like no other.
#[wasm_bindgen]
#[allow(clippy::needless_pass_by_value, reason = "the boundary hands over what it made")]
pub fn met_before(deals: Vec<String>) -> Vec<u8> {
    let named = deals.iter().map(|deal| (!deal.is_empty()).then_some(deal));
    game::met_before(named).into_iter().map(u8::from).collect()
}

/// Why a solve with this mark makes no record; nothing when it does.
#[wasm_bindgen]
pub fn no_record(mark: &str) -> Option<String> {
    Solve::marked(0, 0, 0, mark).standing().err().map(|why| why.word().into())
}

/// The state of a player on one kind of board. What is not known yet is `undefined`.
#[wasm_bindgen]
#[derive(Default)]
pub struct Summary {
    inner: CoreSummary,
}

#[wasm_bindgen]
impl Summary {
    /// Nobody has played yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Summary {
        Summary::default()
    }

    /// More solves in the order they were made: time, slides and runs of each, and their marks, one a line.
    pub fn add(&mut self, numbers: &[f64], marks: &str) {
        for (of, mark) in numbers.chunks_exact(3).zip(marks.lines()) {
            self.inner.add(&Solve::marked(of[0] as u64, of[1] as u64, of[2] as u64, mark));
        }
    }

    /// Solves in all.
    #[wasm_bindgen(getter)]
    pub fn solves(&self) -> u32 {
        self.inner.solves as u32
    }

    /// Solves that count.
    #[wasm_bindgen(getter)]
    pub fn counted(&self) -> u32 {
        self.inner.counted as u32
    }

    /// The shortest time without help.
    #[wasm_bindgen(getter)]
    pub fn best_time_ms(&self) -> Option<f64> {
        self.inner.best_time_ms.map(|time| time as f64)
    }

    /// The fewest slides without help.
    #[wasm_bindgen(getter)]
    pub fn best_stm(&self) -> Option<u32> {
        self.inner.best_stm.map(|slides| slides as u32)
    }

    /// The most slides per second without help.
    #[wasm_bindgen(getter)]
    pub fn best_tps(&self) -> Option<f64> {
        self.inner.best_tps
    }

    /// Averages of times: length, current and best in milliseconds, three numbers each.
    pub fn averages(&self) -> Vec<f64> {
        self.inner
            .times()
            .flat_map(|average| [average.length as f64, average.current, average.best])
            .collect()
    }
}

/// Where each sitting begins among solves, by when they ended, in their order.
#[wasm_bindgen]
pub fn sittings(ended_ms: &[f64]) -> Vec<usize> {
    game::sittings(&ended_ms.iter().map(|&ms| ms as u64).collect::<Vec<_>>())
}

/// A game looked back on, from the exact distances after 0, 1, 2 … slides.
#[wasm_bindgen]
pub struct Review {
    inner: CoreReview,
}

#[wasm_bindgen]
impl Review {
    /// Looks back; an error for an empty list.
    #[wasm_bindgen(constructor)]
    pub fn new(distances: &[u32]) -> Result<Review, JsValue> {
        Ok(Review { inner: CoreReview::of(distances).ok_or_else(|| thrown(Kind::Internal))? })
    }

    /// The slides after which the goal was farther than before.
    pub fn detours(&self) -> Vec<u32> {
        self.inner.detours.iter().map(|&index| index as u32).collect()
    }

    /// First slide, end, and slides lost of the worst stretch; empty when nothing was lost.
    pub fn worst(&self) -> Vec<u32> {
        let worst = self.inner.worst.iter();
        worst
            .flat_map(|stretch| [stretch.slides.start as u32, stretch.slides.end as u32, stretch.lost as u32])
            .collect()
    }
}
