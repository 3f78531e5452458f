//! An account: its addresses, its settings, its absences.

use std::collections::BTreeSet;

use jiff::Timestamp;

use super::PuzzleSchedule;
use crate::people::{Absence, Address, BoardId, PasswordHash, UserSettings, Userid};

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
    /// Everything that they have chosen.
    pub settings: UserSettings,
    /// The boards that they play on and want no mail about.
    pub muted: BTreeSet<BoardId>,
    /// Users who can neither challenge them nor write to them.
    pub blocked: BTreeSet<Userid>,
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
            settings: UserSettings::default(),
            muted: BTreeSet::new(),
            blocked: BTreeSet::new(),
            absences: Vec::new(),
            puzzles: PuzzleSchedule::default(),
            deleted: None,
            operator: false,
            suspended: None,
        }
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
