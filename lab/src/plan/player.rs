//! Players of a plan: those whose turns do not depend on time.

use carrick_engine::Level;

use crate::arena::{Entrant, EntrantError};

/// Why a text names no player of a plan.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum PlayerError {
    #[error(transparent)]
    Name(EntrantError),
    #[error("{0}, of which a plan takes all but level9")]
    Unknown(EntrantError),
    #[error("{name} thinks as long as it may; name a number, as in {name}:{example}")]
    NoNumber { name: String, example: u32 },
    #[error(
        "level9 thinks by the clock, and a plan counts nodes; name its search with a number, as in \
         full:20000, or level8"
    )]
    Clock,
}

/// Reads a player.
///
/// # Errors
/// When there is none of that name, or how it plays would depend on the machine's speed.
pub(super) fn read(text: &str) -> Result<Entrant, PlayerError> {
    let entrant: Entrant = text.parse().map_err(|error| match error {
        EntrantError::Unknown { .. } => PlayerError::Unknown(error),
        _ => PlayerError::Name(error),
    })?;
    let no_number = |example| PlayerError::NoNumber { name: text.to_owned(), example };
    match &entrant {
        Entrant::Level(level) if *level == Level::MAX => Err(PlayerError::Clock),
        Entrant::Uct { playouts: None } | Entrant::Rave { playouts: None } => Err(no_number(1000)),
        Entrant::Search { nodes: None, .. } => Err(no_number(5000)),
        Entrant::Tree { nodes: None, .. } => Err(no_number(64)),
        _ => Ok(entrant),
    }
}
