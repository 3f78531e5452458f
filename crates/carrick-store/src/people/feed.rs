//! Feed tokens: secret addresses under which a user's turns can be read.

use carrick_service::Userid;
use jiff::Timestamp;

use super::session::TokenHash;
use crate::database::{Columns as _, StoreError, query, time};
use crate::store::Store;

impl Store {
    /// Sets the feed address of a user, in place of the one they had.
    ///
    /// # Errors
    /// When the user does not exist, or the database fails.
    pub async fn set_feed(
        &self,
        user: &Userid,
        token: &TokenHash,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write().await?;
        query(
            "INSERT INTO feeds (userid, token_hash, made) VALUES ($1, $2, $3) \
             ON CONFLICT (userid) DO UPDATE SET token_hash = $2, made = $3",
        )
        .bind(user.as_str())
        .bind(&token.0)
        .bind(time(at))
        .execute(&mut transaction)
        .await?;
        Ok(transaction.commit().await?)
    }

    /// Removes a user's feed address, if they have one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn end_feed(&self, user: &Userid) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write().await?;
        query("DELETE FROM feeds WHERE userid = $1")
            .bind(user.as_str())
            .execute(&mut transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    /// Time at which a user's feed address was made, if they have one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn feed_of(&self, user: &Userid) -> Result<Option<Timestamp>, StoreError> {
        let row = query("SELECT made FROM feeds WHERE userid = $1")
            .bind(user.as_str())
            .fetch_optional(&mut self.database.reader().await?)
            .await?;
        row.map(|row| row.time("made")).transpose()
    }

    /// Owner of a feed address, if it is still valid: not while the account is suspended.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn feed_owner(&self, token: &TokenHash) -> Result<Option<Userid>, StoreError> {
        let sql = "SELECT f.userid FROM feeds f JOIN users u ON u.userid = f.userid \
                   WHERE f.token_hash = $1 AND u.suspended IS NULL AND u.deleted IS NULL";
        let row =
            query(sql).bind(&token.0).fetch_optional(&mut self.database.reader().await?).await?;
        row.map(|row| row.parsed("userid")).transpose()
    }
}
