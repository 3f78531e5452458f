//! When a server ran: noted by whoever looks for what is due.

use carrick_service::{BoardId, Expired, Outage, Outages};
use jiff::Timestamp;

use crate::column::{Columns as _, offer_kind, seat as seat_word, time};
use crate::sqlite::{Connection, Row};
use crate::{Store, StoreError, plan};

/// What a board of table `b` must know of outages; [`of_row`] reads it.
pub(crate) const COLUMNS: &str = "(SELECT json_group_array(json_array(o.since, o.until)) \
     FROM outages o WHERE o.until > b.created) AS outages, (SELECT at FROM sweeps WHERE one = 1) AS swept";

impl Store {
    /// Notes that a server runs at this moment. Where none did for more than an hour before, that is an outage from
    /// now on, by which nobody loses time. What is returned was noted by this call.
    ///
    /// A clock that was set back changes nothing, except that an outage in which a server now runs was none.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn note_sweep(&self, now: Timestamp) -> Result<Option<Outage>, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let Outages { past, swept } = all(&mut transaction).await?;
        let wrong: Vec<Outage> = past.iter().filter_map(|outage| outage.corrected(now)).collect();
        for outage in &wrong {
            sqlx::query("UPDATE outages SET until = $2 WHERE since = $1")
                .bind(time(outage.since))
                .bind(time(outage.until))
                .execute(&mut *transaction)
                .await?;
        }
        if !wrong.is_empty() {
            // What is due may have come nearer.
            sqlx::query("UPDATE boards SET due = $1 WHERE ended IS NULL AND due > $1")
                .bind(time(now))
                .execute(&mut *transaction)
                .await?;
        }
        let outage = swept.and_then(|last| Outage::between(last, now));
        if let Some(outage) = outage {
            let sql = "INSERT INTO outages (since, until) VALUES ($1, $2) \
                       ON CONFLICT (since) DO UPDATE SET until = excluded.until";
            sqlx::query(sql)
                .bind(time(outage.since))
                .bind(time(outage.until))
                .execute(&mut *transaction)
                .await?;
        }
        if !wrong.is_empty() || swept.is_none_or(|last| last < now) {
            let sql = "INSERT INTO sweeps (one, at) VALUES (1, $1) \
                       ON CONFLICT (one) DO UPDATE SET at = excluded.at";
            sqlx::query(sql).bind(time(now)).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(outage)
    }
}

/// Everything that is known of outages.
pub(crate) async fn all(connection: &mut Connection) -> Result<Outages, StoreError> {
    let sql = format!("SELECT {} FROM (SELECT {} AS created) b", COLUMNS, i64::MIN);
    of_row(&sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_one(connection).await?)
}

pub(crate) fn of_row(row: &Row) -> Result<Outages, StoreError> {
    let corrupt = || StoreError::Corrupt { column: "outages" };
    let past: Vec<(i64, i64)> = serde_json::from_str(row.raw("outages")?).map_err(|_| corrupt())?;
    let outage = |(since, until)| {
        let [since, until] = [since, until].map(Timestamp::from_microsecond);
        Some(Outage { since: since.ok()?, until: until.ok()? })
    };
    let past = past.into_iter().map(outage).collect::<Option<_>>().ok_or_else(corrupt)?;
    Ok(Outages { past, swept: row.some_time("swept")? })
}

/// Keeps what there was on a board whose time ran out.
pub(crate) async fn set_aside(
    connection: &mut Connection,
    board: BoardId,
    Expired { plans, offer }: &Expired,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO expiries (kind, number, first_queue, second_queue, submitted, offer_by, \
         offer_kind, offer_rejected) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(board.kind.name())
    .bind(i64::from(board.number))
    .bind(&plans.queues[0])
    .bind(&plans.queues[1])
    .bind(&plans.submitted)
    .bind(offer.map(|offer| seat_word(offer.by)))
    .bind(offer.map(|offer| offer_kind(offer.kind)))
    .bind(offer.map(|offer| offer.rejected))
    .execute(connection)
    .await?;
    Ok(())
}

/// What there was on a board when its time ran out, if it did.
pub(crate) async fn expired(
    connection: &mut Connection,
    board: BoardId,
) -> Result<Option<Expired>, StoreError> {
    let row = sqlx::query("SELECT * FROM expiries WHERE kind = $1 AND number = $2")
        .bind(board.kind.name())
        .bind(i64::from(board.number))
        .fetch_optional(connection)
        .await?;
    row.map(|row| Ok(Expired { plans: plan::of_row(&row)?, offer: row.offer()? })).transpose()
}
