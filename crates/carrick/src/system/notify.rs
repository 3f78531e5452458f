//! Word to the service manager that the server is ready (`sd_notify`).

/// Says that the server is ready, where a service manager waits for it.
#[cfg(unix)]
pub(crate) fn ready() {
    use std::os::unix::net::{SocketAddr, UnixDatagram};

    let Some(place) = std::env::var_os("NOTIFY_SOCKET").filter(|place| !place.is_empty()) else {
        return;
    };
    let address = match place.as_encoded_bytes() {
        #[cfg(target_os = "linux")]
        [b'@', name @ ..] => {
            <SocketAddr as std::os::linux::net::SocketAddrExt>::from_abstract_name(name)
        }
        _ => SocketAddr::from_pathname(&place),
    };
    let sent =
        address.and_then(|address| UnixDatagram::unbound()?.send_to_addr(b"READY=1\n", &address));
    if let Err(error) = sent {
        tracing::warn!(%error, "the service manager could not be told that the server is ready");
    }
}

/// Other systems have other service managers.
#[cfg(not(unix))]
pub(crate) fn ready() {}
