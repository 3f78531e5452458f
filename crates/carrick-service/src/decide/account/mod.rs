//! Accounts: signing up, passwords, addresses, absences, settings, leaving.

mod absences;
mod addresses;
pub(in crate::decide) mod leaving;
mod password;
mod settings;
mod signup;

pub(in crate::decide) use password::PASSWORD_CHANGED;
pub use signup::decide_guest;
