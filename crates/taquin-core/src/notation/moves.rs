//! Moves as text.
//!
//! Letters `U D L R`, runs counted (`R2DL3`), words (`Right → Down`, where an arrow is a separator) and
//! arrows (`→↓`). A letter names the way the **tile** travels unless the reader is told that the blank's
//! way was written; it never guesses.

use core::fmt;
use core::str::FromStr;

use crate::prelude::*;
use crate::{Direction, Moves};

/// The most slides that [`Moves`] read from text may hold; a counted run claims many in a few characters.
const MAX_SLIDES: usize = 1 << 24;

/// Whose way a direction names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mover {
    /// The tile that slides.
    #[default]
    Tile,
    /// The blank, which goes the opposite way.
    Blank,
}

impl Mover {
    /// The direction as the tile's, or the tile's as this mover's.
    #[must_use]
    pub fn turn(self, direction: Direction) -> Direction {
        match self {
            Mover::Tile => direction,
            Mover::Blank => direction.opposite(),
        }
    }
}

/// How moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// `RRDLLL`
    Letters,
    /// `R2DL3`
    #[default]
    Runs,
    /// `Right → Right → Down`
    Words,
    /// `→→↓`
    Arrows,
}

/// A way of writing moves: whose, and in which style.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Notation {
    /// Whose way the directions name.
    pub of: Mover,
    /// Letters, runs, words or arrows.
    pub style: Style,
}

/// Why a text is not a sequence of moves. Places are counted in characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MovesError {
    /// A word or sign that names no direction.
    #[error("{word:?} at character {place} is not a move; write U D L R, Up Down Left Right, or arrows")]
    Unknown {
        /// The beginning of the word.
        word: String,
        /// Its first character.
        place: usize,
    },
    /// A count that belongs to no move, is zero or too large.
    #[error("the count {word:?} at character {place} must follow a move and be from 1 to {MAX_SLIDES}")]
    Count {
        /// The digits.
        word: String,
        /// The first digit.
        place: usize,
    },
    /// More slides than can be held.
    #[error("more than {MAX_SLIDES} slides")]
    TooMany,
}

impl MovesError {
    /// The most slides that can be read.
    pub(crate) const MOST: usize = MAX_SLIDES;
}

/// Reads moves written in directions of `of` as slides of tiles.
///
/// ```
/// use taquin_core::notation::{Mover, read_moves};
/// let moves = read_moves("Right → Down → Down", Mover::Blank)?;
/// assert_eq!(moves.to_string(), "LU2");
/// # Ok::<(), taquin_core::MovesError>(())
/// ```
pub fn read_moves(text: &str, of: Mover) -> Result<Moves, MovesError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let has_words = tokens(text).any(|(_, token)| word(token).is_some());
    let mut slides: Vec<Direction> = Vec::new();
    let mut last: Option<Direction> = None;
    for (place, token) in tokens(text) {
        let mut put = |direction: Direction, count: usize| {
            if slides.len() + count > MAX_SLIDES {
                return Err(MovesError::TooMany);
            }
            slides.extend(core::iter::repeat_n(of.turn(direction), count));
            Ok(())
        };
        if token.starts_with(|c: char| c.is_ascii_digit()) {
            let count = token.parse().ok().filter(|n| (1..=MAX_SLIDES).contains(n));
            let (Some(direction), Some(count)) = (last.take(), count) else {
                return Err(MovesError::Count { word: beginning(token), place });
            };
            put(direction, count - 1)?;
        } else if let Some(direction) = word(token) {
            put(direction, 1)?;
            last = Some(direction);
        } else if has_words && token.chars().all(|c| arrow(c).is_some()) {
            last = None;
        } else {
            for (offset, sign) in token.chars().enumerate() {
                let direction = letter(sign).filter(|_| !has_words).or_else(|| arrow(sign));
                let unknown = || MovesError::Unknown { word: beginning(token), place: place + offset };
                let direction = direction.ok_or_else(unknown)?;
                put(direction, 1)?;
                last = Some(direction);
            }
        }
    }
    Ok(Moves::from(slides))
}

/// Runs of letters, runs of digits, runs of arrows and single other signs, with their places.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    #[derive(PartialEq, Clone, Copy)]
    enum Kind {
        Letters,
        Digits,
        Arrows,
        Gap,
        Other,
    }
    let kind = |c: char| match c {
        c if c.is_ascii_digit() => Kind::Digits,
        c if c.is_alphabetic() => Kind::Letters,
        c if arrow(c).is_some() => Kind::Arrows,
        c if c.is_whitespace() || c == ',' || c == ';' => Kind::Gap,
        _ => Kind::Other,
    };
    let mut rest = text;
    let mut place = 1;
    core::iter::from_fn(move || {
        loop {
            let first = rest.chars().next()?;
            let same = |c: char| kind(c) == kind(first) && kind(first) != Kind::Other;
            let end = rest.find(|c| !same(c)).unwrap_or(rest.len()).max(first.len_utf8());
            let (token, after) = rest.split_at(end);
            let at = place;
            place += token.chars().count();
            rest = after;
            if kind(first) != Kind::Gap {
                return Some((at, token));
            }
        }
    })
}

