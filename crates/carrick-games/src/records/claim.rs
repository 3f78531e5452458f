//! The results that records claim, and checks of them against the turns.

use std::fmt;

use super::RecordFault;
use crate::{AnyGame, Colour, DrawBy, GameKind, Outcome, WinBy};

/// The end of the game that a record claims.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum EndClaim {
    /// No claim: only the turns count.
    Nothing,
    /// The game is not over.
    Running,
    /// The outcome.
    Ended(Outcome),
    /// The winner, without a reason.
    Won(Colour),
    /// The winner at Anchor, and the margin in points.
    Scored(Colour, u16),
    /// A draw, without a reason.
    Drawn,
}

const WINS: [WinBy; 6] =
    [WinBy::Path, WinBy::Ring, WinBy::Enclosure, WinBy::Score, WinBy::Resignation, WinBy::Time];

const DRAWS: [DrawBy; 5] =
    [DrawBy::Score, DrawBy::Repetition, DrawBy::NoProgress, DrawBy::Passes, DrawBy::Agreement];

/// The word for a game that is not over.
const RUNNING: &str = "*";

/// The result of a game in one word: `White+ring`, `draw+agreement`, or `*` if the game is not
/// over.
pub(super) fn result_word(kind: GameKind, outcome: Option<Outcome>) -> impl fmt::Display {
    fmt::from_fn(move |f| match outcome {
        None => f.write_str(RUNNING),
        Some(outcome) => {
            write!(f, "{}+{}", outcome.word(kind), outcome.reason().replace(' ', "-"))
        }
    })
}

/// Whether a word looks like a result and not like a turn: rim points of Antipod end in `+`, but
/// nothing follows it.
pub(super) fn looks_like_result(word: &str) -> bool {
    word == RUNNING || word.split_once('+').is_some_and(|(_, reason)| !reason.is_empty())
}

impl EndClaim {
    /// Reads a word that [`result_word`] wrote.
    pub(super) fn from_word(kind: GameKind, word: &str) -> Result<Self, RecordFault> {
        if word == RUNNING {
            return Ok(Self::Running);
        }
        let wins =
            Colour::BOTH.into_iter().flat_map(|winner| WINS.map(|by| Outcome::Win { winner, by }));
        let mut outcomes = wins.chain(DRAWS.map(Outcome::Draw));
        outcomes
            .find(|&outcome| {
                result_word(kind, Some(outcome)).to_string().eq_ignore_ascii_case(word)
            })
            .map(Self::Ended)
            .ok_or(RecordFault::Result(kind.facts().results))
    }

    /// Ends the game as claimed, if possible: a running game may have ended by resignation, time or
    /// agreement. Any other end must be the result of the turns.
    pub(super) fn settle(self, game: &mut AnyGame) -> Result<(), RecordFault> {
        let actual = game.outcome();
        let wrong = RecordFault::WrongResult { kind: game.kind(), actual };
        let holds = match (self, actual) {
            (Self::Nothing, _) | (Self::Running, None) => true,
            (Self::Running, Some(_)) => false,
            (Self::Ended(claimed), Some(actual)) => claimed == actual,
            (Self::Ended(claimed), None) => declare(game, claimed),
            (Self::Won(_), None) => return Err(RecordFault::UnknownReason),
            (Self::Won(winner), Some(actual)) => actual.winner() == Some(winner),
            (Self::Scored(winner, margin), _) => {
                actual == Some(Outcome::Win { winner, by: WinBy::Score })
                    && margin_of(game, winner) == Some(margin)
            }
            (Self::Drawn, None) => declare(game, Outcome::Draw(DrawBy::Agreement)),
            (Self::Drawn, Some(actual)) => actual.winner().is_none(),
        };
        if holds { Ok(()) } else { Err(wrong) }
    }
}

/// The margin of a colour at Anchor, in points.
pub(super) fn margin_of(game: &AnyGame, ahead: Colour) -> Option<u16> {
    let score = game.score()?;
    score.total(ahead).checked_sub(score.total(!ahead))
}

/// Ends a running game in one of the ways open to the players; `false` if only turns can lead to
/// that end.
fn declare(game: &mut AnyGame, outcome: Outcome) -> bool {
    match outcome {
        Outcome::Win { winner, by: WinBy::Resignation } => game.resign(game.seat_of(!winner)),
        Outcome::Win { winner, by: WinBy::Time } => game.forfeit(game.seat_of(!winner)),
        Outcome::Draw(DrawBy::Agreement) => game.agree_draw(),
        Outcome::Win { .. } | Outcome::Draw(_) => return false,
    }
    true
}
