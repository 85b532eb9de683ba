//! The shortest solution in the multi-tile metric, for boards of up to 16 cells.
//!
//! One move pushes a run of tiles along the blank's row or column and counts one, however long the run.
//! Manhattan distance, linear conflict, walking distance and sums of pattern tables count slides, so they
//! are not bounds here. What is used instead rests on three facts.
//!
//! **Moves alternate.** Two moves in a row along the same line are one move (or none). A shortest solution
//! therefore alternates between horizontal and vertical moves: a solution of length `T` whose first move is
//! vertical has exactly `⌈T/2⌉` vertical and `⌊T/2⌋` horizontal moves. The search runs over (length, first
//! axis), and both counts are fixed from the start.
//!
//! **Each axis is a puzzle of its own.** Horizontal moves change neither the line of the board (its tiles in
//! reading order, blank left out) nor the blank's row; vertical moves change neither the line read column
//! by column nor the blank's column (see [`line`]). So the fewest vertical moves between a position and
//! home depend on the line and the blank's row alone, a quarter as many states as there are positions on 4×4.
//! A table holds that number for a pattern: the tiles that are not marked are taken for equal, and every
//! vertical move, however long, counts one.
//!
//! **The bound.** *A position with `v` vertical and `h` horizontal moves to spend has no solution if a table
//! of its lines exceeds `v` or one of its columns exceeds `h`.* Proof: a solution with `v` vertical moves,
//! read as a walk of (line, row of the blank), ends at home, its horizontal moves stand still, and its vertical moves are moves
//! of the pattern's space. So it is a walk of `v` counted moves from the placement to its goal, and the table
//! holds the smallest number of any. As the counts of both axes differ by at most one, a bound on one axis counts double:
//! the distance is at least `2v − 1`. Nothing is ever added across patterns.
//!
//! The mirror image, left to right, keeps lines' rows and turns a pattern into another one, so one table
//! gives two bounds per axis; if the blank is at home on the diagonal of a square it serves both axes.
//! A vertical move asks only the vertical tables, and a horizontal one only the horizontal ones.

mod build;
mod counting;
mod line;
mod search;
mod table;
#[cfg(test)]
mod tests;

use taquin_core::{Cell, Shape};

use crate::position::Homes;
use crate::table::TableKey;
#[cfg(not(target_family = "wasm"))]
use crate::table::{Store, TableError};
use crate::{Monitor, StopReason};
use line::LinePlacement;
pub use search::solve;
pub(crate) use table::MultiTable;

/// The most cells of a board this solver takes.
pub const MULTI_CELLS: usize = 16;

/// How many lookups each axis makes: the pattern and its mirror image.
const LOOKUPS: usize = 2;

/// The bounds for one shape and one home of the blank.
///
/// Positions are looked at *upright*: turned over, where needed, so that the blank's home is in the lower right
/// quarter. Fewer tables serve all homes that way.
#[derive(Debug)]
pub struct MultiTables {
    shape: Shape,
    blank_home: Cell,
    /// Whether a position is turned upside down, and whether it is turned left to right, to be upright.
    turned: [bool; 2],
    tables: Vec<MultiTable>,
    /// Vertical, horizontal.
    axes: [Axis; 2],
}

/// How large the tables may be.
#[derive(Clone, Copy, Debug)]
struct Size {
    /// The most tiles that are marked.
    marked: usize,
    /// The most placements of a table. Only boards of two rows meet this bound before the other: their long side
    /// has as many rows as there are columns.
    placements: usize,
}

impl Size {
    /// How many of `tiles` tiles to mark. Two at least stay unmarked: with fewer, half of the placements could not occur.
    fn marked(self, rows: usize, tiles: usize) -> usize {
        let (mut marked, mut placements) = (0, rows);
        while marked < self.marked.min(tiles - 2) && placements * (tiles - marked) <= self.placements {
            placements *= tiles - marked;
            marked += 1;
        }
        marked
    }
}

/// Patterns whose tables are made in an instant.
const SMALL: Size = Size { marked: 6, placements: 15_000_000 };

/// Patterns whose tables are kept in files: 34 MB for 4×4.
const BIG: Size = Size { marked: 7, placements: 150_000_000 };

/// The tables of both axes, vertical and horizontal: the same one twice where the blank is at home on the diagonal of a
/// square.
fn keys_of(shape: Shape, blank_home: Cell, size: Size) -> [TableKey; 2] {
    let (rows, columns) = (shape.rows(), shape.columns());
    let (row, column) = (shape.row(blank_home), shape.column(blank_home));
    [(rows, columns, row), (columns, rows, column)].map(|(length, width, home)| {
        let goal_row = home.max(length - 1 - home) as usize;
        let (rows, columns) = (length as usize, width as usize);
        let tiles = pattern(rows, columns, goal_row, size.marked(rows, rows * columns - 1));
        let shape = Shape::new(length, width).expect("a board turned over is a board");
        TableKey::of_lines(shape, (goal_row * columns + columns - 1) as u8, &tiles)
            .expect("a pattern of ours")
    })
}

