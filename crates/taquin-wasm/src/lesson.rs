//! What the lessons draw: bounds beside the truth, a search step by step, small worlds, histograms.

use taquin_core::Direction;
use taquin_solve::atlas::Atlas;
use taquin_solve::census::{self, census};
use taquin_solve::heuristic::{Additive, Blind, Heuristic, LinearConflict, Manhattan, Walking};
use taquin_solve::search::ida::{Event, Walk};
use taquin_solve::state::{Small, State};
use taquin_solve::{Grid, Unlimited};
use wasm_bindgen::prelude::*;

use crate::{Position, thrown};

/// The largest board of these lessons, in cells.
const MOST_CELLS: usize = 16;
/// The largest world that is drawn.
const MOST_DRAWN: usize = 1000;
/// The largest board whose census is taken while one waits, in cells.
const MOST_COUNTED: usize = 9;

/// How far a position is at least, by bounds from the plainest to the sharpest.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub struct Bounds {
    /// Every tile for itself.
    pub manhattan: u32,
    /// And the tiles that stand in each other's way within a line.
    pub linear_conflict: u32,
    /// How many tiles must change rows and columns, whichever they are.
    pub walking: u32,
    /// Groups of tiles solved among blanks, added up.
    pub pattern: u32,
}

#[wasm_bindgen]
impl Position {
    /// The home of what stands on each cell.
    pub fn homes(&self) -> Vec<u32> {
        self.problem().homes().map(|cell| cell.index() as u32).collect()
    }

    /// Four bounds on the distance; only for a board that can be solved, of at most 16 cells.
    pub fn bounds(&self) -> Result<Bounds, JsError> {
        let (grid, homes) = self.searchable()?;
        let state = Small::new(&homes, grid.home());
        fn bound<H: Heuristic>(heuristic: &H, state: &Small) -> u32 {
            heuristic.bound(&heuristic.start(state))
        }
        Ok(Bounds {
            manhattan: bound(&Manhattan::new(&grid), &state),
            linear_conflict: bound(&LinearConflict::new(&grid), &state),
            walking: bound(&Walking::new(&grid).map_err(thrown)?, &state),
            pattern: bound(&pattern(&grid)?, &state),
        })
    }
}

impl Position {
    fn searchable(&self) -> Result<(Grid, Vec<u32>), JsError> {
        let solvable = self.problem().decide().map_err(thrown)?;
        let goal = solvable.problem().goal();
        if goal.shape().cells() > MOST_CELLS || goal.shape().is_corridor() {
            return Err(JsError::new("this lesson takes boards of 2x2 to 16 cells"));
        }
        Ok((Grid::new(goal.shape(), goal.blank()), solvable.homes().to_vec()))
    }
}

fn pattern(grid: &Grid) -> Result<Additive, JsError> {
    let sizes = Additive::quick_sizes(grid.shape()).unwrap_or_else(|| vec![grid.cells() - 1]);
    Additive::new(grid, &sizes, &Unlimited).map_err(thrown)
}

/// IDA*, one step at a time.
#[wasm_bindgen]
pub struct Search {
    walk: AnyWalk,
    /// Nodes when each round began.
    rounds: Vec<u64>,
    cut: u64,
    solved: bool,
}

enum AnyWalk {
    Blind(Walk<Small, Blind>),
    Manhattan(Walk<Small, Manhattan>),
    LinearConflict(Walk<Small, LinearConflict>),
    Walking(Walk<Small, Walking>),
    Pattern(Walk<Small, Additive>),
}

/// The same expression, whichever bound guides the walk.
macro_rules! on_walk {
    ($any:expr, $walk:ident => $do:expr) => {
        match $any {
            AnyWalk::Blind($walk) => $do,
            AnyWalk::Manhattan($walk) => $do,
            AnyWalk::LinearConflict($walk) => $do,
            AnyWalk::Walking($walk) => $do,
            AnyWalk::Pattern($walk) => $do,
        }
    };
}

#[wasm_bindgen]
impl Search {
    /// A search guided by `none`, `manhattan`, `linear-conflict`, `walking` or `pattern`.
    #[wasm_bindgen(constructor)]
    pub fn new(position: &Position, heuristic: &str) -> Result<Search, JsError> {
        let (grid, homes) = position.searchable()?;
        let walk = match heuristic {
            "none" => AnyWalk::Blind(Walk::new(&grid, &homes, Blind)),
            "linear-conflict" => {
                AnyWalk::LinearConflict(Walk::new(&grid, &homes, LinearConflict::new(&grid)))
            }
            "walking" => AnyWalk::Walking(Walk::new(&grid, &homes, Walking::new(&grid).map_err(thrown)?)),
            "pattern" => AnyWalk::Pattern(Walk::new(&grid, &homes, pattern(&grid)?)),
            _ => AnyWalk::Manhattan(Walk::new(&grid, &homes, Manhattan::new(&grid))),
        };
        Ok(Search { walk, rounds: vec![0], cut: 0, solved: false })
    }

    /// Does up to `most` steps, fewer when a round ends or the goal is reached. What the last one did:
    /// `entered`, `cut`, `back`, `raised` or `solved`.
    pub fn advance(&mut self, most: u32) -> String {
        let mut last = "solved";
        for _ in 0..most {
            last = match on_walk!(&mut self.walk, walk => walk.step()) {
                Event::Entered(_) => "entered",
                Event::Cut(_) => {
                    self.cut += 1;
                    "cut"
                }
                Event::Back => "back",
                Event::Raised(_) => {
                    self.rounds.push(self.nodes());
                    "raised"
                }
                Event::Solved => {
                    self.solved = true;
                    "solved"
                }
            };
            if matches!(last, "raised" | "solved") {
                break;
            }
        }
        last.into()
    }

