//! The numbers the evaluation adds up, and what each of them is about.
//!
//! Everything is counted in sixty-fourths of a slide ([`SLIDE`]). The weights know displacements and walls, never
//! cells or tiles, so one set serves every shape, every home of the blank and every goal layout. They are invariant
//! under the eight symmetries of the square; only one representative of each orbit is stored, and [`Weights::expand`]
//! writes out the rest. They are fitted by the programs in `train/`, which count terms and orbits in the same way.
//!
//! What a cell looks like is its **code**: the displacement (rows, columns) that its tile still has to travel, each
//! clipped to −2 … 2 and numbered `5 × (rows + 2) + (columns + 2)`, or [`BLANK`], or [`WALL`] outside the board. Two
//! tiles that belong near each other are told apart a little farther, to −3 … 3.

/// The value of one slide.
pub(super) const SLIDE: i32 = 64;
/// How many codes a cell can have.
pub(super) const CODES: usize = 27;
/// The code of the blank.
pub(super) const BLANK: u8 = 25;
/// The code of a place outside the board.
pub(super) const WALL: u8 = 26;

/// Rows or columns of displacement told apart by the weights of single tiles.
pub(super) const FAR: usize = 20;
/// How a tile can stand along one axis; see [`axis`].
pub(super) const AXIS: usize = 84;
/// Where the homes of two tiles that are looked at together lie from each other: rows and columns.
pub(super) const OFFSETS: [(i32, i32); 6] = [(0, 1), (1, 0), (1, 1), (1, -1), (0, 2), (2, 0)];
/// How far the displacements of such two tiles are told apart.
pub(super) const PAIR_CLIP: i32 = 3;
/// How many displacements that makes for each of them.
pub(super) const PAIR_CODES: usize = 49;
/// Numbers in one table of pairs.
pub(super) const PAIR_TABLE: usize = PAIR_CODES * PAIR_CODES;

const BLOCKS: usize = CODES * CODES * CODES * CODES;
const LINES: usize = CODES * CODES * CODES;
const PAIRS: usize = OFFSETS.len() * 25 * PAIR_TABLE;

/// A set of weights, written out for every symmetry.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// By how a tile stands along the rows and along the columns.
    pub single: Vec<i16>,
    /// By the rows and columns between the blank and its home.
    pub way: Vec<i16>,
    /// For two tiles whose homes are near each other: a table for each offset and each pair of classes of the walls,
    /// by the displacements of the first and of the second.
    pub pair: Vec<i16>,
    /// Three cells in a row, left to right.
    pub across: Vec<i16>,
    /// Three cells in a column, top to bottom.
    pub down: Vec<i16>,
    /// Two by two cells, in reading order.
    pub block: Vec<i16>,
}

/// A displacement after the board was mirrored left to right (bit 0), then top to bottom (bit 1), then transposed
/// (bit 2).
fn turn((mut rows, mut columns): (i32, i32), symmetry: usize) -> (i32, i32) {
    if symmetry & 1 != 0 {
        columns = -columns;
    }
    if symmetry & 2 != 0 {
        rows = -rows;
    }
    if symmetry & 4 != 0 { (columns, rows) } else { (rows, columns) }
}

/// The code after a symmetry, displacements being clipped to `clip`.
fn turned(code: usize, symmetry: usize, clip: i32) -> usize {
    let side = 2 * clip + 1;
    if code >= (side * side) as usize {
        return code;
    }
    let (rows, columns) = turn((code as i32 / side - clip, code as i32 % side - clip), symmetry);
    ((rows + clip) * side + columns + clip) as usize
}

/// The block (four codes in reading order) after a symmetry.
fn turned_block(mut b: [usize; 4], symmetry: usize) -> [usize; 4] {
    if symmetry & 1 != 0 {
        b = [b[1], b[0], b[3], b[2]];
    }
    if symmetry & 2 != 0 {
        b = [b[2], b[3], b[0], b[1]];
    }
    if symmetry & 4 != 0 {
        b = [b[0], b[2], b[1], b[3]];
    }
    b.map(|code| turned(code, symmetry, 2))
}

fn block_index(b: [usize; 4]) -> usize {
    ((b[0] * CODES + b[1]) * CODES + b[2]) * CODES + b[3]
}

/// For every block the number of its orbit, orbits counted by their smallest index; and how many orbits there are.
fn block_orbits() -> (Vec<u32>, usize) {
    orbits(BLOCKS, |index| {
        let b = [
            index / CODES / CODES / CODES,
            index / CODES / CODES % CODES,
            index / CODES % CODES,
            index % CODES,
        ];
        std::array::from_fn::<usize, 8, _>(|symmetry| block_index(turned_block(b, symmetry)))
    })
}

/// The same for three cells in a row; the transpose makes a column of it and is left out.
fn line_orbits() -> (Vec<u32>, usize) {
    orbits(LINES, |index| {
        let l = [index / CODES / CODES, index / CODES % CODES, index % CODES];
        std::array::from_fn::<usize, 4, _>(|symmetry| {
            let t = l.map(|code| turned(code, symmetry, 2));
            let t = if symmetry & 1 != 0 { [t[2], t[1], t[0]] } else { t };
            (t[0] * CODES + t[1]) * CODES + t[2]
        })
    })
}

