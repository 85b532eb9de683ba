//! What sliding players count, and how. `docs/statistics.md` states the definitions.

use alloc::collections::VecDeque;
use core::fmt;
use core::str::FromStr;

use super::standing::{NoRecord, Occasion, met_before};
use super::table::Origin;
use crate::prelude::*;
use crate::replay::{DecodeError, Replay, Source};
use crate::{Goal, Metric, Seed, Shape};

/// What a finished game counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solve {
    /// From the first slide to the last, pauses left out.
    pub time_ms: u64,
    /// Slides of single tiles.
    pub stm: u64,
    /// Runs of slides in one direction.
    pub mtm: u64,
    /// Hints asked for.
    pub hints: u32,
    /// Pushes taken back on the way; they are not in the move counts.
    pub undos: u32,
    /// What it was played with.
    pub source: Source,
    /// How the board came to be played.
    pub occasion: Occasion,
}

/// Slides per second; `None` when no time has passed.
pub(crate) fn per_second(slides: u64, ms: u64) -> Option<f64> {
    (ms > 0).then(|| slides as f64 * 1000.0 / ms as f64)
}

impl Solve {
    /// Slides per second; `None` when the solve took no time.
    #[must_use]
    pub fn tiles_per_second(&self) -> Option<f64> {
        per_second(self.stm, self.time_ms)
    }

    /// Hints, what it was played with and the occasion, in words: all that decides whether it counts.
    #[must_use]
    pub fn mark(&self) -> String {
        format!("{} {} {}", self.hints, self.source.word(), self.occasion.word())
    }

    /// A solve of these numbers and a [`Solve::mark`]; one that cannot be read counts for nothing.
    #[must_use]
    pub fn marked(time_ms: u64, stm: u64, mtm: u64, mark: &str) -> Solve {
        let mut words = mark.split(' ');
        let hints = words.next().and_then(|word| word.parse().ok()).unwrap_or(u32::MAX);
        let source = words.next().unwrap_or_default();
        let source = Source::ALL.into_iter().find(|each| each.word() == source).unwrap_or_default();
        let occasion = Occasion::named(words.next().unwrap_or_default()).unwrap_or(Occasion::Chosen);
        Solve { time_ms, stm, mtm, hints, undos: 0, source, occasion }
    }

    /// Whether it counts for records and averages; if not, why.
    pub fn standing(&self) -> Result<(), NoRecord> {
        match self.occasion {
            _ if self.source == Source::Computer => Err(NoRecord::Computer),
            _ if self.hints > 0 => Err(NoRecord::Hints),
            Occasion::Chosen => Err(NoRecord::Chosen),
            Occasion::Again => Err(NoRecord::Again),
            Occasion::Placed => Err(NoRecord::Placed),
            Occasion::Alike(_) => Err(NoRecord::Alike),
            Occasion::Fresh => Ok(()),
        }
    }

    /// Whether it counts for records and averages.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.standing().is_ok()
    }
}

/// How many of the best and the worst an average leaves out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AverageRule {
    /// One best and one worst at any length: what sliding players do.
    #[default]
    DropOne,
    /// A twentieth of the solves at each end, rounded up: what cubing timers do.
    FivePercent,
}

impl AverageRule {
    /// How many are left out at each end of `length` solves.
    #[must_use]
    pub fn dropped(self, length: usize) -> usize {
        match self {
            AverageRule::DropOne => 1,
            AverageRule::FivePercent => length.div_ceil(20),
        }
    }
}

/// An average of `length` results in a row: the last ones, and the best ever.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Average {
    /// Over how many.
    pub length: usize,
    /// Of the last `length`.
    pub current: f64,
    /// The smallest of all.
    pub best: f64,
}

impl Average {
    /// The lengths that players compare.
    pub const LENGTHS: [usize; 6] = [3, 5, 12, 50, 100, 1000];

    /// The average of `length` results in a row, in the order they were made; `None` while there are fewer.
    ///
    /// ```
    /// use taquin_core::game::{Average, AverageRule};
    /// let times = [9_000, 10_000, 12_000, 11_000, 30_000];
    /// let average = Average::of(&times, 5, AverageRule::DropOne).unwrap();
    /// assert_eq!(average.current, 11_000.0);
    /// ```
    #[must_use]
    pub fn of(results: &[u64], length: usize, rule: AverageRule) -> Option<Average> {
        if length <= 2 * rule.dropped(length) {
            return None;
        }
        let mut window = Window::new(length, rule);
        results.iter().for_each(|&result| window.add(result));
        window.average()
    }
}

