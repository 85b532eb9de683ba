//! Any text: moves or an error, and moves read back as themselves in every notation.

use taquin_core::notation::{Mover, Notation, Style, read_moves};

pub fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(moves) = read_moves(text, Mover::Tile) else { return };
    if moves.as_slice().len() > 10_000 {
        return;
    }
    for of in [Mover::Tile, Mover::Blank] {
        for style in [Style::Letters, Style::Runs, Style::Words, Style::Arrows] {
            let shown = moves.in_notation(Notation { of, style }).to_string();
            assert_eq!(read_moves(&shown, of).as_ref(), Ok(&moves), "{shown}");
        }
    }
}
