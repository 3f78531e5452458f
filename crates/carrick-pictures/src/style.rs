//! Drawing options: theme, labels, marks, orientation, overlays.

/// Drawing options of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Light or dark surroundings.
    pub theme: Theme,
    /// Names of rows, numbers and spots, and the count under a scored board of Anchor.
    pub labels: bool,
    /// The last turn, and the path, ring or enclosed group that won.
    pub marks: bool,
    /// Anchor: anchors, dead stones and territory as if the game ended here. A game that has ended
    /// by its score shows them in any case.
    pub score: bool,
    /// Which way up the boards of the cube games are.
    pub orientation: Orientation,
    /// Antipod's discs one above the other, for narrow pages, instead of side by side.
    pub stacked: bool,
    /// Ankor: which links between cubes are drawn over the board.
    pub links: Links,
    /// Every group of two or more bears its size.
    pub sizes: bool,
    /// The cube games: only the cubes up to this level, so that what they cover can be seen.
    pub peel: Option<u8>,
}

/// Ankor's three kinds of link, each drawn in a manner of its own: connected cubes by a solid line,
/// adjacent ones by a broken line, and a cube at a side by an arrow towards it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Links {
    /// Between cubes of which one rests on the other in plain sight: what paths are made of.
    pub connected: bool,
    /// Between neighbours of a level: ways for a cube that moves, no part of a path.
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
            marks: true,
            score: false,
            orientation: Orientation::TipUp,
            stacked: false,
            links: Links::default(),
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
    /// For being part of a page that has themes of its own: colours are custom properties of the
    /// page (`--board-paper` and so on), and those of the light theme where it sets none. Programs
    /// that know no custom properties cannot draw it.
    Page,
}

/// Which way up the boards of the cube games are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Orientation {
    /// Row `a` at the top and rows across, which is easiest to read.
    #[default]
    TipUp,
    /// Row `a` at the right, as in the inventor's diagrams and the drawings made of characters.
    TipRight,
}
