//! Connection limits: open connections, and which of them is closed when there are too many.
//!
//! A new connection is preferred to one that only waits. So clients that hold many idle
//! connections, or many whose answers they do not read, lose them first, and nobody else notices.
//!
//! Limits on what one client makes the server hold: requests that are worked on, and bytes of
//! requests and answers. A client that sends thousands waits for itself and delays nobody else.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use carrick_server::Counted;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use super::access::Bounds;
use super::client::Network;

/// State of one connection: idle, stalled or busy.
#[derive(Debug)]
pub(crate) struct Meter {
    began: Instant,
    /// Since when no request is under way, in nanoseconds since the connection began, plus one; 0
    /// while a request is under way.
    idle: AtomicU64,
    /// Since when the peer reads nothing of its answer; 0 while it does.
    stalled: AtomicU64,
    /// Number of requests answered.
    answers: AtomicU64,
    /// Whether the peer may still be sending a body that nobody reads.
    unread: AtomicBool,
    end: Notify,
}

impl Meter {
    pub(crate) fn new(now: Instant) -> Self {
        Self {
            began: now,
            idle: AtomicU64::new(1),
            stalled: AtomicU64::new(0),
            answers: AtomicU64::new(0),
            unread: AtomicBool::new(false),
            end: Notify::new(),
        }
    }

    fn mark(&self, now: Instant) -> u64 {
        let since = now.saturating_duration_since(self.began);
        u64::try_from(since.as_nanos()).unwrap_or(u64::MAX - 1) + 1
    }

    fn moment(&self, mark: u64) -> Option<Instant> {
        let since = mark.checked_sub(1)?;
        Some(self.began + Duration::from_nanos(since))
    }

    /// Notes that a request is under way.
    pub(crate) fn busy(&self) {
        self.idle.store(0, Ordering::Relaxed);
    }

    /// Notes that an answer was written or given up.
    pub(crate) fn answered(&self, now: Instant) {
        self.answers.fetch_add(1, Ordering::Relaxed);
        self.idle.store(self.mark(now), Ordering::Relaxed);
    }

    /// Since when no request is under way.
    pub(crate) fn idle_since(&self) -> Option<Instant> {
        self.moment(self.idle.load(Ordering::Relaxed))
    }

    /// Number of requests answered.
    pub(crate) fn answers(&self) -> u64 {
        self.answers.load(Ordering::Relaxed)
    }

    /// Notes that the peer reads nothing, as of `now`.
    pub(crate) fn stalls(&self, now: Instant) {
        self.stalled.store(self.mark(now), Ordering::Relaxed);
    }

    /// Notes that the peer has read something.
    pub(crate) fn flows(&self) {
        self.stalled.store(0, Ordering::Relaxed);
    }

    /// Since when the peer reads nothing.
    pub(crate) fn stalled_since(&self) -> Option<Instant> {
        self.moment(self.stalled.load(Ordering::Relaxed))
    }

    /// Since when the connection waits, for a request or for its peer to read.
    fn waits_since(&self) -> Option<Instant> {
        self.stalled_since().or_else(|| self.idle_since())
    }

    /// Notes that an answer was given without reading the whole body.
    pub(crate) fn leave_unread(&self) {
        self.unread.store(true, Ordering::Relaxed);
    }

    /// Whether a body was not read to its end.
    pub(crate) fn has_unread(&self) -> bool {
        self.unread.load(Ordering::Relaxed)
    }

    /// Closes the connection.
    pub(crate) fn close(&self) {
        self.end.notify_one();
    }

    /// Completes when the connection must be closed at once.
    pub(crate) async fn ended(&self) {
        self.end.notified().await;
    }
}

#[derive(Debug)]
struct Connection {
    number: u64,
    meter: Arc<Meter>,
}

/// Connections of one network address.
#[derive(Debug, Default)]
struct Group {
    /// Whether this is a proxy that speaks for many clients.
    is_proxy: bool,
    connections: Vec<Connection>,
}

#[derive(Debug, Default)]
struct Open {
    groups: HashMap<Network, Group>,
    total: usize,
    next: u64,
}

/// All open connections.
#[derive(Debug, Clone)]
pub(crate) struct Connections {
    open: Arc<Mutex<Open>>,
    bounds: Bounds,
}

/// Slot of an open connection, released on drop.
#[derive(Debug)]
pub(crate) struct ConnectionSlot {
    among: Connections,
    from: Network,
    number: u64,
    meter: Arc<Meter>,
}

