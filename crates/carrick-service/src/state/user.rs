//! An account: its addresses, its choices, and how it is told.

use std::collections::{BTreeMap, BTreeSet};

use carrick_games::GameKind;
use jiff::Timestamp;

use super::PuzzleSchedule;
use crate::people::{
    Absence, Address, Appearance, BoardId, MailChoices, Mailing, PasswordHash, PuzzleMail, Userid,
    Zone,
};

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// The name.
    pub id: Userid,
    /// When the account was made.
    pub joined: Timestamp,
    /// The command password's hash; `None` for accounts that are played by nobody who types one.
    pub password: Option<PasswordHash>,
    /// When they last asked for a link that sets a new password, if it was not changed since.
    pub reset_asked: Option<Timestamp>,
    /// At most three.
    pub addresses: Vec<UserAddress>,
    /// Whether they read the news that other users broadcast.
    pub news: bool,
    /// Whether they want no mail but answers to their commands.
    pub quiet: bool,
    /// Whether all that they did not ask for comes in one mail a day.
    pub daily: bool,
    /// Which kinds of mail come.
    pub mail: MailChoices,
    /// The boards that they play on and want no mail about.
    pub muted: BTreeSet<BoardId>,
    /// Users who can neither challenge them nor write to them.
    pub blocked: BTreeSet<Userid>,
    /// Their choices, in the games where these are not the default.
    pub choices: BTreeMap<GameKind, Choices>,
    /// The time zone in which times are shown to them.
    pub zone: Zone,
    /// How pages and boards look to them; `None` until they choose, when each of their browsers
    /// has its own choices.
    pub appearance: Option<Appearance>,
    /// Their choices for display, in the games where these are not the default.
    pub display: BTreeMap<GameKind, Display>,
    /// Their vacations, past, present and planned, in their order.
    pub absences: Vec<Absence>,
    /// When the puzzles of the day are mailed to them.
    pub puzzles: PuzzleSchedule,
    /// When they left for good. Only the name is left then, in old games.
    pub deleted: Option<Timestamp>,
    /// Whether this is an operator: somebody who may `broadcast`.
    pub operator: bool,
    /// Since when an operator has suspended the account: no play, no mail, no chat.
    pub suspended: Option<Timestamp>,
}

impl User {
    /// A new account with nothing chosen yet.
    #[must_use]
    pub fn new(id: Userid, joined: Timestamp, password: Option<PasswordHash>) -> Self {
        Self {
            id,
            joined,
            password,
            reset_asked: None,
            addresses: Vec::new(),
            news: false,
            quiet: false,
            daily: false,
            mail: MailChoices::default(),
            muted: BTreeSet::new(),
            blocked: BTreeSet::new(),
            choices: BTreeMap::new(),
            zone: Zone::default(),
            appearance: None,
            display: BTreeMap::new(),
            absences: Vec::new(),
            puzzles: PuzzleSchedule::default(),
            deleted: None,
            operator: false,
            suspended: None,
        }
    }

    /// How they get mail that answers none of their own.
    #[must_use]
    pub const fn mailing(&self) -> Mailing {
        match (self.quiet, self.daily) {
            (true, _) => Mailing::Never,
            (false, true) => Mailing::Daily,
            (false, false) => Mailing::Each,
        }
    }

    /// Their choices in a game.
    #[must_use]
    pub fn choices(&self, kind: GameKind) -> Choices {
        self.choices.get(&kind).copied().unwrap_or_default()
    }
}

/// Choices of a player in one game: challenges, limit, notices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choices {
    /// Whether others may challenge them.
    pub challenges: bool,
    /// Maximum number of boards that they play on at once.
    pub limit: Option<u32>,
    /// Whether they get every turn of every board.
    pub watches: bool,
    /// Whether they get a mail at each game's end.
    pub notify: bool,
    /// How often the puzzle of the day comes by mail, if it does.
    pub puzzles: Option<PuzzleMail>,
}

impl Default for Choices {
    fn default() -> Self {
        Self { challenges: true, limit: None, watches: false, notify: false, puzzles: None }
    }
}

/// Display of a game's boards, as a player has chosen it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Display {
    /// Row letters, numbers and the names of spots on the board.
    pub labels: bool,
    /// After a turn all turns, and not only those of the last four rounds.
    pub all_turns: bool,
}

impl Default for Display {
    fn default() -> Self {
        Self { labels: true, all_turns: false }
    }
}

/// A mail address of a user; used only once confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserAddress {
    /// The address.
    pub address: Address,
    /// Whether its owner has confirmed it.
    pub confirmed: bool,
    /// Whether they have to confirm it once more, because mail for it came back.
    pub returned: bool,
}
