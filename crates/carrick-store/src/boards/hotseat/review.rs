//! Reviews of hotseat games.

use carrick_coach::review::Times;
use carrick_service::{ReviewNow, Userid};
use jiff::Timestamp;

use super::game::{COLUMNS, Hotseat, hotseat};
use crate::database::{AssertSqlSafe, StoreError, query, query_scalar};
use crate::schedule::{ReviewedGame, review};
use crate::store::Store;

impl Hotseat {
    /// The game, as one that is reviewed.
    pub(super) const fn reviewed(&self) -> ReviewedGame {
        ReviewedGame::Hotseat { kind: self.kind, number: self.number }
    }
}

impl Store {
    /// The reviews of a hotseat game, and how many are waited for, in all and by its user.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn hotseat_review(
        &self,
        user: &Userid,
        kept: &Hotseat,
    ) -> Result<ReviewNow, StoreError> {
        review::now(&mut *self.database.begin_read().await?, kept.reviewed(), Some(user)).await
    }

    /// Asks for a review of a finished hotseat game, unless it has been deleted or played on. One
    /// that is under way stays as it is.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn ask_for_hotseat_review(
        &self,
        user: &Userid,
        kept: &Hotseat,
        times: Times,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let sql = "SELECT count(*) FROM hotseats WHERE userid = $1 AND number = $2 AND turns = $3";
        let same: i64 = query_scalar(sql)
            .bind(user.as_str())
            .bind(i64::from(kept.number))
            .bind(&kept.turns)
            .fetch_one(&mut transaction)
            .await?;
        if same == 1 {
            review::hotseat_asked(&mut transaction, kept.reviewed(), times, true, at).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// A hotseat game that is reviewed, whosever it is.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn reviewed_hotseat(&self, number: u32) -> Result<Option<Hotseat>, StoreError> {
        let sql = AssertSqlSafe(format!("{COLUMNS} WHERE number = $1"));
        let row = query(sql)
            .bind(i64::from(number))
            .fetch_optional(&mut self.database.reader().await?)
            .await?;
        row.as_ref().map(hotseat).transpose()
    }
}
