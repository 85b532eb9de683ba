//! Any text as a size, a seed and a goal: a value that reads back as itself, or an error.

use taquin_core::{Goal, Seed, Shape};

pub fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(shape) = text.parse::<Shape>() {
        assert_eq!(shape.to_string().parse(), Ok(shape));
    }
    if let Ok(seed) = text.parse::<Seed>() {
        assert_eq!(seed.to_string().parse(), Ok(seed));
    }
    if let Ok(goal) = Goal::parse(text, None) {
        assert_eq!(goal.to_string().parse(), Ok(goal));
    }
}
