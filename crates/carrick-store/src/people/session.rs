//! Signing in: browser sessions, web passwords, second factors, guests.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use carrick_service::{Appearance, BELIEVED_AFTER, Keeps, UserSettings, Userid, Zone};
use jiff::{SignedDuration, Timestamp};

use crate::database::{
    AssertSqlSafe, Bind as _, Columns as _, Connection, Lock, QueryBuilder, Row, StoreError,
    counter, padded, query, query_scalar, time,
};
use crate::mail::letters::not_blocked;
use crate::people::limits::NEIGHBOURS;
use crate::people::tokens::{Revoked, end_but};
use crate::store::Store;

/// SHA-256 of a session's token, in hexadecimal; only the browser has the token itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenHash(pub String);

/// A signed-in browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Hash of its token.
    pub token: TokenHash,
    /// The user who is signed in.
    pub user: Userid,
    /// Whether the user is a guest, who has not signed up.
    pub guest: bool,
    /// Time at which it was created.
    pub created: Timestamp,
    /// Time of its last use, to within an hour or so.
    pub seen: Timestamp,
    /// Time at which it expires unless it is used before.
    pub expires: Timestamp,
    /// Name of the browser, from its `User-Agent`.
    pub label: String,
}

/// An active session, with the facts about its user that every page shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visit {
    /// The session.
    pub session: Session,
    /// Time zone of the user.
    pub zone: Zone,
    /// How pages look to the user, if they have chosen.
    pub appearance: Option<Appearance>,
    /// Number of boards where it is the user's turn, counted up to [`MOST_WAITING`] for each seat.
    pub waiting: u32,
    /// Number of games offered to the user, counted in the same way.
    pub offers: u32,
    /// Number of letters that the user has not read, counted up to [`MOST_WAITING`].
    pub unread: u32,
    /// Network place of the user's last visit, from [`note_place`](Store::note_place).
    pub place: Option<String>,
}

/// Limit for counting the boards that wait for a user.
pub const MOST_WAITING: u32 = 100;

/// Maximum number of sessions of a user.
pub const MOST_SESSIONS: u32 = 100;

/// Number of sessions of the users of one network address above which each has room for only
/// [`MOST_SESSIONS_WHERE_CROWDED`].
const MOST_SESSIONS_FROM_PLACE: i64 = 1000;

/// Maximum number of sessions of such a user.
const MOST_SESSIONS_WHERE_CROWDED: u32 = 5;

const COLUMNS: &str = "s.token_hash, s.userid, s.created, s.seen, s.expires, s.label, \
     EXISTS (SELECT 1 FROM guests g WHERE g.userid = s.userid) AS guest";

const TABLES: &str = "FROM sessions s JOIN users u ON u.userid = s.userid AND u.deleted IS NULL \
     AND u.suspended IS NULL";

impl Store {
    /// Starts a session and deletes those that expired more than a day ago. Beyond
    /// [`MOST_SESSIONS`] of its user, the least recently used ones are deleted; a user at a network
    /// address with very many sessions has room for fewer.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn begin_session(&self, session: &Session) -> Result<(), StoreError> {
        let ended = self.ago(BELIEVED_AFTER, session.created).await?;
        let mut transaction = self.database.begin_write().await?;
        query("DELETE FROM sessions WHERE expires <= $1")
            .bind(time(ended))
            .execute(&mut transaction)
            .await?;
        query(
            "INSERT INTO sessions (token_hash, userid, created, seen, expires, label) \
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(&session.token.0)
        .bind(session.user.as_str())
        .bind(time(session.created))
        .bind(time(session.seen))
        .bind(time(session.expires))
        .bind(&session.label)
        .execute(&mut transaction)
        .await?;
        let from_place: i64 = query_scalar(AssertSqlSafe(format!(
            "SELECT count(*) FROM sessions WHERE userid IN {NEIGHBOURS}"
        )))
        .bind(session.user.as_str())
        .fetch_one(&mut transaction)
        .await?;
        let crowded = from_place > MOST_SESSIONS_FROM_PLACE;
        let most = if crowded { MOST_SESSIONS_WHERE_CROWDED } else { MOST_SESSIONS };
        query(
            "DELETE FROM sessions WHERE userid = $1 AND token_hash <> $2 AND token_hash NOT IN \
             (SELECT token_hash FROM sessions WHERE userid = $1 AND token_hash <> $2 \
              ORDER BY seen DESC, created DESC LIMIT $3)",
        )
        .bind(session.user.as_str())
        .bind(&session.token.0)
        .bind(i64::from(most - 1))
        .execute(&mut transaction)
        .await?;
        Ok(transaction.commit().await?)
    }

