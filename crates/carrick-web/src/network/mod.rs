//! Connections and their clients: addresses and proxies, connection limits, timeouts, access log.
//!
//! Imports no other folder and knows nothing of routes and pages.

pub(crate) mod access;
pub(crate) mod bounds;
pub(crate) mod client;
pub(crate) mod connections;
pub(crate) mod forwarded;
pub(crate) mod listeners;
pub(crate) mod patient;
pub(crate) mod refusals;
pub(crate) mod stream;
pub(crate) mod turnstile;

pub use access::{Access, AccessLog};
pub use bounds::Bounds;
pub use forwarded::{Proxy, ProxyError, TrustedProxies};
