//! Why half the boards cannot be solved.
//!
//! **Theorem.** On m×n with m, n ≥ 2 a start can be brought to a goal iff the permutation that takes one
//! to the other (of *all* cells, the blank included) is even exactly when the blank's taxicab distance to
//! its home is even.
//!
//! *Only if.* A slide exchanges the blank with a neighbour: it is a transposition, so it turns the sign of
//! the permutation, and it moves the blank by one, so it turns the colour of the blank's cell on a
//! checkerboard. The two lamps blink together: sign × colour never changes, and at the goal both are even.
//! *If.* By construction: rows farthest from the blank's home are filled tile by tile, then columns, until
//! a 2×2 block is left, in which the three tiles can be turned round (`docs/theory.md`).
//!
//! **The same by inversions.** Read the tiles row by row, blank skipped, numbered in the goal's own reading
//! order. A horizontal slide changes no order; a vertical one carries a tile past `columns − 1` others.
//! With an odd width that is an even number: the inversions of a solvable board are even. With an even
//! width each vertical slide turns the parity of the inversions and changes the blank's row by one:
//! inversions + rows between the blank and its home is even. The height plays no part.
//!
//! **A corridor** (1×n or n×1) is no such board: tiles never pass each other, so only the order counts.

use core::fmt;

use crate::prelude::*;
use crate::{Problem, Shape, Tile};

/// Even or odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parity {
    /// Divisible by two; a permutation made of an even number of exchanges.
    Even,
    /// Not divisible by two.
    Odd,
}

impl Parity {
    /// The parity of a number.
    #[must_use]
    pub fn of(number: u64) -> Parity {
        if number % 2 == 0 { Parity::Even } else { Parity::Odd }
    }
}

impl fmt::Display for Parity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Parity::Even => "even",
            Parity::Odd => "odd",
        })
    }
}

/// The number of pairs that stand in the wrong order, in O(n log n).
///
/// ```
/// assert_eq!(taquin_core::inversions(&[3, 1, 2]), 2);
/// ```
#[must_use]
pub fn inversions(sequence: &[u32]) -> u64 {
    fn sort(sequence: &mut [u32], spare: &mut [u32]) -> u64 {
        let middle = sequence.len() / 2;
        if middle == 0 {
            return 0;
        }
        let (left, right) = sequence.split_at_mut(middle);
        let mut count = sort(left, spare) + sort(right, spare);
        let spare = &mut spare[..sequence.len()];
        spare.copy_from_slice(sequence);
        let (left, right) = spare.split_at(middle);
        let (mut l, mut r) = (0, 0);
        for place in sequence.iter_mut() {
            if r == right.len() || l < left.len() && left[l] <= right[r] {
                *place = left[l];
                l += 1;
            } else {
                *place = right[r];
                r += 1;
                count += (left.len() - l) as u64;
            }
        }
        count
    }
    sort(&mut sequence.to_vec(), &mut sequence.to_vec())
}

/// The pairs of places that stand in the wrong order, the earlier place first: what [`inversions`] counts, for drawing.
///
/// ```
/// let pairs: Vec<_> = taquin_core::parity::inverted_pairs(&[3, 1, 2]).collect();
/// assert_eq!(pairs, [(0, 1), (0, 2)]);
/// ```
pub fn inverted_pairs(sequence: &[u32]) -> impl Iterator<Item = (usize, usize)> + '_ {
    (0..sequence.len())
        .flat_map(|from| (from + 1..sequence.len()).map(move |to| (from, to)))
        .filter(|&(from, to)| sequence[from] > sequence[to])
}

