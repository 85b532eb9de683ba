//! The player who only counts inversions.

use taquin_core::game::{GreedyPlayer, Ties, Verdict};
use wasm_bindgen::prelude::*;

use crate::{Position, thrown};

/// Plays the slide that leaves the fewest inversions, until it goes round in a loop.
#[wasm_bindgen]
pub struct Greedy {
    inner: GreedyPlayer,
    since: u32,
    length: u32,
}

#[wasm_bindgen]
impl Greedy {
    /// A player at this position; with `never_back` it does not undo its last slide.
    #[wasm_bindgen(constructor)]
    pub fn new(position: &Position, never_back: bool) -> Result<Greedy, JsValue> {
        let start = position.problem().decide().map_err(thrown)?;
        Ok(Greedy { inner: GreedyPlayer::new(&start, Ties::First, never_back), since: 0, length: 0 })
    }

    /// Plays on: the letter of the slide, or `solved`, `loop` or `stuck`.
    pub fn turn(&mut self) -> String {
        match self.inner.turn().verdict {
            Verdict::Slid(way) => way.letter().into(),
            Verdict::Solved => "solved".into(),
            Verdict::Loop { since, length } => {
                (self.since, self.length) = (since as u32, length as u32);
                "loop".into()
            }
            Verdict::DeadEnd => "stuck".into(),
        }
    }

    /// The inversion number now.
    #[wasm_bindgen(getter)]
    pub fn inversions(&self) -> u32 {
        self.inner.inversions() as u32
    }

    /// After how many slides the loop began.
    #[wasm_bindgen(getter)]
    pub fn since(&self) -> u32 {
        self.since
    }

    /// How many slides go round it.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> u32 {
        self.length
    }
}
