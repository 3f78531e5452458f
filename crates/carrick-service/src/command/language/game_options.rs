//! The options of a game, whichever game it is.

use carrick_games::{AnyOptions, GameKind, OptionError, SizeLimits};

/// Checked options of a game: their canonical form, and whether they give a handicap.
///
/// ```
/// use carrick_games::GameKind;
/// use carrick_service::command::GameOptions;
/// let options = GameOptions::read(GameKind::Anchor, &["-handicap=2"])?;
/// assert!(options.is_handicap);
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameOptions {
    /// As commands and boards have them.
    pub canonical: String,
    /// Whether they give a handicap; such a game is unrated.
    pub is_handicap: bool,
}

impl GameOptions {
    /// Reads options as they are typed in a challenge: `-size=5`, `-noswap`.
    ///
    /// # Errors
    /// The first that is wrong.
    pub fn read(kind: GameKind, words: &[&str]) -> Result<Self, OptionError> {
        let options = AnyOptions::parse(kind, words, SizeLimits::Challenge)?;
        Ok(Self { canonical: options.to_string(), is_handicap: options.is_handicap() })
    }
}
