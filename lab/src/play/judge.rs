//! A frozen judge: the value of every position of a game, by one and the same search.

use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;

use carrick_engine::{AnyEngine, Limits, Memory};
use carrick_games::{AnyGame, Seat};

use crate::arena::{Entrant, EntrantError};

/// Seed of every judgement, so that it is a function of the position.
const SEED: u64 = 0;

/// A search that values positions: `tree` or `full` with a number of nodes.
///
/// ```
/// use carrick_lab::play::Judge;
/// assert_eq!("tree:4096".parse::<Judge>()?.to_string(), "tree:4096");
/// assert!("level8".parse::<Judge>().is_err());
/// # Ok::<(), carrick_lab::play::JudgeError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Judge {
    entrant: Entrant,
    nodes: NonZeroU64,
}

/// Why a text names no judge.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JudgeError {
    /// There is no such player.
    #[error(transparent)]
    Player(#[from] EntrantError),
    /// A player who does not value positions by a number of nodes.
    #[error("a judge is a search with a number of nodes, as in tree:4096 or full:20000")]
    NoSearch,
}

impl FromStr for Judge {
    type Err = JudgeError;

    fn from_str(text: &str) -> Result<Self, JudgeError> {
        let entrant: Entrant = text.parse()?;
        match entrant {
            Entrant::Tree { nodes: Some(nodes), .. }
            | Entrant::Search { nodes: Some(nodes), .. } => Ok(Self { entrant, nodes }),
            _ => Err(JudgeError::NoSearch),
        }
    }
}

impl fmt::Display for Judge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.entrant.fmt(f)
    }
}

impl Judge {
    /// Values to the player in the first seat, 0 to 1, of the positions in which a player chose:
    /// the opening and each one after it but the last. `None` when `over` broke it off.
    #[must_use]
    pub fn values(
        &self,
        opening: &AnyGame,
        game: &AnyGame,
        over: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<f32>> {
        let mut at = opening.clone();
        let mut values = Vec::new();
        for turn in &game.turn_names()[opening.ply()..] {
            values.push(self.value(&at, over)?);
            at = at.play_text(turn).ok()?;
        }
        Some(values)
    }

    /// Value of a position to the player in the first seat, to four digits.
    fn value(&self, game: &AnyGame, over: &(dyn Fn() -> bool + Sync)) -> Option<f32> {
        let memory = Memory::default();
        let mut engine = match &self.entrant {
            Entrant::Search { parts, .. } => AnyEngine::with_parts(game, SEED, memory, *parts),
            Entrant::Tree { changes, .. } => {
                AnyEngine::tree(game, SEED, memory, |tuning| changes.apply(tuning))
            }
            // No other player is a judge.
            _ => return None,
        };
        let limits = Limits { nodes: self.nodes.get(), stop: over, threads: 1 };
        let value = engine.think(limits).value;
        let value = if game.seat_to_move()? == Seat::First { value } else { 1.0 - value };
        (!over()).then_some((value * 1e4).round() / 1e4)
    }
}

#[cfg(test)]
mod tests {
    use carrick_games::{AnyOptions, GameKind, SizeLimits};

    use super::*;

    /// A game from its turns.
    fn game(turns: &[&str]) -> AnyGame {
        let options =
            AnyOptions::parse(GameKind::Antipod, &["-radius=4"], SizeLimits::Scripts).unwrap();
        let play = |game: AnyGame, turn: &&str| game.play_text(turn).unwrap();
        turns.iter().fold(AnyGame::new(options), play)
    }

    #[test]
    fn a_position_has_one_value_however_it_was_reached_and_the_winner_is_seen() {
        let judge: Judge = "tree:200".parse().unwrap();
        let turns = ["c3", "e5", "f5", "e6", "d6", "f7", "e7", "e13", "d12", "e12"];
        let values = judge.values(&game(&[]), &game(&turns), &|| false).unwrap();
        assert_eq!(values.len(), turns.len());
        // The second player is to move and wins at once.
        assert_eq!(values[9], 0.0, "{values:?}");
        let later = judge.values(&game(&turns[..4]), &game(&turns), &|| false).unwrap();
        assert_eq!(values[4..], later);
        assert_eq!(judge.values(&game(&[]), &game(&turns), &|| true), None);
    }
}
