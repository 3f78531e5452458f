//! The server: accepts connections, hands requests to the router, and answers them.

mod accept;
mod router;

pub use accept::{METRICS_CONNECTIONS, serve, serve_metrics};
pub use router::router;
