//! The kernels' structs, field by field as the kernels have them.

use bytemuck::{Pod, Zeroable};
use taquin_solve::proof::blank_label;

use crate::layout::Layout;
use crate::tables::{Numbering, Tables};

/// Stack entries of a lane, and so the longest way below a frontier: the kernel's STACK.
pub const STACK: u64 = 128;
/// More slides than any way has: the kernel's NEVER.
pub const NEVER: i32 = 1000;
/// Words of shared memory of a thread: the kernel's SHARED_WORDS.
pub const SHARED_WORDS: u32 = 31;

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct Node {
    pub lo: u64,
    pub hi: u64,
    pub meta: u32,
    pub automaton: u32,
    pub bounds: u32,
    pub root: u32,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct Control {
    pub head: u32,
    pub out: u32,
    pub found: u32,
    pub ahead: u32,
    pub full: u32,
    pub stop: u32,
    pub lock: [u32; 2],
    pub record: [[u32; 12]; 2],
    pub nodes: u64,
    pub added: u64,
    pub histogram: [u64; 128],
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct MeasureArgument {
    pub words: u64,
    pub views: u64,
    pub board: u64,
    pub bounds: u64,
    pub tiles: u32,
    pub unused: u32,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct ExpandArgument {
    pub keys: u64,
    pub carried: u64,
    pub first: u64,
    pub places: u64,
    pub next_keys: u64,
    pub next_carried: u64,
    pub next_mask: u64,
    pub words: u64,
    pub views: u64,
    pub control: u64,
    pub limit: i32,
    pub unused: u32,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct GatherArgument {
    pub keys: u64,
    pub carried: u64,
    pub places: u64,
    pub roots: u64,
    pub control: u64,
    pub room: u32,
    pub part: u32,
    pub parts: u32,
    pub unused: u32,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct DeepArgument {
    pub words: u64,
    pub automaton: u64,
    pub views: u64,
    pub roots: u64,
    pub pending: u64,
    pub pending_paths: u64,
    pub out: u64,
    pub out_paths: u64,
    pub stack: u64,
    pub control: u64,
    pub time: u64,
    pub roots_count: u32,
    pub pending_count: u32,
    pub first_root: u32,
    pub least: u32,
    pub limit: i32,
    pub ahead_from: i32,
}

/// Where each tile is found in the tables.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct Views {
    info: [[u32; 32]; 2],
    weight: [[u32; 32]; 2],
    base: [u32; 8],
}

impl Views {
    pub fn new(layout: &Layout, tables: &Tables, numbering: Numbering) -> Views {
        let mut views = Views::zeroed();
        for (view, split) in [(0, &layout.split), (1, layout.seen_split())] {
            for (pattern, tiles) in split.iter().enumerate() {
                let slot = 4 * view + pattern;
                views.base[slot] = (tables.offsets[pattern] + view as u64 * tables.second) as u32;
                for (place, &seen) in tiles.iter().enumerate() {
                    // A reflection is its own inverse.
                    let home = if view == 0 { seen } else { layout.seen(seen) };
                    let tile = usize::from(blank_label(layout.home, home));
                    views.info[view][tile] = slot as u32 | (4 * place as u32) << 8;
                    views.weight[view][tile] = numbering.base.pow(place as u32) as u32;
                }
            }
        }
        views
    }
}

/// Bits of a packed position: the place is taken.
pub const TAKEN: u64 = 1 << 63;

/// A board of labels, packed.
pub fn packed(board: &[u8]) -> [u64; 2] {
    let mut key = [0, TAKEN];
    for (cell, &tile) in board.iter().enumerate().take(board.len() - 1) {
        key[cell / 12] |= u64::from(tile) << (5 * (cell % 12));
    }
    key
}

/// The labels of a packed position.
pub fn unpacked(side: usize, lo: u64, hi: u64) -> Vec<u8> {
    let cells = side * side;
    let mut board: Vec<u8> =
        (0..cells - 1).map(|cell| ([lo, hi][cell / 12] >> (5 * (cell % 12)) & 31) as u8).collect();
    let sum: usize = board.iter().map(|&tile| usize::from(tile)).sum();
    board.push((cells * (cells - 1) / 2 - sum) as u8);
    board
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_packed_is_unpacked_the_same() {
        let board: Vec<u8> = (0..25).map(|cell| cell * 7 % 25).collect();
        let [lo, hi] = packed(&board);
        assert_eq!(unpacked(5, lo, hi), board);
        let board = [8, 7, 6, 0, 4, 3, 2, 1, 5];
        let [lo, hi] = packed(&board);
        assert_eq!(unpacked(3, lo, hi), board);
    }
}
