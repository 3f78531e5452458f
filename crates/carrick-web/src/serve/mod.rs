//! The server: accepts connections, hands requests to the router, and answers them.
//!
//! Stands above all other rooms.

mod accept;
mod answer;
mod metrics;
mod router;

pub use accept::serve;
pub use metrics::serve_metrics;
pub use router::router;
