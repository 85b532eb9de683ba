//! The memory of the best-first searches: what has been seen, and what waits to be expanded.

use std::collections::BTreeMap;
use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use taquin_core::Direction;

use crate::position::Grid;
use crate::position::State;

/// How a position was first reached on the shortest way known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    /// Slides from the root.
    pub depth: u16,
    /// The last of them, as the number of a direction; 4 at the root.
    arrived: u8,
    /// Expanded at this depth.
    pub closed: bool,
}

/// Positions seen from one root, and those of them that wait, ordered by (`f`, depth).
pub(super) struct Open<S: State> {
    seen: FxHashMap<S::Packed, Reached>,
    waiting: BTreeMap<(u32, u16), Vec<S::Packed>>,
    waiting_count: usize,
}

impl<S: State> Open<S> {
    pub fn new(root: &S, bound: u32) -> Open<S> {
        let mut open = Open { seen: FxHashMap::default(), waiting: BTreeMap::new(), waiting_count: 0 };
        // One position always fits: should it not, nothing waits and the search ends at once.
        let _ = open.offer(root, 0, bound, None);
        open
    }

    /// Takes note of a way to a position; it waits unless a way as short is known. False if the system has no memory
    /// for it.
    #[must_use]
    pub fn offer(&mut self, state: &S, depth: u16, bound: u32, arrived: Option<Direction>) -> bool {
        if self.seen.try_reserve(1).is_err() {
            return false;
        }
        let packed = state.pack();
        let seen = Reached { depth, arrived: arrived.map_or(4, |d| d as u8), closed: false };
        match self.seen.entry(packed.clone()) {
            Entry::Occupied(known) if known.get().depth <= depth => return true,
            Entry::Occupied(mut known) => *known.get_mut() = seen,
            Entry::Vacant(place) => {
                place.insert(seen);
            }
        }
        let list = self.waiting.entry((bound.saturating_add(depth.into()), depth)).or_default();
        if list.try_reserve(1).is_err() {
            return false;
        }
        list.push(packed);
        self.waiting_count += 1;
        true
    }

    /// What is known about a position.
    pub fn seen(&self, state: &S) -> Option<Reached> {
        self.seen.get(&state.pack()).copied()
    }

    /// The smallest `f` that waits.
    pub fn least_f(&mut self) -> Option<u32> {
        while let Some((&key, _)) = self.waiting.first_key_value() {
            if self.settle(key) {
                return Some(key.0);
            }
        }
        None
    }

    /// The least depth that waits with an `f` of at most `most`, as the key to take it by.
    pub fn shallowest(&mut self, most: u32) -> Option<(u32, u16)> {
        loop {
            let keys = self.waiting.range(..=(most, u16::MAX)).map(|(&key, _)| key);
            let key = keys.min_by_key(|&(f, depth)| (depth, f))?;
            if self.settle(key) {
                return Some(key);
            }
        }
    }

    /// The deepest position that waits with the smallest `f`, as the key to take it by.
    pub fn deepest_of_least(&mut self) -> Option<(u32, u16)> {
        loop {
            let f = self.least_f()?;
            let (&key, _) = self.waiting.range(..=(f, u16::MAX)).next_back()?;
            if self.settle(key) {
                return Some(key);
            }
        }
    }

    /// Expands the last position that waits under a key: marks it closed and gives it out.
    pub fn take(&mut self, key: (u32, u16), grid: &Grid) -> Option<S> {
        if !self.settle(key) {
            return None;
        }
        let packed = self.waiting.get_mut(&key)?.pop()?;
        self.waiting_count -= 1;
        self.seen.get_mut(&packed)?.closed = true;
        Some(S::unpack(&packed, grid.cells(), grid.home()))
    }

    /// Drops positions that have been reached by a shorter way since; whether any is left under the key.
    fn settle(&mut self, key: (u32, u16)) -> bool {
        let Some(list) = self.waiting.get_mut(&key) else { return false };
        while let Some(packed) = list.last() {
            if self.seen.get(packed).is_some_and(|seen| seen.depth == key.1 && !seen.closed) {
                return true;
            }
            list.pop();
            self.waiting_count -= 1;
        }
        self.waiting.remove(&key);
        false
    }

    /// The way from the root to a position that has been seen.
    pub fn way_to(&self, state: &S, grid: &Grid) -> Vec<Direction> {
        let (mut state, mut way) = (state.clone(), Vec::new());
        while let Some(seen) = self.seen(&state) {
            let Some(&direction) = Direction::ALL.get(usize::from(seen.arrived)) else { break };
            way.push(direction);
            state.slide(grid, direction.opposite());
        }
        way.reverse();
        way
    }

    /// Bytes in use, or about to be: a hash table that is nearly full is counted with its successor.
    pub fn memory_bytes(&self, cells: usize) -> u64 {
        let packed = S::packed_bytes(cells);
        let slot = size_of::<(S::Packed, Reached)>() + 1;
        let slots = self.seen.capacity() * 8 / 7;
        let growing = if self.seen.len() + GROWTH > self.seen.capacity() { 3 } else { 1 };
        let boxed = packed - size_of::<S::Packed>().min(packed);
        // Lists grow by doubling, so up to twice the waiting positions are held.
        (slots * growing * slot + self.seen.len() * boxed + 2 * self.waiting_count * packed) as u64
    }
}

/// More positions than a search adds between two checks of its memory.
const GROWTH: usize = 4096;
