//! Value of a position from quick games that a search plays against itself to the end.

use carrick_games::Game;

use crate::report::Value;
use crate::search::Engine;
use crate::searchable::Searchable;
use crate::settings::{Limits, Memory, SearchParts};

/// Minimum number of games for a value.
const LEAST: u32 = 3;

/// The share of the points that the player to move makes when a search plays games against itself
/// with one node a turn, and the number of nodes. The share is pulled towards one half, as if one
/// more game had been won and one lost. `None` if too few games ended within the limits.
///
/// A search of Boche sees enclosures that are near. It does not see which player will have the last
/// cubes, which decides most games that last that long.
pub(super) fn share<B: Searchable>(
    game: &Game<B>,
    seed: u64,
    limits: Limits<'_>,
) -> (Option<f32>, u64) {
    let Some(mover) = game.seat_to_move() else { return (None, 0) };
    let (mut points, mut games, mut nodes) = (0.0, 0_u32, 0);
    loop {
        let left = Limits { nodes: limits.nodes - nodes, threads: 1, ..limits };
        let (end, used) = finish(game, seed.wrapping_add(games.into()), left);
        nodes += used;
        let value = |end: &Game<B>| Some(Value::of(end.board(), end.outcome()?, mover));
        let Some(value) = end.as_ref().and_then(value) else { break };
        points += value.points();
        games += 1;
    }
    ((games >= LEAST).then(|| (points + 1.0) / (games as f32 + 2.0)), nodes)
}

/// Plays a game to its end, unless a limit comes first, and counts the nodes. No player swaps.
fn finish<B: Searchable>(start: &Game<B>, seed: u64, limits: Limits<'_>) -> (Option<Game<B>>, u64) {
    let (mut game, mut nodes) = (start.clone(), 0);
    let mut engine = Engine::with_parts(start, seed, Memory::default(), SearchParts::Measured);
    while game.outcome().is_none() {
        if nodes >= limits.nodes || (limits.stop)() {
            return (None, nodes);
        }
        engine.follow(&game);
        let report = engine.think(Limits { nodes: 1, ..limits });
        nodes += report.nodes.max(1);
        let mut turns = report.lines.iter().map(|line| line.turn);
        let Some(turn) = turns.find(|&turn| !B::is_swap(turn)) else { return (None, nodes) };
        game.play_unchecked(turn);
    }
    (Some(game), nodes)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use carrick_games::boche::{Board, Options};
    use carrick_games::{GameOptions as _, SizeLimits};

    use super::*;

    fn start() -> Game<Board> {
        let options = Options::parse(&["-size=4", "-fill_board"], SizeLimits::Challenge).unwrap();
        Game::new(options).play_text("b:a1").unwrap()
    }

    #[test]
    fn games_keep_their_limits_and_a_seed_repeats_them() {
        // The game has 19 turns left.
        for (limit, is_known) in [(0, false), (1, false), (56, false), (57, true), (400, true)] {
            let (found, nodes) = share(&start(), 5, Limits::nodes(limit));
            assert_eq!((found.is_some(), nodes), (is_known, limit));
            assert_eq!(share(&start(), 5, Limits::nodes(limit)), (found, nodes));
            assert!(found.is_none_or(|share| share > 0.5 && share < 1.0), "{limit}: {found:?}");
        }
    }

    #[test]
    fn games_stop_when_told_to() {
        let asked = AtomicU64::new(0);
        let stop = || asked.fetch_add(1, Relaxed) >= 200;
        let (_, nodes) = share(&start(), 5, Limits { nodes: u64::MAX, stop: &stop, threads: 1 });
        assert!((1..=200).contains(&nodes), "{nodes}");
        assert_eq!(share(&start(), 5, Limits { nodes: 9, stop: &|| true, threads: 1 }), (None, 0));
    }
}
