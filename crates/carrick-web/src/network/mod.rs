//! Connections and their clients: addresses and proxies, connection limits, timeouts, access log.

pub(crate) mod access;
pub(crate) mod client;
pub(crate) mod connections;
pub(crate) mod limits;
pub(crate) mod stream;
pub(crate) mod timeout;

pub use access::{Access, AccessLog, ConnectionLimits};
pub use client::{Proxy, ProxyError, TrustedProxies};
