//! Talking: on a board, in messages, in the news.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};

use crate::about::MessageKind;
use crate::decide::context::{
    DecisionContext, as_watched, has_blocked, is_declined, no_such_board, told,
};
use crate::effects::{Addressee, BoardEvent, Decision, Event, Message, UserEvent};
use crate::people::{BoardId, Userid, and, computer_level};
use crate::playing::{BoardInPlay, Snapshot};
use crate::refusal::{NoLetters, Refusal, Speech, Stock, UserRole};
use crate::reply;
use crate::state::{BoardRecord, Letter, Readers, User};

// Talking on a board. It is never private: every subscriber gets it.

/// Maximum number of remarks of a user in an hour, on all boards together. Remarks with turns count
/// but are never refused; remarks with offers, or with answers to offers, can be.
const REMARKS_AN_HOUR: u32 = 60;

/// Maximum number of remarks on a board. After that, remarks with turns still reach the others, but
/// are not stored.
pub const MOST_REMARKS: u32 = 1000;

/// Maximum number of users that a user can block.
const MOST_BLOCKED: u32 = 1000;

impl DecisionContext<'_> {
    pub(crate) fn chat(self, board: BoardId) -> Result<Decision, Refusal> {
        let user = self.speaker()?;
        let record = self.state.boards.get(&board).ok_or_else(|| no_such_board(board))?;
        check_talk(record, &self.state.users, &user.id)?;
        let text = self.needed_body()?;
        let here = Readers::Board(board);
        let last = self.state.letters.iter().rfind(|letter| letter.to == here);
        if last.is_some_and(|letter| letter.text == text) {
            let messages = vec![spoken(self.snapshot(), record, &user.id, &user.id, &text)?];
            return Ok(Decision { events: Vec::new(), messages, refusal: None });
        }
        self.must_not_have_spoken_too_often()?;
        if self.state.stocks.remarks >= MOST_REMARKS {
            let count = self.state.stocks.remarks;
            return Err(Refusal::Full { what: Stock::Remarks(board), count, most: MOST_REMARKS });
        }
        let users = &self.state.users;
        let listeners = record.players.iter();
        let messages = listeners
            .filter(|listener| is_here(users, listener) && !has_blocked(users, listener, &user.id))
            .map(|listener| spoken(self.snapshot(), record, &user.id, listener, &text))
            .collect::<Result<_, _>>()?;
        let events = vec![Event::Board(board, BoardEvent::Said { user: user.id.clone(), text })];
        Ok(Decision { events, messages, refusal: None })
    }

    /// # Errors
    /// When the sender has reached the limit for this hour.
    pub(crate) fn must_not_have_spoken_too_often(self) -> Result<(), Refusal> {
        let since =
            self.now.saturating_sub(SignedDuration::from_hours(1)).unwrap_or(Timestamp::MIN);
        let remarks = self
            .state
            .letters
            .iter()
            .filter(|letter| letter.at >= since && matches!(letter.to, Readers::Board(_)));
        if remarks.count() >= REMARKS_AN_HOUR as usize {
            return Err(Refusal::TooOften { what: Speech::Remarks, most: REMARKS_AN_HOUR });
        }
        Ok(())
    }
}

/// A player's text for the subscribers of a board, who did not get it in a report.
pub(crate) fn to_subscribers(
    snapshot: Snapshot<'_>,
    record: &BoardRecord,
    speaker: &Userid,
    text: &str,
) -> Vec<Message> {
    let users = &snapshot.state.users;
    let listeners = record.subscribers.iter().filter(|listener| record.seat_of(listener).is_none());
    listeners
        .filter(|listener| is_here(users, listener) && !has_blocked(users, listener, speaker))
        .filter_map(|listener| spoken(snapshot, record, speaker, listener, text).ok())
        .collect()
}

/// Whether a listener has not left the server.
fn is_here(users: &BTreeMap<Userid, User>, listener: &Userid) -> bool {
    users.get(listener).is_some_and(|listener| listener.deleted.is_none())
}

/// Whether a user may talk on a board; pages offer it only then. `users` contains its players.
#[must_use]
pub fn may_talk(record: &BoardRecord, users: &BTreeMap<Userid, User>, speaker: &Userid) -> bool {
    check_talk(record, users, speaker).is_ok()
}

/// Players may talk at any time, subscribers only when they can no longer help a player.
fn check_talk(
    record: &BoardRecord,
    users: &BTreeMap<Userid, User>,
    speaker: &Userid,
) -> Result<(), Refusal> {
    let board = record.id;
    if is_declined(record.ended.as_ref()) {
        return Err(no_such_board(board));
    }
    if record.seat_of(speaker).is_none() {
        if record.ended.is_none() {
            let players = record.players.clone();
            return Err(Refusal::OnlyPlayersTalk { board, players });
        }
        if !record.subscribers.contains(speaker) {
            return Err(Refusal::OnlySubscribersTalk { board, me: speaker.clone() });
        }
    }
    match record.players.iter().find(|player| has_blocked(users, player, speaker)) {
        Some(player) => Err(no_letters(player, NoLetters::Blocked)),
        None => Ok(()),
    }
}

/// A remark with the board, drawn for one recipient.
fn spoken(
    snapshot: Snapshot<'_>,
    record: &BoardRecord,
    speaker: &Userid,
    listener: &Userid,
    text: &str,
) -> Result<Message, Refusal> {
    let watched;
    let record = match record.seat_of(listener) {
        Some(_) => record,
        None => {
            watched = as_watched(record);
            &watched
        }
    };
    Ok(reply::said(snapshot, &BoardInPlay::new(record)?, listener, speaker, text))
}

// Writing to other users: `message` and `broadcast`.

