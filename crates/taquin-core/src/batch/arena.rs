//! Many games of one board, stepped together: what learners train in.

use super::{BatchError, MOST_CELLS, NOWHERE, bytes, kernel, legal_by_blank, room, sources};
use crate::prelude::*;
use crate::{Goal, GoalError, Scrambler, Seed, Shape};

/// When a game that is over begins anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reset {
    /// With the next step, whose slide is passed over.
    NextStep,
    /// With the step that ends it.
    SameStep,
    /// When somebody says so; until then its steps change nothing.
    Never,
}

/// How new games begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    /// Every solvable board is as likely as every other.
    Uniform,
    /// So many random slides from the goal, never straight back.
    Walk(u32),
}

/// Games on boards of one shape towards one goal, each with its own clock.
///
/// The boards that follow each other in game `i` are numbers `i`, `i + games`, `i + 2·games` … of the seed: the same seed
/// and the same slides give the same games.
#[derive(Clone, Debug)]
pub struct Arena {
    shape: Shape,
    goal: Vec<u8>,
    scrambler: Scrambler,
    start: Start,
    reset: Reset,
    /// Slides after which a game is cut off; 0 for never.
    most_slides: u32,
    boards: Vec<u8>,
    blanks: Vec<u8>,
    slides: Vec<u32>,
    rounds: Vec<u64>,
    over: Vec<bool>,
    sources: Vec<[u16; 4]>,
    legal: Vec<u8>,
}

/// Why there is no such arena.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ArenaError {
    /// Tiles of such boards do not fit into bytes.
    #[error("boards in bulk have at most {MOST_CELLS} cells, {0} has {cells}", cells = .0.cells())]
    TooLarge(Shape),
    /// The goal does not fit.
    #[error(transparent)]
    Goal(#[from] GoalError),
    /// There is only one position.
    #[error("on a {0} board there is nothing to slide")]
    TooSmall(Shape),
    /// There is no memory for them.
    #[error("{games} games of {shape} do not fit into memory")]
    TooMany {
        /// How many.
        games: usize,
        /// Of these boards.
        shape: Shape,
    },
}

/// A list of so many, where there is memory for it.
fn filled<T: Clone + Default>(count: Option<usize>) -> Option<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(count?).ok()?;
    list.resize(count?, T::default());
    Some(list)
}

/// What a step did to each game; lists that the caller keeps from step to step.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Whether the goal was reached.
    pub solved: Vec<bool>,
    /// Whether it was cut off, unsolved.
    pub cut: Vec<bool>,
    /// Whether the slide was legal; an illegal one changes nothing but the clock.
    pub legal: Vec<bool>,
    /// Whether it began anew with this step instead of sliding.
    pub begun: Vec<bool>,
}

impl Arena {
    /// So many games, all begun.
    ///
    /// `walk` slides from the goal are where they begin, or anywhere if there is none; after `most_slides`, if that is not 0, a
    /// game is cut off.
    pub fn new(
        shape: Shape,
        goal: &Goal,
        games: usize,
        seed: Seed,
        walk: Option<u32>,
        most_slides: u32,
        reset: Reset,
    ) -> Result<Arena, ArenaError> {
        if shape.cells() > MOST_CELLS {
            return Err(ArenaError::TooLarge(shape));
        }
        if shape.cells() < 2 {
            return Err(ArenaError::TooSmall(shape));
        }
        let scrambler = Scrambler::new(shape, goal, seed)?;
        let too_many = ArenaError::TooMany { games, shape };
        let (all, each) = (games.checked_mul(shape.cells()), Some(games));
        let lists = || Some((filled(all)?, filled(each)?, filled(each)?, filled(each)?, filled(each)?));
        let (boards, blanks, slides, mut rounds, over) = lists().ok_or(too_many)?;
        rounds.iter_mut().zip(0..).for_each(|(round, game)| *round = game);
        let mut arena = Arena {
            shape,
            goal: bytes(&goal.board(shape)?).collect(),
            scrambler,
            start: walk.map_or(Start::Uniform, Start::Walk),
            reset,
            most_slides,
            boards,
            blanks,
            slides,
            rounds,
            over,
            sources: sources(shape),
            legal: legal_by_blank(shape),
        };
        (0..games).for_each(|game| arena.begin(game));
        Ok(arena)
    }

    /// The shape of the boards.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// How many games there are.
    #[must_use]
    pub fn games(&self) -> usize {
        self.over.len()
    }

    /// All boards, one after another.
    #[must_use]
    pub fn boards(&self) -> &[u8] {
        &self.boards
    }

    /// The slides that each game has, as masks.
    pub fn legal(&self, masks: &mut [u8]) {
        masks.iter_mut().zip(&self.blanks).for_each(|(mask, &blank)| *mask = self.legal[usize::from(blank)]);
    }

