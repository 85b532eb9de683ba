//! Permutations: what deciding a board looks at once tiles are renamed to their homes.

use core::mem;

use crate::Parity;
use crate::prelude::*;

/// An arrangement of the numbers 0 … n − 1, each of them once. `[i]` is where `i` goes.
///
/// What is made is checked once, here, and trusted from then on.
///
/// ```
/// use taquin_core::{Parity, Permutation};
/// let permutation = Permutation::new(vec![1, 2, 0, 3])?;
/// assert_eq!(permutation.sign(), Parity::Even);
/// assert_eq!(permutation.cycles(), [[0, 1, 2]]);
/// assert!(Permutation::new(vec![1, 1]).is_err());
/// # Ok::<(), taquin_core::NotAPermutation>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Permutation(Box<[u32]>);

/// A number that stands in a list twice, or is not below its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("{number} at place {place} is not below {length} or was there before: no permutation")]
#[non_exhaustive]
pub struct NotAPermutation {
    /// The number.
    pub number: u32,
    /// Where it stands, counted from 0.
    pub place: usize,
    /// How many numbers there are.
    pub length: usize,
}

impl Permutation {
    /// The permutation with these numbers.
    pub fn new(numbers: impl Into<Box<[u32]>>) -> Result<Permutation, NotAPermutation> {
        let numbers = numbers.into();
        let mut seen = vec![false; numbers.len()];
        for (place, &number) in numbers.iter().enumerate() {
            match seen.get_mut(number as usize) {
                Some(seen) if !*seen => *seen = true,
                _ => return Err(NotAPermutation { number, place, length: numbers.len() }),
            }
        }
        Ok(Permutation(numbers))
    }

    /// A permutation that the caller has made sure of.
    pub(crate) fn trusted(numbers: Box<[u32]>) -> Permutation {
        debug_assert!(Permutation::new(numbers.clone()).is_ok());
        Permutation(numbers)
    }

    /// The numbers in order.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[u32] {
        &self.0
    }

    /// How many numbers there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The permutation that leads back.
    #[must_use]
    pub fn inverse(&self) -> Permutation {
        let mut inverse = vec![0; self.len()];
        for (place, &number) in self.0.iter().enumerate() {
            inverse[number as usize] = place as u32;
        }
        Permutation(inverse.into())
    }

    /// The cycles that have more than one member, each from its smallest, in O(n).
    #[must_use]
    pub fn cycles(&self) -> Vec<Vec<u32>> {
        let mut seen = vec![false; self.len()];
        let mut cycles = Vec::new();
        for start in 0..self.len() {
            let mut cycle = Vec::new();
            let mut at = start;
            while !mem::replace(&mut seen[at], true) {
                cycle.push(at as u32);
                at = self.0[at] as usize;
            }
            if cycle.len() > 1 {
                cycles.push(cycle);
            }
        }
        cycles
    }

    /// The sign by following the cycles, in O(n): a cycle of k is k − 1 exchanges.
    #[inline]
    #[must_use]
    pub fn sign(&self) -> Parity {
        sign(&self.0)
    }

    /// The sign by sorting with exchanges, in O(n): one more way to the same answer.
    #[must_use]
    pub fn sign_by_sorting(&self) -> Parity {
        let mut a = self.0.clone();
        let mut odd = false;
        let mut i = 0;
        while i < a.len() {
            let j = a[i] as usize;
            if i == j {
                i += 1;
            } else {
                a.swap(i, j);
                odd = !odd;
            }
        }
        Parity::of(u64::from(odd))
    }
}

impl AsRef<[u32]> for Permutation {
    fn as_ref(&self) -> &[u32] {
        &self.0
    }
}

impl TryFrom<Vec<u32>> for Permutation {
    type Error = NotAPermutation;

    fn try_from(numbers: Vec<u32>) -> Result<Permutation, NotAPermutation> {
        Permutation::new(numbers)
    }
}

