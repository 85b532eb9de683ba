//! What the search keeps of a position, and how it reads the tables.

use crate::pattern::symmetry::rename;
use crate::pattern::{Tables, View};
use taquin_core::Direction;

/// The bits a machine gathers fast or slowly: everything the search asks of the processor beyond plain arithmetic.
pub(super) trait Gather: Copy {
    /// The three low bits of each nibble of `ids` at the cells of `set`, the first cell lowest.
    fn order(ids: u64, set: u64) -> u32;
}

/// Plain arithmetic, for every machine.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Gather for Portable {
    #[inline(always)]
    fn order(ids: u64, set: u64) -> u32 {
        let mut left = set as u32;
        let mut order = 0;
        let mut shift = 0;
        while left != 0 {
            order |= ((ids >> (4 * left.trailing_zeros())) as u32 & 7) << shift;
            shift += 3;
            left &= left - 1;
        }
        order
    }
}

/// The BMI2 instructions of x86-64.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(super) struct Bmi2;

#[cfg(target_arch = "x86_64")]
impl Gather for Bmi2 {
    #[inline(always)]
    fn order(ids: u64, set: u64) -> u32 {
        use std::arch::x86_64::{_pdep_u64, _pext_u64};
        // SAFETY: the search runs with this type only where the processor was asked for BMI2.
        unsafe { _pext_u64(ids, _pdep_u64(set, 0x1111_1111_1111_1111) * 7) as u32 }
    }
}

/// Asks for the cache line of an address that will be read soon.
#[inline(always)]
pub(super) fn prefetch(address: *const u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads nothing and never faults, whatever the address.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(address.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

/// A position as one view sees it: for each cell the number of its tile within its pattern, and for each
/// pattern the cells of its tiles, 16 bits each.
#[derive(Clone, Copy, Default)]
pub(super) struct Seen {
    pub ids: u64,
    pub sets: u64,
}

/// A position on the stack.
#[derive(Clone, Copy)]
pub(super) struct Node<const V: usize> {
    /// The home cell of the label on each cell, four bits each.
    pub board: u64,
    pub seen: [Seen; V],
    /// The record of the parent and the direction of the slide that came here: `record << 2 | direction`.
    pub up: u32,
    /// The pruning automaton's state.
    pub state: u16,
    pub blank: u8,
    pub depth: u8,
    /// For each view the bounds of its patterns modulo 4, two bits each.
    pub residues: [u8; V],
    /// For each view half of what may still be lost: (limit - depth - bound) / 2.
    pub slack: [i8; V],
}

/// A slide as one view sees it.
#[derive(Clone, Copy, Default)]
pub(super) struct Step {
    pub from_shift: u8,
    pub to_shift: u8,
    pub region_shift: u8,
    pub cells: u16,
}

/// Where one pattern's table is read.
#[derive(Clone, Copy)]
pub(super) struct Lookup<'t> {
    pub bits: &'t [u8],
    info: &'t [u64],
    low: &'t [u16],
    high: &'t [u16],
    row_bits: usize,
}

impl Lookup<'_> {
    /// The number of the entry of these tiles with the blank in the region that `region_shift` picks.
    #[inline(always)]
    pub fn index<G: Gather>(&self, seen: Seen, set: u64, region_shift: u8) -> usize {
        let order = G::order(seen.ids, set);
        // SAFETY: `set` has at most as many bits as the board has cells and `info` an entry for every such mask;
        // an order has at most 24 bits, so both halves are below 4096, the length of `low` and `high`.
        let (info, low, high) = unsafe {
            (
                *self.info.get_unchecked(set as usize),
                *self.low.get_unchecked((order & 0xfff) as usize),
                *self.high.get_unchecked((order >> 12 & 0xfff) as usize),
            )
        };
        (low as usize + high as usize) * self.row_bits
            + (info & 0xffff) as usize
            + (info >> region_shift & 7) as usize
    }
}

/// One view of the board, ready for the search.
pub(super) struct Sight<'t> {
    pub steps: [[Step; 4]; 16],
    /// The pattern of each label, by its home cell.
    pub pattern: [u8; 16],
    /// The tables of the patterns; the last stands for those that are not there.
    pub lookups: [Lookup<'t>; 4],
}

