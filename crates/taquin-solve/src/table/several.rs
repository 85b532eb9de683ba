//! Several tables at once.

use std::sync::Mutex;

use crate::table::Bits;
use crate::table::cells16::Table16;
use crate::table::cells16::layout::Layout;
use crate::{Monitor, StopReason};

/// Builds one table per layout: several at a time when there are several threads, all threads on one table
/// when there is only one to build.
pub(crate) fn build_all(
    layouts: &[Layout],
    threads: usize,
    monitor: &dyn Monitor,
) -> Result<Vec<Table16>, StopReason> {
    let make = |layout: &Layout, threads: usize| {
        let bits = super::build(layout, threads, monitor)?;
        Ok(Table16::new(layout.clone(), Bits::settled(bits, monitor)?))
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
