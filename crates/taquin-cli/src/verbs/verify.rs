//! `taquin verify`: a solution replayed.

use std::ffi::OsString;
use std::io::Write;

use clap::Args;
use taquin_core::notation::{Mover, Notation, Style, read_moves};
use taquin_core::{Direction, Metric, Moves, Target};

use crate::args::{GoalArgs, LinesArgs, MoverArg, SourceArgs};
use crate::failure::{Exit, Failure};
use crate::input::{self, Given};
use crate::lines::{self, Answer, Batch, bad_line};
use crate::report::{Report, Status};
use crate::width;

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
  $ echo L2 | taquin verify '1 2 3/4 5 6/0 7 8'
  $ taquin scramble 3x3 -n 9 | taquin solve --lines --json | taquin verify --lines
With --lines each line holds a board and its moves, or an object that solve has printed:
  $ echo '1 2 3/4 5 6/0 7 8 LL' | taquin verify --lines")]
pub struct VerifyArgs {
    /// The board (- for standard input; left out with --file) and the moves (standard input without them)
    #[arg(value_names = ["BOARD", "MOVES"], num_args = 0..)]
    words: Vec<OsString>,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    goal: GoalArgs,
    /// Whose way a direction names
    #[arg(long, value_name = "WHOSE", value_enum, default_value_t)]
    moves_of: MoverArg,
    #[command(flatten)]
    lines: LinesArgs,
    /// Print one JSON object per board
    #[arg(long)]
    json: bool,
}

/// What a replay showed.
struct Checked {
    report: Report,
    illegal: Option<Direction>,
}

pub fn run(args: &VerifyArgs) -> Result<Exit, Failure> {
    let of = Mover::from(args.moves_of);
    if args.lines.lines {
        return run_lines(args, of);
    }
    let (given, moves) = words(args)?;
    let checked = check(args, given, &moves, of)?;
    if args.json {
        checked.report.print()?;
    } else {
        write!(std::io::stdout(), "{}", width::fitted(&text(&checked, of)))?;
    }
    Ok(if checked.report.valid == Some(true) { Exit::Answered } else { Exit::No })
}

fn check(args: &VerifyArgs, given: Given, moves: &str, of: Mover) -> Result<Checked, Failure> {
    let moves = read_moves(moves, given.moves_of.unwrap_or(of)).map_err(Failure::told)?;
    let target = args.goal.target_of(&given)?;
    let goal_text = args.goal.text(given.goal.as_deref()).to_owned();
    let start = given.board;
    if let Target::Goal(goal) = &target {
        goal.board(start.shape()).map_err(Failure::told)?;
    }
    let illegal = start.after(&moves).err();
    let legal_part: Moves = moves.iter().take(illegal.map_or(usize::MAX, |e| e.index)).collect();
    let end = start.after(&legal_part).map_err(Failure::told)?;
    let solved = illegal.is_none() && target.is_reached(&end);
    let turned = start.after(&moves.of_the_blank());
    let stm = moves.length(Metric::Stm) as u64;
    let report = Report {
        board: Some(start.to_string()),
        size: Some(start.shape().to_string()),
        goal: Some(goal_text),
        valid: Some(solved),
        legal: Some(illegal.is_none()),
        solved: Some(solved),
        first_illegal: illegal.map(|e| e.index as u64 + 1),
        moves: Some(moves.in_notation(Notation { of: Mover::Tile, style: Style::Letters }).to_string()),
        length: Some(stm),
        metric: Some(Metric::Stm.to_string()),
        length_stm: Some(stm),
        length_mtm: Some(moves.length(Metric::Mtm) as u64),
        end: Some(end.to_string()),
        other_reading_solves: Some(!solved && turned.is_ok_and(|end| target.is_reached(&end))),
        ..Report::new("verify", if solved { Status::Valid } else { Status::Invalid })
    };
    Ok(Checked { report, illegal: illegal.map(|e| of.turn(e.direction)) })
}

