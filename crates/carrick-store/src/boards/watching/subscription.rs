//! Subscriptions: who watches which boards.

use std::collections::BTreeMap;

use carrick_service::{BoardId, BoardRecord, Userid};

use crate::boards::select::{Which, select};
use crate::database::{Columns as _, Connection, Query, Row, StoreError, query};

/// Statements for the subscribers of boards, and for those of all boards of their games.
pub(crate) fn of(which: Which<'_>) -> [Query; 2] {
    let subscriptions = Some(("subscriptions s", "s.kind = b.kind AND s.number = b.number"));
    let of_board = select("s.kind, s.number, s.userid", subscriptions, which, "");
    let followed = Some(("followed_games f", "f.kind = b.kind AND f.watches = 1"));
    let of_game = select("b.kind, b.number, f.userid", followed, which, "");
    [of_board, of_game].map(|mut query| query.build())
}

/// Reads the rows of one of these statements.
pub(crate) fn read(
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

pub(crate) async fn set(
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
    query(sql)
        .bind(board.kind.name())
        .bind(i64::from(board.number))
        .bind(user.as_str())
        .execute(connection)
        .await?;
    Ok(())
}
