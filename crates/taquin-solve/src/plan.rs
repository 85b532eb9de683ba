//! The choice of a method: what is asked for, what the board allows, what is proven.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use taquin_core::{Grouping, Metric, Shape, Solvable};

use crate::cache::TableCache;
use crate::heuristic::{Additive, Patterns, SplitError};
use crate::setters::setters;
use crate::solver::Solver;
use crate::table::cells16::MAX_CELLS;

/// Boards of up to so many cells are solved shortest while somebody waits, with tables that are small enough to make on the spot: what
/// is wanted of them when nothing is said, and what every front end offers exact distances for.
pub const EXACT_CELLS: usize = MAX_CELLS;

/// What kind of solution is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Want {
    /// A shortest one, with the proof that it is.
    Optimal,
    /// As short as the time allows.
    Short,
    /// Any, at once.
    Fast,
}

/// A bound, by name: a rung of the ladder.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Bound {
    /// No bound at all.
    Blind,
    /// Every tile alone.
    Manhattan,
    /// Tiles in each other's way within a line.
    LinearConflict,
    /// Inversions in reading and column order.
    Inversion,
    /// Only the lines of the tiles.
    Walking,
    /// Additive tables of patterns of these sizes.
    Pattern(Vec<usize>),
}

/// A search, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// Depth-first under a rising limit.
    Ida,
    /// Best first.
    Astar,
    /// From both ends.
    Bidirectional,
}

/// How to solve; the default is the best method there is for the board.
///
/// ```
/// use taquin_solve::{Options, Want};
///
/// let options = Options::new().want(Want::Short).threads(4);
/// assert_eq!((options.want, options.threads), (Some(Want::Short), 4));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// How moves are counted.
    pub metric: Metric,
    /// The kind of solution; without it a shortest one up to [`EXACT_CELLS`], a short one beyond.
    pub want: Option<Want>,
    /// The bound to use instead of the best there is.
    pub heuristic: Option<Bound>,
    /// The search to use instead of the best there is.
    pub search: Option<Method>,
    /// Threads for one board. The default is one, whatever the machine has: then the same board gives the same moves and
    /// the same number of nodes everywhere, and whoever solves many boards shares the threads out among them.
    pub threads: usize,
    /// Memory for what a search remembers; tables come on top.
    pub memory_bytes: u64,
    /// Memory for larger tables that a long search makes for itself, on top of those it begins with; none by default. On 5×5 766 MB
    /// make it a third faster.
    pub table_bytes: u64,
    /// Tables to share with other plans.
    pub tables: Arc<TableCache>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            metric: Metric::Stm,
            want: None,
            heuristic: None,
            search: None,
            threads: 1,
            memory_bytes: 1 << 30,
            table_bytes: 0,
            tables: Arc::default(),
        }
    }
}

impl Options {
    /// The best method there is, on one thread.
    pub fn new() -> Options {
        Options::default()
    }

    setters! {
        metric: Metric,
        want: impl Into<Option<Want>>,
        heuristic: impl Into<Option<Bound>>,
        search: impl Into<Option<Method>>,
        threads: usize,
        memory_bytes: u64,
        table_bytes: u64,
        tables: Arc<TableCache>,
    }
}

/// Why a board cannot be solved the way it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The bound may exceed the distance in this metric, so a solution would not be proven shortest.
    #[error("{0} is not proven a lower bound in the metric {1}")]
    NotAdmissible(Bound, Metric),
    /// The generic searches count single slides.
    #[error("the search {0} is for the metric stm")]
    SearchMetric(Method),
    /// A method was named where none is used.
    #[error("a heuristic or search goes with shortest solutions only")]
    NotOptimal,
    /// No solver for this board in this metric.
    #[error("shortest solutions in the metric mtm are for boards of up to {EXACT_CELLS} cells, {0} has more")]
    TooLarge(Shape),
    /// Where tiles are alike only small boards are solved shortest.
    #[error(
        "shortest solutions where tiles are alike are for boards of up to {EXACT_CELLS} cells, {0} has more"
    )]
    AlikeTooLarge(Shape),
    /// Where tiles are alike there is one way to search.
    #[error("a heuristic or search by name is for goals where each tile has its own place")]
    AlikeByName,
    /// Where tiles are alike, a board that was decided for a goal that their being so does not allow.
    #[error("the board was decided for a goal that {0} does not allow")]
    NotAlike(Grouping),
    /// The pattern split does not fit the board.
    #[error(transparent)]
    Split(#[from] SplitError),
    /// A feature of the crate that would be needed is not in this build.
    #[error("this build leaves out {0}")]
    LeftOut(&'static str),
}

/// The way a board will be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// One line: the blank walks home.
    Corridor,
    /// Line by line, not shortest.
    Construct,
    /// Beams over a learned evaluation, until the deadline.
    Short,
    /// A bound and a search of the ladder.
    Ladder(Bound, Method),
    /// The pattern tables and the search made for them.
    Tables,
    /// The best bounds for boards past 16 cells, under IDA\*.
    Large,
    /// The solver for the multi-tile metric.
    Multi,
}

