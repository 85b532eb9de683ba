//! Everything a player did on a board, and when: version 2 of the format.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::format::{self, Head, MAX_REPLAY_CELLS, Reader, SPARE_FLAGS, Writer};
use super::{DecodeError, EncodeError, Replay, ReplayError, Source};
use crate::game::{DealError, Event, Game, Input, Push, Refusal};
use crate::prelude::*;
use crate::{Board, Direction, Goal};

const RECORD_VERSION: u8 = 2;
/// How many bits tell what was done.
const ACT_BITS: u32 = 4;

/// One thing that a player did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// Pushed one tile, or several in a line, one cell.
    Push(Push),
    /// Took the last push back.
    Undo,
    /// Did again what was taken back.
    Redo,
    /// Took everything back.
    UndoAll,
    /// Stopped the clock.
    Pause,
    /// Let it run on.
    Resume,
    /// Asked for a hint.
    Hint,
}

/// What a player did on a board, in order, each thing with its time: milliseconds since the board was shown, pauses counted.
///
/// It is a claim: its times never fall, but whether its pushes can be made only [`Record::play`] says.
///
/// ```
/// use taquin_core::game::Push;
/// use taquin_core::replay::{Act, Record, Source};
/// use taquin_core::{Board, Direction, Goal};
///
/// let start: Board = "1 2 3/4 5 6/0 7 8".parse()?;
/// let left = Act::Push(Push { direction: Direction::Left, tiles: 1 });
/// let acts = vec![(left, 900), (Act::Undo, 1200), (Act::Redo, 1300), (left, 1500)];
/// let record = Record::new(start, Goal::BlankLast, Source::Keys, acts)?;
/// assert_eq!(Record::decode(&record.encode()?)?, record);
/// assert_eq!(record.play()?.solve().map(|solve| (solve.time_ms, solve.undos)), Some((600, 1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    start: Board,
    goal: Goal,
    source: Source,
    acts: Vec<(Act, u64)>,
}

/// Why parts are no [`Record`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// Something that comes before what was done before it.
    #[error("input {} is earlier than the input before it", .0.saturating_add(1))]
    TimesFall(usize),
    /// A push of no tile.
    #[error("input {} pushes no tile", .0.saturating_add(1))]
    NoTile(usize),
}

/// Why a record cannot be played.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unplayable {
    /// There is no game on its board.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// Something was done that cannot be done there.
    #[error("input {}: {why}", .index.saturating_add(1))]
    Refused {
        /// Which input, from 0.
        index: usize,
        /// What the game said.
        why: Refusal,
    },
}

impl Record {
    /// A record of these acts.
    pub fn new(
        start: Board,
        goal: Goal,
        source: Source,
        acts: Vec<(Act, u64)>,
    ) -> Result<Record, RecordError> {
        let none = |(act, _): &(Act, u64)| matches!(act, Act::Push(push) if push.tiles == 0);
        if let Some(index) = acts.iter().position(none) {
            return Err(RecordError::NoTile(index));
        }
        if let Some(index) = (1..acts.len()).find(|&i| acts[i].1 < acts[i - 1].1) {
            return Err(RecordError::TimesFall(index));
        }
        Ok(Record { start, goal, source, acts })
    }

    /// The record that a replay of version 1 amounts to: its slides, one by one; `None` without times.
    #[must_use]
    pub fn of_replay(replay: &Replay) -> Option<Record> {
        let slides = replay.moves().iter().map(|direction| Act::Push(Push { direction, tiles: 1 }));
        let acts = slides.zip(replay.times_ms()?.iter().copied()).collect();
        let (start, goal) = (replay.start().clone(), replay.goal().clone());
        Some(Record { start, goal, source: replay.source(), acts })
    }

    /// The board it begins with.
    #[must_use]
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The goal as it was named.
    #[must_use]
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// What it was played with.
    #[must_use]
    pub fn source(&self) -> Source {
        self.source
    }

    /// What was done, and when.
    #[must_use]
    pub fn acts(&self) -> &[(Act, u64)] {
        &self.acts
    }

    /// When the last thing was done; 0 when nothing was.
    #[must_use]
    pub fn end_ms(&self) -> u64 {
        self.acts.last().map_or(0, |&(_, at_ms)| at_ms)
    }

