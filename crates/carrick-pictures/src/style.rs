//! What a caller may choose about a picture.

/// How a position is drawn.
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
