//! Connection limits: which connections are open, and which of them to close when there are too
//! many.
//!
//! A new connection is preferred to one that only waits. So clients that hold many idle
//! connections, or that do not read their answers, lose those first, and no one else notices.
//!
//! hyper and tower only see one connection at a time, so this code is our own.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use super::access::ConnectionLimits;
use super::client::Network;

/// State of one connection: idle, stalled or busy.
#[derive(Debug)]
pub(crate) struct ConnectionState {
    state: Mutex<Waits>,
    close: Notify,
}

#[derive(Debug, Clone, Copy)]
struct Waits {
    /// When the last request ended; `None` while one is under way.
    idle: Option<Instant>,
    /// When the peer stopped reading its answer; `None` while it reads.
    stalled: Option<Instant>,
    /// Number of requests answered.
    answers: u64,
    /// Whether the peer may still be sending a body that will not be read.
    unread: bool,
}

impl ConnectionState {
    pub(crate) fn new(now: Instant) -> Self {
        let waits = Waits { idle: Some(now), stalled: None, answers: 0, unread: false };
        Self { state: waits.into(), close: Notify::new() }
    }

    fn state(&self) -> MutexGuard<'_, Waits> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that a request is under way.
    pub(crate) fn begin(&self) {
        self.state().idle = None;
    }

    /// Records that an answer was written or abandoned.
    pub(crate) fn end(&self, now: Instant) {
        let mut state = self.state();
        state.answers += 1;
        state.idle = Some(now);
    }

    /// When the last request ended; `None` while one is under way.
    pub(crate) fn idle(&self) -> Option<Instant> {
        self.state().idle
    }

    /// Number of requests answered.
    pub(crate) fn answers(&self) -> u64 {
        self.state().answers
    }

    /// Records when the peer stopped reading, or that it has read something.
    pub(crate) fn stall(&self, since: Option<Instant>) {
        self.state().stalled = since;
    }

    /// When the peer stopped reading.
    pub(crate) fn stalled(&self) -> Option<Instant> {
        self.state().stalled
    }

    /// When the connection started to wait for a request, or for its peer to read; `None` if it is
    /// not waiting.
    fn waits(&self) -> Option<Instant> {
        let state = *self.state();
        state.stalled.or(state.idle)
    }

    /// Records that an answer was given without reading the whole body.
    pub(crate) fn leave_unread(&self) {
        self.state().unread = true;
    }

    /// Whether part of a body was not read.
    pub(crate) fn has_unread(&self) -> bool {
        self.state().unread
    }

    /// Closes the connection.
    pub(crate) fn close(&self) {
        self.close.notify_one();
    }

    /// Completes when the connection must be closed immediately.
    pub(crate) async fn closed(&self) {
        self.close.notified().await;
    }
}

#[derive(Debug)]
struct TrackedConnection {
    number: u64,
    state: Arc<ConnectionState>,
}

/// Connections of one network address.
#[derive(Debug, Default)]
struct AddressConnections {
    /// Whether this is a proxy with many clients.
    is_proxy: bool,
    connections: Vec<TrackedConnection>,
}

#[derive(Debug, Default)]
struct OpenConnection {
    groups: HashMap<Network, AddressConnections>,
    total: usize,
    next: u64,
}

/// All open connections.
#[derive(Debug, Clone)]
pub(crate) struct OpenConnections {
    open: Arc<Mutex<OpenConnection>>,
    bounds: ConnectionLimits,
}

/// Slot of an open connection; dropping it frees the slot.
#[derive(Debug)]
pub(crate) struct ConnectionSlot {
    among: OpenConnections,
    from: Network,
    number: u64,
    state: Arc<ConnectionState>,
}

/// What to do with a new connection.
#[derive(Debug, PartialEq, Eq)]
enum Admission {
    /// Accept it: there is room.
    Admit,
    /// Accept it, and close this connection of an address to make room.
    Instead(Network, u64),
    /// Refuse it.
    Refuse,
}

impl OpenConnections {
    pub(crate) fn new(bounds: ConnectionLimits) -> Self {
        Self { open: Arc::default(), bounds }
    }

