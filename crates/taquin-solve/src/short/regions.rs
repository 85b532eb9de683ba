//! Where the blank stands: on a large board a beam keeps positions for every part of it.
//!
//! A tile left far from home has to be fetched, and on its way there the blank shifts every tile it meets: each step
//! looks worse than the one before. A beam of the best positions alone forgets such ways for ever new disguises of one
//! knot near by, and is lost. So most places of a beam are given out by regions, in equal shares to the best
//! positions with the blank in each.

use super::beam::Candidate;
use super::evaluate::Evaluation;
use super::pairs::LARGE_CELLS;

/// Rows and columns of a region.
const SIDE: usize = 2;
/// The share of a beam, in tenths, that goes to the best positions wherever the blank stands.
const ANYWHERE_TENTHS: usize = 2;

/// The regions of one shape, and room to work.
pub(super) struct Regions {
    /// The region of each cell.
    of: Vec<u16>,
    /// Of each candidate, in their order.
    each: Vec<u16>,
    /// Where the values of each region end.
    ends: Vec<usize>,
    values: Vec<i32>,
    cuts: Vec<i32>,
}

impl Regions {
    /// How many regions a board has.
    pub fn count(evaluation: &Evaluation) -> usize {
        evaluation.rows.div_ceil(SIDE) * evaluation.columns.div_ceil(SIDE)
    }

    /// The regions of a board, if it is large enough to have any.
    pub fn new(evaluation: &Evaluation) -> Option<Regions> {
        if evaluation.cells <= LARGE_CELLS {
            return None;
        }
        let across = evaluation.columns.div_ceil(SIDE);
        let region = |cell: usize| {
            (cell / evaluation.columns / SIDE * across + cell % evaluation.columns / SIDE) as u16
        };
        let count = Regions::count(evaluation);
        Some(Regions {
            of: (0..evaluation.cells).map(region).collect(),
            each: Vec::new(),
            ends: vec![0; count],
            values: Vec::new(),
            cuts: vec![0; count],
        })
    }

    /// How many of `wanted` places go to the best anywhere.
    pub fn anywhere(wanted: usize) -> usize {
        wanted * ANYWHERE_TENTHS / 10
    }

    /// Divides the other places among the regions; `blank` says where the blank of a candidate is.
    pub fn divide(&mut self, candidates: &[Candidate], wanted: usize, blank: impl Fn(&Candidate) -> usize) {
        self.each.clear();
        self.each.extend(candidates.iter().map(|candidate| self.of[blank(candidate)]));
        self.ends.fill(0);
        for &region in &self.each {
            self.ends[usize::from(region)] += 1;
        }
        let reached = self.ends.iter().filter(|&&count| count > 0).count();
        // Where each region begins; writing moves it to where it ends.
        let mut sum = 0;
        for end in &mut self.ends {
            (*end, sum) = (sum, sum + *end);
        }
        self.values.resize(candidates.len(), 0);
        for (candidate, &region) in candidates.iter().zip(&self.each) {
            let at = &mut self.ends[usize::from(region)];
            self.values[*at] = candidate.value;
            *at += 1;
        }
        let share = ((wanted - Regions::anywhere(wanted)) / reached.max(1)).max(1);
        let mut begin = 0;
        for (cut, &end) in self.cuts.iter_mut().zip(&self.ends) {
            let values = &mut self.values[begin..end];
            *cut = if values.len() <= share { i32::MAX } else { *values.select_nth_unstable(share - 1).1 };
            begin = end;
        }
    }

    /// Whether the candidate with this number is among the best of its region.
    #[inline(always)]
    pub fn keeps(&self, number: usize, candidate: &Candidate) -> bool {
        candidate.value <= self.cuts[usize::from(self.each[number])]
    }
}
