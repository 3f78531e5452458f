//! Hotseat games: played on one screen, or offline and handed in later.

use carrick_coach::review::Times;
use carrick_games::{GameKind, Seat};
use carrick_service::{ComputerLevel, Refusal, ReviewNow, Userid};
use jiff::Timestamp;

use crate::database::{
    AssertSqlSafe, Columns as _, Connection, Row, StoreError, parse_seat, query, query_scalar,
    seat, time,
};
use crate::people::limits;
use crate::people::limits::{Most, Room};
use crate::schedule::{ReviewedGame, review};
use crate::store::Store;

// Hotseat games: two people on one screen. Each belongs to the user who started it.

/// A game of two people on one screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hotseat {
    /// Number of the game among all hotseat games.
    pub number: u32,
    /// Kind of game.
    pub kind: GameKind,
    /// The game's options in canonical form.
    pub options: String,
    /// Turns, separated by spaces.
    pub turns: String,
    /// Time at which the game was started or last played.
    pub touched: Timestamp,
    /// Whether it was played offline and handed in.
    pub handed_in: bool,
    /// The computer, if the game was played against it offline.
    pub against: Option<OfflineOpponent>,
    /// The seat that resigned offline after the last turn. Another turn withdraws the resignation.
    pub resigned: Option<Seat>,
}

const COLUMNS: &str = "SELECT number, game, options, turns, touched, handed_in, level, \
                                  seat, resigned FROM hotseats";

impl Store {
    /// Starts a game and returns its number, if its user has room for it.
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
        let room = limits::room(&mut transaction, "hotseats", user, most).await?;
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

    /// A user's games, the last one played first.
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

fn hotseat(row: &Row) -> Result<Hotseat, StoreError> {
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

// Games that were played offline and handed in: hotseat games with an id that the browser chose.

/// A computer opponent of a game that was played offline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfflineOpponent {
    /// Level of the computer.
    pub level: ComputerLevel,
    /// Seat of the person.
    pub person: Seat,
}

/// A game that was played offline, as the browser hands it in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfflineGame {
    /// Id that the browser gave it.
    pub id: String,
    /// Kind of game.
    pub kind: GameKind,
    /// The game's options in canonical form.
    pub options: String,
    /// Turns, separated by spaces.
    pub turns: String,
    /// The computer, unless both sides were played by people.
    pub against: Option<OfflineOpponent>,
    /// The seat that resigned after the last turn.
    pub resigned: Option<Seat>,
    /// Whether it is reviewed without a request.
    pub is_reviewed: bool,
}

/// Result of handing a game in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HandedIn {
    /// The game is stored under this number. An earlier call may have stored it, with these turns
    /// or fewer.
    Kept(u32),
    /// The game is stored under this number, but was continued differently there.
    Differs(u32),
    /// There is no room: the user, or their network address, has the maximum number of hotseat
    /// games.
    NoRoom(Room),
}

impl Store {
    /// Stores a game that was played offline as one of a user's hotseat games, if there is room. If
    /// the game was handed in before, the stored one gets the turns that were added.
    ///
    /// # Errors
    /// When the user does not exist, or the database fails.
    pub async fn hand_in(
        &self,
        user: &Userid,
        game: &OfflineGame,
        at: Timestamp,
        most: Most,
    ) -> Result<HandedIn, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let before = query(
            "SELECT number, turns FROM hotseats \
             WHERE userid = $1 AND handed_in = $2 AND game = $3 AND options = $4",
        )
        .bind(user.as_str())
        .bind(&game.id)
        .bind(game.kind.name())
        .bind(&game.options)
        .fetch_optional(&mut transaction)
        .await?;
        if let Some(row) = before {
            let (number, turns): (u32, String) = (row.whole("number")?, row.raw("turns")?);
            if game.turns != turns && goes_on(&game.turns, &turns) {
                return Ok(HandedIn::Kept(number));
            }
            if !goes_on(&turns, &game.turns) {
                return Ok(HandedIn::Differs(number));
            }
            query("UPDATE hotseats SET turns = $2, touched = $3, resigned = $4 WHERE number = $1")
                .bind(i64::from(number))
                .bind(&game.turns)
                .bind(time(at))
                .bind(game.resigned.map(seat))
                .execute(&mut transaction)
                .await?;
            let kept = ReviewedGame::Hotseat { kind: game.kind, number };
            if game.turns != turns {
                review::forget(&mut transaction, kept).await?;
            }
            review_by_itself(&mut transaction, kept, (user, game), at).await?;
            transaction.commit().await?;
            return Ok(HandedIn::Kept(number));
        }
        let room = limits::room(&mut transaction, "hotseats", user, most).await?;
        if room != Room::Left {
            return Ok(HandedIn::NoRoom(room));
        }
        let row = query(
            "INSERT INTO hotseats \
             (number, userid, game, options, turns, touched, handed_in, level, seat, resigned) \
             SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5, $6, $7, $8, $9 FROM hotseats \
             RETURNING number",
        )
        .bind(user.as_str())
        .bind(game.kind.name())
        .bind(&game.options)
        .bind(&game.turns)
        .bind(time(at))
        .bind(&game.id)
        .bind(game.against.map(|against| against.level.name()))
        .bind(game.against.map(|against| seat(against.person)))
        .bind(game.resigned.map(seat))
        .fetch_one(&mut transaction)
        .await?;
        let number: u32 = row.whole("number")?;
        let kept = ReviewedGame::Hotseat { kind: game.kind, number };
        review_by_itself(&mut transaction, kept, (user, game), at).await?;
        transaction.commit().await?;
        Ok(HandedIn::Kept(number))
    }
}