    /// Begins all games anew from another seed, or those of the mask from the seed there is.
    pub fn begin_again(&mut self, seed: Option<Seed>, which: Option<&[bool]>) {
        if let Some(seed) = seed {
            self.scrambler = self.scrambler.with_seed(seed);
            self.rounds = (0..self.games() as u64).collect();
        }
        for game in 0..self.games() {
            if which.is_none_or(|which| which.get(game).copied().unwrap_or(false)) {
                self.begin(game);
            }
        }
    }

    /// Puts a board of one's own into a game. It must be one of this shape.
    pub fn place(&mut self, game: usize, board: &[u8]) -> bool {
        let cells = self.shape.cells();
        let fits = game < self.games() && board.len() == cells && kernel::first_bad(cells, board).is_none();
        if fits {
            self.put(game, board);
        }
        fits
    }

    fn put(&mut self, game: usize, board: &[u8]) {
        let cells = self.shape.cells();
        self.boards[game * cells..][..cells].copy_from_slice(board);
        self.blanks[game] = kernel::blank(board) as u8;
        self.slides[game] = 0;
        self.over[game] = false;
    }

    fn begin(&mut self, game: usize) {
        let round = self.rounds[game];
        self.rounds[game] = round.wrapping_add(self.games() as u64);
        match self.start {
            Start::Uniform => {
                let board: Vec<u8> = bytes(&self.scrambler.board(round)).collect();
                self.put(game, &board);
            }
            Start::Walk(slides) => self.walk(game, round, slides),
        }
    }

    /// So many random slides from the goal, none of which undoes the one before.
    fn walk(&mut self, game: usize, round: u64, slides: u32) {
        let mut board = core::mem::take(&mut self.goal);
        let home = kernel::blank(&board);
        let (mut blank, mut last) = (home, usize::MAX);
        let mut random = self.scrambler.numbers(round);
        let goal = board.clone();
        for _ in 0..slides {
            let back = last ^ 1;
            let ways = (0..4).filter(|&way| way != back && self.sources[blank][way] != NOWHERE);
            let count = ways.clone().count();
            // At the end of a corridor there is only the way back.
            let way = match count {
                0 => back,
                _ => ways.clone().nth(random(count as u64) as usize).unwrap_or(back),
            };
            let source = usize::from(self.sources[blank][way]);
            board.swap(blank, source);
            (blank, last) = (source, way);
        }
        self.put(game, &board);
        self.goal = goal;
    }

    /// One slide in every game. With [`Reset::SameStep`], `last` gets the boards as they were before games began anew.
    ///
    /// # Errors
    /// More slides than games, or fewer, change nothing.
    pub fn step(
        &mut self,
        slides: &[u8],
        outcome: &mut Outcome,
        mut last: Option<&mut Vec<u8>>,
    ) -> Result<(), BatchError> {
        let games = self.games();
        room(games, slides.len())?;
        for list in [&mut outcome.solved, &mut outcome.cut, &mut outcome.legal, &mut outcome.begun] {
            list.clear();
            list.resize(games, false);
        }
        match self.shape.cells() {
            9 => self.slide_all::<9>(slides, outcome),
            16 => self.slide_all::<16>(slides, outcome),
            25 => self.slide_all::<25>(slides, outcome),
            _ => self.slide_all::<0>(slides, outcome),
        }
        if let Some(last) = &mut last {
            last.clear();
            last.extend_from_slice(&self.boards);
        }
        if self.reset == Reset::SameStep {
            for game in 0..games {
                if self.over[game] {
                    self.begin(game);
                }
            }
        }
        Ok(())
    }