    /// The game that it tells; whether it ends solved is for the caller to look at.
    pub fn play(&self) -> Result<Game, Unplayable> {
        let mut game = Game::of_board(self.start.clone(), &self.goal)?;
        for (index, &(act, at_ms)) in self.acts.iter().enumerate() {
            let input = input_of(act, game.board()).map_err(|why| Unplayable::Refused { index, why })?;
            if let Some(Event::Refused(why)) = game.play(input, self.source, at_ms).pop() {
                return Err(Unplayable::Refused { index, why });
            }
        }
        Ok(game)
    }

    /// The line of play alone.
    pub fn replay(&self) -> Result<Replay, Unplayable> {
        Ok(self.play()?.replay())
    }

    /// The record as base64url text.
    pub fn encode(&self) -> Result<String, EncodeError> {
        Ok(URL_SAFE_NO_PAD.encode(self.to_bytes()?))
    }

    /// Reads what [`Record::encode`] wrote, or a replay of version 1 with its times. Space around it is ignored.
    pub fn decode(text: &str) -> Result<Record, DecodeError> {
        let bytes = URL_SAFE_NO_PAD.decode(text.trim()).map_err(|e| DecodeError::Text(e.to_string()))?;
        Record::from_bytes(&bytes)
    }

    /// The record as bytes.
    pub fn to_bytes(&self) -> Result<Vec<u8>, EncodeError> {
        let shape = self.start.shape();
        if shape.cells() > MAX_REPLAY_CELLS {
            return Err(EncodeError(shape));
        }
        let mut out = Writer(vec![RECORD_VERSION, format::head_flags(&self.goal, self.source)]);
        out.shape_and_goal(shape, &self.goal);
        out.board(&self.start);
        out.number(self.acts.len() as u64);
        out.packed(self.acts.iter().map(|&(act, _)| code_of(act)), ACT_BITS);
        for &(act, _) in &self.acts {
            if let Act::Push(Push { tiles: 2.., .. }) = act {
                out.number(u64::from(tiles_of(act) - 2));
            }
        }
        let mut last = 0;
        for &(_, at_ms) in &self.acts {
            out.number(at_ms - last);
            last = at_ms;
        }
        Ok(out.checked())
    }

    /// Reads what [`Record::to_bytes`] wrote: every record has exactly one form in version 2. Version 1 is read, too.
    pub fn from_bytes(bytes: &[u8]) -> Result<Record, DecodeError> {
        if bytes.first() == Some(&format::VERSION) {
            let replay = Replay::from_bytes(bytes)?;
            let moves = replay.moves().as_slice().len();
            let untimed = || ReplayError::TimesCount { moves, times: 0 };
            return Ok(Record::of_replay(&replay).ok_or_else(untimed)?);
        }
        let mut input = Reader::of(bytes, RECORD_VERSION)?;
        let Head { flags, shape, goal, source } = input.head()?;
        if flags & SPARE_FLAGS != 0 {
            return Err(DecodeError::Flags(flags));
        }
        let start = input.board(shape)?;
        let count = input.number()?;
        let at = input.at;
        let codes = input.packed(count, ACT_BITS)?;
        let mut acts = Vec::with_capacity(codes.len());
        for code in codes {
            acts.push(match code {
                0..=3 => Act::Push(Push { direction: Direction::ALL[code as usize], tiles: 1 }),
                4 => Act::Undo,
                5 => Act::Redo,
                6 => Act::UndoAll,
                7 => Act::Pause,
                8 => Act::Resume,
                9 => Act::Hint,
                10..=13 => {
                    let start = input.at;
                    let tiles = input.small()?.checked_add(2).ok_or(DecodeError::Number(start))?;
                    Act::Push(Push { direction: Direction::ALL[code as usize - 10], tiles })
                }
                _ => return Err(DecodeError::Padding(at)),
            });
        }
        let times = input.times(count)?;
        if input.at < input.bytes.len() {
            return Err(DecodeError::Long(input.bytes.len() - input.at));
        }
        goal.board(shape).map_err(ReplayError::from)?;
        Ok(Record { start, goal, source, acts: acts.into_iter().zip(times).collect() })
    }
}

