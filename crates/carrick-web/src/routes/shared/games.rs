//! Games as pages present them, and their names in paths.

use carrick_games::GameKind;

use crate::pages::fault::Fault;

/// A game with a sentence about it.
#[derive(Debug, Clone, Copy)]
pub(in crate::routes) struct Game {
    pub(in crate::routes) name: &'static str,
    pub(in crate::routes) title: &'static str,
    pub(in crate::routes) credit: &'static str,
    pub(in crate::routes) said: &'static str,
}

impl Game {
    /// The game of a kind.
    pub(in crate::routes) const fn of(kind: GameKind) -> Self {
        let said = kind.facts().aim;
        Self { name: kind.name(), title: kind.title(), credit: kind.credit(), said }
    }
}

/// All games, each with a sentence that says how it is won.
pub(in crate::routes) fn games() -> [Game; GameKind::ALL.len()] {
    GameKind::ALL.map(Game::of)
}

/// The game that a path names.
///
/// # Errors
/// When there is no such game, hence no such page.
pub(in crate::routes) fn kind_of(word: &str) -> Result<GameKind, Fault> {
    word.parse().map_err(|_| Fault::PAGE)
}
