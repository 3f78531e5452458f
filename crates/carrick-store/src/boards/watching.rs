//! Remarks on boards, and subscriptions to them.

use std::collections::BTreeMap;

use carrick_service::{BoardId, BoardRecord, MOST_REMARKS, Userid};
use jiff::Timestamp;

use crate::boards::select::{Which, select};
use crate::database::{Columns as _, Connection, Query, Row, StoreError, query, time};
use crate::store::Store;

// Remarks: chat on a board.

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

/// Stores a remark; returns whether the board exists. After [`MOST_REMARKS`], further remarks are
/// dropped.
pub(crate) async fn put_remark(
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
    .bind_board(board)
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
    let board = query(sql).bind_board(board);
    Ok(board.fetch_optional(connection).await?.is_some())
}

/// Maximum number of remarks to show for a board, each of up to 4,000 characters.
const SHOWN: i64 = 200;

/// The latest remarks on a board, in order.
pub(crate) async fn remarks_on(
    connection: &mut Connection,
    board: BoardId,
) -> Result<Vec<Remark>, StoreError> {
    let rows = query(
        "SELECT userid, ply, at, remark FROM remarks WHERE kind = $1 AND number = $2 \
         ORDER BY place DESC LIMIT $3",
    )
    .bind_board(board)
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
    /// The latest 200 remarks on a board, in order; empty if the board does not exist.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn remarks(&self, board: BoardId) -> Result<Vec<Remark>, StoreError> {
        remarks_on(&mut self.database.reader().await?, board).await
    }
}

// Subscriptions: who watches which boards.

/// Statements for the subscribers of boards, and for the subscribers of all boards of their games.
pub(crate) fn subscriptions_of(which: Which<'_>) -> [Query; 2] {
    let subscriptions = Some(("subscriptions s", "s.kind = b.kind AND s.number = b.number"));
    let of_board = select("s.kind, s.number, s.userid", subscriptions, which, "");
    let followed = Some(("followed_games f", "f.kind = b.kind AND f.watches = 1"));
    let of_game = select("b.kind, b.number, f.userid", followed, which, "");
    [of_board, of_game].map(|mut query| query.build())
}

/// Reads the rows of one of these statements.
pub(crate) fn read_subscriptions(
    rows: &[Row],
    boards: &mut BTreeMap<BoardId, BoardRecord>,
) -> Result<(), StoreError> {
    for row in rows {
        if let Some(board) = boards.get_mut(&row.board()?) {
            board.subscribers.insert(row.parsed("userid")?);
        }
    }
    Ok(())
}

pub(crate) async fn set_subscription(
    connection: &mut Connection,
    user: &Userid,
    board: BoardId,
    on: bool,
) -> Result<(), StoreError> {
    let sql = if on {
        "INSERT INTO subscriptions (kind, number, userid) VALUES ($1, $2, $3) \
         ON CONFLICT DO NOTHING"
    } else {
        "DELETE FROM subscriptions WHERE kind = $1 AND number = $2 AND userid = $3"
    };
    query(sql).bind_board(board).bind(user.as_str()).execute(connection).await?;
    Ok(())
}
