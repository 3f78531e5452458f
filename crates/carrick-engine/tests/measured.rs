//! The levels below the ninth play as they did when they were measured, whatever makes the ninth
//! stronger.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use carrick_engine::{AnyPlayer, ChosenTurn, Level, Limits, Memory};
use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits, hash_of};

/// Boards, and a hash of what the levels below the ninth chose there, with all values, before the
/// ninth had a table in buckets and an endgame solver. In Anchor they have learnt one thing since
/// then: that the last empty point may be worth something.
const MEASURED: [(GameKind, &str, u64); 6] = [
    (GameKind::Ankor, "-size=4", 0xba27_9573_1a08_4b9e),
    (GameKind::Ankor, "-size=6", 0xa13f_5d9e_f526_0eb6),
    (GameKind::Boche, "-size=4", 0x0af2_7186_2bf0_62d8),
    (GameKind::Boche, "-size=3 -noswap", 0x950f_5460_3891_7bdd),
    (GameKind::Boche, "-size=5 -immediate", 0xa305_c708_7250_f164),
    (GameKind::Anchor, "-size=4", 0x2b44_4ed0_bfee_6e8a),
];

#[test]
fn levels_below_the_ninth_choose_as_before() {
    for (kind, options, expected) in MEASURED {
        let words: Vec<&str> = options.split(' ').collect();
        let options = AnyOptions::parse(kind, &words, SizeLimits::Scripts).unwrap();
        let found = chosen(options);
        assert_eq!(found, expected, "{kind} {}", words.join(" "));
    }
}

/// A hash of what every numbered level below the ninth chooses at three points of a random game,
/// the last of them near the end.
fn chosen(options: AnyOptions) -> u64 {
    let mut random = fastrand::Rng::with_seed(25);
    let mut words = Vec::new();
    for level in (1..9).filter_map(Level::new) {
        let end = loop {
            let mut game = AnyGame::new(options);
            while game.outcome().is_none() && game.ply() < 60 {
                let legal = game.legal();
                game = game.play_text(random.choice(&legal).unwrap()).unwrap();
            }
            if game.ply() > 5 {
                break game;
            }
        };
        let mut player = AnyPlayer::new(&end.at(0), level, 7, Memory::default());
        for ply in [2, end.ply() / 2, end.ply() - 4] {
            let choice = player.choose(&end.at(ply), Limits::nodes(30_000)).unwrap();
            words.push(hash_of(bytes(&choice).map(u64::from)) as u64);
        }
    }
    hash_of(words) as u64
}

/// The turn and the report, without the continuations.
fn bytes(choice: &ChosenTurn<String>) -> impl Iterator<Item = u8> {
    let thought = &choice.thought;
    let mut text = format!("{} {} {:?}", choice.turn, thought.value.to_bits(), thought.proved);
    for line in &thought.lines {
        let value = line.value.to_bits();
        text += &format!(";{} {value} {:?} {}", line.turn, line.proved, line.visits);
    }
    text.into_bytes().into_iter()
}
