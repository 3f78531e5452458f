//! Preferences: notifications, news, and who may reach a user.

use std::collections::{BTreeMap, BTreeSet};

use carrick_games::GameKind;
use carrick_service::{BoardId, Choices, PuzzleMail, User, Userid};

use crate::database::{
    Columns as _, Conflict, Connection, Query, QueryBuilder, Row, StoreError, of_users, one,
    padded, query,
};

/// Statements for users' preferences, for the users they have blocked, and for the boards they have
/// muted.
pub(crate) fn of(users: &[Userid]) -> [Query; 3] {
    let tables = [
        "SELECT * FROM choices",
        "SELECT userid, blocked FROM blocks",
        "SELECT userid, kind, number FROM muted_boards",
    ];
    tables.map(|table| of_users(table, users, ""))
}

/// Reads the rows of these statements.
pub(crate) fn read(
    [choices, blocks, muted]: [&[Row]; 3],
    into: &mut BTreeMap<Userid, User>,
) -> Result<(), StoreError> {
    for row in choices {
        let choices = Choices {
            challenges: row.raw("challenges")?,
            limit: row.some_whole("board_limit")?,
            watches: row.raw("watches")?,
            notify: row.raw("notify")?,
            puzzles: row.some_word("puzzles", |word| word.parse().ok())?,
        };
        if let Some(user) = into.get_mut(&row.parsed::<Userid>("userid")?) {
            user.choices.insert(row.kind()?, choices);
        }
    }
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
        QueryBuilder::new("SELECT kind, userid FROM choices WHERE notify = 1 AND kind IN (");
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

/// Replaces a user's preferences in a game; the default is not stored.
pub(crate) async fn set(
    connection: &mut Connection,
    user: &Userid,
    kind: GameKind,
    choices: Choices,
) -> Result<(), StoreError> {
    query("DELETE FROM choices WHERE userid = $1 AND kind = $2")
        .bind(user.as_str())
        .bind(kind.name())
        .execute(&mut *connection)
        .await?;
    if choices == Choices::default() {
        return Ok(());
    }
    query(
        "INSERT INTO choices (userid, kind, challenges, board_limit, watches, notify, puzzles) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(user.as_str())
    .bind(kind.name())
    .bind(choices.challenges)
    .bind(choices.limit.map(i64::from))
    .bind(choices.watches)
    .bind(choices.notify)
    .bind(choices.puzzles.map(PuzzleMail::word))
    .execute(connection)
    .await?;
    Ok(())
}

pub(crate) async fn set_news(
    connection: &mut Connection,
    user: &Userid,
    on: bool,
) -> Result<(), StoreError> {
    let done = query("UPDATE users SET news = $2 WHERE userid = $1")
        .bind(user.as_str())
        .bind(on)
        .execute(connection)
        .await?;
    one(done.rows_affected(), || Conflict::NoUser(user.clone()))
}

pub(crate) async fn set_quiet(
    connection: &mut Connection,
    user: &Userid,
    on: bool,
) -> Result<(), StoreError> {
    let done = query("UPDATE users SET quiet = $2 WHERE userid = $1 AND deleted IS NULL")
        .bind(user.as_str())
        .bind(on)
        .execute(connection)
        .await?;
    one(done.rows_affected(), || Conflict::NoUser(user.clone()))
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
