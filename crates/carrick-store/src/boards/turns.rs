//! Playing a board: its opening, turns, offers, remarks and end, conditional moves, and undo.

use std::collections::BTreeMap;

use carrick_games::Seat;
use carrick_service::{
    BoardId, BoardRecord, Ended, Offer, Origin, Plans, TurnRecord, Undone, Userid,
};
use jiff::Timestamp;

use crate::boards::select::{Which, select};
use crate::boards::{record, watching};
use crate::database::{
    Bind as _, Columns as _, Conflict, Connection, Query, Row, StatementBatch, StoreError, counter,
    offer_kind, one, query, result, seat as seat_word, time,
};

// Playing a board: its opening, turns, offers, remarks and end.

/// Inserts a new board with the next number.
pub(crate) async fn board_opened(
    connection: &mut Connection,
    board: &BoardRecord,
    to_move: Seat,
) -> Result<(), StoreError> {
    let untouched = board.plans == Plans::default() && board.undone == Undone::default();
    let fresh = board.turns.is_empty() && board.offer.is_none() && board.ended.is_none();
    if !fresh || !untouched || board.rating_changes.is_some() {
        return Err(Conflict::NotNew(board.id).into());
    }
    let expected = record::next_board(connection, board.id.kind).await?;
    if board.id.number != expected {
        return Err(Conflict::BoardNumber { board: board.id, expected }.into());
    }
    let series = counter::boards(board.id.kind);
    counter::set(connection, &series, i64::from(expected) + 1).await?;
    insert_board(connection, board, to_move).await
}

/// Inserts a board of any number, without turns.
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
    query(
        "INSERT INTO boards (kind, number, first_player, second_player, options, forfeit_days, \
         nag_days, total_days, increment_hours, rated, rematch_of, seek, created, touched, due, ply, \
         to_move, teaching, given, offered_to) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $13, $14, $11, $11, $11, 0, $12, $15, $16, \
         $17)",
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
    .bind(board.teaching)
    .bind(i64::from(board.given))
    .bind(board.offered_to.map(seat_word))
    .execute(connection)
    .await?;
    Ok(())
}

/// A turn on a board in play, and what it changes there.
pub(crate) struct PlayedTurn<'t> {
    pub(crate) board: BoardId,
    pub(crate) ply: u32,
    pub(crate) turn: &'t TurnRecord,
    /// The next seat to move; `None` when the turn ends the game.
    pub(crate) to_move: Option<Seat>,
    /// Earliest moment at which anything can be due on the board.
    pub(crate) due: Timestamp,
}

/// Writes turns of different boards.
pub(crate) fn turns_played(batch: &mut StatementBatch, turns: &[PlayedTurn<'_>]) {
    let Some(first) = turns.first() else { return };
    let named =
        |one: &PlayedTurn<'_>| [one.board.kind.name().value(), i64::from(one.board.number).value()];
    let board = |one: &PlayedTurn<'_>| {
        let changed = [
            i64::from(one.ply).value(),
            seat_word(one.turn.seat).value(),
            one.to_move.map(seat_word).value(),
            time(one.turn.at).value(),
            time(one.due).value(),
        ];
        named(one).into_iter().chain(changed).collect()
    };
    batch
        .add_rows(
            [
                "UPDATE boards SET ply = v.column3, to_move = v.column5, due = v.column7, \
                 offer_by = NULL, offer_kind = NULL, offer_rejected = NULL, \
                 nags = 0, submitted = NULL, undone_by = NULL, touched = \
                 CASE WHEN boards.touched < v.column6 THEN v.column6 ELSE boards.touched END FROM",
                // Compare expressions, not bare columns of the values: for those SQLite would build
                // an index and walk all boards.
                "WHERE boards.kind = v.column1 || '' AND boards.number = v.column2 + 0 \
                 AND boards.ply = v.column3 - 1 AND boards.to_move = v.column4 || ''",
            ],
            turns.iter().map(board).collect(),
        )
        .expect(turns.len(), Conflict::Turn { board: first.board, ply: first.ply });
    let turn = |one: &PlayedTurn<'_>| {
        let TurnRecord { text, seat, at } = one.turn;
        let turn = [
            i64::from(one.ply).value(),
            seat_word(*seat).value(),
            time(*at).value(),
            (&**text).value(),
        ];
        named(one).into_iter().chain(turn).collect()
    };
    let columns = ["kind", "number", "ply", "seat", "at", "turn"];
    batch.insert_rows("turns", &columns, turns.iter().map(turn).collect());
}

