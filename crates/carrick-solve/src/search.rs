//! Proofs on boards that are too large for a table: the engine's search, within bounds.

use carrick_engine::{AnyEngine, Limits, Memory, Value, each_named_turn};
use carrick_games::AnyGame;

use crate::score::Score;
use crate::solution::{Solution, Solved};

/// Looks for proofs about a position and each of its turns with the engine. Values come without
/// distances; what is not proved within the bounds stays open.
///
/// Half of `limits.nodes` goes to the position itself, the other half to its turns in equal
/// shares. `progress` hears of each search that begins, with the number of all.
///
/// ```
/// use carrick_engine::{Limits, Memory};
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// let options = AnyOptions::parse(GameKind::Antipod, &["-radius=4"], SizeLimits::Challenge)?;
/// let (game, limits) = (AnyGame::new(options), Limits::nodes(200));
/// let solution = carrick_solve::search(&game, 1, limits, Memory::default(), |_, _| ());
/// assert_eq!(solution.turns.len(), 48);
/// assert_eq!(solution.score, None); // not settled
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[must_use]
pub fn search(
    game: &AnyGame,
    seed: u64,
    limits: Limits<'_>,
    memory: Memory,
    mut progress: impl FnMut(usize, usize),
) -> Solution {
    let turns = game.legal().len();
    let mut searches = 0;
    let mut think = |game: &AnyGame, nodes| {
        progress(searches, turns + 1);
        searches += 1;
        AnyEngine::new(game, seed, memory).think(Limits { nodes, ..limits })
    };
    let whole = think(game, (limits.nodes / 2).max(1)).proved;
    let share = (limits.nodes / 2 / turns.max(1) as u64).max(1);
    let lines = each_named_turn(game, |after| think(after, share));
    let turns: Vec<Solved> = lines
        .into_iter()
        .map(|line| Solved { turn: line.turn, score: line.proved.map(Score::only) })
        .collect();
    let value = whole.or_else(|| of_turns(&turns));
    Solution::new(value.map(Score::only), turns)
}

/// The value of a position by those of its turns, as far as they decide it.
fn of_turns(turns: &[Solved]) -> Option<Value> {
    let mut all = Some(Value::Loss);
    for turn in turns {
        match turn.score {
            Some(score) if score.value == Value::Win => return Some(Value::Win),
            Some(score) => all = all.map(|best| best.max(score.value)),
            None => all = None,
        }
    }
    all.filter(|_| !turns.is_empty())
}
