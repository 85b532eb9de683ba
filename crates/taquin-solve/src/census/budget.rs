//! How much memory a census holds, counted as it is taken.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::StopReason;

/// Bytes that may be held, and those that are. What does not fit, or what the system refuses, stops the census: an
/// allocation that fails would end the whole program.
#[derive(Debug)]
pub(super) struct Budget {
    limit: u64,
    held: AtomicU64,
}

impl Budget {
    pub(super) fn new(limit: u64) -> Budget {
        Budget { limit, held: AtomicU64::new(0) }
    }

    /// Bytes that may still be taken.
    pub(super) fn left(&self) -> u64 {
        self.limit.saturating_sub(self.held.load(Ordering::Relaxed))
    }

    fn take(&self, bytes: u64) -> ControlFlow<StopReason> {
        let held = self.held.fetch_add(bytes, Ordering::Relaxed);
        if held.saturating_add(bytes) <= self.limit {
            return ControlFlow::Continue(());
        }
        self.held.fetch_sub(bytes, Ordering::Relaxed);
        ControlFlow::Break(StopReason::Memory)
    }

    /// Room for `more` items in a list, half as many again as it holds where it has to grow.
    pub(super) fn reserve<T>(&self, list: &mut Vec<T>, more: usize) -> ControlFlow<StopReason> {
        let (length, before) = (list.len(), list.capacity());
        if more <= before - length {
            return ControlFlow::Continue(());
        }
        let wanted = (length + more).max(before + before / 2);
        // Both blocks are there while what is in the one is copied to the other.
        self.take(bytes::<T>(wanted))?;
        let refused = list.try_reserve_exact(wanted - length).is_err();
        self.held.fetch_sub(bytes::<T>(if refused { wanted } else { before }), Ordering::Relaxed);
        if refused { ControlFlow::Break(StopReason::Memory) } else { ControlFlow::Continue(()) }
    }

    /// Gives back what a list holds beyond its length.
    pub(super) fn shrink<T>(&self, list: &mut Vec<T>) {
        let before = list.capacity();
        list.shrink_to_fit();
        self.held.fetch_sub(bytes::<T>(before - list.capacity()), Ordering::Relaxed);
    }

    /// Gives a list back.
    pub(super) fn drop<T>(&self, list: Vec<T>) {
        self.held.fetch_sub(bytes::<T>(list.capacity()), Ordering::Relaxed);
    }
}

fn bytes<T>(count: usize) -> u64 {
    count as u64 * size_of::<T>() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_counted_and_given_back() {
        let budget = Budget::new(1000);
        let mut list: Vec<u64> = Vec::new();
        assert!(budget.reserve(&mut list, 10).is_continue());
        assert_eq!(budget.left(), 920);
        list.extend(0..10);
        assert!(budget.reserve(&mut list, 1).is_continue());
        assert_eq!(budget.left(), 1000 - 8 * 15);
        budget.shrink(&mut list);
        assert_eq!(budget.left(), 920);
        assert_eq!(budget.reserve(&mut list, 200), ControlFlow::Break(StopReason::Memory));
        assert_eq!((budget.left(), list.len()), (920, 10), "a refusal takes nothing");
        budget.drop(list);
        assert_eq!(budget.left(), 1000);
        let boundless = Budget::new(u64::MAX);
        let refused = boundless.reserve(&mut Vec::<u64>::new(), 1 << 58);
        assert_eq!(refused, ControlFlow::Break(StopReason::Memory), "the system has not so much");
    }
}
