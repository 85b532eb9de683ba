//! A board with its goal, to move on, to edit and to judge.

use taquin_core::game::{self, Point};
use taquin_core::notation::{Mover, Notation, Style, read_board, read_moves};
use taquin_core::{
    Board, Cell, Goal, Grouping, Metric, Moves, Problem, Scrambler, Seed, Shape, Tile, Unsolvable,
};
use wasm_bindgen::prelude::*;

use crate::{EXACT_CELLS, Evidence, direction, thrown};

/// A board and the goal it is meant for.
#[wasm_bindgen]
#[derive(Clone)]
pub struct Position {
    board: Board,
    goal: Board,
}

/// What pressing a cell would move: these cells' tiles, one cell that way.
#[wasm_bindgen(getter_with_clone)]
pub struct Line {
    /// `U`, `D`, `L` or `R`.
    pub way: String,
    /// The cells, the one next to the blank first.
    pub cells: Vec<u32>,
}

#[wasm_bindgen]
impl Position {
    /// Reads a board in any of the accepted forms. `size` (`3x4`) may be empty; `goal` is a name or a board.
    #[wasm_bindgen(constructor)]
    pub fn new(board: &str, goal: &str, size: &str) -> Result<Position, JsValue> {
        let size = if size.is_empty() { None } else { Some(size.parse::<Shape>().map_err(thrown)?) };
        let board = read_board(board, size).map_err(thrown)?;
        let goal = Goal::parse(goal, Some(board.shape()))
            .and_then(|goal| goal.board(board.shape()))
            .map_err(thrown)?;
        Ok(Position { board, goal })
    }

    /// The goal itself.
    pub fn solved(rows: u32, columns: u32, goal: &str) -> Result<Position, JsValue> {
        let shape = Shape::new(rows, columns).map_err(thrown)?;
        let goal = Goal::parse(goal, Some(shape)).and_then(|goal| goal.board(shape)).map_err(thrown)?;
        Ok(Position { board: goal.clone(), goal })
    }

    /// A uniformly random solvable board: number `index` of a seed.
    pub fn scrambled(
        rows: u32,
        columns: u32,
        goal: &str,
        seed: u64,
        index: u32,
    ) -> Result<Position, JsValue> {
        let Position { goal, .. } = Position::solved(rows, columns, goal)?;
        let scrambler =
            Scrambler::new(goal.shape(), &Goal::Board(goal.clone()), Seed::new(seed)).map_err(thrown)?;
        Ok(Position { board: scrambler.board(u64::from(index)), goal })
    }

    /// A position of its own, that changes alone.
    pub fn copy(&self) -> Position {
        self.clone()
    }

    /// How many rows.
    #[wasm_bindgen(getter)]
    pub fn rows(&self) -> u32 {
        self.board.shape().rows()
    }

    /// How many columns.
    #[wasm_bindgen(getter)]
    pub fn columns(&self) -> u32 {
        self.board.shape().columns()
    }

    /// The tile on each cell, 0 for the blank.
    pub fn tiles(&self) -> Vec<u32> {
        self.board.tiles().iter().map(|tile| tile.number()).collect()
    }

    /// The tile that belongs on each cell.
    pub fn goal(&self) -> Vec<u32> {
        self.goal.tiles().iter().map(|tile| tile.number()).collect()
    }

    /// Where the blank is.
    #[wasm_bindgen(getter)]
    pub fn blank(&self) -> u32 {
        self.board.blank().index() as u32
    }

    /// The board as text, rows separated by `/`.
    pub fn text(&self) -> String {
        self.board.to_string()
    }

    /// Whether the goal is reached.
    #[wasm_bindgen(getter)]
    pub fn is_solved(&self) -> bool {
        self.board == self.goal
    }

    /// What pressing this cell would move; nothing when it is not in the blank's row or column.
    pub fn line(&self, cell: u32) -> Option<Line> {
        Line::of(&self.board, cell)
    }

    /// Slides the line that ends at this cell; the letters of the slides made, none when there is no such line.
    pub fn press(&mut self, cell: u32) -> String {
        let Some((way, count)) = self.board.line_to(Cell::new(cell)) else { return String::new() };
        (0..count).filter_map(|_| self.board.slide(way).map(|_| way.letter())).collect()
    }

    /// Slides the tile that can go this way; whether there was one.
    pub fn slide(&mut self, letter: &str) -> bool {
        direction(letter).is_some_and(|way| self.board.slide(way).is_some())
    }

    /// Plays moves written in letters, runs, words or arrows, `of` the `tile` or the `blank`; all or none.
    pub fn play(&mut self, moves: &str, of: &str) -> Result<(), JsValue> {
        let of = if of == "blank" { Mover::Blank } else { Mover::Tile };
        let moves = read_moves(moves, of).map_err(thrown)?;
        self.board = self.board.after(&moves).map_err(thrown)?;
        Ok(())
    }

    /// Lifts two cells' contents out and exchanges them.
    pub fn exchange(&mut self, a: u32, b: u32) {
        let tile = |cell: u32| self.board.tile(Cell::new(cell));
        if let (Some(a), Some(b)) = (tile(a), tile(b))
            && let Some(board) = self.board.with_swapped(a, b)
        {
            self.board = board;
        }
    }

    /// Lifts two tiles out, wherever they are, and exchanges them.
    #[cfg(feature = "full")]
    pub fn exchange_tiles(&mut self, a: u32, b: u32) {
        if let Some(board) = self.board.with_swapped(Tile::new(a), Tile::new(b)) {
            self.board = board;
        }
    }

