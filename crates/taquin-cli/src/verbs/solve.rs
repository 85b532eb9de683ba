//! `taquin solve`: the shortest solution, or the best within the limits.

mod card;
mod card_lines;
mod checkpoint;
mod compare;
mod report;
mod stream;

use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use taquin_core::notation::read_moves;
use taquin_core::{Board, Goal, Grouping, Metric, Problem, Solution, Solvable, Target, Unsolvable};
use taquin_solve::proof::Proof;
use taquin_solve::{
    AllShortest, Bound, EXACT_CELLS, Method, Options, Origin, PlanError, Solved, Solver, Stats, StopReason,
    Stopped, Stretch, TableCache, Want, plan,
};

use crate::args::{BoardArgs, GoalArgs, LinesArgs, MetricArgs, NotationArgs, Offered, each_its_own};
use crate::failure::{Exit, Failure};
use crate::input::{self, Given};
use crate::limits::{LimitArgs, Watch};
use crate::lines::{self, Answer, Batch, bad_line, bad_line_aside};
use crate::machine::{self, interrupted};
use crate::report::Report;
use crate::width;
pub use report::kind;

/// Boards with more cells than this are solved short unless something else is wanted, in this time.
const SHORT_TIME: Duration = Duration::from_secs(10);

/// Solutions listed by `--all` without a number.
const LISTED: usize = 1000;

/// Find the shortest solution, or on big boards the best within the time
///
/// Boards of up to 16 cells are solved shortest, larger ones as short as 10 seconds allow, unless --want, --time
/// or another limit says otherwise. At a limit the answer is what was proven (exit 3). Where standard output is no
/// terminal the moves alone go there, and what is to be said about them to standard error.
///
/// Hard 5x5 boards, those that take minutes, are proven in about three quarters of the time with --memory 1GB: larger
/// tables are made for them then.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  $ taquin solve '5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12'
  $ taquin solve '8 6 7/2 5 4/3 0 1' --moves-of blank --style words
  $ taquin solve '8 6 7/2 5 4/3 0 1' --metric mtm --json
  $ taquin solve '8 1 3/7 2 4/0 6 5' --goal spiral
  $ taquin solve '5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12' --goal rows
  $ taquin solve '2 1 3/4 5 6/7 8 0'   # exit 1
  $ taquin solve '8 6 7/2 5 4/3 0 1' --heuristic manhattan --search astar
  $ taquin solve '8 6 7/2 5 4/3 0 1' --compare
  $ taquin solve '1 2 3/0 4 6/7 5 8' --all
  $ taquin solve '8 6 7/2 5 4/3 0 1' | taquin verify '8 6 7/2 5 4/3 0 1'
  $ taquin scramble 8x8 --seed 1 | taquin solve --want fast --count
  $ taquin scramble 3x3 -n 100 --seed 1 | taquin solve --lines --json
  $ echo '1 2 3/4 5 6/0 7 8 LL' | taquin solve --lines --filter-optimal")]
pub struct SolveArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    method: MethodArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    notation: NotationArgs,
    #[command(flatten)]
    lines: LinesArgs,
    #[command(flatten)]
    card: card::CardArgs,
    #[command(flatten)]
    checkpoint: checkpoint::CheckpointArgs,
    /// Count all shortest solutions and list them, at most N
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, conflicts_with_all = ["lines", "compare"])]
    all: Option<Option<usize>>,
    /// Run the methods one after another and print what each cost
    #[arg(long, conflicts_with_all = ["lines", "heuristic", "search"])]
    compare: bool,
    /// Read a board and its moves in each line, and print only the lines whose moves are a shortest solution
    #[arg(long, requires = "lines", conflicts_with_all = ["json", "count", "quiet"])]
    filter_optimal: bool,
    /// Print the number of moves, not the moves
    #[arg(long)]
    count: bool,
    /// Print the moves alone
    #[arg(short, long, conflicts_with_all = ["count", "json", "compare"])]
    quiet: bool,
    /// Print one JSON object per board
    #[arg(long)]
    json: bool,
}

