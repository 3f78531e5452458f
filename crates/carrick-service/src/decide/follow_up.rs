//! Consequences of every decision: deadlines, reports to subscribers, the computer's jobs, reviews
//! of its games, and email that is wanted again.

use std::collections::{BTreeMap, BTreeSet};

use carrick_coach::review::Times;
use carrick_games::{GameKind, Seat};

use crate::decide::context::{DecisionContext, as_watched, settings_changed};
use crate::decide::talking::to_subscribers;
use crate::effects::{BoardEvent, Decision, Event, Message, UserEvent};
use crate::people::{BoardId, UserSettings, Userid, computer_level};
use crate::playing::{BoardInPlay, ComputerTask, Snapshot};
use crate::reply;
use crate::state::{BoardRecord, PUZZLE_HOUR, PuzzleSchedule, SeatResult, State, User};

/// Adds the consequences of the decision of a command.
pub(super) fn follow_up(context: DecisionContext<'_>, decision: &mut Decision) {
    end_quiet(context, decision);
    schedule_boards(context.snapshot(), decision);
    schedule_puzzles(context.snapshot(), decision);
    tell(context.snapshot(), decision);
    call(context.snapshot(), decision);
}

// Reports to users who do not play: subscribers get turns, others get the end.
//
// Reports are made from the events, never from the messages to the players. So subscribers hear of
// every event that carries a game on, and nothing that concerns the players alone can reach them.
// Text that comes with an event for the players alone, such as an offer, reaches them as chat.

/// A board after a decision.
struct BoardAfter<'a> {
    record: BoardRecord,
    said: Option<(&'a Userid, &'a str)>,
}

/// Adds the reports to subscribers and to those who are notified of ends.
pub(super) fn tell(snapshot: Snapshot<'_>, decision: &mut Decision) {
    let state = snapshot.state;
    let mut messages = Vec::new();
    let boards_after = boards_after(snapshot, &decision.events);
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
        let Ok(table) = BoardInPlay::new(record) else { continue };
        for listener in listeners {
            let blocked = |speaker: &Userid| {
                let listener = state.users.get(listener);
                listener.is_some_and(|listener| listener.blocked.contains(speaker))
            };
            let said = after.said.filter(|(speaker, _)| !blocked(speaker));
            messages.push(reply::watched(snapshot, &table, listener, said));
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
            messages.extend(to_subscribers(snapshot, record, user, text));
        }
    }
    decision.messages.extend(messages);
}

/// The boards on which something public happened, as they are after it.
fn boards_after<'a>(
    snapshot: Snapshot<'_>,
    events: &'a [Event],
) -> BTreeMap<BoardId, BoardAfter<'a>> {
    let mut boards_after = BTreeMap::new();
    for event in events {
        let Event::Board(board, event) = event else { continue };
        let is_public = match event {
            BoardEvent::TurnPlayed { .. } | BoardEvent::TurnsUndone { .. } => true,
            BoardEvent::Ended(ended) => !matches!(ended.result(), SeatResult::Declined(_)),
            _ => false,
        };
        if let Some(record) = snapshot.state.boards.get(board).filter(|_| is_public) {
            boards_after
                .entry(*board)
                .or_insert_with(|| BoardAfter { record: as_watched(record), said: None });
        }
    }
    for event in events {
        if let Event::Board(board, event) = event
            && let Some(after) = boards_after.get_mut(board)
        {
            after.record.apply(event, snapshot.now);
            if let BoardEvent::Said { user, text } = event {
                after.said = Some((user, text));
            }
        }
    }
    boards_after
}

// When something is due next on a board.

/// Records when to look again at each board that was opened, or on which a turn was played or taken
/// back.
///
/// This is done in one place for all commands, so commands that play turns need not deal with
/// clocks.
fn schedule_boards(snapshot: Snapshot<'_>, decision: &mut Decision) {
    let mut changed: BTreeMap<BoardId, (BoardRecord, Option<Seat>)> = BTreeMap::new();
    for event in &decision.events {
        let (id, event) = match event {
            Event::BoardOpened { board, to_move } => {
                changed.insert(board.id, (BoardRecord::clone(board), Some(*to_move)));
                continue;
            }
            Event::Board(id, event) => (id, event),
            _ => continue,
        };
        let to_move = match event {
            BoardEvent::TurnPlayed { to_move, .. } | BoardEvent::Accepted { to_move } => *to_move,
            BoardEvent::TurnsUndone { by, .. } => Some(*by),
            BoardEvent::Ended(_) => None,
            _ => continue,
        };
        let before = || Some((snapshot.state.boards.get(id)?.clone(), None));
        if let Some((mut record, _)) = changed.remove(id).or_else(before) {
            record.apply(event, snapshot.now);
            // The clock of a game that was resumed after its end runs again.
            record.ended = record.ended.filter(|_| to_move.is_none());
            changed.insert(*id, (record, to_move));
        }
    }
    decision.events.extend(changed.into_iter().filter_map(|(id, (record, to_move))| {
        let due = snapshot.clock(&record, to_move?).next_due(0);
        Some(Event::Board(id, BoardEvent::Scheduled(due)))
    }));
}

