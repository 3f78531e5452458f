//! Record of a match's game: one line of JSON in the match's file.

use std::collections::HashSet;
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Duration;

use carrick_games::Seat;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::arena::{GameNumber, GamePoints, MatchSide, OpeningError, Spent, SummaryGame};
use crate::play::{Duel, Match};

/// Header of a match's file: the settings that all its games share.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    /// Version of the file format.
    pub(super) carrick_arena: u32,
    a: String,
    b: String,
    game: String,
    seconds: Option<f64>,
    nodes: Option<u64>,
    /// Openings as typed.
    openings: String,
    seed: u64,
}

impl Header {
    pub(super) const VERSION: u32 = 2;

    pub(super) fn new(settings: &Match) -> Self {
        let [a, b] = settings.names();
        Self {
            carrick_arena: Self::VERSION,
            a,
            b,
            game: settings.game(),
            seconds: settings.allowance().seconds(),
            nodes: settings.allowance().nodes(),
            openings: settings.openings().to_string(),
            seed: settings.seed(),
        }
    }

    /// The header as a line of JSON.
    pub(super) fn line(&self) -> String {
        serde_json::to_string(self).expect("a header's keys are texts")
    }
}

/// Record of a finished game. With node limits, everything except the times follows from the
/// header.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// Number of the game in the match, from 0.
    pub(super) game: u32,
    /// Players, in the order of their seats.
    players: [String; 2],
    opening: Vec<String>,
    /// Turns after the opening.
    turns: Vec<String>,
    /// Colour of the winner, or `draw`.
    result: String,
    reason: String,
    /// Winner; null after a draw.
    winner: Option<WinningEntrant>,
    /// Random seeds of the players, A's first.
    seeds: [u64; 2],
    a: TotalEffort,
    b: TotalEffort,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum WinningEntrant {
    A,
    B,
}

/// Total effort of a player in a game.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TotalEffort {
    turns: u64,
    nodes: u64,
    /// Processor time, in seconds.
    seconds: f64,
    /// Largest excess over the time limit in any turn, in seconds.
    over_seconds: f64,
}

impl TotalEffort {
    fn new(spent: Spent) -> Self {
        Self {
            turns: spent.turns,
            nodes: spent.nodes,
            seconds: microseconds(spent.time),
            over_seconds: microseconds(spent.overshoot),
        }
    }

    fn spent(self) -> Spent {
        let duration = |seconds| Duration::try_from_secs_f64(seconds).unwrap_or_default();
        Spent {
            turns: self.turns,
            nodes: self.nodes,
            time: duration(self.seconds),
            overshoot: duration(self.over_seconds),
        }
    }
}

/// Converts a duration to seconds, rounded to microseconds, the clock's precision.
fn microseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1e6
}

/// Why a record does not belong to a game of its match.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MatchRecordError {
    /// The opening is not the one that the match's seed gives.
    #[error("the opening is not the one that the seed gives")]
    Opening,
    /// The opening does not exist.
    #[error(transparent)]
    NoOpening(#[from] OpeningError),
    /// A turn breaks the rules.
    #[error("turn {turn}: {reason}")]
    Turn {
        /// Number of the turn, from 1.
        turn: usize,
        /// The rule.
        reason: String,
    },
    /// The game has not ended.
    #[error("the game has not ended")]
    Unfinished,
    /// Something contradicts the turns.
    #[error("the players, the result or the seeds are not those of its turns")]
    Contradiction,
}

