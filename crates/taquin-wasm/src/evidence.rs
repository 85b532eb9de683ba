//! What a verdict rests on, for drawings.

use js_sys::Uint32Array;
use taquin_core::parity::{self, Rule};
use taquin_core::{Parity, Problem, Tile};
use wasm_bindgen::prelude::*;

/// Everything the ways of deciding look at.
#[wasm_bindgen]
pub struct Evidence {
    inner: parity::Evidence,
}

impl Evidence {
    pub(crate) fn of(problem: &Problem) -> Evidence {
        Evidence { inner: parity::Evidence::of(problem) }
    }
}

#[wasm_bindgen]
impl Evidence {
    /// Pairs of tiles in the wrong order.
    #[wasm_bindgen(getter)]
    pub fn inversions(&self) -> u32 {
        u32::try_from(self.inner.inversions).unwrap_or(u32::MAX)
    }

    /// For each tile in reading order, how many smaller ones follow it.
    pub fn inversions_by_tile(&self) -> Vec<u32> {
        self.inner.inversions_by_tile.clone()
    }

    /// The tiles in reading order that those counts belong to.
    pub fn reading(&self) -> Vec<u32> {
        self.inner.reading.iter().map(|tile| tile.number()).collect()
    }

    /// The pairs of places in [`Evidence::reading`] that are in the wrong order, two numbers each.
    #[cfg(feature = "full")]
    pub fn inverted_pairs(&self) -> Vec<u32> {
        parity::inverted_pairs(&self.inner.order).flat_map(|(a, b)| [a as u32, b as u32]).collect()
    }

    /// The number that decides by being even: the inversions, and with an even width the rows between the blank and its home.
    #[cfg(feature = "full")]
    #[wasm_bindgen(getter)]
    pub fn sum(&self) -> u32 {
        u32::try_from(self.inner.sum()).unwrap_or(u32::MAX)
    }

    /// How many exchanges of two cells' contents undo the permutation at least.
    #[cfg(feature = "full")]
    #[wasm_bindgen(getter)]
    pub fn exchanges(&self) -> u32 {
        u32::try_from(self.inner.exchanges()).unwrap_or(u32::MAX)
    }

    /// How many undo each of the cycles.
    #[cfg(feature = "full")]
    pub fn exchanges_by_cycle(&self) -> Vec<u32> {
        self.inner.exchanges_by_cycle().map(|count| u32::try_from(count).unwrap_or(u32::MAX)).collect()
    }

    /// What the sum says: an even one can be solved, an odd one cannot; in a single line only none can.
    #[cfg(feature = "full")]
    #[wasm_bindgen(getter)]
    pub fn solvable_by_inversions(&self) -> bool {
        self.inner.solvable_by_inversions()
    }

    /// What the permutation and the colour under the blank say together: whether the two agree; in a single line, the order.
    #[cfg(feature = "full")]
    #[wasm_bindgen(getter)]
    pub fn solvable_by_checkerboard(&self) -> bool {
        self.inner.solvable_by_checkerboard()
    }

    /// Rows between the blank and its home.
    #[wasm_bindgen(getter)]
    pub fn blank_rows_from_home(&self) -> u32 {
        self.inner.blank_rows_from_home
    }

    /// The blank's taxicab distance to its home.
    #[wasm_bindgen(getter)]
    pub fn blank_distance(&self) -> u32 {
        self.inner.blank_distance
    }

    /// Whether the blank's cell and its home have the same colour on a checkerboard.
    #[wasm_bindgen(getter)]
    pub fn same_colour(&self) -> bool {
        self.inner.same_colour
    }

    /// Whether the permutation of all cells is odd.
    #[wasm_bindgen(getter)]
    pub fn is_odd(&self) -> bool {
        self.inner.permutation == Parity::Odd
    }

    /// The cycles of more than one member, as tiles: each stands where the next one belongs.
    pub fn cycles(&self) -> Vec<Uint32Array> {
        let numbers = |cycle: &Vec<Tile>| cycle.iter().map(|tile| tile.number()).collect::<Vec<u32>>();
        self.inner.cycles.iter().map(|cycle| Uint32Array::from(numbers(cycle).as_slice())).collect()
    }

    /// `corridor`, `odd-width` or `even-width`.
    #[wasm_bindgen(getter)]
    pub fn rule(&self) -> String {
        match self.inner.rule {
            Rule::Corridor => "corridor",
            Rule::OddWidth => "odd-width",
            Rule::EvenWidth => "even-width",
        }
        .into()
    }
}