    /// The session of a token, if it has not expired and its user has not left. Simultaneous
    /// requests are looked up together.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn visit(
        &self,
        token: &TokenHash,
        now: Timestamp,
    ) -> Result<Option<Visit>, StoreError> {
        let row = self.sessions.call(token.0.clone(), |tokens| self.sessions_now(tokens)).await?;
        let visit = row.as_deref().map(visit).transpose()?;
        Ok(visit.filter(|visit| visit.session.expires > now))
    }

    /// Rows of the sessions of tokens, including expired ones.
    async fn sessions_now(&self, tokens: Vec<String>) -> Result<Vec<Option<Arc<Row>>>, StoreError> {
        let mut sql = QueryBuilder::new(format!(
            "SELECT {COLUMNS}, u.settings, \
             (SELECT p.place FROM places p WHERE p.userid = s.userid) AS place, \
             (SELECT count(*) FROM (SELECT 1 FROM boards b WHERE b.first_player = s.userid \
              AND b.to_move = 'first' AND b.offered_to IS NULL LIMIT {MOST_WAITING}) one) + \
             (SELECT count(*) FROM (SELECT 1 FROM boards b WHERE b.second_player = s.userid \
              AND b.to_move = 'second' AND b.offered_to IS NULL LIMIT {MOST_WAITING}) other) \
             AS waiting, \
             (SELECT count(*) FROM (SELECT 1 FROM boards b WHERE b.first_player = s.userid \
              AND b.offered_to = 'first' AND b.ended IS NULL LIMIT {MOST_WAITING}) one) + \
             (SELECT count(*) FROM (SELECT 1 FROM boards b WHERE b.second_player = s.userid \
              AND b.offered_to = 'second' AND b.ended IS NULL LIMIT {MOST_WAITING}) other) \
             AS offers, \
             (SELECT count(*) FROM (SELECT 1 FROM inbox i JOIN letters l ON l.number = i.letter \
              WHERE i.userid = s.userid AND i.unread = 1 AND {} LIMIT {MOST_WAITING}) letters) \
             AS unread {TABLES} WHERE s.token_hash IN (",
            not_blocked!()
        ));
        let mut among = sql.separated(", ");
        for token in padded(&tokens) {
            among.push_bind(token);
        }
        sql.push(")");
        let rows = sql.build().fetch_all(&mut self.database.reader().await?).await?;
        let mut found = HashMap::new();
        for row in rows {
            found.insert(row.raw::<String>("token_hash")?, Arc::new(row));
        }
        Ok(tokens.iter().map(|token| found.get(token).cloned()).collect())
    }

    /// A user's sessions, the most recently used first; at most `limit`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn sessions_of(
        &self,
        user: &Userid,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<Session>, StoreError> {
        let sql = AssertSqlSafe(format!(
            "SELECT {COLUMNS} {TABLES} WHERE s.userid = $1 AND s.expires > $2 ORDER BY s.seen DESC, \
             s.token_hash LIMIT $3"
        ));
        let rows = query(sql)
            .bind(user.as_str())
            .bind(time(now))
            .bind(i64::from(limit))
            .fetch_all(&mut self.database.reader().await?)
            .await?;
        rows.iter().map(session).collect()
    }

    /// When users were last here, to within an hour or so; users without a session are left out.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn last_seen(
        &self,
        users: &[Userid],
    ) -> Result<BTreeMap<Userid, Timestamp>, StoreError> {
        if users.is_empty() {
            return Ok(BTreeMap::new());
        }
        let names = users.iter().map(|user| vec![user.as_str().value()]).collect();
        let mut query = QueryBuilder::new("SELECT s.userid, max(s.seen) AS seen FROM (");
        query.push_rows(names);
        query.push(") AS v CROSS JOIN sessions s WHERE s.userid = v.column1 GROUP BY s.userid");
        let rows = query.build().fetch_all(&mut self.database.reader().await?).await?;
        rows.iter().map(|row| Ok((row.parsed("userid")?, row.time("seen")?))).collect()
    }

    /// Records the use of a session, and extends it.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn session_seen(
        &self,
        token: &TokenHash,
        at: Timestamp,
        expires: Timestamp,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write_with(Lock::Shared).await?;
        query("UPDATE sessions SET seen = $2, expires = $3 WHERE token_hash = $1 AND seen < $2")
            .bind(&token.0)
            .bind(time(at))
            .bind(time(expires))
            .execute(&mut transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    /// Ends one session of a user; does nothing if it belongs to another user.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn end_session(&self, user: &Userid, token: &TokenHash) -> Result<(), StoreError> {
        query("DELETE FROM sessions WHERE token_hash = $1 AND userid = $2")
            .bind(&token.0)
            .bind(user.as_str())
            .write(&self.database)
            .await?;
        Ok(())
    }

    /// Ends all sessions of a user except one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn end_other_sessions(
        &self,
        user: &Userid,
        kept: Option<&TokenHash>,
    ) -> Result<(), StoreError> {
        query("DELETE FROM sessions WHERE userid = $1 AND token_hash <> $2")
            .bind(user.as_str())
            .bind(kept.map_or("", |token| &token.0))
            .write(&self.database)
            .await?;
        Ok(())
    }
}

