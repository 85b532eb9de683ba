//! A way with its boards at hand, to be shown at any place of it or at any moment.

use crate::prelude::*;
use crate::{Board, IllegalMove, Moves};

/// One board in so many is kept: a slider on a long way is quick, and a way of 13,000 slides on 20×20 takes some 300 kB.
const STRIDE: usize = 64;

/// A way from its start, with the moments at which its slides were made where somebody took the time.
///
/// ```
/// use taquin_core::replay::Track;
/// use taquin_core::Board;
/// let start: Board = "1 2 3/4 5 6/0 7 8".parse()?;
/// let track = Track::new(&start, "LL".parse()?, vec![0, 180])?;
/// assert_eq!((track.made_by(0), track.made_by(1), track.made_by(179), track.made_by(180)), (0, 1, 1, 2));
/// assert_eq!(track.board(1).to_string(), "1 2 3/4 5 6/7 0 8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Track {
    /// The boards after 0, [`STRIDE`], twice as many … slides.
    stops: Vec<Board>,
    moves: Moves,
    times_ms: Vec<u64>,
}

impl Track {
    /// The way of these moves; `times_ms` may be empty. An error names a move that is none.
    pub fn new(start: &Board, moves: Moves, times_ms: Vec<u64>) -> Result<Track, IllegalMove> {
        let mut board = start.clone();
        let mut stops = vec![start.clone()];
        for (index, direction) in moves.iter().enumerate() {
            board.slide(direction).ok_or(IllegalMove { index, direction })?;
            if (index + 1) % STRIDE == 0 {
                stops.push(board.clone());
            }
        }
        Ok(Track { stops, moves, times_ms })
    }

    /// The board after so many slides; past the end the last one.
    #[must_use]
    pub fn board(&self, slides: usize) -> Board {
        let slides = slides.min(self.moves.as_slice().len());
        let mut board = self.stops[slides / STRIDE].clone();
        for &direction in &self.moves.as_slice()[slides - slides % STRIDE..slides] {
            board.slide(direction);
        }
        board
    }

    /// How many slides were made by a moment, in milliseconds from the first. Before that the clock stands at 0, and nothing is made.
    #[must_use]
    pub fn made_by(&self, time_ms: u64) -> usize {
        if time_ms == 0 { 0 } else { self.times_ms.partition_point(|&time| time <= time_ms) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Direction, Goal, Scrambler, Seed, Shape};

    #[test]
    fn every_board_of_a_long_way_is_the_one_that_its_slides_lead_to() {
        let shape = Shape::new(4, 5).unwrap();
        let start = Goal::BlankLast.board(shape).unwrap();
        // A scramble's numbers are a source of random ways.
        let numbers =
            Scrambler::new(Shape::new(12, 20).unwrap(), &Goal::BlankLast, Seed::new(3)).unwrap().board(0);
        let mut board = start.clone();
        let way = numbers.tiles().iter().map(|tile| Direction::ALL[tile.number() as usize % 4]);
        let moves: Moves = way.filter(|&way| board.slide(way).is_some()).collect();
        let count = moves.as_slice().len();
        assert!(count > 2 * STRIDE, "{count} slides are too few");
        let times: Vec<u64> = (0..count as u64).map(|slide| slide * 10).collect();
        let track = Track::new(&start, moves.clone(), times).unwrap();
        let mut board = start;
        for slides in 0..=count {
            assert_eq!(track.board(slides), board, "after {slides}");
            // The first slide is made at 0 and is seen the moment after.
            assert_eq!(
                track.made_by(slides as u64 * 10),
                if slides == 0 { 0 } else { count.min(slides + 1) }
            );
            if let Some(&way) = moves.as_slice().get(slides) {
                board.slide(way);
            }
        }
        assert_eq!(track.board(count + 1), board);
    }

    #[test]
    fn a_way_that_is_none_is_refused_at_its_place() {
        let start: Board = "1 2/3 0".parse().unwrap();
        let error = Track::new(&start, "DD".parse().unwrap(), Vec::new()).unwrap_err();
        assert_eq!((error.index, error.direction), (1, Direction::Down));
    }
}
