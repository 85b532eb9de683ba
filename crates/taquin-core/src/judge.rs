//! What a claimed result is worth: one pure function, the same in a browser, on a server and years later.
//!
//! Somebody was shown a board and sent back a [`Record`] of what he did. [`judge`] plays it and says whether it stands:
//!
//! - **refused**: it is no solve of that board, or it is against the server's clock, or no hand is that fast;
//! - **unranked**: a solve, but not one that can be compared (hints, pauses, more time passed than it tells …);
//! - **flagged**: it looks like a machine's, and is not ranked before a person has looked at it;
//! - **ranked**.
//!
//! The server's two moments bound the record from both sides: it cannot have lasted longer than what passed between them, and
//! not shorter by more than the way there and back takes. A page whose clock is slowed down therefore gains nothing. What no
//! judge can exclude is a robot that types a solver's moves in real time with a human's rhythm.

use core::fmt;
use core::str::FromStr;

use crate::game::Solve;
use crate::prelude::*;
use crate::replay::{Act, Record, Source};
use crate::{Board, Direction, Goal, UnknownName};

/// An attempt is open this long after its board was shown.
pub const ATTEMPT_MS: u64 = 60 * 60 * 1000;
/// How much more time than the record tells may pass until it arrives: the way of the board there and of the record back.
pub const ROUND_TRIP_MS: u64 = 2_000;
/// How much longer than the server's time a record may be: clocks of two machines, rounded to milliseconds.
pub const CLOCK_MS: u64 = 50;
/// And how much two clocks may drift apart, as a part of the time: one in so many.
pub const DRIFT: u64 = 1_000;
/// Over so many moves the rate is taken.
pub const RATE_MOVES: usize = 10;
/// Moves a second that nobody has been seen to make.
pub const FLAGGED_RATE: u64 = 45;
/// Moves a second that no hand can make.
pub const REFUSED_RATE: u64 = 100;
/// From so many gaps between moves on, their rhythm is looked at.
pub const RHYTHM_GAPS: usize = 20;
/// Gaps whose standard deviation is below their mean divided by this are a machine's.
pub const RHYTHM_EVENNESS: u128 = 10;
/// Two players who solve one board by the same slides, so many or more, did not both find them.
pub const COPIED_SLIDES: u64 = 40;

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Contest {
    /// The time, in a class of input: this one, or with `None` the one it was played with.
    Speed(Option<Source>),
    /// The number of slides; there is an hour to think.
    FewestMoves,
}

/// What a server knows of an attempt. Its times are of the server's clock, in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The board that was shown; its goal is the usual one.
    pub board: Board,
    /// What is compared.
    pub contest: Contest,
    /// When the board was shown.
    pub opened_ms: u64,
    /// When the record came back.
    pub closed_ms: u64,
    /// Whether the player had been shown this board before.
    pub known: bool,
}

