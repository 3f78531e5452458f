//! Records: a game, its players, dates, comments.

use super::claim::EndClaim;
use super::replay::RecordReplay;
use super::{
    Details, MAX_BYTES, Moment, Prose, RULES, RecordError, RecordFault, json, line, sgf, text_of,
};
use crate::{AnyGame, AnyOptions, Colour, GameKind, Outcome, Seat};

/// A game with all its turns, its outcome, its players and other details.
///
/// The turns are legal and canonical, and the outcome is theirs, unless the players brought it
/// about.
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
    /// For which colour: that of the seat before the turn. In a refined opening of Anchor the first
    /// player plays for both.
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
    /// The comment on it.
    pub comment: Prose,
}

impl Record {
    /// The record of a game.
    ///
    /// # Errors
    /// When the game holds an illegal turn: one that was played unchecked.
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
    /// Options stand in `header.game.variants` as they are typed. Everything for which the schema
    /// has no place is in `header.carrick`: the version of the rules, how the game ended, clocks,
    /// notes. A record of a finished game whose site and dates are known is valid by that schema; a
    /// running game lacks the results that it asks for.
    #[must_use]
    pub fn to_json(&self) -> String {
        json::write(self)
    }

    /// Writes JSON as [`to_json`](Self::to_json) does, but on one line, for files of many records.
    #[must_use]
    pub fn to_json_line(&self) -> String {
        json::write_line(self)
    }

    /// Reads an SGF with one game. Only the main line counts: variations and unknown properties are
    /// ignored.
    ///
    /// # Errors
    /// The first fault, with the property, line and column.
    pub fn from_sgf(text: &str) -> Result<Self, RecordError> {
        check_length(text.len())?;
        sgf::read(text)
    }

    /// Writes an SGF.
    ///
    /// `B` is Black, Dark or X, `W` White, Light or O; every turn stands under the colour for which
    /// it was played, and `PB` and `PW` are the players who hold the colours at the end, so that
    /// `RE` means them. The version of the rules is in `RU`. Private properties: `OPTIONS`,
    /// `CLOCK`, `BEGUN`, `ENDED`, `GENERATED`, `UNRATED`, `USERB`, `USERW`, `COMPUTER`, and `STAMP`
    /// at turns.
    #[must_use]
    pub fn to_sgf(&self) -> String {
        sgf::write(self)
    }

    /// Reads a line such as `antipod -radius=6: f14 f10 e9`, with or without the result. It may be
    /// broken where there are blanks.
    ///
    /// # Errors
    /// The first fault, with line and column.
    pub fn from_line(text: &str) -> Result<Self, RecordError> {
        check_length(text.len())?;
        line::read(text)
    }

    /// Writes one line: the game, its options, the turns, and how it ended in one word (`*` while
    /// it goes on). The [details](Details) and notes are left out.
    #[must_use]
    pub fn to_line(&self) -> String {
        line::write(self)
    }

    /// The game, all turns played.
    #[must_use]
    pub const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Which game it is.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        self.game.kind()
    }

    /// The options it is played with.
    #[must_use]
    pub fn options(&self) -> AnyOptions {
        self.game.options()
    }

    /// The turns.
    #[must_use]
    pub fn turns(&self) -> &[RecordedTurn] {
        &self.turns
    }

    /// How the game ended; `None` while it goes on.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// The version of the rules by which it is played.
    #[must_use]
    pub const fn rules(&self) -> u32 {
        RULES
    }

    /// Time and comment of a turn, to be changed. Turns are counted from 1.
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
