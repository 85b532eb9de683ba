//! How far from home a position looks: the evaluation that guides the beams.
//!
//! It is no bound. It is a sum of many small terms, fitted to what boards really cost: one for each tile (how far,
//! and how near to a wall it belongs), one for the blank, one for every three cells in a line and every two by two cells, by
//! what stands there, and the same once more for the inverse position (see [`super::weights`]). A slide moves one tile and
//! the blank, so the change of the sum needs only the terms of that tile, of the cells around the blank and of the homes
//! around the tile's.

use std::sync::Arc;

use taquin_core::Shape;

use super::pairs::{Pairs, WRITTEN_CELLS};
use super::patches::{Around, CENTRE, Patches, SEEN, Touched, Window, place, seen};
use super::weights::{ACROSS, BLANK, CODES, DOWN, FAR, WALL, Weights};
use crate::monitor::{Monitor, Pace, StopReason};
use crate::position::Room;

/// Pairs of a cell and a home written out between two looks at the monitor: well under a millisecond.
const POLL_PAIRS: u64 = 1 << 12;

/// Cells of wall around the codes of a board too large for windows: what is seen from a cell reaches so far.
const RIM: usize = 3;

/// A label as a beam stores it: the home cell in one byte or in two.
pub(super) trait Label: Copy + Eq + Default + Send + Sync {
    fn cell(self) -> usize;
}

impl Label for u8 {
    #[inline(always)]
    fn cell(self) -> usize {
        usize::from(self)
    }
}

impl Label for u16 {
    #[inline(always)]
    fn cell(self) -> usize {
        usize::from(self)
    }
}

/// No position is worth more when a beam begins.
const MOST_VALUE: i64 = 1 << 30;

/// Where nothing is: no neighbour on that side.
pub(super) const NOWHERE: u16 = u16::MAX;

/// The evaluation for one shape, wherever the blank belongs.
pub(super) struct Evaluation {
    pub cells: usize,
    /// `neighbour[4 * blank + direction]` is the cell whose tile would make that slide.
    pub neighbour: Vec<u16>,
    pairs: Pairs,
    /// What is seen from each cell of a small board. A larger one has a rim of walls instead.
    window: Vec<Window>,
    /// Where the code of each cell is.
    place: Vec<u32>,
    /// How many codes there are of the cells and walls, and as many of the homes.
    plane: usize,
    /// Codes from one row to the next.
    stride: usize,
    pub columns: usize,
    pub rows: usize,
    weights: Arc<Weights>,
}

impl Evaluation {
    /// How many codes a position has: of all cells and walls, and of all homes and walls.
    pub fn codes(&self) -> usize {
        2 * self.plane
    }

    /// The evaluation for a shape of fewer than 65,535 cells.
    pub fn new(shape: Shape, weights: Arc<Weights>, monitor: &dyn Monitor) -> Result<Evaluation, StopReason> {
        let mut pace = Pace::new(monitor, "preparing the evaluation", POLL_PAIRS);
        let (rows, columns) = (shape.rows() as usize, shape.columns() as usize);
        let cells = shape.cells();
        let at = |r: i32, c: i32| {
            let inside = r >= 0 && c >= 0 && r < rows as i32 && c < columns as i32;
            if inside { (r as usize * columns + c as usize) as u16 } else { NOWHERE }
        };
        let small = cells <= WRITTEN_CELLS;
        let stride = columns + RIM;
        let mut neighbour = Vec::with_capacity(4 * cells);
        let mut window = Vec::new();
        let mut places = Vec::with_capacity(cells);
        for cell in 0..cells {
            pace.step(4)?;
            let (r, c) = ((cell / columns) as i32, (cell % columns) as i32);
            neighbour.extend([at(r + 1, c), at(r - 1, c), at(r, c + 1), at(r, c - 1)]);
            if !small {
                places.push(((r as usize + RIM) * stride + c as usize + RIM) as u32);
                continue;
            }
            places.push(cell as u32);
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
        Ok(Evaluation {
            cells,
            neighbour,
            pairs: Pairs::new(shape, &weights, &mut pace)?,
            window,
            place: places,
            // Rows are read eight codes at a time, so there are some after the last.
            plane: if small { cells + 1 } else { (rows + 2 * RIM) * stride + 8 },
            stride,
            columns,
            rows,
            weights,
        })
    }

    /// What is seen from a cell, or from a home, of these codes.
    #[inline(always)]
    fn around<A: Around>(&self, codes: &[u8], cell: usize) -> A {
        if self.cells <= WRITTEN_CELLS {
            A::new(codes, &self.window[cell])
        } else {
            A::of(seen(codes, self.place[cell] as usize, self.stride))
        }
    }
}

/// The evaluation with one home of the blank.
pub(super) struct Aim<'a> {
    pub evaluation: &'a Evaluation,
    pub blank: usize,
    /// `neighbour[4 * blank + direction]` is the cell whose tile would make that slide; none where the blank may not go.
    pub neighbour: Vec<u16>,
    way: Vec<i32>,
    /// What it costs more that a tile is not home.
    dear: Vec<i32>,
}

