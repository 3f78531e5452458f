//! The two colours of a game, and the two players who have them.

use std::ops::Not;

/// A colour of stones or cubes: O and X in Ankor, Light and Dark in Boche, White and Black in
/// Antipod and Anchor. See [`GameKind::colour_name`](crate::GameKind::colour_name).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// O, Light or White.
    Light,
    /// X, Dark or Black.
    Dark,
}

impl Colour {
    /// Both colours, ordered by [`Colour::index`].
    pub const BOTH: [Self; 2] = [Self::Light, Self::Dark];

    /// 0 for [`Light`](Self::Light), 1 for [`Dark`](Self::Dark).
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Colour {
    type Output = Self;

    /// The other colour.
    fn not(self) -> Self {
        match self {
            Self::Light => Self::Dark,
            Self::Dark => Self::Light,
        }
    }
}

/// A player's place in the game: the one named first in the challenge, or the one named second.
/// Seats never change; a swap exchanges the colours of the seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seat {
    /// The player named first.
    First,
    /// The player named second.
    Second,
}

impl Seat {
    /// Both seats, ordered by [`Seat::index`].
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// 0 for [`First`](Self::First), 1 for [`Second`](Self::Second).
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Seat {
    type Output = Self;

    /// The other seat.
    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}
