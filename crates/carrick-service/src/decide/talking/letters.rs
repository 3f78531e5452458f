//! Writing to other users: `message` and `broadcast`.

use std::collections::BTreeSet;

use crate::command::{Credential, Refusal};
use crate::decide::case::{Case, told};
use crate::effects::{Addressee, Decision, Event, Message};
use crate::people::{Userid, and, computer_level};
use crate::reply;
use crate::requests::LETTER;
use crate::state::{Letter, Readers, User};

/// To how many users a message goes at most.
const MAX_RECIPIENTS: usize = 10;
/// How many messages a user writes at most in an hour.
const MESSAGES_AN_HOUR: usize = 20;
/// How many times a user writes at most to all readers of the news in 24 hours.
const BROADCASTS_A_DAY: usize = 2;

impl<'a> Case<'a> {
    pub(in crate::decide) fn message(
        self,
        who: &Credential,
        to: &[Userid],
    ) -> Result<Decision, Refusal> {
        let user = self.speaker(who)?;
        let recipients = self.recipients(user, to)?;
        let text = self.needed_body()?;
        let names: Vec<&str> = recipients.iter().map(|user| user.as_str()).collect();
        let names = and(&names);
        let subject = format!("{LETTER}{}", user.id);
        let sent = told("Carrick: message sent", reply::wrapped(&format!("Sent to {names}."), 0));
        let messages = recipients.iter().map(|to| Message {
            to: Addressee::User(to.clone()),
            subject: subject.clone(),
            text: reply::letter(&user.id, to, &names, &text),
            board: None,
            link: None,
        });
        let messages = messages.collect();
        self.write(user, Readers::Users(recipients.clone()), text, sent, messages)
    }

    /// Those written to, each once.
    fn recipients(self, user: &User, to: &[Userid]) -> Result<BTreeSet<Userid>, Refusal> {
        let mut recipients = BTreeSet::new();
        for (index, other) in to.iter().enumerate() {
            let which = match to.len() {
                1 => "recipient".to_owned(),
                _ => format!("recipient number {}", index + 1),
            };
            let other = self.existing(other, &which)?;
            if other.id == user.id {
                return Err(Refusal::new("you need not write to yourself; nothing was sent"));
            }
            if computer_level(&other.id).is_some() {
                return Err(Refusal::new(format!(
                    "{} is one of the computer's players and reads no messages; nothing was sent",
                    other.id
                )));
            }
            if other.blocked.contains(&user.id) {
                return Err(Refusal::new(format!(
                    "you cannot write to {}, who takes no messages from you; nothing was sent",
                    other.id
                )));
            }
            if other.suspended.is_some() {
                return Err(Refusal::new(format!(
                    "you cannot write to {} now, whom an operator of this server has suspended; nothing \
                     was sent",
                    other.id
                )));
            }
            if other.settings.quiet || !other.settings.letters {
                return Err(Refusal::new(format!(
                    "{} wants no messages by email, so nothing was sent; on a board of you both you can \
                     use the chat",
                    other.id
                )));
            }
            recipients.insert(other.id.clone());
        }
        for id in &recipients {
            let addresses = self.state.users.get(id).map(|user| &user.addresses);
            if !addresses.is_some_and(|all| all.iter().any(|address| address.confirmed)) {
                return Err(Refusal::new(format!(
                    "messages come by email, and {id} has no confirmed email address; nothing was sent, and \
                     on a board of you both you can use the chat"
                )));
            }
        }
        if recipients.len() > MAX_RECIPIENTS {
            return Err(Refusal::new(format!(
                "a message goes to {MAX_RECIPIENTS} players at most; nothing was sent"
            )));
        }
        Ok(recipients)
    }

    pub(in crate::decide) fn broadcast(self, who: &Credential) -> Result<Decision, Refusal> {
        let user = self.speaker(who)?;
        if !user.operator {
            return Err(Refusal::new(
                "only operators of this server write to all readers of the news; `message` writes to \
                 players by name, and the administrator of the server makes operators",
            ));
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
            })
            .collect();
        let sent = told("Carrick: news sent", "Sent to everybody who reads the news.\n");
        self.write(user, Readers::News, text, sent, messages)
    }

    /// Sends a letter, unless that has been done or it was too much lately.
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
        let (most, time, again) = match &to {
            Readers::News => (BROADCASTS_A_DAY, "a day", "tomorrow"),
            Readers::Users(_) | Readers::Board(_) => (MESSAGES_AN_HOUR, "an hour", "later"),
        };
        if lately.count() >= most {
            return Err(Refusal::new(format!(
                "you may write {most} times {time}, and have done so; try again {again}"
            )));
        }
        answer.messages.extend(messages);
        let letter = Letter { from: user.id.clone(), to, text, at: self.now };
        answer.events.push(Event::LetterWritten(letter));
        Ok(answer)
    }
}
