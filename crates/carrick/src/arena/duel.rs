//! One game between two players, by the clock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use carrick_engine::Limits;
use carrick_engine::arena::{Chosen, Contestant, GameNumber, Side, Spent};
use carrick_games::AnyGame;

use super::plan::{Allowance, Plan};
use super::record::Record;

/// Plays a game to its end; `None` when it was given up because the match is `over`.
///
/// # Errors
/// When a player has no turn or an illegal one: that is a fault of the program.
pub(super) fn play(plan: &Plan, number: GameNumber, over: &AtomicBool) -> Result<Option<Record>> {
    let opening = plan.schedule.opening(number.pair())?;
    let seed = |side| plan.schedule.seed(number, side);
    let [a, b] = Side::BOTH.map(|side| Contestant::new(plan.entrant(side), &opening, seed(side)));
    let mut players = [a?, b?];
    let mut spent = [Spent::default(); 2];
    let mut game = opening.clone();
    while let Some(seat) = game.seat_to_move() {
        let side = number.side_in(seat);
        let clock = Clock::start(plan, side, over);
        let chosen = clock.choose(&mut players[side.index()], &game);
        if over.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let at_fault = || format!("{} in game {}", plan.entrant(side), number.0);
        let chosen = chosen.ok_or_else(|| anyhow!("no turn was found")).with_context(at_fault)?;
        spent[side.index()].add(clock.stop(&chosen));
        game = game
            .play_text(&chosen.turn)
            .map_err(|refused| anyhow!("{}: {}", chosen.turn, refused.reason))
            .with_context(at_fault)?;
    }
    Ok(Some(Record::new(plan, number, &opening, &game, spent)?))
}

/// Runs while a player thinks about a turn.
struct Clock<'a> {
    started: Instant,
    /// How long he may think; for ever, when he counts nodes.
    time: Option<Duration>,
    nodes: u64,
    over: &'a AtomicBool,
}

impl<'a> Clock<'a> {
    fn start(plan: &Plan, side: Side, over: &'a AtomicBool) -> Self {
        let own_nodes = plan.entrant(side).own_nodes();
        let (time, nodes) = match plan.allowance {
            _ if own_nodes.is_some() => (None, u64::MAX),
            Allowance::Time(time) => (Some(time), u64::MAX),
            Allowance::Nodes(nodes) => (None, nodes),
        };
        Self { started: Instant::now(), time, nodes, over }
    }

    fn choose(&self, player: &mut Contestant, game: &AnyGame) -> Option<Chosen> {
        let stop = || {
            let late = self.time.is_some_and(|time| self.started.elapsed() >= time);
            late || self.over.load(Ordering::Relaxed)
        };
        player.choose(game, Limits { nodes: self.nodes, stop: &stop, threads: 1 })
    }

    fn stop(&self, chosen: &Chosen) -> Spent {
        let time = self.started.elapsed();
        let overshoot = self.time.map_or(Duration::ZERO, |allowed| time.saturating_sub(allowed));
        Spent { turns: 1, nodes: chosen.nodes, time, overshoot }
    }
}
