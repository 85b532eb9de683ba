//! The working board of the constructive solver: labels, their places, what is finished, and the slides made.

use std::ops::ControlFlow;

use taquin_core::Direction;

use super::Failure;
use crate::monitor::Pace;
use crate::position::{Homes, Room};
use crate::prefetch::prefetch;
use crate::{Monitor, Progress, StopReason};

/// Where slides go as they are made: in pieces, in order. Breaking off ends the work.
pub type Sink<'a> = dyn FnMut(&[Direction]) -> ControlFlow<StopReason> + 'a;

/// A place on the padded board. The board has a rim of finished cells, so that no step needs a bounds rule of its own.
pub(super) type Spot = usize;

/// The way the **blank** steps; the tile it meets goes the opposite way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step(pub u8);

impl Step {
    pub const UP: Step = Step(0);
    pub const DOWN: Step = Step(1);
    pub const LEFT: Step = Step(2);
    pub const RIGHT: Step = Step(3);
    pub const ALL: [Step; 4] = [Step::UP, Step::DOWN, Step::LEFT, Step::RIGHT];

    #[inline]
    pub fn back(self) -> Step {
        Step(self.0 ^ 1)
    }

    /// The step with rows and columns exchanged.
    pub fn transposed(self) -> Step {
        Step(self.0 ^ 2)
    }
}

/// A label is the home of a tile: its row and its column in one word. Boards with more than 2048 rows are worked on
/// lying on their side, so that 11 bits of row and 21 of column hold every board there is.
const COLUMN_BITS: u32 = 21;
const MOST_ROWS: u32 = 1 << (32 - COLUMN_BITS);

/// Cells copied between two looks at the monitor: a millisecond's work.
const POLL_CELLS: u64 = 1 << 15;

/// Slides are handed over in pieces of about this many.
const PIECE: usize = 1 << 15;

#[inline]
fn unpack(label: u32) -> (i32, i32) {
    ((label >> COLUMN_BITS) as i32, (label & ((1 << COLUMN_BITS) - 1)) as i32)
}

pub(super) struct Field<'a> {
    pub rows: usize,
    pub columns: usize,
    stride: usize,
    labels: Vec<u32>,
    places: Vec<u32>,
    finished: Vec<bool>,
    pub blank: Spot,
    /// Where the blank belongs.
    pub home: Spot,
    transposed: bool,
    made: Vec<Direction>,
    pub count: u64,
    /// Tiles finished, for the monitor.
    pub done: u64,
    sink: &'a mut Sink<'a>,
    monitor: &'a dyn Monitor,
    queue: Vec<u32>,
    came: Vec<u8>,
}

