//! Records: a game, its players, dates, comments.

use super::claim::EndClaim;
use super::replay::RecordReplay;
use super::{
    Details, MAX_BYTES, Moment, Prose, RULES, RecordError, RecordFault, json, line, sgf, text_of,
};
use crate::{AnyGame, AnyOptions, Colour, GameKind, Outcome, Seat};

/// A game with all its turns, its outcome, its players and other details.
///
/// The turns are legal and canonical. The outcome is the result of the turns, or of a decision by
/// the players.
///
/// ```
/// use carrick_games::records::{Details, PlayerDetails, Record};
/// use carrick_games::{AnyGame, AnyOptions, GameKind, Seat, SizeLimits};
/// let options = AnyOptions::parse(GameKind::Ankor, &["-size=4"], SizeLimits::Challenge)?;
/// let mut game = AnyGame::new(options).play_text("d3").unwrap();
/// game.resign(Seat::Second);
/// let details = Details { players: ["alice".into(), "bob".into()], ..Details::default() };
/// let record = Record::from_game(&game, details).unwrap();
/// assert_eq!(record.to_line(), "ankor -size=4: d3 O+resignation\n");
/// assert!(record.to_sgf().contains("PB[bob]"));
/// # Ok::<(), carrick_games::OptionError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Record {
    pub(super) game: AnyGame,
    pub(super) turns: Vec<RecordedTurn>,
    /// Players, place, dates, clocks: everything that the rules do not need.
    pub details: Details,
}

/// One turn of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedTurn {
    /// The seat of the player who made it.
    pub seat: Seat,
    /// The colour of the turn: the colour that the seat had before it. In a refined opening of
    /// Anchor, the first player plays for both colours.
    pub colour: Colour,
    /// The turn in canonical form.
    pub text: String,
    /// Time and comment of the turn.
    pub note: Note,
}

/// Time and comment of a turn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Note {
    /// When it was played.
    pub at: Option<Moment>,
    /// The comment on the turn.
    pub comment: Prose,
}

impl Record {
    /// The record of a game.
    ///
    /// # Errors
    /// If the game contains an illegal turn, which was played unchecked.
    pub fn from_game(game: &AnyGame, details: Details) -> Result<Self, RecordError> {
        let mut replay = RecordReplay::new(game.options());
        for (index, text) in game.turn_names().iter().enumerate() {
            let here = |fault| RecordError::whole(fault).in_turn(index + 1, text);
            replay = replay.play(text).map_err(here)?;
        }
        let claim = game.outcome().map_or(EndClaim::Running, EndClaim::Ended);
        replay.settle(claim).map_err(RecordError::whole)?;
        Ok(replay.finish(details))
    }

    /// Reads a record in any of the three forms.
    ///
    /// # Errors
    /// The first fault and its place.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        check_length(text.len())?;
        let start = text.trim_start_matches('\u{feff}').trim_start();
        if start.starts_with('{') {
            Self::from_json(text)
        } else if line::begins_with_game(start) {
            Self::from_line(text)
        } else if sgf::begins_somewhere(start) {
            Self::from_sgf(text)
        } else {
            Err(RecordError::whole(RecordFault::Unrecognised))
        }
    }

    /// Reads a record in any of the three forms from the bytes of a file.
    ///
    /// # Errors
    /// The first fault and its place.
    pub fn read_bytes(bytes: &[u8]) -> Result<Self, RecordError> {
        check_length(bytes.len())?;
        text_of(bytes).and_then(Self::read)
    }

    /// Reads a game record of AbstractPlay, with or without the fields that
    /// [`to_json`](Self::to_json) adds. Unknown fields are ignored.
    ///
    /// # Errors
    /// The first fault, with line and column, or with the path of the field.
    pub fn from_json(text: &str) -> Result<Self, RecordError> {
        check_length(text.len())?;
        json::read(text.trim_start_matches('\u{feff}'))
    }

    /// Writes a game record 1-0-0 of AbstractPlay.
    ///
    /// Options are in `header.game.variants`, as typed. Everything that the schema does not provide
    /// for is in `header.carrick`: the version of the rules, how the game ended, clocks, notes. The
    /// record of a finished game is valid according to the schema if its site and dates are known;
    /// a running game lacks the results that the schema requires.
    #[must_use]
    pub fn to_json(&self) -> String {
        json::write(self)
    }

    /// Writes JSON like [`to_json`](Self::to_json), but on one line, for files with many records.
    #[must_use]
    pub fn to_json_line(&self) -> String {
        json::write_line(self)
    }

    /// Reads an SGF with one game. Only the main line is read; variations and unknown properties
    /// are ignored.
    ///
    /// # Errors
    /// The first fault, with the property, line and column.
    pub fn from_sgf(text: &str) -> Result<Self, RecordError> {
        check_length(text.len())?;
        sgf::read(text)
    }

    /// Writes an SGF.
    ///
    /// `B` is Black, Dark or X; `W` is White, Light or O. Every turn has the colour for which it
    /// was played. `PB` and `PW` are the players who have the colours at the end, to match `RE`.
    /// The version of the rules is in `RU`. Private properties: `OPTIONS`, `CLOCK`, `BEGUN`,
    /// `ENDED`, `GENERATED`, `UNRATED`, `USERB`, `USERW`, `COMPUTER`, and `STAMP` for turns.
    #[must_use]
    pub fn to_sgf(&self) -> String {
        sgf::write(self)
    }

    /// Reads a line such as `antipod -radius=6: f14 f10 e9`, with or without the result. There may
    /// be line breaks instead of blanks.
    ///
    /// # Errors
    /// The first fault, with line and column.
    pub fn from_line(text: &str) -> Result<Self, RecordError> {
        check_length(text.len())?;
        line::read(text)
    }

    /// Writes one line: the game, its options, the turns, and the result in one word (`*` if the
    /// game is not over). The [details](Details) and notes are left out.
    #[must_use]
    pub fn to_line(&self) -> String {
        line::write(self)
    }

    /// The game after all turns.
    #[must_use]
    pub const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The kind of game.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        self.game.kind()
    }

    /// The options of the game.
    #[must_use]
    pub fn options(&self) -> AnyOptions {
        self.game.options()
    }

    /// The turns.
    #[must_use]
    pub fn turns(&self) -> &[RecordedTurn] {
        &self.turns
    }

    /// How the game ended; `None` if it is not over.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// The version of the rules that the game follows.
    #[must_use]
    pub const fn rules(&self) -> u32 {
        RULES
    }

    /// Mutable access to the time and comment of a turn. Turns are counted from 1.
    #[must_use]
    pub fn note_mut(&mut self, number: usize) -> Option<&mut Note> {
        self.turns.get_mut(number.checked_sub(1)?).map(|turn| &mut turn.note)
    }
}

impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        self.options() == other.options()
            && self.outcome() == other.outcome()
            && self.turns == other.turns
            && self.details == other.details
    }
}

fn check_length(bytes: usize) -> Result<(), RecordError> {
    if bytes > MAX_BYTES { Err(RecordError::whole(RecordFault::TooLong)) } else { Ok(()) }
}
