//! Goals that make several tiles alike: a tile may end on any cell of its group.

use core::fmt;
use core::str::FromStr;

use crate::prelude::*;
use crate::{Board, Cell, Goal, Problem, Shape, Tile};

/// Which tiles are alike, by where they stand in the usual goal ([`Goal::BlankLast`]). The blank's home is its last cell.
///
/// ```
/// use taquin_core::{Alike, Board};
/// let board: Board = "3 1 2/5 6 4/8 7 0".parse()?;
/// assert!(Alike::Rows.is_solved(&board));
/// assert!(!Alike::Columns.is_solved(&board));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Alike {
    /// The tiles of a row.
    Rows,
    /// The tiles of a column.
    Columns,
    /// The tiles of the first row and column, then those of what is left of the second, and so on.
    Fringe,
    /// The tiles of cells of one colour of a chessboard.
    Checkerboard,
}

/// A text that names none of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("tiles are alike by rows, columns, fringe or checkerboard")]
pub struct UnknownAlike;

impl Alike {
    /// All of them.
    pub const ALL: [Alike; 4] = [Alike::Rows, Alike::Columns, Alike::Fringe, Alike::Checkerboard];

    /// As it is written.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Alike::Rows => "rows",
            Alike::Columns => "columns",
            Alike::Fringe => "fringe",
            Alike::Checkerboard => "checkerboard",
        }
    }

    /// The group of a cell, counted from 0.
    #[must_use]
    pub fn group(self, shape: Shape, cell: Cell) -> u32 {
        let (row, column) = (shape.row(cell), shape.column(cell));
        match self {
            Alike::Rows => row,
            Alike::Columns => column,
            Alike::Fringe => row.min(column),
            Alike::Checkerboard => (row + column) % 2,
        }
    }

    /// The group of a tile; the blank has none.
    #[must_use]
    pub fn group_of(self, shape: Shape, tile: Tile) -> Option<u32> {
        tile.number().checked_sub(1).map(|home| self.group(shape, Cell::new(home)))
    }

    /// Whether every tile stands on a cell of its group, and the blank in the last cell.
    #[must_use]
    pub fn is_solved(self, board: &Board) -> bool {
        let shape = board.shape();
        shape.all_cells().zip(board).all(|(cell, tile)| {
            let group = (cell != shape.last_cell()).then(|| self.group(shape, cell));
            self.group_of(shape, tile) == group
        })
    }

    /// No solution has fewer slides: how far each tile is from the nearest cell of its group, in all.
    #[must_use]
    pub fn bound(self, board: &Board) -> u64 {
        let shape = board.shape();
        let far = |(cell, tile): (Cell, Tile)| {
            let Some(group) = self.group_of(shape, tile) else { return 0 };
            let (row, column) = (shape.row(cell), shape.column(cell));
            let away = match self {
                Alike::Rows => row.abs_diff(group),
                Alike::Columns => column.abs_diff(group),
                Alike::Fringe => {
                    let along_row = row.abs_diff(group) + group.saturating_sub(column);
                    along_row.min(column.abs_diff(group) + group.saturating_sub(row))
                }
                Alike::Checkerboard => group ^ self.group(shape, cell),
            };
            u64::from(away)
        };
        shape.all_cells().zip(board).map(far).sum()
    }

    /// One of the boards that are allowed, which the board can be brought to, its tiles not far from where they are;
    /// `None` where there is no such board.
    ///
    /// Exchanging two tiles that are alike makes the other half of all boards possible, so that only a corridor, or a
    /// board without two such tiles, can be impossible.
    #[must_use]
    pub fn near(self, start: &Board) -> Option<Board> {
        let shape = start.shape();
        let blank = shape.last_cell();
        let places: Vec<Cell> = shape.all_cells().filter(|&cell| cell != blank).collect();
        let mut target = vec![Tile::BLANK; shape.cells()];
        if shape.is_corridor() {
            // Its tiles keep their order.
            let tiles = start.iter().filter(|tile| !tile.is_blank());
            places.iter().zip(tiles).for_each(|(place, tile)| target[place.index()] = tile);
            return Board::new(shape, target).ok().filter(|board| self.is_solved(board));
        }
        // Whoever stands right stays; the others of a group take the places that are left, in their order.
        let groups = shape.rows().max(shape.columns()) as usize;
        let (mut astray, mut free) = (vec![Vec::new(); groups], vec![Vec::new(); groups]);
        for (cell, tile) in shape.all_cells().zip(start) {
            let group = self.group(shape, cell);
            let own = self.group_of(shape, tile);
            if own == Some(group) && cell != blank {
                target[cell.index()] = tile;
                continue;
            }
            if let Some(own) = own {
                astray[own as usize].push(tile);
            }
            if cell != blank {
                free[group as usize].push(cell);
            }
        }
        for (cells, tiles) in free.into_iter().zip(astray) {
            cells.into_iter().zip(tiles).for_each(|(cell, tile)| target[cell.index()] = tile);
        }
        let solvable = |target: &Board| {
            let problem = Problem::new(start.clone(), &Goal::Board(target.clone()));
            problem.is_ok_and(|problem| problem.decide().is_ok())
        };
        let board = Board::new(shape, target.clone()).ok()?;
        if solvable(&board) {
            return Some(board);
        }
        let mut last = vec![None; groups];
        let pair = places.iter().find_map(|&cell| {
            let before = last[self.group(shape, cell) as usize].replace(cell);
            before.map(|before| (before, cell))
        });
        let (one, other) = pair?;
        target.swap(one.index(), other.index());
        Board::new(shape, target).ok().filter(solvable)
    }
}

