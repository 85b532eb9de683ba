//! A line on the terminal about how far a run over many boards is.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressStyle};

use crate::width;

/// Between two lines of progress; quick runs need none.
const EVERY: Duration = Duration::from_millis(200);

/// Counts answers; shown on stderr where that is a terminal and the answers go elsewhere.
pub struct Meter {
    bar: ProgressBar,
    start: Instant,
    told: Instant,
    /// How long the input is, where that is known: then the rest can be estimated.
    total_bytes: Option<u64>,
}

impl Meter {
    pub fn new(total_bytes: Option<u64>) -> Meter {
        // indicatif hides what is not drawn on a terminal; answers on the same terminal are progress enough.
        let shown = !std::io::stdout().is_terminal();
        let bar = if shown { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        bar.set_style(ProgressStyle::with_template("{spinner} {wide_msg}").expect("the template is valid"));
        let start = Instant::now();
        Meter { bar, start, told: start, total_bytes: total_bytes.filter(|&bytes| bytes > 0) }
    }

    /// So many lines are answered, which took so many bytes of the input.
    pub fn tell(&mut self, lines: u64, bytes: u64) {
        if self.bar.is_hidden() || self.told.elapsed() < EVERY {
            return;
        }
        self.told = Instant::now();
        let parts = line(lines, bytes, self.total_bytes, self.start.elapsed().as_secs_f64());
        self.bar.set_message(width::on_stderr(&parts, ", "));
        self.bar.tick();
    }

    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}

fn line(lines: u64, bytes: u64, total: Option<u64>, seconds: f64) -> Vec<String> {
    let mut parts = vec![format!("{} answered", HumanCount(lines))];
    if let Some(share) =
        total.map(|total| (bytes as f64 / total as f64).min(1.0)).filter(|share| *share > 0.0)
    {
        let left = seconds * (1.0 - share) / share;
        parts.push(format!("{:.0} %", 100.0 * share));
        parts.push(format!("about {left:.0} s left"));
    }
    parts.push(format!("{:.0} a second", lines as f64 / seconds.max(1e-3)));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_is_estimated_where_the_length_is_known() {
        let line = |lines, bytes, total, seconds| line(lines, bytes, total, seconds).join(", ");
        assert_eq!(line(1500, 250, Some(1000), 10.0), "1,500 answered, 25 %, about 30 s left, 150 a second");
        assert_eq!(line(3, 250, None, 2.0), "3 answered, 2 a second");
        assert_eq!(line(0, 0, Some(1000), 0.5), "0 answered, 0 a second");
    }
}
