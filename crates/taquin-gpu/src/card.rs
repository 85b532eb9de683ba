//! What a search asks of a card. The graphics card is one ([`crate::cuda`]); in tests the processor is another, running
//! the same kernels' text.

use std::sync::Arc;

use bytemuck::Pod;

use crate::error::Result;

/// Kernels as text, with the definitions they need.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The whole text.
    pub text: String,
    /// `NAME=value`, one each.
    pub definitions: Vec<String>,
}

impl Source {
    /// The shared beginning, then the given parts.
    pub fn new(parts: &[&str], definitions: Vec<String>) -> Source {
        let mut text = include_str!("../kernels/common.cu").to_owned();
        for part in parts {
            text.push_str(part);
        }
        Source { text, definitions }
    }
}

/// A program that a card has compiled and loaded: its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Program(pub usize);

/// One launch of a kernel.
pub(crate) struct Launch<'a> {
    pub program: Program,
    pub kernel: &'static str,
    /// Blocks.
    pub grid: u32,
    /// Dynamic shared memory of a block.
    pub shared_bytes: u32,
    /// The kernel's one argument, a struct by value.
    pub argument: &'a [u8],
}

/// Memory, kernels, and waiting for them. Everything is done in order; `launch` returns when the kernel has ended.
pub(crate) trait Card: Send + Sync {
    fn name(&self) -> String;
    /// Threads in a block.
    fn threads(&self) -> u32;
    /// Blocks of a kernel that run at the same time.
    fn resident_blocks(&self, program: Program, kernel: &'static str, shared_bytes: u32) -> Result<u32>;
    /// What the compiler should aim at, blocks on a multiprocessor.
    fn blocks_wanted(&self, usual: u32) -> u32;
    /// Whether 128 bits can be exchanged at once.
    fn wide_exchange(&self) -> bool;
    fn compile(&self, source: &Source) -> Result<Program>;
    fn launch(&self, launch: &Launch<'_>) -> Result<()>;
    fn free_bytes(&self) -> Result<u64>;
    fn allocate(&self, bytes: u64) -> Result<u64>;
    fn release(&self, address: u64);
    fn fill(&self, address: u64, byte: u8, bytes: u64) -> Result<()>;
    fn upload(&self, address: u64, data: &[u8]) -> Result<()>;
    fn download(&self, address: u64, data: &mut [u8]) -> Result<()>;
    fn copy(&self, to: u64, from: u64, bytes: u64) -> Result<()>;
}

/// A piece of the card's memory, given back when it is dropped.
pub(crate) struct Memory {
    card: Arc<dyn Card>,
    address: u64,
    bytes: u64,
}

impl Memory {
    pub fn new(card: &Arc<dyn Card>, bytes: u64) -> Result<Memory> {
        let bytes = bytes.max(16);
        Ok(Memory { card: Arc::clone(card), address: card.allocate(bytes)?, bytes })
    }

    pub fn address(&self) -> u64 {
        self.address
    }

    /// Every byte.
    pub fn fill(&self, byte: u8) -> Result<()> {
        self.card.fill(self.address, byte, self.bytes)
    }

    /// The first bytes.
    pub fn clear_first(&self, bytes: u64) -> Result<()> {
        assert!(bytes <= self.bytes, "within the memory");
        self.card.fill(self.address, 0, bytes)
    }

    /// Writes `data` at `index`, counted in elements.
    pub fn write<T: Pod>(&self, index: u64, data: &[T]) -> Result<()> {
        let offset = index * size_of::<T>() as u64;
        assert!(offset + size_of_val(data) as u64 <= self.bytes, "within the memory");
        self.card.upload(self.address + offset, bytemuck::cast_slice(data))
    }

    /// Reads `count` elements from `index` on.
    pub fn read<T: Pod>(&self, index: u64, count: usize) -> Result<Vec<T>> {
        let offset = index * size_of::<T>() as u64;
        assert!(offset + (count * size_of::<T>()) as u64 <= self.bytes, "within the memory");
        let mut data = vec![T::zeroed(); count];
        self.card.download(self.address + offset, bytemuck::cast_slice_mut(&mut data))?;
        Ok(data)
    }

    /// One element, the first.
    pub fn read_one<T: Pod>(&self) -> Result<T> {
        Ok(self.read(0, 1)?[0])
    }

    /// Appends `bytes` of `from` here, at `offset`.
    pub fn append(&self, offset: u64, from: &Memory, bytes: u64) -> Result<()> {
        assert!(offset + bytes <= self.bytes && bytes <= from.bytes, "within the memory");
        if bytes == 0 { Ok(()) } else { self.card.copy(self.address + offset, from.address, bytes) }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.card.release(self.address);
    }
}

/// Calls a kernel with its argument.
pub(crate) fn launch<P: Pod>(
    card: &dyn Card,
    program: Program,
    kernel: &'static str,
    grid: u32,
    shared_bytes: u32,
    argument: &P,
) -> Result<()> {
    card.launch(&Launch { program, kernel, grid, shared_bytes, argument: bytemuck::bytes_of(argument) })
}