fn word(token: &str) -> Option<Direction> {
    Direction::ALL.into_iter().find(|d| d.word().eq_ignore_ascii_case(token))
}

fn letter(sign: char) -> Option<Direction> {
    Direction::ALL.into_iter().find(|d| d.letter() == sign.to_ascii_uppercase())
}

fn arrow(sign: char) -> Option<Direction> {
    Direction::ALL.into_iter().find(|d| d.arrow() == sign)
}

fn beginning(token: &str) -> String {
    token.chars().take(20).collect()
}

impl FromStr for Moves {
    type Err = MovesError;

    /// Reads tile directions; see [`read_moves`] for the blank's.
    fn from_str(text: &str) -> Result<Moves, MovesError> {
        read_moves(text, Mover::Tile)
    }
}

impl fmt::Display for Moves {
    /// Tile directions with counted runs: `R2DL3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.in_notation(Notation::default()).fmt(f)
    }
}

impl Moves {
    /// Shows the moves in another notation.
    ///
    /// ```
    /// use taquin_core::{Moves, notation::{Mover, Notation, Style}};
    /// let moves: Moves = "R2D".parse()?;
    /// let words = Notation { of: Mover::Blank, style: Style::Words };
    /// assert_eq!(moves.in_notation(words).to_string(), "Left → Left → Up");
    /// # Ok::<(), taquin_core::MovesError>(())
    /// ```
    #[must_use]
    pub fn in_notation(&self, notation: Notation) -> impl fmt::Display + '_ {
        struct Shown<'a>(&'a Moves, Notation);
        impl fmt::Display for Shown<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let Notation { of, style } = self.1;
                if style == Style::Runs {
                    return self.0.runs().try_for_each(|(direction, count)| {
                        write!(f, "{}", of.turn(direction).letter())?;
                        if count > 1 { write!(f, "{count}") } else { Ok(()) }
                    });
                }
                for (i, direction) in self.0.iter().map(|d| of.turn(d)).enumerate() {
                    match style {
                        Style::Arrows => write!(f, "{}", direction.arrow())?,
                        Style::Words if i > 0 => write!(f, " → {}", direction.word())?,
                        Style::Words => f.write_str(direction.word())?,
                        Style::Letters | Style::Runs => write!(f, "{}", direction.letter())?,
                    }
                }
                Ok(())
            }
        }
        Shown(self, notation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_style_reads_back_as_itself() {
        let moves: Moves = "R2DL3URDDLU12".parse().unwrap();
        for of in [Mover::Tile, Mover::Blank] {
            for style in [Style::Letters, Style::Runs, Style::Words, Style::Arrows] {
                let text = moves.in_notation(Notation { of, style }).to_string();
                assert_eq!(read_moves(&text, of).as_ref(), Ok(&moves), "{text}");
            }
        }
    }

    #[test]
    fn letters_may_be_spaced_and_counted() {
        let plain: Moves = "RRDLLL".parse().unwrap();
        for text in
            ["R2DL3", "R2 D L3", "r r d l l l", "R R,D;L L L", "→2↓←3", "right 2 Down left 3", "", "\n"]
        {
            let read: Moves = text.parse().unwrap();
            assert!(read == plain || read.is_empty() && text.trim().is_empty(), "{text}");
        }
    }

    #[test]
    fn among_words_an_arrow_is_a_separator() {
        let moves = read_moves("Right → Down → Down", Mover::Tile).unwrap();
        assert_eq!(moves.to_string(), "RD2");
    }

    #[test]
    #[cfg_attr(miri, ignore = "long, and Miri is slow")]
    fn what_is_no_move_is_named_with_its_place() {
        let text = |bad: &str| bad.parse::<Moves>().unwrap_err().to_string();
        assert!(text("RRX").starts_with("\"RRX\" at character 3 is not a move"));
        assert!(text("R 2 2").starts_with("the count \"2\" at character 5"));
        assert!(text("3R").starts_with("the count \"3\" at character 1"));
        assert!(text("R0").starts_with("the count \"0\""));
        assert!(text("R99999999999999999999").starts_with("the count"));
        assert!(text("Up R").contains("\"R\" at character 4"));
        assert!(text("R+1").contains("\"+\" at character 2"));
        assert_eq!(text(&"R16777216".repeat(2)), "more than 16777216 slides");
    }
}
