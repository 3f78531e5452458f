//! Every mail that was due goes out at least once, and each with one `Message-ID`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use carrick_mail::outgoing::message_id;
use carrick_service::{BoardId, Userid, computer_level};
use carrick_store::SentMessage;
use jiff::{SignedDuration, Timestamp};

use crate::broken::{Broken, holds};
use crate::relay::Taken;
use crate::tally::Tally;
use crate::template::MEMBERS;

const TOLD: &str = "everything that happens is told";
const SENT: &str = "every mail that was due goes out";
const ONCE: &str = "a mail has one Message-ID, and one reader";

/// The host in a `Message-ID`.
const HOST: &str = "carrick.example";

/// How long a message may wait for the outbox before it is too old to be sent.
const FRESH: SignedDuration = SignedDuration::from_hours(5 * 24 - 1);

/// Events that must be told, and the mails that tell them.
#[derive(Debug, Default)]
pub(crate) struct Mails {
    /// Whom something on a board must be told that happened at a moment.
    due: BTreeSet<(Userid, BoardId, Timestamp)>,
    /// When the outbox did all that there was.
    sent: Vec<Timestamp>,
    /// Addresses from which mails came, which get answers.
    pub(crate) writers: BTreeSet<String>,
}

impl Mails {
    /// Something must be told to a player, unless it is the computer.
    pub(crate) fn is_due(&mut self, user: &Userid, board: BoardId, at: Timestamp) {
        if computer_level(user).is_none() {
            self.due.insert((user.clone(), board, at));
        }
    }

    /// The outbox did all that there was.
    pub(crate) fn were_sent(&mut self, at: Timestamp) {
        self.sent.push(at);
    }

    /// Checks at the end which messages there are, by user, and which mails the relay has taken.
    pub(crate) fn check(
        &self,
        told: &BTreeMap<Userid, Vec<SentMessage>>,
        taken: &[Arc<Taken>],
        clock_went_back: bool,
        tally: &mut Tally,
    ) -> Result<(), Broken> {
        for (user, board, at) in &self.due {
            let is_it = |one: &SentMessage| one.board == Some(*board) && one.at == *at;
            let is_told = told.get(user).is_some_and(|all| all.iter().any(is_it));
            holds!(TOLD, is_told, "{user} hears nothing of {board} at {at}");
        }
        let mut by_id: BTreeMap<&str, Vec<&Taken>> = BTreeMap::new();
        for one in taken {
            by_id.entry(&one.id).or_default().push(one);
        }
        tally.mails += taken.len() as u64;
        tally.mails_again += by_id.values().filter(|all| all.len() > 1).count() as u64;
        let mut expected = BTreeSet::new();
        for (name, addresses) in MEMBERS {
            let messages = told.iter().find(|(user, _)| user.as_str() == name);
            for message in messages.into_iter().flat_map(|(_, messages)| messages) {
                for (copy, address) in (0..).zip(addresses) {
                    let id = message_id(message.number, copy, HOST);
                    let mails = by_id.get(id.as_str()).map_or(&[][..], Vec::as_slice);
                    let is_fresh = |sent: &&Timestamp| {
                        **sent > message.at && sent.duration_since(message.at) < FRESH
                    };
                    // When the clock went back, its times do not say what came first.
                    let was_due = !clock_went_back && self.sent.iter().find(is_fresh).is_some();
                    let subject = &message.subject;
                    holds!(SENT, !mails.is_empty() || !was_due, "{id} to {address}: {subject}");
                    let stray = mails.iter().find(|mail| mail.to != **address);
                    holds!(ONCE, stray.is_none(), "{id} is {address}'s, and went to {stray:?}");
                    expected.insert(id);
                }
            }
        }
        for (id, mails) in &by_id {
            let first = (mails[0].field("Subject"), mails[0].field("Message-ID"), &mails[0].to);
            let other = mails
                .iter()
                .find(|one| (one.field("Subject"), one.field("Message-ID"), &one.to) != first);
            holds!(ONCE, other.is_none(), "{id} is not one mail: {first:?}, {other:?}");
            let shown = first.1.unwrap_or_default();
            holds!(ONCE, shown == format!("<{id}>"), "{id} says that it is {shown}");
            let answers = self.writers.contains(&mails[0].to);
            holds!(ONCE, expected.contains(*id) || answers, "{id} is no message of anybody's");
        }
        Ok(())
    }
}