/// What to look for, and how.
#[derive(Args, Debug)]
pub struct MethodArgs {
    #[command(flatten)]
    metric: MetricArgs,
    /// The solution wanted: optimal, short or fast [default: optimal up to 16 cells, short beyond]
    #[arg(long, value_name = "KIND", hide_possible_values = true,
        value_parser = Offered::<Want>::new(&["optimal", "short", "fast"]))]
    want: Option<Want>,
    /// The bound: none, manhattan, linear-conflict, inversion, walking, pattern:6-6-3 (any split) [default: the
    /// best tables there are]
    #[arg(long, value_name = "NAME", hide_possible_values = true, value_parser = Offered::<Bound>::new(
        &["none", "manhattan", "linear-conflict", "inversion", "walking", "pattern:"]))]
    heuristic: Option<Bound>,
    /// The search: ida, astar or bidirectional
    #[arg(long, value_name = "NAME", hide_possible_values = true,
        value_parser = Offered::<Method>::new(&["ida", "astar", "bidirectional"]))]
    search: Option<Method>,
    #[command(flatten)]
    tables: crate::tables::TablesArgs,
}

impl SolveArgs {
    fn metric(&self) -> Metric {
        self.method.metric.metric
    }

    fn options(&self, threads: usize) -> Options {
        let usual = Options::new();
        // A machine, a container or a process that may not have so much is not asked for it; tables come on top.
        let usual_memory = usual.memory_bytes.min(machine::memory_bytes() / 4 * 3);
        usual
            .metric(self.metric())
            .want(self.method.want)
            .heuristic(self.method.heuristic.clone())
            .search(self.method.search)
            .threads(threads)
            .memory_bytes(self.limits.memory.unwrap_or(usual_memory))
            // Only whoever says how much may be taken gets tables that take it.
            .table_bytes(self.limits.memory.unwrap_or(0))
            .tables(Arc::new(self.method.tables.cache()))
    }
}

/// What became of one board.
enum Verdict {
    Unsolvable(Box<Unsolvable>),
    Solved(Box<Solved>, Option<AllShortest>),
    Stopped(Box<Halt>),
}

impl Verdict {
    /// Where a proof was asked for, a limit that ended it is the verdict; a short answer is one at any limit, but not
    /// when somebody ends it by hand. Bounds that meet are a proof whatever came then.
    fn of(solved: Solved, proof: bool) -> Verdict {
        match solved.stopped {
            Some(why) if !solved.optimal && (proof || why == StopReason::Interrupted) => {
                let Solved { lower_bound, solution, origin, stats, .. } = solved;
                let best = Some((solution, origin));
                Verdict::Stopped(Box::new(Halt { why, lower_bound, best, stats, rest: None }))
            }
            _ => Verdict::Solved(Box::new(solved), None),
        }
    }
}

/// Where the processor begins: where a card has failed, or at the start after so many nodes.
#[derive(Default)]
struct Start {
    from: Option<Proof>,
    nodes: u64,
}

/// What is known when a limit ended a search.
struct Halt {
    why: StopReason,
    lower_bound: u64,
    best: Option<(Solution, Origin)>,
    stats: Stats,
    /// What was left to do, in words, where it could be judged.
    rest: Option<String>,
}

impl From<Stopped> for Halt {
    fn from(Stopped { why, lower_bound, stats, .. }: Stopped) -> Halt {
        Halt { why, lower_bound, best: None, stats: *stats, rest: None }
    }
}

/// A board with its verdict and what it took.
struct Outcome {
    board: Board,
    goal: Board,
    /// The goal as it was named.
    goal_text: String,
    verdict: Verdict,
    elapsed: Duration,
}

pub fn run(args: &SolveArgs) -> Result<Exit, Failure> {
    // Before any work: Ctrl-C from now on asks for what was proven.
    interrupted()?;
    if args.lines.lines {
        return run_lines(args);
    }
    let given = input::given(&args.board)?;
    let target = args.goal.target_of(&given)?;
    let options = args.options(args.lines.threads());
    if args.compare {
        return compare::run(args, given, &each_its_own(target, "--compare")?, &options);
    }
    // What is written as it is made cannot be part of an object.
    let streams = options.want == Some(Want::Fast) && (args.count || !args.json);
    if let (true, Target::Goal(goal)) = (streams, &target) {
        return stream::run(args, given, goal, &options);
    }
    let outcome = solve(args, given, &target, &options, !args.json)?;
    warn(&options.tables);
    if args.json {
        report::json(args, &outcome).print()?;
    } else {
        let told = report::text(args, &outcome, width::of_stdout().filter(|_| !args.quiet));
        tell(args, &told.answer, &told.remark)?;
    }
    Ok(exit(&outcome.verdict))
}

