//! The greedy inversion player: the computer "computes the inversion number for all possible moves and then
//! makes the move that minimises the inversion number".
//!
//! It is a lesson in why greed is not enough. A horizontal slide changes no inversion, so most positions offer
//! ties; with no memory and a fixed choice among ties the player is a function of the board alone, and must
//! run into a loop unless it meets the goal first. The loop is found and told.

use alloc::collections::BTreeMap;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::prelude::*;
use crate::{Board, Direction, Moves, Problem, Solvable, inversions};

/// What to do when several slides are equally good.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ties {
    /// The first in the order up, down, left, right: the player as it is usually described.
    #[default]
    First,
    /// Any of them, drawn from this seed.
    Random(u64),
}

/// One turn of the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Every possible slide and the inversion number it leads to.
    pub options: Vec<(Direction, u64)>,
    /// What it did.
    pub played: Played,
}

/// What a turn came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Played {
    /// It made this slide.
    Slid(Direction),
    /// The board is solved; there is nothing to do.
    Solved,
    /// The player is where it was after `since` slides and would go round for ever: `length` slides a round.
    Loop {
        /// When it was here first, in slides from the start.
        since: usize,
        /// How many slides later it is here again.
        length: usize,
    },
    /// Going back is forbidden and there is no other way: a corridor's end.
    DeadEnd,
}

/// Plays by inversions alone.
///
/// ```
/// use taquin_core::game::{GreedyPlayer, Ties, Played};
/// use taquin_core::{Goal, Problem};
/// let start = Problem::new("8 1 2/0 4 3/7 5 6".parse()?, &Goal::BlankLast)?.decide()?;
/// let mut player = GreedyPlayer::new(&start, Ties::First, false);
/// while let Played::Slid(_) = player.turn().played {}
/// assert_eq!(player.turn().played, Played::Loop { since: 3, length: 2 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GreedyPlayer {
    board: Board,
    goal: Board,
    /// For every tile its home, so that inversions are counted in the goal's own order.
    homes: Vec<u32>,
    ties: Ties,
    random: ChaCha8Rng,
    never_back: bool,
    last: Option<Direction>,
    made: usize,
    /// Where a player without chance in it has been, and when.
    seen: BTreeMap<(Board, Option<Direction>), usize>,
}

impl GreedyPlayer {
    /// A player at this start. With `never_back` it does not undo its last slide.
    #[must_use]
    pub fn new(start: &Solvable, ties: Ties, never_back: bool) -> GreedyPlayer {
        let problem: &Problem = start.problem();
        let seed = if let Ties::Random(seed) = ties { seed } else { 0 };
        GreedyPlayer {
            board: problem.start().clone(),
            goal: problem.goal().clone(),
            homes: problem.goal().cells_by_tile().into_iter().map(|cell| cell.index() as u32).collect(),
            ties,
            random: ChaCha8Rng::seed_from_u64(seed),
            never_back,
            last: None,
            made: 0,
            seen: BTreeMap::new(),
        }
    }

    /// The board as it stands.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How many slides it has made.
    #[must_use]
    pub fn made(&self) -> usize {
        self.made
    }

    /// The inversion number of the board as it stands.
    #[must_use]
    pub fn inversions(&self) -> u64 {
        self.count(&self.board)
    }

    fn count(&self, board: &Board) -> u64 {
        let order: Vec<u32> = board
            .tiles()
            .iter()
            .filter(|tile| !tile.is_blank())
            .map(|tile| self.homes[tile.number() as usize])
            .collect();
        inversions(&order)
    }