/// The sign of a permutation by following its cycles, in O(n): a cycle of k is k − 1 exchanges.
///
/// Following a cycle through a board larger than the cache waits for memory at every step, so several are
/// followed at once. A walker that comes to a visited cell has come to the start of some walk, since every
/// cell has one predecessor: its own start closes a cycle, another's is noted, and the noted walks are
/// joined into cycles at the end. The numbers are a [`Permutation`]'s, or a shuffle of one.
pub(crate) fn sign(permutation: &[u32]) -> Parity {
    if permutation.len() <= 64 {
        return sign_of_few(permutation);
    }
    const WALKERS: usize = 64;
    let block = permutation.len().div_ceil(WALKERS);
    let mut seen = vec![0u64; permutation.len().div_ceil(64)];
    // A cell is marked by whoever steps on it first, so no two walkers ever share one.
    let mut mark = |cell: usize| {
        let (word, bit) = (&mut seen[cell / 64], 1 << (cell % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    };
    let mut walkers: Vec<_> = (0..WALKERS)
        .map(|w| (w * block, ((w + 1) * block).min(permutation.len())))
        .map(|(next, end)| Walker { at: None, start: 0, next, end })
        .collect();
    let mut cycles = 0;
    let mut joints = Vec::new();
    while !walkers.is_empty() {
        walkers.retain_mut(|walker| {
            match walker.at {
                Some(at) => {
                    let to = permutation[at] as usize;
                    walker.at = mark(to).then_some(to);
                    if walker.at.is_none() && to == walker.start {
                        cycles += 1;
                    } else if walker.at.is_none() {
                        joints.push((walker.start, to));
                    }
                }
                None if walker.next >= walker.end => return false,
                None => {
                    walker.at = mark(walker.next).then_some(walker.next);
                    walker.start = walker.next;
                    walker.next += 1;
                }
            }
            true
        });
    }
    cycles += joined(&mut joints);
    Parity::of(permutation.len() as u64 - cycles)
}

/// Follows cycles from the unvisited cells of its own block.
struct Walker {
    /// Where it stands; `None` between two walks.
    at: Option<usize>,
    start: usize,
    next: usize,
    end: usize,
}

/// How many cycles the walks make that ended at another walk's start.
fn joined(joints: &mut [(usize, usize)]) -> u64 {
    joints.sort_unstable();
    let mut seen = vec![false; joints.len()];
    let mut cycles = 0;
    for first in 0..joints.len() {
        cycles += u64::from(!seen[first]);
        let mut at = first;
        while !mem::replace(&mut seen[at], true) {
            let end = joints[at].1;
            at = joints.partition_point(|&(start, _)| start < end);
        }
    }
    cycles
}

/// Boards come by the million: up to 64 places are marked in one word.
fn sign_of_few(permutation: &[u32]) -> Parity {
    let mut unseen = if permutation.len() == 64 { u64::MAX } else { (1 << permutation.len()) - 1 };
    let mut exchanges = permutation.len() as u64;
    while unseen != 0 {
        exchanges -= 1;
        let mut at = unseen.trailing_zeros();
        while unseen & (1 << at) != 0 {
            unseen &= !(1 << at);
            at = permutation[at as usize];
        }
    }
    Parity::of(exchanges)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn the_sign_by_many_walkers_equals_the_sign_by_sorting() {
        let mut random = 1u64;
        let mut next = |below: usize| {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (random >> 33) as usize % below
        };
        for length in (65..400).chain([1000, 4096, 10_007]) {
            let identity: Vec<u32> = (0..length as u32).collect();
            let mut shuffled = identity.clone();
            for last in (1..length).rev() {
                shuffled.swap(last, next(last + 1));
            }
            let mut pairs = identity.clone();
            pairs.chunks_exact_mut(2).for_each(|pair| pair.swap(0, 1));
            let reversed: Vec<u32> = identity.iter().rev().copied().collect();
            for permutation in [identity, shuffled, pairs, reversed].map(|p| Permutation::new(p).unwrap()) {
                assert_eq!(permutation.sign(), permutation.sign_by_sorting(), "{length}");
            }
        }
    }

    #[test]
    fn the_sign_of_a_long_rotation_is_known() {
        for length in [63u32, 64, 65, 1000, 1001] {
            let rotation =
                Permutation::new((0..length).map(|i| (i + 1) % length).collect::<Vec<_>>()).unwrap();
            let expected = Parity::of(u64::from(length) - 1);
            assert_eq!((rotation.sign(), rotation.sign_by_sorting()), (expected, expected));
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn of_all_lists_of_five_numbers_below_seven_exactly_the_permutations_are_taken() {
        for code in 0..7u32.pow(5) {
            let list: Vec<u32> = (0..5).map(|i| code / 7u32.pow(i) % 7).collect();
            let is_one = (0..5).all(|number| list.contains(&number));
            assert_eq!(Permutation::new(list.clone()).is_ok(), is_one, "{list:?}");
            if let Ok(permutation) = Permutation::try_from(list) {
                assert_eq!(permutation.inverse().inverse(), permutation);
                assert_eq!(permutation.inverse().sign(), permutation.sign());
                assert_eq!(permutation.sign_by_sorting(), permutation.sign());
            }
        }
        assert!(Permutation::new(vec![]).is_ok_and(|none| none.is_empty() && none.sign() == Parity::Even));
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn cycles_of_every_permutation_of_six_begin_with_their_smallest_and_hold_what_moves() {
        let lists = (0..6u32.pow(6)).map(|code| (0..6).map(|i| code / 6u32.pow(i) % 6).collect::<Vec<_>>());
        for permutation in lists.filter_map(|list| Permutation::new(list).ok()) {
            let numbers = permutation.as_slice();
            let cycles = permutation.cycles();
            for cycle in &cycles {
                assert_eq!(cycle.iter().min(), cycle.first());
                let next = cycle.iter().cycle().skip(1);
                assert!(cycle.iter().zip(next).all(|(&at, &to)| numbers[at as usize] == to));
            }
            let mut held: Vec<u32> = cycles.concat();
            held.sort_unstable();
            let moved: Vec<u32> = (0..6).filter(|&at| numbers[at as usize] != at).collect();
            assert_eq!(held, moved, "{numbers:?}");
            let back = permutation.inverse();
            assert!((0..6).all(|at| back.as_slice()[numbers[at] as usize] as usize == at));
            assert!(!permutation.is_empty() && permutation.as_ref() == numbers && permutation.len() == 6);
        }
    }

    #[test]
    fn the_first_number_that_is_wrong_is_told() {
        let told = |list: &[u32]| Permutation::new(list.to_vec()).unwrap_err();
        assert_eq!(told(&[1, 0, 1]), NotAPermutation { number: 1, place: 2, length: 3 });
        assert_eq!(told(&[0, 3, 1]), NotAPermutation { number: 3, place: 1, length: 3 });
        assert_eq!(Permutation::try_from(vec![0, 3, 1]), Err(told(&[0, 3, 1])));
        assert_eq!(Permutation::try_from(vec![0, 2, 1]), Permutation::new(vec![0, 2, 1]));
    }
}
