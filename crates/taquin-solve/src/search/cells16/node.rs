//! What the search keeps of a position, and how it reads the tables.

use crate::gather::{Gather, Portable};
use crate::position::symmetry::rename;
use crate::search::frontier::Waiting;
use crate::table::cells16::{Table16, Tables16, View};
use std::marker::PhantomData;
use taquin_core::Direction;

/// A position of the search, as its `V` views of at most `P` patterns see it. With two views of two patterns it
/// fills one cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Node<const V: usize, const P: usize> {
    /// The home cell of the label on each cell, four bits each; not kept up where it is not needed.
    pub board: u64,
    /// For each view and cell the number of its tile within its pattern, four bits each. With at most two patterns the
    /// highest bit is the pattern's number.
    pub ids: [u64; V],
    /// Where the row of each pattern's order begins in its table.
    pub rows: [[u32; P]; V],
    /// The cells of each pattern's tiles.
    pub sets: [[u16; P]; V],
    /// Where it came from; see [`Waiting::up`].
    pub up: u32,
    /// The pruning automaton's state.
    pub state: u16,
    pub depth: u8,
    /// For each view the bounds of its patterns modulo 4.
    pub residues: [[u8; P]; V],
    /// For each view half of what may still be lost: (limit - depth - bound) / 2.
    pub slack: [i8; V],
    /// How much of that is for looking ahead: 0 or 1.
    pub extra: i8,
}

impl<const V: usize, const P: usize> Waiting for Node<V, P> {
    #[inline(always)]
    fn up(&mut self) -> &mut u32 {
        &mut self.up
    }

    fn depth(&self) -> u32 {
        u32::from(self.depth)
    }

    #[inline(always)]
    fn slack(&self) -> (&[i8], i8) {
        (&self.slack, self.extra)
    }

    #[inline(always)]
    fn slack_mut(&mut self) -> (&mut [i8], &mut i8) {
        (&mut self.slack, &mut self.extra)
    }
}

impl<const V: usize, const P: usize> Node<V, P> {
    /// Whether a tile's number has room for that of its pattern, so that nobody has to ask the board.
    pub const IDS_TELL_PATTERNS: bool = P <= 2;
}

/// A slide as one view sees it.
#[derive(Clone, Copy, Default)]
#[repr(C, align(8))]
pub(super) struct TableSlide {
    /// The cells that change, as the view numbers them.
    pub cells: u16,
    pub from_shift: u8,
    pub to_shift: u8,
    pub region_shift: u8,
    /// Where the sliding label stands in [`Node::board`].
    pub label_shift: u8,
    pub view: u8,
}

impl TableSlide {
    /// The tiles' numbers by cells, after the slide.
    #[inline(always)]
    pub fn moved(&self, ids: u64) -> u64 {
        let id = ids >> (self.from_shift & 63) & 15;
        ids ^ id << (self.from_shift & 63) ^ id << (self.to_shift & 63)
    }
}

/// Where one pattern's table is read.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct Lookup<'t> {
    bits: *const u8,
    low: *const u16,
    high: *const u16,
    row_bits: u32,
    table: PhantomData<&'t Tables16>,
}

// SAFETY: the pointers stand for shared references to what the tables hold; slices would make the search slower.
unsafe impl Sync for Lookup<'_> {}

