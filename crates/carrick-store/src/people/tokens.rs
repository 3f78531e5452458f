//! API tokens, with which programs sign in, and secret addresses of feeds.

use carrick_service::{Keeps, Scopes, Userid};
use jiff::Timestamp;

use crate::database::{
    AssertSqlSafe, Columns as _, Connection, Lock, Row, StoreError, counter, query, query_scalar,
    time,
};
use crate::people::limits;
use crate::people::limits::{Most, Room};
use crate::people::session::TokenHash;
use crate::store::Store;

const SERIES: &str = "token";

/// A new token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewApiToken {
    /// Owner of the token.
    pub user: Userid,
    /// Hash of the token; the token itself is shown to its owner once and not stored.
    pub hash: TokenHash,
    /// Name given by the owner; not empty.
    pub name: String,
    /// Permissions of the token; not empty.
    pub scopes: Scopes,
    /// Time of creation.
    pub created: Timestamp,
    /// Time at which it expires.
    pub expires: Timestamp,
}

/// A stored token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiToken {
    /// Number of the token, unique among all tokens.
    pub number: u64,
    /// Owner of the token.
    pub user: Userid,
    /// Name given by the owner.
    pub name: String,
    /// Permissions of the token.
    pub scopes: Scopes,
    /// Time of creation.
    pub created: Timestamp,
    /// Time of the last use, to within a minute or so.
    pub used: Option<Timestamp>,
    /// Time at which it expires.
    pub expires: Timestamp,
}

const COLUMNS: &str = "SELECT t.number, t.userid, t.name, t.scopes, t.created, t.used, t.expires \
     FROM api_tokens t JOIN users u ON u.userid = t.userid AND u.deleted IS NULL AND u.suspended IS NULL ";

impl Store {
    /// Stores a token, if its owner has room for it; their expired tokens are deleted first.
    /// Returns the token's number.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn add_api_token(
        &self,
        token: &NewApiToken,
        most: Most,
    ) -> Result<Result<u64, Room>, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        query("DELETE FROM api_tokens WHERE userid = $1 AND expires <= $2")
            .bind(token.user.as_str())
            .bind(time(token.created))
            .execute(&mut transaction)
            .await?;
        let room = limits::room(&mut transaction, "api_tokens", &token.user, most).await?;
        if room != Room::Left {
            return Ok(Err(room));
        }
        let number = counter::take(&mut transaction, SERIES, 1).await?;
        query(
            "INSERT INTO api_tokens (number, userid, token_hash, name, scopes, created, expires) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(number)
        .bind(token.user.as_str())
        .bind(&token.hash.0)
        .bind(&token.name)
        .bind(token.scopes.to_string())
        .bind(time(token.created))
        .bind(time(token.expires))
        .execute(&mut transaction)
        .await?;
        transaction.commit().await?;
        Ok(Ok(u64::try_from(number).map_err(|_| StoreError::Corrupt { column: "next" })?))
    }

    /// The token with this hash, if it has not expired and its owner has not left.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn api_token(
        &self,
        hash: &TokenHash,
        now: Timestamp,
    ) -> Result<Option<ApiToken>, StoreError> {
        let sql = AssertSqlSafe(format!("{COLUMNS} WHERE t.token_hash = $1 AND t.expires > $2"));
        let row = query(sql)
            .bind(&hash.0)
            .bind(time(now))
            .fetch_optional(&mut self.database.reader().await?)
            .await?;
        row.as_ref().map(token).transpose()
    }

    /// A user's tokens, the newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn api_tokens_of(
        &self,
        user: &Userid,
        now: Timestamp,
    ) -> Result<Vec<ApiToken>, StoreError> {
        let sql = AssertSqlSafe(format!(
            "{COLUMNS} WHERE t.userid = $1 AND t.expires > $2 ORDER BY t.number DESC"
        ));
        let rows = query(sql)
            .bind(user.as_str())
            .bind(time(now))
            .fetch_all(&mut self.database.reader().await?)
            .await?;
        rows.iter().map(token).collect()
    }

    /// Records the use of a token.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn api_token_used(&self, number: u64, at: Timestamp) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write_with(Lock::Shared).await?;
        query("UPDATE api_tokens SET used = $2 WHERE number = $1 AND (used IS NULL OR used < $2)")
            .bind(i64::try_from(number).unwrap_or(i64::MAX))
            .bind(time(at))
            .execute(&mut transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    /// Deletes a token of a user; returns whether they had one with that number.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn revoke_api_token(&self, user: &Userid, number: u64) -> Result<bool, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let done = query("DELETE FROM api_tokens WHERE number = $1 AND userid = $2")
            .bind(i64::try_from(number).unwrap_or(i64::MAX))
            .bind(user.as_str())
            .execute(&mut transaction)
            .await?;
        transaction.commit().await?;
        Ok(done.rows_affected() > 0)
    }
}

/// Credentials that a password change has revoked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Revoked {
    /// Number of API tokens.
    pub tokens: u64,
    /// Whether the address of the user's feed was among them.
    pub feed: bool,
}

/// Revokes the tokens and the feed of a user whose password changes, except those to be kept.
pub(crate) async fn end_but(
    connection: &mut Connection,
    user: &Userid,
    keeps: &Keeps,
) -> Result<Revoked, StoreError> {
    let numbers: Vec<i64> =
        query_scalar("SELECT number FROM api_tokens WHERE userid = $1 ORDER BY number")
            .bind(user.as_str())
            .fetch_all(&mut *connection)
            .await?;
    let is_kept =
        |number: i64| u64::try_from(number).is_ok_and(|number| keeps.tokens.contains(&number));
    let mut ended = Revoked::default();
    for number in numbers.into_iter().filter(|number| !is_kept(*number)) {
        let done = query("DELETE FROM api_tokens WHERE number = $1")
            .bind(number)
            .execute(&mut *connection)
            .await?;
        ended.tokens += done.rows_affected();
    }
    if !keeps.feed {
        let done = query("DELETE FROM feeds WHERE userid = $1")
            .bind(user.as_str())
            .execute(&mut *connection)
            .await?;
        ended.feed = done.rows_affected() > 0;
    }
    Ok(ended)
}

fn token(row: &Row) -> Result<ApiToken, StoreError> {
    Ok(ApiToken {
        number: row.whole("number")?,
        user: row.parsed("userid")?,
        name: row.raw("name")?,
        scopes: row.parsed("scopes")?,
        created: row.time("created")?,
        used: row.some_time("used")?,
        expires: row.time("expires")?,
    })
}

// Feed tokens: secret addresses under which a user's turns can be read.

impl Store {
    /// Sets the feed address of a user, replacing an earlier one.
    ///
    /// # Errors
    /// When the user does not exist, or the database fails.
    pub async fn set_feed(
        &self,
        user: &Userid,
        token: &TokenHash,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        query(
            "INSERT INTO feeds (userid, token_hash, made) VALUES ($1, $2, $3) \
             ON CONFLICT (userid) DO UPDATE SET token_hash = $2, made = $3",
        )
        .bind(user.as_str())
        .bind(&token.0)
        .bind(time(at))
        .write(&self.database)
        .await?;
        Ok(())
    }

    /// Removes a user's feed address, if they have one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn end_feed(&self, user: &Userid) -> Result<(), StoreError> {
        query("DELETE FROM feeds WHERE userid = $1")
            .bind(user.as_str())
            .write(&self.database)
            .await?;
        Ok(())
    }

    /// Time at which a user's feed address was created, if they have one.
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

    /// Owner of a feed address, if it is still valid. It is not valid while the account is
    /// suspended.
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
