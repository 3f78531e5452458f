//! Writes decisions, and refuses those that contradict what is stored.

use std::collections::{BTreeMap, BTreeSet};

use carrick_service::{
    BoardEvent, BoardId, Decision, Event, Needs, Replay, State, UserEvent, Userid,
};
use jiff::Timestamp;

use crate::boards::turns::PlayedTurn;
use crate::boards::{change, record, seek, turns, watching};
use crate::database::{Conflict, Connection, Pipeline, StoreError, query_scalar};
use crate::mail::letters;
use crate::people::{admin, puzzles, tokens, user};
use crate::ratings;
use crate::ratings::RatedSeat;
use crate::schedule::{ReviewedGame, due, hint, jobs, review};
use crate::store::{Committed, LogEntry, Store};
use crate::transaction::writer::Decided;
use crate::transaction::{load, log};

/// Writes decisions, with the log and the outbox. After an error some of them are written: roll
/// back.
///
/// Most decisions play a turn and do nothing else. Consecutive ones of that kind on different
/// boards are written together, with one statement for each table.
pub(super) async fn decisions(
    writer: &mut Pipeline<'_>,
    mut decided: &[Decided<'_>],
) -> Result<(), StoreError> {
    while !decided.is_empty() {
        let mut boards = BTreeSet::new();
        let turns = decided.iter().map_while(|one| lone_turn(&one.decision));
        let turns: Vec<_> = turns.take_while(|turn| boards.insert(turn.board)).collect();
        let (some, rest) = decided.split_at(turns.len().max(1));
        let is_wrong =
            |one: &Decided<'_>| one.decision.refusal.is_some() && !one.decision.events.is_empty();
        if some.iter().any(is_wrong) {
            return Err(Conflict::RefusedWithEvents.into());
        }
        let lines: Vec<_> = some.iter().map(|one| one.into()).collect();
        let numbers = log::numbers(writer.now().await?, &lines, turns.len()).await?;
        match some {
            [one] if turns.is_empty() => {
                events(writer, &one.decision.events, one.entry.at).await?;
            }
            _ => {
                turns::turns_played(writer.later(), &turns);
                let boards = turns.iter().map(|turn| turn.board);
                change::put_each(writer.later(), boards, numbers.change);
            }
        }
        log::put(writer.later(), &lines, numbers);
        decided = rest;
    }
    writer.send().await
}

/// The turn of a decision that does nothing else, on a board that is still in play afterwards.
fn lone_turn(decision: &Decision) -> Option<PlayedTurn<'_>> {
    let (played, due) = match decision.events.as_slice() {
        [played] => (played, None),
        [played, Event::Board(board, BoardEvent::Scheduled(due))] => (played, Some((board, *due))),
        _ => return None,
    };
    let Event::Board(board, BoardEvent::TurnPlayed { ply, turn, to_move: Some(to_move) }) = played
    else {
        return None;
    };
    let is_lone = decision.refusal.is_none() && due.is_none_or(|(scheduled, _)| scheduled == board);
    is_lone.then(|| PlayedTurn {
        board: *board,
        ply: *ply,
        turn,
        to_move: Some(*to_move),
        due: due.map_or(turn.at, |(_, due)| due),
    })
}

/// Writes events in order. After an error some of them are written: roll back.
pub(crate) async fn events(
    writer: &mut Pipeline<'_>,
    events: &[Event],
    now: Timestamp,
) -> Result<(), StoreError> {
    for event in events {
        write(writer, event, now).await?;
    }
    change::note_events(writer.later(), events);
    check_wholeness(writer, events).await
}

