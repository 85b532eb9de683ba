//! The boards of the league.

use std::time::Duration;

use taquin_core::game::{Day, Game};
use taquin_core::{Board, Goal, Problem, Seed, Shape};
use taquin_solve::{EXACT_CELLS, Limits, Options, Want, plan};

use crate::keys::Secret;

/// The sides of a day's boards.
pub const DAILY_SIDES: [u32; 3] = [3, 4, 5];

/// A day's board: a keyed function of the date, which nobody without the key knows before the day.
#[must_use]
pub fn daily(secret: &Secret, day: Day, shape: Shape) -> Board {
    dealt(shape, &secret.of("daily", &format!("{day}/{shape}")))
}

/// A board for one attempt.
#[must_use]
pub fn fresh(shape: Shape) -> Board {
    let mut bytes = [0u8; 32];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    dealt(shape, &bytes)
}

fn dealt(shape: Shape, bytes: &[u8; 32]) -> Board {
    let seed = u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes are eight bytes"));
    let game = Game::deal(shape, &Goal::BlankLast, Seed::new(seed))
        .expect("boards of three by three and more can be dealt");
    game.start().clone()
}

/// What a board takes: the length of a shortest solution and `true`, or a bound that none can be below and `false`. A proof for up to
/// [`EXACT_CELLS`] is always found; for more it is tried for this long.
#[must_use]
pub fn par(board: &Board, time: Duration) -> (u64, bool) {
    let Ok(problem) = Problem::new(board.clone(), &Goal::BlankLast) else { return (0, false) };
    let Ok(solvable) = problem.decide() else { return (0, false) };
    let least = || (taquin_solve::lower_bound(&solvable), false);
    let options = Options::new().want(Want::Optimal);
    let Ok(solver) = plan(&solvable, &options) else { return least() };
    let is_small = board.shape().cells() <= EXACT_CELLS;
    let limits = if is_small { Limits::new() } else { Limits::new().time(time) };
    match solver.solve(&limits) {
        Ok(solved) if solved.optimal => (solved.solution.moves().len() as u64, true),
        Ok(solved) => (solved.lower_bound, false),
        Err(stopped) => (stopped.lower_bound, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(side: u32) -> Shape {
        Shape::new(side, side).unwrap()
    }

    #[test]
    fn a_day_has_one_board_for_each_key_and_others_have_others() {
        let (secret, other) = (Secret::new([3; 32]), Secret::new([4; 32]));
        let day = |text: &str| text.parse::<Day>().unwrap();
        let board = daily(&secret, day("2024-02-29"), shape(4));
        assert_eq!(board, daily(&secret, day("2024-02-29"), shape(4)));
        assert_ne!(board, daily(&secret, day("2024-03-01"), shape(4)));
        assert_ne!(board, daily(&other, day("2024-02-29"), shape(4)));
        assert_ne!(board, *Game::daily(day("2024-02-29")).start(), "not the one that anybody can compute");
    }

    #[test]
    fn the_par_of_a_small_board_is_proven() {
        assert_eq!(par(&"8 6 7/2 5 4/3 0 1".parse().unwrap(), Duration::ZERO), (31, true));
        assert_eq!(par(&"1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15".parse().unwrap(), Duration::ZERO), (2, true));
    }
}
