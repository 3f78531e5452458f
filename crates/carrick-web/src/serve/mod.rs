//! The server: accepts connections, hands requests to the router, and answers them.
//!
//! Stands above all other rooms.

mod accept;
mod answer;
mod metrics;
mod pack;
mod router;

pub use accept::serve;
pub use metrics::{METRICS_CONNECTIONS, serve_metrics};
pub use router::router;
