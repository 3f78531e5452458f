//! Remarks: chat on a board.

use carrick_service::{BoardId, MOST_REMARKS, Userid};
use jiff::Timestamp;

use crate::database::{Columns as _, Connection, Row, StoreError, query, time};
use crate::store::Store;

/// Something a player said on a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// Author of the remark.
    pub user: Userid,
    /// Number of turns played before the remark; 0 is before the first.
    pub ply: u32,
    /// Time of the remark.
    pub at: Timestamp,
    /// Text of the remark.
    pub text: String,
}

/// Stores a remark; returns whether the board exists. After [`MOST_REMARKS`] no more is stored.
pub(crate) async fn put(
    connection: &mut Connection,
    board: BoardId,
    user: &Userid,
    text: &str,
    at: Timestamp,
) -> Result<bool, StoreError> {
    let done = query(
        "INSERT INTO remarks (kind, number, place, ply, userid, at, remark) \
         SELECT kind, number, \
         (SELECT count(*) + 1 FROM remarks r WHERE r.kind = b.kind AND r.number = b.number), \
         ply, $3, $4, $5 FROM boards b WHERE kind = $1 AND number = $2 AND \
         (SELECT count(*) FROM remarks r WHERE r.kind = b.kind AND r.number = b.number) < $6",
    )
    .bind(board.kind.name())
    .bind(i64::from(board.number))
    .bind(user.as_str())
    .bind(time(at))
    .bind(text)
    .bind(i64::from(MOST_REMARKS))
    .execute(&mut *connection)
    .await?;
    if done.rows_affected() == 1 {
        return Ok(true);
    }
    let sql = "SELECT number FROM boards WHERE kind = $1 AND number = $2";
    let board = query(sql).bind(board.kind.name()).bind(i64::from(board.number));
    Ok(board.fetch_optional(connection).await?.is_some())
}

/// Maximum number of remarks that are shown of a board, each of up to 4,000 characters.
const SHOWN: i64 = 200;

/// The latest remarks on a board, in order.
pub(crate) async fn on(
    connection: &mut Connection,
    board: BoardId,
) -> Result<Vec<Remark>, StoreError> {
    let rows = query(
        "SELECT userid, ply, at, remark FROM remarks WHERE kind = $1 AND number = $2 \
         ORDER BY place DESC LIMIT $3",
    )
    .bind(board.kind.name())
    .bind(i64::from(board.number))
    .bind(SHOWN)
    .fetch_all(connection)
    .await?;
    rows.iter().rev().map(remark).collect()
}

/// Reads a remark.
pub(crate) fn remark(row: &Row) -> Result<Remark, StoreError> {
    Ok(Remark {
        user: row.parsed("userid")?,
        ply: row.whole("ply")?,
        at: row.time("at")?,
        text: row.raw("remark")?,
    })
}

impl Store {
    /// The latest 200 remarks on a board, in order; none when there is no such board.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn remarks(&self, board: BoardId) -> Result<Vec<Remark>, StoreError> {
        on(&mut self.database.reader().await?, board).await
    }
}
