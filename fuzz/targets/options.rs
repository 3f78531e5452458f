//! Options of all games: reading never panics, and the canonical form is read back as itself.
#![no_main]

use carrick_games::{AnyOptions, GameKind, SizeLimits};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, bool, &str)| {
    let (kind, scripts, text) = input;
    let kind = GameKind::ALL[usize::from(kind) % GameKind::ALL.len()];
    let limits = if scripts { SizeLimits::Scripts } else { SizeLimits::Challenge };
    let words: Vec<&str> = text.split_whitespace().collect();
    match AnyOptions::parse(kind, &words, limits) {
        Ok(options) => {
            let canonical = options.to_string();
            let words: Vec<&str> = canonical.split(' ').collect();
            assert_eq!(AnyOptions::parse(kind, &words, limits), Ok(options), "{canonical}");
        }
        Err(error) => drop(error.to_string()),
    }
});
