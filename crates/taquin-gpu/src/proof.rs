//! How far a search has come: what a checkpoint holds.

use std::fmt;
use std::str::FromStr;

use crate::error::GpuError;

/// The first line of a checkpoint.
const TITLE: &str = "taquin checkpoint of a search on a card, version 1";

/// How far a search has come. Printed, it is a checkpoint: a few lines of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The position, as the search sees it: the home of each cell's content.
    pub(crate) position: Vec<u8>,
    /// No way is shorter than this; ways of this length are being looked for.
    pub(crate) limit: u32,
    /// Slides from the start to the frontier.
    pub(crate) depth: u32,
    /// Parts of the frontier, 0 before there is one, and how many are done.
    pub(crate) parts: u32,
    pub(crate) done: u32,
    /// Slides from the goal within which this iteration looks ahead.
    pub(crate) ahead: i32,
    /// Nodes in all, when this iteration began, and of the iteration before.
    pub(crate) nodes: u64,
    pub(crate) begun_nodes: u64,
    pub(crate) last_nodes: u64,
    /// The best way known, as blank moves.
    pub(crate) best: Option<Vec<u8>>,
}

impl Proof {
    /// Nothing done, with this bound of the start.
    pub(crate) fn new(bound: u32) -> Proof {
        Proof {
            position: Vec::new(),
            limit: bound,
            depth: 0,
            parts: 0,
            done: 0,
            ahead: 40,
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

    /// This iteration is complete.
    pub(crate) fn next(&mut self, ahead: i32) {
        self.last_nodes = self.nodes - self.begun_nodes;
        self.begun_nodes = self.nodes;
        self.ahead = ahead;
        self.limit += 2;
        self.restart();
    }

    /// This iteration begins again.
    pub(crate) fn restart(&mut self) {
        (self.depth, self.parts, self.done) = (0, 0, 0);
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position: Vec<String> = self.position.iter().map(ToString::to_string).collect();
        writeln!(f, "{TITLE}\nposition {}", position.join(" "))?;
        writeln!(f, "limit {}\ndepth {}\nparts {}\ndone {}", self.limit, self.depth, self.parts, self.done)?;
        writeln!(f, "ahead {}\nnodes {} {} {}", self.ahead, self.nodes, self.begun_nodes, self.last_nodes)?;
        let best: String = self.best.iter().flatten().map(|&way| char::from(b'0' + way)).collect();
        writeln!(f, "best {}", if self.best.is_some() { &best } else { "-" })
    }
}

impl FromStr for Proof {
    type Err = GpuError;

    fn from_str(text: &str) -> Result<Proof, GpuError> {
        let bad = |what: &str| GpuError::Checkpoint(what.to_owned());
        let mut lines = text.lines();
        if lines.next() != Some(TITLE) {
            return Err(bad("it is none of a search on a card, or of another version"));
        }
        let mut field = |name: &str| -> Result<&str, GpuError> {
            let line = lines.next().ok_or_else(|| bad("it ends early"))?;
            line.strip_prefix(name).map(str::trim).ok_or_else(|| bad(&format!("`{name}` is missing")))
        };
        let number = |text: &str| text.parse::<u64>().map_err(|_| bad("a number is none"));
        let position = field("position")?
            .split(' ')
            .map(|cell| cell.parse::<u8>().map_err(|_| bad("a cell is none")))
            .collect::<Result<_, _>>()?;
        let limit = number(field("limit")?)? as u32;
        let depth = number(field("depth")?)? as u32;
        let parts = number(field("parts")?)? as u32;
        let done = number(field("done")?)? as u32;
        let ahead = number(field("ahead")?)? as i32;
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
        if done > parts || begun_nodes > nodes || limit > 250 || !(0..=200).contains(&ahead) {
            return Err(bad("its numbers contradict each other"));
        }
        Ok(Proof { position, limit, depth, parts, done, ahead, nodes, begun_nodes, last_nodes, best })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_read_as_it_was_written() {
        let proof = Proof {
            position: vec![3, 0, 2, 1],
            depth: 12,
            parts: 7,
            done: 3,
            nodes: 1 << 40,
            begun_nodes: 1 << 39,
            best: Some(vec![0, 1, 2, 3]),
            ..Proof::new(90)
        };
        assert_eq!(proof.to_string().parse(), Ok(proof.clone()));
        let without = Proof { best: None, ..proof };
        assert_eq!(without.to_string().parse(), Ok(without.clone()));
        for text in
            ["", "nonsense", &without.to_string().replace("done 3", "done 9"), &without.to_string()[..90]]
        {
            assert!(text.parse::<Proof>().is_err(), "{text}");
        }
    }
}
