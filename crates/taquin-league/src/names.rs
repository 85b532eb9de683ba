//! What a player may be called: something that everybody can read, and that is nobody else's.

use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

/// The most characters, as a reader counts them.
pub const MAX_GRAPHEMES: usize = 24;
/// A character with very many marks upon it is no name; this bounds what one grapheme may bring.
const MAX_BYTES: usize = 160;

/// A name that may be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name, in normal form.
    pub text: String,
    /// What it looks like: two names with one skeleton cannot be told apart.
    pub skeleton: String,
}

/// Why a text is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Nothing to read.
    #[error("a name needs at least one character that can be seen")]
    Empty,
    /// Too much to read.
    #[error("a name has at most {MAX_GRAPHEMES} characters")]
    Long,
    /// Something that is not seen, or turns what is seen around.
    #[error("a name has no control, invisible or direction characters")]
    Hidden,
    /// More marks than letters.
    #[error("a name has at most two marks upon a character")]
    Marks,
}

impl Name {
    /// Reads a name: trimmed, in normal form C.
    pub fn new(text: &str) -> Result<Name, NameError> {
        if text.len() > 4 * MAX_BYTES {
            return Err(NameError::Long);
        }
        let text: String = text.trim_matches(' ').nfc().collect();
        if text.chars().any(is_hidden) {
            return Err(NameError::Hidden);
        }
        if text.graphemes(true).count() > MAX_GRAPHEMES {
            return Err(NameError::Long);
        }
        let marks = |grapheme: &str| grapheme.nfd().filter(|&c| is_mark(c)).count();
        if text.graphemes(true).any(|grapheme| marks(grapheme) > 2) || text.len() > MAX_BYTES {
            return Err(NameError::Marks);
        }
        if !text.chars().any(|c| !c.is_whitespace() && !is_mark(c)) {
            return Err(NameError::Empty);
        }
        let skeleton = skeleton(&text);
        Ok(Name { text, skeleton })
    }
}

/// What a name looks like, whatever its case, its marks' order and the spaces in it.
fn skeleton(text: &str) -> String {
    let lower: String = text.nfkc().flat_map(char::to_lowercase).filter(|c| !c.is_whitespace()).collect();
    // A capital i looks like a small l, and is a small i in the other case: all three are one. A zero looks like a capital o.
    let looks = unicode_security::skeleton(&lower).flat_map(char::to_lowercase);
    looks.map(|c| if c == 'i' { 'l' } else { c }).collect()
}

fn is_mark(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
}

/// Whether a character is not seen, or changes how others are: controls, formats (bidi, zero width, tags), separators of lines, what is
/// for private use or no character at all, fillers that are letters by name only, and selectors of variants.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || (c.is_whitespace() && c != ' ')
        || matches!(c,
            '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFF}' | '\u{0600}'..='\u{0605}' | '\u{06DD}' | '\u{070F}' | '\u{08E2}'
            | '\u{110BD}' | '\u{110CD}' | '\u{13430}'..='\u{1345F}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
            | '\u{E000}'..='\u{F8FF}' | '\u{FDD0}'..='\u{FDEF}' | '\u{E0000}'..='\u{E0FFF}' | '\u{F0000}'..='\u{10FFFF}')
        || (c as u32 & 0xFFFE) == 0xFFFE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_many_scripts_are_names() {
        for name in [
            "Ada",
            "Ærøskøbing",
            "Николай",
            "李雷",
            "たろう",
            "ضياء",
            "नेहा",
            "O'Neil-Smith 2",
            "é",
            "👩‍🚀".trim_matches('\u{200D}'),
        ] {
            let read = Name::new(name);
            assert!(read.is_ok() || name.contains('\u{200D}'), "{name}: {read:?}");
        }
        assert_eq!(Name::new("e\u{301}").unwrap().text, "é", "normal form C");
        assert_eq!(Name::new("  Ada ").unwrap().text, "Ada");
        assert!(Name::new(&"é".repeat(24)).is_ok());
    }

    #[test]
    fn what_cannot_be_seen_or_turns_the_text_is_refused() {
        for hidden in [
            "a\u{202E}b",
            "a\u{200B}",
            "\u{FEFF}a",
            "a\nb",
            "a\tb",
            "a\u{0}",
            "a\u{7F}",
            "a\u{2028}b",
            "a\u{2066}b\u{2069}",
            "a\u{00AD}b",
            "\u{3164}",
            "\u{2800}",
            "a\u{E0041}",
            "a\u{FE0F}",
            "a\u{E000}",
            "a\u{FFFE}",
            "a\u{1FFFF}",
            "\u{00A0}",
            "a\u{2003}b",
            "a\u{061C}",
        ] {
            assert_eq!(Name::new(hidden), Err(NameError::Hidden), "{hidden:?}");
        }
        for empty in ["", " ", "   ", "\u{301}"] {
            assert!(Name::new(empty).is_err(), "{empty:?}");
        }
        assert_eq!(Name::new(&"a".repeat(25)), Err(NameError::Long));
        assert_eq!(Name::new(&"x".repeat(1 << 20)), Err(NameError::Long));
        assert_eq!(Name::new("z\u{301}\u{302}\u{303}\u{304}"), Err(NameError::Marks));
    }

    #[test]
    fn look_alikes_have_one_skeleton_and_different_names_have_not() {
        let skeleton = |name: &str| Name::new(name).unwrap().skeleton;
        for (one, other) in [
            ("paypal", "раураl"),
            ("Ada", "ADA"),
            ("Ada", "Аdа"),
            ("Ill", "lll"),
            ("O0", "00"),
            ("modern", "modem"),
            ("Max Mustermann", "MaxMustermann"),
            ("ﬁsh", "fish"),
            ("１２", "12"),
        ] {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
        for (one, other) in [("Ada", "Eda"), ("Ada", "Adá"), ("李雷", "李雪"), ("x", "y")] {
            assert_ne!(skeleton(one), skeleton(other), "{one} {other}");
        }
    }
}
