//! Any bytes, cut anywhere: a board or an error, and a board reads back as itself.

use taquin_core::notation::{BoardReader, read_board};

pub fn run(data: &[u8]) {
    let (cut, bytes) = data.split_first().map_or((0, data), |(&cut, bytes)| (cut.into(), bytes));
    let (first, second) = bytes.split_at(bytes.len().min(cut));
    let mut reader = BoardReader::new(None);
    let read = reader.feed(first).and_then(|()| reader.feed(second)).and_then(|()| reader.finish());
    // Where the text is cut makes no difference.
    let mut whole = BoardReader::new(None);
    assert_eq!(whole.feed(bytes).and_then(|()| whole.finish()).ok(), read.clone().ok());
    match read {
        Ok(board) => {
            let text = board.to_string();
            assert_eq!(text.parse().as_ref(), Ok(&board));
            assert_eq!(read_board(&text, Some(board.shape())), Ok(board));
        }
        Err(error) => assert!(error.to_string().len() < 280, "{error}"),
    }
}
