//! Writes events, and refuses those that contradict what is stored.

// A new event has to say how it is written, and what must be true of it as a whole.
#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::BTreeMap;

use carrick_service::{BoardId, Event};
use jiff::Timestamp;

use crate::boards::turns::{plan, play, reopen, undo};
use crate::boards::watching::subscription;
use crate::boards::{change, seek};
use crate::database::{Conflict, Connection, StoreError, Writer, query_scalar};
use crate::mail::letter;
use crate::people::{admin, api_token, choice, puzzles, user};
use crate::ratings::rating::{self, Played};
use crate::schedule::{ReviewedGame, due, hint, job, review};

/// Writes events in order. After an error some of them are written: roll back.
pub(crate) async fn events(
    writer: &mut Writer<'_>,
    events: &[Event],
    now: Timestamp,
) -> Result<(), StoreError> {
    for event in events {
        write(writer, event, now).await?;
    }
    change::note_events(writer.later(), events);
    check_wholeness(writer, events).await
}

async fn write(writer: &mut Writer<'_>, event: &Event, now: Timestamp) -> Result<(), StoreError> {
    match event {
        Event::UserJoined(user) => user::joined(writer.now().await?, user).await,
        Event::PasswordChanged { user, password, keeps } => {
            let connection = writer.now().await?;
            user::password_changed(connection, user, password).await?;
            api_token::end_but(connection, user, keeps).await.map(|_| ())
        }
        Event::ResetAsked { user, at } => user::reset_asked(writer.now().await?, user, *at).await,
        Event::BoardOpened { board, to_move } => {
            play::board_opened(writer.now().await?, board, *to_move).await
        }
        Event::TurnPlayed { board, ply, turn, to_move } => {
            play::turn_played(writer.later(), *board, *ply, turn, *to_move);
            Ok(())
        }
        Event::OfferMade { board, offer } => {
            play::offer_made(writer.now().await?, *board, *offer, now).await
        }
        Event::OfferRejected { board } => {
            play::offer_rejected(writer.now().await?, *board, now).await
        }
        Event::PlansChanged { board, plans } => {
            plan::changed(writer.now().await?, *board, plans, now).await
        }
        Event::TurnsUndone { board, by, ply } => {
            undo::turns_undone(writer.now().await?, *board, *by, *ply, now).await
        }
        Event::BoardExpired { board, expired } => {
            reopen::set_aside(writer.now().await?, *board, expired).await
        }
        Event::BoardReopened { board, to_move, expired } => {
            review::forget(writer.now().await?, ReviewedGame::Board(*board)).await?;
            reopen::board_reopened(writer.now().await?, *board, *to_move, expired, now).await
        }
        Event::BoardEnded { board, ended } => {
            play::board_ended(writer.now().await?, *board, ended).await
        }
        Event::RatingChanged { kind, user, board, seat, change } => {
            let played = Played { board: *board, user, seat: *seat };
            rating::changed(writer.now().await?, *kind, &played, change, now).await
        }
        Event::Said { board, user, text } => {
            play::said(writer.now().await?, *board, user, text, now).await
        }
        Event::Scheduled { board, due } => {
            due::scheduled(writer.later(), *board, *due);
            Ok(())
        }
        Event::Nagged { board, nags } => due::nagged(writer.now().await?, *board, *nags).await,
        Event::AbsenceSet { user, absence } => {
            due::absence_set(writer.now().await?, user, absence, now).await
        }
        Event::AddressesSet { user, addresses } => {
            user::addresses_set(writer.now().await?, user, addresses).await
        }
        Event::ZoneSet { user, zone } => user::zone_set(writer.now().await?, user, zone).await,
        Event::AppearanceSet { user, appearance } => {
            user::appearance_set(writer.now().await?, user, *appearance).await
        }
        Event::MailingSet { user, mailing } => {
            user::mailing_set(writer.now().await?, user, *mailing).await
        }
        Event::MailChoicesSet { user, choices } => {
            user::mail_choices_set(writer.now().await?, user, *choices).await
        }
        Event::MuteSet { user, board, on } => {
            choice::set_muted(writer.now().await?, user, *board, *on).await
        }
        Event::DisplaySet { user, kind, display } => {
            user::display_set(writer.now().await?, user, *kind, *display).await
        }
        Event::UserDeleted { user, at } => user::deleted(writer.now().await?, user, *at).await,
        Event::LetterWritten(letter) => letter::put(writer.now().await?, letter).await,
        Event::ChoicesSet { user, kind, choices } => {
            choice::set(writer.now().await?, user, *kind, *choices).await
        }
        Event::NewsSet { user, on } => choice::set_news(writer.now().await?, user, *on).await,
        Event::QuietSet { user, on } => choice::set_quiet(writer.now().await?, user, *on).await,
        Event::BlockSet { user, other, on } => {
            choice::set_block(writer.now().await?, user, other, *on).await
        }
        Event::PuzzleTried { user, tried } => {
            puzzles::tried(writer.now().await?, user, tried).await
        }
        Event::PuzzlesScheduled { user, schedule } => {
            puzzles::scheduled(writer.now().await?, user, *schedule).await
        }
        Event::SubscriptionSet { user, board, on } => {
            subscription::set(writer.now().await?, user, *board, *on).await
        }
        Event::SeekSet(seek) => seek::set(writer.now().await?, seek).await,
        Event::JobMade { board, opponent } => {
            job::made(writer.now().await?, *board, opponent, now).await
        }
        Event::OperatorSet { user, on } => {
            admin::operator_set(writer.now().await?, user, *on).await
        }
        Event::SuspensionSet { user, since } => {
            admin::suspension_set(writer.now().await?, user, *since).await
        }
        Event::RemarkDeleted { board, place } => {
            admin::remark_deleted(writer.now().await?, *board, *place).await
        }
        Event::SessionsEnded { user } => admin::sessions_ended(writer.now().await?, user).await,
        Event::SecondFactorRemoved { user } => {
            admin::second_factor_removed(writer.now().await?, user).await
        }
        Event::UserRenamed { user, to } => admin::renamed(writer.now().await?, user, to, now).await,
        Event::JobGone { board } => job::gone(writer.now().await?, *board).await,
        Event::ReviewAsked { board, times, asker } => {
            review::board_asked(writer.now().await?, *board, *times, asker.as_ref(), now).await
        }
        Event::HintAsked { board, generation, asker, mailed } => {
            let by = (asker, *mailed);
            hint::asked(writer.now().await?, *board, *generation, by, now).await
        }
        Event::HintFound { board, generation, hint } => {
            hint::found(writer.now().await?, *board, *generation, hint).await
        }
        Event::HintTold { board, generation, step } => {
            hint::told(writer.now().await?, *board, *generation, *step).await
        }
    }
}

