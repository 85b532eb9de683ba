//! How far a deepening search has come and how long the rest will take, judged from what it reports.
//!
//! A search with a rising bound repeats itself, each time deeper, and nobody knows at which depth it will end. But one
//! iteration is a nearly constant multiple of the one before, so how much of the present one is done can be told; and from
//! the pace until now, how long the rest of it takes. No clock is read for that: whoever watches says how long it has gone on.

use std::time::Duration;

use crate::Progress;

/// How many times the nodes of an iteration the next one has, before two were seen: 4x4 boards have 5 to 7.
const USUAL_GROWTH: f64 = 6.0;
/// Iterations with fewer nodes say nothing about growth.
const TELLING_NODES: u64 = 1 << 12;
/// The share of a phase that must be done before it has a pace of its own.
const TELLING_SHARE: f64 = 0.02;

/// Follows one piece of work, from its first report on.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    bound: u32,
    begun: u64,
    last: u64,
    growth: f64,
    /// By how much a proof rises: two slides, since all ways home have one parity; with multi-tile moves one, once that was seen.
    rise: u32,
    phase: Phase,
    /// When the search began, and with how many nodes: what made its tables before does not tell its pace.
    search: Option<(Duration, u64)>,
    /// The last report, and whether how much there is to do was judged from its nodes, because it did not say.
    seen: Progress,
    judged: bool,
}

/// Where a phase of the work began: with nothing, or where an earlier search has stood.
#[derive(Clone, Copy, Debug, Default)]
struct Phase {
    name: &'static str,
    lower_bound: u32,
    done: u64,
    begun: Duration,
}

impl Default for Estimate {
    fn default() -> Self {
        Estimate {
            bound: 0,
            begun: 0,
            last: 0,
            growth: USUAL_GROWTH,
            rise: 2,
            phase: Phase::default(),
            search: None,
            seen: Progress::default(),
            judged: false,
        }
    }
}

impl Estimate {
    /// Takes a report, and how long the work has gone on; every one counts, since it may be the first of an iteration. Gives
    /// it back as it is if it says how much there is to do, or is no search's. Otherwise `done` and `total` become the nodes of
    /// the present iteration: those made, and those it should have if it finds nothing; `total` stays 0 while there is
    /// nothing to judge from.
    pub fn follow(&mut self, progress: &Progress, elapsed: Duration) -> Progress {
        if progress.lower_bound > 0 {
            self.search.get_or_insert((elapsed, progress.nodes));
        }
        let judged = self.judge(progress);
        self.judged = progress.total == 0 && progress.lower_bound > 0;
        self.seen = if self.judged { judged } else { *progress };
        self.phase = self.phase.of(&self.seen, elapsed);
        self.seen
    }

