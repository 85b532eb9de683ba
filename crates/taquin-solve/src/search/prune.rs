//! A finite automaton over slides that walks each short detour once.
//!
//! Two words (sequences of slides) from the same cell of the blank that rearrange the board the same way are
//! interchangeable. Of each such class the shortest word that is first in the order of directions is kept; every
//! other one is *forbidden*. The first of all shortest solutions contains no forbidden word (else replacing that
//! part would give an earlier or shorter one), so a search that never writes one still finds a shortest solution.
//!
//! The automaton (Aho and Corasick's, with the blank's cell as part of the state) knows the longest tail of the
//! slides so far that begins a forbidden word, and so which directions complete none. Directions off the board
//! are closed as well: a search needs no other legality test.

use std::collections::VecDeque;

use crate::monitor::{Monitor, Pace, StopReason};
use rustc_hash::{FxHashMap, FxHashSet};
use taquin_core::{Direction, Shape};

/// A slide that completes no forbidden word: `spot << 16 | the state after it`, where a *spot* is
/// `the blank's cell << 2 | direction`.
pub type OpenSlide = u32;

/// The automaton of one shape.
pub struct Automaton {
    open: Vec<[OpenSlide; 4]>,
    counts: Vec<u8>,
    start: Vec<u16>,
}

/// A word as met while looking for forbidden ones: the arrangement it leads to, the blank, the trie's node.
struct Word<A> {
    node: u32,
    blank: u8,
    board: A,
}

/// An arrangement of labels on cells, packed so that many of them can be remembered.
trait Arrangement: Copy + Eq + std::hash::Hash {
    /// Every label on its own cell.
    fn start() -> Self;
    /// Two labels exchanged.
    fn swapped(self, a: u8, b: u8) -> Self;
}

impl Arrangement for u64 {
    fn start() -> u64 {
        (0..16).fold(0, |board, cell| board | cell << (4 * cell))
    }

    fn swapped(self, a: u8, b: u8) -> u64 {
        let change = (self >> (4 * a) ^ self >> (4 * b)) & 15;
        self ^ change << (4 * a) ^ change << (4 * b)
    }
}

impl Arrangement for u128 {
    fn start() -> u128 {
        (0..25).fold(0, |board, cell| board | cell << (5 * cell))
    }

    fn swapped(self, a: u8, b: u8) -> u128 {
        let change = (self >> (5 * a) ^ self >> (5 * b)) & 31;
        self ^ change << (5 * a) ^ change << (5 * b)
    }
}

struct Trie {
    child: Vec<[u32; 4]>,
    forbidden: Vec<bool>,
    cell: Vec<u8>,
}

const NONE: u32 = u32::MAX;

/// Words or states looked at between two looks at the monitor: well under a millisecond.
const POLL_WORDS: u64 = 1 << 12;

impl Trie {
    fn grow(&mut self, parent: u32, direction: usize, cell: u8) -> u32 {
        let node = self.child.len() as u32;
        self.child.push([NONE; 4]);
        self.forbidden.push(false);
        self.cell.push(cell);
        self.child[parent as usize][direction] = node;
        node
    }
}

/// For each cell of the blank and direction of the tile, the cell the tile comes from.
pub fn slides(shape: Shape) -> Vec<[Option<u8>; 4]> {
    shape
        .all_cells()
        .map(|blank| {
            let (row, column) = (shape.row(blank), shape.column(blank));
            Direction::ALL.map(|direction| {
                let (row, column) = match direction {
                    Direction::Up => (Some(row + 1), Some(column)),
                    Direction::Down => (row.checked_sub(1), Some(column)),
                    Direction::Left => (Some(row), Some(column + 1)),
                    Direction::Right => (Some(row), column.checked_sub(1)),
                };
                shape.cell(row?, column?).map(|cell| cell.index() as u8)
            })
        })
        .collect()
}