/// How a new connection is dealt with.
#[derive(Debug, PartialEq, Eq)]
enum Decision {
    /// Accepted: there is room.
    Admit,
    /// Accepted; this connection of an address is closed for it.
    Instead(Network, u64),
    /// Refused.
    Refuse,
}

impl Connections {
    pub(crate) fn new(bounds: Bounds) -> Self {
        Self { open: Arc::default(), bounds }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a slot for a new connection; the flag says whether another one was closed for it.
    /// `None` when it is refused.
    pub(crate) fn admit(
        &self,
        from: Network,
        is_proxy: bool,
        now: Instant,
    ) -> Option<(ConnectionSlot, bool)> {
        let mut open = self.open();
        let decision = open.decide(from, is_proxy, &self.bounds);
        match decision {
            Decision::Refuse => return None,
            Decision::Admit => {}
            Decision::Instead(network, number) => {
                if let Some(connection) = open.remove(network, number) {
                    connection.meter.close();
                }
            }
        }
        let meter = Arc::new(Meter::new(now));
        let number = open.next;
        open.next += 1;
        open.total += 1;
        let group = open.groups.entry(from).or_default();
        group.is_proxy = is_proxy;
        group.connections.push(Connection { number, meter: meter.clone() });
        let slot = ConnectionSlot { among: self.clone(), from, number, meter };
        Some((slot, decision != Decision::Admit))
    }

    /// Closes connections that are idle or have stalled for `patience`, since the server stops.
    pub(crate) fn close_waiting(&self, now: Instant, patience: Duration) {
        for connection in self.open().groups.values().flat_map(|group| &group.connections) {
            let is_stalled = |since| now.saturating_duration_since(since) >= patience;
            let to_close = match connection.meter.stalled_since() {
                Some(since) => is_stalled(since),
                None => connection.meter.idle_since().is_some(),
            };
            if to_close {
                connection.meter.close();
            }
        }
    }
}

impl Open {
    /// Decides on a new connection:
    ///
    /// 1. If its address has as many as it may, the one of them that has waited longest (for a
    ///    request, or for its peer to read) is closed; if none waits, the new one is refused.
    /// 2. If all slots are taken, the connection is closed that has waited longest at the address
    ///    with most connections. If none waits anywhere, the newest at the address with most is
    ///    closed, as long as that address has more than the new one's. A proxy speaks for many
    ///    clients, so it counts as an address with one connection, and none of its busy connections
    ///    is closed.
    fn decide(&self, from: Network, is_proxy: bool, bounds: &Bounds) -> Decision {
        let here = self.groups.get(&from);
        if let Some(group) = here
            && !is_proxy
            && group.connections.len() >= bounds.per_address
        {
            let longest = group.longest_waiting();
            return longest.map_or(Decision::Refuse, |(_, number)| Decision::Instead(from, number));
        }
        if self.total < bounds.connections {
            return Decision::Admit;
        }
        let waiting = self.groups.iter().filter_map(|(network, group)| {
            let (since, number) = group.longest_waiting()?;
            Some((group.weight(), std::cmp::Reverse(since), *network, number))
        });
        if let Some((.., network, number)) = waiting.max() {
            return Decision::Instead(network, number);
        }
        let own = here.map_or(0, |group| group.connections.len()) + 1;
        let greatest = self.groups.iter().filter(|(_, group)| !group.is_proxy);
        let greatest = greatest.max_by_key(|(network, group)| (group.connections.len(), **network));
        match greatest {
            Some((network, group)) if !is_proxy && group.connections.len() > own => {
                group.connections.last().map_or(Decision::Refuse, |connection| {
                    Decision::Instead(*network, connection.number)
                })
            }
            _ => Decision::Refuse,
        }
    }

