//! What the lessons draw: a search step by step, small worlds, histograms.

use taquin_core::fault::Kind;
use taquin_core::folklore::WrongRule;
use taquin_core::notation::read_board;
use taquin_core::{Direction, Metric, Tile};
use taquin_solve::census::{self, Census, CensusKey, Graph, census};
use taquin_solve::heuristic::{Additive, Blind, LinearConflict, Manhattan, Walking};
use taquin_solve::position::Small;
use taquin_solve::search::ida::{Event, Walk};
use taquin_solve::{Unlimited, deal};
use wasm_bindgen::prelude::*;

use crate::guess::pattern;
use crate::{Position, thrown};

/// The largest world that is drawn.
const MOST_DRAWN: usize = 1000;
/// The largest board whose census is taken while one waits, in cells.
const MOST_COUNTED: usize = 9;
/// How many of the farthest boards such a census names.
const MOST_FARTHEST: usize = 4;

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
                    self.rounds.push(self.generated());
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

    /// Positions generated in all rounds.
    #[wasm_bindgen(getter)]
    pub fn nodes(&self) -> f64 {
        self.generated() as f64
    }

    /// Positions generated in each round, the current one last.
    pub fn rounds(&self) -> Vec<f64> {
        let ends = self.rounds.iter().skip(1).copied().chain([self.generated()]);
        ends.zip(&self.rounds).map(|(end, begin)| (end - begin) as f64).collect()
    }
}

impl Search {
    fn generated(&self) -> u64 {
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

    /// How many positions there are at each distance from 0.
    pub fn counts(&self) -> Vec<f64> {
        self.inner.counts().into_iter().map(|count| count as f64).collect()
    }

    /// How many are at most so far away.
    pub fn within(&self, distance: u32) -> u32 {
        self.inner.distances().iter().filter(|&&each| each <= distance).count() as u32
    }

    /// The largest distance.
    #[wasm_bindgen(getter)]
    pub fn farthest(&self) -> u32 {
        self.inner.distances().iter().copied().max().unwrap_or(0)
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

/// How many positions there are at each distance, in slides.
#[wasm_bindgen]
pub struct Histogram {
    census: Census,
    farthest: Vec<String>,
}

#[wasm_bindgen]
impl Histogram {
    /// Whether a census of the position's board and goal is taken while one waits.
    pub fn is_quick(position: &Position) -> bool {
        let shape = position.board().shape();
        shape.cells() <= MOST_COUNTED && !shape.is_corridor()
    }

    /// The name of the published census of the position's board and goal, if there may be one.
    pub fn published_name(position: &Position) -> Option<String> {
        let goal = position.problem().goal().clone();
        CensusKey::of(goal.shape(), goal.blank(), Metric::Stm).map(|key| key.to_string())
    }

    /// The census of the position's board and goal.
    #[wasm_bindgen(constructor)]
    pub fn new(position: &Position) -> Result<Histogram, JsValue> {
        let problem = position.problem();
        let goal = problem.goal();
        if !Histogram::is_quick(position) {
            return Err(thrown(Kind::TooLarge));
        }
        let options = census::CensusOptions::new().farthest(MOST_FARTHEST);
        let census =
            census(goal.shape(), goal.blank(), &options, &Unlimited).map_err(|_| thrown(Kind::TooLarge))?;
        let farthest = census.farthest_boards(goal).map(|board| board.to_string()).collect();
        Ok(Histogram { census, farthest })
    }

    /// The same from a published text; nothing when that is no list of counts.
    pub fn published(position: &Position, text: &str) -> Option<Histogram> {
        let goal = position.problem().goal().clone();
        let census = Census::published(goal.shape(), goal.blank(), Metric::Stm, text).ok()?;
        let farthest = deal::known_farthest(&goal).map(|board| board.to_string()).collect();
        Some(Histogram { census, farthest })
    }

    /// Positions at each distance from 0.
    pub fn counts(&self) -> Vec<f64> {
        self.census.counts.iter().map(|&count| count as f64).collect()
    }

    /// How many positions there are.
    #[wasm_bindgen(getter)]
    pub fn positions(&self) -> f64 {
        self.census.positions() as f64
    }

    /// The largest distance.
    #[wasm_bindgen(getter)]
    pub fn radius(&self) -> u32 {
        self.census.radius()
    }

    /// The share of the positions that are nearer than this, from 0 to 1.
    pub fn share_nearer(&self, distance: u32) -> f64 {
        self.census.share_nearer(distance)
    }

    /// Boards that are farthest away: some, or all that are known.
    pub fn farthest(&self) -> Vec<String> {
        self.farthest.clone()
    }
}

#[wasm_bindgen]
impl Position {
    /// How many boards of this size there are, and how many of them can be solved; nothing where 64 bits do not hold them.
    pub fn arrangements(&self) -> Option<Vec<u64>> {
        let shape = self.board().shape();
        let (all, reachable) = (shape.arrangements()?, shape.reachable()?);
        Some(vec![u64::try_from(all).ok()?, u64::try_from(reachable).ok()?])
    }

    /// The board with its two last tiles exchanged: of the two exactly one can be solved. The same board where there are not two.
    pub fn partner(&self) -> Position {
        let partner = self.board().partner();
        Position::from_parts(partner.unwrap_or_else(|| self.board().clone()), self.problem().goal().clone())
    }

    /// Those two tiles, the larger one last; none where there are not two.
    pub fn last_two(&self) -> Vec<u32> {
        self.board().last_two().map_or_else(Vec::new, |(a, b)| vec![a.number(), b.number()])
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
            assert_eq!(search.rounds().iter().sum::<f64>(), search.nodes());
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
    fn a_published_census_is_found_by_its_name_and_names_the_farthest_boards_of_its_own_goal() {
        let text = include_str!("../../../data/censuses/depth_counts_4x4_stm_corner.txt");
        for goal in ["blank-last", "blank-first", "snake"] {
            let here = Position::solved(4, 4, goal).unwrap_or_else(|_| panic!("{goal} is a goal"));
            assert_eq!(Histogram::published_name(&here).as_deref(), Some("4x4_stm_corner"));
            assert!(!Histogram::is_quick(&here));
            let census = Histogram::published(&here, text).expect("the counts are read");
            assert_eq!((census.radius(), census.farthest().len(), census.share_nearer(81)), (80, 17, 1.0));
            assert_eq!(census.positions(), 10_461_394_944_000.0);
        }
        let spiral = Position::solved(4, 4, "spiral").unwrap_or_else(|_| panic!("a goal"));
        assert_eq!(Histogram::published_name(&spiral).as_deref(), Some("4x4_stm_center"));
        assert!(Histogram::published(&spiral, text).is_some_and(|census| census.farthest().is_empty()));
        assert!(Histogram::published(&spiral, "<html>").is_none());
        let line = Position::solved(1, 5, "blank-last").unwrap_or_else(|_| panic!("a goal"));
        assert!(!Histogram::is_quick(&line) && line.is_line());
    }

    #[test]
    fn the_histogram_of_3x3_ends_at_31() {
        let histogram =
            Histogram::new(&position("1 2 3/4 5 6/7 8 0")).unwrap_or_else(|_| panic!("it is small"));
        assert_eq!((histogram.counts().len(), histogram.farthest().len()), (32, 2));
        assert_eq!((histogram.radius(), histogram.positions()), (31, 181_440.0));
    }
}
