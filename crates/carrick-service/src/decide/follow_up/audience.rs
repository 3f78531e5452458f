//! Who hears of a decision without being a player: subscribers of a turn, the notified of an end.
//!
//! They are told from what happened, the events, never from what the players are told. So whatever
//! carries a game on, they hear of it, and nothing that concerns the players alone can reach them.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use crate::decide::case::as_watched;
use crate::effects::{Decision, Event};
use crate::people::{BoardId, Userid};
use crate::playing::{Scene, Table};
use crate::reply;
use crate::state::{BoardRecord, SeatResult};

/// What a decision did to a board.
struct Course<'a> {
    after: BoardRecord,
    said: Option<(&'a Userid, &'a str)>,
}

/// Adds the reports to subscribers and to those who are notified of ends.
pub(in crate::decide) fn tell(scene: Scene<'_>, decision: &mut Decision) {
    let state = scene.state;
    let mut messages = Vec::new();
    for course in courses(scene, &decision.events).values() {
        let record = &course.after;
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
            let said = course.said.filter(|(speaker, _)| !blocked(speaker));
            messages.push(reply::watched(scene, &table, listener, said));
        }
    }
    decision.messages.extend(messages);
}

/// The boards on which something happened that is everybody's business, as they are after it.
fn courses<'a>(scene: Scene<'_>, events: &'a [Event]) -> BTreeMap<BoardId, Course<'a>> {
    let mut courses = BTreeMap::new();
    let public = events.iter().filter_map(|event| match event {
        Event::TurnPlayed { board, .. } | Event::TurnsUndone { board, .. } => Some(*board),
        Event::BoardEnded { board, ended } => {
            (!matches!(ended.result(), SeatResult::Declined(_))).then_some(*board)
        }
        _ => None,
    });
    for board in public {
        if let Some(record) = scene.state.boards.get(&board) {
            courses.entry(board).or_insert(Course { after: as_watched(record), said: None });
        }
    }
    for event in events {
        apply(&mut courses, event, scene.now);
    }
    courses
}

fn apply<'a>(courses: &mut BTreeMap<BoardId, Course<'a>>, event: &'a Event, now: Timestamp) {
    match event {
        Event::TurnPlayed { board, turn, .. } => {
            if let Some(course) = courses.get_mut(board) {
                course.after.turns.push(turn.clone());
                course.after.undone.by = None;
            }
        }
        Event::TurnsUndone { board, by, ply } => {
            if let Some(course) = courses.get_mut(board) {
                course.after.turns.truncate(*ply as usize);
                course.after.undone.by = Some(*by);
                course.after.restarts.insert(ply + 1, now);
            }
        }
        Event::BoardEnded { board, ended } => {
            if let Some(course) = courses.get_mut(board) {
                course.after.ended = Some(ended.clone());
            }
        }
        Event::RatingChanged { board, seat, change, .. } => {
            if let Some(course) = courses.get_mut(board) {
                // The other seat's follows.
                let changes = course.after.rating_changes.get_or_insert([*change; 2]);
                changes[seat.index()] = *change;
            }
        }
        Event::Said { board, user, text } => {
            if let Some(course) = courses.get_mut(board) {
                course.said = Some((user, text));
            }
        }
        _ => {}
    }
}
