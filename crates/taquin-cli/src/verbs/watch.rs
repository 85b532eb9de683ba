//! `taquin watch`: the computer plays.

use std::io::{BufWriter, IsTerminal, Write};
use std::time::Duration;

use clap::{Args, ValueEnum};
use taquin_core::game::{GreedyPlayer, Played, Ties};
use taquin_core::parity::Evidence;
use taquin_core::{Goal, Grouping, Metric, Moves, Problem, Solvable};
use taquin_solve::along::Distances;
use taquin_solve::{EXACT_CELLS, Limits, Options, Unlimited, Want, alike, plan};

use crate::args::{BoardArgs, GoalArgs, each_its_own, speed};
use crate::failure::{Exit, Failure};
use crate::input;
use crate::report::{Report, Status};
use crate::tui::oracle;
use crate::tui::palette::{Colours, Palette};
use crate::tui::store::Store;
use crate::tui::viewer::{Show, Viewer};
use crate::tui::{self};

/// How long a shortest solution may take before the show begins without it.
const THINKING: Duration = Duration::from_secs(60);
/// A short solution gets better for as long as it is given; nobody came to wait.
const A_MOMENT: Duration = Duration::from_secs(3);

/// Let the computer play: a solution, or the greedy inversion player
///
/// In a terminal it plays before your eyes: Space pauses, the arrows step, + and - change the speed. Elsewhere every
/// move is a line of text: number, move, tile, inversions, bound, exact distance where it is known, board.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  $ taquin watch '1 2 3/4 0 6/7 5 8'
  $ taquin scramble 4x4 --seed 1 | taquin watch --player greedy-inversions
  $ taquin watch '8 1 2/0 4 3/7 5 6' --player greedy-inversions --never-back")]
pub struct WatchArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    goal: GoalArgs,
    /// Who plays [default: optimal up to 16 cells, short beyond]
    #[arg(long, value_name = "PLAYER", value_enum)]
    player: Option<Player>,
    /// How fast: 1 is four moves a second
    #[arg(long, value_name = "N", default_value_t = 1.0, allow_negative_numbers = true, value_parser = speed)]
    speed: f64,
    /// The greedy player draws among equally good moves from this seed, instead of taking the first
    #[arg(long, value_name = "SEED")]
    ties: Option<u64>,
    /// The greedy player never takes its last move back
    #[arg(long)]
    never_back: bool,
    /// The greedy player gives up after so many moves
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    most: u32,
    /// Print one JSON object with all the moves
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Player {
    /// A shortest solution
    Optimal,
    /// As short as a little time allows
    Short,
    /// Row by row, at once
    Fast,
    /// The move that leaves the fewest inversions, whatever comes of it
    GreedyInversions,
}

pub fn run(args: &WatchArgs) -> Result<Exit, Failure> {
    let given = input::given(&args.board)?;
    let target = args.goal.target_of(&given)?;
    let small = given.board.shape().cells() <= EXACT_CELLS;
    let mut report = Report {
        board: Some(given.board.to_string()),
        size: Some(given.board.shape().to_string()),
        goal: Some(args.goal.text(given.goal.as_deref()).to_owned()),
        ..Report::new("watch", Status::Unsolvable)
    };
    let alike = target.alike();
    let problem = target.problem(given.board).map_err(|e| Failure::told(e.why))?;
    let start = match problem.decide() {
        Ok(start) => start,
        Err(unsolvable) if args.json => {
            report.reason = Some(unsolvable.obstruction.to_string());
            report.print()?;
            return Ok(Exit::No);
        }
        Err(unsolvable) => {
            writeln!(std::io::stdout(), "{unsolvable}")?;
            return Ok(Exit::No);
        }
    };
    let player = args.player.unwrap_or(if small { Player::Optimal } else { Player::Short });
    let (moves, ending) = match player {
        Player::GreedyInversions => {
            each_its_own(target.clone(), "the greedy player")?;
            greedy(&start, args)
        }
        Player::Optimal => solve(&start, alike, Want::Optimal)?,
        Player::Short => solve(&start, alike, Want::Short)?,
        Player::Fast => solve(&start, alike, Want::Fast)?,
    };
    let name = player.to_possible_value().map_or(String::new(), |value| value.get_name().to_string());
    if args.json {
        let end = start.problem().start().after(&moves).map_err(Failure::told)?;
        let solved = target.is_reached(&end);
        let stm = moves.length(Metric::Stm) as u64;
        let report = Report {
            status: if solved { Status::Solved } else { Status::Unsolved },
            solved: Some(solved),
            moves: Some(moves.iter().map(taquin_core::Direction::letter).collect()),
            length: Some(stm),
            metric: Some(Metric::Stm.to_string()),
            length_stm: Some(stm),
            length_mtm: Some(moves.length(Metric::Mtm) as u64),
            end: Some(end.to_string()),
            reason: Some(ending),
            player: Some(name),
            ..report
        };
        report.print()?;
        return Ok(Exit::Answered);
    }
    if !tui::is_possible() {
        return text(&start, alike, &moves, &ending);
    }
    let likes = Store::open()?.preferences();
    let show = Show {
        title: format!(
            "Taquin · {} · {name} · {} moves",
            start.problem().start().shape(),
            moves.as_slice().len()
        ),
        start: start.problem().start().clone(),
        goal: start.problem().goal().clone(),
        alike,
        moves,
        times_ms: None,
        ending,
    };
    let palette = Palette::new(likes.scheme, likes.theme, Colours::of_terminal()).telling(alike);
    tui::run(&mut Viewer::new(show, palette, args.speed))?;
    Ok(Exit::Answered)
}