    fn open(&self) -> MutexGuard<'_, OpenConnection> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a slot for a new connection; the flag says whether another connection was closed for
    /// it. `None` if it is refused.
    pub(crate) fn admit(
        &self,
        from: Network,
        is_proxy: bool,
        now: Instant,
    ) -> Option<(ConnectionSlot, bool)> {
        let mut open = self.open();
        let decision = open.decide(from, is_proxy, &self.bounds);
        match decision {
            Admission::Refuse => return None,
            Admission::Admit => {}
            Admission::Instead(network, number) => {
                if let Some(connection) = open.remove(network, number) {
                    connection.state.close();
                }
            }
        }
        let state = Arc::new(ConnectionState::new(now));
        let number = open.next;
        open.next += 1;
        open.total += 1;
        let group = open.groups.entry(from).or_default();
        group.is_proxy = is_proxy;
        group.connections.push(TrackedConnection { number, state: state.clone() });
        let slot = ConnectionSlot { among: self.clone(), from, number, state };
        Some((slot, decision != Admission::Admit))
    }

    /// Closes connections that have been idle or stalled for `patience`, because the server is
    /// stopping.
    pub(crate) fn close_waiting(&self, now: Instant, patience: Duration) {
        for connection in self.open().groups.values().flat_map(|group| &group.connections) {
            let is_stalled = |since| now.saturating_duration_since(since) >= patience;
            let to_close = match connection.state.stalled() {
                Some(since) => is_stalled(since),
                None => connection.state.idle().is_some(),
            };
            if to_close {
                connection.state.close();
            }
        }
    }
}

impl OpenConnection {
    /// Decides on a new connection:
    ///
    /// 1. If its address already has the maximum, the one of its connections that has waited longest
    ///    (for a request, or for its peer to read) is closed. If none is waiting, the new one is
    ///    refused.
    /// 2. If all slots are taken, the connection that has waited longest at the address with the
    ///    most connections is closed. If none is waiting anywhere, that address loses its newest
    ///    connection, as long as it has more connections than the new one's address. A proxy has
    ///    many clients, so it counts as an address with one connection, and its busy connections
    ///    are never closed.
    fn decide(&self, from: Network, is_proxy: bool, bounds: &ConnectionLimits) -> Admission {
        let here = self.groups.get(&from);
        if let Some(group) = here
            && !is_proxy
            && group.connections.len() >= bounds.per_address
        {
            let longest = group.longest_waiting();
            return longest
                .map_or(Admission::Refuse, |(_, number)| Admission::Instead(from, number));
        }
        if self.total < bounds.connections {
            return Admission::Admit;
        }
        let waiting = self.groups.iter().filter_map(|(network, group)| {
            let (since, number) = group.longest_waiting()?;
            Some((group.weight(), std::cmp::Reverse(since), *network, number))
        });
        if let Some((.., network, number)) = waiting.max() {
            return Admission::Instead(network, number);
        }
        let own = here.map_or(0, |group| group.connections.len()) + 1;
        let greatest = self.groups.iter().filter(|(_, group)| !group.is_proxy);
        let greatest = greatest.max_by_key(|(network, group)| (group.connections.len(), **network));
        match greatest {
            Some((network, group)) if !is_proxy && group.connections.len() > own => {
                group.connections.last().map_or(Admission::Refuse, |connection| {
                    Admission::Instead(*network, connection.number)
                })
            }
            _ => Admission::Refuse,
        }
    }

    fn remove(&mut self, network: Network, number: u64) -> Option<TrackedConnection> {
        let group = self.groups.get_mut(&network)?;
        let at = group.connections.iter().position(|connection| connection.number == number)?;
        let connection = group.connections.remove(at);
        self.total -= 1;
        if group.connections.is_empty() {
            self.groups.remove(&network);
        }
        Some(connection)
    }
}

impl AddressConnections {
    fn longest_waiting(&self) -> Option<(Instant, u64)> {
        let waiting = self
            .connections
            .iter()
            .filter_map(|connection| Some((connection.state.waits()?, connection.number)));
        waiting.min()
    }

    fn weight(&self) -> usize {
        if self.is_proxy { 1 } else { self.connections.len() }
    }
}

