//! The patches of cells around a cell: three in a line and two by two, and which of them a slide touches.
//!
//! All of it is known before the program runs. A patch is four places; a line has an empty one in front, so that its number is
//! made like that of a block: the codes are the digits of a number in base [`CODES`].

use super::weights::{ACROSS, CODES, DOWN, TABLE};

/// Cells seen around a cell: five by five and one more step along each axis.
pub(super) const SEEN: usize = 29;
/// Places of codes, those of the cells seen first; there is nothing on the last ones.
pub(super) const PLACES: usize = 32;
/// The place of the cell itself.
pub(super) const CENTRE: usize = 12;
/// A place with nothing on it: code 0, which adds nothing to a number.
const NOTHING: u8 = 31;

/// The place of the neighbour whose tile travels in this direction, in the order of `Direction::ALL`: the tile that
/// moves up stands below the blank.
pub(super) const NEIGHBOUR: [usize; 4] = [17, 7, 13, 11];

/// Where a cell so many rows and columns away is among those seen; [`SEEN`] if it is not.
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

/// The most patches that are looked at together.
pub(super) const MOST_PATCHES: usize = 16;

/// Patches, as places, and where in the table of weights their numbers begin.
pub(super) struct Patches {
    pub places: [[u8; 4]; MOST_PATCHES],
    pub begin: [u32; MOST_PATCHES],
    pub count: usize,
}

impl Patches {
    /// The patches with the cell itself in them.
    pub const HERE: Patches = patches([CENTRE, CENTRE], SEEN);

    const NONE: Patches =
        Patches { places: [[NOTHING; 4]; MOST_PATCHES], begin: [TABLE as u32 - 1; MOST_PATCHES], count: 0 };

    /// With this patch too, if it holds one of `some` and not `but`.
    const fn and(mut self, patch: [usize; 4], begin: usize, some: [usize; 2], but: usize) -> Patches {
        if (has(patch, some[0]) || has(patch, some[1])) && !has(patch, but) {
            let [a, b, c, d] = patch;
            self.places[self.count] = [a as u8, b as u8, c as u8, d as u8];
            self.begin[self.count] = begin as u32;
            self.count += 1;
        }
        self
    }
}

/// The patches that the slide of a tile in direction `D` touches.
pub(super) struct Touched<const D: usize>;

impl<const D: usize> Touched<D> {
    /// All of them.
    pub const ALL: Patches = patches([CENTRE, NEIGHBOUR[D]], SEEN);
    /// Those without the cell itself.
    pub const BESIDE: Patches = patches([NEIGHBOUR[D], NEIGHBOUR[D]], CENTRE);
}

/// The patches with one of `some` in them and without `but`.
const fn patches(some: [usize; 2], but: usize) -> Patches {
    let mut out = Patches::NONE;
    let mut index = 0;
    while index < 49 {
        let (r, c) = (index / 7 - 3, index % 7 - 3);
        let first = place(r, c);
        let block = [first, place(r, c + 1), place(r + 1, c), place(r + 1, c + 1)];
        let across = [NOTHING as usize, first, place(r, c + 1), place(r, c + 2)];
        let down = [NOTHING as usize, first, place(r + 1, c), place(r + 2, c)];
        out = out.and(block, 0, some, but).and(across, ACROSS, some, but).and(down, DOWN, some, but);
        index += 1;
    }
    out
}

const fn has(patch: [usize; 4], place: usize) -> bool {
    patch[0] == place || patch[1] == place || patch[2] == place || patch[3] == place
}

/// Which cells are seen from a cell.
pub(super) struct Window {
    /// Their numbers; that of the wall for those outside the board.
    pub cells: [u16; SEEN],
    /// The same for processors that move bytes, on boards small enough.
    pub bytes: [u8; PLACES],
    /// Which of them are on the board: a bit for each place.
    pub inside: u64,
}

impl Window {
    /// The window with these cells, the wall being numbered `wall`.
    pub fn new(cells: [u16; SEEN], wall: u16) -> Window {
        let mut window = Window { cells, bytes: [0; PLACES], inside: 0 };
        for (place, &cell) in cells.iter().enumerate().filter(|&(_, &cell)| cell != wall) {
            window.bytes[place] = cell as u8;
            window.inside |= 1 << place;
        }
        window
    }
}

/// What is seen from a place among codes that have a rim of walls, so many of them from one row to the next.
#[inline(always)]
pub(super) fn seen(codes: &[u8], at: usize, stride: usize) -> [u8; PLACES] {
    let mut around = [0; PLACES];
    // Eight at a time; the three too many of each row make way for the next.
    for row in 0..5 {
        let from = at + row * stride - 2 * stride - 2;
        around[5 * row..5 * row + 8].copy_from_slice(&codes[from..from + 8]);
    }
    around[place(-3, 0)] = codes[at - 3 * stride];
    around[place(3, 0)] = codes[at + 3 * stride];
    around[place(0, -3)] = codes[at - 3];
    around[place(0, 3)] = codes[at + 3];
    around
}

/// What is seen from a cell, as codes.
pub(super) trait Around: Copy {
    /// Reads it from the codes of a small board, which end with that of the wall.
    fn new(codes: &[u8], window: &Window) -> Self;
    /// What [`seen`] has read.
    fn of(around: [u8; PLACES]) -> Self;
    /// The same with another code at a place.
    fn with<const PLACE: usize>(self, code: u8) -> Self;
    /// What the patches weigh.
    fn sum(self, table: &[i8; TABLE], patches: &Patches) -> i32;
}

/// For every processor.
#[derive(Clone, Copy)]
pub(super) struct Plain([u8; PLACES]);

impl Around for Plain {
    #[inline(always)]
    fn new(codes: &[u8], window: &Window) -> Plain {
        let mut around = [0; PLACES];
        for (code, &cell) in around.iter_mut().zip(&window.cells) {
            *code = codes[usize::from(cell)];
        }
        Plain(around)
    }

    #[inline(always)]
    fn of(around: [u8; PLACES]) -> Plain {
        Plain(around)
    }

    #[inline(always)]
    fn with<const PLACE: usize>(mut self, code: u8) -> Plain {
        self.0[PLACE] = code;
        self
    }

    #[inline(always)]
    fn sum(self, table: &[i8; TABLE], patches: &Patches) -> i32 {
        // Patches share their rows, so the compiler makes the number of each row once.
        let two =
            |a: u8, b: u8| usize::from(self.0[usize::from(a)]) * CODES + usize::from(self.0[usize::from(b)]);
        let number = |&[a, b, c, d]: &[u8; 4]| two(a, b) * CODES * CODES + two(c, d);
        let each = patches.places[..patches.count].iter().zip(&patches.begin);
        each.map(|(places, &begin)| i32::from(table[(number(places) + begin as usize) % TABLE])).sum()
    }
}
