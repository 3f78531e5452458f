//! An entrant at the board.

use std::sync::atomic::{AtomicU64, Ordering};

use carrick_games::{AnyGame, Game, Notation};

use super::entrant::{Entrant, EntrantError};
use super::pairing;
use crate::reference::{RandomGames, Uct, random};
use crate::{Engine, Limits, Player, Searchable};

/// A player in one game, in one seat.
///
/// ```
/// use carrick_engine::{Limits, arena::Contestant};
/// use carrick_games::{AnyGame, AnyOptions, GameKind, Limits as Sizes};
/// let options = AnyOptions::parse(GameKind::Boche, &["-size=3"], Sizes::Challenge)?;
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
    Random(fastrand::Rng),
    Pairing(fastrand::Rng),
    Uct(Uct, fastrand::Rng),
    Level(Player),
    Tree(Engine),
}

/// A turn and what it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    /// The turn's canonical name.
    pub turn: String,
    /// How many positions were looked at, or playouts made.
    pub nodes: u64,
}

impl Contestant {
    /// Seats an entrant. The seed decides what he leaves to chance.
    ///
    /// # Errors
    /// When he does not play the game.
    pub fn new(entrant: &Entrant, game: &AnyGame, seed: u64) -> Result<Self, EntrantError> {
        entrant.check(game.kind())?;
        let random = || fastrand::Rng::with_seed(seed);
        let mind = match entrant {
            Entrant::Random => Mind::Random(random()),
            Entrant::Pairing => Mind::Pairing(random()),
            Entrant::Uct { .. } => Mind::Uct(Uct::PLAIN, random()),
            Entrant::Rave { .. } => Mind::Uct(Uct::RAVE, random()),
            Entrant::Level(level) => Mind::Level(Player::new(game, *level, seed)),
            Entrant::Tree { changes, .. } => {
                Mind::Tree(Engine::tree(game, seed, |tuning| changes.apply(tuning)))
            }
        };
        Ok(Self { mind, own_nodes: entrant.own_nodes().map(u64::from) })
    }

    /// The turn he plays; `None` when the game is over. Nodes that were named with the entrant take the
    /// place of those in `limits`.
    pub fn choose(&mut self, game: &AnyGame, limits: Limits<'_>) -> Option<Chosen> {
        let limits = Limits { nodes: self.own_nodes.unwrap_or(limits.nodes), ..limits };
        match &mut self.mind {
            Mind::Random(random) => guess(game, random),
            Mind::Pairing(random) => match game {
                AnyGame::Antipod(game) => unsearched(game, pairing::answer(game, random)),
                AnyGame::Ankor(_) | AnyGame::Boche(_) | AnyGame::Anchor(_) => guess(game, random),
            },
            Mind::Uct(uct, random) => reference(*uct, game, limits, random.u64(..)),
            Mind::Level(player) => player
                .choose(game, limits)
                .map(|choice| Chosen { turn: choice.turn, nodes: choice.thought.nodes }),
            Mind::Tree(engine) => {
                engine.follow(game);
                let thought = engine.think(limits);
                Some(Chosen { turn: thought.best()?.clone(), nodes: thought.nodes })
            }
        }
    }
}

fn unsearched<B: Searchable + Notation>(game: &Game<B>, turn: Option<B::Turn>) -> Option<Chosen> {
    Some(Chosen { turn: game.turn_name(turn?).to_string(), nodes: 0 })
}

fn guess(game: &AnyGame, rng: &mut fastrand::Rng) -> Option<Chosen> {
    match game {
        AnyGame::Ankor(game) => unsearched(game, random(game, rng)),
        AnyGame::Boche(game) => unsearched(game, random(game, rng)),
        AnyGame::Antipod(game) => unsearched(game, random(game, rng)),
        AnyGame::Anchor(game) => unsearched(game, random(game, rng)),
    }
}

fn reference(uct: Uct, game: &AnyGame, limits: Limits<'_>, seed: u64) -> Option<Chosen> {
    match game {
        AnyGame::Ankor(game) => counted(uct, game, limits, seed),
        AnyGame::Boche(game) => counted(uct, game, limits, seed),
        AnyGame::Antipod(game) => counted(uct, game, limits, seed),
        AnyGame::Anchor(game) => counted(uct, game, limits, seed),
    }
}

/// Runs a reference player. He asks before each playout whether to stop, which is how they are counted.
fn counted<B: RandomGames + Notation>(
    uct: Uct,
    game: &Game<B>,
    limits: Limits<'_>,
    seed: u64,
) -> Option<Chosen> {
    let playouts = AtomicU64::new(0);
    let stop = || {
        let stop = (limits.stop)();
        playouts.fetch_add(u64::from(!stop), Ordering::Relaxed);
        stop
    };
    let turn = uct.choose(game, Limits { stop: &stop, ..limits }, seed);
    let mut chosen = unsearched(game, turn)?;
    chosen.nodes = playouts.into_inner();
    Some(chosen)
}