impl Automaton {
    /// Forbids every needless word of at most `length` slides on a board of at most 25 cells, unless the monitor says
    /// stop.
    ///
    /// # Panics
    /// If the board has more cells.
    pub fn new(shape: Shape, length: usize, monitor: &dyn Monitor) -> Result<Automaton, StopReason> {
        let mut pace = Pace::new(monitor, "preparing the search", POLL_WORDS);
        let slides = slides(shape);
        let cells = shape.cells();
        assert!(cells <= 25, "an arrangement of 25 cells is the largest that is packed");
        let mut trie = Trie { child: Vec::new(), forbidden: Vec::new(), cell: Vec::new() };
        for cell in 0..cells {
            trie.child.push([NONE; 4]);
            trie.forbidden.push(false);
            trie.cell.push(cell as u8);
        }
        for start in 0..cells as u8 {
            if cells <= 16 {
                collect_words::<u64>(&slides, start, length, &mut trie, &mut pace)?;
            } else {
                collect_words::<u128>(&slides, start, length, &mut trie, &mut pace)?;
            }
        }
        link(&slides, cells, trie, &mut pace)
    }

    /// The state before any slide, with the blank on this cell.
    pub fn start(&self, blank: u8) -> u16 {
        self.start[blank as usize]
    }

    /// The slides that are open in a state: a list, and how many of it count.
    #[inline]
    pub fn open(&self, state: u16) -> (&[OpenSlide; 4], usize) {
        (&self.open[state as usize], usize::from(self.counts[state as usize]))
    }
}

/// Writes every word from one cell into the trie, shortest and earliest first, and marks those that lead where
/// an earlier one led.
fn collect_words<A: Arrangement>(
    slides: &[[Option<u8>; 4]],
    start: u8,
    length: usize,
    trie: &mut Trie,
    pace: &mut Pace<'_>,
) -> Result<(), StopReason> {
    // Labels are the cells of the start; the blank's own label stands for itself.
    let board = A::start();
    let mut known = FxHashSet::default();
    known.insert(board);
    let mut words = vec![Word { node: u32::from(start), blank: start, board }];
    for _ in 0..length {
        let mut longer = Vec::with_capacity(words.len() * 2);
        for word in &words {
            pace.step(1)?;
            for (direction, &from) in slides[word.blank as usize].iter().enumerate() {
                let Some(from) = from else { continue };
                let board = word.board.swapped(from, word.blank);
                let node = trie.grow(word.node, direction, from);
                if known.insert(board) {
                    longer.push(Word { node, blank: from, board });
                } else {
                    trie.forbidden[node as usize] = true;
                }
            }
        }
        words = longer;
    }
    Ok(())
}

/// Turns the trie of words into the automaton: keeps what leads to a forbidden word, and finds for every state
/// and direction the longest tail that is still of interest.
fn link(
    slides: &[[Option<u8>; 4]],
    cells: usize,
    mut trie: Trie,
    pace: &mut Pace<'_>,
) -> Result<Automaton, StopReason> {
    // Children have larger numbers than their parents, so one pass from the end finds what leads nowhere.
    let mut useful = trie.forbidden.clone();
    for node in (0..trie.child.len()).rev() {
        pace.step(1)?;
        for direction in 0..4 {
            let child = trie.child[node][direction];
            if child != NONE {
                if useful[child as usize] {
                    useful[node] = true;
                } else {
                    trie.child[node][direction] = NONE;
                }
            }
        }
    }
    // Breadth first, so that the state of a node's longest proper tail is complete before the node's own.
    let mut next = trie.child.clone();
    let mut tail = vec![NONE; trie.child.len()];
    let mut reached: Vec<u32> = (0..cells as u32).collect();
    let mut queue: VecDeque<u32> = reached.iter().copied().collect();
    while let Some(node) = queue.pop_front() {
        pace.step(1)?;
        for direction in 0..4 {
            let Some(to) = slides[trie.cell[node as usize] as usize][direction] else { continue };
            let shorter = match tail[node as usize] {
                NONE => u32::from(to),
                tail => next[tail as usize][direction],
            };
            let child = trie.child[node as usize][direction];
            if child == NONE {
                next[node as usize][direction] = shorter;
            } else {
                tail[child as usize] = shorter;
                if shorter == NONE || trie.forbidden[child as usize] {
                    next[node as usize][direction] = NONE;
                } else {
                    reached.push(child);
                    queue.push_back(child);
                }
            }
        }
    }
    merge(cells, &reached, &next, &trie.cell, pace)
}

