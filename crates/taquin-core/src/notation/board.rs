//! Boards as text.
//!
//! Rows are separated by `/` or line ends, cells by spaces, tabs or commas; the blank is `0`, `_` or `.`.
//! A flat list of n² numbers (one line, or one number per line) is n×n, and so are sixteen numbers in any
//! spacing, as programs read them from standard input. JSON arrays, nested or flat, are read too.
//! With a size given, any layout of the right count is taken.
//!
//! A board is printed as `1 2 3/4 5 6/7 8 0`, and one of a single row as `[[1,2,3,0]]`: what is printed reads back as
//! itself, whatever the shape.
//!
//! [`BoardReader`] takes the text in pieces and keeps only the tiles, so that a bad or endless stream is
//! refused after what it cost to find out.

use core::fmt;
use core::str::FromStr;

use crate::board::{ArrangementError, Board, Tile};
use crate::prelude::*;
use crate::shape::{MAX_CELLS, Shape, ShapeError};

/// Longest token kept for a message.
const TOKEN_BYTES: usize = 24;
/// Text may hold this much, and `BYTES_PER_CELL` more for every cell read, before it counts as endless.
const FREE_BYTES: u64 = 1 << 20;
const BYTES_PER_CELL: u64 = 16;
const BYTE_ORDER_MARK: [u8; 3] = [0xEF, 0xBB, 0xBF];

/// Why a text is not a board. Rows and columns are told from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// There is nothing to read.
    #[error("the board is empty; write rows such as 1 2 3/4 5 6/7 8 0")]
    Empty,
    /// A word that is neither a number nor the blank.
    #[error(
        "{token} in row {row} column {column} is not a tile; write 1, 2, 3 … and 0, _ or . for the blank"
    )]
    Token {
        /// The beginning of the word, quoted and escaped.
        token: String,
        /// Its row.
        row: u32,
        /// Its column.
        column: u32,
    },
    /// A separator with nothing beside it.
    #[error(
        "the {separator:?} near row {row} column {column} separates nothing; remove it or fill in what is missing"
    )]
    Dangling {
        /// The separator.
        separator: char,
        /// Its row.
        row: u32,
        /// The cell it stands beside.
        column: u32,
    },
    /// Rows of different lengths.
    #[error("row {row} has {found} cells where the first row has {expected}")]
    Ragged {
        /// The first row that differs.
        row: u32,
        /// Its length.
        found: u32,
        /// The first row's length.
        expected: u32,
    },
    /// A flat list that fills no square.
    #[error("{0} numbers in a flat list fill no square board; separate the rows with / or give the size")]
    NotSquare(usize),
    /// Brackets or commas that are not JSON arrays of numbers.
    #[error("{found} in row {row} is not JSON here; write [[1,2],[3,0]] or [1,2,3,0]")]
    Json {
        /// What stands there.
        found: String,
        /// In which row.
        row: u32,
    },
    /// Brackets that are never closed.
    #[error("the end of the text in row {row} is not JSON here; write [[1,2],[3,0]] or [1,2,3,0]")]
    JsonEnds {
        /// The last row.
        row: u32,
    },
    /// Text in an encoding other than UTF-8.
    #[error("the text begins like UTF-16; save it as UTF-8")]
    Utf16,
    /// More text than any board needs.
    #[error("the text is too long for a board: {bytes} bytes hold only {cells} cells")]
    TooLong {
        /// Bytes read.
        bytes: u64,
        /// Cells found in them.
        cells: usize,
    },
    /// More cells than a board can have.
    #[error("more than {MAX_CELLS} cells; no board is larger")]
    TooManyCells,
    /// Rows and columns that are no shape.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The numbers are not the tiles of a board.
    #[error(transparent)]
    Arrangement(#[from] ArrangementError),
}

