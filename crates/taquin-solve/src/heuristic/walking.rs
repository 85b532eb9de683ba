//! Walking distance (Takahashi): only in which row each tile is, and in which row it belongs.
//!
//! 1. Forget everything about a position but, for each row, how many of its tiles belong in each row, and the
//!    blank's row. A vertical slide moves one tile to the blank's row and the blank to the tile's row; a
//!    horizontal slide changes nothing.
//! 2. A breadth-first search over these pictures gives for each the least number of vertical slides: admissible,
//!    and consistent because one slide is one step in the search.
//! 3. The same for columns gives the horizontal slides. No slide is both, so the two add up.
//!
//! A *line* below is a row or a column. The picture is a k × k matrix for k lines of n cells; it is numbered by
//! writing each line as the rank of its multiset among all multisets of n or n − 1 homes. 4×4 has 24,964 pictures,
//! one table for both directions when the blank's home is on the diagonal. The number grows fast (5×5 has
//! 65,650,495, 2×8 too many by columns): a direction with too many falls back to the tiles' distances in that
//! direction, which are the horizontal or vertical part of Manhattan distance.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use taquin_core::Metric;

use super::Heuristic;
use crate::monitor::{Monitor, Pace, StopReason};
use crate::position::{Grid, Position, Slide};

/// The most pictures a direction may have.
const MOST_PICTURES: usize = 2_000_000;

/// Pictures made between two looks at the monitor: a fraction of a millisecond.
const POLL_PICTURES: u64 = 1 << 10;

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WalkingError {
    /// Neither direction's pictures fit.
    #[error(
        "walking distance of {0} needs more than {MOST_PICTURES} entries; use linear-conflict or inversion"
    )]
    TooManyStates(taquin_core::Shape),
    /// The building was stopped.
    #[error("the tables were not finished because of {0}")]
    Stopped(StopReason),
}

impl From<StopReason> for WalkingError {
    fn from(why: StopReason) -> WalkingError {
        WalkingError::Stopped(why)
    }
}

/// The least vertical and horizontal slides when only the lines of the tiles are looked at.
#[derive(Clone, Debug)]
pub struct Walking {
    grid: Grid,
    vertical: AxisBound,
    horizontal: AxisBound,
}

/// How one direction is bounded.
#[derive(Clone, Debug)]
enum AxisBound {
    Pictures(Arc<Pictures>),
    /// Too many pictures: the tiles' distances in this direction.
    Distance,
}

/// All pictures of one direction, with their distances and their neighbours.
#[derive(Debug)]
struct Pictures {
    lines: usize,
    number: FxHashMap<u64, u32>,
    distance: Vec<u8>,
    /// `next[(picture * 2 + up) * lines + home]`: a tile of that home line moves into the blank's line from the
    /// line after it (`up` = 0) or before it (`up` = 1).
    next: Vec<u32>,
    ranks: Multisets,
}

impl Walking {
    /// Builds the tables of a grid: 24,964 entries for 4×4, a few milliseconds.
    pub fn new(grid: &Grid, monitor: &dyn Monitor) -> Result<Walking, WalkingError> {
        let shape = grid.shape();
        let (rows, columns) = (shape.rows() as usize, shape.columns() as usize);
        let (row, column) = (grid.row(grid.home()), grid.column(grid.home()));
        let axis =
            |built: Option<Pictures>| built.map_or(AxisBound::Distance, |p| AxisBound::Pictures(Arc::new(p)));
        let mut pace = Pace::new(monitor, "building walking distance", POLL_PICTURES);
        let vertical = axis(Pictures::build(rows, columns, row, &mut pace)?);
        let horizontal = if rows == columns && row == column {
            vertical.clone()
        } else {
            axis(Pictures::build(columns, rows, column, &mut pace)?)
        };
        match (&vertical, &horizontal) {
            (AxisBound::Distance, AxisBound::Distance) => Err(WalkingError::TooManyStates(shape)),
            _ => Ok(Walking { grid: grid.clone(), vertical, horizontal }),
        }
    }

