//! `taquin moves`: sequences of moves turned into others.

use std::ffi::OsString;
use std::io::Write;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use taquin_core::notation::{Mover, Notation, read_moves};
use taquin_core::{Metric, Moves, Problem, Shape};
use taquin_solve::{Options, StopReason, plan};

use crate::args::{GoalArgs, LinesArgs, MetricArgs, MoverArg, SourceArgs, StyleArg};
use crate::failure::{Exit, Failure};
use crate::input::{self, Given};
use crate::limits::{LimitArgs, Watch};
use crate::lines::{self, Answer, Batch, bad_line};
use crate::report::{Report, Status};
use crate::verbs::solve::kind;
use crate::width;

/// How long a solution is worked on unless `--time` says otherwise.
const SHORTENING: Duration = Duration::from_secs(10);

/// Turn sequences of moves into others: simpler, inverse, transposed, shorter
///
/// Moves come as words after what is to be done, or from standard input. With --lines each line holds moves; for apply
/// and shorten a board and then its moves, or an object that another verb has printed.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  $ taquin moves simplify RUDL R2L
  $ taquin moves invert R2DL3
  $ taquin moves transpose R2DL3
  $ taquin moves slice R2DL3 --from 2 --to 4
  $ taquin moves convert R2DL3 --style words --as-moves-of blank
  $ taquin moves apply LL --board '1 2 3/4 5 6/0 7 8'
  $ taquin moves board LL --size 3x3
  $ taquin moves shorten URDLLURDLL --board '1 2 3/4 5 6/0 7 8'   # exit 1
  $ taquin scramble 5x5 | taquin solve --want fast --json | taquin moves shorten --lines --time 1")]
pub struct MovesArgs {
    /// What to do
    #[arg(value_enum)]
    what: What,
    /// The moves; standard input without them
    #[arg(value_name = "MOVES")]
    words: Vec<OsString>,
    /// The board that apply and shorten begin with
    #[arg(long, value_name = "BOARD")]
    board: Option<OsString>,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    metric: MetricArgs,
    /// The first move of a slice, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    from: u64,
    /// The last move of a slice
    #[arg(long, value_name = "N")]
    to: Option<u64>,
    /// Whose way a direction names
    #[arg(long, value_name = "WHOSE", value_enum, default_value_t)]
    moves_of: MoverArg,
    /// Whose way a direction names in the answer [default: as in the question]
    #[arg(long, value_name = "WHOSE", value_enum)]
    as_moves_of: Option<MoverArg>,
    /// How moves are written [default: runs; letters in JSON]
    #[arg(long, value_name = "STYLE", value_enum)]
    style: Option<StyleArg>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    lines: LinesArgs,
    /// Print one JSON object per sequence
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// Leave out what goes back and forth
    Simplify,
    /// The moves that undo these
    Invert,
    /// Rows for columns: the same on the transposed board
    Transpose,
    /// Some of them, from one number to another
    Slice,
    /// The same in another notation
    Convert,
    /// The board where they lead
    Apply,
    /// The board that they solve, of this --size
    Board,
    /// A solution made shorter, and how far from the shortest it can be at most
    Shorten,
}

impl What {
    fn needs_board(self) -> bool {
        matches!(self, What::Apply | What::Shorten)
    }
}

/// What came of one sequence: the answer for a reader, what there is to say about it, and the whole as an object.
struct Told {
    answer: String,
    remark: Option<String>,
    report: Report,
    exit: Exit,
}

pub fn run(args: &MovesArgs) -> Result<Exit, Failure> {
    if args.lines.lines {
        return run_lines(args);
    }
    let (given, moves) = question(args)?;
    let told = answer(args, given, &moves, args.lines.threads(), true)?;
    if args.json {
        told.report.print()?;
    } else {
        writeln!(std::io::stdout(), "{}", width::fitted(&told.answer))?;
        if let Some(remark) = told.remark {
            width::say(&remark);
        }
    }
    Ok(told.exit)
}