impl<'t> Lookup<'t> {
    fn new(table: &'t Table16) -> Lookup<'t> {
        let (low, high) = table.layout().geometry().rank_parts();
        let row_bits = table.layout().row_bits() as u32;
        Lookup {
            bits: table.bytes().as_ptr(),
            low: low.as_ptr(),
            high: high.as_ptr(),
            row_bits,
            table: PhantomData,
        }
    }

    /// Where the row of the order begins in which the tiles stand.
    #[inline(always)]
    pub fn row<G: Gather>(&self, ids: u64, set: u16) -> u32 {
        let order = G::order(ids, set);
        // SAFETY: both halves are below 4096, the length of `low` and `high`.
        let (low, high) = unsafe {
            (*self.low.add((order & 0xfff) as usize), *self.high.add((order >> 12 & 0xfff) as usize))
        };
        (u32::from(low) + u32::from(high)) * self.row_bits
    }

    /// The byte that holds an entry.
    #[inline(always)]
    pub fn byte(&self, index: u32) -> *const u8 {
        self.bits.wrapping_add(index as usize / 8)
    }
}

/// The views that are asked at one point: one for each direction.
pub(super) struct ViewStage {
    /// Each slide as the view of its direction sees it.
    pub steps: [TableSlide; 64],
    /// Whether all of them see the slide within a row, so that the tiles keep their order.
    pub within_row: bool,
}

/// Everything a search of one board reads. A *spot* is a slide: `blank << 2 | direction`.
pub(super) struct Scene<'t, const V: usize, const P: usize> {
    pub tables: &'t Tables16,
    /// For each view the slot of each label, by its home cell: `view * P + pattern`.
    slots: [[u8; 16]; V],
    /// For each view the tables of its patterns; the last stands for those that are not there.
    lookups: [[Lookup<'t>; P]; V],
    /// First those views that see a slide within a row.
    pub stages: [ViewStage; V],
}

impl<'t, const V: usize, const P: usize> Scene<'t, V, P> {
    pub fn new(tables: &'t Tables16) -> Self {
        // The cell a slide's tile comes from; 0 where there is none, which the automaton never asks for.
        let mut from = [0; 64];
        for (blank, slides) in tables.slides.iter().enumerate() {
            for (direction, &cell) in slides.iter().enumerate() {
                from[blank << 2 | direction] = cell.unwrap_or(0);
            }
        }
        let columns = tables.standing().shape.columns();
        let within_row = |direction: Direction, view: u8| {
            let map = &tables.views[view as usize].map;
            let turned = u32::from(map[0].abs_diff(map[1])) == columns;
            turned == direction.is_vertical()
        };
        let steps: [[TableSlide; 64]; V] = std::array::from_fn(|view| steps(tables, view, &from));
        let order = Direction::ALL.map(|direction| {
            let mut order: [u8; V] = std::array::from_fn(|view| view as u8);
            order.sort_by_key(|&view| !within_row(direction, view));
            order
        });
        let stages = std::array::from_fn(|stage| {
            let view = order.map(|views| views[stage]);
            let all = Direction::ALL.iter().zip(view).all(|(&direction, view)| within_row(direction, view));
            let mut seen = [TableSlide::default(); 64];
            for (spot, step) in seen.iter_mut().enumerate() {
                *step = steps[view[spot & 3] as usize][spot];
            }
            ViewStage { steps: seen, within_row: all }
        });
        Scene {
            tables,
            slots: std::array::from_fn(|view| {
                patterns(tables, &tables.views[view]).map(|pattern| (view * P) as u8 + pattern)
            }),
            lookups: std::array::from_fn(|view| lookups(tables, &tables.views[view])),
            stages,
        }
    }

    /// The slot of a slide's tile in the step's view.
    #[inline(always)]
    pub fn slot(&self, node: &Node<V, P>, step: &TableSlide) -> usize {
        if Node::<V, P>::IDS_TELL_PATTERNS {
            let id = at_view(&node.ids, step.view) >> (step.from_shift & 63) & 15;
            return step.view as usize * P + id as usize / 8;
        }
        let label = node.board >> (step.label_shift & 63) & 15;
        *of(&self.slots, (step.view as usize) << 4 | label as usize) as usize
    }

    /// The table of a slot.
    #[inline(always)]
    pub fn lookup(&self, slot: usize) -> &Lookup<'t> {
        of(&self.lookups, slot)
    }

    /// The first node, with the bounds of its views and the largest of them.
    pub fn root(&self, position: &[u8]) -> (Node<V, P>, [u32; V]) {
        let cells = position.len();
        let standing = rename(position, &self.tables.standing().map);
        let home = self.tables.standing().home;
        let bounds = self.tables.bounds(&standing);
        let board = standing[..cells]
            .iter()
            .enumerate()
            .fold(0, |board, (cell, &label)| board | u64::from(label) << (4 * cell));
        let blank = standing.iter().position(|&label| label == home).unwrap_or(0) as u8;
        let mut node = Node {
            board,
            ids: [0; V],
            rows: [[0; P]; V],
            sets: [[0; P]; V],
            up: 0,
            state: self.tables.automaton.start(blank),
            depth: 0,
            residues: [[0; P]; V],
            slack: [0; V],
            extra: 0,
        };
        for (number, view) in self.tables.views.iter().enumerate().take(V) {
            let position = rename(&standing[..cells], &view.map);
            for (part, &table) in view.tables.iter().enumerate() {
                let tiles = self.tables.tables[table].layout().tiles();
                for (cell, label) in position[..cells].iter().enumerate() {
                    if let Ok(id) = tiles.binary_search(label) {
                        let id = if Node::<V, P>::IDS_TELL_PATTERNS { id + 8 * part } else { id };
                        node.ids[number] |= (id as u64) << (4 * cell);
                        node.sets[number][part] |= 1 << cell;
                    }
                }
                node.residues[number][part] = bounds[number][part] as u8 & 3;
            }
            for (part, lookup) in self.lookups[number].iter().enumerate() {
                node.rows[number][part] = lookup.row::<Portable>(node.ids[number], node.sets[number][part]);
            }
        }
        (node, std::array::from_fn(|number| bounds[number].iter().sum()))
    }
}

fn steps(tables: &Tables16, view: usize, from: &[u8; 64]) -> [TableSlide; 64] {
    let map = &tables.views[view].map;
    let mut steps = [TableSlide::default(); 64];
    for (spot, step) in steps.iter_mut().enumerate().take(4 * tables.shape().cells()) {
        let (f, t) = (map[from[spot] as usize], map[spot >> 2]);
        *step = TableSlide {
            cells: 1 << f | 1 << t,
            from_shift: 4 * f,
            to_shift: 4 * t,
            region_shift: 16 + 3 * f,
            label_shift: 4 * from[spot],
            view: view as u8,
        };
    }
    steps
}

fn patterns(tables: &Tables16, view: &View) -> [u8; 16] {
    let mut patterns = [0; 16];
    for (label, pattern) in patterns.iter_mut().enumerate().take(tables.shape().cells()) {
        let tile = view.map[label];
        let has = |&table: &usize| tables.tables[table].layout().tiles().contains(&tile);
        *pattern = view.tables.iter().position(has).unwrap_or(0) as u8;
    }
    patterns
}

fn lookups<'t, const P: usize>(tables: &'t Tables16, view: &View) -> [Lookup<'t>; P] {
    std::array::from_fn(|part| Lookup::new(&tables.tables[view.tables[part.min(view.tables.len() - 1)]]))
}

