//! Web accounts: web passwords, and guests.

use carrick_service::{BELIEVED_AFTER, Keeps, Userid};
use jiff::{SignedDuration, Timestamp};

use super::api_token::{Revoked, end_but};
use crate::database::{
    Columns as _, Connection, Lock, StoreError, counter, query, query_scalar, time,
};
use crate::store::Store;

impl Store {
    /// Hash of a user's web password, in PHC form.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn web_password_of(&self, user: &Userid) -> Result<Option<String>, StoreError> {
        let sql = "SELECT w.password FROM web_passwords w JOIN users u ON u.userid = w.userid \
                   WHERE w.userid = $1 AND u.deleted IS NULL";
        query_scalar(sql)
            .bind(user.as_str())
            .fetch_optional(&mut self.database.reader().await?)
            .await
    }

    /// Sets a user's first web password.
    ///
    /// # Errors
    /// When the user does not exist, or the database fails.
    pub async fn set_web_password(
        &self,
        user: &Userid,
        phc: &str,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write().await?;
        set_web_password(&mut transaction, user, phc, at).await?;
        Ok(transaction.commit().await?)
    }

    /// Changes a user's web password. This ends all sessions and revokes the API tokens and the
    /// feed address, except those that are kept.
    ///
    /// # Errors
    /// When the user does not exist, or the database fails.
    pub async fn change_web_password(
        &self,
        user: &Userid,
        phc: &str,
        at: Timestamp,
        keeps: &Keeps,
    ) -> Result<Revoked, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        set_web_password(&mut transaction, user, phc, at).await?;
        query("DELETE FROM sessions WHERE userid = $1")
            .bind(user.as_str())
            .execute(&mut transaction)
            .await?;
        let ended = end_but(&mut transaction, user, keeps).await?;
        transaction.commit().await?;
        Ok(ended)
    }

    /// Takes the number for the next guest. They are counted from 1, and no number is given twice.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn next_guest(&self) -> Result<u64, StoreError> {
        let mut transaction = self.database.begin_write_with(Lock::Shared).await?;
        let number = counter::take(&mut transaction, counter::GUESTS, 1).await?;
        transaction.commit().await?;
        u64::try_from(number).map_err(|_| StoreError::Corrupt { column: "next" })
    }

    /// Guests who have not signed up and cannot come back, since all their sessions have ended.
    /// They are given [a day](Store::ago): a clock that is ahead for a while ends no game.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn abandoned_guests(&self, now: Timestamp) -> Result<Vec<Userid>, StoreError> {
        let ended = self.ago(BELIEVED_AFTER, now).await?;
        let rows = query(
            "SELECT g.userid FROM guests g JOIN users u ON u.userid = g.userid \
             WHERE u.deleted IS NULL AND g.since < $2 AND NOT EXISTS \
             (SELECT 1 FROM sessions s WHERE s.userid = g.userid AND s.expires > $1) \
             ORDER BY g.userid",
        )
        .bind(time(ended))
        // A guest has no session between being made and signing in.
        .bind(time(now - SignedDuration::from_hours(1)))
        .fetch_all(&mut self.database.reader().await?)
        .await?;
        rows.iter().map(|row| row.parsed("userid")).collect()
    }

    /// Hands the boards of a guest over to a user, with all remarks and hotseat games, and ends the
    /// guest's account and sessions. Guests play only unrated games against the computer, so no
    /// rating and no other player is touched. Nothing happens when the account is no guest's.
    ///
    /// # Errors
    /// When the user does not exist, or the database fails.
    pub async fn hand_over(
        &self,
        guest: &Userid,
        user: &Userid,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let known: Option<i64> = query_scalar("SELECT since FROM guests WHERE userid = $1")
            .bind(guest.as_str())
            .fetch_optional(&mut transaction)
            .await?;
        if known.is_none() || guest == user {
            return Ok(());
        }
        for sql in [
            "UPDATE boards SET first_player = $2 WHERE first_player = $1",
            "UPDATE boards SET second_player = $2 WHERE second_player = $1",
            "UPDATE jobs SET opponent = $2 WHERE opponent = $1",
            "UPDATE remarks SET userid = $2 WHERE userid = $1",
            "UPDATE hotseats SET userid = $2 WHERE userid = $1",
            "UPDATE studies SET userid = $2 WHERE userid = $1",
        ] {
            let update = query(sql).bind(guest.as_str()).bind(user.as_str());
            update.execute(&mut transaction).await?;
        }
        for sql in [
            "DELETE FROM outbox WHERE userid = $1 AND state = 'pending'",
            "DELETE FROM sessions WHERE userid = $1",
            "DELETE FROM followed_games WHERE userid = $1",
            "DELETE FROM guests WHERE userid = $1",
        ] {
            query(sql).bind(guest.as_str()).execute(&mut transaction).await?;
        }
        query("UPDATE users SET password = NULL, deleted = $2 WHERE userid = $1")
            .bind(guest.as_str())
            .bind(time(at))
            .execute(&mut transaction)
            .await?;
        Ok(transaction.commit().await?)
    }
}

async fn set_web_password(
    connection: &mut Connection,
    user: &Userid,
    phc: &str,
    at: Timestamp,
) -> Result<(), StoreError> {
    query(
        "INSERT INTO web_passwords (userid, password, changed) VALUES ($1, $2, $3) \
         ON CONFLICT (userid) DO UPDATE SET password = $2, changed = $3",
    )
    .bind(user.as_str())
    .bind(phc)
    .bind(time(at))
    .execute(&mut *connection)
    .await?;
    // A link for a new password is good for one change.
    query("UPDATE users SET reset_asked = NULL WHERE userid = $1")
        .bind(user.as_str())
        .execute(connection)
        .await?;
    Ok(())
}
