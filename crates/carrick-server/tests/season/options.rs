//! Random options, from each game's list of options.

use carrick_games::{AnyOptions, GameKind, OptionInfo, SizeLimits};
use fastrand::Rng;

/// Random options for a challenge; half of them on a small board.
pub(crate) fn drawn(rng: &mut Rng, kind: GameKind) -> String {
    loop {
        let described = AnyOptions::described(kind);
        let mut words = Vec::new();
        for (place, info) in described.iter().enumerate() {
            let is_size = place == 0;
            if is_size && rng.u8(..10) < 6 {
                words.push(smallest(kind, info));
            } else if rng.u8(..3) == 0 {
                words.push(chosen(rng, info));
            }
        }
        rng.shuffle(&mut words);
        if reads(kind, &words) {
            return words.join(" ");
        }
    }
}

/// The smallest board.
fn smallest(kind: GameKind, size: &OptionInfo) -> String {
    let sizes = (0..).map(|number| format!("{}={number}", size.name));
    sizes.into_iter().find(|word| reads(kind, std::slice::from_ref(word))).unwrap()
}

fn chosen(rng: &mut Rng, info: &OptionInfo) -> String {
    let name = info.name;
    let words: Vec<&str> = info.value.split('|').collect();
    match words[..] {
        [""] => name.to_owned(),
        // Most numbers are small: a game of size 10 takes a club a year.
        [_] => format!("{name}={}", rng.i8(-1..=7)),
        _ => format!("{name}={}", rng.choice(words).unwrap()),
    }
}

fn reads(kind: GameKind, words: &[String]) -> bool {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    AnyOptions::parse(kind, &words, SizeLimits::Challenge).is_ok()
}

/// Terms of a game, of every kind.
pub(crate) fn terms(rng: &mut Rng) -> String {
    let mut words = vec![format!("--forfeittime={}", rng.u8(9..25))];
    if rng.bool() {
        words.push(format!("--nagtime={}", rng.u8(2..8)));
    }
    if rng.u8(..4) == 0 {
        words.push(format!("--totaltime={}", rng.u8(20..90)));
        if rng.bool() {
            words.push(format!("--increment={}", rng.u8(6..48)));
        }
    }
    if rng.u8(..5) == 0 {
        words.push("--unrated".to_owned());
    }
    words.join(" ")
}
