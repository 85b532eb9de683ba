//! The program `taquin`.

fn main() {}
