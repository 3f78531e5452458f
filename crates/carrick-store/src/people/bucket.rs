//! Token buckets of the limits that all processes on a database share.

use jiff::Timestamp;

use crate::database::{Columns as _, Lock, Queue, StoreError, query, time};
use crate::store::Store;

impl Store {
    /// Whether the database is one of a server, so that processes on several machines may share it.
    #[must_use]
    pub const fn is_on_server(&self) -> bool {
        self.database.is_on_server()
    }

    /// Changes some token buckets, each named by a budget and its holder, in one transaction:
    /// whatever is charged by several processes at once is counted in full.
    ///
    /// `change` gets the moments at which they will be full again, which are not before `now`, and
    /// moves them. Buckets that are full are forgotten.
    ///
    /// # Errors
    /// When the database fails; then nothing is changed.
    pub async fn change_buckets<T: Send>(
        &self,
        buckets: &[(&'static str, &str)],
        now: Timestamp,
        change: impl FnOnce(&mut [Timestamp]) -> T + Send,
    ) -> Result<T, StoreError> {
        let mut transaction = self.database.begin_write_with(Lock::Queue(Queue::Buckets)).await?;
        let mut before = Vec::with_capacity(buckets.len());
        for (budget, holder) in buckets {
            let row = query("SELECT full_at FROM buckets WHERE budget = $1 AND holder = $2")
                .bind(*budget)
                .bind(*holder)
                .fetch_optional(&mut transaction)
                .await?;
            let full_at = row.map(|row| row.time("full_at")).transpose()?;
            before.push(full_at.unwrap_or(now).max(now));
        }
        let mut after = before.clone();
        let found = change(&mut after);
        if after == before {
            return Ok(found);
        }
        for ((budget, holder), full_at) in buckets.iter().zip(after) {
            query(
                "INSERT INTO buckets (budget, holder, full_at) VALUES ($1, $2, $3) \
                 ON CONFLICT (budget, holder) DO UPDATE SET full_at = excluded.full_at",
            )
            .bind(*budget)
            .bind(*holder)
            .bind(time(full_at))
            .execute(&mut transaction)
            .await?;
        }
        query("DELETE FROM buckets WHERE full_at <= $1")
            .bind(time(now))
            .execute(&mut transaction)
            .await?;
        transaction.commit().await?;
        Ok(found)
    }
}
