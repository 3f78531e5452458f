//! Reports of a search: values, proofs, principal variations.

use std::fmt;

use carrick_games::{AnyGame, Board, Outcome, Seat};
use serde::{Deserialize, Serialize};

/// A search's findings about one position, the best turn first.
///
/// Turns are the game's own (`Report<B::Turn>`), names, or numbers of the game's
/// [`ActionSpace`](carrick_games::ActionSpace); see [`map`](Self::map).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report<T> {
    /// The turns that were searched, best first; empty only when the game is over.
    pub lines: Vec<ReportLine<T>>,
    /// Value of the position to the player to move, 0 to 1.
    pub value: f32,
    /// The proved value of the position to the player to move, if there is one.
    ///
    /// A proof follows from the rules by searching to the end of the game. It rests on two
    /// assumptions. Positions with equal hash keys are taken to be equal, with 128-bit keys in the
    /// tree; in the tables of alpha-beta and of the endgame solver, keys have 77 bits plus the
    /// logarithm of the number of slots (96 bits by default). See
    /// [`hash_of`](carrick_games::hash_of) for the probability of a collision. And in Anchor, the
    /// key leaves out runs of fewer than four mirroring turns, so a proof may be wrong where the
    /// rule against mirroring decides. Alpha-beta never proves draws.
    pub proved: Option<Value>,
    /// Number of nodes searched by this call.
    pub nodes: u64,
    /// Whether the end was counted instead of searched, because so little was open (see
    /// [`settled`](crate::settled)).
    pub settled: bool,
    /// Number of turns searched in full, if the search deepens turn by turn (see
    /// [`Engine::thinks_in_rounds`](crate::Engine::thinks_in_rounds)).
    pub depth: Option<u32>,
}

impl<T> Report<T> {
    /// The turn to play; `None` when the game is over.
    #[must_use]
    pub fn best(&self) -> Option<&T> {
        self.lines.first().map(|line| &line.turn)
    }

    /// Replaces the turns of the report by others, such as their numbers.
    ///
    /// ```
    /// use carrick_engine::{Engine, Limits, Memory};
    /// use carrick_games::{ActionSpace as _, Game, antipod::{Board, Options}};
    /// let game = Game::<Board>::new(Options::default());
    /// let report = Engine::new(&game, 1, Memory::default()).think(Limits::nodes(50));
    /// let report = report.map(|turn| Board::action(Options::default(), turn));
    /// assert!(*report.best().unwrap() < Board::actions(Options::default()));
    /// ```
    #[must_use]
    pub fn map<U>(self, mut of: impl FnMut(T) -> U) -> Report<U> {
        let Self { lines, value, proved, nodes, settled, depth } = self;
        let lines = lines.into_iter().map(|line| line.map(&mut of)).collect();
        Report { lines, value, proved, nodes, settled, depth }
    }
}

/// One turn of a report: its value, and its principal variation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReportLine<T> {
    /// The turn.
    pub turn: T,
    /// Value to the player of the turn, 0 to 1. A proof determines it, except in searches with only
    /// the measured parts ([`SearchParts`](crate::SearchParts)): their choices rest on what the
    /// search saw before.
    pub value: f32,
    /// The proved value of the turn to its player, if there is one; see [`Report::proved`].
    pub proved: Option<Value>,
    /// Expected margin of the turn's player at the end, in points; `None` if it was not estimated
    /// or the game does not count points.
    pub margin: Option<f32>,
    /// Number of visits to the turn.
    pub visits: u32,
    /// The best turns after it, in order (the principal variation).
    pub continuation: Vec<T>,
}

impl<T> ReportLine<T> {
    pub(crate) fn map<U>(self, mut of: impl FnMut(T) -> U) -> ReportLine<U> {
        ReportLine {
            turn: of(self.turn),
            continuation: self.continuation.into_iter().map(of).collect(),
            value: self.value,
            proved: self.proved,
            margin: self.margin,
            visits: self.visits,
        }
    }
}

// The value of a finished game: win, draw or loss.

/// Value of a finished game, or of a solved position, to one of the players; ordered from worst
/// to best.
///
/// In JSON `"loss"`, `"draw"` or `"win"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// The player has lost.
    Loss,
    /// Neither player has won.
    Draw,
    /// The player has won.
    Win,
}

impl Value {
    /// The value of an outcome to a seat; `board` determines who holds which colour.
    #[must_use]
    pub fn of<B: Board>(board: &B, outcome: Outcome, seat: Seat) -> Self {
        match outcome.winner() {
            None => Self::Draw,
            Some(winner) if board.seat_of(winner) == seat => Self::Win,
            Some(_) => Self::Loss,
        }
    }

    /// The value to the other player.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// The value in points: 0, one half or 1.
    #[must_use]
    pub const fn points(self) -> f32 {
        match self {
            Self::Loss => 0.0,
            Self::Draw => 0.5,
            Self::Win => 1.0,
        }
    }
}

// Exact values from another source.

/// Exact values of positions, for instance from tables of solved boards.
///
/// A search asks it about its root, never about its leaves: a known position needs no search at
/// all. `()` knows nothing.
pub trait Exact: fmt::Debug + Send + Sync {
    /// The value of a position with its turns, all of them proved and the best first; `None` if it
    /// is not known, or the game is over.
    fn exact(&self, game: &AnyGame) -> Option<Report<String>>;

    /// Only the value of a position, which takes less work.
    fn value(&self, game: &AnyGame) -> Option<Value> {
        self.exact(game)?.proved
    }
}

impl Exact for () {
    fn exact(&self, _: &AnyGame) -> Option<Report<String>> {
        None
    }
}
