//! Password gates for mail. A sender address can be forged, and guesses under a forged one could
//! use up a player's limit. So there are three gates with limits of their own: for mail from
//! elsewhere, for mail that claims the player's address, and for mail that is proved to come from
//! it.

use carrick_service::{Address, Needs, Userid};
use carrick_store::{Store, StoreError};

use crate::limits::{At, Gate, GuessSource};

/// The gates of mail. Clones share them.
#[derive(Debug, Clone)]
pub(super) struct MailGates {
    elsewhere: Gate,
    claimed: Gate,
    proved: Gate,
}

/// The gates, with the sender of a mail.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entrance<'a> {
    pub(super) gates: &'a MailGates,
    pub(super) from: &'a Address,
    pub(super) proved: bool,
}

impl MailGates {
    /// Gates that share the hashing queue of another gate, and count guesses apart.
    pub(super) fn beside(gate: &Gate) -> Self {
        Self {
            elsewhere: gate.for_source(GuessSource::MailFromElsewhere),
            claimed: gate.for_source(GuessSource::ClaimedMail),
            proved: gate.for_source(GuessSource::ProvedMail),
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
        Ok(At { gate, sender: self.from.as_str(), place: None })
    }
}