fn solve(start: &Solvable, alike: Option<Grouping>, want: Want) -> Result<(Moves, String), Failure> {
    let options = Options::new().want(want);
    let time = if want == Want::Short { A_MOMENT } else { THINKING };
    let note = std::io::stderr().is_terminal();
    if note {
        write!(std::io::stderr(), "solving …")?;
    }
    let limits = Limits::new().time(time);
    let answer = match alike {
        None => plan(start, &options).map(|solver| solver.solve(&limits)),
        Some(alike) => alike::solve(start, alike, &options, &limits),
    };
    if note {
        write!(std::io::stderr(), "\r\x1b[K")?;
    }
    let Ok(solved) = answer.map_err(Failure::input)? else {
        return Err(Failure::Input(format!("no solution in {} s; try --player fast", time.as_secs())));
    };
    let (moves, optimal) = (solved.solution.into_moves(), solved.optimal);
    let shortest = if optimal { ", the fewest possible" } else { "" };
    let ending = format!("Solved in {} moves{shortest}.", moves.as_slice().len());
    Ok((moves, ending))
}

/// Plays until solved, given up, or seen to go round for ever; a loop is shown once more.
fn greedy(start: &Solvable, args: &WatchArgs) -> (Moves, String) {
    let ties = args.ties.map_or(Ties::First, Ties::Random);
    let mut player = GreedyPlayer::new(start, ties, args.never_back);
    let (mut moves, verdict) = player.play(args.most as usize);
    let made = moves.as_slice().len();
    let ending = match verdict {
        Some(Played::Solved) => format!("Solved by greed alone, in {made} moves."),
        Some(Played::Loop { since, length }) => {
            let round: Vec<_> = moves.as_slice()[since..].to_vec();
            moves.extend(round);
            format!(
                "Stuck in a loop: the board after {since} moves comes back every {length} moves, for ever \
                 (with {} inversions; the last round is shown twice).",
                player.inversions()
            )
        }
        Some(_) => format!("Stuck after {made} moves: it may not go back, and there is no other way."),
        None => format!("Given up after {made} moves, with {} inversions left.", player.inversions()),
    };
    (moves, ending)
}

/// One line a move.
fn text(start: &Solvable, alike: Option<Grouping>, moves: &Moves, ending: &str) -> Result<Exit, Failure> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let goal = start.problem().goal();
    let mut distances = vec![None; moves.as_slice().len() + 1];
    let tell = &mut |made: usize, distance| distances[made] = Some(distance);
    Distances::default().along(start, alike, moves, &Unlimited, tell);
    let mut board = start.problem().start().clone();
    for (number, direction) in (0..).zip(std::iter::once(None).chain(moves.iter().map(Some))) {
        let tile = direction.and_then(|direction| board.slide(direction).map(|tile| (direction, tile)));
        let slid =
            tile.map_or("start".to_string(), |(direction, tile)| format!("{} {tile}", direction.letter()));
        let Ok(here) = Problem::new(board.clone(), &Goal::Board(goal.clone())) else { break };
        let bound = oracle::bound(&board, goal, alike);
        write!(out, "{number}\t{slid}")?;
        // Where tiles are alike, no order of theirs is wrong.
        if alike.is_none() {
            write!(out, "\tinversions {}", Evidence::of(&here).inversions)?;
        }
        write!(out, "\tbound {bound}")?;
        if let Some(distance) = distances[number] {
            write!(out, "\tdistance {distance}")?;
        }
        writeln!(out, "\t{board}")?;
    }
    writeln!(out, "{ending}")?;
    out.flush()?;
    Ok(Exit::Answered)
}
