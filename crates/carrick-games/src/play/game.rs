//! A game: a position and the turns that led to it.

use std::fmt;

use crate::text::mistyped;
use crate::{
    Board, Colour, DrawBy, Illegal, Notation, Outcome, OutcomeProof, Position, Seat, Show,
    TurnError, WinBy,
};

/// A game in progress or finished: a [`Position`] and all turns that led to it.
///
/// ```
/// use carrick_games::{Game, antipod};
/// let game = Game::<antipod::Board>::new(antipod::Options::default());
/// let game = game.play_text("f14")?;
/// let refused = game.play_text("f14").unwrap_err();
/// assert_eq!(refused.game.turns().len(), 1); // nothing was lost
/// # Ok::<(), carrick_games::PlayError<Game<antipod::Board>>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Game<B: Board> {
    position: Position<B>,
    turns: Vec<B::Turn>,
}

/// A turn that was refused, together with the unchanged game.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{reason}")]
pub struct PlayError<G> {
    /// The game, unchanged.
    pub game: G,
    /// Why the turn was refused.
    pub reason: TurnError<Illegal>,
}

impl<B: Board> Game<B> {
    /// The game before its first turn.
    #[must_use]
    pub fn new(options: B::Options) -> Self {
        Self { position: Position::new(options), turns: Vec::new() }
    }

    /// The current position, with the history that the rules need.
    #[must_use]
    pub const fn position(&self) -> &Position<B> {
        &self.position
    }

    /// The current board.
    #[must_use]
    pub const fn board(&self) -> &B {
        self.position.board()
    }

    /// The part of the past that the rules need.
    #[must_use]
    pub const fn history(&self) -> &B::History {
        self.position.history()
    }

    /// All turns so far, including swaps and passes.
    #[must_use]
    pub fn turns(&self) -> &[B::Turn] {
        &self.turns
    }

    /// How the game ended; `None` if it is not over.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    /// The seat that makes the next turn; `None` when the game is over.
    #[must_use]
    pub fn seat_to_move(&self) -> Option<Seat> {
        self.position.seat_to_move()
    }

    /// The current colour of a seat.
    #[must_use]
    pub fn colour_of(&self, seat: Seat) -> Colour {
        self.position.colour_of(seat)
    }

    /// All legal turns; empty if the game is over.
    #[must_use]
    pub fn legal_turns(&self) -> B::Turns {
        self.position.legal_turns()
    }

    /// Checks whether a turn may be played now.
    ///
    /// # Errors
    /// The reason. If the game is over, that is the reason.
    pub fn check(&self, turn: B::Turn) -> Result<(), TurnError<B::Illegal>> {
        self.position.check(turn)
    }

    /// Plays a turn.
    ///
    /// # Errors
    /// The reason, and the unchanged game.
    pub fn play(mut self, turn: B::Turn) -> Result<Self, PlayError<Self>> {
        match self.check(turn) {
            Ok(()) => {
                self.play_unchecked(turn);
                Ok(self)
            }
            Err(reason) => Err(PlayError { game: self, reason: reason.erase() }),
        }
    }

    /// Plays a turn that is known to be legal, without checking it.
    ///
    /// # Panics
    /// May panic if the turn is illegal; see [`Board::play_unchecked`].
    pub fn play_unchecked(&mut self, turn: B::Turn) {
        self.position.play_unchecked(turn);
        self.turns.push(turn);
    }

    /// The game after its first `ply` turns, played again (after all of them, if there are fewer).
    /// An end by resignation, time or agreement is left out.
    #[must_use]
    pub fn at(&self, ply: usize) -> Self {
        let mut game = Self::new(self.board().options());
        for &turn in self.turns.iter().take(ply) {
            game.play_unchecked(turn);
        }
        game
    }

    /// Ends a running game: the player in `seat` resigns. Does nothing if the game is over.
    pub fn resign(&mut self, seat: Seat) {
        self.lose(seat, WinBy::Resignation);
    }

    /// Ends a running game: the time of the player in `seat` ran out.
    pub fn forfeit(&mut self, seat: Seat) {
        self.lose(seat, WinBy::Time);
    }

    /// Ends a running game: the players agree on a draw.
    pub fn agree_draw(&mut self) {
        self.position.end(Outcome::Draw(DrawBy::Agreement));
    }

    fn lose(&mut self, seat: Seat, by: WinBy) {
        let winner = !self.colour_of(seat);
        self.position.end(Outcome::Win { winner, by });
    }
}

impl<B: Notation> Game<B> {
    /// Reads a turn as typed by a player.
    ///
    /// # Errors
    /// If the game is over, or the text does not name a turn.
    pub fn parse_turn(&self, text: &str) -> Result<B::Turn, TurnError<B::Illegal>> {
        match self.outcome() {
            Some(outcome) => Err(TurnError::Over { kind: B::KIND, outcome }),
            None => self.board().parse_turn(text),
        }
    }

    /// Reads a turn that may be played now.
    ///
    /// # Errors
    /// The reason, with the turn that was probably meant.
    pub fn legal_turn(&self, text: &str) -> Result<B::Turn, TurnError<B::Illegal>> {
        let legal = |turn| self.check(turn).map(|()| turn);
        self.parse_turn(text).and_then(legal).map_err(|reason| {
            match mistyped::meant(self, text, &reason) {
                Some(meant) => TurnError::Mistyped { reason: Box::new(reason), meant },
                None => reason,
            }
        })
    }

    /// Reads and plays a turn.
    ///
    /// # Errors
    /// The reason, with the turn that was probably meant, and the unchanged game.
    pub fn play_text(mut self, text: &str) -> Result<Self, PlayError<Self>> {
        match self.legal_turn(text) {
            Ok(turn) => {
                self.play_unchecked(turn);
                Ok(self)
            }
            Err(reason) => Err(PlayError { game: self, reason: reason.erase() }),
        }
    }

    /// A turn in its canonical form.
    pub fn turn_name(&self, turn: B::Turn) -> impl fmt::Display + '_ {
        self.board().turn_name(turn)
    }
}

impl<B: Show> Game<B> {
    /// The proof of the outcome on the board: a path, a ring, a group, a count.
    #[must_use]
    pub fn proof(&self) -> OutcomeProof {
        self.outcome().map_or(OutcomeProof::None, |outcome| self.board().proof(outcome))
    }
}
