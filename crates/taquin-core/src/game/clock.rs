//! A stopwatch that is told the time.

/// Counts the milliseconds during which a game ran. Time that goes backwards counts as standing still.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Clock {
    /// What had been counted when the running stretch began.
    counted_ms: u64,
    /// When the running stretch began, on the caller's clock.
    since_ms: Option<u64>,
}

impl Clock {
    /// A clock that stands at this time.
    pub(super) fn stopped_at(counted_ms: u64) -> Clock {
        Clock { counted_ms, since_ms: None }
    }

    pub(super) fn start(&mut self, now_ms: u64) {
        self.since_ms.get_or_insert(now_ms);
    }

    pub(super) fn stop(&mut self, now_ms: u64) {
        *self = Clock::stopped_at(self.elapsed(now_ms));
    }

    pub(super) fn elapsed(&self, now_ms: u64) -> u64 {
        let stretch = self.since_ms.map_or(0, |since| now_ms.saturating_sub(since));
        self.counted_ms.saturating_add(stretch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_running_time_counts() {
        let mut clock = Clock::default();
        assert_eq!(clock.elapsed(99), 0);
        clock.start(1_000);
        assert_eq!(clock.elapsed(1_500), 500);
        assert_eq!(clock.elapsed(900), 0, "a clock set back stands still");
        clock.stop(1_600);
        assert_eq!(clock.elapsed(9_999), 600);
        clock.start(u64::MAX - 1);
        assert_eq!(clock.elapsed(u64::MAX), 601);
    }
}
