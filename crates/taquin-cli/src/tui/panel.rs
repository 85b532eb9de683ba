//! The words around the board: where they stand, and how numbers are written.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout as Split, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Wrap};
use taquin_core::Shape;

use super::board::Layout;
use super::palette::Palette;

/// A window at least this wide has a column of figures beside the board.
const WIDE: u16 = 64;
const SIDE: u16 = 28;
/// A window at least this high has lines to spare.
const TALL: u16 = 20;

/// The parts of the screen.
pub struct Parts {
    pub title: Rect,
    pub board: Rect,
    /// Beside the board in a wide window, one line above it in a narrow one.
    pub side: Rect,
    pub wide: bool,
    pub message: Rect,
    pub keys: Rect,
}

impl Parts {
    /// Splits the screen; the last lines are the message and the keys.
    pub fn of(screen: Rect) -> Parts {
        let wide = screen.width >= WIDE;
        let keys = if screen.height >= 16 { 2 } else { 1 };
        // Where sentences and figures do not fit a line they get more lines, if there are any to spare.
        let tall = screen.height >= TALL;
        let message = if !tall || screen.width >= 80 { 1 } else { 3 };
        let figures = if tall { 2 } else { 1 };
        let [title, middle, message, keys] = Split::vertical([
            Constraint::Length(1),
            Constraint::Min(1),
            Constraint::Length(message),
            Constraint::Length(keys),
        ])
        .areas(screen);
        let (board, side) = if wide {
            let [board, side] =
                Split::horizontal([Constraint::Min(1), Constraint::Length(SIDE)]).areas(middle);
            (board, side)
        } else {
            let [side, board] =
                Split::vertical([Constraint::Length(figures), Constraint::Min(1)]).areas(middle);
            (board, side)
        };
        Parts { title, board, side, wide, message, keys }
    }
}

/// Says that the board does not fit, and what window would do.
pub fn too_small(frame: &mut Frame<'_>, shape: Shape, palette: Palette) {
    let (columns, rows) = Layout::least(shape);
    // Title, message and keys, and the line of figures of a narrow window.
    let rows = rows + 4;
    let text = format!(
        "This window is too small for {shape}.\nIt needs {columns} columns and {rows} rows, and has {} and {}.\nMake it larger, or press q.",
        frame.area().width,
        frame.area().height
    );
    let paragraph = Paragraph::new(text).centered().wrap(Wrap { trim: true }).style(palette.loud());
    let [_, middle, _] =
        Split::vertical([Constraint::Fill(1), Constraint::Max(4), Constraint::Fill(1)]).areas(frame.area());
    frame.render_widget(paragraph, middle);
}

/// Names and figures: a table beside the board, one line above it.
pub fn figures(frame: &mut Frame<'_>, parts: &Parts, figures: &[(String, String)], palette: Palette) {
    if parts.wide {
        let lines: Vec<Line<'_>> = figures
            .iter()
            .map(|(name, value)| {
                Line::from(vec![
                    Span::styled(format!(" {name:<10} "), palette.quiet()),
                    Span::styled(value.as_str(), palette.loud()),
                ])
            })
            .collect();
        let inner = Rect { y: parts.side.y + 1, height: parts.side.height.saturating_sub(1), ..parts.side };
        frame.render_widget(Paragraph::new(lines), inner);
    } else {
        let told = figures.iter().take(4).filter(|(_, value)| !value.is_empty());
        let told: Vec<String> = told.map(|(name, value)| format!("{name} {value}")).collect();
        let lines = rows_of(&told, usize::from(parts.side.width), usize::from(parts.side.height));
        frame.render_widget(Paragraph::new(lines.join("\n")).centered().style(palette.loud()), parts.side);
    }
}

/// Figures in rows of this width. One that does not fit is left out whole: half a number is a wrong number.
fn rows_of(figures: &[String], width: usize, height: usize) -> Vec<String> {
    let mut rows: Vec<String> = vec![String::new(); height];
    for figure in figures {
        let length = figure.chars().count();
        let room = |row: &&mut String| match row.chars().count() {
            0 => length <= width,
            used => used + 2 + length <= width,
        };
        if let Some(row) = rows.iter_mut().find(room) {
            if !row.is_empty() {
                row.push_str("  ");
            }
            row.push_str(figure);
        }
    }
    rows
}

/// A title in one line: parts that do not fit are left out whole, the last ones first.
pub fn title(frame: &mut Frame<'_>, area: Rect, text: &str, palette: Palette) {
    let mut fitting = text;
    while fitting.chars().count() + 1 > usize::from(area.width)
        && let Some((front, _)) = fitting.rsplit_once(" · ")
    {
        fitting = front;
    }
    frame.render_widget(Paragraph::new(format!(" {fitting}")).style(palette.accent()), area);
}

