//! The options of a game, whichever game it is.

use carrick_games::{GameKind, GameOptions as _, Limits, OptionError, OptionInfo, anchor, ankor};

/// Checked options: their canonical form, and whether they give a handicap.
pub(super) struct GameOptions {
    pub(super) canonical: String,
    pub(super) is_handicap: bool,
}

pub(super) fn read(kind: GameKind, words: &[&str]) -> Result<GameOptions, OptionError> {
    let canonical = match kind {
        GameKind::Anchor => anchor::Options::parse(words, Limits::Challenge)?.to_string(),
        _ => ankor::Options::parse(words, Limits::Challenge)?.to_string(),
    };
    Ok(GameOptions { is_handicap: canonical.contains("handicap"), canonical })
}

pub(super) fn described(kind: GameKind) -> &'static [OptionInfo] {
    match kind {
        GameKind::Anchor => anchor::Options::DESCRIBED,
        _ => ankor::Options::DESCRIBED,
    }
}
