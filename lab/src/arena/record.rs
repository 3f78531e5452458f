//! Record of a match's game: one line of JSON in the match's file.

use std::time::Duration;

use carrick_games::Seat;
use serde::{Deserialize, Serialize};

use crate::arena::{GameNumber, OpeningError, Played, Score, Side, Spent};
use crate::play::{Duel, Match};

/// Header of a match's file: the settings that all its games share.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    /// Version of the file format.
    pub(super) carrick_arena: u32,
    a: String,
    b: String,
    game: String,
    seconds: Option<f64>,
    nodes: Option<u64>,
    /// Openings, as they are typed.
    openings: String,
    seed: u64,
}

impl Header {
    pub(super) const VERSION: u32 = 2;

    pub(super) fn new(settings: &Match) -> Self {
        let [a, b] = settings.names();
        Self {
            carrick_arena: Self::VERSION,
            a,
            b,
            game: settings.game(),
            seconds: settings.allowance().seconds(),
            nodes: settings.allowance().nodes(),
            openings: settings.openings().to_string(),
            seed: settings.seed(),
        }
    }

    /// The header as a line of JSON.
    pub(super) fn line(&self) -> String {
        serde_json::to_string(self).expect("a header's keys are texts")
    }
}

/// Record of a finished game. With node limits, everything but the times follows from the header.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Number of the game in the match, from 0.
    pub(super) game: u32,
    /// Players, in the order of their seats.
    players: [String; 2],
    opening: Vec<String>,
    /// Turns after the opening.
    turns: Vec<String>,
    /// Colour of the winner, or `draw`.
    result: String,
    reason: String,
    /// Winner; null after a draw.
    winner: Option<Winner>,
    /// Random seeds of the players, A's first.
    seeds: [u64; 2],
    a: Effort,
    b: Effort,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Winner {
    A,
    B,
}

/// Total effort of a player in a game.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Effort {
    turns: u64,
    nodes: u64,
    /// Processor time, in seconds.
    seconds: f64,
    /// Largest excess over the time limit in any turn, in seconds.
    over_seconds: f64,
}

impl Effort {
    fn new(spent: Spent) -> Self {
        Self {
            turns: spent.turns,
            nodes: spent.nodes,
            seconds: microseconds(spent.time),
            over_seconds: microseconds(spent.overshoot),
        }
    }

    fn spent(self) -> Spent {
        let duration = |seconds| Duration::try_from_secs_f64(seconds).unwrap_or_default();
        Spent {
            turns: self.turns,
            nodes: self.nodes,
            time: duration(self.seconds),
            overshoot: duration(self.over_seconds),
        }
    }
}

/// Converts a duration to seconds, rounded to microseconds, the clock's precision.
fn microseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1e6
}

/// Why a record is not that of a game of its match.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The opening is not the one that the match's seed gives.
    #[error("the opening is that of another match")]
    Opening,
    /// There is no such opening.
    #[error(transparent)]
    NoOpening(#[from] OpeningError),
    /// A turn breaks the rules.
    #[error("turn {turn}: {reason}")]
    Turn {
        /// Number of the turn, from 1.
        turn: usize,
        /// The rule.
        reason: String,
    },
    /// The game has not ended.
    #[error("the game has not ended")]
    Unfinished,
    /// Something contradicts the turns.
    #[error("the players, the result or the seeds are not those of its turns")]
    Contradiction,
}

impl Record {
    /// Makes the record of a finished game.
    ///
    /// # Errors
    /// When the game has not ended.
    pub fn new(settings: &Match, number: GameNumber, duel: &Duel) -> Result<Self, RecordError> {
        let Duel { opening, game, spent: [a, b] } = duel;
        let outcome = game.outcome().ok_or(RecordError::Unfinished)?;
        let winner = outcome.winner().map(|colour| number.side_in(game.seat_of(colour)));
        Ok(Self {
            game: number.0,
            players: Seat::BOTH.map(|seat| settings.entrant(number.side_in(seat)).to_string()),
            opening: opening.turn_names(),
            turns: game.turn_names().split_off(opening.ply()),
            result: outcome.word(game.kind()).to_owned(),
            reason: outcome.reason().to_owned(),
            winner: winner.map(|side| if side == Side::A { Winner::A } else { Winner::B }),
            seeds: Side::BOTH.map(|side| settings.schedule().seed(number, side)),
            a: Effort::new(*a),
            b: Effort::new(*b),
        })
    }

    /// Number of the game in its match.
    #[must_use]
    pub const fn number(&self) -> GameNumber {
        GameNumber(self.game)
    }

    /// Result of the game, for the statistics.
    #[must_use]
    pub fn played(&self) -> Played {
        Played {
            number: self.number(),
            score: match self.winner {
                Some(Winner::A) => Score::WIN,
                Some(Winner::B) => Score::LOSS,
                None => Score::DRAW,
            },
            plies: self.opening.len() + self.turns.len(),
            spent: [self.a.spent(), self.b.spent()],
        }
    }

    /// Replays the game, and refuses a record that does not belong to the match or breaks the
    /// rules.
    ///
    /// # Errors
    /// The first contradiction.
    pub fn check(&self, settings: &Match) -> Result<(), RecordError> {
        let opening = settings.schedule().opening(self.number().pair())?;
        if self.opening != opening.turn_names() {
            return Err(RecordError::Opening);
        }
        let mut game = opening.clone();
        for turn in &self.turns {
            game = game.play_text(turn).map_err(|refused| RecordError::Turn {
                turn: refused.game.ply() + 1,
                reason: refused.reason.to_string(),
            })?;
        }
        let duel = Duel { opening, game, spent: [self.a.spent(), self.b.spent()] };
        let mut right = Self::new(settings, self.number(), &duel)?;
        // Times cannot be recomputed; they are taken from the file.
        (right.a, right.b) = (self.a, self.b);
        if *self == right { Ok(()) } else { Err(RecordError::Contradiction) }
    }
}
