//! A single game of a match, played with a time or node limit for each turn.

use std::time::Duration;

use carrick_engine::Limits;
use carrick_games::AnyGame;

use super::clock::Clock;
use super::settings::{Allowance, Match};
use crate::arena::{
    Chosen, Contestant, Entrant, EntrantError, GameNumber, OpeningError, Side, Spent,
};

/// A game that was played to its end.
#[derive(Debug, Clone)]
pub struct Duel {
    /// The game after its opening.
    pub opening: AnyGame,
    /// The game at its end.
    pub game: AnyGame,
    /// Effort of the players, by [`Side::index`].
    pub spent: [Spent; 2],
}

/// Why a game could not be played to its end.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum DuelError {
    /// The opening leaves no game to play.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A player does not play the game.
    #[error(transparent)]
    Entrant(#[from] EntrantError),
    /// A player has no turn or plays an illegal one, which is a bug.
    #[error("{player} in game {game}: {fault}")]
    Turn {
        /// The player at fault.
        player: Entrant,
        /// Number of the game.
        game: u32,
        /// The turn and why it was refused.
        fault: String,
    },
}

/// Plays a game to its end; `None` when it was abandoned because `over` said so.
///
/// # Errors
/// When the opening leaves nothing to play, or a player is at fault.
pub fn play(
    settings: &Match,
    number: GameNumber,
    over: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Duel>, DuelError> {
    let opening = settings.schedule().opening(number.pair())?;
    let seed = |side| settings.schedule().seed(number, side);
    let [a, b] =
        Side::BOTH.map(|side| Contestant::new(settings.entrant(side), &opening, seed(side)));
    let mut players = [a?, b?];
    let mut spent = [Spent::default(); 2];
    let mut game = opening.clone();
    while let Some(seat) = game.seat_to_move() {
        let side = number.side_in(seat);
        let turn = think(settings, side, &mut players[side.index()], &game, over);
        if over() {
            return Ok(None);
        }
        let at_fault = |fault| DuelError::Turn {
            player: settings.entrant(side).clone(),
            game: number.0,
            fault,
        };
        let (chosen, took) = turn.ok_or_else(|| at_fault("no turn was found".to_owned()))?;
        spent[side.index()].add(took);
        game = game
            .play_text(&chosen.turn)
            .map_err(|refused| at_fault(format!("{}: {}", chosen.turn, refused.reason)))?;
    }
    Ok(Some(Duel { opening, game, spent }))
}

/// Chooses one turn of a player, on the calling thread, whose processor time is measured.
fn think(
    settings: &Match,
    side: Side,
    player: &mut Contestant,
    game: &AnyGame,
    over: &(dyn Fn() -> bool + Sync),
) -> Option<(Chosen, Spent)> {
    let (time, nodes) = match (settings.entrant(side).own_nodes(), settings.allowance()) {
        (Some(nodes), _) => (None, nodes.get()),
        (None, Allowance::Time(time)) => (Some(time), u64::MAX),
        (None, Allowance::Nodes(nodes)) => (None, nodes),
    };
    let clock = Clock::start(time);
    let stop = || clock.is_up() || over();
    let chosen = player.choose(game, Limits { nodes, stop: &stop, threads: 1 })?;
    let used = clock.used();
    let overshoot = time.map_or(Duration::ZERO, |allowed| used.saturating_sub(allowed));
    let spent = Spent { turns: 1, nodes: chosen.nodes, time: used, overshoot };
    Some((chosen, spent))
}
