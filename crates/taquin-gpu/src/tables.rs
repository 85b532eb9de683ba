//! Tables of differences, built on the card from the goal outwards (kernels/tables.cu).

use std::sync::Arc;

use bytemuck::{Pod, Zeroable};
use taquin_solve::{Monitor, Progress};

use crate::card::{Card, Memory, Program, launch};
use crate::error::{GpuError, Halt, look};
use crate::layout::{Layout, Split};

/// A level, as the kernels know it.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Level {
    front: u64,
    seen: u64,
    words: u64,
    any: u64,
    count: u64,
    parity: u32,
    unused: u32,
}

/// The words of every pattern of both views, one after another.
pub(crate) struct Tables {
    pub memory: Memory,
    /// Where the second view's words begin, in words; 0 where it reads the first view's.
    pub second: u64,
    /// Where each pattern's words begin within its view.
    pub offsets: Vec<u64>,
}

/// How placements are counted: cells² in base `base`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbering {
    pub base: u64,
    mask_bytes: u64,
}

impl Numbering {
    /// Cells packed without gaps: the smallest tables.
    pub fn dense(side: usize) -> Numbering {
        Numbering { base: (side * side) as u64, mask_bytes: 4 }
    }

    /// Four bits a cell, for boards of up to 16: an index is a piece of the position.
    pub fn nibbles() -> Numbering {
        Numbering { base: 16, mask_bytes: 2 }
    }

    fn placements(self, tiles: usize) -> u64 {
        self.base.pow(tiles as u32)
    }

    /// What the kernels that build need to know.
    pub fn definitions(self, layout: &Layout) -> Vec<String> {
        let mut sizes: Vec<usize> = layout.split.iter().map(Vec::len).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let levels: String = sizes.iter().map(|size| format!("LEVEL({size}) ")).collect();
        let mask = if self.mask_bytes == 2 { "unsigned short" } else { "unsigned int" };
        vec![
            format!("BASE={}", self.base),
            format!("Mask={mask}"),
            format!("PER={}", 16 / self.mask_bytes),
            format!("LEVELS={}", levels.trim_end()),
        ]
    }

    /// Bytes that stay, and bytes needed besides while they are built.
    pub fn bytes(self, layout: &Layout) -> (u64, u64) {
        let sets = 1 + u64::from(layout.second.is_some());
        let words: u64 = layout.split.iter().map(|pattern| self.placements(pattern.len())).sum();
        let largest = layout.split.iter().map(|pattern| self.placements(pattern.len())).max().unwrap_or(0);
        (sets * words * 4, 2 * self.mask_bytes * largest + 64)
    }
}

const KERNELS: [&str; 9] =
    ["", "level_1", "level_2", "level_3", "level_4", "level_5", "level_6", "level_7", "level_8"];

/// Builds them all, unless the monitor says stop.
pub(crate) fn build(
    card: &Arc<dyn Card>,
    program: Program,
    layout: &Layout,
    numbering: Numbering,
    monitor: &dyn Monitor,
) -> Result<Tables, Halt> {
    let (stay, besides) = numbering.bytes(layout);
    let free = card.free_bytes()?;
    if free < stay + besides {
        return Err(GpuError::Memory { needed: stay + besides, free }.into());
    }
    let memory = Memory::new(card, stay)?;
    memory.fill(0)?;
    let mut offsets = Vec::new();
    let mut words = 0;
    for pattern in &layout.split {
        offsets.push(words);
        words += numbering.placements(pattern.len());
    }
    let tables = Tables { memory, second: if layout.second.is_some() { words } else { 0 }, offsets };
    let bytes = besides / 2;
    let (front, seen) = (Memory::new(card, bytes)?, Memory::new(card, bytes)?);
    let any = Memory::new(card, 16)?;
    let grid = card.resident_blocks(program, KERNELS[layout.split[0].len()], 0)?;
    let set = |split: &Split, home: u8, first: u64| -> Result<(), Halt> {
        for (pattern, offset) in split.iter().zip(&tables.offsets) {
            front.fill(0)?;
            seen.fill(0)?;
            let goal = pattern.iter().rev().fold(0, |index, &cell| index * numbering.base + u64::from(cell));
            if numbering.mask_bytes == 2 {
                front.write(goal, &[1u16 << home])?;
            } else {
                front.write(goal, &[1u32 << home])?;
            }
            let parity =
                |cell: u8| u32::from(cell) / layout.side as u32 + u32::from(cell) % layout.side as u32;
            let mut level = Level {
                front: front.address(),
                seen: seen.address(),
                words: tables.memory.address() + 4 * (first + offset),
                any: any.address(),
                count: numbering.placements(pattern.len()),
                parity: pattern.iter().map(|&cell| parity(cell)).sum::<u32>() & 1,
                unused: 0,
            };
            loop {
                look(monitor, &Progress::new("building tables on the card"))?;
                any.fill(0)?;
                launch(&**card, program, KERNELS[pattern.len()], grid, 0, &level)?;
                if any.read_one::<u32>()? == 0 {
                    break;
                }
                level.parity ^= 1;
            }
        }
        Ok(())
    };
    set(&layout.split, layout.home, 0)?;
    if let Some(second) = &layout.second {
        set(second, layout.seen(layout.home), tables.second)?;
    }
    Ok(tables)
}
