//! Limits for each network address: requests and streams at the same time, and bytes in memory.
//!
//! tower's concurrency limit applies to a whole service, so requests and streams use a semaphore
//! for each address.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::client::Network;
use super::connections::ConnectionState;

/// Maximum number of event streams of one address. A household or a club has fewer pages open.
pub(crate) const STREAMS: usize = 100;

/// Maximum number of requests of one address that are processed at the same time; further ones wait
/// in line. A page takes milliseconds, so a household or a club does not notice.
pub(crate) const AT_ONCE: usize = 4;

/// A semaphore for each key, such as a network address. Clones share them.
#[derive(Debug)]
pub(crate) struct KeyedSemaphore<K = Network> {
    permits: usize,
    of: Arc<Mutex<HashMap<K, Arc<Semaphore>>>>,
}

impl<K> Clone for KeyedSemaphore<K> {
    fn clone(&self) -> Self {
        Self { permits: self.permits, of: self.of.clone() }
    }
}

impl<K: Hash + Eq> KeyedSemaphore<K> {
    /// Semaphores with this many permits for each key.
    pub(crate) fn new(permits: usize) -> Self {
        Self { permits: permits.min(Semaphore::MAX_PERMITS), of: Arc::default() }
    }

    fn of(&self, key: K) -> Arc<Semaphore> {
        let mut of = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(semaphore) = of.get(&key) {
            return semaphore.clone();
        }
        // Before the map grows, unused semaphores are removed.
        if of.len() == of.capacity() {
            of.retain(|_, semaphore| Arc::strong_count(semaphore) > 1);
        }
        let semaphore = Arc::new(Semaphore::new(self.permits));
        of.insert(key, semaphore.clone());
        semaphore
    }

    /// A permit, or `None` if all are taken.
    pub(crate) fn try_acquire(&self, key: K) -> Option<OwnedSemaphorePermit> {
        self.of(key).try_acquire_owned().ok()
    }

    /// Waits for a permit.
    pub(crate) async fn acquire(&self, key: K) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed.
        self.of(key).acquire_owned().await.ok()
    }
}

/// Maximum number of bytes in memory for one network address, and for all together: bodies of
/// requests until they are answered, and answers until their clients have read them.
const PER_ADDRESS: usize = 8 * 1024 * 1024;
const IN_ALL: usize = 128 * 1024 * 1024;

/// Limit on the bytes that clients make the server keep in memory. When there are too many,
/// connections are closed: of the address with the most bytes, the connection whose client has read
/// nothing for the longest time. Clones share it.
#[derive(Debug, Clone, Default)]
pub(crate) struct BufferLimit(Arc<Mutex<Buffers>>);

#[derive(Debug, Default)]
struct Buffers {
    /// Buffers of each address, the oldest first.
    of: HashMap<Network, Vec<Buffer>>,
    total: usize,
    next: u64,
}

#[derive(Debug)]
struct Buffer {
    number: u64,
    bytes: usize,
    connection: Arc<ConnectionState>,
}

/// Bytes that count for a client until this is dropped.
#[derive(Debug)]
pub(crate) struct Buffered {
    among: BufferLimit,
    from: Network,
    number: u64,
}

impl BufferLimit {
    fn buffers(&self) -> MutexGuard<'_, Buffers> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts bytes for a connection of a client.
    pub(crate) fn count(
        &self,
        from: Network,
        connection: &Arc<ConnectionState>,
        bytes: usize,
    ) -> Buffered {
        let mut buffers = self.buffers();
        let number = buffers.next;
        buffers.next += 1;
        while buffers.bytes_of(from) + bytes > PER_ADDRESS && buffers.close_one(from) {}
        buffers.total += bytes;
        let buffer = Buffer { number, bytes, connection: connection.clone() };
        buffers.of.entry(from).or_default().push(buffer);
        while buffers.total > IN_ALL {
            let most = buffers.of.keys().copied().max_by_key(|from| buffers.bytes_of(*from));
            if !most.is_some_and(|from| buffers.close_one(from)) {
                break;
            }
        }
        Buffered { among: self.clone(), from, number }
    }
}

impl Buffers {
    fn bytes_of(&self, from: Network) -> usize {
        self.of.get(&from).into_iter().flatten().map(|buffer| buffer.bytes).sum()
    }

