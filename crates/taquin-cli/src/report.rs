//! What every verb tells a program: one object on one line, one vocabulary, one order (docs/json.md).

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

/// The name and version of the vocabulary. A new field does not change it; another meaning does.
pub const SCHEMA: &str = "taquin/1";

/// How a question was answered; what the exit code says, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Done,
    Solvable,
    Unsolvable,
    Solved,
    Unsolved,
    Valid,
    Invalid,
    Limit,
    Interrupted,
    Error,
}

/// Why there is no answer.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorReport {
    pub code: String,
    pub message: String,
}

/// What keeps a board from being solved.
#[derive(Clone, Debug, Serialize)]
pub struct Obstacle {
    pub kind: &'static str,
    pub reason: String,
    /// Pairs of tiles to exchange, one pair after another.
    pub repair: Vec<[u32; 2]>,
}

/// A row of a league's ranking.
#[derive(Clone, Debug, Serialize)]
pub struct Ranked {
    pub board: String,
    pub period: String,
    pub rank: u64,
    /// Slides, or milliseconds.
    pub value: u64,
    pub player: String,
}

macro_rules! report {
    ($($name:ident: $type:ty,)*) => {
        /// The one report: fields that a verb does not know are left out, the others come in this order.
        #[derive(Clone, Debug, Serialize)]
        pub struct Report {
            pub schema: &'static str,
            pub verb: &'static str,
            pub status: Status,
            $(#[serde(skip_serializing_if = "Option::is_none")] pub $name: Option<$type>,)*
        }

        impl Report {
            /// A report with nothing in it but how it went.
            pub fn new(verb: &'static str, status: Status) -> Report {
                Report { schema: SCHEMA, verb, status, $($name: None,)* }
            }

            /// Every field in its order.
            #[cfg(test)]
            pub const FIELDS: &[&str] = &["schema", "verb", "status", $(stringify!($name),)*];
        }
    };
}

report! {
    line: u64,
    error: ErrorReport,
    board: String,
    size: String,
    goal: String,
    seed: String,
    index: u64,
    cells: Vec<Vec<u32>>,
    at_home: u64,
    solvable: bool,
    inversions: u64,
    inversions_by_tile: Vec<u32>,
    blank_row: u32,
    blank_column: u32,
    permutation: String,
    cycles: Vec<Vec<u32>>,
    blank_distance: u32,
    obstruction: Obstacle,
    valid: bool,
    legal: bool,
    solved: bool,
    first_illegal: u64,
    other_reading_solves: bool,
    moves: String,
    moves_of: String,
    length: u64,
    metric: String,
    length_stm: u64,
    length_mtm: u64,
    optimal: bool,
    lower_bound: u64,
    gap: u64,
    origin: String,
    distance: u64,
    end: String,
    shortest_solutions: u64,
    solutions: Vec<String>,
    positions: u64,
    radius: u32,
    mean: f64,
    counts: Vec<u64>,
    farthest: Vec<String>,
    nodes: u64,
    elapsed_ms: f64,
    solver: String,
    bound: u64,
    table_bytes: u64,
    reason: String,
    player: String,
    input: String,
    time_ms: u64,
    times_ms: Vec<u64>,
    tiles_per_second: f64,
    distances: Vec<u32>,
    replay: String,
    work: String,
    boards: u64,
    threads: u64,
    mean_ms: f64,
    median_ms: f64,
    worst_ms: f64,
    boards_per_second: f64,
    file: String,
    bytes: u64,
    tiles: u64,
    digest: String,
    existed: bool,
    files: u64,
    unknown: u64,
    missing: u64,
    attempts: u64,
    results: u64,
    players: u64,
    differences: Vec<String>,
    rankings: Vec<Ranked>,
}

impl Report {
    /// Writes the object and a line end.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut out, self)?;
        out.write_all(b"\n")
    }

    /// Prints the object.
    pub fn print(&self) -> io::Result<()> {
        self.write(io::stdout().lock())
    }

    /// Milliseconds as they are told: to the microsecond.
    pub fn took(mut self, elapsed: std::time::Duration) -> Report {
        self.elapsed_ms = Some(milliseconds(elapsed.as_secs_f64()));
        self
    }
}

/// Seconds in milliseconds, to the microsecond.
pub fn milliseconds(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e3
}

/// A line of ours read back: what another verb needs of it.
pub struct Line {
    pub board: Option<String>,
    pub size: Option<String>,
    pub goal: Option<String>,
    pub moves: Option<String>,
    pub moves_of: Option<String>,
}

/// Reads a line that begins with a brace; the reason in words where it is none of ours.
pub fn read_back(text: &[u8]) -> Result<Line, String> {
    let value: Value =
        serde_json::from_slice(text).map_err(|why| format!("a line that begins with {{ is JSON: {why}"))?;
    let error = |value: &Value| value.pointer("/error/message").and_then(Value::as_str).map(str::to_owned);
    if let Some(message) = error(&value) {
        return Err(format!("this line reports an error itself: {message}"));
    }
    let field = |name: &str| match value.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        // A board may be written as JSON, nested or flat.
        Some(list @ Value::Array(_)) if name == "board" => Ok(Some(list.to_string())),
        Some(_) => Err(format!("the field {name:?} is no text")),
    };
    let [board, size, goal, moves, moves_of] = ["board", "size", "goal", "moves", "moves_of"].map(field);
    Ok(Line { board: board?, size: size?, goal: goal?, moves: moves?, moves_of: moves_of? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_is_described_and_no_other() {
        let page = include_str!("../../../docs/json.md");
        let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
        let described: Vec<&str> = rows.map(|(name, _)| name).collect();
        assert_eq!(described, Report::FIELDS, "docs/json.md lists the fields in their order");
    }
}
