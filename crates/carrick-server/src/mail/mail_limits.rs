//! Rate limits of mail: guesses at passwords, answers to a sender, letters to strangers.

use std::fmt;
use std::sync::Arc;

use carrick_service::{Address, Userid};
use carrick_store::{AnswerTo, MailSender};

use super::gates::MailGates;
use super::stranger::Strangers;
use crate::limits::Gate;

/// Senders whose answers are counted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SenderGroup<'a> {
    /// Mails that say they come from an address. Those for which that is proved are counted apart
    /// from those for which it is not.
    Address {
        /// The address.
        address: &'a Address,
        /// Whether it is proved that the mail came from there.
        proved: bool,
    },
    /// Mails that say they come from any address in a domain.
    Domain(&'a str),
    /// Answers to the turns' mails of a player, wherever they come from.
    Player(&'a Userid),
}

/// Keyed hash of a group of senders: the database holds it instead of a name.
type Fingerprint = Arc<dyn Fn(SenderGroup<'_>) -> String + Send + Sync>;

/// Rate limits of mail. Clones share them.
#[derive(Clone)]
pub struct MailLimits {
    pub(super) gates: MailGates,
    /// Gate whose limits count the commands.
    pub(super) commands: Gate,
    pub(super) strangers: Strangers,
    fingerprint: Fingerprint,
}

impl MailLimits {
    /// Limits that share the hashing queue of a gate, and count guesses by mail apart.
    ///
    /// `fingerprint` must be a keyed hash, and differ for groups that differ.
    #[must_use]
    pub fn beside(
        gate: &Gate,
        fingerprint: impl Fn(SenderGroup<'_>) -> String + Send + Sync + 'static,
    ) -> Self {
        Self {
            gates: MailGates::beside(gate),
            commands: gate.clone(),
            strangers: Strangers::default(),
            fingerprint: Arc::new(fingerprint),
        }
    }

    /// Sets the rate limits for mails of strangers.
    #[must_use]
    pub fn with_strangers(self, strangers: Strangers) -> Self {
        Self { strangers, ..self }
    }

    pub(super) fn fingerprint(&self, group: SenderGroup<'_>) -> String {
        (self.fingerprint)(group)
    }

    /// A sender who is answered at the address that the mail says it comes from.
    pub(super) fn at_address(&self, address: Address, proved: bool) -> MailSender {
        let counted_as = self.fingerprint(SenderGroup::Address { address: &address, proved });
        MailSender { answer_to: AnswerTo::Address { address, proved }, counted_as }
    }

    /// A sender who is answered as a player.
    pub(super) fn player(&self, player: &Userid) -> MailSender {
        let counted_as = self.fingerprint(SenderGroup::Player(player));
        MailSender { answer_to: AnswerTo::User(player.clone()), counted_as }
    }
}

impl fmt::Debug for MailLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailLimits")
            .field("gates", &self.gates)
            .field("strangers", &self.strangers)
            .finish_non_exhaustive()
    }
}
