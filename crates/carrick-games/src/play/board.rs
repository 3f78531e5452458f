//! The rules of a game as traits: boards, sets of legal turns, and the history that rules need.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{AnyOptions, Colour, GameKind, GameOptions, Outcome, Seat};

/// The rules of a game: a board, move generation, playing turns, and the end of the game.
///
/// A search or a solver needs nothing else. For reading and writing turns, see
/// [`Notation`](crate::Notation); for drawing boards, [`Show`](crate::Show).
///
/// Boards have a fixed size and are `Copy`. Playing turns, finding them and detecting the end of
/// the game allocate no memory. A board knows everything that the rules need, except what happened
/// before the last turn (repetition, mirrored runs). That is kept by a [`History`] next to the
/// board in a [`Position`](crate::Position).
pub trait Board: Copy + Eq + Debug + Send + Sync + 'static {
    /// The kind of game, as a value.
    const KIND: GameKind;
    /// The game's options, checked: those of the command `challenge`.
    type Options: GameOptions + Into<AnyOptions>;
    /// A turn. Ordered by where it is played.
    type Turn: Copy + Ord + Hash + Debug + Send + Sync + 'static;
    /// A set of turns without heap memory.
    type Turns: TurnSet<Turn = Self::Turn>;
    /// Why a well-formed turn may not be played, in the game's terms.
    type Illegal: std::error::Error + Clone + PartialEq + Send + Sync + Into<crate::Illegal>;
    /// The part of the game's past that the rules need; `()` if they need none.
    type History: History<Self>;

    /// The position before the first turn.
    fn new(options: Self::Options) -> Self;

    /// The options of the game.
    fn options(&self) -> Self::Options;

    /// The colour of the next turn; when the game is over, that of the player who would have been
    /// next.
    fn to_move(&self) -> Colour;

    /// The seat that holds a colour.
    fn seat_of(&self, colour: Colour) -> Seat;

    /// The colour that a seat holds at present.
    fn colour_of(&self, seat: Seat) -> Colour {
        if self.seat_of(Colour::Light) == seat { Colour::Light } else { Colour::Dark }
    }

    /// The seat that makes the next turn.
    fn seat_to_move(&self) -> Seat {
        self.seat_of(self.to_move())
    }

    /// The outcome of the game, if it is over and the board is enough to show it. This is cheap,
    /// because it was found while playing.
    fn outcome(&self) -> Option<Outcome>;

    /// All legal turns, as far as the board decides; empty if the game is over. The [`History`] may
    /// forbid some of them ([`Position::legal_turns`](crate::Position::legal_turns) leaves those
    /// out).
    fn legal_turns(&self) -> Self::Turns;

    /// Checks whether a turn is legal, as far as the board decides.
    ///
    /// # Errors
    /// The reason, which names places and cubes.
    fn check(&self, turn: Self::Turn) -> Result<(), Self::Illegal>;

    /// Plays a turn that is known to be legal, without checking it.
    ///
    /// # Panics
    /// May panic if the turn is illegal. If it does not panic, the board may be in a position that
    /// no game can reach.
    fn play_unchecked(&mut self, turn: Self::Turn);

    /// Whether a turn is the swap, which exchanges the players' colours.
    #[must_use]
    fn is_swap(_turn: Self::Turn) -> bool {
        false
    }

    /// Whether a turn is a pass.
    #[must_use]
    fn is_pass(_turn: Self::Turn) -> bool {
        false
    }

    /// Hash key of the board, 128 bits, for transposition tables. Boards have the same key if the
    /// same games can follow, whatever the last turn was; all other boards have different keys,
    /// except for collisions (for their probability, see [`hash_of`](crate::hash_of)).
    fn hash(&self) -> u128;
}

/// A set of turns that can be counted, indexed and iterated without heap memory.
///
/// The order of [`nth`](Self::nth) and [`iter`](Self::iter) depends only on the set, and is fixed
/// for each game:
///
/// | game | order |
/// |---|---|
/// | Ankor | adds by cell; moves by group of linked cubes, cube and destination; swap or pass |
/// | Boche | placements by cell and rotation (from `a` to `h`); swap |
/// | Antipod | points by number |
/// | Anchor | stones by letter and number; swap; pass |
///
/// An index is not the number of the turn in the [`ActionSpace`](crate::ActionSpace), which is the
/// same in every position.
pub trait TurnSet: Clone + Default {
    /// A turn of the game.
    type Turn;

    /// Number of turns.
    fn len(&self) -> usize;

    /// Whether the set is empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The turn at an index of the set's order, from 0 to `len() - 1`; `None` for larger indices.
    fn nth(&self, index: usize) -> Option<Self::Turn>;

    /// Iterates over the turns, in the set's order.
    fn iter(&self) -> impl Iterator<Item = Self::Turn> + '_;

    /// Whether a turn is in the set.
    fn contains(&self, turn: &Self::Turn) -> bool;
}

/// The part of a game's past that its rules need in addition to the board: repetitions, mirrored
/// runs.
pub trait History<B: Board<History = Self>>: Clone + Default + Debug + Send + Sync {
    /// Removes the turns from `turns` that the past forbids.
    fn restrict(&self, _board: &B, _turns: &mut B::Turns) {}

    /// Checks whether the past forbids a turn.
    ///
    /// # Errors
    /// The reason.
    fn check(&self, _board: &B, _turn: B::Turn) -> Result<(), B::Illegal> {
        Ok(())
    }

    /// Hash key of the history, as far as it affects future turns; complements [`Board::hash`].
    fn hash(&self) -> u128 {
        0
    }

    /// Records a turn. Returns an outcome if the past, together with the new position, ends the
    /// game. Only called for turns after which [`Board::outcome`] is still `None`.
    fn record(&mut self, _before: &B, _turn: B::Turn, _after: &B) -> Option<Outcome> {
        None
    }
}

impl<B: Board<History = ()>> History<B> for () {}
