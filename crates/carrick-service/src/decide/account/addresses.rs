//! Mail addresses of an account.

use crate::command::{Credential, Refusal};
use crate::decide::case::{Case, told};
use crate::effects::{Addressee, Decision, Event, Link, Message, UserEvent};
use crate::people::{Address, Userid};
use crate::state::{User, UserAddress};

/// How many addresses an account may have.
const MOST: usize = 3;

/// How many addresses a user may be asked to confirm in a day. Each gets a mail, and may be a
/// stranger's.
const ASKED: usize = 10;

impl<'a> Case<'a> {
    /// `add uid pw address …`
    pub(in crate::decide) fn add_addresses(
        self,
        who: &Credential,
        new: &[Address],
    ) -> Result<Decision, Refusal> {
        let user = self.speaker(who)?;
        let mut all: Vec<Address> =
            user.addresses.iter().map(|entry| entry.address.clone()).collect();
        all.extend(new.iter().cloned());
        set(user, all, new, self.state.asked)
    }

    /// `change address uid pw address …`
    pub(in crate::decide) fn change_addresses(
        self,
        who: &Credential,
        new: &[Address],
    ) -> Result<Decision, Refusal> {
        set(self.speaker(who)?, new.to_vec(), new, self.state.asked)
    }
}

/// The addresses, each once. Those that the account has stay confirmed if they are.
pub(super) fn each_once(known: &[UserAddress], addresses: Vec<Address>) -> Vec<UserAddress> {
    let mut all: Vec<UserAddress> = Vec::new();
    for address in addresses {
        if all.iter().any(|entry| entry.address == address) {
            continue;
        }
        let known = known.iter().find(|entry| entry.address == address);
        all.push(known.cloned().unwrap_or(UserAddress {
            address,
            confirmed: false,
            returned: false,
        }));
    }
    all
}

/// The letters that ask whether these addresses are the user's, those that are not confirmed.
pub(super) fn letters<'a>(
    user: &'a Userid,
    addresses: impl IntoIterator<Item = &'a UserAddress>,
) -> impl Iterator<Item = Message> {
    let unconfirmed = addresses.into_iter().filter(|entry| !entry.confirmed);
    unconfirmed.map(move |entry| Message {
        to: Addressee::User(user.clone()),
        subject: format!("Is this the address of {user}?"),
        text: format!(
            "{user}, a player at Carrick, says that this address is theirs.\n\nIf that is you, the link \
             below confirms it, and mail about your games will\ncome here. If not, do nothing: no more \
             mail will come.\n"
        ),
        board: None,
        link: Some(Link::Confirm(entry.address.clone())),
    })
}

/// Sets the addresses, and asks those that were `named` to be confirmed: a user who names one again
/// wants another link. So many were `asked` of late.
fn set(
    user: &User,
    addresses: Vec<Address>,
    named: &[Address],
    asked: u32,
) -> Result<Decision, Refusal> {
    let all = each_once(&user.addresses, addresses);
    if all.len() > MOST {
        return Err(Refusal::new(format!(
            "an account has at most {MOST} mail addresses, and that would make {}; `change address` \
             replaces those you have",
            all.len()
        )));
    }
    let mut text = "Your mail addresses:\n\n".to_owned();
    for entry in &all {
        let state = match (entry.confirmed, entry.returned) {
            (true, _) => "",
            (false, false) => " (used only once it is confirmed)",
            (false, true) => " (mail came back; used again once it is confirmed)",
        };
        text.push_str(&format!("  {}{state}\n", entry.address));
    }
    let to_ask = all.iter().filter(|entry| named.contains(&entry.address));
    let letters: Vec<Message> = letters(&user.id, to_ask).collect();
    if !letters.is_empty() && asked as usize + letters.len() > ASKED {
        return Err(Refusal::new(format!(
            "each new mail address gets a mail, and the maximum is {ASKED} a day; try again tomorrow"
        )));
    }
    let mut decision = told("Carrick: mail addresses", text);
    if all != user.addresses || !letters.is_empty() {
        decision.events.push(Event::User(user.id.clone(), UserEvent::AddressesSet(all)));
    }
    decision.messages.extend(letters);
    Ok(decision)
}
