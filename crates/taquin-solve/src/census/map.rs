//! The distance of every position of a small board, one byte each.

use std::io::{Read, Write};

use taquin_core::{Cell, Metric, Shape};

use super::file::{FileError, FileKind, Reader, Writer};
use super::layers::Layers;
use super::{Census, CensusError, CensusOptions, MAX_MAPPED_CELLS};
use crate::monitor::Pace;
use crate::position::Quick;
use crate::table::Words;
use crate::{Monitor, Progress, Ranking, StopReason, Unlimited};

const KIND: FileKind = FileKind { name: "map of a board", magic: *b"taquinMP", version: 2 };

/// Bytes read or written at a time.
const PIECE: usize = 1 << 20;

/// Positions between two looks at the monitor where a map is walked through: less than a millisecond.
const WALKED: usize = 1 << 18;

/// The distance of every position of a board: the oracle that searches and bounds are checked against.
#[derive(Debug)]
pub struct Map {
    ranking: Ranking,
    metric: Metric,
    /// In pages of their own where there are many: they are read at random.
    distances: Words,
}

/// The complete map of a board with up to 12 cells, one byte for each of its positions (181,440 for 3×3, 1,814,400 for
/// 2×5, 239,500,800 for 3×4). `None` for larger boards, for single rows or columns and for a home outside the board.
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
    let options = CensusOptions::new().metric(metric);
    Map::new(shape, blank_home, &options, &Unlimited).ok()
}