    /// The number of pictures of the vertical and of the horizontal direction; 0 where there were too many.
    pub fn pictures(&self) -> (usize, usize) {
        let count = |axis: &AxisBound| match axis {
            AxisBound::Pictures(pictures) => pictures.distance.len(),
            AxisBound::Distance => 0,
        };
        (count(&self.vertical), count(&self.horizontal))
    }
}

impl Walking {
    /// What the bound knows of a position: for each row how many of its tiles belong in each row, row after row, and the same
    /// for columns.
    pub fn lines<P: Position>(&self, state: &P) -> (Vec<u8>, Vec<u8>) {
        let (grid, shape) = (&self.grid, self.grid.shape());
        let rows = picture(state, grid, shape.rows() as usize, |cell| grid.row(cell));
        (rows, picture(state, grid, shape.columns() as usize, |cell| grid.column(cell)))
    }

    /// The vertical and the horizontal part of the bound.
    pub fn parts(&self, memo: &(u32, u32)) -> (u32, u32) {
        (self.vertical.bound(memo.0), self.horizontal.bound(memo.1))
    }
}

/// For each line how many of its tiles belong in each line; `line` tells the line of a cell.
fn picture<P: Position>(state: &P, grid: &Grid, lines: usize, line: impl Fn(usize) -> usize) -> Vec<u8> {
    let mut matrix = vec![0_u8; lines * lines];
    for cell in (0..grid.cells()).filter(|&cell| cell != state.blank()) {
        // A line longer than a byte counts has no table, so what it says is only drawn.
        let count = &mut matrix[line(cell) * lines + line(state.at(cell))];
        *count = count.saturating_add(1);
    }
    matrix
}

impl AxisBound {
    /// The picture's number, or the sum of distances; `line` tells the line of a cell.
    fn start<P: Position>(&self, state: &P, grid: &Grid, line: impl Fn(usize) -> usize) -> u32 {
        match self {
            AxisBound::Distance => {
                let tiles = (0..grid.cells()).filter(|&cell| cell != state.blank());
                tiles.map(|cell| line(cell).abs_diff(line(state.at(cell))) as u32).sum()
            }
            AxisBound::Pictures(pictures) => {
                let matrix = picture(state, grid, pictures.lines, &line);
                pictures.number[&pictures.ranks.key(&matrix, line(state.blank()))]
            }
        }
    }

    #[inline]
    fn step(&self, memo: u32, from: usize, to: usize, home: usize) -> u32 {
        match self {
            AxisBound::Distance => memo + to.abs_diff(home) as u32 - from.abs_diff(home) as u32,
            AxisBound::Pictures(pictures) => {
                pictures.next[(memo as usize * 2 + usize::from(from < to)) * pictures.lines + home]
            }
        }
    }

    #[inline]
    fn bound(&self, memo: u32) -> u32 {
        match self {
            AxisBound::Distance => memo,
            AxisBound::Pictures(pictures) => u32::from(pictures.distance[memo as usize]),
        }
    }

    fn memory_bytes(&self) -> u64 {
        match self {
            AxisBound::Distance => 0,
            AxisBound::Pictures(p) => (p.distance.len() + 4 * p.next.len() + 13 * p.number.capacity()) as u64,
        }
    }
}

impl Heuristic for Walking {
    /// The vertical and the horizontal picture.
    type Memo = (u32, u32);

    fn start<P: Position>(&self, state: &P) -> (u32, u32) {
        let grid = &self.grid;
        let vertical = self.vertical.start(state, grid, |cell| grid.row(cell));
        (vertical, self.horizontal.start(state, grid, |cell| grid.column(cell)))
    }

