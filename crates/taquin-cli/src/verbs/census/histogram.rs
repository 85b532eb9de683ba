//! The histogram of a census in the terminal.

use std::io::{self, IsTerminal, Write};

use anstyle::{AnsiColor, Style};
use taquin_core::Metric;
use taquin_solve::census::Census;

/// Columns where nobody says how many there are.
const PLAIN_WIDTH: usize = 80;

/// Eighths of a character cell, from nothing to seven.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// A number with its thousands apart: 239,500,800.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 position`, `2 positions`.
pub fn amount(number: u64, what: &str) -> String {
    format!("{} {what}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// The name of a metric in words.
pub fn in_words(metric: Metric) -> &'static str {
    match metric {
        Metric::Stm => "single-tile metric",
        Metric::Mtm => "multi-tile metric",
    }
}

/// Writes the head and one line for each depth, with a bar in proportion.
pub fn write(out: &mut dyn Write, census: &Census, goal: &str) -> io::Result<()> {
    let terminal = io::stdout().is_terminal();
    let width =
        terminal_size::terminal_size().filter(|_| terminal).map_or(PLAIN_WIDTH, |(w, _)| usize::from(w.0));
    let bold = Style::new().bold();
    writeln!(out, "{bold}{}{bold:#}, goal {goal}, {}", census.shape, in_words(census.metric))?;
    let positions = amount(census.positions(), "position");
    if census.complete {
        let last = amount(census.counts.last().copied().unwrap_or_default(), "position");
        writeln!(out, "{positions}, mean {:.3}, radius {} ({last})\n", census.mean(), census.radius())?;
    } else {
        writeln!(out, "{positions} within {} moves\n", census.radius())?;
    }
    let most = census.counts.iter().copied().max().unwrap_or(1);
    let depths = "depth".len().max(census.radius().to_string().len());
    let numbers = "positions".len().max(grouped(most).len());
    writeln!(out, "{:>depths$}  {:>numbers$}", "depth", "positions")?;
    let room = width.saturating_sub(depths + numbers + 5).max(8);
    let colour = Style::new().fg_color(Some(AnsiColor::Green.into()));
    for (depth, &count) in census.counts.iter().enumerate() {
        let bar = bar(count, most, room, terminal);
        let line = format!("{depth:>depths$}  {:>numbers$}", grouped(count));
        if bar.is_empty() {
            writeln!(out, "{line}")?;
        } else {
            writeln!(out, "{line}  {colour}{bar}{colour:#}")?;
        }
    }
    Ok(())
}

/// A bar of `room` columns at most; what is there at all is at least a sliver on a terminal.
fn bar(count: u64, most: u64, room: usize, terminal: bool) -> String {
    let share = count as f64 / most.max(1) as f64 * room as f64;
    if !terminal {
        return "#".repeat(share.round() as usize);
    }
    let eighths = ((share * 8.0).round() as usize).max(usize::from(count > 0));
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        let numbers = [0, 7, 999, 1_000, 239_500_800].map(grouped);
        assert_eq!(numbers, ["0", "7", "999", "1,000", "239,500,800"]);
    }

    #[test]
    fn no_bar_is_longer_than_its_room_and_none_is_lost_on_a_terminal() {
        for room in [8, 61, 200] {
            for count in 0..=500 {
                assert!(bar(count, 500, room, false).chars().count() <= room);
                let drawn = bar(count, 500, room, true);
                assert!(drawn.chars().count() <= room);
                assert_eq!(drawn.is_empty(), count == 0);
            }
            assert_eq!(bar(500, 500, room, true), "█".repeat(room));
        }
    }
}
