//! The distance of every position of a small board, one byte each.

use taquin_core::{Cell, Metric, Shape};

use super::layers::Layers;
use crate::{Progress, Ranking, Unlimited};

/// The distance of every position of a board: the oracle that searches and bounds are checked against.
#[derive(Clone, Debug)]
pub struct Map {
    ranking: Ranking,
    metric: Metric,
    distances: Vec<u8>,
}

/// The complete map of a board with up to 12 cells, one byte for each of its positions
/// (181,440 for 3×3, 1,814,400 for 2×5, 239,500,800 for 3×4). `None` for larger boards, for single rows or columns and for a home outside the board.
///
/// ```
/// use taquin_core::{Metric, Shape};
/// let shape = Shape::new(3, 3)?;
/// let map = taquin_solve::census::distances(shape, shape.last_cell(), Metric::Stm).unwrap();
/// assert_eq!(map.distance(&[0, 1, 2, 3, 4, 5, 6, 8, 7]), Some(1));
/// assert_eq!(map.iter().map(|(_, distance)| distance).max(), Some(31));
/// # Ok::<(), taquin_core::ShapeError>(())
/// ```
pub fn distances(shape: Shape, blank_home: Cell, metric: Metric) -> Option<Map> {
    if shape.cells() > 12 {
        return None;
    }
    let ranking = Ranking::new(shape, blank_home)?;
    let mut distances = vec![0; ranking.positions() as usize];
    let mut layers = Layers::new(ranking.clone(), metric);
    while layers.advance(1, Some(&mut distances), &Unlimited, Progress::default()).ok()? > 0 {}
    Some(Map { ranking, metric, distances })
}

impl Map {
    /// The numbers of the positions.
    pub fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    /// What counts as one move.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// How many moves a position is from home; `None` if it is no permutation of the cells or cannot be solved.
    pub fn distance(&self, position: &[u8]) -> Option<u32> {
        let number = self.ranking.number(position)?;
        Some(u32::from(self.distances[number as usize]))
    }

    /// Every position with its distance, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (Vec<u8>, u32)> + '_ {
        (0..).zip(&self.distances).map(|(number, &distance)| {
            let position = self.ranking.position(number).expect("one byte for each number");
            (position, u32::from(distance))
        })
    }
}
