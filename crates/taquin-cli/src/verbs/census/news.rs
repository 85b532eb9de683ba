//! Progress of a census on standard error, and Ctrl-C.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use taquin_core::Shape;
use taquin_solve::position::Ranking;
use taquin_solve::{Monitor, Progress, StopReason};

use super::histogram::grouped;
use crate::failure::Failure;
use crate::{machine, width};

/// Between two lines of progress.
const EVERY: Duration = Duration::from_millis(200);

/// Tells depth, rate and an estimate; stops at Ctrl-C.
pub struct News {
    start: Instant,
    /// All positions, where they are going to be counted.
    all: Option<u64>,
    /// The last depth, where one was asked for.
    depth: Option<u32>,
    interrupted: &'static AtomicBool,
    bar: ProgressBar,
    told: Mutex<Told>,
}

struct Told {
    at: Instant,
    /// When each depth began, the first one met first.
    began: Vec<Began>,
}

/// The beginning of a depth.
#[derive(Clone, Copy)]
struct Began {
    depth: u32,
    seconds: f64,
    /// Positions counted by then.
    counted: u64,
}

impl News {
    pub fn new(shape: Shape, depth: Option<u32>) -> Result<News, Failure> {
        let bar = ProgressBar::new_spinner();
        bar.set_style(ProgressStyle::with_template("{spinner} {wide_msg}").expect("the template is right"));
        let all = Ranking::new(shape, shape.last_cell()).map(|ranking| ranking.positions());
        let start = Instant::now();
        Ok(News {
            start,
            all: all.filter(|_| depth.is_none()),
            depth,
            interrupted: machine::interrupted()?,
            bar,
            told: Mutex::new(Told { at: start, began: Vec::new() }),
        })
    }

    /// Takes the line of progress away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }

    /// What there is to tell, the most important first.
    fn parts(&self, progress: &Progress, began: &[Began]) -> Vec<String> {
        let seconds = self.start.elapsed().as_secs_f64();
        let of = self.all.map_or_else(|| "positions".into(), |all| format!("of {}", grouped(all)));
        let mut parts =
            vec![format!("depth {}", progress.lower_bound), format!("{} {of}", grouped(progress.nodes))];
        if let [.., before, last] = began {
            let rate = (last.counted - before.counted) as f64 / (last.seconds - before.seconds).max(1e-6);
            parts.push(format!("{}/s", in_short(rate)));
        }
        let left = match self.depth {
            Some(depth) => left_to_depth(began, depth),
            None => self.all.and_then(|all| left_to_end(began, all)),
        };
        if let (Some(left), Some(last)) = (left, began.last()) {
            parts.push(format!("{} left", told((left - (seconds - last.seconds)).max(1.0))));
        } else if let Some(percent) = (progress.done * 100).checked_div(progress.total) {
            parts.push(format!("{percent} % of this depth"));
        }
        parts
    }
}

/// Seconds from the beginning of the current depth to the end of the one asked for, if each takes longer than the one
/// before by the same factor as the last two.
fn left_to_depth(began: &[Began], depth: u32) -> Option<f64> {
    let [.., first, second, third] = began else { return None };
    let (before, last) = (second.seconds - first.seconds, third.seconds - second.seconds);
    let factor = (last / before.max(1e-6)).clamp(1.0, 4.0);
    let depths = (depth + 1).saturating_sub(third.depth);
    Some((1..=depths).map(|n| last * factor.powi(n as i32)).sum())
}

/// Seconds from the beginning of the current depth to the last position, if all depths to come take as long as the last, and
/// the distances are spread as in a normal distribution: the share counted so far, seen as its quantile, then rises evenly, and the last
/// position is where one in all of them is left. On boards whose radius is known this is a quarter too many
/// depths at first and nearly right at the end. Before one position in a hundred is counted it says nothing.
fn left_to_end(began: &[Began], all: u64) -> Option<f64> {
    let [.., before, last] = began else { return None };
    let back = began.len().saturating_sub(1 + (last.depth as usize / 8).max(1));
    let quantile = |counted: u64| quantile(counted as f64 / all as f64);
    let (first, share) = (began[back], last.counted as f64 / all as f64);
    if first.counted == 0 || share < 0.01 || last.counted >= all {
        return None;
    }
    let now = quantile(last.counted);
    let slope = (now - quantile(first.counted)) / f64::from(last.depth - first.depth);
    let depths = (-self::quantile(1.0 / all as f64) - now) / slope.max(1e-3);
    Some(depths.max(1.0) * (last.seconds - before.seconds))
}

