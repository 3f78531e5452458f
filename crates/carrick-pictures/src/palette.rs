//! Colours. Light is a pale amber or white, Dark a deep blue or black: so far apart in lightness
//! that they differ in every kind of colour blindness and in grey.

use carrick_games::Colour;

use crate::Theme;

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
    /// Its outline, which shows on the board.
    pub(crate) edge: &'static str,
    /// The ring or cross on it.
    pub(crate) glyph: &'static str,
}

/// The colours of a cube, the same in all themes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cube {
    /// The faces, by axis.
    pub(crate) faces: [&'static str; 3],
    /// The edges between them.
    pub(crate) edge: &'static str,
    /// The rings or crosses on them.
    pub(crate) glyph: &'static str,
}

/// A line that is visible on any background: a core inside a casing of the opposite lightness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) core: &'static str,
    pub(crate) casing: &'static str,
}

/// The winning path, ring or group.
pub(crate) const WON: Mark = Mark { core: "#ffffff", casing: "#111111" };

/// The last turn.
pub(crate) const LAST: Mark = Mark { core: "#c4006a", casing: "#ffffff" };

/// Ankor's links: connected, adjacent, at a side.
pub(crate) const LINKS: [Mark; 3] = [
    Mark { core: "#0a6b34", casing: "#ffffff" },
    Mark { core: "#6a2ca0", casing: "#ffffff" },
    Mark { core: "#9a3b00", casing: "#ffffff" },
];

const LIGHT_CUBE: Cube =
    Cube { faces: ["#e8b95e", "#ffebb8", "#f6d388"], edge: "#4a3810", glyph: "#664705" };

const DARK_CUBE: Cube =
    Cube { faces: ["#1b3a66", "#2f609f", "#254c80"], edge: "#cfe0f5", glyph: "#cfe0f5" };

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
    board: "#2b313a",
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
    /// The colours of a player's cubes.
    pub(crate) const fn of(colour: Colour) -> &'static Self {
        match colour {
            Colour::Light => &LIGHT_CUBE,
            Colour::Dark => &DARK_CUBE,
        }
    }
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

    /// A cased line needs contrast in one of its parts.
    #[track_caller]
    fn check_mark(mark: Mark, on: &str) {
        check(mark.core, mark.casing, GRAPHICS);
        let found = contrast(mark.core, on).max(contrast(mark.casing, on));
        assert!(found >= GRAPHICS, "{mark:?} on {on}: {found:.2}");
    }

    #[test]
    fn the_ratio_is_that_of_the_standard() {
        assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
        assert!((contrast("#777777", "#ffffff") - 4.48).abs() < 0.01);
    }

    #[test]
    fn cubes_are_told_apart() {
        let [light, dark] = Colour::BOTH.map(Cube::of);
        for one in light.faces {
            for other in dark.faces {
                check(one, other, GRAPHICS);
            }
        }
        for cube in [light, dark] {
            for face in cube.faces {
                check(cube.edge, face, GRAPHICS);
                check(cube.glyph, face, GRAPHICS);
                check_mark(WON, face);
                check_mark(LAST, face);
            }
        }
    }

    #[test]
    fn what_stands_on_a_board_shows() {
        for theme in [Theme::Light, Theme::Dark] {
            let palette = Palette::of(theme);
            check(palette.line, palette.board, GRAPHICS);
            check(palette.ink, palette.paper, TEXT);
            check(palette.ink, palette.board, TEXT);
            check_mark(WON, palette.board);
            check_mark(LAST, palette.board);
            let [light, dark] = Colour::BOTH.map(|colour| palette.stone(colour));
            check(light.fill, dark.fill, GRAPHICS);
            for stone in [light, dark] {
                check(stone.glyph, stone.fill, GRAPHICS);
                check_mark(WON, stone.fill);
                check_mark(LAST, stone.fill);
                let edge = contrast(stone.edge, palette.board);
                let fill = contrast(stone.fill, palette.board);
                assert!(edge.max(fill) >= GRAPHICS, "{stone:?} on {}", palette.board);
            }
            for cube in Colour::BOTH.map(Cube::of) {
                for face in cube.faces {
                    let edge = contrast(cube.edge, palette.board);
                    let shows = edge.max(contrast(face, palette.board));
                    assert!(shows >= GRAPHICS, "{cube:?} on {}", palette.board);
                }
            }
        }
    }
}