/// Chooses how to solve a problem. Tables are made later, when the solver runs and can be stopped.
///
/// ```
/// use taquin_core::{Board, Goal, Metric, Problem};
/// use taquin_solve::{Options, Unlimited, plan};
///
/// let board: Board = "8 6 7/2 5 4/3 0 1".parse()?;
/// let solvable = Problem::new(board, &Goal::BlankLast)?.decide()?;
/// let solved = plan(&solvable, &Options::default())?.solve(&Unlimited)?;
/// assert!(solved.optimal);
/// assert_eq!(solved.solution.length(Metric::Stm), 31);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn plan<'a>(problem: &'a Solvable, options: &Options) -> Result<Solver<'a>, PlanError> {
    let shape = problem.problem().start().shape();
    let named = options.heuristic.is_some() || options.search.is_some();
    if let Some(bound) = &options.heuristic {
        if !bound.is_admissible(options.metric) {
            return Err(PlanError::NotAdmissible(bound.clone(), options.metric));
        }
        if let Bound::Pattern(sizes) = bound {
            if shape.cells() <= MAX_CELLS {
                Patterns::check(shape, sizes)?;
            } else {
                Additive::check(shape, sizes)?;
            }
        }
    }
    let small = shape.cells() <= EXACT_CELLS;
    let by_size = if small || named { Want::Optimal } else { Want::Short };
    let want = options.want.unwrap_or(by_size);
    let way = match want {
        Want::Short | Want::Fast if named => return Err(PlanError::NotOptimal),
        _ if shape.is_corridor() => Way::Corridor,
        Want::Fast => Way::Construct,
        Want::Short => Way::Short,
        Want::Optimal => match (options.metric, options.search) {
            (Metric::Mtm, Some(search)) => return Err(PlanError::SearchMetric(search)),
            (Metric::Mtm, None) if small => Way::Multi,
            (Metric::Mtm, None) => return Err(PlanError::TooLarge(shape)),
            (Metric::Stm, None) if !named => {
                if small {
                    Way::Tables
                } else {
                    Way::Large
                }
            }
            (Metric::Stm, search) => {
                let usual = if small { Bound::Walking } else { Bound::LinearConflict };
                let bound = options.heuristic.clone().unwrap_or(usual);
                Way::Ladder(bound, search.unwrap_or(Method::Ida))
            }
        },
    };
    let left_out = match way {
        Way::Ladder(..) | Way::Large | Way::Multi if cfg!(not(feature = "ladder")) => {
            Some("bounds by name and searches past 16 cells")
        }
        Way::Short if cfg!(not(feature = "short")) => Some("short solutions of large boards"),
        _ => None,
    };
    match left_out {
        Some(what) => Err(PlanError::LeftOut(what)),
        None => Ok(Solver::new(problem, want, way, options.clone())),
    }
}

impl Bound {
    /// Whether it is proven never to exceed the distance in this metric.
    pub fn is_admissible(&self, metric: Metric) -> bool {
        metric == Metric::Stm || *self == Bound::Blind
    }
}

/// A name that is none of ours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{given:?} is not a {what}; there are {known}")]
pub struct UnknownName {
    given: String,
    what: &'static str,
    known: &'static str,
}

impl UnknownName {
    fn new(given: &str, what: &'static str, known: &'static str) -> UnknownName {
        UnknownName { given: given.chars().take(40).collect(), what, known }
    }
}