/// Records that an offered game is accepted.
pub(crate) async fn accepted(
    connection: &mut Connection,
    board: BoardId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let done = query(
        "UPDATE boards SET offered_to = NULL, nags = 0, due = $3, \
         touched = CASE WHEN touched < $3 THEN $3 ELSE touched END \
         WHERE kind = $1 AND number = $2 AND offered_to IS NOT NULL AND ended IS NULL",
    )
    .bind_board(board)
    .bind(time(now))
    .execute(&mut *connection)
    .await?;
    one(done.rows_affected(), || Conflict::NoOffer(board))?;
    restarted(connection, board, now).await
}

pub(crate) async fn offer_made(
    connection: &mut Connection,
    board: BoardId,
    offer: Offer,
    now: Timestamp,
) -> Result<(), StoreError> {
    let done = query(
        "UPDATE boards SET offer_by = $3, offer_kind = $4, offer_rejected = $6, \
         touched = CASE WHEN touched < $5 THEN $5 ELSE touched END \
         WHERE kind = $1 AND number = $2 AND to_move IS NOT NULL",
    )
    .bind_board(board)
    .bind(seat_word(offer.by))
    .bind(offer_kind(offer.kind))
    .bind(time(now))
    .bind(offer.rejected)
    .execute(connection)
    .await?;
    one(done.rows_affected(), || Conflict::NotInPlay(board))
}

pub(crate) async fn offer_rejected(
    connection: &mut Connection,
    board: BoardId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let done = query(
        "UPDATE boards SET offer_rejected = $4, \
         touched = CASE WHEN touched < $3 THEN $3 ELSE touched END \
         WHERE kind = $1 AND number = $2 AND offer_rejected = $5",
    )
    .bind_board(board)
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
    let done = query(
        "UPDATE boards SET result = $3, reason = $4, ended = $5, ending = $6, to_move = NULL, due = NULL, \
         offer_by = NULL, offer_kind = NULL, offer_rejected = NULL, \
         first_queue = NULL, second_queue = NULL, submitted = NULL, \
         touched = CASE WHEN touched < $5 THEN $5 ELSE touched END \
         WHERE kind = $1 AND number = $2 AND ended IS NULL",
    )
.bind_board(board)
    .bind(result(ended.result()))
    .bind(ended.reason())
    .bind(time(ended.at))
    .bind(ending)
    .execute(connection)
    .await?;
    one(done.rows_affected(), || Conflict::NotInPlay(board))
}

pub(crate) async fn said(
    connection: &mut Connection,
    board: BoardId,
    user: &Userid,
    text: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    if !watching::put_remark(connection, board, user, text, now).await? {
        return Err(Conflict::NoBoard(board).into());
    }
    query("UPDATE boards SET touched = $3 WHERE kind = $1 AND number = $2 AND touched < $3")
        .bind_board(board)
        .bind(time(now))
        .execute(connection)
        .await?;
    Ok(())
}

// Conditional moves and submitted turns of the players of a board.

/// Replaces the plans on a board in play.
pub(crate) async fn plans_changed(
    connection: &mut Connection,
    board: BoardId,
    plans: &Plans,
    now: Timestamp,
) -> Result<(), StoreError> {
    let done = query(
        "UPDATE boards SET first_queue = $3, second_queue = $4, submitted = $5, \
         touched = CASE WHEN touched < $6 THEN $6 ELSE touched END \
         WHERE kind = $1 AND number = $2 AND to_move IS NOT NULL",
    )
    .bind_board(board)
    .bind(&plans.queues[0])
    .bind(&plans.queues[1])
    .bind(&plans.submitted)
    .bind(time(now))
    .execute(connection)
    .await?;
    one(done.rows_affected(), || Conflict::NotInPlay(board))
}

pub(crate) fn plans_of_row(row: &Row) -> Result<Plans, StoreError> {
    Ok(Plans {
        queues: [row.raw("first_queue")?, row.raw("second_queue")?],
        submitted: row.raw("submitted")?,
    })
}

// Undo: removes turns; remarks about them stay.

