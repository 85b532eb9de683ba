//! Pattern tables for boards of 17 to 25 cells.
//!
//! The bound is that of [`crate::table::cells16`]: tiles are split into patterns, each pattern's table counts the slides
//! of its own tiles, and the sums of a split, read also through the symmetries that keep the blank's home, are
//! bounds. Here up to four patterns of up to six tiles make a split.
//!
//! A table depends on the blank's home only by the region the blank is in at the end. Where nothing but the
//! pattern itself can cut the board in two, turning the board turns the table: patterns that are images of each
//! other are read from one table. Of the four patterns of 5×5 three are the block of 2×3 in a corner, so that two
//! tables do.

pub mod layout;
pub mod partition;
pub(crate) mod slopes;

use std::sync::Arc;

use taquin_core::{Cell, Metric, Shape};

use crate::parallel::Workers;
use crate::position::Homes;
use crate::position::symmetry::{CellMap, Standing, compose, inverse, rename, stand, symmetries};
use crate::search::prune::{Automaton, slides};
use crate::slots::Slots;
use crate::table::{self as tables, Placement, Split, TableKey};
use crate::{Monitor, StopReason};
use layout::{Geometry, Layout};
pub use partition::{PatternImage, Shared};
use slopes::Slopes;

/// One pattern's table.
pub type Table25 = tables::Table<Geometry>;

/// How long the words are that the pruning automaton looks at.
const WORD_LENGTH: usize = 10;

/// One reading of the board: for each pattern of the split how the cells are renamed for its table, and which.
pub(crate) struct View {
    pub parts: Vec<PatternImage>,
}

/// The tables of one shape and home of the blank, ready to search with.
pub struct Tables25 {
    name: String,
    standing: Standing,
    shape: Shape,
    home: Cell,
    tables: Vec<Table25>,
    pub(crate) views: Vec<View>,
    pub(crate) automaton: Automaton,
    pub(crate) slides: Vec<[Option<u8>; 4]>,
    /// Slopes of all tables, once somebody has wanted them.
    slopes: Slots<(), Vec<Slopes>, 1>,
}

impl Tables25 {
    /// Whether there are tables for boards of this shape.
    pub fn are_for(shape: Shape) -> bool {
        let fits = !shape.is_corridor() && shape.cells() <= layout::MAX_CELLS;
        fits && !partition::splits(shape, 0).is_empty()
    }

