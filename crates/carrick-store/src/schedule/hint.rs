//! Hints in practice games: jobs until they are found, and then rows of a table.

use carrick_coach::hint::{Found, Hint, Step};
use carrick_service::{AskedHint, BoardId, HintNow, QueueNow, Userid};
use jiff::Timestamp;

use crate::database::{Batch, Columns as _, Conflict, Connection, Row, StoreError, one, query};
use crate::schedule::jobs;
use crate::schedule::jobs::{JobKind, JobQueue, NewJob, board_key};
use crate::store::Store;

/// Asks for a hint, which marks the game. It takes the place of one that was asked for in an earlier
/// position.
pub(crate) fn asked(
    batch: &mut Batch,
    board: BoardId,
    generation: u32,
    (asker, mailed): (&Userid, bool),
    now: Timestamp,
) {
    batch
        .add(
            "UPDATE boards SET hints = hints + 1 WHERE kind = $1 AND number = $2 AND ended IS NULL",
        )
        .bind(board.kind.name())
        .bind(i64::from(board.number))
        .expect_one(Conflict::NoBoard(board));
    let job = NewJob {
        kind: JobKind::Hint,
        key: board_key(board),
        payload: payload(generation, mailed),
        queue: JobQueue::Hints,
        asker,
        cost: 1,
        since: now,
    };
    jobs::put(batch, job);
}

/// What a worker has to know of a hint.
fn payload(generation: u32, mailed: bool) -> String {
    if mailed { format!("{generation}{MAILED}") } else { generation.to_string() }
}

/// End of the payload of a hint whose answer goes out as a message.
const MAILED: &str = " mailed";

/// Stores a hint that was found.
pub(crate) fn found(batch: &mut Batch, board: BoardId, generation: u32, hint: &Hint) {
    let nodes = |found: Found| i64::try_from(found.nodes).unwrap_or(i64::MAX);
    batch
        .add("DELETE FROM jobs WHERE kind = $1 AND key = $2 AND payload IN ($3, $4)")
        .bind(JobKind::Hint.name())
        .bind(board_key(board))
        .bind(payload(generation, false))
        .bind(payload(generation, true))
        .expect_one(Conflict::NoBoard(board));
    batch
        .add(
            "INSERT INTO hints (kind, number, generation, line, near, before, before_proved, \
             before_nodes, after, after_proved, after_nodes) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
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
        .bind(nodes(hint.after));
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
        Some(asker) => jobs::queue_now(connection, JobQueue::Hints, asker).await?,
        None => QueueNow::default(),
    };
    let row = query(
        "SELECT b.ply + b.undone_turns + b.undone_times AS now, h.* FROM boards b \
         LEFT JOIN hints h ON h.kind = b.kind AND h.number = b.number \
         AND h.generation = b.ply + b.undone_turns + b.undone_times \
         WHERE b.kind = $1 AND b.number = $2",
    )
    .bind(board.kind.name())
    .bind(i64::from(board.number))
    .fetch_optional(&mut *connection)
    .await?;
    let nothing = HintNow { asked: None, queue };
    let Some(row) = row else { return Ok(nothing) };
    let generation = row.whole("now")?;
    let asked = if let Some(hint) = hint(&row)? {
        let told: Option<u8> = row.some_whole("told")?;
        let told = told.map(Step::try_from).transpose();
        let told = told.map_err(|_| StoreError::Corrupt { column: "told" })?;
        AskedHint { generation, told, hint: Some(hint), ahead: 0, mailed: false }
    } else {
        let job = jobs::find(connection, JobKind::Hint, board_key(board)).await?;
        let Some(job) = job else { return Ok(nothing) };
        let payload: String = job.raw("payload")?;
        if jobs::number(&payload)? != generation {
            return Ok(nothing);
        }
        let ahead = jobs::ahead(connection, &job, JobQueue::Hints).await?;
        AskedHint { generation, told: None, hint: None, ahead, mailed: payload.ends_with(MAILED) }
    };
    Ok(HintNow { asked: Some(asked), ..nothing })
}

/// The hint in a row; `None` where there is none.
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

impl Store {
    /// The hint of a board's present position.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn hint(&self, board: BoardId) -> Result<HintNow, StoreError> {
        now(&mut *self.database.begin_read().await?, board, None).await
    }
}
