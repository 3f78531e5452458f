//! Place in a text where a position is drawn.

use carrick_games::{AnyGame, DrawStyle};

/// A position that a text draws, and where. A picture of another position would contradict the
/// text; one beside a player's own drawing would be taken for theirs.
#[derive(Debug, Clone)]
pub struct Shown {
    pub(super) game: AnyGame,
    /// In bytes from the text's beginning.
    pub(super) at: usize,
}

impl Shown {
    /// The first of some positions that a text draws, in any way in which readers may have it
    /// drawn.
    #[must_use]
    pub fn in_text(text: &str, positions: impl IntoIterator<Item = AnyGame>) -> Option<Self> {
        let styles = [(true, false), (false, false), (true, true), (false, true)]
            .map(|(labels, score)| DrawStyle { labels, score });
        positions.into_iter().find_map(|game| {
            let at = styles.into_iter().find_map(|style| text.find(&game.draw(style)))?;
            Some(Self { game, at })
        })
    }
}
