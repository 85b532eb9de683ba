//! The tables as a guide for counting all shortest solutions.

use taquin_core::Direction;

use super::line::Heading;
use super::{Both, LOOKUPS, MultiTables};
use crate::position::{Homes, Slide, Small};
use crate::search::all_shortest::MoveBound;

/// What the tables know of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memo(Both);

impl MoveBound for MultiTables {
    type Memo = Memo;

    fn start(&self, homes: &Homes) -> Memo {
        homes.must_be_of(self.shape, self.blank_home);
        Memo(self.both(&homes.bytes()))
    }

    fn after_slide(&self, memo: &Memo, _: &Small, Slide { direction, .. }: Slide) -> Memo {
        let a = usize::from(!direction.is_vertical());
        let (axis, mut both) = (&self.axes[a], memo.0);
        let table = &self.tables[axis.table];
        // The blank goes where the tile came from.
        let is_on = matches!(direction, Direction::Up | Direction::Left) != self.turned[a];
        let (heading, row) =
            if is_on { (Heading::On, both.rows[a] + 1) } else { (Heading::Back, both.rows[a] - 1) };
        both.rows[a] = row;
        let across = usize::from(both.rows[1 - a]);
        let columns: [usize; LOOKUPS] = [across, axis.width - 1 - across];
        for (l, column) in columns.into_iter().enumerate() {
            both.at[a][l] = table.space().step(both.at[a][l], column, heading);
            both.counts[a][l] = table.count_beside(both.at[a][l], both.counts[a][l]);
        }
        Memo(both)
    }

    fn fits(&self, memo: &Memo, last: Option<Direction>, left: u32) -> bool {
        let most = memo.0.most();
        let alternate = |first: usize| most[first] <= left.div_ceil(2) && most[1 - first] <= left / 2;
        match last {
            None => alternate(0) || alternate(1),
            Some(last) => alternate(usize::from(last.is_vertical())),
        }
    }
}
