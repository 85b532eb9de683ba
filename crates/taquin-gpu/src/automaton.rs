//! A finite automaton that walks each short detour once, wherever on the board.
//!
//! Two words (sequences of blank moves) that rearrange the same cells in the same way are interchangeable where both fit
//! on the board. Words are compared by length, then in the order of directions; a word is *forbidden* when an earlier
//! one does the same within its bounding box, for then the earlier fits wherever it does. The first of all shortest
//! ways contains no forbidden word, else replacing that part would give an earlier one: a search that never writes one
//! still finds a shortest way.
//!
//! [`taquin_solve`]'s automaton knows the blank's cell and so forbids a little more, in twenty-five times as many
//! states; on a card the smaller one stays in the nearest cache.

use std::collections::HashMap;

/// Cells to a side of the arrangements that words act on: words that leave a board of 5×5 are of no interest.
const BOX: usize = 9;
const CENTRE: usize = BOX * BOX / 2;

/// Rows and columns a blank move goes by: up, right, down, left.
const STEPS: [isize; 4] = [-(BOX as isize), 1, BOX as isize, -1];

type Arrangement = [u8; BOX * BOX];

/// Where a word has been, relative to its beginning.
#[derive(Clone, Copy)]
struct Extent {
    rows: (i8, i8),
    columns: (i8, i8),
}

impl Extent {
    fn of(cell: usize) -> Extent {
        let (row, column) = ((cell / BOX) as i8, (cell % BOX) as i8);
        Extent { rows: (row, row), columns: (column, column) }
    }

    fn with(self, cell: usize) -> Extent {
        let (row, column) = ((cell / BOX) as i8, (cell % BOX) as i8);
        Extent {
            rows: (self.rows.0.min(row), self.rows.1.max(row)),
            columns: (self.columns.0.min(column), self.columns.1.max(column)),
        }
    }

    fn fits(self, side: usize) -> bool {
        let side = side as i8;
        self.rows.1 - self.rows.0 < side && self.columns.1 - self.columns.0 < side
    }

    fn within(self, other: Extent) -> bool {
        let inside = |a: (i8, i8), b: (i8, i8)| a.0 >= b.0 && a.1 <= b.1;
        inside(self.rows, other.rows) && inside(self.columns, other.columns)
    }
}

struct Word {
    /// Two bits a move, the first highest.
    code: u32,
    blank: usize,
    extent: Extent,
    cells: Arrangement,
}

/// The forbidden words of at most `length` moves on a square board, as (length, code), shortest first, such that none
/// contains another.
fn forbidden_words(side: usize, length: u32) -> Vec<(u32, u32)> {
    let cells: Arrangement = std::array::from_fn(|cell| cell as u8);
    let first = Word { code: 0, blank: CENTRE, extent: Extent::of(CENTRE), cells };
    let mut known: HashMap<Arrangement, Vec<Extent>> = HashMap::from([(cells, vec![first.extent])]);
    let mut words = vec![first];
    let mut kept_before = vec![true];
    let mut forbidden = Vec::new();
    for moves in 1..=length {
        let mut kept = vec![false; 1 << (2 * moves)];
        let mut next = Vec::new();
        for word in &words {
            for (direction, step) in STEPS.iter().enumerate() {
                let blank = word.blank.wrapping_add_signed(*step);
                let code = word.code << 2 | direction as u32;
                // A word whose end is forbidden is, too.
                let end = code & ((1 << (2 * (moves - 1))) - 1);
                let extent = word.extent.with(blank);
                if !extent.fits(side) || !kept_before[end as usize] {
                    continue;
                }
                let mut cells = word.cells;
                cells.swap(word.blank, blank);
                let earlier = known.entry(cells).or_default();
                if earlier.iter().any(|other| other.within(extent)) {
                    forbidden.push((moves, code));
                } else {
                    earlier.push(extent);
                    kept[code as usize] = true;
                    next.push(Word { code, blank, extent, cells });
                }
            }
        }
        (words, kept_before) = (next, kept);
    }
    forbidden
}