async fn write(writer: &mut Pipeline<'_>, event: &Event, now: Timestamp) -> Result<(), StoreError> {
    match event {
        Event::UserJoined(user) => user::joined(writer.now().await?, user).await,
        Event::User(user, event) => write_on_user(writer.now().await?, user, event, now).await,
        Event::BoardOpened { board, to_move } => {
            turns::board_opened(writer.now().await?, board, *to_move).await
        }
        Event::Board(board, event) => write_on_board(writer, *board, event, now).await,
        Event::SeekSet(seek) => seek::set(writer.now().await?, seek).await,
        Event::LetterWritten(letter) => letters::put_letter(writer.now().await?, letter).await,
    }
}

async fn write_on_board(
    writer: &mut Pipeline<'_>,
    board: BoardId,
    event: &BoardEvent,
    now: Timestamp,
) -> Result<(), StoreError> {
    // What most turns write is collected for the rest of the batch.
    match event {
        BoardEvent::TurnPlayed { ply, turn, to_move } => {
            let (ply, to_move) = (*ply, *to_move);
            let played = PlayedTurn { board, ply, turn, to_move, due: turn.at };
            turns::turns_played(writer.later(), &[played]);
        }
        BoardEvent::Scheduled(due) => due::scheduled(writer.later(), board, *due),
        BoardEvent::JobMade { opponent, cost_ms } => {
            jobs::turn_owed(writer.later(), board, (opponent, *cost_ms), now);
        }
        BoardEvent::JobGone => jobs::turn_done(writer.later(), board),
        BoardEvent::HintAsked { generation, asker, mailed } => {
            hint::asked(writer.later(), board, *generation, (asker, *mailed), now);
        }
        BoardEvent::HintFound { generation, hint } => {
            hint::found(writer.later(), board, *generation, hint)?;
        }
        BoardEvent::Accepted { .. } => {
            turns::accepted(writer.now().await?, board, now).await?;
        }
        BoardEvent::OfferMade(offer) => {
            turns::offer_made(writer.now().await?, board, *offer, now).await?;
        }
        BoardEvent::OfferRejected => turns::offer_rejected(writer.now().await?, board, now).await?,
        BoardEvent::PlansChanged(plans) => {
            turns::plans_changed(writer.now().await?, board, plans, now).await?;
        }
        BoardEvent::TurnsUndone { by, ply } => {
            turns::turns_undone(writer.now().await?, board, *by, *ply, now).await?;
        }
        BoardEvent::Expired(expired) => {
            record::set_aside(writer.now().await?, board, expired).await?;
        }
        BoardEvent::Reopened { to_move, expired } => {
            let connection = writer.now().await?;
            review::forget(connection, ReviewedGame::Board(board)).await?;
            record::board_reopened(connection, board, *to_move, expired, now).await?;
        }
        BoardEvent::Ended(ended) => turns::board_ended(writer.now().await?, board, ended).await?,
        BoardEvent::RatingChanged { user, seat, change } => {
            let played = RatedSeat { board, user, seat: *seat };
            ratings::changed(writer.now().await?, board.kind, &played, change, now).await?;
        }
        BoardEvent::Said { user, text } => {
            turns::said(writer.now().await?, board, user, text, now).await?;
        }
        BoardEvent::RemarkDeleted(place) => {
            admin::remark_deleted(writer.now().await?, board, *place).await?;
        }
        BoardEvent::SubscriptionSet { user, on } => {
            watching::set_subscription(writer.now().await?, user, board, *on).await?;
        }
        BoardEvent::Nagged(nags) => due::nagged(writer.now().await?, board, *nags).await?,
        BoardEvent::ReviewAsked { times, asker } => {
            review::board_asked(writer.now().await?, board, *times, asker.as_ref(), now).await?;
        }
        BoardEvent::HintTold { generation, step } => {
            hint::told(writer.now().await?, board, *generation, *step).await?;
        }
    }
    Ok(())
}

