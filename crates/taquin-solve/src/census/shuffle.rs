//! Permutations of the bits of words, and of words: the inner loops of the census.

/// A permutation of the bits of a word.
#[derive(Debug)]
pub(super) struct BitShuffle {
    /// For each bit the one it comes from; for those that are not used, one that is never set.
    #[cfg_attr(
        not(target_arch = "x86_64"),
        allow(dead_code, reason = "only the vector instruction reads it")
    )]
    pub(super) from: [u8; 64],
    /// For each byte of a word and each value of it, where its bits go.
    go: Box<[[u64; 256]; 8]>,
}

impl BitShuffle {
    /// The permutation that takes each bit from where the list says.
    pub(super) fn new(list: impl Iterator<Item = u8>) -> BitShuffle {
        let mut from = [63; 64];
        let mut goes = [0u64; 64];
        for (to, source) in list.enumerate() {
            from[to] = source;
            goes[usize::from(source)] = 1 << to;
        }
        let mut go = Box::new([[0u64; 256]; 8]);
        for (table, goes) in go.iter_mut().zip(goes.as_chunks::<8>().0) {
            for value in 1..256usize {
                table[value] = table[value & (value - 1)] | goes[value.trailing_zeros() as usize];
            }
        }
        BitShuffle { from, go }
    }
}

/// A way to permute the bits of many words.
pub(super) trait Permute<'a> {
    /// Gets ready.
    fn new(bits: &'a BitShuffle) -> Self;

    /// One word.
    fn word(&self, word: u64) -> u64;
}

/// By looking up each byte.
pub(super) struct ByBytes<'a>(&'a [[u64; 256]; 8]);

impl<'a> Permute<'a> for ByBytes<'a> {
    #[inline(always)]
    fn new(bits: &'a BitShuffle) -> Self {
        ByBytes(&bits.go)
    }

    #[inline(always)]
    fn word(&self, word: u64) -> u64 {
        let [a, b, c, d, e, f, g, h] = word.to_le_bytes().map(usize::from);
        let go = self.0;
        ((go[0][a] | go[1][b]) | (go[2][c] | go[3][d])) | ((go[4][e] | go[5][f]) | (go[6][g] | go[7][h]))
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) mod vector {
    //! All bits of a word at once, where the processor can.

    use std::arch::x86_64::{__m512i, _mm512_bitshuffle_epi64_mask, _mm512_loadu_si512, _mm512_set1_epi64};

    use super::{BitShuffle, Permute};

    /// By the instruction that picks 64 bits by their numbers.
    pub(in super::super) struct AtOnce(__m512i);

    /// Whether the processor has what [`AtOnce`] needs, and what makes the other loops short.
    pub(in super::super) fn available() -> bool {
        std::arch::is_x86_feature_detected!("avx512f")
            && std::arch::is_x86_feature_detected!("avx512bw")
            && std::arch::is_x86_feature_detected!("avx512bitalg")
            && std::arch::is_x86_feature_detected!("avx512vpopcntdq")
            && std::arch::is_x86_feature_detected!("popcnt")
    }

    impl Permute<'_> for AtOnce {
        #[inline(always)]
        fn new(bits: &BitShuffle) -> Self {
            // SAFETY: only used where `available` has said so; the 64 bytes are there.
            AtOnce(unsafe { _mm512_loadu_si512(bits.from.as_ptr().cast()) })
        }

        #[inline(always)]
        fn word(&self, word: u64) -> u64 {
            // SAFETY: only used where `available` has said so.
            unsafe { _mm512_bitshuffle_epi64_mask(_mm512_set1_epi64(word as i64), self.0) }
        }
    }
}

/// Brings what a run becomes by a move to `reached`: in its place if nothing is there yet, else to what is there.
#[inline(always)]
pub(super) fn pull<'a, P: Permute<'a>>(
    reached: &mut [u64],
    first: bool,
    source: &[u64],
    words: Option<&[u16]>,
    bits: Option<[&'a BitShuffle; 2]>,
) {
    if first {
        pull_with::<P, true>(reached, source, words, bits);
    } else {
        pull_with::<P, false>(reached, source, words, bits);
    }
}

#[inline(always)]
fn pull_with<'a, P: Permute<'a>, const FIRST: bool>(
    reached: &mut [u64],
    source: &[u64],
    words: Option<&[u16]>,
    bits: Option<[&'a BitShuffle; 2]>,
) {
    let put = |to: &mut u64, word: u64| *to = if FIRST { word } else { *to | word };
    let half = reached.len().div_ceil(2);
    match (words, bits) {
        (None, None) => reached.iter_mut().zip(source).for_each(|(to, &word)| put(to, word)),
        (Some(words), None) => {
            reached.iter_mut().zip(words).for_each(|(to, &from)| put(to, source[usize::from(from)]));
        }
        (None, Some(bits)) => {
            let halves = reached.chunks_mut(half).zip(source.chunks(half)).zip(bits);
            for ((reached, source), bits) in halves {
                let permute = P::new(bits);
                reached.iter_mut().zip(source).for_each(|(to, &word)| put(to, permute.word(word)));
            }
        }
        (Some(words), Some(bits)) => {
            let halves = reached.chunks_mut(half).zip(words.chunks(half)).zip(bits);
            for ((reached, words), bits) in halves {
                let permute = P::new(bits);
                reached
                    .iter_mut()
                    .zip(words)
                    .for_each(|(to, &from)| put(to, permute.word(source[usize::from(from)])));
            }
        }
    }
}

/// Puts what is in one of the sources, but neither in `old` nor in `except`, in the place of `old`, and counts it.
#[inline(always)]
pub(super) fn settle(old: &mut [u64], [a, b, c]: [&[u64]; 3], except: Option<&[u64]>) -> u64 {
    let mut count = 0;
    let sources = a.iter().zip(b).zip(c);
    match except {
        None => {
            for (old, ((a, b), c)) in old.iter_mut().zip(sources) {
                *old = (a | b | c) & !*old;
                count += u64::from(old.count_ones());
            }
        }
        Some(except) => {
            for ((old, ((a, b), c)), except) in old.iter_mut().zip(sources).zip(except) {
                *old = (a | b | c) & !(*old | except);
                count += u64::from(old.count_ones());
            }
        }
    }
    count
}
