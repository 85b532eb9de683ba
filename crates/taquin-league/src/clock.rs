//! The time, as the league has it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use taquin_core::game::Day;

/// A clock in milliseconds since 1970. It runs on from where it was read once: when the system's is set back or forth, a game in
/// play is measured right, and no day begins early or comes twice. On PostgreSQL every instance begins with the database's time.
#[derive(Clone, Debug)]
pub struct Clock(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Running { since: Instant, began_ms: u64 },
    Told(Arc<AtomicU64>),
}

impl Clock {
    /// One that begins with this time, or the system's.
    #[must_use]
    pub fn from(now_ms: Option<u64>) -> Clock {
        let system =
            || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
        Clock(Kind::Running { since: Instant::now(), began_ms: now_ms.unwrap_or_else(system) })
    }

    /// One that is told the time, for tests.
    #[must_use]
    pub fn told(now_ms: &Arc<AtomicU64>) -> Clock {
        Clock(Kind::Told(Arc::clone(now_ms)))
    }

    /// Now.
    #[must_use]
    pub fn now_ms(&self) -> u64 {
        match &self.0 {
            Kind::Running { since, began_ms } => began_ms + since.elapsed().as_millis() as u64,
            Kind::Told(now_ms) => now_ms.load(Ordering::SeqCst),
        }
    }

    /// Today, in UTC; after the year 9999 that year's last day.
    #[must_use]
    pub fn today(&self) -> Day {
        let last = Day::new(9999, 12, 31).expect("the calendar has this day");
        Day::at_unix_ms(self.now_ms()).unwrap_or(last)
    }
}