/// Writes moves and what is to be said about them: together for a reader, apart for a pipe.
fn tell(args: &SolveArgs, answer: &str, remark: &str) -> Result<(), Failure> {
    write!(anstream::stdout(), "{}", width::fitted(answer))?;
    match (args.quiet, std::io::stdout().is_terminal()) {
        (true, _) => {}
        (_, true) => write!(std::io::stdout(), "{}", width::fitted(remark))?,
        (_, false) if remark.is_empty() => {}
        (_, false) => width::say(remark.trim_end()),
    }
    Ok(())
}

/// Decides and solves one board.
fn solve(
    args: &SolveArgs,
    given: Given,
    target: &Target,
    options: &Options,
    shown: bool,
) -> Result<Outcome, Failure> {
    Asked::read(args, given, target)?.searched(args, options, shown)
}

/// A board that was read and decided.
struct Asked {
    start: Instant,
    board: Board,
    /// Where it is to end; one of the boards it may end at where tiles are alike.
    goal: Board,
    goal_text: String,
    alike: Option<Grouping>,
    decided: Result<Solvable, Unsolvable>,
}

impl Asked {
    fn read(args: &SolveArgs, given: Given, target: &Target) -> Result<Asked, Failure> {
        let start = Instant::now();
        let goal_text = args.goal.text(given.goal.as_deref()).to_owned();
        let problem = target.problem(given.board).map_err(|e| Failure::told(e.why))?;
        let (board, goal) = (problem.start().clone(), problem.goal().clone());
        Ok(Asked { start, board, goal, goal_text, alike: target.alike(), decided: problem.decide() })
    }

    /// Its outcome, with the verdict of a search if it can be solved.
    fn answered(
        self,
        search: impl FnOnce(&Solvable, Option<Grouping>) -> Result<Verdict, Failure>,
    ) -> Result<Outcome, Failure> {
        let Asked { start, board, mut goal, goal_text, alike, decided } = self;
        let verdict = match decided {
            Err(unsolvable) => Verdict::Unsolvable(Box::new(unsolvable)),
            Ok(solvable) => search(&solvable, alike)?,
        };
        let found = match &verdict {
            Verdict::Solved(solved, _) => Some(&solved.solution),
            Verdict::Stopped(halt) => halt.best.as_ref().map(|(solution, _)| solution),
            Verdict::Unsolvable(_) => None,
        };
        if let (Some(solution), Some(_)) = (found, alike) {
            goal = board.after(solution.moves()).map_err(Failure::told)?;
        }
        Ok(Outcome { board, goal, goal_text, verdict, elapsed: start.elapsed() })
    }

    fn searched(self, args: &SolveArgs, options: &Options, shown: bool) -> Result<Outcome, Failure> {
        self.answered(|solvable, alike| match alike {
            None => search(args, solvable, options, shown),
            Some(alike) => search_alike(args, solvable, alike, options, shown),
        })
    }
}

/// The same where tiles are alike.
fn search_alike(
    args: &SolveArgs,
    solvable: &Solvable,
    alike: Grouping,
    options: &Options,
    shown: bool,
) -> Result<Verdict, Failure> {
    if args.all.is_some() {
        each_its_own(alike.into(), "--all")?;
    }
    card::refuse_alike(args, alike)?;
    let large = solvable.problem().start().len() > EXACT_CELLS;
    let usual = options.want.map_or(large, |want| want == Want::Short).then_some(SHORT_TIME);
    let watch = Watch::new(args.limits.start(usual)?, shown);
    let solved = taquin_solve::alike::solve(solvable, alike, options, &watch).map_err(refused)?;
    watch.finish();
    Ok(match solved {
        Ok(solved) => Verdict::of(solved, options.want == Some(Want::Optimal)),
        Err(stopped) => Verdict::Stopped(Box::new(stopped.into())),
    })
}

