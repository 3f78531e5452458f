//! The pictures in emails: even on the largest and on full boards, none is too large or too small
//! to read.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
use carrick_mail::outgoing::MAX_PICTURE_BYTES;
use carrick_pictures::{Style, small_png, svg};
use fastrand::Rng;

/// The width of pictures in emails, if their size in bytes allows it.
const WIDTH_PX: u32 = 640;

/// A game with this many random turns, or as many as possible.
fn played(kind: GameKind, options: &[&str], plies: usize, rng: &mut Rng) -> AnyGame {
    let mut game = AnyGame::new(AnyOptions::parse(kind, options, SizeLimits::Challenge).unwrap());
    while game.ply() < plies {
        let mut legal = game.legal();
        legal.retain(|turn| !turn.contains('-') && turn != "pass" && turn != "swap");
        let Some(turn) = rng.choice(&legal) else { break };
        game = game.play_text(turn).unwrap();
    }
    game
}

/// A number in a PNG file's head.
fn number_at(png: &[u8], place: usize) -> u32 {
    u32::from_be_bytes(png[place..place + 4].try_into().unwrap())
}

#[test]
fn pictures_of_all_games_empty_and_full_are_small_and_wide_enough() {
    let mut rng = Rng::with_seed(1);
    let full = 1_000;
    for (kind, options, narrowest_px) in [
        (GameKind::Ankor, &["-size=6"][..], 640),
        (GameKind::Ankor, &["-size=10"], 600),
        (GameKind::Boche, &["-size=6", "-fill_board"], 640),
        (GameKind::Boche, &["-size=9", "-fill_board"], 600),
        (GameKind::Antipod, &["-radius=6"], 280),
        (GameKind::Antipod, &["-radius=10"], 240),
        (GameKind::Anchor, &[], 560),
        (GameKind::Anchor, &["-size=10"], 480),
    ] {
        for plies in [0, 20, full] {
            let game = played(kind, options, plies, &mut rng);
            let picture = svg(&game, &Style { stacked: true, ..Style::default() });
            let png = small_png(&picture, WIDTH_PX, MAX_PICTURE_BYTES).unwrap();
            let width = number_at(&png, 16);
            let what = format!("{kind} {options:?} after {} turns", game.ply());
            assert!(png.len() <= MAX_PICTURE_BYTES, "{what}: {} bytes", png.len());
            assert!(width >= narrowest_px, "{what}: {width} pixels");
        }
    }
}
