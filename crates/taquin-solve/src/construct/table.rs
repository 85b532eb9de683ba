//! Two small complete tables: the last block, and the last two tiles of a line.

use super::field::Step;
use crate::position::rank::lexicographic;

/// No step: the goal, or a state that cannot reach it.
const NONE: u8 = u8::MAX;

/// The way home from every arrangement of a block of at most six cells.
pub(super) struct BlockTable {
    pub rows: usize,
    pub columns: usize,
    /// By rank of the arrangement: the blank's next step, 4 at the goal.
    steps: Vec<u8>,
}

impl BlockTable {
    /// The table of a block whose blank belongs on cell `home` of it.
    pub fn new(rows: usize, columns: usize, home: usize) -> BlockTable {
        let cells = rows * columns;
        let mut steps = vec![NONE; (1..=cells).product()];
        let goal: Vec<u8> = (0..cells as u8).collect();
        steps[lexicographic(&goal)] = 4;
        let mut queue = std::collections::VecDeque::from([(goal, home)]);
        while let Some((here, blank)) = queue.pop_front() {
            for step in Step::ALL {
                let Some(to) = neighbour(rows, columns, blank, step) else { continue };
                let mut there = here.clone();
                there.swap(blank, to);
                let entry = &mut steps[lexicographic(&there)];
                if *entry == NONE {
                    *entry = step.back().0;
                    queue.push_back((there, to));
                }
            }
        }
        BlockTable { rows, columns, steps }
    }

    /// The blank's next step, `Some(None)` at the goal, `None` where there is no way to it.
    pub fn next(&self, cells: &[u8]) -> Option<Option<Step>> {
        match self.steps[lexicographic(cells)] {
            NONE => None,
            4 => Some(None),
            step => Some(Some(Step(step))),
        }
    }
}

fn neighbour(rows: usize, columns: usize, cell: usize, step: Step) -> Option<usize> {
    let (r, c) = (cell / columns, cell % columns);
    match step {
        Step::UP => (r > 0).then(|| cell - columns),
        Step::DOWN => (r + 1 < rows).then_some(cell + columns),
        Step::LEFT => (c > 0).then(|| cell - 1),
        _ => (c + 1 < columns).then_some(cell + 1),
    }
}

/// How the last two tiles of a line come in, from every place they and the blank can have in a window around their
/// homes.
///
/// The window is seen with the line as its top row; of that row only the two homes, columns `gap` and `gap + 1`, are free.
pub(super) struct PairTable {
    pub rows: usize,
    pub columns: usize,
    pub gap: usize,
    /// By (first tile, second tile, blank): the blank's next step, 4 at the goal.
    steps: Vec<u8>,
}

impl PairTable {
    pub fn new(rows: usize, columns: usize, gap: usize) -> PairTable {
        let cells = rows * columns;
        let free = |cell: usize| cell >= columns || cell == gap || cell == gap + 1;
        let mut table = PairTable { rows, columns, gap, steps: vec![NONE; cells * cells * cells] };
        let mut queue = std::collections::VecDeque::new();
        for blank in (0..cells).filter(|&c| c >= columns) {
            let index = table.index(gap, gap + 1, blank);
            table.steps[index] = 4;
            queue.push_back((gap, gap + 1, blank));
        }
        while let Some((a, b, blank)) = queue.pop_front() {
            for step in Step::ALL {
                let Some(to) = neighbour(rows, columns, blank, step).filter(|&to| free(to)) else { continue };
                let moved = |tile: usize| if tile == to { blank } else { tile };
                let there = (moved(a), moved(b), to);
                let index = table.index(there.0, there.1, there.2);
                if table.steps[index] == NONE {
                    table.steps[index] = step.back().0;
                    queue.push_back(there);
                }
            }
        }
        table
    }

    fn index(&self, a: usize, b: usize, blank: usize) -> usize {
        let cells = self.rows * self.columns;
        (a * cells + b) * cells + blank
    }

    /// The blank's next step in the window, `None` when both tiles are home.
    pub fn next(&self, a: usize, b: usize, blank: usize) -> Option<Step> {
        Some(self.steps[self.index(a, b, blank)]).filter(|&s| s < 4).map(Step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_all_blocks_can_be_solved() {
        for (rows, columns, most) in [(2, 2, 12), (2, 3, 360), (3, 2, 360)] {
            for home in 0..rows * columns {
                let table = BlockTable::new(rows, columns, home);
                assert_eq!(table.steps.iter().filter(|&&s| s != NONE).count(), most);
            }
        }
    }

    #[test]
    fn two_tiles_come_in_from_everywhere_in_the_window() {
        for (rows, columns, gap) in [(3, 2, 0), (3, 3, 0), (3, 3, 1), (4, 4, 1), (4, 6, 2)] {
            let table = PairTable::new(rows, columns, gap);
            let free = (rows - 1) * columns + 2;
            let filled = table.steps.iter().filter(|&&s| s != NONE).count();
            assert_eq!(filled, free * (free - 1) * (free - 2), "{rows}x{columns} gap {gap}");
        }
    }
}
