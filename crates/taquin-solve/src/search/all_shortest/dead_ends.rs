//! A memory of positions that have no way home, of bounded size.

/// The most slots, 16 MB of them.
const MOST: usize = 1 << 20;

/// Positions that cannot be brought home in a number of moves. It may forget, but never makes one up.
pub(super) struct DeadEnds {
    slots: Vec<DeadEnd>,
    /// How many have been written since the slots last grew.
    written: usize,
}

#[derive(Clone, Copy, Default)]
struct DeadEnd {
    key: u64,
    /// One more than the moves that do not suffice; 0 in an empty slot.
    more_than: u32,
}

impl DeadEnds {
    pub fn new() -> DeadEnds {
        DeadEnds { slots: vec![DeadEnd::default(); 1 << 8], written: 0 }
    }

    /// Whether it is known that `left` moves do not suffice.
    #[inline]
    pub fn contains(&self, key: u64, left: u32) -> bool {
        let slot = self.slots[self.place(key)];
        slot.key == key && slot.more_than > left
    }

    /// Remembers that `left` moves do not suffice.
    #[inline]
    pub fn insert(&mut self, key: u64, left: u32) {
        if self.written >= self.slots.len() && self.slots.len() < MOST {
            self.grow();
        }
        self.written += 1;
        let place = self.place(key);
        self.slots[place] = DeadEnd { key, more_than: left + 1 };
    }

    fn grow(&mut self) {
        let grown = vec![DeadEnd::default(); self.slots.len() * 4];
        let old = std::mem::replace(&mut self.slots, grown);
        for slot in old.into_iter().filter(|slot| slot.more_than > 0) {
            let place = self.place(slot.key);
            self.slots[place] = slot;
        }
        self.written = 0;
    }

    fn place(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - self.slots.len().ilog2())) as usize
    }
}
