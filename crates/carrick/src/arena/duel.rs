//! A single game of a match, played with a time or node limit for each turn.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use carrick_engine::arena::{Chosen, GameNumber, Side, Spent};
use carrick_engine::{AnyContestant, Limits};
use carrick_games::AnyGame;

use super::clock::Clock;
use super::plan::{Allowance, Plan};
use super::record::Record;

/// Plays a game to its end; `None` when it was abandoned because the match is `over`.
///
/// # Errors
/// When a player has no turn or plays an illegal one, which is a bug.
pub(super) fn play(plan: &Plan, number: GameNumber, over: &AtomicBool) -> Result<Option<Record>> {
    let opening = plan.schedule.opening(number.pair())?;
    let seed = |side| plan.schedule.seed(number, side);
    let [a, b] =
        Side::BOTH.map(|side| AnyContestant::new(plan.entrant(side), &opening, seed(side)));
    let mut players = [a?, b?];
    let mut spent = [Spent::default(); 2];
    let mut game = opening.clone();
    while let Some(seat) = game.seat_to_move() {
        let side = number.side_in(seat);
        let turn = think(plan, side, &mut players[side.index()], &game, over);
        if over.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let at_fault = || format!("{} in game {}", plan.entrant(side), number.0);
        let (chosen, took) =
            turn.ok_or_else(|| anyhow!("no turn was found")).with_context(at_fault)?;
        spent[side.index()].add(took);
        game = game
            .play_text(&chosen.turn)
            .map_err(|refused| anyhow!("{}: {}", chosen.turn, refused.reason))
            .with_context(at_fault)?;
    }
    Ok(Some(Record::new(plan, number, &opening, &game, spent)?))
}

/// Chooses one turn of a player, on the calling thread, whose processor time is measured.
fn think(
    plan: &Plan,
    side: Side,
    player: &mut AnyContestant,
    game: &AnyGame,
    over: &AtomicBool,
) -> Option<(Chosen<String>, Spent)> {
    let (time, nodes) = match (plan.entrant(side).own_nodes(), plan.allowance) {
        (Some(nodes), _) => (None, nodes.get()),
        (None, Allowance::Time(time)) => (Some(time), u64::MAX),
        (None, Allowance::Nodes(nodes)) => (None, nodes),
    };
    let clock = Clock::start(time);
    let stop = || clock.is_up() || over.load(Ordering::Relaxed);
    let chosen = player.choose(game, Limits { nodes, stop: &stop, threads: 1 })?;
    let used = clock.used();
    let overshoot = time.map_or(Duration::ZERO, |allowed| used.saturating_sub(allowed));
    let spent = Spent { turns: 1, nodes: chosen.nodes, time: used, overshoot };
    Some((chosen, spent))
}
