//! Growing a frontier: layer after layer, each in a table without duplicates.

use std::sync::Arc;

use super::Search;
use super::argument::{Control, ExpandArgument, SHARED_WORDS, packed};
use crate::card::{Card, Memory, Program, launch};
use crate::error::{Halt, Result};

/// Places of a table at least.
const LEAST_PLACES: u64 = 1024;
/// Places looked at in one launch: a few hundredths of a second.
const AT_ONCE: u64 = 1 << 27;

/// Two tables, one for the layer there is and one for the next.
pub(super) struct Layers {
    keys: [Memory; 2],
    carried: [Memory; 2],
    grid: u32,
    /// The most places a table can have.
    places: u64,
}

impl Layers {
    pub fn new(card: &Arc<dyn Card>, program: Program, places: u64) -> Result<Layers> {
        let shared = SHARED_WORDS * 4 * card.threads();
        let grid = card.resident_blocks(program, "expand", shared)?;
        let keys = [Memory::new(card, places * 16)?, Memory::new(card, places * 16)?];
        let carried = [Memory::new(card, places * 4)?, Memory::new(card, places * 4)?];
        Ok(Layers { keys, carried, grid, places })
    }

    pub fn keys(&self, side: usize) -> &Memory {
        &self.keys[side]
    }

    pub fn carried(&self, side: usize) -> &Memory {
        &self.carried[side]
    }

    fn clear(&self, side: usize, places: u64) -> Result<()> {
        self.keys[side].clear_first(places * 16)?;
        self.carried[side].clear_first(places * 4)
    }
}

/// Positions at one distance from the start.
pub(super) struct Frontier {
    /// Which of the two tables.
    pub side: usize,
    pub places: u64,
    pub count: u64,
    pub depth: u32,
}

impl Search<'_, '_> {
    /// Grows until there are as many positions as wanted, or to a given depth; sooner where the goal is near or the
    /// next layer has no room. Never ends at the start itself.
    pub(super) fn layer_by_layer(&mut self, wanted: u64, depth: Option<u32>) -> Result<Frontier, Halt> {
        let deep = self.deep;
        let (card, layers) = (&*deep.card, &deep.layers);
        let mut here = Frontier { side: 0, places: LEAST_PLACES, count: 1, depth: 0 };
        layers.clear(0, here.places)?;
        layers.keys[0].write(0, &packed(&self.start))?;
        layers.carried[0].write(0, &[self.bounds.0 << 4 | self.bounds.1 << 12])?;
        loop {
            let enough = depth.map_or(here.count >= wanted, |depth| here.depth >= depth);
            if here.count == 0 || here.depth > 0 && enough {
                return Ok(here);
            }
            let places = (here.count * 3).next_power_of_two().max(LEAST_PLACES);
            if places > layers.places {
                return Ok(here);
            }
            let next = 1 - here.side;
            layers.clear(next, places)?;
            deep.control.fill(0)?;
            for first in (0..here.places).step_by(AT_ONCE as usize) {
                let argument = ExpandArgument {
                    keys: layers.keys[here.side].address(),
                    carried: layers.carried[here.side].address(),
                    first,
                    places: here.places.min(first + AT_ONCE),
                    next_keys: layers.keys[next].address(),
                    next_carried: layers.carried[next].address(),
                    next_mask: places - 1,
                    words: deep.tables.memory.address(),
                    views: deep.views.address(),
                    control: deep.control.address(),
                    limit: self.proof.limit as i32 - here.depth as i32,
                    unused: 0,
                };
                let blocks = (argument.places - first).div_ceil(u64::from(card.threads()));
                let grid = u64::from(layers.grid).min(blocks) as u32;
                launch(card, deep.program, "expand", grid, SHARED_WORDS * 4 * card.threads(), &argument)?;
                self.poll(0, 0)?;
            }
            let control: Control = deep.control.read_one()?;
            self.proof.nodes += control.nodes;
            if control.full != 0 || control.found != 0 && here.depth > 0 {
                return Ok(here);
            }
            here = Frontier { side: next, places, count: control.added, depth: here.depth + 1 };
        }
    }
}