fn search(args: &SolveArgs, solvable: &Solvable, options: &Options, shown: bool) -> Result<Verdict, Failure> {
    let solver = plan(solvable, options).map_err(refused)?;
    let usual = (solver.want() == Want::Short).then_some(SHORT_TIME);
    // One clock for whoever searches.
    let watch = Watch::new(args.limits.start(usual)?, shown);
    let verdict = match card::search(args, solvable, &solver, &watch)? {
        card::Said::Verdict(verdict) => verdict,
        card::Said::GoOn(start) => on_processor(args, solvable, &solver, start, &watch)?,
    };
    watch.finish();
    Ok(match verdict {
        Verdict::Stopped(halt) => Verdict::Stopped(Box::new(Halt { rest: watch.rest_of_proof(), ..*halt })),
        solved => solved,
    })
}

fn on_processor(
    args: &SolveArgs,
    solvable: &Solvable,
    solver: &Solver<'_>,
    Start { from, nodes }: Start,
    watch: &Watch,
) -> Result<Verdict, Failure> {
    if args.checkpoint.file().is_some() && !solver.keeps() {
        return Err(Failure::Input(
            "--checkpoint is for long proofs: --want optimal, 17 to 25 cells, counted in slides".into(),
        ));
    }
    let rest = Stretch::new(watch, nodes, u64::MAX);
    let solved = args.checkpoint.keeping(solvable, |keeping| {
        let keeping = if from.is_some() { keeping.from(from) } else { keeping };
        solver.solve_keeping(keeping, &rest)
    })?;
    let verdict = match solved {
        Err(stopped) => Verdict::Stopped(Box::new(stopped.into())),
        Ok(solved) => Verdict::of(solved, solver.want() == Want::Optimal),
    };
    Ok(match (verdict, args.all) {
        (Verdict::Solved(solved, _), Some(most)) => {
            if !solved.optimal {
                return Err(Failure::Input("--all goes with shortest solutions; add --want optimal".into()));
            }
            match solver.all(&solved.solution, most.unwrap_or(LISTED), watch) {
                None => return Err(Failure::Input("--all is for boards of up to 16 cells".into())),
                Some(Err(stopped)) => Verdict::Stopped(Box::new(stopped.into())),
                Some(Ok(all)) => Verdict::Solved(solved, Some(all)),
            }
        }
        (verdict, _) => verdict,
    })
}

fn exit(verdict: &Verdict) -> Exit {
    match verdict {
        Verdict::Unsolvable(_) => Exit::No,
        Verdict::Solved(..) => Exit::Answered,
        Verdict::Stopped(stopped) => stop_exit(stopped.why),
    }
}

fn stop_exit(why: StopReason) -> Exit {
    match why {
        StopReason::Interrupted => Exit::Interrupted,
        _ => Exit::Stopped,
    }
}

/// Tells of tables that could not be used, once each.
fn warn(tables: &TableCache) {
    for warning in tables.take_warnings() {
        width::say(&format!(
            "warning: {warning}; going on with small tables (`taquin table build` makes it anew)"
        ));
    }
}

fn run_lines(args: &SolveArgs) -> Result<Exit, Failure> {
    let size = args.board.source.size;
    let usual_goal = args.goal.target(size)?;
    let stream = input::lines_stream(&args.board)?;
    let threads = args.lines.threads();
    let options = args.options(1);
    // A bad combination of options is one error, not one per line.
    refuse_early(args, &options)?;
    if args.filter_optimal {
        return filter_optimal(args, stream, &options);
    }
    let asked = |line: &[u8]| {
        let given = input::given_in(line, size)?;
        match &given.goal {
            None => Asked::read(args, given, &usual_goal),
            Some(_) => {
                let target = args.goal.target_of(&given)?;
                Asked::read(args, given, &target)
            }
        }
    };
    let searched = |asked: Asked| asked.searched(args, &options, false);
    let ended = if let Some(device) = card::for_lines(args)? {
        let watch = Watch::new(args.limits.start(None)?, false);
        lines::run_batches(
            stream,
            card_lines::BATCH,
            |lines| card_lines::solve(device, &watch, lines.iter().map(|line| asked(line.text)), searched),
            |answers, line, out| {
                let answer = answers.next().unwrap_or_else(|| asked(line.text).and_then(searched));
                write_line(args, line.number, answer, out)
            },
        )
    } else {
        lines::run(stream, Batch { bytes: 512, threads }, |number, line, out| {
            write_line(args, number, asked(line).and_then(searched), out)
        })
    };
    warn(&options.tables);
    ended
}

