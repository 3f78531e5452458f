//! A game, its options and its turns, as words of a command line.

use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Read as _};

use anyhow::{Context as _, Result, bail};
use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
use clap::Args;

/// A game, its options, and turns.
#[derive(Debug, Args)]
pub struct GameWords {
    // Its help is the list of games.
    #[allow(missing_docs)]
    #[arg(help = GameKind::listed("or"))]
    pub game: String,
    /// Options such as -size=5, then turns. Without turns, or at a -, turns are read from standard
    /// input, unless that is a terminal
    #[arg(value_name = "OPTION|TURN")]
    pub words: Vec<String>,
}

/// The game described by the words, with all its turns played.
///
/// # Errors
/// An unknown game, a wrong option, or the first turn that cannot be played, with its number.
pub fn game(words: &GameWords) -> Result<AnyGame> {
    let (game, turns) = new_game(&words.game, &words.words)?;
    play(game, &with_standard_input(turns)?)
}

/// Plays turns on a game.
///
/// # Errors
/// The first turn that cannot be played, with its number.
pub fn play(mut game: AnyGame, turns: &[String]) -> Result<AnyGame> {
    for turn in turns {
        game = match game.play_text(turn) {
            Ok(game) => game,
            Err(error) => bail!("turn {}: {error}", error.game.ply() + 1),
        };
    }
    Ok(game)
}

/// Splits words into a new game with its options, and the turns. An argument with spaces is split
/// into words: `"anchor -size=5"` is a game with an option.
///
/// # Errors
/// An unknown game, or a wrong option.
pub fn new_game(game: &str, words: &[String]) -> Result<(AnyGame, Vec<String>)> {
    let mut all = game.split_whitespace();
    let game = all.next().unwrap_or_default();
    if game.is_empty() || game.starts_with('-') {
        bail!("the game is missing; it is one of {}", GameKind::listed("and"));
    }
    let kind: GameKind = game.parse()?;
    let all = all.chain(words.iter().flat_map(|word| word.split_whitespace()));
    let is_option = |word: &&str| word.len() > 1 && word.starts_with('-');
    let (options, turns): (Vec<&str>, Vec<&str>) = all.partition(is_option);
    let options = AnyOptions::parse(kind, &options, SizeLimits::Scripts)?;
    Ok((AnyGame::new(options), turns.into_iter().map(str::to_owned).collect()))
}

/// Replaces `-`, or an empty list of turns, with the words of standard input.
fn with_standard_input(turns: Vec<String>) -> Result<Vec<String>> {
    let named = turns.iter().any(|turn| turn == "-");
    if !named && (!turns.is_empty() || io::stdin().is_terminal()) {
        return Ok(turns);
    }
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).context("the turns on standard input")?;
    let read = || text.split_whitespace().map(str::to_owned);
    if !named {
        return Ok(read().collect());
    }
    let mut all = Vec::new();
    for turn in turns {
        if turn == "-" { all.extend(read()) } else { all.push(turn) }
    }
    Ok(all)
}

/// Moves a game's options (`-size=5`), which clap would take for clusters of short flags, behind a
/// `--`. Commands for the server keep their order, because there every word has its place. Turns
/// that share an argument with an option stay in front.
pub fn game_options_last(arguments: Vec<OsString>) -> Vec<OsString> {
    let serves = arguments.get(1).is_some_and(|mode| mode == "do");
    if serves || arguments.iter().any(|word| word == "--") {
        return arguments;
    }
    let is_game_option = |word: &str, before: &str| {
        let is_number = before.starts_with("--")
            && word.starts_with(|first: char| first == '.' || first.is_ascii_digit());
        !word.is_empty() && !is_number && !word.starts_with('-') && !["h", "V", "o"].contains(&word)
    };
    let (mut options, mut ordered): (Vec<OsString>, Vec<OsString>) = Default::default();
    for word in arguments {
        let before = ordered.last().map(|before| before.to_string_lossy()).unwrap_or_default();
        match word.to_string_lossy().strip_prefix('-') {
            Some(option)
                if is_game_option(option, &before) && option.contains(char::is_whitespace) =>
            {
                for part in word.to_string_lossy().split_whitespace().map(OsString::from) {
                    let is_option = part.as_encoded_bytes().starts_with(b"-");
                    if is_option { options.push(part) } else { ordered.push(part) }
                }
            }
            Some(option) if is_game_option(option, &before) => options.push(word),
            _ => ordered.push(word),
        }
    }
    if !options.is_empty() {
        ordered.push("--".into());
        ordered.extend(options);
    }
    ordered
}

// Parsers of numeric arguments, with their error messages.

/// Maximum memory that can be requested, in MiB.
pub const MOST_MEBIBYTES: usize = 1 << 20;

/// Parses the size of a table of positions, in MiB.
pub fn table(text: &str) -> Result<usize, String> {
    let mebibytes = text.parse().ok().filter(|size| (1..=MOST_MEBIBYTES).contains(size));
    mebibytes.ok_or_else(|| format!("a number of MiB from 1 to {MOST_MEBIBYTES} is expected"))
}

/// Parses a number of positions.
pub fn nodes(text: &str) -> Result<u64, String> {
    let nodes = text.parse().ok().filter(|&nodes| nodes >= 1);
    nodes.ok_or_else(|| format!("a number of positions from 1 to {} is expected", u64::MAX))
}

/// Parses a random seed.
pub fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a whole number from 0 to {} is expected", u64::MAX))
}

/// Parses a whole number.
pub fn whole_number(word: &str) -> Result<u32, &'static str> {
    word.parse().map_err(|_| "expected a whole number")
}
