//! Builds a pattern's table: breadth-first from home, level by level, on bitsets.
//!
//! While it is built, a table stands the other way round: one row per *place* (a set of cells and a region of
//! the blank), one bit per rank. A slide between two places is then the same for all orders at once: within a
//! row of the board, and past no tile of the pattern, ranks do not change and a row is combined word by word;
//! past one or more tiles the order is rotated the same way for all, and the bits that are set are moved through
//! a list of ranks. Each place *pulls* the new level from the places it can be reached from, so that no two
//! threads write the same row and the result does not depend on how many there are.
//!
//! The parity of a bound depends on the set alone, so a level reads rows of one parity and writes those of the
//! other. What it reaches is either new or belongs to the level before the last, which is just what the rows that it
//! writes still hold: no other record of what was seen is kept. At the end the bits are transposed into the order of
//! the [`Layout`].

use crate::monitor::Pace;
use crate::parallel::Workers;
use crate::table::cells16::Table16;
use crate::table::cells16::layout::Layout as Layout16;
use crate::table::numbering::{Layout, Numbering, POLL_SETS, turned_ranks};
use crate::table::{Words, transpose};
use crate::{Monitor, Progress, StopReason};

/// How a row is pulled from another.
#[derive(Clone, Copy)]
struct Source {
    row: u32,
    /// Which rotation of orders, or [`SAME`].
    turn: u16,
}

const SAME: u16 = u16::MAX;

/// Words that one task writes, at most, and a look at the monitor follows. Where most bits are set and turned, each word is 64 moves
/// from every source.
const TASK_WORDS: usize = 1 << 13;

/// One place: its sources stand at `sources[first..last]`.
#[derive(Clone, Copy)]
struct PlaceSources {
    first: u32,
    last: u32,
}

/// Everything about the moves between places, for rows in building order: even sets first.
struct Web {
    places: Vec<PlaceSources>,
    sources: Vec<Source>,
    /// For each rotation, the rank after for each rank before.
    turns: Vec<Vec<u16>>,
    /// The row in building order of each place in the order of the layout.
    row_of: Vec<u32>,
    even: usize,
    home: usize,
}

impl Web {
    fn new<N: Numbering>(layout: &Layout<N>, monitor: &dyn Monitor) -> Result<Web, StopReason> {
        let mut pace = Pace::new(monitor, "preparing a table", POLL_SETS);
        let geometry = layout.geometry().as_ref();
        let shape = layout.shape();
        let columns = shape.columns();
        let beside = geometry.beside();
        let mut row_of = vec![0; geometry.places()];
        let mut order: Vec<(u32, usize)> = Vec::with_capacity(geometry.places());
        let mut even = 0;
        for odd in [false, true] {
            for set in geometry.sets().filter(|&set| layout.is_odd(set) == odd) {
                pace.step(1)?;
                for region in 0..geometry.regions(set) {
                    row_of[geometry.place(set) + region] = order.len() as u32;
                    order.push((set, region));
                }
            }
            if !odd {
                even = order.len();
            }
        }
        let orders = geometry.orders();
        let mut turns = Vec::new();
        let mut numbers = std::collections::HashMap::new();
        let mut sources = Vec::new();
        let mut places = Vec::with_capacity(order.len());
        for &(set, region) in &order {
            pace.step(1)?;
            let first = sources.len() as u32;
            for to in (0..shape.cells() as u8).filter(|&cell| set >> cell & 1 == 1) {
                for from in (0..shape.cells() as u8).filter(|&cell| beside[to as usize] >> cell & 1 == 1) {
                    if set >> from & 1 == 1 || geometry.region(set, from) != region {
                        continue;
                    }
                    // A tile that stands on `to` now came from `from`, when the blank was on `to`.
                    let before = set ^ (1 << to) ^ (1 << from);
                    let row = row_of[geometry.place(before) + geometry.region(before, to)];
                    let (low, high) = (from.min(to), from.max(to));
                    let passed = if u32::from(high - low) == columns && columns > 1 {
                        (before >> (low + 1) & ((1 << (columns - 1)) - 1)).count_ones()
                    } else {
                        0
                    };
                    let turn = if passed == 0 {
                        SAME
                    } else {
                        let start = (before & ((1 << low) - 1)).count_ones();
                        let key = (start, passed, from < to);
                        match numbers.get(&key) {
                            Some(&number) => number,
                            None => {
                                // As long as many places: a list for every order of the tiles.
                                pace.step(POLL_SETS)?;
                                let turn = (start as usize, passed as usize, from < to);
                                let rank = |order| geometry.rank(order);
                                turns.push(turned_ranks(&orders, geometry.size(), turn, rank).collect());
                                numbers.insert(key, (turns.len() - 1) as u16);
                                (turns.len() - 1) as u16
                            }
                        }
                    };
                    sources.push(Source { row, turn });
                }
            }
            places.push(PlaceSources { first, last: sources.len() as u32 });
        }
        let set = layout.home_set();
        let home = row_of[geometry.place(set) + geometry.region(set, layout.home())] as usize;
        Ok(Web { places, sources, turns, row_of, even, home })
    }
}

