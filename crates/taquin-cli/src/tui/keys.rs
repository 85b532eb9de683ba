//! Which key does what. Commands use no letter of any set of sliding letters, so none ever collide.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use taquin_core::Direction;
use taquin_core::notation::Mover;

/// An enum whose members have names in files and on the screen.
macro_rules! named {
    ($(#[$doc:meta])* pub enum $name:ident { $($(#[$member_doc:meta])* $member:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$member_doc])* $member,)+ }
        impl $name {
            pub const ALL: &[$name] = &[$($name::$member,)+];
            pub fn name(self) -> &'static str {
                match self { $($name::$member => $text,)+ }
            }
            pub fn named(text: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|member| member.name() == text)
            }
            pub fn next(self) -> $name {
                let place = $name::ALL.iter().position(|&member| member == self).unwrap_or_default();
                $name::ALL[(place + 1) % $name::ALL.len()]
            }
        }
    };
}
pub(super) use named;

named! {
    /// The letters that slide, beside the arrows and W A S D.
    pub enum Letters {
        /// As in vi.
        Hjkl = "hjkl",
        /// As in sliding simulators.
        Ijkl = "ijkl",
    }
}

named! {
    /// What an arrow points at.
    pub enum Steer {
        /// The way the tile goes.
        Tile = "tile",
        /// The way the gap goes.
        Gap = "gap",
    }
}

impl Steer {
    fn turn(self, direction: Direction) -> Direction {
        match self {
            Steer::Tile => Mover::Tile.turn(direction),
            Steer::Gap => Mover::Blank.turn(direction),
        }
    }
}

impl Letters {
    /// The set of this name in a file; `wasd`, which always slides, was a set of its own once.
    pub fn read(text: &str) -> Option<Letters> {
        if text == "wasd" { Some(Letters::Hjkl) } else { Letters::named(text) }
    }

    /// The way a letter points.
    fn direction(self, letter: char) -> Option<Direction> {
        let own = match self {
            Letters::Hjkl => ['k', 'h', 'j', 'l'],
            Letters::Ijkl => ['i', 'j', 'k', 'l'],
        };
        let letter = letter.to_ascii_lowercase();
        let place =
            [own, ['w', 'a', 's', 'd']].iter().find_map(|set| set.iter().position(|key| *key == letter));
        place.map(|place| [Direction::Up, Direction::Left, Direction::Down, Direction::Right][place])
    }
}

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Slide a tile this way (already turned as the player likes it).
    Slide(Direction),
    /// A digit of a tile's number.
    Digit(char),
    Enter,
    Erase,
    New,
    Again,
    Size,
    Pause,
    Undo,
    Redo,
    Hint,
    Watch,
    Review,
    Options,
    Colours,
    Help,
    Escape,
    Quit,
    Faster,
    Slower,
}

/// The action of a key, if it has one.
pub fn action(key: KeyEvent, letters: Letters, steer: Steer) -> Option<Action> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c' | 'q') => Some(Action::Quit),
            KeyCode::Char('z') => Some(Action::Undo),
            KeyCode::Char('y' | 'r') => Some(Action::Redo),
            _ => None,
        };
    }
    Some(match key.code {
        KeyCode::Up => Action::Slide(steer.turn(Direction::Up)),
        KeyCode::Down => Action::Slide(steer.turn(Direction::Down)),
        KeyCode::Left => Action::Slide(steer.turn(Direction::Left)),
        KeyCode::Right => Action::Slide(steer.turn(Direction::Right)),
        KeyCode::Enter => Action::Enter,
        KeyCode::Backspace => Action::Erase,
        KeyCode::Esc => Action::Escape,
        KeyCode::F(1) => Action::Help,
        KeyCode::Char(letter) => match letters.direction(letter) {
            Some(direction) => Action::Slide(steer.turn(direction)),
            None => command(letter)?,
        },
        _ => return None,
    })
}

fn command(letter: char) -> Option<Action> {
    Some(match letter.to_ascii_lowercase() {
        digit @ '0'..='9' => Action::Digit(digit),
        'n' => Action::New,
        'b' => Action::Again,
        'g' => Action::Size,
        'p' | ' ' => Action::Pause,
        'u' => Action::Undo,
        'r' => Action::Redo,
        't' => Action::Hint,
        'v' => Action::Watch,
        'e' => Action::Review,
        'o' => Action::Options,
        'c' => Action::Colours,
        '?' => Action::Help,
        'q' => Action::Quit,
        '+' | '=' | '>' => Action::Faster,
        '-' | '<' => Action::Slower,
        _ => return None,
    })
}

/// The keys and what they do, as the help shows them.
pub fn help(letters: Letters, steer: Steer) -> Vec<(String, String)> {
    let what = match steer {
        Steer::Tile => "slide a tile that way",
        Steer::Gap => "move the gap that way",
    };
    let rows: [(&str, &str); 14] = [
        ("click", "push the tile, and all between it and the gap"),
        ("7, 1 2 Enter", "push a tile: the one with this number"),
        ("u  Ctrl-Z", "undo"),
        ("r  Ctrl-Y", "redo"),
        ("p  Space", "pause: the board is hidden, the clock stands"),
        ("t", "a tip: where to look; again: the next move; again: three moves"),
        ("v", "solve: the computer plays from here"),
        ("e", "look back at a solve, move by move"),
        ("n", "new game"),
        ("b", "restart: the same deal from its beginning"),
        ("g", "another size, such as 3x3 or 5x4"),
        ("c", "colours: plain, rows, fringe, solved"),
        ("o", "options: letters, direction, hover, theme, clock"),
        ("q  Ctrl-C", "quit; the game is kept"),
    ];
    let mut lines =
        vec![("arrows".to_string(), format!("{what}; WASD and {} too", letters.name().to_uppercase()))];
    lines.extend(rows.iter().map(|(key, what)| ((*key).to_string(), (*what).to_string())));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_command_uses_a_letter_that_slides_in_any_set() {
        for letter in 'a'..='z' {
            let slides = Letters::ALL.iter().any(|set| set.direction(letter).is_some());
            assert!(!(slides && command(letter).is_some()), "{letter} does both");
        }
    }

    #[test]
    fn the_gap_goes_the_other_way() {
        let key = |code| KeyEvent::new(code, KeyModifiers::NONE);
        let left = |steer| action(key(KeyCode::Left), Letters::Hjkl, steer);
        assert_eq!(left(Steer::Tile), Some(Action::Slide(Direction::Left)));
        assert_eq!(left(Steer::Gap), Some(Action::Slide(Direction::Right)));
        let k = |letters| action(key(KeyCode::Char('k')), letters, Steer::Tile);
        assert_eq!(k(Letters::Hjkl), Some(Action::Slide(Direction::Up)));
        assert_eq!(k(Letters::Ijkl), Some(Action::Slide(Direction::Down)));
        let a = action(key(KeyCode::Char('a')), Letters::Ijkl, Steer::Tile);
        assert_eq!(a, Some(Action::Slide(Direction::Left)), "W A S D slide whatever the other letters are");
    }
}
