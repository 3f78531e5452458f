//! What random games from a position say about its places.

use std::collections::BTreeMap;

use carrick_games::{AnyGame, Board, Colour, Game, TurnSet as _, anchor};

use crate::playouts::{AnchorPlayouts, Ownership};
use crate::{Playouts, Searchable, Tally};

/// So many batches are played: 8192 games of Anchor or Antipod, some hundred of Boche or Ankor.
const BATCHES: usize = 16;

/// How often each point of a board of Anchor ends as Black's, 0 to 1: as territory, or under a living stone.
/// Random games have no eye for what is hard to kill; what they agree on is settled.
///
/// ```
/// use carrick_games::{Game, anchor::{Board, Options}};
/// let game = Game::<Board>::new(Options::default()).play_text("A1")?;
/// let shares = carrick_engine::maps::ownership(&game, 1);
/// assert_eq!((shares.len(), shares["A1"]), (169, 1.0)); // a stone on a home corner lives
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn ownership(game: &Game<anchor::Board>, seed: u64) -> BTreeMap<String, f32> {
    let board = game.board();
    let mut playouts = AnchorPlayouts::new(board.options());
    let mut random = fastrand::Rng::with_seed(seed);
    let mut tally = Tally::new(playouts.slots());
    let mut ownership = Ownership::new(playouts.slots());
    for _ in 0..BATCHES {
        playouts.run_with_ownership(board, &mut random, &mut tally, &mut ownership);
    }
    let share = |point| ownership.share(playouts.slot_of(point), Colour::Dark);
    board.points().map(|point| (point.to_string(), share(point))).collect()
}

/// How often whoever takes a place wins, 0 to 1, by the names of turns; places where nothing can be put are
/// left out, and so is what takes no place. One half is a place that does not matter.
///
/// ```
/// use carrick_games::{AnyGame, AnyOptions, GameKind, Limits};
/// let options = AnyOptions::parse(GameKind::Antipod, &["-radius=4"], Limits::Challenge)?;
/// let shares = carrick_engine::maps::pivotal(&AnyGame::new(options), 1);
/// assert!(shares.values().all(|share| (0.4..1.0).contains(share)));
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[must_use]
pub fn pivotal(game: &AnyGame, seed: u64) -> BTreeMap<String, f32> {
    match game {
        AnyGame::Ankor(game) => takers(game, seed),
        AnyGame::Boche(game) => takers(game, seed),
        AnyGame::Antipod(game) => takers(game, seed),
        AnyGame::Anchor(game) => takers(game, seed),
    }
}

/// The shares of points that those made who took what the legal turns take.
fn takers<B: Searchable>(game: &Game<B>, seed: u64) -> BTreeMap<String, f32> {
    let board = game.board();
    if game.outcome().is_some() {
        return BTreeMap::new();
    }
    let mut playouts = B::Playouts::new(board.options());
    let mut random = fastrand::Rng::with_seed(seed);
    let mut tally = Tally::new(playouts.slots());
    for _ in 0..BATCHES {
        playouts.run(board, &mut random, &mut tally);
    }
    let share = |slot| {
        let [light, dark] = Colour::BOTH.map(|colour| tally.taken(slot, colour));
        let games = light.games + dark.games;
        let half_points = light.half_points + dark.half_points;
        (games > 0).then(|| half_points as f32 / (2 * games) as f32)
    };
    let turns = game.legal_turns();
    let named = |turn| Some((game.turn_name(turn).to_string(), share(playouts.slot(turn)?)?));
    turns.iter().filter_map(named).collect()
}
