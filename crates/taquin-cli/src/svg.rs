//! Boards as pictures.

use std::fmt::Write as _;

use taquin_core::Board;

const CELL: u32 = 64;
const EDGE: u32 = 12;
const GAP: u32 = 3;

/// A board as a scalable picture, with its tiles at home in the accent colour.
pub fn board(board: &Board, goal: &Board) -> String {
    let shape = board.shape();
    let (width, height) = (shape.columns() * CELL + 2 * EDGE, shape.rows() * CELL + 2 * EDGE);
    let digits = (shape.cells() - 1).to_string().len() as u32;
    let font = (28 - 4 * digits.saturating_sub(2)).max(10);
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-label="Sliding-tile board {board}">
<style>.f{{fill:#e7e2d9}}.t{{fill:#fffdf9;stroke:#cfc8ba}}.h{{fill:#1f6f5c;stroke:#185a4a}}text{{font:600 {font}px system-ui,sans-serif;text-anchor:middle;dominant-baseline:central;fill:#2b2a27}}.h+text{{fill:#fff}}</style>
<rect class="f" width="{width}" height="{height}" rx="14"/>
"##
    );
    for (cell, (tile, home)) in shape.all_cells().zip(board.tiles().iter().zip(goal.tiles())) {
        if tile.is_blank() {
            continue;
        }
        let (x, y) = (EDGE + shape.column(cell) * CELL, EDGE + shape.row(cell) * CELL);
        let class = if tile == home { "h" } else { "t" };
        let side = CELL - 2 * GAP;
        // Writing to a string cannot fail.
        let _ = writeln!(
            svg,
            r#"<rect class="{class}" x="{}" y="{}" width="{side}" height="{side}" rx="8"/><text x="{}" y="{}">{tile}</text>"#,
            x + GAP,
            y + GAP,
            x + CELL / 2,
            y + CELL / 2,
        );
    }
    svg.push_str("</svg>\n");
    svg
}
