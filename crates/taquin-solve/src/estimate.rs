//! How far a deepening search has come, judged from what it reports.
//!
//! A search with a rising bound repeats itself, each time deeper, and nobody knows at which depth it will end. But one
//! iteration is a nearly constant multiple of the one before, so how much of the present one is done can be told.

use crate::Progress;

/// How many times the nodes of an iteration the next one has, before two were seen: 4x4 boards have 5 to 7.
const USUAL_GROWTH: f64 = 6.0;
/// Iterations with fewer nodes say nothing about growth.
const TELLING_NODES: u64 = 1 << 12;

/// Follows the iterations of one search.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    bound: u32,
    begun: u64,
    last: u64,
    growth: f64,
}

impl Default for Estimate {
    fn default() -> Self {
        Estimate { bound: 0, begun: 0, last: 0, growth: USUAL_GROWTH }
    }
}

impl Estimate {
    /// Takes a report. Gives it back with `done` and `total` as the nodes of the present iteration: those made, and
    /// those it should have if it finds nothing. `total` is 0 while there is nothing to judge from.
    pub fn follow(&mut self, progress: &Progress) -> Progress {
        let Progress { nodes, lower_bound, .. } = *progress;
        if lower_bound != self.bound {
            let made = nodes.saturating_sub(self.begun);
            if self.last >= TELLING_NODES && made > self.last {
                self.growth = made as f64 / self.last as f64;
            }
            *self = Estimate { bound: lower_bound, begun: nodes, last: made, ..*self };
        }
        let done = nodes.saturating_sub(self.begun);
        let expected = if self.last >= TELLING_NODES { (self.last as f64 * self.growth) as u64 } else { 0 };
        // An iteration that outgrows what was expected has no end in sight.
        let total = if done < expected { expected } else { 0 };
        Progress { done, total, ..*progress }
    }

    /// How many times the nodes of one iteration the next one has.
    pub fn growth(&self) -> f64 {
        self.growth
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_iteration_is_expected_to_grow_as_the_one_before_did() {
        let mut deepening = Estimate::default();
        let mut at = |lower_bound, nodes| {
            let seen = deepening.follow(&Progress { nodes, lower_bound, ..Progress::default() });
            (seen.done, seen.total)
        };
        assert_eq!(at(40, 0), (0, 0), "nothing is known of the first");
        assert_eq!(at(42, 10_000), (0, 60_000), "the usual growth");
        assert_eq!(at(42, 40_000), (30_000, 60_000));
        assert_eq!(at(44, 60_000), (0, 250_000), "50,000 after 10,000 is five times");
        assert_eq!(at(44, 320_000), (260_000, 0), "more than expected: nobody can say");
    }
}
