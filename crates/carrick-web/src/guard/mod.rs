//! Middleware: host check, CSRF protection, security headers, rate limits.
//!
//! Wraps every route, so it imports `api` and `routes` as well as everything they import.

pub(crate) mod origin;
pub(crate) mod rate_limit;
