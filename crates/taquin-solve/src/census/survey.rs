//! A census under way: it can be looked at after every depth, put away in a file and taken up again.

use std::io::{Read, Write};

use taquin_core::{Cell, Metric, Shape};

use super::file::{FileError, FileKind, Reader, Writer};
use super::layers::Layers;
use super::{Census, CensusError, CensusOptions};
use crate::{Monitor, Progress, Ranking, StopReason};

const KIND: FileKind = FileKind { name: "census under way", magic: *b"taquinCW", version: 2 };

/// A census of a board that is held in memory, depth by depth.
///
/// ```
/// use taquin_core::Shape;
/// use taquin_solve::Unlimited;
/// use taquin_solve::census::{CensusOptions, Survey};
/// let shape = Shape::new(2, 3)?;
/// let mut survey = Survey::new(shape, shape.last_cell(), &CensusOptions::default())?;
/// while survey.deepen(&Unlimited)? {}
/// assert_eq!(survey.census().radius(), 21);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Survey {
    layers: Layers,
    census: Census,
    depth: u32,
    spoiled: Option<StopReason>,
}

impl Survey {
    /// Bytes that a census of this board takes; `None` if its positions cannot be numbered.
    pub fn memory_bytes(shape: Shape, metric: Metric) -> Option<u64> {
        Ranking::new(shape, shape.last_cell()).map(|ranking| Layers::bytes(&ranking, metric))
    }

    /// A census that has seen the solved position. Memory is taken only if there is enough of it.
    pub fn new(shape: Shape, blank_home: Cell, options: &CensusOptions) -> Result<Survey, CensusError> {
        super::on_board(shape, blank_home)?;
        let ranking = Ranking::new(shape, blank_home).ok_or(CensusError::TooLarge { shape })?;
        let needed = Layers::bytes(&ranking, options.metric);
        if needed > options.memory_bytes {
            return Err(CensusError::Memory { shape, needed, available: options.memory_bytes });
        }
        let layers = Layers::new(ranking, options.metric, options.threads)?;
        let census = Census::new(shape, blank_home, options.metric, vec![1], false);
        let depth = options.depth.unwrap_or(u32::MAX);
        Ok(Survey { layers, census, depth, spoiled: None })
    }

    /// What has been counted so far; no farthest positions are listed.
    pub fn census(&self) -> &Census {
        &self.census
    }

    /// Gives the census away, with up to so many of its farthest positions.
    pub fn finish(mut self, farthest: usize) -> Census {
        // A depth that was stopped half way has destroyed the layer before.
        if self.spoiled.is_none() {
            self.census.farthest = self
                .layers
                .first(farthest)
                .iter()
                .map(|p| p.iter().map(|&home| u32::from(home)).collect())
                .collect();
        }
        self.census
    }

    /// Counts the next depth; false when there is none, because the census is complete or as deep as was asked.
    ///
    /// After a stop the finished depths are still there, but the survey cannot go on.
    pub fn deepen(&mut self, monitor: &dyn Monitor) -> Result<bool, StopReason> {
        if let Some(why) = self.spoiled {
            return Err(why);
        }
        let all = self.layers.ranking().positions();
        let counted = self.census.positions();
        self.census.complete = counted == all;
        if self.census.complete || self.layers.depth >= self.depth {
            return Ok(false);
        }
        let progress = Progress {
            phase: "counting positions",
            nodes: counted,
            lower_bound: self.layers.depth + 1,
            ..Progress::default()
        };
        match self.layers.advance(None, monitor, progress) {
            Ok(found) => {
                // Every position that has a number can be reached, once: only a checkpoint whose layers are not those of
                // its counts leads here. It ends, and is not complete.
                if found == 0 || found > all - counted {
                    return Ok(false);
                }
                self.census.counts.push(found);
                self.census.complete = counted + found == all;
                Ok(!self.census.complete)
            }
            Err(why) => {
                self.spoiled = Some(why);
                Err(why)
            }
        }
    }

    /// Writes everything that is needed to go on: the counts and the last two layers, empty runs left out.
    pub fn save(&self, out: &mut dyn Write) -> std::io::Result<()> {
        if self.spoiled.is_some() {
            return Err(std::io::Error::other("a depth that was stopped half way cannot be saved"));
        }
        let mut out = Writer::new(KIND, out)?;
        let Census { shape, blank_home, metric, counts, .. } = &self.census;
        let numbers =
            [shape.rows(), shape.columns(), blank_home.index() as u32, u32::from(*metric == Metric::Mtm)];
        for number in numbers {
            out.number(number)?;
        }
        out.number(counts.len() as u32)?;
        out.words(counts)?;
        for layer in [&self.layers.current, &self.layers.previous] {
            layer.save(&mut out)?;
        }
        out.seal()
    }

    /// Takes up a census where [`Survey::save`] left it. The file must be of this board and this metric.
    pub fn resume(
        shape: Shape,
        blank_home: Cell,
        options: &CensusOptions,
        input: &mut dyn Read,
    ) -> Result<Survey, FileError> {
        let mut input = Reader::new(KIND, input)?;
        let [rows, columns, home, mtm] = [input.number()?, input.number()?, input.number()?, input.number()?];
        let expected = [
            shape.rows(),
            shape.columns(),
            blank_home.index() as u32,
            u32::from(options.metric == Metric::Mtm),
        ];
        let told = |[rows, columns, home, mtm]: [u32; 4]| {
            format!("{rows}x{columns} {}, blank home {home}", if mtm == 0 { "stm" } else { "mtm" })
        };
        let found = [rows, columns, home, mtm];
        if found != expected {
            return Err(FileError::Other { what: KIND.name, found: told(found), expected: told(expected) });
        }
        let depths = input.number()? as usize;
        // No board that can be numbered has positions as far as this from home.
        if depths == 0 || depths > 1 << 16 {
            return Err(input.damaged("its number of depths cannot be true"));
        }
        let mut survey = Survey::new(shape, blank_home, options)?;
        let mut counts = vec![0; depths];
        input.words(&mut counts)?;
        let total = counts.iter().try_fold(0_u64, |sum, &count| sum.checked_add(count));
        if total.is_none_or(|total| total > survey.layers.ranking().positions()) {
            return Err(input.damaged("its counts cannot be true"));
        }
        survey.census.counts = counts;
        survey.layers.set_depth(depths as u32 - 1);
        for layer in [&mut survey.layers.current, &mut survey.layers.previous] {
            layer.load(&mut input)?;
        }
        input.seal()?;
        survey.census.complete = survey.census.positions() == survey.layers.ranking().positions();
        Ok(survey)
    }
}
