//! Second factors: users whose sign-in asks for a code, and the codes that are used up.

use carrick_service::Userid;
use jiff::Timestamp;

use super::session::TokenHash;
use crate::database::{Columns as _, Connection, StoreError, query, time};
use crate::store::Store;

/// A user's second factor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecondFactor {
    /// Random part of the shared secret, which derives from this, from the name below, and from a
    /// key that is kept elsewhere.
    pub drawn: String,
    /// Name of its owner when it was drawn.
    pub drawn_for: Userid,
    /// Time since which sign-in asks for codes; `None` until the owner has entered one.
    pub since: Option<Timestamp>,
    /// Number of recovery codes that are left.
    pub recovery_codes: u32,
}

impl Store {
    /// A user's second factor, enabled or proposed.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn second_factor_of(
        &self,
        user: &Userid,
    ) -> Result<Option<SecondFactor>, StoreError> {
        let row = query(
            "SELECT drawn, coalesce(drawn_for, userid) AS drawn_for, since, (SELECT count(*) FROM recovery_codes r WHERE r.userid = f.userid) \
             AS codes FROM second_factors f WHERE userid = $1",
        )
        .bind(user.as_str())
        .fetch_optional(&mut self.database.reader().await?)
        .await?;
        row.map(|row| {
            Ok(SecondFactor {
                drawn: row.raw("drawn")?,
                drawn_for: row.parsed("drawn_for")?,
                since: row.some_time("since")?,
                recovery_codes: row.whole("codes")?,
            })
        })
        .transpose()
    }

    /// Stores the random part of a proposed second factor, in place of an earlier proposal. An
    /// enabled one stays as it is.
    ///
    /// # Errors
    /// When the user does not exist, or the database fails.
    pub async fn propose_second_factor(
        &self,
        user: &Userid,
        drawn: &str,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write().await?;
        query(
            "INSERT INTO second_factors (userid, drawn, made) VALUES ($1, $2, $3) \
             ON CONFLICT (userid) DO UPDATE SET drawn = $2, drawn_for = NULL, made = $3, step = 0 WHERE second_factors.since IS NULL",
        )
        .bind(user.as_str())
        .bind(drawn)
        .bind(time(at))
        .execute(&mut transaction)
        .await?;
        Ok(transaction.commit().await?)
    }

    /// Enables the proposed second factor; `step` is the time step of the code by which the owner
    /// has shown that they have it. Returns whether there was one to enable.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn begin_second_factor(
        &self,
        user: &Userid,
        step: u64,
        recovery: &[TokenHash],
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let done = query(
            "UPDATE second_factors SET since = $2, step = $3 WHERE userid = $1 AND since IS NULL",
        )
        .bind(user.as_str())
        .bind(time(at))
        .bind(column(step))
        .execute(&mut transaction)
        .await?;
        if done.rows_affected() == 0 {
            return Ok(false);
        }
        replace_codes(&mut transaction, user, recovery).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Uses up the code of a time step. Returns whether it was valid: each code works once, and
    /// none after a later one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn use_step(&self, user: &Userid, step: u64) -> Result<bool, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let done = query(
            "UPDATE second_factors SET step = $2 \
             WHERE userid = $1 AND since IS NOT NULL AND step < $2",
        )
        .bind(user.as_str())
        .bind(column(step))
        .execute(&mut transaction)
        .await?;
        transaction.commit().await?;
        Ok(done.rows_affected() == 1)
    }

    /// Uses up a recovery code; returns whether it was one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn use_recovery_code(
        &self,
        user: &Userid,
        code: &TokenHash,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let done = query("DELETE FROM recovery_codes WHERE userid = $1 AND code_hash = $2")
            .bind(user.as_str())
            .bind(&code.0)
            .execute(&mut transaction)
            .await?;
        transaction.commit().await?;
        Ok(done.rows_affected() == 1)
    }

    /// Replaces all recovery codes of a user.
    ///
    /// # Errors
    /// When the user does not exist, or the database fails.
    pub async fn set_recovery_codes(
        &self,
        user: &Userid,
        codes: &[TokenHash],
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write().await?;
        replace_codes(&mut transaction, user, codes).await?;
        Ok(transaction.commit().await?)
    }

    /// Removes a user's second factor.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn end_second_factor(&self, user: &Userid) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write().await?;
        replace_codes(&mut transaction, user, &[]).await?;
        query("DELETE FROM second_factors WHERE userid = $1")
            .bind(user.as_str())
            .execute(&mut transaction)
            .await?;
        Ok(transaction.commit().await?)
    }
}

async fn replace_codes(
    connection: &mut Connection,
    user: &Userid,
    codes: &[TokenHash],
) -> Result<(), StoreError> {
    query("DELETE FROM recovery_codes WHERE userid = $1")
        .bind(user.as_str())
        .execute(&mut *connection)
        .await?;
    for code in codes {
        query("INSERT INTO recovery_codes (userid, code_hash) VALUES ($1, $2)")
            .bind(user.as_str())
            .bind(&code.0)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// A time step as a column; every real one fits.
fn column(step: u64) -> i64 {
    i64::try_from(step).unwrap_or(i64::MAX)
}
