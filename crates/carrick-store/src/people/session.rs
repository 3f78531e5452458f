//! Sessions of browsers.

use std::collections::HashMap;
use std::sync::Arc;

use carrick_service::{Appearance, BELIEVED_AFTER, UserSettings, Userid, Zone};
use jiff::Timestamp;

use super::user::settings_of;
use crate::database::{
    AssertSqlSafe, Columns as _, Lock, QueryBuilder, Row, StoreError, padded, query, time,
};
use crate::store::Store;

/// The SHA-256 of a session's token, in hexadecimal; the token itself is the browser's alone.
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
    /// Time at which it began.
    pub created: Timestamp,
    /// Time of its last use, to the hour or so.
    pub seen: Timestamp,
    /// Time at which it expires unless it is used before.
    pub expires: Timestamp,
    /// Name of the browser, from its `User-Agent`.
    pub label: String,
}

/// A session in use, with the facts about its user that every page shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visit {
    /// The session.
    pub session: Session,
    /// Time zone of the user.
    pub zone: Zone,
    /// How pages look to the user, if they have chosen.
    pub appearance: Option<Appearance>,
    /// Number of boards that wait for the user, counted up to [`MOST_WAITING`] for each seat.
    pub waiting: u32,
    /// Network place of the user's last visit, from [`note_place`](Store::note_place).
    pub place: Option<String>,
}

/// Limit for counting the boards that wait for a user.
pub const MOST_WAITING: u32 = 100;

/// Maximum number of sessions of a user.
pub const MOST_SESSIONS: u32 = 100;

const COLUMNS: &str = "s.token_hash, s.userid, s.created, s.seen, s.expires, s.label, \
     EXISTS (SELECT 1 FROM guests g WHERE g.userid = s.userid) AS guest";

const TABLES: &str = "FROM sessions s JOIN users u ON u.userid = s.userid AND u.deleted IS NULL \
     AND u.suspended IS NULL";

impl Store {
    /// Begins a session and deletes those that ended more than a day ago. Of more than
    /// [`MOST_SESSIONS`] of its user, those that were last used the longest time ago are deleted.
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
        query(
            "DELETE FROM sessions WHERE userid = $1 AND token_hash <> $2 AND token_hash NOT IN \
             (SELECT token_hash FROM sessions WHERE userid = $1 AND token_hash <> $2 \
              ORDER BY seen DESC, created DESC LIMIT $3)",
        )
        .bind(session.user.as_str())
        .bind(&session.token.0)
        .bind(i64::from(MOST_SESSIONS - 1))
        .execute(&mut transaction)
        .await?;
        Ok(transaction.commit().await?)
    }

    /// The session of a token, if it has not expired and its user has not left. Those that are
    /// asked for at the same time are looked up together.
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

    /// Rows of the sessions of tokens, whether or not they have expired.
    async fn sessions_now(&self, tokens: Vec<String>) -> Result<Vec<Option<Arc<Row>>>, StoreError> {
        let mut sql = QueryBuilder::new(format!(
            "SELECT {COLUMNS}, u.settings, \
             (SELECT p.place FROM places p WHERE p.userid = s.userid) AS place, \
             (SELECT count(*) FROM (SELECT 1 FROM boards b WHERE b.first_player = s.userid \
              AND b.to_move = 'first' LIMIT {MOST_WAITING}) one) + \
             (SELECT count(*) FROM (SELECT 1 FROM boards b WHERE b.second_player = s.userid \
              AND b.to_move = 'second' LIMIT {MOST_WAITING}) other) AS waiting \
             {TABLES} WHERE s.token_hash IN ("
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

    /// A user's sessions, the one used last first; at most `limit`.
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

    /// Ends one session of a user; nothing happens when it is not theirs.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn end_session(&self, user: &Userid, token: &TokenHash) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write().await?;
        query("DELETE FROM sessions WHERE token_hash = $1 AND userid = $2")
            .bind(&token.0)
            .bind(user.as_str())
            .execute(&mut transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    /// Ends all sessions of a user but one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn end_other_sessions(
        &self,
        user: &Userid,
        kept: Option<&TokenHash>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write().await?;
        query("DELETE FROM sessions WHERE userid = $1 AND token_hash <> $2")
            .bind(user.as_str())
            .bind(kept.map_or("", |token| &token.0))
            .execute(&mut transaction)
            .await?;
        Ok(transaction.commit().await?)
    }
}

fn visit(row: &Row) -> Result<Visit, StoreError> {
    let UserSettings { zone, appearance, .. } = settings_of(row)?;
    Ok(Visit {
        session: session(row)?,
        zone,
        appearance,
        waiting: row.whole("waiting")?,
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