    #[inline]
    fn step<P: Position>(&self, memo: &(u32, u32), _: &P, slide: Slide) -> (u32, u32) {
        let grid = &self.grid;
        if slide.direction.is_vertical() {
            let (from, to, home) = (grid.row(slide.from), grid.row(slide.to), grid.row(slide.tile));
            (self.vertical.step(memo.0, from, to, home), memo.1)
        } else {
            let (from, to, home) = (grid.column(slide.from), grid.column(slide.to), grid.column(slide.tile));
            (memo.0, self.horizontal.step(memo.1, from, to, home))
        }
    }

    #[inline]
    fn bound(&self, memo: &(u32, u32)) -> u32 {
        self.vertical.bound(memo.0) + self.horizontal.bound(memo.1)
    }

    fn is_for(&self, grid: &Grid) -> bool {
        self.grid == *grid
    }

    fn is_admissible(&self, metric: Metric) -> bool {
        metric == Metric::Stm
    }

    fn is_consistent(&self) -> bool {
        true
    }

    fn memory_bytes(&self) -> u64 {
        let shared = match (&self.vertical, &self.horizontal) {
            (AxisBound::Pictures(a), AxisBound::Pictures(b)) => Arc::ptr_eq(a, b),
            _ => false,
        };
        self.vertical.memory_bytes() + if shared { 0 } else { self.horizontal.memory_bytes() }
    }
}

impl Pictures {
    /// Every picture of `lines` lines of `length` cells reachable from home, where the blank is in `home_line`;
    /// `None` when there are more than [`MOST_PICTURES`].
    fn build(
        lines: usize,
        length: usize,
        home_line: usize,
        pace: &mut Pace<'_>,
    ) -> Result<Option<Pictures>, StopReason> {
        // Lengths from which, by number of lines, the count is not tried: it would only run into the limit. Giving up
        // early is always safe, the direction then falls back to distances.
        let too_long = [usize::MAX, usize::MAX, usize::MAX, usize::MAX, 8, 4, 3, 2];
        if length >= too_long.get(lines).copied().unwrap_or(2) || length > usize::from(u8::MAX) {
            return Ok(None);
        }
        let Some(ranks) = Multisets::new(lines, length) else { return Ok(None) };
        let mut matrix = vec![0_u8; lines * lines];
        for line in 0..lines {
            matrix[line * lines + line] = (length - usize::from(line == home_line)) as u8;
        }
        let goal = ranks.key(&matrix, home_line);
        let mut number = FxHashMap::default();
        number.insert(goal, 0_u32);
        let mut seen = vec![goal];
        let (mut distance, mut next) = (vec![0_u8], Vec::new());
        let mut at = 0;
        while at < seen.len() {
            pace.step(1)?;
            let blank = ranks.picture(seen[at], length, &mut matrix);
            for source in [blank + 1, blank.wrapping_sub(1)] {
                for home in 0..lines {
                    if source >= lines || matrix[source * lines + home] == 0 {
                        next.push(u32::MAX);
                        continue;
                    }
                    matrix[source * lines + home] -= 1;
                    matrix[blank * lines + home] += 1;
                    let key = ranks.key(&matrix, source);
                    matrix[source * lines + home] += 1;
                    matrix[blank * lines + home] -= 1;
                    let fresh = seen.len() as u32;
                    next.push(match number.entry(key) {
                        Entry::Occupied(known) => *known.get(),
                        Entry::Vacant(_) if seen.len() == MOST_PICTURES || distance[at] == u8::MAX => {
                            return Ok(None);
                        }
                        Entry::Vacant(place) => {
                            seen.push(key);
                            distance.push(distance[at] + 1);
                            *place.insert(fresh)
                        }
                    });
                }
            }
            at += 1;
        }
        Ok(Some(Pictures { lines, number, distance, next, ranks }))
    }
}

/// Numbers for the multisets of home lines that can stand in one line.
#[derive(Debug)]
struct Multisets {
    lines: usize,
    /// `ways[k][n]`: multisets of n homes out of k lines.
    ways: Vec<Vec<u64>>,
    /// Numbers needed for one line: those of a full line.
    radix: u64,
}

