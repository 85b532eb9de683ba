//! What the lessons draw: a search step by step, small worlds, histograms.

use taquin_core::fault::Kind;
use taquin_core::folklore::WrongRule;
use taquin_core::notation::read_board;
use taquin_core::{Direction, Symmetry, Tile};
use taquin_solve::Unlimited;
use taquin_solve::census::{self, Graph, census};
use taquin_solve::heuristic::{Additive, Blind, LinearConflict, Manhattan, Walking};
use taquin_solve::position::Small;
use taquin_solve::search::ida::{Event, Walk};
use wasm_bindgen::prelude::*;

use crate::guess::pattern;
use crate::{Position, thrown};

/// The largest world that is drawn.
const MOST_DRAWN: usize = 1000;
/// The largest board whose census is taken while one waits, in cells.
const MOST_COUNTED: usize = 9;

/// IDA*, one step at a time.
#[wasm_bindgen]
pub struct Search {
    walk: AnyWalk,
    /// Nodes when each round began.
    rounds: Vec<u64>,
    cut: u64,
    steps: u64,
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
    pub fn new(position: &Position, heuristic: &str) -> Result<Search, JsValue> {
        let homes = position.searchable()?;
        let grid = homes.grid();
        let walk = match heuristic {
            "none" => Walk::new(&homes, Blind).map(AnyWalk::Blind),
            "linear-conflict" => Walk::new(&homes, LinearConflict::new(&grid)).map(AnyWalk::LinearConflict),
            "walking" => {
                let walking = Walking::new(&grid, &Unlimited).map_err(|_| thrown(Kind::TooLarge))?;
                Walk::new(&homes, walking).map(AnyWalk::Walking)
            }
            "pattern" => Walk::new(&homes, pattern(&grid)?).map(AnyWalk::Pattern),
            _ => Walk::new(&homes, Manhattan::new(&grid)).map(AnyWalk::Manhattan),
        };
        let walk = walk.ok_or_else(|| thrown(Kind::TooLarge))?;
        Ok(Search { walk, rounds: vec![0], cut: 0, steps: 0, solved: false })
    }

