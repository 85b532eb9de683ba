//! Any bytes as kept tables of a small board, as they are and sealed by true checksums: refused in one line, or the tables
//! that would have been made.

use taquin_core::{Cell, Shape};
use taquin_solve::TableCache;

use super::seal::sealed;

fn check(shape: Shape, home: Cell, bytes: &[u8]) {
    let cache = TableCache::new();
    match cache.accept(shape, home, bytes) {
        Ok(()) => assert_eq!(cache.to_bytes(shape, home).as_deref(), Some(bytes)),
        Err(error) => {
            assert!(!error.to_string().contains('\n'));
            assert!(cache.lacks(shape, home).is_some());
        }
    }
}

pub fn run(bytes: &[u8]) {
    let Some((&kind, rest)) = bytes.split_first() else { return };
    let (rows, columns) = [(2, 2), (2, 3), (3, 2)][usize::from(kind) % 3];
    let shape = Shape::new(rows, columns).expect("a shape");
    let home = Cell::new(u32::from(kind / 3) % (rows * columns));
    check(shape, home, rest);
    check(shape, home, &sealed(rest));
}