    /// Closes the connection of an address whose client has read nothing for the longest time, or
    /// else the one with the oldest bytes. Returns whether there was one.
    fn close_one(&mut self, from: Network) -> bool {
        let buffers = self.of.get(&from).map_or(&[][..], |buffers| buffers);
        let stalled = buffers.iter().filter_map(|one| Some((one.connection.stalled()?, one)));
        let longest = stalled.min_by_key(|(since, _)| *since).map(|(_, one)| one);
        let Some(longest) = longest.or(buffers.first()) else { return false };
        let connection = longest.connection.clone();
        connection.close();
        self.remove(from, |buffer| Arc::ptr_eq(&buffer.connection, &connection));
        true
    }

    fn remove(&mut self, from: Network, goes: impl Fn(&Buffer) -> bool) {
        let Some(buffers) = self.of.get_mut(&from) else { return };
        for buffer in buffers.extract_if(.., |buffer| goes(buffer)) {
            self.total -= buffer.bytes;
        }
        if buffers.is_empty() {
            self.of.remove(&from);
        }
    }
}

impl Drop for Buffered {
    fn drop(&mut self) {
        self.among.buffers().remove(self.from, |buffer| buffer.number == self.number);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::FutureExt as _;
    use tokio::time::Instant;

    use super::*;

    fn network(last: u8) -> Network {
        Network::of([192, 0, 2, last].into())
    }

    #[test]
    fn an_address_waits_only_for_its_own_requests() {
        let at_once = KeyedSemaphore::new(2);
        let mut permits: Vec<_> =
            (0..2).map(|_| at_once.try_acquire(network(1)).unwrap()).collect();
        assert!(at_once.try_acquire(network(1)).is_none());
        assert!(at_once.acquire(network(1)).now_or_never().is_none(), "it waits");
        assert!(at_once.acquire(network(2)).now_or_never().is_some(), "others do not");
        permits.pop();
        assert!(at_once.acquire(network(1)).now_or_never().is_some());
        for last in 2..200 {
            assert!(at_once.try_acquire(network(last)).is_some());
        }
        assert!(at_once.of.lock().unwrap().len() < 50, "addresses without requests are forgotten");
        permits.push(at_once.try_acquire(network(1)).unwrap());
        assert!(
            at_once.try_acquire(network(1)).is_none(),
            "an address with requests is remembered"
        );
    }

    #[test]
    fn connections_whose_clients_read_nothing_are_closed_first() {
        const MIB: usize = 1024 * 1024;
        let limit = BufferLimit::default();
        let start = Instant::now();
        let connection = || Arc::new(ConnectionState::new(start));
        let is_closed = |of: &ConnectionState| of.closed().now_or_never().is_some();
        let one = |connection: &_, bytes| limit.count(network(1), connection, bytes);
        let of: Vec<_> = (0..10).map(|_| connection()).collect();
        of[3].stall(Some(start + Duration::from_secs(1)));
        of[5].stall(Some(start));
        let mut held: Vec<_> = of[..8].iter().map(|of| one(of, MIB)).collect();
        held.push(one(&of[8], MIB));
        assert!(is_closed(&of[5]), "it has read nothing for longest");
        assert!(of.iter().all(|of| !is_closed(of)), "closing one was enough");
        held.push(one(&of[9], 2 * MIB));
        assert!(is_closed(&of[3]) && is_closed(&of[0]), "then the oldest");
        let long = one(&connection(), 20 * MIB);
        assert!(of[6..].iter().all(|of| is_closed(of)), "all except the longest");
        drop((held, long));
        assert!(limit.buffers().of.is_empty(), "closed connections leave nothing behind");
        // Of many addresses, the one with the most bytes gives way.
        let all: Vec<_> = (1..=17).map(|last| (network(last), connection())).collect();
        let mut held: Vec<_> =
            all[..16].iter().map(|(from, of)| limit.count(*from, of, 7 * MIB)).collect();
        held.push(limit.count(all[3].0, &all[3].1, MIB));
        assert!(all.iter().all(|(_, of)| !is_closed(of)));
        let late = limit.count(all[16].0, &all[16].1, IN_ALL - 16 * 7 * MIB);
        assert!(is_closed(&all[16].1), "it came with more than all others");
        held.push(limit.count(all[0].0, &all[0].1, IN_ALL / 16));
        drop((late, held));
        assert_eq!(limit.buffers().total, 0);
    }
}
