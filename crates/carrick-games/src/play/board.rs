//! The rules of a game as traits: boards, sets of legal turns, and the history that the rules need.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{AnyOptions, Colour, GameKind, GameOptions, Outcome, Seat};

/// The rules of a game: a board, move generation, playing turns, and the end of the game.
///
/// This is all that a search or a solver needs. Reading and writing turns is
/// [`Notation`](crate::Notation)'s, drawing the board is [`Show`](crate::Show)'s.
///
/// Boards have a fixed size, are `Copy`, and neither playing turns, finding them nor detecting the
/// end of the game allocates memory. A board knows everything that the rules need except what lies
/// further back than the last turn (repetition, mirrored runs): that is kept by a [`History`]
/// beside the board in a [`Position`](crate::Position).
pub trait Board: Copy + Eq + Debug + Send + Sync + 'static {
    /// The game, as a value.
    const KIND: GameKind;
    /// The game's options, checked: those that the command `challenge` takes.
    type Options: GameOptions + Into<AnyOptions>;
    /// One turn of one player. Ordered by where it is played.
    type Turn: Copy + Ord + Hash + Debug + Send + Sync + 'static;
    /// A set of turns without heap memory.
    type Turns: TurnSet<Turn = Self::Turn>;
    /// Why a well-formed turn may not be played, in the game's language.
    type Illegal: std::error::Error + Clone + PartialEq + Send + Sync + Into<crate::Illegal>;
    /// The part of the game's past that the rules need; `()` if they need none.
    type History: History<Self>;

    /// The position before the first turn.
    fn new(options: Self::Options) -> Self;

    /// The options the position is played with.
    fn options(&self) -> Self::Options;

    /// The colour that the next turn plays for; after the end, that of the player who would have
    /// been next.
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

    /// The outcome of the game, if it is over and the board alone shows it. Cheap: found while
    /// playing.
    fn outcome(&self) -> Option<Outcome>;

    /// All legal turns as far as the board alone decides; none when the game is over. The
    /// [`History`] may forbid some of them ([`Position::legal_turns`](crate::Position::legal_turns)
    /// takes those out).
    fn legal_turns(&self) -> Self::Turns;

    /// Checks whether a turn is legal, as far as the board alone decides.
    ///
    /// # Errors
    /// The reason, naming places and cubes.
    fn check(&self, turn: Self::Turn) -> Result<(), Self::Illegal>;

    /// Plays a turn that is known to be legal, without checking it.
    ///
    /// # Panics
    /// May panic when the turn is illegal. Where it does not, the board is left in a position that
    /// no game can reach.
    fn play_unchecked(&mut self, turn: Self::Turn);

    /// Whether a turn is the swap, with which the players exchange colours.
    #[must_use]
    fn is_swap(_turn: Self::Turn) -> bool {
        false
    }

    /// Whether a turn is a pass.
    #[must_use]
    fn is_pass(_turn: Self::Turn) -> bool {
        false
    }

    /// Hash key of the board, 128 bits, for transposition tables. Equal for boards from which the
    /// same games may follow, whatever the last turn was; different for all others, except for
    /// collisions (see [`hash_of`](crate::hash_of) for how rare they are).
    fn hash(&self) -> u128;
}

/// A set of turns, counted, indexed and iterated without heap memory.
///
/// The order of [`nth`](Self::nth) and [`iter`](Self::iter) depends on the set alone, and is fixed
/// for each game:
///
/// | game | order |
/// |---|---|
/// | Ankor | adds by cell; moves by group of linked cubes, cube and destination; swap or pass |
/// | Boche | placements by cell and rotation (from `a` to `h`); swap |
/// | Antipod | points by number |
/// | Anchor | stones by letter and number; swap; pass |
///
/// An index is not the number that a turn has in the [`ActionSpace`](crate::ActionSpace), which is
/// the same in every position.
pub trait TurnSet: Clone + Default {
    /// A turn of the game.
    type Turn;

    /// Number of turns.
    fn len(&self) -> usize;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The turn at an index of the set's order, from 0 to `len() - 1`; `None` beyond.
    fn nth(&self, index: usize) -> Option<Self::Turn>;

    /// Iterates over the turns, in the set's order.
    fn iter(&self) -> impl Iterator<Item = Self::Turn> + '_;

    /// Whether a turn is in the set.
    fn contains(&self, turn: &Self::Turn) -> bool;
}

/// The part of a game's past that its rules need besides the board: repetitions, mirrored runs.
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

    /// Hash key of the history, as far as it decides about turns to come; goes with
    /// [`Board::hash`].
    fn hash(&self) -> u128 {
        0
    }

    /// Records a turn. Returns an outcome when the past, together with the new position, ends the
    /// game. Called only with turns after which [`Board::outcome`] is still `None`.
    fn record(&mut self, _before: &B, _turn: B::Turn, _after: &B) -> Option<Outcome> {
        None
    }
}

impl<B: Board<History = ()>> History<B> for () {}