impl Multisets {
    /// `None` when a picture's key would not fit 64 bits.
    fn new(lines: usize, length: usize) -> Option<Multisets> {
        let mut ways = vec![vec![0_u64; length + 1]; lines + 1];
        for row in &mut ways {
            row[0] = 1;
        }
        for k in 1..=lines {
            for n in 1..=length {
                ways[k][n] = ways[k - 1][n].checked_add(ways[k][n - 1])?;
            }
        }
        let radix = ways[lines][length];
        let mut keys = lines as u64;
        for _ in 0..lines {
            keys = keys.checked_mul(radix)?;
        }
        Some(Multisets { lines, ways, radix })
    }

    /// The key of a picture: the blank's line, then each line's multiset in turn.
    ///
    /// A line with the blank holds one home fewer; its number cannot be confused with a full line's because the
    /// blank's line is in the key.
    fn key(&self, matrix: &[u8], blank: usize) -> u64 {
        matrix.chunks(self.lines).fold(blank as u64, |key, line| key * self.radix + self.rank(line))
    }

    /// The picture of a key, written into `matrix`; returns the blank's line.
    fn picture(&self, mut key: u64, length: usize, matrix: &mut [u8]) -> usize {
        let ranks = key;
        for _ in 0..self.lines {
            key /= self.radix;
        }
        let blank = key as usize;
        let mut rest = ranks;
        for (line, row) in matrix.chunks_mut(self.lines).enumerate().rev() {
            self.unrank(rest % self.radix, length - usize::from(line == blank), row);
            rest /= self.radix;
        }
        blank
    }

    /// The multiset of `size` homes with this number: the inverse of `rank`.
    fn unrank(&self, mut rank: u64, size: usize, line: &mut [u8]) {
        let mut left = size;
        for (home, count) in line.iter_mut().enumerate() {
            let after = self.lines - home - 1;
            *count = 0;
            while left > 0 && rank >= self.ways[after][left] {
                rank -= self.ways[after][left];
                left -= 1;
                *count += 1;
            }
        }
    }

