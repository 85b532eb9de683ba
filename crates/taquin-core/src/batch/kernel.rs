//! The loops over bytes. Widths that people use most have loops of their own, of a length that the compiler knows; others
//! share one.

/// Runs a loop of its own for the commonest widths, and one for all others.
macro_rules! by_width {
    ($cells:expr, $run:ident($($argument:expr),*)) => {
        match $cells {
            9 => $run::<9>(9, $($argument),*),
            12 => $run::<12>(12, $($argument),*),
            16 => $run::<16>(16, $($argument),*),
            25 => $run::<25>(25, $($argument),*),
            cells => $run::<0>(cells, $($argument),*),
        }
    };
}

/// The number of cells, known to the compiler where the width has a loop of its own.
#[inline(always)]
fn width<const N: usize>(cells: usize) -> usize {
    if N == 0 { cells } else { N }
}

/// The first board that does not hold every number below its length once.
pub(super) fn first_bad(cells: usize, boards: &[u8]) -> Option<usize> {
    if cells <= 64 {
        by_width!(cells, first_bad_of_few(boards))
    } else {
        boards.chunks_exact(cells).position(|board| {
            let mut seen = [false; super::MOST_CELLS];
            board.iter().any(|&tile| {
                usize::from(tile) >= cells || core::mem::replace(&mut seen[usize::from(tile)], true)
            })
        })
    }
}

#[inline(always)]
fn first_bad_of_few<const N: usize>(cells: usize, boards: &[u8]) -> Option<usize> {
    let cells = width::<N>(cells);
    let all = u64::MAX >> (64 - cells);
    boards.chunks_exact(cells).position(|board| {
        let (mut seen, mut any) = (0u64, 0u8);
        for &tile in board {
            seen |= 1 << (tile & 63);
            any |= tile;
        }
        // As many different numbers as there are cells, and none that was cut to fit.
        (seen != all) | (any > 63)
    })
}

/// 1 if an odd number of pairs stands in the wrong order, the blank as the smallest tile.
pub(super) fn parity(board: &[u8]) -> u8 {
    if board.len() <= 64 { parity_of_few(board) } else { parity_of_many(board) }
}

/// Those of 64 numbers that are above each, as bits: to read them costs less than to shift by a number that varies.
const ABOVE: [u64; 64] = {
    let mut above = [0; 64];
    let mut number = 0;
    while number < 63 {
        above[number] = u64::MAX << (number + 1);
        number += 1;
    }
    above
};

/// The tiles before each are bits. How many of them are above it, in all, is the sum of their counts, whose parity is that of
/// all of them laid over each other.
#[inline(always)]
fn parity_of_few(board: &[u8]) -> u8 {
    let (mut seen, mut above) = (0u64, 0u64);
    for &tile in board {
        above ^= seen & ABOVE[usize::from(tile & 63)];
        seen |= 1 << (tile & 63);
    }
    (above.count_ones() & 1) as u8
}

fn parity_of_many(board: &[u8]) -> u8 {
    let mut seen = [false; super::MOST_CELLS];
    let mut cycles = 0;
    for start in 0..board.len() {
        if seen[start] {
            continue;
        }
        cycles += 1;
        let mut at = start;
        while !core::mem::replace(&mut seen[at], true) {
            at = usize::from(board[at]);
        }
    }
    ((board.len() - cycles) & 1) as u8
}

/// Tells for each board its parity and the colour of the blank's cell, taken together.
pub(super) fn parities(cells: usize, boards: &[u8], colour: &[u8], tell: impl FnMut(usize, u8)) {
    match cells {
        16 => parities_of_sixteen(boards, colour, tell),
        _ => by_width!(cells, parities_of(boards, colour, tell)),
    }
}

#[inline(always)]
fn parities_of<const N: usize>(cells: usize, boards: &[u8], colour: &[u8], mut tell: impl FnMut(usize, u8)) {
    for (index, board) in boards.chunks_exact(width::<N>(cells)).enumerate() {
        tell(index, parity(board) ^ colour[blank(board)]);
    }
}