impl GameRecord {
    /// Creates the record of a finished game.
    ///
    /// # Errors
    /// If the game has not ended.
    pub fn new(
        settings: &Match,
        number: GameNumber,
        duel: &Duel,
    ) -> Result<Self, MatchRecordError> {
        let Duel { opening, game, spent: [a, b] } = duel;
        let outcome = game.outcome().ok_or(MatchRecordError::Unfinished)?;
        let winner = outcome.winner().map(|colour| number.side_in(game.seat_of(colour)));
        Ok(Self {
            game: number.0,
            players: Seat::BOTH.map(|seat| settings.entrant(number.side_in(seat)).to_string()),
            opening: opening.turn_names(),
            turns: game.turn_names().split_off(opening.ply()),
            result: outcome.word(game.kind()).to_owned(),
            reason: outcome.reason().to_owned(),
            winner: winner.map(|side| {
                if side == MatchSide::A { WinningEntrant::A } else { WinningEntrant::B }
            }),
            seeds: MatchSide::BOTH.map(|side| settings.schedule().seed(number, side)),
            a: TotalEffort::new(*a),
            b: TotalEffort::new(*b),
        })
    }

    /// Number of the game in its match.
    #[must_use]
    pub const fn number(&self) -> GameNumber {
        GameNumber(self.game)
    }

    /// Result of the game, for the statistics.
    #[must_use]
    pub fn played(&self) -> SummaryGame {
        SummaryGame {
            number: self.number(),
            score: match self.winner {
                Some(WinningEntrant::A) => GamePoints::WIN,
                Some(WinningEntrant::B) => GamePoints::LOSS,
                None => GamePoints::DRAW,
            },
            plies: self.opening.len() + self.turns.len(),
            spent: [self.a.spent(), self.b.spent()],
        }
    }

    /// Replays the game, and refuses a record that does not belong to the match or breaks the
    /// rules.
    ///
    /// # Errors
    /// The first contradiction.
    pub fn check(&self, settings: &Match) -> Result<(), MatchRecordError> {
        let spent = [self.a.spent(), self.b.spent()];
        let duel = replayed(settings, self.number(), &self.opening, &self.turns, spent)?;
        let mut right = Self::new(settings, self.number(), &duel)?;
        // Times cannot be recomputed, so they are taken from the file.
        (right.a, right.b) = (self.a, self.b);
        if *self == right { Ok(()) } else { Err(MatchRecordError::Contradiction) }
    }
}

/// Replays a game of a match by the rules.
///
/// # Errors
/// If the opening is not the one that the seed gives, or a turn breaks the rules.
pub(crate) fn replayed(
    settings: &Match,
    number: GameNumber,
    opened: &[String],
    turns: &[String],
    spent: [Spent; 2],
) -> Result<Duel, MatchRecordError> {
    let opening = settings.schedule().opening(number.pair())?;
    if opened != opening.turn_names() {
        return Err(MatchRecordError::Opening);
    }
    let mut game = opening.clone();
    for turn in turns {
        game = game.play_text(turn).map_err(|refused| MatchRecordError::Turn {
            turn: refused.game.ply() + 1,
            reason: refused.reason.to_string(),
        })?;
    }
    Ok(Duel { opening, game, spent })
}

// File of a match: a header line that describes it, then a line for each finished game.

/// File of a match, open for appending games. It is locked against other runs.
#[derive(Debug)]
pub struct GamesFile {
    file: File,
}

/// Why a file cannot be used for a match.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// Another run has locked the file.
    #[error("another run is writing {name}")]
    InUse {
        /// The file.
        name: String,
    },
    /// The system reported an error.
    #[error("cannot {what} {name}")]
    Io {
        /// A verb, such as `read`.
        what: &'static str,
        /// The file.
        name: String,
        /// The system's reason.
        source: io::Error,
    },
    /// The file contains something else.
    #[error("{name} is not a match file of this program; name another with --out, or a new one")]
    Foreign {
        /// The file.
        name: String,
    },
    /// The file was started with other settings.
    #[error(
        "{name} contains another match, with {key} {found} and not {wanted}; name another file with \
         --out, or play with the same settings"
    )]
    OtherMatch {
        /// The file.
        name: String,
        /// The setting that differs.
        key: String,
        /// Its value in the file.
        found: Value,
        /// Its value in the match.
        wanted: Value,
    },
    /// A line is not a game of the match.
    #[error("{name}: line {line} is not a game of this match")]
    Line {
        /// The file.
        name: String,
        /// Number of the line, from 1.
        line: usize,
        /// The contradiction; `None` if the line is not a record at all.
        source: Option<MatchRecordError>,
    },
    /// A game appears twice.
    #[error("{name}: line {line} has game {game} again")]
    Twice {
        /// The file.
        name: String,
        /// Number of the line, from 1.
        line: usize,
        /// Number of the game.
        game: u32,
    },
    /// A game could not be written.
    #[error("cannot save the game")]
    Write(#[source] io::Error),
}

