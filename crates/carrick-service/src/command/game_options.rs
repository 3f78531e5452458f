//! The options of a game, whichever game it is.

use carrick_games::{AnyOptions, GameKind, Limits, OptionError};

/// Checked options: their canonical form, and whether they give a handicap.
pub(super) struct GameOptions {
    pub(super) canonical: String,
    pub(super) is_handicap: bool,
}

pub(super) fn read(kind: GameKind, words: &[&str]) -> Result<GameOptions, OptionError> {
    let options = AnyOptions::parse(kind, words, Limits::Challenge)?;
    Ok(GameOptions { canonical: options.to_string(), is_handicap: options.is_handicap() })
}