    /// Does up to `most` steps, fewer when a round ends or the goal is reached. What the last one did:
    /// `entered`, `cut`, `back`, `raised` or `solved`.
    pub fn advance(&mut self, most: u32) -> String {
        let mut last = "solved";
        for _ in 0..most {
            if self.solved {
                break;
            }
            self.steps += 1;
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
                // Whatever else a search may come to do.
                _ => "went on",
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

    /// Slides so far plus bound, after 0, 1, 2 … slides of the current path.
    pub fn sums(&self) -> Vec<u32> {
        on_walk!(&self.walk, walk => walk.bounds().zip(0..).map(|(bound, slides)| bound + slides).collect())
    }

    /// The branches beside the current path that are done with, two numbers each: slides so far, and those plus the
    /// bound. Where the second is over the threshold, the branch was cut.
    pub fn tried(&self) -> Vec<u32> {
        let branches = on_walk!(&self.walk, walk => walk.tried());
        branches.into_iter().flat_map(|(slides, bound)| [slides, slides + bound]).collect()
    }

    /// Steps done so far.
    #[wasm_bindgen(getter)]
    pub fn steps(&self) -> f64 {
        self.steps as f64
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
    inner: Graph,
}

#[wasm_bindgen]
impl World {
    /// The world around a position, which must have at most a thousand members.
    #[wasm_bindgen(constructor)]
    pub fn new(position: &Position) -> Result<World, JsValue> {
        let graph = Graph::new(position.board(), MOST_DRAWN);
        graph.map(|inner| World { inner }).ok_or_else(|| thrown(Kind::TooLarge))
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
    pub fn new(position: &Position) -> Result<Histogram, JsValue> {
        let problem = position.problem();
        let goal = problem.goal();
        if goal.shape().cells() > MOST_COUNTED {
            return Err(thrown(Kind::TooLarge));
        }
        let options = census::CensusOptions::new().farthest(4);
        let census =
            census(goal.shape(), goal.blank(), &options, &Unlimited).map_err(|_| thrown(Kind::TooLarge))?;
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

#[wasm_bindgen]
impl Position {
    /// The board that is to this position's goal what `board` is to the usual one of its shape: the tray turned over so
    /// that the blanks' homes agree, the tiles renamed. Nothing where turning does not bring them together.
    pub fn counterpart(&self, board: &str) -> Option<String> {
        let usual = Position::new(board, "blank-last", "").ok()?.problem();
        let goal = self.problem().goal().clone();
        Symmetry::of(goal.shape())
            .find_map(|symmetry| usual.carried(symmetry, &goal))
            .map(|board| board.to_string())
    }

    /// How many boards of this size there are, and how many of them can be solved; nothing where 64 bits do not hold them.
    pub fn arrangements(&self) -> Option<Vec<u64>> {
        let shape = self.board().shape();
        let (all, reachable) = (shape.arrangements()?, shape.reachable()?);
        Some(vec![u64::try_from(all).ok()?, u64::try_from(reachable).ok()?])
    }

    /// Where the blank is at home: `corner`, `edge` or `center`.
    pub fn home_site(&self) -> String {
        let goal = self.problem().goal().clone();
        goal.shape().site(goal.blank()).word().into()
    }

    /// The board with its two last tiles exchanged: of the two exactly one can be solved. The same board where there are not two.
    pub fn partner(&self) -> Position {
        let partner = self.board().partner();
        Position::from_parts(partner.unwrap_or_else(|| self.board().clone()), self.problem().goal().clone())
    }

    /// What each wrong rule in print says of this position: 1 that it can be solved, 0 that it cannot, -1 nothing.
    pub fn wrong_rules(&self) -> Vec<i8> {
        let problem = self.problem();
        WrongRule::ALL.into_iter().map(|rule| rule.says(&problem).map_or(-1, i8::from)).collect()
    }
}

/// The tiles that moved from one board to the next, where that is one push or one exchange away; nothing where it is another board.
#[wasm_bindgen]
pub fn moved(before: &str, after: &str) -> Option<Vec<u32>> {
    let (before, after) = (read_board(before, None).ok()?, read_board(after, None).ok()?);
    Some(before.step_to(&after)?.into_iter().map(Tile::number).collect())
}

/// A board that refutes a wrong rule, with the goal it is meant for.
#[wasm_bindgen(getter_with_clone)]
pub struct Refutation {
    /// The board as text.
    pub board: String,
    /// The goal's name.
    pub goal: String,
}

/// The board that refutes each wrong rule, in the order of [`Position::wrong_rules`].
#[wasm_bindgen]
pub fn refutations() -> Vec<Refutation> {
    let refutations = WrongRule::ALL.into_iter().filter_map(WrongRule::refutation);
    refutations.map(|(board, goal)| Refutation { board: board.to_string(), goal: goal.to_string() }).collect()
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
    fn the_path_of_a_search_stays_within_its_threshold_and_what_is_over_it_was_cut() {
        let mut search =
            Search::new(&position("8 6 7/2 5 4/3 0 1"), "manhattan").unwrap_or_else(|_| panic!("a board"));
        for steps in 1..3000 {
            search.advance(1);
            let sums = search.sums();
            assert_eq!((search.steps(), sums.len()), (f64::from(steps), search.path().len() + 1));
            assert!(sums.iter().all(|&sum| sum <= search.threshold()));
            let over = search.tried().chunks_exact(2).filter(|branch| branch[1] > search.threshold()).count();
            assert!(over as f64 <= search.cut());
        }
    }

    #[test]
    fn counterparts_are_as_far_from_their_goals() {
        let far = "8 6 7/2 5 4/3 0 1";
        for goal in ["blank-last", "blank-first", "snake"] {
            let here = Position::solved(3, 3, goal).unwrap_or_else(|_| panic!("{goal} is a goal"));
            let board = here.counterpart(far).expect("the blank is at home in a corner");
            let there = Position::new(&board, goal, "").unwrap_or_else(|_| panic!("{board} is a board"));
            let mut search = Search::new(&there, "pattern").unwrap_or_else(|_| panic!("it can be solved"));
            while search.advance(1000) != "solved" {}
            assert_eq!(search.path().len(), 31, "{goal}");
        }
        let middle = Position::solved(3, 3, "spiral").unwrap_or_else(|_| panic!("a goal"));
        assert_eq!(middle.counterpart(far), None);
    }

    #[test]
    fn the_histogram_of_3x3_ends_at_31() {
        let histogram =
            Histogram::new(&position("1 2 3/4 5 6/7 8 0")).unwrap_or_else(|_| panic!("it is small"));
        assert_eq!((histogram.counts().len(), histogram.farthest().len()), (32, 2));
    }
}
