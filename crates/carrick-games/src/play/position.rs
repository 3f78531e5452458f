//! A position with the past that its rules need: the type that searches copy and play on.

use crate::{Board, Colour, History as _, Outcome, Seat, TurnError};

/// A board, the history that its rules need, and the outcome if the game is over.
///
/// It is enough to decide which turns may follow. The list of turns is kept only by a
/// [`Game`](crate::Game).
///
/// ```
/// use carrick_games::{Position, TurnSet, antipod};
/// let mut position = Position::<antipod::Board>::new(antipod::Options::default());
/// let before = position.clone();
/// let turn = position.legal_turns().nth(0).unwrap();
/// position.play_unchecked(turn);
/// assert_eq!(position.legal_turns().len() + 1, before.legal_turns().len());
/// assert_ne!(position.hash(), before.hash());
/// ```
#[derive(Debug, Clone)]
pub struct Position<B: Board> {
    board: B,
    history: B::History,
    outcome: Option<Outcome>,
}

impl<B: Board> Position<B> {
    /// The position before the first turn.
    #[must_use]
    pub fn new(options: B::Options) -> Self {
        Self::of_board(B::new(options))
    }

    /// A board without a past: one that was set up, or whose past does not matter.
    #[must_use]
    pub fn of_board(board: B) -> Self {
        // Antipod at radius 2 is over before its first turn.
        let outcome = board.outcome();
        Self { board, history: B::History::default(), outcome }
    }

    /// A position from its parts, which must belong together.
    pub(crate) const fn from_parts(
        board: B,
        history: B::History,
        outcome: Option<Outcome>,
    ) -> Self {
        Self { board, history, outcome }
    }

    /// The board.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> &B {
        &self.board
    }

    /// The part of the past that the rules need.
    #[must_use]
    pub const fn history(&self) -> &B::History {
        &self.history
    }

    /// How the game ended; `None` if it is not over.
    #[inline]
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The seat that makes the next turn; `None` when the game is over.
    #[must_use]
    pub fn seat_to_move(&self) -> Option<Seat> {
        self.outcome.is_none().then(|| self.board.seat_to_move())
    }

    /// The current colour of a seat.
    #[must_use]
    pub fn colour_of(&self, seat: Seat) -> Colour {
        self.board.colour_of(seat)
    }

    /// All legal turns; empty if the game is over.
    #[must_use]
    pub fn legal_turns(&self) -> B::Turns {
        if self.outcome.is_some() {
            return B::Turns::default();
        }
        let mut turns = self.board.legal_turns();
        self.history.restrict(&self.board, &mut turns);
        turns
    }

    /// Checks whether a turn may be played now.
    ///
    /// # Errors
    /// The reason. If the game is over, that is the reason.
    pub fn check(&self, turn: B::Turn) -> Result<(), TurnError<B::Illegal>> {
        if let Some(outcome) = self.outcome {
            return Err(TurnError::Over { kind: B::KIND, outcome });
        }
        self.board.check(turn).map_err(TurnError::Illegal)?;
        self.history.check(&self.board, turn).map_err(TurnError::Illegal)
    }

    /// Plays a turn that is known to be legal, without checking it.
    ///
    /// # Panics
    /// May panic if the turn is illegal; see [`Board::play_unchecked`].
    pub fn play_unchecked(&mut self, turn: B::Turn) {
        let before = self.board;
        self.board.play_unchecked(turn);
        self.outcome = match self.board.outcome() {
            Some(outcome) => Some(outcome),
            None => self.history.record(&before, turn, &self.board),
        };
    }

    /// Hash key of the position, 128 bits, for transposition tables. Positions have the same key if
    /// the same games can follow.
    ///
    /// Runs of mirroring turns in Anchor are part of the key if there are at least four in a row.
    /// If shorter runs were included, almost all orders of the same turns would have different
    /// keys, and transpositions would not be found.
    #[must_use]
    pub fn hash(&self) -> u128 {
        self.board.hash().wrapping_add(self.history.hash().rotate_left(64))
    }

    /// Ends a running game with an outcome that was agreed or declared. Does nothing if the game is
    /// over.
    pub(crate) fn end(&mut self, outcome: Outcome) {
        self.outcome.get_or_insert(outcome);
    }
}
