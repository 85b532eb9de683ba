//! The numbers the evaluation adds up, and what each of them is about.
//!
//! Everything is counted in thirty-seconds of a slide ([`SLIDE`]). The weights know displacements and walls, never
//! cells or tiles, so one set serves every shape, every home of the blank and every goal layout. They are invariant
//! under the eight symmetries of the square; only one representative of each orbit is stored, and [`Weights::expand`]
//! writes out the rest.
//!
//! What a cell looks like is its **code**: the displacement (rows, columns) that its tile still has to travel, each
//! clipped to −2 … 2 and numbered `5 × (rows + 2) + (columns + 2)`, or [`BLANK`], or [`WALL`] outside the board.

/// The value of one slide.
pub(super) const SLIDE: i32 = 32;
/// How many codes a cell can have.
pub(super) const CODES: usize = 27;
/// The code of the blank.
pub(super) const BLANK: u8 = 25;
/// The code of a place outside the board.
pub(super) const WALL: u8 = 26;

/// Rows or columns of displacement told apart by the single-tile weights.
pub(super) const FAR: usize = 12;
/// Distances told apart by the weights of a home near the walls.
pub(super) const STEPS: usize = 16;
/// How far a home may be from the walls and still be told apart.
pub(super) const DEEP: usize = 4;
/// Classes of lines for pairs: at the wall, next to it, inside.
pub(super) const LINE_CLASSES: usize = 3;
/// Distances within a line told apart.
pub(super) const REACH: usize = 9;

const BLOCKS: usize = CODES * CODES * CODES * CODES;
const LINES: usize = CODES * CODES * CODES;

/// A set of weights, written out for every symmetry.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// By rows and columns still to travel.
    pub single: Vec<i16>,
    /// By the home's distance from the nearest wall in rows and in columns, and the distance still to travel.
    pub ring: Vec<i16>,
    /// For two tiles in the line they both belong in: class of the line, distance between them, and distance between
    /// their homes plus [`REACH`] − 1 (below that, they are in each other's way).
    pub pair: Vec<i16>,
    /// Three cells in a row, left to right.
    pub across: Vec<i16>,
    /// Three cells in a column, top to bottom.
    pub down: Vec<i16>,
    /// Two by two cells, in reading order.
    pub block: Vec<i16>,
}

/// The code after the board was mirrored left to right (bit 0), then top to bottom (bit 1), then transposed (bit 2).
fn turned(code: usize, symmetry: usize) -> usize {
    if code >= 25 {
        return code;
    }
    let (mut rows, mut columns) = (code / 5, code % 5);
    if symmetry & 1 != 0 {
        columns = 4 - columns;
    }
    if symmetry & 2 != 0 {
        rows = 4 - rows;
    }
    if symmetry & 4 != 0 {
        (rows, columns) = (columns, rows);
    }
    rows * 5 + columns
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
    b.map(|code| turned(code, symmetry))
}

fn block_index(b: [usize; 4]) -> usize {
    ((b[0] * CODES + b[1]) * CODES + b[2]) * CODES + b[3]
}

/// For every block the number of its orbit, orbits counted by their smallest index; and how many orbits there are.
pub(super) fn block_orbits() -> (Vec<u32>, usize) {
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
pub(super) fn line_orbits() -> (Vec<u32>, usize) {
    orbits(LINES, |index| {
        let l = [index / CODES / CODES, index / CODES % CODES, index % CODES];
        std::array::from_fn::<usize, 4, _>(|symmetry| {
            let t = l.map(|code| turned(code, symmetry));
            let t = if symmetry & 1 != 0 { [t[2], t[1], t[0]] } else { t };
            (t[0] * CODES + t[1]) * CODES + t[2]
        })
    })
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

impl Weights {
    /// Weights chosen by hand: Σ d^1.2, homes near the walls up to half again as heavy, two slides for every pair of
    /// tiles in each other's way.
    pub fn by_hand() -> Weights {
        let mut single = vec![0; FAR * FAR];
        for (index, weight) in single.iter_mut().enumerate() {
            let d = (index / FAR + index % FAR) as f64;
            *weight = (f64::from(SLIDE) * (d.powf(1.2) - d)).round() as i16;
        }
        let mut ring = vec![0; DEEP * DEEP * STEPS];
        for (index, weight) in ring.iter_mut().enumerate() {
            let depth = (index / STEPS / DEEP).min(index / STEPS % DEEP);
            let d = (index % STEPS) as i32;
            *weight = (SLIDE * d * (3 - depth as i32) / 6) as i16;
        }
        let mut pair = vec![0; LINE_CLASSES * REACH * (2 * REACH - 1)];
        for (index, weight) in pair.iter_mut().enumerate() {
            *weight = if index % (2 * REACH - 1) < REACH - 1 { 2 * SLIDE as i16 } else { 0 };
        }
        Weights { single, ring, pair, across: vec![0; LINES], down: vec![0; LINES], block: vec![0; BLOCKS] }
    }

    /// The weights fitted to solved boards; see `docs/performance.md` for how.
    pub fn learned() -> Weights {
        Weights::expand(include_bytes!("weights.bin")).unwrap_or_else(Weights::by_hand)
    }

    /// Reads the stored form: little-endian 16-bit numbers, the fields in order, one for each orbit.
    pub fn expand(bytes: &[u8]) -> Option<Weights> {
        let mut numbers = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut take = |count: usize| -> Option<Vec<i16>> {
            let taken: Vec<i16> = numbers.by_ref().take(count).collect();
            (taken.len() == count).then_some(taken)
        };
        let single = take(FAR * FAR)?;
        let ring = take(DEEP * DEEP * STEPS)?;
        let pair = take(LINE_CLASSES * REACH * (2 * REACH - 1))?;
        let (line_orbit, lines) = line_orbits();
        let stored = take(lines)?;
        let across: Vec<i16> = line_orbit.iter().map(|&orbit| stored[orbit as usize]).collect();
        let down = (0..LINES)
            .map(|index| {
                let t =
                    [index / CODES / CODES, index / CODES % CODES, index % CODES].map(|code| turned(code, 4));
                across[(t[0] * CODES + t[1]) * CODES + t[2]]
            })
            .collect();
        let (block_orbit, blocks) = block_orbits();
        let stored = take(blocks)?;
        let block = block_orbit.iter().map(|&orbit| stored[orbit as usize]).collect();
        Some(Weights { single, ring, pair, across, down, block })
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
    fn the_orbits_of_the_square_cover_every_block_and_every_line() {
        let (blocks, count) = block_orbits();
        assert!(blocks.iter().all(|&orbit| (orbit as usize) < count));
        for b in [[0, 1, 2, 3], [25, 13, 12, 26], [7, 7, 24, 1]] {
            for symmetry in 0..8 {
                let image = block_index(turned_block(b, symmetry));
                assert_eq!(blocks[image], blocks[block_index(b)], "{b:?} under {symmetry}");
            }
        }
        let (lines, count) = line_orbits();
        assert!(lines.iter().all(|&orbit| (orbit as usize) < count));
    }
}
