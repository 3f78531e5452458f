//! Retention: deletes old messages and old entries in the log of requests.

use jiff::{SignedDuration, Timestamp};

use crate::database::{
    AssertSqlSafe, Columns as _, Connection, StoreError, query, query_scalar, time,
};
use crate::store::Store;

/// Maximum age of a message that is still sent. An older one is no longer news, and a server that
/// starts to send mail should not start with its past.
pub const SENT_WITHIN: SignedDuration = SignedDuration::from_hours(5 * 24);

/// Maximum number of messages to keep for a user; older ones are deleted.
const MOST_OF_USER: i64 = 1000;

/// Where users of one network address have more messages than this together, each keeps only the
/// newest [`MOST_WHERE_CROWDED`].
const MOST_FROM_PLACE: i64 = 20_000;

/// Maximum number of messages to keep for such a user.
const MOST_WHERE_CROWDED: i64 = 100;

/// Maximum number of rows that one transaction deletes, so that no one waits for long.
const AT_ONCE: i64 = 500;

/// Maximum number of such transactions for each table in one call.
const ROUNDS: usize = 20;

/// Messages `o` that are not being processed: none of their emails is in progress or collected for
/// a digest.
const AT_REST: &str = "NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.message = o.number AND d.state = 'waiting') \
     AND NOT EXISTS (SELECT 1 FROM digests g WHERE g.message = o.number)";

/// Number of deleted rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Forgotten {
    /// Messages, sent or abandoned, and letters between users.
    pub messages: u64,
    /// Lines of the log of requests.
    pub requests: u64,
}

impl Store {
    /// Deletes messages, letters and lines of the log that are older than `before`, and for each
    /// user the messages beyond the newest 1,000 (100 if the users of a network address have more
    /// than 20,000 together), unless they are being sent. Messages that are too old to be sent are
    /// dropped. A repeated request from before `before` is no longer recognised.
    ///
    /// Lines about administration stay, and lines of emails stay as long as the emails are known.
    /// If there is very much to delete, some is left for the next call.
    ///
    /// # Errors
    /// When the database fails; what was deleted before that stays deleted.
    pub async fn forget(&self, before: Timestamp, now: Timestamp) -> Result<Forgotten, StoreError> {
        let mut forgotten = Forgotten::default();
        let unsent = self.ago(SENT_WITHIN, now).await?;
        let mut transaction = self.database.begin_write().await?;
        query("UPDATE outbox SET state = 'sent', sent = created WHERE state = 'pending' AND created < $1")
            .bind(time(unsent))
            .execute(&mut transaction)
            .await?;
        transaction.commit().await?;
        let mut reader = self.database.reader().await?;
        let old = first_since(&mut reader, "outbox", "created", before).await?;
        drop(reader);
        if let Some(first) = old {
            forgotten.messages += self.delete_messages(None, first).await?;
        }
        let crowded = query(
            "WITH mine AS (SELECT userid, count(*) AS messages FROM outbox \
              WHERE userid IS NOT NULL GROUP BY userid), \
             ours AS (SELECT m.userid, m.messages, CASE WHEN p.place IS NOT NULL \
              AND sum(m.messages) OVER (PARTITION BY p.place) > $2 THEN $3 ELSE $1 END AS most \
              FROM mine m LEFT JOIN places p ON p.userid = m.userid) \
             SELECT userid, most FROM ours WHERE messages > most",
        );
        let crowded = crowded.bind(MOST_OF_USER).bind(MOST_FROM_PLACE).bind(MOST_WHERE_CROWDED);
        let crowded = crowded.fetch_all(&mut self.database.reader().await?).await?;
        for row in &crowded {
            let user: &str = row.raw("userid")?;
            let sql = "SELECT number FROM outbox WHERE userid = $1 ORDER BY number DESC LIMIT 1 OFFSET $2";
            let first: i64 = query_scalar(sql)
                .bind(user)
                .bind(row.raw::<i64>("most")? - 1)
                .fetch_one(&mut self.database.reader().await?)
                .await?;
            forgotten.messages += self.delete_messages(Some(user), first).await?;
        }
        let old = first_since(&mut self.database.reader().await?, "letters", "at", before).await?;
        if let Some(first) = old {
            forgotten.messages += self.delete_letters(first).await?;
        }
        let old = first_since(&mut self.database.reader().await?, "requests", "at", before).await?;
        if let Some(first) = old {
            forgotten.requests = self.delete_requests(first).await?;
        }
        Ok(forgotten)
    }

