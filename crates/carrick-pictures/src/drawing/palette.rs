//! Colours. Light is a pale amber or white, Dark a deep blue or black. Their lightness differs so
//! much that they can be told apart with any kind of colour blindness and in grey.

use std::borrow::Cow;
use std::fmt;

use carrick_games::Colour;

/// Colours of a theme, in SVG notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Palette {
    /// Background around the board.
    pub(crate) paper: &'static str,
    /// Labels on paper and board.
    pub(crate) ink: &'static str,
    /// Surface of the board.
    pub(crate) board: &'static str,
    /// The border of the board.
    pub(crate) frame: &'static str,
    /// Lines of the board.
    pub(crate) line: &'static str,
    /// Stones, by [`Colour::index`].
    stones: [Stone; 2],
}

/// The colours of a stone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stone {
    pub(crate) fill: &'static str,
    /// Its outline, which contrasts with the board.
    pub(crate) edge: &'static str,
    /// The ring or cross on it.
    pub(crate) glyph: &'static str,
}

/// The colours of a cube, the same in all themes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cube {
    /// The faces, by axis.
    faces: [Rgb; 3],
    /// Colour of the shade on low cubes.
    shade: Rgb,
    /// Share of the shade on each level, in percent; the last one is also for all higher levels.
    shades: [u8; TONES],
    /// The edges between the faces.
    pub(crate) edge: &'static str,
    /// The rings or crosses on the faces.
    pub(crate) glyph: &'static str,
}

/// Number of tones: with more, neighbouring levels would look too alike.
const TONES: usize = 4;

/// A colour, `#rrggbb` in SVG.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rgb(u32);

impl Rgb {
    /// This colour, mixed with a percentage of another.
    fn mixed(self, other: Self, percent: u8) -> Self {
        let part = u32::from(percent);
        let channel = |shift: u32| {
            let [own, new] = [self.0, other.0].map(|colour| colour >> shift & 0xff);
            ((own * (100 - part) + new * part + 50) / 100) << shift
        };
        Self(channel(16) | channel(8) | channel(0))
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0)
    }
}

impl From<Rgb> for Cow<'static, str> {
    fn from(colour: Rgb) -> Self {
        colour.to_string().into()
    }
}

/// A line that is visible on any background: a core inside a casing of the opposite lightness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MarkStroke {
    pub(crate) core: &'static str,
    pub(crate) casing: &'static str,
}

/// The winning path, ring or group.
pub(crate) const WON: MarkStroke = MarkStroke { core: "#ffffff", casing: "#111111" };

/// The last turn.
pub(crate) const LAST: MarkStroke = MarkStroke { core: "#c4006a", casing: "#ffffff" };

/// Annotations of figures.
pub(crate) const NOTE: MarkStroke = MarkStroke { core: "#b03800", casing: "#ffffff" };

/// The ring round an open nest.
pub(crate) const NEST: MarkStroke = MarkStroke { core: "#33270b", casing: "#ffffff" };

/// Numbers on badges in the colours of Light and of Dark, by [`Colour::index`].
pub(crate) const NUMBERS: [&str; 2] = ["#1d1e22", "#ffffff"];

/// Ankor's links: connected, adjacent, at a side.
pub(crate) const LINKS: [MarkStroke; 3] = [
    MarkStroke { core: "#0a6b34", casing: "#ffffff" },
    MarkStroke { core: "#6a2ca0", casing: "#ffffff" },
    MarkStroke { core: "#9a3b00", casing: "#ffffff" },
];

const LIGHT_CUBE: Cube = Cube {
    faces: [Rgb(0x00ec_c067), Rgb(0x00ff_f0c8), Rgb(0x00fa_da94)],
    shade: Rgb(0x00c4_a36a),
    shades: [30, 14, 4, 0],
    edge: "#4a3810",
    glyph: "#7a5810",
};

const DARK_CUBE: Cube = Cube {
    faces: [Rgb(0x0020_4274), Rgb(0x0033_64a4), Rgb(0x0029_5389)],
    shade: Rgb(0x0014_2440),
    shades: [36, 20, 8, 0],
    edge: "#cfe0f5",
    glyph: "#9dbce0",
};

/// Paint of Boche's cubes: the faces of a cube differ less, so that a band is perceived as one
/// thing across edges.
const LIGHT_PAINT: Cube = Cube {
    faces: [Rgb(0x00f2_cb7c), Rgb(0x00ff_ebb8), Rgb(0x00fa_dc9a)],
    shades: [20, 10, 3, 0],
    ..LIGHT_CUBE
};

const DARK_PAINT: Cube = Cube {
    faces: [Rgb(0x0021_4577), Rgb(0x0030_5f9d), Rgb(0x0029_528a)],
    shades: [24, 13, 5, 0],
    ..DARK_CUBE
};