/// Reads one board, of this size if one is given.
///
/// ```
/// use taquin_core::{Shape, notation::read_board};
/// assert_eq!(read_board("1,2,3\n4,5,_", None)?.shape(), Shape::new(2, 3)?);
/// assert_eq!(read_board("[1, 2, 3, 0]", Some(Shape::new(1, 4)?))?.to_string(), "[[1,2,3,0]]");
/// assert!(read_board("1 2 3 4 5 0", None).is_err(), "six numbers in a row are no square");
/// # Ok::<(), taquin_core::BoardError>(())
/// ```
pub fn read_board(text: &str, size: Option<Shape>) -> Result<Board, BoardError> {
    let mut reader = BoardReader::new(size);
    reader.feed(text.as_bytes())?;
    reader.finish()
}

impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Board, BoardError> {
        read_board(text, None)
    }
}

impl fmt::Display for Board {
    /// The printed form: `1 2 3/4 5 6/7 8 0`.
    ///
    /// A board of one row is printed as `[[1,2,3,0]]`: `1 2 3 0` is a flat list, and would be read as 2×2. So every
    /// board reads back as itself.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one_row = self.shape().rows() == 1 && self.shape().columns() > 1;
        let (open, separator, close) = if one_row { ("[[", ",", "]]") } else { ("", " ", "") };
        f.write_str(open)?;
        for (r, row) in self.rows().enumerate() {
            for (c, tile) in row.iter().enumerate() {
                let separator = match (r, c) {
                    (0, 0) => "",
                    (_, 0) => "/",
                    _ => separator,
                };
                write!(f, "{separator}{tile}")?;
            }
        }
        f.write_str(close)
    }
}

/// Reads a board from text that arrives in pieces.
#[derive(Debug)]
pub struct BoardReader {
    size: Option<Shape>,
    tiles: Vec<Tile>,
    rows: Rows,
    token: Token,
    form: Form,
    bytes: u64,
    /// How much of a byte-order mark has been seen; 3 once the text has begun.
    mark: u64,
}

/// What has been seen of the layout: enough to tell a rectangle from a flat list, in constant space.
#[derive(Debug, Default)]
struct Rows {
    ended: u32,
    first: u32,
    /// Cells in the row that is being read.
    current: u32,
    ragged: Option<(u32, u32)>,
    /// A `,` waits for the cell after it.
    comma: bool,
    /// A `/` waits for the row after it.
    slash: bool,
    /// Some rows were told apart by `/` or by JSON brackets, so the layout is meant.
    explicit: bool,
}

#[derive(Debug, Default)]
struct Token {
    start: [u8; TOKEN_BYTES],
    length: usize,
}

/// Which grammar the text follows; the first character decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Unknown,
    Text,
    Json { depth: u8, nested: bool, value_next: bool, closed: bool },
}

impl BoardReader {
    /// A reader for one board, of this size if one is given.
    pub fn new(size: Option<Shape>) -> BoardReader {
        BoardReader {
            size,
            tiles: Vec::with_capacity(size.map_or(16, Shape::cells).min(1 << 12)),
            rows: Rows::default(),
            token: Token::default(),
            form: Form::Unknown,
            bytes: 0,
            mark: 0,
        }
    }

    /// Takes the next piece. An error is final.
    pub fn feed(&mut self, mut piece: &[u8]) -> Result<(), BoardError> {
        // A byte-order mark is passed over; it may arrive in pieces, each byte where it is due.
        while let [first, rest @ ..] = piece {
            match (self.bytes, *first) {
                (0, 0xFE | 0xFF) => return Err(BoardError::Utf16),
                (at @ 0..=2, byte) if self.mark == at && byte == BYTE_ORDER_MARK[at as usize] => {
                    self.mark += 1;
                }
                _ => break,
            }
            self.bytes += 1;
            piece = rest;
        }
        if !piece.is_empty() {
            self.end_mark()?;
        }
        self.bytes += piece.len() as u64;
        self.take(piece)?;
        if self.bytes > FREE_BYTES + BYTES_PER_CELL * self.tiles.len() as u64 {
            return Err(BoardError::TooLong { bytes: self.bytes, cells: self.tiles.len() });
        }
        Ok(())
    }

