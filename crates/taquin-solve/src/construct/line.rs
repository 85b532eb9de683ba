//! Finishing one line of the board: which tile next, how it is carried, how the last two come in together.
//!
//! Seen from the line, a place has a depth (0 on the line, counted inwards) and a position along it. The cells of the line
//! not yet finished form *gaps*. A tile enters only so that no gap of width one is left; a gap of width two is filled by
//! both its tiles at once. Then the free cells always form a board without a cell whose loss would cut it in two (rows of
//! at least two, and gaps of at least two standing on them), so that the blank reaches every side of every tile.

use std::ops::Range;

use super::field::{Field, Spot, Step};
use super::stage::{Stage, StageKind};
use super::table::PairTable;
use super::{Failure, StageTables};

/// A stage that is a row or a column, with its coordinates.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// From the line into the room.
    inward: Step,
    /// Along the line, in the direction of growing position.
    along: Step,
    /// Row or column of the line itself.
    at: usize,
    /// Where positions along the line begin.
    start: usize,
    pub length: usize,
    /// How many lines like this the room has, this one included.
    pub depth: usize,
}

impl Line {
    /// The line of a stage, `None` for a block or a corridor. `transposed`: the field lies on its side.
    pub fn of(stage: &Stage, transposed: bool) -> Option<Line> {
        let (top, left) = (stage.top as usize, stage.left as usize);
        let (rows, columns) = (stage.bottom as usize - top, stage.right as usize - left);
        let (is_row, at, inward_grows) = match stage.kind {
            StageKind::Row { row, from_below } => (true, row as usize, from_below),
            StageKind::Column { column, from_right } => (false, column as usize, from_right),
            StageKind::Block | StageKind::Corridor => return None,
        };
        let (start, length, depth) = if is_row { (left, columns, rows) } else { (top, rows, columns) };
        let (inward, along) = match (is_row != transposed, inward_grows) {
            (true, true) => (Step::DOWN, Step::RIGHT),
            (true, false) => (Step::UP, Step::RIGHT),
            (false, true) => (Step::RIGHT, Step::DOWN),
            (false, false) => (Step::LEFT, Step::DOWN),
        };
        Some(Line { inward, along, at, start, length, depth })
    }

    /// Depth and position of a place.
    #[inline]
    fn view(&self, field: &Field, spot: Spot) -> (usize, usize) {
        let (row, column) = (field.row(spot), field.column(spot));
        let (across, along) = if self.along == Step::RIGHT { (row, column) } else { (column, row) };
        (across.abs_diff(self.at), along - self.start)
    }

    #[inline]
    pub fn spot(&self, field: &Field, depth: usize, position: usize) -> Spot {
        let grows = self.inward == Step::DOWN || self.inward == Step::RIGHT;
        let across = if grows { self.at + depth } else { self.at - depth };
        let along = self.start + position;
        if self.along == Step::RIGHT { field.spot(across, along) } else { field.spot(along, across) }
    }

    /// A step of a window that shows the line as its top row, on the board.
    fn turned(&self, step: Step) -> Step {
        match step {
            Step::UP => self.inward.back(),
            Step::DOWN => self.inward,
            Step::LEFT => self.along.back(),
            _ => self.along,
        }
    }
}

/// Moves it takes to bring a tile `x` cells one way and `y` the other, when the blank is behind it after a step of the
/// first way: five for each step, but three where the direction changes, as often as it can.
fn carrying(x: usize, y: usize) -> usize {
    5 * (x + y) - 2 * (2 * y).min(2 * x + 1)
}

/// What it counts, in moves, against a tile that its entry splits a gap in two: each gap needs a pair at the end.
const SPLITTING: usize = 2;

/// What one call of [`LineWork::place_next`] brings in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// The tile of this position.
    One(usize),
    /// The tiles of this position and the next.
    Two(usize),
}

/// A line being finished.
pub(super) struct LineWork<'f, 'a> {
    pub field: &'f mut Field<'a>,
    pub line: Line,
    gaps: Vec<Range<usize>>,
    free_order: bool,
}

impl<'f, 'a> LineWork<'f, 'a> {
    /// Begins a line. `free_order`: the cheapest tile next, instead of one after another.
    pub fn new(field: &'f mut Field<'a>, line: Line, free_order: bool) -> LineWork<'f, 'a> {
        LineWork { field, line, gaps: std::iter::once(0..line.length).collect(), free_order }
    }

    fn home(&self, position: usize) -> Spot {
        self.line.spot(self.field, 0, position)
    }

    fn is_home(&self, position: usize) -> bool {
        self.field.place(self.home(position)) == self.home(position)
    }

