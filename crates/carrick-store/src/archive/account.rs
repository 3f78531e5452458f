//! Export of a user: requests, messages, remarks, letters, watched boards.

use carrick_service::{BoardId, BoardSummary, Letter, Userid};
use jiff::Timestamp;

use crate::boards::{Remark, board_summary};
use crate::database::{Columns as _, Row, StoreError};
use crate::mail::letter;
use crate::store::Store;

/// A command of a user, as the log has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedCommand {
    /// When it came.
    pub at: Timestamp,
    /// The command without passwords.
    pub command: String,
    /// Whether it was refused.
    pub refused: bool,
}

/// A message to a user: the end of a game, a challenge, a turn of the opponent's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentMessage {
    /// Its number; later ones have higher numbers.
    pub number: u64,
    /// When.
    pub at: Timestamp,
    /// One line.
    pub subject: String,
    /// Lines ended by line feeds.
    pub text: String,
    /// The board it is about.
    pub board: Option<BoardId>,
}

impl Store {
    /// The boards that a user watches one by one, by game and number.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn watched_by(&self, user: &Userid) -> Result<Vec<BoardSummary>, StoreError> {
        let rows = sqlx::query(
            "SELECT b.* FROM subscriptions s JOIN boards b ON b.kind = s.kind AND b.number = s.number \
             WHERE s.userid = $1 ORDER BY b.kind, b.number",
        )
        .bind(user.as_str())
        .fetch_all(&mut *self.database.reader().await?)
        .await?;
        rows.iter().map(board_summary).collect()
    }

    /// What a user was told without having asked, the latest first: at most so many, and only what
    /// came before the message of this number.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn told(
        &self,
        user: &Userid,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<SentMessage>, StoreError> {
        let before = before.and_then(|number| i64::try_from(number).ok()).unwrap_or(i64::MAX);
        let rows = sqlx::query(
            "SELECT number, subject, body, kind, board, created FROM outbox \
             WHERE userid = $1 AND number < $2 ORDER BY number DESC LIMIT $3",
        )
        .bind(user.as_str())
        .bind(before)
        .bind(i64::from(limit))
        .fetch_all(&mut *self.database.reader().await?)
        .await?;
        rows.iter().map(told).collect()
    }

    /// The commands of a user, in order.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn asked_by(&self, user: &Userid) -> Result<Vec<LoggedCommand>, StoreError> {
        let rows = sqlx::query(
            "SELECT at, command, refused FROM requests WHERE sender = $1 ORDER BY number",
        )
        .bind(user.as_str())
        .fetch_all(&mut *self.database.reader().await?)
        .await?;
        let asked = |row: &Row| {
            Ok(LoggedCommand {
                at: row.time("at")?,
                command: row.raw("command")?,
                refused: row.raw("refused")?,
            })
        };
        rows.iter().map(asked).collect()
    }

    /// Everything that a user said on boards, in order.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn said_by(&self, user: &Userid) -> Result<Vec<(BoardId, Remark)>, StoreError> {
        let rows = sqlx::query(
            "SELECT kind, number, userid, ply, at, remark FROM remarks WHERE userid = $1 ORDER BY at",
        )
        .bind(user.as_str())
        .fetch_all(&mut *self.database.reader().await?)
        .await?;
        let said = |row: &Row| {
            Ok((
                row.board()?,
                Remark {
                    user: row.parsed("userid")?,
                    ply: row.whole("ply")?,
                    at: row.time("at")?,
                    text: row.raw("remark")?,
                },
            ))
        };
        rows.iter().map(said).collect()
    }

    /// The letters that a user has written, in order.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn letters_by(&self, user: &Userid) -> Result<Vec<Letter>, StoreError> {
        letter::since(&mut *self.database.reader().await?, user, Timestamp::MIN).await
    }
}

fn told(row: &Row) -> Result<SentMessage, StoreError> {
    let number = row.raw::<i64>("number")?;
    let kind = row.some_word("kind", |word| word.parse().ok())?;
    Ok(SentMessage {
        number: u64::try_from(number).map_err(|_| StoreError::Corrupt { column: "number" })?,
        at: row.time("created")?,
        subject: row.raw("subject")?,
        text: row.raw("body")?,
        board: kind
            .map(|kind| Ok::<_, StoreError>(BoardId { kind, number: row.whole("board")? }))
            .transpose()?,
    })
}
