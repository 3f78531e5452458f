//! Sockets on which a server listens: for the site, for metrics, for mail.

use std::io;
use std::net::SocketAddr;

use anyhow::{Context as _, Result};
use carrick_post::{ListenError, Listener};
use tokio::net::{TcpListener, TcpSocket};

use super::config::Serving;
use crate::config::WrongSettings;

/// Backlog of connections waiting to be accepted, where the system allows as many. The usual 128
/// are fewer than a flood brings at once, and a client that finds no room tries again only after a
/// second.
const BACKLOG: u32 = 4096;

pub(super) fn site(config: &Serving) -> Result<TcpListener> {
    bind(config.listen).with_context(|| format!("cannot listen on {}", config.listen))
}

pub(super) fn metrics(config: &Serving) -> Result<Option<TcpListener>> {
    let at = config.metrics;
    at.map(|at| bind(at).with_context(|| format!("cannot serve metrics on {at}"))).transpose()
}

pub(super) async fn mail(config: &Serving) -> Result<Option<Listener>> {
    match config.shared.mail.as_ref().and_then(|mail| mail.listen.as_ref()) {
        Some(place) => match Listener::bind(place).await {
            Ok(listener) => Ok(Some(listener)),
            Err(error @ ListenError::NoSocket(_)) => Err(WrongSettings::mark(error)),
            Err(error) => Err(error.into()),
        },
        None => Ok(None),
    }
}

/// Binds a listening socket.
fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // On other systems that would let two programs listen at one address.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}
