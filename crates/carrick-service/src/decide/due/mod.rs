//! Decisions about what falls due: reminders, forfeits, boards that never begin, vacations that
//! end, puzzles of the day.

mod stand_in;

use jiff::{SignedDuration, Timestamp};

use super::follow_up;
use super::playing::expired;
use super::puzzles::mail_puzzles;
use crate::effects::{Addressee, BoardEvent, Decision, Event, Message, UserEvent};
use crate::people::{Absence, BoardId, Userid, absence};
use crate::playing::{Scene, Table};
use crate::reply;
use crate::requests::Due;
use crate::state::State;

/// Decides what is due. A list finds something due; this decides whether it still is, in the
/// transaction that carries it out: done once, it is due no more.
///
/// `state` must hold what [`Due::needs`] asked for. Nothing to do gives no event.
#[must_use]
pub fn decide_due(state: &State, due: &Due, now: Timestamp) -> Decision {
    let scene = Scene { state, now };
    let mut decision = match due {
        // Decided as a command of the computer's, and complete.
        Due::Seek { kind, number, .. } => return stand_in::take(scene, *kind, *number),
        Due::Board(board) => look_at_board(scene, *board),
        Due::Absence(user) => look_at_absences(scene, user),
        Due::Puzzles(user) => mail_puzzles(scene, user),
    };
    follow_up::tell(scene, &mut decision);
    follow_up::call(scene, &mut decision);
    decision
}

fn look_at_board(scene: Scene<'_>, id: BoardId) -> Decision {
    let Some(record) = scene.state.boards.get(&id).filter(|record| record.ended.is_none()) else {
        return Decision::default();
    };
    let Ok(table) = Table::new(record) else {
        // A damaged board stays as it is; its players are told when they come to it.
        let due = absence::plus(scene.now, SignedDuration::from_hours(24));
        let events = vec![Event::Board(id, BoardEvent::Scheduled(due))];
        return Decision { events, ..Decision::default() };
    };
    let Some(seat) = table.game.seat_to_move() else { return Decision::default() };
    let clock = scene.clock(record, seat);
    if clock.is_overdue(scene.now) {
        return expired(scene, table, seat);
    }
    let nags = clock.nags_by(scene.now).max(record.nags);
    let mut decision = Decision::default();
    if nags > record.nags {
        decision.events.push(Event::Board(id, BoardEvent::Nagged(nags)));
        decision.messages.push(reply::nag(scene, &table, seat));
    }
    decision.events.push(Event::Board(id, BoardEvent::Scheduled(clock.next_due(nags))));
    decision
}

/// Notes the absences that have ended, and says so to the user.
fn look_at_absences(scene: Scene<'_>, id: &Userid) -> Decision {
    let Some(user) = scene.state.users.get(id) else { return Decision::default() };
    let ended = user.absences.iter().filter(|one| !one.over && one.until <= scene.now);
    let ended: Vec<&Absence> = ended.collect();
    let Some(last) = ended.last() else { return Decision::default() };
    let events = ended.iter().map(|absence| {
        Event::User(id.clone(), UserEvent::AbsenceSet(Absence { over: true, ..**absence }))
    });
    let left = absence::left(&user.absences, scene.now);
    let message = Message {
        to: Addressee::User(id.clone()),
        subject: "Carrick: your vacation has ended".to_owned(),
        text: reply::vacation_ended(scene.reader(id), id, last.until, left),
        board: None,
        link: None,
    };
    Decision { events: events.collect(), messages: vec![message], refused: false }
}