impl ConnectionSlot {
    /// State of the connection.
    pub(crate) const fn state(&self) -> &Arc<ConnectionState> {
        &self.state
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.among.open().remove(self.from, self.number);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::*;

    fn network(address: &str) -> Network {
        Network::of(address.parse().unwrap())
    }

    struct Room {
        connections: OpenConnections,
        slots: Vec<(String, ConnectionSlot)>,
        now: Instant,
    }

    impl Room {
        fn new(connections: usize, per_address: usize) -> Self {
            let bounds =
                ConnectionLimits { connections, per_address, ..ConnectionLimits::default() };
            let connections = OpenConnections::new(bounds);
            Self { connections, slots: Vec::new(), now: Instant::now() }
        }

        /// Opens a connection; `*` before an address marks a proxy. Returns a name for the
        /// connection, or `None` if it is refused.
        fn comes(&mut self, from: &str) -> Option<usize> {
            self.now += Duration::from_secs(1);
            let (bare, is_proxy) = (from.trim_start_matches('*'), from.starts_with('*'));
            let (slot, _) = self.connections.admit(network(bare), is_proxy, self.now)?;
            self.slots.push((from.to_owned(), slot));
            Some(self.slots.len() - 1)
        }

        fn is_open(&self, name: usize) -> bool {
            let slot = &self.slots[name].1;
            let open = self.connections.open();
            let group = open.groups.get(&slot.from);
            group.is_some_and(|group| {
                group.connections.iter().any(|connection| connection.number == slot.number)
            })
        }

        fn busy(&self, names: &[usize]) {
            for &name in names {
                self.slots[name].1.state.begin();
            }
        }
    }

    #[test]
    fn an_address_at_its_limit_loses_the_connection_that_waited_longest() {
        let mut room = Room::new(100, 3);
        let first: Vec<_> = (0..3).map(|_| room.comes("192.0.2.1").unwrap()).collect();
        room.busy(&first[..1]);
        let fourth = room.comes("192.0.2.1").unwrap();
        assert!(room.is_open(first[0]), "it is busy");
        assert!(!room.is_open(first[1]), "it has waited longest");
        assert!(room.is_open(first[2]) && room.is_open(fourth));
        assert!(room.comes("192.0.2.2").is_some(), "others have their own");
        room.busy(&[first[2], fourth]);
        assert_eq!(room.comes("192.0.2.1"), None, "none is waiting");
        room.slots[fourth].1.state.stall(Some(room.now));
        assert!(room.comes("192.0.2.1").is_some());
        assert!(!room.is_open(fourth), "its peer does not read");
    }

    #[test]
    fn ipv6_addresses_count_by_their_first_64_bits() {
        let mut room = Room::new(100, 1);
        let first = room.comes("2001:db8::1").unwrap();
        assert!(room.comes("2001:db8:0:1::1").is_some());
        assert!(room.is_open(first));
        assert!(room.comes("2001:db8::2").is_some());
        assert!(!room.is_open(first));
    }

    #[test]
    fn when_all_slots_are_taken_the_busiest_address_loses_one() {
        let mut room = Room::new(4, 3);
        let small = room.comes("192.0.2.1").unwrap();
        let great: Vec<_> = (0..3).map(|_| room.comes("192.0.2.2").unwrap()).collect();
        let newcomer = room.comes("192.0.2.3").unwrap();
        assert!(room.is_open(small), "it has waited longer, but is the only one of its address");
        assert!(!room.is_open(great[0]) && room.is_open(great[1]));
        // None is waiting: the busiest address loses its newest, as long as it has more than the
        // newcomer's.
        room.busy(&[small, great[1], great[2], newcomer]);
        assert!(room.comes("192.0.2.4").is_some());
        assert!(room.is_open(great[1]) && !room.is_open(great[2]));
        room.busy(&[room.slots.len() - 1]);
        assert_eq!(room.comes("192.0.2.5"), None, "all have one, and all are busy");
    }

    #[test]
    fn a_proxy_has_no_limit() {
        let mut room = Room::new(4, 2);
        let proxy: Vec<_> = (0..3).map(|_| room.comes("*127.0.0.1").unwrap()).collect();
        assert!(proxy.iter().all(|&name| room.is_open(name)));
        let idle = room.comes("192.0.2.1").unwrap();
        room.busy(&proxy);
        assert!(room.comes("192.0.2.2").is_some());
        assert!(!room.is_open(idle));
        room.busy(&[room.slots.len() - 1]);
        assert_eq!(room.comes("192.0.2.3"), None, "a busy connection of a proxy is never closed");
    }

    #[test]
    fn a_slot_is_free_again_when_its_connection_ends() {
        let mut room = Room::new(1, 1);
        room.comes("192.0.2.1").unwrap();
        room.busy(&[0]);
        assert_eq!(room.comes("192.0.2.2"), None);
        room.slots.clear();
        assert!(room.comes("192.0.2.2").is_some());
        room.slots.clear();
        assert!(
            room.connections.open().groups.is_empty(),
            "closed connections leave nothing behind"
        );
    }
}
