//! Turns a table round: from a row per place, as it is built, to a row per rank, as it is read.

use crate::monitor::{Monitor, Pace, StopReason};
use crate::table::Words;
use crate::table::numbering::{Layout, Numbering};

/// Words turned between two looks at the monitor: well under a millisecond.
const POLL_WORDS: u64 = 1 << 16;

/// The bits of `value` (a row of `words` words per place, rows numbered by `row_of`) in the layout's order, as they lie in
/// files.
pub fn into_layout<N: Numbering>(
    layout: &Layout<N>,
    row_of: &[u32],
    value: &[u64],
    words: usize,
    monitor: &dyn Monitor,
) -> Result<Words, StopReason> {
    let mut pace = Pace::new(monitor, "building a table", POLL_WORDS);
    let row_words = layout.row_bits() / 64;
    let mut table = Words::zeroed(layout.geometry().ranks() * row_words).ok_or(StopReason::Memory)?;
    let ranks = layout.geometry().ranks();
    for (block, places) in row_of.chunks(64).enumerate() {
        // Eight words of each row are one cache line: read it whole before going on to the next.
        for group in (0..words).step_by(8) {
            pace.step(64 * 8)?;
            let width = (words - group).min(8);
            let mut square = [[0u64; 64]; 8];
            for (line, &row) in places.iter().enumerate() {
                let start = row as usize * words + group;
                for (part, &bits) in value[start..start + width].iter().enumerate() {
                    square[part][line] = bits;
                }
            }
            for (part, square) in square.iter_mut().enumerate().take(width) {
                transpose(square);
                let first = (group + part) * 64;
                for (line, &bits) in square.iter().enumerate().take((ranks - first).min(64)) {
                    table[(first + line) * row_words + block] = bits.to_le();
                }
            }
        }
    }
    Ok(table)
}

/// Transposes a square of 64 × 64 bits: bit `c` of word `r` becomes bit `r` of word `c`.
fn transpose(square: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = 0x0000_0000_ffff_ffffu64;
    while width != 0 {
        let mut row = 0;
        while row < 64 {
            let swap = (square[row] >> width ^ square[row + width]) & mask;
            square[row + width] ^= swap;
            square[row] ^= swap << width;
            row = (row + width + 1) & !width;
        }
        width >>= 1;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_square_of_bits_is_transposed() {
        let mut square = [0u64; 64];
        let mut seed = 1u64;
        for word in &mut square {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            *word = seed;
        }
        let before = square;
        super::transpose(&mut square);
        for (r, word) in before.iter().enumerate() {
            for (c, other) in square.iter().enumerate() {
                assert_eq!(word >> c & 1, other >> r & 1);
            }
        }
    }
}
