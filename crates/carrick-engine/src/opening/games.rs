//! What a position is worth by games that are played to their ends.

use carrick_games::AnyGame;

use crate::{Engine, Limits};

/// The points that the player to move makes, as a share of all, in games that a search plays against itself with one
/// batch of random games a turn, and how many nodes that took. `None` if no game came to its end within the
/// limits.
///
/// A search of Boche sees enclosures that are near. Who will have the last cubes it does not see, and that
/// decides most games that get so far.
pub(super) fn share(game: &AnyGame, seed: u64, limits: Limits<'_>) -> (Option<f32>, u64) {
    let Some(mover) = game.seat_to_move() else { return (None, 0) };
    let (mut points, mut games, mut nodes) = (0.0, 0_u32, 0);
    loop {
        let left = Limits { nodes: limits.nodes - nodes, threads: 1, ..limits };
        let (end, used) = finish(game, seed.wrapping_add(games.into()), left);
        nodes += used;
        let Some(outcome) = end.as_ref().and_then(AnyGame::outcome) else { break };
        points += match outcome.winner().zip(end) {
            Some((winner, end)) if end.seat_of(winner) == mover => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
        games += 1;
    }
    ((games > 0).then(|| points / games as f32), nodes)
}

/// A game as it ends, unless a limit comes first, and the nodes it took. Nobody swaps.
fn finish(start: &AnyGame, seed: u64, limits: Limits<'_>) -> (Option<AnyGame>, u64) {
    let (mut game, mut nodes) = (start.clone(), 0);
    let mut engine = Engine::new(start, seed);
    while game.outcome().is_none() {
        if nodes >= limits.nodes || (limits.stop)() {
            return (None, nodes);
        }
        engine.follow(&game);
        let thought = engine.think(Limits { nodes: 1, ..limits });
        nodes += thought.nodes.max(1);
        let mut turns = thought.lines.iter().map(|line| &line.turn);
        let Some(turn) = turns.find(|turn| *turn != "swap") else { return (None, nodes) };
        let Ok(after) = game.play_text(turn) else { return (None, nodes) };
        game = after;
    }
    (Some(game), nodes)
}
