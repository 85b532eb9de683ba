//! Where boards come from: an argument, standard input, a file.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use taquin_core::notation::{BoardReader, Mover};
use taquin_core::{Board, BoardError, Shape};

use crate::args::{BoardArgs, SourceArgs};
use crate::failure::Failure;
use crate::report::{Line, read_back};

/// The most text that moves are read from.
const MOVES_BYTES: u64 = 1 << 26;

/// The longest object that is read back: a large board, its goal and its moves.
const OBJECT_BYTES: u64 = 1 << 28;

/// A board, with what a line of our own JSON says beside it.
pub struct Given {
    pub board: Board,
    pub goal: Option<String>,
    pub moves: Option<String>,
    /// Whose way those moves name, where the line says so.
    pub moves_of: Option<Mover>,
}

impl From<Board> for Given {
    fn from(board: Board) -> Given {
        Given { board, goal: None, moves: None, moves_of: None }
    }
}

/// The one board that the arguments name.
pub fn given(args: &BoardArgs) -> Result<Given, Failure> {
    match named(args.board.as_deref(), &args.source)? {
        Some(text) => given_in(text.as_encoded_bytes(), args.source.size),
        None => read(stream(args.source.file.as_deref())?, args.source.size),
    }
}

/// The board written in an argument.
pub fn board_in(text: &[u8], size: Option<Shape>) -> Result<Board, Failure> {
    given_in(text, size).map(|given| given.board)
}

/// The board written in an argument or a line: text, JSON, or an object that another verb has printed.
pub fn given_in(text: &[u8], size: Option<Shape>) -> Result<Given, Failure> {
    if text.trim_ascii_start().first() == Some(&b'{') {
        return object(text, size);
    }
    let mut reader = BoardReader::new(size);
    reader.feed(text).and_then(|()| reader.finish()).map_err(Failure::told).map(Given::from)
}

fn object(text: &[u8], size: Option<Shape>) -> Result<Given, Failure> {
    let Line { board, size: own, goal, moves, moves_of } = read_back(text).map_err(Failure::Input)?;
    let board = board.ok_or_else(|| Failure::Input("this object has no field \"board\"".into()))?;
    let own = own.map(|own| own.parse::<Shape>().map_err(Failure::told)).transpose()?;
    let mut reader = BoardReader::new(size.or(own));
    let board = reader.feed(board.as_bytes()).and_then(|()| reader.finish()).map_err(Failure::told)?;
    let moves_of = match moves_of.as_deref() {
        None => None,
        Some("tile") => Some(Mover::Tile),
        Some("blank") => Some(Mover::Blank),
        Some(_) => return Err(Failure::Input("the field \"moves_of\" is tile or blank".into())),
    };
    Ok(Given { board, goal, moves, moves_of })
}

/// The text of a file, or of standard input without one: moves.
pub fn text(file: Option<&Path>) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    stream(file)?.take(MOVES_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOVES_BYTES {
        return Err(Failure::Input(format!("the moves are longer than {MOVES_BYTES} bytes")));
    }
    String::from_utf8(bytes).map_err(|_| Failure::Input("the moves are no UTF-8 text".into()))
}

/// A line that holds a board and then its moves: an object, or text, where the first letter or arrow begins the moves.
pub fn board_and_moves(line: &[u8], size: Option<Shape>) -> Result<(Given, String), Failure> {
    if line.first() == Some(&b'{') {
        let mut given = object(line, size)?;
        let none = || Failure::Input("this object has no field \"moves\"".into());
        let moves = given.moves.take().ok_or_else(none)?;
        return Ok((given, moves));
    }
    let line = std::str::from_utf8(line).map_err(|_| Failure::Input("the line is no UTF-8 text".into()))?;
    let begins = line.find(|sign: char| sign.is_alphabetic() || "←↑→↓".contains(sign)).unwrap_or(line.len());
    let (board, moves) = line.split_at(begins);
    Ok((given_in(board.trim_ascii().as_bytes(), size)?, moves.to_owned()))
}