/// Removes all turns except the first `ply`; the first removed turn must be of that seat.
pub(crate) async fn turns_undone(
    connection: &mut Connection,
    board: BoardId,
    by: Seat,
    ply: u32,
    now: Timestamp,
) -> Result<(), StoreError> {
    let done = query(
        "UPDATE boards SET undone_times = undone_times + 1, \
         undone_turns = undone_turns + ply - $3, \
         undone_highest = CASE WHEN undone_highest < ply THEN ply ELSE undone_highest END, \
         undone_by = $4, to_move = $4, ply = $3, due = $5, nags = 0, \
         offer_by = NULL, offer_kind = NULL, offer_rejected = NULL, \
         first_queue = NULL, second_queue = NULL, submitted = NULL, \
         touched = CASE WHEN touched < $5 THEN $5 ELSE touched END \
         WHERE kind = $1 AND number = $2 AND to_move IS NOT NULL AND EXISTS \
         (SELECT 1 FROM turns t WHERE t.kind = boards.kind AND t.number = boards.number \
         AND t.ply = $3 + 1 AND t.seat = $4)",
    )
    .bind_board(board)
    .bind(i64::from(ply))
    .bind(seat_word(by))
    .bind(time(now))
    .execute(&mut *connection)
    .await?;
    one(done.rows_affected(), || Conflict::Undo { board, ply })?;
    for sql in [
        "DELETE FROM turns WHERE kind = $1 AND number = $2 AND ply > $3",
        "DELETE FROM restarts WHERE kind = $1 AND number = $2 AND ply > $3",
        // Remarks about a removed turn now follow the last turn that is left.
        "UPDATE remarks SET ply = $3 WHERE kind = $1 AND number = $2 AND ply > $3",
    ] {
        query(sql).bind_board(board).bind(i64::from(ply)).execute(&mut *connection).await?;
    }
    restarted(connection, board, now).await
}

/// Records that the next ply of a board starts again.
pub(crate) async fn restarted(
    connection: &mut Connection,
    board: BoardId,
    now: Timestamp,
) -> Result<(), StoreError> {
    query(
        "INSERT INTO restarts (kind, number, ply, at) \
         SELECT kind, number, ply + 1, $3 FROM boards WHERE kind = $1 AND number = $2 \
         ON CONFLICT (kind, number, ply) DO UPDATE SET at = excluded.at",
    )
    .bind_board(board)
    .bind(time(now))
    .execute(connection)
    .await?;
    Ok(())
}

/// Statement for the restarts of boards: plies that started again after an undo or an import, each
/// with its time. Only boards in play have any.
pub(crate) fn restarts(which: Which<'_>) -> Query {
    let joined = Some(("restarts r", "r.kind = b.kind AND r.number = b.number"));
    select("r.kind, r.number, r.ply, r.at", joined, which, "").build()
}

/// Reads the rows of [`restarts`].
pub(crate) fn read_restarts(
    rows: &[Row],
    boards: &mut BTreeMap<BoardId, BoardRecord>,
) -> Result<(), StoreError> {
    for row in rows {
        if let Some(board) = boards.get_mut(&row.board()?) {
            board.restarts.insert(row.whole("ply")?, row.time("at")?);
        }
    }
    Ok(())
}

pub(crate) fn undone_of_row(row: &Row) -> Result<Undone, StoreError> {
    Ok(Undone {
        times: row.whole("undone_times")?,
        turns: row.whole("undone_turns")?,
        highest: row.whole("undone_highest")?,
        by: row.some_seat("undone_by")?,
    })
}

#[cfg(test)]
mod tests {
    use carrick_games::GameKind;

    use super::*;
    use crate::database::{Dialect, Planner};

    #[tokio::test]
    async fn turns_written_together_look_up_their_boards() {
        let mut planner = Planner::new().await;
        let turn = TurnRecord { text: "a1".into(), seat: Seat::First, at: Timestamp::UNIX_EPOCH };
        for count in [1, 3, 64] {
            let played = |number| PlayedTurn {
                board: BoardId { kind: GameKind::Ankor, number },
                ply: 1,
                turn: &turn,
                to_move: Some(Seat::Second),
                due: turn.at,
            };
            let mut batch = StatementBatch::new(Dialect::Sqlite);
            turns_played(&mut batch, &(0..count).map(played).collect::<Vec<_>>());
            let update = batch.texts().next().unwrap();
            let plan = planner.plan(update).await;
            let looks_up = |step: &String| step.starts_with("SEARCH boards USING PRIMARY KEY");
            assert!(plan.iter().any(looks_up), "{count}: {plan:#?}");
            assert!(!plan.iter().any(|step| step.starts_with("SCAN boards")), "{count}: {plan:#?}");
        }
    }
}