macro_rules! reasons {
    ($($(#[doc = $doc:literal])* $reason:ident = $standing:ident, $word:literal;)*) => {
        /// Why a result is not ranked.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Reason { $($(#[doc = $doc])* $reason,)* }

        impl Reason {
            /// Every reason, the gravest first.
            pub const ALL: &'static [Reason] = &[$(Reason::$reason,)*];

            /// Its code, the same for ever.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self { $(Reason::$reason => $word,)* }
            }

            /// The best that a result with this reason can be.
            #[must_use]
            pub fn standing(self) -> Standing {
                match self { $(Reason::$reason => Standing::$standing,)* }
            }
        }
    };
}

reasons! {
    /// It begins with another board, or has another goal.
    OtherBoard = Refused, "other-board";
    /// Something is done in it that cannot be done there.
    Illegal = Refused, "illegal";
    /// It does not end solved.
    Unsolved = Refused, "unsolved";
    /// It tells more time than has passed.
    AheadOfTime = Refused, "ahead-of-time";
    /// No hand is that fast.
    TooFast = Refused, "too-fast";
    /// The server's clock was set back in between: nothing is known of the time.
    ClockSetBack = Unranked, "clock-set-back";
    /// The hour was over.
    Expired = Unranked, "expired";
    /// A solver played.
    Computer = Unranked, "computer";
    /// A hint was asked for.
    Hints = Unranked, "hints";
    /// The clock was stopped in between.
    Paused = Unranked, "paused";
    /// Much more time passed than it tells: its clock was slow, or it was long on the way.
    SlowMotion = Unranked, "slow-motion";
    /// It was not played with what the attempt was for, or with several things.
    OtherClass = Unranked, "other-class";
    /// The player had been shown the board before.
    Known = Unranked, "known";
    /// Another player solved the same board before, slide by slide the same way.
    Copied = Unranked, "copied";
    /// Faster than anybody has been seen to be.
    Fast = Flagged, "fast";
    /// The moves come as evenly as no hand makes them.
    Rhythm = Flagged, "rhythm";
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Reason {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Reason, UnknownName> {
        let found = Reason::ALL.iter().copied().find(|reason| reason.word() == text);
        found
            .ok_or_else(|| UnknownName::new(text, "a code such as other-board, illegal, slow-motion, rhythm"))
    }
}

/// How a result stands, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// It is no result.
    Refused,
    /// It is kept, and compared with nobody's.
    Unranked,
    /// It is kept, and not ranked before somebody has looked at it.
    Flagged,
    /// It counts.
    Ranked,
}

impl Standing {
    /// One word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Standing::Refused => "refused",
            Standing::Unranked => "unranked",
            Standing::Flagged => "flagged",
            Standing::Ranked => "ranked",
        }
    }
}

/// What [`judge`] says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// All reasons against it, the gravest first; none when it is ranked.
    pub reasons: Vec<Reason>,
    /// What it counts as; `None` when it is no solve of the board.
    pub solve: Option<Solve>,
}

impl Verdict {
    /// How the result stands: as its gravest reason has it.
    #[must_use]
    pub fn standing(&self) -> Standing {
        self.reasons.iter().map(|reason| reason.standing()).min().unwrap_or(Standing::Ranked)
    }

    /// The same verdict with one more reason against it.
    #[must_use]
    pub fn and(mut self, reason: Reason) -> Verdict {
        self.reasons.push(reason);
        self.reasons.sort_unstable();
        self.reasons.dedup();
        self
    }
}

/// Judges what somebody claims to have done in an attempt.
///
/// ```
/// use taquin_core::game::Push;
/// use taquin_core::judge::{Attempt, Contest, Reason, Standing, judge};
/// use taquin_core::replay::{Act, Record, Source};
/// use taquin_core::{Direction, Goal};
///
/// let board: taquin_core::Board = "1 2 3/4 5 6/0 7 8".parse()?;
/// let contest = Contest::Speed(Some(Source::Keys));
/// let attempt = Attempt { board: board.clone(), contest, opened_ms: 70_000, closed_ms: 71_500, known: false };
/// let left = Act::Push(Push { direction: Direction::Left, tiles: 1 });
/// let record = Record::new(board, Goal::BlankLast, Source::Keys, vec![(left, 900), (left, 1_100)])?;
/// assert_eq!(judge(&attempt, &record).standing(), Standing::Ranked);
///
/// let early = Attempt { closed_ms: 70_600, ..attempt };
/// assert_eq!(judge(&early, &record).reasons, [Reason::AheadOfTime]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn judge(attempt: &Attempt, record: &Record) -> Verdict {
    let no_solve = |reason| Verdict { reasons: vec![reason], solve: None };
    if *record.start() != attempt.board || *record.goal() != Goal::BlankLast {
        return no_solve(Reason::OtherBoard);
    }
    let Ok(game) = record.play() else { return no_solve(Reason::Illegal) };
    let Some(solve) = game.solve() else { return no_solve(Reason::Unsolved) };
    let is_speed = attempt.contest != Contest::FewestMoves;
    let speed_alone = |reason: Option<Reason>| reason.filter(|_| is_speed);
    let reasons = [
        against_the_clock(attempt, record.end_ms(), is_speed),
        rate(record),
        (solve.source == Source::Computer).then_some(Reason::Computer),
        (solve.hints > 0).then_some(Reason::Hints),
        speed_alone(record.acts().iter().any(|(act, _)| *act == Act::Pause).then_some(Reason::Paused)),
        speed_alone((!class_fits(attempt.contest, solve.source)).then_some(Reason::OtherClass)),
        speed_alone(attempt.known.then_some(Reason::Known)),
        speed_alone(is_even(record).then_some(Reason::Rhythm)),
    ];
    let mut reasons: Vec<Reason> = reasons.into_iter().flatten().collect();
    reasons.sort_unstable();
    Verdict { reasons, solve: Some(solve) }
}

