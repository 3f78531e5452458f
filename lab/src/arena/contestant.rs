//! Contestants: entrants that play one game.

use std::sync::atomic::{AtomicU64, Ordering};

use carrick_engine::{AnyEngine, AnyPlayer, Limits, Memory};
use carrick_games::{AnyGame, Game, match_game};

use super::entrant::{Entrant, EntrantError};
use crate::reference::{RandomGames, Uct, casual, random};

/// An entrant that plays one game, in one seat.
///
/// ```
/// use carrick_engine::Limits;
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// use carrick_lab::arena::Contestant;
/// let options = AnyOptions::parse(GameKind::Boche, &["-size=3"], SizeLimits::Challenge)?;
/// let game = AnyGame::new(options);
/// let mut player = Contestant::new(&"uct:50".parse()?, &game, 1)?;
/// let chosen = player.choose(&game, Limits::nodes(1000)).unwrap();
/// assert_eq!(chosen.nodes, 50);
/// assert!(game.play_text(&chosen.turn).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Contestant {
    mind: Mind,
    own_nodes: Option<u64>,
}

#[derive(Debug)]
enum Mind {
    Frozen(Frozen, fastrand::Rng),
    Level(Box<AnyPlayer>),
    Search(Box<AnyEngine>),
}

/// A reference player.
#[derive(Debug, Clone, Copy)]
enum Frozen {
    Random,
    Casual,
    Pairing,
    Mirror,
    Uct(Uct),
}

/// A turn by its name, and the number of nodes that it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    /// The turn.
    pub turn: String,
    /// Number of nodes searched, or of playouts.
    pub nodes: u64,
}

impl Contestant {
    /// A contestant in a game, for an entrant. The seed fixes its random choices.
    ///
    /// # Errors
    /// When the entrant does not play the game.
    pub fn new(entrant: &Entrant, game: &AnyGame, seed: u64) -> Result<Self, EntrantError> {
        entrant.check(game.kind())?;
        let frozen = |player| Mind::Frozen(player, fastrand::Rng::with_seed(seed));
        let memory = Memory::default();
        let mind = match entrant {
            Entrant::Random => frozen(Frozen::Random),
            Entrant::Casual => frozen(Frozen::Casual),
            Entrant::Pairing => frozen(Frozen::Pairing),
            Entrant::Mirror => frozen(Frozen::Mirror),
            Entrant::Uct { .. } => frozen(Frozen::Uct(Uct::PLAIN)),
            Entrant::Rave { .. } => frozen(Frozen::Uct(Uct::RAVE)),
            Entrant::Level(level) => {
                Mind::Level(Box::new(AnyPlayer::new(game, *level, seed, memory)))
            }
            Entrant::Search { parts, .. } => {
                Mind::Search(Box::new(AnyEngine::with_parts(game, seed, memory, *parts)))
            }
            Entrant::Tree { changes, .. } => {
                let tune = |tuning| changes.apply(tuning);
                Mind::Search(Box::new(AnyEngine::tree(game, seed, memory, tune)))
            }
        };
        Ok(Self { mind, own_nodes: entrant.own_nodes().map(u64::from) })
    }

    /// The turn to play; `None` when the game is over. Nodes that were named with the entrant take
    /// the place of those in `limits`.
    pub fn choose(&mut self, game: &AnyGame, limits: Limits<'_>) -> Option<Chosen> {
        let limits = Limits { nodes: self.own_nodes.unwrap_or(limits.nodes), ..limits };
        match &mut self.mind {
            Mind::Frozen(player, rng) => match_game!(game, AnyGame(game) => {
                let (turn, nodes) = player.choose(game, limits, rng)?;
                Some(Chosen { turn: game.turn_name(turn).to_string(), nodes })
            }),
            Mind::Level(player) => {
                let choice = player.choose(game, limits)?;
                Some(Chosen { turn: choice.turn, nodes: choice.thought.nodes })
            }
            Mind::Search(engine) => {
                engine.follow(game);
                let thought = engine.think(limits);
                Some(Chosen { turn: thought.best()?.clone(), nodes: thought.nodes })
            }
        }
    }
}

impl Frozen {
    /// The turn and the number of playouts that it took.
    fn choose<B: RandomGames>(
        self,
        game: &Game<B>,
        limits: Limits<'_>,
        rng: &mut fastrand::Rng,
    ) -> Option<(B::Turn, u64)> {
        let turn = match self {
            Self::Random => random(game, rng),
            Self::Casual => casual(game, rng),
            Self::Pairing => answered(game, game.board().pairing_answer(), rng),
            Self::Mirror => answered(game, game.board().mirror_answer(), rng),
            Self::Uct(uct) => return counted(uct, game, limits, rng.u64(..)),
        };
        Some((turn?, 0))
    }
}

/// An answer where it is legal, else any legal turn.
fn answered<B: RandomGames>(
    game: &Game<B>,
    answer: Option<B::Turn>,
    rng: &mut fastrand::Rng,
) -> Option<B::Turn> {
    let answer = answer.filter(|&turn| game.check(turn).is_ok());
    answer.or_else(|| random(game, rng))
}

/// Runs a reference player. It asks before each playout whether to stop, which is how they are
/// counted.
fn counted<B: RandomGames>(
    uct: Uct,
    game: &Game<B>,
    limits: Limits<'_>,
    seed: u64,
) -> Option<(B::Turn, u64)> {
    let playouts = AtomicU64::new(0);
    let stop = || {
        let stop = (limits.stop)();
        playouts.fetch_add(u64::from(!stop), Ordering::Relaxed);
        stop
    };
    let turn = uct.choose(game, Limits { stop: &stop, ..limits }, seed)?;
    Some((turn, playouts.into_inner()))
}
