//! Rate limits of mail: password guesses, answers to a sender, emails to strangers.

use std::fmt;
use std::sync::Arc;

use carrick_service::{Address, Addressee, Decision, Link, Refusal, Userid};
use carrick_store::{Allowance, AnswerTo, AtMost, MailSender};
use jiff::SignedDuration;

use crate::limits::Gate;
use crate::mail::take_in::MailGates;

/// Senders whose answers are counted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SenderGroup<'a> {
    /// Emails that claim to come from an address. Those for which that is proved are counted
    /// separately from the others.
    Address {
        /// The address.
        address: &'a Address,
        /// Whether it is proved that the email came from there.
        proved: bool,
    },
    /// Emails that claim to come from any address in a domain.
    Domain(&'a str),
    /// Answers to the emails about a player's turns, wherever they come from.
    Player(&'a Userid),
}

/// Keyed hash of a group of senders, which the database stores instead of a name.
type Fingerprint = Arc<dyn Fn(SenderGroup<'_>) -> String + Send + Sync>;

/// Rate limits of mail. Clones share them.
#[derive(Clone)]
pub struct MailLimits {
    pub(super) gates: MailGates,
    /// Gate whose limits apply to commands.
    pub(super) commands: Gate,
    pub(super) strangers: Strangers,
    fingerprint: Fingerprint,
}

impl MailLimits {
    /// Limits that share the hashing queue of a gate, and count guesses by mail separately.
    ///
    /// `fingerprint` must be a keyed hash, and different groups must get different values.
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

    /// Sets the rate limits for emails from strangers.
    #[must_use]
    pub fn with_strangers(self, strangers: Strangers) -> Self {
        Self { strangers, ..self }
    }

    pub(super) fn fingerprint(&self, group: SenderGroup<'_>) -> String {
        (self.fingerprint)(group)
    }

    /// A sender who is answered at the address that the email claims to come from.
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

// Rate limits for mail from unknown senders. The address that they give may belong to another
// person, so little is sent to it, and the total is limited.

/// Limits for emails from strangers, per hour and for all of them together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strangers {
    /// Maximum number of emails to unknown addresses: answers, and questions whether the address
    /// belongs to the user.
    pub letters: u32,
    /// Maximum number of these emails to one domain.
    pub per_domain: u32,
    /// Maximum number of accounts created by mail, including those by proved senders.
    pub accounts: u32,
}

impl Default for Strangers {
    fn default() -> Self {
        Self { letters: 60, per_domain: 20, accounts: 20 }
    }
}

const HOUR: SignedDuration = SignedDuration::from_hours(1);

impl Strangers {
    /// All limits, with those of a single sender: thirty answers an hour to a known one, one answer
    /// a day and one question to an unknown one. Commands run in any case.
    pub(super) fn allowance(self) -> Allowance {
        let an_hour = |count| AtMost { count, within: HOUR };
        Allowance {
            known: an_hour(30),
            unknown: AtMost { count: 1, within: SignedDuration::from_hours(24) },
            of_a_domain: an_hour(self.per_domain),
            of_all: an_hour(self.letters),
            accounts: an_hour(self.accounts),
        }
    }
}

/// Drops questions to addresses other than the sender's, which an unproved sender may not cause;
/// the answer explains that.
pub(super) fn asks_only(whence: &Address, mut decision: Decision) -> Decision {
    let before = decision.messages.len();
    let elsewhere =
        |link: &Option<Link>| matches!(link, Some(Link::Confirm(asked)) if asked != whence);
    decision.messages.retain(|message| !elsewhere(&message.link));
    if decision.messages.len() < before {
        let answers =
            decision.messages.iter_mut().filter(|message| message.to == Addressee::Sender);
        answers.for_each(|answer| answer.text.push_str(NOT_ASKED));
    }
    decision
}

const NOT_ASKED: &str = "
An email can only ask to confirm the address that it comes from, since
nothing proves who wrote it. To confirm another address, sign in on the pages
with userid and password and save it on your account page; or write from
there.
";

pub(super) fn too_many_accounts() -> Refusal {
    Refusal::in_words(
        "too many accounts were created by mail in the last hour, so this one was not; try again in an hour, or \
         sign up on the pages",
    )
}