/// The keys of the big tables; none for corridors and boards that are too large.
pub(crate) fn big_keys(shape: Shape, blank_home: Cell) -> Vec<TableKey> {
    if shape.is_corridor() || shape.cells() > MULTI_CELLS || blank_home.index() >= shape.cells() {
        return Vec::new();
    }
    let [vertical, horizontal] = keys_of(shape, blank_home, BIG);
    if vertical == horizontal { vec![vertical] } else { vec![vertical, horizontal] }
}

/// Whether there can be a table of these marked tiles: the home is in the last column and not in the upper half, tiles are
/// rising cells beside it, not too many, and two at least stay unmarked.
pub(crate) fn fits(shape: Shape, home: usize, tiles: &[u8]) -> bool {
    let (rows, columns) = (shape.rows() as usize, shape.columns() as usize);
    !shape.is_corridor()
        && shape.cells() <= MULTI_CELLS
        && home < shape.cells()
        && home % columns == columns - 1
        && 2 * (home / columns) >= rows - 1
        && tiles.len() <= line::MOST_MARKED
        && tiles.len() + 3 <= shape.cells()
        && tiles.is_sorted_by(|a, b| a < b)
        && tiles.iter().all(|&tile| usize::from(tile) < shape.cells() && usize::from(tile) != home)
}

/// Bytes of a table with so many marked tiles: two bits for each placement, in whole words.
pub(crate) fn table_bytes(shape: Shape, marked: usize) -> usize {
    let tiles = shape.cells() - 1;
    let placements = shape.rows() as usize * (0..marked).map(|taken| tiles - taken).product::<usize>();
    placements.div_ceil(4).next_multiple_of(8)
}

/// How an upright position is read for the moves of one axis.
#[derive(Debug)]
struct Axis {
    /// Cells along the axis: rows, as its table sees them.
    length: usize,
    /// Cells across it.
    width: usize,
    table: usize,
    /// The cells in reading order, row after row: from the left, and from the right.
    views: [Vec<u8>; LOOKUPS],
}