impl GamesFile {
    /// Takes over an open file, which is new or belongs to a match, and returns the games in it.
    /// Errors call it `path`.
    ///
    /// # Errors
    /// If the file contains something else, is damaged, or is locked by another run.
    pub fn open(
        mut file: File,
        path: &Path,
        settings: &Match,
    ) -> Result<(Self, Vec<GameRecord>), FileError> {
        let name = || path.display().to_string();
        let io =
            |what| move |source| FileError::Io { what, name: path.display().to_string(), source };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FileError::InUse { name: name() }),
            Err(TryLockError::Error(error)) => return Err(io("lock")(error)),
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(io("read"))?;
        // A killed run may have left an incomplete last line.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let header = Header::new(settings).line();
        let (lines, torn) = text.split_at(whole);
        if whole == 0 && !header.starts_with(torn) {
            return Err(FileError::Foreign { name: name() });
        }
        let mut lines = lines.lines();
        let records = match lines.next() {
            Some(first) => {
                compare(&name(), first, &header)?;
                read(&name(), lines, settings)?
            }
            None => Vec::new(),
        };
        file.set_len(whole as u64).map_err(io("write"))?;
        file.seek(SeekFrom::End(0)).map_err(io("write"))?;
        let mut this = Self { file };
        if whole == 0 {
            this.write_line(&header)?;
        }
        Ok((this, records))
    }

    /// Appends a game. It is written before the next one is counted.
    ///
    /// # Errors
    /// If the game cannot be written.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), FileError> {
        let line = serde_json::to_string(record).map_err(|error| FileError::Write(error.into()))?;
        self.write_line(&line)
    }

    fn write_line(&mut self, line: &str) -> Result<(), FileError> {
        self.file.write_all(format!("{line}\n").as_bytes()).map_err(FileError::Write)
    }
}

/// Refuses a file that was started with other settings, and names the difference.
fn compare(name: &str, found: &str, wanted: &str) -> Result<(), FileError> {
    let parse = |text| serde_json::from_str::<Map<String, Value>>(text).unwrap_or_default();
    let found = parse(found);
    if !found.contains_key("carrick_arena") {
        return Err(FileError::Foreign { name: name.to_owned() });
    }
    for (key, wanted) in parse(wanted) {
        let found = found.get(&key).unwrap_or(&Value::Null).clone();
        if found != wanted {
            return Err(FileError::OtherMatch { name: name.to_owned(), key, found, wanted });
        }
    }
    Ok(())
}

/// Parses the games in the lines after the header.
fn read<'t>(
    name: &str,
    lines: impl Iterator<Item = &'t str>,
    settings: &Match,
) -> Result<Vec<GameRecord>, FileError> {
    let mut records: Vec<GameRecord> = Vec::new();
    let mut seen = HashSet::new();
    for (index, text) in lines.enumerate() {
        let (name, line) = (|| name.to_owned(), index + 2);
        let Ok(record) = serde_json::from_str::<GameRecord>(text) else {
            return Err(FileError::Line { name: name(), line, source: None });
        };
        record.check(settings).map_err(|source| FileError::Line {
            name: name(),
            line,
            source: Some(source),
        })?;
        if !seen.insert(record.game) {
            return Err(FileError::Twice { name: name(), line, game: record.game });
        }
        records.push(record);
    }
    Ok(records)
}
