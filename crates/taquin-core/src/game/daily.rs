//! The board of the day: one for everyone, from the date alone.
//!
//! A [`Day`] is a day of the calendar in UTC. Its board is board 0 of the seed that its eight digits are (`2026-11-15` is
//! seed `v1-20261115`), 4×4, with the usual goal; so every program that can deal knows every day's board, and no service
//! is needed to agree on it.

use core::fmt;
use core::str::FromStr;

use super::table::Game;
use crate::prelude::*;
use crate::{Goal, Seed, Shape};

const DAY_MS: u64 = 24 * 60 * 60 * 1000;
/// From 0000-03-01, where the years of the reckoning below begin, to 1970-01-01.
const TO_1970: u64 = 719_468;
/// Days in 400 years: the calendar repeats.
const CYCLE: u64 = 146_097;

/// A day of the calendar, written `2026-11-15`; years 0 to 9999.
///
/// ```
/// use taquin_core::game::{Day, Game};
/// let day: Day = "2026-11-15".parse()?;
/// assert_eq!(Day::at_unix_ms(1_794_700_800_000), Some(day));
/// assert_eq!(Game::daily(day).start(), Game::daily("2026-11-15".parse()?).start());
/// assert!("2026-02-30".parse::<Day>().is_err());
/// # Ok::<(), taquin_core::game::DayError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day {
    year: u16,
    month: u8,
    day: u8,
}

/// A text that is no day.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no day; write year, month and day, such as 2026-11-15")]
pub struct DayError(
    /// The beginning of the text.
    pub String,
);

