//! How far a long search has come: what a checkpoint holds, on a processor as on a card.
//!
//! Iteration T visits every position from which a way of at most T slides may lead home. It begins with a *frontier*, all
//! positions so many slides from the start, each once, and searches below one part of it after another. A part that is
//! done says that no way of T slides leads through its positions: that holds whoever searched it, with whatever
//! tables, since the part of a position follows from the position alone. So a search goes on from the
//! checkpoint of any other of the same board.

mod ahead;
mod place;

use std::fmt;
use std::str::FromStr;

use taquin_core::Solvable;

use ahead::FIRST_AHEAD;
pub(crate) use place::Key;

/// What a search on a card must do as the one here does: for `taquin-gpu`, and for nobody else.
#[doc(hidden)]
pub use {
    ahead::look_ahead,
    place::{Place, blank_label, part_of},
};

/// The first line of a checkpoint.
const TITLE: &str = "taquin checkpoint of a search, version 1";

/// The first line that searches on a card used to write.
const CARD_TITLE: &str = "taquin checkpoint of a search on a card, version 1";

/// No way that a search keeps track of is longer.
pub(crate) const MOST_SLIDES: u32 = 250;

const CONTRADICTION: &str = "its numbers contradict each other";

/// Why a checkpoint is of no use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the checkpoint cannot be used: {0}")]
pub struct ProofError(String);

/// How far a search has come. Printed, it is a checkpoint: a few lines of text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Proof {
    /// The home of each cell's content, on the board turned over or not: symmetric homes of the blank share checkpoints.
    pub position: Vec<u8>,
    /// No way is shorter than this; ways of this length are being looked for.
    pub limit: u32,
    /// Slides from the start to the frontier.
    pub depth: u32,
    /// Parts of the frontier, 0 before there is one.
    pub parts: u32,
    /// How many of them are done.
    pub done: u32,
    /// Slides from the goal within which this iteration looks ahead.
    pub ahead: u32,
    /// Nodes in all.
    pub nodes: u64,
    /// Nodes when this iteration began.
    pub begun_nodes: u64,
    /// Nodes of the iteration before.
    pub last_nodes: u64,
    /// The best way known, as blank moves on the board as it was laid: up, right, down, left.
    pub best: Option<Vec<u8>>,
}

/// Where an earlier search of the same board stood, and who keeps where this one stands.
#[derive(Default)]
#[non_exhaustive]
pub struct Keeping<'a> {
    /// Where to go on from.
    pub from: Option<Proof>,
    /// Is given the state of the search every now and then, to be kept.
    pub keep: Option<&'a mut dyn FnMut(&Proof)>,
}

impl<'a> Keeping<'a> {
    /// Begins with nothing and keeps nothing.
    pub fn new() -> Keeping<'a> {
        Keeping::default()
    }

    /// Goes on from there, if there is such a place.
    #[must_use]
    pub fn from(self, from: impl Into<Option<Proof>>) -> Keeping<'a> {
        Keeping { from: from.into(), ..self }
    }

    /// Gives the state of the search to somebody who keeps it.
    #[must_use]
    pub fn keep(self, keep: &'a mut dyn FnMut(&Proof)) -> Keeping<'a> {
        Keeping { keep: Some(keep), ..self }
    }
}

impl Proof {
    /// Nothing done, with this bound of the start.
    pub fn new(bound: u32) -> Proof {
        Proof {
            position: Vec::new(),
            limit: bound,
            depth: 0,
            parts: 0,
            done: 0,
            ahead: FIRST_AHEAD,
            nodes: 0,
            begun_nodes: 0,
            last_nodes: 0,
            best: None,
        }
    }

    /// No solution is shorter than this.
    pub fn lower_bound(&self) -> u32 {
        self.limit
    }

    /// The length of the best solution known.
    pub fn best(&self) -> Option<u32> {
        self.best.as_ref().map(|way| way.len() as u32)
    }

    /// This iteration is complete; the next looks ahead so far.
    pub fn next(&mut self, ahead: u32) {
        self.last_nodes = self.nodes.saturating_sub(self.begun_nodes);
        self.begun_nodes = self.nodes;
        self.ahead = ahead;
        self.limit = self.limit.saturating_add(2);
        self.restart();
    }

    /// This iteration begins again.
    pub fn restart(&mut self) {
        (self.depth, self.parts, self.done) = (0, 0, 0);
    }

    /// No search gives such numbers.
    fn contradicts_itself(&self) -> bool {
        // No way is shorter than the limit: not the best one, either.
        let best_is_shorter = self.best().is_some_and(|best| best < self.limit);
        let too_much = self.done > self.parts || self.depth > self.limit;
        best_is_shorter
            || too_much
            || self.limit > MOST_SLIDES
            || self.ahead > 200
            || self.begun_nodes > self.nodes
    }

