//! Signing in: web passwords and second factors.
//!
//! Imports `site`, `app` and `pages`.

pub(crate) mod common;
pub(crate) mod password;
pub(crate) mod second_factor;
