//! The memory of a table.

use crate::pattern::PatternTable;
use crate::pattern::layout::Layout;
use crate::{Monitor, StopReason};
use std::sync::Mutex;

/// The entries of a table, wherever they are kept.
pub struct Bits(Kind);

enum Kind {
    Words(Vec<u64>),
}

impl Bits {
    /// The entries as bytes; entry 0 is bit 0 of the first.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Kind::Words(words) => bytemuck::cast_slice(words),
        }
    }
}

impl From<Vec<u64>> for Bits {
    /// Takes words of entries, the first in the lowest bit.
    fn from(mut words: Vec<u64>) -> Bits {
        if cfg!(target_endian = "big") {
            for word in &mut words {
                *word = word.to_le();
            }
        }
        Bits(Kind::Words(words))
    }
}

/// Builds one table per layout: several at a time when there are several threads, all threads on one table
/// when there is only one to build.
pub(crate) fn build_all(
    layouts: &[Layout],
    threads: usize,
    monitor: &dyn Monitor,
) -> Result<Vec<PatternTable>, StopReason> {
    let make = |layout: &Layout, threads: usize| {
        let bits = super::build(layout, threads, monitor)?;
        Ok(PatternTable::new(layout.clone(), bits.into()))
    };
    if layouts.len() < threads.max(2) {
        return layouts.iter().map(|layout| make(layout, threads)).collect();
    }
    // The largest first, so that no thread is left alone with one at the end.
    let mut order: Vec<usize> = (0..layouts.len()).collect();
    order.sort_by_key(|&number| std::cmp::Reverse(layouts[number].bytes()));
    let queue = Mutex::new(order.into_iter());
    let made = super::on_threads(threads, &|| {
        let mut mine = Vec::new();
        while let Some(number) = queue.lock().ok().and_then(|mut queue| queue.next()) {
            mine.push((number, make(&layouts[number], 1)?));
        }
        Ok(mine)
    });
    let mut all = Vec::new();
    for part in made {
        all.extend(part?);
    }
    all.sort_by_key(|(number, _)| *number);
    Ok(all.into_iter().map(|(_, table)| table).collect())
}