    /// Whether it is of this problem, its numbers agree, and the way it knows is one.
    pub fn check(&self, problem: &Solvable) -> Result<(), ProofError> {
        let bad = |what: &str| Err(ProofError(what.to_owned()));
        if self.contradicts_itself() {
            return bad(CONTRADICTION);
        }
        let start = problem.problem().start();
        let place = Place::new(start.shape(), problem.problem().goal().blank());
        let of_it = |place: &Place| place.position(problem.homes().iter().copied()) == self.position;
        let Some(place) = place.filter(of_it) else { return bad("it is of another board") };
        match &self.best {
            Some(way) if problem.solution(place.moves(way)).is_err() => bad("its way does not lead home"),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position: Vec<String> = self.position.iter().map(ToString::to_string).collect();
        writeln!(f, "{TITLE}\nposition {}", position.join(" "))?;
        writeln!(f, "limit {}\ndepth {}\nparts {}\ndone {}", self.limit, self.depth, self.parts, self.done)?;
        writeln!(f, "ahead {}\nnodes {} {} {}", self.ahead, self.nodes, self.begun_nodes, self.last_nodes)?;
        let best: String = self.best.iter().flatten().map(|&way| char::from(b'0' + (way & 3))).collect();
        writeln!(f, "best {}", if self.best.is_some() { &best } else { "-" })
    }
}

impl FromStr for Proof {
    type Err = ProofError;

    fn from_str(text: &str) -> Result<Proof, ProofError> {
        let bad = |what: &str| ProofError(what.to_owned());
        let mut lines = text.lines();
        if !lines.next().is_some_and(|title| [TITLE, CARD_TITLE].contains(&title)) {
            return Err(bad("it is none of a search, or of another version"));
        }
        let mut field = |name: &str| -> Result<&str, ProofError> {
            let line = lines.next().ok_or_else(|| bad("it ends early"))?;
            line.strip_prefix(name).map(str::trim).ok_or_else(|| bad(&format!("`{name}` is missing")))
        };
        let number = |text: &str| text.parse::<u64>().map_err(|_| bad("a number is none"));
        let small = |text: &str| text.parse::<u32>().map_err(|_| bad("a number is none"));
        let position = field("position")?
            .split(' ')
            .map(|cell| cell.parse::<u8>().map_err(|_| bad("a cell is none")))
            .collect::<Result<_, _>>()?;
        let limit = small(field("limit")?)?;
        let depth = small(field("depth")?)?;
        let parts = small(field("parts")?)?;
        let done = small(field("done")?)?;
        let ahead = small(field("ahead")?)?;
        let nodes = field("nodes")?.split(' ').map(number).collect::<Result<Vec<u64>, _>>()?;
        let &[nodes, begun_nodes, last_nodes] = &nodes[..] else {
            return Err(bad("three counts of nodes are needed"));
        };
        let best = match field("best")? {
            "-" => None,
            ways if ways.bytes().all(|way| (b'0'..b'4').contains(&way)) => {
                Some(ways.bytes().map(|way| way - b'0').collect())
            }
            _ => return Err(bad("its way is none")),
        };
        let proof =
            Proof { position, limit, depth, parts, done, ahead, nodes, begun_nodes, last_nodes, best };
        if proof.contradicts_itself() { Err(ProofError(CONTRADICTION.to_owned())) } else { Ok(proof) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin_core::{Board, Goal, Problem};

    fn some() -> Proof {
        Proof {
            position: vec![3, 0, 2, 1],
            depth: 12,
            parts: 7,
            done: 3,
            nodes: 1 << 40,
            begun_nodes: 1 << 39,
            best: Some([0, 1, 2, 3].repeat(23)),
            ..Proof::new(90)
        }
    }

    #[test]
    fn a_checkpoint_is_read_as_it_was_written() {
        let proof = some();
        assert_eq!(proof.to_string().parse(), Ok(proof.clone()));
        assert_eq!(proof.to_string().replace(TITLE, CARD_TITLE).parse(), Ok(proof.clone()));
        let shorter = Proof { limit: 94, ..proof.clone() }.to_string();
        let without = Proof { best: None, ..proof };
        assert_eq!(without.to_string().parse(), Ok(without.clone()));
        for text in [
            "",
            "nonsense",
            &without.to_string().replace("done 3", "done 9"),
            &without.to_string()[..90],
            &shorter,
        ] {
            assert!(text.parse::<Proof>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_checkpoint_of_another_board_or_with_a_way_that_is_none_is_refused() {
        let decided = |board: &str| {
            let board: Board = board.parse().unwrap();
            Problem::new(board, &Goal::BlankLast).unwrap().decide().unwrap()
        };
        let problem = decided("1 2 3/4 5 6/7 0 8");
        let place = Place::new(problem.problem().start().shape(), problem.problem().goal().blank()).unwrap();
        let position = place.position(problem.homes().iter().copied());
        let proof = Proof { position, limit: 1, depth: 0, best: None, ..some() };
        assert_eq!(proof.check(&problem), Ok(()));
        assert!(proof.check(&decided("1 2 3/4 5 6/0 7 8")).is_err());
        let ways: Vec<bool> = (0..4)
            .map(|way| Proof { best: Some(vec![way]), ..proof.clone() }.check(&problem).is_ok())
            .collect();
        assert_eq!(ways.iter().filter(|&&solves| solves).count(), 1, "one slide of four leads home");
    }
}
