//! Writes events, and refuses those that contradict what is stored.

use std::collections::BTreeMap;

use carrick_games::Seat;
use carrick_service::{
    BoardId, BoardRecord, Ended, Event, Offer, Origin, Plans, TurnRecord, Undone, Userid,
};
use jiff::Timestamp;

use crate::batch::{Batch, Writer};
use crate::column::{offer_kind, result, seat as seat_word, time};
use crate::rating::{self, Played};
use crate::sqlite::Connection;
use crate::{
    Conflict, StoreError, admin, api_token, change, choice, counter, due, job, letter, load, plan,
    remark, reopen, seek, subscription, sweep, undo, user,
};

/// Writes what happened, in order. On an error some of it is written: roll back.
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
            board_opened(writer.now().await?, board, *to_move).await
        }
        Event::TurnPlayed { board, ply, turn, to_move } => {
            turn_played(writer.later(), *board, *ply, turn, *to_move);
            Ok(())
        }
        Event::OfferMade { board, offer } => {
            offer_made(writer.now().await?, *board, *offer, now).await
        }
        Event::OfferRejected { board } => offer_rejected(writer.now().await?, *board, now).await,
        Event::PlansChanged { board, plans } => {
            plan::changed(writer.now().await?, *board, plans, now).await
        }
        Event::TurnsUndone { board, by, ply } => {
            undo::turns_undone(writer.now().await?, *board, *by, *ply, now).await
        }
        Event::BoardExpired { board, expired } => {
            sweep::set_aside(writer.now().await?, *board, expired).await
        }
        Event::BoardReopened { board, to_move, expired } => {
            reopen::board_reopened(writer.now().await?, *board, *to_move, expired, now).await
        }
        Event::BoardEnded { board, ended } => board_ended(writer.now().await?, *board, ended).await,
        Event::RatingChanged { kind, user, board, seat, change } => {
            let played = Played { board: *board, user, seat: *seat };
            rating::changed(writer.now().await?, *kind, &played, change, now).await
        }
        Event::Said { board, user, text } => {
            said(writer.now().await?, *board, user, text, now).await
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
    }
}

/// A board begins with nothing played.
async fn board_opened(
    connection: &mut Connection,
    board: &BoardRecord,
    to_move: Seat,
) -> Result<(), StoreError> {
    let untouched = board.plans == Plans::default() && board.undone == Undone::default();
    let fresh = board.turns.is_empty() && board.offer.is_none() && board.ended.is_none();
    if !fresh || !untouched || board.rating_changes.is_some() {
        return Err(Conflict::NotNew(board.id).into());
    }
    let expected = load::next_board(connection, board.id.kind).await?;
    if board.id.number != expected {
        return Err(Conflict::BoardNumber { board: board.id, expected }.into());
    }
    let series = counter::boards(board.id.kind);
    counter::set(connection, &series, i64::from(expected) + 1).await?;
    insert_board(connection, board, to_move).await
}

/// Makes a board of any number, with nothing played.
pub(crate) async fn insert_board(
    connection: &mut Connection,
    board: &BoardRecord,
    to_move: Seat,
) -> Result<(), StoreError> {
    let [first, second] = &board.players;
    let (rematch_of, seek) = match board.origin {
        Origin::Challenge => (None, None),
        Origin::RematchOf(earlier) => (Some(earlier), None),
        Origin::Seek(seek) => (None, Some(seek)),
    };
    sqlx::query(
        "INSERT INTO boards (kind, number, first_player, second_player, options, forfeit_days, \
         nag_days, total_days, increment_hours, rated, rematch_of, seek, created, touched, due, ply, \
         to_move) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $13, $14, $11, $11, $11, 0, $12)",
    )
    .bind(board.id.kind.name())
    .bind(i64::from(board.id.number))
    .bind(first.as_str())
    .bind(second.as_str())
    .bind(&board.options)
    .bind(i64::from(board.terms.forfeit_days))
    .bind(i64::from(board.terms.nag_days))
    .bind(board.terms.total_days.map(i64::from))
    .bind(board.terms.increment_hours.map(i64::from))
    .bind(board.terms.rated)
    .bind(time(board.created))
    .bind(seat_word(to_move))
    .bind(rematch_of.map(i64::from))
    .bind(seek.map(i64::from))
    .execute(connection)
    .await?;
    Ok(())
}