impl<'a> Field<'a> {
    /// Copies a position, unless the monitor says stop.
    pub fn new(
        homes: &Homes,
        monitor: &'a dyn Monitor,
        sink: &'a mut Sink<'a>,
    ) -> Result<Field<'a>, StopReason> {
        let (shape, home) = (homes.shape(), homes.blank_home().index() as u32);
        let transposed = shape.rows() > MOST_ROWS;
        let (rows, columns) =
            if transposed { (shape.columns(), shape.rows()) } else { (shape.rows(), shape.columns()) };
        let (rows, columns) = (rows as usize, columns as usize);
        let stride = columns + 1;
        let size = (rows + 2) * stride + 1;
        // One column of rim serves as the right end of a row and the left end of the next.
        let spot = |cell: u32| {
            let (r, c) = (cell / shape.columns(), cell % shape.columns());
            let (r, c) = if transposed { (c, r) } else { (r, c) };
            (r as usize + 1) * stride + c as usize + 1
        };
        let mut field = Field {
            rows,
            columns,
            stride,
            labels: vec![0; size],
            places: vec![0; size],
            finished: vec![true; size],
            blank: 0,
            home: spot(home),
            transposed,
            made: Vec::with_capacity(PIECE + 64),
            count: 0,
            done: 0,
            sink,
            monitor,
            queue: Vec::new(),
            came: Vec::new(),
        };
        let mut pace = Pace::new(monitor, "placing tiles", POLL_CELLS);
        for (cell, &label) in homes.as_slice().iter().enumerate() {
            pace.step(1)?;
            let (here, there) = (spot(cell as u32), spot(label));
            field.places[there] = here as u32;
            field.labels[here] = field.label(there);
            field.finished[here] = false;
            if label == home {
                field.blank = here;
            }
        }
        Ok(field)
    }

    /// The row, counted from 0.
    #[inline]
    pub fn row(&self, spot: Spot) -> usize {
        spot / self.stride - 1
    }

    /// The column, counted from 0.
    #[inline]
    pub fn column(&self, spot: Spot) -> usize {
        spot % self.stride - 1
    }

    #[inline]
    pub fn spot(&self, row: usize, column: usize) -> Spot {
        (row + 1) * self.stride + column + 1
    }

    /// The place of a cell of the board that came in.
    pub fn spot_of(&self, cell: u32) -> Spot {
        let width = if self.transposed { self.rows } else { self.columns };
        let (r, c) = (cell as usize / width, cell as usize % width);
        if self.transposed { self.spot(c, r) } else { self.spot(r, c) }
    }

    /// Whether the field lies on its side: its rows are the board's columns.
    pub fn is_transposed(&self) -> bool {
        self.transposed
    }

    /// Whether every tile is home.
    pub fn all_home(&self) -> bool {
        let spots = (0..self.rows).flat_map(|r| (0..self.columns).map(move |c| (r, c)));
        spots.map(|(r, c)| self.spot(r, c)).all(|s| s == self.home || self.places[s] as usize == s)
    }

    #[inline]
    fn label(&self, home: Spot) -> u32 {
        (self.row(home) << COLUMN_BITS | self.column(home)) as u32
    }

    /// Where the tile now is that belongs to `home`.
    #[inline]
    pub fn place(&self, home: Spot) -> Spot {
        self.places[home] as usize
    }

    #[inline]
    pub fn is_finished(&self, spot: Spot) -> bool {
        self.finished[spot]
    }

    /// Declares a place finished, so that no walk goes through it, or free again.
    pub fn set_finished(&mut self, spot: Spot, finished: bool) {
        self.finished[spot] = finished;
    }

    /// How far the step leads through the padded board.
    #[inline]
    pub fn next(&self, spot: Spot, step: Step) -> Spot {
        match step {
            Step::UP => spot - self.stride,
            Step::DOWN => spot + self.stride,
            Step::LEFT => spot - 1,
            _ => spot + 1,
        }
    }

    pub fn distance(&self, a: Spot, b: Spot) -> usize {
        self.row(a).abs_diff(self.row(b)) + self.column(a).abs_diff(self.column(b))
    }

    /// What the tile at `spot` gains when the blank comes to it by `step`: 1 when it comes nearer home, else -1.
    #[inline]
    pub fn gain(&self, spot: Spot, step: Step) -> i32 {
        let label = self.labels[spot];
        let (home_row, home_column) =
            ((label >> COLUMN_BITS) as usize, (label & ((1 << COLUMN_BITS) - 1)) as usize);
        let nearer = match step {
            Step::UP => home_row > self.row(spot),
            Step::DOWN => home_row < self.row(spot),
            Step::LEFT => home_column > self.column(spot),
            _ => home_column < self.column(spot),
        };
        if nearer { 1 } else { -1 }
    }

    /// The blank makes one step.
    #[inline]
    pub fn go(&mut self, step: Step) -> Result<(), Failure> {
        let from = self.blank;
        let to = self.next(from, step);
        let label = self.labels[to];
        self.labels[from] = label;
        let home = ((label >> COLUMN_BITS) as usize + 1) * self.stride
            + (label & ((1 << COLUMN_BITS) - 1)) as usize
            + 1;
        self.places[home] = from as u32;
        self.blank = to;
        self.made.push(Direction::ALL[usize::from(step.0 ^ 1)]);
        if self.made.len() >= PIECE { self.flush() } else { Ok(()) }
    }

    /// The blank, in this row and column, makes a step; 1 when the tile it met came nearer home, else -1. The places of the
    /// tiles are not kept: [`Field::find_places`] finds them again. Nor are slides handed over.
    #[inline]
    pub fn go_gaining(&mut self, step: Step, row: &mut i32, column: &mut i32) -> i64 {
        let to = self.next(self.blank, step);
        let label = self.labels[to];
        let (home_row, home_column) = unpack(label);
        let nearer = match step {
            Step::UP => home_row >= *row,
            Step::DOWN => home_row <= *row,
            Step::LEFT => home_column >= *column,
            _ => home_column <= *column,
        };
        match step {
            Step::UP => *row -= 1,
            Step::DOWN => *row += 1,
            Step::LEFT => *column -= 1,
            _ => *column += 1,
        }
        self.labels[self.blank] = label;
        self.blank = to;
        self.made.push(Direction::ALL[usize::from(step.0 ^ 1)]);
        if nearer { 1 } else { -1 }
    }

    /// Hands slides over when there are enough for a piece.
    pub fn flush_if_full(&mut self) -> Result<(), Failure> {
        if self.made.len() >= PIECE { self.flush() } else { Ok(()) }
    }

    /// Finds every tile again after steps that did not keep their places.
    pub fn find_places(&mut self) {
        for row in 0..self.rows {
            for column in 0..self.columns {
                let spot = self.spot(row, column);
                if spot != self.blank {
                    let (home_row, home_column) = unpack(self.labels[spot]);
                    let home = self.spot(home_row as usize, home_column as usize);
                    self.places[home] = spot as u32;
                }
            }
        }
    }

    /// Row and column of the home of the tile at `spot`.
    #[inline]
    pub fn home_of(&self, spot: Spot) -> (i32, i32) {
        unpack(self.labels[spot])
    }

    /// Asks memory for the tile at a spot, which may lie outside the board.
    #[inline]
    pub fn bring_near(&self, spot: Spot) {
        prefetch(self.labels.as_ptr().wrapping_add(spot));
    }

    /// How far apart two spots are that lie below or beside each other.
    #[inline]
    pub fn pace(&self, vertical: bool) -> usize {
        if vertical { self.stride } else { 1 }
    }

    /// All of it, for a sweep.
    pub fn room(&self) -> Room {
        Room { top: 0, left: 0, bottom: self.rows, right: self.columns }
    }

    /// The sum of all tiles' distances from home in a part of the board.
    pub fn astray(&self, room: Room) -> u64 {
        let spots = (room.top..room.bottom).flat_map(|r| (room.left..room.right).map(move |c| (r, c)));
        let far = |(r, c)| {
            let spot = self.spot(r, c);
            let label = self.labels[spot];
            let (hr, hc) = ((label >> COLUMN_BITS) as usize, (label & ((1 << COLUMN_BITS) - 1)) as usize);
            if spot == self.blank { 0 } else { hr.abs_diff(r) + hc.abs_diff(c) }
        };
        spots.map(far).sum::<usize>() as u64
    }

    /// Slides made so far.
    pub fn made_in_all(&self) -> u64 {
        self.count + self.made.len() as u64
    }

    /// Hands over what was made since the last time, and looks up.
    pub fn flush(&mut self) -> Result<(), Failure> {
        if self.transposed {
            self.made.iter_mut().for_each(|d| *d = d.transposed());
        }
        self.count += self.made.len() as u64;
        let handed = if self.made.is_empty() { ControlFlow::Continue(()) } else { (self.sink)(&self.made) };
        self.made.clear();
        let progress = Progress {
            phase: "placing tiles",
            nodes: self.count,
            done: self.done,
            total: (self.rows * self.columns) as u64,
            ..Progress::default()
        };
        match (handed, self.monitor.poll(&progress)) {
            (ControlFlow::Continue(()), ControlFlow::Continue(())) => Ok(()),
            (ControlFlow::Break(why), _) | (_, ControlFlow::Break(why)) => Err(Failure::Stopped(why)),
        }
    }

    /// Leads the blank to `to` on a shortest way that leaves finished cells and the tile on `keep` alone.
    /// It looks at the whole board if it must: the plain walk comes first.
    pub fn search_walk(&mut self, to: Spot, keep: Spot) -> Result<(), Failure> {
        self.came.clear();
        self.came.resize(self.labels.len(), u8::MAX);
        self.queue.clear();
        self.queue.push(to as u32);
        self.came[to] = 4;
        let mut head = 0;
        while head < self.queue.len() && self.came[self.blank] == u8::MAX {
            let here = self.queue[head] as usize;
            head += 1;
            for step in Step::ALL {
                let there = self.next(here, step);
                if there != keep && !self.finished[there] && self.came[there] == u8::MAX {
                    self.came[there] = step.back().0;
                    self.queue.push(there as u32);
                }
            }
        }
        if self.came[self.blank] == u8::MAX {
            return Err(Failure::Stuck);
        }
        while self.blank != to {
            self.go(Step(self.came[self.blank]))?;
        }
        Ok(())
    }
}
