//! Mail addresses of an account.

use super::{Case, told};
use crate::command::{Credential, Refusal};
use crate::{Address, Decision, Event, User, UserAddress};

/// How many addresses an account may have.
const MOST: usize = 3;

impl<'a> Case<'a> {
    /// `add uid pw address …`
    pub(super) fn add_addresses(
        self,
        who: &Credential,
        new: &[Address],
    ) -> Result<Decision, Refusal> {
        let user = self.owner(who, CHANGED)?;
        let mut all: Vec<Address> =
            user.addresses.iter().map(|entry| entry.address.clone()).collect();
        all.extend(new.iter().cloned());
        set(user, all)
    }

    /// `change address uid pw address …`
    pub(super) fn change_addresses(
        self,
        who: &Credential,
        new: &[Address],
    ) -> Result<Decision, Refusal> {
        set(self.owner(who, CHANGED)?, new.to_vec())
    }
}

/// What is not done for everybody.
const CHANGED: &str = "a mail address is changed";

/// The addresses, each once. Those that the account has stay confirmed if they are.
pub(super) fn each_once(known: &[UserAddress], addresses: Vec<Address>) -> Vec<UserAddress> {
    let mut all: Vec<UserAddress> = Vec::new();
    for address in addresses {
        if all.iter().any(|entry| entry.address == address) {
            continue;
        }
        let known = known.iter().find(|entry| entry.address == address);
        all.push(known.cloned().unwrap_or(UserAddress { address, confirmed: false }));
    }
    all
}

/// Sets the addresses.
fn set(user: &User, addresses: Vec<Address>) -> Result<Decision, Refusal> {
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
        let state = if entry.confirmed { "" } else { " (used only once it is confirmed)" };
        text.push_str(&format!("  {}{state}\n", entry.address));
    }
    let changed = all != user.addresses;
    let event = Event::AddressesSet { user: user.id.clone(), addresses: all };
    let events = if changed { vec![event] } else { Vec::new() };
    Ok(Decision { events, ..told("Carrick: mail addresses", text) })
}
