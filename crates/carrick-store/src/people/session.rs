//! Sessions of browsers.

use carrick_service::{Userid, Zone};
use jiff::Timestamp;

use crate::database::{Columns as _, Row, StoreError, time};
use crate::store::Store;

/// The SHA-256 of a session's token, in hexadecimal; the token itself is the browser's alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenHash(pub String);

/// A browser in which somebody is signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// What its token hashes to.
    pub token: TokenHash,
    /// Who is signed in.
    pub user: Userid,
    /// Whether that is a visitor who has not signed up.
    pub guest: bool,
    /// When it began.
    pub created: Timestamp,
    /// When it was last used, to the hour or so.
    pub seen: Timestamp,
    /// When it ends, unless it is used before.
    pub expires: Timestamp,
    /// What the browser calls itself.
    pub label: String,
}

/// A session in use, with what every page says of its user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visit {
    /// The session.
    pub session: Session,
    /// The time zone in which times are shown to them.
    pub zone: Zone,
    /// On how many boards they are to move; beyond [`MOST_WAITING`] nobody counts them.
    pub waiting: u32,
    /// From where they last came, as [`note_place`](Store::note_place) noted it.
    pub place: Option<String>,
}

/// Up to so many boards that wait for somebody are counted.
pub const MOST_WAITING: u32 = 100;

const COLUMNS: &str = "s.token_hash, s.userid, s.created, s.seen, s.expires, s.label, \
     EXISTS (SELECT 1 FROM guests g WHERE g.userid = s.userid) AS guest";

const TABLES: &str = "FROM sessions s JOIN users u ON u.userid = s.userid AND u.deleted IS NULL \
     AND u.suspended IS NULL";

impl Store {
    /// Begins a session, and forgets those that have expired.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn begin_session(&self, session: &Session) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write().await?;
        sqlx::query("DELETE FROM sessions WHERE expires <= $1")
            .bind(time(session.created))
            .execute(&mut *transaction)
            .await?;
        sqlx::query(
            "INSERT INTO sessions (token_hash, userid, created, seen, expires, label) \
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(&session.token.0)
        .bind(session.user.as_str())
        .bind(time(session.created))
        .bind(time(session.seen))
        .bind(time(session.expires))
        .bind(&session.label)
        .execute(&mut *transaction)
        .await?;
        Ok(transaction.commit().await?)
    }

    /// The session of a token, if it has not expired and its user has not left.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn visit(
        &self,
        token: &TokenHash,
        now: Timestamp,
    ) -> Result<Option<Visit>, StoreError> {
        let sql = sqlx::AssertSqlSafe(format!(
            "SELECT {COLUMNS}, u.zone, \
             (SELECT p.place FROM places p WHERE p.userid = s.userid) AS place, \
             (SELECT count(*) FROM (SELECT 1 FROM boards b WHERE b.first_player = s.userid \
              AND b.to_move = 'first' LIMIT {MOST_WAITING})) + \
             (SELECT count(*) FROM (SELECT 1 FROM boards b WHERE b.second_player = s.userid \
              AND b.to_move = 'second' LIMIT {MOST_WAITING})) AS waiting \
             {TABLES} WHERE s.token_hash = $1 AND s.expires > $2"
        ));
        let row = sqlx::query(sql)
            .bind(&token.0)
            .bind(time(now))
            .fetch_optional(&mut *self.database.reader().await?)
            .await?;
        let visit = |row: &Row| {
            Ok(Visit {
                session: session(row)?,
                zone: row.parsed("zone")?,
                waiting: row.whole("waiting")?,
                place: row.raw("place")?,
            })
        };
        row.as_ref().map(visit).transpose()
    }

    /// A user's sessions, the one used last first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn sessions_of(
        &self,
        user: &Userid,
        now: Timestamp,
    ) -> Result<Vec<Session>, StoreError> {
        let sql = sqlx::AssertSqlSafe(format!(
            "SELECT {COLUMNS} {TABLES} WHERE s.userid = $1 AND s.expires > $2 ORDER BY s.seen DESC, s.token_hash"
        ));
        let rows = sqlx::query(sql)
            .bind(user.as_str())
            .bind(time(now))
            .fetch_all(&mut *self.database.reader().await?)
            .await?;
        rows.iter().map(session).collect()
    }

    /// Notes that a session is in use.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn session_seen(
        &self,
        token: &TokenHash,
        at: Timestamp,
        expires: Timestamp,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write().await?;
        sqlx::query(
            "UPDATE sessions SET seen = $2, expires = $3 WHERE token_hash = $1 AND seen < $2",
        )
        .bind(&token.0)
        .bind(time(at))
        .bind(time(expires))
        .execute(&mut *transaction)
        .await?;
        Ok(transaction.commit().await?)
    }

    /// Ends one session of a user; nothing happens when it is not theirs.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn end_session(&self, user: &Userid, token: &TokenHash) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write().await?;
        sqlx::query("DELETE FROM sessions WHERE token_hash = $1 AND userid = $2")
            .bind(&token.0)
            .bind(user.as_str())
            .execute(&mut *transaction)
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
        sqlx::query("DELETE FROM sessions WHERE userid = $1 AND token_hash <> $2")
            .bind(user.as_str())
            .bind(kept.map_or("", |token| &token.0))
            .execute(&mut *transaction)
            .await?;
        Ok(transaction.commit().await?)
    }
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