const LIGHT: Palette = Palette {
    paper: "#ffffff",
    ink: "#3a342a",
    board: "#efe8d8",
    frame: "#c9bda3",
    line: "#857a66",
    stones: [
        Stone { fill: "#fffef8", edge: "#2a251c", glyph: "#6d6558" },
        Stone { fill: "#1d1e22", edge: "#1d1e22", glyph: "#d5dbe4" },
    ],
};

const DARK: Palette = Palette {
    paper: "#14171c",
    ink: "#d8dde5",
    board: "#3a4350",
    frame: "#4a5361",
    line: "#8b95a3",
    stones: [
        Stone { fill: "#fffef8", edge: "#0e1013", glyph: "#6d6558" },
        Stone { fill: "#0b0c0f", edge: "#c3cbd6", glyph: "#d5dbe4" },
    ],
};

const PAGE: Palette = Palette {
    paper: "var(--board-paper,#fff)",
    ink: "var(--board-ink,#3a342a)",
    board: "var(--board-ground,#efe8d8)",
    frame: "var(--board-frame,#c9bda3)",
    line: "var(--board-line,#857a66)",
    stones: [
        Stone { fill: "#fffef8", edge: "var(--stone-light-edge,#2a251c)", glyph: "#6d6558" },
        Stone {
            fill: "var(--stone-dark,#1d1e22)",
            edge: "var(--stone-dark-edge,#1d1e22)",
            glyph: "#d5dbe4",
        },
    ],
};

impl Palette {
    /// The colours of a theme.
    pub(crate) const fn of(theme: Theme) -> &'static Self {
        match theme {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
            Theme::Page => &PAGE,
        }
    }

    /// The colours of a player's stones.
    pub(crate) const fn stone(&self, colour: Colour) -> Stone {
        self.stones[colour.index()]
    }
}

impl Cube {
    /// The colours of a player's cubes in Ankor.
    pub(crate) const fn of(colour: Colour) -> &'static Self {
        match colour {
            Colour::Light => &LIGHT_CUBE,
            Colour::Dark => &DARK_CUBE,
        }
    }

    /// The colours of a player's paint in Boche.
    pub(crate) const fn painted(colour: Colour) -> &'static Self {
        match colour {
            Colour::Light => &LIGHT_PAINT,
            Colour::Dark => &DARK_PAINT,
        }
    }

    /// The colour of a face on a level: the higher the level, the brighter.
    pub(crate) fn face(&self, axis: usize, level: u8) -> Rgb {
        let tone = usize::from(level).min(TONES - 1);
        self.faces[axis].mixed(self.shade, self.shades[tone])
    }
}

// Drawing options: theme, labels, marks, orientation, overlays.

/// Drawing options of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Light or dark surroundings.
    pub theme: Theme,
    /// Labels of rows, numbers and spots, and the score below a scored board of Anchor.
    pub labels: bool,
    /// The cube games: plates on nests, with their names unless labels are off.
    pub nests: bool,
    /// The last turn, and the path, ring or enclosed group that won.
    pub marks: bool,
    /// Anchor: anchors, dead stones and territory as if the game ended here. Always shown if the
    /// game was decided by its score.
    pub score: bool,
    /// Orientation of the cube games' boards.
    pub orientation: Orientation,
    /// Antipod's discs one above the other, for narrow pages, instead of side by side.
    pub stacked: bool,
    /// Ankor: kinds of links to draw over the board.
    pub links: LinkStyles,
    /// Whether every group of two or more shows its size.
    pub sizes: bool,
    /// The cube games: highest level to draw, so that covered cubes can be seen.
    pub peel: Option<u8>,
}

/// Ankor's three kinds of link: connected cubes are joined by a solid line, adjacent ones by a
/// broken line, and an arrow leads from a cube to each side that it touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LinkStyles {
    /// Between a cube and one that it visibly rests on: the links of paths.
    pub connected: bool,
    /// Between neighbours on a level: links for moving a cube, but not for paths.
    pub adjacent: bool,
    /// From a cube to the sides that it touches.
    pub tips: bool,
}

impl Default for Style {
    /// Labelled and marked, for a light page.
    fn default() -> Self {
        Self {
            theme: Theme::Light,
            labels: true,
            nests: true,
            marks: true,
            score: false,
            orientation: Orientation::TipUp,
            stacked: false,
            links: LinkStyles::default(),
            sizes: false,
            peel: None,
        }
    }
}

