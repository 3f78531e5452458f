//! Queue of deliveries, which several lines take from. Mails about one moment of a board show one
//! picture, so that one line takes them all, and draws once.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use carrick_service::BoardId;
use carrick_store::Delivery;
use jiff::Timestamp;

/// Deliveries that wait for a line.
#[derive(Debug)]
pub(super) struct Queue(Mutex<Groups>);

#[derive(Debug)]
struct Groups {
    waiting: VecDeque<Vec<Delivery>>,
    is_closed: bool,
}

impl Queue {
    /// A queue of these, in their order, except that all deliveries about one moment of a board
    /// stand where the first of them stood.
    pub(super) fn of(deliveries: Vec<Delivery>) -> Self {
        let mut places: BTreeMap<(BoardId, Timestamp), usize> = BTreeMap::new();
        let mut waiting: VecDeque<Vec<Delivery>> = VecDeque::new();
        for delivery in deliveries {
            let message = &delivery.message;
            let moment = message.board.map(|board| (board, message.created));
            let next = waiting.len();
            let place = moment.map_or(next, |moment| *places.entry(moment).or_insert(next));
            match waiting.get_mut(place) {
                Some(group) => group.push(delivery),
                None => waiting.push_back(vec![delivery]),
            }
        }
        Self(Mutex::new(Groups { waiting, is_closed: false }))
    }

    /// Takes the deliveries about the next moment.
    pub(super) fn next(&self) -> Option<Vec<Delivery>> {
        self.groups().waiting.pop_front()
    }

    /// Closes the queue: no more deliveries are to be begun.
    pub(super) fn close(&self) {
        let mut groups = self.groups();
        groups.waiting.clear();
        groups.is_closed = true;
    }

    /// Whether it is closed: then deliveries that were taken are not to be begun either.
    pub(super) fn is_closed(&self) -> bool {
        self.groups().is_closed
    }

    fn groups(&self) -> MutexGuard<'_, Groups> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