impl MultiTables {
    /// Tables that are made in an instant: patterns of six tiles.
    ///
    /// The shape has at least two rows and columns and at most [`MULTI_CELLS`] cells, and the home lies on it.
    pub fn small(
        shape: Shape,
        blank_home: Cell,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<MultiTables, StopReason> {
        MultiTables::with(shape, blank_home, SMALL, |key| MultiTable::build(key, threads, monitor))
    }

    /// The big tables, of seven tiles, read from files into memory, every byte checked.
    #[cfg(not(target_family = "wasm"))]
    pub fn big(
        store: &Store,
        shape: Shape,
        blank_home: Cell,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<MultiTables, TableError> {
        MultiTables::with(shape, blank_home, BIG, |key| store.load_lines(key, threads, monitor))
    }

    /// The tables of these patterns, each taken from where `take` finds it.
    fn with<E>(
        shape: Shape,
        blank_home: Cell,
        size: Size,
        take: impl Fn(&TableKey) -> Result<MultiTable, E>,
    ) -> Result<MultiTables, E> {
        assert!(!shape.is_corridor() && shape.cells() <= MULTI_CELLS && blank_home.index() < shape.cells());
        let (rows, columns) = (shape.rows() as usize, shape.columns() as usize);
        let (row, column) = (shape.row(blank_home) as usize, shape.column(blank_home) as usize);
        let turned = [2 * row < rows - 1, 2 * column < columns - 1];
        let (mut tables, mut keys) = (Vec::new(), Vec::new());
        let mut axes = Vec::new();
        for (key, vertical) in keys_of(shape, blank_home, size).into_iter().zip([true, false]) {
            let (length, width) = if vertical { (rows, columns) } else { (columns, rows) };
            let known = keys.iter().position(|known| *known == key);
            let table = known.unwrap_or(keys.len());
            if known.is_none() {
                tables.push(take(&key)?);
                keys.push(key);
            }
            let views = [false, true].map(|mirrored| {
                let cells = (0..length * width).map(|place| {
                    let (i, j) = (place / width, place % width);
                    let j = if mirrored { width - 1 - j } else { j };
                    if vertical { i * columns + j } else { j * columns + i }
                });
                cells.map(|cell| cell as u8).collect()
            });
            axes.push(Axis { length, width, table, views });
        }
        let axes = <[Axis; 2]>::try_from(axes).expect("two axes");
        Ok(MultiTables { shape, blank_home, turned, tables, axes })
    }

    /// The bytes they hold.
    pub fn memory_bytes(&self) -> usize {
        self.tables.iter().map(MultiTable::memory_bytes).sum()
    }

    /// No solution is shorter than this.
    pub fn bound(&self, homes: &Homes) -> u32 {
        homes.must_be_of(self.shape, self.blank_home);
        shortest(self.both(&homes.bytes()).most())
    }

    /// The home of the blank when the board is upright.
    fn upright_home(&self) -> u8 {
        self.upright_cell(self.blank_home.index())
    }

    fn upright_cell(&self, cell: usize) -> u8 {
        let (rows, columns) = (self.axes[0].length, self.axes[0].width);
        let (row, column) = (cell / columns, cell % columns);
        let row = if self.turned[0] { rows - 1 - row } else { row };
        let column = if self.turned[1] { columns - 1 - column } else { column };
        (row * columns + column) as u8
    }

    /// The position turned upright: cells and homes alike.
    fn upright(&self, position: &[u8]) -> Vec<u8> {
        let mut upright = vec![0; position.len()];
        for (cell, &home) in position.iter().enumerate() {
            upright[usize::from(self.upright_cell(cell))] = self.upright_cell(usize::from(home));
        }
        upright
    }

    /// What the tables know of a position.
    fn both(&self, position: &[u8]) -> Both {
        let upright = self.upright(position);
        let home = self.upright_home();
        let blank = upright.iter().position(|&tile| tile == home).expect("a position has a blank");
        let columns = self.axes[0].width;
        let at = self.axes.each_ref().map(|axis| {
            axis.views.each_ref().map(|cells| placement(&self.tables[axis.table], cells, home, &upright))
        });
        let counts = [0, 1].map(|a| at[a].map(|at| self.tables[self.axes[a].table].count(at)));
        Both { at, counts, rows: [(blank / columns) as u8, (blank % columns) as u8] }
    }
}

/// What the tables know of an upright position: for each axis, where it stands in its spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Both {
    at: [[LinePlacement; LOOKUPS]; 2],
    /// The fewest moves along the axis that bring the pattern home.
    counts: [[u8; LOOKUPS]; 2],
    /// Row and column of the blank: its row as either axis sees it.
    rows: [u8; 2],
}

impl Both {
    /// The best bound on the moves of each axis.
    fn most(&self) -> [u32; 2] {
        self.counts.map(|counts| u32::from(counts.into_iter().max().unwrap_or(0)))
    }
}

/// The fewest moves in all when each axis needs this many of its own.
fn shortest([a, b]: [u32; 2]) -> u32 {
    if a == b { 2 * a } else { 2 * a.max(b) - 1 }
}

/// Where the marked tiles and the blank of an upright position stand, its cells read in this order.
fn placement(table: &MultiTable, cells: &[u8], home: u8, position: &[u8]) -> LinePlacement {
    let goal_line: Vec<u8> = cells.iter().copied().filter(|&cell| cell != home).collect();
    let mut number = [None; MULTI_CELLS];
    for (n, &place) in table.marked().iter().enumerate() {
        number[usize::from(goal_line[usize::from(place)])] = Some(n as u8);
    }
    let (mut line, mut row) = (Vec::with_capacity(cells.len()), 0);
    for (i, &cell) in cells.iter().enumerate() {
        match position[usize::from(cell)] {
            blank if blank == home => row = i / table.space().columns(),
            tile => line.push(number[usize::from(tile)]),
        }
    }
    table.space().placement(row, &line)
}

/// Which tiles are marked, by their home cells: those nearest to the upper left corner, with a column to the right
/// counted as far as 7/4 of a row down. The mirror image marks mostly others.
///
/// On 4×4 that is `0 1 4 5 8 12`, then `2`. Of the choices tried on random boards none gave fewer nodes (whole columns
/// 127,000 with seven tiles, this 106,000, both ends of the columns 129,000; scattered ones two or three times as many).
fn pattern(rows: usize, columns: usize, goal_row: usize, marked: usize) -> Vec<u8> {
    let mut cells: Vec<(usize, usize)> = (0..rows)
        .flat_map(|row| (0..columns).map(move |column| (row, column)))
        .filter(|&cell| cell != (goal_row, columns - 1))
        .collect();
    cells.sort_by_key(|(row, column)| 4 * row + 7 * column);
    cells.truncate(marked);
    let mut tiles: Vec<u8> = cells.iter().map(|(row, column)| (row * columns + column) as u8).collect();
    tiles.sort_unstable();
    tiles
}