/// Where a share of a normal distribution ends, to three digits (Abramowitz and Stegun, 26.2.23).
fn quantile(share: f64) -> f64 {
    let t = (-2.0 * share.min(1.0 - share).max(1e-15).ln()).sqrt();
    let from_middle = t
        - (2.515_517 + 0.802_853 * t + 0.010_328 * t * t)
            / (1.0 + 1.432_788 * t + 0.189_269 * t * t + 0.001_308 * t * t * t);
    if share < 0.5 { -from_middle } else { from_middle }
}

fn told(seconds: f64) -> String {
    if seconds < 90.0 { format!("{seconds:.0} s") } else { format!("{:.0} min", seconds / 60.0) }
}

/// A large number in few characters.
fn in_short(number: f64) -> String {
    match number {
        1e9.. => format!("{:.1} billion", number / 1e9),
        1e6.. => format!("{:.0} million", number / 1e6),
        _ => grouped(number as u64),
    }
}

impl Monitor for News {
    fn poll(&self, progress: &Progress) -> ControlFlow<StopReason> {
        if self.interrupted.load(Ordering::Relaxed) {
            return ControlFlow::Break(StopReason::Interrupted);
        }
        if let Ok(mut told) = self.told.try_lock() {
            if told.began.last().is_none_or(|last| last.depth != progress.lower_bound) {
                let seconds = self.start.elapsed().as_secs_f64();
                told.began.push(Began { depth: progress.lower_bound, seconds, counted: progress.nodes });
            }
            if told.at.elapsed() >= EVERY {
                told.at = Instant::now();
                self.bar.set_message(width::on_stderr(&self.parts(progress, &told.began), " · "));
                self.bar.tick();
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (share, z) in [(0.5, 0.0), (0.975, 1.96), (0.025, -1.96), (0.001, -3.0902), (1e-9, -5.9978)] {
            assert!((quantile(share) - z).abs() < 1e-3, "{share}: {}", quantile(share));
        }
    }

    #[test]
    fn the_estimate_of_a_census_is_near_what_is_left() {
        let file =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/censuses/depth_counts_2x7_stm_corner.txt");
        let text = std::fs::read_to_string(file).unwrap();
        let counts = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        let counts: Vec<u64> =
            counts.map(|line| line.split_whitespace().nth(1).unwrap().parse().unwrap()).collect();
        let all = counts.iter().sum();
        let mut began = Vec::new();
        let (mut counted, mut seconds, mut estimates) = (0, 0.0, 0);
        for (depth, count) in (0..).zip(&counts) {
            began.push(Began { depth, seconds, counted });
            if let Some(left) = left_to_end(&began, all) {
                let depths = counts.len() as f64 - f64::from(depth);
                assert!((depths * 0.7..depths * 1.5 + 6.0).contains(&left), "{left} of {depths} at {depth}");
                estimates += 1;
            }
            counted += count;
            seconds += 1.0;
        }
        assert!(estimates > 50);
    }

    #[test]
    fn the_estimate_to_a_depth_grows_as_the_depths_do() {
        let began = |(depth, seconds)| Began { depth, seconds, counted: 1 };
        let began: Vec<Began> = [(10, 0.0), (11, 1.0), (12, 3.0)].map(began).into();
        assert_eq!(left_to_depth(&began, 13), Some(4.0 + 8.0));
        assert_eq!(left_to_depth(&began, 12), Some(4.0));
        assert_eq!(left_to_depth(&began[1..], 12), None);
    }
}
