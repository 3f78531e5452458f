//! Guests: visitors who play before they sign up.

use carrick_service::{GUEST, Needs, Userid, decide_guest};
use carrick_store::{Store, StoreError};
use jiff::Timestamp;

use super::admin::entry;

/// Makes the account of a new guest, with the next number that no name has.
///
/// # Errors
/// When the database fails.
pub async fn make_guest(store: &Store, now: Timestamp) -> Result<Userid, StoreError> {
    let now = store.time(now);
    loop {
        let name = format!("{GUEST}{}", store.next_guest().await?);
        let guest: Userid = name.parse().map_err(|_| StoreError::Corrupt { column: "next" })?;
        let needs = Needs { users: [guest.clone()].into(), ..Needs::default() };
        let decide = {
            let guest = guest.clone();
            move |state: &_| decide_guest(state, &guest, now)
        };
        if !store.transaction(&needs, &entry(format!("guest {guest}"), now), decide).await?.refused
        {
            return Ok(guest);
        }
    }
}
