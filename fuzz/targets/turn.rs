//! Turns of all games: parsing and playing never panics, an error repeats only words that have the
//! form of a place, and a played turn is read back as itself.
#![no_main]

use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
use libfuzzer_sys::fuzz_target;

const BOARDS: [(GameKind, &str); 8] = [
    (GameKind::Ankor, "-size=3"),
    (GameKind::Ankor, "-size=4"),
    (GameKind::Boche, "-size=3"),
    (GameKind::Boche, "-size=4"),
    (GameKind::Antipod, "-radius=4"),
    (GameKind::Antipod, "-radius=6"),
    (GameKind::Anchor, "-size=3"),
    (GameKind::Anchor, "-size=4"),
];

fuzz_target!(|input: (u8, &str)| {
    let (board, text) = input;
    let (kind, options) = BOARDS[usize::from(board) % BOARDS.len()];
    let Ok(options) = AnyOptions::parse(kind, &[options], SizeLimits::Scripts) else { return };
    let mut game = AnyGame::new(options);
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