/// For every place, how many smaller numbers follow it, in O(n log n).
///
/// The sum is [`inversions`], counted another way: from the right, with a tree of partial sums.
///
/// ```
/// assert_eq!(taquin_core::inversions_by_tile(&[3, 1, 2]), [2, 0, 0]);
/// ```
#[must_use]
pub fn inversions_by_tile(sequence: &[u32]) -> Vec<u32> {
    // Numbers are replaced by their ranks first, so that the tree is as long as the sequence.
    let mut sorted = sequence.to_vec();
    sorted.sort_unstable();
    let mut tree = vec![0u32; sequence.len() + 1];
    let mut counts = vec![0; sequence.len()];
    for (place, number) in sequence.iter().enumerate().rev() {
        let rank = sorted.partition_point(|n| n < number);
        let mut node = rank;
        while node > 0 {
            counts[place] += tree[node];
            node &= node - 1;
        }
        let mut node = rank + 1;
        while node < tree.len() {
            tree[node] += 1;
            node += node & node.wrapping_neg();
        }
    }
    counts
}

/// Which rule decides a board of some shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// One row or column: the tiles must already be in the goal's order.
    Corridor,
    /// Odd width: the inversions must be even.
    OddWidth,
    /// Even width: inversions plus rows between the blank and its home must be even.
    EvenWidth,
}

impl Rule {
    /// The rule for this shape.
    #[must_use]
    pub fn for_shape(shape: Shape) -> Rule {
        match shape {
            s if s.is_corridor() => Rule::Corridor,
            s if s.columns() % 2 == 1 => Rule::OddWidth,
            _ => Rule::EvenWidth,
        }
    }
}

/// Everything the ways of deciding look at, each computed on its own.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Evidence {
    /// Pairs of tiles in the wrong order, tiles numbered in the goal's reading order.
    pub inversions: u64,
    /// For each tile in reading order, how many smaller ones follow it.
    pub inversions_by_tile: Vec<u32>,
    /// The tiles in reading order that the counts above belong to.
    pub reading: Vec<Tile>,
    /// The homes of those tiles, in the same order: the sequence whose inversions are counted.
    pub order: Vec<u32>,
    /// Rows between the blank and its home.
    pub blank_rows_from_home: u32,
    /// The blank's taxicab distance to its home.
    pub blank_distance: u32,
    /// Whether the blank's cell and its home have the same colour on a checkerboard.
    pub same_colour: bool,
    /// The sign of the permutation of all cells, by its cycles.
    pub permutation: Parity,
    /// The same sign, by sorting.
    pub permutation_by_sorting: Parity,
    /// The cycles of more than one member: each content stands where the next one belongs.
    pub cycles: Vec<Vec<Tile>>,
    /// The rule that applies to the width.
    pub rule: Rule,
    /// Whether the tiles stand in the goal's order, the blank passed over.
    pub in_order: bool,
}

impl Evidence {
    /// Looks at a problem from every side, in O(cells log cells).
    #[must_use]
    pub fn of(problem: &Problem) -> Evidence {
        let (start, goal) = (problem.start(), problem.goal());
        let shape = start.shape();
        let homes = problem.permutation();
        let reading: Vec<Tile> = start.tiles().iter().copied().filter(|t| !t.is_blank()).collect();
        let order: Vec<u32> = homes
            .as_slice()
            .iter()
            .zip(start.tiles())
            .filter(|(_, t)| !t.is_blank())
            .map(|(h, _)| *h)
            .collect();
        let (blank, home) = (start.blank(), goal.blank());
        let colour = |cell| (shape.row(cell) + shape.column(cell)) % 2;
        Evidence {
            inversions: inversions(&order),
            inversions_by_tile: inversions_by_tile(&order),
            in_order: order.is_sorted(),
            reading,
            order,
            blank_rows_from_home: shape.row(blank).abs_diff(shape.row(home)),
            blank_distance: shape.distance(blank, home),
            same_colour: colour(blank) == colour(home),
            permutation: homes.sign(),
            permutation_by_sorting: homes.sign_by_sorting(),
            cycles: homes
                .cycles()
                .into_iter()
                .map(|cycle| cycle.into_iter().map(|cell| start.tiles()[cell as usize]).collect())
                .collect(),
            rule: Rule::for_shape(shape),
        }
    }