/// Light or dark surroundings; cubes and stones look the same in both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// For light pages and for paper.
    #[default]
    Light,
    /// For dark pages.
    Dark,
    /// For pages with custom themes: colours are custom properties of the page (`--board-paper` and
    /// so on), which default to the light theme. Renderers without custom properties cannot draw
    /// it.
    Page,
}

/// Orientation of the cube games' boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Orientation {
    /// Row `a` at the top and rows across, which is easiest to read.
    #[default]
    TipUp,
    /// Row `a` on the right, as in the inventor's diagrams and in text drawings.
    TipRight,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Minimum contrast ratios of WCAG 2.2 for graphics and for text.
    const GRAPHICS: f64 = 3.0;
    const TEXT: f64 = 4.5;

    /// Source: WCAG 2.2, "relative luminance".
    fn luminance(colour: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    /// Source: WCAG 2.2, "contrast ratio".
    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[track_caller]
    fn check(one: &str, other: &str, least: f64) {
        let found = contrast(one, other);
        assert!(found >= least, "{one} on {other}: {found:.2}");
    }

    /// A cased line needs contrast in only one of its parts.
    #[track_caller]
    fn check_mark(mark: MarkStroke, on: &str) {
        check(mark.core, mark.casing, GRAPHICS);
        let found = contrast(mark.core, on).max(contrast(mark.casing, on));
        assert!(found >= GRAPHICS, "{mark:?} on {on}: {found:.2}");
    }

    #[test]
    fn the_ratio_is_that_of_the_standard() {
        assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
        assert!((contrast("#777777", "#ffffff") - 4.48).abs() < 0.01);
    }

    /// All faces of a cube, on all levels.
    fn faces(cube: &'static Cube) -> impl Iterator<Item = String> {
        (0..3).flat_map(move |axis| (0..9).map(move |level| cube.face(axis, level).to_string()))
    }

    #[test]
    fn cubes_can_be_told_apart_on_all_levels() {
        for cubes in [Colour::BOTH.map(Cube::of), Colour::BOTH.map(Cube::painted)] {
            let [light, dark] = cubes;
            for one in faces(light) {
                for other in faces(dark) {
                    check(&one, &other, GRAPHICS);
                }
            }
            for (cube, number) in [light, dark].into_iter().zip(NUMBERS) {
                for face in faces(cube) {
                    check(number, &face, TEXT);
                    check(cube.edge, &face, GRAPHICS);
                    check(cube.glyph, &face, GRAPHICS);
                    check_mark(WON, &face);
                    check_mark(LAST, &face);
                    check_mark(NOTE, &face);
                }
            }
        }
    }

    #[test]
    fn higher_cubes_are_brighter() {
        for cube in Colour::BOTH.into_iter().flat_map(|c| [Cube::of(c), Cube::painted(c)]) {
            for axis in 0..3 {
                let shown = |level| luminance(&cube.face(axis, level).to_string());
                assert!((0..3).all(|level| shown(level) < shown(level + 1)), "{cube:?}, {axis}");
                assert_eq!(cube.face(axis, 3), cube.face(axis, 9));
            }
        }
    }

    #[test]
    fn colours_mix() {
        let (black, mixed) = (Rgb(0), Rgb(0x00ff_8000).mixed(Rgb(0x0000_80ff), 50));
        assert_eq!((black.to_string(), mixed.to_string()), ("#000000".into(), "#808080".into()));
    }

    #[test]
    fn everything_on_a_board_has_contrast() {
        for theme in [Theme::Light, Theme::Dark] {
            let palette = Palette::of(theme);
            check(palette.line, palette.board, GRAPHICS);
            check(palette.ink, palette.paper, TEXT);
            check(palette.ink, palette.board, TEXT);
            check_mark(WON, palette.board);
            check_mark(LAST, palette.board);
            check_mark(NOTE, palette.board);
            let [light, dark] = Colour::BOTH.map(|colour| palette.stone(colour));
            check(light.fill, dark.fill, GRAPHICS);
            for (stone, number) in [light, dark].into_iter().zip(NUMBERS) {
                check(number, stone.fill, TEXT);
                check(stone.glyph, stone.fill, GRAPHICS);
                check_mark(WON, stone.fill);
                check_mark(LAST, stone.fill);
                check_mark(NOTE, stone.fill);
                let edge = contrast(stone.edge, palette.board);
                let fill = contrast(stone.fill, palette.board);
                assert!(edge.max(fill) >= GRAPHICS, "{stone:?} on {}", palette.board);
            }
            for cube in Colour::BOTH.map(Cube::of) {
                for face in faces(cube) {
                    let edge = contrast(cube.edge, palette.board);
                    let shows = edge.max(contrast(&face, palette.board));
                    assert!(shows >= GRAPHICS, "{cube:?} on {}", palette.board);
                }
            }
        }
    }
}
