//! Colours: what a tile looks like, and that its number can be read.

use ratatui::style::{Color, Modifier, Style};
use taquin_core::{Cell, Grouping, Shape};

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
    /// Tiles that are alike have one colour, whatever the scheme.
    pub alike: Option<Grouping>,
}

/// What the terminal can show, and what its user wants of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// None: `--color never`, or `NO_COLOR`, which `--color always` overrules.
    None,
    /// The nearest of 256.
    Few,
    /// Any of 16 million.
    All,
}

impl Colours {
    /// As the arguments and the environment say.
    pub fn of_terminal() -> Colours {
        let many = std::env::var("COLORTERM").is_ok_and(|term| term == "truecolor" || term == "24bit");
        // The choice of standard output: `--color` first, then what the environment says.
        let choice = anstream::AutoStream::choice(&std::io::stdout());
        // The terminal's library looks at NO_COLOR by itself; `--color always` is said to it too.
        ratatui::crossterm::style::force_color_output(choice != anstream::ColorChoice::Never);
        match choice {
            anstream::ColorChoice::Never => Colours::None,
            _ if many => Colours::All,
            _ => Colours::Few,
        }
    }
}

impl Palette {
    /// The player's scheme and theme, as far as the terminal shows colours.
    pub fn new(scheme: Scheme, theme: Theme, colours: Colours) -> Palette {
        let theme = if colours == Colours::None { Theme::Mono } else { theme };
        Palette { scheme, theme, true_colour: colours == Colours::All, alike: None }
    }

    /// The same, telling which tiles are alike.
    pub fn telling(self, alike: Option<Grouping>) -> Palette {
        Palette { alike, ..self }
    }

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
        let light = self.theme == Theme::Light;
        if let Some(alike) = self.alike {
            return band(alike.group(shape, home), light);
        }
        match self.scheme {
            Scheme::Plain if light => (214, 206, 190),
            Scheme::Plain => (196, 178, 142),
            Scheme::Solved if at_home => (124, 190, 116),
            Scheme::Solved if light => (222, 216, 204),
            Scheme::Solved => (200, 196, 186),
            Scheme::Rows => band(Grouping::Rows.group(shape, home), light),
            Scheme::Fringe => {
                // The row of a layer and its column are told apart by two shades of one colour.
                let ground = band(Grouping::Fringe.group(shape, home), light);
                if shape.column(home) < shape.row(home) { shade(ground) } else { ground }
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
        let style = Style::new().add_modifier(Modifier::BOLD);
        self.surroundings().map_or(style, |(_, _, accent)| style.fg(self.colour(accent)))
    }

    /// The whole screen.
    pub fn page(self) -> Style {
        let style = Style::new();
        self.surroundings().map_or(style, |(page, ink, _)| style.bg(self.colour(page)).fg(self.colour(ink)))
    }

    /// The page, its ink and its accent; none without colours.
    fn surroundings(self) -> Option<(Rgb, Rgb, Rgb)> {
        match self.theme {
            Theme::Mono => None,
            Theme::Dark => Some(((24, 24, 27), (228, 226, 220), (240, 190, 90))),
            Theme::Light => Some(((250, 248, 242), (40, 38, 34), (140, 80, 0))),
        }
    }

    fn colour(self, (r, g, b): Rgb) -> Color {
        if self.true_colour {
            return Color::Rgb(r, g, b);
        }
        Color::Indexed(nearest((r, g, b)).0)
    }
}

/// The nearest of the 240 colours that every terminal of 256 colours shows alike, and what it looks like: a cube of
/// six steps a side, whose steps are not even, and 24 greys.
fn nearest((r, g, b): Rgb) -> (u8, Rgb) {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let step = |v: u8| (0..6).min_by_key(|&i| STEPS[usize::from(i)].abs_diff(v)).unwrap_or(0);
    let (x, y, z) = (step(r), step(g), step(b));
    let coloured = (STEPS[usize::from(x)], STEPS[usize::from(y)], STEPS[usize::from(z)]);
    let mean = ((u16::from(r) + u16::from(g) + u16::from(b)) / 3) as u8;
    let place = (mean.saturating_sub(3) / 10).min(23);
    let grey = 8 + 10 * place;
    let far = |(x, y, z): Rgb| {
        [x.abs_diff(r), y.abs_diff(g), z.abs_diff(b)].map(|d| u32::from(d).pow(2)).iter().sum::<u32>()
    };
    if far((grey, grey, grey)) < far(coloured) {
        (232 + place, (grey, grey, grey))
    } else {
        (16 + 36 * x + 6 * y + z, coloured)
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
    fn every_number_on_every_tile_can_be_read_in_16_million_colours_and_in_256() {
        let shape = Shape::new(20, 20).unwrap();
        let readable = |ground, ink, why: &dyn std::fmt::Debug| {
            assert!(contrast(ground, ink) >= 4.5, "{why:?} {ground:?} {ink:?}");
            let (ground, ink) = (nearest(ground).1, nearest(ink).1);
            assert!(contrast(ground, ink) >= 4.5, "{why:?} {ground:?} {ink:?}, of 256");
        };
        for &scheme in Scheme::ALL {
            for theme in [Theme::Dark, Theme::Light] {
                let palette = Palette { scheme, theme, true_colour: true, alike: None };
                for (home, at_home) in shape.all_cells().flat_map(|c| [(c, true), (c, false)]) {
                    let ground = palette.ground(shape, home, at_home);
                    readable(ground, ink_on(ground), &palette);
                }
                let (page, ink, accent) = palette.surroundings().unwrap();
                readable(page, ink, &palette);
                readable(page, accent, &palette);
            }
        }
    }

    #[test]
    fn the_nearest_of_256_colours_is_a_grey_for_a_grey() {
        assert_eq!(nearest((24, 24, 27)), (234, (28, 28, 28)));
        assert_eq!(nearest((40, 38, 34)), (235, (38, 38, 38)));
        assert_eq!(nearest((255, 255, 255)).0, 231);
        assert_eq!(nearest((0, 0, 0)).0, 16);
        assert_eq!(nearest((215, 95, 0)), (166, (215, 95, 0)));
    }
}
