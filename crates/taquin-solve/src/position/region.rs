//! Where the blank can go while some tiles stay.

/// The cells of `free` that hang together with `seed`, all of them as masks; `beside` gives those beside a cell.
#[inline]
pub(crate) fn region(seed: u64, free: u64, beside: impl Fn(usize) -> u64) -> u64 {
    let (mut region, mut fresh) = (seed, seed);
    while fresh != 0 {
        let cell = fresh.trailing_zeros() as usize;
        fresh &= fresh - 1;
        let new = beside(cell) & free & !region;
        region |= new;
        fresh |= new;
    }
    region
}
