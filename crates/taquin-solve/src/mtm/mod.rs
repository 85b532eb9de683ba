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
//! home depend on the line and the blank's row alone, a quarter as many states as there are positions on 4×4. A
//! [`Table`] holds that number for a pattern: the tiles that are not marked are taken for equal, and every
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

mod guide;
mod line;
mod search;
mod table;
#[cfg(test)]
mod tests;

use taquin_core::{Cell, Shape};

use crate::{Monitor, StopReason};
pub use guide::Halves;
use line::{Placement, Way};
use search::Half;
pub use search::solve;
use table::Table;

/// The most cells of a board this solver takes.
pub const MOST_CELLS: usize = 16;

/// How many lookups each axis makes: the pattern and its mirror image.
const LOOKUPS: usize = 2;

/// The bounds for one shape and one home of the blank.
#[derive(Debug)]
pub struct Tables {
    shape: Shape,
    blank_home: Cell,
    tables: Vec<Table>,
    /// Vertical, horizontal.
    axes: [Axis; 2],
}

/// How the board is read for the moves of one axis.
#[derive(Debug)]
struct Axis {
    /// Rows of the board as this axis sees it: cells along the axis, then across it.
    length: usize,
    table: usize,
    views: [View; LOOKUPS],
}

/// One way to read the board: which cell stands where in the space of a table.
#[derive(Debug)]
struct View {
    /// Whether the axis runs backwards, so that the blank's home row is the table's.
    backwards: bool,
    /// Whether columns are read from the right.
    mirrored: bool,
    /// The cells in reading order, row after row as this view sees them.
    cells: Vec<u8>,
}

impl Tables {
    /// Tables that are made in an instant: patterns of six tiles.
    ///
    /// The shape has at least two rows and columns and at most [`MOST_CELLS`] cells, and the home lies on it.
    pub fn small(
        shape: Shape,
        blank_home: Cell,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Tables, StopReason> {
        Tables::with_marked(shape, blank_home, 6, threads, monitor)
    }

    /// Tables that are worth some seconds: patterns of seven tiles.
    pub fn big(
        shape: Shape,
        blank_home: Cell,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Tables, StopReason> {
        Tables::with_marked(shape, blank_home, 7, threads, monitor)
    }

    fn with_marked(
        shape: Shape,
        blank_home: Cell,
        marked: usize,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Tables, StopReason> {
        assert!(!shape.is_corridor() && shape.cells() <= MOST_CELLS && blank_home.index() < shape.cells());
        let (rows, columns) = (shape.rows() as usize, shape.columns() as usize);
        let (row, column) = (shape.row(blank_home) as usize, shape.column(blank_home) as usize);
        let mut tables = Vec::new();
        let mut keys = Vec::new();
        let mut axes = Vec::new();
        for (length, width, home, vertical) in [(rows, columns, row, true), (columns, rows, column, false)] {
            let goal_row = home.max(length - 1 - home);
            let key = (length, width, goal_row);
            let table = match keys.iter().position(|&k| k == key) {
                Some(table) => table,
                None => {
                    let pattern = pattern(length, width, goal_row, marked);
                    tables.push(Table::build((length, width), goal_row, &pattern, threads, monitor)?);
                    keys.push(key);
                    keys.len() - 1
                }
            };
            let backwards = goal_row != home;
            let cells = |mirrored: bool| {
                let mut cells = Vec::new();
                for i in 0..length {
                    for j in 0..width {
                        let (i, j) = (
                            if backwards { length - 1 - i } else { i },
                            if mirrored { width - 1 - j } else { j },
                        );
                        cells.push(if vertical { i * columns + j } else { j * columns + i } as u8);
                    }
                }
                cells
            };
            let views = [false, true].map(|mirrored| View { backwards, mirrored, cells: cells(mirrored) });
            axes.push(Axis { length, table, views });
        }
        let axes = <[Axis; 2]>::try_from(axes).expect("two axes");
        Ok(Tables { shape, blank_home, tables, axes })
    }

    /// The shape they are for.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The home of the blank they are for.
    pub fn blank_home(&self) -> Cell {
        self.blank_home
    }

    /// The bytes they hold.
    pub fn memory_bytes(&self) -> usize {
        self.tables.iter().map(Table::memory_bytes).sum()
    }

    /// No solution is shorter than this.
    pub fn bound(&self, position: &[u8]) -> u32 {
        shortest(self.halves(position).map(|half| u32::from(half.most())))
    }

    /// What each axis knows of a position.
    fn halves(&self, position: &[u8]) -> [Half; 2] {
        let home = self.blank_home.index();
        let blank =
            position.iter().position(|&tile| usize::from(tile) == home).expect("a position has a blank");
        let columns = self.shape.columns() as usize;
        [(0, blank / columns), (1, blank % columns)].map(|(axis, row)| {
            let side = &self.axes[axis];
            let at = side.placements(self, position);
            Half { row, at, counts: at.map(|at| self.tables[side.table].count(at)) }
        })
    }
}

/// The fewest moves in all when each axis needs this many of its own.
fn shortest([a, b]: [u32; 2]) -> u32 {
    if a == b { 2 * a } else { 2 * a.max(b) - 1 }
}

impl Axis {
    fn placements(&self, tables: &Tables, position: &[u8]) -> [Placement; LOOKUPS] {
        let table = &tables.tables[self.table];
        self.views.each_ref().map(|view| view.placement(table, tables.blank_home, position))
    }
}

impl View {
    /// Where the position's marked tiles and blank stand in the table's space.
    fn placement(&self, table: &Table, blank_home: Cell, position: &[u8]) -> Placement {
        let home = blank_home.index() as u8;
        let goal_line: Vec<u8> = self.cells.iter().copied().filter(|&cell| cell != home).collect();
        let mut number = [None; MOST_CELLS];
        for (n, &place) in table.marked().iter().enumerate() {
            number[usize::from(goal_line[usize::from(place)])] = Some(n as u8);
        }
        let (mut line, mut row) = (Vec::with_capacity(self.cells.len()), 0);
        for (i, &cell) in self.cells.iter().enumerate() {
            match position[usize::from(cell)] {
                blank if blank == home => row = i / table.space().columns(),
                tile => line.push(number[usize::from(tile)]),
            }
        }
        table.space().placement(row, &line)
    }

    #[inline(always)]
    fn column(&self, across: usize, columns: usize) -> usize {
        if self.mirrored { columns - 1 - across } else { across }
    }

    #[inline(always)]
    fn way(&self, way: Way) -> Way {
        match (way, self.backwards) {
            (Way::On, false) | (Way::Back, true) => Way::On,
            _ => Way::Back,
        }
    }
}

/// Which places of the goal's line are marked: column after column from the left, so that the mirror image
/// marks mostly the others. Two tiles at least stay unmarked: with fewer, half of the placements could not occur.
fn pattern(rows: usize, columns: usize, goal_row: usize, marked: usize) -> Vec<u8> {
    let mut places = Vec::new();
    for column in 0..columns {
        for row in 0..rows {
            let missing = usize::from(row > goal_row);
            if row != goal_row || column + 1 < columns {
                places.push((row * columns + column - missing) as u8);
            }
        }
    }
    places.truncate(marked.min(rows * columns - 3));
    places.sort_unstable();
    places
}