    /// What comes in next, with the gap it belongs to; `None` when the line is finished.
    pub fn next_entry(&self) -> Option<(Entry, usize)> {
        let mut best: Option<(usize, Entry, usize)> = None;
        let mut offer = |cost: usize, entry: Entry, index: usize| {
            if best.is_none_or(|(least, ..)| cost < least) {
                best = Some((cost, entry, index));
            }
        };
        for (index, gap) in self.gaps.iter().enumerate() {
            let (first, last) = (gap.start, gap.end - 1);
            if gap.len() == 2 {
                offer(self.cost(first) + self.cost(last), Entry::Two(first), index);
            } else if !self.free_order {
                offer(self.cost(first), Entry::One(first), index);
            } else {
                offer(self.cost(first), Entry::One(first), index);
                offer(self.cost(last), Entry::One(last), index);
                for position in first + 2..last.saturating_sub(1) {
                    offer(self.cost(position) + SPLITTING, Entry::One(position), index);
                }
            }
        }
        best.map(|(_, entry, index)| (entry, index))
    }

    /// About how many moves it takes to bring in the tile of this position.
    fn cost(&self, position: usize) -> usize {
        let (home, tile) = (self.home(position), self.field.place(self.home(position)));
        if home == tile {
            return 0;
        }
        let (depth, place) = self.line.view(self.field, tile);
        let aside = place.abs_diff(position);
        let reach = self.field.distance(self.field.blank, tile);
        reach + carrying(depth.max(1) - 1, aside).min(carrying(depth, aside.max(1) - 1))
    }

    /// Brings in what comes next. `None` when the line is finished.
    pub fn place_next(&mut self, tables: &mut StageTables) -> Result<Option<Entry>, Failure> {
        let Some((entry, index)) = self.next_entry() else { return Ok(None) };
        let gap = self.gaps.swap_remove(index);
        match entry {
            Entry::One(position) => {
                let home = self.home(position);
                self.carry(home, home, gap.clone(), |_| false)?;
                self.field.set_finished(home, true);
                self.field.done += 1;
                let parts = [gap.start..position, position + 1..gap.end];
                self.gaps.extend(parts.into_iter().filter(|part| !part.is_empty()));
            }
            Entry::Two(position) => {
                self.place_two(position, tables)?;
                for p in [position, position + 1] {
                    let home = self.home(p);
                    self.field.set_finished(home, true);
                }
                self.field.done += 2;
            }
        }
        Ok(Some(entry))
    }

