//! Ownership and pivotal places of a position, estimated by playouts.

use std::collections::BTreeMap;

use carrick_games::{Board as _, Colour, Game, TurnSet as _, anchor};

use crate::playouts::{AnchorPlayouts, Ownership};
use crate::{Playouts, Searchable, Tally};

/// Number of batches of playouts: 8192 games, in Ankor 256.
const BATCHES: usize = 16;

/// Ownership map of Anchor: how often each point ends as Black's, 0 to 1, as territory or under a
/// living stone. Random games have no eye for what is hard to kill; what they agree on is settled.
///
/// ```
/// use carrick_games::{Game, anchor::{Board, Options}};
/// let game = Game::<Board>::new(Options::default()).play_text("A1")?;
/// let shares = carrick_engine::maps::ownership(&game, 1);
/// let a1 = shares.iter().find(|(point, _)| point.to_string() == "A1");
/// // A home corner lives.
/// assert_eq!((shares.len(), a1.map(|&(_, share)| share)), (169, Some(1.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn ownership(game: &Game<anchor::Board>, seed: u64) -> Vec<(anchor::Point, f32)> {
    let board = game.board();
    let mut playouts = AnchorPlayouts::new(board.options());
    let mut random = fastrand::Rng::with_seed(seed);
    let mut tally = Tally::new(playouts.slots());
    let mut ownership = Ownership::new(playouts.slots());
    for _ in 0..BATCHES {
        playouts.run_with_ownership(board, &mut random, &mut tally, &mut ownership);
    }
    let share = |point| ownership.share(playouts.slot_of(point), Colour::Dark);
    board.points().map(|point| (point, share(point))).collect()
}

/// Win share of each turn's taker, 0 to 1, where every legal turn that takes a place is its own
/// place. The default of [`Searchable::pivotal`].
pub(crate) fn takers<B: Searchable>(game: &Game<B>, seed: u64) -> Vec<(B::Turn, f32)> {
    let share = |tally: &Tally, slot| {
        let [light, dark] = Colour::BOTH.map(|colour| tally.taken(slot, colour));
        let games = light.games + dark.games;
        let half_points = light.half_points + dark.half_points;
        (games > 0).then(|| half_points as f32 / (2 * games) as f32)
    };
    shares(game, seed, share)
}

/// Shares of the points that a player makes with a free choice among the turns that take a place,
/// on average over both players.
pub(crate) fn turners<B: Searchable, P: Ord>(
    game: &Game<B>,
    seed: u64,
    place_of: impl Fn(B::Turn) -> P,
) -> Vec<(B::Turn, f32)> {
    let light = |tally: &Tally, slot| tally.taken(slot, Colour::Light).rate();
    let shares = shares(game, seed, light);
    let mut ends = BTreeMap::new();
    for &(turn, share) in &shares {
        let (least, most) = ends.entry(place_of(turn)).or_insert((share, share));
        (*least, *most) = (share.min(*least), share.max(*most));
    }
    let for_takers = |&(turn, _)| {
        // Light makes the most of all ways round, Dark all but the least: the average is a half and
        // half of what lies between.
        let (least, most) = ends[&place_of(turn)];
        (turn, 0.5 + 0.5 * (most - least))
    };
    shares.iter().map(for_takers).collect()
}

/// Values of `share` for the slots of the legal turns, after random games from the position.
fn shares<B: Searchable>(
    game: &Game<B>,
    seed: u64,
    share: impl Fn(&Tally, usize) -> Option<f32>,
) -> Vec<(B::Turn, f32)> {
    let board = game.board();
    if game.outcome().is_some() {
        return Vec::new();
    }
    let mut playouts = B::Playouts::new(board.options());
    let mut random = fastrand::Rng::with_seed(seed);
    let mut tally = Tally::new(playouts.slots());
    for _ in 0..BATCHES {
        playouts.run(board, &mut random, &mut tally);
    }
    let of_turn = |turn| Some((turn, share(&tally, playouts.slot(turn)?)?));
    game.legal_turns().iter().filter_map(of_turn).collect()
}

#[cfg(test)]
mod tests {
    use carrick_games::{AnyGame, GameOptions as _, SizeLimits, boche};

    use super::*;

    /// Each row lacks one cube to join two sides; what lies at c2 is buried in the end.
    #[test]
    fn the_place_that_decides_a_game_of_boche_matters_most() {
        let games = [
            ("a:d4 a:d1 a:d3", "d2"),
            ("a:d4 a:d1 a:d3 b:b2", "d2"),
            ("a:d4 a:d1 b:b1 a:d2", "d3"),
        ];
        for (turns, place) in games {
            let words = ["-size=4", "-immediate", "-join_any"];
            let options = boche::Options::parse(&words, SizeLimits::Challenge).unwrap();
            let start = Game::<boche::Board>::new(options);
            let game = turns.split(' ').fold(start, |game, turn| game.play_text(turn).unwrap());
            let shares = crate::pivotal_by_name(&AnyGame::Boche(game), 1);
            assert!(shares.values().all(|share| (0.5..0.8).contains(share)));
            assert!(shares[&format!("a:{place}")] > 0.65, "{turns}: {shares:?}");
            assert_eq!(shares["a:c2"], 0.5);
            let most = shares.iter().max_by(|one, other| one.1.total_cmp(other.1)).unwrap();
            assert!(most.0.ends_with(place), "{turns}: {most:?}");
        }
    }
}
