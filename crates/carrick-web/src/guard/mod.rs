//! Middleware: host check, CSRF protection, security headers, rate limits.
//!
//! Stands before every route, so it imports `api` and `routes` as well as what these import.

pub(crate) mod origin;
pub(crate) mod rate_limit;
