//! How far from home a position looks: the evaluation that guides the beams.
//!
//! It is no bound. It is a sum of many small terms, fitted to what boards really cost: one for each tile (how far,
//! and how near to a wall it belongs), one for the blank, one for each two tiles that belong near each other, one for
//! every three cells in a line and every two by two cells, by
//! what stands there (see [`super::weights`]). A slide moves one tile and the blank, so the change of the sum needs
//! only the terms of that tile and of the cells around the blank.

use std::sync::Arc;

use taquin_core::Shape;

use super::patches::{Around, CENTRE, NEIGHBOUR, SEEN, place};
use super::weights::{
    AXIS, BLANK, CODES, FAR, OFFSETS, PAIR_CLIP, PAIR_CODES, PAIR_TABLE, SLIDE, WALL, Weights, axis,
    wall_class,
};
use crate::random::Random;

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

/// A tile looked at together with another one: which, in which table, and which digit of the index each of them is.
#[derive(Clone, Copy)]
struct Link {
    table: u32,
    other: u16,
    mine: u8,
    theirs: u8,
}

/// The evaluation for one shape, wherever the blank belongs.
pub(super) struct Evaluation {
    pub cells: usize,
    /// `neighbour[4 * blank + direction]` is the cell whose tile would make that slide.
    pub neighbour: Vec<u16>,
    single: Vec<i32>,
    code: Vec<u8>,
    pair_code: Vec<u8>,
    window: Vec<[u16; SEEN]>,
    zobrist: Vec<u64>,
    row: Vec<u16>,
    column: Vec<u16>,
    pub columns: usize,
    pub rows: usize,
    weights: Arc<Weights>,
}

impl Evaluation {
    /// The evaluation for a shape of at most 65,535 cells.
    pub fn new(shape: Shape, weights: Arc<Weights>) -> Evaluation {
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
            let mut seen = [NOWHERE; SEEN];
            for dr in -3..=3 {
                for dc in -3..=3 {
                    let p = place(dr, dc);
                    if p < SEEN {
                        seen[p] = at(r + dr, c + dc);
                    }
                }
            }
            window.push(seen);
        }
        let known = if cells > LARGE_CELLS { KNOWN_STEPS } else { FAR as i32 - 1 };
        let mut single = vec![0; cells * cells];
        let mut code = vec![0; cells * cells];
        let mut pair_code = vec![0; cells * cells];
        let mut zobrist = vec![0; cells * cells];
        let mut random = Random(0x5eed_7a9c_1e55_0001);
        for cell in 0..cells {
            let (r, c) = (cell / columns, cell % columns);
            for home in 0..cells {
                let (hr, hc) = (home / columns, home % columns);
                let (dr, dc) = (hr as i32 - r as i32, hc as i32 - c as i32);
                let alone = SLIDE * (dr.abs() + dc.abs())
                    + standing(&weights, axis(hr, r, rows), axis(hc, c, columns), known);
                single[home * cells + cell] = alone;
                code[cell * cells + home] = (5 * (dr.clamp(-2, 2) + 2) + dc.clamp(-2, 2) + 2) as u8;
                let clip = |d: i32| d.clamp(-PAIR_CLIP, PAIR_CLIP) + PAIR_CLIP;
                pair_code[home * cells + cell] = ((2 * PAIR_CLIP + 1) * clip(dr) + clip(dc)) as u8;
                zobrist[cell * cells + home] = random.next();
            }
        }
        Evaluation {
            cells,
            neighbour,
            single,
            code,
            pair_code,
            window,
            zobrist,
            row: (0..cells).map(|cell| (cell / columns) as u16).collect(),
            column: (0..cells).map(|cell| (cell % columns) as u16).collect(),
            columns,
            rows,
            weights,
        }
    }

    /// The pairs of each tile, those with the blank left out; `begin[tile]` is where those of a tile begin.
    fn links(&self, blank: usize) -> (Vec<Link>, Vec<u32>) {
        let (rows, columns) = (self.rows as i32, self.columns as i32);
        let mut links = Vec::with_capacity(12 * self.cells);
        let mut begin = Vec::with_capacity(self.cells + 1);
        begin.push(0);
        for tile in 0..self.cells {
            let (r, c) = ((tile / self.columns) as i32, (tile % self.columns) as i32);
            for (offset, &(dr, dc)) in OFFSETS.iter().enumerate() {
                for (sign, first) in [(1, true), (-1, false)] {
                    let (y, x) = (r + sign * dr, c + sign * dc);
                    if y < 0 || x < 0 || y >= rows || x >= columns || tile == blank {
                        continue;
                    }
                    let other = (y * columns + x) as usize;
                    if other == blank {
                        continue;
                    }
                    let class = 5 * wall_class(r.min(y) as usize, r.max(y) as usize, self.rows)
                        + wall_class(c.min(x) as usize, c.max(x) as usize, self.columns);
                    let table = ((offset * 25 + class) * PAIR_TABLE) as u32;
                    let (mine, theirs) = if first { (PAIR_CODES as u8, 1) } else { (1, PAIR_CODES as u8) };
                    links.push(Link { table, other: other as u16, mine, theirs });
                }
            }
            begin.push(links.len() as u32);
        }
        (links, begin)
    }
}

