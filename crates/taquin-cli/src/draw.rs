//! Boards drawn for a terminal.

use std::fmt::{self, Write as _};

use anstyle::{AnsiColor, Style};
use taquin_core::{Board, Tile};

use crate::width;

/// Rows and columns shown at most; what would fill the screen is abbreviated.
const MOST_ROWS: usize = 24;
const MOST_COLUMNS: usize = 20;

/// A tile that stands where the goal has it.
const AT_HOME: Style = AnsiColor::Green.on_default().bold();

/// Draws a board with its tiles at home coloured; the styles are stripped where colour is not wanted.
pub fn board<'a>(board: &'a Board, goal: &'a Board) -> impl fmt::Display + 'a {
    Drawing { board, goal }
}

struct Drawing<'a> {
    board: &'a Board,
    goal: &'a Board,
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = self.board.shape();
        let width = (shape.cells() - 1).to_string().len();
        let shown = |all: u32, most: usize| (all as usize).min(most);
        // What is wider than the terminal is abbreviated too: a line that wraps is no row any more.
        let fitting =
            width::of_stdout().map_or(MOST_COLUMNS, |room| (room.saturating_sub(3) / (width + 3)).max(1));
        let most = if shape.columns() as usize * (width + 3) < width::of_stdout().unwrap_or(usize::MAX) {
            MOST_COLUMNS
        } else {
            fitting.min(MOST_COLUMNS)
        };
        let (rows, columns) = (shown(shape.rows(), MOST_ROWS), shown(shape.columns(), most));
        let more = shape.columns() as usize > columns;
        let bar = "─".repeat(width + 2);
        let rule = |left: &str, middle: &str, right: &str| {
            let cells = vec![bar.as_str(); columns].join(middle);
            format!("{left}{cells}{}\n", if more { middle } else { right })
        };
        f.write_str(&rule("┌", "┬", "┐"))?;
        for (r, (row, goal)) in self.board.rows().zip(self.goal.rows()).take(rows).enumerate() {
            if r > 0 {
                f.write_str(&rule("├", "┼", "┤"))?;
            }
            for (tile, home) in row.iter().zip(goal).take(columns) {
                write!(f, "│ {} ", cell(*tile, tile == home, width))?;
            }
            f.write_str(if more { "│ …\n" } else { "│\n" })?;
        }
        if shape.rows() as usize > rows {
            write!(f, "  ⋮ {} more rows", shape.rows() as usize - rows)
        } else {
            f.write_str(rule("└", "┴", "┘").trim_end())
        }
    }
}

fn cell(tile: Tile, at_home: bool, width: usize) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = match tile.number() {
        0 => write!(text, "{:width$}", ""),
        number if at_home => write!(text, "{AT_HOME}{number:width$}{AT_HOME:#}"),
        number => write!(text, "{number:width$}"),
    };
    text
}