impl fmt::Display for Alike {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Alike {
    type Err = UnknownAlike;

    fn from_str(text: &str) -> Result<Alike, UnknownAlike> {
        let is_meant = |alike: &Alike| alike.name().eq_ignore_ascii_case(text.trim());
        Alike::ALL.into_iter().find(is_meant).ok_or(UnknownAlike)
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::{BTreeMap, VecDeque};

    use super::*;
    use crate::Direction;

    fn groups(alike: Alike, size: &str) -> String {
        let shape: Shape = size.parse().unwrap();
        let digits = shape.all_cells().map(|cell| char::from_digit(alike.group(shape, cell), 10).unwrap());
        digits.collect()
    }

    #[test]
    fn groups_are_those_of_their_names() {
        assert_eq!(groups(Alike::Rows, "3x4"), "000011112222");
        assert_eq!(groups(Alike::Columns, "3x4"), "012301230123");
        assert_eq!(groups(Alike::Fringe, "3x4"), "000001110122");
        assert_eq!(groups(Alike::Checkerboard, "3x4"), "010110100101");
        for alike in Alike::ALL {
            assert_eq!(alike.to_string().parse(), Ok(alike));
        }
        assert_eq!("row".parse::<Alike>(), Err(UnknownAlike));
    }

    /// The fewest slides from one of these boards to each that can be reached, by a search of all.
    fn distances(from: impl Iterator<Item = Board>) -> BTreeMap<Board, u64> {
        let mut queue: VecDeque<Board> = from.collect();
        let mut seen: BTreeMap<Board, u64> = queue.iter().map(|board| (board.clone(), 0)).collect();
        while let Some(board) = queue.pop_front() {
            for direction in Direction::ALL {
                let mut next = board.clone();
                if next.slide(direction).is_some() && !seen.contains_key(&next) {
                    seen.insert(next.clone(), seen[&board] + 1);
                    queue.push_back(next);
                }
            }
        }
        seen
    }

    /// Every board that can be reached from these, of every small shape: one near it is there exactly when an allowed one
    /// can be reached, is one of those, and none is nearer than the bound.
    #[test]
    fn what_is_near_can_be_reached_and_the_bound_holds() {
        let corridors = ["[[1,2,3,0]]", "[[2,3,1,0]]", "[[2,1,3,0]]", "[[1],[3],[2],[0]]"];
        let others = ["1 2/3 0", "2 1/3 0", "1 2 3/4 5 0", "2 1 3/4 5 0", "1 2/3 4/5 0", "2 1/3 4/5 0"];
        for from in corridors.iter().chain(&others) {
            let all = distances(core::iter::once(from.parse().unwrap()));
            for alike in Alike::ALL {
                let allowed = all.keys().filter(|board| alike.is_solved(board));
                let far = distances(allowed.cloned());
                for board in all.keys() {
                    let near = alike.near(board);
                    assert_eq!(near.is_some(), far.contains_key(board), "{alike} {board}");
                    let Some(near) = near else { continue };
                    assert!(alike.is_solved(&near) && all.contains_key(&near), "{alike} {board}: {near}");
                    assert!(alike.bound(board) <= far[board], "{alike} {board}");
                }
            }
        }
    }
}