    /// The number that decides by being even: the inversions, and with an even width the rows between the blank and its home.
    /// In a corridor it must be 0.
    #[must_use]
    pub fn sum(&self) -> u64 {
        match self.rule {
            Rule::EvenWidth => self.inversions + u64::from(self.blank_rows_from_home),
            Rule::OddWidth | Rule::Corridor => self.inversions,
        }
    }

    /// How many exchanges of two cells' contents undo the permutation at least.
    #[must_use]
    pub fn exchanges(&self) -> u64 {
        self.exchanges_by_cycle().sum()
    }

    /// How many undo each of [`cycles`](Evidence::cycles): one fewer than its members.
    pub fn exchanges_by_cycle(&self) -> impl Iterator<Item = u64> + '_ {
        self.cycles.iter().map(|cycle| cycle.len() as u64 - 1)
    }

    /// The verdict by inversions and the blank's row.
    #[must_use]
    pub fn solvable_by_inversions(&self) -> bool {
        match self.rule {
            Rule::Corridor => self.sum() == 0,
            Rule::OddWidth | Rule::EvenWidth => Parity::of(self.sum()) == Parity::Even,
        }
    }

    /// The verdict by the permutation's cycles and the blank's distance.
    #[must_use]
    pub fn solvable_by_permutation(&self) -> bool {
        match self.rule {
            Rule::Corridor => self.in_order,
            _ => self.permutation == Parity::of(u64::from(self.blank_distance)),
        }
    }

    /// The verdict by sorting and the checkerboard.
    #[must_use]
    pub fn solvable_by_checkerboard(&self) -> bool {
        match self.rule {
            Rule::Corridor => self.inversions_by_tile.iter().all(|&count| count == 0),
            _ => (self.permutation_by_sorting == Parity::Even) == self.same_colour,
        }
    }

    /// Whether all ways of deciding say the same.
    #[must_use]
    pub fn agrees(&self) -> bool {
        let verdict = self.solvable_by_inversions();
        verdict == self.solvable_by_permutation() && verdict == self.solvable_by_checkerboard()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Permutation;

    fn by_double_loop(sequence: &[u32]) -> u64 {
        let pairs = (0..sequence.len()).flat_map(|i| (0..i).map(move |j| (j, i)));
        pairs.filter(|&(j, i)| sequence[j] > sequence[i]).count() as u64
    }

    fn permutations(of: u32) -> Vec<Vec<u32>> {
        if of == 0 {
            return vec![vec![]];
        }
        let insert = |shorter: Vec<u32>| {
            (0..=shorter.len()).map(move |place| {
                let mut longer = shorter.clone();
                longer.insert(place, of - 1);
                longer
            })
        };
        permutations(of - 1).into_iter().flat_map(insert).collect()
    }

    #[test]
    fn equal_numbers_are_in_order() {
        assert_eq!(inverted_pairs(&[2, 2, 1, 2]).collect::<Vec<_>>(), [(0, 2), (1, 2)]);
        assert_eq!(inversions_by_tile(&[2, 2, 1, 2]), [1, 1, 0, 0]);
        assert_eq!(inversions(&[2, 2, 1, 2]), 2);
    }

    #[test]
    fn inversions_equal_the_double_loop_for_every_permutation_of_seven() {
        for permutation in permutations(if cfg!(miri) { 4 } else { 7 }) {
            let count = by_double_loop(&permutation);
            assert_eq!(inversions(&permutation), count);
            assert_eq!(inverted_pairs(&permutation).count() as u64, count);
            let by_tile = inversions_by_tile(&permutation);
            assert_eq!(by_tile.iter().map(|&n| u64::from(n)).sum::<u64>(), count);
            let permutation = Permutation::new(permutation).unwrap();
            assert_eq!(permutation.sign(), Parity::of(count));
            assert_eq!(permutation.sign_by_sorting(), Parity::of(count));
            let exchanges: usize = permutation.cycles().iter().map(|cycle| cycle.len() - 1).sum();
            assert_eq!(Parity::of(exchanges as u64), Parity::of(count));
        }
    }

    #[test]
    fn an_example_from_the_web_has_59_inversions() {
        let board = [13, 10, 11, 6, 5, 7, 4, 8, 1, 12, 14, 9, 3, 15, 2];
        assert_eq!(inversions_by_tile(&board), [12, 9, 9, 5, 4, 4, 3, 3, 0, 3, 3, 2, 1, 1, 0]);
        assert_eq!(inversions(&board), 59);
    }

    #[test]
    fn every_place_counts_the_smaller_numbers_behind_it_in_every_list_of_five_below_four() {
        for code in 0..4u32.pow(if cfg!(miri) { 3 } else { 5 }) {
            let list: Vec<u32> = (0..5).map(|i| code / 4u32.pow(i) % 4).collect();
            let behind = |at: usize| list[at + 1..].iter().filter(|&&other| other < list[at]).count() as u32;
            let counts: Vec<u32> = (0..list.len()).map(behind).collect();
            assert_eq!(inversions_by_tile(&list), counts, "{list:?}");
            assert_eq!(inversions(&list), counts.iter().map(|&n| u64::from(n)).sum::<u64>(), "{list:?}");
            let pairs: Vec<_> = inverted_pairs(&list).collect();
            let of = |at: usize| pairs.iter().filter(|pair| pair.0 == at).count() as u32;
            assert_eq!((0..list.len()).map(of).collect::<Vec<_>>(), counts, "{list:?}");
        }
    }

    fn evidence(board: &str) -> Evidence {
        Evidence::of(&Problem::new(board.parse().unwrap(), &crate::Goal::BlankLast).unwrap())
    }

    #[test]
    fn ways_of_deciding_that_differ_are_said_to_differ() {
        let other = |parity| if parity == Parity::Even { Parity::Odd } else { Parity::Even };
        for board in ["1 2 3/4 5 6/7 8 0", "1 2 3/4 5 6/8 7 0", "1 2/0 3", "2 1/0 3", "1 2 3/4 5 6/7 0 8"] {
            let right = evidence(board);
            assert!(right.agrees(), "{board}");
            let permutation = other(right.permutation);
            assert!(!Evidence { permutation, ..right.clone() }.agrees(), "{board}");
            let permutation_by_sorting = other(right.permutation_by_sorting);
            assert!(!Evidence { permutation_by_sorting, ..right.clone() }.agrees(), "{board}");
            let inversions = right.inversions + 1;
            assert!(!Evidence { inversions, ..right }.agrees(), "{board}");
        }
    }

    #[test]
    fn as_many_exchanges_are_needed_as_cycles_are_longer_than_one() {
        for (board, exchanges) in [
            ("1 2 3/4 5 6/7 8 0", 0),
            ("1 2 3/4 5 6/7 0 8", 1),
            ("2 3 1/4 5 6/8 7 0", 3),
            ("2 3 4 1/5 6 7 0", 3),
        ] {
            assert_eq!(evidence(board).exchanges(), exchanges, "{board}");
        }
    }

    #[test]
    fn the_sum_that_decides_has_the_blanks_rows_with_an_even_width_alone() {
        assert_eq!(evidence("0 1 2/3 4 5/6 7 8").sum(), 0);
        assert_eq!(evidence("0 1 2 3/4 5 6 7/8 9 10 11").sum(), 2);
        assert_eq!(evidence("2 1 0 3/4 5 6 7/8 9 10 11").sum(), 3);
        assert_eq!(evidence("[[2,1,0,3]]").sum(), 1);
    }

    #[test]
    fn the_tiles_are_read_without_the_blank_each_with_its_home() {
        let evidence = evidence("2 1/0 3");
        assert_eq!(evidence.reading, [2, 1, 3].map(Tile::new));
        assert_eq!((evidence.order, evidence.inversions_by_tile), (vec![1, 0, 2], vec![1, 0, 0]));
        assert!(!evidence.in_order);
    }

    #[test]
    fn even_and_odd_are_called_so() {
        for number in 0..6 {
            let word = if number % 2 == 0 { "even" } else { "odd" };
            assert_eq!(Parity::of(number).to_string(), word);
        }
    }
}