async fn write_on_user(
    connection: &mut Connection,
    user: &Userid,
    event: &UserEvent,
    now: Timestamp,
) -> Result<(), StoreError> {
    match event {
        UserEvent::PasswordChanged { password, keeps } => {
            user::password_changed(connection, user, password).await?;
            tokens::end_but(connection, user, keeps).await.map(|_| ())
        }
        UserEvent::ResetAsked(at) => user::reset_asked(connection, user, *at).await,
        UserEvent::AbsenceSet(absence) => due::absence_set(connection, user, absence, now).await,
        UserEvent::AddressesSet(addresses) => {
            user::addresses_set(connection, user, addresses).await
        }
        UserEvent::SettingsChanged(settings) => {
            user::settings_changed(connection, user, settings).await
        }
        UserEvent::MuteSet { board, on } => user::set_muted(connection, user, *board, *on).await,
        UserEvent::BlockSet { other, on } => user::set_block(connection, user, other, *on).await,
        UserEvent::PuzzleTried(tried) => puzzles::tried(connection, user, tried).await,
        UserEvent::PuzzlesScheduled(schedule) => {
            puzzles::scheduled(connection, user, *schedule).await
        }
        UserEvent::OperatorSet(on) => admin::operator_set(connection, user, *on).await,
        UserEvent::SuspensionSet(since) => admin::suspension_set(connection, user, *since).await,
        UserEvent::SessionsEnded => admin::sessions_ended(connection, user).await,
        UserEvent::SecondFactorRemoved => admin::second_factor_removed(connection, user).await,
        UserEvent::Renamed(to) => admin::renamed(connection, user, to, now).await,
        UserEvent::Deleted(at) => user::deleted(connection, user, *at).await,
    }
}

/// Checks the events as a whole: every game in play has a player to move, and ratings change for
/// both players and only through a game that has ended.
async fn check_wholeness(writer: &mut Pipeline<'_>, events: &[Event]) -> Result<(), StoreError> {
    let mut rated: BTreeMap<BoardId, u32> = BTreeMap::new();
    for event in events {
        match event {
            Event::Board(board, BoardEvent::TurnPlayed { to_move: None, .. }) => {
                let sql = "SELECT count(*) FROM boards \
                           WHERE kind = $1 AND number = $2 AND to_move IS NULL AND ended IS NULL";
                if count(writer.now().await?, sql, *board).await? != 0 {
                    return Err(Conflict::NobodyToMove(*board).into());
                }
            }
            Event::Board(board, BoardEvent::RatingChanged { .. }) => {
                *rated.entry(*board).or_default() += 1;
            }
            _ => {}
        }
    }
    for (board, changes) in rated {
        let sql =
            "SELECT count(*) FROM boards WHERE kind = $1 AND number = $2 AND ended IS NOT NULL";
        if changes != 2 || count(writer.now().await?, sql, board).await? != 1 {
            return Err(Conflict::RatingsIncomplete(board).into());
        }
    }
    Ok(())
}

async fn count(
    connection: &mut Connection,
    sql: &'static str,
    board: BoardId,
) -> Result<i64, StoreError> {
    let query = query_scalar(sql).bind_board(board);
    query.fetch_one(connection).await
}

// Reopening of a finished game, with all ratings recomputed.

impl Store {
    /// Writes the decision to reopen a game and recomputes all ratings with a fresh [`Replay`], in
    /// one transaction and with one line in the log. A refusal is not recorded.
    ///
    /// # Errors
    /// When the decision contradicts what is stored, or the database fails. Then nothing has
    /// changed.
    pub async fn reopen(
        &self,
        needs: &Needs,
        entry: &LogEntry,
        decide: impl FnOnce(&State) -> Decision,
        replay: Replay,
    ) -> Result<Committed, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let decision = decide(&load::state(&mut transaction, needs).await?);
        if decision.events.is_empty() {
            return Ok(log::committed(decision));
        }
        let decided = [Decided { entry, decision }];
        decisions(&mut Pipeline::new(&mut transaction), &decided).await?;
        ratings::rebuild(&mut transaction, replay).await?;
        transaction.commit().await?;
        self.commits.tell();
        let [Decided { decision, .. }] = decided;
        Ok(log::committed(decision))
    }
}
