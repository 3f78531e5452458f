//! The accounts that the computer plays for.
//!
//! It plays as `level1` to `level9`, accounts without a password that are there from the beginning.
//! To this crate a level is a name; how well it plays, the engine knows.

use super::Userid;

/// The strength, 1 to 9, of an account that the computer plays for; `None` for people's.
///
/// ```
/// use carrick_service::computer_level;
/// assert_eq!(computer_level(&"level3".parse()?), Some(3));
/// assert_eq!(computer_level(&"alice".parse()?), None);
/// # Ok::<(), carrick_service::UseridError>(())
/// ```
#[must_use]
pub fn computer_level(user: &Userid) -> Option<u8> {
    match user.as_str().strip_prefix("level")?.as_bytes() {
        [digit @ b'1'..=b'9'] => Some(digit - b'0'),
        _ => None,
    }
}

/// Nobody signs in as the computer or changes its accounts, not even the administrator: they play,
/// and that is all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0} is one of the computer's players: it plays, and nobody can sign in as it or change anything about its account"
)]
pub struct IsComputer(Userid);

/// Whether an account is a person's, to sign in to and to change.
///
/// # Errors
/// The computer plays for it.
///
/// ```
/// use carrick_service::must_be_a_person;
/// assert!(must_be_a_person(&"alice".parse()?).is_ok());
/// assert!(must_be_a_person(&"level3".parse()?).is_err());
/// # Ok::<(), carrick_service::UseridError>(())
/// ```
pub fn must_be_a_person(user: &Userid) -> Result<(), IsComputer> {
    match computer_level(user) {
        Some(_) => Err(IsComputer(user.clone())),
        None => Ok(()),
    }
}

/// All accounts that the computer plays for, the weakest first.
pub(crate) fn computer_accounts() -> impl Iterator<Item = Userid> {
    (1..=9).filter_map(account)
}

/// The account of a level.
pub(crate) fn account(level: u8) -> Option<Userid> {
    format!("level{level}").parse().ok().filter(|user| computer_level(user) == Some(level))
}
