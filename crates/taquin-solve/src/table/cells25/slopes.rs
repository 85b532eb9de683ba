//! Which slides of a pattern's tiles lower its bound, for each placement at once.
//!
//! A table has one bit for a placement and a region of the blank, in as little room as there can be, and a search asks it
//! about every child. Slopes answer before there are children: a word for each placement, whose bit 4k + d says whether the bound
//! falls when tile k of the pattern slides in direction d. A search reads one word for each position that it
//! expands, whose children are then judged without any further reading. The price is room: three bytes a placement, 383 MB
//! for six tiles on 5×5, where the table has 22.7 MB.
//!
//! The blank stands where the tile goes, so the region follows from the slide. The word of a placement stands at the number of its
//! set times the orders there are, plus the rank of its order.

use super::layout::Geometry;
use super::{Table25, layout::MAX_TILES};
use crate::parallel::Workers;
use crate::search::prune::slides;
use crate::table::Words;
use crate::table::numbering::{Layout, Numbering};
use crate::{Monitor, Progress, StopReason};

/// Bytes of a word: a bit for each of four directions of six tiles.
pub(crate) const WORD_BYTES: usize = 4 * MAX_TILES / 8;

/// Sets that one task does; a look at the monitor follows. Each reads some twenty columns of the table, a row of memory for every
/// entry.
const TASK_SETS: usize = 4;

/// The slopes of one pattern.
pub(crate) struct Slopes {
    words: Words,
}

impl Slopes {
    /// How many bytes they are. A word is read as four bytes, also the last.
    pub fn bytes_for(layout: &Layout<Geometry>) -> usize {
        let geometry = layout.geometry();
        (WORD_BYTES * geometry.sets().count() * geometry.ranks() + 1).next_multiple_of(8)
    }

    /// Those of a table, unless there is no room or the monitor says stop.
    pub fn new(table: &Table25, workers: &Workers, monitor: &dyn Monitor) -> Result<Slopes, StopReason> {
        let bytes = Slopes::bytes_for(table.layout());
        let mut words = Words::zeroed(bytes / 8).ok_or(StopReason::Memory)?;
        let source = SlopeSource::new(table);
        let sets: Vec<u32> = table.layout().geometry().sets().collect();
        let ranks = table.layout().geometry().ranks();
        let tasks =
            words.as_bytes_mut().chunks_mut(TASK_SETS * ranks * WORD_BYTES).zip(sets.chunks(TASK_SETS));
        let news = Progress::new("making larger tables");
        workers.share(
            tasks,
            || source.room(),
            |room, (bytes, sets)| {
                for (bytes, &set) in bytes.chunks_mut(ranks * WORD_BYTES).zip(sets) {
                    source.fill(set, room);
                    for (bytes, word) in bytes.chunks_exact_mut(WORD_BYTES).zip(&room.words) {
                        bytes.copy_from_slice(&word.to_le_bytes()[..WORD_BYTES]);
                    }
                }
                monitor.look(&news)
            },
        )?;
        Ok(Slopes { words })
    }

    /// The words, one after the other.
    pub fn as_bytes(&self) -> &[u8] {
        self.words.as_bytes()
    }
}

/// A table that slopes are made from.
struct SlopeSource<'t> {
    table: &'t Table25,
    /// For each cell of the blank and direction the cell the tile comes from.
    slides: Vec<[Option<u8>; 4]>,
    /// By the place in an order and the rank of the order: where the bits of the tile there begin in a word.
    begins: Vec<Vec<u8>>,
}

/// What it takes to make the words of one set.
struct SetWords {
    /// By the rank of an order.
    words: Vec<u32>,
    /// The entries of the region the blank is in: all slides into one region begin with the same.
    here: Vec<u8>,
}

