//! Outgoing mail for operators: waiting and dead deliveries, sending them again.

use carrick_service::Address;
use jiff::Timestamp;

use super::outbox::DeliveryId;
use super::outbox::{Outgoing, outgoing, select_messages};
use crate::database::{Columns as _, Row, StoreError, query, time};
use crate::store::Store;

/// A delivery that was given up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadLetter {
    /// Number of the delivery.
    pub id: DeliveryId,
    /// Recipient's address.
    pub to: Address,
    /// Subject of the message.
    pub subject: String,
    /// Number of attempts.
    pub attempts: u32,
    /// Time at which it was given up.
    pub since: Timestamp,
    /// Last answer of the relay.
    pub failure: String,
}

/// A copy of a message, for operators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyState {
    /// Recipient's address.
    pub to: Address,
    /// `waiting`, `sent` or `dead`.
    pub state: String,
    /// Time of the next attempt, or since when it is sent or dead.
    pub due: Timestamp,
    /// Number of attempts.
    pub attempts: u32,
    /// Last answer of the relay.
    pub failure: Option<String>,
}

/// Size of the mail queues.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// Messages in the outbox that are not handed on yet.
    pub pending: u64,
    /// Copies that wait to be sent, for the first time or again.
    pub waiting: u64,
    /// Time at which the next copy is due.
    pub next: Option<Timestamp>,
    /// Last failure of the copy that is due first, among those that have failed before.
    pub failure: Option<String>,
    /// Copies that were given up.
    pub dead: u64,
    /// Messages that wait for a user's daily digest.
    pub put_aside: u64,
}

impl Store {
    /// Size of the mail queues.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn waiting_mail(&self) -> Result<Waiting, StoreError> {
        let sql = "SELECT (SELECT count(*) FROM outbox WHERE state = 'pending') AS pending, \
                   (SELECT count(*) FROM deliveries WHERE state = 'waiting') AS waiting, \
                   (SELECT min(due) FROM deliveries WHERE state = 'waiting') AS next, \
                   (SELECT failure FROM deliveries WHERE state = 'waiting' \
                    AND failure IS NOT NULL ORDER BY due LIMIT 1) AS failure, \
                   (SELECT count(*) FROM deliveries WHERE state = 'dead') AS dead, \
                   (SELECT count(*) FROM digests) AS put_aside";
        let row = query(sql).fetch_one(&mut *self.database.begin_read().await?).await?;
        Ok(Waiting {
            pending: row.whole("pending")?,
            waiting: row.whole("waiting")?,
            next: row.some_time("next")?,
            failure: row.raw("failure")?,
            dead: row.whole("dead")?,
            put_aside: row.whole("put_aside")?,
        })
    }

    /// Dead deliveries, oldest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn dead_letters(&self) -> Result<Vec<DeadLetter>, StoreError> {
        let sql = "SELECT d.message, d.copy, d.address, d.attempts, d.due, d.failure, o.subject \
                   FROM deliveries d JOIN outbox o ON o.number = d.message \
                   WHERE d.state = 'dead' ORDER BY d.due, d.message, d.copy";
        let rows = query(sql).fetch_all(&mut *self.database.begin_read().await?).await?;
        let letter = |row: &Row| {
            Ok(DeadLetter {
                id: DeliveryId { message: row.raw("message")?, copy: row.whole("copy")? },
                to: row.parsed("address")?,
                subject: row.raw("subject")?,
                attempts: row.whole("attempts")?,
                since: row.time("due")?,
                failure: row.raw::<Option<String>>("failure")?.unwrap_or_default(),
            })
        };
        rows.iter().map(letter).collect()
    }

    /// A message that was handed on, and the state of its copies.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn sent_message(
        &self,
        number: i64,
    ) -> Result<Option<(Outgoing, Vec<CopyState>)>, StoreError> {
        let mut transaction = self.database.begin_read().await?;
        let sql = select_messages!(
            "FROM outbox o WHERE o.number = $1 AND o.state = 'sent' \
             AND (o.userid IS NOT NULL OR o.address IS NOT NULL)"
        );
        let row = query(sql).bind(number).fetch_optional(&mut transaction).await?;
        let Some(row) = row else { return Ok(None) };
        let sql = "SELECT * FROM deliveries WHERE message = $1 ORDER BY copy";
        let rows = query(sql).bind(number).fetch_all(&mut transaction).await?;
        let copy = |row: &Row| {
            Ok(CopyState {
                to: row.parsed("address")?,
                state: row.raw("state")?,
                due: row.time("due")?,
                attempts: row.whole("attempts")?,
                failure: row.raw("failure")?,
            })
        };
        let copies: Result<Vec<CopyState>, StoreError> = rows.iter().map(copy).collect();
        Ok(Some((outgoing(&row)?, copies?)))
    }

    /// Requeues the dead deliveries of a message, or of all messages when none is named, with all
    /// attempts. Returns how many there were.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn requeue(&self, message: Option<i64>, now: Timestamp) -> Result<u64, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let done = query(
            "UPDATE deliveries SET state = 'waiting', due = $1, attempts = 0 \
             WHERE state = 'dead' AND ($2 IS NULL OR message = $2)",
        )
        .bind(time(now))
        .bind(message)
        .execute(&mut transaction)
        .await?;
        transaction.commit().await?;
        Ok(done.rows_affected())
    }
}