impl<'a> Aim<'a> {
    pub fn new(evaluation: &'a Evaluation, blank: usize) -> Aim<'a> {
        let way = (0..evaluation.cells)
            .map(|cell| {
                let (r, c) = evaluation.pairs.between(cell, blank);
                let (r, c) = (usize::from(r).min(FAR - 1), usize::from(c).min(FAR - 1));
                i32::from(evaluation.weights.way[r * FAR + c])
            })
            .collect();
        let dear = vec![0; evaluation.cells];
        Aim { evaluation, blank, neighbour: evaluation.neighbour.clone(), way, dear }
    }

    /// The same where it costs so much more that the tile of a cell is not home.
    pub fn with_dear(mut self, dear: &[i32]) -> Aim<'a> {
        self.dear.copy_from_slice(dear);
        self.dear[self.blank] = 0;
        self
    }

    /// The same for a blank that stays in these parts of the board.
    pub fn within(mut self, rooms: [Room; 2]) -> Aim<'a> {
        let columns = self.evaluation.columns;
        let inside = |cell: u16| rooms.iter().any(|room| room.holds(usize::from(cell), columns));
        for cell in &mut self.neighbour {
            if *cell != NOWHERE && !inside(*cell) {
                *cell = NOWHERE;
            }
        }
        self
    }

    /// The codes of all cells and walls, then those of all homes and walls: see [`Aim::slide_codes`].
    pub fn codes<L: Label>(&self, position: &[L], blank: usize) -> Vec<u8> {
        let (plane, place) = (self.evaluation.plane, &self.evaluation.place);
        let mut codes = vec![WALL; self.evaluation.codes()];
        for (cell, label) in position.iter().enumerate() {
            codes[place[cell] as usize] = self.evaluation.pairs.code(cell, label.cell());
            codes[plane + place[label.cell()] as usize] = self.evaluation.pairs.code(label.cell(), cell);
        }
        codes[place[blank] as usize] = BLANK;
        codes[plane + place[self.blank] as usize] = BLANK;
        codes
    }

    /// What a tile's step onto the blank does to the codes.
    #[inline(always)]
    pub fn slide_codes(&self, codes: &mut [u8], tile: usize, from: usize, blank: usize) {
        let (evaluation, place) = (self.evaluation, &self.evaluation.place);
        codes[place[from] as usize] = BLANK;
        codes[place[blank] as usize] = evaluation.pairs.code(blank, tile);
        codes[evaluation.plane + place[tile] as usize] = evaluation.pairs.code(tile, blank);
    }

    /// The hash of a position; a slide adds [`Aim::rehash`] to it.
    pub fn hash<L: Label>(&self, position: &[L], blank: usize) -> u64 {
        let tiles = position.iter().enumerate().filter(|&(cell, _)| cell != blank);
        let pairs = &self.evaluation.pairs;
        tiles.fold(0, |hash: u64, (cell, label)| hash.wrapping_add(pairs.hash(label.cell(), cell)))
    }

    /// What a tile's step from one cell to another adds to the hash.
    #[inline(always)]
    pub fn rehash(&self, tile: usize, from: usize, to: usize) -> u64 {
        self.evaluation.pairs.rehash(tile, from, to)
    }

    /// What is seen from the blank.
    #[inline(always)]
    pub fn around<A: Around>(&self, codes: &[u8], blank: usize) -> A {
        self.evaluation.around(&codes[..self.evaluation.plane], blank)
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
        let pairs = &evaluation.pairs;
        let alone = pairs.weight(tile, blank) - pairs.weight(tile, from) + self.way[from] - self.way[blank];
        let alone = alone + (i32::from(from == tile) - i32::from(blank == tile)) * self.dear[tile];
        let after = around.with::<CENTRE>(pairs.code(blank, tile)).with::<NEIGHBOUR>(BLANK);
        let cells = after.sum(table, const { &Touched::<D>::ALL })
            - around.sum(table, const { &Touched::<D>::BESIDE })
            - near;
        let home: A = evaluation.around(&codes[evaluation.plane..], tile);
        let moved = home.with::<CENTRE>(pairs.code(tile, blank));
        let homes = moved.sum(table, const { &Patches::HERE }) - home.sum(table, const { &Patches::HERE });
        alone + cells + homes
    }

    /// The value of a position, from nothing. That of a large board far from home is cut off, long before it fits no more:
    /// beams compare values of about the same size, and only their differences count.
    pub fn value<L: Label>(&self, position: &[L], blank: usize) -> i32 {
        let codes = self.codes(position, blank);
        let tiles = position.iter().enumerate().filter(|&(cell, _)| cell != blank);
        let weight = |cell: usize, tile: usize| {
            self.evaluation.pairs.weight(tile, cell) + if cell == tile { 0 } else { self.dear[tile] }
        };
        let alone: i64 = tiles.map(|(cell, label)| i64::from(weight(cell, label.cell()))).sum();
        let alone = alone.min(MOST_VALUE) as i32;
        let (cells, homes) = codes.split_at(self.evaluation.plane);
        alone + self.way[blank] + self.patches(cells) + self.patches(homes)
    }

    /// What all patches of these cells weigh.
    fn patches(&self, codes: &[u8]) -> i32 {
        let (rows, columns) = (self.evaluation.rows as i32, self.evaluation.columns as i32);
        let table = &self.evaluation.weights.patch;
        let code = |r: i32, c: i32| {
            let inside = r >= 0 && c >= 0 && r < rows && c < columns;
            let place = || self.evaluation.place[(r * columns + c) as usize] as usize;
            usize::from(if inside { codes[place()] } else { WALL })
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
    use crate::random::Random;

    /// Walks about on boards of many shapes, adding up changes.
    fn walk<A: Around>() {
        let mut random = Random(7);
        for (rows, columns) in [
            (2, 2),
            (2, 5),
            (5, 2),
            (3, 3),
            (4, 6),
            (6, 6),
            (7, 9),
            (8, 8),
            (9, 12),
            (11, 13),
            (3, 50),
            (20, 19),
        ] {
            let shape = Shape::new(rows, columns).expect("a small shape");
            let mut weights = Weights::none();
            for weight in [&mut weights.single, &mut weights.way].into_iter().flatten() {
                *weight = (random.next() % 201) as i16 - 100;
            }
            weights.patch.fill_with(|| (random.next() % 201) as i8);
            let evaluation = Evaluation::new(shape, Arc::new(weights), &crate::Unlimited).unwrap();
            let mut position: Vec<u16> = (0..shape.cells() as u16).collect();
            let mut blank = shape.cells() / 2;
            let dear: Vec<i32> = (0..shape.cells()).map(|_| (random.next() % 100) as i32).collect();
            let aim = Aim::new(&evaluation, blank).with_dear(&dear);
            let mut value = aim.value(&position, blank);
            let mut hash = aim.hash(&position, blank);
            let mut codes = aim.codes(&position, blank);
            for step in 0..2000 {
                let direction = Direction::ALL[(random.next() % 4) as usize] as usize;
                let from = evaluation.neighbour[4 * blank + direction];
                if from == NOWHERE {
                    continue;
                }
                let from = usize::from(from);
                let tile = position[from].cell();
                let around: A = aim.around(&codes, blank);
                let near = aim.near(around);
                value += match direction {
                    0 => aim.change::<0, { NEIGHBOUR[0] }, A>(tile, &codes, around, near, blank, from),
                    1 => aim.change::<1, { NEIGHBOUR[1] }, A>(tile, &codes, around, near, blank, from),
                    2 => aim.change::<2, { NEIGHBOUR[2] }, A>(tile, &codes, around, near, blank, from),
                    _ => aim.change::<3, { NEIGHBOUR[3] }, A>(tile, &codes, around, near, blank, from),
                };
                hash = hash.wrapping_add(aim.rehash(tile, from, blank));
                aim.slide_codes(&mut codes, tile, from, blank);
                position.swap(from, blank);
                blank = from;
                assert_eq!(codes, aim.codes(&position, blank), "{shape}, step {step}");
                assert_eq!(value, aim.value(&position, blank), "{shape}, step {step}");
                assert_eq!(hash, aim.hash(&position, blank), "{shape}, step {step}");
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
