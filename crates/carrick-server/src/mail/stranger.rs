//! Rate limits for mail of unknown senders. The address that they name may be somebody else's, so
//! little is sent to it, and the total is bounded.

use carrick_service::{Address, Addressee, Decision, Link, Refusal};
use carrick_store::{Allowance, AtMost};
use jiff::SignedDuration;

/// Limits for mails of strangers, per hour and for all of them together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strangers {
    /// Maximum number of letters to unknown addresses: answers, and questions whether the address
    /// is somebody's.
    pub letters: u32,
    /// Maximum number of these letters to one domain.
    pub per_domain: u32,
    /// Maximum number of accounts made by mail, by proved senders too.
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
    /// a day and one question to an unknown one. Commands are carried out all the same.
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

/// Drops questions to other addresses than the sender's own, which an unproved sender may not
/// cause; the answer says so.
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
Nobody is asked by mail whether another address than that of this mail is
theirs, since nothing proves who wrote it. To confirm another address, sign in
on the pages with userid and password and save it on your account page; or
write from there.
";

pub(super) fn too_many_accounts() -> Refusal {
    Refusal::new(
        "too many accounts were made by mail in the last hour, so this one was not; try again in an hour, or \
         sign up on the pages",
    )
}
