//! Signing in: web passwords, second factors, guests.
//!
//! Imports `site`, `app` and `pages`.

pub(crate) mod common;
pub(crate) mod guest;
pub(crate) mod password;
pub(crate) mod second_factor;
