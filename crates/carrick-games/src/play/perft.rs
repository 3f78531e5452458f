//! Perft: counting sequences of turns, the standard check of move generation.

use crate::{Board, Game, Position, TurnSet};

/// Perft: the number of sequences of exactly `depth` turns that can follow a game. Sequences that
/// end earlier do not count.
///
/// ```
/// use carrick_games::{Game, GameOptions, SizeLimits, antipod, perft};
/// let options = antipod::Options::parse(&["-radius=4"], SizeLimits::Challenge)?;
/// let game = Game::<antipod::Board>::new(options);
/// assert_eq!(perft(&game, 2), 48 * 47);
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[must_use]
pub fn perft<B: Board>(game: &Game<B>, depth: u32) -> u64 {
    count(game.position(), depth)
}

fn count<B: Board>(position: &Position<B>, depth: u32) -> u64 {
    let turns = position.legal_turns();
    match depth {
        0 => 1,
        1 => turns.len() as u64,
        _ => turns
            .iter()
            .map(|turn| {
                let mut next = position.clone();
                next.play_unchecked(turn);
                count(&next, depth - 1)
            })
            .sum(),
    }
}
