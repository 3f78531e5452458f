//! Deadlines, found by an index; and outages, which do not count against players' clocks.

use carrick_service::{
    Absence, AbsenceKind, BELIEVED_AFTER, BoardId, Due, Fallen, Latest, Outage, Outages, Userid,
};
use jiff::{SignedDuration, Timestamp};

use crate::database::{
    AssertSqlSafe, Columns as _, Conflict, Connection, Dialect, Row, StatementBatch, StoreError,
    one, query, query_scalar, time,
};
use crate::store::Store;

/// Candidates that may be due by now, the most overdue first. The decision checks whether they are.
pub(crate) async fn by(
    connection: &mut Connection,
    now: Timestamp,
) -> Result<Vec<Due>, StoreError> {
    let mut due = Vec::new();
    // Absences first, because they determine when boards are due.
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
pub(crate) fn scheduled(batch: &mut StatementBatch, board: BoardId, due: Timestamp) {
    batch
        .add("UPDATE boards SET due = $3 WHERE kind = $1 AND number = $2 AND to_move IS NOT NULL")
        .bind_board(board)
        .bind(time(due))
        .expect_one(Conflict::NotInPlay(board));
}

/// Records that a reminder of the current turn was sent.
pub(crate) async fn nagged(
    connection: &mut Connection,
    board: BoardId,
    nags: u16,
) -> Result<(), StoreError> {
    let done = query(
        "UPDATE boards SET nags = $3 \
         WHERE kind = $1 AND number = $2 AND to_move IS NOT NULL AND nags < $3",
    )
    .bind_board(board)
    .bind(i64::from(nags))
    .execute(connection)
    .await?;
    one(done.rows_affected(), || Conflict::NotInPlay(board))
}

/// Sets an absence. When its end changes, the boards of the user must be checked again: their
/// deadlines may have moved earlier.
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
    /// Candidates that may be due by now: a cheap look at a few indexes. Each should be decided by
    /// [`decide_due`](carrick_service::decide_due) in a separate transaction, which checks whether
    /// it is still due; so several processes may find the same candidates.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn due(&self, now: Timestamp) -> Result<Vec<Due>, StoreError> {
        by(&mut *self.database.begin_read().await?, now).await
    }
}

// Outages: times without a running server, which do not count against players' clocks.

/// Columns of a board of table `b` about outages; [`outages_of_row`] reads them.
pub(crate) fn outage_columns(dialect: Dialect) -> String {
    format!(
        "(SELECT {} FROM outages o WHERE o.until > b.created) AS outages, \
         (SELECT at FROM sweeps WHERE one = 1) AS swept",
        dialect.json_rows("o.since, o.until", "o.since")
    )
}

/// Statements that set later dates of a running board to `$1`.
const BOARD_REDATED: [&str; 3] = [
    "UPDATE turns SET at = $1 WHERE kind = $2 AND number = $3 AND at > $1",
    "UPDATE restarts SET at = $1 WHERE kind = $2 AND number = $3 AND at > $1",
    "UPDATE boards SET due = $1, touched = $1, \
     created = CASE WHEN created > $1 THEN $1 ELSE created END WHERE kind = $2 AND number = $3",
];

/// Statements that set all other dates after `$2` to `$1`.
const REDATED: [&str; 4] = [
    // The computer accepts a game after a day, and puzzles may be sent once a week.
    "UPDATE seeks SET due = $1, made = CASE WHEN made > $1 THEN $1 ELSE made END \
     WHERE due IS NOT NULL AND due > $2 + 86400000000",
    "UPDATE puzzle_schedules SET due = $1, last = NULL \
     WHERE due IS NOT NULL AND due > $2 + 604800000000",
    "UPDATE deliveries SET due = $1 WHERE state = 'waiting' AND due > $2",
    "UPDATE digests SET due = $1 WHERE due > $2",
];

/// Statements that do the same once a clock that was ahead is right.
const CORRECTED: [&str; 3] = [
    "UPDATE sessions SET expires = expires - seen + $1, seen = $1, \
     created = CASE WHEN created > $1 THEN $1 ELSE created END WHERE seen > $2",
    // Codes change every thirty seconds.
    "UPDATE second_factors SET step = $1 / 30000000 WHERE step > $2 / 30000000",
    "UPDATE jobs SET due = $1 WHERE due > $2",
];

/// Resets dates that are further ahead of a time than any plausible clock to that time; if the
/// clock `is_corrected`, also those of turns and vacations that are less far ahead.
async fn redate(
    transaction: &mut Connection,
    now: Timestamp,
    is_corrected: bool,
) -> Result<(), StoreError> {
    let ahead = time(now.checked_add(BELIEVED_AFTER).unwrap_or(Timestamp::MAX));
    let happened = if is_corrected { time(now) } else { ahead };
    let sql = "UPDATE absences SET until = until - since + $1, since = $1 \
               WHERE over = 0 AND since > $2";
    query(sql).bind(time(now)).bind(happened).execute(&mut *transaction).await?;
    let sql = "SELECT kind, number FROM boards WHERE ended IS NULL AND touched > $1";
    for row in &query(sql).bind(happened).fetch_all(&mut *transaction).await? {
        let board = row.board()?;
        for sql in BOARD_REDATED {
            let update = query(sql).bind(time(now)).bind(board.kind.name());
            update.bind(i64::from(board.number)).execute(&mut *transaction).await?;
        }
    }
    let corrected = CORRECTED.iter().filter(|_| is_corrected);
    for sql in REDATED.iter().chain(corrected) {
        query(*sql).bind(time(now)).bind(ahead).execute(&mut *transaction).await?;
    }
    Ok(())
}

