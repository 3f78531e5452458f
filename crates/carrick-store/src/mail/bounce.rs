//! Bounces: an address that bounces gets no mail until it is confirmed again.

use carrick_service::{Address, Userid};
use jiff::{SignedDuration, Timestamp};

use super::outbox::DeliveryId;
use crate::database::{
    AssertSqlSafe, Columns as _, Connection, Row, StoreError, query, query_scalar, time,
};
use crate::store::Store;

/// Number of bounces within [`REMEMBERED`] after which an address is blocked.
const MOST: i64 = 3;

/// Minimum time between the first and the last of them. A mail server that is out of order for an
/// hour says of all its users that they do not exist.
const SPAN: SignedDuration = SignedDuration::from_hours(24);

/// How long a bounce is remembered.
const REMEMBERED: SignedDuration = SignedDuration::from_hours(30 * 24);

impl Store {
    /// Records a bounce: a copy of a message came back because `address` does not exist. It counts
    /// only if that is where the copy went, and not the end of a forward there. After three within
    /// thirty days, the first and the last at least a day apart, the address gets no mail until its
    /// user confirms it again. Returns whether it is blocked now.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn came_back(
        &self,
        copy: DeliveryId,
        address: &Address,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let is_off = match went_to(&mut transaction, copy).await? {
            Some(to) if to.eq_ignore_ascii_case(address.as_str()) => {
                note(&mut transaction, copy, now).await?
            }
            _ => false,
        };
        transaction.commit().await?;
        Ok(is_off)
    }

    /// Addresses blocked by bounces, each with its user.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn returned_addresses(&self) -> Result<Vec<(Userid, Address)>, StoreError> {
        let sql = "SELECT userid, address FROM addresses WHERE returned = 1 ORDER BY userid, place";
        let rows = query(sql).fetch_all(&mut *self.database.begin_read().await?).await?;
        let read = |row: &Row| Ok((row.parsed("userid")?, row.parsed("address")?));
        rows.iter().map(read).collect()
    }
}

/// The address of a copy of a message.
async fn went_to(
    connection: &mut Connection,
    copy: DeliveryId,
) -> Result<Option<String>, StoreError> {
    let sql = "SELECT address FROM deliveries WHERE message = $1 AND copy = $2";
    let query = query_scalar(sql).bind(copy.message).bind(i64::from(copy.copy));
    query.fetch_optional(&mut *connection).await
}

/// Records a bounce within a transaction.
pub(crate) async fn note(
    connection: &mut Connection,
    copy: DeliveryId,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let since = time(now.saturating_sub(REMEMBERED).unwrap_or(Timestamp::MIN));
    query("DELETE FROM bounces WHERE at < $1").bind(since).execute(&mut *connection).await?;
    let Some(address) = went_to(connection, copy).await? else { return Ok(false) };
    query(
        "INSERT INTO bounces (message, copy, address, at) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (message, copy) DO NOTHING",
    )
    .bind(copy.message)
    .bind(i64::from(copy.copy))
    .bind(&address)
    .bind(time(now))
    .execute(&mut *connection)
    .await?;
    let sql = "SELECT count(*) AS count, max(at) - min(at) AS span FROM bounces WHERE address = $1";
    let seen = query(sql).bind(&address).fetch_one(&mut *connection).await?;
    let (count, span) = (seen.raw::<i64>("count")?, seen.raw::<i64>("span")?);
    if count < MOST || i128::from(span) < SPAN.as_micros() {
        return Ok(false);
    }
    let same = connection.dialect().same_letters("address", "$1");
    let sql =
        format!("UPDATE addresses SET confirmed = 0, returned = 1 WHERE {same} AND confirmed = 1");
    query(AssertSqlSafe(sql)).bind(&address).execute(&mut *connection).await?;
    // Waiting mail would bounce as well. Only questions whether an address is somebody's may still
    // go there.
    query(
        "UPDATE deliveries SET state = 'dead', due = $2, failure = 'mail for this address comes back' \
         WHERE address = $1 AND state = 'waiting' AND NOT EXISTS \
         (SELECT 1 FROM outbox o WHERE o.number = deliveries.message AND o.claimed IS NOT NULL)",
    )
    .bind(&address)
    .bind(time(now))
    .execute(connection)
    .await?;
    Ok(true)
}
