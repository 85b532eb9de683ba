//! Sixteen patches at a time, on processors that can move bytes freely within 64 (AVX-512 VBMI).
//!
//! The codes of a board of up to 128 cells fit two registers: one permutation brings those around a cell together, one more
//! lines up the digits of sixteen patches, and two multiplications make their numbers. Only the weights are read one by one.

use std::arch::x86_64::*;

use super::pairs::WRITTEN_CELLS;
use super::patches::{Around, MOST_PATCHES, PLACES, Patches, SEEN, Window};
use super::weights::{CODES, TABLE, WALL};

/// Whether this processor can do it.
pub(super) fn is_possible() -> bool {
    std::arch::is_x86_feature_detected!("avx512f")
        && std::arch::is_x86_feature_detected!("avx512bw")
        && std::arch::is_x86_feature_detected!("avx512vbmi")
}

/// The codes around a cell, in the first bytes. Only for processors that [can do it](is_possible).
#[derive(Clone, Copy)]
pub(super) struct Vector(__m512i);

const _: () = assert!(size_of::<[[u8; 4]; MOST_PATCHES]>() == 64 && PLACES == 32 && WRITTEN_CELLS <= 128);

impl Around for Vector {
    #[inline(always)]
    fn new(codes: &[u8], window: &Window) -> Vector {
        let cells = codes.len() - 1;
        assert!(cells <= WRITTEN_CELLS);
        // SAFETY: what is read of the board are its cells, and of arrays of 32 or 64 bytes so many.
        unsafe {
            let walls = _mm512_maskz_set1_epi8((1 << SEEN) - 1, WALL as i8);
            let from = _mm512_castsi256_si512(_mm256_loadu_si256(window.bytes.as_ptr().cast()));
            let board = codes.as_ptr().cast::<i8>();
            if cells <= 64 {
                let board = _mm512_maskz_loadu_epi8(u64::MAX >> (64 - cells), board);
                return Vector(_mm512_mask_permutexvar_epi8(walls, window.inside, from, board));
            }
            let more = _mm512_maskz_loadu_epi8(u64::MAX >> (128 - cells), board.add(64));
            let seen = _mm512_permutex2var_epi8(_mm512_loadu_si512(board.cast()), from, more);
            Vector(_mm512_mask_mov_epi8(walls, window.inside, seen))
        }
    }

    #[inline(always)]
    fn of(around: [u8; PLACES]) -> Vector {
        // SAFETY: 32 bytes are read of an array of 32.
        Vector(unsafe { _mm512_zextsi256_si512(_mm256_loadu_si256(around.as_ptr().cast())) })
    }

    #[inline(always)]
    fn with<const PLACE: usize>(self, code: u8) -> Vector {
        // SAFETY: the processor was asked.
        Vector(unsafe { _mm512_mask_set1_epi8(self.0, 1 << PLACE, code as i8) })
    }

    #[inline(always)]
    fn sum(self, table: &[i8; TABLE], patches: &Patches) -> i32 {
        let mut numbers = [0u32; MOST_PATCHES];
        // SAFETY: 64 bytes are read from arrays of 64 and written to one of 64.
        unsafe {
            let digits = _mm512_permutexvar_epi8(_mm512_loadu_si512(patches.places.as_ptr().cast()), self.0);
            let twos = _mm512_maddubs_epi16(digits, _mm512_set1_epi16(1 << 8 | CODES as i16));
            let fours = _mm512_madd_epi16(twos, _mm512_set1_epi32(1 << 16 | (CODES * CODES) as i32));
            let begin = _mm512_loadu_si512(patches.begin.as_ptr().cast());
            _mm512_storeu_si512(numbers.as_mut_ptr().cast(), _mm512_add_epi32(fours, begin));
        }
        numbers[..patches.count].iter().map(|&number| i32::from(table[number as usize % TABLE])).sum()
    }
}
