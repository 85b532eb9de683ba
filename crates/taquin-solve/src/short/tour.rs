//! The positions of a beam on a large board: one board that walks from one to the next.
//!
//! Copying whole boards would cost more than looking at them. But the positions of a level have nearly all of their way in
//! common: they are the leaves of a tree whose branches are short. A *tour* of that tree, slides forth and back, leads one
//! board to all of them in turn, and the board stays in the nearest cache. What a position costs does not depend on the
//! size of the board, and neither does the memory it takes. The slides that all have in common are made once and for all.

use std::ops::ControlFlow;

use taquin_core::Direction;

use super::beam::Watch;
use super::boards::{Boards, CodedBoard, slide_of};
use super::evaluate::Aim;

/// In a tour, a number below this is a slide.
const BACK: u8 = 4;
/// Here is a position of the level.
const LEAF: u8 = 5;

/// Steps of a tour for each position, at most: a beam whose positions have so little in common is lost.
const MOST_STEPS: usize = 512;

/// A tour, and the board that makes it.
pub(super) struct Tour {
    labels: Vec<u16>,
    codes: Vec<u8>,
    blank: usize,
    /// The slides from the beginning of the tour to where the board is.
    path: Vec<u8>,
    steps: Vec<u8>,
    /// Where the tour begins in `steps`, and how far the board is.
    begin: usize,
    at: usize,
    /// Room for the next tour.
    spare: Vec<u8>,
    leaves: usize,
    /// The slides that are made once and for all.
    made: Vec<u8>,
    /// How many of them, and which after them, led to the position remembered last.
    remembered: (usize, Vec<u8>),
}

impl Tour {
    /// One position.
    pub fn new(aim: &Aim, labels: Vec<u16>, blank: usize) -> Tour {
        Tour {
            codes: aim.codes(&labels, blank),
            labels,
            blank,
            path: Vec::new(),
            steps: vec![LEAF],
            begin: 0,
            at: 0,
            spare: Vec::new(),
            leaves: 1,
            made: Vec::new(),
            remembered: (0, Vec::new()),
        }
    }

    #[inline(always)]
    fn slide(&mut self, aim: &Aim, slide: u8) {
        let from = usize::from(aim.neighbour[4 * self.blank + usize::from(slide)]);
        let tile = self.labels[from];
        self.labels.swap(from, self.blank);
        aim.slide_codes(&mut self.codes, usize::from(tile), from, self.blank);
        self.blank = from;
    }
}

/// The slide that undoes a slide.
fn undone(slide: u8) -> u8 {
    slide ^ 1
}

impl Boards<u16> for Tour {
    #[inline(always)]
    fn next(&mut self, aim: &Aim) -> Option<CodedBoard<'_, u16>> {
        loop {
            let Some(&step) = self.steps.get(self.at) else {
                while let Some(slide) = self.path.pop() {
                    self.slide(aim, undone(slide));
                }
                self.at = self.begin;
                return None;
            };
            self.at += 1;
            match step {
                LEAF => {
                    return Some(CodedBoard { labels: &self.labels, codes: &self.codes, blank: self.blank });
                }
                BACK => {
                    if let Some(slide) = self.path.pop() {
                        self.slide(aim, undone(slide));
                    }
                }
                slide => {
                    self.path.push(slide);
                    self.slide(aim, slide);
                }
            }
        }
    }

    fn advance(
        &mut self,
        aim: &Aim,
        children: Vec<u32>,
        best: Option<usize>,
        _: &mut dyn Watch,
    ) -> ControlFlow<()> {
        let mut next = std::mem::take(&mut self.spare);
        next.clear();
        // The way to where the old tour is; how much of it is the way to where the new one is; how long that one is.
        let mut path: Vec<u8> = Vec::new();
        let (mut common, mut depth) = (0, 0);
        // What all children have in common.
        let mut shared = usize::MAX;
        let (mut leaf, mut place) = (0, 0);
        for &step in &self.steps[self.begin..] {
            match step {
                BACK => {
                    path.pop();
                    common = common.min(path.len());
                }
                LEAF => {
                    let mine = |&&child: &&u32| (child >> 2) as usize == leaf;
                    let count = children[place..].iter().take_while(mine).count();
                    if count > 0 {
                        shared = shared.min(if place > 0 { common } else { path.len() });
                        next.extend(std::iter::repeat_n(BACK, depth - common));
                        next.extend_from_slice(&path[common..]);
                        for &child in &children[place..place + count] {
                            next.extend([(child & 3) as u8, LEAF, BACK]);
                        }
                        if let Some(best) = best.filter(|best| (place..place + count).contains(best)) {
                            self.remembered.0 = self.made.len();
                            self.remembered.1.clone_from(&path);
                            self.remembered.1.push((children[best] & 3) as u8);
                        }
                        (common, depth) = (path.len(), path.len());
                        place += count;
                    }
                    leaf += 1;
                }
                slide => path.push(slide),
            }
        }
        debug_assert_eq!(place, children.len(), "children come in the order of their parents");
        self.begin = if children.is_empty() { 0 } else { shared };
        for &slide in &next[..self.begin] {
            self.slide(aim, slide);
        }
        self.made.extend_from_slice(&next[..self.begin]);
        self.spare = std::mem::replace(&mut self.steps, next);
        (self.at, self.leaves) = (self.begin, children.len());
        ControlFlow::Continue(())
    }

    fn trace(&self, child: u32) -> Vec<Direction> {
        let mut slides = self.made.clone();
        let mut leaf = 0;
        for &step in &self.steps[self.begin..] {
            match step {
                BACK => {
                    slides.pop();
                }
                LEAF if leaf == (child >> 2) => break,
                LEAF => leaf += 1,
                slide => slides.push(slide),
            }
        }
        let mut slides = directions(&slides);
        slides.push(slide_of(child));
        slides
    }

    fn remembered(&self) -> Vec<Direction> {
        let (made, more) = &self.remembered;
        [directions(&self.made[..*made]), directions(more)].concat()
    }

    fn has_room(&self) -> bool {
        self.steps.len() - self.begin <= MOST_STEPS * (self.leaves + 1024)
    }
}

