//! The rules of a game as traits: boards, sets of turns, and what is remembered of the past.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{AnyOptions, Colour, GameKind, GameOptions, Outcome, Seat};

/// The rules of a game: a board, its legal turns, what they do and when the game is over.
///
/// This is all that a search or a solver needs. Reading and writing turns is
/// [`Notation`](crate::Notation)'s, drawing the board is [`Show`](crate::Show)'s.
///
/// Boards have a fixed size, are `Copy`, and neither playing turns, finding them nor detecting the
/// end of the game allocates memory. A board knows everything that the rules need except what lies
/// further back than the last turn (repetition, mirrored runs): that is kept by a [`History`]
/// beside the board in a [`Position`](crate::Position).
pub trait Board: Copy + Eq + Debug + Send + Sync + 'static {
    /// Which game this is.
    const KIND: GameKind;
    /// The options of `challenge`, checked.
    type Options: GameOptions + Into<AnyOptions>;
    /// One turn of one player. Ordered by where it is played.
    type Turn: Copy + Ord + Hash + Debug + Send + Sync + 'static;
    /// A set of turns without heap memory.
    type Turns: TurnSet<Turn = Self::Turn>;
    /// Why a well-formed turn may not be played, in the game's language.
    type Illegal: std::error::Error + Clone + PartialEq + Send + Sync + Into<crate::Illegal>;
    /// What the rules remember of the game's past; `()` when nothing.
    type History: History<Self>;

    /// The position before the first turn.
    fn new(options: Self::Options) -> Self;

    /// The options the position is played with.
    fn options(&self) -> Self::Options;

    /// The colour that the next turn plays for; after the end, that of the player who would have
    /// been next.
    fn to_move(&self) -> Colour;

    /// Who holds a colour.
    fn seat_of(&self, colour: Colour) -> Seat;

    /// The colour that a seat holds at present.
    fn colour_of(&self, seat: Seat) -> Colour {
        if self.seat_of(Colour::Light) == seat { Colour::Light } else { Colour::Dark }
    }

    /// Who makes the next turn.
    fn seat_to_move(&self) -> Seat {
        self.seat_of(self.to_move())
    }

    /// How the game has ended, if the position alone shows it. Cheap: found while playing.
    fn outcome(&self) -> Option<Outcome>;

    /// All legal turns as far as the position alone decides; none when the game is over.
    fn legal_turns(&self) -> Self::Turns;

    /// Whether a turn is legal as far as the position alone decides, and if not, why.
    ///
    /// # Errors
    /// The reason, naming places and cubes.
    fn check(&self, turn: Self::Turn) -> Result<(), Self::Illegal>;

    /// Plays a turn that is known to be legal.
    ///
    /// # Panics
    /// Perhaps, when the turn is illegal; otherwise an illegal turn leaves a board without meaning.
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

    /// Hash key for transposition tables: equal for boards after which the same games may follow,
    /// which the last turn alone does not change; different for all others, but for accidents (see
    /// [`hash_of`](crate::hash_of)).
    fn hash(&self) -> u128;
}

/// A set of turns: counted, indexed and iterated without heap memory.
pub trait TurnSet: Clone + Default {
    /// What it holds.
    type Turn;

    /// Number of turns.
    fn len(&self) -> usize;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The turn at a position between 0 and `len() - 1` of the set's own fixed order.
    fn nth(&self, index: usize) -> Option<Self::Turn>;

    /// The turns in the set's own order.
    fn iter(&self) -> impl Iterator<Item = Self::Turn> + '_;

    /// Whether a turn is among them.
    fn contains(&self, turn: &Self::Turn) -> bool;
}

/// What the rules of a game remember besides the position.
pub trait History<B: Board<History = Self>>: Clone + Default + Debug + Send + Sync {
    /// Takes the turns out of `turns` that the past forbids.
    fn restrict(&self, _board: &B, _turns: &mut B::Turns) {}

    /// Whether the past forbids a turn, and why.
    ///
    /// # Errors
    /// The reason.
    fn check(&self, _board: &B, _turn: B::Turn) -> Result<(), B::Illegal> {
        Ok(())
    }

    /// Hash key, as [`Board::hash`], of what the past says about the turns to come.
    fn hash(&self) -> u128 {
        0
    }

    /// Takes note of a turn; returns an outcome when the past together with the new position ends
    /// the game. Called only with turns after which [`Board::outcome`] is still open.
    fn record(&mut self, _before: &B, _turn: B::Turn, _after: &B) -> Option<Outcome> {
        None
    }
}

impl<B: Board<History = ()>> History<B> for () {}
