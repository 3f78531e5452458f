//! Connection limits: how many, and their timeouts.

use std::time::Duration;

/// Bounds on the site's connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// How many connections may be open at once.
    pub connections: usize,
    /// How many of them may come from one network address (IPv6: from its /64). Trusted proxies may
    /// have any number; behind them this is how many requests of one client may be under way.
    pub per_address: usize,
    /// How long a request's head may take, and how long a new connection may say nothing.
    pub head: Duration,
    /// How long a request's body may take.
    pub body: Duration,
    /// How long a connection may be idle between two requests.
    pub idle: Duration,
    /// How long a peer may take nothing of what is written to it.
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
    /// Lets one address have all connections, for tests and measurements.
    pub(crate) const fn for_one_address(self) -> Self {
        Self { per_address: usize::MAX, ..self }
    }
}
