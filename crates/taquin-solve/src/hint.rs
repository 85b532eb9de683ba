//! Hints that explain: where to look, what to slide next, and why.
//!
//! The words are those of the row-and-column method ([`construct`](crate::construct)): a player who hears
//! "top row" in a hint meets it again in a lesson. The moves come from whoever solved the board.

use std::fmt;

use taquin_core::{Direction, Moves, Problem, Tile};

use crate::construct::{Order, Stage, stages};

/// How much a hint gives away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Strength {
    /// The part of the board that comes next.
    Region,
    /// The next move.
    Move,
    /// The next three.
    Three,
}

/// Where the moves of a hint come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Authority {
    /// They begin a shortest solution.
    Exact,
    /// They follow the row-and-column method, or anything else that leads home.
    Method,
    /// They begin some way home, which tells nothing about what comes first.
    Way,
}

/// What to do next on a board.
///
/// ```
/// use taquin_core::{Goal, Problem};
/// use taquin_solve::hint::{Authority, Hint, Strength};
/// let problem = Problem::new("1 2 3 4/5 6 7 8/9 10 0 11/13 14 15 12".parse()?, &Goal::BlankLast)?;
/// let hint = Hint::new(&problem, &"LU".parse()?, Authority::Exact).unwrap();
/// assert_eq!(hint.text(Strength::Region), "look at the last 2x2: 11 and 12 are not there yet");
/// assert_eq!(hint.text(Strength::Move), "slide 11 left: it begins a shortest solution, 2 moves from here");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hint {
    /// The first part of the board, in the order of the method, that is not finished.
    pub stage: Stage,
    /// The tiles that belong there and are not at home.
    pub missing: Vec<Tile>,
    /// The next slides, three at most.
    pub slides: Vec<(Tile, Direction)>,
    /// How long the whole way is.
    pub length: usize,
    /// Where the slides come from.
    pub authority: Authority,
}

impl Hint {
    /// A hint for a board, given a way home; `None` when it is solved or the way is not one from here.
    pub fn new(problem: &Problem, way: &Moves, authority: Authority) -> Option<Hint> {
        let (start, goal) = (problem.start(), problem.goal());
        let unfinished = |stage: &Stage| stage.cells().any(|cell| start.tile(cell) != goal.tile(cell));
        let stage = stages(start.shape(), goal.blank(), Order::Textbook).find(unfinished)?;
        let missing = stage
            .cells()
            .filter(|&cell| start.tile(cell) != goal.tile(cell))
            .filter_map(|cell| goal.tile(cell))
            .filter(|tile| !tile.is_blank())
            .collect();
        let mut board = start.clone();
        let mut slides = Vec::with_capacity(3);
        for direction in way.iter().take(3) {
            slides.push((board.slide(direction)?, direction));
        }
        if slides.is_empty() {
            return None;
        }
        Some(Hint { stage, missing, slides, length: way.as_slice().len(), authority })
    }

    /// The hint in words, as much of it as this strength gives away.
    pub fn text(&self, strength: Strength) -> String {
        let told = match strength {
            Strength::Region => {
                // "the top row", but "row 2" and "the only line" as they are.
                let name = self.stage.to_string();
                let numbered = name.starts_with("row") || name.starts_with("column");
                let the = if numbered || name.starts_with("the") { "" } else { "the " };
                return format!("look at {the}{name}: {}", Missing(&self.missing));
            }
            Strength::Move => 1,
            Strength::Three => 3,
        };
        let slides: Vec<String> = self
            .slides
            .iter()
            .take(told)
            .map(|(tile, direction)| format!("{tile} {}", direction.word().to_lowercase()))
            .collect();
        let moves = if self.length == 1 { "move" } else { "moves" };
        match self.authority {
            Authority::Exact => {
                let it = if slides.len() == 1 { "it begins" } else { "they begin" };
                format!(
                    "slide {}: {it} a shortest solution, {} {moves} from here",
                    slides.join(", "),
                    self.length
                )
            }
            Authority::Way => {
                let it = if slides.len() == 1 { "it begins" } else { "they begin" };
                format!("slide {}: {it} a way home, {} {moves} long", slides.join(", "), self.length)
            }
            Authority::Method => {
                format!(
                    "slide {}: the way to finish the {}, where {}",
                    slides.join(", "),
                    self.stage,
                    Missing(&self.missing)
                )
            }
        }
    }
}

/// `3 and 4 are not there yet`, abbreviated.
struct Missing<'a>(&'a [Tile]);

impl fmt::Display for Missing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMED: usize = 4;
        match self.0 {
            [] => f.write_str("only the gap is out of place"),
            [one] => write!(f, "{one} is not there yet"),
            [most @ .., last] if self.0.len() <= NAMED => {
                for (i, tile) in most.iter().enumerate() {
                    write!(f, "{}{tile}", if i > 0 { ", " } else { "" })?;
                }
                write!(f, " and {last} are not there yet")
            }
            [first, second, third, rest @ ..] => {
                write!(f, "{first}, {second}, {third} and {} more are not there yet", rest.len())
            }
            [first, ..] => write!(f, "{first} is not there yet"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Homes;
    use taquin_core::{Board, Goal, Scrambler, Seed};

    fn problem(drawing: &str) -> Problem {
        Problem::new(drawing.parse::<Board>().unwrap(), &Goal::BlankLast).unwrap()
    }

    #[test]
    fn hints_follow_the_method_from_the_first_unfinished_line() {
        let method = |drawing: &str, way: &str| {
            let problem = problem(drawing);
            Hint::new(&problem, &way.parse().unwrap(), Authority::Method)
                .map(|hint| hint.text(Strength::Move))
        };
        assert_eq!(
            method("1 2 4 3/5 6 7 8/9 10 11 12/13 14 15 0", "R").unwrap(),
            "slide 15 right: the way to finish the top row, where 3 and 4 are not there yet"
        );
        assert_eq!(
            method("1 2 3 4/5 6 7 8/9 10 0 11/13 14 15 12", "LU").unwrap(),
            "slide 11 left: the way to finish the last 2x2, where 11 and 12 are not there yet"
        );
        assert_eq!(method("1 2 3/4 5 6/7 8 0", ""), None, "solved");
        assert_eq!(method("1 2 3/4 5 6/7 0 8", "UU"), None, "no way from here");
    }

    #[test]
    fn every_hint_on_many_boards_names_what_is_missing_and_can_be_played() {
        for (size, goal) in [("3x3", Goal::BlankFirst), ("4x5", Goal::BlankAt(2, 2)), ("6x3", Goal::Spiral)] {
            let scrambler = Scrambler::new(size.parse().unwrap(), &goal, Seed::new(8)).unwrap();
            for index in 0..20 {
                let solvable = Problem::new(scrambler.board(index), &goal).unwrap().decide().unwrap();
                let problem = solvable.problem();
                let slides = crate::construct::solution(&Homes::from(&solvable));
                if slides.is_empty() {
                    continue;
                }
                let hint = Hint::new(problem, &Moves::from(slides), Authority::Method).unwrap();
                assert!(hint.slides.len() <= 3 && !hint.text(Strength::Three).is_empty());
                assert!(
                    hint.missing
                        .iter()
                        .all(|&tile| problem.start().cell_of(tile) != problem.goal().cell_of(tile))
                );
            }
        }
    }
}