/// The bits of one level's work on some neighbouring places.
struct BuildTask<'a> {
    first: usize,
    fresh: &'a mut [u64],
    value: &'a mut [u64],
    live: &'a mut [bool],
}

/// The entries of the pattern's table, in the order of the layout.
///
/// Reports levels as `done` and entries as `nodes`; stops when the monitor says so.
pub fn build<N: Numbering>(
    layout: &Layout<N>,
    threads: usize,
    monitor: &dyn Monitor,
) -> Result<Words, StopReason> {
    let geometry = layout.geometry().as_ref();
    let web = Web::new(layout, monitor)?;
    let words = geometry.ranks().div_ceil(64);
    let rows = web.places.len();
    // Pages of their own come as zeros one by one when they are written to: to clear all at once would be long without a look.
    let mut fresh = Words::zeroed(rows * words).ok_or(StopReason::Memory)?;
    let mut value = Words::zeroed(rows * words).ok_or(StopReason::Memory)?;
    let mut live = vec![false; rows];
    let home = web.home * words + geometry.rank(layout.home_order()) / 64;
    let bit = 1u64 << (geometry.rank(layout.home_order()) % 64);
    fresh[home] |= bit;
    live[web.home] = true;
    let workers = Workers::new(threads);
    let mut entries = 1u64;
    let mut level = 0u32;
    loop {
        let report = Progress {
            phase: "building a table",
            nodes: entries,
            done: entries,
            total: (geometry.places() * geometry.ranks()) as u64,
            ..Progress::default()
        };
        monitor.look(&report)?;
        level += 1;
        // Even rows come first; this level writes the rows of its own parity and reads the others.
        let (even_live, odd_live) = live.split_at_mut(web.even);
        let (even_fresh, odd_fresh) = fresh.split_at_mut(web.even * words);
        let (even_value, odd_value) = value.split_at_mut(web.even * words);
        let (start, fresh, value, live, from, from_fresh, from_live) = if level & 1 == 0 {
            (0, even_fresh, even_value, even_live, web.even, &*odd_fresh, &*odd_live)
        } else {
            (web.even, odd_fresh, odd_value, odd_live, 0, &*even_fresh, &*even_live)
        };
        let level_work =
            LevelWork { web: &web, words, from, from_fresh, from_live, second_bit: level & 2 != 0 };
        let chunk = live.len().div_ceil(workers.count() * 16).clamp(1, (TASK_WORDS / words).clamp(1, 256));
        let tasks = fresh
            .chunks_mut(chunk * words)
            .zip(value.chunks_mut(chunk * words))
            .zip(live.chunks_mut(chunk))
            .enumerate()
            .map(|(number, ((fresh, value), live))| BuildTask {
                first: start + number * chunk,
                fresh,
                value,
                live,
            });
        let added = level_work.run(tasks, &workers, monitor, &report)?;
        if added == 0 {
            break;
        }
        entries += added;
    }
    drop(fresh);
    transpose::into_layout(layout, &web.row_of, &value, words, monitor)
}

