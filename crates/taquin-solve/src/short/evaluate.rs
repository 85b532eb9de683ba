//! How far from home a position looks: the evaluation that guides the beams.
//!
//! It is no bound. It is a sum of many small terms, fitted to what boards really cost: one for each tile (how far,
//! and how near to a wall it belongs), one for each two tiles in the line they both belong in, one for every three
//! cells in a line and every two by two cells, by what stands there (see [`super::weights`]). A slide touches two
//! cells, so the change of the sum needs only the terms around the blank: sixteen small patches, a line or two.

use taquin_core::{Direction, Shape};

use super::weights::{BLANK, CODES, DEEP, FAR, LINE_CLASSES, REACH, SLIDE, STEPS, WALL, Weights};

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

/// Cells seen around the blank: five by five and one more step along each axis.
const SEEN: usize = 29;
const CENTRE: usize = 12;

/// The place in the window of the neighbour whose tile travels in this direction, in the order of `Direction::ALL`:
/// the tile that moves up stands below the blank.
const NEIGHBOUR: [usize; 4] = [17, 7, 13, 11];

/// For each direction, the patches that contain the blank or that neighbour.
struct Patches {
    blocks: [[u8; 4]; 6],
    across: [[u8; 3]; 6],
    across_count: usize,
    down: [[u8; 3]; 6],
    down_count: usize,
}

/// The evaluation for one shape.
pub(super) struct Evaluation {
    pub cells: usize,
    /// `neighbour[4 * blank + direction]` is the cell whose tile would make that slide.
    pub neighbour: Vec<u16>,
    single: Vec<i32>,
    code: Vec<u8>,
    window: Vec<[u16; SEEN]>,
    zobrist: Vec<u64>,
    row: Vec<u16>,
    column: Vec<u16>,
    columns: usize,
    rows: usize,
    weights: Weights,
    patches: [Patches; 4],
}

fn place(rows: i32, columns: i32) -> Option<usize> {
    match (rows, columns) {
        (-2..=2, -2..=2) => Some(((rows + 2) * 5 + columns + 2) as usize),
        (-3, 0) => Some(25),
        (3, 0) => Some(26),
        (0, -3) => Some(27),
        (0, 3) => Some(28),
        _ => None,
    }
}

fn patches(direction: usize) -> Patches {
    let a = NEIGHBOUR[direction];
    let (ar, ac) = ((a / 5) as i32 - 2, (a % 5) as i32 - 2);
    let touches = |cells: &[(i32, i32)]| cells.contains(&(0, 0)) || cells.contains(&(ar, ac));
    let see = |&(r, c): &(i32, i32)| place(r, c).map_or(0, |p| p as u8);
    let mut out = Patches {
        blocks: [[0; 4]; 6],
        across: [[0; 3]; 6],
        across_count: 0,
        down: [[0; 3]; 6],
        down_count: 0,
    };
    let mut blocks = 0;
    for r in -3..=3 {
        for c in -3..=3 {
            let block = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)];
            if touches(&block) {
                out.blocks[blocks] = std::array::from_fn(|i| see(&block[i]));
                blocks += 1;
            }
            let across = [(r, c), (r, c + 1), (r, c + 2)];
            if touches(&across) {
                out.across[out.across_count] = std::array::from_fn(|i| see(&across[i]));
                out.across_count += 1;
            }
            let down = [(r, c), (r + 1, c), (r + 2, c)];
            if touches(&down) {
                out.down[out.down_count] = std::array::from_fn(|i| see(&down[i]));
                out.down_count += 1;
            }
        }
    }
    out
}

/// What stands around the blank, as codes.
pub(super) struct Around([u8; SEEN]);

