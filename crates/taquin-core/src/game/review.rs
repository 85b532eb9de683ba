//! A solve looked back on: how much longer than needed, and where it was lost.

use core::ops::Range;

use crate::prelude::*;

/// A stretch of a game and how many slides it lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Which slides, counted from 0.
    pub slides: Range<usize>,
    /// How many more slides it took than the progress it made: slides made minus distance gained.
    pub lost: u64,
}

/// What the exact distances say about a line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// The slides made.
    pub made: usize,
    /// The shortest possible from the start.
    pub shortest: u32,
    /// The slides after which the goal was farther than before.
    pub detours: Vec<usize>,
    /// The stretch that lost most; `None` when every slide came nearer.
    pub worst: Option<Stretch>,
}

impl Review {
    /// Looks at the distances to the goal after 0, 1, 2 … slides; `None` for an empty list.
    ///
    /// Every slide changes the distance by exactly one (parity), so a slide wins one or loses one. The worst
    /// stretch is the one with the largest losses minus wins: the classical largest sum of a slice.
    #[must_use]
    pub fn of(distances: &[u32]) -> Option<Review> {
        let shortest = *distances.first()?;
        let steps: Vec<i64> = distances.windows(2).map(|w| i64::from(w[1]) - i64::from(w[0])).collect();
        let detours = steps.iter().enumerate().filter(|(_, s)| **s > 0).map(|(i, _)| i).collect();
        let (mut best, mut range, mut sum, mut start) = (0, 0..0, 0, 0);
        for (i, step) in steps.iter().enumerate() {
            if sum <= 0 {
                (sum, start) = (0, i);
            }
            sum += step;
            if sum > best {
                (best, range) = (sum, start..i + 1);
            }
        }
        let worst = (best > 0).then(|| {
            let lost = range.len() as u64 + best as u64;
            Stretch { slides: range, lost }
        });
        Some(Review { made: steps.len(), shortest, detours, worst })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_stretch_is_found() {
        let review = Review::of(&[5, 4, 5, 6, 5, 6, 7, 6, 5, 4, 3, 2, 1, 0]).unwrap();
        assert_eq!((review.made, review.shortest, review.detours), (13, 5, vec![1, 2, 4, 5]));
        assert_eq!(review.worst, Some(Stretch { slides: 1..6, lost: 8 }));
    }

    #[test]
    fn a_perfect_line_has_no_worst_stretch() {
        let review = Review::of(&[3, 2, 1, 0]).unwrap();
        assert_eq!((review.worst, review.detours.len()), (None, 0));
        assert_eq!(Review::of(&[]), None);
    }
}
