//! How wide the terminal is, and text that fits it: wrapped between words, never inside a number.

use std::io::IsTerminal;

/// Narrower than this nothing can be read whatever is done.
const LEAST: usize = 12;

/// The columns of standard output; `None` where it is no terminal and lines may be as long as they are.
pub fn of_stdout() -> Option<usize> {
    let stdout = std::io::stdout();
    stdout.is_terminal().then(|| measured(terminal_size::terminal_size_of(&stdout)))
}

/// The columns of standard error, likewise.
fn of_stderr() -> Option<usize> {
    let stderr = std::io::stderr();
    stderr.is_terminal().then(|| measured(terminal_size::terminal_size_of(&stderr)))
}

fn measured(size: Option<(terminal_size::Width, terminal_size::Height)>) -> usize {
    size.map(|(width, _)| usize::from(width.0)).filter(|&width| width > 0).unwrap_or(80).max(LEAST)
}

/// Parts of a line of progress, as many as fit standard error beside a spinner: a part is whole or absent.
pub fn on_stderr(parts: &[String], between: &str) -> String {
    joined(parts, between, of_stderr().unwrap_or(80).saturating_sub(3))
}

fn joined(parts: &[String], between: &str, room: usize) -> String {
    let mut text = String::new();
    for part in parts {
        let gap = if text.is_empty() { "" } else { between };
        if columns(&text) + columns(gap) + columns(part) > room {
            continue;
        }
        text.push_str(gap);
        text.push_str(part);
    }
    text
}

/// The text as it should be written to standard output.
pub fn fitted(text: &str) -> String {
    of_stdout().map_or_else(|| text.to_owned(), |width| wrap(text, width))
}

/// Says something beside the answer: a line on standard error.
pub fn say(text: &str) {
    eprintln!("{}", of_stderr().map_or_else(|| text.to_owned(), |width| wrap(text, width)));
}

/// Wraps lines that are longer than `width`. What follows is indented like the line itself; a word that is too long
/// (moves without spaces) is broken before a sign that is no digit, so that `R12` stays whole.
pub fn wrap(text: &str, width: usize) -> String {
    let mut wrapped = String::with_capacity(text.len() + text.len() / 16);
    for line in text.split_inclusive('\n') {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        if columns(line) <= width {
            wrapped.push_str(line);
        } else {
            wrap_line(line, width, &mut wrapped);
        }
        wrapped.push_str(end);
    }
    wrapped
}

fn wrap_line(line: &str, width: usize, wrapped: &mut String) {
    let body = line.trim_start_matches(' ');
    let indent = (line.len() - body.len()).min(width / 2);
    let pad = " ".repeat(indent);
    wrapped.push_str(&pad);
    let mut used = indent;
    // Spaces between words are kept where both stay on a line: they may be columns of a table.
    let mut gap = 0;
    for word in body.split(' ') {
        if word.is_empty() {
            gap += 1;
            continue;
        }
        let length = columns(word);
        if used + gap + length > width && used > indent {
            wrapped.push('\n');
            wrapped.push_str(&pad);
            (used, gap) = (indent, 0);
        }
        wrapped.push_str(&" ".repeat(gap));
        used += gap;
        for piece in pieces(word, width - indent) {
            if used > indent && used + columns(piece) > width {
                wrapped.push('\n');
                wrapped.push_str(&pad);
                used = indent;
            }
            wrapped.push_str(piece);
            used += columns(piece);
        }
        gap = 1;
    }
}

/// A word in parts of at most `room` columns, cut before signs that are no digits.
fn pieces(word: &str, room: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = word;
    while columns(rest) > room {
        let cuts = rest.char_indices().skip(1).filter(|(_, sign)| !sign.is_ascii_digit());
        let fitting = cuts.map(|(at, _)| at).take_while(|&at| columns(&rest[..at]) <= room);
        let Some(cut) = fitting.last() else { break };
        let (piece, after) = rest.split_at(cut);
        pieces.push(piece);
        rest = after;
    }
    pieces.push(rest);
    pieces
}

/// The columns that a text takes; what sets a colour takes none.
pub fn columns(text: &str) -> usize {
    let mut inside = false;
    let seen = |sign: &char| match (inside, *sign) {
        (false, '\u{1b}') => {
            inside = true;
            false
        }
        (true, sign) => {
            inside = !sign.is_ascii_alphabetic();
            false
        }
        _ => true,
    };
    text.chars().filter(seen).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_keep_their_indentation() {
        assert_eq!(wrap("one two three\n", 8), "one two\nthree\n");
        assert_eq!(wrap("  one two three", 9), "  one two\n  three");
        assert_eq!(wrap("key    what it does", 14), "key    what it\ndoes");
        assert_eq!(wrap("short\n\n  as it is\n", 12), "short\n\n  as it is\n");
    }

    #[test]
    fn no_number_is_ever_cut() {
        let moves = "R12D3L104U2".repeat(9);
        for width in 6..40 {
            let wrapped = wrap(&moves, width);
            assert!(wrapped.lines().all(|line| columns(line) <= width), "{wrapped}");
            assert!(wrapped.lines().all(|line| line.starts_with(char::is_alphabetic)), "{wrapped}");
            assert_eq!(wrapped.replace('\n', ""), moves);
        }
    }

    #[test]
    fn what_does_not_fit_is_left_out_whole() {
        let parts = ["building a table", "19 %", "3,224,774 nodes"].map(str::to_owned);
        assert_eq!(joined(&parts, ", ", 40), "building a table, 19 %, 3,224,774 nodes");
        assert_eq!(joined(&parts, ", ", 38), "building a table, 19 %");
        assert_eq!(joined(&parts, ", ", 15), "19 %");
    }

    #[test]
    fn colours_take_no_room() {
        assert_eq!(columns("\u{1b}[1;32mgreen\u{1b}[0m"), 5);
        let coloured = "\u{1b}[1mfour\u{1b}[0m five six";
        assert_eq!(wrap(coloured, 13), coloured);
    }
}
