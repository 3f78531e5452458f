//! Twins: positions that are one and the same but for a symmetry of the board.

use carrick_games::{AnyGame, Game, Symmetric, Symmetry as _, hash_of, hash_of_hashes, match_game};

/// Key of a game's position that its images under the symmetries of the board share. Boards with
/// other options have other keys.
///
/// ```
/// use carrick_coach::puzzle::twin_key;
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// let options = AnyOptions::parse(GameKind::Anchor, &["-size=4"], SizeLimits::Challenge)?;
/// let after = |turn| AnyGame::new(options).play_text(turn).unwrap();
/// assert_eq!(twin_key(&after("A1")), twin_key(&after("D7"))); // both are home corners
/// assert_ne!(twin_key(&after("A1")), twin_key(&after("B1")));
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[must_use]
pub fn twin_key(game: &AnyGame) -> u128 {
    let options = hash_of(game.options().to_string().bytes().map(u64::from));
    let position = match_game!(game, AnyGame(game) => least_key(game));
    hash_of_hashes([options, position])
}

fn least_key<B: Symmetric>(game: &Game<B>) -> u128 {
    let images = B::Symmetry::all().map(|by| game.position().image(by).hash());
    images.min().unwrap_or_else(|| game.position().hash())
}