    /// Carries the tile that belongs to `home` to `target`, one step after another, each by the side that is cheapest.
    /// On the line itself it may go only within `gap`.
    fn carry(
        &mut self,
        home: Spot,
        target: Spot,
        gap: Range<usize>,
        stop: impl Fn(&Self) -> bool,
    ) -> Result<(), Failure> {
        let (to_depth, to_position) = self.line.view(self.field, target);
        loop {
            let tile = self.field.place(home);
            if tile == target || stop(self) {
                return Ok(());
            }
            let (depth, position) = self.line.view(self.field, tile);
            let aside = position.abs_diff(to_position);
            let sideways = if position < to_position { self.line.along } else { self.line.along.back() };
            let in_gap = to_depth == 0 && gap.contains(&position);
            let mut best: Option<(usize, Step)> = None;
            let mut consider = |field: &Field, step: Step, rest: usize| {
                let front = field.next(tile, step);
                let cost = reach(field, front, tile) + rest;
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, step));
                }
            };
            let deeper = depth.abs_diff(to_depth);
            if depth == 0 && !in_gap || depth < to_depth {
                consider(self.field, self.line.inward, 0);
            } else {
                if aside > 0 {
                    consider(self.field, sideways, carrying(aside - 1, deeper));
                }
                if deeper > 0 && (depth > 1 || in_gap) {
                    consider(self.field, self.line.inward.back(), carrying(deeper - 1, aside));
                }
            }
            let Some((_, step)) = best else { return Err(Failure::Stuck) };
            let front = self.field.next(tile, step);
            self.walk(front, tile, &gap)?;
            self.field.go(step.back())?;
        }
    }

    /// Leads the blank to `to`, a neighbour of the tile on `keep`, and leaves that tile alone.
    fn walk(&mut self, to: Spot, keep: Spot, gap: &Range<usize>) -> Result<(), Failure> {
        self.approach(to, keep, gap)?;
        if self.field.blank == to {
            return Ok(());
        }
        #[cfg(test)]
        if fallback::FORCED.get() {
            fallback::WALKS.set(fallback::WALKS.get() + 1);
            return self.field.search_walk(to, keep);
        }
        let Some(ring) = Ring::around(self.field, keep, to) else { return self.field.search_walk(to, keep) };
        let ways = [1, 7].map(|turn| ring.judge(self.field, turn));
        let turn = match ways {
            [Some(a), Some(b)] if a <= b => 1,
            [Some(_), None] => 1,
            [_, Some(_)] => 7,
            [None, None] => return self.field.search_walk(to, keep),
        };
        for step in ring.steps(turn) {
            self.field.go(step)?;
        }
        Ok(())
    }

    /// Leads the blank towards `to` until it arrives, stands next to the tile on `keep` (at a corner, too), or is in its own
    /// way. Where two steps lead nearer, the better one for the tile that gives way is taken.
    fn approach(&mut self, to: Spot, keep: Spot, gap: &Range<usize>) -> Result<(), Failure> {
        let field = &mut *self.field;
        let (to_row, to_column) = (field.row(to), field.column(to));
        let (keep_row, keep_column) = (field.row(keep), field.column(keep));
        let on_line = self.line.view(field, to).0 == 0;
        loop {
            let blank = field.blank;
            let (row, column) = (field.row(blank), field.column(blank));
            if blank == to || row.abs_diff(keep_row) <= 1 && column.abs_diff(keep_column) <= 1 {
                return Ok(());
            }
            let (depth, position) = self.line.view(field, blank);
            if depth == 0 && !(on_line && gap.contains(&position)) {
                field.go(self.line.inward)?;
                continue;
            }
            let may = |step: Step| {
                let there = field.next(blank, step);
                if field.is_finished(there) {
                    return false;
                }
                let (depth, position) = self.line.view(field, there);
                depth > 0 || on_line && gap.contains(&position)
            };
            let vertical = if to_row < row { Step::UP } else { Step::DOWN };
            let horizontal = if to_column < column { Step::LEFT } else { Step::RIGHT };
            let gain = |step: Step| field.gain(field.next(blank, step), step);
            let step = match (row != to_row && may(vertical), column != to_column && may(horizontal)) {
                (true, true) if gain(vertical) >= gain(horizontal) => vertical,
                (true, false) => vertical,
                (_, true) => horizontal,
                (false, false) => return field.search_walk(to, keep),
            };
            field.go(step)?;
        }
    }

    /// Which tile of a gap of two is parked on the other's home. In the fixed order a tile already parked stays, so that
    /// whoever begins again halfway does the same.
    fn parks_first(&self, position: usize) -> bool {
        if self.free_order {
            return self.cost(position) <= self.cost(position + 1);
        }
        let (first, second) = (self.home(position), self.home(position + 1));
        self.field.place(first) == second || self.field.place(second) != first
    }

    /// Brings in the tiles of a gap of two: one is parked on the other's home, the other brought into the window below,
    /// and a complete table does the rest.
    fn place_two(&mut self, position: usize, tables: &mut StageTables) -> Result<(), Failure> {
        let (first, second) = (self.home(position), self.home(position + 1));
        if self.is_home(position) && self.is_home(position + 1) {
            return Ok(());
        }
        let window = PairWindow::around(&self.line, position);
        let table = tables.pair(window.rows, window.columns, position - window.start);
        let inside = |work: &Self, spot: Spot| {
            let (depth, place) = work.line.view(work.field, spot);
            window.index(depth, place)
        };
        let ready = |work: &Self| {
            let spots = [work.field.place(first), work.field.place(second), work.field.blank];
            let [a, b, blank] = spots.map(|spot| inside(work, spot));
            Some((a?, b?, blank?))
        };
        if ready(self).is_none() {
            let (parked, on, other, under) = if self.parks_first(position) {
                (first, second, second, position + 1)
            } else {
                (second, first, first, position)
            };
            let below = self.line.spot(self.field, 1, under);
            self.carry(parked, on, position..position + 2, |work| ready(work).is_some())?;
            if ready(self).is_none() {
                self.field.set_finished(on, true);
                let other_inside = |work: &Self| inside(work, work.field.place(other)).is_some();
                if !other_inside(self) {
                    self.carry(other, below, 0..0, |work| ready(work).is_some())?;
                }
                if ready(self).is_none() {
                    let tile = self.field.place(other);
                    let entry = window
                        .cells()
                        .filter(|&(depth, _)| depth > 0)
                        .map(|(depth, place)| self.line.spot(self.field, depth, place))
                        .filter(|&spot| spot != tile)
                        .min_by_key(|&spot| reach(self.field, spot, tile));
                    if let Some(entry) = entry {
                        self.walk(entry, tile, &(0..0))?;
                    }
                }
                self.field.set_finished(on, false);
            }
        }
        loop {
            let (a, b, blank) = ready(self).ok_or(Failure::Stuck)?;
            let Some(step) = table.next(a, b, blank) else { return Ok(()) };
            self.field.go(self.line.turned(step))?;
        }
    }
}

