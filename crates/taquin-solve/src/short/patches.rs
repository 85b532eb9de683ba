//! The patches of cells around the blank: three in a line and two by two, and which of them a slide touches.
//!
//! All of it is known before the program runs, so for each direction the sums are straight code without loops.

use super::weights::{CODES, WALL, Weights};

/// Cells seen around the blank: five by five and one more step along each axis.
pub(super) const SEEN: usize = 29;
/// The place of the blank among them.
pub(super) const CENTRE: usize = 12;

/// The place of the neighbour whose tile travels in this direction, in the order of `Direction::ALL`: the tile that
/// moves up stands below the blank.
pub(super) const NEIGHBOUR: [usize; 4] = [17, 7, 13, 11];

/// What stands around the blank, as codes.
pub(super) struct Around(pub [u8; SEEN]);

/// Where a cell so many rows and columns from the blank is among those seen; [`SEEN`] if it is not.
pub(super) const fn place(rows: i32, columns: i32) -> usize {
    match (rows, columns) {
        (-2..=2, -2..=2) => ((rows + 2) * 5 + columns + 2) as usize,
        (-3, 0) => 25,
        (3, 0) => 26,
        (0, -3) => 27,
        (0, 3) => 28,
        _ => SEEN,
    }
}

/// Patches, as places in the window; at most ten of them are used.
struct Patches {
    blocks: [[u8; 4]; 4],
    block_count: usize,
    across: [[u8; 3]; 3],
    across_count: usize,
    down: [[u8; 3]; 3],
    down_count: usize,
}

/// The patches with `inside` in them and without `outside`.
const fn patches(inside: usize, outside: usize) -> Patches {
    let mut out = Patches {
        blocks: [[0; 4]; 4],
        block_count: 0,
        across: [[0; 3]; 3],
        across_count: 0,
        down: [[0; 3]; 3],
        down_count: 0,
    };
    let mut index = 0;
    while index < 49 {
        let (r, c) = (index / 7 - 3, index % 7 - 3);
        let block = [place(r, c), place(r, c + 1), place(r + 1, c), place(r + 1, c + 1)];
        if has(&block, inside) && !has(&block, outside) {
            out.blocks[out.block_count] = [block[0] as u8, block[1] as u8, block[2] as u8, block[3] as u8];
            out.block_count += 1;
        }
        let across = [place(r, c), place(r, c + 1), place(r, c + 2)];
        if has(&across, inside) && !has(&across, outside) {
            out.across[out.across_count] = [across[0] as u8, across[1] as u8, across[2] as u8];
            out.across_count += 1;
        }
        let down = [place(r, c), place(r + 1, c), place(r + 2, c)];
        if has(&down, inside) && !has(&down, outside) {
            out.down[out.down_count] = [down[0] as u8, down[1] as u8, down[2] as u8];
            out.down_count += 1;
        }
        index += 1;
    }
    out
}

const fn has(places: &[usize], place: usize) -> bool {
    let mut index = 0;
    while index < places.len() {
        if places[index] == place {
            return true;
        }
        index += 1;
    }
    false
}

/// With the blank in them.
const WITH_CENTRE: Patches = patches(CENTRE, SEEN);

struct Sides<const D: usize>;

impl<const D: usize> Sides<D> {
    /// With the neighbour in them.
    const WITH: Patches = patches(NEIGHBOUR[D], SEEN);
    /// With the neighbour in them, but not the blank.
    const BESIDE: Patches = patches(NEIGHBOUR[D], CENTRE);
    /// With the blank in them, but not the neighbour.
    const LEFT: Patches = patches(CENTRE, NEIGHBOUR[D]);
}

/// The places of the patches with the middle cell in them.
const NEAREST: [usize; 13] = [2, 6, 7, 8, 10, 11, CENTRE, 13, 14, 16, 17, 18, 22];

impl Around {
    /// What is seen from a cell; `window` says where in `codes` each place is found.
    #[inline(always)]
    pub fn new(codes: &[u8], window: &[u16; SEEN]) -> Around {
        Around(window.map(|at| codes[usize::from(at)]))
    }

    /// The same, but only as much as [`Around::with_centre`] looks at.
    #[inline(always)]
    pub fn nearest(codes: &[u8], window: &[u16; SEEN]) -> Around {
        let mut around = Around([WALL; SEEN]);
        for place in NEAREST {
            around.0[place] = codes[usize::from(window[place])];
        }
        around
    }

    #[inline(always)]
    fn sum(&self, weights: &Weights, patches: &Patches) -> i32 {
        let code = |place: u8| usize::from(self.0[usize::from(place)]);
        // Patches share their rows, so the compiler makes the number of each row once.
        let two = |a: u8, b: u8| code(a) * CODES + code(b);
        let mut sum = 0;
        for &[a, b, c, d] in &patches.blocks[..patches.block_count] {
            sum += i32::from(weights.block[two(a, b) * CODES * CODES + two(c, d)]);
        }
        for &[a, b, c] in &patches.across[..patches.across_count] {
            sum += i32::from(weights.across[two(a, b) * CODES + code(c)]);
        }
        for &[a, b, c] in &patches.down[..patches.down_count] {
            sum += i32::from(weights.down[two(a, b) * CODES + code(c)]);
        }
        sum
    }

    /// The patches with the middle cell in them.
    #[inline(always)]
    pub fn with_centre(&self, weights: &Weights) -> i32 {
        self.sum(weights, const { &WITH_CENTRE })
    }

    /// The patches with the middle cell or the neighbour in direction `D` in them.
    #[inline(always)]
    pub fn touched<const D: usize>(&self, weights: &Weights) -> i32 {
        self.sum(weights, const { &Sides::<D>::WITH }) + self.sum(weights, const { &Sides::<D>::LEFT })
    }

    /// The patches with the neighbour in direction `D`, but not the middle cell in them.
    #[inline(always)]
    pub fn beside<const D: usize>(&self, weights: &Weights) -> i32 {
        self.sum(weights, const { &Sides::<D>::BESIDE })
    }
}
