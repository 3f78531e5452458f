//! `signup`: a new account.

use std::fmt::Write as _;

use carrick_games::GameKind;
use jiff::Timestamp;

use super::addresses::{each_once, letters};
use crate::command::{Refusal, check_new_name};
use crate::decide::case::{Case, answer_refusal, told};
use crate::effects::{Decision, Event};
use crate::people::{Address, GameSettings, UserSettings, Userid};
use crate::requests::Sender;
use crate::state::{State, User};

impl Case<'_> {
    pub(in crate::decide) fn signup(
        self,
        id: &Userid,
        addresses: &[Address],
    ) -> Result<Decision, Refusal> {
        if let Some(user) = self.state.users.get(id) {
            let same_password = user.password.is_some() && user.password == self.evidence.verified;
            return if same_password { Ok(welcome(user)) } else { Err(taken()) };
        }
        if let Some(why) = self.evidence.registration.refusal() {
            return Err(Refusal::new(why));
        }
        check_new_name(id)?;
        let mut addresses = addresses.to_vec();
        if let (Sender::Address(address), true) = (&self.request.sender, addresses.is_empty()) {
            addresses.push(address.clone());
        }
        let user = User {
            addresses: each_once(&[], addresses),
            ..User::new(id.clone(), self.now, self.evidence.hashed.clone())
        };
        let mut decision = welcome(&user);
        decision.messages.extend(letters(id, &user.addresses));
        decision.events.push(Event::UserJoined(user));
        Ok(decision)
    }
}

/// Decides whether a visitor who has not signed up plays under a guest's name. Nobody can challenge
/// a guest, or sign in as one.
#[must_use]
pub fn decide_guest(state: &State, guest: &Userid, now: Timestamp) -> Decision {
    if state.users.contains_key(guest) {
        return answer_refusal(None, None, &taken());
    }
    let mut settings = UserSettings::default();
    for kind in GameKind::ALL {
        settings.set_game(kind, GameSettings { challenges: false, ..GameSettings::default() });
    }
    let mut decision =
        told(format!("Welcome to Carrick, {guest}"), "You play as a guest.\n".to_owned());
    let user = User { settings, ..User::new(guest.clone(), now, None) };
    decision.events.push(Event::UserJoined(user));
    decision
}

fn taken() -> Refusal {
    Refusal::new("that name is taken; choose another, or use its password if it is yours")
}

fn welcome(user: &User) -> Decision {
    let id = &user.id;
    let examples = [
        (format!("antipod computer {id} <password>"), "a game with the computer"),
        (format!("antipod seek {id} <password>"), "offers a game to everybody"),
        ("list".to_owned(), "the boards, and open games"),
        ("help tutorial".to_owned(), "a first game, in steps"),
        ("help".to_owned(), "everything else"),
    ];
    let width = examples.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
    let mut text = format!(
        "Welcome to Carrick, {id}.\n\nYour password goes into every command that acts for you. Type it where \
         these\nsay <password>:\n\n"
    );
    for (command, meaning) in examples {
        let _ = writeln!(text, "  {command:width$}  {meaning}");
    }
    if !user.addresses.is_empty() {
        let list: Vec<&str> = user.addresses.iter().map(|entry| entry.address.as_str()).collect();
        let list = list.join(", ");
        let _ = writeln!(text, "\nMail is sent to an address only once it is confirmed: {list}");
    }
    told(format!("Welcome to Carrick, {id}"), text)
}