impl Evaluation {
    /// The evaluation for a shape of at most 65,535 cells.
    pub fn new(shape: Shape, weights: &Weights) -> Evaluation {
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
                    if let Some(p) = place(dr, dc) {
                        seen[p] = at(r + dr, c + dc);
                    }
                }
            }
            window.push(seen);
        }
        let mut single = vec![0; cells * cells];
        let mut code = vec![0; cells * cells];
        let mut zobrist = vec![0; cells * cells];
        let mut seed = 0x5eed_7a9c_1e55_0001_u64;
        for cell in 0..cells {
            for home in 0..cells {
                let (hr, hc) = (home / columns, home % columns);
                let (dr, dc) = (hr as i32 - (cell / columns) as i32, hc as i32 - (cell % columns) as i32);
                let (x, y) = (dr.unsigned_abs() as usize, dc.unsigned_abs() as usize);
                let deep_r = hr.min(rows - 1 - hr).min(DEEP - 1);
                let deep_c = hc.min(columns - 1 - hc).min(DEEP - 1);
                single[cell * cells + home] = SLIDE * (x + y) as i32
                    + i32::from(weights.single[x.min(FAR - 1) * FAR + y.min(FAR - 1)])
                    + i32::from(weights.ring[(deep_r * DEEP + deep_c) * STEPS + (x + y).min(STEPS - 1)]);
                code[cell * cells + home] = (5 * (dr.clamp(-2, 2) + 2) + dc.clamp(-2, 2) + 2) as u8;
                zobrist[cell * cells + home] = mix(&mut seed);
            }
        }
        Evaluation {
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
            weights: weights.clone(),
            patches: std::array::from_fn(patches),
        }
    }

    /// The hash of a position; a slide changes it by [`Evaluation::rehash`].
    pub fn hash<L: Label>(&self, position: &[L], blank: usize) -> u64 {
        let tiles = position.iter().enumerate().filter(|&(cell, _)| cell != blank);
        tiles.fold(0, |hash, (cell, label)| hash ^ self.zobrist[cell * self.cells + label.cell()])
    }

    /// What a tile's step from one cell to another does to the hash.
    #[inline(always)]
    pub fn rehash(&self, tile: usize, from: usize, to: usize) -> u64 {
        self.zobrist[from * self.cells + tile] ^ self.zobrist[to * self.cells + tile]
    }

    /// The codes around the blank.
    #[inline(always)]
    pub fn around<L: Label>(&self, position: &[L], blank: usize) -> Around {
        let mut codes = [WALL; SEEN];
        for (code, &cell) in codes.iter_mut().zip(&self.window[blank]) {
            if cell != NOWHERE {
                let cell = usize::from(cell);
                *code = self.code[cell * self.cells + position[cell].cell()];
            }
        }
        codes[CENTRE] = BLANK;
        Around(codes)
    }

    /// By how much the value changes when the tile at `from` slides onto the blank.
    #[inline(always)]
    pub fn change<L: Label>(
        &self,
        position: &[L],
        around: &Around,
        blank: usize,
        direction: Direction,
        from: usize,
    ) -> i32 {
        let tile = position[from].cell();
        let here = &self.single;
        let mut change = here[blank * self.cells + tile] - here[from * self.cells + tile];
        let mut after = around.0;
        after[CENTRE] = self.code[blank * self.cells + tile];
        after[NEIGHBOUR[direction as usize]] = BLANK;
        let patches = &self.patches[direction as usize];
        for block in &patches.blocks {
            change += self.block(block, &after) - self.block(block, &around.0);
        }
        for line in &patches.across[..patches.across_count] {
            change +=
                three(&self.weights.across, line, &after) - three(&self.weights.across, line, &around.0);
        }
        for line in &patches.down[..patches.down_count] {
            change += three(&self.weights.down, line, &after) - three(&self.weights.down, line, &around.0);
        }
        change += self.in_row(position, tile, blank, from) + self.in_column(position, tile, blank, from);
        change - self.in_row(position, tile, from, blank) - self.in_column(position, tile, from, blank)
    }

    #[inline(always)]
    fn block(&self, block: &[u8; 4], codes: &[u8; SEEN]) -> i32 {
        let index = block.iter().fold(0, |index, &p| index * CODES + usize::from(codes[usize::from(p)]));
        i32::from(self.weights.block[index])
    }

    /// The pairs a tile makes in a row it belongs in, if it stood on `cell`. Of where it stands now and the
    /// blank, one is `cell`; the other is `skip`: neither makes a pair.
    #[inline(always)]
    fn in_row<L: Label>(&self, position: &[L], tile: usize, cell: usize, skip: usize) -> i32 {
        let row = self.row[cell];
        if self.row[tile] != row {
            return 0;
        }
        let class = usize::from(row).min(self.rows - 1 - usize::from(row)).min(LINE_CLASSES - 1);
        let first = usize::from(row) * self.columns;
        let mut sum = 0;
        for (other, label) in (first..).zip(&position[first..first + self.columns]) {
            let label = label.cell();
            if other != skip && other != cell && self.row[label] == row {
                sum += self.pair(class, other as i32 - cell as i32, label as i32 - tile as i32);
            }
        }
        sum
    }

    /// The same in a column.
    #[inline(always)]
    fn in_column<L: Label>(&self, position: &[L], tile: usize, cell: usize, skip: usize) -> i32 {
        let column = self.column[cell];
        if self.column[tile] != column {
            return 0;
        }
        let class = usize::from(column).min(self.columns - 1 - usize::from(column)).min(LINE_CLASSES - 1);
        let mut sum = 0;
        for r in 0..self.rows {
            let other = r * self.columns + usize::from(column);
            let label = position[other].cell();
            if other != skip && other != cell && self.column[label] == column {
                let between = r as i32 - i32::from(self.row[cell]);
                sum += self.pair(class, between, i32::from(self.row[label]) - i32::from(self.row[tile]));
            }
        }
        sum
    }

    #[inline(always)]
    fn pair(&self, class: usize, between: i32, homes: i32) -> i32 {
        const MOST: i32 = REACH as i32 - 1;
        let homes = (homes * between.signum()).clamp(-MOST, MOST) + MOST;
        let between = (between.unsigned_abs() as usize).min(REACH - 1);
        i32::from(self.weights.pair[(class * REACH + between) * (2 * REACH - 1) + homes as usize])
    }

    /// The value of a position, from nothing.
    pub fn value<L: Label>(&self, position: &[L], blank: usize) -> i32 {
        let (rows, columns) = (self.rows as i32, self.columns as i32);
        let code = |r: i32, c: i32| -> usize {
            if r < 0 || c < 0 || r >= rows || c >= columns {
                return usize::from(WALL);
            }
            let cell = (r * columns + c) as usize;
            usize::from(if cell == blank {
                BLANK
            } else {
                self.code[cell * self.cells + position[cell].cell()]
            })
        };
        let mut value = 0;
        for r in -2..rows {
            for c in -2..columns {
                let index = |cells: &[(i32, i32)]| {
                    cells.iter().fold(0, |index, &(dr, dc)| index * CODES + code(r + dr, c + dc))
                };
                value += i32::from(self.weights.block[index(&[(0, 0), (0, 1), (1, 0), (1, 1)])]);
                value += i32::from(self.weights.across[index(&[(0, 0), (0, 1), (0, 2)])]);
                value += i32::from(self.weights.down[index(&[(0, 0), (1, 0), (2, 0)])]);
            }
        }
        let mut twice = 0;
        for cell in (0..self.cells).filter(|&cell| cell != blank) {
            let tile = position[cell].cell();
            value += self.single[cell * self.cells + tile];
            twice += self.in_row(position, tile, cell, blank) + self.in_column(position, tile, cell, blank);
        }
        value + twice / 2
    }
}

