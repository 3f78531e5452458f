//! Commands for scripts that need no database: `legal`, `show`, `replay`, `perft`.

use std::fs::File;
use std::io::{self, Read, Write};

use anyhow::{Result, bail};
use carrick_cli::printed::json_line;
use carrick_cli::words::{GameWords, game};
use carrick_cli::{out_file, words};
use carrick_games::anchor::Score;
use carrick_games::records::{MAX_BYTES, Record, pieces};
use carrick_games::{AnyGame, Colour, DrawStyle, GameKind, OutcomeProof};
use carrick_pictures::{Format, Style, Theme, encode};
use serde::Serialize;

use crate::cli::{DrawArguments, PerftArguments, ReplayArguments, ShowArguments};

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

/// Reads the record from the file named instead of a game; `-` is standard input.
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
            // A word that begins with a game, or that has neither a dot nor a slash, is probably
            // not meant as a file.
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
            "this file contains {games} games, but only one can be replayed; `carrick import` accepts them all"
        );
    }
    Ok(Some(Record::read_bytes(&bytes)?))
}

/// Whether a text begins with the name of a game, such as `anchor -size=5`.
fn names_game(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|word| word.parse::<GameKind>().is_ok())
}

/// JSON output of `replay --json`.
#[derive(Debug, Serialize)]
struct Replayed {
    /// Colour to move; null if the game is over.
    to_move: Option<&'static str>,
    turns: Vec<String>,
    /// Winner's colour, or `draw`; null while the game continues.
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
                OutcomeProof::None => None,
                OutcomeProof::Path(cells) => Some(JsonProof::Path(cells)),
                OutcomeProof::Ring(cells) => Some(JsonProof::Ring(cells)),
                OutcomeProof::Enclosure(points) => Some(JsonProof::Enclosure(points)),
                OutcomeProof::Score(score) => Some(JsonProof::Score(JsonOwners::new(score))),
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

// `carrick draw`: writes a picture of a position to a file.

pub(crate) fn draw(arguments: &DrawArguments) -> Result<bool> {
    let game = words::game(&arguments.game)?;
    let format = Format::of_path(&arguments.out)?;
    let style = Style {
        theme: if arguments.dark { Theme::Dark } else { Theme::Light },
        labels: !arguments.bare,
        score: arguments.score,
        stacked: arguments.stacked,
        ..Style::default()
    };
    let bytes = encode(&game, &style, format, arguments.width)?;
    out_file::write(&arguments.out, &bytes)?;
    Ok(true)
}