/// One board's answer on its line.
fn write_line(args: &SolveArgs, number: u64, answer: Result<Outcome, Failure>, out: &mut Vec<u8>) -> Answer {
    let outcome = match answer {
        Ok(outcome) => outcome,
        Err(why) => return bad_line("solve", number, &why, args.json, out),
    };
    if args.json {
        // Writing to memory cannot fail.
        let report = Report { line: Some(number), ..report::json(args, &outcome) };
        let _ = report.write(&mut *out);
    } else {
        out.extend_from_slice(report::line(args, &outcome).as_bytes());
        out.push(b'\n');
    }
    match outcome.verdict {
        Verdict::Stopped(halt) if halt.why == StopReason::Interrupted => Answer::Cut,
        Verdict::Stopped(_) => Answer::Stopped,
        _ => Answer::Given,
    }
}

/// Passes on the lines whose moves are a shortest solution of their boards.
fn filter_optimal(args: &SolveArgs, stream: input::Stream, options: &Options) -> Result<Exit, Failure> {
    let options = options.clone().want(Want::Optimal);
    let is_shortest = |line: &[u8]| -> Result<Answer, Failure> {
        let (given, moves) = input::board_and_moves(line, args.board.source.size)?;
        let of = given.moves_of.unwrap_or(args.notation.moves_of.into());
        let moves = read_moves(&moves, of).map_err(Failure::told)?;
        let target = args.goal.target_of(&given)?;
        let solves = given.board.after(&moves).is_ok_and(|end| target.is_reached(&end));
        let length = moves.length(args.metric());
        Ok(match solve(args, given, &target, &options, false)?.verdict {
            Verdict::Solved(best, _) if solves && best.solution.length(args.metric()) == length => {
                Answer::Given
            }
            Verdict::Stopped(halt) if halt.why == StopReason::Interrupted => Answer::Cut,
            Verdict::Stopped(_) => Answer::Stopped,
            _ => Answer::Passed,
        })
    };
    let threads = args.lines.threads();
    lines::run(stream, Batch { bytes: 512, threads }, |number, line, out| match is_shortest(line) {
        Ok(answer) => {
            if answer == Answer::Given {
                out.extend_from_slice(line);
                out.push(b'\n');
            }
            answer
        }
        Err(why) => bad_line_aside(number, &why),
    })
}

/// What was asked for cannot be had; the option that asks too much is named.
fn refused(why: PlanError) -> Failure {
    let remedy = match why {
        PlanError::NotAdmissible(..) => "; leave --heuristic out, or use --metric stm",
        PlanError::SearchMetric(_) => "; leave --search out",
        PlanError::NotOptimal => "; use --want optimal",
        PlanError::TooLarge(_) | PlanError::AlikeTooLarge(_) => "; use --want short",
        _ => "",
    };
    Failure::Input(format!("{why}{remedy}"))
}

/// Refuses what no board could be solved with.
fn refuse_early(args: &SolveArgs, options: &Options) -> Result<(), Failure> {
    let goal = Goal::BlankLast;
    let shape = args.board.source.size.filter(|shape| shape.cells() <= 1 << 12);
    let Some(board) = shape.and_then(|shape| goal.board(shape).ok()) else { return Ok(()) };
    let problem = Problem::new(board, &goal).map_err(Failure::input)?;
    let Ok(solvable) = problem.decide() else { return Ok(()) };
    plan(&solvable, options).map(drop).map_err(refused)
}