    /// What began like a byte-order mark and was none is text.
    fn end_mark(&mut self) -> Result<(), BoardError> {
        match core::mem::replace(&mut self.mark, 3) {
            part @ 1..=2 => self.take(&BYTE_ORDER_MARK[..part as usize]),
            _ => Ok(()),
        }
    }

    /// The board, now that the text has ended.
    pub fn finish(mut self) -> Result<Board, BoardError> {
        self.end_mark()?;
        self.end_token()?;
        if let Form::Json { closed: false, .. } = self.form {
            return Err(BoardError::JsonEnds { row: self.rows.ended + 1 });
        }
        self.rows.end_line()?;
        if self.rows.slash {
            return Err(self.rows.dangling('/'));
        }
        let shape = self.layout()?;
        Ok(Board::new(shape, self.tiles)?)
    }

    #[inline]
    fn take(&mut self, piece: &[u8]) -> Result<(), BoardError> {
        let mut rest = piece;
        while let Some((&byte, after)) = rest.split_first() {
            // Numbers are nearly all of a long text: read them, and the space after, without the token.
            if byte.is_ascii_digit() && self.token.length == 0 {
                let digits = after.iter().take(8).take_while(|b| b.is_ascii_digit()).count() + 1;
                let separator = rest.get(digits);
                if digits < 9 && matches!(separator, Some(b' ' | b'\n' | b'/' | b',')) {
                    let number = rest[..digits].iter().fold(0, |n, d| n * 10 + u32::from(d - b'0'));
                    self.push(Tile::new(number))?;
                    rest = &rest[digits + usize::from(separator == Some(&b' '))..];
                    continue;
                }
            }
            self.step(byte)?;
            rest = after;
        }
        Ok(())
    }

    #[inline]
    fn step(&mut self, byte: u8) -> Result<(), BoardError> {
        match byte {
            b' ' | b'\t' | b'\r' => self.end_token(),
            b'\n' => {
                self.end_token()?;
                if matches!(self.form, Form::Json { .. }) { Ok(()) } else { self.rows.end_line() }
            }
            b',' | b'/' | b'[' | b']' => {
                self.end_token()?;
                self.punctuation(byte)
            }
            _ => {
                self.token.push(byte);
                Ok(())
            }
        }
    }

    fn punctuation(&mut self, byte: u8) -> Result<(), BoardError> {
        if self.form == Form::Unknown {
            self.form = match byte {
                b'[' => Form::Json { depth: 0, nested: false, value_next: true, closed: false },
                _ => Form::Text,
            };
        }
        if let Form::Json { depth, nested, value_next, closed } = &mut self.form {
            match (byte, *depth) {
                (b'[', 0) if !*closed => *depth = 1,
                (b'[', 1) if *value_next && (*nested || self.tiles.is_empty()) => {
                    (*depth, *nested) = (2, true);
                }
                (b']', 2) if !*value_next => {
                    *depth = 1;
                    self.rows.explicit = true;
                    return self.rows.end_line();
                }
                (b']', 1) if !*value_next => (*depth, *closed) = (0, true),
                (b',', 1 | 2) if !*value_next => *value_next = true,
                _ => return Err(self.not_json(&format!("{:?}", byte as char))),
            }
            return Ok(());
        }
        match byte {
            b',' => self.rows.comma(),
            b'/' => self.rows.slash(),
            _ => {
                self.token.push(byte);
                self.end_token()
            }
        }
    }

    fn end_token(&mut self) -> Result<(), BoardError> {
        if self.token.length == 0 {
            return Ok(());
        }
        let token = core::mem::take(&mut self.token);
        match token.tile() {
            Some(tile) => self.push(tile),
            None => Err(BoardError::Token {
                token: token.quoted(),
                row: self.rows.ended + 1,
                column: self.rows.current + 1,
            }),
        }
    }