    fn remove(&mut self, network: Network, number: u64) -> Option<Connection> {
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

impl Group {
    fn longest_waiting(&self) -> Option<(Instant, u64)> {
        let waiting = self
            .connections
            .iter()
            .filter_map(|connection| Some((connection.meter.waits_since()?, connection.number)));
        waiting.min()
    }

    fn weight(&self) -> usize {
        if self.is_proxy { 1 } else { self.connections.len() }
    }
}

impl ConnectionSlot {
    /// State of the connection.
    pub(crate) const fn meter(&self) -> &Arc<Meter> {
        &self.meter
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.among.open().remove(self.from, self.number);
    }
}

/// Maximum number of streams of one address. A household or a club has fewer pages open.
const MOST: u32 = 100;

/// Counts the open event streams of each address.
#[derive(Debug, Clone)]
pub(crate) struct Listeners {
    most: u32,
    /// Number of streams of each address.
    at: Arc<Mutex<HashMap<String, u32>>>,
}

/// Slot of an event stream, released on drop.
#[derive(Debug)]
pub(crate) struct StreamSlot {
    among: Listeners,
    address: String,
    /// Counts the stream among the metrics, if there are any.
    counted: Option<Counted>,
}

impl StreamSlot {
    /// Counts the stream for as long as it is open.
    pub(crate) fn count(&mut self, counted: Option<Counted>) {
        self.counted = counted;
    }
}

impl Default for Listeners {
    fn default() -> Self {
        Self { most: MOST, at: Arc::default() }
    }
}

impl Listeners {
    /// Without a limit.
    pub(crate) fn off() -> Self {
        Self { most: u32::MAX, ..Self::default() }
    }

    /// Takes a slot for one more stream of a network address; `None` when it has too many.
    pub(crate) fn admit(&self, address: &str) -> Option<StreamSlot> {
        let mut all = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        let here = all.entry(address.to_owned()).or_default();
        if *here >= self.most {
            return None;
        }
        *here += 1;
        Some(StreamSlot { among: self.clone(), address: address.to_owned(), counted: None })
    }
}

impl Drop for StreamSlot {
    fn drop(&mut self) {
        let mut all = self.among.at.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(here) = all.get_mut(&self.address) else { return };
        *here -= 1;
        if *here == 0 {
            all.remove(&self.address);
        }
    }
}

/// Maximum number of requests of one network address that are worked on at once; the next ones
/// wait in line. A page takes milliseconds, so a household or a club does not notice.
const AT_ONCE: usize = 4;

/// Maximum number of bytes of requests and answers that are held for one network address, and for
/// all: request bodies until they are answered, and answers until their clients have read them.
const HELD_PER_ADDRESS: usize = 8 * 1024 * 1024;
const HELD: usize = 128 * 1024 * 1024;

/// Concurrency limiter for each client: counts requests under way and queues the rest, and closes
/// connections of clients for which too many bytes are held.
#[derive(Debug, Clone)]
pub(crate) struct Turnstile {
    /// Maximum number of requests of one address, waiting ones included.
    most: usize,
    queues: Arc<Mutex<Queues>>,
}

#[derive(Debug, Default)]
struct Queues {
    of: HashMap<Network, Queue>,
    /// Number of held bytes.
    held: usize,
    next: u64,
}

#[derive(Debug)]
struct Queue {
    turn: Arc<Semaphore>,
    under_way: usize,
    /// Held answers, the oldest first.
    holds: Vec<Hold>,
}

#[derive(Debug)]
struct Hold {
    number: u64,
    bytes: usize,
    meter: Arc<Meter>,
}

/// Bytes that are held for a client, released on drop.
#[derive(Debug)]
pub(crate) struct Held {
    among: Turnstile,
    from: Network,
    number: u64,
}

/// A request under way, counted until its answer is written or given up.
#[derive(Debug)]
pub(crate) struct UnderWay {
    among: Turnstile,
    from: Network,
    turn: Arc<Semaphore>,
}

impl Turnstile {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, queues: Arc::default() }
    }

    fn queues(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts one more request of an address; `None` when it has too many.
    pub(crate) fn enter(&self, from: Network) -> Option<UnderWay> {
        let mut queues = self.queues();
        let queue = queues.of.entry(from).or_default();
        if queue.under_way >= self.most {
            return None;
        }
        queue.under_way += 1;
        Some(UnderWay { among: self.clone(), from, turn: queue.turn.clone() })
    }
}

impl UnderWay {
    /// Waits for this request's turn. The turn lasts until the permit is dropped.
    pub(crate) async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed.
        self.turn.clone().acquire_owned().await.ok()
    }

    /// Counts bytes that are held for a connection of this client. When those of its address or of
    /// all become too many, connections are closed: of the address that holds most, the one whose
    /// client has read nothing for the longest time.
    pub(crate) fn hold(&self, bytes: usize, meter: &Arc<Meter>) -> Held {
        let queues = &mut *self.among.queues();
        let number = queues.next;
        queues.next += 1;
        queues.held += bytes;
        let queue = queues.of.entry(self.from).or_default();
        while queue.held() + bytes > HELD_PER_ADDRESS {
            let Some(freed) = queue.give_up() else { break };
            queues.held -= freed;
        }
        queue.holds.push(Hold { number, bytes, meter: meter.clone() });
        while queues.held > HELD {
            let greatest = queues.of.values_mut().max_by_key(|queue| queue.held());
            let Some(freed) = greatest.and_then(Queue::give_up) else { break };
            queues.held -= freed;
        }
        Held { among: self.among.clone(), from: self.from, number }
    }
}

impl Default for Queue {
    fn default() -> Self {
        Self { turn: Arc::new(Semaphore::new(AT_ONCE)), under_way: 0, holds: Vec::new() }
    }
}

impl Queue {
    fn held(&self) -> usize {
        self.holds.iter().map(|hold| hold.bytes).sum()
    }

