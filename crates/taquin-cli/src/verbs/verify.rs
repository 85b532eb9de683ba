//! `taquin verify`: a solution replayed.

use std::ffi::{OsStr, OsString};
use std::io::{Read, Write};

use clap::Args;
use serde::Serialize;
use taquin_core::notation::{Mover, read_moves};
use taquin_core::{Board, Metric, Moves, Problem};

use crate::args::{GoalArgs, MoverArg, SourceArgs};
use crate::failure::{Exit, Failure};
use crate::input;

/// The most text that moves are read from.
const MOVES_BYTES: u64 = 1 << 26;

/// Replay a solution and say what it does
///
/// Moves are letters (R2DL3), words (Right → Down) or arrows (→↓). They name the way the tile travels unless
/// --moves-of blank says otherwise. Exit 0 when every move is legal and the last one reaches the goal, else 1.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  $ taquin verify '1 2 3/4 5 6/0 7 8' LL
  $ taquin verify '1 2 3/4 5 6/0 7 8' 'Right → Right' --moves-of blank
  $ taquin verify '1 2 3/4 5 6/0 7 8' RR   # exit 1
  $ echo L2 | taquin verify '1 2 3/4 5 6/0 7 8'")]
pub struct VerifyArgs {
    /// The board (- for standard input; left out with --file) and the moves (standard input without them)
    #[arg(value_names = ["BOARD", "MOVES"], num_args = 0..=2)]
    words: Vec<OsString>,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    goal: GoalArgs,
    /// Whose way a direction names
    #[arg(long, value_name = "WHOSE", value_enum, default_value_t)]
    moves_of: MoverArg,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    board: String,
    goal: &'a str,
    valid: bool,
    legal: bool,
    solved: bool,
    /// Which move is the first illegal one, from 1.
    first_illegal: Option<usize>,
    length_stm: usize,
    length_mtm: usize,
    /// Where the legal moves lead.
    end: String,
    other_reading_solves: bool,
}

pub fn run(args: &VerifyArgs) -> Result<Exit, Failure> {
    let (board, moves_text) = words(args)?;
    let of = Mover::from(args.moves_of);
    let moves = read_moves(&moves_text, of).map_err(Failure::input)?;
    let goal = args.goal.goal(Some(board.shape()))?;
    let problem = Problem::new(board, &goal).map_err(Failure::input)?;

    let illegal = problem.start().after(&moves).err();
    let legal_part: Moves = moves.iter().take(illegal.map_or(usize::MAX, |e| e.index)).collect();
    let end = problem.start().after(&legal_part).map_err(Failure::input)?;
    let solved = illegal.is_none() && end == *problem.goal();
    let turned = problem.start().after(&moves.of_the_blank());
    let report = Report {
        board: problem.start().to_string(),
        goal: &args.goal.goal,
        valid: solved,
        legal: illegal.is_none(),
        solved,
        first_illegal: illegal.map(|e| e.index + 1),
        length_stm: moves.length(Metric::Stm),
        length_mtm: moves.length(Metric::Mtm),
        end: end.to_string(),
        other_reading_solves: !solved && turned.is_ok_and(|end| end == *problem.goal()),
    };
    let mut out = std::io::stdout().lock();
    if args.json {
        serde_json::to_writer(&mut out, &report).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        write!(out, "{}", text(&report, illegal.map(|e| of.turn(e.direction).letter()), of))?;
    }
    Ok(if report.valid { Exit::Answered } else { Exit::No })
}

fn text(report: &Report, illegal_letter: Option<char>, of: Mover) -> String {
    let lengths = format!(
        "{} single-tile moves (stm), {} multi-tile moves (mtm)",
        report.length_stm, report.length_mtm
    );
    let mut text = match (report.first_illegal, illegal_letter) {
        (Some(number), Some(letter)) => format!(
            "Invalid: move {number} of {} ({letter}) is illegal: it would leave the board.\nAfter the {} before it: {}\n",
            report.length_stm,
            number - 1,
            report.end
        ),
        _ if report.solved => {
            format!("Valid: every move is legal and the last one reaches the goal.\nLength: {lengths}.\n")
        }
        _ => format!(
            "Invalid: every move is legal, but the last one does not reach the goal.\nLength: {lengths}.\nIt ends at: {}\n",
            report.end
        ),
    };
    if report.other_reading_solves {
        let (other, flag) = match of {
            Mover::Tile => ("the blank's", "blank"),
            Mover::Blank => ("the tiles'", "tile"),
        };
        text += &format!("Read as {other} directions (--moves-of {flag}) these moves solve the board.\n");
    }
    text
}

/// The board and the text of the moves, each from where the arguments say.
fn words(args: &VerifyArgs) -> Result<(Board, String), Failure> {
    let size = args.source.size;
    let dash = OsStr::new("-");
    let (board_word, moves_word) = match (&args.source.file, args.words.as_slice()) {
        (Some(_), [_, _]) => return Err(Failure::Input("give a board or --file, not both".into())),
        (Some(_), [moves]) => (None, Some(moves.as_os_str())),
        (None, [board, moves]) => (Some(board.as_os_str()), Some(moves.as_os_str())),
        (None, [board]) => (Some(board.as_os_str()), None),
        _ => (None, None),
    };
    let moves_from_stdin = moves_word.is_none_or(|word| word == dash);
    let board = match board_word.filter(|word| *word != dash) {
        Some(word) => input::board_in(word.as_encoded_bytes(), size)?,
        None if args.source.file.is_none() && moves_from_stdin => {
            return Err(Failure::Input(
                "the board and the moves cannot both come from standard input; give one of them".into(),
            ));
        }
        None => input::read(input::stream(args.source.file.as_deref())?, size)?,
    };
    let moves = match moves_word.filter(|word| *word != dash) {
        Some(word) => word.to_str().map(str::to_owned).ok_or_else(not_utf8)?,
        None => {
            let mut bytes = Vec::new();
            std::io::stdin().take(MOVES_BYTES + 1).read_to_end(&mut bytes)?;
            if bytes.len() as u64 > MOVES_BYTES {
                return Err(Failure::Input(format!("the moves are longer than {MOVES_BYTES} bytes")));
            }
            String::from_utf8(bytes).map_err(|_| not_utf8())?
        }
    };
    Ok((board, moves))
}

fn not_utf8() -> Failure {
    Failure::Input("the moves are not UTF-8 text".into())
}
