//! Groupings as goals: tiles of a group are alike, each may end on any cell of its own.

use super::Grouping;
use crate::prelude::*;
use crate::{Board, Cell, Goal, Problem, Shape, Tile};

/// As a goal: groups are those of the usual goal ([`Goal::BlankLast`]), the blank's home is its last cell.
///
/// ```
/// use taquin_core::{Board, Grouping};
/// let board: Board = "3 1 2/5 6 4/8 7 0".parse()?;
/// assert!(Grouping::Rows.is_solved(&board));
/// assert!(!Grouping::Columns.is_solved(&board));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Grouping {
    /// The group of a tile in the usual goal; the blank has none.
    #[must_use]
    pub fn group_of(self, shape: Shape, tile: Tile) -> Option<u32> {
        tile.number().checked_sub(1).map(|home| self.group(shape, Cell::new(home)))
    }

    /// Whether a tile may end on this cell: a cell of its group, the blank on the last.
    #[must_use]
    pub fn is_home(self, shape: Shape, tile: Tile, cell: Cell) -> bool {
        let group = (cell != shape.last_cell()).then(|| self.group(shape, cell));
        self.group_of(shape, tile) == group
    }

    /// Whether every tile stands where it may end.
    #[must_use]
    pub fn is_solved(self, board: &Board) -> bool {
        let shape = board.shape();
        shape.all_cells().zip(board).all(|(cell, tile)| self.is_home(shape, tile, cell))
    }

    /// No solution has fewer slides: how far each tile is from the nearest cell of its group, in all.
    #[must_use]
    pub fn bound(self, board: &Board) -> u64 {
        let shape = board.shape();
        let far = |(cell, tile): (Cell, Tile)| {
            let Some(group) = self.group_of(shape, tile) else { return 0 };
            let (row, column) = (shape.row(cell), shape.column(cell));
            let away = match self {
                Grouping::Rows => row.abs_diff(group),
                Grouping::Columns => column.abs_diff(group),
                Grouping::Fringe => {
                    let along_row = row.abs_diff(group) + group.saturating_sub(column);
                    along_row.min(column.abs_diff(group) + group.saturating_sub(row))
                }
                Grouping::Grids => {
                    let (half_rows, half_columns) = (shape.rows().div_ceil(2), shape.columns().div_ceil(2));
                    // Into a half: down to its first row, or up to the last of the other one.
                    let into = |at: u32, half: u32, far: bool| {
                        if far { half.saturating_sub(at) } else { (at + 1).saturating_sub(half) }
                    };
                    into(row, half_rows, group / 2 == 1) + into(column, half_columns, group % 2 == 1)
                }
                Grouping::Checkerboard => group ^ self.group(shape, cell),
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
        let groups = self.count(shape) as usize;
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

#[cfg(test)]
mod tests {
    use alloc::collections::{BTreeMap, VecDeque};

    use super::*;
    use crate::Direction;

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
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn what_is_near_can_be_reached_and_the_bound_holds() {
        let corridors = ["[[1,2,3,0]]", "[[2,3,1,0]]", "[[2,1,3,0]]", "[[1],[3],[2],[0]]"];
        let others = ["1 2/3 0", "2 1/3 0", "1 2 3/4 5 0", "2 1 3/4 5 0", "1 2/3 4/5 0", "2 1/3 4/5 0"];
        for from in corridors.iter().chain(&others) {
            let all = distances(core::iter::once(from.parse().unwrap()));
            for grouping in Grouping::ALL {
                let allowed = all.keys().filter(|board| grouping.is_solved(board));
                let far = distances(allowed.cloned());
                for board in all.keys() {
                    let near = grouping.near(board);
                    assert_eq!(near.is_some(), far.contains_key(board), "{grouping} {board}");
                    let Some(near) = near else { continue };
                    assert!(
                        grouping.is_solved(&near) && all.contains_key(&near),
                        "{grouping} {board}: {near}"
                    );
                    assert!(grouping.bound(board) <= far[board], "{grouping} {board}");
                }
            }
        }
    }
}
