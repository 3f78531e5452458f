//! Reviews of hotseat games.

use carrick_coach::review::Times;
use carrick_service::{Refusal, ReviewNow, Userid};
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
    /// The reviews of a hotseat game, and the queue as its user sees it.
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

    /// Asks for a review of a finished hotseat game if `may` allows it, unless the game has been
    /// deleted or played on. One that is under way stays as it is.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn ask_for_hotseat_review(
        &self,
        user: &Userid,
        kept: &Hotseat,
        times: Times,
        at: Timestamp,
        may: impl FnOnce(&ReviewNow) -> Result<(), Refusal> + Send,
    ) -> Result<Result<(), Refusal>, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let sql = "SELECT count(*) FROM hotseats WHERE userid = $1 AND number = $2 AND turns = $3";
        let same: i64 = query_scalar(sql)
            .bind(user.as_str())
            .bind(i64::from(kept.number))
            .bind(&kept.turns)
            .fetch_one(&mut transaction)
            .await?;
        if same == 1 {
            let game = kept.reviewed();
            let now = review::now(&mut transaction, game, Some(user)).await?;
            if now.under_way.is_none()
                && let Err(refusal) = may(&now)
            {
                return Ok(Err(refusal));
            }
            review::asked(&mut transaction, game, times, (user, true), at).await?;
        }
        transaction.commit().await?;
        Ok(Ok(()))
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
