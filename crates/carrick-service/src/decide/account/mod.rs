//! Accounts: signing up, passwords, addresses, absences, settings, leaving.

mod absences;
mod addresses;
mod leaving;
mod password;
mod settings;
mod signup;

pub(in crate::decide) use password::PASSWORD_CHANGED;