    /// The number of the multiset with `line[home]` copies of each home, among those of the same size.
    fn rank(&self, line: &[u8]) -> u64 {
        let mut left: usize = line.iter().map(|&count| usize::from(count)).sum();
        let mut rank = 0;
        for (home, &count) in line.iter().enumerate() {
            let after = self.lines - home - 1;
            // Multisets with fewer copies of this home come first.
            rank += (0..usize::from(count)).map(|fewer| self.ways[after][left - fewer]).sum::<u64>();
            left -= usize::from(count);
        }
        rank
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unlimited;
    use taquin_core::Shape;

    #[test]
    fn the_4x4_board_has_24964_pictures_in_each_direction() {
        let shape: Shape = "4x4".parse().unwrap();
        let walking = Walking::new(&Grid::new(shape, shape.last_cell()).unwrap(), &Unlimited).unwrap();
        assert_eq!(walking.pictures(), (24_964, 24_964));
    }

    #[test]
    fn a_line_of_255_cells_has_a_picture_and_a_longer_one_has_none() {
        let walking = |size: &str| {
            let shape: Shape = size.parse().unwrap();
            Walking::new(&Grid::new(shape, shape.last_cell()).unwrap(), &Unlimited)
        };
        assert_eq!(walking("1x255").unwrap().pictures(), (1, 0));
        assert!(matches!(walking("1x256"), Err(WalkingError::TooManyStates(_))));
    }

    #[test]
    fn lines_tell_where_the_tiles_of_each_row_and_column_belong() {
        use crate::position::Homes;
        use taquin_core::{Goal, Problem};
        let problem = Problem::new("4 3 2/1 5 6/0 7 8".parse().unwrap(), &Goal::BlankLast).unwrap();
        let homes = Homes::from(&problem.decide().unwrap());
        let walking = Walking::new(&homes.grid(), &Unlimited).unwrap();
        let (rows, columns) = walking.lines(&homes);
        assert_eq!(rows, [2, 1, 0, 1, 2, 0, 0, 0, 2]);
        assert_eq!(columns, [2, 0, 0, 1, 1, 1, 0, 2, 1]);
    }

    #[test]
    fn a_direction_with_too_many_pictures_falls_back_and_two_are_an_error() {
        let shape: Shape = "2x8".parse().unwrap();
        let walking = Walking::new(&Grid::new(shape, shape.last_cell()).unwrap(), &Unlimited).unwrap();
        assert!(walking.pictures().0 > 0 && walking.pictures().1 == 0);
        let shape: Shape = "6x6".parse().unwrap();
        assert!(Walking::new(&Grid::new(shape, shape.last_cell()).unwrap(), &Unlimited).is_err());
    }

    fn walking(size: &str, home: u32) -> Result<Walking, WalkingError> {
        let shape: Shape = size.parse().unwrap();
        Walking::new(&Grid::new(shape, taquin_core::Cell::new(home)).unwrap(), &Unlimited)
    }

    #[test]
    fn the_bound_is_the_sum_of_its_parts_and_a_part_without_pictures_is_the_tiles_distance() {
        use crate::position::{Homes, Medium, State};
        use taquin_core::Direction;
        for (size, pictures) in [("3x3", true), ("2x8", false), ("8x2", false)] {
            let shape: Shape = size.parse().unwrap();
            let walking = walking(size, shape.last_cell().index() as u32).unwrap();
            let homes = Homes::solved(shape, shape.last_cell());
            let grid = homes.grid();
            let mut state = Medium::new(&homes).unwrap();
            let mut memo = walking.start(&state);
            let mut number = 1_u32;
            for _ in 0..500 {
                number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let Some(slide) = state.slide(&grid, Direction::ALL[(number >> 30) as usize]) else {
                    continue;
                };
                memo = walking.step(&memo, &state, slide);
                assert_eq!(memo, walking.start(&state), "{size}");
                let parts = walking.parts(&memo);
                assert_eq!(walking.bound(&memo), parts.0 + parts.1, "{size}");
                let tiles = (0..grid.cells()).filter(|&cell| cell != state.blank());
                let rows: usize = tiles.clone().map(|c| grid.row(c).abs_diff(grid.row(state.at(c)))).sum();
                let columns: usize = tiles.map(|c| grid.column(c).abs_diff(grid.column(state.at(c)))).sum();
                assert!(parts.0 as usize >= rows && parts.1 as usize >= columns, "{size}");
                if !pictures {
                    let (part, distance) = if size == "2x8" { (parts.1, columns) } else { (parts.0, rows) };
                    assert_eq!(part as usize, distance, "{size}");
                }
            }
        }
    }

    #[test]
    fn lines_too_long_for_a_byte_have_no_pictures() {
        assert!(walking("2x100", 199).unwrap().pictures().0 > 0);
        // Past 255 slides a distance does not fit, past 255 tiles a count.
        for size in ["2x150", "2x255", "2x256", "2x300"] {
            assert!(matches!(walking(size, 0), Err(WalkingError::TooManyStates(_))), "{size}");
        }
    }

    #[test]
    fn tables_that_serve_both_directions_are_counted_once() {
        let one = |axis: &AxisBound| match axis {
            AxisBound::Pictures(p) => p.distance.len() + 4 * p.next.len() + 13 * p.number.len(),
            AxisBound::Distance => 0,
        } as u64;
        // A hash table has up to as much room again as it holds.
        for (size, home, once) in
            [("4x4", 15, true), ("4x4", 5, true), ("4x4", 14, false), ("2x8", 15, false)]
        {
            let walking = walking(size, home).unwrap();
            let least = one(&walking.vertical) + if once { 0 } else { one(&walking.horizontal) };
            let bytes = walking.memory_bytes();
            assert!((least..least * 3 / 2).contains(&bytes), "{size} {home}: {least} {bytes}");
        }
    }
}