    /// Whether the board is a single row or column.
    #[cfg(feature = "full")]
    #[wasm_bindgen(getter)]
    pub fn is_line(&self) -> bool {
        self.board.shape().is_corridor()
    }

    /// Whether a way to the goal exists.
    #[wasm_bindgen(getter)]
    pub fn is_solvable(&self) -> bool {
        self.decided().is_none()
    }

    /// The two tiles whose exchange mends an impossible board; empty when it is possible.
    /// In a corridor several pairs may be needed, one after another.
    pub fn repair(&self) -> Vec<u32> {
        let swaps = self.decided().map(|no| no.repair());
        swaps
            .iter()
            .flat_map(taquin_core::Repair::swaps)
            .flat_map(|(a, b)| [a.number(), b.number()])
            .collect()
    }

    /// Exchanges the tiles that [`Position::repair`] names.
    pub fn mend(&mut self) {
        for pair in self.repair().chunks_exact(2) {
            if let Some(board) = self.board.with_swapped(Tile::new(pair[0]), Tile::new(pair[1])) {
                self.board = board;
            }
        }
    }

    /// Everything that the verdict rests on.
    pub fn evidence(&self) -> Evidence {
        Evidence::of(&self.problem())
    }
}

impl Line {
    pub(crate) fn of(board: &Board, cell: u32) -> Option<Line> {
        let (way, count) = board.line_to(Cell::new(cell))?;
        let mut board = board.clone();
        let cells = (0..count).filter_map(|_| {
            let from = board.source(way)?;
            board.slide(way)?;
            Some(from.index() as u32)
        });
        Some(Line { way: way.letter().to_string(), cells: cells.collect() })
    }
}

impl Position {
    /// A position from its parts, which have one shape.
    pub(crate) fn from_parts(board: Board, goal: Board) -> Position {
        Position { board, goal }
    }

    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    pub(crate) fn problem(&self) -> Problem {
        Problem::new(self.board.clone(), &Goal::Board(self.goal.clone()))
            .expect("a position's board and goal have one shape")
    }

    fn decided(&self) -> Option<Unsolvable> {
        self.problem().decide().err()
    }
}

/// The cells that a pointer entered between two places, in order, the one it came from left out. Places are in units of
/// cells, columns from the left edge and rows from the top; what lies outside the board is passed over.
#[wasm_bindgen]
pub fn cells_entered(rows: u32, columns: u32, from_x: f64, from_y: f64, to_x: f64, to_y: f64) -> Vec<u32> {
    let Ok(shape) = Shape::new(rows, columns) else { return Vec::new() };
    let (from, to) = (Point { x: from_x, y: from_y }, Point { x: to_x, y: to_y });
    game::cells_entered(shape, from, to).into_iter().map(|cell| cell.index() as u32).collect()
}

/// Whether boards of this size have exact distances, and shortest solutions, while somebody waits.
#[wasm_bindgen]
pub fn is_exact(rows: u32, columns: u32) -> bool {
    Shape::new(rows, columns).is_ok_and(|shape| shape.cells() <= EXACT_CELLS)
}

/// The largest such boards, in cells.
#[wasm_bindgen]
pub fn exact_cells() -> u32 {
    EXACT_CELLS as u32
}

/// The group of the tile that belongs on each cell, by `rows`, `fringe` or `grids`, and last how many groups there are;
/// empty for any other word.
#[wasm_bindgen]
pub fn colour_groups(rows: u32, columns: u32, by: &str) -> Vec<u32> {
    let (Ok(shape), Ok(by)) = (Shape::new(rows, columns), by.parse::<Grouping>()) else { return Vec::new() };
    shape.all_cells().map(|home| by.group(shape, home)).chain([by.count(shape)]).collect()
}

/// Moves rewritten: `of` the `tile` or the `blank`, in `letters`, `runs`, `words` or `arrows`. They are read as the tile's.
#[wasm_bindgen]
pub fn written(moves: &str, of: &str, style: &str) -> Result<String, JsValue> {
    let moves: Moves = read_moves(moves, Mover::Tile).map_err(thrown)?;
    let style = match style {
        "letters" => Style::Letters,
        "words" => Style::Words,
        "arrows" => Style::Arrows,
        _ => Style::Runs,
    };
    let of = if of == "blank" { Mover::Blank } else { Mover::Tile };
    Ok(moves.in_notation(Notation { of, style }).to_string())
}

/// The number of moves in the `stm` or the `mtm` metric.
#[wasm_bindgen]
pub fn length(moves: &str, metric: &str) -> Result<u32, JsValue> {
    let moves = read_moves(moves, Mover::Tile).map_err(thrown)?;
    let metric = if metric == "mtm" { Metric::Mtm } else { Metric::Stm };
    Ok(moves.length(metric) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(board: &str) -> Position {
        Position::new(board, "blank-last", "").unwrap_or_else(|_| panic!("{board} is a board"))
    }

    #[test]
    fn pressing_a_cell_slides_its_whole_line() {
        let mut position = position("1 2 3/4 5 6/7 8 0");
        let line = position.line(6).expect("cell 6 is in the blank's row");
        assert_eq!((line.way.as_str(), line.cells.as_slice()), ("R", &[7, 6][..]));
        assert_eq!(position.press(6), "RR");
        assert_eq!(position.text(), "1 2 3/4 5 6/0 7 8");
        assert!(position.line(1).is_none());
        assert_eq!(position.press(1), "");
    }

    #[test]
    fn an_impossible_board_is_mended_by_its_repair() {
        let mut position = position("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0");
        assert!(!position.is_solvable());
        assert_eq!(position.repair(), [15, 14]);
        position.mend();
        assert!(position.is_solved());
    }
}