impl Day {
    /// The day with this date; `None` when the calendar has no such day.
    #[must_use]
    pub fn new(year: u32, month: u32, day: u32) -> Option<Day> {
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let length = match month {
            2 => 28 + u32::from(is_leap),
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        let found = year <= 9999 && (1..=length).contains(&day);
        found.then_some(Day { year: year as u16, month: month as u8, day: day as u8 })
    }

    /// The day in UTC, so many milliseconds after 1970 began; `None` after the year 9999.
    #[must_use]
    pub fn at_unix_ms(ms: u64) -> Option<Day> {
        Day::from_number(ms / DAY_MS + TO_1970)
    }

    /// Its seed: the eight digits as a number.
    #[must_use]
    pub fn seed(self) -> Seed {
        let (year, month, day) = (u64::from(self.year), u64::from(self.month), u64::from(self.day));
        Seed::new(year * 10_000 + month * 100 + day)
    }

    /// The day before; `None` before the year 0.
    #[must_use]
    pub fn before(self) -> Option<Day> {
        if self.day > 1 {
            return Some(Day { day: self.day - 1, ..self });
        }
        let (year, month) = match self.month {
            1 => (self.year.checked_sub(1)?, 12),
            month => (self.year, month - 1),
        };
        // The last of a month is the one after which there is none.
        (28..=31).rev().find_map(|day| Day::new(year.into(), month.into(), day))
    }

    /// The day and those before it, so many in all, the day first; fewer before the year 0.
    ///
    /// ```
    /// use taquin_core::game::Day;
    /// let days: Vec<String> = "2024-03-01".parse::<Day>()?.back(3).map(|day| day.to_string()).collect();
    /// assert_eq!(days, ["2024-03-01", "2024-02-29", "2024-02-28"]);
    /// # Ok::<(), taquin_core::game::DayError>(())
    /// ```
    pub fn back(self, count: usize) -> impl Iterator<Item = Day> {
        core::iter::successors(Some(self), |day| day.before()).take(count)
    }

    /// Whether its board is dealt by `today`: the boards of days to come are closed.
    #[must_use]
    pub fn is_dealt(self, today: Day) -> bool {
        self <= today
    }

    /// Whether a solve of its board counts among the days in a row: it ended on that day, by a player alone.
    ///
    /// ```
    /// use taquin_core::game::Day;
    /// let day: Day = "2026-11-15".parse()?;
    /// assert!(day.counts(1_794_700_800_000, 0));
    /// assert!(!day.counts(1_794_700_800_000, 1));
    /// assert!(!day.counts(1_794_700_799_999, 0));
    /// # Ok::<(), taquin_core::game::DayError>(())
    /// ```
    #[must_use]
    pub fn counts(self, ended_ms: u64, hints: u32) -> bool {
        Day::at_unix_ms(ended_ms) == Some(self) && hints == 0
    }

    /// How many days in a row are among `solved`, the last of them `today` or the day before: what players call a streak.
    ///
    /// ```
    /// use taquin_core::game::Day;
    /// let day = |text: &str| text.parse::<Day>().unwrap();
    /// let solved = ["2024-02-28", "2024-02-29", "2024-03-01"].map(day);
    /// assert_eq!(Day::streak(&solved, day("2024-03-02")), 3);
    /// assert_eq!(Day::streak(&solved, day("2024-03-03")), 0);
    /// ```
    #[must_use]
    pub fn streak(solved: &[Day], today: Day) -> u32 {
        let mut days = solved.to_vec();
        days.sort_unstable();
        let has = |day: Option<Day>| day.filter(|day| days.binary_search(day).is_ok());
        let mut at = has(Some(today)).or_else(|| has(today.before()));
        let mut length = 0;
        while let Some(day) = at {
            length += 1;
            at = has(day.before());
        }
        length
    }

    /// The day with this number, counted from 0000-03-01: with the leap day last, a year's months are a pattern.
    fn from_number(number: u64) -> Option<Day> {
        let (cycle, of_cycle) = (number / CYCLE, number % CYCLE);
        // Leap days are taken out before dividing by 365: one in 4 years, none in 100, one in 400.
        let year = (of_cycle - of_cycle / 1460 + of_cycle / 36_524 - of_cycle / 146_096) / 365;
        let of_year = of_cycle - (365 * year + year / 4 - year / 100);
        // Five months from March on have 153 days, as has any five from March or August.
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        let year = u32::try_from(year + cycle * 400 + later).ok()?;
        Day::new(year, month as u32, day as u32)
    }
}

impl Game {
    /// The board of a day, which is the same for everyone.
    #[must_use]
    pub fn daily(day: Day) -> Game {
        let shape = Shape::new(4, 4).expect("4×4 is a shape");
        Game::deal(shape, &Goal::BlankLast, day.seed()).expect("64 deals of 4×4 in a row are not all solved")
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for Day {
    type Err = DayError;

    /// Reads `2026-11-15`, and nothing that is written otherwise.
    fn from_str(text: &str) -> Result<Day, DayError> {
        let number = |part: &str, digits: usize| -> Option<u32> {
            let plain = part.len() == digits && part.bytes().all(|b| b.is_ascii_digit());
            plain.then(|| part.parse().ok()).flatten()
        };
        let read = || {
            let (year, rest) = text.split_once('-')?;
            let (month, day) = rest.split_once('-')?;
            Day::new(number(year, 4)?, number(month, 2)?, number(day, 2)?)
        };
        read().ok_or_else(|| DayError(text.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn every_day_of_10000_years_follows_the_day_before_it() {
        // Counted from 1970 forwards by the clock, checked backwards by the calendar.
        let mut last = Day::at_unix_ms(0).unwrap();
        assert_eq!(last.to_string(), "1970-01-01");
        let mut days = 1;
        for number in 1.. {
            assert_eq!(Day::at_unix_ms(number * DAY_MS - 1), Some(last), "the last millisecond");
            let Some(day) = Day::at_unix_ms(number * DAY_MS) else { break };
            assert_eq!(day.before(), Some(last));
            assert!(day > last);
            assert_eq!(day.to_string().parse(), Ok(day));
            (last, days) = (day, days + 1);
        }
        assert_eq!((last.to_string().as_str(), days), ("9999-12-31", 2_932_897));
        assert_eq!(Day::at_unix_ms(u64::MAX), None);
        let mut back = Day::at_unix_ms(0);
        while let Some(day) = back {
            (last, back) = (day, day.before());
        }
        assert_eq!(last.to_string(), "0000-01-01");
    }

    #[test]
    fn what_is_no_day_is_refused() {
        for bad in [
            "",
            "2026",
            "2026-11",
            "2026-11-15-",
            "2026-13-01",
            "2026-00-10",
            "2026-02-29",
            "2100-02-29",
            "2026-04-31",
            "2026-1-15",
            "+026-11-15",
            "99999-01-01",
            "2026-11-15 ",
            "２０２６-11-15",
            "__proto__",
        ] {
            assert!(bad.parse::<Day>().is_err(), "{bad}");
        }
        assert!("2000-02-29".parse::<Day>().is_ok() && "2024-02-29".parse::<Day>().is_ok());
    }

    #[test]
    fn the_board_of_a_day_is_the_one_it_was_when_it_was_first_dealt() {
        let day: Day = "2026-11-15".parse().unwrap();
        assert_eq!(day.seed().to_string(), "v1-20261115");
        assert_eq!(Game::daily(day).start().to_string(), "0 11 2 13/12 3 5 6/9 10 4 7/8 1 15 14");
    }

    #[test]
    fn a_streak_ends_today_or_yesterday_and_has_no_gaps() {
        let day = |text: &str| text.parse::<Day>().unwrap();
        let streak = |solved: &[&str], today: &str| {
            Day::streak(&solved.iter().map(|text| day(text)).collect::<Vec<_>>(), day(today))
        };
        assert_eq!(streak(&[], "2026-11-15"), 0);
        assert_eq!(streak(&["2026-11-15"], "2026-11-15"), 1);
        assert_eq!(streak(&["2026-11-14", "2026-11-15", "2026-11-14"], "2026-11-15"), 2);
        assert_eq!(streak(&["2026-11-15", "2026-11-13"], "2026-11-15"), 1);
        assert_eq!(streak(&["2026-11-13"], "2026-11-15"), 0);
        assert_eq!(streak(&["2026-11-16"], "2026-11-15"), 0, "tomorrow's counts tomorrow");
        assert_eq!(streak(&["2026-01-01", "2025-12-31"], "2026-01-01"), 2);
        assert_eq!(streak(&["0000-01-01"], "0000-01-01"), 1);
    }
}
