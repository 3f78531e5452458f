//! Record of incoming mails.

use jiff::Timestamp;

use crate::database::{StoreError, query, query_scalar, time};
use crate::store::Store;

impl Store {
    /// `Message-ID` of the mail that a message of the outbox answers, if there is one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn answered_by(&self, message: i64) -> Result<Option<String>, StoreError> {
        let sql = "SELECT m.message_id FROM outbox o JOIN mails m ON m.request = o.request \
                   WHERE o.number = $1";
        let found: Option<Option<String>> = query_scalar(sql)
            .bind(message)
            .fetch_optional(&mut *self.database.begin_read().await?)
            .await?;
        Ok(found.flatten())
    }

    /// Deletes the names of mails that came before a moment. Returns how many.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn forget_mails(&self, before: Timestamp) -> Result<u64, StoreError> {
        // Most calls find nothing, and should not make writers wait.
        let sql = "SELECT 1 FROM mails WHERE at < $1 LIMIT 1";
        let one = query(sql).bind(time(before));
        if one.fetch_optional(&mut *self.database.begin_read().await?).await?.is_none() {
            return Ok(0);
        }
        let mut transaction = self.database.begin_write().await?;
        let done = query("DELETE FROM mails WHERE at < $1")
            .bind(time(before))
            .execute(&mut transaction)
            .await?;
        transaction.commit().await?;
        Ok(done.rows_affected())
    }
}
