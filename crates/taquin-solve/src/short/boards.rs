//! Where the positions of a beam are: all of them written out, level by level.
//!
//! That is best for small boards, whose positions take a few cache lines. Those of large boards are walked to instead
//! (see [`super::tour`]).

use std::ops::ControlFlow;

use taquin_core::Direction;

use super::beam::Watch;
use super::evaluate::{Aim, Label};

/// One position of a level: its labels, its codes, and where the blank stands.
pub(super) struct CodedBoard<'a, L> {
    pub labels: &'a [L],
    pub codes: &'a [u8],
    pub blank: usize,
}

/// The positions of one level of a beam.
///
/// A child is named by the place of its parent in the level and, in the two lowest bits, the slide.
pub(super) trait Boards<L> {
    /// The next position of the level, in order; after the last one none, and then the first again.
    fn next(&mut self, aim: &Aim) -> Option<CodedBoard<'_, L>>;

    /// Goes on to these children, given in the order of their parents. The `best` of them is remembered, where there is one.
    fn advance(
        &mut self,
        aim: &Aim,
        children: Vec<u32>,
        best: Option<usize>,
        watch: &mut dyn Watch,
    ) -> ControlFlow<()>;

    /// The slides that led to a child of the level.
    fn trace(&self, child: u32) -> Vec<Direction>;

    /// The slides that led to the position remembered last.
    fn remembered(&self) -> Vec<Direction>;

    /// Whether there is room for more.
    fn has_room(&self) -> bool;
}

/// The slide of a child.
pub(super) fn slide_of(child: u32) -> Direction {
    Direction::ALL[(child & 3) as usize]
}

/// Positions laid out one after another.
pub(super) struct Copied<L> {
    labels: Vec<L>,
    /// The codes of the cells and of the homes.
    codes: Vec<u8>,
    blanks: Vec<u16>,
    /// How many positions of the level were asked for.
    asked: usize,
    /// The level after this one, while it is made.
    next: Option<Box<Copied<L>>>,
    /// For each level before, the names of those that were kept.
    history: Vec<Vec<u32>>,
    /// A level and a place in it.
    remembered: Option<(usize, usize)>,
}

impl<L: Label> Copied<L> {
    /// One position.
    pub fn new(aim: &Aim, labels: Vec<L>, blank: usize) -> Copied<L> {
        let next = Some(Box::new(Copied::empty()));
        Copied {
            codes: aim.codes(&labels, blank),
            labels,
            blanks: vec![blank as u16],
            next,
            ..Copied::empty()
        }
    }

    fn empty() -> Copied<L> {
        Copied {
            labels: Vec::new(),
            codes: Vec::new(),
            blanks: Vec::new(),
            asked: 0,
            next: None,
            history: Vec::new(),
            remembered: None,
        }
    }
}

impl<L: Label> Boards<L> for Copied<L> {
    #[inline(always)]
    fn next(&mut self, aim: &Aim) -> Option<CodedBoard<'_, L>> {
        let (cells, codes, at) = (aim.evaluation.cells, aim.evaluation.codes(), self.asked);
        let Some(&blank) = self.blanks.get(at) else {
            self.asked = 0;
            return None;
        };
        self.asked += 1;
        Some(CodedBoard {
            labels: &self.labels[at * cells..(at + 1) * cells],
            codes: &self.codes[at * codes..(at + 1) * codes],
            blank: usize::from(blank),
        })
    }

    fn advance(
        &mut self,
        aim: &Aim,
        children: Vec<u32>,
        best: Option<usize>,
        watch: &mut dyn Watch,
    ) -> ControlFlow<()> {
        let (cells, codes) = (aim.evaluation.cells, aim.evaluation.codes());
        let mut next = self.next.take().unwrap_or_else(|| Box::new(Copied::empty()));
        next.labels.clear();
        next.codes.clear();
        next.blanks.clear();
        for (index, &child) in children.iter().enumerate() {
            if index % 4096 == 4095 {
                watch.look_up(0)?;
            }
            let (parent, slide) = ((child >> 2) as usize, (child & 3) as usize);
            let blank = usize::from(self.blanks[parent]);
            let from = usize::from(aim.neighbour[4 * blank + slide]);
            next.labels.extend_from_slice(&self.labels[parent * cells..(parent + 1) * cells]);
            next.codes.extend_from_slice(&self.codes[parent * codes..(parent + 1) * codes]);
            let labels = &mut next.labels[index * cells..];
            let tile = labels[from].cell();
            labels.swap(blank, from);
            aim.slide_codes(&mut next.codes[index * codes..], tile, from, blank);
            next.blanks.push(from as u16);
        }
        std::mem::swap(&mut self.labels, &mut next.labels);
        std::mem::swap(&mut self.codes, &mut next.codes);
        std::mem::swap(&mut self.blanks, &mut next.blanks);
        self.next = Some(next);
        self.asked = 0;
        self.history.push(children);
        if let Some(place) = best {
            self.remembered = Some((self.history.len() - 1, place));
        }
        ControlFlow::Continue(())
    }

    fn trace(&self, child: u32) -> Vec<Direction> {
        back(&self.history, child)
    }

    fn remembered(&self) -> Vec<Direction> {
        self.remembered
            .map_or_else(Vec::new, |(level, place)| back(&self.history[..level], self.history[level][place]))
    }

    fn has_room(&self) -> bool {
        true
    }
}

/// The slides that led to a child, read back through the history.
fn back(history: &[Vec<u32>], child: u32) -> Vec<Direction> {
    let mut slides = vec![slide_of(child)];
    let mut place = (child >> 2) as usize;
    for children in history.iter().rev() {
        let child = children[place];
        slides.push(slide_of(child));
        place = (child >> 2) as usize;
    }
    slides.reverse();
    slides
}