impl<'t> SlopeSource<'t> {
    fn new(table: &'t Table25) -> SlopeSource<'t> {
        let geometry = table.layout().geometry();
        let orders = geometry.orders();
        let begins = |place| orders.iter().map(|order| 4 * (order >> (3 * place) & 7) as u8).collect();
        let begins = (0..table.layout().tiles().len()).map(begins).collect();
        SlopeSource { table, slides: slides(geometry.shape()), begins }
    }

    fn room(&self) -> SetWords {
        let ranks = self.table.layout().geometry().ranks();
        SetWords { words: vec![0; ranks], here: vec![0; ranks] }
    }

    /// The words of all orders on a set of cells.
    fn fill(&self, set: u32, room: &mut SetWords) {
        room.words.fill(0);
        let layout = self.table.layout();
        let geometry = layout.geometry();
        let place = geometry.place(set);
        let mut known = None;
        for (to, froms) in (0_u8..).zip(&self.slides) {
            if set >> to & 1 == 1 {
                continue;
            }
            for (direction, from) in froms.iter().enumerate() {
                let Some(from) = from.filter(|from| set >> from & 1 == 1) else { continue };
                let region = geometry.region(set, to);
                if known.replace(region) != Some(region) {
                    let entries = self.column(place + region);
                    room.here.iter_mut().zip(entries).for_each(|(here, entry)| *here = entry);
                }
                self.fill_slide(set, from, to, direction as u8, room);
            }
        }
    }

    /// The entries of a place by the rank of the order.
    fn column(&self, place: usize) -> impl Iterator<Item = u8> {
        let rows = self.table.bytes()[place / 8..].iter().step_by(self.table.layout().row_bits() / 8);
        rows.map(move |byte| byte >> (place % 8) & 1)
    }

    /// The bits of one slide.
    fn fill_slide(&self, set: u32, from: u8, to: u8, direction: u8, room: &mut SetWords) {
        let layout = self.table.layout();
        let geometry = layout.geometry();
        let row_bytes = layout.row_bits() / 8;
        let after = set ^ 1 << from ^ 1 << to;
        let there = geometry.place(after) + geometry.region(after, from);
        let (byte, bit) = (&self.table.bytes()[there / 8..], there % 8);
        let turned = geometry.turned(set, from, to);
        let begins = &self.begins[(set & ((1 << from) - 1)).count_ones() as usize];
        let odd = u8::from(layout.is_odd(set));
        let ranks = room.words.iter_mut().zip(&room.here).zip(turned).zip(begins);
        for (((word, &here), &turned), &begin) in ranks {
            // Entries are the upper bits of two bounds that differ by one: from an odd one to the even one below
            // they stay, from an even one they change.
            let falls = (here ^ byte[turned as usize * row_bytes] >> bit ^ odd) & 1;
            *word |= u32::from(falls) << (begin + direction);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unlimited;
    use crate::table::{Placement, build};
    use taquin_core::Shape;

    /// The word of a placement, read as a search does.
    fn word(slopes: &Slopes, number: usize) -> u32 {
        let at = WORD_BYTES * number;
        u32::from_le_bytes(slopes.as_bytes()[at..at + 4].try_into().unwrap()) & 0xff_ffff
    }

    #[test]
    fn a_slope_falls_where_the_bound_does_and_nowhere_else() {
        for (rows, columns, home, tiles) in [
            (3, 3, 0, vec![1, 2, 3, 4]),
            (2, 5, 4, vec![0, 1, 5, 6, 9]),
            (4, 3, 5, vec![0, 1, 3, 4, 7, 11]),
            (5, 5, 0, vec![1, 5, 6]),
        ] {
            let shape = Shape::new(rows, columns).unwrap();
            let layout = Layout::<Geometry>::new(shape, home, &tiles);
            let table = Table25::new(layout.clone(), build(&layout, 1, &Unlimited).unwrap().into());
            let slopes = Slopes::new(&table, &Workers::new(2), &Unlimited).unwrap();
            let geometry = layout.geometry();
            let slides = slides(shape);
            for set in geometry.sets() {
                for order in geometry.orders() {
                    let number = geometry.number(set) * geometry.ranks() + geometry.rank(order);
                    let mut word = word(&slopes, number);
                    for blank in (0..shape.cells() as u8).filter(|cell| set >> cell & 1 == 0) {
                        let here = Placement { set, order, blank };
                        let residue = table.residue(&here);
                        for there in here.neighbours(geometry.as_ref()) {
                            // The tile went from where the blank is now to the cell that is new in the set.
                            let to = (there.set & !set).trailing_zeros() as usize;
                            if to != usize::from(blank) {
                                continue;
                            }
                            let direction =
                                slides[to].iter().position(|&from| from == Some(there.blank)).unwrap();
                            let place = (set & ((1 << there.blank) - 1)).count_ones();
                            let bit = 1 << (4 * (order >> (3 * place) & 7) as usize + direction);
                            let falls = (residue + 4 - table.residue(&there)) % 4 == 1;
                            assert_eq!(word & bit != 0, falls, "{here:?} {there:?}");
                            word &= !bit;
                        }
                    }
                    assert_eq!(word, 0, "nothing falls where nothing can slide");
                }
            }
        }
    }
}
