//! Replays from elsewhere: our own text, links of SlidySim and OpenSlidy, timed moves of cubing programs.
//!
//! Links are data from strangers: what is unpacked is bounded, only numbers and moves are read, the HTML in them is
//! ignored.
//!
//! ```
//! use taquin_core::replay::import::{self, Context};
//! let ours = import::read("https://example.org/#replay=AUgDAwIKALQBqFmlXg", &Context::default())?;
//! assert_eq!(ours.moves().to_string(), "L2");
//! let size = Context { size: Some("3x3".parse()?), ..Context::default() };
//! assert_eq!(import::read("L@0 L@180", &size)?.start(), ours.start());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use base64::Engine;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use base64::engine::{DecodePaddingMode, general_purpose};
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_zlib_with_limit};
use serde_json::Value;

use super::{DecodeError, Replay, ReplayError, Source, TimedMovesError, read_timed_moves};
use crate::notation::{BoardError, Mover, MovesError, read_board, read_moves};
use crate::prelude::*;
use crate::{Board, Goal, Moves, Shape, ShapeError};

/// The most bytes that a link may unpack to; a 30×30 solve with all its times takes a tenth of it.
const MOST_UNPACKED: usize = 4 << 20;

const ANY_PADDING: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// What is known besides the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// The board that timed moves begin with.
    pub start: Option<Board>,
    /// The size of a board that timed moves solve, when `start` is not known.
    pub size: Option<Shape>,
    /// Whose way timed moves name.
    pub of: Mover,
    /// Which solve of a link with several, from 1; 0 is the first, too.
    pub solve: usize,
}

