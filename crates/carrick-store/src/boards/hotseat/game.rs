//! Hotseat games: two people at one screen. Each belongs to the user who began it.

use carrick_games::{GameKind, Seat};
use carrick_service::Userid;
use jiff::Timestamp;

use super::handed_in::OfflineOpponent;
use crate::database::{AssertSqlSafe, Columns as _, Row, StoreError, parse_seat, query, time};
use crate::people::stocks::{self, Most, Room};
use crate::schedule::review;
use crate::store::Store;

/// A game of two people at one screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hotseat {
    /// Number of the game among all hotseat games.
    pub number: u32,
    /// Kind of game.
    pub kind: GameKind,
    /// The game's options in canonical form.
    pub options: String,
    /// Turns, separated by blanks.
    pub turns: String,
    /// Time at which the game was begun or last played on.
    pub touched: Timestamp,
    /// Whether it was played off line and handed in.
    pub handed_in: bool,
    /// The computer, if the game was played against it off line.
    pub against: Option<OfflineOpponent>,
    /// The seat that resigned off line after the last turn. Playing on withdraws that.
    pub resigned: Option<Seat>,
}

pub(super) const COLUMNS: &str = "SELECT number, game, options, turns, touched, handed_in, level, \
                                  seat, resigned FROM hotseats";

impl Store {
    /// Begins a game and returns its number, if its user has room for it.
    ///
    /// # Errors
    /// When the user does not exist, or the database fails.
    pub async fn begin_hotseat(
        &self,
        user: &Userid,
        kind: GameKind,
        options: &str,
        at: Timestamp,
        most: Most,
    ) -> Result<Result<u32, Room>, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let room = stocks::room(&mut transaction, "hotseats", user, most).await?;
        if room != Room::Left {
            return Ok(Err(room));
        }
        let row = query(
            "INSERT INTO hotseats (number, userid, game, options, turns, touched) \
             SELECT coalesce(max(number), 0) + 1, $1, $2, $3, '', $4 FROM hotseats \
             RETURNING number",
        )
        .bind(user.as_str())
        .bind(kind.name())
        .bind(options)
        .bind(time(at))
        .fetch_one(&mut transaction)
        .await?;
        let number = row.whole("number")?;
        transaction.commit().await?;
        Ok(Ok(number))
    }

    /// A user's games, the one played last first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn hotseats_of(&self, user: &Userid) -> Result<Vec<Hotseat>, StoreError> {
        let sql = AssertSqlSafe(format!(
            "{COLUMNS} WHERE userid = $1 ORDER BY touched DESC, number DESC"
        ));
        let rows =
            query(sql).bind(user.as_str()).fetch_all(&mut self.database.reader().await?).await?;
        rows.iter().map(hotseat).collect()
    }

    /// A game, if it belongs to this user.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn hotseat(&self, user: &Userid, number: u32) -> Result<Option<Hotseat>, StoreError> {
        let row = query(AssertSqlSafe(format!("{COLUMNS} WHERE userid = $1 AND number = $2")))
            .bind(user.as_str())
            .bind(i64::from(number))
            .fetch_optional(&mut self.database.reader().await?)
            .await?;
        row.as_ref().map(hotseat).transpose()
    }

    /// Replaces the turns of a game if they are still those of `seen`; returns whether they were.
    /// Its reviews are deleted.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn play_hotseat(
        &self,
        user: &Userid,
        seen: &Hotseat,
        turns: &str,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let done = query(
            "UPDATE hotseats SET turns = $4, touched = $5, resigned = NULL \
             WHERE userid = $1 AND number = $2 AND turns = $3",
        )
        .bind(user.as_str())
        .bind(i64::from(seen.number))
        .bind(&seen.turns)
        .bind(turns)
        .bind(time(at))
        .execute(&mut transaction)
        .await?;
        if done.rows_affected() == 1 {
            review::forget(&mut transaction, seen.reviewed()).await?;
        }
        transaction.commit().await?;
        Ok(done.rows_affected() == 1)
    }

    /// Deletes a user's game, with its reviews.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn drop_hotseat(&self, user: &Userid, kept: &Hotseat) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write().await?;
        review::forget(&mut transaction, kept.reviewed()).await?;
        query("DELETE FROM hotseats WHERE userid = $1 AND number = $2")
            .bind(user.as_str())
            .bind(i64::from(kept.number))
            .execute(&mut transaction)
            .await?;
        Ok(transaction.commit().await?)
    }
}

pub(super) fn hotseat(row: &Row) -> Result<Hotseat, StoreError> {
    Ok(Hotseat {
        number: row.whole("number")?,
        kind: row.parsed("game")?,
        options: row.raw("options")?,
        turns: row.raw("turns")?,
        touched: row.time("touched")?,
        handed_in: row.raw::<Option<&str>>("handed_in")?.is_some(),
        against: against(row)?,
        resigned: row.some_word("resigned", parse_seat)?,
    })
}

fn against(row: &Row) -> Result<Option<OfflineOpponent>, StoreError> {
    let level = row.some_word("level", |word| word.parse().ok())?;
    let person = row.some_word("seat", parse_seat)?;
    Ok(level.zip(person).map(|(level, person)| OfflineOpponent { level, person }))
}
