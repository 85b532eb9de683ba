//! A start and a goal, the verdict on them, and the solutions that follow.

use core::fmt;

use crate::prelude::*;
use crate::{Board, Cell, Direction, Goal, GoalError, Metric, Moves, Parity, Permutation, Symmetry, Tile};

/// From here to there: two boards of one shape. Whether there is a way is for [`Problem::decide`] to say.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    start: Board,
    goal: Board,
}

/// A goal that does not fit the start; the start is given back.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct ShapeMismatch {
    /// The board that was to be solved.
    pub start: Board,
    /// What is wrong with the goal.
    #[source]
    pub why: GoalError,
}

impl Problem {
    /// The problem of bringing `start` to `goal`.
    pub fn new(start: Board, goal: &Goal) -> Result<Problem, ShapeMismatch> {
        match goal.board(start.shape()) {
            Ok(goal) => Ok(Problem { start, goal }),
            Err(why) => Err(ShapeMismatch { start, why }),
        }
    }

    /// Where it begins.
    #[must_use]
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// Where it should end.
    #[must_use]
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// For every cell, in reading order, the home of what stands there, the blank included.
    ///
    /// After this renaming the goal is the identity: no search or bound needs to know a tile's number.
    #[must_use]
    pub fn homes(&self) -> impl ExactSizeIterator<Item = Cell> {
        let homes = self.goal.cells_by_tile();
        self.start.tiles().iter().map(move |tile| homes[tile.number() as usize])
    }

    /// [`Problem::homes`] as a permutation of the cells: the identity when the start is the goal.
    #[must_use]
    pub fn permutation(&self) -> Permutation {
        Permutation::trusted(self.homes().map(|cell| cell.index() as u32).collect())
    }

    /// The board that is to `goal` what the start is to this problem's goal, once the rectangle is laid onto itself or its
    /// transpose: places are carried by the symmetry and the tiles renamed, so it is as far from `goal`. `None` where the symmetry
    /// carries the blank's home elsewhere, or to another shape.
    ///
    /// ```
    /// use taquin_core::{Goal, Problem, Symmetry};
    /// let problem = Problem::new("1 2/0 3".parse()?, &Goal::BlankLast)?;
    /// let transposed = problem.carried(Symmetry::TRANSPOSE, problem.goal()).unwrap();
    /// assert_eq!(transposed.to_string(), "1 0/3 2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn carried(&self, symmetry: Symmetry, goal: &Board) -> Option<Board> {
        let shape = self.start.shape();
        let carry = |cell| symmetry.cell(shape, cell);
        if symmetry.shape(shape) != goal.shape() || carry(self.goal.blank()) != Some(goal.blank()) {
            return None;
        }
        let mut tiles = vec![Tile::BLANK; shape.cells()];
        for (cell, home) in shape.all_cells().zip(self.homes()) {
            tiles[carry(cell)?.index()] = goal.tile(carry(home)?)?;
        }
        Board::new(goal.shape(), tiles).ok()
    }

    /// The Manhattan distance: how many steps lie between the tiles and their homes, the blank left out. No solution
    /// has fewer slides.
    ///
    /// ```
    /// use taquin_core::{Goal, Problem};
    /// let problem = Problem::new("8 6 7/2 5 4/3 0 1".parse()?, &Goal::BlankLast)?;
    /// assert_eq!(problem.manhattan(), 21); // and the shortest solution has 31
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn manhattan(&self) -> u64 {
        let shape = self.start.shape();
        let cells = shape.all_cells().zip(self.homes());
        cells
            .filter(|&(cell, _)| cell != self.start.blank())
            .map(|(cell, home)| u64::from(shape.distance(cell, home)))
            .sum()
    }

    /// Whether there is a way, in O(cells). See [`parity`](crate::parity) for the theorem.
    ///
    /// ```
    /// use taquin_core::{Board, Goal, Problem};
    /// let prize: Board = "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0".parse()?;
    /// let unsolvable = Problem::new(prize, &Goal::BlankLast)?.decide().unwrap_err();
    /// assert_eq!(unsolvable.repair().to_string(), "swap 15 and 14");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn decide(self) -> Result<Solvable, Unsolvable> {
        let homes = self.permutation();
        let obstruction = if self.start.shape().is_corridor() {
            self.first_out_of_order()
        } else {
            let permutation = homes.sign();
            let blank_distance = self.start.shape().distance(self.start.blank(), self.goal.blank());
            (permutation != Parity::of(u64::from(blank_distance)))
                .then_some(Obstruction::Parity { permutation, blank_distance })
        };
        match obstruction {
            None => Ok(Solvable { problem: self, homes }),
            Some(obstruction) => Err(Unsolvable { problem: self, obstruction }),
        }
    }

    /// In a corridor, the first place where the start's tiles differ from the goal's, blanks passed over.
    fn first_out_of_order(&self) -> Option<Obstruction> {
        let order = |board: &Board| -> Vec<Tile> {
            board.tiles().iter().copied().filter(|t| !t.is_blank()).collect()
        };
        let (start, goal) = (order(&self.start), order(&self.goal));
        let place = start.iter().zip(&goal).position(|(found, wanted)| found != wanted)?;
        Some(Obstruction::Order { place: place as u32, found: start[place], wanted: goal[place] })
    }
}

