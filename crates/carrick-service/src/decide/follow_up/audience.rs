//! Reports to users who do not play: subscribers hear of a turn, others of an end.
//!
//! Reports are made from the events, never from the messages to the players. So subscribers hear of
//! every event that carries a game on, and nothing that concerns the players alone can reach them.
//! What is said beside an event of the players alone, such as an offer, reaches them as chat.

use std::collections::{BTreeMap, BTreeSet};

use crate::decide::case::as_watched;
use crate::decide::talking::to_subscribers;
use crate::effects::{BoardEvent, Decision, Event};
use crate::people::{BoardId, Userid};
use crate::playing::{Scene, Table};
use crate::reply;
use crate::state::{BoardRecord, SeatResult};

/// A board after a decision.
struct BoardAfter<'a> {
    record: BoardRecord,
    said: Option<(&'a Userid, &'a str)>,
}

/// Adds the reports to subscribers and to those who are notified of ends.
pub(in crate::decide) fn tell(scene: Scene<'_>, decision: &mut Decision) {
    let state = scene.state;
    let mut messages = Vec::new();
    let boards_after = boards_after(scene, &decision.events);
    for after in boards_after.values() {
        let record = &after.record;
        let nobody = BTreeSet::new();
        let notified = match &record.ended {
            Some(_) => state.notified.get(&record.id.kind).unwrap_or(&nobody),
            None => &nobody,
        };
        let listeners = record.subscribers.union(notified);
        let mut listeners = listeners.filter(|user| record.seat_of(user).is_none()).peekable();
        if listeners.peek().is_none() {
            continue;
        }
        let Ok(table) = Table::new(record) else { continue };
        for listener in listeners {
            let blocked = |speaker: &Userid| {
                let listener = state.users.get(listener);
                listener.is_some_and(|listener| listener.blocked.contains(speaker))
            };
            let said = after.said.filter(|(speaker, _)| !blocked(speaker));
            messages.push(reply::watched(scene, &table, listener, said));
        }
    }
    let is_gone = |board| {
        let ends = |event: &Event| matches!(event, Event::Board(one, BoardEvent::Ended(_)) if one == board);
        decision.events.iter().any(ends)
    };
    for event in &decision.events {
        if let Event::Board(board, BoardEvent::Said { user, text }) = event
            && !boards_after.contains_key(board)
            && !is_gone(board)
            && let Some(record) = state.boards.get(board)
        {
            messages.extend(to_subscribers(scene, record, user, text));
        }
    }
    decision.messages.extend(messages);
}

/// The boards on which something happened that is everybody's business, as they are after it.
fn boards_after<'a>(scene: Scene<'_>, events: &'a [Event]) -> BTreeMap<BoardId, BoardAfter<'a>> {
    let mut boards_after = BTreeMap::new();
    for event in events {
        let Event::Board(board, event) = event else { continue };
        let is_public = match event {
            BoardEvent::TurnPlayed { .. } | BoardEvent::TurnsUndone { .. } => true,
            BoardEvent::Ended(ended) => !matches!(ended.result(), SeatResult::Declined(_)),
            _ => false,
        };
        if let Some(record) = scene.state.boards.get(board).filter(|_| is_public) {
            boards_after
                .entry(*board)
                .or_insert_with(|| BoardAfter { record: as_watched(record), said: None });
        }
    }
    for event in events {
        if let Event::Board(board, event) = event
            && let Some(after) = boards_after.get_mut(board)
        {
            after.record.apply(event, scene.now);
            if let BoardEvent::Said { user, text } = event {
                after.said = Some((user, text));
            }
        }
    }
    boards_after
}
