//! Outages: times without a running server, which are charged to no player's clock.

use carrick_service::{Outage, Outages};
use jiff::Timestamp;

use crate::database::{
    AssertSqlSafe, Columns as _, Connection, Dialect, Row, StoreError, query, time,
};
use crate::store::Store;

/// Columns of a board of table `b` about outages; [`of_row`] reads them.
pub(crate) fn columns(dialect: Dialect) -> String {
    format!(
        "(SELECT {} FROM outages o WHERE o.until > b.created) AS outages, \
         (SELECT at FROM sweeps WHERE one = 1) AS swept",
        dialect.json_rows("o.since, o.until", "o.since")
    )
}

impl Store {
    /// Records that a server runs at this moment. If none ran for more than an hour before, that
    /// time becomes an outage, which is charged to nobody; it is returned by the call that recorded
    /// it.
    ///
    /// A clock that was set back changes nothing, except that an outage in which a server now runs
    /// was none.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn note_sweep(&self, now: Timestamp) -> Result<Option<Outage>, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let Outages { past, swept } = all(&mut transaction).await?;
        let wrong: Vec<Outage> = past.iter().filter_map(|outage| outage.corrected(now)).collect();
        for outage in &wrong {
            query("UPDATE outages SET until = $2 WHERE since = $1")
                .bind(time(outage.since))
                .bind(time(outage.until))
                .execute(&mut transaction)
                .await?;
        }
        if !wrong.is_empty() {
            // Deadlines may have come nearer.
            query("UPDATE boards SET due = $1 WHERE ended IS NULL AND due > $1")
                .bind(time(now))
                .execute(&mut transaction)
                .await?;
        }
        let outage = swept.and_then(|last| Outage::between(last, now));
        if let Some(outage) = outage {
            let sql = "INSERT INTO outages (since, until) VALUES ($1, $2) \
                       ON CONFLICT (since) DO UPDATE SET until = excluded.until";
            query(sql)
                .bind(time(outage.since))
                .bind(time(outage.until))
                .execute(&mut transaction)
                .await?;
        }
        if !wrong.is_empty() || swept.is_none_or(|last| last < now) {
            let sql = "INSERT INTO sweeps (one, at) VALUES (1, $1) \
                       ON CONFLICT (one) DO UPDATE SET at = excluded.at";
            query(sql).bind(time(now)).execute(&mut transaction).await?;
        }
        transaction.commit().await?;
        let latest = swept.filter(|_| wrong.is_empty()).map_or(now, |swept| swept.max(now));
        self.note_time(latest);
        Ok(outage)
    }

    /// When a server was last known to run.
    pub(crate) async fn last_sweep(&self) -> Result<Option<Timestamp>, StoreError> {
        let mut reader = self.database.reader().await?;
        Ok(all(&mut reader).await?.swept)
    }
}

/// All recorded outages.
pub(crate) async fn all(connection: &mut Connection) -> Result<Outages, StoreError> {
    let sql =
        format!("SELECT {} FROM (SELECT {} AS created) b", columns(connection.dialect()), i64::MIN);
    of_row(&query(AssertSqlSafe(sql)).fetch_one(connection).await?)
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
