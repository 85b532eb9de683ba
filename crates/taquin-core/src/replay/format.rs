//! Replays as bytes and as text for links. `docs/replay.md` is the specification.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::{Replay, ReplayError, Source};
use crate::prelude::*;
use crate::{Board, Direction, Goal, Moves, Shape, ShapeError, Tile};

/// The most cells of a board in a replay: 256 × 256. A few bytes claim a shape; this bounds what it costs.
pub const MAX_REPLAY_CELLS: usize = 1 << 16;

pub(super) const VERSION: u8 = 1;
const GOAL_MASK: u8 = 0b0000_0111;
const SOURCE_SHIFT: u8 = 3;
const SOURCE_MASK: u8 = 0b0000_0111;
const SOLVED: u8 = 0b0100_0000;
const UNTIMED: u8 = 0b1000_0000;
pub(super) const SPARE_FLAGS: u8 = SOLVED | UNTIMED;
const CHECKSUM_BYTES: usize = 4;

/// A replay that does not fit the format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a replay holds boards of up to {MAX_REPLAY_CELLS} cells; this one is {0}")]
pub struct EncodeError(pub Shape);

/// Why a text or bytes are not a replay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// A character that base64url does not have, or a length it cannot have.
    #[error("the replay is not base64url text (letters, digits, - and _): {0}")]
    Text(String),
    /// It ends too early.
    #[error("the replay ends too early, at byte {0}; it may have been cut when it was copied")]
    Short(usize),
    /// Bytes after the end.
    #[error("the replay has {0} bytes too many")]
    Long(usize),
    /// A later format.
    #[error("replay format {0}; this program reads formats 1 and 2")]
    Version(u8),
    /// The checksum is another.
    #[error("the replay is damaged: its checksum is {found:08x}, its bytes have {expected:08x}")]
    Checksum {
        /// What is written.
        found: u32,
        /// What it should be.
        expected: u32,
    },
    /// A number that is too large, or written in more bytes than it needs.
    #[error("the number at byte {0} is too large or not written the shortest way")]
    Number(usize),
    /// A goal or input class that the format does not have.
    #[error("the replay's second byte, {0:#04x}, names no goal or no input class")]
    Flags(u8),
    /// Bits that must be zero.
    #[error("unused bits at byte {0} are not zero")]
    Padding(usize),
    /// A shape that is none, or too large.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// A board larger than replays hold.
    #[error(transparent)]
    TooLarge(#[from] EncodeError),
    /// Tiles that are no board.
    #[error("the replay's board is none: {0}")]
    Board(#[from] crate::ArrangementError),
    /// Moves that cannot be made, or a goal that does not fit.
    #[error("the replay cannot be played: {0}")]
    Play(#[from] ReplayError),
    /// It says that it holds its start because it does not end solved, and ends solved.
    #[error("the replay ends solved but is not marked so")]
    NotCanonical,
}

impl Replay {
    /// The replay as base64url text, for a link or a line of a file.
    pub fn encode(&self) -> Result<String, EncodeError> {
        Ok(URL_SAFE_NO_PAD.encode(self.to_bytes()?))
    }

    /// Reads what [`Replay::encode`] wrote. Space around it is ignored.
    pub fn decode(text: &str) -> Result<Replay, DecodeError> {
        let bytes = URL_SAFE_NO_PAD.decode(text.trim()).map_err(|e| DecodeError::Text(e.to_string()))?;
        Replay::from_bytes(&bytes)
    }

    /// The replay as bytes.
    pub fn to_bytes(&self) -> Result<Vec<u8>, EncodeError> {
        let shape = self.start().shape();
        if shape.cells() > MAX_REPLAY_CELLS {
            return Err(EncodeError(shape));
        }
        let mut out = Writer(vec![VERSION]);
        let mut flags = head_flags(self.goal(), self.source());
        if self.ends_solved() {
            flags |= SOLVED;
        }
        if self.times_ms().is_none() {
            flags |= UNTIMED;
        }
        out.0.push(flags);
        out.shape_and_goal(shape, self.goal());
        if !self.ends_solved() {
            out.board(self.start());
        }
        out.number(self.moves().as_slice().len() as u64);
        out.packed(self.moves().iter().map(|direction| direction as u32), 2);
        let mut last = 0;
        for &time in self.times_ms().unwrap_or_default() {
            out.number(time - last);
            last = time;
        }
        Ok(out.checked())
    }

    /// Reads what [`Replay::to_bytes`] wrote, and nothing else: every replay has exactly one form.
    pub fn from_bytes(bytes: &[u8]) -> Result<Replay, DecodeError> {
        let mut input = Reader::of(bytes, VERSION)?;
        let body = input.bytes;
        let Head { flags, shape, goal, source } = input.head()?;
        let start = if flags & SOLVED == 0 { Some(input.board(shape)?) } else { None };
        let count = input.number()?;
        let moves: Moves =
            input.packed(count, 2)?.into_iter().map(|number| Direction::ALL[number as usize]).collect();
        let times = if flags & UNTIMED == 0 { Some(input.times(count)?) } else { None };
        if input.at < body.len() {
            return Err(DecodeError::Long(body.len() - input.at));
        }
        let replay = match start {
            Some(start) => Replay::new(start, goal, moves, times, source)?,
            None => {
                let goal_board = goal.board(shape).map_err(ReplayError::from)?;
                Replay::ending_solved(&goal_board, goal, moves, times, source)?
            }
        };
        if replay.ends_solved() != (flags & SOLVED != 0) {
            return Err(DecodeError::NotCanonical);
        }
        Ok(replay)
    }
}

/// The bits of the second byte that both versions share.
pub(super) fn head_flags(goal: &Goal, source: Source) -> u8 {
    let goal = match goal {
        Goal::BlankLast => 0,
        Goal::BlankFirst => 1,
        Goal::BlankAt(..) => 2,
        Goal::Snake => 3,
        Goal::Spiral => 4,
        Goal::Board(_) => 5,
    };
    goal | (source as u8) << SOURCE_SHIFT
}

/// What both versions begin with.
pub(super) struct Head {
    pub(super) flags: u8,
    pub(super) shape: Shape,
    pub(super) goal: Goal,
    pub(super) source: Source,
}

/// How many bits hold every tile number of this shape.
fn tile_bits(shape: Shape) -> u32 {
    (shape.cells() - 1).checked_ilog2().map_or(0, |log| log + 1)
}

pub(super) struct Writer(pub(super) Vec<u8>);

impl Writer {
    pub(super) fn shape_and_goal(&mut self, shape: Shape, goal: &Goal) {
        self.number(u64::from(shape.rows()));
        self.number(u64::from(shape.columns()));
        match goal {
            Goal::BlankAt(row, column) => {
                self.number(u64::from(*row));
                self.number(u64::from(*column));
            }
            Goal::Board(board) => self.board(board),
            _ => {}
        }
    }

    /// The bytes with their checksum.
    pub(super) fn checked(mut self) -> Vec<u8> {
        let checksum = crc32fast::hash(&self.0);
        self.0.extend_from_slice(&checksum.to_le_bytes());
        self.0
    }

    /// Seven bits a byte, the lowest first; the high bit says that more follow.
    pub(super) fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    /// Numbers of `bits` bits each, filling bytes from the low bit up.
    pub(super) fn packed(&mut self, numbers: impl Iterator<Item = u32>, bits: u32) {
        let (mut pending, mut held) = (0u32, 0);
        for number in numbers {
            pending |= number << held;
            held += bits;
            while held >= 8 {
                self.0.push(pending as u8);
                pending >>= 8;
                held -= 8;
            }
        }
        if held > 0 {
            self.0.push(pending as u8);
        }
    }

    pub(super) fn board(&mut self, board: &Board) {
        self.packed(board.tiles().iter().map(|tile| tile.number()), tile_bits(board.shape()));
    }
}

pub(super) struct Reader<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
}

impl Reader<'_> {
    /// A reader behind the first byte, of bytes whose version and checksum are right.
    pub(super) fn of(bytes: &[u8], version: u8) -> Result<Reader<'_>, DecodeError> {
        let body = bytes.len().checked_sub(CHECKSUM_BYTES).ok_or(DecodeError::Short(bytes.len()))?;
        let (body, checksum) = bytes.split_at(body);
        let mut input = Reader { bytes: body, at: 0 };
        let found = input.byte()?;
        if found != version {
            return Err(DecodeError::Version(found));
        }
        let expected = crc32fast::hash(body);
        let found = u32::from_le_bytes([checksum[0], checksum[1], checksum[2], checksum[3]]);
        if found != expected {
            return Err(DecodeError::Checksum { found, expected });
        }
        Ok(input)
    }

    pub(super) fn head(&mut self) -> Result<Head, DecodeError> {
        let flags = self.byte()?;
        let shape = Shape::new(self.small()?, self.small()?)?;
        if shape.cells() > MAX_REPLAY_CELLS {
            return Err(EncodeError(shape).into());
        }
        let goal = match flags & GOAL_MASK {
            0 => Goal::BlankLast,
            1 => Goal::BlankFirst,
            2 => Goal::BlankAt(self.small()?, self.small()?),
            3 => Goal::Snake,
            4 => Goal::Spiral,
            5 => Goal::Board(self.board(shape)?),
            _ => return Err(DecodeError::Flags(flags)),
        };
        let source = Source::ALL.get(usize::from(flags >> SOURCE_SHIFT & SOURCE_MASK)).copied();
        Ok(Head { flags, shape, goal, source: source.ok_or(DecodeError::Flags(flags))? })
    }

    fn byte(&mut self) -> Result<u8, DecodeError> {
        let byte = *self.bytes.get(self.at).ok_or(DecodeError::Short(self.at))?;
        self.at += 1;
        Ok(byte)
    }

    pub(super) fn number(&mut self) -> Result<u64, DecodeError> {
        let start = self.at;
        let mut number = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let part = u64::from(byte & 0x7F);
            if part << shift >> shift != part {
                return Err(DecodeError::Number(start));
            }
            number |= part << shift;
            if byte & 0x80 == 0 {
                let shortest = byte != 0 || shift == 0;
                return if shortest { Ok(number) } else { Err(DecodeError::Number(start)) };
            }
        }
        Err(DecodeError::Number(start))
    }

    pub(super) fn small(&mut self) -> Result<u32, DecodeError> {
        let start = self.at;
        u32::try_from(self.number()?).map_err(|_| DecodeError::Number(start))
    }

    /// The bytes are there before anything is allocated for what they hold.
    pub(super) fn packed(&mut self, count: u64, bits: u32) -> Result<Vec<u32>, DecodeError> {
        let length = count.checked_mul(u64::from(bits)).map(|total| total.div_ceil(8));
        let end = length.and_then(|l| usize::try_from(l).ok()).and_then(|l| self.at.checked_add(l));
        let field = end.and_then(|end| self.bytes.get(self.at..end));
        let field = field.ok_or(DecodeError::Short(self.bytes.len()))?;
        self.at += field.len();
        let mut rest = field.iter();
        let (mut pending, mut held) = (0u32, 0);
        let numbers = (0..count).map(|_| {
            while held < bits {
                pending |= rest.next().map_or(0, |&byte| u32::from(byte)) << held;
                held += 8;
            }
            let number = pending & ((1 << bits) - 1);
            pending >>= bits;
            held -= bits;
            number
        });
        let numbers = numbers.collect();
        if pending != 0 {
            return Err(DecodeError::Padding(self.at - 1));
        }
        Ok(numbers)
    }

    pub(super) fn board(&mut self, shape: Shape) -> Result<Board, DecodeError> {
        let numbers = self.packed(shape.cells() as u64, tile_bits(shape))?;
        Ok(Board::new(shape, numbers.into_iter().map(Tile::new).collect::<Vec<_>>())?)
    }

    pub(super) fn times(&mut self, count: u64) -> Result<Vec<u64>, DecodeError> {
        // `count` moves have been read, so it is no empty claim.
        let mut times = Vec::with_capacity(count as usize);
        let mut time = 0u64;
        for _ in 0..count {
            let start = self.at;
            time = time.checked_add(self.number()?).ok_or(DecodeError::Number(start))?;
            times.push(time);
        }
        Ok(times)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board;

    fn fast_solve() -> Replay {
        let moves: Moves = "DRULDRULURDDLURULDRRDLUULD".parse().unwrap();
        let goal = Goal::BlankLast.board("4x4".parse().unwrap()).unwrap();
        let times = (0..26).map(|i| i * 127).collect();
        // Some walk of 26 legal slides that ends solved: walked backwards from the goal.
        let moves = legal_backwards(&goal, moves.as_slice());
        Replay::ending_solved(&goal, Goal::BlankLast, moves, Some(times), Source::Hover).unwrap()
    }

    fn legal_backwards(goal: &Board, wishes: &[Direction]) -> Moves {
        let mut board = goal.clone();
        let mut slides = Vec::new();
        for &wish in wishes.iter().rev() {
            let back = [wish, wish.transposed(), wish.opposite(), wish.transposed().opposite()];
            let way = back.into_iter().find(|d| board.source(*d).is_some()).unwrap();
            board.slide(way);
            slides.push(way.opposite());
        }
        slides.reverse();
        Moves::from(slides)
    }

    #[test]
    fn a_fast_solve_of_26_moves_fits_in_64_characters() {
        let text = fast_solve().encode().unwrap();
        assert_eq!(text.len(), 56);
        assert_eq!(Replay::decode(&text).unwrap(), fast_solve());
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn every_goal_source_and_kind_of_replay_reads_back_as_itself() {
        for size in ["1x1", "1x2", "2x2", "3x3", "2x5", "4x4", "7x9", "17x16"] {
            let shape: Shape = size.parse().unwrap();
            let snake = Goal::Snake.board(shape).unwrap();
            for goal in [
                Goal::BlankLast,
                Goal::BlankFirst,
                Goal::BlankAt(shape.rows() - 1, shape.columns() / 2),
                Goal::Snake,
                Goal::Spiral,
                Goal::Board(snake),
            ] {
                let goal_board = goal.board(shape).unwrap();
                for source in Source::ALL {
                    let wishes: Vec<_> = (0..50).map(|i| Direction::ALL[i * i % 7 % 4]).collect();
                    let can_move = shape.cells() > 1;
                    let moves =
                        if can_move { legal_backwards(&goal_board, &wishes) } else { Moves::default() };
                    let count = moves.as_slice().len() as u64;
                    let times: Vec<u64> = (0..count).map(|i| i * i * 1000).collect();
                    let solved =
                        Replay::ending_solved(&goal_board, goal.clone(), moves, Some(times), source).unwrap();
                    let half: Moves = solved.moves().iter().take(20).collect();
                    let open = Replay::new(solved.start().clone(), goal.clone(), half, None, source).unwrap();
                    for replay in [solved, open] {
                        let text = replay.encode().unwrap();
                        assert_eq!(Replay::decode(&text).as_ref(), Ok(&replay), "{size} {goal} {text}");
                    }
                }
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn every_single_flipped_bit_and_every_cut_is_noticed() {
        let bytes = fast_solve().to_bytes().unwrap();
        for i in 0..bytes.len() * 8 {
            let mut damaged = bytes.clone();
            damaged[i / 8] ^= 1 << (i % 8);
            assert!(Replay::from_bytes(&damaged).is_err());
        }
        for length in 0..bytes.len() {
            assert!(Replay::from_bytes(&bytes[..length]).is_err());
        }
    }

    /// Bytes with a right checksum, so that what lies behind it is tested too.
    fn checked(body: &[u8]) -> Result<Replay, DecodeError> {
        let mut bytes = body.to_vec();
        bytes.extend_from_slice(&crc32fast::hash(body).to_le_bytes());
        Replay::from_bytes(&bytes)
    }

    #[test]
    fn bytes_with_a_right_checksum_can_still_be_wrong() {
        use DecodeError as E;
        assert_eq!(checked(&[]), Err(E::Short(0)));
        assert_eq!(checked(&[2, 0x40, 3, 3, 0]), Err(E::Version(2)));
        assert_eq!(checked(&[1, 0x46, 3, 3, 0]), Err(E::Flags(0x46)), "no such goal");
        assert_eq!(checked(&[1, 0x78, 3, 3, 0]), Err(E::Flags(0x78)), "no such input class");
        assert!(matches!(checked(&[1, 0x40, 0, 3, 0]), Err(E::Shape(_))));
        assert!(matches!(checked(&[1, 0x40, 0x81, 2, 0x80, 2, 0]), Err(E::TooLarge(_))), "257x256");
        assert_eq!(checked(&[1, 0x40, 0x83, 0, 3, 0]), Err(E::Number(2)), "3 in two bytes");
        assert_eq!(checked(&[1, 0x40, 3, 3, 0xFF, 0xFF, 0xFF, 0x7F]), Err(E::Short(8)), "a claimed length");
        assert_eq!(checked(&[1, 0xC0, 3, 3, 1, 0xFE]), Err(E::Padding(5)));
        assert!(
            matches!(checked(&[1, 0xC0, 3, 3, 1, 1]), Err(E::Play(_))),
            "no slide down ends with the blank in the last row"
        );
        assert_eq!(checked(&[1, 0xC0, 3, 3, 1, 2, 0]), Err(E::Long(1)));
        assert_eq!(checked(&[1, 0xC0, 3, 3, 1, 2, 0, 0, 0]), Err(E::Long(3)));
        assert!(matches!(checked(&[1, 0x80, 2, 2, 0b0000_0101, 0, 0]), Err(E::Board(_))));
        assert_eq!(checked(&[1, 0x80, 2, 2, 0b0011_1001, 0]), Err(E::NotCanonical));
        assert!(matches!(checked(&[1, 0x42, 2, 2, 2, 0, 0]), Err(E::Play(_))), "blank outside");
        let overflow = [&[1, 0x40, 2, 2, 2, 0b1110][..], &[0xFF; 9], &[1], &[0xFF; 9], &[1]].concat();
        assert!(matches!(checked(&overflow), Err(E::Number(_))));
    }

    #[test]
    fn text_that_is_no_replay_is_refused() {
        for bad in ["", "A", "AAAA", "====", "héllo", "AUgDAwIKALQBqFmlXg=", "AUgDAwIKALQBqFmlXh"] {
            assert!(Replay::decode(bad).is_err(), "{bad}");
        }
        assert!(Replay::decode(" AUgDAwIKALQBqFmlXg\n").is_ok());
    }

    #[test]
    fn the_first_illegal_move_is_told_by_its_place() {
        let goal = board("1 2 / 3 _");
        let moves: Moves = "LUD".parse().unwrap();
        let error = Replay::ending_solved(&goal, Goal::BlankLast, moves, None, Source::Unknown);
        assert!(matches!(error, Err(ReplayError::Illegal(e)) if e.index == 2), "{error:?}");
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn a_board_of_65_536_cells_is_held_and_one_of_more_is_not() {
        let replay = |size: &str| {
            let goal = Goal::BlankLast.board(size.parse().unwrap()).unwrap();
            Replay::new(goal, Goal::Spiral, "RR".parse().unwrap(), None, Source::Unknown).unwrap()
        };
        for size in ["256x256", "2x32768"] {
            let bytes = replay(size).to_bytes().unwrap();
            assert_eq!(Replay::from_bytes(&bytes).as_ref(), Ok(&replay(size)), "{size}");
        }
        for size in ["65537x1", "2x32769", "257x256", "1000x1000"] {
            let shape: Shape = size.parse().unwrap();
            assert_eq!(replay_of_one_slide(shape).to_bytes(), Err(EncodeError(shape)), "{size}");
        }
    }

    fn replay_of_one_slide(shape: Shape) -> Replay {
        let start = Goal::BlankLast.board(shape).unwrap();
        Replay::new(start, Goal::BlankLast, "D".parse().unwrap(), None, Source::Unknown).unwrap()
    }
}
