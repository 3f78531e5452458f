//! Limit on concurrent event streams of one network address.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use carrick_server::Counted;

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

#[cfg(test)]
mod tests {
    use super::*;

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
}
