//! The computer as a player: its accounts, and what it is asked on a board.
//!
//! It plays as `level1` to `level9`, accounts without a password that are there from the beginning.
//! To this crate a level is a name; what a level can do, whoever answers for it knows.

use carrick_games::{AnyGame, Seat};
use jiff::Timestamp;

use crate::command::{Action, Command, Credential, GameCommand, Refusal};
use crate::table::Table;
use crate::{BoardId, BoardRecord, Offer, Request, Sender, Userid};

/// The strength, 1 to 9, of an account that the computer plays for; `None` for people's.
///
/// ```
/// use carrick_service::computer_level;
/// assert_eq!(computer_level(&"level3".parse()?), Some(3));
/// assert_eq!(computer_level(&"alice".parse()?), None);
/// # Ok::<(), carrick_service::UseridError>(())
/// ```
#[must_use]
pub fn computer_level(user: &Userid) -> Option<u8> {
    match user.as_str().strip_prefix("level")?.as_bytes() {
        [digit @ b'1'..=b'9'] => Some(digit - b'0'),
        _ => None,
    }
}

/// Nobody signs in as the computer or changes its accounts, not even whoever keeps the server: they play, and that is all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0} is one of the computer's players: it plays, and nobody can sign in as it or change anything about its account"
)]
pub struct IsComputer(Userid);

/// Whether an account is a person's, to sign in to and to change.
///
/// # Errors
/// The computer plays for it.
///
/// ```
/// use carrick_service::must_be_a_person;
/// assert!(must_be_a_person(&"alice".parse()?).is_ok());
/// assert!(must_be_a_person(&"level3".parse()?).is_err());
/// # Ok::<(), carrick_service::UseridError>(())
/// ```
pub fn must_be_a_person(user: &Userid) -> Result<(), IsComputer> {
    match computer_level(user) {
        Some(_) => Err(IsComputer(user.clone())),
        None => Ok(()),
    }
}

impl From<IsComputer> for Refusal {
    fn from(is_computer: IsComputer) -> Self {
        Self::new(is_computer.to_string())
    }
}

/// All accounts that the computer plays for, the weakest first.
pub(crate) fn computer_accounts() -> impl Iterator<Item = Userid> {
    (1..=9).filter_map(account)
}

/// The account of a level.
pub(crate) fn account(level: u8) -> Option<Userid> {
    format!("level{level}").parse().ok().filter(|user| computer_level(user) == Some(level))
}

/// What the computer is asked on a board: a turn, or first an answer to what its opponent offers.
#[derive(Debug, Clone)]
pub struct Asked {
    /// On which board.
    pub board: BoardId,
    /// In which seat the computer is.
    pub seat: Seat,
    /// How strong, 1 to 9.
    pub level: u8,
    /// The game so far.
    pub game: AnyGame,
    /// The offer to answer; with none, a turn is asked for.
    pub offer: Option<Offer>,
    /// Whether the game counts for ratings.
    pub rated: bool,
    /// Whether the computer has played a turn; resigning before is declining the game.
    pub has_moved: bool,
    /// When the last turn was played, or the board opened.
    pub since: Timestamp,
    /// The board's [generation](BoardRecord::generation).
    pub generation: u32,
}

impl Asked {
    /// What the computer is asked on a board; `None` when nothing, or when the record is damaged.
    #[must_use]
    pub fn on(record: &BoardRecord) -> Option<Self> {
        let table = Table::new(record).ok()?;
        let to_move = table.game.seat_to_move();
        let seat = seat_asked(&record.players, to_move, record.offer)?;
        Some(Self {
            board: record.id,
            seat,
            level: computer_level(table.player(seat))?,
            offer: record.offer.filter(|offer| waits_for(*offer, seat)),
            rated: record.terms.rated,
            has_moved: table.has_moved(seat),
            since: record.turns.last().map_or(record.created, |turn| turn.at),
            generation: record.generation(),
            game: table.game,
        })
    }

    /// Whether a board is still as it was when this was asked on it.
    pub(crate) fn is_still_asked(&self, record: &BoardRecord) -> bool {
        record.ended.is_none()
            && record.generation() == self.generation
            && record.offer.filter(|offer| waits_for(*offer, self.seat)) == self.offer
    }

    /// The command with which the computer answers.
    pub(crate) fn request(&self, user: &Userid, action: Action) -> Request {
        let who = Credential { user: user.clone(), password: None };
        let turn = GameCommand::Move { board: self.board, who, action, number: None };
        Request {
            sender: Sender::User(user.clone()),
            command: Command::Game(self.board.kind, turn),
            body: None,
            seen: Some(self.generation),
        }
    }
}

/// In which seat the computer is asked for something.
pub(crate) fn seat_asked(
    players: &[Userid; 2],
    to_move: Option<Seat>,
    offer: Option<Offer>,
) -> Option<Seat> {
    let to_move = to_move?;
    let answers = offer.filter(|offer| !offer.rejected).map(|offer| !offer.by);
    let is_computer = |seat: &Seat| computer_level(&players[seat.index()]).is_some();
    answers.into_iter().chain([to_move]).find(is_computer)
}

fn waits_for(offer: Offer, seat: Seat) -> bool {
    offer.by != seat && !offer.rejected
}
