//! Reopening a game that ended by time, at the operator's word.

use carrick_games::Seat;
use jiff::Timestamp;

use crate::command::Refusal;
use crate::decide::case::{answer_refusal, as_watched, no_such_board};
use crate::decide::follow_up;
use crate::effects::{Addressee, BoardEvent, Decision, Event, Message};
use crate::people::BoardId;
use crate::playing::{Scene, Table};
use crate::reply;
use crate::state::{BoardRecord, Ending, Needs, State};

/// The state that has to be loaded to [reopen](decide_reopen) a game.
#[must_use]
pub fn reopen_needs(board: BoardId) -> Needs {
    Needs { boards: [board].into(), expired: Some(board), ..Needs::default() }
}

/// Reopens a game that ended because a player's time ran out, or that vanished because it had not
/// begun in time. The player who was to move is to move again, and has a whole turn's time from now
/// on; their total time is what it was when the turn began. Offers and queues are as they were.
/// Both players, subscribers and those who are told of ends hear of it; the sender gets the message
/// of the first player.
///
/// Ratings are no part of the decision: the store computes them again from the games that are left,
/// since later games were rated on top of this one.
///
/// `state` must hold what [`reopen_needs`] asked for.
#[must_use]
pub fn decide_reopen(state: &State, board: BoardId, now: Timestamp) -> Decision {
    reopen(Scene { state, now }, board)
        .unwrap_or_else(|refusal| answer_refusal(Some(board.kind), Some(board), &refusal))
}

fn reopen(scene: Scene<'_>, id: BoardId) -> Result<Decision, Refusal> {
    let Scene { state, now } = scene;
    let before = state.boards.get(&id).ok_or_else(|| no_such_board(id))?;
    let end = must_have_expired(state, before)?;
    let expired = state.expired.clone().unwrap_or_default();
    let mut record = BoardRecord { ended: None, ..before.clone() };
    let table = Table::new(&record)?;
    let to_move = table.game.seat_to_move().ok_or_else(|| table.damaged())?;
    let game = table.game;
    let reopened = BoardEvent::Reopened { to_move, expired };
    record.apply(&reopened, now);
    let table = Table::with(&record, game);

    let vanished = if record.has_begun() { "" } else { ", before it had begun" };
    let mut why =
        format!("The operator has reopened this game, which had ended by time ({end}{vanished}).");
    if before.rating_changes.is_some() {
        why.push_str(" All ratings are as if it had not.");
    }
    let why = reply::wrapped(&why, 0);
    let with_why =
        |message: Message| Message { text: format!("{why}\n{}", message.text), ..message };

    let players = Seat::BOTH.map(|seat| with_why(reply::report(scene, &table, seat, None)));
    let seen = as_watched(&record);
    let seen = Table::with(&seen, table.game.clone());
    let listeners =
        record.subscribers.iter().chain(state.notified.get(&id.kind).into_iter().flatten());
    let mut listeners: Vec<_> = listeners.filter(|user| record.seat_of(user).is_none()).collect();
    listeners.sort_unstable();
    listeners.dedup();
    let others =
        listeners.into_iter().map(|user| with_why(reply::watched(scene, &seen, user, None)));

    let due = scene.clock(&record, to_move).next_due(0);
    let events = vec![Event::Board(id, reopened), Event::Board(id, BoardEvent::Scheduled(due))];
    let messages = players.into_iter().chain(others).collect();
    let mut decision = Decision { events, messages, refused: false };
    follow_up::call(scene, &mut decision);
    let done = Message {
        to: Addressee::Sender,
        subject: format!("{} board {}: reopened", id.kind, id.number),
        text: why,
        board: Some(id),
        link: None,
    };
    decision.messages.insert(0, done);
    Ok(decision)
}

/// How it ended, if that was by time.
fn must_have_expired(state: &State, record: &BoardRecord) -> Result<String, Refusal> {
    let id = record.id;
    let Some(ended) = &record.ended else {
        return Err(Refusal::new(format!("{id} is in play, so there is nothing to reopen")));
    };
    let result = match ended.ending {
        Ending::Won(winner, _) => format!("{} won", record.players[winner.index()]),
        Ending::NotBegun(_) => "vanished".to_owned(),
        Ending::Drawn(_) | Ending::Declined(_) => "a draw".to_owned(),
    };
    // A draw offered to the player who is late counts as accepted; then the reason says so, and not
    // that it was by time.
    if !ended.ending.is_by_time() && state.expired.is_none() {
        return Err(Refusal::new(format!(
            "{id} did not end by time ({result}: {}), and only such games are reopened; the players can begin \
             another with `{} rematch {} userid password`",
            ended.reason(),
            id.kind,
            id.number
        )));
    }
    let left = |user| state.users.get(user).is_none_or(|user| user.deleted.is_some());
    match record.players.iter().find(|user| left(user)) {
        Some(user) => Err(Refusal::new(format!("{user} has left, so {id} could not go on"))),
        None => Ok(result),
    }
}
