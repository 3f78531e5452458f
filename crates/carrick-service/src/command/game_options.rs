//! The options of a game, whichever game it is.

use carrick_games::{GameKind, Limits, OptionError, OptionInfo};

/// Checked options: their canonical form, and whether they give a handicap.
pub(super) struct GameOptions {
    pub(super) canonical: String,
    pub(super) is_handicap: bool,
}

pub(super) fn read(kind: GameKind, words: &[&str]) -> Result<GameOptions, OptionError> {
    let _ = Limits::Challenge;
    for (index, word) in words.iter().enumerate() {
        let name = word.split('=').next().unwrap_or("");
        if !described(kind).iter().any(|info| info.name.eq_ignore_ascii_case(name)) {
            return Err(OptionError::Unknown { index, nearest: None });
        }
    }
    Ok(GameOptions {
        canonical: words.join(" "),
        is_handicap: words.iter().any(|w| w.contains("handicap")),
    })
}

pub(super) fn described(_kind: GameKind) -> &'static [OptionInfo] {
    &[
        OptionInfo { name: "-size", value: "n", meaning: "" },
        OptionInfo { name: "-noswap", value: "", meaning: "" },
        OptionInfo { name: "-handicap", value: "k", meaning: "" },
    ]
}
