//! Where a text draws a position.

use carrick_games::{AnyGame, DrawStyle};

/// Where a text draws this very position, in any way in which readers may have it drawn: in bytes from its
/// beginning. A picture of another position would contradict the text; one beside what a player has drawn
/// himself would be taken for his.
#[must_use]
pub fn drawn_at(text: &str, game: &AnyGame) -> Option<usize> {
    let styles = [(true, false), (false, false), (true, true), (false, true)];
    styles
        .into_iter()
        .find_map(|(labels, score)| text.find(&game.draw(DrawStyle { labels, score })))
}