fn run_lines(args: &VerifyArgs, of: Mover) -> Result<Exit, Failure> {
    if args.words.iter().any(|word| word != "-") {
        return Err(Failure::Usage("--lines reads standard input or --file, not an argument".into()));
    }
    let stream = input::lines_of(args.source.file.as_deref())?;
    let batch = Batch { bytes: 1 << 14, threads: args.lines.threads() };
    let answer = |line: &[u8]| {
        let (given, moves) = input::board_and_moves(line, args.source.size)?;
        check(args, given, &moves, of)
    };
    lines::run(stream, batch, |number, line, out| match answer(line) {
        Ok(Checked { report, illegal }) => {
            // Writing to memory cannot fail.
            let _ = match (args.json, report.valid) {
                (true, _) => Report { line: Some(number), ..report }.write(&mut *out),
                (_, Some(true)) => writeln!(out, "valid"),
                _ => match (report.first_illegal, illegal) {
                    (Some(place), Some(letter)) => {
                        writeln!(out, "invalid: move {place} ({}) is illegal", letter.letter())
                    }
                    _ => writeln!(out, "invalid: it ends at {}", report.end.unwrap_or_default()),
                },
            };
            Answer::Given
        }
        Err(why) => bad_line("verify", number, &why, args.json, out),
    })
}

fn text(Checked { report, illegal }: &Checked, of: Mover) -> String {
    let length = report.length_stm.unwrap_or_default();
    let end = report.end.as_deref().unwrap_or_default();
    let lengths = format!(
        "{length} single-tile moves (stm), {} multi-tile moves (mtm)",
        report.length_mtm.unwrap_or_default()
    );
    let mut text = match (report.first_illegal, illegal) {
        (Some(number), Some(letter)) => format!(
            "Invalid: move {number} of {length} ({}) is illegal: it would leave the board.\nAfter the {} before it: {end}\n",
            letter.letter(),
            number - 1,
        ),
        _ if report.solved == Some(true) => {
            format!("Valid: every move is legal and the last one reaches the goal.\nLength: {lengths}.\n")
        }
        _ => format!(
            "Invalid: every move is legal, but the last one does not reach the goal.\nLength: {lengths}.\nIt ends at: {end}\n"
        ),
    };
    if report.other_reading_solves == Some(true) {
        let (other, flag) = match of {
            Mover::Tile => ("the blank's", "blank"),
            Mover::Blank => ("the tiles'", "tile"),
        };
        text += &format!("Read as {other} directions (--moves-of {flag}) these moves solve the board.\n");
    }
    text
}

/// The board and the text of the moves, each from where the arguments say. Moves may be several words; an object that
/// `taquin solve --json` printed has both.
fn words(args: &VerifyArgs) -> Result<(Given, String), Failure> {
    let size = args.source.size;
    let is_dash = |word: &OsString| word == "-";
    let (board_word, move_words) = match (&args.source.file, args.words.as_slice()) {
        (Some(_), moves) => (None, moves),
        (None, []) => (None, &[][..]),
        (None, [board, moves @ ..]) => (Some(board).filter(|word| !is_dash(word)), moves),
    };
    let written = !move_words.is_empty() && !matches!(move_words, [word] if is_dash(word));
    let mut given = match board_word {
        Some(word) => {
            input::given_in(word.as_encoded_bytes(), size).map_err(|why| unquoted(why, move_words))?
        }
        None => input::read(input::stream(args.source.file.as_deref())?, size)?,
    };
    let moves = match &given.moves {
        _ if written => {
            given.moves_of = None;
            let words: Option<Vec<&str>> = move_words.iter().map(|word| word.to_str()).collect();
            words.ok_or_else(not_utf8)?.join(" ")
        }
        Some(moves) => moves.clone(),
        // An argument or a file took nothing from standard input.
        None if board_word.is_some() || args.source.file.is_some() => input::text(None)?,
        None => {
            return Err(Failure::Input(
                "the board and the moves cannot both come from standard input; give one of them".into(),
            ));
        }
    };
    Ok((given, moves))
}

/// The remedy where the board was written without quotes.
fn unquoted(why: Failure, rest: &[OsString]) -> Failure {
    let number = |word: &OsString| word.to_str().is_some_and(|word| word.parse::<u32>().is_ok());
    if rest.iter().any(number) {
        why.and("; put the board in quotes, as in '1 2 3/4 5 6/7 8 0'")
    } else {
        why
    }
}

fn not_utf8() -> Failure {
    Failure::Input("the moves are not UTF-8 text".into())
}
