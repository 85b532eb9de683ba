//! Who is best at what: kept as results come in, or computed from all of them, with the same outcome.

use std::collections::BTreeMap;

use serde::Serialize;
use taquin_core::game::{Average, AverageRule, Day};
use taquin_core::judge::Standing;

use crate::rows::Outcome;
use crate::{AttemptRow, Event};

/// The averages that are ranked: of so many attempts in a row.
pub const AVERAGES: [usize; 4] = [5, 12, 50, 100];
/// What an attempt without a ranked solve counts as in an average: longer than anything. One of them is the worst that an
/// average leaves out; with two there is no average.
pub const NOT_SOLVED: u64 = 1 << 50;

/// A board of the league, a period, a player.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct BestKey {
    /// `single/4x4/keys`, `ao5/4x4/keys`, `daily/4x4/keys`, `fewest/4x4`.
    pub board: String,
    /// `2026-11-15`, `2026-11` or `all`.
    pub period: String,
    /// The player's id.
    pub player: String,
}

/// The best that a player reached.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Best {
    /// Milliseconds, or slides.
    pub value: u64,
    /// When it was reached: of equals the first stands above.
    pub at_ms: u64,
    /// The attempt that reached it; of an average the last one.
    pub attempt: String,
}

/// The best of everybody at everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bests(BTreeMap<BestKey, Best>);

impl Bests {
    /// From all attempts there are. A player's attempts at one event are a row in the order in which they were opened.
    #[must_use]
    pub fn of(attempts: &[AttemptRow]) -> Bests {
        let mut order: Vec<&AttemptRow> = attempts.iter().collect();
        order.sort_by(|a, b| (a.opened_ms, &a.id).cmp(&(b.opened_ms, &b.id)));
        let mut rows: BTreeMap<(&str, String), Vec<u64>> = BTreeMap::new();
        let mut bests = Bests::default();
        for attempt in order {
            let row = rows.entry((&attempt.player, attempt.event.to_string())).or_default();
            row.push(attempt.outcome.as_ref().and_then(Outcome::ranked_time).unwrap_or(NOT_SOLVED));
            for (key, best) in marks(attempt, row) {
                bests.take(key, best);
            }
        }
        bests
    }

    /// Takes a new mark, if it is better.
    pub fn take(&mut self, key: BestKey, best: Best) {
        let kept = self.0.entry(key).or_insert_with(|| best.clone());
        // As the database does it: what is equal stays.
        if best < *kept {
            *kept = best;
        }
    }

    /// Every best, ordered by board, period and player.
    pub fn iter(&self) -> impl Iterator<Item = (&BestKey, &Best)> {
        self.0.iter()
    }

    /// One ranking, the best first.
    #[must_use]
    pub fn ranking(&self, board: &str, period: &str) -> Vec<(&BestKey, &Best)> {
        let mut rows: Vec<_> =
            self.0.iter().filter(|(key, _)| key.board == board && key.period == period).collect();
        rows.sort_by(|(a, x), (b, y)| (x.value, x.at_ms, &a.player).cmp(&(y.value, y.at_ms, &b.player)));
        rows
    }

    /// Forgets a player.
    pub fn forget(&mut self, player: &str) {
        self.0.retain(|key, _| key.player != player);
    }
}

/// The marks that an attempt sets. `row` has the times of the player's attempts at the same event up to this one, in
/// order, [`NOT_SOLVED`] where there is none; only the last [`AVERAGES`] of them matter.
#[must_use]
pub fn marks(attempt: &AttemptRow, row: &[u64]) -> Vec<(BestKey, Best)> {
    let Some(outcome) = attempt.outcome.as_ref().filter(|o| o.standing == Standing::Ranked.word()) else {
        return Vec::new();
    };
    let (Some(time_ms), Some(slides)) = (outcome.time_ms, outcome.slides) else { return Vec::new() };
    let shape = attempt.event.shape();
    let class = outcome.class.as_str();
    let at_ms = outcome.closed_ms;
    let mut marks = Vec::new();
    let mut mark = |board: String, periods: &[String], value: u64| {
        for period in periods {
            let key =
                BestKey { board: board.clone(), period: period.clone(), player: attempt.player.clone() };
            marks.push((key, Best { value, at_ms, attempt: attempt.id.clone() }));
        }
    };
    match attempt.event {
        Event::Fewest(day, _) => mark(format!("fewest/{shape}"), &[day.to_string()], slides),
        Event::Daily(day, _) => {
            mark(format!("daily/{shape}/{class}"), &[day.to_string()], time_ms);
            mark(format!("single/{shape}/{class}"), &periods(at_ms), time_ms);
        }
        // A race counts like a single board; a row of attempts is what one does alone.
        Event::Race(..) => mark(format!("single/{shape}/{class}"), &periods(at_ms), time_ms),
        Event::Single(..) => {
            let periods = periods(at_ms);
            mark(format!("single/{shape}/{class}"), &periods, time_ms);
            for length in AVERAGES {
                if let Some(value) = average(row, length) {
                    mark(format!("ao{length}/{shape}/{class}"), &periods, value);
                }
            }
        }
    }
    marks
}