/// What a tile weighs for standing so along the rows and so along the columns: as learned for `known` steps from home,
/// and for those beyond ever more.
fn standing(weights: &Weights, (r, away_r): (i32, i32), (c, away_c): (i32, i32), known: i32) -> i32 {
    let (near_r, near_c) = (away_r.min(known), away_c.min(known));
    let beyond = away_r - near_r + away_c - near_c;
    let learned = weights.single[(r + near_r) as usize * AXIS + (c + near_c) as usize];
    i32::from(learned) + FAR_STEP * beyond + FAR_BEND * beyond * beyond
}

/// The evaluation with one home of the blank.
pub(super) struct Target<'a> {
    pub evaluation: &'a Evaluation,
    pub blank: usize,
    way: Vec<i32>,
    links: Vec<Link>,
    begin: Vec<u32>,
}

impl<'a> Target<'a> {
    pub fn new(evaluation: &'a Evaluation, blank: usize) -> Target<'a> {
        let (links, begin) = evaluation.links(blank);
        let way = (0..evaluation.cells)
            .map(|cell| {
                let r = evaluation.row[cell].abs_diff(evaluation.row[blank]).min(FAR as u16 - 1);
                let c = evaluation.column[cell].abs_diff(evaluation.column[blank]).min(FAR as u16 - 1);
                i32::from(evaluation.weights.way[usize::from(r) * FAR + usize::from(c)])
            })
            .collect();
        Target { evaluation, blank, way, links, begin }
    }

    /// The displacements of all tiles, as pairs tell them apart, by tile.
    pub fn codes<L: Label>(&self, position: &[L]) -> Vec<u8> {
        let mut codes = vec![0; position.len()];
        for (cell, label) in position.iter().enumerate() {
            codes[label.cell()] = self.code(label.cell(), cell);
        }
        codes
    }

    /// The displacement of a tile on a cell, as pairs tell it apart.
    #[inline(always)]
    pub fn code(&self, tile: usize, cell: usize) -> u8 {
        self.evaluation.pair_code[tile * self.evaluation.cells + cell]
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

    /// The codes around the blank.
    #[inline(always)]
    pub fn around<L: Label>(&self, position: &[L], blank: usize) -> Around {
        let mut codes = [WALL; SEEN];
        let evaluation = self.evaluation;
        for (code, &cell) in codes.iter_mut().zip(&evaluation.window[blank]) {
            if cell != NOWHERE {
                let cell = usize::from(cell);
                *code = evaluation.code[cell * evaluation.cells + position[cell].cell()];
            }
        }
        codes[CENTRE] = BLANK;
        Around(codes)
    }

    /// What the patches with the blank in them weigh.
    #[inline(always)]
    pub fn near(&self, around: &Around) -> i32 {
        around.with_centre(&self.evaluation.weights)
    }

    /// By how much the value changes when the tile at `from`, which is in direction `D`, slides onto the blank.
    #[inline(always)]
    pub fn change<const D: usize, L: Label>(
        &self,
        position: &[L],
        codes: &[u8],
        around: &Around,
        near: i32,
        blank: usize,
        from: usize,
    ) -> i32 {
        let evaluation = self.evaluation;
        let tile = position[from].cell();
        let home = tile * evaluation.cells;
        let mut change = evaluation.single[home + blank] - evaluation.single[home + from];
        change += self.way[from] - self.way[blank];
        let mut after = Around(around.0);
        after.0[CENTRE] = evaluation.code[blank * evaluation.cells + tile];
        after.0[NEIGHBOUR[D]] = BLANK;
        change += after.touched::<D>(&evaluation.weights) - near;
        change -= around.beside::<D>(&evaluation.weights);
        let (old, new) = (usize::from(codes[tile]), usize::from(self.code(tile, blank)));
        let pairs = &evaluation.weights.pair;
        for link in &self.links[self.begin[tile] as usize..self.begin[tile + 1] as usize] {
            let (mine, theirs) = (usize::from(link.mine), usize::from(link.theirs));
            let index = link.table as usize + usize::from(codes[usize::from(link.other)]) * theirs;
            change += i32::from(pairs[index + new * mine]) - i32::from(pairs[index + old * mine]);
        }
        change
    }

    /// The value of a position, from nothing.
    pub fn value<L: Label>(&self, position: &[L], blank: usize) -> i32 {
        let evaluation = self.evaluation;
        let (weights, cells) = (&evaluation.weights, evaluation.cells);
        let (rows, columns) = (evaluation.rows as i32, evaluation.columns as i32);
        let code = |r: i32, c: i32| -> usize {
            if r < 0 || c < 0 || r >= rows || c >= columns {
                return usize::from(WALL);
            }
            let cell = (r * columns + c) as usize;
            usize::from(if cell == blank {
                BLANK
            } else {
                evaluation.code[cell * cells + position[cell].cell()]
            })
        };
        let mut value = self.way[blank];
        for r in -2..rows {
            for c in -2..columns {
                let index = |cells: &[(i32, i32)]| {
                    cells.iter().fold(0, |index, &(dr, dc)| index * CODES + code(r + dr, c + dc))
                };
                value += i32::from(weights.block[index(&[(0, 0), (0, 1), (1, 0), (1, 1)])]);
                value += i32::from(weights.across[index(&[(0, 0), (0, 1), (0, 2)])]);
                value += i32::from(weights.down[index(&[(0, 0), (1, 0), (2, 0)])]);
            }
        }
        let codes = self.codes(position);
        let mut twice = 0;
        for cell in (0..cells).filter(|&cell| cell != blank) {
            let tile = position[cell].cell();
            value += evaluation.single[tile * cells + cell];
            for link in &self.links[self.begin[tile] as usize..self.begin[tile + 1] as usize] {
                let theirs = usize::from(codes[usize::from(link.other)]) * usize::from(link.theirs);
                let mine = usize::from(codes[tile]) * usize::from(link.mine);
                twice += i32::from(weights.pair[link.table as usize + mine + theirs]);
            }
        }
        value + twice / 2
    }
}

#[cfg(test)]
mod tests {
    use taquin_core::Direction;

    use super::*;

    #[test]
    fn the_change_of_a_slide_is_the_difference_of_two_values() {
        let mut random = Random(7);
        for (rows, columns) in [(2, 2), (2, 5), (5, 2), (3, 3), (4, 6), (6, 6), (7, 5), (9, 12)] {
            let shape = Shape::new(rows, columns).expect("a small shape");
            let mut weights = Weights::none();
            let tables = [&mut weights.single, &mut weights.way, &mut weights.pair];
            let more = [&mut weights.across, &mut weights.down, &mut weights.block];
            for weight in tables.into_iter().chain(more).flatten() {
                *weight = (random.next() % 201) as i16 - 100;
            }
            let evaluation = Evaluation::new(shape, Arc::new(weights));
            let mut position: Vec<u8> = (0..shape.cells() as u8).collect();
            let mut blank = shape.cells() / 2;
            let target = Target::new(&evaluation, blank);
            let mut value = target.value(&position, blank);
            let mut hash = target.hash(&position, blank);
            for step in 0..2000 {
                let direction = Direction::ALL[(random.next() % 4) as usize] as usize;
                let from = evaluation.neighbour[4 * blank + direction];
                if from == NOWHERE {
                    continue;
                }
                let from = usize::from(from);
                let around = target.around(&position, blank);
                let (near, codes) = (target.near(&around), target.codes(&position));
                value += match direction {
                    0 => target.change::<0, u8>(&position, &codes, &around, near, blank, from),
                    1 => target.change::<1, u8>(&position, &codes, &around, near, blank, from),
                    2 => target.change::<2, u8>(&position, &codes, &around, near, blank, from),
                    _ => target.change::<3, u8>(&position, &codes, &around, near, blank, from),
                };
                hash ^= target.rehash(position[from].cell(), from, blank);
                position.swap(from, blank);
                blank = from;
                assert_eq!(value, target.value(&position, blank), "{shape}, step {step}");
                assert_eq!(hash, target.hash(&position, blank), "{shape}, step {step}");
            }
        }
    }
}