/// The automaton as the kernels read it: for each state and direction, the state after it and, from bit 24 on, the
/// directions that complete no forbidden word there. State 0 is the beginning.
pub(crate) fn automaton(side: usize, length: u32) -> Vec<u32> {
    // Aho and Corasick: a trie of the forbidden words, completed by falling back to the longest tail that begins one.
    const NONE: usize = usize::MAX;
    let mut after = vec![[NONE; 4]];
    let mut ends = vec![false];
    for (moves, code) in forbidden_words(side, length) {
        let mut state = 0;
        for place in (0..moves).rev() {
            let direction = (code >> (2 * place) & 3) as usize;
            if after[state][direction] == NONE {
                after[state][direction] = after.len();
                after.push([NONE; 4]);
                ends.push(false);
            }
            state = after[state][direction];
        }
        ends[state] = true;
    }
    let mut fallback = vec![0; after.len()];
    let mut queue = Vec::new();
    for next in &mut after[0] {
        match *next {
            NONE => *next = 0,
            state => queue.push(state),
        }
    }
    let mut done = 0;
    while let Some(&state) = queue.get(done) {
        done += 1;
        ends[state] |= ends[fallback[state]];
        let instead = after[fallback[state]];
        for (next, instead) in after[state].iter_mut().zip(instead) {
            if *next == NONE {
                *next = instead;
            } else {
                fallback[*next] = instead;
                queue.push(*next);
            }
        }
    }
    let classes = merged(&after, &ends);
    written(&after, &ends, &classes)
}

/// States that can be told apart by no word get one number (Moore).
fn merged(after: &[[usize; 4]], ends: &[bool]) -> Vec<usize> {
    let mut classes: Vec<usize> = ends.iter().map(|&end| usize::from(end)).collect();
    let mut count = 2;
    loop {
        let mut numbers: HashMap<[usize; 5], usize> = HashMap::new();
        let refined: Vec<usize> = (0..after.len())
            .map(|state| {
                let mut key = [usize::MAX; 5];
                if !ends[state] {
                    key[4] = classes[state];
                    for direction in 0..4 {
                        key[direction] = classes[after[state][direction]];
                    }
                }
                let fresh = numbers.len();
                *numbers.entry(key).or_insert(fresh)
            })
            .collect();
        classes = refined;
        if numbers.len() == count {
            return classes;
        }
        count = numbers.len();
    }
}

fn written(after: &[[usize; 4]], ends: &[bool], classes: &[usize]) -> Vec<u32> {
    let mut number: HashMap<usize, u32> = HashMap::from([(classes[0], 0)]);
    let mut order = vec![0];
    let mut table = Vec::new();
    let mut done = 0;
    while let Some(&state) = order.get(done) {
        done += 1;
        for direction in 0..4 {
            let next: usize = after[state][direction];
            if ends[next] {
                table.push(0);
                continue;
            }
            let open = (0..4).filter(|&d| !ends[after[next][d]]).fold(0, |open, d| open | 1 << d);
            let fresh = order.len() as u32;
            let name = *number.entry(classes[next]).or_insert_with(|| {
                order.push(next);
                fresh
            });
            table.push(name | open << 24);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_back_and_the_third_turn_of_a_square_are_forbidden() {
        let words = forbidden_words(5, 6);
        let backs = words.iter().filter(|(moves, _)| *moves == 2).count();
        assert_eq!(backs, 4);
        // Twelve moves around a square of four cells do nothing: six one way are six the other way.
        assert!(words.iter().any(|(moves, _)| *moves == 6));
    }

    #[test]
    fn twelve_moves_make_7970_states_on_5x5() {
        assert_eq!(automaton(5, 12).len() / 4, 7970);
    }
}
