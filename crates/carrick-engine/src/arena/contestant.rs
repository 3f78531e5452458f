//! Contestants: entrants that play one game.

use std::sync::atomic::{AtomicU64, Ordering};

use carrick_games::Game;

use super::entrant::{Entrant, EntrantError};
use crate::players::Player;
use crate::reference::{RandomGames, Uct, casual, random};
use crate::search::Engine;
use crate::settings::{Limits, Memory};

/// An entrant that plays one game, in one seat.
///
/// [`AnyContestant`](crate::AnyContestant) is one in a game of any kind.
#[derive(Debug)]
pub struct Contestant<B: RandomGames> {
    mind: Mind<B>,
    own_nodes: Option<u64>,
}

#[derive(Debug)]
enum Mind<B: RandomGames> {
    Random(fastrand::Rng),
    Casual(fastrand::Rng),
    Pairing(fastrand::Rng),
    Mirror(fastrand::Rng),
    Uct(Uct, fastrand::Rng),
    Level(Box<Player<B>>),
    Search(Engine<B>),
}

/// A turn and the number of nodes that it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen<T> {
    /// The turn.
    pub turn: T,
    /// Number of nodes searched, or of playouts.
    pub nodes: u64,
}

impl<B: RandomGames> Contestant<B> {
    /// A contestant in a game, for an entrant. The seed fixes its random choices.
    ///
    /// # Errors
    /// When the entrant does not play the game.
    pub fn new(entrant: &Entrant, game: &Game<B>, seed: u64) -> Result<Self, EntrantError> {
        entrant.check(B::KIND)?;
        let (random, memory) = (|| fastrand::Rng::with_seed(seed), Memory::default());
        let mind = match entrant {
            Entrant::Random => Mind::Random(random()),
            Entrant::Casual => Mind::Casual(random()),
            Entrant::Pairing => Mind::Pairing(random()),
            Entrant::Mirror => Mind::Mirror(random()),
            Entrant::Uct { .. } => Mind::Uct(Uct::PLAIN, random()),
            Entrant::Rave { .. } => Mind::Uct(Uct::RAVE, random()),
            Entrant::Level(level) => Mind::Level(Box::new(Player::new(game, *level, seed, memory))),
            Entrant::Search { parts, .. } => {
                Mind::Search(Engine::with_parts(game, seed, memory, *parts))
            }
            Entrant::Tree { changes, .. } => {
                Mind::Search(Engine::tree(game, seed, memory, changes.apply(B::TUNING)))
            }
        };
        Ok(Self { mind, own_nodes: entrant.own_nodes().map(u64::from) })
    }

    /// The turn to play; `None` when the game is over. Nodes that were named with the entrant take
    /// the place of those in `limits`.
    pub fn choose(&mut self, game: &Game<B>, limits: Limits<'_>) -> Option<Chosen<B::Turn>> {
        let limits = Limits { nodes: self.own_nodes.unwrap_or(limits.nodes), ..limits };
        match &mut self.mind {
            Mind::Random(rng) => unsearched(random(game, rng)),
            Mind::Casual(rng) => unsearched(casual(game, rng)),
            Mind::Pairing(rng) => answered(game, game.board().pairing_answer(), rng),
            Mind::Mirror(rng) => answered(game, game.board().mirror_answer(), rng),
            Mind::Uct(uct, rng) => counted(*uct, game, limits, rng.u64(..)),
            Mind::Level(player) => player
                .choose(game, limits)
                .map(|choice| Chosen { turn: choice.turn, nodes: choice.thought.nodes }),
            Mind::Search(engine) => {
                engine.follow(game);
                let report = engine.think(limits);
                Some(Chosen { turn: *report.best()?, nodes: report.nodes })
            }
        }
    }
}

/// An answer where it is legal, else any legal turn.
fn answered<B: RandomGames>(
    game: &Game<B>,
    answer: Option<B::Turn>,
    rng: &mut fastrand::Rng,
) -> Option<Chosen<B::Turn>> {
    let answer = answer.filter(|&turn| game.check(turn).is_ok());
    unsearched(answer.or_else(|| random(game, rng)))
}

fn unsearched<T>(turn: Option<T>) -> Option<Chosen<T>> {
    Some(Chosen { turn: turn?, nodes: 0 })
}

/// Runs a reference player. It asks before each playout whether to stop, which is how they are
/// counted.
fn counted<B: RandomGames>(
    uct: Uct,
    game: &Game<B>,
    limits: Limits<'_>,
    seed: u64,
) -> Option<Chosen<B::Turn>> {
    let playouts = AtomicU64::new(0);
    let stop = || {
        let stop = (limits.stop)();
        playouts.fetch_add(u64::from(!stop), Ordering::Relaxed);
        stop
    };
    let turn = uct.choose(game, Limits { stop: &stop, ..limits }, seed)?;
    Some(Chosen { turn, nodes: playouts.into_inner() })
}
