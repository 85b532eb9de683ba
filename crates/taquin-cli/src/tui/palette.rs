//! Colours: what a tile looks like, and that its number can be read.

use ratatui::style::{Color, Modifier, Style};
use taquin_core::{Cell, Shape};

use super::keys::named;

named! {
    /// What a tile's colour tells.
    pub enum Scheme {
        /// Nothing: all are alike.
        Plain = "plain",
        /// The row it belongs to.
        Rows = "rows",
        /// The layer it belongs to, from the outside in: what speed solvers use.
        Fringe = "fringe",
        /// Whether it is at home.
        Solved = "solved",
    }
}

named! {
    /// The surroundings.
    pub enum Theme {
        /// Light letters on a dark ground.
        Dark = "dark",
        /// Dark letters on a light ground.
        Light = "light",
        /// No colour at all.
        Mono = "mono",
    }
}

/// Red, green and blue.
pub type Rgb = (u8, u8, u8);

/// A scheme, its surroundings, and how many colours the terminal knows.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    pub scheme: Scheme,
    pub theme: Theme,
    /// Whether the terminal shows any of 16 million colours; else the nearest of 256.
    pub true_colour: bool,
}

impl Palette {
    /// The style of a tile whose home is `home`, standing at home or not.
    pub fn tile(self, shape: Shape, home: Cell, at_home: bool) -> Style {
        if self.theme == Theme::Mono {
            let style = Style::new().add_modifier(Modifier::REVERSED);
            return match (self.scheme, at_home) {
                (Scheme::Plain, _) | (_, false) => style,
                (_, true) => style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
            };
        }
        let ground = self.ground(shape, home, at_home);
        let style = Style::new().bg(self.colour(ground)).fg(self.colour(ink_on(ground)));
        if at_home && self.scheme != Scheme::Plain { style.add_modifier(Modifier::BOLD) } else { style }
    }

    /// The style of a tile in a celebration.
    pub fn wave(self, step: u32) -> Style {
        if self.theme == Theme::Mono {
            let style = Style::new().add_modifier(Modifier::REVERSED);
            return if step.is_multiple_of(2) { style.add_modifier(Modifier::BOLD) } else { style };
        }
        let ground = band(step, self.theme == Theme::Light);
        Style::new().bg(self.colour(ground)).fg(self.colour(ink_on(ground))).add_modifier(Modifier::BOLD)
    }

    fn ground(self, shape: Shape, home: Cell, at_home: bool) -> Rgb {
        let (row, column) = (shape.row(home), shape.column(home));
        let light = self.theme == Theme::Light;
        match self.scheme {
            Scheme::Plain if light => (214, 206, 190),
            Scheme::Plain => (196, 178, 142),
            Scheme::Solved if at_home => (124, 190, 116),
            Scheme::Solved if light => (222, 216, 204),
            Scheme::Solved => (200, 196, 186),
            Scheme::Rows => band(row, light),
            Scheme::Fringe => {
                // A row of the outermost layer and its column are told apart by two shades of one colour.
                let layer = row.min(column);
                let ground = band(layer, light);
                if column < row { shade(ground) } else { ground }
            }
        }
    }

    /// Quiet text beside the board.
    pub fn quiet(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// Text that should be seen.
    pub fn loud(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The one colour of everything that is not a tile.
    pub fn accent(self) -> Style {
        match self.theme {
            Theme::Mono => Style::new().add_modifier(Modifier::BOLD),
            Theme::Dark => Style::new().fg(self.colour((240, 190, 90))).add_modifier(Modifier::BOLD),
            Theme::Light => Style::new().fg(self.colour((140, 80, 0))).add_modifier(Modifier::BOLD),
        }
    }

    /// The whole screen.
    pub fn page(self) -> Style {
        match self.theme {
            Theme::Mono => Style::new(),
            Theme::Dark => Style::new().bg(self.colour((24, 24, 27))).fg(self.colour((228, 226, 220))),
            Theme::Light => Style::new().bg(self.colour((250, 248, 242))).fg(self.colour((40, 38, 34))),
        }
    }

    fn colour(self, (r, g, b): Rgb) -> Color {
        if self.true_colour {
            return Color::Rgb(r, g, b);
        }
        let step = |v: u8| (u16::from(v) * 5 + 127) / 255;
        Color::Indexed((16 + 36 * step(r) + 6 * step(g) + step(b)) as u8)
    }
}

/// Seven bands that differ in lightness too, so that they are told apart without seeing hues.
fn band(number: u32, light: bool) -> Rgb {
    const BANDS: [Rgb; 7] = [
        (226, 96, 84),
        (240, 180, 84),
        (232, 224, 120),
        (120, 190, 110),
        (104, 184, 214),
        (140, 140, 226),
        (206, 132, 206),
    ];
    let (r, g, b) = BANDS[number as usize % BANDS.len()];
    let lift = |v: u8| if light { v / 2 + 118 } else { v };
    (lift(r), lift(g), lift(b))
}

fn shade((r, g, b): Rgb) -> Rgb {
    let dim = |v: u8| (u16::from(v) * 4 / 5) as u8;
    (dim(r), dim(g), dim(b))
}

/// Black or white, whichever can be read better on this ground.
fn ink_on(ground: Rgb) -> Rgb {
    let (black, white) = ((16, 16, 16), (255, 255, 255));
    if contrast(ground, black) >= contrast(ground, white) { black } else { white }
}

/// The contrast of two colours as the Web Content Accessibility Guidelines define it, from 1 to 21.
fn contrast(a: Rgb, b: Rgb) -> f64 {
    let light = |v: u8| {
        let v = f64::from(v) / 255.0;
        if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
    };
    let luminance = |(r, g, b): Rgb| 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_on_every_tile_can_be_read() {
        let shape = Shape::new(20, 20).unwrap();
        for &scheme in Scheme::ALL {
            for theme in [Theme::Dark, Theme::Light] {
                let palette = Palette { scheme, theme, true_colour: true };
                for (home, at_home) in shape.all_cells().flat_map(|c| [(c, true), (c, false)]) {
                    let ground = palette.ground(shape, home, at_home);
                    assert!(contrast(ground, ink_on(ground)) >= 4.5, "{scheme:?} {theme:?} {ground:?}");
                }
            }
        }
    }
}