/// For two neighbours of a board of sixteen cells, the first in the lower four bits of the index: in the upper half they as
/// bits; in the lower those of the tiles before them that stand in the wrong order with one of them (with both is with none),
/// then whether they do so with each other, whether the first is the blank, and whether the second is.
static PAIR: [u64; 256] = {
    let mut all = [0; 256];
    let mut index = 0;
    while index < 256 {
        let (first, second) = (index & 15, index >> 4);
        let between = (ABOVE[first] ^ ABOVE[second]) & 0xffff;
        let own = (first > second) as u64 | ((first == 0) as u64) << 1 | ((second == 0) as u64) << 2;
        all[index] = between | own << 16 | (1 << first | 1 << second) << 32;
        index += 1;
    }
    all
};

/// Two tiles at a time, their own order and the blank's colour included: half the work of one at a time.
fn parities_of_sixteen(boards: &[u8], colour: &[u8], mut tell: impl FnMut(usize, u8)) {
    let mut counts = [0; 8];
    for (count, colours) in counts.iter_mut().zip(colour.chunks_exact(2)) {
        *count = (1 | u64::from(colours[0]) << 1 | u64::from(colours[1]) << 2) << 16;
    }
    for (index, board) in boards.chunks_exact(16).enumerate() {
        let (mut seen, mut odd) = (0, 0);
        for (half, counts) in board.chunks_exact(8).zip(counts.chunks_exact(4)) {
            let half = u64::from_le_bytes(half.try_into().expect("eight"));
            let pairs = half | half >> 4;
            for (place, count) in counts.iter().enumerate() {
                let pair = PAIR[usize::from((pairs >> (16 * place)) as u8)];
                odd ^= pair & (seen | count);
                seen |= pair >> 32;
            }
        }
        tell(index, ((odd as u32).count_ones() & 1) as u8);
    }
}

/// The cell of the blank, eight cells at a time. Every cell is looked at: a loop that ends early is one that the processor
/// guesses wrong.
#[inline(always)]
pub(super) fn blank(board: &[u8]) -> usize {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    let eights = board.chunks_exact(8);
    let mut at = 0;
    for (cell, &tile) in eights.remainder().iter().enumerate() {
        at |= if tile == 0 { board.len() / 8 * 8 + cell } else { 0 };
    }
    for (number, eight) in eights.enumerate() {
        let word = u64::from_le_bytes(eight.try_into().expect("eight"));
        // The highest bit of the first byte that is zero; what may be set above it does not matter.
        let zeros = word.wrapping_sub(ONES) & !word & (ONES << 7);
        at |= if zeros == 0 { 0 } else { 8 * number + zeros.trailing_zeros() as usize / 8 };
    }
    at
}

/// Tells the blank's cell of each board.
pub(super) fn blanks(cells: usize, boards: &[u8], tell: impl FnMut(usize, usize)) {
    by_width!(cells, blanks_of(boards, tell));
}

#[inline(always)]
fn blanks_of<const N: usize>(cells: usize, boards: &[u8], mut tell: impl FnMut(usize, usize)) {
    for (index, board) in boards.chunks_exact(width::<N>(cells)).enumerate() {
        tell(index, blank(board));
    }
}

/// Gives out each board with its blank's cell, to be changed.
pub(super) fn blanks_mut(cells: usize, boards: &mut [u8], give: impl FnMut(usize, &mut [u8], usize)) {
    by_width!(cells, blanks_mut_of(boards, give));
}

#[inline(always)]
fn blanks_mut_of<const N: usize>(
    cells: usize,
    boards: &mut [u8],
    mut give: impl FnMut(usize, &mut [u8], usize),
) {
    for (index, board) in boards.chunks_exact_mut(width::<N>(cells)).enumerate() {
        let at = blank(board);
        give(index, board, at);
    }
}
