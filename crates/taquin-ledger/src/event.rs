//! What is played for.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use taquin_core::Shape;
use taquin_core::game::Day;
use taquin_core::judge::Contest;
use taquin_core::replay::Source;

/// The sides of the boards that are played for.
pub const SIDES: RangeInclusive<u32> = 3..=10;
/// The classes of input that are ranked apart.
pub const CLASSES: [Source; 4] = [Source::Keys, Source::Pointer, Source::Hover, Source::Touch];

/// What an attempt is for, written `single/4x4/keys`, `race/4x4/keys`, `daily/2026-11-15/4x4` or `fewest/2026-11-15/4x4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A fresh board for this attempt alone, in a class of input.
    Single(Shape, Source),
    /// A fresh board for everybody in a room, shown to them at one moment, in a class of input.
    Race(Shape, Source),
    /// The day's board, against the clock; once for each player.
    Daily(Day, Shape),
    /// The day's board, in the fewest slides, within an hour; once for each player.
    Fewest(Day, Shape),
}

/// A text that is no [`Event`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no event; write single/4x4/keys, race/4x4/keys, daily/2026-11-15/4x4 or fewest/2026-11-15/4x4, with sides of 3 to 10"
)]
pub struct EventError(
    /// The beginning of the text.
    pub String,
);

impl Event {
    /// The size of its board.
    #[must_use]
    pub fn shape(self) -> Shape {
        let (Event::Single(shape, _)
        | Event::Race(shape, _)
        | Event::Daily(_, shape)
        | Event::Fewest(_, shape)) = self;
        shape
    }

    /// The day whose board it is; `None` for a board of one's own.
    #[must_use]
    pub fn day(self) -> Option<Day> {
        match self {
            Event::Single(..) | Event::Race(..) => None,
            Event::Daily(day, _) | Event::Fewest(day, _) => Some(day),
        }
    }

    /// Whether others play the same board.
    #[must_use]
    pub fn is_shared(self) -> bool {
        !matches!(self, Event::Single(..))
    }

    /// Whether a player has one attempt at it.
    #[must_use]
    pub fn is_once(self) -> bool {
        self.day().is_some()
    }

    /// What its judge compares.
    #[must_use]
    pub fn contest(self) -> Contest {
        match self {
            Event::Single(_, class) | Event::Race(_, class) => Contest::Speed(Some(class)),
            Event::Daily(..) => Contest::Speed(None),
            Event::Fewest(..) => Contest::FewestMoves,
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Single(shape, class) => write!(f, "single/{shape}/{class}"),
            Event::Race(shape, class) => write!(f, "race/{shape}/{class}"),
            Event::Daily(day, shape) => write!(f, "daily/{day}/{shape}"),
            Event::Fewest(day, shape) => write!(f, "fewest/{day}/{shape}"),
        }
    }
}

impl FromStr for Event {
    type Err = EventError;

    fn from_str(text: &str) -> Result<Event, EventError> {
        let none = || EventError(text.chars().take(60).collect());
        let mut parts = text.split('/');
        let (Some(kind), Some(first), Some(second), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(none());
        };
        let shape =
            |text: &str| text.parse::<Shape>().ok().filter(|shape| is_played(*shape)).ok_or_else(none);
        let day = |text: &str| text.parse::<Day>().map_err(|_| none());
        let event = match kind {
            "single" | "race" => {
                let class = CLASSES.into_iter().find(|class| class.word() == second).ok_or_else(none)?;
                let shape = shape(first)?;
                if kind == "race" { Event::Race(shape, class) } else { Event::Single(shape, class) }
            }
            "daily" => Event::Daily(day(first)?, shape(second)?),
            "fewest" => Event::Fewest(day(first)?, shape(second)?),
            _ => return Err(none()),
        };
        // One event, one text: 04x4 is none.
        if event.to_string() == text { Ok(event) } else { Err(none()) }
    }
}

fn is_played(shape: Shape) -> bool {
    shape.rows() == shape.columns() && SIDES.contains(&shape.rows())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_reads_back_as_itself_and_nothing_else_is_one() {
        for text in [
            "single/4x4/keys",
            "single/10x10/hover",
            "race/4x4/touch",
            "daily/2024-02-29/3x3",
            "fewest/2026-11-15/5x5",
        ] {
            assert_eq!(text.parse::<Event>().unwrap().to_string(), text);
        }
        for bad in [
            "",
            "single",
            "single/4x4",
            "single/4x4/computer",
            "single/4x4/several",
            "single/4x5/keys",
            "single/2x2/keys",
            "single/11x11/keys",
            "single/04x4/keys",
            "daily/2023-02-29/4x4",
            "daily/4x4/2026-11-15",
            "fewest/2026-11-15/4x4/",
            "race/4x4",
            "race/2x2/keys",
            "races/4x4/keys",
            "single/4x4/KEYS",
        ] {
            assert!(bad.parse::<Event>().is_err(), "{bad}");
        }
    }
}