impl<'t> Sight<'t> {
    fn new(tables: &'t Tables, view: &View, from: &[[u8; 4]; 16]) -> Sight<'t> {
        let cells = tables.shape().cells();
        let mut steps = [[Step::default(); 4]; 16];
        for blank in 0..cells {
            for direction in 0..4 {
                let (f, t) = (view.map[from[blank][direction] as usize], view.map[blank]);
                steps[blank][direction] = Step {
                    from_shift: 4 * f,
                    to_shift: 4 * t,
                    region_shift: 16 + 3 * f,
                    cells: 1 << f | 1 << t,
                };
            }
        }
        let mut pattern = [0; 16];
        for (label, pattern) in pattern.iter_mut().enumerate().take(cells) {
            let tile = view.map[label];
            let has = |&table: &usize| tables.tables[table].layout().tiles().contains(&tile);
            *pattern = view.tables.iter().position(has).unwrap_or(0) as u8;
        }
        let lookups = std::array::from_fn(|part| {
            let table = &tables.tables[view.tables[part.min(view.tables.len() - 1)]];
            let geometry = table.layout().geometry();
            let (low, high) = geometry.rank_parts();
            Lookup {
                bits: table.bytes(),
                info: geometry.info(),
                low,
                high,
                row_bits: table.layout().row_bits(),
            }
        });
        Sight { steps, pattern, lookups }
    }
}

/// Everything a search of one board reads.
pub(super) struct Scene<'t, const V: usize> {
    pub tables: &'t Tables,
    pub sights: [Sight<'t>; V],
    /// For each direction the views in the order they are asked: first those that see a slide within a row.
    pub order: [[u8; V]; 4],
    /// The cell a slide's tile comes from, by the blank's cell and the direction; 0 where there is none, which the
    /// automaton never asks for.
    pub from: [[u8; 4]; 16],
}

impl<'t, const V: usize> Scene<'t, V> {
    pub fn new(tables: &'t Tables) -> Scene<'t, V> {
        let mut from = [[0; 4]; 16];
        for (blank, slides) in tables.slides.iter().enumerate() {
            for (direction, &cell) in slides.iter().enumerate() {
                from[blank][direction] = cell.unwrap_or(0);
            }
        }
        let sights = std::array::from_fn(|number| Sight::new(tables, &tables.views[number], &from));
        let order = Direction::ALL.map(|direction| {
            let mut order: [u8; V] = std::array::from_fn(|number| number as u8);
            let columns = tables.standing().shape.columns();
            order.sort_by_key(|&number| {
                let map = &tables.views[number as usize].map;
                let turned = u32::from(map[0].abs_diff(map[1])) == columns;
                turned != direction.is_vertical()
            });
            order
        });
        Scene { tables, sights, order, from }
    }

    /// The first node, with the bounds of its views and the largest of them.
    pub fn root(&self, position: &[u8]) -> (Node<V>, [u32; V]) {
        let cells = position.len();
        let standing = rename(position, &self.tables.standing().map);
        let home = self.tables.standing().home;
        let bounds = self.tables.bounds(&standing);
        let board = standing[..cells]
            .iter()
            .enumerate()
            .fold(0, |board, (cell, &label)| board | u64::from(label) << (4 * cell));
        let blank = standing.iter().position(|&label| label == home).unwrap_or(0) as u8;
        let mut seen = [Seen::default(); V];
        let mut residues = [0; V];
        for (number, view) in self.tables.views.iter().enumerate() {
            let position = rename(&standing[..cells], &view.map);
            for (part, &table) in view.tables.iter().enumerate() {
                let tiles = self.tables.tables[table].layout().tiles();
                for (cell, label) in position[..cells].iter().enumerate() {
                    if let Ok(id) = tiles.binary_search(label) {
                        seen[number].ids |= (id as u64) << (4 * cell);
                        seen[number].sets |= 1 << (16 * part + cell);
                    }
                }
                residues[number] |= (bounds[number][part] as u8 & 3) << (2 * part);
            }
        }
        let state = self.tables.automaton.start(blank);
        let sums = std::array::from_fn(|number| bounds[number].iter().sum());
        (Node { board, seen, up: 0, state, blank, depth: 0, residues, slack: [0; V] }, sums)
    }
}
