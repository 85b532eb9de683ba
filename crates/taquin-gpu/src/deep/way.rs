//! The slides that lead to a position of the frontier, whose table knows only where it is.

use std::collections::HashMap;

use super::Search;
use super::argument::packed;
use crate::error::{GpuError, Halt};
use crate::layout::stepped;

/// Slides that are walked back at a time.
const STRIDE: u32 = 12;
/// Slides from the start within which a way is simply looked for.
const NEAR: u32 = 16;

impl Search<'_, '_> {
    /// The way from the start to a board `depth` slides away, known to be in that layer of this iteration.
    ///
    /// A depth of 20 is found by looking, one of 80 is not: so earlier layers are grown again, from the last one
    /// back, and from the board so many slides are walked back until they meet the layer. What this leaves in the tables
    /// is another layer.
    pub(super) fn way_to(&mut self, board: &[u8], mut depth: u32) -> Result<Vec<u8>, Halt> {
        let side = self.deep.layout.side;
        let lost = || Halt::Broken(GpuError::Failed("a root is not where the frontier was".into()));
        let mut board = board.to_vec();
        let mut strides = Vec::new();
        let nodes = self.proof.nodes;
        while depth > NEAR {
            let layer = self.layer_by_layer(u64::MAX, Some(depth - STRIDE))?;
            if layer.depth != depth - STRIDE {
                return Err(lost());
            }
            let ends = walked_back(side, &board);
            let keys = self.deep.layers.keys(layer.side).read::<[u64; 2]>(0, layer.places as usize)?;
            let (end, way) = keys.iter().find_map(|key| ends.get(key)).ok_or_else(lost)?;
            board.clone_from(end);
            strides.push(way.clone());
            depth -= STRIDE;
        }
        self.proof.nodes = nodes;
        let mut way = between(side, &self.start, &board, depth).ok_or_else(lost)?;
        way.extend(strides.into_iter().rev().flatten());
        Ok(way)
    }
}

/// Every board a stride before this one, packed, with the way from there to here.
fn walked_back(side: usize, board: &[u8]) -> HashMap<[u64; 2], (Vec<u8>, Vec<u8>)> {
    fn go(
        side: usize,
        board: &mut Vec<u8>,
        blank: usize,
        back: &mut Vec<u8>,
        ends: &mut HashMap<[u64; 2], (Vec<u8>, Vec<u8>)>,
    ) {
        if back.len() as u32 == STRIDE {
            let way = back.iter().rev().map(|way| way ^ 2).collect();
            ends.insert(packed(board), (board.clone(), way));
            return;
        }
        for way in (0..4u8).filter(|way| back.last().is_none_or(|last| last ^ 2 != *way)).collect::<Vec<u8>>()
        {
            let Some(next) = stepped(side, blank, way) else { continue };
            board.swap(blank, next);
            back.push(way);
            go(side, board, next, back, ends);
            back.pop();
            board.swap(blank, next);
        }
    }
    let mut ends = HashMap::new();
    let blank = board.iter().position(|&tile| tile == 0).unwrap_or(0);
    go(side, &mut board.to_vec(), blank, &mut Vec::new(), &mut ends);
    ends
}

/// Blank moves that lead from one board of labels to another in exactly `slides`.
fn between(side: usize, from: &[u8], to: &[u8], slides: u32) -> Option<Vec<u8>> {
    let mut goal = vec![0; to.len()];
    for (cell, &tile) in to.iter().enumerate() {
        goal[usize::from(tile)] = cell;
    }
    let mut walk = Walk { side, goal, board: from.to_vec(), way: Vec::new() };
    let apart =
        (0..from.len()).filter(|&cell| from[cell] != 0).map(|cell| walk.apart(from[cell], cell)).sum();
    let blank = from.iter().position(|&tile| tile == 0)?;
    walk.down(blank, slides, apart, None).then_some(walk.way)
}

struct Walk {
    side: usize,
    goal: Vec<usize>,
    board: Vec<u8>,
    way: Vec<u8>,
}

impl Walk {
    fn apart(&self, tile: u8, cell: usize) -> u32 {
        let home = self.goal[usize::from(tile)];
        let side = self.side;
        ((home / side).abs_diff(cell / side) + (home % side).abs_diff(cell % side)) as u32
    }

    /// Depth first with the taxicab bound.
    fn down(&mut self, blank: usize, left: u32, apart: u32, came: Option<u8>) -> bool {
        if left == 0 {
            return apart == 0;
        }
        for way in (0..4u8).filter(|way| came.is_none_or(|came| came ^ 2 != *way)) {
            let Some(next) = stepped(self.side, blank, way) else { continue };
            let tile = self.board[next];
            let after = apart + self.apart(tile, blank) - self.apart(tile, next);
            if after >= left {
                continue;
            }
            self.board.swap(blank, next);
            self.way.push(way);
            if self.down(next, left - 1, after, Some(way)) {
                return true;
            }
            self.way.pop();
            self.board.swap(blank, next);
        }
        false
    }
}
