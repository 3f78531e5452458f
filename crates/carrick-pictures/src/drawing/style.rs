//! Drawing options: theme, labels, marks, orientation, overlays.

/// Drawing options of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Light or dark surroundings.
    pub theme: Theme,
    /// Labels of rows, numbers and spots, and the score under a scored board of Anchor.
    pub labels: bool,
    /// The cube games: plates on nests, with their names unless there are no labels.
    pub nests: bool,
    /// The last turn, and the path, ring or enclosed group that won.
    pub marks: bool,
    /// Anchor: anchors, dead stones and territory as if the game ended here. A game that ended by
    /// its score always shows them.
    pub score: bool,
    /// Orientation of the cube games' boards.
    pub orientation: Orientation,
    /// Antipod's discs one above the other, for narrow pages, instead of side by side.
    pub stacked: bool,
    /// Ankor: kinds of links to draw over the board.
    pub links: Links,
    /// Whether every group of two or more shows its size.
    pub sizes: bool,
    /// The cube games: highest level to draw, so that covered cubes can be seen.
    pub peel: Option<u8>,
}

/// Ankor's three kinds of link: connected cubes are joined by a solid line, adjacent ones by a
/// broken line, and an arrow leads from a cube to a side that it touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Links {
    /// Between cubes of which one rests on the other in plain sight: the links of paths.
    pub connected: bool,
    /// Between neighbours on a level: links for moving a cube, no part of a path.
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
            links: Links::default(),
            sizes: false,
            peel: None,
        }
    }
}

/// Light or dark surroundings; cubes and stones look alike in both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// For light pages and for paper.
    #[default]
    Light,
    /// For dark pages.
    Dark,
    /// For pages with themes of their own: colours are custom properties of the page
    /// (`--board-paper` and so on), by default those of the light theme. Renderers without custom
    /// properties cannot draw it.
    Page,
}

/// Orientation of the cube games' boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Orientation {
    /// Row `a` at the top and rows across, which is easiest to read.
    #[default]
    TipUp,
    /// Row `a` at the right, as in the inventor's diagrams and in text drawings.
    TipRight,
}
