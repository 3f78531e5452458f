//! Turns of the computer and reports of searches.

use carrick_engine::{AnyEngine, AnyPlayer, Level, Limits, Memory, Thought};
use carrick_games::AnyGame;
use carrick_position::PositionQuery;
use serde::{Deserialize, Serialize};

use crate::{QuestionError, answer};

/// Question for a turn of the computer.
#[derive(Debug, Deserialize)]
struct TurnQuestion {
    #[serde(flatten)]
    position: PositionQuery,
    /// `level3` or `novice1`.
    #[serde(default)]
    level: String,
    #[serde(default)]
    seed: u64,
    /// Maximum number of nodes. By default, the level's maximum; for the strongest level, only time
    /// is the limit.
    nodes: Option<u64>,
}

/// Question for a report of a search.
#[derive(Debug, Deserialize)]
struct ReportQuestion {
    #[serde(flatten)]
    position: PositionQuery,
    #[serde(default)]
    seed: u64,
    nodes: u64,
}

/// A turn of the computer.
#[derive(Debug, Serialize)]
struct ComputerTurn {
    turn: String,
    /// The search that found it.
    thought: Thought,
}

/// A turn of a level: `{ "game", "options", "turns", "level", "seed", "nodes" }`, where only the
/// game and the level are required. The answer has `turn` and the search's `thought`. `stop` ends
/// the search early; it is meant for the strongest level, whose nodes are limited only by time.
#[must_use]
pub fn turn(question: &str, stop: &(dyn Fn() -> bool + Sync)) -> String {
    answer(question, |asked: TurnQuestion| played(&asked, stop))
}

fn played(
    asked: &TurnQuestion,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<ComputerTurn, QuestionError> {
    let game = going_on(asked.position.game_there()?)?;
    let level: Level = asked.level.parse()?;
    let mut player = AnyPlayer::new(&game, level, asked.seed, Memory::default());
    let limits = Limits { nodes: asked.nodes.unwrap_or(u64::MAX), stop, threads: 1 };
    // A game that is not over has a legal turn.
    let choice = player.choose(&game, limits).ok_or_else(|| over(&game))?;
    Ok(ComputerTurn { turn: choice.turn, thought: choice.thought })
}

/// Report of a search with a seed and a number of nodes, as `carrick analyse` makes it.
#[must_use]
pub fn report(question: &str) -> String {
    answer(question, |asked: ReportQuestion| {
        let game = going_on(asked.position.game_there()?)?;
        Ok(AnyEngine::new(&game, asked.seed, Memory::default()).think(Limits::nodes(asked.nodes)))
    })
}

fn going_on(game: AnyGame) -> Result<AnyGame, QuestionError> {
    if game.outcome().is_some() { Err(over(&game)) } else { Ok(game) }
}

fn over(game: &AnyGame) -> QuestionError {
    let sentence = game.outcome().map(|outcome| outcome.sentence(game.kind()).to_string());
    QuestionError::Over { sentence: sentence.unwrap_or_default() }
}