/// Checks the events as a whole: no game is left with nobody to move, and ratings change for both
/// players and by a game that has ended.
async fn check_wholeness(writer: &mut Writer<'_>, events: &[Event]) -> Result<(), StoreError> {
    let mut rated: BTreeMap<BoardId, u32> = BTreeMap::new();
    for event in events {
        match obligation(event) {
            Some(Obligation::Mover(board)) => {
                let sql = "SELECT count(*) FROM boards \
                           WHERE kind = $1 AND number = $2 AND to_move IS NULL AND ended IS NULL";
                if count(writer.now().await?, sql, board).await? != 0 {
                    return Err(Conflict::NobodyToMove(board).into());
                }
            }
            Some(Obligation::BothRatings(board)) => *rated.entry(board).or_default() += 1,
            None => {}
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

/// A condition that one event sets for the others beside it.
enum Obligation {
    /// Somebody is to move on the board, or it has ended.
    Mover(BoardId),
    /// The board has ended, and both of its players have a new rating.
    BothRatings(BoardId),
}

const fn obligation(event: &Event) -> Option<Obligation> {
    match event {
        Event::TurnPlayed { board, to_move: None, .. } => Some(Obligation::Mover(*board)),
        Event::RatingChanged { board, .. } => Some(Obligation::BothRatings(*board)),
        Event::TurnPlayed { to_move: Some(_), .. }
        | Event::UserJoined(_)
        | Event::PasswordChanged { .. }
        | Event::ResetAsked { .. }
        | Event::BoardOpened { .. }
        | Event::OfferMade { .. }
        | Event::OfferRejected { .. }
        | Event::PlansChanged { .. }
        | Event::TurnsUndone { .. }
        | Event::BoardExpired { .. }
        | Event::BoardReopened { .. }
        | Event::BoardEnded { .. }
        | Event::Said { .. }
        | Event::Scheduled { .. }
        | Event::Nagged { .. }
        | Event::AbsenceSet { .. }
        | Event::AddressesSet { .. }
        | Event::ZoneSet { .. }
        | Event::AppearanceSet { .. }
        | Event::MailingSet { .. }
        | Event::MailChoicesSet { .. }
        | Event::MuteSet { .. }
        | Event::DisplaySet { .. }
        | Event::UserDeleted { .. }
        | Event::LetterWritten(_)
        | Event::ChoicesSet { .. }
        | Event::NewsSet { .. }
        | Event::QuietSet { .. }
        | Event::BlockSet { .. }
        | Event::PuzzleTried { .. }
        | Event::PuzzlesScheduled { .. }
        | Event::SubscriptionSet { .. }
        | Event::SeekSet(_)
        | Event::JobMade { .. }
        | Event::OperatorSet { .. }
        | Event::SuspensionSet { .. }
        | Event::RemarkDeleted { .. }
        | Event::SessionsEnded { .. }
        | Event::SecondFactorRemoved { .. }
        | Event::UserRenamed { .. }
        | Event::JobGone { .. }
        | Event::ReviewAsked { .. }
        | Event::HintAsked { .. }
        | Event::HintFound { .. }
        | Event::HintTold { .. } => None,
    }
}

async fn count(
    connection: &mut Connection,
    sql: &'static str,
    board: BoardId,
) -> Result<i64, StoreError> {
    let query = query_scalar(sql).bind(board.kind.name()).bind(i64::from(board.number));
    query.fetch_one(connection).await
}
