//! The memory of a table.

#[cfg(not(target_family = "wasm"))]
use std::io;

#[cfg(not(target_family = "wasm"))]
use memmap2::{Mmap, MmapMut};

/// The entries of a table, wherever they are kept.
pub struct Bits(Kind);

impl std::fmt::Debug for Bits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} bytes of entries", self.as_bytes().len())
    }
}

enum Kind {
    Words(Vec<u64>),
    #[cfg(not(target_family = "wasm"))]
    Mapped(Mmap),
}

impl Bits {
    /// The entries as bytes; entry 0 is bit 0 of the first.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Kind::Words(words) => bytemuck::cast_slice(words),
            #[cfg(not(target_family = "wasm"))]
            Kind::Mapped(map) => map,
        }
    }

    /// Room for a table, in huge pages where the system has them: entries are read at random, and each page
    /// that the processor has to look up costs as much as the entry.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn space(bytes: usize) -> io::Result<MmapMut> {
        let map = MmapMut::map_anon(bytes)?;
        #[cfg(target_os = "linux")]
        // A system without huge pages says so, and is slower.
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(map)
    }
}

#[cfg(not(target_family = "wasm"))]
impl From<MmapMut> for Bits {
    fn from(map: MmapMut) -> Bits {
        match map.make_read_only() {
            Ok(map) => Bits(Kind::Mapped(map)),
            // Only a system that refuses to protect its own memory comes here; there is no table then.
            Err(_) => Bits(Kind::Words(Vec::new())),
        }
    }
}

impl From<Words> for Bits {
    /// Takes entries as they lie in memory, entry 0 in bit 0 of the first byte.
    fn from(words: Words) -> Bits {
        match words {
            Words::Heap(words) => Bits(Kind::Words(words)),
            #[cfg(not(target_family = "wasm"))]
            Words::Mapped(map) => Bits::from(map),
        }
    }
}

impl From<Vec<u64>> for Bits {
    /// Takes words of entries, the first in the lowest bit.
    fn from(mut words: Vec<u64>) -> Bits {
        words.iter_mut().for_each(|word| *word = word.to_le());
        Bits::from(Words::Heap(words))
    }
}

/// A list of zeros, if the system has the memory: an allocation that fails elsewhere ends the program.
pub(crate) fn zeroed<T: Clone + Default>(count: usize) -> Option<Vec<T>> {
    // Asked for, given back and taken: memory that comes as zeros from the system is not written until it is used.
    Vec::<T>::new().try_reserve_exact(count).ok()?;
    Some(vec![T::default(); count])
}

/// Words that can be written, zero at first, in huge pages where the system has them.
#[derive(Debug)]
pub(crate) enum Words {
    /// On the heap.
    Heap(Vec<u64>),
    /// In pages of their own.
    #[cfg(not(target_family = "wasm"))]
    Mapped(MmapMut),
}

impl Words {
    /// Room for this many words, if the system has it; few are not worth pages of their own.
    pub(crate) fn zeroed(count: usize) -> Option<Words> {
        #[cfg(not(target_family = "wasm"))]
        if count >= 1 << 15 {
            return Bits::space(count.checked_mul(8)?).ok().map(Words::Mapped);
        }
        zeroed(count).map(Words::Heap)
    }
}

impl Words {
    /// All of them as bytes.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        bytemuck::cast_slice(self)
    }

    /// All of them as bytes, to be written.
    pub(crate) fn as_bytes_mut(&mut self) -> &mut [u8] {
        bytemuck::cast_slice_mut(self)
    }
}

impl std::ops::Deref for Words {
    type Target = [u64];

    #[inline]
    fn deref(&self) -> &[u64] {
        match self {
            Words::Heap(words) => words,
            #[cfg(not(target_family = "wasm"))]
            // Pages begin at multiples of far more than eight, and hold whole words.
            Words::Mapped(map) => bytemuck::cast_slice(map),
        }
    }
}

impl std::ops::DerefMut for Words {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u64] {
        match self {
            Words::Heap(words) => words,
            #[cfg(not(target_family = "wasm"))]
            Words::Mapped(map) => bytemuck::cast_slice_mut(map),
        }
    }
}
