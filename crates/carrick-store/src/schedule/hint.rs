//! Hints in practice games: the queue, and the hints that were found.

use carrick_coach::hint::{Found, Hint, Step};
use carrick_service::{AskedHint, BoardId, HintNow, QueueNow, Userid};
use jiff::Timestamp;

use crate::database::{
    AssertSqlSafe, Columns as _, Conflict, Connection, Lock, QueryBuilder, Queue, Row, StoreError,
    one, query, time,
};
use crate::schedule::jobs;
use crate::schedule::jobs::Pending;
use crate::store::Store;

/// A hint that a worker has claimed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedHint {
    /// The board.
    pub board: BoardId,
    /// The generation of the board for which it was asked.
    pub generation: u32,
    /// The player who asked.
    pub asker: Userid,
}

/// Hints that are still looked for: on boards that are as they were when they were asked for. The
/// queue is short, so it comes first, even where a planner would begin with the boards.
const WAITING: &str = "(SELECT h.kind, h.number, h.generation, h.asker, h.place, h.round, \
     CAST(1 AS BIGINT) AS cost, h.since, h.claimed_until FROM hints h CROSS JOIN boards b \
     WHERE b.kind = h.kind AND b.number = h.number AND h.line IS NULL AND b.ended IS NULL \
     AND h.generation = b.ply + b.undone_turns + b.undone_times) AS waiting";

/// Asks for a hint, which marks the game.
pub(crate) async fn asked(
    connection: &mut Connection,
    board: BoardId,
    generation: u32,
    (asker, mailed): (&Userid, bool),
    now: Timestamp,
) -> Result<(), StoreError> {
    let marked = query(
        "UPDATE boards SET hints = hints + 1 WHERE kind = $1 AND number = $2 AND ended IS NULL",
    )
    .bind(board.kind.name())
    .bind(i64::from(board.number))
    .execute(&mut *connection)
    .await?;
    one(marked.rows_affected(), || Conflict::NoBoard(board))?;
    let place = jobs::place_of(connection, asker).await?;
    let round = jobs::fair_round(connection, WAITING, &place).await?;
    query(
        "INSERT INTO hints (kind, number, generation, ply, asker, mailed, since, place, round) \
         SELECT kind, number, $3, ply, $4, $5, $6, $7, $8 FROM boards \
         WHERE kind = $1 AND number = $2",
    )
    .bind(board.kind.name())
    .bind(i64::from(board.number))
    .bind(i64::from(generation))
    .bind(asker.as_str())
    .bind(mailed)
    .bind(time(now))
    .bind(place)
    .bind(round)
    .execute(connection)
    .await?;
    Ok(())
}

/// Stores a hint that was found.
pub(crate) async fn found(
    connection: &mut Connection,
    board: BoardId,
    generation: u32,
    hint: &Hint,
) -> Result<(), StoreError> {
    let nodes = |found: Found| i64::try_from(found.nodes).unwrap_or(i64::MAX);
    let done = query(
        "UPDATE hints SET line = $4, near = $5, before = $6, before_proved = $7, \
         before_nodes = $8, after = $9, after_proved = $10, after_nodes = $11, \
         claimed_until = NULL, place = '' \
         WHERE kind = $1 AND number = $2 AND generation = $3 AND line IS NULL",
    )
    .bind(board.kind.name())
    .bind(i64::from(board.number))
    .bind(i64::from(generation))
    .bind(hint.line.join(" "))
    .bind(hint.near.as_deref())
    .bind(f64::from(hint.before.value.clamp(0.0, 1.0)))
    .bind(hint.before.proved)
    .bind(nodes(hint.before))
    .bind(f64::from(hint.after.value.clamp(0.0, 1.0)))
    .bind(hint.after.proved)
    .bind(nodes(hint.after))
    .execute(connection)
    .await?;
    one(done.rows_affected(), || Conflict::NoBoard(board))
}

/// Notes the last step of a hint that was told.
pub(crate) async fn told(
    connection: &mut Connection,
    board: BoardId,
    generation: u32,
    step: Step,
) -> Result<(), StoreError> {
    let done =
        query("UPDATE hints SET told = $4 WHERE kind = $1 AND number = $2 AND generation = $3")
            .bind(board.kind.name())
            .bind(i64::from(board.number))
            .bind(i64::from(generation))
            .bind(i64::from(step.number()))
            .execute(connection)
            .await?;
    one(done.rows_affected(), || Conflict::NoBoard(board))
}

/// The hint of a board's present position, and the queue as a user sees it.
pub(crate) async fn now(
    connection: &mut Connection,
    board: BoardId,
    asker: Option<&Userid>,
) -> Result<HintNow, StoreError> {
    let queue = match asker {
        Some(asker) => jobs::queue_now(connection, WAITING, asker).await?,
        None => QueueNow::default(),
    };
    let row = query(
        "SELECT h.* FROM hints h JOIN boards b ON b.kind = h.kind AND b.number = h.number \
         WHERE h.kind = $1 AND h.number = $2 \
         AND h.generation = b.ply + b.undone_turns + b.undone_times",
    )
    .bind(board.kind.name())
    .bind(i64::from(board.number))
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else { return Ok(HintNow { asked: None, queue }) };
    let hint = hint(&row)?;
    let ahead = match hint {
        Some(_) => 0,
        None => ahead(connection, board, &row).await?,
    };
    let told: Option<u8> = row.some_whole("told")?;
    let told = told.map(Step::try_from).transpose();
    let told = told.map_err(|_| StoreError::Corrupt { column: "told" })?;
    let (generation, mailed) = (row.whole("generation")?, row.raw("mailed")?);
    let asked = Some(AskedHint { generation, told, hint, ahead, mailed });
    Ok(HintNow { asked, queue })
}