/// The last results in a row, and the best that as many in a row ever were.
#[derive(Clone, Debug, PartialEq)]
struct Window {
    length: usize,
    dropped: usize,
    /// In the order they were made, and by size.
    last: VecDeque<u64>,
    sorted: Vec<u64>,
    /// Carried along: a window of a thousand is not added up anew at each of ten thousand solves.
    sum: u128,
    /// Sums without what is left out, once there are enough results; divided when somebody asks.
    kept: Option<(u128, u128)>,
}

impl Window {
    /// Of more results than are left out.
    fn new(length: usize, rule: AverageRule) -> Window {
        let dropped = rule.dropped(length);
        Window { length, dropped, last: VecDeque::new(), sorted: Vec::new(), sum: 0, kept: None }
    }

    fn add(&mut self, entering: u64) {
        let place = self.sorted.partition_point(|&r| r < entering);
        self.sum += u128::from(entering);
        self.last.push_back(entering);
        if self.last.len() <= self.length {
            self.sorted.insert(place, entering);
        } else if let Some(leaving) = self.last.pop_front() {
            // One takes the place of the other, and those between move over.
            let out = self.sorted.partition_point(|&r| r < leaving);
            self.sum -= u128::from(leaving);
            if out < place {
                self.sorted.copy_within(out + 1..place, out);
                self.sorted[place - 1] = entering;
            } else {
                self.sorted.copy_within(place..out, place + 1);
                self.sorted[place] = entering;
            }
        }
        if self.last.len() == self.length {
            let sum = |part: &[u64]| part.iter().map(|&r| u128::from(r)).sum::<u128>();
            let (low, high) = (&self.sorted[..self.dropped], &self.sorted[self.length - self.dropped..]);
            let current = self.sum - sum(low) - sum(high);
            self.kept = Some((current, self.kept.map_or(current, |(_, best)| best.min(current))));
        }
    }

    fn average(&self) -> Option<Average> {
        let mean = |sum: u128| sum as f64 / (self.length - 2 * self.dropped) as f64;
        self.kept.map(|(current, best)| Average {
            length: self.length,
            current: mean(current),
            best: mean(best),
        })
    }
}

/// The state of a player on one kind of board.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Summary {
    /// Solves in all.
    pub solves: usize,
    /// Solves that [count](Solve::standing): only they are summed up below.
    pub counted: usize,
    /// The shortest time.
    pub best_time_ms: Option<u64>,
    /// The fewest single slides.
    pub best_stm: Option<u64>,
    /// The fewest runs.
    pub best_mtm: Option<u64>,
    /// The most slides per second.
    pub best_tps: Option<f64>,
    windows: [Window; Average::LENGTHS.len()],
}

impl Default for Summary {
    fn default() -> Summary {
        Summary::new(AverageRule::default())
    }
}

impl Summary {
    /// Nobody has played yet.
    #[must_use]
    pub fn new(rule: AverageRule) -> Summary {
        Summary {
            solves: 0,
            counted: 0,
            best_time_ms: None,
            best_stm: None,
            best_mtm: None,
            best_tps: None,
            windows: Average::LENGTHS.map(|length| Window::new(length, rule)),
        }
    }

    /// Sums up solves in the order they were made.
    #[must_use]
    pub fn of<'a>(solves: impl IntoIterator<Item = &'a Solve>, rule: AverageRule) -> Summary {
        let mut summary = Summary::new(rule);
        solves.into_iter().for_each(|solve| summary.add(solve));
        summary
    }

    /// One more solve, the latest.
    pub fn add(&mut self, solve: &Solve) {
        fn least(best: &mut Option<u64>, new: u64) {
            *best = Some(best.map_or(new, |best| best.min(new)));
        }
        self.solves += 1;
        if !solve.counts() {
            return;
        }
        self.counted += 1;
        least(&mut self.best_time_ms, solve.time_ms);
        least(&mut self.best_stm, solve.stm);
        least(&mut self.best_mtm, solve.mtm);
        self.best_tps = self.best_tps.into_iter().chain(solve.tiles_per_second()).max_by(f64::total_cmp);
        self.windows.iter_mut().for_each(|window| window.add(solve.time_ms));
    }

    /// Averages of times, of the [`Average::LENGTHS`] for which there are enough solves.
    pub fn times(&self) -> impl Iterator<Item = Average> + '_ {
        self.windows.iter().filter_map(Window::average)
    }
}