impl FromStr for Bound {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Bound, UnknownName> {
        let unknown = || {
            let known =
                "none, manhattan, linear-conflict, inversion, walking, and pattern:5-5-5 or another split";
            UnknownName::new(text, "heuristic", known)
        };
        Ok(match text {
            "none" => Bound::Blind,
            "manhattan" => Bound::Manhattan,
            "linear-conflict" => Bound::LinearConflict,
            "inversion" => Bound::Inversion,
            "walking" => Bound::Walking,
            _ => {
                let sizes = text.strip_prefix("pattern:").ok_or_else(unknown)?.split('-');
                let size = |part: &str| {
                    let digits = part.len() <= 3 && part.bytes().all(|b| b.is_ascii_digit());
                    digits.then(|| part.parse().ok()).flatten().filter(|&size| size > 0)
                };
                Bound::Pattern(sizes.map(size).collect::<Option<_>>().ok_or_else(unknown)?)
            }
        })
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::Blind => f.write_str("none"),
            Bound::Manhattan => f.write_str("manhattan"),
            Bound::LinearConflict => f.write_str("linear-conflict"),
            Bound::Inversion => f.write_str("inversion"),
            Bound::Walking => f.write_str("walking"),
            Bound::Pattern(sizes) => {
                let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
                write!(f, "pattern:{}", sizes.join("-"))
            }
        }
    }
}

impl FromStr for Method {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Method, UnknownName> {
        match text {
            "ida" => Ok(Method::Ida),
            "astar" => Ok(Method::Astar),
            "bidirectional" => Ok(Method::Bidirectional),
            _ => Err(UnknownName::new(text, "search", "ida, astar and bidirectional")),
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Method::Ida => "ida",
            Method::Astar => "astar",
            Method::Bidirectional => "bidirectional",
        })
    }
}

impl FromStr for Want {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Want, UnknownName> {
        match text {
            "optimal" => Ok(Want::Optimal),
            "short" => Ok(Want::Short),
            "fast" => Ok(Want::Fast),
            _ => Err(UnknownName::new(text, "kind of solution", "optimal, short and fast")),
        }
    }
}

impl fmt::Display for Want {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Want::Optimal => "optimal",
            Want::Short => "short",
            Want::Fast => "fast",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin_core::{Board, Goal, Problem};

    fn way(board: &str, options: &Options) -> Result<Way, PlanError> {
        let board: Board = board.parse().unwrap();
        let solvable = Problem::new(board, &Goal::BlankLast).unwrap().decide().unwrap();
        plan(&solvable, options).map(|solver| solver.way().clone())
    }

    #[test]
    fn names_of_bounds_are_read_back() {
        for name in ["none", "manhattan", "linear-conflict", "inversion", "walking", "pattern:6-6-3"] {
            assert_eq!(name.parse::<Bound>().unwrap().to_string(), name);
        }
        for bad in ["", "Manhattan", "pattern:", "pattern:0-8", "pattern:5-", "pattern:+8", "pattern:99999"] {
            assert!(bad.parse::<Bound>().is_err(), "{bad}");
        }
    }

    #[test]
    fn names_of_searches_and_wants_are_read_back() {
        for name in ["optimal", "short", "fast"] {
            assert_eq!(name.parse::<Want>().unwrap().to_string(), name);
        }
        for name in ["ida", "astar", "bidirectional"] {
            assert_eq!(name.parse::<Method>().unwrap().to_string(), name);
        }
        assert!("Optimal".parse::<Want>().is_err() && "".parse::<Method>().is_err());
    }

    #[test]
    fn a_bound_without_a_proof_in_the_metric_is_refused() {
        for name in ["manhattan", "linear-conflict", "inversion", "walking", "pattern:4-4"] {
            let heuristic = Some(name.parse().unwrap());
            let options = Options::new().metric(Metric::Mtm).heuristic(heuristic);
            let refused = way("1 2 3/4 5 6/7 0 8", &options);
            assert!(matches!(refused, Err(PlanError::NotAdmissible(..))), "{name}");
        }
    }

    #[test]
    fn the_size_of_the_board_decides_what_is_wanted() {
        let small = "1 2 3/4 5 6/7 0 8";
        let large = "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 24";
        assert_eq!(way(large, &Options::default()), Ok(Way::Short));
        let optimal = Options::new().want(Want::Optimal);
        assert_eq!(way(large, &optimal), Ok(Way::Large));
        let multi = Options::new().metric(Metric::Mtm);
        assert_eq!(way(small, &multi), Ok(Way::Multi));
        assert!(matches!(way(large, &multi.want(optimal.want)), Err(PlanError::TooLarge(_))));
        let split = Options::new().heuristic(Bound::Pattern(vec![4, 5]));
        assert!(matches!(way(small, &split), Err(PlanError::Split(_))));
        let fast = Options::new().want(Want::Fast).search(Method::Astar);
        assert_eq!(way(small, &fast), Err(PlanError::NotOptimal));
    }
}
