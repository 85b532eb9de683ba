//! Positions along a way, and the same way seen from its other end.

use taquin_core::Direction;

use crate::position::Homes;

/// A position small enough for a beam: labels are home cells, and one of them is the blank's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Waypoint {
    pub labels: Vec<u16>,
    /// Where the blank stands.
    pub blank: usize,
    columns: usize,
}

impl Waypoint {
    /// The position; `None` if the board has more cells than a label can name.
    pub fn new(homes: &Homes) -> Option<Waypoint> {
        let labels =
            homes.as_slice().iter().map(|&label| u16::try_from(label).ok()).collect::<Option<_>>()?;
        Some(Waypoint { labels, blank: homes.blank().index(), columns: homes.shape().columns() as usize })
    }

    /// Slides a tile; `false` where there is none to slide that way.
    pub fn slide(&mut self, direction: Direction) -> bool {
        let (columns, cells) = (self.columns, self.labels.len());
        let from = match direction {
            Direction::Up if self.blank + columns < cells => self.blank + columns,
            Direction::Down if self.blank >= columns => self.blank - columns,
            Direction::Left if !(self.blank + 1).is_multiple_of(columns) => self.blank + 1,
            Direction::Right if !self.blank.is_multiple_of(columns) => self.blank - 1,
            _ => return false,
        };
        self.labels.swap(self.blank, from);
        self.blank = from;
        true
    }

    /// Every position on the way, this one first. `None` if a slide is not possible.
    pub fn along(&self, slides: &[Direction]) -> Option<Vec<Waypoint>> {
        let mut here = self.clone();
        let mut points = vec![here.clone()];
        for &direction in slides {
            if !here.slide(direction) {
                return None;
            }
            points.push(here.clone());
        }
        Some(points)
    }

    /// This position with `end` for a goal: every label renamed to where it stands in `end`. The blank's label comes too.
    pub fn towards(&self, end: &Waypoint) -> (Vec<u16>, u16) {
        let mut place = vec![0; end.labels.len()];
        for (cell, &label) in end.labels.iter().enumerate() {
            place[usize::from(label)] = cell as u16;
        }
        (self.labels.iter().map(|&label| place[usize::from(label)]).collect(), end.blank as u16)
    }

    /// The solved position of the same board.
    pub fn home(&self) -> Waypoint {
        let blank = usize::from(self.labels[self.blank]);
        Waypoint { labels: (0..self.labels.len() as u16).collect(), blank, columns: self.columns }
    }
}

/// The way back.
pub(super) fn backwards(slides: &[Direction]) -> Vec<Direction> {
    slides.iter().rev().map(|slide| slide.opposite()).collect()
}
