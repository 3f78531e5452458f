//! Connections and their clients: addresses and proxies, connection limits, timeouts, access log.
//!
//! Imports no other folder and knows nothing of routes and pages.

pub(crate) mod access;
pub(crate) mod client;
pub(crate) mod connections;
pub(crate) mod stream;

pub use access::{Access, AccessLog, Bounds};
pub use client::{Proxy, ProxyError, TrustedProxies};
