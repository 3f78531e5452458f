//! Users who follow games or read the news, and users and boards that a user does not hear of.

use std::collections::{BTreeMap, BTreeSet};

use carrick_games::GameKind;
use carrick_service::{BoardId, User, Userid};

use crate::database::{
    Columns as _, Connection, Query, QueryBuilder, Row, StoreError, of_users, padded, query,
};

/// Statements for the users that users have blocked, and for the boards they have muted.
pub(crate) fn of(users: &[Userid]) -> [Query; 2] {
    let tables =
        ["SELECT userid, blocked FROM blocks", "SELECT userid, kind, number FROM muted_boards"];
    tables.map(|table| of_users(table, users, ""))
}

/// Reads the rows of these statements.
pub(crate) fn read(
    [blocks, muted]: [&[Row]; 2],
    into: &mut BTreeMap<Userid, User>,
) -> Result<(), StoreError> {
    for row in blocks {
        if let Some(user) = into.get_mut(&row.parsed::<Userid>("userid")?) {
            user.blocked.insert(row.parsed("blocked")?);
        }
    }
    for row in muted {
        if let Some(user) = into.get_mut(&row.parsed::<Userid>("userid")?) {
            user.muted.insert(row.board()?);
        }
    }
    Ok(())
}

/// Users who want a mail at the end of each game of these kinds.
pub(crate) async fn notified(
    connection: &mut Connection,
    kinds: &BTreeSet<GameKind>,
) -> Result<BTreeMap<GameKind, BTreeSet<Userid>>, StoreError> {
    let mut found: BTreeMap<GameKind, BTreeSet<Userid>> = BTreeMap::new();
    let named: Vec<GameKind> = kinds.iter().copied().collect();
    if named.is_empty() {
        return Ok(found);
    }
    let mut query =
        QueryBuilder::new("SELECT kind, userid FROM followed_games WHERE notify = 1 AND kind IN (");
    let mut among = query.separated(", ");
    for kind in padded(&named) {
        among.push_bind(kind.name());
    }
    query.push(")");
    for kind in named {
        found.insert(kind, BTreeSet::new());
    }
    for row in &query.build().fetch_all(connection).await? {
        found.entry(row.kind()?).or_default().insert(row.parsed("userid")?);
    }
    Ok(found)
}

/// All readers of the news.
pub(crate) async fn news_readers(
    connection: &mut Connection,
) -> Result<BTreeSet<Userid>, StoreError> {
    let rows = query("SELECT userid FROM users WHERE news = 1").fetch_all(connection).await?;
    rows.iter().map(|row| row.parsed("userid")).collect()
}

pub(crate) async fn set_block(
    connection: &mut Connection,
    user: &Userid,
    other: &Userid,
    on: bool,
) -> Result<(), StoreError> {
    let sql = if on {
        "INSERT INTO blocks (userid, blocked) VALUES ($1, $2) ON CONFLICT DO NOTHING"
    } else {
        "DELETE FROM blocks WHERE userid = $1 AND blocked = $2"
    };
    query(sql).bind(user.as_str()).bind(other.as_str()).execute(connection).await?;
    Ok(())
}

/// Sets whether a player gets mail about a board.
pub(crate) async fn set_muted(
    connection: &mut Connection,
    user: &Userid,
    board: BoardId,
    on: bool,
) -> Result<(), StoreError> {
    let sql = if on {
        "INSERT INTO muted_boards (userid, kind, number) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
    } else {
        "DELETE FROM muted_boards WHERE userid = $1 AND kind = $2 AND number = $3"
    };
    query(sql)
        .bind(user.as_str())
        .bind(board.kind.name())
        .bind(i64::from(board.number))
        .execute(connection)
        .await?;
    Ok(())
}
