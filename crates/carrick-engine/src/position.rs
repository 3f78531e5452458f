//! A position with its past, but without the list of turns: what a search walks through.

use carrick_games::{Board, Game, History as _, Outcome, Seat};

/// A board, what the rules remember of the past, and how the game has ended.
#[derive(Debug, Clone)]
pub(crate) struct Position<B: Board> {
    pub(crate) board: B,
    pub(crate) history: B::History,
    pub(crate) outcome: Option<Outcome>,
}

impl<B: Board> Position<B> {
    pub(crate) fn of(game: &Game<B>) -> Self {
        Self { board: *game.board(), history: game.history().clone(), outcome: game.outcome() }
    }

    /// All legal turns; none when the game is over.
    pub(crate) fn legal_turns(&self) -> B::Turns {
        if self.outcome.is_some() {
            return B::Turns::default();
        }
        let mut turns = self.board.legal_turns();
        self.history.restrict(&self.board, &mut turns);
        turns
    }

    /// Plays a legal turn.
    pub(crate) fn play(&mut self, turn: B::Turn) {
        let before = self.board;
        self.board.play_unchecked(turn);
        self.outcome = match self.board.outcome() {
            Some(outcome) => Some(outcome),
            None => self.history.record(&before, turn, &self.board),
        };
    }

    /// The seat that makes the next turn, or would.
    pub(crate) fn mover(&self) -> Seat {
        self.board.seat_to_move()
    }

    /// A turn in its canonical form.
    pub(crate) fn name(&self, turn: B::Turn) -> String {
        std::fmt::from_fn(|f| self.board.write_turn(turn, f)).to_string()
    }

    /// What the position is known by in a table.
    pub(crate) fn key(&self) -> u64 {
        self.board.key().wrapping_add(self.history.key().rotate_left(32))
    }

    /// What the end is worth to a seat: 1 for a win, one half for a draw.
    pub(crate) fn worth(&self, outcome: Outcome, seat: Seat) -> Worth {
        match outcome.winner() {
            None => Worth::Draw,
            Some(winner) if self.board.seat_of(winner) == seat => Worth::Win,
            Some(_) => Worth::Loss,
        }
    }
}

/// What an end is worth to one of the players, from worst to best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Worth {
    /// He has lost.
    Loss,
    /// Nobody has won.
    Draw,
    /// He has won.
    Win,
}

impl Worth {
    /// What it is worth to the other player.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// In points: 0, one half or 1.
    #[must_use]
    pub const fn points(self) -> f32 {
        match self {
            Self::Loss => 0.0,
            Self::Draw => 0.5,
            Self::Win => 1.0,
        }
    }
}
