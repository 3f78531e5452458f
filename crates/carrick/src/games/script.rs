//! Commands for scripts that need no database: `legal`, `show`, `replay`, `perft`.

use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};

use anyhow::{Context, Result, bail};
use carrick_games::anchor::Score;
use carrick_games::records::{MAX_BYTES, Record, pieces};
use carrick_games::{AnyGame, AnyOptions, Colour, DrawStyle, GameKind, Proof, SizeLimits};
use serde::Serialize;

use crate::cli::{GameWords, PerftArguments, ReplayArguments, ShowArguments};
use crate::system::printed::json_line;

pub(crate) fn legal(words: &GameWords, out: &mut impl Write) -> Result<bool> {
    for turn in game(words)?.legal() {
        writeln!(out, "{turn}")?;
    }
    Ok(true)
}

pub(crate) fn show(arguments: &ShowArguments, out: &mut impl Write) -> Result<bool> {
    let style = DrawStyle { labels: !arguments.bare, score: arguments.score };
    write!(out, "{}", game(&arguments.game)?.draw(style))?;
    Ok(true)
}

pub(crate) fn perft(arguments: &PerftArguments, out: &mut impl Write) -> Result<bool> {
    writeln!(out, "{}", game(&arguments.game)?.perft(arguments.depth))?;
    Ok(true)
}

pub(crate) fn replay(arguments: &ReplayArguments, out: &mut impl Write) -> Result<bool> {
    let game = match record(&arguments.game)? {
        Some(record) => record.game().clone(),
        None => game(&arguments.game)?,
    };
    if arguments.json {
        json_line(out, &Replayed::new(&game))?;
        return Ok(true);
    }
    write!(out, "{}", game.draw(DrawStyle::LABELLED))?;
    match (game.outcome(), game.colour_to_move()) {
        (Some(outcome), _) => writeln!(out, "{}.", outcome.sentence(game.kind()))?,
        (None, Some(colour)) => {
            writeln!(out, "Turn {}: {} to move.", game.ply() + 1, game.kind().colour_name(colour))?;
        }
        (None, None) => {}
    }
    Ok(true)
}

/// Reads the record from the file named in place of a game; `-` is standard input.
fn record(words: &GameWords) -> Result<Option<Record>> {
    if !words.words.is_empty() || words.game.parse::<GameKind>().is_ok() {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    if words.game == "-" {
        io::stdin().take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    } else {
        let file = match File::open(&words.game) {
            Ok(file) => file,
            // A word that begins with a game, or has neither a dot nor a slash, was hardly meant as
            // a file.
            Err(_) if names_game(&words.game) || !words.game.contains(['.', '/']) => {
                return Ok(None);
            }
            Err(error) => bail!("cannot read {}: {error}", words.game),
        };
        file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    }
    let text = str::from_utf8(&bytes).unwrap_or_default();
    let games = pieces(text).map_or(1, |pieces| pieces.len());
    if games > 1 {
        bail!(
            "this file holds {games} games, and one can be replayed; `carrick import` takes them all"
        );
    }
    Ok(Some(Record::read_bytes(&bytes)?))
}

/// Whether a text begins with the name of a game, such as `anchor -size=5`.
fn names_game(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|word| word.parse::<GameKind>().is_ok())
}

/// Game described by the words, with all its turns played.
///
/// # Errors
/// An unknown game, a wrong option, or the first turn that cannot be played, with its number.
pub(crate) fn game(words: &GameWords) -> Result<AnyGame> {
    let (game, turns) = new_game(&words.game, &words.words)?;
    play(game, &with_standard_input(turns)?)
}

/// Plays turns on a game.
///
/// # Errors
/// The first turn that cannot be played, with its number.
pub(crate) fn play(mut game: AnyGame, turns: &[String]) -> Result<AnyGame> {
    for turn in turns {
        game = match game.play_text(turn) {
            Ok(game) => game,
            Err(error) => bail!("turn {}: {error}", error.game.ply() + 1),
        };
    }
    Ok(game)
}

/// Splits words into a new game with its options, and the turns. An argument with blanks is split
/// into words: `"anchor -size=5"` is a game with an option.
///
/// # Errors
/// An unknown game, or a wrong option.
pub(crate) fn new_game(game: &str, words: &[String]) -> Result<(AnyGame, Vec<String>)> {
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

/// JSON output of `replay --json`.
#[derive(Debug, Serialize)]
struct Replayed {
    /// Colour to move; null when the game is over.
    to_move: Option<&'static str>,
    turns: Vec<String>,
    /// Winner's colour, or `draw`; null while the game goes on.
    result: Option<&'static str>,
    reason: Option<&'static str>,
    proof: Option<JsonProof>,
    cells: Vec<String>,
    /// Anchor's score, as if the game ended now; null for the other games.
    score: Option<JsonScore>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum JsonProof {
    Path(Vec<String>),
    Ring(Vec<String>),
    Enclosure(Vec<String>),
    Score(JsonOwners),
}

/// Anchor's score; numbers in the order Black, White.
#[derive(Debug, Serialize)]
struct JsonScore {
    dead: Vec<String>,
    prisoners: [u16; 2],
    territory: [u16; 2],
    total: [u16; 2],
}

/// Owner of every point that is empty once dead stones are removed.
#[derive(Debug, Serialize)]
struct JsonOwners {
    dead: Vec<String>,
    black: Vec<String>,
    white: Vec<String>,
    neutral: Vec<String>,
}

impl Replayed {
    fn new(game: &AnyGame) -> Self {
        let kind = game.kind();
        let outcome = game.outcome();
        Self {
            to_move: game.colour_to_move().map(|colour| kind.colour_name(colour)),
            turns: game.turn_names(),
            result: outcome.map(|outcome| outcome.word(kind)),
            reason: outcome.map(|outcome| outcome.reason()),
            proof: match game.proof() {
                Proof::None => None,
                Proof::Path(cells) => Some(JsonProof::Path(cells)),
                Proof::Ring(cells) => Some(JsonProof::Ring(cells)),
                Proof::Enclosure(points) => Some(JsonProof::Enclosure(points)),
                Proof::Score(score) => Some(JsonProof::Score(JsonOwners::new(score))),
            },
            cells: game.cells(),
            score: game.score().map(JsonScore::new),
        }
    }
}

impl JsonScore {
    fn new(score: Score) -> Self {
        let black_first =
            |counts: [u16; 2]| [Colour::Dark, Colour::Light].map(|c| counts[c.index()]);
        Self {
            prisoners: black_first(score.prisoners),
            territory: black_first(score.territory),
            total: [Colour::Dark, Colour::Light].map(|colour| score.total(colour)),
            dead: score.dead,
        }
    }
}

impl JsonOwners {
    fn new(score: Score) -> Self {
        let owned = |by: Option<Colour>| {
            score
                .owners
                .iter()
                .filter(|(_, owner)| *owner == by)
                .map(|(name, _)| name.clone())
                .collect()
        };
        Self {
            black: owned(Some(Colour::Dark)),
            white: owned(Some(Colour::Light)),
            neutral: owned(None),
            dead: score.dead.clone(),
        }
    }
}
