//! API tokens: made, parsed and hashed.

use std::fmt;

use carrick_server::Failure;
use carrick_service::{Scopes, Userid};
use carrick_store::{Most, NewApiToken, Room, Store, TokenHash};
use jiff::{SignedDuration, Timestamp};

use crate::site::encode::{hex, sha256};

/// Prefix of every token, by which secret scanners find one that leaked.
pub(crate) const PREFIX: &str = "carrick_";

/// Maximum number of tokens.
pub(crate) const MOST: Most = Most { of_user: 20, from_place: 200 };

/// Maximum lifetime of a token, in days.
pub(crate) const MOST_DAYS: u16 = 366;

/// A new token, to be shown once.
pub struct Token(String);

impl Token {
    /// The token's text.
    #[must_use]
    pub fn reveal(self) -> String {
        self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Hash of a token; `None` when the text does not have a token's form. Hashes are looked up in an
/// index, whose timing tells nothing about any token.
pub(crate) fn hash(token: &str) -> Option<TokenHash> {
    let digits = token.strip_prefix(PREFIX)?;
    let fits = digits.len() == 64 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    fits.then(|| TokenHash(sha256(token)))
}

/// Checks the name of a token: 1 to 40 characters, none of them a control character.
pub(crate) fn name(text: &str) -> Option<String> {
    let text = text.trim();
    let fits = (1..=40).contains(&text.chars().count()) && !text.chars().any(char::is_control);
    fits.then(|| text.to_owned())
}

/// Makes a token of 256 random bits and stores its hash, if there is room for it.
///
/// # Errors
/// When the database fails, or the system gives no random numbers.
pub async fn make_token(
    store: &Store,
    user: &Userid,
    name: String,
    scopes: Scopes,
    days: u16,
    created: Timestamp,
) -> Result<Result<(u64, Token), Room>, Failure> {
    let expires = created + SignedDuration::from_hours(24 * i64::from(days));
    make_token_until(store, user, name, scopes, created, expires).await
}

/// Makes a token that expires at a given time.
pub(crate) async fn make_token_until(
    store: &Store,
    user: &Userid,
    name: String,
    scopes: Scopes,
    created: Timestamp,
    expires: Timestamp,
) -> Result<Result<(u64, Token), Room>, Failure> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    let token = format!("{PREFIX}{}", hex(&bytes));
    let new = NewApiToken {
        user: user.clone(),
        hash: TokenHash(sha256(&token)),
        name,
        scopes,
        created,
        expires,
    };
    let number = store.add_api_token(&new, MOST).await?;
    Ok(number.map(|number| (number, Token(token))))
}