    /// Tables for splits of one's own, of the board turned as [`stand`] turns it.
    pub fn build(
        shape: Shape,
        home: Cell,
        splits: &[Split],
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Tables25, StopReason> {
        let standing = stand(shape, home.index() as u8);
        let shared = Shared::new(standing.shape, standing.home, splits);
        let mut made = Vec::new();
        for layout in Layout::of_all(standing.shape, standing.home, &shared.patterns, monitor)? {
            let bits = tables::build(&layout, threads, monitor)?;
            made.push(Table25::new(layout, bits.into()));
        }
        Tables25::from_tables(shape, home, &shared, made, monitor)
    }

    /// The tables of [`TableKey::big`], made in memory.
    ///
    /// # Panics
    /// If there are none [for the shape](Tables25::are_for), or the home is not on the board.
    pub fn build_big(
        shape: Shape,
        home: Cell,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Tables25, StopReason> {
        let standing = stand(shape, home.index() as u8);
        Tables25::build(shape, home, &partition::splits(standing.shape, standing.home), threads, monitor)
    }

    /// The tables of [`TableKey::big`], each taken from where `take` finds it. It is given an earlier one with as many
    /// tiles, whose geometry is to be shared: a search reads it all the time, and one is near where two are not.
    pub fn big<E: From<StopReason>>(
        shape: Shape,
        home: Cell,
        monitor: &dyn Monitor,
        take: impl Fn(&TableKey, Option<&Table25>) -> Result<Table25, E>,
    ) -> Result<Tables25, E> {
        let standing = stand(shape, home.index() as u8);
        let shared =
            Shared::new(standing.shape, standing.home, &partition::splits(standing.shape, standing.home));
        let mut made: Vec<Table25> = Vec::new();
        for key in TableKey::big(shape, home, Metric::Stm) {
            let alike = made.iter().find(|table| table.layout().tiles().len() == key.tiles().len());
            let table = take(&key, alike)?;
            made.push(table);
        }
        Ok(Tables25::from_tables(shape, home, &shared, made, monitor)?)
    }

    fn from_tables(
        shape: Shape,
        home: Cell,
        shared: &Shared,
        tables: Vec<Table25>,
        monitor: &dyn Monitor,
    ) -> Result<Tables25, StopReason> {
        let standing = stand(shape, home.index() as u8);
        let mut views: Vec<View> = Vec::new();
        let mut known: Vec<Vec<Vec<u8>>> = Vec::new();
        let keeps = |turn: &CellMap| turn[standing.home as usize] == standing.home;
        let turns: Vec<CellMap> = symmetries(standing.shape).into_iter().filter(keeps).collect();
        for (split, turn) in
            shared.splits.iter().flat_map(|split| turns.iter().map(move |turn| (split, turn)))
        {
            let parts: Vec<PatternImage> = split
                .iter()
                .map(|part| PatternImage { table: part.table, map: compose(turn, &part.map) })
                .collect();
            // Which tiles of the board each table judges: the same split twice says nothing new.
            let mut judged: Vec<Vec<u8>> = parts
                .iter()
                .map(|part| {
                    let back = inverse(&part.map);
                    let tiles = tables[part.table].layout().tiles();
                    let mut tiles: Vec<u8> = tiles.iter().map(|&tile| back[tile as usize]).collect();
                    tiles.sort_unstable();
                    tiles
                })
                .collect();
            judged.sort();
            if !known.contains(&judged) {
                known.push(judged);
                views.push(View { parts });
            }
        }
        let size = |part: &PatternImage| tables[part.table].layout().tiles().len().to_string();
        let sizes: Vec<String> = shared.splits[0].iter().map(size).collect();
        let several =
            if shared.splits.len() > 1 { format!(" ×{}", shared.splits.len()) } else { String::new() };
        Ok(Tables25 {
            name: sizes.join("-") + &several,
            automaton: Automaton::new(standing.shape, WORD_LENGTH, monitor)?,
            slides: slides(standing.shape),
            standing,
            shape,
            home,
            tables,
            views,
            slopes: Slots::default(),
        })
    }

    /// What the tables are, as a user knows them: `6-6-6-6`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The shape as given.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The blank's home as given.
    pub fn home(&self) -> Cell {
        self.home
    }

    /// The tables, one per pattern that is no image of another.
    pub fn tables(&self) -> &[Table25] {
        &self.tables
    }

    /// Bytes of all tables, and of their slopes if there are any.
    pub fn memory_bytes(&self) -> usize {
        let slopes = if self.known_slopes().is_some() { self.slopes_bytes() } else { 0 };
        self.tables.iter().map(|table| table.bytes().len()).sum::<usize>() + slopes
    }

    /// Bytes that the slopes of all tables take.
    pub(crate) fn slopes_bytes(&self) -> usize {
        self.tables.iter().map(|table| Slopes::bytes_for(table.layout())).sum()
    }

    /// The slopes, if they are made.
    pub(crate) fn known_slopes(&self) -> Option<Arc<Vec<Slopes>>> {
        self.slopes.known(&())
    }

    /// The slopes, made on the first call.
    pub(crate) fn slopes(
        &self,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Arc<Vec<Slopes>>, StopReason> {
        self.slopes.find((), monitor, || {
            let workers = Workers::new(threads);
            self.tables.iter().map(|table| Slopes::new(table, &workers, monitor)).collect()
        })
    }

    /// How the board is turned before it is searched.
    pub fn standing(&self) -> &Standing {
        &self.standing
    }

    /// A number that no solution of the position is shorter than.
    pub fn bound(&self, homes: &Homes) -> u32 {
        homes.must_be_of(self.shape, self.home);
        let bounds = self.bounds(&rename(&homes.bytes(), &self.standing.map));
        bounds.iter().map(|view| view.iter().sum()).max().unwrap_or(0)
    }

    /// For each view the distances of its patterns, from a position already turned.
    pub(crate) fn bounds(&self, standing: &[u8]) -> Vec<Vec<u32>> {
        let of = |part: &PatternImage| {
            let table = &self.tables[part.table];
            table.distance(&self.placement(part, standing))
        };
        self.views.iter().map(|view| view.parts.iter().map(of).collect()).collect()
    }

    /// What one pattern sees of a position already turned.
    pub(crate) fn placement(&self, part: &PatternImage, standing: &[u8]) -> Placement {
        let blank = standing.iter().position(|&label| label == self.standing.home).unwrap_or(0);
        let seen = rename(standing, &part.map);
        Placement::of(self.tables[part.table].layout().tiles(), &seen, part.map[blank])
    }
}

/// Renames the cells of a set.
pub(crate) fn renamed_set(set: &[u8], map: &CellMap) -> Vec<u8> {
    let mut renamed: Vec<u8> = set.iter().map(|&cell| map[cell as usize]).collect();
    renamed.sort_unstable();
    renamed
}