/// The board that a stream holds, refused as soon as it cannot be one.
pub fn read(mut stream: impl Read, size: Option<Shape>) -> Result<Given, Failure> {
    let mut reader = BoardReader::new(size);
    let mut piece = [0; 1 << 16];
    // What came first, for a hint when it is several boards, and for an object, which is no board by itself.
    let mut first = Vec::new();
    let told = |why: BoardError, first: &[u8]| Failure::told(why).and(several(first, size));
    loop {
        match stream.read(&mut piece) {
            Ok(0) => return reader.finish().map(Given::from).map_err(|why| told(why, &first)),
            Ok(length) => {
                first.extend_from_slice(&piece[..length.min((1 << 16) - first.len())]);
                if first.trim_ascii_start().first() == Some(&b'{') {
                    let rest = stream.take(OBJECT_BYTES).read_to_end(&mut first);
                    rest.map_err(|e| unreadable(&e))?;
                    return object(first.trim_ascii(), size).map_err(|why| why.and(several(&first, size)));
                }
                reader.feed(&piece[..length]).map_err(|why| told(why, &first))?;
            }
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(unreadable(&e)),
        }
    }
}

/// The remedy where every line is a board of its own.
fn several(text: &[u8], size: Option<Shape>) -> &'static str {
    let mut lines = text.split(|&b| b == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let is_board = |line: Option<&[u8]>| line.is_some_and(|line| board_in(line, size).is_ok());
    if is_board(lines.next()) && is_board(lines.next()) { "; for one board per line add --lines" } else { "" }
}

/// The file, or standard input without one.
pub fn stream(file: Option<&Path>) -> Result<Box<dyn Read + Send>, Failure> {
    let Some(path) = file else {
        let stdin = io::stdin();
        if stdin.is_terminal() {
            eprintln!("Type a board, such as 1 2 3/4 5 6/7 0 8, and end with Ctrl-D.");
        }
        return Ok(Box::new(stdin));
    };
    let fail = |e: io::Error| Failure::Input(format!("cannot read {}: {e}", path.display()));
    let file = File::open(path).map_err(fail)?;
    if file.metadata().map_err(fail)?.is_dir() {
        return Err(Failure::Input(format!("cannot read {}: it is a directory", path.display())));
    }
    Ok(Box::new(file))
}

/// The board's text when it is an argument; `None` when a stream is to be read.
fn named<'a>(board: Option<&'a OsStr>, source: &SourceArgs) -> Result<Option<&'a OsStr>, Failure> {
    match (board.filter(|text| *text != "-"), &source.file) {
        (Some(_), Some(_)) => Err(Failure::Usage("give a board or --file, not both".into())),
        (text, _) => Ok(text),
    }
}

fn unreadable(error: &io::Error) -> Failure {
    Failure::Input(format!("cannot read the board: {error}"))
}

/// Something to read, and how long it is where that can be known.
pub struct Stream {
    pub bytes_in: Box<dyn Read + Send>,
    pub bytes: Option<u64>,
}

/// Refuses a board argument where `--lines` reads a stream.
pub fn lines_stream(args: &BoardArgs) -> Result<Stream, Failure> {
    match args.board.as_deref().filter(|text| *text != "-") {
        Some(_) => Err(Failure::Usage("--lines reads standard input or --file, not an argument".into())),
        None => lines_of(args.source.file.as_deref()),
    }
}

/// The lines of the file, or of standard input without one.
pub fn lines_of(file: Option<&Path>) -> Result<Stream, Failure> {
    let bytes = match file {
        Some(path) => std::fs::metadata(path).ok(),
        None => stdin_metadata(),
    };
    let bytes = bytes.filter(std::fs::Metadata::is_file).map(|data| data.len());
    Ok(Stream { bytes_in: stream(file)?, bytes })
}

/// What standard input is: a file has a length, a pipe has none.
#[cfg(unix)]
fn stdin_metadata() -> Option<std::fs::Metadata> {
    use std::os::fd::AsFd;
    let stdin = io::stdin().as_fd().try_clone_to_owned().ok()?;
    File::from(stdin).metadata().ok()
}

#[cfg(not(unix))]
fn stdin_metadata() -> Option<std::fs::Metadata> {
    None
}
