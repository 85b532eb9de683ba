//! Any text as a size, a seed and a goal: a value that reads back as itself, or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use taquin_core::{Goal, Seed, Shape};

fuzz_target!(|text: &str| {
    if let Ok(shape) = text.parse::<Shape>() {
        assert_eq!(shape.to_string().parse(), Ok(shape));
    }
    if let Ok(seed) = text.parse::<Seed>() {
        assert_eq!(seed.to_string().parse(), Ok(seed));
    }
    if let Ok(goal) = Goal::parse(text, None) {
        let size = match &goal {
            Goal::Board(board) => Some(board.shape()),
            _ => None,
        };
        assert_eq!(Goal::parse(&goal.to_string(), size), Ok(goal));
    }
});
