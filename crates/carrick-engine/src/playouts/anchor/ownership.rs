//! Ownership of points in playouts of Anchor.

use carrick_games::Colour;

use crate::playouts::block::LANES;

/// Shares of playouts in which each point became a colour's area. Dead stones, and the points under
/// them, belong to the opponent. Filled by
/// [`AnchorPlayouts::run_with_ownership`](super::AnchorPlayouts); slots are those of
/// [`AnchorPlayouts::slot_of`](super::AnchorPlayouts::slot_of).
///
/// ```
/// use carrick_engine::{Playouts as _, PlayoutTally, playouts::{AnchorPlayouts, Ownership}};
/// use carrick_games::{Board as _, Notation as _, Colour, anchor::{Board, Options}};
/// let mut playouts = AnchorPlayouts::new(Options::default());
/// let mut tally = PlayoutTally::new(playouts.slots());
/// let mut ownership = Ownership::new(playouts.slots());
/// let mut board = Board::new(Options::default());
/// board.play_unchecked(board.parse_turn("A1")?);
/// let mut rng = fastrand::Rng::with_seed(1);
/// playouts.run_with_ownership(&board, &mut rng, &mut tally, &mut ownership);
/// let corner = playouts.slot_of("A1".parse()?);
/// assert_eq!(ownership.share(corner, Colour::Dark), 1.0); // a home corner of Black: it lives
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ownership {
    games: u32,
    dark: Vec<u32>,
}

impl Ownership {
    /// Creates an ownership without games, for a number of slots.
    #[must_use]
    pub fn new(slots: usize) -> Self {
        Self { games: 0, dark: vec![0; slots] }
    }

    /// Number of games.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// The share of the games in which a point was a colour's area, 0 to 1; one half if there were
    /// no games.
    ///
    /// # Panics
    /// If the slot does not exist, unless there were no games.
    #[must_use]
    pub fn share(&self, slot: usize, colour: Colour) -> f32 {
        if self.games == 0 {
            return 0.5;
        }
        let dark = self.dark[slot];
        let own = if colour == Colour::Dark { dark } else { self.games - dark };
        own as f32 / self.games as f32
    }

    /// Adds a block, given in how many of its games each point was Black's.
    #[inline(always)]
    pub(super) fn add_block(&mut self, dark: impl Iterator<Item = u32>) {
        self.games += LANES as u32;
        for (sum, games) in self.dark.iter_mut().zip(dark) {
            *sum += games;
        }
    }
}
