//! Turns of all games: parsing and playing never panics, an error repeats only words that have the
//! form of a place, and a played turn is read back as itself.
#![no_main]

use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
use libfuzzer_sys::fuzz_target;

/// A small board of every game, or one a little larger.
fn start(board: u8) -> Option<AnyGame> {
    let (board, larger) = (usize::from(board) / 2, board % 2);
    let kind = GameKind::ALL[board % GameKind::ALL.len()];
    let size = format!("{}={}", kind.facts().size_option, 3 + larger);
    AnyOptions::parse(kind, &[&size], SizeLimits::Scripts).ok().map(AnyGame::new)
}

fuzz_target!(|input: (u8, &str)| {
    let (board, text) = input;
    let Some(mut game) = start(board) else { return };
    for word in text.split(' ').take(200) {
        let secret = format!("{word}zqxwvk77");
        if let Err(error) = game.check_text(&secret) {
            assert!(!error.to_string().to_lowercase().contains("zqxwvk77"), "{secret:?}: {error}");
        }
        game = match game.play_text(word) {
            Ok(played) => {
                let name = played.last_turn().unwrap_or_default();
                let again = played.at(played.ply() - 1).play_text(&name);
                assert!(
                    again.is_ok_and(|again| again.last_turn() == Some(name.clone())),
                    "{word:?} was played, {name} not"
                );
                played
            }
            Err(refused) => {
                let _ = refused.to_string();
                refused.game
            }
        };
    }
});