    #[inline]
    fn push(&mut self, tile: Tile) -> Result<(), BoardError> {
        match &mut self.form {
            Form::Unknown => self.form = Form::Text,
            Form::Text => {}
            Form::Json { depth, nested, value_next, .. } => {
                if !*value_next || *depth != 1 + u8::from(*nested) {
                    return Err(self.not_json(&tile.to_string()));
                }
                *value_next = false;
            }
        }
        if self.tiles.len() == MAX_CELLS as usize {
            return Err(BoardError::TooManyCells);
        }
        self.rows.comma = false;
        self.rows.slash = false;
        self.rows.current += 1;
        self.tiles.push(tile);
        Ok(())
    }

    fn not_json(&self, found: &str) -> BoardError {
        BoardError::Json { found: found.into(), row: self.rows.ended + 1 }
    }

    /// The shape that the rows make.
    fn layout(&self) -> Result<Shape, BoardError> {
        let (count, rows) = (self.tiles.len(), &self.rows);
        if let Some(size) = self.size {
            return Ok(size); // `Board::new` compares the counts.
        }
        if count == 0 {
            return Err(BoardError::Empty);
        }
        let flat = !rows.explicit && (rows.ended == 1 || (rows.first == 1 && rows.ragged.is_none()));
        let any_spacing = !rows.explicit && rows.ragged.is_some() && count == 16;
        if flat || any_spacing {
            let side = count.isqrt();
            if side * side != count {
                return Err(BoardError::NotSquare(count));
            }
            return Ok(Shape::new(side as u32, side as u32)?);
        }
        if let Some((row, found)) = rows.ragged {
            return Err(BoardError::Ragged { row, found, expected: rows.first });
        }
        Ok(Shape::new(rows.ended, rows.first)?)
    }
}

impl Rows {
    /// A line end closes the row if there is one; empty lines are nothing.
    fn end_line(&mut self) -> Result<(), BoardError> {
        if self.comma {
            return Err(self.dangling(','));
        }
        if self.current == 0 {
            return Ok(());
        }
        self.ended += 1;
        if self.ended == 1 {
            self.first = self.current;
        } else if self.current != self.first && self.ragged.is_none() {
            self.ragged = Some((self.ended, self.current));
        }
        self.current = 0;
        Ok(())
    }

    fn slash(&mut self) -> Result<(), BoardError> {
        self.end_line()?;
        if self.ended == 0 || self.slash {
            return Err(self.dangling('/'));
        }
        self.slash = true;
        self.explicit = true;
        Ok(())
    }

    fn comma(&mut self) -> Result<(), BoardError> {
        if self.current == 0 || self.comma {
            return Err(self.dangling(','));
        }
        self.comma = true;
        Ok(())
    }

    fn dangling(&self, separator: char) -> BoardError {
        BoardError::Dangling { separator, row: self.ended + 1, column: self.current.max(1) }
    }
}

impl Token {
    fn push(&mut self, byte: u8) {
        if let Some(place) = self.start.get_mut(self.length) {
            *place = byte;
        }
        self.length += 1;
    }

    fn tile(&self) -> Option<Tile> {
        let text = self.start.get(..self.length)?;
        match text {
            b"_" | b"." => Some(Tile::BLANK),
            _ if text.iter().all(u8::is_ascii_digit) => {
                core::str::from_utf8(text).ok()?.parse().ok().map(Tile::new)
            }
            _ => None,
        }
    }

    fn quoted(&self) -> String {
        let kept = &self.start[..self.length.min(TOKEN_BYTES)];
        let more = if self.length > TOKEN_BYTES { "…" } else { "" };
        match core::str::from_utf8(kept) {
            Ok(text) => format!("{text:?}{more}"),
            // A cut in the middle of a character is not the writer's fault.
            Err(e) if e.error_len().is_none() && self.length > TOKEN_BYTES => {
                format!("{:?}…", String::from_utf8_lossy(&kept[..e.valid_up_to()]))
            }
            Err(e) => format!("byte 0x{:02X}, which is not UTF-8 text,", kept[e.valid_up_to()]),
        }
    }
}