impl Map {
    /// The complete map of a board with up to 12 cells; a depth among the options is passed over.
    pub fn new(
        shape: Shape,
        blank_home: Cell,
        options: &CensusOptions,
        monitor: &dyn Monitor,
    ) -> Result<Map, CensusError> {
        super::on_board(shape, blank_home)?;
        let too_large = CensusError::TooLarge { shape };
        if shape.cells() > MAX_MAPPED_CELLS {
            return Err(too_large);
        }
        let ranking = Ranking::new(shape, blank_home).ok_or(too_large)?;
        let needed = Layers::bytes(&ranking, options.metric) + ranking.positions();
        if needed > options.memory_bytes {
            return Err(CensusError::Memory { shape, needed, available: options.memory_bytes });
        }
        let count = ranking.positions() as usize;
        let mut distances = Words::zeroed(count.div_ceil(8)).ok_or(CensusError::Refused { shape, needed })?;
        let mut layers = Layers::new(ranking.clone(), options.metric, options.threads)?;
        let mut counts = vec![1];
        loop {
            let nodes = counts.iter().sum();
            let progress = Progress {
                phase: "mapping positions",
                nodes,
                lower_bound: layers.depth + 1,
                ..Progress::default()
            };
            match layers.advance(Some(&mut distances.as_bytes_mut()[..count]), monitor, progress) {
                Ok(0) => return Ok(Map { ranking, metric: options.metric, distances }),
                Ok(found) => counts.push(found),
                Err(why) => {
                    let finished = Census::new(shape, blank_home, options.metric, counts, false);
                    return Err(CensusError::Stopped { why, finished: Box::new(finished) });
                }
            }
        }
    }

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
        Some(u32::from(self.as_bytes()[number as usize]))
    }

    /// The distances alone, in the order of the positions' numbers.
    pub fn as_bytes(&self) -> &[u8] {
        &self.distances.as_bytes()[..self.ranking.positions() as usize]
    }

    /// The distances of many boards, given as tiles one after another, by the numbers that `quick` gives them; what it
    /// has no number for is `none`.
    ///
    /// Reading at random waits for memory. So some numbers are worked out first and then read in a loop that does nothing
    /// else: it is short enough for the processor to wait for many of them together. (To ask for each as soon as its number
    /// is known is slower: the request itself waits for the page's address, and too few boards' work fits beside it.)
    ///
    /// # Panics
    /// If there are fewer boards than answers.
    pub(crate) fn look_up(&self, quick: &Quick, boards: &[u8], none: u8, answers: &mut [u8]) {
        const TOGETHER: usize = 64;
        let (known, cells) = (self.as_bytes(), self.ranking.shape().cells());
        assert!(boards.len() >= answers.len() * cells, "a board for each answer");
        let mut numbers = [u32::MAX; TOGETHER];
        for (boards, answers) in boards.chunks(TOGETHER * cells).zip(answers.chunks_mut(TOGETHER)) {
            quick.numbers(boards, &mut numbers);
            for (answer, &number) in answers.iter_mut().zip(&numbers) {
                *answer = known.get(number as usize).copied().unwrap_or(none);
            }
        }
    }

    /// Every position with its distance, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (Vec<u8>, u32)> + '_ {
        (0..).zip(self.as_bytes()).map(|(number, &distance)| {
            let position = self.ranking.position(number).expect("one byte for each number");
            (position, u32::from(distance))
        })
    }

    /// The position that is number `place`, from 0, among those at this distance.
    pub fn position_at(&self, distance: u32, place: u64) -> Option<Vec<u8>> {
        self.find(distance, place, &Unlimited).expect("nobody stops it")
    }

    /// The same under a monitor: the largest map has 240 million bytes to walk through.
    pub(crate) fn find(
        &self,
        distance: u32,
        place: u64,
        monitor: &dyn Monitor,
    ) -> Result<Option<Vec<u8>>, StopReason> {
        let mut left = place;
        for (first, piece) in self.pieces(monitor) {
            let piece = piece?;
            let here = |&&known: &&u8| u32::from(known) == distance;
            let count = piece.iter().filter(here).count() as u64;
            if left < count {
                let mut at = (first..).zip(piece).filter(|(_, known)| here(known));
                return Ok(at.nth(left as usize).and_then(|(number, _)| self.ranking.position(number)));
            }
            left -= count;
        }
        Ok(None)
    }

    /// The distances by pieces, each with the number of its first position, and a look at the monitor before each.
    pub(crate) fn pieces<'a>(
        &'a self,
        monitor: &'a dyn Monitor,
    ) -> impl Iterator<Item = (u64, Result<&'a [u8], StopReason>)> {
        let mut pace = Pace::new(monitor, "walking through a map", WALKED as u64);
        let firsts = (0u64..).step_by(WALKED);
        firsts
            .zip(self.as_bytes().chunks(WALKED))
            .map(move |(first, piece)| (first, pace.step(WALKED as u64).map(|()| piece)))
    }

    /// How many positions there are at each distance, up to the largest.
    pub(crate) fn counts(&self, monitor: &dyn Monitor) -> Result<Vec<u64>, StopReason> {
        let mut counts = vec![0u64; 256];
        for (_, piece) in self.pieces(monitor) {
            piece?.iter().for_each(|&distance| counts[usize::from(distance)] += 1);
        }
        let radius = counts.iter().rposition(|&count| count > 0).unwrap_or(0);
        counts.truncate(radius + 1);
        Ok(counts)
    }

    /// How many positions there are at each distance, with up to so many of the farthest.
    pub fn census(&self, farthest: usize) -> Census {
        let counts = self.counts(&Unlimited).expect("nobody stops it");
        let radius = counts.len() - 1;
        let last = (0u64..).zip(self.as_bytes()).filter(|&(_, &distance)| usize::from(distance) == radius);
        let position = |number| self.ranking.position(number).expect("one byte for each number");
        let farthest =
            last.take(farthest).map(|(number, _)| position(number).into_iter().map(u32::from).collect());
        Census {
            shape: self.ranking.shape(),
            blank_home: self.ranking.blank_home(),
            metric: self.metric,
            counts,
            complete: true,
            farthest: farthest.collect(),
        }
    }

    /// Writes the map to a file, checksum and all.
    pub fn save(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let mut out = Writer::new(KIND, out)?;
        let shape = self.ranking.shape();
        for number in [
            shape.rows(),
            shape.columns(),
            self.ranking.blank_home().index() as u32,
            u32::from(self.metric == Metric::Mtm),
        ] {
            out.number(number)?;
        }
        for piece in self.as_bytes().chunks(PIECE) {
            out.bytes(piece)?;
        }
        out.seal()
    }

    /// Reads a map, all of it, and checks its seal.
    pub fn open(input: &mut dyn Read, memory_bytes: u64) -> Result<Map, FileError> {
        let mut input = Reader::new(KIND, input)?;
        let [rows, columns, home, mtm] = [input.number()?, input.number()?, input.number()?, input.number()?];
        let shape = Shape::new(rows, columns).ok().filter(|shape| shape.cells() <= MAX_MAPPED_CELLS);
        let ranking = shape.and_then(|shape| Ranking::new(shape, Cell::new(home)));
        let (Some(ranking), 0..=1) = (ranking, mtm) else {
            return Err(input.damaged("there is no such board"));
        };
        let needed = ranking.positions();
        if needed > memory_bytes {
            let shape = ranking.shape();
            return Err(CensusError::Memory { shape, needed, available: memory_bytes }.into());
        }
        let shape = ranking.shape();
        let count = needed as usize;
        let mut distances = Words::zeroed(count.div_ceil(8)).ok_or(CensusError::Refused { shape, needed })?;
        for piece in distances.as_bytes_mut()[..count].chunks_mut(PIECE) {
            input.bytes(piece)?;
        }
        input.seal()?;
        Ok(Map { ranking, metric: if mtm == 0 { Metric::Stm } else { Metric::Mtm }, distances })
    }
}