/// Queues the automatic review.
async fn review_by_itself(
    connection: &mut Connection,
    kept: ReviewedGame,
    (user, game): (&Userid, &OfflineGame),
    at: Timestamp,
) -> Result<(), StoreError> {
    match game.is_reviewed {
        true => review::asked(connection, kept, Times::ONE, (user, false), at).await,
        false => Ok(()),
    }
}

/// Whether the turns `now` start with those of `before`.
fn goes_on(before: &str, now: &str) -> bool {
    let mut turns = now.split_ascii_whitespace();
    before.split_ascii_whitespace().all(|turn| turns.next() == Some(turn))
}

// Reviews of hotseat games.

impl Hotseat {
    /// The game, as the subject of a review.
    const fn reviewed(&self) -> ReviewedGame {
        ReviewedGame::Hotseat { kind: self.kind, number: self.number }
    }
}

impl Store {
    /// Reviews of a hotseat game, and the queue as its user sees it.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn hotseat_review(
        &self,
        user: &Userid,
        kept: &Hotseat,
    ) -> Result<ReviewNow, StoreError> {
        review::now(&mut *self.database.begin_read().await?, kept.reviewed(), Some(user)).await
    }

    /// Asks for a review of a finished hotseat game if `may` allows it, unless the game has been
    /// deleted or continued. A review in progress stays as it is.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn ask_for_hotseat_review(
        &self,
        user: &Userid,
        kept: &Hotseat,
        times: Times,
        at: Timestamp,
        may: impl FnOnce(&ReviewNow) -> Result<(), Refusal> + Send,
    ) -> Result<Result<(), Refusal>, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let sql = "SELECT count(*) FROM hotseats WHERE userid = $1 AND number = $2 AND turns = $3";
        let same: i64 = query_scalar(sql)
            .bind(user.as_str())
            .bind(i64::from(kept.number))
            .bind(&kept.turns)
            .fetch_one(&mut transaction)
            .await?;
        if same == 1 {
            let game = kept.reviewed();
            let now = review::now(&mut transaction, game, Some(user)).await?;
            if now.under_way.is_none()
                && let Err(refusal) = may(&now)
            {
                return Ok(Err(refusal));
            }
            review::asked(&mut transaction, game, times, (user, true), at).await?;
        }
        transaction.commit().await?;
        Ok(Ok(()))
    }

    /// A hotseat game under review, no matter who owns it.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn reviewed_hotseat(&self, number: u32) -> Result<Option<Hotseat>, StoreError> {
        let sql = AssertSqlSafe(format!("{COLUMNS} WHERE number = $1"));
        let row = query(sql)
            .bind(i64::from(number))
            .fetch_optional(&mut self.database.reader().await?)
            .await?;
        row.as_ref().map(hotseat).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_go_on_when_more_are_added() {
        for (before, now, does) in [
            ("", "", true),
            ("", "a1", true),
            ("a1 b2", "a1 b2", true),
            ("a1 b2", "a1 b2 c3", true),
            ("a1 b2", "a1", false),
            ("a1", "a10", false),
            ("a1 b2", "a1 c3 b2", false),
        ] {
            assert_eq!(goes_on(before, now), does, "{before:?} and {now:?}");
        }
    }
}