/// The average of the last `length`, in whole milliseconds; `None` when too many of them were not solved.
fn average(row: &[u64], length: usize) -> Option<u64> {
    let last = &row[row.len().checked_sub(length)?..];
    let average = Average::of(last, length, AverageRule::DropOne)?.current;
    (average < NOT_SOLVED as f64 / length as f64).then_some(average.round() as u64)
}

/// The day, the month and all time.
#[must_use]
pub fn periods(at_ms: u64) -> Vec<String> {
    let day = Day::at_unix_ms(at_ms).map(|day| day.to_string());
    let month = day.as_ref().and_then(|day| day.get(..7)).map(str::to_owned);
    day.into_iter().chain(month).chain(["all".to_owned()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(id: u32, time_ms: Option<u64>) -> AttemptRow {
        let outcome = time_ms.map(|time_ms| Outcome {
            closed_ms: 1_000_000 + u64::from(id),
            record: String::new(),
            standing: "ranked".into(),
            reasons: Vec::new(),
            time_ms: Some(time_ms),
            slides: Some(50),
            class: "keys".into(),
            copied: false,
            cleared: None,
        });
        AttemptRow {
            id: format!("a{id:03}"),
            player: "p".into(),
            event: "single/4x4/keys".parse().unwrap(),
            board: String::new(),
            opened_ms: 1_000 + u64::from(id),
            known: false,
            outcome,
        }
    }

    fn best(attempts: &[AttemptRow], board: &str) -> Option<u64> {
        let bests = Bests::of(attempts);
        bests.ranking(board, "all").first().map(|(_, best)| best.value)
    }

    #[test]
    fn one_unsolved_attempt_is_left_out_of_an_average_and_two_are_not() {
        let times = [Some(9_000), Some(10_000), None, Some(12_000), Some(11_000)];
        let attempts: Vec<_> = times.iter().zip(0..).map(|(&time, id)| attempt(id, time)).collect();
        assert_eq!(best(&attempts, "ao5/4x4/keys"), Some(11_000));
        assert_eq!(best(&attempts, "single/4x4/keys"), Some(9_000));
        let two: Vec<_> = attempts.iter().cloned().chain([attempt(5, None), attempt(6, Some(1))]).collect();
        assert_eq!(best(&two, "ao5/4x4/keys"), Some(11_000), "what was reached stays");
        assert_eq!(best(&two[1..], "ao5/4x4/keys"), None);
        assert_eq!(best(&attempts[..4], "ao5/4x4/keys"), None, "four are no five");
        // The last must be solved to set a mark: an unsolved one sets none.
        let mut ends_open: Vec<_> = attempts.clone();
        ends_open.rotate_left(3);
        for (id, attempt) in ends_open.iter_mut().enumerate() {
            attempt.opened_ms = id as u64;
        }
        assert_eq!(best(&ends_open[..5], "ao12/4x4/keys"), None);
    }

    #[test]
    fn averages_of_a_hundred_leave_out_one_at_each_end() {
        let attempts: Vec<_> = (0..100).map(|id| attempt(id, Some(10_000 + u64::from(id)))).collect();
        assert_eq!(best(&attempts, "ao100/4x4/keys"), Some(10_050), "10,049.5 is rounded up");
        assert_eq!(best(&attempts, "ao50/4x4/keys"), Some(10_025));
    }

    #[test]
    fn of_equals_the_first_stands_above_and_periods_are_named() {
        assert_eq!(periods(1_794_700_800_000), ["2026-11-15", "2026-11", "all"]);
        let mut bests = Bests::default();
        let key = BestKey { board: "b".into(), period: "all".into(), player: "p".into() };
        for (at_ms, value) in [(5, 100), (6, 100), (7, 101)] {
            bests.take(key.clone(), Best { value, at_ms, attempt: String::new() });
        }
        assert_eq!(bests.ranking("b", "all")[0].1.at_ms, 5);
        bests.forget("p");
        assert_eq!(bests, Bests::default());
    }
}