/// Builds one table per layout: several at a time when there are several threads, all threads on one table
/// when there is only one to build.
pub(crate) fn build_all(
    layouts: &[Layout16],
    threads: usize,
    monitor: &dyn Monitor,
) -> Result<Vec<Table16>, StopReason> {
    let make = |layout: &Layout16, threads: usize| {
        let bits = build(layout, threads, monitor)?;
        Ok(Table16::new(layout.clone(), bits.into()))
    };
    if layouts.len() < threads.max(2) {
        return layouts.iter().map(|layout| make(layout, threads)).collect();
    }
    // The largest first, so that no thread is left alone with one at the end.
    let mut order: Vec<usize> = (0..layouts.len()).collect();
    order.sort_by_key(|&number| std::cmp::Reverse(layouts[number].bytes()));
    let made = Workers::new(threads).share(order.into_iter(), Vec::new, |mine, number| {
        mine.push((number, make(&layouts[number], 1)?));
        Ok(())
    })?;
    let mut all: Vec<_> = made.into_iter().flatten().collect();
    all.sort_by_key(|(number, _)| *number);
    Ok(all.into_iter().map(|(_, table)| table).collect())
}

/// What every thread reads during one level.
struct LevelWork<'a> {
    web: &'a Web,
    words: usize,
    from: usize,
    from_fresh: &'a [u64],
    from_live: &'a [bool],
    second_bit: bool,
}

impl LevelWork<'_> {
    /// Does all tasks on the threads; the number of entries found.
    fn run<'t>(
        &self,
        tasks: impl Iterator<Item = BuildTask<'t>> + Send,
        workers: &Workers,
        monitor: &dyn Monitor,
        report: &Progress,
    ) -> Result<u64, StopReason> {
        let start = || (vec![0u64; self.words], 0);
        let done = workers.share(tasks, start, |(sum, added), task| {
            *added += self.pull(task, sum);
            let news = Progress { nodes: report.nodes + *added, ..*report };
            monitor.look(&news)
        })?;
        Ok(done.into_iter().map(|(_, added)| added).sum())
    }

    /// Pulls the new level into the rows of one task.
    fn pull(&self, task: BuildTask, sum: &mut [u64]) -> u64 {
        let mut added = 0;
        let words = self.words;
        for (at, live) in task.live.iter_mut().enumerate() {
            let span = at * words..(at + 1) * words;
            let place = self.web.places[task.first + at];
            let mut any = false;
            for source in &self.web.sources[place.first as usize..place.last as usize] {
                let row = source.row as usize - self.from;
                if !self.from_live[row] {
                    continue;
                }
                if !any {
                    sum.fill(0);
                    any = true;
                }
                let bits = &self.from_fresh[row * words..(row + 1) * words];
                if source.turn == SAME {
                    for (sum, bits) in sum.iter_mut().zip(bits) {
                        *sum |= bits;
                    }
                } else {
                    scatter(bits, &self.web.turns[source.turn as usize], sum);
                }
            }
            let fresh = &mut task.fresh[span.clone()];
            if !any {
                if std::mem::take(live) {
                    fresh.fill(0);
                }
                continue;
            }
            let mut found = 0;
            for (sum, fresh) in sum.iter().zip(fresh.iter_mut()) {
                *fresh = sum & !*fresh;
                found += u64::from(fresh.count_ones());
            }
            if self.second_bit {
                for (value, fresh) in task.value[span].iter_mut().zip(fresh.iter()) {
                    *value |= fresh;
                }
            }
            *live = found != 0;
            added += found;
        }
        added
    }
}

/// Moves every set bit to its new rank.
fn scatter(bits: &[u64], turn: &[u16], sum: &mut [u64]) {
    for (word, &bits) in bits.iter().enumerate() {
        let mut bits = bits;
        while bits != 0 {
            let rank = turn[word * 64 + bits.trailing_zeros() as usize] as usize;
            sum[rank / 64] |= 1 << (rank % 64);
            bits &= bits - 1;
        }
    }
}
