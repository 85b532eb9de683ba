//! Limits on long work: `--time`, `--nodes`, `--memory`, and Ctrl-C.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::machine::interrupted;
use crate::width;
use clap::Args;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use taquin_solve::{Estimate, Limits, Monitor, Progress, StopReason};

/// How much work a board may cost.
#[derive(Args, Debug)]
pub struct LimitArgs {
    /// Stop after this long: 10 (seconds), 500ms, 2m, 1h
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = duration)]
    pub time: Option<Duration>,
    /// Stop after this many nodes
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Memory for the search, tables not counted: 500MB, 2GB
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub memory: Option<u64>,
}

impl LimitArgs {
    /// The limits of one board; the clock starts now. `usual` is the time when none was given.
    pub fn start(&self, usual: Option<Duration>) -> Result<Limits<'static>, Failure> {
        let mut limits = Limits::new().interrupt(interrupted()?);
        if let Some(time) = self.time.or(usual) {
            limits = limits.time(time);
        }
        if let Some(nodes) = self.nodes {
            limits = limits.nodes(nodes);
        }
        Ok(limits)
    }
}

/// A time such as `10`, `1.5s`, `500ms`, `2m`, `1h`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let rule = || format!("{text:?} is not a time; write 10 (seconds), 500ms, 2m or 1h");
    let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(rule()),
    };
    let plain = number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let number: f64 = number.parse().ok().filter(|_| plain).ok_or_else(rule)?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_| rule())
}

/// A number of bytes such as `500MB`, `2GiB`, `1000000`.
pub fn bytes(text: &str) -> Result<u64, String> {
    let rule = || format!("{text:?} is not an amount of memory; write 500MB or 2GB");
    let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let unit: u64 = match unit.to_ascii_lowercase().trim_end_matches("ib").trim_end_matches('b') {
        "" => 1,
        "k" => 1 << 10,
        "m" => 1 << 20,
        "g" => 1 << 30,
        "t" => 1 << 40,
        _ => return Err(rule()),
    };
    number.parse::<u64>().ok().and_then(|n| n.checked_mul(unit)).ok_or_else(rule)
}

/// A time as reports print it: `54 µs`, `1.5 ms`, `2.0 s`.
pub fn seconds(time: f64) -> String {
    if time < 0.001 {
        format!("{:.0} µs", time * 1e6)
    } else if time < 1.0 {
        format!("{:.1} ms", time * 1e3)
    } else {
        format!("{time:.1} s")
    }
}

/// Limits with a line on the terminal about how far the work is.
pub struct Watch {
    limits: Limits<'static>,
    bar: ProgressBar,
    start: Instant,
    /// When the line was last written, in milliseconds from the start.
    told: AtomicU64,
    seen: Mutex<Estimate>,
}

/// How far an iteration of a search is, and how long it will take to prove more.
fn rest_of_proof(seen: &Estimate, elapsed: Duration) -> Option<String> {
    let (share, next) = (100.0 * seen.share()?, seen.next_bound()?);
    let left = match seen.left(elapsed)?.as_secs_f64() {
        left @ 0.0..120.0 => format!("{left:.0} s"),
        left @ 120.0..7200.0 => format!("{:.0} min", left / 60.0),
        left => format!("{:.0} h", left / 3600.0),
    };
    Some(format!("{share:.0} % of the proof of {next}, about {left} more"))
}

impl Watch {
    /// Shows progress on stderr, if that is a terminal and `shown` is asked for.
    pub fn new(limits: Limits<'static>, shown: bool) -> Watch {
        // indicatif hides what is not drawn on a terminal.
        let bar = if shown { ProgressBar::new(0) } else { ProgressBar::hidden() };
        bar.set_style(ProgressStyle::with_template("{spinner} {msg}").expect("the template is valid"));
        Watch { limits, bar, start: Instant::now(), told: AtomicU64::new(0), seen: Mutex::default() }
    }

    /// Takes the line away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// What is left of the proof that a limit has ended, in words.
    pub fn rest_of_proof(&self) -> Option<String> {
        rest_of_proof(&self.seen(), self.start.elapsed())
    }