    /// Closes the connection whose client has read nothing for the longest time, else the one with
    /// the oldest bytes; returns how many bytes that frees.
    fn give_up(&mut self) -> Option<usize> {
        let stalled = |hold: &Hold| hold.meter.stalled_since();
        let longest =
            self.holds.iter().enumerate().filter_map(|(at, hold)| Some((stalled(hold)?, at)));
        let at = longest.min().map_or(0, |(_, at)| at);
        let meter = self.holds.get(at)?.meter.clone();
        meter.close();
        let before = self.held();
        self.holds.retain(|hold| !Arc::ptr_eq(&hold.meter, &meter));
        Some(before - self.held())
    }
}

impl Queues {
    /// Forgets an address for which nothing is under way or held.
    fn tidy(&mut self, from: Network) {
        let is_idle = |queue: &Queue| queue.under_way == 0 && queue.holds.is_empty();
        if self.of.get(&from).is_some_and(is_idle) {
            self.of.remove(&from);
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut queues = self.among.queues();
        let Some(queue) = queues.of.get_mut(&self.from) else { return };
        let at = queue.holds.iter().position(|hold| hold.number == self.number);
        let bytes = at.map_or(0, |at| queue.holds.remove(at).bytes);
        queues.held -= bytes;
        queues.tidy(self.from);
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        let mut queues = self.among.queues();
        let Some(queue) = queues.of.get_mut(&self.from) else { return };
        queue.under_way -= 1;
        queues.tidy(self.from);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::FutureExt as _;
    use tokio::time::Instant;

    use super::*;

    fn network(address: &str) -> Network {
        Network::of(address.parse().unwrap())
    }

    struct Room {
        connections: Connections,
        slots: Vec<(String, ConnectionSlot)>,
        now: Instant,
    }

    impl Room {
        fn new(connections: usize, per_address: usize) -> Self {
            let bounds = Bounds { connections, per_address, ..Bounds::default() };
            let connections = Connections::new(bounds);
            Self { connections, slots: Vec::new(), now: Instant::now() }
        }

        /// Somebody connects; `*` before an address is a proxy. A name for the connection, or none
        /// if it is refused.
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
                self.slots[name].1.meter.busy();
            }
        }
    }

    #[test]
    fn an_address_that_has_all_it_may_gives_up_what_waits_longest() {
        let mut room = Room::new(100, 3);
        let first: Vec<_> = (0..3).map(|_| room.comes("192.0.2.1").unwrap()).collect();
        room.busy(&first[..1]);
        let fourth = room.comes("192.0.2.1").unwrap();
        assert!(room.is_open(first[0]), "it is busy");
        assert!(!room.is_open(first[1]), "it has waited longest");
        assert!(room.is_open(first[2]) && room.is_open(fourth));
        assert!(room.comes("192.0.2.2").is_some(), "others have their own");
        room.busy(&[first[2], fourth]);
        assert_eq!(room.comes("192.0.2.1"), None, "none waits");
        room.slots[fourth].1.meter.stalls(room.now);
        assert!(room.comes("192.0.2.1").is_some());
        assert!(!room.is_open(fourth), "nobody reads it");
    }

    #[test]
    fn ipv6_counts_by_64_bits() {
        let mut room = Room::new(100, 1);
        let first = room.comes("2001:db8::1").unwrap();
        assert!(room.comes("2001:db8:0:1::1").is_some());
        assert!(room.is_open(first));
        assert!(room.comes("2001:db8::2").is_some());
        assert!(!room.is_open(first));
    }

    #[test]
    fn when_all_places_are_taken_the_greatest_address_loses_one() {
        let mut room = Room::new(4, 3);
        let small = room.comes("192.0.2.1").unwrap();
        let great: Vec<_> = (0..3).map(|_| room.comes("192.0.2.2").unwrap()).collect();
        let newcomer = room.comes("192.0.2.3").unwrap();
        assert!(room.is_open(small), "it has waited longer, but alone");
        assert!(!room.is_open(great[0]) && room.is_open(great[1]));
        // None waits: the newest of the greatest goes, as long as that has more than the
        // newcomer's.
        room.busy(&[small, great[1], great[2], newcomer]);
        assert!(room.comes("192.0.2.4").is_some());
        assert!(room.is_open(great[1]) && !room.is_open(great[2]));
        room.busy(&[room.slots.len() - 1]);
        assert_eq!(room.comes("192.0.2.5"), None, "all have one, and all are busy");
    }