/// Why a text is no replay in any of the forms.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// It does not look like a link, and is no text of ours.
    #[error("not a replay: {0}")]
    Replay(#[from] DecodeError),
    /// It has times and is no list of timed moves.
    #[error(transparent)]
    Timed(#[from] TimedMovesError),
    /// Timed moves alone.
    #[error("timed moves do not tell their board; give it, or its size when they end solved")]
    NoBoard,
    /// A link whose payload cannot be unpacked, or is no list of the known forms.
    #[error("not a SlidySim link: {0}")]
    Link(LinkError),
    /// The size in a link is none.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The board in a link is none.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The moves in a link are none.
    #[error(transparent)]
    Moves(#[from] MovesError),
    /// The moves cannot be made on the board.
    #[error(transparent)]
    Play(#[from] ReplayError),
    /// The link has fewer solves.
    #[error("the link has {found} solves, there is no number {asked}")]
    NoSuchSolve {
        /// How many there are.
        found: usize,
        /// The number asked for, from 1.
        asked: usize,
    },
}

/// What is wrong with a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum LinkError {
    /// Not base64.
    #[error("its base64 cannot be read")]
    Base64,
    /// Not a zlib stream.
    #[error("it cannot be unpacked")]
    Zlib,
    /// It would unpack to more than a replay needs.
    #[error("it unpacks to more than {MOST_UNPACKED} bytes")]
    TooLong,
    /// Not a JSON list.
    #[error("its JSON cannot be read")]
    Json,
    /// A list that does not begin with a solution, a speed and a start.
    #[error("its list does not begin with a solution, a speed and a start")]
    Items,
    /// A long list without a width and a height.
    #[error("its size is missing")]
    Size,
    /// A long list without its packed solve.
    #[error("its solve is missing")]
    Solve,
}

/// Reads a replay in any of the forms.
pub fn read(text: &str, context: &Context) -> Result<Replay, ImportError> {
    let text = text.trim().trim_start_matches('\u{feff}');
    if text.contains('@') && !text.contains("://") {
        return timed(text, context);
    }
    let payload = payload(text);
    match Replay::decode(&payload) {
        Ok(replay) => Ok(replay),
        // A zlib stream begins with 0x78, which is `eJ`, `eN` or `eA` … in base64; ours begin with `A`.
        Err(_) if payload.starts_with('e') => slidysim(&payload, context),
        Err(error) => Err(error.into()),
    }
}

/// What a link carries: after `r=` or `replay=`, else after its last `#`; percent signs undone.
fn payload(text: &str) -> String {
    let is_link = text.contains("://");
    let carried = match (text.rfind("replay="), text.rfind("r=")) {
        (Some(at), _) => &text[at + "replay=".len()..],
        (_, Some(at)) => &text[at + "r=".len()..],
        _ => text.rsplit(['#', '/']).next().filter(|_| is_link).unwrap_or(text),
    };
    let end = carried.find(['&', '#', ' ', '\n']).unwrap_or(carried.len());
    undo_percents(&carried[..end])
}

fn undo_percents(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let hex = |i: usize| after.get(i).and_then(|b| (*b as char).to_digit(16));
        match (first, hex(0), hex(1)) {
            (b'%', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                rest = &after[2..];
            }
            _ => {
                out.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn timed(text: &str, context: &Context) -> Result<Replay, ImportError> {
    let read = read_timed_moves(text, context.of)?;
    let replay = match (&context.start, context.size) {
        (Some(start), _) => {
            Replay::new(start.clone(), Goal::BlankLast, read.moves, Some(read.times_ms), Source::Unknown)
        }
        (None, Some(size)) => ending_solved(size, read.moves, Some(read.times_ms), Source::Unknown),
        (None, None) => {
            return Err(ImportError::NoBoard);
        }
    };
    Ok(replay?)
}

fn ending_solved(
    size: Shape,
    moves: Moves,
    times: Option<Vec<u64>>,
    source: Source,
) -> Result<Replay, ReplayError> {
    let goal = Goal::BlankLast.board(size)?;
    Replay::ending_solved(&goal, Goal::BlankLast, moves, times, source)
}

/// Base64 of zlib, within the limit.
fn unpack(text: &str) -> Result<Vec<u8>, LinkError> {
    let text: String = text.chars().map(|c| if c == ' ' { '+' } else { c }).collect();
    let packed = ANY_PADDING
        .decode(&text)
        .or_else(|_| general_purpose::URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')))
        .map_err(|_| LinkError::Base64)?;
    decompress_to_vec_zlib_with_limit(&packed, MOST_UNPACKED).map_err(|why| match why.status {
        TINFLStatus::HasMoreOutput => LinkError::TooLong,
        _ => LinkError::Zlib,
    })
}

/// A JSON list: solution, speed, start and times; or ten items with the solve packed once more in the second.
fn slidysim(payload: &str, context: &Context) -> Result<Replay, ImportError> {
    let unpacked = unpack(payload)?;
    let items: Vec<Value> = serde_json::from_slice(&unpacked).map_err(|_| LinkError::Json)?;
    if items.len() >= 10 { ten_items(&items, context) } else { four_items(&items) }
}

fn four_items(items: &[Value]) -> Result<Replay, ImportError> {
    let [Value::String(solution), _, Value::String(start), rest @ ..] = items else {
        return Err(LinkError::Items.into());
    };
    let start = read_board(start, None)?;
    let moves = read_moves(solution, Mover::Tile)?;
    let times = rest.first().and_then(Value::as_array).map(|list| list.iter().map(Value::as_u64).collect());
    let times = fitting(times.flatten(), &moves);
    Ok(Replay::new(start, Goal::BlankLast, moves, times, Source::Unknown)?)
}

fn ten_items(items: &[Value], context: &Context) -> Result<Replay, ImportError> {
    let side = |place: usize| items[place].as_u64().and_then(|n| u32::try_from(n).ok());
    let (Some(width), Some(height)) = (side(4), side(5)) else { return Err(LinkError::Size.into()) };
    let size = Shape::new(height, width)?;
    let source = match items[0].get("controls").and_then(Value::as_str) {
        Some("Mouse") => Source::Hover,
        Some("Keyboard") => Source::Keys,
        _ => Source::Unknown,
    };
    let packed = items[1].as_str().ok_or(LinkError::Solve)?;
    let solve = String::from_utf8(unpack(packed)?).map_err(|_| LinkError::Solve)?;
    let solutions: Vec<&str> = solve.split(';').next().unwrap_or_default().split(',').collect();
    let which = context.solve.max(1) - 1;
    let missing = ImportError::NoSuchSolve { found: solutions.len(), asked: which.saturating_add(1) };
    let solution = solutions.get(which).ok_or(missing)?;
    let moves = read_moves(solution, Mover::Tile)?;
    let lists = solve.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map(|(lists, _)| lists);
    let times = lists.and_then(|lists| lists.split(';').nth(which));
    let times = times.and_then(|list| list.split(',').map(|t| t.trim().parse().ok()).collect());
    let times = fitting(times, &moves);
    Ok(ending_solved(size, moves, times, source)?)
}

/// Times that are one for each move and never fall; others are dropped.
fn fitting(times: Option<Vec<u64>>, moves: &Moves) -> Option<Vec<u64>> {
    times.filter(|times| times.len() == moves.as_slice().len() && times.is_sorted())
}

impl From<LinkError> for ImportError {
    fn from(why: LinkError) -> ImportError {
        ImportError::Link(why)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack(text: &str) -> String {
        general_purpose::STANDARD.encode(miniz_oxide::deflate::compress_to_vec_zlib(text.as_bytes(), 9))
    }

    fn link(json: &Value) -> String {
        let packed = pack(&json.to_string()).replace('+', "%2B").replace('/', "%2F").replace('=', "%3D");
        format!("https://example.org/replay?r={packed}")
    }

    fn read(text: &str) -> Result<Replay, String> {
        super::read(text, &Context::default()).map_err(|e| e.to_string())
    }

    fn ten(solve: &str) -> Value {
        serde_json::json!([
            {"controls": "Mouse", "width": 3}, pack(solve), {"isTrusted": true}, 9000, 3, 2,
            "<script>alert(1)</script>", -1, "alpha", true
        ])
    }

    #[test]
    fn our_own_replays_are_read_bare_and_in_links() {
        let code = "AUgDAwIKALQBqFmlXg";
        let links = [
            code.to_string(),
            format!(" {code}\n"),
            format!("https://example.org/#replay={code}"),
            format!("http://localhost:8000/#/play?r={code}&x=1"),
            format!("https://example.org/watch#{code}"),
        ];
        for text in links {
            assert_eq!(read(&text).unwrap().moves().to_string(), "L2", "{text}");
        }
    }

    #[test]
    fn links_of_four_items_are_read() {
        let replay = read(&link(&serde_json::json!(["L2", 9000, "1 2 3/4 5 6/0 7 8", [0, 120]]))).unwrap();
        assert!(replay.ends_solved());
        assert_eq!((replay.moves().to_string().as_str(), replay.times_ms()), ("L2", Some(&[0, 120][..])));
        let untimed = read(&link(&serde_json::json!(["L2", 9000, "1 2 3/4 5 6/0 7 8", -1]))).unwrap();
        assert_eq!(untimed.times_ms(), None);
    }

    #[test]
    fn links_of_ten_items_are_read_without_their_html() {
        let replay = read(&link(&ten("L2,UL;0.1,0.2;2,2;9,9;-1.000;[0,120;5,90]"))).unwrap();
        assert_eq!(replay.start().to_string(), "1 2 3/0 4 5");
        assert_eq!((replay.source(), replay.times_ms()), (Source::Hover, Some(&[0, 120][..])));
        let second = Context { solve: 2, ..Context::default() };
        let text = link(&ten("L2,UL;0.1,0.2;2,2;9,9;-1.000;[0,120;5,90]"));
        assert_eq!(super::read(&text, &second).unwrap().times_ms(), Some(&[5, 90][..]));
        let third = Context { solve: 3, ..Context::default() };
        assert!(super::read(&text, &third).is_err());
    }

    #[test]
    fn times_that_fall_or_are_not_one_for_each_move_are_dropped() {
        for times in [serde_json::json!([120, 0]), serde_json::json!([0]), serde_json::json!([0, 1, 2])] {
            let replay = read(&link(&serde_json::json!(["L2", 9000, "1 2 3/4 5 6/0 7 8", times]))).unwrap();
            assert_eq!(replay.times_ms(), None, "{times}");
        }
        for times in ["120,0", "0", "0,1,2", "0,x"] {
            assert_eq!(read(&link(&ten(&format!("L2;;;;;[{times}]")))).unwrap().times_ms(), None, "{times}");
        }
    }

    #[test]
    fn a_link_says_what_it_was_played_with() {
        for (controls, source) in
            [("Mouse", Source::Hover), ("Keyboard", Source::Keys), ("Joystick", Source::Unknown)]
        {
            let mut items = ten("L2;");
            items[0]["controls"] = controls.into();
            assert_eq!(read(&link(&items)).unwrap().source(), source);
        }
    }

    #[test]
    fn what_does_not_begin_like_a_link_of_slidysim_is_a_replay_that_is_none() {
        for text in ["AAAA", "xyz", "https://example.org/#AAAA"] {
            assert!(read(text).unwrap_err().starts_with("not a replay: "), "{text}");
        }
        assert!(read("eeee").unwrap_err().starts_with("not a SlidySim link: "));
    }

    #[test]
    fn timed_moves_need_a_board_or_a_size() {
        assert!(read("L@0 L@46").unwrap_err().contains("give it, or its size"));
        let context = Context { size: Some("3x3".parse().unwrap()), ..Context::default() };
        let replay = super::read("L@0 L@46", &context).unwrap();
        assert_eq!(replay.start().to_string(), "1 2 3/4 5 6/0 7 8");
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn hostile_links_end_in_a_message() {
        let bomb = pack(&" ".repeat(MOST_UNPACKED + 10));
        assert!(read(&format!("?r={bomb}")).unwrap_err().contains("more than 4194304 bytes"));
        let deep = pack(&"[".repeat(100_000));
        assert!(read(&format!("?r={deep}")).unwrap_err().contains("JSON"));
        for json in [
            serde_json::json!([]),
            serde_json::json!([1, 2, 3, 4]),
            serde_json::json!(["U9", 1, "1 2/3 0"]),
            serde_json::json!(["R99999999999", 1, "1 2/3 0"]),
            serde_json::json!(["R", 1, "1 2 2 0"]),
            ten(""),
            ten("L999;;"),
            serde_json::json!([{}, 5, {}, 1, 3, 3, "", 0, 0, 0]),
            serde_json::json!([{}, pack("L"), {}, 1, 4_000_000_000_u64, 3, "", 0, 0, 0]),
        ] {
            let answer = read(&link(&json));
            assert!(answer.is_err() || json[1].as_str().is_some_and(|s| s == pack("")), "{json}");
        }
        for text in ["", "e", "eeee", "?r=", "?r=%", "?r=%zz", "https://", "\u{0}", "r=eJz///"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