    fn seen(&self) -> MutexGuard<'_, Estimate> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, progress: &Progress, seen: &Estimate, elapsed: Duration) {
        let (now, seconds) = (elapsed.as_millis() as u64, elapsed.as_secs_f64());
        let told = self.told.load(Ordering::Relaxed);
        // Quick answers need no line; others a new one ten times a second.
        if now < told + if told == 0 { 500 } else { 100 } {
            return;
        }
        self.told.store(now, Ordering::Relaxed);
        let mut parts = vec![progress.phase.to_string()];
        let spent = self.spent();
        if progress.total > 0 {
            parts.push(format!("{:.0} %", 100.0 * progress.done as f64 / progress.total as f64));
            parts.extend(seen.left(elapsed).map(|left| format!("about {:.0} s left", left.as_secs_f64())));
        } else if spent > 0.0 {
            parts.push(format!("at most {:.0} s left", seconds * (1.0 - spent) / spent));
        }
        if progress.lower_bound > 0 {
            parts.push(format!("at least {} moves", progress.lower_bound));
        }
        if let Some(best) = progress.best {
            parts.push(format!("best {best}"));
        }
        if progress.total == 0 {
            parts.extend(rest_of_proof(seen, elapsed));
        }
        if progress.nodes > 0 {
            parts.push(format!("{} nodes", HumanCount(progress.nodes)));
        }
        self.bar.set_message(width::on_stderr(&parts, ", "));
        self.bar.tick();
    }
}

impl Monitor for Watch {
    fn poll(&self, progress: &Progress) -> ControlFlow<StopReason> {
        let elapsed = self.start.elapsed();
        let seen = {
            let mut seen = self.seen();
            seen.follow(progress, elapsed);
            *seen
        };
        if !self.bar.is_hidden() {
            self.tell(progress, &seen, elapsed);
        }
        self.limits.poll(progress)
    }

    fn spent(&self) -> f64 {
        self.limits.spent()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(lower_bound: u32, nodes: u64) -> Progress {
        let mut progress = Progress::new("a search");
        (progress.lower_bound, progress.nodes) = (lower_bound, nodes);
        progress
    }

    #[test]
    fn what_is_left_of_a_proof_is_told_in_a_unit_that_fits() {
        let mut seen = Estimate::default();
        assert_eq!(rest_of_proof(&seen, Duration::ZERO), None);
        let mut at = |lower_bound, nodes, seconds| {
            let now = Duration::from_secs(seconds);
            seen.follow(&report(lower_bound, nodes), now);
            rest_of_proof(&seen, now)
        };
        assert_eq!(at(90, 0, 0), None, "nothing is known of the first iteration");
        assert_eq!(at(92, 10_000, 2).unwrap(), "0 % of the proof of 94, about 12 s more");
        assert_eq!(at(92, 25_000, 5).unwrap(), "25 % of the proof of 94, about 9 s more");
        assert_eq!(at(94, 70_000, 14).unwrap(), "0 % of the proof of 96, about 72 s more");
        assert_eq!(at(96, 430_000, 86).unwrap(), "0 % of the proof of 98, about 7 min more");
        assert_eq!(at(98, 2_590_000, 518).unwrap(), "0 % of the proof of 100, about 43 min more");
        assert_eq!(at(100, 15_550_000, 3110).unwrap(), "0 % of the proof of 102, about 4 h more");
    }

    #[test]
    fn times_and_sizes_are_read_with_their_units() {
        assert_eq!(duration("10"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(bytes("2GB"), Ok(2 << 30));
        assert_eq!(bytes("500MiB"), Ok(500 << 20));
        for bad in ["", "s", "-1", "+1", "1e3", "10x", "1.2.3", "inf", "NaN", "99999999999999999999h"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
        for bad in ["", "GB", "-1", "1.5GB", "10x", "99999999999TB"] {
            assert!(bytes(bad).is_err(), "{bad}");
        }
    }
}