/// Maximum number of recipients of a message.
const MAX_RECIPIENTS: u32 = 10;
/// Maximum number of messages of a user in an hour.
const MESSAGES_AN_HOUR: u32 = 20;
/// Maximum number of times a user writes to all readers of the news in 24 hours.
const BROADCASTS_A_DAY: u32 = 2;

fn no_letters(to: &Userid, why: NoLetters) -> Refusal {
    Refusal::NoLetters { to: to.clone(), why }
}

impl<'a> DecisionContext<'a> {
    pub(crate) fn message(self, to: &[Userid]) -> Result<Decision, Refusal> {
        let user = self.speaker()?;
        let recipients = self.recipients(user, to)?;
        let text = self.needed_body()?;
        let names: Vec<&str> = recipients.iter().map(|user| user.as_str()).collect();
        let names = and(&names);
        let subject = format!("Message from {}", user.id);
        let sent = told("Carrick: message sent", reply::wrapped(&format!("Sent to {names}."), 0));
        let messages = recipients.iter().map(|to| Message {
            to: Addressee::User(to.clone()),
            subject: subject.clone(),
            text: reply::letter(&user.id, to, &names, &text),
            board: None,
            link: None,
            about: MessageKind::Letter(user.id.clone()).into(),
        });
        let messages = messages.collect();
        self.write(user, Readers::Users(recipients.clone()), text, sent, messages)
    }

    /// Those written to, each once.
    fn recipients(self, user: &User, to: &[Userid]) -> Result<BTreeSet<Userid>, Refusal> {
        let mut recipients = BTreeSet::new();
        for (index, other) in to.iter().enumerate() {
            let role = match to.len() {
                1 => UserRole::Recipient,
                _ => UserRole::RecipientNumber(index + 1),
            };
            let other = self.existing(other, role)?;
            if other.id == user.id {
                return Err(Refusal::LetterToOneself);
            }
            if computer_level(&other.id).is_some() {
                return Err(no_letters(&other.id, NoLetters::Computer));
            }
            if other.blocked.contains(&user.id) {
                return Err(no_letters(&other.id, NoLetters::Blocked));
            }
            if other.suspended.is_some() {
                return Err(no_letters(&other.id, NoLetters::Suspended));
            }
            recipients.insert(other.id.clone());
        }
        if recipients.len() > MAX_RECIPIENTS as usize {
            let count = u32::try_from(recipients.len()).unwrap_or(u32::MAX);
            return Err(Refusal::Full { what: Stock::Recipients, count, most: MAX_RECIPIENTS });
        }
        Ok(recipients)
    }

    pub(crate) fn broadcast(self) -> Result<Decision, Refusal> {
        let user = self.speaker()?;
        if !user.operator {
            return Err(Refusal::OperatorsOnly);
        }
        let text = self.needed_body()?;
        let subject = format!("News from {}", user.id);
        let readers = self.state.users.values().filter(|reader| {
            reader.settings.news && reader.id != user.id && !reader.blocked.contains(&user.id)
        });
        let messages: Vec<Message> = readers
            .map(|reader| Message {
                to: Addressee::Listener(reader.id.clone()),
                subject: subject.clone(),
                text: reply::news(&user.id, &reader.id, &text),
                board: None,
                link: None,
                about: MessageKind::News(user.id.clone()).into(),
            })
            .collect();
        let sent = told("Carrick: news sent", "Sent to all readers of the news.\n");
        self.write(user, Readers::News, text, sent, messages)
    }

    /// Sends a message, unless it has already been sent or the user has reached the limit.
    fn write(
        self,
        user: &User,
        to: Readers,
        text: String,
        mut answer: Decision,
        messages: Vec<Message>,
    ) -> Result<Decision, Refusal> {
        let of_the_kind =
            |letter: &&Letter| std::mem::discriminant(&letter.to) == std::mem::discriminant(&to);
        let lately = self.state.letters.iter().filter(of_the_kind);
        if lately.clone().any(|letter| letter.to == to && letter.text == text) {
            return Ok(answer);
        }
        let (most, what) = match &to {
            Readers::News => (BROADCASTS_A_DAY, Speech::News),
            Readers::Users(_) | Readers::Board(_) => (MESSAGES_AN_HOUR, Speech::Letters),
        };
        if lately.count() >= most as usize {
            return Err(Refusal::TooOften { what, most });
        }
        answer.messages.extend(messages);
        let letter = Letter { from: user.id.clone(), to, text, at: self.now };
        answer.events.push(Event::LetterWritten(letter));
        Ok(answer)
    }
}

// `news` and `block`: getting the news, and blocking users.

impl DecisionContext<'_> {
    pub(crate) fn block(self, other: &Userid, on: bool) -> Result<Decision, Refusal> {
        let user = self.speaker()?;
        let (id, other) = (&user.id, &self.existing(other, UserRole::Blocked)?.id);
        if id == other {
            return Err(Refusal::BlocksOneself);
        }
        let is_full = user.blocked.len() >= MOST_BLOCKED as usize;
        if on && is_full && !user.blocked.contains(other) {
            let what = Stock::Blocked(id.clone());
            return Err(Refusal::Full { what, count: MOST_BLOCKED, most: MOST_BLOCKED });
        }
        let text = if on {
            let blocked = format!(
                "{other} can neither challenge you nor write to you. Your games together continue. \
                 To unblock this player:"
            );
            format!("{}\n  block {id} <password> {other} off\n", reply::wrapped(&blocked, 0))
        } else {
            format!("{other} can challenge you and write to you again.\n")
        };
        let mut decision = told("Carrick: block", text);
        if user.blocked.contains(other) != on {
            let (user, other) = (id.clone(), other.clone());
            decision.events.push(Event::User(user, UserEvent::BlockSet { other, on }));
        }
        Ok(decision)
    }
}
