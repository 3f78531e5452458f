//! Self-tests of mail: messages that the server has sent to itself.

use jiff::{SignedDuration, Timestamp};

use crate::database::{Columns as _, StoreError, query, time};
use crate::store::Store;

/// Finding about a mail that the server has sent to itself and received.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Echo {
    /// Whether a forged field in the relay's name was still there.
    pub forged: bool,
    /// Whether the relay has added its own field.
    pub judged: bool,
}

/// How long a finding is kept: nobody waits for it longer.
const KEPT_FOR: SignedDuration = SignedDuration::from_hours(24);

impl Store {
    /// Records that the mail of this number came back.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn put_echo(&self, number: u32, echo: Echo, at: Timestamp) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write().await?;
        query("DELETE FROM echoes WHERE at < $1")
            .bind(time(at - KEPT_FOR))
            .execute(&mut transaction)
            .await?;
        let sql = "INSERT INTO echoes (number, at, forged, judged) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT (number) DO NOTHING";
        query(sql)
            .bind(i64::from(number))
            .bind(time(at))
            .bind(echo.forged)
            .bind(echo.judged)
            .execute(&mut transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    /// The finding about a mail, if it came back.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn echo(&self, number: u32) -> Result<Option<Echo>, StoreError> {
        let row = query("SELECT forged, judged FROM echoes WHERE number = $1")
            .bind(i64::from(number))
            .fetch_optional(&mut *self.database.begin_read().await?)
            .await?;
        row.map(|row| Ok(Echo { forged: row.raw("forged")?, judged: row.raw("judged")? }))
            .transpose()
    }
}
