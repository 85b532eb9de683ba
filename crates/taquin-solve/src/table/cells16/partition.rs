//! Which tiles are judged together.
//!
//! Splits are given for the board as it stands (no more columns than rows, the blank's home the first of those
//! symmetric to it). The square's corner home is the case that was tuned; elsewhere tiles are cut in bands of
//! neighbouring rows, which keeps patterns compact.

use taquin_core::Shape;

use super::layout::MAX_TILES;
use crate::table::Split;

/// The most cells of a board whose tables these are.
pub const MAX_CELLS: usize = 16;

fn split(shape: Shape, home: u8, patterns: Vec<Vec<u8>>) -> Split {
    Split::new(shape, home, patterns, MAX_CELLS, MAX_TILES).expect("every tile once")
}

/// The splits whose tables are made in memory in a moment.
pub fn small(shape: Shape, home: u8) -> Vec<Split> {
    if (shape.rows(), shape.columns(), home) == (4, 4, 0) {
        let first = vec![vec![3, 6, 7, 10, 11, 15], vec![1, 2, 4, 5, 8, 9], vec![12, 13, 14]];
        let second = vec![vec![4, 5, 8, 9, 12, 13], vec![6, 7, 10, 11, 14, 15], vec![1, 2, 3]];
        return vec![split(shape, home, first), split(shape, home, second)];
    }
    let tiles = shape.cells() - 1;
    vec![bands(shape, home, &even_sizes(tiles, if tiles <= 8 { 8 } else { 6 }))]
}

/// The splits whose tables are worth a file: at most two patterns.
pub fn big(shape: Shape, home: u8) -> Vec<Split> {
    if (shape.rows(), shape.columns(), home) == (4, 4, 0) {
        let columns = vec![vec![1, 4, 5, 8, 9, 12, 13], vec![2, 3, 6, 7, 10, 11, 14, 15]];
        return vec![split(shape, home, columns)];
    }
    vec![bands(shape, home, &even_sizes(shape.cells() - 1, 8))]
}

/// As few parts as possible, none above `most`, the largest last.
fn even_sizes(tiles: usize, most: usize) -> Vec<usize> {
    let parts = tiles.div_ceil(most);
    (0..parts).map(|part| (tiles * (part + 1)) / parts - (tiles * part) / parts).collect()
}

/// Cuts the tiles in reading order of the board into bands of these sizes.
fn bands(shape: Shape, home: u8, sizes: &[usize]) -> Split {
    let tiles: Vec<u8> = (0..shape.cells() as u8).filter(|&cell| cell != home).collect();
    let mut rest = &tiles[..];
    let bands = sizes.iter().map(|&size| {
        let (band, others) = rest.split_at(size);
        rest = others;
        band.to_vec()
    });
    split(shape, home, bands.collect())
}

/// The sizes of the patterns, as a user knows them: `7-8`, or `6-6-3 ×3` for several splits of one kind.
pub fn name(splits: &[Split]) -> String {
    let one = |split: &Split| {
        split.patterns().iter().map(|pattern| pattern.len().to_string()).collect::<Vec<_>>().join("-")
    };
    let mut names: Vec<(String, usize)> = Vec::new();
    for split in splits {
        let name = one(split);
        match names.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => names.push((name, 1)),
        }
    }
    let parts: Vec<String> = names
        .into_iter()
        .map(|(name, count)| if count > 1 { format!("{name} ×{count}") } else { name })
        .collect();
    parts.join(" + ")
}
