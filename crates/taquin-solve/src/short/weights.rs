//! The numbers the evaluation adds up, and what each of them is about.
//!
//! Everything is counted in sixty-fourths of a slide ([`SLIDE`]). The weights know displacements and walls, never
//! cells or tiles, so one set serves every shape, every home of the blank and every goal layout. They are invariant
//! under the eight symmetries of the square; only one representative of each orbit is stored, and [`Weights::learned`]
//! writes out the rest. They are fitted by the programs in `train/`, which count terms and orbits in the same way.
//!
//! What a cell looks like is its **code**: the displacement (rows, columns) that its tile still has to travel, each
//! clipped to −2 … 2 and numbered `5 × (rows + 2) + (columns + 2)`, or [`BLANK`], or [`WALL`] outside the board.
//!
//! A solution read backwards solves the *inverse* position, in which cells and tiles change places, so a position and its
//! inverse are equally far from home. All but the blank's weights therefore count twice: for the cells, by the tiles on them, and for the
//! homes, by the cells their tiles are on. The first sees tiles that stand side by side, the second tiles that belong so.

use taquin_core::{Cell, Shape, Symmetry};

use crate::monitor::{Monitor, Pace, StopReason};

/// Patches written out between two looks at the monitor: well under a millisecond.
const POLL_PATCHES: u64 = 1 << 12;

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

const BLOCKS: usize = CODES * CODES * CODES * CODES;
const LINES: usize = CODES * CODES * CODES;
/// Where in the table of patches the weights begin of three cells in a row, left to right.
pub(super) const ACROSS: usize = BLOCKS;
/// And of three cells in a column, top to bottom. Those of two by two cells, in reading order, come first.
pub(super) const DOWN: usize = BLOCKS + LINES;
/// The size of the table: a power of two, so that a number need not be compared with it. The rest is never read.
pub(super) const TABLE: usize = 1 << 20;

/// The number of the symmetry that makes rows columns, among all.
const TRANSPOSE: usize = 4;

/// A set of weights, written out for every symmetry.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// By how a tile stands along the rows and along the columns.
    pub single: Vec<i16>,
    /// By the rows and columns between the blank and its home.
    pub way: Vec<i16>,
    /// Of every patch, by the codes of its cells.
    pub patch: Box<[i8; TABLE]>,
}

/// What the codes of cells become when a symmetry turns a board, by its number among all: displacements are the cells of a
/// board of 5×5, seen from its middle.
fn turned_codes() -> [[usize; CODES]; 8] {
    let around = Shape::new(5, 5).expect("a shape");
    let mut turned = [std::array::from_fn(|code| code); 8];
    for (codes, symmetry) in turned.iter_mut().zip(Symmetry::all()) {
        codes[..around.cells()].copy_from_slice(&places(around, symmetry));
    }
    turned
}

/// Where the cells of a shape go, in reading order.
fn places(shape: Shape, symmetry: Symmetry) -> Vec<usize> {
    let cells = shape.all_cells().filter_map(|cell| symmetry.cell(shape, cell));
    cells.map(Cell::index).collect()
}

/// The images of a patch of this shape under the first `N` symmetries, from the codes of its cells in reading order.
fn images<const N: usize, const CELLS: usize>(
    rows: u32,
    columns: u32,
) -> impl Fn([usize; CELLS]) -> [[usize; CELLS]; N] {
    let shape = Shape::new(rows, columns).expect("a shape");
    let codes = turned_codes();
    let places: Vec<Vec<usize>> = Symmetry::all().take(N).map(|symmetry| places(shape, symmetry)).collect();
    move |patch| {
        std::array::from_fn(|symmetry| {
            let mut image = [0; CELLS];
            for (&place, code) in places[symmetry].iter().zip(patch) {
                image[place] = codes[symmetry][code];
            }
            image
        })
    }
}

fn block_index(b: [usize; 4]) -> usize {
    ((b[0] * CODES + b[1]) * CODES + b[2]) * CODES + b[3]
}

/// The codes of three cells in a row.
fn line(index: usize) -> [usize; 3] {
    [index / CODES / CODES, index / CODES % CODES, index % CODES]
}

fn line_index(l: [usize; 3]) -> usize {
    (l[0] * CODES + l[1]) * CODES + l[2]
}

/// For every block the number of its orbit, orbits counted by their smallest index; and how many orbits there are.
fn block_orbits(pace: &mut Pace<'_>) -> Result<Orbits, StopReason> {
    let images = images::<8, 4>(2, 2);
    orbits(BLOCKS, pace, |index| {
        let b = [
            index / CODES / CODES / CODES,
            index / CODES / CODES % CODES,
            index / CODES % CODES,
            index % CODES,
        ];
        images(b).map(block_index)
    })
}

/// The same for three cells in a row; the transpose makes a column of it and is left out.
fn line_orbits(pace: &mut Pace<'_>) -> Result<Orbits, StopReason> {
    // The first four keep the shape.
    let images = images::<4, 3>(1, 3);
    orbits(LINES, pace, |index| images(line(index)).map(line_index))
}