fn directions(slides: &[u8]) -> Vec<Direction> {
    slides.iter().map(|&slide| Direction::ALL[usize::from(slide)]).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use taquin_core::Shape;

    use super::super::boards::Copied;
    use super::super::evaluate::{Evaluation, NOWHERE};
    use super::super::weights::Weights;
    use super::*;
    use crate::random::Random;

    struct Nobody;

    impl Watch for Nobody {
        fn look_up(&mut self, _: u64) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
        fn width(&mut self, kept: usize, _: usize) -> usize {
            kept
        }
    }

    /// The positions of a level, and all children that go on.
    fn level<B: Boards<u16>>(aim: &Aim, boards: &mut B) -> (Vec<Vec<u16>>, Vec<u32>) {
        let (mut positions, mut children) = (Vec::new(), Vec::new());
        while let Some(CodedBoard { labels, codes, blank }) = boards.next(aim) {
            assert_eq!(codes, aim.codes(labels, blank));
            for slide in 0..4 {
                if aim.neighbour[4 * blank + slide] != NOWHERE {
                    children.push((positions.len() << 2 | slide) as u32);
                }
            }
            positions.push(labels.to_vec());
        }
        (positions, children)
    }

    /// Any children may be chosen, few or many, of one parent or of all: walked to or written out, the boards are the same.
    #[test]
    fn a_tour_leads_to_the_boards_that_copies_would_be() {
        let mut random = Random(3);
        for (rows, columns) in [(2, 2), (3, 4), (12, 11), (5, 40)] {
            let shape = Shape::new(rows, columns).unwrap();
            let evaluation = Evaluation::new(shape, Arc::new(Weights::none()), &crate::Unlimited).unwrap();
            let blank = random.below(shape.cells());
            let aim = &Aim::new(&evaluation, blank);
            let start: Vec<u16> = (0..shape.cells() as u16).collect();
            let mut copied = Copied::<u16>::new(aim, start.clone(), blank);
            let mut tour = Tour::new(aim, start, blank);
            for depth in 0..300 {
                let (positions, children) = level(aim, &mut copied);
                assert_eq!((&positions, &children), (&level(aim, &mut tour).0, &level(aim, &mut tour).1));
                // Now and then nearly all are dropped, so that tours grow, shrink and move on.
                let keep = if depth % 40 == 39 { 1 } else { 1 + random.below(60) };
                let mut kept: Vec<u32> =
                    children.iter().copied().filter(|_| random.below(children.len()) < keep).collect();
                if kept.is_empty() {
                    kept.push(children[random.below(children.len())]);
                }
                let any = kept[random.below(kept.len())];
                assert_eq!(copied.trace(any), tour.trace(any), "{shape}, depth {depth}");
                let best = (random.below(3) == 0).then(|| random.below(kept.len()));
                assert!(copied.advance(aim, kept.clone(), best, &mut Nobody).is_continue());
                assert!(tour.advance(aim, kept, best, &mut Nobody).is_continue());
                assert_eq!(copied.remembered(), tour.remembered(), "{shape}, depth {depth}");
            }
        }
    }
}
