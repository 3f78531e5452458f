//! Hints in practice games: a job while a hint is being found, then a row of a table.

use carrick_coach::hint::{Hint, Step};
use carrick_service::{AskedHint, BoardId, HintNow, QueueNow, Userid};
use jiff::Timestamp;

use crate::database::{
    Columns as _, Conflict, Connection, StatementBatch, StoreError, json, one, query,
};
use crate::schedule::jobs;
use crate::schedule::jobs::{JobKind, JobQueue, NewJob, board_key};
use crate::store::Store;

/// Asks for a hint, which marks the game. It replaces a request for an earlier position.
pub(crate) fn asked(
    batch: &mut StatementBatch,
    board: BoardId,
    generation: u32,
    (asker, mailed): (&Userid, bool),
    now: Timestamp,
) {
    batch
        .add(
            "UPDATE boards SET hints = hints + 1 WHERE kind = $1 AND number = $2 AND ended IS NULL",
        )
        .bind_board(board)
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

/// What a worker needs to know about a hint.
fn payload(generation: u32, mailed: bool) -> String {
    if mailed { format!("{generation}{MAILED}") } else { generation.to_string() }
}

/// End of the payload of a hint that is sent as a message.
const MAILED: &str = " mailed";

/// Stores a hint.
pub(crate) fn found(
    batch: &mut StatementBatch,
    board: BoardId,
    generation: u32,
    hint: &Hint,
) -> Result<(), StoreError> {
    batch
        .add("DELETE FROM jobs WHERE kind = $1 AND key = $2 AND payload IN ($3, $4)")
        .bind(JobKind::Hint.name())
        .bind(board_key(board))
        .bind(payload(generation, false))
        .bind(payload(generation, true))
        .expect_one(Conflict::NoBoard(board));
    batch
        .add("INSERT INTO hints (kind, number, generation, hint) VALUES ($1, $2, $3, $4)")
        .bind_board(board)
        .bind(i64::from(generation))
        .bind(json(hint, "hint")?);
    Ok(())
}

/// Records the last step of a hint that was shown.
pub(crate) async fn told(
    connection: &mut Connection,
    board: BoardId,
    generation: u32,
    step: Step,
) -> Result<(), StoreError> {
    let done =
        query("UPDATE hints SET told = $4 WHERE kind = $1 AND number = $2 AND generation = $3")
            .bind_board(board)
            .bind(i64::from(generation))
            .bind(i64::from(step.number()))
            .execute(connection)
            .await?;
    one(done.rows_affected(), || Conflict::NoBoard(board))
}

/// The hint for a board's current position, and the queue as a user sees it.
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
    .bind_board(board)
    .fetch_optional(&mut *connection)
    .await?;
    let nothing = HintNow { asked: None, queue };
    let Some(row) = row else { return Ok(nothing) };
    let generation = row.whole("now")?;
    let asked = if row.raw::<Option<&str>>("hint")?.is_some() {
        let hint = row.json("hint")?;
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

impl Store {
    /// The hint for a board's current position.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn hint(&self, board: BoardId) -> Result<HintNow, StoreError> {
        now(&mut *self.database.begin_read().await?, board, None).await
    }
}
