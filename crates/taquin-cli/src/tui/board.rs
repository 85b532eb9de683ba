//! The board on the screen: as large as the window lets it be.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;
use ratatui::widgets::Widget;
use taquin_core::{Board, Cell, Shape};

use super::palette::Palette;

/// The largest tile; beyond it a board only becomes harder to take in.
const MOST_ROWS: u16 = 7;

/// Where a board of some shape stands in some part of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    area: Rect,
    shape: Shape,
    /// Columns and rows of characters from one tile to the next.
    pitch: (u16, u16),
}

impl Layout {
    /// The least room that a board of this shape needs.
    pub fn least(shape: Shape) -> (u32, u32) {
        (shape.columns() * u32::from(least_width(shape)), shape.rows())
    }

    /// The largest layout in this room, in its middle; `None` when the board does not fit.
    pub fn new(room: Rect, shape: Shape) -> Option<Layout> {
        let fits = |pitch: (u16, u16)| {
            shape.columns() * u32::from(pitch.0) <= u32::from(room.width)
                && shape.rows() * u32::from(pitch.1) <= u32::from(room.height)
        };
        let least = least_width(shape);
        let pitch = (1..=MOST_ROWS).rev().find_map(|rows| {
            // A character is about twice as high as it is wide.
            let widest = (rows * 2 + 1).max(least);
            (least.max(rows + 1)..=widest).rev().map(|columns| (columns, rows)).find(|&pitch| fits(pitch))
        })?;
        let width = shape.columns() as u16 * pitch.0;
        let height = shape.rows() as u16 * pitch.1;
        let area = Rect {
            x: room.x + (room.width - width) / 2,
            y: room.y + (room.height - height) / 2,
            width,
            height,
        };
        Some(Layout { area, shape, pitch })
    }

    /// The cell at this place on the screen.
    pub fn cell_at(&self, place: Position) -> Option<Cell> {
        if !self.area.contains(place) {
            return None;
        }
        let row = (place.y - self.area.y) / self.pitch.1;
        let column = (place.x - self.area.x) / self.pitch.0;
        self.shape.cell(u32::from(row), u32::from(column))
    }

    /// The part of the screen that the tile on this cell fills: all but a gap to its neighbours where there is room.
    pub fn tile_area(&self, cell: Cell) -> Rect {
        let (width, height) = self.pitch;
        Rect {
            x: self.area.x + self.shape.column(cell) as u16 * width,
            y: self.area.y + self.shape.row(cell) as u16 * height,
            width: width - 1,
            height: if height >= 3 { height - 1 } else { height },
        }
    }
}

fn least_width(shape: Shape) -> u16 {
    (shape.cells() - 1).to_string().len() as u16 + 1
}

/// A board, drawn.
pub struct BoardView<'a> {
    pub board: &'a Board,
    pub goal: &'a Board,
    pub layout: Layout,
    pub palette: Palette,
    /// Cells to point at.
    pub marked: &'a [Cell],
    /// A paused board shows no numbers.
    pub hidden: bool,
    /// A celebration: colours run over the board, this many steps by now.
    pub wave: Option<u32>,
}

impl Widget for BoardView<'_> {
    fn render(self, _: Rect, buffer: &mut Buffer) {
        let shape = self.board.shape();
        let homes = self.goal.cells_by_tile();
        for (cell, &tile) in shape.all_cells().zip(self.board.tiles()) {
            let area = self.layout.tile_area(cell).intersection(buffer.area);
            let marked = self.marked.contains(&cell);
            if area.is_empty() {
                continue;
            }
            if tile.is_blank() {
                if marked && !self.hidden {
                    centred(buffer, area, "◦", self.palette.accent());
                }
                continue;
            }
            let home = homes[tile.number() as usize];
            let at_home = match self.palette.alike {
                None => home == cell,
                Some(alike) => alike.is_home(shape, tile, cell),
            };
            let mut style = match (self.hidden, self.wave) {
                (true, _) => self.palette.tile(shape, Cell::new(0), false),
                (_, Some(step)) => self.palette.wave(shape.row(cell) + shape.column(cell) + step),
                _ => self.palette.tile(shape, home, at_home),
            };
            if marked {
                style = style.add_modifier(Modifier::UNDERLINED | Modifier::BOLD);
            }
            for y in area.top()..area.bottom() {
                buffer.set_string(
                    area.x,
                    y,
                    " ".repeat(usize::from(area.width)),
                    style.remove_modifier(Modifier::UNDERLINED),
                );
            }
            if !self.hidden {
                let number = tile.to_string();
                let label = match marked && usize::from(area.width) >= number.len() + 2 {
                    true => format!("▸{number}◂"),
                    false => number,
                };
                centred(buffer, area, &label, style);
            }
        }
    }
}

fn centred(buffer: &mut Buffer, area: Rect, text: &str, style: ratatui::style::Style) {
    let width = text.chars().count() as u16;
    let x = area.x + area.width.saturating_sub(width) / 2;
    let y = area.y + area.height.saturating_sub(1) / 2;
    buffer.set_stringn(x, y, text, usize::from(area.width), style);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> Shape {
        text.parse().unwrap()
    }

    #[test]
    fn every_tile_of_every_board_that_fits_has_room_for_its_number_and_a_gap() {
        for size in ["1x1", "2x2", "3x3", "4x4", "4x9", "9x4", "10x10", "11x11", "30x30", "1x20"] {
            for (width, height) in [(20, 8), (54, 20), (80, 24), (120, 40), (300, 100)] {
                let room = Rect::new(3, 2, width, height);
                let shape = shape(size);
                let least = Layout::least(shape);
                let layout = Layout::new(room, shape);
                assert_eq!(
                    layout.is_some(),
                    least.0 <= u32::from(width) && least.1 <= u32::from(height),
                    "{size}"
                );
                let Some(layout) = layout else { continue };
                for cell in shape.all_cells() {
                    let area = layout.tile_area(cell);
                    assert_eq!(area.intersection(room), area);
                    assert!(usize::from(area.width) >= (shape.cells() - 1).to_string().len());
                    assert_eq!(layout.cell_at(area.as_position()), Some(cell));
                }
            }
        }
    }

    #[test]
    fn outside_the_board_there_is_no_cell() {
        let layout = Layout::new(Rect::new(0, 0, 80, 24), shape("4x4")).unwrap();
        assert_eq!(layout.cell_at(Position::new(0, 0)), None);
        assert_eq!(layout.cell_at(Position::new(79, 23)), None);
    }
}
