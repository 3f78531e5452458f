//! Concurrency limit: how many requests of one client are worked on at once. A client that sends
//! thousands waits for itself and delays nobody else.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::client::Network;

/// Maximum number of requests of one network address that are worked on at once; the next ones
/// wait in line. A page takes milliseconds, so a household or a club does not notice.
const AT_ONCE: usize = 4;

/// Concurrency limiter for each client: counts requests under way and queues the rest.
#[derive(Debug, Clone)]
pub(crate) struct Turnstile {
    /// Maximum number of requests of one address, waiting ones included.
    most: usize,
    queues: Arc<Mutex<HashMap<Network, Queue>>>,
}

#[derive(Debug)]
struct Queue {
    turn: Arc<Semaphore>,
    under_way: usize,
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

    /// Counts one more request of an address; `None` when it has too many.
    pub(crate) fn enter(&self, from: Network) -> Option<UnderWay> {
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || Queue { turn: Arc::new(Semaphore::new(AT_ONCE)), under_way: 0 };
        let queue = queues.entry(from).or_insert_with(new);
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
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        let mut queues = self.among.queues.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(queue) = queues.get_mut(&self.from) else { return };
        queue.under_way -= 1;
        if queue.under_way == 0 {
            queues.remove(&self.from);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;

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
        assert!(turnstile.queues.lock().unwrap().is_empty(), "nothing is kept of who has gone");
    }
}
