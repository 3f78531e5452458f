//! Deadlines: whatever falls due by itself, found by an index.

use carrick_service::{Absence, AbsenceKind, BoardId, Due, Userid};
use jiff::Timestamp;

use crate::database::{
    Batch, Columns as _, Conflict, Connection, StoreError, one, query, query_scalar, time,
};
use crate::store::Store;

/// Candidates that may be due by now, longest due first. The decision checks whether they are.
pub(crate) async fn by(
    connection: &mut Connection,
    now: Timestamp,
) -> Result<Vec<Due>, StoreError> {
    let mut due = Vec::new();
    // Absences first: they determine when boards are due.
    let sql = "SELECT userid FROM absences WHERE over = 0 AND until <= $1 ORDER BY until";
    for row in &query(sql).bind(time(now)).fetch_all(&mut *connection).await? {
        let absence = Due::Absence(row.parsed("userid")?);
        if !due.contains(&absence) {
            due.push(absence);
        }
    }
    let sql = "SELECT kind, number FROM boards WHERE due IS NOT NULL AND due <= $1 \
               ORDER BY due, kind, number";
    for row in &query(sql).bind(time(now)).fetch_all(&mut *connection).await? {
        due.push(Due::Board(row.board()?));
    }
    let sql = "SELECT kind, number, userid FROM seeks WHERE due IS NOT NULL AND due <= $1 \
               ORDER BY due, kind, number";
    for row in &query(sql).bind(time(now)).fetch_all(&mut *connection).await? {
        let (kind, number, user) = (row.kind()?, row.whole("number")?, row.parsed("userid")?);
        due.push(Due::Seek { kind, number, user });
    }
    let sql = "SELECT userid FROM puzzle_schedules WHERE due IS NOT NULL AND due <= $1 \
               ORDER BY due, userid";
    for row in &query(sql).bind(time(now)).fetch_all(connection).await? {
        due.push(Due::Puzzles(row.parsed("userid")?));
    }
    Ok(due)
}

/// Sets the earliest moment at which anything can be due on a board.
pub(crate) fn scheduled(batch: &mut Batch, board: BoardId, due: Timestamp) {
    batch
        .add("UPDATE boards SET due = $3 WHERE kind = $1 AND number = $2 AND to_move IS NOT NULL")
        .bind(board.kind.name())
        .bind(i64::from(board.number))
        .bind(time(due))
        .expect_one(Conflict::NotInPlay(board));
}

/// Records that a reminder of the present turn was sent.
pub(crate) async fn nagged(
    connection: &mut Connection,
    board: BoardId,
    nags: u16,
) -> Result<(), StoreError> {
    let done = query(
        "UPDATE boards SET nags = $3 \
         WHERE kind = $1 AND number = $2 AND to_move IS NOT NULL AND nags < $3",
    )
    .bind(board.kind.name())
    .bind(i64::from(board.number))
    .bind(i64::from(nags))
    .execute(connection)
    .await?;
    one(done.rows_affected(), || Conflict::NotInPlay(board))
}

/// Sets an absence. When its end changes, the boards of the user must be looked at again: their
/// deadlines may have come nearer.
pub(crate) async fn absence_set(
    connection: &mut Connection,
    user: &Userid,
    absence: &Absence,
    now: Timestamp,
) -> Result<(), StoreError> {
    let planned: Option<i64> =
        query_scalar("SELECT until FROM absences WHERE userid = $1 AND since = $2")
            .bind(user.as_str())
            .bind(time(absence.since))
            .fetch_optional(&mut *connection)
            .await?;
    query(
        "INSERT INTO absences (userid, since, until, signed_off, suspended, over) \
         VALUES ($1, $2, $3, $4, $5, $6) \
         ON CONFLICT (userid, since) DO UPDATE SET until = excluded.until, \
         signed_off = excluded.signed_off, suspended = excluded.suspended, over = excluded.over",
    )
    .bind(user.as_str())
    .bind(time(absence.since))
    .bind(time(absence.until))
    .bind(absence.kind == AbsenceKind::SignedOff)
    .bind(absence.kind == AbsenceKind::Suspended)
    .bind(absence.over)
    .execute(&mut *connection)
    .await?;
    if planned == Some(time(absence.until)) {
        return Ok(());
    }
    for sql in [
        "UPDATE boards SET due = $2 WHERE first_player = $1 AND ended IS NULL AND due > $2",
        "UPDATE boards SET due = $2 WHERE second_player = $1 AND ended IS NULL AND due > $2",
    ] {
        query(sql).bind(user.as_str()).bind(time(now)).execute(&mut *connection).await?;
    }
    Ok(())
}

impl Store {
    /// Candidates that may be due by now: a cheap look at a few indexes. Each is to be decided by
    /// [`decide_due`](carrick_service::decide_due) in a transaction of its own, which checks
    /// whether it is still due; so several processes may find the same ones.
    /// # Errors
    /// When the database fails.
    pub async fn due(&self, now: Timestamp) -> Result<Vec<Due>, StoreError> {
        by(&mut *self.database.begin_read().await?, now).await
    }
}
