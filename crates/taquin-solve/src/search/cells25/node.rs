//! What the search keeps of a position, and how it reads the tables.

use std::marker::PhantomData;

use super::batch::Look;
use crate::position::symmetry::rename;
use crate::search::frontier::Waiting;
use crate::table::cells25::layout::{LOWER_CELLS, MAP_CELLS, PLACE_BITS, turn};
use crate::table::cells25::slopes::{Slopes, WORD_BYTES};
use crate::table::cells25::{PatternImage, Table25, Tables25};
use crate::table::numbering::Numbering;

/// Patterns of a split.
pub(super) const PARTS: usize = 4;

/// Room for (cell of the blank, direction): a power of two, so that an index is masked, not checked.
pub(super) const MOVES: usize = 128;

/// What one view's pattern sees: the cells of its tiles, as its table counts them, and the rank of their order.
#[derive(Clone, Copy, Default)]
pub(super) struct Seen {
    pub set: u32,
    pub rank: u32,
}

/// A position on the stack.
#[derive(Clone, Copy)]
pub(super) struct Node<const V: usize, L> {
    pub seen: [[Seen; PARTS]; V],
    /// For each cell its tile, as [`Look::tile`] writes it.
    pub board: [u8; 32],
    /// Where it came from; see [`Waiting::up`].
    pub up: u32,
    /// The pruning automaton's state.
    pub state: u16,
    pub blank: u8,
    pub depth: u8,
    /// For each view half of what may still be lost: (limit - depth - bound) / 2.
    pub slack: [i8; V],
    /// How much of that is for looking ahead: 0 or 1.
    pub extra: i8,
    /// What else it takes to judge its children.
    pub look: L,
}

impl<const V: usize, L: Copy + Send + Sync> Waiting for Node<V, L> {
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

/// A slide as a table counts cells.
#[derive(Clone, Copy, Default)]
pub(super) struct TableSlide {
    /// The cells the tile leaves and enters.
    cells: u32,
    /// The cells between them in reading order, which the tile passes.
    between: u32,
    /// The cells before both.
    below: u32,
    /// The cell the tile leaves, where the blank is afterwards.
    from: u8,
    /// [`FORWARD`] if the tile moves towards the end.
    forward: u8,
}

impl TableSlide {
    fn new(from: u8, to: u8, columns: u32) -> TableSlide {
        let (low, high) = (from.min(to), from.max(to));
        let across = u32::from(high - low) == columns && columns > 1;
        TableSlide {
            cells: 1 << from | 1 << to,
            between: if across { ((1 << (columns - 1)) - 1) << (low + 1) } else { 0 },
            below: if across { (1 << low) - 1 } else { 0 },
            from,
            forward: if from < to { FORWARD } else { 0 },
        }
    }
}

/// One pattern of one view: its table, and the lists of its geometry.
pub(super) struct Sight<'t> {
    bits: *const u8,
    turns: *const u16,
    first: *const u32,
    rest: *const u16,
    info: *const u32,
    maps: *const u8,
    row_bits: usize,
    ranks: u32,
    /// Null if there are none.
    slopes: *const u8,
    /// By the cell of the blank and the direction: the slide in the table's cells, as a number of [`Scene::steps`].
    moves: [u8; MOVES],
    tables: PhantomData<&'t Tables25>,
}

// SAFETY: the pointers stand for shared references to what the tables hold, which live as long; slices would be twice as large.
unsafe impl Sync for Sight<'_> {}

impl<'t> Sight<'t> {
    fn new(
        table: &'t Table25,
        slopes: Option<&'t Slopes>,
        part: &PatternImage,
        slides: &[[Option<u8>; 4]],
    ) -> Sight<'t> {
        let mut moves = [0; MOVES];
        for (blank, froms) in slides.iter().enumerate() {
            let to = part.map[blank];
            for (direction, from) in froms.iter().enumerate() {
                let Some(from) = from.map(|from| part.map[from as usize]) else { continue };
                let turned = slides[to as usize].iter().position(|&cell| cell == Some(from));
                moves[4 * blank + direction] = 4 * to + turned.expect("neighbours stay neighbours") as u8;
            }
        }
        let layout = table.layout();
        let geometry = layout.geometry();
        Sight {
            bits: table.bytes().as_ptr(),
            turns: geometry.turns.as_ptr(),
            first: geometry.first.as_ptr(),
            rest: geometry.rest.as_ptr(),
            info: geometry.info.as_ptr(),
            maps: geometry.maps.as_ptr(),
            row_bits: layout.row_bits(),
            ranks: geometry.ranks() as u32,
            slopes: slopes.map_or(std::ptr::null(), |slopes| slopes.as_bytes().as_ptr()),
            moves,
            tables: PhantomData,
        }
    }
}