    /// Deletes messages before a number: for all users, only finished ones; for one user, also those
    /// for which no email was attempted, which is every message where no email is sent.
    async fn delete_messages(&self, of: Option<&str>, first: i64) -> Result<u64, StoreError> {
        let which = match of {
            None => "o.state <> 'pending'",
            Some(_) => "o.userid = $4",
        };
        let sql = format!(
            "SELECT o.number FROM outbox o WHERE o.number < $1 AND o.number > $2 AND {which} AND {AT_REST} \
             ORDER BY o.number LIMIT $3"
        );
        let (mut deleted, mut last) = (0, 0);
        for _ in 0..ROUNDS {
            let mut transaction = self.database.begin_write().await?;
            let found =
                query_scalar(AssertSqlSafe(sql.clone())).bind(first).bind(last).bind(AT_ONCE);
            let found = match of {
                Some(user) => found.bind(user),
                None => found,
            };
            let numbers: Vec<i64> = found.fetch_all(&mut transaction).await?;
            let Some(&highest) = numbers.last() else { return Ok(deleted) };
            for number in &numbers {
                delete_message(&mut transaction, *number).await?;
            }
            transaction.commit().await?;
            (deleted, last) = (deleted + numbers.len() as u64, highest);
        }
        Ok(deleted)
    }

    /// Deletes the letters before a number.
    async fn delete_letters(&self, first: i64) -> Result<u64, StoreError> {
        let sql = "DELETE FROM letters WHERE number IN \
                   (SELECT number FROM letters WHERE number < $1 ORDER BY number LIMIT $2)";
        let mut deleted = 0;
        for _ in 0..ROUNDS {
            let mut transaction = self.database.begin_write().await?;
            let gone = query(sql).bind(first).bind(AT_ONCE).execute(&mut transaction).await?;
            transaction.commit().await?;
            deleted += gone.rows_affected();
            if gone.rows_affected() < AT_ONCE as u64 {
                break;
            }
        }
        Ok(deleted)
    }

    /// Deletes unreferenced requests before a number.
    async fn delete_requests(&self, first: i64) -> Result<u64, StoreError> {
        let sql = "SELECT r.number FROM requests r WHERE r.number < $1 AND r.number > $2 \
                   AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.request = r.number) \
                   AND NOT EXISTS (SELECT 1 FROM mails m WHERE m.request = r.number) \
                   AND r.command NOT LIKE 'admin %' ORDER BY r.number LIMIT $3";
        let (mut deleted, mut last) = (0, 0);
        for _ in 0..ROUNDS {
            let mut transaction = self.database.begin_write().await?;
            let found = query_scalar(sql).bind(first).bind(last).bind(AT_ONCE);
            let numbers: Vec<i64> = found.fetch_all(&mut transaction).await?;
            let Some(&highest) = numbers.last() else { return Ok(deleted) };
            for number in &numbers {
                for sql in [
                    "DELETE FROM texts WHERE request = $1",
                    "DELETE FROM requests WHERE number = $1",
                ] {
                    query(sql).bind(*number).execute(&mut transaction).await?;
                }
            }
            transaction.commit().await?;
            (deleted, last) = (deleted + numbers.len() as u64, highest);
        }
        Ok(deleted)
    }
}

/// Number of the first row that is not older than `before`, in a table whose numbers grow with
/// time; a number beyond all if there is no such row, and `None` when no row is older.
async fn first_since(
    connection: &mut Connection,
    table: &str,
    column: &str,
    before: Timestamp,
) -> Result<Option<i64>, StoreError> {
    let oldest = format!("SELECT number FROM {table} ORDER BY number LIMIT 1");
    let oldest: Option<i64> =
        query_scalar(AssertSqlSafe(oldest)).fetch_optional(&mut *connection).await?;
    let first = format!("SELECT number FROM {table} WHERE {column} >= $1 ORDER BY number LIMIT 1");
    let first: Option<i64> =
        query_scalar(AssertSqlSafe(first)).bind(time(before)).fetch_optional(connection).await?;
    Ok(oldest
        .map(|oldest| (oldest, first.unwrap_or(i64::MAX)))
        .and_then(|(oldest, first)| (oldest < first).then_some(first)))
}

/// Deletes a message with everything about it.
async fn delete_message(connection: &mut Connection, number: i64) -> Result<(), StoreError> {
    for sql in [
        "DELETE FROM account_changes WHERE message = $1",
        "DELETE FROM deliveries WHERE message = $1",
        "DELETE FROM digests WHERE message = $1",
        "DELETE FROM outbox WHERE number = $1",
    ] {
        query(sql).bind(number).execute(&mut *connection).await?;
    }
    Ok(())
}
