//! The player who only counts inversions.

use taquin_core::Direction;
use taquin_core::game::{GreedyPlayer, Played, Ties};
use wasm_bindgen::prelude::*;

use crate::{Position, thrown};

/// Plays the slide that leaves the fewest inversions, until it goes round in a loop.
#[wasm_bindgen]
pub struct Greedy {
    inner: GreedyPlayer,
    end: Option<Played>,
}

#[wasm_bindgen]
impl Greedy {
    /// A player at this position; with `never_back` it does not undo its last slide.
    #[wasm_bindgen(constructor)]
    pub fn new(position: &Position, never_back: bool) -> Result<Greedy, JsValue> {
        let start = position.problem().decide().map_err(thrown)?;
        Ok(Greedy { inner: GreedyPlayer::new(&start, Ties::First, never_back), end: None })
    }

    /// Plays until something ends it, or so many slides are made; the slides as letters.
    pub fn play(&mut self, most: u32) -> String {
        let (moves, end) = self.inner.play(most as usize);
        self.end = end;
        moves.iter().map(Direction::letter).collect()
    }

    /// What ended it: `solved`, `loop` or `stuck`; nothing where it was the number of slides.
    #[wasm_bindgen(getter)]
    pub fn end(&self) -> Option<String> {
        Some(
            match self.end? {
                Played::Solved => "solved",
                Played::Loop { .. } => "loop",
                Played::DeadEnd | Played::Slid(_) => "stuck",
            }
            .into(),
        )
    }

    /// After how many slides the loop began, and how many go round it; empty where there is none.
    pub fn round(&self) -> Vec<u32> {
        match self.end {
            Some(Played::Loop { since, length }) => vec![since as u32, length as u32],
            _ => Vec::new(),
        }
    }
}
