//! Ports for programs that cannot be told to take any free one.

use std::net::TcpListener;
use std::process;
use std::sync::atomic::{AtomicU16, Ordering};

/// A port of the loopback interface that nobody listens on, and that no other test of this program
/// gets. It is below those that the system hands out, so that no connection takes it meanwhile.
pub fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = 10_000 + (process::id() % 20_000) as u16;
    loop {
        let port = first + NEXT.fetch_add(1, Ordering::Relaxed);
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}
