//! Middleware: host check, CSRF protection, security headers, rate limits.

pub(crate) mod origin;
pub(crate) mod rate_limit;