// Jobs for the computer that follow from a decision.

/// Adds the computer's jobs that follow from a decision, including reviews of finished games, and
/// removes email to the computer.
pub(super) fn call(snapshot: Snapshot<'_>, decision: &mut Decision) {
    let jobs =
        computer_boards_after(snapshot, &decision.events).into_iter().map(|record| job(&record));
    let jobs: Vec<Event> = jobs.collect();
    decision.events.extend(jobs);
    review(snapshot, decision);
    let is_read = |message: &Message| message.to.user().and_then(computer_level).is_none();
    decision.messages.retain(is_read);
}

/// What a board asks of the computer.
fn job(record: &BoardRecord) -> Event {
    let job = match ComputerTask::on(record) {
        Some(task) => BoardEvent::JobMade {
            opponent: record.players[(!task.seat).index()].clone(),
            cost_ms: task.cost_ms(),
        },
        None => BoardEvent::JobGone,
    };
    Event::Board(record.id, job)
}

/// The computer's boards on which the game or its offers changed, as they are afterwards.
fn computer_boards_after(snapshot: Snapshot<'_>, events: &[Event]) -> Vec<BoardRecord> {
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
                if let Some(record) = snapshot.state.boards.get(id) {
                    after.boards.entry(*id).or_insert_with(|| record.clone());
                }
            }
            _ => continue,
        }
        after.apply(event, snapshot.now);
    }
    let has_computer =
        |record: &BoardRecord| record.players.iter().any(|user| computer_level(user).is_some());
    after.boards.into_values().filter(has_computer).collect()
}

// Reviews of the computer's games, which are made automatically.

/// Asks for the review of each game between the computer and a person that has ended.
fn review(snapshot: Snapshot<'_>, decision: &mut Decision) {
    let mut asked = Vec::new();
    for event in &decision.events {
        let Event::Board(board, BoardEvent::Ended(ended)) = event else { continue };
        let Some(record) = snapshot.state.boards.get(board) else { continue };
        let levels = record.players.iter().filter(|user| computer_level(user).is_some()).count();
        let played = decision.events.iter().any(
            |event| matches!(event, Event::Board(on, BoardEvent::TurnPlayed { .. }) if on == board),
        );
        let is_played = played || !record.turns.is_empty();
        if levels == 1 && is_played && !matches!(ended.result(), SeatResult::Declined(_)) {
            let review = BoardEvent::ReviewAsked { times: Times::ONE, asker: None };
            asked.push(Event::Board(*board, review));
        }
    }
    decision.events.extend(asked);
}

// When the puzzles of the day are emailed next, to users who changed a setting that affects them.

/// Records when puzzles are due, for every user who chose puzzles or another time zone.
fn schedule_puzzles(snapshot: Snapshot<'_>, decision: &mut Decision) {
    let mut chosen: BTreeMap<&Userid, User> = BTreeMap::new();
    for event in &decision.events {
        let Event::User(id, event) = event else { continue };
        if matches!(event, UserEvent::SettingsChanged(_))
            && let Some(before) = snapshot.state.users.get(id)
        {
            chosen.entry(id).or_insert_with(|| before.clone()).apply(event);
        }
    }
    let scheduled: Vec<Event> = chosen
        .into_iter()
        .filter_map(|(id, user)| {
            let before = snapshot.state.users.get(id)?;
            let wants =
                GameKind::ALL.into_iter().any(|kind| user.settings.game(kind).puzzles.is_some());
            let next = || match before.puzzles.due {
                Some(due) if user.settings.zone == before.settings.zone => due,
                _ => user.settings.zone.next(PUZZLE_HOUR, snapshot.now),
            };
            let schedule = PuzzleSchedule { due: wants.then(next), ..before.puzzles };
            (schedule != before.puzzles)
                .then(|| Event::User(id.clone(), UserEvent::PuzzlesScheduled(schedule)))
        })
        .collect();
    decision.events.extend(scheduled);
}

// Email again for a user who had stopped all of it and now asks for some.

/// A user who had stopped all email and asks for some gets all of it again.
fn end_quiet(context: DecisionContext<'_>, decision: &mut Decision) {
    if decision.refusal.is_some() || !context.request.action.spec().wants_mail {
        return;
    }
    let Some(user) = context.named() else { return };
    // The decision may have changed other settings.
    let mut after = user.clone();
    for event in &decision.events {
        if let Event::User(id, event) = event
            && *id == user.id
        {
            after.apply(event);
        }
    }
    let settings = UserSettings { quiet: false, ..after.settings.clone() };
    decision.events.extend(settings_changed(&after, settings));
}
