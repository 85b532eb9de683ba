//! Four bounds beside the truth, each with what it looks at.

use js_sys::Uint32Array;
use taquin_core::fault::Kind;
use taquin_solve::heuristic::{Additive, Heuristic, LinearConflict, Manhattan, Walking, conflicts};
use taquin_solve::position::{Grid, Homes};
use wasm_bindgen::prelude::*;

use crate::{EXACT_CELLS, Position, thrown};

/// How far a position is at least, by bounds from the plainest to the sharpest.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub struct Bounds {
    /// Every tile for itself.
    pub manhattan: u32,
    /// And the tiles that stand in each other's way within a line.
    pub linear_conflict: u32,
    /// The slides that this adds to the one before: two for each tile that must step aside.
    pub conflict_slides: u32,
    /// How many tiles must change rows, whichever they are.
    pub walking_rows: u32,
    /// How many tiles must change columns.
    pub walking_columns: u32,
    /// Both together.
    pub walking: u32,
    /// Groups of tiles solved among blanks, added up.
    pub pattern: u32,
}

/// The bounds of one shape and home of the blank, with their tables.
#[wasm_bindgen]
pub struct Guesses {
    grid: Grid,
    manhattan: Manhattan,
    conflicts: LinearConflict,
    walking: Walking,
    pattern: Additive,
}

#[wasm_bindgen]
impl Guesses {
    /// The bounds for boards like this one: small enough for exact distances, both sides at least two.
    #[wasm_bindgen(constructor)]
    pub fn new(position: &Position) -> Result<Guesses, JsValue> {
        let grid = position.searchable()?.grid();
        Ok(Guesses {
            manhattan: Manhattan::new(&grid),
            conflicts: LinearConflict::new(&grid),
            walking: Walking::new(&grid, &taquin_solve::Unlimited).map_err(|_| thrown(Kind::TooLarge))?,
            pattern: pattern(&grid)?,
            grid,
        })
    }

    /// Whether these are the bounds for this position, too.
    pub fn suits(&self, position: &Position) -> bool {
        let problem = position.problem();
        (problem.goal().shape(), problem.goal().blank().index()) == (self.grid.shape(), self.grid.home())
    }

    /// The bounds of a position that can be solved.
    pub fn of(&self, position: &Position) -> Result<Bounds, JsValue> {
        let state = position.searchable()?;
        let (rows, columns) = self.walking.parts(&self.walking.start(&state));
        let manhattan = self.manhattan.bound(&self.manhattan.start(&state));
        let linear_conflict = self.conflicts.bound(&self.conflicts.start(&state));
        Ok(Bounds {
            manhattan,
            linear_conflict,
            conflict_slides: linear_conflict - manhattan,
            walking_rows: rows,
            walking_columns: columns,
            walking: self.walking.bound(&self.walking.start(&state)),
            pattern: self.pattern.bound(&self.pattern.start(&state)),
        })
    }

    /// What walking distance knows: for each row how many of its tiles belong in each row, row after row; `of` is `rows` or
    /// `columns`.
    pub fn lines(&self, position: &Position, of: &str) -> Result<Vec<u8>, JsValue> {
        let (rows, columns) = self.walking.lines(&position.searchable()?);
        Ok(if of == "rows" { rows } else { columns })
    }

    /// What each pattern adds to the bound.
    pub fn parts(&self, position: &Position) -> Result<Vec<u32>, JsValue> {
        let state = position.searchable()?;
        Ok(self.pattern.parts(&self.pattern.start(&state)).collect())
    }

    /// The home cells of each pattern's tiles.
    pub fn groups(&self) -> Vec<Uint32Array> {
        let homes = |group: &[usize]| group.iter().map(|&home| home as u32).collect::<Vec<u32>>();
        self.pattern.patterns().map(|group| Uint32Array::from(homes(group).as_slice())).collect()
    }
}

#[wasm_bindgen]
impl Position {
    /// The home of what stands on each cell.
    pub fn homes(&self) -> Vec<u32> {
        self.problem().homes().map(|cell| cell.index() as u32).collect()
    }

    /// Cells whose tiles stand in their own line in the wrong order, two numbers each.
    pub fn conflicts(&self) -> Vec<u32> {
        conflicts(&self.problem()).flat_map(|(a, b)| [a.index() as u32, b.index() as u32]).collect()
    }
}

impl Position {
    /// The grid and the homes of a board that lessons can search.
    pub(crate) fn searchable(&self) -> Result<Homes, JsValue> {
        let homes = Homes::from(&self.problem().decide().map_err(thrown)?);
        if homes.shape().cells() > EXACT_CELLS || homes.shape().is_corridor() {
            return Err(thrown(Kind::TooLarge));
        }
        Ok(homes)
    }
}

/// The pattern tables of a grid, small enough to be made on the spot.
pub(crate) fn pattern(grid: &Grid) -> Result<Additive, JsValue> {
    let sizes = Additive::small_sizes(grid.shape());
    Additive::new(grid, &sizes, &taquin_solve::Unlimited).map_err(|_| thrown(Kind::TooLarge))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(board: &str, goal: &str) -> Position {
        Position::new(board, goal, "").unwrap_or_else(|_| panic!("{board} is a board"))
    }

    #[test]
    fn bounds_rise_from_the_plainest_to_the_truth() {
        let board = position("8 6 7/2 5 4/3 0 1", "blank-last");
        let guesses = Guesses::new(&board).unwrap_or_else(|_| panic!("it can be solved"));
        let bounds = guesses.of(&board).unwrap_or_else(|_| panic!("it can be solved"));
        assert!(bounds.manhattan <= bounds.linear_conflict && bounds.linear_conflict <= 31);
        assert_eq!(bounds.walking_rows + bounds.walking_columns, bounds.walking);
        assert!(bounds.walking <= 31 && bounds.pattern <= 31);
        let parts = guesses.parts(&board).unwrap_or_else(|_| panic!("it can be solved"));
        assert_eq!(parts.iter().sum::<u32>(), bounds.pattern);
        assert!(guesses.suits(&board) && !guesses.suits(&position("1 2 3/4 5 6/7 8 0", "blank-first")));
    }
}
