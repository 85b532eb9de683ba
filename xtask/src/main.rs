//! Builds, tests and measures the whole project: `cargo xtask help`.

fn main() {}