/// In an index of [`TURNS`]: towards the end.
const FORWARD: u8 = 64;

/// Where the row of a geometry's turns begins, by direction, tiles passed (above bit 3) and tiles before.
const TURNS: [u16; 128] = {
    let mut turns = [0; 128];
    let mut at = 0;
    while at < 40 {
        turns[at] = turn(at >> 3, at & 7, false) as u16;
        turns[at | FORWARD as usize] = turn(at >> 3, at & 7, true) as u16;
        at += 1;
    }
    turns
};

/// Everything a search of one board reads.
pub(super) struct Scene<'t, const V: usize> {
    pub tables: &'t Tables25,
    sights: [[Sight<'t>; PARTS]; V],
    steps: [TableSlide; MOVES],
    /// The cell a slide's tile comes from; 0 where there is none, which the automaton never asks for.
    pub from: [u8; MOVES],
    /// By views, directions and tiles of the board as it stands: the pattern, and in the lowest five bits the number of the
    /// tile's bit in a word of slopes.
    pub places: [[[u8; 32]; 4]; V],
}

impl<'t, const V: usize> Scene<'t, V> {
    pub fn new(tables: &'t Tables25, slopes: &'t [Slopes]) -> Scene<'t, V> {
        let columns = tables.standing().shape.columns();
        let mut from = [0; MOVES];
        let mut steps = [TableSlide::default(); MOVES];
        for (blank, froms) in tables.slides.iter().enumerate() {
            for (direction, cell) in froms.iter().enumerate() {
                if let &Some(cell) = cell {
                    from[4 * blank + direction] = cell;
                    steps[4 * blank + direction] = TableSlide::new(cell, blank as u8, columns);
                }
            }
        }
        let sights: [[Sight<'t>; PARTS]; V] = std::array::from_fn(|view| {
            let parts = &tables.views[view].parts;
            std::array::from_fn(|part| {
                let part = &parts[part.min(parts.len() - 1)];
                Sight::new(&tables.tables()[part.table], slopes.get(part.table), part, &tables.slides)
            })
        });
        let mut scene = Scene { tables, sights, steps, from, places: [[[0; 32]; 4]; V] };
        let home = tables.standing().home;
        for label in (0..tables.slides.len() as u8).filter(|&label| label != home) {
            for view in 0..V {
                let (part, tile) = scene.place(view, label);
                for direction in 0..4 {
                    let bit = 4 * tile + scene.turned(view, part, direction);
                    scene.places[view][direction][label as usize] = ((part << 5) | bit) as u8;
                }
            }
        }
        scene
    }

    /// What a pattern sees after a slide, its set's number, and where the blank is then.
    ///
    /// `slide` is the blank's cell and the direction, of the board as it stands.
    #[inline(always)]
    fn slid(&self, sight: &Sight<'_>, seen: Seen, slide: usize) -> (Seen, usize, u8) {
        let step = &self.steps[sight.moves[slide & (MOVES - 1)] as usize & (MOVES - 1)];
        let passed = (seen.set & step.between).count_ones() as usize;
        let start = (seen.set & step.below).count_ones() as usize;
        let turn = TURNS[(step.forward as usize | passed << 3 | start) & 127] as usize;
        let set = seen.set ^ step.cells;
        // SAFETY: ranks are below the number of orders and rows where the geometry has them; a set has as many cells
        // as the pattern has tiles, all on the board, so that its parts are in their lists.
        let (rank, number) = unsafe {
            let first = *sight.first.add((set >> LOWER_CELLS) as usize);
            let rest = *sight.rest.add((set & ((1 << LOWER_CELLS) - 1)) as usize);
            (*sight.turns.add(turn + seen.rank as usize), first as usize + rest as usize)
        };
        (Seen { set, rank: u32::from(rank) }, number, step.from)
    }

    /// What a pattern sees after a slide, and the number of its entry.
    #[inline(always)]
    pub fn after(&self, view: usize, part: usize, seen: Seen, slide: usize) -> (Seen, *const u8, u32) {
        let sight = &self.sights[view][part & (PARTS - 1)];
        let (seen, number, blank) = self.slid(sight, seen, slide);
        // SAFETY: a set's number is below the number of sets, and its region map is in the list.
        let (info, region) = unsafe {
            let info = *sight.info.add(number);
            (info, *sight.maps.add((info >> PLACE_BITS) as usize * MAP_CELLS + blank as usize))
        };
        let place = (info & ((1 << PLACE_BITS) - 1)) as usize;
        let index = seen.rank as usize * sight.row_bits + place + region as usize;
        (seen, sight.bits.wrapping_add(index / 8), index as u32 & 7)
    }

    /// What a pattern sees after a slide, and the number of its word.
    #[inline(always)]
    pub fn placed(&self, view: usize, part: usize, seen: Seen, slide: usize) -> (Seen, u32) {
        let sight = &self.sights[view][part & (PARTS - 1)];
        let (seen, number, _) = self.slid(sight, seen, slide);
        (seen, number as u32 * sight.ranks + seen.rank)
    }

    /// Where a word of slopes stands.
    #[inline(always)]
    pub fn word_at(&self, view: usize, part: usize, number: u32) -> *const u8 {
        self.sights[view][part & (PARTS - 1)].slopes.wrapping_add(WORD_BYTES * number as usize)
    }

    /// A word of slopes.
    ///
    /// # Safety
    /// There are slopes, and the number is that of a placement of this pattern's tiles.
    #[inline(always)]
    pub unsafe fn word(&self, view: usize, part: usize, number: u32) -> u32 {
        // SAFETY: slopes have a word for each placement, and four bytes may be read of the last one, too.
        u32::from_le(unsafe { self.word_at(view, part, number).cast::<u32>().read_unaligned() })
    }

    /// A direction as a pattern's table has it, which turns the whole board.
    fn turned(&self, view: usize, part: usize, direction: usize) -> usize {
        let slides = self.tables.slides.iter().enumerate();
        let mut possible = slides.filter(|(_, froms)| froms[direction].is_some());
        let moves = &self.sights[view][part].moves;
        possible.next().map_or(0, |(blank, _)| moves[4 * blank + direction] as usize & 3)
    }

    /// The first node, with the bounds of its views.
    pub fn root<L: Look<V>>(&self, position: &[u8]) -> (Node<V, L>, [u32; V]) {
        let tables = self.tables;
        let standing = rename(position, &tables.standing().map);
        let home = tables.standing().home;
        let blank = standing.iter().position(|&label| label == home).unwrap_or(0) as u8;
        let bounds = tables.bounds(&standing);
        let mut seen = [[Seen::default(); PARTS]; V];
        let mut numbers = [[0; PARTS]; V];
        for (view, parts) in tables.views.iter().take(V).enumerate() {
            for (number, part) in parts.parts.iter().enumerate() {
                let geometry = tables.tables()[part.table].layout().geometry();
                let at = tables.placement(part, &standing);
                let rank = geometry.rank(at.order) as u32;
                seen[view][number] = Seen { set: at.set, rank };
                numbers[view][number] = geometry.number(at.set) as u32 * geometry.ranks() as u32 + rank;
            }
        }
        let mut board = [0; 32];
        for (cell, &label) in standing.iter().enumerate().filter(|&(_, &label)| label != home) {
            board[cell] = L::tile(self, label);
        }
        let node = Node {
            seen,
            board,
            up: 0,
            state: tables.automaton.start(blank),
            blank,
            depth: 0,
            slack: [0; V],
            extra: 0,
            look: L::first(self, &bounds, &numbers),
        };
        (node, std::array::from_fn(|view| bounds[view].iter().sum()))
    }

    /// The pattern that a tile of the board as it stands belongs to in a view, and which of its tiles it is.
    pub fn place(&self, view: usize, label: u8) -> (usize, usize) {
        let parts = self.tables.views[view].parts.iter().enumerate();
        let mut found = parts.filter_map(|(number, part)| {
            let tiles = self.tables.tables()[part.table].layout().tiles();
            tiles.binary_search(&part.map[label as usize]).ok().map(|tile| (number, tile))
        });
        found.next().expect("a split holds every tile once")
    }
}
