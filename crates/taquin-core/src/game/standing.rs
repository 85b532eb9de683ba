//! What a solve counts for: decided once, for every front end.
//!
//! A record compares solves of boards that nobody chose, met for the first time, by a player alone. A board from a link can be
//! one slide from home; the same board again is known; a distance that was asked for may be a short one; a hint or a solver plays for
//! the player; a goal that makes tiles alike is another puzzle. Such solves are kept and replayed like any other, but are no best time and in no average.

use alloc::collections::BTreeSet;

use crate::Grouping;
use crate::prelude::*;

/// How a board came to be played, as far as records ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Occasion {
    /// Drawn at random among all boards, and new to the player. The first try of a day's board is one of these.
    #[default]
    Fresh,
    /// Drawn at a distance that was asked for.
    Placed,
    /// A board, or a seed, that somebody chose.
    Chosen,
    /// A board that was played before.
    Again,
    /// Played to a goal that makes tiles alike.
    Alike(Grouping),
}

impl Occasion {
    /// All of them.
    pub const ALL: [Occasion; 9] = [
        Occasion::Fresh,
        Occasion::Placed,
        Occasion::Chosen,
        Occasion::Again,
        Occasion::Alike(Grouping::Rows),
        Occasion::Alike(Grouping::Columns),
        Occasion::Alike(Grouping::Fringe),
        Occasion::Alike(Grouping::Grids),
        Occasion::Alike(Grouping::Checkerboard),
    ];

    /// The occasion on a board that the player turns out to have met before: a fresh one is played again, any other stays what it is.
    #[must_use]
    pub fn known(self) -> Occasion {
        if self == Occasion::Fresh { Occasion::Again } else { self }
    }

    /// Its name in saved games and logs.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Occasion::Fresh => "fresh",
            Occasion::Placed => "placed",
            Occasion::Chosen => "chosen",
            Occasion::Again => "again",
            Occasion::Alike(alike) => alike.word(),
        }
    }

    /// The occasion of that name.
    #[must_use]
    pub fn named(word: &str) -> Option<Occasion> {
        Occasion::ALL.into_iter().find(|occasion| occasion.word() == word)
    }
}

/// Which of some solves, in the order in which they ended, are of a deal that one before them had solved. Of one deal the first counts, wherever
/// the solves come from: a game that was saved on one machine may be ended on two. A deal is whatever names it; `None` is like no other.
///
/// ```
/// use taquin_core::game::met_before;
/// assert_eq!(met_before([Some(42), None, Some(7), Some(42), None]), [false, false, false, true, false]);
/// ```
#[must_use]
pub fn met_before<Deal: Ord>(deals: impl IntoIterator<Item = Option<Deal>>) -> Vec<bool> {
    let mut seen = BTreeSet::new();
    deals.into_iter().map(|deal| deal.is_some_and(|deal| !seen.insert(deal))).collect()
}

/// As many slides as one may type in one breath.
const TYPED_AT_ONCE: usize = 20;

/// Whether so many slides typed at once are help: moves that are typed are moves, but a way that was written out beforehand was
/// found by somebody who looked for it with the clock standing.
#[must_use]
pub fn is_typed_help(slides: usize) -> bool {
    slides > TYPED_AT_ONCE
}

/// Why a solve makes no record and enters no average.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum NoRecord {
    /// A hint was asked for.
    #[error("it was solved with hints")]
    Hints,
    /// A solver played.
    #[error("the computer solved it")]
    Computer,
    /// The distance was asked for.
    #[error("its distance was chosen")]
    Placed,
    /// The board was chosen.
    #[error("the board was chosen")]
    Chosen,
    /// The board was known.
    #[error("the board was played before")]
    Again,
    /// Tiles were alike.
    #[error("its goal makes tiles alike")]
    Alike,
}

impl NoRecord {
    /// All of them.
    pub const ALL: [NoRecord; 6] = [
        NoRecord::Hints,
        NoRecord::Computer,
        NoRecord::Placed,
        NoRecord::Chosen,
        NoRecord::Again,
        NoRecord::Alike,
    ];

    /// Its name, for front ends with words of their own.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            NoRecord::Hints => "hints",
            NoRecord::Computer => "computer",
            NoRecord::Placed => "placed",
            NoRecord::Chosen => "chosen",
            NoRecord::Again => "again",
            NoRecord::Alike => "alike",
        }
    }
}