/// Where each sitting begins among solves in the order they ended: solves of one sitting end less than an hour apart.
///
/// ```
/// # use taquin_core::game::sittings;
/// let hour = 3_600_000;
/// assert_eq!(sittings(&[0, hour - 1, 2 * hour, 3 * hour - 1, 4 * hour]), [0, 2, 4]);
/// assert!(sittings(&[]).is_empty());
/// ```
#[must_use]
pub fn sittings(ended_ms: &[u64]) -> Vec<usize> {
    const HOUR_MS: u64 = 3_600_000;
    let first = (!ended_ms.is_empty()).then_some(0);
    let gaps = ended_ms.windows(2).zip(1..).filter(|(two, _)| two[1].saturating_sub(two[0]) >= HOUR_MS);
    first.into_iter().chain(gaps.map(|(_, begin)| begin)).collect()
}

/// Where the last of the [`sittings`] begins.
#[must_use]
pub fn last_sitting(ended_ms: &[u64]) -> usize {
    sittings(ended_ms).last().copied().unwrap_or(0)
}

/// A finished game as one line of a log: when it ended, hints, undos, the replay, which holds the rest, the word of the
/// [`Occasion`], and the seed of the deal, by which a game that was ended twice is known. Lines of four words are of fresh boards.
///
/// Lines are only ever added, so a log survives anything but its last line being cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// When it ended, in milliseconds since 1970, UTC.
    pub ended_ms: u64,
    /// The size of the board.
    pub shape: Shape,
    /// The goal.
    pub goal: Goal,
    /// What it counts as.
    pub solve: Solve,
    /// The replay as text.
    pub replay: String,
    /// What the board was drawn from, with its size and goal.
    pub deal: Option<Seed>,
}

/// Why a line is no finished game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LogError {
    /// Not four to six words, the first three are no numbers, the fifth is no occasion, or the sixth no seed.
    #[error("a line of the log is: when, hints, undos and a replay, with spaces between")]
    Words,
    /// The replay cannot be read.
    #[error(transparent)]
    Replay(#[from] DecodeError),
    /// The replay has no times or does not end solved.
    #[error("the replay is no solve: it has no times or does not end at its goal")]
    NoSolve,
}

/// What records are kept for: the size and the goal, `4x4 blank-last`.
#[must_use]
pub fn kind(shape: Shape, goal: &Goal) -> String {
    format!("{shape} {goal}")
}

impl LogLine {
    /// The line of a solved replay; `None` when it is not solved, has no times or is too large to keep.
    #[must_use]
    pub fn new(
        ended_ms: u64,
        hints: u32,
        undos: u32,
        occasion: Occasion,
        replay: &Replay,
    ) -> Option<LogLine> {
        if !replay.ends_solved() {
            return None;
        }
        let solve = Solve {
            time_ms: replay.duration_ms()?,
            stm: replay.moves().length(Metric::Stm) as u64,
            mtm: replay.moves().length(Metric::Mtm) as u64,
            hints,
            undos,
            source: replay.source(),
            occasion,
        };
        let (shape, goal) = (replay.start().shape(), replay.goal().clone());
        Some(LogLine { ended_ms, shape, goal, solve, replay: replay.encode().ok()?, deal: None })
    }

    /// The same line, of a game that came from here.
    #[must_use]
    pub fn dealt(self, origin: Origin) -> LogLine {
        let deal = if let Origin::Seed(seed) = origin { Some(seed) } else { None };
        LogLine { deal, ..self }
    }

    /// Of solves of one deal only the first counts ([`met_before`]); lines are in the order in which they ended.
    pub fn count_once(lines: &mut [LogLine]) {
        let met = met_before(lines.iter().map(|line| Some((kind(line.shape, &line.goal), line.deal?))));
        for (line, _) in lines.iter_mut().zip(met).filter(|(_, met)| *met) {
            line.solve.occasion = line.solve.occasion.known();
        }
    }

    /// The replay in a line, which is not read for it; `None` where there is none.
    #[must_use]
    pub fn replay_in(line: &str) -> Option<&str> {
        line.split_ascii_whitespace().nth(3)
    }
}

impl fmt::Display for LogLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Solve { hints, undos, occasion, .. } = self.solve;
        write!(f, "{} {hints} {undos} {}", self.ended_ms, self.replay)?;
        match self.deal {
            Some(seed) => write!(f, " {} {seed}", occasion.word()),
            None if occasion == Occasion::Fresh => Ok(()),
            None => write!(f, " {}", occasion.word()),
        }
    }
}