    /// Plays until the board is solved, the player is seen to go round for ever or cannot go on, or so many slides are made: the
    /// slides, and what ended them, which is nothing where it was their number.
    ///
    /// ```
    /// use taquin_core::game::{GreedyPlayer, Ties, Played};
    /// use taquin_core::{Goal, Problem};
    /// let start = Problem::new("8 1 2/0 4 3/7 5 6".parse()?, &Goal::BlankLast)?.decide()?;
    /// let play = |most| GreedyPlayer::new(&start, Ties::First, false).play(most);
    /// assert_eq!(play(100).1, Some(Played::Loop { since: 3, length: 2 }));
    /// assert_eq!((play(4).0.as_slice().len(), play(4).1), (4, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, most: usize) -> (Moves, Option<Played>) {
        let mut moves = Moves::new();
        while moves.as_slice().len() < most {
            match self.turn().played {
                Played::Slid(way) => moves.push(way),
                end => return (moves, Some(end)),
            }
        }
        // The last slide that was allowed may have been the last that was needed.
        (moves, (self.board == self.goal).then_some(Played::Solved))
    }

    /// Looks at every possible slide and makes the one that leaves the fewest inversions.
    pub fn turn(&mut self) -> Turn {
        let mut options = Vec::with_capacity(4);
        for direction in Direction::ALL {
            let mut next = self.board.clone();
            if next.slide(direction).is_some() {
                options.push((direction, self.count(&next)));
            }
        }
        if self.board == self.goal {
            return Turn { options, played: Played::Solved };
        }
        let back = self.last.map(Direction::opposite).filter(|_| self.never_back);
        let allowed = || options.iter().filter(|(direction, _)| Some(*direction) != back);
        // Before the memory is asked: where nothing can be done one stays, and that is no loop.
        let Some(least) = allowed().map(|&(_, count)| count).min() else {
            return Turn { options, played: Played::DeadEnd };
        };
        if self.ties == Ties::First {
            let memory = self.last.filter(|_| self.never_back);
            if let Some(&since) = self.seen.get(&(self.board.clone(), memory)) {
                let length = self.made - since;
                return Turn { options, played: Played::Loop { since, length } };
            }
            self.seen.insert((self.board.clone(), memory), self.made);
        }
        let best: Vec<Direction> = allowed().filter(|o| o.1 == least).map(|o| o.0).collect();
        let chosen = match self.ties {
            Ties::First => best[0],
            Ties::Random(_) => best[((u64::from(self.random.next_u32()) * best.len() as u64) >> 32) as usize],
        };
        self.board.slide(chosen);
        self.last = Some(chosen);
        self.made += 1;
        Turn { options, played: Played::Slid(chosen) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Goal, Scrambler, Seed, board};

    fn player(drawing: &str, ties: Ties, never_back: bool) -> GreedyPlayer {
        let start = Problem::new(board(drawing), &Goal::BlankLast).unwrap().decide().unwrap();
        GreedyPlayer::new(&start, ties, never_back)
    }

    #[test]
    fn moving_the_9_down_takes_59_inversions_to_58() {
        // The usual example cannot be solved; with 1 and 12 exchanged it can, and 9 still loses one.
        let mut player = player("13 10 11 6 / 5 7 4 8 / 12 1 14 9 / 3 15 2 _", Ties::First, false);
        let before = player.inversions();
        let turn = player.turn();
        assert_eq!(turn.played, Played::Slid(Direction::Down));
        assert!(turn.options.contains(&(Direction::Down, before - 1)));
        assert!(turn.options.contains(&(Direction::Right, before)), "a horizontal slide changes nothing");
    }

    #[test]
    fn a_board_one_vertical_slide_away_is_solved() {
        let mut player = player("1 2 3 / 4 5 _ / 7 8 6", Ties::First, false);
        assert_eq!(player.turn().played, Played::Slid(Direction::Up));
        assert_eq!(player.turn().played, Played::Solved);
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn every_deal_of_4x4_ends_solved_or_in_a_loop_that_is_one() {
        let scrambler = Scrambler::new("4x4".parse().unwrap(), &Goal::BlankLast, Seed::new(9)).unwrap();
        let mut loops = 0;
        for (index, never_back) in (0..200).map(|i| (i, i % 2 == 1)) {
            let start = Problem::new(scrambler.board(index), &Goal::BlankLast).unwrap().decide().unwrap();
            let mut player = GreedyPlayer::new(&start, Ties::First, never_back);
            let verdict = loop {
                match player.turn().played {
                    Played::Slid(_) if player.made() < 100_000 => {}
                    other => break other,
                }
            };
            let Played::Loop { length, .. } = verdict else {
                assert_eq!(verdict, Played::Solved);
                continue;
            };
            loops += 1;
            let (board, last) = (player.board().clone(), player.last);
            player.seen.clear();
            for _ in 0..length {
                assert!(matches!(player.turn().played, Played::Slid(_)));
            }
            assert_eq!((player.board(), player.last), (&board, last));
        }
        assert!(loops > 190, "greed is not enough: {loops} of 200 went round for ever");
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn random_ties_are_drawn_from_the_seed_alone() {
        let run = |seed| {
            let mut player = player("4 1 3 / 7 2 6 / _ 5 8", Ties::Random(seed), true);
            (0..50).map(|_| player.turn().played).collect::<Vec<_>>()
        };
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
    }

    #[test]
    fn a_corridor_is_a_dead_end_when_one_cannot_turn_back() {
        let turns = |goal: &Goal, never_back| {
            let start = Problem::new(board("[[1,2,0,3]]"), goal).unwrap().decide().unwrap();
            let mut player = GreedyPlayer::new(&start, Ties::First, never_back);
            [(); 3].map(|()| player.turn().played)
        };
        // No slide changes the order, so all are equally good and the first, to the left, is made.
        let left = Played::Slid(Direction::Left);
        assert_eq!(turns(&Goal::BlankLast, true), [left, Played::Solved, Played::Solved]);
        assert_eq!(turns(&Goal::BlankFirst, true), [left, Played::DeadEnd, Played::DeadEnd]);
        let back = Played::Slid(Direction::Right);
        assert_eq!(turns(&Goal::BlankFirst, false), [left, back, Played::Loop { since: 0, length: 2 }]);
    }
}