/// Number of hints that come before that of a row.
async fn ahead(connection: &mut Connection, board: BoardId, row: &Row) -> Result<u32, StoreError> {
    let sql = format!(
        "SELECT count(*) AS ahead FROM {WAITING} \
         WHERE (round, since, kind, number) < ($1, $2, $3, $4)"
    );
    query(AssertSqlSafe(sql))
        .bind(row.raw::<i64>("round")?)
        .bind(time(row.time("since")?))
        .bind(board.kind.name())
        .bind(i64::from(board.number))
        .fetch_one(connection)
        .await?
        .whole("ahead")
}

/// The hints that are looked for at a moment.
pub(super) async fn pending(
    connection: &mut Connection,
    now: Timestamp,
) -> Result<Pending, StoreError> {
    let sql =
        format!("SELECT count(*) AS count, min(since) AS since FROM {WAITING} WHERE since <= $1");
    let row = query(AssertSqlSafe(sql)).bind(time(now)).fetch_one(connection).await?;
    Ok(Pending { count: row.whole("count")?, since: row.some_time("since")? })
}

/// The hint in a row; `None` before it is found.
fn hint(row: &Row) -> Result<Option<Hint>, StoreError> {
    let Some(line) = row.raw::<Option<&str>>("line")? else { return Ok(None) };
    let found = |value: &'static str, proved: &'static str, nodes: &'static str| {
        let (value, proved) = (row.raw::<f64>(value)? as f32, row.raw(proved)?);
        Ok::<_, StoreError>(Found { value, proved, nodes: row.whole(nodes)? })
    };
    Ok(Some(Hint {
        line: line.split_whitespace().map(str::to_owned).collect(),
        near: row.raw("near")?,
        before: found("before", "before_proved", "before_nodes")?,
        after: found("after", "after_proved", "after_nodes")?,
    }))
}

/// The hint to find next.
async fn next(
    connection: &mut Connection,
    on: Option<BoardId>,
    now: Timestamp,
) -> Result<Option<ClaimedHint>, StoreError> {
    let mut sql = QueryBuilder::new("SELECT kind, number, generation, asker FROM ");
    sql.push(WAITING).push(" WHERE (claimed_until IS NULL OR claimed_until <= ");
    sql.push_bind(time(now)).push(")");
    if let Some(board) = on {
        sql.push(" AND kind = ").push_bind(board.kind.name());
        sql.push(" AND number = ").push_bind(i64::from(board.number));
    }
    sql.push(" ORDER BY round, since, kind, number LIMIT 1");
    let row = sql.build().fetch_optional(connection).await?;
    let claim = |row: Row| {
        let (board, generation) = (row.board()?, row.whole("generation")?);
        Ok(ClaimedHint { board, generation, asker: row.parsed("asker")? })
    };
    row.map(claim).transpose()
}

impl Store {
    /// The hint of a board's present position.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn hint(&self, board: BoardId) -> Result<HintNow, StoreError> {
        now(&mut *self.database.begin_read().await?, board, None).await
    }

    /// Claims the hint that comes next until a moment, of all boards or on one; `None` when none
    /// waits. Hints that were
    /// asked for in positions that are gone are forgotten; their games stay marked.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn claim_hint(
        &self,
        on: Option<BoardId>,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<ClaimedHint>, StoreError> {
        if next(&mut self.database.reader().await?, on, now).await?.is_none() {
            return Ok(None);
        }
        let mut transaction = self.database.begin_write_with(Lock::Queue(Queue::Thinking)).await?;
        let Some(claim) = next(&mut transaction, on, now).await? else { return Ok(None) };
        query(
            "DELETE FROM hints WHERE line IS NULL AND NOT EXISTS (SELECT 1 FROM boards b \
             WHERE b.kind = hints.kind AND b.number = hints.number AND b.ended IS NULL \
             AND hints.generation = b.ply + b.undone_turns + b.undone_times)",
        )
        .execute(&mut transaction)
        .await?;
        claimed(&mut transaction, &claim, Some(until)).await?;
        transaction.commit().await?;
        Ok(Some(claim))
    }

    /// Gives a claimed hint back, to be found by the next worker.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn release_hint(&self, claim: &ClaimedHint) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write_with(Lock::Queue(Queue::Thinking)).await?;
        claimed(&mut transaction, claim, None).await?;
        Ok(transaction.commit().await?)
    }
}

async fn claimed(
    connection: &mut Connection,
    ClaimedHint { board, generation, .. }: &ClaimedHint,
    until: Option<Timestamp>,
) -> Result<(), StoreError> {
    query(
        "UPDATE hints SET claimed_until = $4 WHERE kind = $1 AND number = $2 AND generation = $3",
    )
    .bind(board.kind.name())
    .bind(i64::from(board.number))
    .bind(i64::from(*generation))
    .bind(until.map(time))
    .execute(connection)
    .await?;
    Ok(())
}