/// Merges states with the blank on the same cell from which the same words are open (Moore's refinement) and
/// numbers what is left.
fn merge(
    cells: usize,
    reached: &[u32],
    next: &[[u32; 4]],
    cell: &[u8],
    pace: &mut Pace<'_>,
) -> Result<Automaton, StopReason> {
    let mut class: Vec<u32> = cell.iter().map(|&cell| u32::from(cell)).collect();
    let mut classes = cells;
    loop {
        let mut numbers: FxHashMap<[u32; 5], u32> = FxHashMap::default();
        let mut refined = class.clone();
        for &node in reached {
            pace.step(1)?;
            let after = next[node as usize].map(|to| if to == NONE { NONE } else { class[to as usize] });
            let key = [class[node as usize], after[0], after[1], after[2], after[3]];
            let fresh = numbers.len() as u32;
            refined[node as usize] = *numbers.entry(key).or_insert(fresh);
        }
        class = refined;
        if numbers.len() == classes {
            break;
        }
        classes = numbers.len();
    }
    let mut open = vec![[0; 4]; classes];
    let mut counts = vec![0; classes];
    for &node in reached {
        let list = &mut open[class[node as usize] as usize];
        let mut count = 0;
        for (direction, &to) in next[node as usize].iter().enumerate().filter(|(_, to)| **to != NONE) {
            let spot = u32::from(cell[node as usize]) << 2 | direction as u32;
            list[count] = spot << 16 | class[to as usize];
            count += 1;
        }
        counts[class[node as usize] as usize] = count as u8;
    }
    assert!(classes <= 1 << 16, "states fit 16 bits");
    Ok(Automaton { open, counts, start: (0..cells).map(|cell| class[cell] as u16).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// The state after a slide, if it is open.
    fn open_in(automaton: &Automaton, state: u16, blank: u8, direction: usize) -> Option<u16> {
        let (list, count) = automaton.open(state);
        let spot = u32::from(blank) << 2 | direction as u32;
        list[..count].iter().find(|&slide| slide >> 16 == spot).map(|&slide| slide as u16)
    }

    /// Arrangements within `depth` slides of the start, by their shortest distance: with the automaton or without.
    fn reach(
        shape: Shape,
        blank: u8,
        depth: usize,
        automaton: Option<&Automaton>,
    ) -> HashMap<Vec<u8>, usize> {
        let slides = slides(shape);
        let start: Vec<u8> = (0..shape.cells() as u8).collect();
        let mut known = HashMap::from([(start.clone(), 0)]);
        let mut level = vec![(start, blank, automaton.map_or(0, |automaton| automaton.start(blank)))];
        for length in 1..=depth {
            let mut next = Vec::new();
            for (board, blank, state) in level {
                for (direction, &from) in slides[blank as usize].iter().enumerate() {
                    let Some(from) = from else { continue };
                    let after = match automaton {
                        None => 0,
                        Some(automaton) => match open_in(automaton, state, blank, direction) {
                            None => continue,
                            Some(after) => after,
                        },
                    };
                    let mut board = board.clone();
                    board.swap(blank as usize, from as usize);
                    known.entry(board.clone()).or_insert(length);
                    next.push((board, from, after));
                }
            }
            level = next;
        }
        known
    }

    #[test]
    fn pruning_loses_no_arrangement_and_no_shortest_way() {
        for (rows, columns, depth) in [(3, 3, 11), (4, 4, 9), (5, 2, 12)] {
            let shape = Shape::new(rows, columns).unwrap();
            for length in [2, 6, 8] {
                let automaton = Automaton::new(shape, length, &crate::Unlimited).unwrap();
                for blank in 0..shape.cells() as u8 {
                    let pruned = reach(shape, blank, depth, Some(&automaton));
                    assert_eq!(pruned, reach(shape, blank, depth, None), "{shape} {length} {blank}");
                }
            }
        }
    }

    #[test]
    fn words_up_to_the_length_are_walked_once() {
        let shape = Shape::new(4, 4).unwrap();
        let automaton = Automaton::new(shape, 8, &crate::Unlimited).unwrap();
        let mut words = vec![(automaton.start(5), 5u8)];
        for _ in 0..8 {
            words = words
                .iter()
                .flat_map(|&(state, blank)| {
                    let slides = slides(shape);
                    let automaton = &automaton;
                    (0..4)
                        .filter_map(move |direction| {
                            let after = open_in(automaton, state, blank, direction)?;
                            Some((after, slides[blank as usize][direction]?))
                        })
                        .collect::<Vec<_>>()
                })
                .collect();
        }
        let exactly = reach(shape, 5, 8, None).values().filter(|&&length| length == 8).count();
        assert_eq!(words.len(), exactly);
    }

    #[test]
    fn pruning_loses_nothing_on_boards_of_more_than_16_cells() {
        for (rows, columns, blanks) in [(3, 6, &[0, 8, 17][..]), (5, 5, &[0, 12, 24])] {
            let shape = Shape::new(rows, columns).unwrap();
            let automaton = Automaton::new(shape, 4, &crate::Unlimited).unwrap();
            for &blank in blanks {
                let pruned = reach(shape, blank, 7, Some(&automaton));
                assert_eq!(pruned, reach(shape, blank, 7, None), "{shape} {blank}");
            }
        }
    }

    #[test]
    fn an_exchange_of_two_labels_moves_no_other() {
        fn labels<A: Arrangement>(cells: u8, label: impl Fn(A, u8) -> u8) {
            let all = |board: A| (0..cells).map(|cell| label(board, cell)).collect::<Vec<_>>();
            let start: Vec<u8> = (0..cells).collect();
            assert_eq!(all(A::start()), start);
            for a in 0..cells {
                for b in (0..cells).filter(|&b| b != a) {
                    let mut expected = start.clone();
                    expected.swap(a as usize, b as usize);
                    let swapped = A::start().swapped(a, b);
                    assert_eq!(all(swapped), expected, "{a} {b}");
                    assert!(swapped.swapped(a, b) == A::start(), "{a} {b}");
                }
            }
        }
        labels::<u64>(16, |board, cell| (board >> (4 * cell)) as u8 & 15);
        labels::<u128>(25, |board, cell| (board >> (5 * cell)) as u8 & 31);
    }

    #[test]
    fn a_slide_back_and_nothing_else_is_forbidden_among_words_of_two() {
        let shape = Shape::new(3, 3).unwrap();
        let automaton = Automaton::new(shape, 2, &crate::Unlimited).unwrap();
        let slides = slides(shape);
        for blank in 0..9 {
            for (first, &from) in slides[blank as usize].iter().enumerate() {
                let after = open_in(&automaton, automaton.start(blank), blank, first);
                assert_eq!(after.is_some(), from.is_some(), "{blank} {first}");
                let (Some(after), Some(from)) = (after, from) else { continue };
                for (second, &to) in slides[from as usize].iter().enumerate() {
                    let open = open_in(&automaton, after, from, second).is_some();
                    assert_eq!(open, to.is_some() && second != first ^ 1, "{blank} {first} {second}");
                }
            }
        }
    }
}
