//! The gates that passwords in mails come to. A mail says where it comes from, and whoever forges
//! that could use up all guesses of a player: so those that come from elsewhere are counted apart
//! from those that come from an address of the player, and both apart from those for which that is
//! proved.

use carrick_service::{Address, Needs, Userid};
use carrick_store::{Store, StoreError};

use crate::limits::{At, Door, Gate};

/// The gates of mail. A clone is the same ones.
#[derive(Debug, Clone)]
pub(super) struct MailGates {
    elsewhere: Gate,
    claimed: Gate,
    proved: Gate,
}

/// The gates as the sender of a mail stands before them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entrance<'a> {
    pub(super) gates: &'a MailGates,
    pub(super) from: &'a Address,
    pub(super) proved: bool,
}

impl MailGates {
    /// Gates beside one: as many passwords are hashed at once behind all of them together, but none
    /// counts what is guessed at another.
    pub(super) fn beside(gate: &Gate) -> Self {
        Self {
            elsewhere: gate.at_door(Door::MailFromElsewhere),
            claimed: gate.at_door(Door::ClaimedMail),
            proved: gate.at_door(Door::ProvedMail),
        }
    }
}

impl<'a> Entrance<'a> {
    /// The gate for a guess at a user's password.
    pub(super) async fn at(self, store: &Store, user: &Userid) -> Result<At<'a>, StoreError> {
        let needs = Needs { users: [user.clone()].into(), ..Needs::default() };
        let state = store.read(&needs).await?;
        let addresses = state.users.get(user).map_or(&[][..], |user| &user.addresses);
        let is_his = addresses.iter().any(|entry| entry.confirmed && entry.address == *self.from);
        let gate = match (is_his, self.proved) {
            (true, true) => &self.gates.proved,
            (true, false) => &self.gates.claimed,
            (false, _) => &self.gates.elsewhere,
        };
        Ok(At { gate, sender: self.from.as_str() })
    }
}