impl Store {
    /// Records that a server runs at this moment. If no server ran for more than an hour before,
    /// that time becomes an outage, which counts against no player; the call that recorded it
    /// returns it.
    ///
    /// For a server that [keeps pace](Self::keep_pace), any time that has not really passed becomes
    /// an outage.
    ///
    /// A clock that has gone back is [not trusted for a day](Latest), unless it shows a time within
    /// an outage, which is then cancelled. Once the clock is trusted, dates far ahead of it are set
    /// to its time.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn note_sweep(&self, now: Timestamp) -> Result<Option<Outage>, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let Outages { past, swept } = all_outages(&mut transaction).await?;
        let known = latest(&mut transaction).await?;
        let wrong: Vec<Outage> = past.iter().filter_map(|outage| outage.corrected(now)).collect();
        for outage in &wrong {
            query("UPDATE outages SET until = $2 WHERE since = $1")
                .bind(time(outage.since))
                .bind(time(outage.until))
                .execute(&mut transaction)
                .await?;
        }
        let latest = match known {
            Some(known) if wrong.is_empty() => known.noted(now),
            _ => Latest::right(now),
        };
        let now = latest.time(now);
        let is_corrected = known.is_some_and(|known| latest.at < known.at) || !wrong.is_empty();
        if is_corrected {
            // Deadlines may have moved earlier.
            query("UPDATE boards SET due = $1 WHERE ended IS NULL AND due > $1")
                .bind(time(now))
                .execute(&mut transaction)
                .await?;
        }
        redate(&mut transaction, now, is_corrected).await?;
        let jump = |last| self.passed().and_then(|passed| Outage::beyond(passed, last, now));
        let outage = swept.and_then(|last| Outage::between(last, now).or_else(|| jump(last)));
        if let Some(outage) = outage {
            let sql = "INSERT INTO outages (since, until) VALUES ($1, $2) \
                       ON CONFLICT (since) DO UPDATE SET until = excluded.until";
            query(sql)
                .bind(time(outage.since))
                .bind(time(outage.until))
                .execute(&mut transaction)
                .await?;
        }
        if known != Some(latest) {
            let sql = "INSERT INTO sweeps (one, at, fallen_since, fallen_shown) \
                       VALUES (1, $1, $2, $3) ON CONFLICT (one) DO UPDATE SET at = excluded.at, \
                       fallen_since = excluded.fallen_since, fallen_shown = excluded.fallen_shown";
            query(sql)
                .bind(time(latest.at))
                .bind(latest.fallen.map(|fallen| time(fallen.since)))
                .bind(latest.fallen.map(|fallen| time(fallen.shown)))
                .execute(&mut transaction)
                .await?;
        }
        transaction.commit().await?;
        self.note_time(latest);
        tell(known, latest);
        Ok(outage)
    }

    /// The moment since which servers have run for this long in total until `now`, as
    /// [`Outages::ago`] defines it.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn ago(&self, age: SignedDuration, now: Timestamp) -> Result<Timestamp, StoreError> {
        Ok(all_outages(&mut self.database.reader().await?).await?.ago(age, now))
    }

    /// Time at which a server was last known to run.
    pub(crate) async fn latest_sweep(&self) -> Result<Option<Latest>, StoreError> {
        latest(&mut self.database.reader().await?).await
    }
}

/// Logs that a clock has gone back, or that it is trusted although it shows less than the latest
/// known time.
fn tell(known: Option<Latest>, latest: Latest) {
    let Some(known) = known else { return };
    match latest.fallen.filter(|_| known.fallen.is_none()) {
        Some(Fallen { since, .. }) => tracing::warn!(
            clock = %since,
            latest = %known.at,
            "this machine's clock went back; Carrick continues from the latest known time until the \
             clock has caught up or has run for another day"
        ),
        None if latest.at < known.at => tracing::warn!(
            now = %latest.at,
            until_now = %known.at,
            "this machine's clock was ahead; dates far in the future were set to the present"
        ),
        None => {}
    }
}

/// Time at which a server was last known to run.
async fn latest(connection: &mut Connection) -> Result<Option<Latest>, StoreError> {
    let sql = "SELECT at, fallen_since, fallen_shown FROM sweeps WHERE one = 1";
    let Some(row) = query(sql).fetch_optional(connection).await? else { return Ok(None) };
    let fallen = match (row.some_time("fallen_since")?, row.some_time("fallen_shown")?) {
        (Some(since), Some(shown)) => Some(Fallen { since, shown }),
        _ => None,
    };
    Ok(Some(Latest { at: row.time("at")?, fallen }))
}

/// All recorded outages.
pub(crate) async fn all_outages(connection: &mut Connection) -> Result<Outages, StoreError> {
    let sql = format!(
        "SELECT {} FROM (SELECT {} AS created) b",
        outage_columns(connection.dialect()),
        i64::MIN
    );
    outages_of_row(&query(AssertSqlSafe(sql)).fetch_one(connection).await?)
}

pub(crate) fn outages_of_row(row: &Row) -> Result<Outages, StoreError> {
    let corrupt = || StoreError::Corrupt { column: "outages" };
    let past: Vec<(i64, i64)> = serde_json::from_str(row.raw("outages")?).map_err(|_| corrupt())?;
    let outage = |(since, until)| {
        let [since, until] = [since, until].map(Timestamp::from_microsecond);
        Some(Outage { since: since.ok()?, until: until.ok()? })
    };
    let past = past.into_iter().map(outage).collect::<Option<_>>().ok_or_else(corrupt)?;
    Ok(Outages { past, swept: row.some_time("swept")? })
}
