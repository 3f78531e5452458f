//! Connection limits: how many, and their timeouts.

use std::time::Duration;

/// Connection limits of the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Maximum number of open connections.
    pub connections: usize,
    /// Maximum number of connections from one network address (IPv6: from its /64). Trusted
    /// proxies may have any number; for clients behind them this limits the requests under way.
    pub per_address: usize,
    /// Timeout for reading a request's head, and for a new connection's first byte.
    pub head: Duration,
    /// Timeout for reading a request's body.
    pub body: Duration,
    /// Keep-alive timeout between two requests.
    pub idle: Duration,
    /// Write timeout: within it a peer must read 64 KiB of its answer, or all of it.
    pub write: Duration,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            connections: 10_000,
            per_address: 500,
            head: Duration::from_secs(30),
            body: Duration::from_secs(15),
            idle: Duration::from_secs(60),
            write: Duration::from_secs(30),
        }
    }
}

impl Bounds {
    /// Lets one address use all connections, for tests and measurements.
    pub(crate) const fn for_one_address(self) -> Self {
        Self { per_address: usize::MAX, ..self }
    }
}
