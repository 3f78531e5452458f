//! Limits on what one client makes the server hold: requests that are worked on, and bytes of
//! requests and answers. A client that sends thousands waits for itself and delays nobody else.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::client::Network;
use super::connections::Meter;

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
    use super::*;
    use std::time::Duration;

    use tokio::time::Instant;

    use futures_util::FutureExt as _;

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