/// The same for two tiles that belong near each other.
fn pair_orbits() -> (Vec<u32>, usize) {
    orbits(PAIRS, |index| {
        let (table, a, b) = (index / PAIR_TABLE, index / PAIR_CODES % PAIR_CODES, index % PAIR_CODES);
        let classes = (table as i32 / 5 % 5 - 2, table as i32 % 5 - 2);
        std::array::from_fn::<usize, 8, _>(|symmetry| {
            let (rows, columns) = turn(OFFSETS[table / 25], symmetry);
            let (class_rows, class_columns) = turn(classes, symmetry);
            let (x, y) = (turned(a, symmetry, PAIR_CLIP), turned(b, symmetry, PAIR_CLIP));
            let (offset, x, y) = match OFFSETS.iter().position(|&o| o == (rows, columns)) {
                Some(offset) => (offset, x, y),
                None => (OFFSETS.iter().position(|&o| o == (-rows, -columns)).unwrap_or(0), y, x),
            };
            let table = (offset as i32 * 5 + class_rows + 2) * 5 + class_columns + 2;
            (table as usize * PAIR_CODES + x) * PAIR_CODES + y
        })
    })
}

/// The same for a square table that is its own transpose.
fn grid_orbits(side: usize) -> (Vec<u32>, usize) {
    orbits(side * side, |index| [index, index % side * side + index / side])
}

fn orbits<const N: usize>(count: usize, images: impl Fn(usize) -> [usize; N]) -> (Vec<u32>, usize) {
    let mut orbit = vec![u32::MAX; count];
    let mut next = 0;
    for index in 0..count {
        if orbit[index] == u32::MAX {
            for image in images(index) {
                orbit[image] = next;
            }
            next += 1;
        }
    }
    (orbit, next as usize)
}

/// How a tile stands along one axis of `n` cells: where the weights begin for homes so near to a wall (0, 1, 2,
/// farther), and how far the tile is from there, away from that wall.
pub(super) fn axis(home: usize, cell: usize, n: usize) -> (i32, i32) {
    const BEGIN: [i32; 4] = [0, 21, 43, 63];
    let (mut near, mut away) = (home, cell as i32 - home as i32);
    if n - 1 - home < home {
        (near, away) = (n - 1 - home, -away);
    }
    if near >= 3 {
        (near, away) = (3, away.abs());
    }
    (BEGIN[near], away)
}

/// Where lines `low` to `high` of `n` lie: at the first wall, next to it, inside, next to the last wall, at it.
pub(super) fn wall_class(low: usize, high: usize, n: usize) -> usize {
    match (low, high) {
        (0, _) => 0,
        (_, high) if high == n - 1 => 4,
        (1, _) => 1,
        (_, high) if high + 2 == n => 3,
        _ => 2,
    }
}

impl Weights {
    /// Nothing but the Manhattan sum: what is left without the stored weights.
    pub fn none() -> Weights {
        Weights {
            single: vec![0; AXIS * AXIS],
            way: vec![0; FAR * FAR],
            pair: vec![0; PAIRS],
            across: vec![0; LINES],
            down: vec![0; LINES],
            block: vec![0; BLOCKS],
        }
    }

    /// The weights fitted to solved boards; see `docs/performance.md` for how.
    pub fn learned() -> Weights {
        Weights::expand(include_bytes!("weights.bin")).unwrap_or_else(Weights::none)
    }

    /// Reads the stored form: little-endian 16-bit numbers, the fields in order, one for each orbit.
    pub fn expand(bytes: &[u8]) -> Option<Weights> {
        let mut numbers = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut take = |(orbit, count): (Vec<u32>, usize)| -> Option<Vec<i16>> {
            let taken: Vec<i16> = numbers.by_ref().take(count).collect();
            (taken.len() == count).then(|| orbit.iter().map(|&orbit| taken[orbit as usize]).collect())
        };
        let single = take(grid_orbits(AXIS))?;
        let way = take(grid_orbits(FAR))?;
        let pair = take(pair_orbits())?;
        let across = take(line_orbits())?;
        let block = take(block_orbits())?;
        let down = (0..LINES)
            .map(|index| {
                let l = [index / CODES / CODES, index / CODES % CODES, index % CODES];
                let t = l.map(|code| turned(code, 4, 2));
                across[(t[0] * CODES + t[1]) * CODES + t[2]]
            })
            .collect();
        numbers.next().is_none().then_some(Weights { single, way, pair, across, down, block })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stored_weights_are_whole() {
        assert!(Weights::expand(include_bytes!("weights.bin")).is_some());
    }

    #[test]
    fn the_orbits_of_the_square_cover_every_block_every_line_and_every_pair() {
        let (blocks, count) = block_orbits();
        assert!(blocks.iter().all(|&orbit| (orbit as usize) < count));
        for b in [[0, 1, 2, 3], [25, 13, 12, 26], [7, 7, 24, 1]] {
            for symmetry in 0..8 {
                let image = block_index(turned_block(b, symmetry));
                assert_eq!(blocks[image], blocks[block_index(b)], "{b:?} under {symmetry}");
            }
        }
        for (orbits, count) in [line_orbits(), pair_orbits(), grid_orbits(AXIS)] {
            assert!(orbits.iter().all(|&orbit| (orbit as usize) < count));
        }
    }

    #[test]
    fn every_standing_along_an_axis_has_its_own_number() {
        for n in 2..30 {
            for home in 0..n {
                let (near, first_half) = (home.min(n - 1 - home).min(3), n - 1 - home >= home);
                for cell in 0..n {
                    let (begin, away) = axis(home, cell, n);
                    let right = cell as i32 - home as i32;
                    let expected = if near == 3 {
                        right.abs()
                    } else if first_half {
                        right
                    } else {
                        -right
                    };
                    assert_eq!(away, expected, "{n}: {home} on {cell}");
                    // Homes so near to a wall have numbers for the cells between them and the wall, too.
                    let first = [0, 20, 41, 63][near];
                    assert!(
                        (first..first + (FAR + near) as i32).contains(&(begin + away.min(FAR as i32 - 1)))
                    );
                }
            }
        }
    }
}
