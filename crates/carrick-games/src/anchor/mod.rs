//! Anchor.

use crate::Colour;

/// Why a turn is against the rules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {}

/// The count of a position as if the game ended there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    /// The dead stones: every stone of a group that is not an anchor, sorted by name.
    pub dead: Vec<String>,
    /// For every point that is empty once the dead stones are removed: whose territory it is.
    pub owners: Vec<(String, Option<Colour>)>,
    /// Dead stones taken by each colour, by [`Colour::index`].
    pub prisoners: [u16; 2],
    /// Points of territory of each colour, by [`Colour::index`].
    pub territory: [u16; 2],
}