fn run_lines(args: &MovesArgs) -> Result<Exit, Failure> {
    if !args.words.is_empty() {
        return Err(Failure::Usage("--lines reads standard input or --file, not an argument".into()));
    }
    let board = args.board.as_ref().map(|text| input::given_in(text.as_encoded_bytes(), args.source.size));
    let board = board.transpose()?;
    let stream = input::lines_of(args.source.file.as_deref())?;
    let batch = Batch {
        bytes: if args.what == What::Shorten { 512 } else { 1 << 14 },
        threads: args.lines.threads(),
    };
    let question = |line: &[u8]| -> Result<(Option<Given>, String), Failure> {
        let whole = line.first() == Some(&b'{') || (args.what.needs_board() && board.is_none());
        if whole {
            let (given, moves) = input::board_and_moves(line, args.source.size)?;
            return Ok((Some(given), moves));
        }
        let text = std::str::from_utf8(line).map_err(|_| not_utf8())?;
        let copy = |given: &Given| Given { goal: given.goal.clone(), ..Given::from(given.board.clone()) };
        Ok((board.as_ref().map(copy), text.to_owned()))
    };
    lines::run(stream, batch, |number, line, out| {
        let told = question(line).and_then(|(given, moves)| answer(args, given, &moves, 1, false));
        match told {
            Ok(told) if told.exit == Exit::Interrupted => Answer::Cut,
            Ok(told) => {
                // Writing to memory cannot fail.
                let _ = if args.json {
                    Report { line: Some(number), ..told.report }.write(&mut *out)
                } else {
                    writeln!(out, "{}", told.answer)
                };
                Answer::Given
            }
            Err(why) => bad_line("moves", number, &why, args.json, out),
        }
    })
}

/// The board, if one is needed, and the text of the moves.
fn question(args: &MovesArgs) -> Result<(Option<Given>, String), Failure> {
    let given = args.board.as_ref().map(|text| input::given_in(text.as_encoded_bytes(), args.source.size));
    let given = given.transpose()?;
    if !args.words.is_empty() {
        let words: Option<Vec<&str>> = args.words.iter().map(|word| word.to_str()).collect();
        return Ok((given, words.ok_or_else(not_utf8)?.join(" ")));
    }
    let text = input::text(args.source.file.as_deref())?;
    // A line of ours has the board too.
    if text.trim_start().starts_with('{') || (args.what.needs_board() && given.is_none()) {
        let (own, moves) = input::board_and_moves(text.trim().as_bytes(), args.source.size)?;
        return Ok((Some(given.unwrap_or(own)), moves));
    }
    Ok((given, text))
}

fn answer(
    args: &MovesArgs,
    given: Option<Given>,
    text: &str,
    threads: usize,
    shown: bool,
) -> Result<Told, Failure> {
    let of = given.as_ref().and_then(|given| given.moves_of).unwrap_or(args.moves_of.into());
    let moves = read_moves(text, of).map_err(Failure::told)?;
    let metric = args.metric.metric;
    let made = match args.what {
        What::Simplify => moves.simplified(),
        What::Invert => moves.inverse(),
        What::Transpose => moves.transposed(),
        What::Convert => moves,
        What::Slice => {
            let (from, to) = (args.from as usize, args.to.unwrap_or(u64::MAX) as usize);
            moves.part(from - 1..to, metric)
        }
        What::Apply => return apply(args, needed(given)?, &moves),
        What::Board => return board(args, given, &moves),
        What::Shorten => return shorten(args, needed(given)?, &moves, threads, shown),
    };
    Ok(Told {
        answer: written(args, &made, false),
        remark: None,
        report: about(args, &made),
        exit: Exit::Answered,
    })
}

fn needed(given: Option<Given>) -> Result<Given, Failure> {
    given.ok_or_else(|| {
        Failure::Input("which board? give --board, or with --lines a board before the moves".into())
    })
}

fn written(args: &MovesArgs, moves: &Moves, json: bool) -> String {
    let of: Mover = args.as_moves_of.unwrap_or(args.moves_of).into();
    let usual = if json { StyleArg::Letters } else { StyleArg::Runs };
    moves.in_notation(Notation { of, style: args.style.unwrap_or(usual).into() }).to_string()
}

fn about(args: &MovesArgs, moves: &Moves) -> Report {
    Report {
        moves: Some(written(args, moves, true)),
        moves_of: args.as_moves_of.unwrap_or(args.moves_of).told(),
        length: Some(moves.length(args.metric.metric) as u64),
        metric: Some(args.metric.metric.to_string()),
        length_stm: Some(moves.length(Metric::Stm) as u64),
        length_mtm: Some(moves.length(Metric::Mtm) as u64),
        ..Report::new("moves", Status::Done)
    }
}

fn apply(args: &MovesArgs, given: Given, moves: &Moves) -> Result<Told, Failure> {
    let end = given.board.after(moves).map_err(Failure::told)?.to_string();
    let report = Report {
        board: Some(given.board.to_string()),
        size: Some(given.board.shape().to_string()),
        end: Some(end.clone()),
        ..about(args, moves)
    };
    Ok(Told { answer: end, remark: None, report, exit: Exit::Answered })
}