/// A problem with a solution. Only [`Problem::decide`] makes one, so holding it is the proof.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Solvable {
    problem: Problem,
    homes: Permutation,
}

impl Solvable {
    /// Start and goal.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// For every cell the number of the cell where its content belongs, the blank included: the position
    /// as every search sees it, with the identity as its goal.
    #[must_use]
    pub fn homes(&self) -> &[u32] {
        self.homes.as_slice()
    }

    /// The same as a checked permutation.
    #[must_use]
    pub fn permutation(&self) -> &Permutation {
        &self.homes
    }

    /// Replays the moves on the start. This is the only way to make a [`Solution`].
    pub fn solution(&self, moves: Moves) -> Result<Solution, NotASolution> {
        let end = self.problem.start.after(&moves)?;
        if end != self.problem.goal {
            return Err(NotASolution::WrongEnd { end: Box::new(end) });
        }
        Ok(Solution { start: self.problem.start.clone(), moves })
    }
}

impl Board {
    /// The board after these moves, or the first of them that is illegal.
    pub fn after(&self, moves: &Moves) -> Result<Board, IllegalMove> {
        let mut board = self.clone();
        for (index, direction) in moves.iter().enumerate() {
            board.slide(direction).ok_or(IllegalMove { index, direction })?;
        }
        Ok(board)
    }
}

/// Moves that have been seen to bring a board to its goal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Solution {
    start: Board,
    moves: Moves,
}

impl Solution {
    /// The board it solves.
    #[must_use]
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The moves.
    #[must_use]
    pub fn moves(&self) -> &Moves {
        &self.moves
    }

    /// Gives the moves away.
    #[must_use]
    pub fn into_moves(self) -> Moves {
        self.moves
    }

    /// The number of moves, counted the way the metric says.
    #[must_use]
    pub fn length(&self, metric: Metric) -> usize {
        self.moves.length(metric)
    }
}

/// A slide for which there is no tile: the blank is at that edge of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {} ({}) is illegal: the blank is at the edge, no tile can go {} there", index.saturating_add(1), direction.letter(), direction.word().to_ascii_lowercase())]
pub struct IllegalMove {
    /// Which slide, counted from 0.
    pub index: usize,
    /// The way its tile should have gone.
    pub direction: Direction,
}

/// Why moves are not a solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotASolution {
    /// A slide off the board.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The moves are legal but end elsewhere.
    #[error("the moves are legal but do not end at the goal")]
    WrongEnd {
        /// Where they end.
        end: Box<Board>,
    },
}

/// A problem without a solution, given back with the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no solution exists: {obstruction}")]
pub struct Unsolvable {
    /// Start and goal.
    pub problem: Problem,
    /// What stands in the way.
    pub obstruction: Obstruction,
}

/// What makes a problem impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Obstruction {
    /// The permutation and the blank's distance do not have the same parity, and no slide can mend that.
    Parity {
        /// The sign of the permutation of all cells.
        permutation: Parity,
        /// The blank's taxicab distance to its home.
        blank_distance: u32,
    },
    /// In a corridor the tiles keep their order, and it is not the goal's.
    Order {
        /// The first place that differs, counted among the tiles from 0.
        place: u32,
        /// The tile there.
        found: Tile,
        /// The tile the goal has there.
        wanted: Tile,
    },
}