pub(crate) fn turn_played(
    batch: &mut Batch,
    board: BoardId,
    ply: u32,
    turn: &TurnRecord,
    to_move: Option<Seat>,
) {
    batch
        .add(
            "UPDATE boards SET ply = $3, to_move = $4, \
             offer_by = NULL, offer_kind = NULL, offer_rejected = NULL, \
             due = $5, nags = 0, submitted = NULL, undone_by = NULL, \
             touched = CASE WHEN touched < $5 THEN $5 ELSE touched END \
             WHERE kind = $1 AND number = $2 AND ply + 1 = $3 AND to_move = $6",
        )
        .bind(board.kind.name())
        .bind(i64::from(board.number))
        .bind(i64::from(ply))
        .bind(to_move.map(seat_word))
        .bind(time(turn.at))
        .bind(seat_word(turn.seat))
        .expect_one(Conflict::Turn { board, ply });
    batch
        .add(
            "INSERT INTO turns (kind, number, ply, seat, at, turn) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(board.kind.name())
        .bind(i64::from(board.number))
        .bind(i64::from(ply))
        .bind(seat_word(turn.seat))
        .bind(time(turn.at))
        .bind(turn.text.clone());
}

async fn offer_made(
    connection: &mut Connection,
    board: BoardId,
    offer: Offer,
    now: Timestamp,
) -> Result<(), StoreError> {
    let done = sqlx::query(
        "UPDATE boards SET offer_by = $3, offer_kind = $4, offer_rejected = $6, \
         touched = CASE WHEN touched < $5 THEN $5 ELSE touched END \
         WHERE kind = $1 AND number = $2 AND to_move IS NOT NULL",
    )
    .bind(board.kind.name())
    .bind(i64::from(board.number))
    .bind(seat_word(offer.by))
    .bind(offer_kind(offer.kind))
    .bind(time(now))
    .bind(offer.rejected)
    .execute(connection)
    .await?;
    one(done.rows_affected(), || Conflict::NotInPlay(board))
}

async fn offer_rejected(
    connection: &mut Connection,
    board: BoardId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let done = sqlx::query(
        "UPDATE boards SET offer_rejected = $4, \
         touched = CASE WHEN touched < $3 THEN $3 ELSE touched END \
         WHERE kind = $1 AND number = $2 AND offer_rejected = $5",
    )
    .bind(board.kind.name())
    .bind(i64::from(board.number))
    .bind(time(now))
    .bind(true)
    .bind(false)
    .execute(connection)
    .await?;
    one(done.rows_affected(), || Conflict::NoOffer(board))
}

pub(crate) async fn board_ended(
    connection: &mut Connection,
    board: BoardId,
    ended: &Ended,
) -> Result<(), StoreError> {
    let ending = counter::take(connection, "ending", 1).await?;
    let done = sqlx::query(
        "UPDATE boards SET result = $3, reason = $4, ended = $5, ending = $6, to_move = NULL, due = NULL, \
         offer_by = NULL, offer_kind = NULL, offer_rejected = NULL, \
         first_queue = NULL, second_queue = NULL, submitted = NULL, \
         touched = CASE WHEN touched < $5 THEN $5 ELSE touched END \
         WHERE kind = $1 AND number = $2 AND ended IS NULL",
    )
    .bind(board.kind.name())
    .bind(i64::from(board.number))
    .bind(result(ended.result))
    .bind(&ended.reason)
    .bind(time(ended.at))
    .bind(ending)
    .execute(connection)
    .await?;
    one(done.rows_affected(), || Conflict::NotInPlay(board))
}

async fn said(
    connection: &mut Connection,
    board: BoardId,
    user: &Userid,
    text: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    if !remark::put(connection, board, user, text, now).await? {
        return Err(Conflict::NoBoard(board).into());
    }
    sqlx::query("UPDATE boards SET touched = $3 WHERE kind = $1 AND number = $2 AND touched < $3")
        .bind(board.kind.name())
        .bind(i64::from(board.number))
        .bind(time(now))
        .execute(connection)
        .await?;
    Ok(())
}

/// What only all events together can break: a game left with nobody to move, ratings changed for
/// one player alone or by a game that goes on.
async fn check_wholeness(writer: &mut Writer<'_>, events: &[Event]) -> Result<(), StoreError> {
    let mut rated: BTreeMap<BoardId, u32> = BTreeMap::new();
    for event in events {
        match event {
            Event::TurnPlayed { board, to_move: None, .. } => {
                let sql = "SELECT count(*) FROM boards \
                           WHERE kind = $1 AND number = $2 AND to_move IS NULL AND ended IS NULL";
                if count(writer.now().await?, sql, *board).await? != 0 {
                    return Err(Conflict::NobodyToMove(*board).into());
                }
            }
            Event::RatingChanged { board, .. } => *rated.entry(*board).or_default() += 1,
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
    let query = sqlx::query_scalar(sql).bind(board.kind.name()).bind(i64::from(board.number));
    Ok(query.fetch_one(connection).await?)
}

/// Whether a statement changed the one row it was about.
pub(crate) fn one(rows: u64, conflict: impl FnOnce() -> Conflict) -> Result<(), StoreError> {
    if rows == 1 { Ok(()) } else { Err(conflict().into()) }
}
