//! Symmetries of boards: equivalent positions and turns.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Board, Game, Position};

/// A symmetry of a board. The symmetries of a board form a group.
pub trait Symmetry: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// All symmetries, the identity first.
    fn all() -> impl Iterator<Item = Self>;

    /// This symmetry, followed by another.
    #[must_use]
    fn then(self, next: Self) -> Self;

    /// The symmetry that reverses this one.
    #[must_use]
    fn inverse(self) -> Self;
}

/// A game whose boards have symmetries.
///
/// Symmetries commute with the rules: the image of a legal turn is legal in the image of a
/// position, and leads to the image of the next position. Seats are never exchanged, so the player
/// to move stays the same. A symmetry that [exchanges colours](Self::exchanges_colours) turns
/// Light's stones, goals and right to move into Dark's, and gives each seat the other colour.
///
/// ```
/// use carrick_games::{Game, Symmetric, Symmetry as _, ankor};
/// let game = Game::<ankor::Board>::new(ankor::Options::default());
/// let corner = game.parse_turn("a1")?;
/// assert_eq!(game.alike(corner).len(), 3); // the board has three corners
/// assert_eq!(<ankor::Board as Symmetric>::Symmetry::all().count(), 6);
/// # Ok::<(), carrick_games::TurnError<ankor::Illegal>>(())
/// ```
pub trait Symmetric: Board {
    /// The symmetries of boards of every size.
    type Symmetry: Symmetry;

    /// Whether a symmetry exchanges the colours.
    #[must_use]
    fn exchanges_colours(_symmetry: Self::Symmetry) -> bool {
        false
    }

    /// The image of a turn on a board with these options.
    fn turn_image(options: Self::Options, turn: Self::Turn, by: Self::Symmetry) -> Self::Turn;

    /// The image of a board.
    #[must_use]
    fn image(&self, by: Self::Symmetry) -> Self;

    /// The image of a history, in a game with these options.
    fn history_image(
        history: &Self::History,
        options: Self::Options,
        by: Self::Symmetry,
    ) -> Self::History;
}

impl<B: Symmetric> Position<B> {
    /// The image under a symmetry.
    ///
    /// ```
    /// use carrick_games::{Game, HexSymmetry, Symmetry as _, anchor::{Board, Options}};
    /// let game = Game::<Board>::new(Options::default()).play_text("A1")?;
    /// let images: Vec<_> = HexSymmetry::all().map(|by| game.position().image(by)).collect();
    /// let same = images.iter().filter(|image| image.hash() == game.position().hash());
    /// assert_eq!(same.count(), 2); // the identity and one reflection
    /// # Ok::<(), carrick_games::PlayError<Game<Board>>>(())
    /// ```
    #[must_use]
    pub fn image(&self, by: B::Symmetry) -> Self {
        let history = B::history_image(self.history(), self.board().options(), by);
        let outcome = self.outcome().map(|outcome| match B::exchanges_colours(by) {
            true => outcome.with_colours_exchanged(),
            false => outcome,
        });
        Self::from_parts(self.board().image(by), history, outcome)
    }
}

impl<B: Symmetric> Game<B> {
    /// The symmetries that map the position to itself, starting with the identity.
    ///
    /// ```
    /// use carrick_games::{Game, ankor};
    /// let game = Game::<ankor::Board>::new(ankor::Options::default());
    /// assert_eq!(game.symmetries().len(), 6);
    /// assert_eq!(game.play_text("a1")?.symmetries().len(), 2); // a reflection
    /// # Ok::<(), carrick_games::PlayError<Game<ankor::Board>>>(())
    /// ```
    #[must_use]
    pub fn symmetries(&self) -> Vec<B::Symmetry> {
        let position = self.position();
        let leaves = |&by: &B::Symmetry| {
            let image = position.image(by);
            image.board() == position.board() && image.hash() == position.hash()
        };
        B::Symmetry::all().filter(leaves).collect()
    }

    /// All turns that are equivalent to a turn, including itself, in ascending order: its images
    /// under the [symmetries](Self::symmetries) that map the position to itself.
    #[must_use]
    pub fn alike(&self, turn: B::Turn) -> Vec<B::Turn> {
        let options = self.board().options();
        let images = self.symmetries().into_iter().map(|by| B::turn_image(options, turn, by));
        let mut alike: Vec<B::Turn> = images.collect();
        alike.sort_unstable();
        alike.dedup();
        alike
    }
}
