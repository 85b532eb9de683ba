//! What a search may use of the machine.

/// Threads and memory for one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Threads for one board.
    pub threads: usize,
    /// Memory for what a search remembers; tables come on top.
    pub memory_bytes: u64,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { threads: 1, memory_bytes: 1 << 30 }
    }
}