    /// The loop that training waits for: a few loads, one swap, one comparison with the goal.
    #[inline(always)]
    fn slide_all<const N: usize>(&mut self, slides: &[u8], outcome: &mut Outcome) {
        let cells = if N == 0 { self.shape.cells() } else { N };
        for (game, &slide) in slides.iter().enumerate() {
            if self.over[game] {
                if self.reset == Reset::NextStep {
                    self.begin(game);
                    outcome.begun[game] = true;
                }
                continue;
            }
            let board = &mut self.boards[game * cells..][..cells];
            let blank = usize::from(self.blanks[game]);
            let source = self.sources[blank].get(usize::from(slide)).copied().unwrap_or(NOWHERE);
            let legal = source != NOWHERE;
            if legal {
                board.swap(blank, usize::from(source));
                self.blanks[game] = source as u8;
            }
            let solved = *board == self.goal[..];
            self.slides[game] += 1;
            let cut = !solved && self.most_slides > 0 && self.slides[game] >= self.most_slides;
            outcome.solved[game] = solved;
            outcome.cut[game] = cut;
            outcome.legal[game] = legal;
            self.over[game] = solved | cut;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Direction, Problem};

    fn arena(size: &str, games: usize, walk: Option<u32>, most: u32, reset: Reset) -> Arena {
        Arena::new(size.parse().unwrap(), &Goal::BlankLast, games, Seed::new(3), walk, most, reset).unwrap()
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri ends where memory is refused")]
    fn more_games_than_memory_holds_are_refused() {
        let shape = "3x3".parse().unwrap();
        for games in [usize::MAX, usize::MAX / 9, usize::MAX / 9 + 1, isize::MAX as usize / 9] {
            let refused = Arena::new(shape, &Goal::BlankLast, games, Seed::new(3), None, 0, Reset::Never);
            assert_eq!(refused.err(), Some(ArenaError::TooMany { games, shape }));
        }
    }

    fn board(arena: &Arena, game: usize) -> Board {
        let boards = super::super::Boards::new(arena.shape(), arena.boards()).unwrap();
        boards.board(game).unwrap()
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn a_step_is_a_slide_of_the_board_and_its_end_is_the_goal() {
        for size in ["3x3", "2x3", "4x4", "5x5", "1x4"] {
            let mut arena = arena(size, 6, Some(2), 50, Reset::NextStep);
            let (mut outcome, mut solved) = (Outcome::default(), 0);
            let mut over = [false; 6];
            for step in 0..400u32 {
                let before: Vec<Board> = (0..6).map(|game| board(&arena, game)).collect();
                let slides: Vec<u8> = (0..6).map(|game| ((step * 7 + game * 5) / 3 % 5) as u8).collect();
                arena.step(&slides, &mut outcome, None).unwrap();
                let mut masks = [0; 6];
                arena.legal(&mut masks);
                for (game, mut expected) in before.into_iter().enumerate() {
                    assert_eq!(outcome.begun[game], over[game]);
                    if !over[game] {
                        let slide = Direction::ALL.get(usize::from(slides[game]));
                        let legal = slide.is_some_and(|&slide| expected.slide(slide).is_some());
                        assert_eq!((outcome.legal[game], board(&arena, game)), (legal, expected.clone()));
                        let home = Goal::BlankLast.board(expected.shape()).unwrap();
                        assert_eq!(outcome.solved[game], expected == home);
                        solved += u32::from(outcome.solved[game]);
                    }
                    over[game] = outcome.solved[game] || outcome.cut[game];
                    let mask = Direction::ALL.map(|way| board(&arena, game).source(way).is_some());
                    assert_eq!(mask, [0, 1, 2, 3].map(|bit| masks[game] >> bit & 1 == 1));
                }
            }
            assert!(solved > 0, "{size}: some walk home was met");
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn games_begin_anew_when_they_are_declared_to() {
        let most = 5;
        for reset in [Reset::NextStep, Reset::SameStep, Reset::Never] {
            let mut arena = arena("4x4", 2, None, most, reset);
            let (mut outcome, mut last) = (Outcome::default(), Vec::new());
            let slides = |arena: &Arena| {
                let mut masks = [0u8; 2];
                arena.legal(&mut masks);
                masks.map(|mask| mask.trailing_zeros() as u8)
            };
            for step in 1..=most {
                let (slides, before) = (slides(&arena), arena.boards().to_vec());
                arena.step(&slides, &mut outcome, Some(&mut last)).unwrap();
                assert_eq!(outcome.cut, [step == most; 2]);
                assert_ne!(last, before);
            }
            assert_eq!(arena.boards() == last, reset != Reset::SameStep);
            let ended = arena.boards().to_vec();
            arena.step(&slides(&arena), &mut outcome, None).unwrap();
            assert_eq!(outcome.begun, [reset == Reset::NextStep; 2]);
            assert_eq!(arena.boards() == ended, reset == Reset::Never);
            arena.begin_again(None, Some(&[true, false]));
            arena.step(&slides(&arena), &mut outcome, None).unwrap();
            assert!(!outcome.cut[0] && !outcome.begun[0]);
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn the_same_seed_gives_the_same_games_and_all_can_be_solved() {
        for walk in [None, Some(40)] {
            let mut one = arena("3x4", 20, walk, 0, Reset::Never);
            let first = one.boards().to_vec();
            one.begin_again(None, None);
            assert_ne!(one.boards(), first, "the next round");
            for game in 0..20 {
                assert!(Problem::new(board(&one, game), &Goal::BlankLast).unwrap().decide().is_ok());
            }
            one.begin_again(Some(Seed::new(3)), None);
            assert_eq!(one.boards(), first);
            one.begin_again(Some(Seed::new(4)), None);
            assert_ne!(one.boards(), first);
        }
        let mut one = arena("3x3", 1, None, 0, Reset::Never);
        assert!(one.place(0, &[1, 2, 3, 4, 5, 6, 7, 0, 8]));
        assert!(!one.place(0, &[1, 2, 3, 4, 5, 6, 7, 8, 8]) && !one.place(1, &[1, 2, 3, 4, 5, 6, 7, 0, 8]));
        let mut outcome = Outcome::default();
        one.step(&[Direction::Left as u8], &mut outcome, None).unwrap();
        assert_eq!(outcome.solved, [true]);
        let goal = &Goal::BlankLast;
        let large = Arena::new("20x20".parse().unwrap(), goal, 1, Seed::new(1), None, 0, Reset::Never);
        assert!(matches!(large, Err(ArenaError::TooLarge(_))));
    }
}