/// The same for a square table that is its own transpose.
fn grid_orbits(side: usize, pace: &mut Pace<'_>) -> Result<Orbits, StopReason> {
    orbits(side * side, pace, |index| [index, index % side * side + index / side])
}

/// The number of the orbit of every patch, and how many there are.
type Orbits = (Vec<u32>, usize);

fn orbits<const N: usize>(
    count: usize,
    pace: &mut Pace<'_>,
    images: impl Fn(usize) -> [usize; N],
) -> Result<Orbits, StopReason> {
    let mut orbit = vec![u32::MAX; count];
    let mut next = 0;
    for index in 0..count {
        pace.step(1)?;
        if orbit[index] == u32::MAX {
            for image in images(index) {
                orbit[image] = next;
            }
            next += 1;
        }
    }
    Ok((orbit, next as usize))
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

impl Weights {
    /// Nothing but the Manhattan sum: what is left without the stored weights.
    pub fn none() -> Weights {
        Weights { single: vec![0; AXIS * AXIS], way: vec![0; FAR * FAR], patch: table(Vec::new()) }
    }

    /// The weights fitted to solved boards; see `docs/performance.md` for how.
    pub fn learned(monitor: &dyn Monitor) -> Result<Weights, StopReason> {
        let mut pace = Pace::new(monitor, "reading the weights", POLL_PATCHES);
        Ok(Weights::expand(include_bytes!("weights.bin"), &mut pace)?.unwrap_or_else(Weights::none))
    }

    /// Reads the stored form, one number for each orbit, the fields in order: little-endian, two bytes for a weight of one
    /// tile or of the blank, one for a weight of a patch.
    fn expand(bytes: &[u8], pace: &mut Pace<'_>) -> Result<Option<Weights>, StopReason> {
        let orbits =
            [grid_orbits(AXIS, pace)?, grid_orbits(FAR, pace)?, line_orbits(pace)?, block_orbits(pace)?];
        Ok(Weights::from_orbits(bytes, orbits))
    }

    fn from_orbits(bytes: &[u8], [single, way, across, blocks]: [Orbits; 4]) -> Option<Weights> {
        let mut rest = bytes;
        let mut take = |(orbit, count): Orbits, size: usize| {
            let (taken, after) = rest.split_at_checked(count * size)?;
            rest = after;
            let number = move |orbit: u32| &taken[orbit as usize * size..][..size];
            Some(orbit.into_iter().map(number))
        };
        let two = |number: &[u8]| i16::from_le_bytes([number[0], number[1]]);
        let one = |number: &[u8]| i8::from_le_bytes([number[0]]);
        let single = take(single, 2)?.map(two).collect();
        let way = take(way, 2)?.map(two).collect();
        let across: Vec<i8> = take(across, 1)?.map(one).collect();
        let mut patch: Vec<i8> = take(blocks, 1)?.map(one).collect();
        patch.extend(&across);
        let transposed = turned_codes()[TRANSPOSE];
        patch.extend((0..LINES).map(|index| across[line_index(line(index).map(|code| transposed[code]))]));
        rest.is_empty().then_some(Weights { single, way, patch: table(patch) })
    }
}

/// The table of patches that begins with these weights.
fn table(mut weights: Vec<i8>) -> Box<[i8; TABLE]> {
    weights.resize(TABLE, 0);
    weights.try_into().unwrap_or_else(|_| Box::new([0; TABLE]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unlimited;

    #[test]
    fn the_stored_weights_are_whole() {
        let mut pace = Pace::new(&Unlimited, "", u64::MAX);
        assert!(Weights::expand(include_bytes!("weights.bin"), &mut pace).unwrap().is_some());
    }

    #[test]
    fn the_orbits_of_the_square_cover_every_block_and_every_line() {
        let mut pace = Pace::new(&Unlimited, "", u64::MAX);
        let (blocks, count) = block_orbits(&mut pace).unwrap();
        assert!(blocks.iter().all(|&orbit| (orbit as usize) < count));
        for b in [[0, 1, 2, 3], [25, 13, 12, 26], [7, 7, 24, 1]] {
            // Mirrored left to right: rows of the block end for end, and columns still to travel the other way.
            let mirrored = [b[1], b[0], b[3], b[2]]
                .map(|code| if code < 25 { code / 5 * 5 + 4 - code % 5 } else { code });
            // And rows made columns.
            let transposed =
                [b[0], b[2], b[1], b[3]].map(|code| if code < 25 { code % 5 * 5 + code / 5 } else { code });
            for image in [mirrored, transposed] {
                assert_eq!(blocks[block_index(image)], blocks[block_index(b)], "{b:?} as {image:?}");
            }
        }
        assert_eq!(Symmetry::all().nth(TRANSPOSE), Some(Symmetry::TRANSPOSE));
        for (orbits, count) in [line_orbits(&mut pace).unwrap(), grid_orbits(AXIS, &mut pace).unwrap()] {
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
