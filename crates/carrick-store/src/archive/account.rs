//! Export of what is stored about a user: requests, messages, remarks, letters and watched boards.

use carrick_service::{About, BoardId, BoardSummary, Letter, Userid};
use jiff::Timestamp;

use crate::boards::{Remark, board_summary, remark};
use crate::database::{Columns as _, Row, StoreError, query, time};
use crate::mail::letters;
use crate::mail::outbox::words;
use crate::store::Store;

/// A logged command of a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedCommand {
    /// Number of the request; later requests have higher numbers.
    pub number: i64,
    /// Time of the request.
    pub at: Timestamp,
    /// Text of the command, without passwords.
    pub command: String,
    /// Whether it was refused.
    pub refused: bool,
}

/// A notification to a user: the end of a game, a challenge, a turn by the opponent or by the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentMessage {
    /// Number of the message; later messages have higher numbers.
    pub number: u64,
    /// Time of the message.
    pub at: Timestamp,
    /// Subject, one line.
    pub subject: String,
    /// Body, in lines ended by line feeds.
    pub text: String,
    /// Kind of message, and what its text shows.
    pub about: About,
    /// Board the message is about.
    pub board: Option<BoardId>,
    /// Whether it reports something that the user did, if that request came under their name and
    /// not from a mail address.
    pub own: bool,
}

impl Store {
    /// Boards that a user watches individually, by game and number.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn watched_by(&self, user: &Userid) -> Result<Vec<BoardSummary>, StoreError> {
        let rows = query(
            "SELECT b.* FROM subscriptions s JOIN boards b ON b.kind = s.kind AND b.number = s.number \
             WHERE s.userid = $1 ORDER BY b.kind, b.number",
        )
        .bind(user.as_str())
        .fetch_all(&mut self.database.reader().await?)
        .await?;
        rows.iter().map(board_summary).collect()
    }

    /// Notifications to a user that do not answer their own requests, the latest first: at most
    /// `limit`, and only those before the message number `before`.
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
        let rows = query(concat!(
            "SELECT ",
            words!(),
            "o.number, o.userid, o.subject, o.kind, o.board, o.about, o.created, r.sender \
             FROM outbox o JOIN requests r ON r.number = o.request \
             WHERE o.userid = $1 AND o.number < $2 ORDER BY o.number DESC LIMIT $3"
        ))
        .bind(user.as_str())
        .bind(before)
        .bind(i64::from(limit))
        .fetch_all(&mut self.database.reader().await?)
        .await?;
        rows.iter().map(told).collect()
    }

    /// Logged commands of a user, in order: at most `limit`, and only those after the request
    /// number `after`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn asked_by(
        &self,
        user: &Userid,
        after: i64,
        limit: u32,
    ) -> Result<Vec<LoggedCommand>, StoreError> {
        let rows = query(
            "SELECT number, at, command, refused FROM requests WHERE sender = $1 AND number > $2 \
             ORDER BY number LIMIT $3",
        )
        .bind(user.as_str())
        .bind(after)
        .bind(i64::from(limit))
        .fetch_all(&mut self.database.reader().await?)
        .await?;
        let asked = |row: &Row| {
            Ok(LoggedCommand {
                number: row.raw("number")?,
                at: row.time("at")?,
                command: row.raw("command")?,
                refused: row.raw("refused")?,
            })
        };
        rows.iter().map(asked).collect()
    }

    /// Boards on which a user plays or has played, with their numbers of turns, by game and number.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn boards_of(&self, user: &Userid) -> Result<Vec<(BoardId, u32)>, StoreError> {
        let rows = query(
            "SELECT kind, number, ply FROM boards WHERE first_player = $1 \
             UNION SELECT kind, number, ply FROM boards WHERE second_player = $1 ORDER BY 1, 2",
        )
        .bind(user.as_str())
        .fetch_all(&mut self.database.reader().await?)
        .await?;
        rows.iter().map(|row| Ok((row.board()?, row.whole("ply")?))).collect()
    }

    /// Remarks that a user made on boards, in order: at most `limit`, and only those after the
    /// given one. Each comes with its board, and with its position among the remarks there.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn said_by(
        &self,
        user: &Userid,
        after: Option<(Timestamp, BoardId, i64)>,
        limit: u32,
    ) -> Result<Vec<(BoardId, i64, Remark)>, StoreError> {
        let (at, kind, number, place) = match after {
            Some((at, board, place)) => {
                (time(at), board.kind.name(), i64::from(board.number), place)
            }
            None => (i64::MIN, "", 0, 0),
        };
        let rows = query(
            "SELECT kind, number, place, userid, ply, at, remark FROM remarks \
             WHERE userid = $1 AND at >= $2 AND (at, kind, number, place) > ($2, $3, $4, $5) \
             ORDER BY at, kind, number, place LIMIT $6",
        )
        .bind(user.as_str())
        .bind(at)
        .bind(kind)
        .bind(number)
        .bind(place)
        .bind(i64::from(limit))
        .fetch_all(&mut self.database.reader().await?)
        .await?;
        rows.iter().map(|row| Ok((row.board()?, row.raw("place")?, remark(row)?))).collect()
    }

    /// Letters that a user has written, in order: at most `limit`, and only those after the letter
    /// number `after`. Each comes with its number.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn letters_by(
        &self,
        user: &Userid,
        after: i64,
        limit: u32,
    ) -> Result<Vec<(i64, Letter)>, StoreError> {
        letters::letters_page(&mut self.database.reader().await?, user, after, limit).await
    }
}

fn told(row: &Row) -> Result<SentMessage, StoreError> {
    let number = row.raw::<i64>("number")?;
    let kind = row.some_word("kind", |word| word.parse().ok())?;
    let own = row.raw::<&str>("sender")? == row.raw::<&str>("userid")?;
    Ok(SentMessage {
        own,
        about: row.json("about")?,
        number: u64::try_from(number).map_err(|_| StoreError::Corrupt { column: "number" })?,
        at: row.time("created")?,
        subject: row.raw("subject")?,
        text: row.raw("words")?,
        board: kind
            .map(|kind| Ok::<_, StoreError>(BoardId { kind, number: row.whole("board")? }))
            .transpose()?,
    })
}