/// The board that the moves solve: the goal, with the moves undone from their end.
fn board(args: &MovesArgs, given: Option<Given>, moves: &Moves) -> Result<Told, Failure> {
    let shape: Option<Shape> = args.source.size.or(given.map(|given| given.board.shape()));
    let goal = args.goal.goal(shape)?;
    let none = || Failure::Input("which size? give --size 4x4".into());
    let shape = match &goal {
        taquin_core::Goal::Board(board) => board.shape(),
        _ => shape.ok_or_else(none)?,
    };
    let home = goal.board(shape).map_err(Failure::told)?;
    let start = home.after(&moves.inverse()).map_err(|illegal| {
        let number = moves.as_slice().len() - illegal.index;
        Failure::Input(format!(
            "no {shape} board is solved by these moves: move {number} would come from outside"
        ))
    })?;
    let report = Report {
        board: Some(start.to_string()),
        size: Some(shape.to_string()),
        goal: Some(args.goal.text(None).to_owned()),
        ..about(args, moves)
    };
    Ok(Told { answer: start.to_string(), remark: None, report, exit: Exit::Answered })
}

fn shorten(
    args: &MovesArgs,
    given: Given,
    moves: &Moves,
    threads: usize,
    shown: bool,
) -> Result<Told, Failure> {
    if args.metric.metric == Metric::Mtm {
        return Err(Failure::Input(
            "moves are shortened in single-tile moves; leave --metric mtm out".into(),
        ));
    }
    let start = Instant::now();
    let goal = args.goal.of(&given)?;
    let goal_text = args.goal.text(given.goal.as_deref()).to_owned();
    let problem = Problem::new(given.board, &goal).map_err(|e| Failure::told(e.why))?;
    let place = Report {
        board: Some(problem.start().to_string()),
        size: Some(problem.start().shape().to_string()),
        goal: Some(goal_text),
        ..Report::new("moves", Status::Done)
    };
    let not_solved = |place: Report, why: String| Told {
        answer: format!("no solution: {why}"),
        remark: None,
        report: Report { status: Status::Invalid, valid: Some(false), reason: Some(why), ..place },
        exit: Exit::No,
    };
    let solvable = match problem.decide() {
        Ok(solvable) => solvable,
        Err(unsolvable) => return Ok(not_solved(place, unsolvable.obstruction.to_string())),
    };
    let solution = match solvable.solution(moves.clone()) {
        Ok(solution) => solution,
        Err(why) => return Ok(not_solved(place, why.to_string())),
    };
    let mut options = Options::new().threads(threads);
    options.memory_bytes = args.limits.memory.unwrap_or(options.memory_bytes);
    let watch = Watch::new(args.limits.start(Some(SHORTENING))?, shown && !args.json);
    let solver = plan(&solvable, &options).map_err(Failure::input)?;
    let solved = solver.shorten(&solution, &watch).expect("a solution of this board");
    watch.finish();
    let (before, after) = (moves.as_slice().len(), solved.solution.moves().as_slice().len());
    let gap = after as u64 - solved.lower_bound;
    let kind = kind(after as u64, solved.origin, solved.lower_bound);
    let interrupted = solved.stopped == Some(StopReason::Interrupted);
    let report = Report {
        status: if interrupted { Status::Interrupted } else { Status::Done },
        reason: interrupted.then(|| StopReason::Interrupted.to_string()),
        moves: Some(written(args, solved.solution.moves(), true)),
        moves_of: args.as_moves_of.unwrap_or(args.moves_of).told(),
        length: Some(after as u64),
        metric: Some(Metric::Stm.to_string()),
        length_stm: Some(after as u64),
        length_mtm: Some(solved.solution.length(Metric::Mtm) as u64),
        optimal: Some(solved.optimal),
        lower_bound: Some(solved.lower_bound),
        gap: Some(gap),
        origin: Some(solved.origin.to_string()),
        nodes: Some(solved.stats.nodes),
        solver: Some(solved.stats.solver),
        ..place
    };
    Ok(Told {
        answer: written(args, solved.solution.moves(), false),
        remark: Some(format!("{after} moves, {} fewer than before, {kind}.", before - after)),
        report: report.took(start.elapsed()),
        exit: if interrupted { Exit::Interrupted } else { Exit::Answered },
    })
}

fn not_utf8() -> Failure {
    Failure::Input("the moves are no UTF-8 text".into())
}
