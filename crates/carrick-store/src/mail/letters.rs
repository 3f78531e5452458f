//! Letters: what users write to each other, and the inboxes of their readers.

use std::collections::BTreeSet;

use carrick_service::{Letter, Readers, Userid};
use jiff::Timestamp;

use crate::database::{Columns as _, Conflict, Connection, Row, StoreError, counter, query, time};
use crate::store::Store;

/// Name of the sequence of letters.
const LETTERS: &str = "letter";

/// Maximum number of letters in an inbox; the oldest make room for new ones.
const MOST_IN_INBOX: u32 = 500;

/// Everything that a user has written since a time, on boards and elsewhere, oldest first.
pub(crate) async fn letters_since(
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
pub(crate) async fn letters_page(
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
pub(crate) async fn put_letter(
    connection: &mut Connection,
    letter: &Letter,
) -> Result<(), StoreError> {
    let recipients = match &letter.to {
        Readers::Users(users) => {
            let names: Vec<&str> = users.iter().map(Userid::as_str).collect();
            Some(names.join(" "))
        }
        Readers::News => None,
        Readers::Board(board) => return Err(Conflict::NotInPlay(*board).into()),
    };
    let number = counter::take(connection, LETTERS, 1).await?;
    query("INSERT INTO letters (number, userid, at, recipients, body) VALUES ($1, $2, $3, $4, $5)")
        .bind(number)
        .bind(letter.from.as_str())
        .bind(time(letter.at))
        .bind(recipients)
        .bind(&letter.text)
        .execute(&mut *connection)
        .await?;
    match &letter.to {
        Readers::Users(users) => {
            for user in users {
                put_into_inbox(connection, user, number).await?;
            }
        }
        Readers::News => {
            let sql = "INSERT INTO inbox (userid, letter, unread) \
                       SELECT userid, $1, 1 FROM users WHERE news = 1 AND userid <> $2";
            query(sql).bind(number).bind(letter.from.as_str()).execute(connection).await?;
        }
        Readers::Board(_) => {}
    }
    Ok(())
}

/// Puts a letter into an inbox, and removes the oldest ones from a full inbox.
async fn put_into_inbox(
    connection: &mut Connection,
    user: &Userid,
    letter: i64,
) -> Result<(), StoreError> {
    query("INSERT INTO inbox (userid, letter, unread) VALUES ($1, $2, 1)")
        .bind(user.as_str())
        .bind(letter)
        .execute(&mut *connection)
        .await?;
    query(
        "DELETE FROM inbox WHERE userid = $1 AND letter <= \
         (SELECT letter FROM inbox WHERE userid = $1 ORDER BY letter DESC LIMIT 1 OFFSET $2)",
    )
    .bind(user.as_str())
    .bind(i64::from(MOST_IN_INBOX))
    .execute(connection)
    .await?;
    Ok(())
}

/// A letter in the inbox of a reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedLetter {
    /// Number of the letter; later letters have higher numbers.
    pub number: u64,
    /// Its author.
    pub from: Userid,
    /// Lines ended by line feeds, no control characters.
    pub text: String,
    /// When it was written.
    pub at: Timestamp,
    /// Whether its reader has not marked it as read.
    pub unread: bool,
    /// Whether it is news, written to everyone who reads the news.
    pub news: bool,
}

/// Condition on a letter `l` in an inbox `i`: letters from blocked users are not shown.
macro_rules! not_blocked {
    () => {
        "NOT EXISTS (SELECT 1 FROM blocks k WHERE k.userid = i.userid AND k.blocked = l.userid)"
    };
}
pub(crate) use not_blocked;

impl Store {
    /// Letters in a user's inbox, the latest first: at most `limit`, and only those before the
    /// letter number `before`. Those of users whom the reader has blocked are left out.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn inbox(
        &self,
        user: &Userid,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<ReceivedLetter>, StoreError> {
        let before = before.and_then(|number| i64::try_from(number).ok()).unwrap_or(i64::MAX);
        let sql = concat!(
            "SELECT l.number, l.userid, l.at, l.body, l.recipients, i.unread FROM inbox i \
             JOIN letters l ON l.number = i.letter WHERE i.userid = $1 AND i.letter < $2 AND ",
            not_blocked!(),
            " ORDER BY i.letter DESC LIMIT $3"
        );
        let rows = query(sql)
            .bind(user.as_str())
            .bind(before)
            .bind(i64::from(limit))
            .fetch_all(&mut self.database.reader().await?)
            .await?;
        let read = |row: &Row| {
            Ok(ReceivedLetter {
                number: row.whole("number")?,
                from: row.parsed("userid")?,
                text: row.raw("body")?,
                at: row.time("at")?,
                unread: row.raw("unread")?,
                news: row.raw::<Option<&str>>("recipients")?.is_none(),
            })
        };
        rows.iter().map(read).collect()
    }

    /// Marks the letters in a user's inbox as read, up to a number.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn letters_read(&self, user: &Userid, up_to: u64) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write().await?;
        query("UPDATE inbox SET unread = 0 WHERE userid = $1 AND unread = 1 AND letter <= $2")
            .bind(user.as_str())
            .bind(i64::try_from(up_to).unwrap_or(i64::MAX))
            .execute(&mut transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    /// Number of the last letter; 0 when there was none.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn last_letter(&self) -> Result<u64, StoreError> {
        let next = counter::next(&mut self.database.reader().await?, LETTERS).await?.unwrap_or(1);
        u64::try_from(next - 1).map_err(|_| StoreError::Corrupt { column: "next" })
    }

    /// Readers of the letters after a number.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn readers_since(&self, letter: u64) -> Result<Vec<Userid>, StoreError> {
        // The new letters come first: there are few, and each leads to its inboxes.
        let sql = "SELECT DISTINCT i.userid AS userid FROM letters l CROSS JOIN inbox i \
                   WHERE l.number > $1 AND i.letter = l.number";
        let rows = query(sql)
            .bind(i64::try_from(letter).unwrap_or(i64::MAX))
            .fetch_all(&mut self.database.reader().await?)
            .await?;
        rows.iter().map(|row| row.parsed("userid")).collect()
    }
}
