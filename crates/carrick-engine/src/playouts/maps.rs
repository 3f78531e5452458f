//! Ownership and pivotal places of a position, estimated by playouts.

use std::collections::BTreeMap;

use carrick_games::{Board as _, Colour, Game, Symmetric, TurnSet as _, anchor};

use super::{AnchorPlayouts, Ownership, PlayoutTally, Playouts};
use crate::report::ReportLine;

/// Number of batches of playouts: 8192 games, or 256 in Ankor.
const BATCHES: usize = 16;

/// Ownership map of Anchor: how often each point ends as Black's, 0 to 1, as territory or under a
/// living stone. Random games do not recognise groups that are hard to kill; what they agree on is
/// settled.
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
    let mut tally = PlayoutTally::new(playouts.slots());
    let mut ownership = Ownership::new(playouts.slots());
    for _ in 0..BATCHES {
        playouts.run_with_ownership(board, &mut random, &mut tally, &mut ownership);
    }
    let share = |point| ownership.share(playouts.slot_of(point), Colour::Dark);
    let stones = board.points().map(|point| (anchor::Turn::Stone(point), share(point)));
    let shares = evened(game, stones.collect());
    board.points().zip(shares).map(|(point, (_, share))| (point, share)).collect()
}

/// Gives turns that a symmetry of the position maps onto each other the same value: that of the
/// first of them, which is the most reliable one if the best turn comes first.
///
/// A search determines the value of the best turn, and of others only as far as it needs, so the
/// corners of an empty board may have three different values. On a map, equal places should look
/// equal.
pub fn even_out<B: Symmetric>(game: &Game<B>, lines: &mut [ReportLine<B::Turn>]) {
    let (symmetries, options) = (game.symmetries(), game.board().options());
    for index in 1..lines.len() {
        let (before, rest) = lines.split_at_mut(index);
        let Some(line) = rest.first_mut() else { continue };
        let alike = |known: &&ReportLine<B::Turn>| {
            symmetries.iter().any(|&by| B::turn_image(options, line.turn, by) == known.turn)
        };
        if let Some(first) = before.iter().find(alike) {
            (line.value, line.proved, line.margin) = (first.value, first.proved, first.margin);
        }
    }
}

/// Values of turns, averaged over those that a symmetry of the position maps onto each other.
fn evened<B: Symmetric>(game: &Game<B>, values: Vec<(B::Turn, f32)>) -> Vec<(B::Turn, f32)> {
    let (symmetries, options) = (game.symmetries(), game.board().options());
    if symmetries.len() < 2 {
        return values;
    }
    let known: BTreeMap<B::Turn, f32> = values.iter().copied().collect();
    let mean = |turn| {
        let images = symmetries.iter().map(|&by| B::turn_image(options, turn, by));
        let mut found: Vec<f32> = images.filter_map(|image| known.get(&image).copied()).collect();
        // Always in the same order, so that the sums are equal to the last bit.
        found.sort_by(f32::total_cmp);
        found.iter().sum::<f32>() / found.len() as f32
    };
    values.into_iter().map(|(turn, _)| (turn, mean(turn))).collect()
}

/// How often the player of each turn wins, 0 to 1, where every legal turn that takes a place counts
/// as a separate place. The default of [`Searchable::pivotal`](crate::Searchable::pivotal).
pub(crate) fn takers<B: Symmetric, P: Playouts<B>>(
    game: &Game<B>,
    seed: u64,
) -> Vec<(B::Turn, f32)> {
    let share = |tally: &PlayoutTally, slot| {
        let [light, dark] = Colour::BOTH.map(|colour| tally.taken(slot, colour));
        let games = light.games + dark.games;
        let half_points = light.half_points + dark.half_points;
        (games > 0).then(|| half_points as f32 / (2 * games) as f32)
    };
    shares::<B, P>(game, seed, share)
}

/// Shares of the points that a player makes with a free choice among the turns that take a place,
/// averaged over both players.
pub(crate) fn turners<B: Symmetric, P: Playouts<B>, Q: Ord>(
    game: &Game<B>,
    seed: u64,
    place_of: impl Fn(B::Turn) -> Q,
) -> Vec<(B::Turn, f32)> {
    let light = |tally: &PlayoutTally, slot| tally.taken(slot, Colour::Light).rate();
    let shares = shares::<B, P>(game, seed, light);
    let mut ends = BTreeMap::new();
    for &(turn, share) in &shares {
        let (least, most) = ends.entry(place_of(turn)).or_insert((share, share));
        (*least, *most) = (share.min(*least), share.max(*most));
    }
    let for_takers = |&(turn, _)| {
        // Light chooses the best rotation, Dark the worst: the average is one half plus half of the
        // difference.
        let (least, most) = ends[&place_of(turn)];
        (turn, 0.5 + 0.5 * (most - least))
    };
    shares.iter().map(for_takers).collect()
}

