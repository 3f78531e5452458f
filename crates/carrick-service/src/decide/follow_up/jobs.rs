//! Jobs of the computer's that follow from a decision.

use crate::effects::{BoardEvent, Decision, Event, Message};
use crate::people::computer_level;
use crate::playing::{Scene, Table, computer_seat};
use crate::state::{BoardRecord, State};

/// Adds the jobs that a decision makes for the computer, reviews of finished games among them, and
/// takes out mail to it.
pub(in crate::decide) fn call(scene: Scene<'_>, decision: &mut Decision) {
    let jobs = boards_after(scene, &decision.events).into_iter().map(|record| job(&record));
    let jobs: Vec<Event> = jobs.collect();
    decision.events.extend(jobs);
    super::reviews::review(scene, decision);
    let is_read = |message: &Message| message.to.user().and_then(computer_level).is_none();
    decision.messages.retain(is_read);
}

/// What a board asks of the computer.
fn job(record: &BoardRecord) -> Event {
    let to_move = Table::new(record).ok().and_then(|table| table.game.seat_to_move());
    let job = match computer_seat(&record.players, to_move, record.offer) {
        Some(seat) => BoardEvent::JobMade(record.players[(!seat).index()].clone()),
        None => BoardEvent::JobGone,
    };
    Event::Board(record.id, job)
}

/// The boards of the computer's on which a game or its offers went on, as they are after that.
fn boards_after(scene: Scene<'_>, events: &[Event]) -> Vec<BoardRecord> {
    let mut after = State::default();
    for event in events {
        match event {
            Event::BoardOpened { .. } => {}
            Event::Board(
                id,
                BoardEvent::TurnPlayed { .. }
                | BoardEvent::TurnsUndone { .. }
                | BoardEvent::Ended(_)
                | BoardEvent::Reopened { .. }
                | BoardEvent::OfferMade(_)
                | BoardEvent::OfferRejected,
            ) => {
                if let Some(record) = scene.state.boards.get(id) {
                    after.boards.entry(*id).or_insert_with(|| record.clone());
                }
            }
            _ => continue,
        }
        after.apply(event, scene.now);
    }
    let has_computer =
        |record: &BoardRecord| record.players.iter().any(|user| computer_level(user).is_some());
    after.boards.into_values().filter(has_computer).collect()
}
