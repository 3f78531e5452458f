//! Turns of the computer, reports of searches, analyses that grow.

use carrick_engine::{AnyEngine, AnyPlayer, Limits, Memory, Thought};
use carrick_games::AnyGame;
use serde::Serialize;

use crate::answer;
use crate::asked::{QuestionError, ReportQuestion, TurnQuestion, asked};

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
    answer::json(asked(question).and_then(|asked| played(&asked, stop)))
}

fn played(
    asked: &TurnQuestion,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<ComputerTurn, QuestionError> {
    let game = going_on(asked.position.game_there()?)?;
    let level = asked.level()?;
    let mut player = AnyPlayer::new(&game, level, asked.seed, Memory::default());
    let limits = Limits { nodes: asked.nodes.unwrap_or(u64::MAX), stop, threads: 1 };
    // A game that goes on has a turn.
    let choice = player.choose(&game, limits).ok_or_else(|| over(&game))?;
    Ok(ComputerTurn { turn: choice.turn, thought: choice.thought })
}

/// Report of a search with a seed and a number of nodes, as `carrick analyse` makes it.
#[must_use]
pub fn report(question: &str) -> String {
    let searched = |asked: ReportQuestion| {
        let game = going_on(asked.position.game_there()?)?;
        Ok(AnyEngine::new(&game, asked.seed, Memory::default()).think(Limits::nodes(asked.nodes)))
    };
    answer::json(asked(question).and_then(searched))
}

fn going_on(game: AnyGame) -> Result<AnyGame, QuestionError> {
    if game.outcome().is_some() { Err(over(&game)) } else { Ok(game) }
}

fn over(game: &AnyGame) -> QuestionError {
    let sentence = game.outcome().map(|outcome| outcome.sentence(game.kind()).to_string());
    QuestionError::Over { sentence: sentence.unwrap_or_default() }
}