impl fmt::Display for Obstruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Obstruction::Parity { permutation, blank_distance } => {
                let steps = if blank_distance == 1 { "step" } else { "steps" };
                let distance = Parity::of(u64::from(blank_distance));
                write!(
                    f,
                    "the tiles are an {permutation} permutation of the goal, but the blank is \
                     {blank_distance} {steps} (an {distance} number) from home; \
                     swap any two tiles and one exists"
                )
            }
            Obstruction::Order { place, found, wanted } => write!(
                f,
                "in a single line tiles cannot pass each other, and tile {} in order is {found} \
                 where the goal has {wanted}",
                place.saturating_add(1)
            ),
        }
    }
}

/// Tiles to lift out and exchange, one pair after another, so that the board can be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair(Vec<(Tile, Tile)>);

impl Repair {
    /// The pairs, in order. One suffices unless the board is a corridor.
    #[must_use]
    pub fn swaps(&self) -> &[(Tile, Tile)] {
        &self.0
    }
}

impl fmt::Display for Repair {
    /// `swap 15 and 14`; a long corridor's list is abbreviated.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 8;
        for (i, (a, b)) in self.0.iter().take(SHOWN).enumerate() {
            write!(f, "{}{a} and {b}", if i == 0 { "swap " } else { ", then " })?;
        }
        match self.0.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, ", and {more} more"),
        }
    }
}

impl Unsolvable {
    /// The fewest tiles to exchange so that a solution exists.
    ///
    /// On a board with two rows and columns any single swap will do; the one chosen brings home as many
    /// tiles as one swap can.
    #[must_use]
    pub fn repair(&self) -> Repair {
        let Problem { start, goal } = &self.problem;
        match self.obstruction {
            Obstruction::Parity { .. } => Repair(vec![best_swap(start, goal)]),
            Obstruction::Order { .. } => Repair(sorting_swaps(start, goal)),
        }
    }
}

fn best_swap(start: &Board, goal: &Board) -> (Tile, Tile) {
    let tiles = start.tiles();
    let home = goal.cells_by_tile();
    // The tile that stands where each tile belongs.
    let occupant = |tile: Tile| tiles[home[tile.number() as usize].index()];
    let candidates = || {
        tiles.iter().copied().filter_map(|tile| {
            let other = occupant(tile);
            (!tile.is_blank() && !other.is_blank() && tile != other).then_some((tile, other))
        })
    };
    let both_home = candidates().find(|&(tile, other)| occupant(other) == tile);
    let any_two = || {
        let mut all = tiles.iter().copied().filter(|t| !t.is_blank());
        (all.next().unwrap_or(Tile::BLANK), all.next().unwrap_or(Tile::BLANK))
    };
    both_home.or_else(|| candidates().next()).unwrap_or_else(any_two)
}

