//! Users of the soak; everything about one follows from their number.

use std::net::Ipv4Addr;

use carrick_service::{Decision, Event, Needs, Scope, Sender, User, UserAddress, Userid, hashing};
use carrick_store::{LogEntry, Most, NewApiToken, Session, Store, TokenHash};
use jiff::{SignedDuration, Timestamp};
use sha2::{Digest as _, Sha256};

use super::Outcome;

/// Base of the addresses from which users come, 127.1.0.1 and so on: each has separate limits.
const LOOPBACK: u32 = 0x7f01_0000;

/// Everyone's password.
pub(super) const PASSWORD: &str = "tulip hunter 22";

/// Long enough for all pieces.
const SIGNED_IN: SignedDuration = SignedDuration::from_hours(24 * 30);

pub(super) fn name(number: usize) -> String {
    format!("player{number}")
}

/// The number of a user by name.
pub(super) fn number(user: &Userid) -> Option<usize> {
    user.as_str().strip_prefix("player")?.parse().ok()
}

pub(super) fn mail_address(number: usize) -> String {
    format!("{}@example.org", name(number))
}

/// The address from which a user's browser and programs connect.
pub(super) fn network_address(number: usize) -> Ipv4Addr {
    Ipv4Addr::from_bits(LOOPBACK + 1 + number as u32)
}

/// Token of a user's session.
pub(super) fn session(number: usize) -> String {
    format!("{:064x}", number + 1)
}

/// Token of a user's programs.
pub(super) fn token(number: usize) -> String {
    format!("carrick_{:064x}", number + 1)
}

fn hash(token: &str) -> TokenHash {
    TokenHash(Sha256::digest(token).iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Registers users with sessions and tokens; the first of them have email addresses. Their common
/// password is hashed once.
pub(super) async fn register(store: &Store, users: usize, with_mail: usize) -> Outcome<()> {
    let now = Timestamp::now();
    let password = hashing::hash(PASSWORD.as_bytes(), &[7; 16]).ok_or("no hash")?;
    let mut events = Vec::new();
    for number in 0..users {
        let mut user = User::new(name(number).parse()?, now, None);
        if number < with_mail {
            let address = mail_address(number).parse()?;
            user.addresses.push(UserAddress { address, confirmed: true, returned: false });
        }
        events.push(Event::UserJoined(user));
    }
    for sleeper in super::games::SLEEPERS {
        events.push(Event::UserJoined(User::new(sleeper.parse()?, now, None)));
    }
    let decision = Decision { events, messages: vec![], refusal: None };
    let command = "signup player0 *".to_owned();
    let entry = LogEntry { id: None, at: now, sender: Sender::Nobody, command, reply_to: None };
    store.transaction(&Needs::default(), &entry, |_| decision).await?;
    for number in 0..users {
        let user: Userid = name(number).parse()?;
        store.set_web_password(&user, &password, now).await?;
        store
            .begin_session(&Session {
                token: hash(&session(number)),
                user: user.clone(),
                guest: false,
                created: now,
                seen: now,
                expires: now + SIGNED_IN,
                label: "soak".into(),
            })
            .await?;
        let token = NewApiToken {
            user,
            hash: hash(&token(number)),
            name: "soak".into(),
            scopes: Scope::ALL.into_iter().collect(),
            created: now,
            expires: now + SIGNED_IN,
        };
        let most = Most { of_user: 1, from_place: u32::MAX };
        store.add_api_token(&token, most).await?.map_err(|_| "no token")?;
    }
    Ok(())
}