    /// Whether the goal is reached.
    #[wasm_bindgen(getter)]
    pub fn solved(&self) -> bool {
        self.solved
    }

    /// The limit of this round.
    #[wasm_bindgen(getter)]
    pub fn threshold(&self) -> u32 {
        on_walk!(&self.walk, walk => walk.limit())
    }

    /// The bound at the end of the path.
    #[wasm_bindgen(getter)]
    pub fn bound(&self) -> u32 {
        on_walk!(&self.walk, walk => walk.bound())
    }

    /// The slides of the current path, as letters.
    pub fn path(&self) -> String {
        let slides: Vec<Direction> = on_walk!(&self.walk, walk => walk.slides());
        slides.into_iter().map(Direction::letter).collect()
    }

    /// Branches cut so far.
    #[wasm_bindgen(getter)]
    pub fn cut(&self) -> f64 {
        self.cut as f64
    }

    /// Positions generated in each round, the current one last.
    pub fn rounds(&self) -> Vec<f64> {
        let ends = self.rounds.iter().skip(1).copied().chain([self.nodes()]);
        ends.zip(&self.rounds).map(|(end, begin)| (end - begin) as f64).collect()
    }
}

impl Search {
    fn nodes(&self) -> u64 {
        on_walk!(&self.walk, walk => walk.nodes())
    }
}

/// Every position in reach of a small board.
#[wasm_bindgen]
pub struct World {
    inner: Atlas,
}

#[wasm_bindgen]
impl World {
    /// The world around a position, which must have at most a thousand members.
    #[wasm_bindgen(constructor)]
    pub fn new(position: &Position) -> Result<World, JsError> {
        let atlas = Atlas::new(position.board(), MOST_DRAWN);
        atlas.map(|inner| World { inner }).ok_or_else(|| JsError::new("this world is too large to draw"))
    }

    /// How far each position is from the first.
    pub fn distances(&self) -> Vec<u32> {
        self.inner.distances().to_vec()
    }

    /// Pairs that are one slide apart, one after another.
    pub fn edges(&self) -> Vec<u32> {
        self.inner.edges().iter().flat_map(|&(a, b)| [a, b]).collect()
    }

    /// The board of a number, as text.
    pub fn text(&self, number: u32) -> Option<String> {
        self.inner.boards().get(number as usize).map(ToString::to_string)
    }
}

/// How many positions there are at each distance, for a board of at most nine cells, in slides.
#[wasm_bindgen]
pub struct Histogram {
    counts: Vec<f64>,
    farthest: Vec<String>,
}

#[wasm_bindgen]
impl Histogram {
    /// The census of the position's board and goal.
    #[wasm_bindgen(constructor)]
    pub fn new(position: &Position) -> Result<Histogram, JsError> {
        let problem = position.problem();
        let goal = problem.goal();
        if goal.shape().cells() > MOST_COUNTED {
            return Err(JsError::new("this board has too many positions to count while you wait"));
        }
        let options = census::Options { farthest: 4, ..census::Options::default() };
        let census = census(goal.shape(), goal.blank(), &options, &Unlimited).map_err(thrown)?;
        Ok(Histogram {
            counts: census.counts.iter().map(|&count| count as f64).collect(),
            farthest: census.farthest_boards(goal).map(|board| board.to_string()).collect(),
        })
    }

    /// Positions at each distance from 0.
    pub fn counts(&self) -> Vec<f64> {
        self.counts.clone()
    }

    /// Some of the boards that are farthest away.
    pub fn farthest(&self) -> Vec<String> {
        self.farthest.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(board: &str) -> Position {
        Position::new(board, "blank-last", "").unwrap_or_else(|_| panic!("{board} is a board"))
    }

    #[test]
    fn sharper_bounds_cut_more_and_find_the_same_length() {
        let board = position("8 6 7/2 5 4/3 0 1");
        let nodes = ["manhattan", "linear-conflict", "walking", "pattern"].map(|heuristic| {
            let mut search = Search::new(&board, heuristic).unwrap_or_else(|_| panic!("it can be solved"));
            while search.advance(1000) != "solved" {}
            assert_eq!((search.path().len(), search.threshold()), (31, 31), "{heuristic}");
            assert_eq!(search.rounds().iter().sum::<f64>(), search.nodes() as f64);
            search.nodes()
        });
        assert!(nodes[1] < nodes[0] && nodes[3] < nodes[1], "{nodes:?}");
    }

    #[test]
    fn bounds_rise_from_the_plainest_to_the_truth() {
        let bounds = position("8 6 7/2 5 4/3 0 1").bounds().unwrap_or_else(|_| panic!("it can be solved"));
        assert!(bounds.manhattan <= bounds.linear_conflict && bounds.linear_conflict <= 31);
        assert!(bounds.walking <= 31 && bounds.pattern <= 31);
    }

    #[test]
    fn the_histogram_of_3x3_ends_at_31() {
        let histogram =
            Histogram::new(&position("1 2 3/4 5 6/7 8 0")).unwrap_or_else(|_| panic!("it is small"));
        assert_eq!((histogram.counts().len(), histogram.farthest().len()), (32, 2));
    }
}
