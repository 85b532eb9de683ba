//! `taquin play`: the game in the terminal.

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use taquin_core::game::{Game, Occasion};
use taquin_core::notation::read_board;
use taquin_core::{Seed, Shape, Target};
use taquin_solve::{EXACT_CELLS, Limits, TableCache, deal};

use crate::args::GoalArgs;
use crate::failure::{Exit, Failure};
use crate::machine::interrupted;
use crate::tui;
use crate::tui::game::GameScreen;
use crate::tui::palette::Colours;
use crate::tui::store::Store;

/// How long a deal at a rare distance may be looked for.
const DEALING: Duration = Duration::from_secs(60);

/// Play in the terminal
///
/// A game that was not finished is taken up again; the clock waits until you go on. Arrows slide tiles, ? shows all
/// keys. Games and records are kept in the user's data directory. A board, seed or distance that you chose is kept apart
/// from the game you were playing, and makes no record.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  $ taquin play
  $ taquin play 3x3
  $ taquin play 4x4 --distance 20
  $ taquin play --board '1 2 3/4 0 6/7 5 8'
  $ taquin play 5x5 --goal spiral --seed v1-42
  $ taquin play 4x4 --goal rows
With --goal rows the tiles of one row are alike: the game is won when each stands in its row.
So are those of one column, layer (fringe), quarter (grids) or colour of a chessboard.
Such a game makes no record.")]
pub struct PlayArgs {
    /// The size, rows x columns [default: the size played last, or 4x4]
    #[arg(value_name = "SIZE")]
    size: Option<Shape>,
    #[command(flatten)]
    goal: GoalArgs,
    /// Deal from this seed, a number or as it was told (v1-42)
    #[arg(long, value_name = "SEED")]
    seed: Option<Seed>,
    /// Deal a board that takes exactly so many slides, on boards of up to 16 cells
    #[arg(long, value_name = "N", conflicts_with = "board")]
    distance: Option<u32>,
    /// Play this board
    #[arg(long, value_name = "BOARD", conflicts_with = "seed")]
    board: Option<String>,
    /// Deal anew even if a game was not finished
    #[arg(long)]
    new: bool,
}

pub fn run(args: &PlayArgs) -> Result<Exit, Failure> {
    let mut store = Store::open()?;
    let mut likes = store.preferences();
    let shape = args.size.unwrap_or(likes.size);
    let target = args.goal.target(Some(shape))?;
    let game = match (&args.board, args.seed, args.distance) {
        (Some(text), ..) => {
            let board = read_board(text, args.size).map_err(Failure::input)?;
            let target = args.goal.target(Some(board.shape()))?;
            let game = Game::of_board(board, target).map_err(Failure::input)?;
            // The same board, begun and not finished, is taken up.
            let kept = if args.new { None } else { store.chosen_game(game.board().shape(), game.target()) };
            kept.filter(|kept| kept.start() == game.start()).unwrap_or(game)
        }
        (_, seed, Some(distance)) => {
            let seed = seed.map_or_else(random_seed, Ok)?;
            at_distance(shape, &target, seed, distance, &Arc::default())?
        }
        (_, Some(seed), _) => Game::deal(shape, &target, seed).map_err(Failure::input)?.on(Occasion::Chosen),
        _ => {
            let kept = if args.new { None } else { store.unfinished(shape, &target) };
            match kept {
                Some(game) => game,
                None => Game::deal(shape, &target, random_seed()?).map_err(Failure::input)?,
            }
        }
    };
    if !tui::is_possible() {
        return Err(Failure::Input(
            "the game needs a terminal; without one, `taquin scramble` deals and `taquin verify` checks"
                .into(),
        ));
    }
    likes.size = game.board().shape();
    let seeds = || random_seed().unwrap_or_else(|_| Seed::new(tui::store::wall_ms()));
    tui::run(&mut GameScreen::new(game, store, likes, Colours::of_terminal(), seeds))?;
    Ok(Exit::Answered)
}

/// A deal that takes exactly so many slides.
pub fn at_distance(
    shape: Shape,
    target: &Target,
    seed: Seed,
    distance: u32,
    tables: &Arc<TableCache>,
) -> Result<Game, Failure> {
    if shape.cells() > EXACT_CELLS {
        return Err(Failure::Input(format!(
            "--distance is for boards of up to {EXACT_CELLS} cells; {shape} has more"
        )));
    }
    let limits = Limits::new().time(DEALING).interrupt(interrupted()?);
    deal::at_distance(shape, target, seed, distance, tables, &limits).map_err(Failure::told)
}

pub fn random_seed() -> Result<Seed, Failure> {
    getrandom::u64().map(Seed::new).map_err(|e| Failure::Environment(format!("no random seed: {e}")))
}