/// Values of `share` for the slots of the legal turns, from random games that start at the
/// position.
fn shares<B: Symmetric, P: Playouts<B>>(
    game: &Game<B>,
    seed: u64,
    share: impl Fn(&PlayoutTally, usize) -> Option<f32>,
) -> Vec<(B::Turn, f32)> {
    let board = game.board();
    if game.outcome().is_some() {
        return Vec::new();
    }
    let mut playouts = P::new(board.options());
    let mut random = fastrand::Rng::with_seed(seed);
    let mut tally = PlayoutTally::new(playouts.slots());
    for _ in 0..BATCHES {
        playouts.run(board, &mut random, &mut tally);
    }
    let of_turn = |turn| Some((turn, share(&tally, playouts.slot(turn)?)?));
    evened(game, game.legal_turns().iter().filter_map(of_turn).collect())
}

#[cfg(test)]
mod tests {
    use carrick_games::{AnyGame, AnyOptions, GameKind, GameOptions as _, SizeLimits, boche};

    use super::*;
    use crate::any::AnyEngine;
    use crate::settings::{Limits, Memory};

    /// For every game, positions that a symmetry leaves unchanged: an empty board, and one after a
    /// turn on an axis.
    fn symmetric(kind: GameKind) -> Vec<AnyGame> {
        let words: &[&str] = match kind {
            GameKind::Antipod => &["-radius=3"],
            GameKind::Anchor => &["-size=4", "-pie=none"],
            _ => &["-size=4"],
        };
        let start = AnyGame::new(AnyOptions::parse(kind, words, SizeLimits::Scripts).unwrap());
        let moved = start.legal().into_iter().find_map(|turn| {
            let after = start.clone().play_text(&turn).ok()?;
            let other = after.legal().into_iter().find(|turn| after.alike(turn).unwrap().len() > 1);
            other.map(|_| after)
        });
        std::iter::once(start).chain(moved).collect()
    }

    #[test]
    fn equal_places_have_equal_values() {
        for game in GameKind::ALL.into_iter().flat_map(symmetric) {
            let shares = crate::pivotal_by_name(&game, 3);
            let mut engine = AnyEngine::new(&game, 3, Memory::default());
            let mut lines = engine.think(Limits::nodes(300)).lines;
            let best = lines[0].clone();
            crate::even_out_by_name(&game, &mut lines);
            assert_eq!((lines[0].value, &lines[0].turn), (best.value, &best.turn));
            assert!(lines.iter().all(|line| line.value <= best.value || best.proved.is_none()));
            let mut searches = 0;
            let each = crate::each_named_turn(&game, |after| {
                searches += 1;
                AnyEngine::new(after, 3, Memory::default()).think(Limits::nodes(1))
            });
            assert!(searches < each.len(), "{searches} searches of {} turns", each.len());
            let values = |lines: &[ReportLine<String>]| -> BTreeMap<String, f32> {
                lines.iter().map(|line| (line.turn.clone(), line.value)).collect()
            };
            for map in [shares, values(&lines), values(&each)] {
                for (turn, value) in &map {
                    for other in game.alike(turn).unwrap() {
                        assert_eq!(map.get(&other), Some(value), "{turn} and {other}");
                    }
                }
            }
        }
    }

    #[test]
    fn ownership_is_as_symmetric_as_the_position() {
        let AnyGame::Anchor(game) = symmetric(GameKind::Anchor).remove(0) else { panic!() };
        let shares: BTreeMap<_, _> = ownership(&game, 1).into_iter().collect();
        let mut compared = 0;
        for (&point, share) in &shares {
            for other in game.alike(anchor::Turn::Stone(point)) {
                let anchor::Turn::Stone(other) = other else { continue };
                assert_eq!(shares.get(&other), Some(share), "{point} and {other}");
                compared += 1;
            }
        }
        assert!(compared > 2 * shares.len(), "{compared}");
    }

    /// Each row lacks one cube to connect two sides; the cube at c2 will be covered.
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