/// What the server's two moments have against a record that lasted so long.
fn against_the_clock(attempt: &Attempt, told_ms: u64, is_speed: bool) -> Option<Reason> {
    let Some(passed_ms) = attempt.closed_ms.checked_sub(attempt.opened_ms) else {
        return Some(Reason::ClockSetBack);
    };
    let drift = passed_ms / DRIFT;
    if told_ms > passed_ms.saturating_add(CLOCK_MS + drift) {
        return Some(Reason::AheadOfTime);
    }
    if passed_ms > ATTEMPT_MS.saturating_add(ROUND_TRIP_MS) {
        return Some(Reason::Expired);
    }
    (is_speed && passed_ms - told_ms.min(passed_ms) > ROUND_TRIP_MS + drift).then_some(Reason::SlowMotion)
}

fn class_fits(contest: Contest, played: Source) -> bool {
    let is_class = matches!(played, Source::Keys | Source::Pointer | Source::Hover | Source::Touch);
    match contest {
        Contest::Speed(Some(class)) => is_class && played == class,
        Contest::Speed(None) => is_class,
        Contest::FewestMoves => true,
    }
}

/// When each move was made. Every push counts, taken back or not. A pointer is seen only now and then, so what it pushed one
/// way in one sweep is one move; keys are pressed one by one.
fn move_times(record: &Record) -> Vec<u64> {
    let one_by_one = !matches!(record.source(), Source::Pointer | Source::Hover | Source::Touch);
    let mut times = Vec::with_capacity(record.acts().len());
    let mut last: Option<Direction> = None;
    for &(act, at_ms) in record.acts() {
        let way = match act {
            Act::Push(push) => Some(push.direction),
            Act::Undo | Act::Redo | Act::UndoAll => None,
            Act::Pause | Act::Resume | Act::Hint => continue,
        };
        if one_by_one || way.is_none() || way != last {
            times.push(at_ms);
        }
        last = way;
    }
    times
}

/// The highest rate over ten moves; over all of them when there are fewer, but not over a handful.
fn rate(record: &Record) -> Option<Reason> {
    const FEWEST: usize = 5;
    let times = move_times(record);
    let gaps = RATE_MOVES.min(times.len().saturating_sub(1));
    if gaps < FEWEST {
        return None;
    }
    let shortest_ms = times.windows(gaps + 1).map(|window| window[gaps] - window[0]).min()?;
    let above = |rate: u64| gaps as u64 * 1000 > rate.saturating_mul(shortest_ms);
    if above(REFUSED_RATE) {
        return Some(Reason::TooFast);
    }
    above(FLAGGED_RATE).then_some(Reason::Fast)
}

/// Whether the gaps between moves are a machine's. Their variance is n Σg² − (Σg)² over n²: no fractions are needed.
fn is_even(record: &Record) -> bool {
    let times = move_times(record);
    let gaps = times.windows(2).map(|pair| u128::from(pair[1] - pair[0]));
    let count = times.len().saturating_sub(1);
    if count < RHYTHM_GAPS {
        return false;
    }
    let (sum, squares) = gaps.fold((0u128, 0u128), |(sum, squares), gap| {
        (sum.saturating_add(gap), squares.saturating_add(gap.saturating_mul(gap)))
    });
    let (all, once) = ((count as u128).saturating_mul(squares), sum.saturating_mul(sum));
    all.saturating_sub(once).saturating_mul(RHYTHM_EVENNESS * RHYTHM_EVENNESS) < once
}

#[cfg(test)]
mod tests;
