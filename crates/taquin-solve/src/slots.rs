//! Things that are made once and shared: whoever comes second waits, but never beyond a limit of his own.
//!
//! No lock is held while something is made. The place of a thing in the making is marked; whoever wants the same
//! thing looks at his own monitor while he waits. If the maker is stopped, fails or panics, its mark goes with it and one
//! of those who wait takes over.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::{Monitor, Progress, StopReason};

/// Between two looks at the monitor of one who waits.
const LOOK: Duration = Duration::from_millis(2);

/// Up to `MOST` things by their keys; the oldest makes room.
pub(crate) struct Slots<K, T, const MOST: usize> {
    slots: Mutex<Vec<(K, Slot<T>)>>,
    /// A thing has been finished, or given up.
    settled: Condvar,
}

enum Slot<T> {
    InTheMaking,
    Made(Arc<T>),
}

impl<K, T, const MOST: usize> Default for Slots<K, T, MOST> {
    fn default() -> Self {
        Slots { slots: Mutex::new(Vec::new()), settled: Condvar::new() }
    }
}

impl<K: PartialEq + Clone, T, const MOST: usize> Slots<K, T, MOST> {
    /// The thing of a key, made on the first call.
    pub fn find<E: From<StopReason>>(
        &self,
        key: K,
        monitor: &dyn Monitor,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        let mut slots = self.lock();
        loop {
            match slots.iter().find(|(known, _)| *known == key) {
                Some((_, Slot::Made(thing))) => return Ok(Arc::clone(thing)),
                None => {
                    slots.push((key.clone(), Slot::InTheMaking));
                    break;
                }
                Some((_, Slot::InTheMaking)) => {
                    drop(slots);
                    let waiting = Progress { phase: "waiting for tables", ..Progress::default() };
                    monitor.look(&waiting)?;
                    let waited = self.settled.wait_timeout(self.lock(), LOOK);
                    slots = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
            }
        }
        drop(slots);
        let mut claim = Claim { slots: self, key: Some(key) };
        let thing = Arc::new(make()?);
        claim.finish(&thing);
        Ok(thing)
    }

    /// The thing of a key, if it is made.
    pub fn known(&self, key: &K) -> Option<Arc<T>> {
        self.lock().iter().find_map(|(known, slot)| match slot {
            Slot::Made(thing) if known == key => Some(Arc::clone(thing)),
            _ => None,
        })
    }

    /// Puts in a thing that was made elsewhere.
    pub fn put(&self, key: K, thing: T) {
        Claim { slots: self, key: Some(key) }.finish(&Arc::new(thing));
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(K, Slot<T>)>> {
        // Nobody panics with the lock held: the list is whole.
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The place of a thing in the making: taken away when its maker gives up, however that comes about.
struct Claim<'a, K: PartialEq + Clone, T, const MOST: usize> {
    slots: &'a Slots<K, T, MOST>,
    key: Option<K>,
}

impl<K: PartialEq + Clone, T, const MOST: usize> Claim<'_, K, T, MOST> {
    fn finish(&mut self, thing: &Arc<T>) {
        let mut slots = self.slots.lock();
        let Some(key) = self.key.take() else { return };
        slots.retain(|(known, _)| *known != key);
        let made = slots.iter().filter(|(_, slot)| matches!(slot, Slot::Made(_))).count();
        if made >= MOST
            && let Some(oldest) = slots.iter().position(|(_, slot)| matches!(slot, Slot::Made(_)))
        {
            slots.remove(oldest);
        }
        slots.push((key, Slot::Made(Arc::clone(thing))));
        self.slots.settled.notify_all();
    }
}

impl<K: PartialEq + Clone, T, const MOST: usize> Drop for Claim<'_, K, T, MOST> {
    fn drop(&mut self) {
        if let Some(key) = self.key.take() {
            self.slots.lock().retain(|(known, _)| *known != key);
            self.slots.settled.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::sync::mpsc;

    use super::*;
    use crate::{Limits, Unlimited};

    type Few = Slots<u32, u32, 2>;

    fn made(slots: &Few, key: u32) -> bool {
        let mut made = false;
        let thing = slots.find(key, &Unlimited, || {
            made = true;
            Ok::<_, StopReason>(key * 10)
        });
        assert_eq!(*thing.unwrap(), key * 10);
        made
    }

    #[test]
    fn a_thing_is_made_once_and_the_oldest_makes_room() {
        let slots = Few::default();
        assert!(made(&slots, 1) && made(&slots, 2));
        assert!(!made(&slots, 1) && !made(&slots, 2));
        assert!(made(&slots, 3) && !made(&slots, 2), "1 was the oldest");
        assert!(made(&slots, 1));
    }

    #[test]
    fn who_waits_stops_at_a_limit_of_his_own() {
        let slots = Few::default();
        let (begun, go_on) = (mpsc::channel(), mpsc::channel::<()>());
        std::thread::scope(|scope| {
            let (slots, begun, go_on) = (&slots, begun, go_on);
            let (tell, told) = begun;
            let (release, released) = go_on;
            let maker = scope.spawn(move || {
                slots.find(7, &Unlimited, || {
                    tell.send(()).unwrap();
                    released.recv().unwrap();
                    Ok::<_, StopReason>(70)
                })
            });
            told.recv().unwrap();
            let interrupt = AtomicBool::new(true);
            let limits = Limits::new().interrupt(&interrupt);
            // The maker cannot end before it is released, so this ends by the waiter's own limit alone.
            let stopped = slots.find(7, &limits, || -> Result<u32, StopReason> { panic!("made twice") });
            assert_eq!(stopped, Err(StopReason::Interrupted));
            assert!(made(slots, 8), "another thing waits for nobody");
            release.send(()).unwrap();
            assert_eq!(*maker.join().unwrap().unwrap(), 70);
        });
        assert!(!made(&slots, 7));
    }

    #[test]
    fn who_waits_takes_over_from_a_maker_that_was_stopped_or_panicked() {
        for panics in [false, true] {
            let slots = Few::default();
            let attempts = AtomicUsize::new(0);
            let things: Vec<_> = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..4)
                    .map(|_| {
                        scope.spawn(|| {
                            slots.find(5, &Unlimited, || match attempts.fetch_add(1, Ordering::SeqCst) {
                                0 if panics => panic!("a maker that panics"),
                                0 => Err(StopReason::Time),
                                _ => Ok(50),
                            })
                        })
                    })
                    .collect();
                threads.into_iter().map(std::thread::ScopedJoinHandle::join).collect()
            });
            let good = things.iter().filter(|thing| matches!(thing, Ok(Ok(thing)) if **thing == 50)).count();
            assert_eq!((good, attempts.into_inner()), (3, 2), "panics: {panics}");
        }
    }
}
