//! Letters: what users write to each other.

use std::collections::BTreeSet;

use carrick_service::{Letter, Readers, Userid};
use jiff::Timestamp;

use crate::database::{Columns as _, Conflict, Connection, Row, StoreError, counter, query, time};

/// Everything that a user has written since a time, on boards and elsewhere, oldest first.
pub(crate) async fn since(
    connection: &mut Connection,
    user: &Userid,
    since: Timestamp,
) -> Result<Vec<Letter>, StoreError> {
    let letters = "SELECT userid, at, recipients, body FROM letters WHERE userid = $1 AND at >= $2 \
         ORDER BY number";
    let remarks = "SELECT userid, at, kind, number, remark FROM remarks \
                   WHERE userid = $1 AND at >= $2 ORDER BY at, kind, number, place";
    let mut written = Vec::new();
    for (sql, read) in [(letters, letter as fn(&Row) -> _), (remarks, remark)] {
        let query = query(sql).bind(user.as_str()).bind(time(since));
        for row in &query.fetch_all(&mut *connection).await? {
            written.push(read(row)?);
        }
    }
    written.sort_by_key(|letter| letter.at);
    Ok(written)
}

/// Letters of a user after the letter number `after`, in order, each with its number.
pub(crate) async fn page(
    connection: &mut Connection,
    user: &Userid,
    after: i64,
    limit: u32,
) -> Result<Vec<(i64, Letter)>, StoreError> {
    let rows = query(
        "SELECT number, userid, at, recipients, body FROM letters \
         WHERE userid = $1 AND number > $2 ORDER BY number LIMIT $3",
    )
    .bind(user.as_str())
    .bind(after)
    .bind(i64::from(limit))
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| Ok((row.raw("number")?, letter(row)?))).collect()
}

fn letter(row: &Row) -> Result<Letter, StoreError> {
    const COLUMN: &str = "recipients";
    let users = |names: &str| -> Result<BTreeSet<Userid>, StoreError> {
        let user = |name: &str| name.parse().map_err(|_| StoreError::Corrupt { column: COLUMN });
        names.split(' ').map(user).collect()
    };
    let to = match row.raw::<Option<&str>>(COLUMN)? {
        Some(names) => Readers::Users(users(names)?),
        None => Readers::News,
    };
    Ok(Letter { from: row.parsed("userid")?, to, text: row.raw("body")?, at: row.time("at")? })
}

fn remark(row: &Row) -> Result<Letter, StoreError> {
    let to = Readers::Board(row.board()?);
    Ok(Letter { from: row.parsed("userid")?, to, text: row.raw("remark")?, at: row.time("at")? })
}

/// Stores a letter to users or to the readers of the news.
pub(crate) async fn put(connection: &mut Connection, letter: &Letter) -> Result<(), StoreError> {
    let recipients = match &letter.to {
        Readers::Users(users) => {
            let names: Vec<&str> = users.iter().map(Userid::as_str).collect();
            Some(names.join(" "))
        }
        Readers::News => None,
        Readers::Board(board) => return Err(Conflict::NotInPlay(*board).into()),
    };
    let number = counter::take(connection, "letter", 1).await?;
    query("INSERT INTO letters (number, userid, at, recipients, body) VALUES ($1, $2, $3, $4, $5)")
        .bind(number)
        .bind(letter.from.as_str())
        .bind(time(letter.at))
        .bind(recipients)
        .bind(&letter.text)
        .execute(connection)
        .await?;
    Ok(())
}