    #[test]
    fn a_proxy_has_no_bound_of_its_own() {
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
    fn a_place_is_free_again_when_its_connection_ends() {
        let mut room = Room::new(1, 1);
        room.comes("192.0.2.1").unwrap();
        room.busy(&[0]);
        assert_eq!(room.comes("192.0.2.2"), None);
        room.slots.clear();
        assert!(room.comes("192.0.2.2").is_some());
        room.slots.clear();
        assert!(room.connections.open().groups.is_empty(), "nothing is kept of who has gone");
    }

    #[test]
    fn a_place_is_free_again_when_its_stream_ends() {
        let listeners = Listeners::default();
        let mut slots: Vec<_> = (0..MOST).map_while(|_| listeners.admit("a")).collect();
        assert_eq!(slots.len(), MOST as usize);
        assert!(listeners.admit("a").is_none());
        assert!(listeners.admit("b").is_some(), "others have their own");
        slots.pop();
        assert!(listeners.admit("a").is_some());
        drop(slots);
        assert!(listeners.at.lock().unwrap().is_empty(), "nothing is kept of who has gone");
    }

    #[tokio::test]
    async fn whoever_reads_nothing_makes_room_for_what_comes() {
        const MIB: usize = 1024 * 1024;
        let turnstile = Turnstile::new(1000);
        let start = Instant::now();
        let enter = |last| turnstile.enter(Network::of([192, 0, 2, last].into())).unwrap();
        let meter = || Arc::new(Meter::new(start));
        let is_closed = |meter: &Meter| meter.ended().now_or_never().is_some();
        let one = enter(1);
        let meters: Vec<_> = (0..10).map(|_| meter()).collect();
        meters[3].stalls(start + Duration::from_secs(1));
        meters[5].stalls(start);
        let mut held: Vec<_> = meters[..8].iter().map(|meter| one.hold(MIB, meter)).collect();
        held.push(one.hold(MIB, &meters[8]));
        assert!(is_closed(&meters[5]), "it has read nothing for longest");
        assert!(meters.iter().all(|meter| !is_closed(meter)), "one was enough");
        held.push(one.hold(2 * MIB, &meters[9]));
        assert!(is_closed(&meters[3]) && is_closed(&meters[0]), "then the oldest");
        let long = one.hold(20 * MIB, &meter());
        assert!(meters[6..].iter().all(|meter| is_closed(meter)), "all but the longest");
        drop(held);
        drop((long, one));
        assert!(turnstile.queues().of.is_empty(), "nothing is kept of who has gone");
        // Many addresses together: the one that holds most gives up.
        let all: Vec<_> = (1..=17).map(|last| (enter(last), meter())).collect();
        let mut held: Vec<_> =
            all[..16].iter().map(|(one, meter)| one.hold(7 * MIB, meter)).collect();
        held.push(all[3].0.hold(MIB, &all[3].1));
        assert!(all.iter().all(|(_, meter)| !is_closed(meter)));
        let late = all[16].0.hold(HELD - 16 * 7 * MIB, &all[16].1);
        assert!(is_closed(&all[16].1), "it came with more than all others");
        held.push(all[0].0.hold(HELD / 16, &all[0].1));
        drop((late, held));
        assert_eq!(turnstile.queues().held, 0);
    }

    #[tokio::test]
    async fn an_address_waits_for_itself_alone() {
        let turnstile = Turnstile::new(AT_ONCE + 2);
        let network = |last| Network::of([192, 0, 2, last].into());
        let mut under_way: Vec<_> =
            (0..AT_ONCE + 2).map(|_| turnstile.enter(network(1)).unwrap()).collect();
        assert!(turnstile.enter(network(1)).is_none(), "too many are under way");
        let mut turns = Vec::new();
        for request in &under_way[..AT_ONCE] {
            turns.push(request.turn().now_or_never().unwrap());
        }
        assert!(under_way[AT_ONCE].turn().now_or_never().is_none(), "it waits");
        let other = turnstile.enter(network(2)).unwrap();
        assert!(other.turn().now_or_never().is_some(), "others do not");
        turns.pop();
        assert!(under_way[AT_ONCE].turn().now_or_never().is_some());
        under_way.clear();
        drop(other);
        assert!(turnstile.queues().of.is_empty(), "nothing is kept of who has gone");
    }
}
