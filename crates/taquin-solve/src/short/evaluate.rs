//! How far from home a position looks: the evaluation that guides the beams.
//!
//! It is no bound. It is a sum of many small terms, fitted to what boards really cost: one for each tile (how far,
//! and how near to a wall it belongs), one for the blank, one for every three cells in a line and every two by two cells, by
//! what stands there, and the same once more for the inverse position (see [`super::weights`]). A slide moves one tile and
//! the blank, so the change of the sum needs only the terms of that tile, of the cells around the blank and of the homes
//! around the tile's.

use std::sync::Arc;

use taquin_core::Shape;

use super::patches::{Around, CENTRE, Patches, SEEN, Touched, Window, place};
use super::weights::{ACROSS, AXIS, BLANK, CODES, DOWN, FAR, SLIDE, WALL, Weights, axis};
use crate::monitor::{Monitor, Pace, StopReason};
use crate::random::Random;

/// Pairs of a cell and a home written out between two looks at the monitor: well under a millisecond.
const POLL_PAIRS: u64 = 1 << 12;

/// A label as a beam stores it: the home cell in one byte or in two.
pub(super) trait Label: Copy + Eq + Default + Send + Sync {
    fn of(cell: usize) -> Self;
    fn cell(self) -> usize;
}

impl Label for u8 {
    fn of(cell: usize) -> u8 {
        cell as u8
    }
    #[inline(always)]
    fn cell(self) -> usize {
        usize::from(self)
    }
}

impl Label for u16 {
    fn of(cell: usize) -> u16 {
        cell as u16
    }
    #[inline(always)]
    fn cell(self) -> usize {
        usize::from(self)
    }
}

/// Where nothing is: no neighbour on that side.
pub(super) const NOWHERE: u16 = u16::MAX;

/// Boards of more cells than this are large: tiles can be farther from home than on the boards that were learned from.
pub(super) const LARGE_CELLS: usize = 64;
/// How many steps along an axis the weights of a tile are believed on large boards; what they say of farther ones holds for
/// boards that are full of such tiles. A tile left behind alone is dear to fetch, so it must not be left behind.
const KNOWN_STEPS: i32 = 3;
/// What each step beyond those costs more than one slide, and the square of their number.
const FAR_STEP: i32 = SLIDE / 2;
const FAR_BEND: i32 = SLIDE / 5;

/// The evaluation for one shape, wherever the blank belongs.
pub(super) struct Evaluation {
    pub cells: usize,
    /// `neighbour[4 * blank + direction]` is the cell whose tile would make that slide.
    pub neighbour: Vec<u16>,
    single: Vec<i32>,
    code: Vec<u8>,
    window: Vec<Window>,
    zobrist: Vec<u64>,
    row: Vec<u16>,
    column: Vec<u16>,
    pub columns: usize,
    pub rows: usize,
    weights: Arc<Weights>,
}

impl Evaluation {
    /// How many codes a position has: of all cells and a wall, and of all homes and a wall.
    pub fn codes(&self) -> usize {
        2 * (self.cells + 1)
    }

    /// The evaluation for a shape of at most 65,535 cells.
    pub fn new(shape: Shape, weights: Arc<Weights>, monitor: &dyn Monitor) -> Result<Evaluation, StopReason> {
        let mut pace = Pace::new(monitor, "preparing the evaluation", POLL_PAIRS);
        let (rows, columns) = (shape.rows() as usize, shape.columns() as usize);
        let cells = shape.cells();
        let at = |r: i32, c: i32| {
            let inside = r >= 0 && c >= 0 && r < rows as i32 && c < columns as i32;
            if inside { (r as usize * columns + c as usize) as u16 } else { NOWHERE }
        };
        let mut neighbour = Vec::with_capacity(4 * cells);
        let mut window = Vec::with_capacity(cells);
        for cell in 0..cells {
            let (r, c) = ((cell / columns) as i32, (cell % columns) as i32);
            neighbour.extend([at(r + 1, c), at(r - 1, c), at(r, c + 1), at(r, c - 1)]);
            let mut seen = [cells as u16; SEEN];
            for dr in -3..=3 {
                for dc in -3..=3 {
                    let p = place(dr, dc);
                    let cell = at(r + dr, c + dc);
                    if p < SEEN && cell != NOWHERE {
                        seen[p] = cell;
                    }
                }
            }
            window.push(Window::new(seen, cells as u16));
        }
        let known = if cells > LARGE_CELLS { KNOWN_STEPS } else { FAR as i32 - 1 };
        let mut single = vec![0; cells * cells];
        let mut code = vec![0; cells * cells];
        let mut zobrist = vec![0; cells * cells];
        let mut random = Random(0x5eed_7a9c_1e55_0001);
        for cell in 0..cells {
            let (r, c) = (cell / columns, cell % columns);
            pace.step(cells as u64)?;
            for home in 0..cells {
                let (hr, hc) = (home / columns, home % columns);
                let (dr, dc) = (hr as i32 - r as i32, hc as i32 - c as i32);
                single[home * cells + cell] = SLIDE * (dr.abs() + dc.abs())
                    + standing(&weights, axis(hr, r, rows), axis(hc, c, columns), known)
                    + standing(&weights, axis(r, hr, rows), axis(c, hc, columns), known)
                    + too_far((dr.abs() - known).max(0) + (dc.abs() - known).max(0));
                code[cell * cells + home] = (5 * (dr.clamp(-2, 2) + 2) + dc.clamp(-2, 2) + 2) as u8;
                zobrist[cell * cells + home] = random.next();
            }
        }
        Ok(Evaluation {
            cells,
            neighbour,
            single,
            code,
            window,
            zobrist,
            row: (0..cells).map(|cell| (cell / columns) as u16).collect(),
            column: (0..cells).map(|cell| (cell % columns) as u16).collect(),
            columns,
            rows,
            weights,
        })
    }
}