fn tiles_of(act: Act) -> u32 {
    if let Act::Push(push) = act { push.tiles } else { 0 }
}

fn code_of(act: Act) -> u32 {
    match act {
        Act::Push(Push { direction, tiles: 0 | 1 }) => direction as u32,
        Act::Undo => 4,
        Act::Redo => 5,
        Act::UndoAll => 6,
        Act::Pause => 7,
        Act::Resume => 8,
        Act::Hint => 9,
        Act::Push(Push { direction, .. }) => 10 + direction as u32,
    }
}

/// What the game is told for it.
fn input_of(act: Act, board: &Board) -> Result<Input, Refusal> {
    Ok(match act {
        Act::Push(Push { direction, tiles: 0 | 1 }) => Input::Slide(direction),
        Act::Push(Push { direction, tiles }) => {
            // The farthest tile of a push stands so many cells from the blank, against the way they go.
            let (shape, blank) = (board.shape(), board.blank());
            let (row, column) = (shape.row(blank), shape.column(blank));
            let place = match direction {
                Direction::Up => row.checked_add(tiles).map(|row| (row, column)),
                Direction::Down => row.checked_sub(tiles).map(|row| (row, column)),
                Direction::Left => column.checked_add(tiles).map(|column| (row, column)),
                Direction::Right => column.checked_sub(tiles).map(|column| (row, column)),
            };
            let cell = place.and_then(|(row, column)| shape.cell(row, column));
            Input::Push(cell.ok_or(Refusal::AtTheEdge(direction))?)
        }
        Act::Undo => Input::Undo,
        Act::Redo => Input::Redo,
        Act::UndoAll => Input::UndoAll,
        Act::Pause => Input::Pause,
        Act::Resume => Input::Resume,
        Act::Hint => Input::Hint,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board;
    use crate::game::Status;

    fn push(direction: Direction, tiles: u32) -> Act {
        Act::Push(Push { direction, tiles })
    }

    fn everything() -> Record {
        let acts = [
            push(Direction::Left, 2),
            Act::Undo,
            Act::Redo,
            Act::Hint,
            Act::UndoAll,
            push(Direction::Left, 1),
            Act::Pause,
            Act::Resume,
            push(Direction::Left, 1),
            push(Direction::Up, 1),
        ];
        let times = [1_000, 1_200, 1_200, 1_300, 90_000, 90_001, 90_130, 200_000, 200_500, 200_900];
        let start = board("1 2 3 / _ 4 5 / 7 8 6");
        Record::new(start, Goal::BlankLast, Source::Touch, acts.into_iter().zip(times).collect()).unwrap()
    }

    #[test]
    fn a_record_holds_what_was_taken_back_paused_and_asked() {
        let record = everything();
        let text = record.encode().unwrap();
        assert_eq!(text, "AiADAyEDVIcGCkyVJocCAOgHyAEAZPy0BQGBAa7aBvQDkAOOcwP0");
        assert!(include_str!("../../../../docs/replay.md").contains(&text), "the page has this vector");
        assert_eq!(Record::decode(&text).as_ref(), Ok(&record));
        let game = record.play().unwrap();
        assert_eq!(game.status(), Status::Solved);
        let solve = game.solve().unwrap();
        assert_eq!((solve.stm, solve.hints, solve.undos), (3, 1, 2));
        assert_eq!(solve.time_ms, 200_900 - 1_000 - (200_000 - 90_130));
        assert_eq!(record.replay().unwrap().moves().to_string(), "L2U");
    }

    #[test]
    fn version_1_reads_as_the_slides_it_has() {
        let record = Record::decode("AUgDAwIKALQBqFmlXg").unwrap();
        let left = push(Direction::Left, 1);
        assert_eq!((record.acts(), record.source()), (&[(left, 0), (left, 180)][..], Source::Keys));
        assert_eq!(record.replay().unwrap().encode().unwrap(), "AUgDAwIKALQBqFmlXg");
        assert!(matches!(Record::decode("AbECAuQEcpkiyE4"), Err(DecodeError::Play(_))), "untimed");
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn every_flipped_bit_and_every_cut_is_noticed() {
        let bytes = everything().to_bytes().unwrap();
        for i in 0..bytes.len() * 8 {
            let mut damaged = bytes.clone();
            damaged[i / 8] ^= 1 << (i % 8);
            assert!(Record::from_bytes(&damaged).is_err());
        }
        for length in 0..bytes.len() {
            assert!(Record::from_bytes(&bytes[..length]).is_err());
        }
    }

    #[test]
    fn bytes_with_a_right_checksum_can_still_be_wrong() {
        use DecodeError as E;
        let checked = |body: &[u8]| Record::from_bytes(&Writer(body.to_vec()).checked());
        let start = [2, 0x08, 2, 2, 0b0011_1001];
        let with = |rest: &[u8]| checked(&[&start[..], rest].concat());
        assert!(with(&[0]).is_ok());
        assert_eq!(checked(&[3, 0, 2, 2]), Err(E::Version(3)));
        assert_eq!(checked(&[2, 0x48, 2, 2, 0b0011_1001, 0]), Err(E::Flags(0x48)), "spare bits");
        assert_eq!(with(&[1, 0x0E, 0]), Err(E::Padding(6)), "no such act");
        assert_eq!(with(&[1, 0x10, 0]), Err(E::Padding(6)), "bits left over");
        assert_eq!(with(&[1, 0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0]), Err(E::Number(7)), "too many tiles");
        assert_eq!(with(&[0xFF, 0xFF, 0xFF, 0x7F]), Err(E::Short(9)), "a claimed length");
        assert_eq!(with(&[1, 0x04, 0, 0]), Err(E::Long(1)));
        assert_eq!(with(&[1, 0x04, 0, 0, 0, 0]), Err(E::Long(3)));
        let late = [&[2, 0x44][..], &[0xFF; 9], &[1], &[1]].concat();
        assert!(matches!(with(&late), Err(E::Number(_))), "a time past the last one there is");
        assert!(matches!(checked(&[2, 0x02, 2, 2, 2, 0, 0b0011_1001, 0]), Err(E::Play(_))), "blank outside");
    }

    #[test]
    fn what_cannot_be_done_is_told_by_its_place() {
        let start = board("1 2 3 / 4 5 6 / _ 7 8");
        for (act, why) in [
            (push(Direction::Right, 1), Refusal::AtTheEdge(Direction::Right)),
            (push(Direction::Left, 3), Refusal::AtTheEdge(Direction::Left)),
            (push(Direction::Down, u32::MAX), Refusal::AtTheEdge(Direction::Down)),
            (push(Direction::Up, 2), Refusal::AtTheEdge(Direction::Up)),
            (Act::Undo, Refusal::NothingToUndo),
            (Act::Resume, Refusal::NotPaused),
        ] {
            let acts = vec![(Act::Hint, 1), (act, 2)];
            let record = Record::new(start.clone(), Goal::BlankLast, Source::Keys, acts).unwrap();
            let told = record.play().unwrap_err();
            assert!(matches!(told, Unplayable::Refused { index: 1, why: w } if w == why), "{act:?}: {told}");
        }
        let falls =
            Record::new(start.clone(), Goal::BlankLast, Source::Keys, vec![(Act::Hint, 2), (Act::Hint, 1)]);
        assert_eq!(falls, Err(RecordError::TimesFall(1)));
        let none = Record::new(start, Goal::BlankLast, Source::Keys, vec![(push(Direction::Left, 0), 1)]);
        assert_eq!(none, Err(RecordError::NoTile(0)));
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn a_board_of_65_536_cells_is_held_and_one_of_more_is_not() {
        let record = |size: &str| {
            let start = Goal::BlankLast.board(size.parse().unwrap()).unwrap();
            Record::new(start, Goal::BlankLast, Source::Keys, vec![(push(Direction::Down, 1), 5)]).unwrap()
        };
        let bytes = record("256x256").to_bytes().unwrap();
        assert_eq!(Record::from_bytes(&bytes), Ok(record("256x256")));
        for size in ["65537x1", "257x256", "1000x1000"] {
            assert_eq!(record(size).to_bytes(), Err(EncodeError(size.parse().unwrap())), "{size}");
        }
    }
}