impl FromStr for LogLine {
    type Err = LogError;

    fn from_str(line: &str) -> Result<LogLine, LogError> {
        let mut words = line.split_ascii_whitespace();
        let mut word = || words.next().ok_or(LogError::Words);
        let ended_ms = word()?.parse().map_err(|_| LogError::Words)?;
        let hints = word()?.parse().map_err(|_| LogError::Words)?;
        let undos = word()?.parse().map_err(|_| LogError::Words)?;
        let replay = Replay::decode(word()?)?;
        let occasion = words.next().map_or(Some(Occasion::Fresh), Occasion::named).ok_or(LogError::Words)?;
        let deal = words.next().map(str::parse).transpose().map_err(|_| LogError::Words)?;
        if words.next().is_some() {
            return Err(LogError::Words);
        }
        let line = LogLine::new(ended_ms, hints, undos, occasion, &replay).ok_or(LogError::NoSolve)?;
        Ok(LogLine { deal, ..line })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Input};
    use crate::{Direction, Grouping, board};

    #[test]
    fn a_mark_reads_back_and_one_that_cannot_be_read_counts_for_nothing() {
        for source in Source::ALL {
            for occasion in [Occasion::Fresh, Occasion::Again, Occasion::Chosen, Occasion::Placed] {
                for hints in [0, 3] {
                    let solve = Solve { time_ms: 5, stm: 4, mtm: 3, hints, undos: 0, source, occasion };
                    assert_eq!(Solve::marked(5, 4, 3, &solve.mark()), solve, "{}", solve.mark());
                }
            }
        }
        for mark in ["", "0", "0 keys", "x keys fresh", "0 keys often"] {
            assert!(Solve::marked(5, 4, 3, mark).standing().is_err(), "{mark}");
        }
    }

    #[test]
    fn the_replay_in_a_line_is_the_one_that_it_was_made_of() {
        let replay = "AUgDAwIKALQBqFmlXg";
        for line in [format!("1700000000000 0 0 {replay}"), format!("1700000000000 0 0 {replay} again")] {
            assert_eq!(LogLine::replay_in(&line), Some(replay));
            assert_eq!(line.parse::<LogLine>().unwrap().replay, replay);
        }
        assert_eq!(LogLine::replay_in("1700000000000 0 0"), None);
    }