/// What a tile weighs for standing so along the rows and so along the columns, as learned for `known` steps.
fn standing(weights: &Weights, (r, away_r): (i32, i32), (c, away_c): (i32, i32), known: i32) -> i32 {
    let (row, column) = (r + away_r.min(known), c + away_c.min(known));
    i32::from(weights.single[row as usize * AXIS + column as usize])
}

/// What the steps beyond the known ones weigh: ever more.
fn too_far(steps: i32) -> i32 {
    FAR_STEP * steps + FAR_BEND * steps * steps
}

/// The evaluation with one home of the blank.
pub(super) struct Target<'a> {
    pub evaluation: &'a Evaluation,
    pub blank: usize,
    way: Vec<i32>,
}

impl<'a> Target<'a> {
    pub fn new(evaluation: &'a Evaluation, blank: usize) -> Target<'a> {
        let way = (0..evaluation.cells)
            .map(|cell| {
                let r = evaluation.row[cell].abs_diff(evaluation.row[blank]).min(FAR as u16 - 1);
                let c = evaluation.column[cell].abs_diff(evaluation.column[blank]).min(FAR as u16 - 1);
                i32::from(evaluation.weights.way[usize::from(r) * FAR + usize::from(c)])
            })
            .collect();
        Target { evaluation, blank, way }
    }

    /// The codes of all cells and a wall, then those of all homes and a wall: see [`Target::slide_codes`].
    pub fn codes<L: Label>(&self, position: &[L], blank: usize) -> Vec<u8> {
        let cells = self.evaluation.cells;
        let mut codes = vec![WALL; self.evaluation.codes()];
        for (cell, label) in position.iter().enumerate() {
            codes[cell] = self.code(cell, label.cell());
            codes[cells + 1 + label.cell()] = self.code(label.cell(), cell);
        }
        codes[blank] = BLANK;
        codes[cells + 1 + self.blank] = BLANK;
        codes
    }

    /// What a tile's step onto the blank does to the codes.
    #[inline(always)]
    pub fn slide_codes(&self, codes: &mut [u8], tile: usize, from: usize, blank: usize) {
        codes[from] = BLANK;
        codes[blank] = self.code(blank, tile);
        codes[self.evaluation.cells + 1 + tile] = self.code(tile, blank);
    }

    /// The code of a cell with this tile on it; or of a home whose tile is on that cell.
    #[inline(always)]
    fn code(&self, at: usize, other: usize) -> u8 {
        self.evaluation.code[at * self.evaluation.cells + other]
    }

    /// The hash of a position; a slide changes it by [`Target::rehash`].
    pub fn hash<L: Label>(&self, position: &[L], blank: usize) -> u64 {
        let tiles = position.iter().enumerate().filter(|&(cell, _)| cell != blank);
        let cells = self.evaluation.cells;
        tiles.fold(0, |hash, (cell, label)| hash ^ self.evaluation.zobrist[cell * cells + label.cell()])
    }

    /// What a tile's step from one cell to another does to the hash.
    #[inline(always)]
    pub fn rehash(&self, tile: usize, from: usize, to: usize) -> u64 {
        let (cells, zobrist) = (self.evaluation.cells, &self.evaluation.zobrist);
        zobrist[from * cells + tile] ^ zobrist[to * cells + tile]
    }

    /// What is seen from the blank.
    #[inline(always)]
    pub fn around<A: Around>(&self, codes: &[u8], blank: usize) -> A {
        let evaluation = self.evaluation;
        A::new(&codes[..=evaluation.cells], &evaluation.window[blank])
    }

    /// What the patches with the blank in them weigh.
    #[inline(always)]
    pub fn near<A: Around>(&self, around: A) -> i32 {
        around.sum(&self.evaluation.weights.patch, const { &Patches::HERE })
    }

    /// By how much the value changes when the tile at `from`, which travels in direction `D`, slides onto the blank;
    /// `NEIGHBOUR` is the place where it is seen from the blank.
    #[inline(always)]
    pub fn change<const D: usize, const NEIGHBOUR: usize, A: Around>(
        &self,
        tile: usize,
        codes: &[u8],
        around: A,
        near: i32,
        blank: usize,
        from: usize,
    ) -> i32 {
        let evaluation = self.evaluation;
        let table = &evaluation.weights.patch;
        let single = &evaluation.single[tile * evaluation.cells..];
        let alone = single[blank] - single[from] + self.way[from] - self.way[blank];
        let after = around.with::<CENTRE>(self.code(blank, tile)).with::<NEIGHBOUR>(BLANK);
        let cells = after.sum(table, const { &Touched::<D>::ALL })
            - around.sum(table, const { &Touched::<D>::BESIDE })
            - near;
        let home = A::new(&codes[evaluation.cells + 1..], &evaluation.window[tile]);
        let moved = home.with::<CENTRE>(self.code(tile, blank));
        let homes = moved.sum(table, const { &Patches::HERE }) - home.sum(table, const { &Patches::HERE });
        alone + cells + homes
    }

    /// The value of a position, from nothing.
    pub fn value<L: Label>(&self, position: &[L], blank: usize) -> i32 {
        let cells = self.evaluation.cells;
        let codes = self.codes(position, blank);
        let tiles = position.iter().enumerate().filter(|&(cell, _)| cell != blank);
        let alone: i32 = tiles.map(|(cell, label)| self.evaluation.single[label.cell() * cells + cell]).sum();
        alone + self.way[blank] + self.patches(&codes[..cells]) + self.patches(&codes[cells + 1..])
    }

    /// What all patches of these cells weigh.
    fn patches(&self, codes: &[u8]) -> i32 {
        let (rows, columns) = (self.evaluation.rows as i32, self.evaluation.columns as i32);
        let table = &self.evaluation.weights.patch;
        let code = |r: i32, c: i32| {
            let inside = r >= 0 && c >= 0 && r < rows && c < columns;
            usize::from(if inside { codes[(r * columns + c) as usize] } else { WALL })
        };
        let mut sum = 0;
        for r in -2..rows {
            for c in -2..columns {
                let index = |cells: &[(i32, i32)]| {
                    cells.iter().fold(0, |index, &(dr, dc)| index * CODES + code(r + dr, c + dc))
                };
                sum += i32::from(table[index(&[(0, 0), (0, 1), (1, 0), (1, 1)])]);
                sum += i32::from(table[ACROSS + index(&[(0, 0), (0, 1), (0, 2)])]);
                sum += i32::from(table[DOWN + index(&[(0, 0), (1, 0), (2, 0)])]);
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use taquin_core::Direction;

    use super::super::patches::{NEIGHBOUR, Plain};
    #[cfg(target_arch = "x86_64")]
    use super::super::vector;
    use super::*;

    /// Walks about on boards of many shapes, adding up changes.
    fn walk<A: Around>() {
        let mut random = Random(7);
        for (rows, columns) in
            [(2, 2), (2, 5), (5, 2), (3, 3), (4, 6), (6, 6), (7, 9), (8, 8), (9, 12), (11, 13)]
        {
            let shape = Shape::new(rows, columns).expect("a small shape");
            let mut weights = Weights::none();
            for weight in [&mut weights.single, &mut weights.way].into_iter().flatten() {
                *weight = (random.next() % 201) as i16 - 100;
            }
            weights.patch.fill_with(|| (random.next() % 201) as i8);
            let evaluation = Evaluation::new(shape, Arc::new(weights), &crate::Unlimited).unwrap();
            let mut position: Vec<u8> = (0..shape.cells() as u8).collect();
            let mut blank = shape.cells() / 2;
            let target = Target::new(&evaluation, blank);
            let mut value = target.value(&position, blank);
            let mut hash = target.hash(&position, blank);
            let mut codes = target.codes(&position, blank);
            for step in 0..2000 {
                let direction = Direction::ALL[(random.next() % 4) as usize] as usize;
                let from = evaluation.neighbour[4 * blank + direction];
                if from == NOWHERE {
                    continue;
                }
                let from = usize::from(from);
                let tile = position[from].cell();
                let around: A = target.around(&codes, blank);
                let near = target.near(around);
                value += match direction {
                    0 => target.change::<0, { NEIGHBOUR[0] }, A>(tile, &codes, around, near, blank, from),
                    1 => target.change::<1, { NEIGHBOUR[1] }, A>(tile, &codes, around, near, blank, from),
                    2 => target.change::<2, { NEIGHBOUR[2] }, A>(tile, &codes, around, near, blank, from),
                    _ => target.change::<3, { NEIGHBOUR[3] }, A>(tile, &codes, around, near, blank, from),
                };
                hash ^= target.rehash(tile, from, blank);
                target.slide_codes(&mut codes, tile, from, blank);
                position.swap(from, blank);
                blank = from;
                assert_eq!(codes, target.codes(&position, blank), "{shape}, step {step}");
                assert_eq!(value, target.value(&position, blank), "{shape}, step {step}");
                assert_eq!(hash, target.hash(&position, blank), "{shape}, step {step}");
            }
        }
    }

    #[test]
    fn the_change_of_a_slide_is_the_difference_of_two_values() {
        walk::<Plain>();
        #[cfg(target_arch = "x86_64")]
        if vector::is_possible() {
            walk::<vector::Vector>();
        }
    }
}
