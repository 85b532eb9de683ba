//! Where boards come from: an argument, standard input, a file.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use taquin_core::notation::BoardReader;
use taquin_core::{Board, Shape};

use crate::args::{BoardArgs, SourceArgs};
use crate::failure::Failure;

/// The one board that the arguments name.
pub fn board(args: &BoardArgs) -> Result<Board, Failure> {
    match named(args.board.as_deref(), &args.source)? {
        Some(text) => board_in(text.as_encoded_bytes(), args.source.size),
        None => read(stream(args.source.file.as_deref())?, args.source.size),
    }
}

/// The board written in an argument or a line.
pub fn board_in(text: &[u8], size: Option<Shape>) -> Result<Board, Failure> {
    let mut reader = BoardReader::new(size);
    reader.feed(text).and_then(|()| reader.finish()).map_err(Failure::input)
}

/// The board that a stream holds, refused as soon as it cannot be one.
pub fn read(mut stream: impl Read, size: Option<Shape>) -> Result<Board, Failure> {
    let mut reader = BoardReader::new(size);
    let mut piece = [0; 1 << 16];
    loop {
        match stream.read(&mut piece) {
            Ok(0) => return reader.finish().map_err(Failure::input),
            Ok(length) => reader.feed(&piece[..length]).map_err(Failure::input)?,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(unreadable(&e)),
        }
    }
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
        (Some(_), Some(_)) => Err(Failure::Input("give a board or --file, not both".into())),
        (text, _) => Ok(text),
    }
}

fn unreadable(error: &io::Error) -> Failure {
    Failure::Input(format!("cannot read the board: {error}"))
}

/// Refuses a board argument where `--lines` reads a stream.
pub fn lines_stream(args: &BoardArgs) -> Result<Box<dyn Read + Send>, Failure> {
    match args.board.as_deref().filter(|text| *text != "-") {
        Some(_) => Err(Failure::Input("--lines reads standard input or --file, not an argument".into())),
        None => stream(args.source.file.as_deref()),
    }
}
