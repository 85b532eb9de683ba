//! Progress of a census on standard error, and Ctrl-C.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use taquin_core::Shape;
use taquin_solve::{Monitor, Progress, Ranking, StopReason};

use super::histogram::grouped;
use crate::failure::Failure;
use crate::machine;

/// Between two lines of progress.
const EVERY: Duration = Duration::from_millis(200);

/// Tells depth, rate and an estimate; stops at Ctrl-C.
pub struct News {
    start: Instant,
    /// All positions, where they are going to be counted.
    all: Option<u64>,
    interrupted: &'static AtomicBool,
    bar: ProgressBar,
    told: Mutex<Told>,
}

struct Told {
    at: Instant,
    /// Positions counted when the first news came: those of a census that goes on were counted before.
    before: Option<u64>,
}

impl News {
    pub fn new(shape: Shape, complete: bool) -> Result<News, Failure> {
        let bar = ProgressBar::new_spinner();
        bar.set_style(ProgressStyle::with_template("{spinner} {msg}").expect("the template is right"));
        let all = Ranking::new(shape, shape.last_cell()).map(|ranking| ranking.positions());
        let start = Instant::now();
        Ok(News {
            start,
            all: all.filter(|_| complete),
            interrupted: machine::interrupted()?,
            bar,
            told: Mutex::new(Told { at: start, before: None }),
        })
    }

    /// Takes the line of progress away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }

    fn line(&self, progress: &Progress, before: u64) -> String {
        let seconds = self.start.elapsed().as_secs_f64();
        let counted = progress.nodes;
        let rate = counted.saturating_sub(before) as f64 / seconds;
        let mut line = format!("depth {} · {}", progress.lower_bound, grouped(counted));
        if let Some(all) = self.all {
            line += &format!(" of {}", grouped(all));
        }
        line += &format!(" positions · {} a second", grouped(rate as u64));
        // Before one in a hundred is counted, the rate says nothing: the first depths are almost empty.
        if let Some(all) = self.all.filter(|all| counted > all / 100) {
            let left = (all - counted.min(all)) as f64 / rate.max(1.0);
            line += &format!(" · about {} left", told(left));
        } else if let Some(percent) = (progress.done * 100).checked_div(progress.total) {
            line += &format!(" · {percent} % of this depth");
        }
        line
    }
}

fn told(seconds: f64) -> String {
    if seconds < 90.0 { format!("{seconds:.0} s") } else { format!("{:.0} min", seconds / 60.0) }
}

impl Monitor for News {
    fn poll(&self, progress: &Progress) -> ControlFlow<StopReason> {
        if self.interrupted.load(Ordering::Relaxed) {
            return ControlFlow::Break(StopReason::Interrupted);
        }
        if let Ok(mut told) = self.told.try_lock() {
            let before = *told.before.get_or_insert(progress.nodes);
            if told.at.elapsed() >= EVERY {
                told.at = Instant::now();
                self.bar.set_message(self.line(progress, before));
                self.bar.tick();
            }
        }
        ControlFlow::Continue(())
    }
}