/// What belongs to a slot, in a list by views and patterns.
#[inline(always)]
pub(super) fn of<T, const V: usize, const P: usize>(list: &[[T; P]; V], slot: usize) -> &T {
    debug_assert!(slot < V * P);
    // SAFETY: slots are made as `view * P + pattern`, within the list.
    unsafe { list.as_flattened().get_unchecked(slot) }
}

/// The same to be changed.
#[inline(always)]
pub(super) fn of_mut<T, const V: usize, const P: usize>(list: &mut [[T; P]; V], slot: usize) -> &mut T {
    debug_assert!(slot < V * P);
    // SAFETY: as above.
    unsafe { list.as_flattened_mut().get_unchecked_mut(slot) }
}

/// What belongs to a view, in a list by views.
#[inline(always)]
pub(super) fn at_view<T, const V: usize>(list: &[T; V], view: u8) -> &T {
    debug_assert!((view as usize) < V);
    // SAFETY: a step's view is one of the scene's.
    unsafe { list.get_unchecked(view as usize) }
}

/// The same to be changed.
#[inline(always)]
pub(super) fn at_view_mut<T, const V: usize>(list: &mut [T; V], view: u8) -> &mut T {
    debug_assert!((view as usize) < V);
    // SAFETY: as above.
    unsafe { list.get_unchecked_mut(view as usize) }
}