    #[test]
    fn averages_drop_exactly_one_best_and_one_worst() {
        let average = |results: &[u64], n| Average::of(results, n, AverageRule::DropOne);
        assert_eq!(average(&[1, 2], 3), None);
        assert_eq!([0, 1, 2].map(|n| average(&[1, 2, 3], n)), [None; 3], "nothing is left");
        assert_eq!(average(&[7, 1, 100], 3).unwrap().current, 7.0, "three: the middle one");
        let hundred: Vec<u64> = (1..=100).collect();
        let one = Average::of(&hundred, 100, AverageRule::DropOne).unwrap().current;
        let five = Average::of(&hundred, 100, AverageRule::FivePercent).unwrap().current;
        assert_eq!((one, five), (50.5, 50.5));
        let skewed: Vec<u64> = (0..100).map(|i| if i < 3 { 10_000 } else { 100 }).collect();
        let one = Average::of(&skewed, 100, AverageRule::DropOne).unwrap().current;
        let five = Average::of(&skewed, 100, AverageRule::FivePercent).unwrap().current;
        assert_eq!((one, five), ((2.0 * 10_000.0 + 96.0 * 100.0) / 98.0, 100.0));
        assert_eq!([3, 5, 12, 50, 100].map(|n| AverageRule::FivePercent.dropped(n)), [1, 1, 1, 3, 5]);
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn the_rolling_best_equals_the_best_of_all_windows_taken_one_by_one() {
        let results: Vec<u64> = (0..2_100u64).map(|i| i * i * 7919 % 1013).collect();
        for rule in [AverageRule::DropOne, AverageRule::FivePercent] {
            for length in Average::LENGTHS {
                let slow: Vec<f64> = results
                    .windows(length)
                    .map(|window| {
                        let mut window = window.to_vec();
                        window.sort_unstable();
                        let kept = &window[rule.dropped(length)..length - rule.dropped(length)];
                        kept.iter().sum::<u64>() as f64 / kept.len() as f64
                    })
                    .collect();
                let fast = Average::of(&results, length, rule).unwrap();
                assert_eq!(Some(&fast.current), slow.last());
                assert_eq!(fast.best, slow.into_iter().fold(f64::INFINITY, f64::min));
            }
        }
    }

    #[test]
    fn only_fresh_boards_solved_alone_make_records_and_the_others_say_why_not() {
        let solve = |time_ms, hints, source, occasion| Solve {
            time_ms,
            stm: 80,
            mtm: 50,
            hints,
            undos: 0,
            source,
            occasion,
        };
        let solves = [
            solve(9_000, 0, Source::Keys, Occasion::Fresh),
            solve(1_000, 1, Source::Keys, Occasion::Fresh),
            solve(500, 0, Source::Computer, Occasion::Fresh),
            solve(8_000, 0, Source::Hover, Occasion::Fresh),
            solve(1, 0, Source::Keys, Occasion::Chosen),
            solve(2, 0, Source::Keys, Occasion::Again),
            solve(3, 0, Source::Keys, Occasion::Placed),
            solve(4, 0, Source::Keys, Occasion::Alike(Grouping::Rows)),
        ];
        let why: Vec<_> = solves.iter().filter_map(|solve| solve.standing().err()).collect();
        let reasons = [
            NoRecord::Hints,
            NoRecord::Computer,
            NoRecord::Chosen,
            NoRecord::Again,
            NoRecord::Placed,
            NoRecord::Alike,
        ];
        assert_eq!(why, reasons);
        let summary = Summary::of(&solves, AverageRule::DropOne);
        assert_eq!((summary.solves, summary.counted, summary.best_time_ms), (8, 2, Some(8_000)));
        assert_eq!(summary.best_tps, Some(10.0));
        assert_eq!(summary.times().count(), 0);
    }

    #[test]
    fn of_a_game_that_was_ended_twice_the_first_solve_counts_in_whatever_order_they_came_together() {
        let line = |ended_ms, seed, goal: &Goal| {
            let mut game = Game::of_board(board("1 2 / _ 3"), goal).unwrap();
            game.play(Input::Slide(Direction::Left), Source::Keys, 10);
            let line = LogLine::new(ended_ms, 0, 0, Occasion::Fresh, &game.replay()).unwrap();
            line.dealt(Origin::Seed(Seed::new(seed)))
        };
        let usual = &Goal::BlankLast;
        let other = &Goal::Board(board("1 2 / 3 _"));
        let old = LogLine { deal: None, ..line(0, 0, usual) };
        let lines =
            [old.clone(), line(1, 5, usual), line(2, 6, usual), line(3, 5, usual), line(4, 5, other), old];
        let mut counted = lines.clone();
        LogLine::count_once(&mut counted);
        let counts: Vec<bool> = counted.iter().map(|line| line.solve.standing().is_ok()).collect();
        assert_eq!(counts, [true, true, true, false, true, true]);
        assert_eq!(counted[3].solve.standing(), Err(NoRecord::Again));
    }

    #[test]
    fn a_finished_game_is_one_line_of_a_log() {
        let mut game = Game::of_board(board("1 2 / _ 3"), &Goal::BlankLast).unwrap();
        game.play(Input::Slide(Direction::Left), Source::Keys, 10);
        let line = LogLine::new(1_700_000_000_000, 0, 0, game.occasion(), &game.replay()).unwrap();
        assert_eq!(Some(line.solve), game.solve());
        assert!(line.to_string().ends_with(" chosen"));
        assert_eq!(line.to_string().parse(), Ok(line.clone()));
        let old = line.to_string().replace(" chosen", "").parse::<LogLine>().unwrap();
        assert_eq!(old.solve.occasion, Occasion::Fresh, "lines of four words are older than the word");
        let seed = Origin::Seed(Seed::new(42));
        let dealt = LogLine { solve: Solve { occasion: Occasion::Fresh, ..line.solve }, ..line }.dealt(seed);
        assert!(dealt.to_string().ends_with(" fresh v1-42"));
        assert_eq!(dealt.to_string().parse(), Ok(dealt.clone()));
        assert_eq!(dealt.dealt(Origin::Given).deal, None);
        for bad in ["", "1 2 3", "x 0 0 AAAA", "1 0 0 AAAA", "1 0 0 AUgDAwIKALQBqFmlXg 5"] {
            assert!(bad.parse::<LogLine>().is_err(), "{bad}");
        }
    }
}