/// A sentence under the board, on as many lines as there are.
pub fn message(frame: &mut Frame<'_>, area: Rect, text: &str, palette: Palette) {
    let inner = Rect { x: area.x + 1.min(area.width), width: area.width.saturating_sub(1), ..area };
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }).style(palette.loud()), inner);
}

/// The line of keys at the foot: as many as fit, most wanted first.
pub fn key_line(frame: &mut Frame<'_>, area: Rect, keys: &[(&str, &str)], palette: Palette) {
    let mut lines = vec![Line::default()];
    let mut width = 0;
    for (key, what) in keys {
        let length = key.chars().count() + what.chars().count() + 3;
        if width + length > usize::from(area.width) {
            if lines.len() == usize::from(area.height) {
                break;
            }
            lines.push(Line::default());
            width = 0;
        }
        if let Some(line) = lines.last_mut() {
            line.push_span(Span::styled(format!(" {key}"), palette.accent()));
            line.push_span(Span::styled(format!(" {what} "), palette.quiet()));
        }
        width += length;
    }
    frame.render_widget(Paragraph::new(lines), area);
}

/// A box over the middle of the screen; lines that are too long for it go on in the next.
pub fn overlay(frame: &mut Frame<'_>, title: &str, lines: Vec<Line<'_>>, palette: Palette) {
    let screen = frame.area();
    let room = usize::from(screen.width.saturating_sub(4)).max(1);
    let lines: Vec<Line<'_>> = lines
        .into_iter()
        .flat_map(|line| {
            if line.width() <= room {
                return vec![line];
            }
            let text: String = line.spans.iter().map(|span| span.content.as_ref()).collect();
            let style = line.style;
            let wrapped = crate::width::wrap(text.trim_end(), room);
            wrapped.lines().map(|part| Line::styled(part.to_owned(), style)).collect()
        })
        .collect();
    let widest = lines.iter().map(Line::width).max().unwrap_or(0).max(title.chars().count() + 2) as u16;
    let (width, height) = ((widest + 4).min(screen.width), (lines.len() as u16 + 2).min(screen.height));
    let area = Rect {
        x: screen.x + (screen.width - width) / 2,
        y: screen.y + (screen.height - height) / 2,
        width,
        height,
    };
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .title(format!(" {title} "))
        .title_style(palette.accent())
        .style(palette.page());
    frame.render_widget(Clear, area);
    let text: Vec<Line<'_>> = lines
        .into_iter()
        .map(|mut line| {
            line.spans.insert(0, Span::raw(" "));
            line
        })
        .collect();
    frame.render_widget(Paragraph::new(text).block(block), area);
}

/// Two columns of text in an overlay.
pub fn pair<'a>(left: &str, right: &str, width: usize, palette: Palette) -> Line<'a> {
    Line::from(vec![
        Span::styled(format!("{left:<width$}  "), palette.accent()),
        Span::styled(right.to_string(), Style::new()),
    ])
}

/// `1:02.3`, or `59.8`; hours when there are any.
pub fn time(ms: u64, digits: usize) -> String {
    let (seconds, rest) = (ms / 1000, ms % 1000);
    let fraction = &format!("{rest:03}")[..digits];
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match (hours, minutes) {
        (0, 0) => format!("{seconds}.{fraction}"),
        (0, _) => format!("{minutes}:{seconds:02}.{fraction}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}.{fraction}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_whole_or_absent() {
        let figures = ["time 12.3", "moves 38 (30 mtm)", "tiles/s 3.10", "distance 38"].map(str::to_owned);
        assert_eq!(rows_of(&figures, 40, 1), ["time 12.3  moves 38 (30 mtm)"]);
        assert_eq!(rows_of(&figures, 40, 2), ["time 12.3  moves 38 (30 mtm)", "tiles/s 3.10  distance 38"]);
        for width in 0..60 {
            let rows = rows_of(&figures, width, 2).join("  ");
            assert!(
                rows.split("  ").all(|told| told.is_empty() || figures.iter().any(|f| f == told)),
                "{rows}"
            );
        }
    }

    #[test]
    fn times_are_written_as_on_a_stopwatch() {
        assert_eq!(time(909, 3), "0.909");
        assert_eq!(time(59_999, 1), "59.9");
        assert_eq!(time(62_345, 2), "1:02.34");
        assert_eq!(time(3_600_000, 1), "1:00:00.0");
    }
}
