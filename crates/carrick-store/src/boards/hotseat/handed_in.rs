//! Games that were played off line and handed in: hotseat games with the name that a browser gave
//! them.

use carrick_coach::review::Times;
use carrick_games::{GameKind, Seat};
use carrick_service::{ComputerLevel, Userid};
use jiff::Timestamp;

use crate::database::{Columns as _, Connection, StoreError, query, seat, time};
use crate::people::stocks::{self, Most, Room};
use crate::schedule::{ReviewedGame, review};
use crate::store::Store;

/// A computer opponent of a game that was played off line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfflineOpponent {
    /// Level of the computer.
    pub level: ComputerLevel,
    /// Seat of the person.
    pub person: Seat,
}

/// A game that was played off line, as it is handed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfflineGame {
    /// The name that the browser gave it.
    pub id: String,
    /// Kind of game.
    pub kind: GameKind,
    /// The game's options in canonical form.
    pub options: String,
    /// Turns, separated by blanks.
    pub turns: String,
    /// The computer, unless both sides were played by people.
    pub against: Option<OfflineOpponent>,
    /// The seat that resigned after the last turn.
    pub resigned: Option<Seat>,
    /// Whether it is reviewed without being asked for.
    pub is_reviewed: bool,
}

/// Result of handing a game in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HandedIn {
    /// The game is kept under this number. It may have been before, with these turns or fewer.
    Kept(u32),
    /// It was handed in before, under this number, and has been played on in another way.
    Differs(u32),
    /// There is no room: the user, or their network address, has as many hotseat games as may be.
    NoRoom(Room),
}

impl Store {
    /// Keeps a game that was played off line as one of a user's hotseat games, if there is room. A
    /// game that comes a second time is the game it was, with the turns that were added.
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
        let room = stocks::room(&mut transaction, "hotseats", user, most).await?;
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

/// Asks for the review that is made by itself.
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

/// Whether the turns `now` are those of `before`, perhaps with more after them.
fn goes_on(before: &str, now: &str) -> bool {
    let mut turns = now.split_ascii_whitespace();
    before.split_ascii_whitespace().all(|turn| turns.next() == Some(turn))
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