#[inline(always)]
fn three(weights: &[i16], line: &[u8; 3], codes: &[u8; SEEN]) -> i32 {
    let index = line.iter().fold(0, |index, &p| index * CODES + usize::from(codes[usize::from(p)]));
    i32::from(weights[index])
}

/// The next number of splitmix64: the same hashes on every platform.
pub(super) fn mix(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *seed;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_change_of_a_slide_is_the_difference_of_two_values() {
        let mut seed = 7;
        for (rows, columns) in [(2, 2), (2, 5), (5, 2), (3, 3), (4, 6), (6, 6), (7, 5), (9, 12)] {
            let shape = Shape::new(rows, columns).expect("a small shape");
            let mut weights = Weights::by_hand();
            let tables = [&mut weights.single, &mut weights.ring, &mut weights.pair, &mut weights.across];
            for weight in tables.into_iter().chain([&mut weights.down, &mut weights.block]).flatten() {
                *weight = (mix(&mut seed) % 201) as i16 - 100;
            }
            let evaluation = Evaluation::new(shape, &weights);
            let mut position: Vec<u8> = (0..shape.cells() as u8).collect();
            let mut blank = shape.cells() / 2;
            let mut value = evaluation.value(&position, blank);
            let mut hash = evaluation.hash(&position, blank);
            for step in 0..2000 {
                let direction = Direction::ALL[(mix(&mut seed) % 4) as usize];
                let from = evaluation.neighbour[4 * blank + direction as usize];
                if from == NOWHERE {
                    continue;
                }
                let from = usize::from(from);
                let around = evaluation.around(&position, blank);
                value += evaluation.change(&position, &around, blank, direction, from);
                hash ^= evaluation.rehash(position[from].cell(), from, blank);
                position.swap(from, blank);
                blank = from;
                assert_eq!(value, evaluation.value(&position, blank), "{shape}, step {step}");
                assert_eq!(hash, evaluation.hash(&position, blank), "{shape}, step {step}");
            }
        }
    }
}