fn visit(row: &Row) -> Result<Visit, StoreError> {
    let UserSettings { zone, appearance, .. } = row.json("settings")?;
    Ok(Visit {
        session: session(row)?,
        zone,
        appearance,
        waiting: row.whole("waiting")?,
        offers: row.whole("offers")?,
        unread: row.whole("unread")?,
        place: row.raw("place")?,
    })
}

fn session(row: &Row) -> Result<Session, StoreError> {
    Ok(Session {
        token: TokenHash(row.raw("token_hash")?),
        user: row.parsed("userid")?,
        guest: row.raw("guest")?,
        created: row.time("created")?,
        seen: row.time("seen")?,
        expires: row.time("expires")?,
        label: row.raw("label")?,
    })
}

// Second factors: users whose sign-in requires a code, and the codes that have been used.

/// A user's second factor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecondFactor {
    /// Random part of the shared secret, which is derived from this, from the name below, and from
    /// a key that is stored elsewhere.
    pub drawn: String,
    /// Name of its owner at the time when it was drawn.
    pub drawn_for: Userid,
    /// Time since which sign-in requires codes; `None` until the owner has entered one.
    pub since: Option<Timestamp>,
    /// Number of unused recovery codes.
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

    /// Stores the random part of a proposed second factor, replacing an earlier proposal. An
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
        query(
            "INSERT INTO second_factors (userid, drawn, made) VALUES ($1, $2, $3) \
             ON CONFLICT (userid) DO UPDATE SET drawn = $2, drawn_for = NULL, made = $3, step = 0 \
             WHERE second_factors.since IS NULL",
        )
        .bind(user.as_str())
        .bind(drawn)
        .bind(time(at))
        .write(&self.database)
        .await?;
        Ok(())
    }

    /// Enables the proposed second factor; `step` is the time step of the code with which the owner
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

    /// Uses the code of a time step. Returns whether it was valid: each code works once, and not
    /// after a later one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn use_step(&self, user: &Userid, step: u64) -> Result<bool, StoreError> {
        let changed = query(
            "UPDATE second_factors SET step = $2 \
             WHERE userid = $1 AND since IS NOT NULL AND step < $2",
        )
        .bind(user.as_str())
        .bind(column(step))
        .write(&self.database)
        .await?;
        Ok(changed == 1)
    }

    /// Uses a recovery code; returns whether it was valid.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn use_recovery_code(
        &self,
        user: &Userid,
        code: &TokenHash,
    ) -> Result<bool, StoreError> {
        let changed = query("DELETE FROM recovery_codes WHERE userid = $1 AND code_hash = $2")
            .bind(user.as_str())
            .bind(&code.0)
            .write(&self.database)
            .await?;
        Ok(changed == 1)
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

// Web accounts: web passwords, and guests.

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
    /// feed address, except those to be kept.
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

    /// Takes the number for the next guest. Numbers start at 1 and are never used twice.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn next_guest(&self) -> Result<u64, StoreError> {
        let mut transaction = self.database.begin_write_with(Lock::Shared).await?;
        let number = counter::take(&mut transaction, counter::GUESTS, 1).await?;
        transaction.commit().await?;
        u64::try_from(number).map_err(|_| StoreError::Corrupt { column: "next" })
    }

    /// Number of guests from this network place.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn guests_from(&self, place: &str) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) AS guests FROM places p JOIN guests g ON g.userid = p.userid \
                   WHERE p.place = $1";
        let row = query(sql).bind(place).fetch_one(&mut self.database.reader().await?).await?;
        row.whole("guests")
    }

    /// Guests who have not signed up and cannot come back, since all their sessions have ended.
    /// They are given [a day](Store::ago) of grace, so that a clock that is ahead for a while ends
    /// no game.
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
        // A guest has no session between creation and sign-in.
        .bind(time(now - SignedDuration::from_hours(1)))
        .fetch_all(&mut self.database.reader().await?)
        .await?;
        rows.iter().map(|row| row.parsed("userid")).collect()
    }

    /// Hands the boards of a guest over to a user, with all remarks and hotseat games, and ends the
    /// guest's account and sessions. A game against that very user, who accepted their own
    /// invitation, stays with the former guest. Guests play only unrated games, so this affects no
    /// rating. Does nothing if the account does not belong to a guest.
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
            "UPDATE boards SET first_player = $2 WHERE first_player = $1 AND second_player <> $2",
            "UPDATE boards SET second_player = $2 WHERE second_player = $1 AND first_player <> $2",
            "UPDATE jobs SET asker = $2 WHERE asker = $1",
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
    // A link for a new password works for one change.
    query("UPDATE users SET reset_asked = NULL WHERE userid = $1")
        .bind(user.as_str())
        .execute(connection)
        .await?;
    Ok(())
}