fn sorting_swaps(start: &Board, goal: &Board) -> Vec<(Tile, Tile)> {
    let order =
        |board: &Board| -> Vec<Tile> { board.tiles().iter().copied().filter(|t| !t.is_blank()).collect() };
    let (mut found, wanted) = (order(start), order(goal));
    let mut place = vec![0; found.len() + 1];
    for (i, tile) in found.iter().enumerate() {
        place[tile.number() as usize] = i;
    }
    let mut swaps = Vec::new();
    for i in 0..found.len() {
        if found[i] != wanted[i] {
            let from = place[wanted[i].number() as usize];
            swaps.push((found[i], wanted[i]));
            place[found[i].number() as usize] = from;
            found.swap(i, from);
        }
    }
    swaps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board;

    fn decide(drawing: &str) -> Result<Solvable, Unsolvable> {
        Problem::new(board(drawing), &Goal::BlankLast).unwrap().decide()
    }

    fn corridor(numbers: &str) -> Problem {
        let tiles = numbers.split(' ').count() as u32;
        let shape = crate::Shape::new(1, tiles).unwrap();
        let start = crate::notation::read_board(numbers, Some(shape)).unwrap();
        Problem::new(start, &Goal::BlankLast).unwrap()
    }

    #[test]
    fn the_prize_board_is_impossible_and_says_so() {
        let unsolvable = decide("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0").unwrap_err();
        assert_eq!(
            unsolvable.to_string(),
            "no solution exists: the tiles are an odd permutation of the goal, but the blank is \
             0 steps (an even number) from home; swap any two tiles and one exists"
        );
    }

    #[test]
    fn every_repair_makes_the_board_solvable() {
        for drawing in
            ["1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0", "2 1 / 3 _", "_ 2 3/4 5 6/7 8 1", "2 1 3/4 5 6/_ 7 8"]
        {
            let unsolvable = decide(drawing).unwrap_err();
            let start = unsolvable.problem.start().clone();
            let (a, b) = unsolvable.repair().swaps()[0];
            let mended = start.with_swapped(a, b).unwrap();
            assert!(Problem::new(mended, &Goal::BlankLast).unwrap().decide().is_ok(), "{drawing}");
        }
        let unsolvable = corridor("3 1 0 2 4").decide().unwrap_err();
        let mut board = unsolvable.problem.start().clone();
        assert_eq!(unsolvable.repair().swaps().len(), 2);
        for &(a, b) in unsolvable.repair().swaps() {
            board = board.with_swapped(a, b).unwrap();
        }
        assert!(Problem::new(board, &Goal::BlankLast).unwrap().decide().is_ok());
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn the_manhattan_distance_of_a_very_long_board_fits() {
        // Tile by tile the reversed row of 2 × 100,000 is 99,999, 99,997 … columns from home.
        let shape = crate::Shape::new(2, 100_000).unwrap();
        let goal = Goal::BlankLast.board(shape).unwrap();
        let tiles: Vec<Tile> = goal.rows().flat_map(|row| row.iter().rev().copied()).collect();
        let problem = Problem::new(Board::new(shape, tiles).unwrap(), &Goal::BlankLast).unwrap();
        assert_eq!(problem.manhattan(), 2 * 5_000_000_000 - 99_999);
    }

    #[test]
    fn in_a_corridor_only_the_order_counts() {
        for solvable in ["1 2 3 0", "0 1 2 3", "1 0 2 3"] {
            assert!(corridor(solvable).decide().is_ok());
        }
        assert_eq!(
            corridor("2 3 1 0").decide().unwrap_err().to_string(),
            "no solution exists: in a single line tiles cannot pass each other, and tile 1 in order is 2 \
             where the goal has 1"
        );
    }

    #[test]
    fn only_moves_that_end_at_the_goal_are_a_solution() {
        let solvable = decide("1 2 3/4 5 6/7 0 8").unwrap();
        assert!(solvable.solution("L".parse().unwrap()).is_ok());
        // Once round the corner more: the blank is home, three tiles are not.
        assert!(matches!(solvable.solution("LDRUL".parse().unwrap()), Err(NotASolution::WrongEnd { .. })));
        assert!(matches!(solvable.solution("R".parse().unwrap()), Err(NotASolution::WrongEnd { .. })));
        let illegal = solvable.solution("LRU".parse().unwrap()).unwrap_err();
        assert_eq!(
            illegal.to_string(),
            "move 3 (U) is illegal: the blank is at the edge, no tile can go up there"
        );
    }

    #[test]
    fn homes_name_the_cell_where_each_content_belongs() {
        let solvable = decide("1 2 3/4 5 6/7 0 8").unwrap();
        assert_eq!(solvable.homes(), [0, 1, 2, 3, 4, 5, 6, 8, 7]);
    }

    #[test]
    fn of_a_board_and_its_partner_one_can_be_solved_and_so_can_half_of_all() {
        for (shape, goal) in [
            ((2, 2), Goal::BlankLast),
            ((2, 3), Goal::Spiral),
            ((1, 4), Goal::BlankLast),
            ((1, 2), Goal::BlankLast),
        ] {
            let shape = crate::Shape::new(shape.0, shape.1).unwrap();
            let can = |board: Board| Problem::new(board, &goal).unwrap().decide().is_ok();
            let mut solvable = 0;
            let mut seen = 0;
            each_order(&mut (0..shape.cells() as u32).collect::<Vec<_>>(), 0, &mut |numbers| {
                let tiles: Vec<Tile> = numbers.iter().copied().map(Tile::new).collect();
                let board = Board::new(shape, tiles).unwrap();
                seen += 1;
                solvable += u128::from(can(board.clone()));
                let Some(partner) = board.partner() else { return };
                assert_eq!(partner.partner().as_ref(), Some(&board));
                assert!(shape.is_corridor() || can(partner) != can(board.clone()), "{board}");
            });
            assert_eq!((Some(seen), Some(solvable)), (shape.arrangements(), shape.reachable()), "{shape}");
        }
    }

    fn each_order(list: &mut Vec<u32>, from: usize, see: &mut impl FnMut(&[u32])) {
        if from == list.len() {
            return see(list);
        }
        for at in from..list.len() {
            list.swap(from, at);
            each_order(list, from + 1, see);
            list.swap(from, at);
        }
    }

    /// Every board of a shape.
    fn all(size: &str) -> impl Iterator<Item = Board> {
        let shape: crate::Shape = size.parse().unwrap();
        let cells = shape.cells() as u32;
        let lists =
            (0..cells.pow(cells)).map(move |code| (0..cells).map(move |i| code / cells.pow(i) % cells));
        lists.filter_map(move |list| Board::new(shape, list.map(Tile::new).collect::<Vec<_>>()).ok())
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn no_other_swap_brings_more_tiles_home_than_the_repair_of_any_2x3_board() {
        let tiles = || (1..6).map(Tile::new);
        for board in all("2x3") {
            let problem = Problem::new(board.clone(), &Goal::BlankLast).unwrap();
            let Err(unsolvable) = problem.decide() else { continue };
            let goal = unsolvable.problem.goal();
            let is_home = |board: &Board, tile| board.cell_of(tile) == goal.cell_of(tile);
            let brought = |(a, b)| {
                let swapped = board.with_swapped(a, b).unwrap();
                [a, b].into_iter().filter(|&tile| is_home(&swapped, tile)).count()
            };
            let repair = unsolvable.repair();
            let &[swap] = repair.swaps() else { panic!("{board}: {repair}") };
            let pairs = tiles().flat_map(|a| tiles().map(move |b| (a, b))).filter(|(a, b)| a != b);
            assert_eq!(Some(brought(swap)), pairs.map(brought).max(), "{board}");
        }
    }

    #[test]
    fn the_repair_of_every_corridor_of_five_has_the_fewest_swaps() {
        for board in all("5x1") {
            let tiles: Vec<u32> = board.tiles().iter().map(|t| t.number()).filter(|&n| n > 0).collect();
            let Err(unsolvable) = Problem::new(board.clone(), &Goal::BlankLast).unwrap().decide() else {
                continue;
            };
            let repair = unsolvable.repair();
            let mended =
                repair.swaps().iter().fold(board.clone(), |board, &(a, b)| board.with_swapped(a, b).unwrap());
            assert!(Problem::new(mended, &Goal::BlankLast).unwrap().decide().is_ok(), "{board}");
            let order = Permutation::new(tiles.iter().map(|n| n - 1).collect::<Vec<_>>()).unwrap();
            let fewest: usize = order.cycles().iter().map(|cycle| cycle.len() - 1).sum();
            assert_eq!(repair.swaps().len(), fewest, "{board}");
        }
    }

    #[test]
    fn a_long_repair_is_abbreviated_after_eight_swaps() {
        let told = |swaps: usize| Repair(vec![(Tile::new(1), Tile::new(2)); swaps]).to_string();
        assert_eq!(told(2), "swap 1 and 2, then 1 and 2");
        assert_eq!(told(8), format!("swap 1 and 2{}", ", then 1 and 2".repeat(7)));
        assert_eq!(told(10), format!("swap 1 and 2{}, and 2 more", ", then 1 and 2".repeat(7)));
    }

    #[test]
    fn one_step_is_called_a_step() {
        let told =
            |blank_distance| Obstruction::Parity { permutation: Parity::Even, blank_distance }.to_string();
        assert!(told(1).contains("is 1 step (an odd number) from home"));
        assert!(told(2).contains("is 2 steps (an even number) from home"));
    }

    #[test]
    fn a_solution_has_its_board_its_moves_and_both_lengths() {
        let start = board("1 2 3/4 5 6/_ 7 8");
        let solvable = Problem::new(start.clone(), &Goal::BlankLast).unwrap().decide().unwrap();
        assert_eq!(solvable.permutation().as_slice(), solvable.homes());
        assert_eq!(solvable.problem().manhattan(), 2);
        let moves: Moves = "LL".parse().unwrap();
        let solution = solvable.solution(moves.clone()).unwrap();
        assert_eq!((solution.start(), solution.moves()), (&start, &moves));
        assert_eq!((solution.length(Metric::Stm), solution.length(Metric::Mtm)), (2, 1));
        assert_eq!(solution.into_moves(), moves);
    }

    #[test]
    fn a_goal_that_does_not_fit_gives_the_start_back() {
        let start = board("1 2/3 _");
        let mismatch = Problem::new(start.clone(), &Goal::BlankAt(2, 0)).unwrap_err();
        assert_eq!(mismatch.start, start);
    }
}
