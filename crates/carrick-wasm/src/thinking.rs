//! Turns of the computer, reports of searches, analyses that grow.

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
    /// Maximum number of nodes; without it as many as the level has, and for the strongest level
    /// as many as there is time for.
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
    /// The search behind it.
    thought: Thought,
}

/// A turn of a level: `{ "game", "options", "turns", "level", "seed", "nodes" }`, of which all but
/// the game and the level may be left out. The answer has `turn` and the search's `thought`.
/// `stop` ends the search early, for the strongest level, whose nodes only time limits.
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
    // A game that goes on has a turn.
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
