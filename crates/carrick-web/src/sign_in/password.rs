//! Web passwords: 8 to 128 characters of any kind, hashed with Argon2id, a few at a time.

use std::fmt;

use super::common::is_common;
use crate::app::App;
use crate::pages::fault::Fault;
use carrick_server::TurnedAway;
use carrick_service::command::field;
use carrick_service::{Password, Userid, hashing};

/// A web password as it was typed. `Debug` does not show it.
#[derive(Clone)]
pub(crate) struct WebPassword(String);

/// Rule for web passwords.
pub(crate) const EXPECTED: &str = "A password has 8 to 128 characters, any you like.";

/// Rule for command passwords.
const EXPECTED_OF_COMMANDS: &str = "A command password has 4 to 64 characters and no spaces.";

/// Parses a new command password.
///
/// # Errors
/// A sentence for the user.
pub(crate) fn command_password(text: &str) -> Result<Password, &'static str> {
    field::new_password(text).map_err(|_| EXPECTED_OF_COMMANDS)
}

/// Refusal of a common password.
const COMMON: &str = "That password is too common. Try a few unrelated words.";

impl WebPassword {
    pub(crate) fn read(text: &str) -> Option<Self> {
        (8..=128).contains(&text.chars().count()).then(|| Self(text.to_owned()))
    }

    /// Parses a new web password of a user.
    ///
    /// # Errors
    /// A sentence for the user, when it is too short, too long or easily guessed.
    pub(crate) fn choose(text: &str, user: &Userid) -> Result<Self, &'static str> {
        let password = Self::read(text).ok_or(EXPECTED)?;
        if is_common(text, user.as_str()) { Err(COMMON) } else { Ok(password) }
    }

    /// The text, to derive something from it.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Its hash in PHC format. `from` names the client in the queue for hashing.
    pub(crate) async fn hash(self, app: &App, from: &str) -> Result<String, Fault> {
        let mut salt = [0; 16];
        getrandom::fill(&mut salt).map_err(|_| Fault::RANDOM)?;
        let hashed = app.gate.hash(from, move || hashing::hash(self.0.as_bytes(), &salt));
        hashed.await?.ok_or(Fault::Failed("a password cannot be hashed"))
    }

    /// Whether it matches a hash; takes as long when there is no hash.
    ///
    /// # Errors
    /// When the queue for hashing is full, or the client cannot pay.
    pub(crate) async fn verify(
        self,
        app: &App,
        from: &str,
        stored: Option<String>,
    ) -> Result<bool, TurnedAway> {
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(hashing::hash_of_nobody);
        let matches = app.gate.hash(from, move || hashing::verifies(&stored, self.0.as_bytes()));
        Ok(matches.await? && known)
    }
}

impl fmt::Debug for WebPassword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WebPassword(…)")
    }
}