/// How far the blank is from `to` when it must go around the tile on `keep`.
fn reach(field: &Field, to: Spot, keep: Spot) -> usize {
    let between =
        field.distance(field.blank, keep) + field.distance(keep, to) == field.distance(field.blank, to);
    let in_line = field.row(field.blank) == field.row(to) || field.column(field.blank) == field.column(to);
    field.distance(field.blank, to) + if between && in_line { 2 } else { 0 }
}

/// The eight places around a tile, with the blank on one of them and its aim on another.
struct Ring {
    centre: Spot,
    from: usize,
    to: usize,
}

/// The steps from each place of the ring to the next, clockwise from the place above the tile.
const CLOCKWISE: [Step; 8] =
    [Step::RIGHT, Step::DOWN, Step::DOWN, Step::LEFT, Step::LEFT, Step::UP, Step::UP, Step::RIGHT];

impl Ring {
    fn around(field: &Field, centre: Spot, to: Spot) -> Option<Ring> {
        let mut spot = field.next(centre, Step::UP);
        let (mut from, mut aim) = (None, None);
        for (index, step) in CLOCKWISE.into_iter().enumerate() {
            if spot == field.blank {
                from = Some(index);
            }
            if spot == to {
                aim = Some(index);
            }
            spot = field.next(spot, step);
        }
        Some(Ring { centre, from: from?, to: aim? })
    }

    /// The steps when the blank turns clockwise (1) or the other way (7).
    fn steps(&self, turn: usize) -> impl Iterator<Item = Step> + use<> {
        let (mut at, to) = (self.from, self.to);
        std::iter::from_fn(move || {
            (at != to).then(|| {
                let step = if turn == 1 { CLOCKWISE[at] } else { CLOCKWISE[(at + 7) % 8].back() };
                at = (at + turn) % 8;
                step
            })
        })
    }

    /// How good this way round is (less is better), `None` where something is in the way: first the number of steps, then
    /// what the tiles lose that give way.
    fn judge(&self, field: &Field, turn: usize) -> Option<(usize, i32)> {
        let mut spot = field.blank;
        let (mut length, mut loss) = (0, 0);
        for step in self.steps(turn) {
            spot = field.next(spot, step);
            if field.is_finished(spot) {
                return None;
            }
            debug_assert!(spot != self.centre);
            length += 1;
            loss -= field.gain(spot, step);
        }
        Some((length, loss))
    }
}

/// The part of the room in which the last two tiles come in.
#[derive(Clone, Copy)]
struct PairWindow {
    /// Where the two tiles come in.
    gap: usize,
    start: usize,
    rows: usize,
    columns: usize,
}

impl PairWindow {
    fn around(line: &Line, position: usize) -> PairWindow {
        let columns = line.length.min(4);
        let start = position.saturating_sub(1).min(line.length - columns);
        PairWindow { gap: position, start, rows: line.depth.min(4), columns }
    }

    /// The number of a place within the window. Of the line itself only the gap belongs to it.
    fn index(&self, depth: usize, position: usize) -> Option<usize> {
        let closed = depth == 0 && position != self.gap && position != self.gap + 1;
        (!closed && depth < self.rows && (self.start..self.start + self.columns).contains(&position))
            .then(|| depth * self.columns + position - self.start)
    }

    fn cells(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.rows).flat_map(move |depth| (0..self.columns).map(move |c| (depth, self.start + c)))
    }
}

impl StageTables {
    fn pair(&mut self, rows: usize, columns: usize, gap: usize) -> std::rc::Rc<PairTable> {
        let fits = |t: &&std::rc::Rc<PairTable>| (t.rows, t.columns, t.gap) == (rows, columns, gap);
        if let Some(table) = self.pairs.iter().find(fits) {
            return table.clone();
        }
        let table = std::rc::Rc::new(PairTable::new(rows, columns, gap));
        self.pairs.push(table.clone());
        table
    }
}

/// Lets a test have every walk round a tile searched, which else happens in the tightest corners only.
#[cfg(test)]
pub(super) mod fallback {
    use std::cell::Cell;

    thread_local! {
        pub static FORCED: Cell<bool> = const { Cell::new(false) };
        pub static WALKS: Cell<u64> = const { Cell::new(0) };
    }
}
