//! Tests of what the crate keeps to itself: tables, layouts, and the searches on them.

mod cells16;
mod cells25;
mod tables;
