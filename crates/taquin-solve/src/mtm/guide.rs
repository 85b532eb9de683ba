//! The tables as a guide for counting all shortest solutions.

use taquin_core::Direction;

use super::line::Way;
use super::search::Half;
use super::{LOOKUPS, Tables};
use crate::all::Guide;
use crate::grid::Slide;

/// What both axes know of a position.
#[derive(Clone, Copy, Debug)]
pub struct Halves([Half; 2]);

impl Guide for Tables {
    type Memo = Halves;

    fn start(&self, position: &[u8]) -> Halves {
        Halves(self.halves(position))
    }

    fn after_slide(&self, memo: &Halves, _: &[u8], Slide { direction, .. }: Slide) -> Halves {
        let axis = usize::from(!direction.is_vertical());
        let side = &self.axes[axis];
        let table = &self.tables[side.table];
        let across = memo.0[1 - axis].row;
        let mut next = *memo;
        let half = &mut next.0[axis];
        let way = if matches!(direction, Direction::Up | Direction::Left) { Way::On } else { Way::Back };
        half.row = if way == Way::On { half.row + 1 } else { half.row - 1 };
        for l in 0..LOOKUPS {
            let view = &side.views[l];
            half.at[l] =
                table.space().step(half.at[l], view.column(across, table.space().columns()), view.way(way));
            half.counts[l] = table.count_beside(half.at[l], half.counts[l]);
        }
        next
    }

    fn fits(&self, memo: &Halves, last: Option<Direction>, left: u32) -> bool {
        let most = memo.0.map(|half| u32::from(half.most()));
        let alternate = |first: usize| most[first] <= left.div_ceil(2) && most[1 - first] <= left / 2;
        match last {
            None => alternate(0) || alternate(1),
            Some(last) => alternate(usize::from(last.is_vertical())),
        }
    }
}