    fn judge(&mut self, progress: &Progress) -> Progress {
        let Progress { nodes, lower_bound, .. } = *progress;
        if lower_bound != self.bound {
            let made = nodes.saturating_sub(self.begun);
            if self.last >= TELLING_NODES && made > self.last {
                self.growth = made as f64 / self.last as f64;
            }
            if self.bound > 0 && lower_bound.checked_sub(1) == Some(self.bound) {
                self.rise = 1;
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

    /// What no solution will be shorter than when the present iteration has found none; `None` before a search has begun.
    pub fn next_bound(&self) -> Option<u32> {
        (self.seen.lower_bound > 0).then(|| self.seen.lower_bound.saturating_add(self.rise))
    }

    /// How much of the present phase is done, from 0 to 1; `None` while nobody can say.
    pub fn share(&self) -> Option<f64> {
        let Progress { done, total, .. } = self.seen;
        (total > 0).then(|| done as f64 / total as f64)
    }

    /// How long the rest of the present phase, or iteration, will take at the pace until now; `None` while nobody can say.
    pub fn left(&self, elapsed: Duration) -> Option<Duration> {
        let Progress { done, total, nodes, .. } = self.seen;
        if total == 0 {
            return None;
        }
        let (spent, of) = self.phase.pace(&self.seen, elapsed).or_else(|| {
            // An iteration that has just begun will go at the pace of those before.
            let (begun, before) = self.search.filter(|_| self.judged)?;
            let made = nodes.saturating_sub(before);
            (made > 0).then(|| (elapsed.saturating_sub(begun), made))
        })?;
        let seconds = spent.as_secs_f64() * total.saturating_sub(done) as f64 / of as f64;
        Duration::try_from_secs_f64(seconds).ok()
    }
}

impl Phase {
    /// The phase of a report: this one, or another that begins with it.
    fn of(self, progress: &Progress, elapsed: Duration) -> Phase {
        let Progress { phase: name, lower_bound, done, .. } = *progress;
        let same = (name, lower_bound) == (self.name, self.lower_bound) && done >= self.done;
        if same { self } else { Phase { name, lower_bound, done, begun: elapsed } }
    }

    /// The time this phase has taken, and the units done in it; `None` while there are hardly any.
    fn pace(&self, progress: &Progress, elapsed: Duration) -> Option<(Duration, u64)> {
        let made = progress.done.saturating_sub(self.done);
        let telling = made as f64 > TELLING_SHARE * progress.total.saturating_sub(self.done) as f64;
        telling.then(|| (elapsed.saturating_sub(self.begun), made))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(lower_bound: u32, nodes: u64, done: u64, total: u64) -> Progress {
        Progress { phase: "a search", nodes, lower_bound, done, total, ..Progress::default() }
    }

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn an_iteration_is_expected_to_grow_as_the_one_before_did() {
        let mut deepening = Estimate::default();
        let mut at = |lower_bound, nodes| {
            let seen = deepening.follow(&report(lower_bound, nodes, 0, 0), Duration::ZERO);
            (seen.done, seen.total)
        };
        assert_eq!(at(40, 0), (0, 0), "nothing is known of the first");
        assert_eq!(at(42, 10_000), (0, 60_000), "the usual growth");
        assert_eq!(at(42, 40_000), (30_000, 60_000));
        assert_eq!(at(44, 60_000), (0, 250_000), "50,000 after 10,000 is five times");
        assert_eq!(at(44, 320_000), (260_000, 0), "more than expected: nobody can say");
    }

    #[test]
    fn the_time_left_is_judged_from_the_nodes_where_a_search_does_not_say_how_far_it_is() {
        let mut search = Estimate::default();
        let mut at = |lower_bound, nodes, now| {
            search.follow(&report(lower_bound, nodes, 0, 0), seconds(now));
            search.left(seconds(now)).map(|left| left.as_secs())
        };
        assert_eq!(at(90, 0, 0), None, "nothing is known of the first iteration");
        assert_eq!(at(92, 10_000, 2), Some(12), "at the pace of the iteration before");
        assert_eq!(at(92, 25_000, 5), Some(9), "at its own");
        assert_eq!(at(94, 70_000, 14), Some(72));
    }

    #[test]
    fn what_made_tables_before_a_search_does_not_slow_its_pace() {
        let mut search = Estimate::default();
        let tables =
            Progress { phase: "building a table", nodes: 0, done: 50, total: 100, ..Progress::default() };
        let seen = search.follow(&tables, seconds(50));
        assert_eq!((seen.done, seen.total), (50, 100), "what is no search knows how far it is");
        assert_eq!((search.next_bound(), search.share()), (None, Some(0.5)));
        search.follow(&report(90, 0, 0, 0), seconds(100));
        search.follow(&report(92, 10_000, 0, 0), seconds(102));
        assert_eq!(search.left(seconds(102)), Some(seconds(12)), "10,000 in 2 s, not in 102");
    }

    #[test]
    fn the_time_left_goes_by_the_pace_of_this_phase_not_by_what_was_done_before_it() {
        let mut search = Estimate::default();
        // Begun after 10 s with half of it done by an earlier search, and most of the nodes.
        search.follow(&report(116, 1 << 40, 50, 100), seconds(10));
        assert_eq!(search.left(seconds(10)), None, "too little to tell");
        search.follow(&report(116, 1 << 40, 60, 100), seconds(15));
        assert_eq!((search.left(seconds(15)), search.share()), (Some(seconds(20)), Some(0.6)));
        search.follow(&report(118, 1 << 40, 0, 100), seconds(40));
        search.follow(&report(118, 1 << 40, 10, 100), seconds(41));
        assert_eq!(search.left(seconds(41)), Some(seconds(9)), "an iteration has a pace of its own");
    }

    #[test]
    fn a_proof_rises_by_two_slides_and_by_one_where_the_search_was_seen_to() {
        let mut slides = Estimate::default();
        assert_eq!(slides.next_bound(), None);
        slides.follow(&report(40, 0, 0, 0), Duration::ZERO);
        slides.follow(&report(44, 9, 0, 0), Duration::ZERO);
        assert_eq!(slides.next_bound(), Some(46), "a bound may skip a proof, not a parity");
        let mut multi = slides;
        multi.follow(&report(45, 99, 0, 0), Duration::ZERO);
        assert_eq!(multi.next_bound(), Some(46));
    }

    #[test]
    fn no_report_and_no_clock_makes_an_estimate_break_off() {
        for total in [0, 1, u64::MAX] {
            for done in [0, 1, u64::MAX] {
                for nodes in [0, 1, u64::MAX] {
                    let mut search = Estimate::default();
                    for now in [Duration::ZERO, Duration::MAX, Duration::ZERO] {
                        search.follow(&report(u32::MAX, nodes, done, total), now);
                        let _ = (search.left(now), search.share(), search.next_bound());
                        search.follow(&report(1, u64::MAX - nodes, done, total), now);
                        let _ = search.left(Duration::MAX);
                    }
                }
            }
        }
    }
}
