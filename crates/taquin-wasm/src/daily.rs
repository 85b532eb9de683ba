//! The board of the day, and the days that were solved.

use taquin_core::game::{Day, Game as Core, Solve};
use wasm_bindgen::prelude::*;

use crate::{Game, thrown};

/// The day in UTC at this time, in milliseconds since 1970, written `2026-11-15`.
#[wasm_bindgen]
pub fn day_at(now_ms: f64) -> Option<String> {
    Day::at_unix_ms(now_ms as u64).map(|day| day.to_string())
}

/// The days up to a day, so many in all, the day first; none up to what is no day.
#[wasm_bindgen]
pub fn days_back(day: &str, count: usize) -> Vec<String> {
    day.parse::<Day>().map_or_else(|_| Vec::new(), |day| day.back(count).map(|day| day.to_string()).collect())
}

/// Whether a text is a day of the calendar.
#[wasm_bindgen]
pub fn is_day(text: &str) -> bool {
    text.parse::<Day>().is_ok()
}

/// Whether a day's board is dealt by today; never that of what is no day.
#[wasm_bindgen]
pub fn is_dealt(day: &str, today: &str) -> bool {
    day.parse::<Day>().is_ok_and(|day| today.parse().is_ok_and(|today| day.is_dealt(today)))
}

/// Whether a solve of a day's board that ended then, with this mark, counts among the days in a row.
#[wasm_bindgen]
pub fn day_counts(day: &str, ended_ms: f64, mark: &str) -> bool {
    day.parse::<Day>().is_ok_and(|day| day.counts(ended_ms as u64, Solve::marked(0, 0, 0, mark).hints))
}

/// The game on a day's board, which is the same for everyone; an error when there is no such day.
#[wasm_bindgen]
pub fn daily(day: &str) -> Result<Game, JsValue> {
    Ok(Game::from(Core::daily(day.parse().map_err(|why: taquin_core::game::DayError| thrown(why))?)))
}

/// How many days in a row were solved, the last of them today or the day before. What is no day is passed over.
#[wasm_bindgen]
#[allow(clippy::needless_pass_by_value, reason = "the boundary hands over what it made")]
pub fn streak(days: Vec<String>, today: &str) -> u32 {
    let days: Vec<Day> = days.iter().filter_map(|day| day.parse().ok()).collect();
    today.parse().map_or(0, |today| Day::streak(&days, today))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_of_a_day_is_dealt_by_its_date() {
        let game = daily("2026-11-15").unwrap_or_else(|_| panic!("a day"));
        assert_eq!(game.start().text(), "0 11 2 13/12 3 5 6/9 10 4 7/8 1 15 14");
        assert_eq!(day_at(1_794_700_800_000.0).as_deref(), Some("2026-11-15"));
        assert_eq!(days_back("2027-01-01", 2), ["2027-01-01", "2026-12-31"]);
        assert_eq!(streak(vec!["2026-11-14".into(), "x".into()], "2026-11-15"), 1);
        assert!(day_counts("2026-11-15", 1_794_700_800_000.0, "0 keys fresh"));
        assert!(!day_counts("2026-11-15", 1_794_700_800_000.0, "1 keys fresh"));
        assert!(!day_counts("2026-11-14", 1_794_700_800_000.0, "0 keys fresh"));
        assert!(
            is_dealt("2026-11-15", "2026-11-15")
                && !is_dealt("2026-11-16", "2026-11-15")
                && !is_dealt("x", "2026-11-15")
        );
    }
}
