//! Tests of what the crate keeps to itself: tables, layouts, and the searches on them.

mod cells16;
mod cells25;
mod proofs;
mod tables;
mod threads;

use taquin_core::{Cell, Shape};

use crate::position::Homes;

/// A position that a test has made and knows to be one.
pub(crate) fn homes<T: Copy + Into<u32>>(shape: Shape, home: usize, position: &[T]) -> Homes {
    Homes::new(shape, Cell::new(home as u32), position.iter().map(|&label| label.into())).unwrap()
}
