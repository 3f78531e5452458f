//! Reports to users who do not play: subscribers hear of a turn, others of an end.
//!
//! Reports are made from the events, never from the messages to the players. So subscribers hear of
//! every event that carries a game on, and nothing that concerns the players alone can reach them.
//! What is said beside an event of the players alone, such as an offer, reaches them as chat.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use crate::decide::case::as_watched;
use crate::decide::talking::to_subscribers;
use crate::effects::{Decision, Event};
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
        let ends =
            |event: &Event| matches!(event, Event::BoardEnded { board: one, .. } if one == board);
        decision.events.iter().any(ends)
    };
    for event in &decision.events {
        if let Event::Said { board, user, text } = event
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
    let public = events.iter().filter_map(|event| match event {
        Event::TurnPlayed { board, .. } | Event::TurnsUndone { board, .. } => Some(*board),
        Event::BoardEnded { board, ended } => {
            (!matches!(ended.result(), SeatResult::Declined(_))).then_some(*board)
        }
        Event::BoardOpened { .. }
        | Event::BoardExpired { .. }
        | Event::BoardReopened { .. }
        | Event::OfferMade { .. }
        | Event::OfferRejected { .. }
        | Event::RatingChanged { .. }
        | Event::Said { .. }
        | beside_the_game!() => None,
    });
    for board in public {
        if let Some(record) = scene.state.boards.get(&board) {
            boards_after
                .entry(board)
                .or_insert(BoardAfter { record: as_watched(record), said: None });
        }
    }
    for event in events {
        apply(&mut boards_after, event, scene.now);
    }
    boards_after
}

fn apply<'a>(
    boards_after: &mut BTreeMap<BoardId, BoardAfter<'a>>,
    event: &'a Event,
    now: Timestamp,
) {
    match event {
        Event::TurnPlayed { board, turn, .. } => {
            if let Some(after) = boards_after.get_mut(board) {
                after.record.turns.push(turn.clone());
                after.record.undone.by = None;
            }
        }
        Event::TurnsUndone { board, by, ply } => {
            if let Some(after) = boards_after.get_mut(board) {
                after.record.turns.truncate(*ply as usize);
                after.record.undone.by = Some(*by);
                after.record.restarts.insert(ply + 1, now);
            }
        }
        Event::BoardReopened { board, .. } => {
            if let Some(after) = boards_after.get_mut(board) {
                after.record.ended = None;
            }
        }
        Event::BoardEnded { board, ended } => {
            if let Some(after) = boards_after.get_mut(board) {
                after.record.ended = Some(ended.clone());
            }
        }
        Event::RatingChanged { board, seat, change, .. } => {
            if let Some(after) = boards_after.get_mut(board) {
                // The other seat's follows.
                let changes = after.record.rating_changes.get_or_insert([*change; 2]);
                changes[seat.index()] = *change;
            }
        }
        Event::Said { board, user, text } => {
            if let Some(after) = boards_after.get_mut(board) {
                after.said = Some((user, text));
            }
        }
        Event::BoardOpened { .. }
        | Event::BoardExpired { .. }
        | Event::OfferMade { .. }
        | Event::OfferRejected { .. }
        | beside_the_game!() => {}
    }
}
