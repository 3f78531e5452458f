//! The computer at full strength, for a game of any kind, with turns by their names.

use carrick_games::{AnyGame, Game, anchor, ankor, antipod, boche};

use crate::tree::Search;
use crate::{Limits, Report, Searchable, Tuning};

/// What a search found, with turns by their canonical names.
pub type Thought = Report<String>;

/// A search of a game of any kind, which it follows from turn to turn.
///
/// ```
/// use carrick_engine::{Engine, Limits};
/// use carrick_games::{AnyGame, AnyOptions, GameKind, Limits as Sizes};
/// let options = AnyOptions::parse(GameKind::Antipod, &["-radius=4"], Sizes::Challenge)?;
/// let game = AnyGame::new(options);
/// let thought = Engine::new(&game, 1).think(Limits::nodes(50));
/// assert!(game.play_text(thought.best().unwrap()).is_ok());
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    inside: Inside,
    seed: u64,
}

#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "few are held at a time")]
enum Inside {
    Ankor(Search<ankor::Board>),
    Boche(Search<boche::Board>),
    Antipod(Search<antipod::Board>),
    Anchor(Search<anchor::Board>),
}

impl Engine {
    /// A search of a game's current position. With one thread the same seed gives the same thoughts.
    #[must_use]
    pub fn new(game: &AnyGame, seed: u64) -> Self {
        Self::with_tuning(game, seed, |tuning| tuning)
    }

    /// The same with other constants, made from those of the game.
    #[must_use]
    pub fn with_tuning(game: &AnyGame, seed: u64, tune: impl FnOnce(Tuning) -> Tuning) -> Self {
        fn search<B: Searchable>(
            game: &Game<B>,
            seed: u64,
            tune: impl FnOnce(Tuning) -> Tuning,
        ) -> Search<B> {
            Search::with_tuning(game, seed, tune(B::TUNING))
        }
        let inside = match game {
            AnyGame::Ankor(game) => Inside::Ankor(search(game, seed, tune)),
            AnyGame::Boche(game) => Inside::Boche(search(game, seed, tune)),
            AnyGame::Antipod(game) => Inside::Antipod(search(game, seed, tune)),
            AnyGame::Anchor(game) => Inside::Anchor(search(game, seed, tune)),
        };
        Self { inside, seed }
    }

    /// Goes on to another position. What is known about it is kept when it belongs to the same game.
    pub fn follow(&mut self, game: &AnyGame) {
        match (&mut self.inside, game) {
            (Inside::Ankor(search), AnyGame::Ankor(game)) => search.follow(game),
            (Inside::Boche(search), AnyGame::Boche(game)) => search.follow(game),
            (Inside::Antipod(search), AnyGame::Antipod(game)) => search.follow(game),
            (Inside::Anchor(search), AnyGame::Anchor(game)) => search.follow(game),
            _ => *self = Self::new(game, self.seed),
        }
    }

    /// Thinks until a limit is reached or the position is decided. Calling it again goes on from there.
    pub fn think(&mut self, limits: Limits<'_>) -> Thought {
        match &mut self.inside {
            Inside::Ankor(search) => search.run_named(limits),
            Inside::Boche(search) => search.run_named(limits),
            Inside::Antipod(search) => search.run_named(limits),
            Inside::Anchor(search) => search.run_named(limits),
        }
    }
}
