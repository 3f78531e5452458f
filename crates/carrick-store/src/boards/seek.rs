//! Open seeks.

use std::collections::BTreeMap;

use carrick_games::GameKind;
use carrick_service::{ComputerLevel, Seek, StandIn, Userid};

use crate::database::{
    Columns as _, Conflict, Connection, Cursor, Page, Row, StoreError, counter, one, query, time,
};
use crate::store::Store;

/// All open seeks of a game, and the number of its next one.
pub(crate) async fn of_game(
    connection: &mut Connection,
    kind: GameKind,
) -> Result<(BTreeMap<u32, Seek>, u32), StoreError> {
    let rows = query("SELECT * FROM seeks WHERE kind = $1")
        .bind(kind.name())
        .fetch_all(&mut *connection)
        .await?;
    let seeks = rows.iter().map(|row| seek(row).map(|seek| (seek.number, seek)));
    let seeks = seeks.collect::<Result<_, _>>()?;
    Ok((seeks, next(connection, kind).await?))
}

async fn next(connection: &mut Connection, kind: GameKind) -> Result<u32, StoreError> {
    let next = counter::next(connection, &series(kind)).await?.unwrap_or(1);
    u32::try_from(next).map_err(|_| StoreError::Corrupt { column: "next" })
}

fn series(kind: GameKind) -> String {
    format!("seek {kind}")
}

pub(crate) fn seek(row: &Row) -> Result<Seek, StoreError> {
    Ok(Seek {
        kind: row.kind()?,
        number: row.whole("number")?,
        user: row.parsed("userid")?,
        options: row.raw("options")?,
        terms: row.terms()?,
        made: row.time("made")?,
        left: row.whole("games_left")?,
        stand_in: parse_stand_in(row.raw("stand_in")?)?,
        due: row.some_time("due")?,
    })
}

fn stand_in(who: StandIn) -> String {
    match who {
        StandIn::Nobody => "nobody".to_owned(),
        StandIn::Nearest => "nearest".to_owned(),
        StandIn::Level(level) => level.name().to_owned(),
        StandIn::Invitation => "invitation".to_owned(),
    }
}

fn parse_stand_in(word: &str) -> Result<StandIn, StoreError> {
    let levels = ComputerLevel::all().map(StandIn::Level);
    let mut all =
        [StandIn::Nobody, StandIn::Nearest, StandIn::Invitation].into_iter().chain(levels);
    all.find(|&who| stand_in(who) == word).ok_or(StoreError::Corrupt { column: "stand_in" })
}

/// Inserts a seek with the next number, or updates an open one: how many games are left, and
/// whether the computer accepts them.
pub(crate) async fn set(connection: &mut Connection, seek: &Seek) -> Result<(), StoreError> {
    let expected = next(connection, seek.kind).await?;
    if seek.number == expected {
        counter::set(connection, &series(seek.kind), i64::from(expected) + 1).await?;
        return insert(connection, seek).await;
    }
    let sql = if seek.left == 0 {
        "DELETE FROM seeks WHERE kind = $1 AND number = $2 AND userid = $3"
    } else {
        "UPDATE seeks SET games_left = $4, stand_in = $5, due = $6 \
         WHERE kind = $1 AND number = $2 AND userid = $3"
    };
    let query =
        query(sql).bind(seek.kind.name()).bind(i64::from(seek.number)).bind(seek.user.as_str());
    let query = if seek.left == 0 {
        query
    } else {
        let query = query.bind(i64::from(seek.left)).bind(stand_in(seek.stand_in));
        query.bind(seek.due.map(time))
    };
    let done = query.execute(connection).await?;
    one(done.rows_affected(), || Conflict::NoSeek { kind: seek.kind, number: seek.number })
}

async fn insert(connection: &mut Connection, seek: &Seek) -> Result<(), StoreError> {
    query(
        "INSERT INTO seeks (kind, number, userid, options, forfeit_days, nag_days, total_days, \
         increment_hours, rated, made, games_left, stand_in, due) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
    )
    .bind(seek.kind.name())
    .bind(i64::from(seek.number))
    .bind(seek.user.as_str())
    .bind(&seek.options)
    .bind(i64::from(seek.terms.forfeit_days))
    .bind(i64::from(seek.terms.nag_days))
    .bind(seek.terms.total_days.map(i64::from))
    .bind(seek.terms.increment_hours.map(i64::from))
    .bind(seek.terms.rated)
    .bind(time(seek.made))
    .bind(i64::from(seek.left))
    .bind(stand_in(seek.stand_in))
    .bind(seek.due.map(time))
    .execute(connection)
    .await?;
    Ok(())
}

/// Users who made these seeks.
pub(crate) fn makers(seeks: &BTreeMap<u32, Seek>) -> impl Iterator<Item = Userid> {
    seeks.values().map(|seek| seek.user.clone())
}

impl Store {
    /// Invitations to a user that have not been answered.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn invitations_of(&self, user: &Userid) -> Result<Vec<Seek>, StoreError> {
        let rows = query(
            "SELECT * FROM seeks WHERE userid = $1 AND stand_in = 'invitation' ORDER BY kind, number",
        )
        .bind(user.as_str())
        .fetch_all(&mut self.database.reader().await?)
        .await?;
        rows.iter().map(seek).collect()
    }

    /// A page of the open seeks without invitations, of one game or of all, by game and number.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn seeks_page(
        &self,
        kind: Option<GameKind>,
        behind: Option<(GameKind, u32)>,
        limit: u32,
    ) -> Result<Page<Seek>, StoreError> {
        let (after, number) = match behind {
            Some((kind, number)) => (kind.name(), i64::from(number)),
            None => ("", 0),
        };
        let mut query = query(if kind.is_some() { SEEKS_OF_GAME } else { ALL_SEEKS });
        query = query.bind(after).bind(number).bind(i64::from(limit) + 1);
        if let Some(kind) = kind {
            query = query.bind(kind.name());
        }
        let rows = query.fetch_all(&mut self.database.reader().await?).await?;
        let rows = rows.iter().map(seek).collect::<Result<_, _>>()?;
        Ok(Page::cut(rows, &behind.map_or(Cursor::Start, Cursor::After), limit))
    }
}

const ALL_SEEKS: &str = "SELECT * FROM seeks WHERE kind >= $1 AND (kind, number) > ($1, $2) \
     AND stand_in <> 'invitation' \
     ORDER BY kind, number LIMIT $3";

const SEEKS_OF_GAME: &str = "SELECT * FROM seeks WHERE kind = $4 AND number > CASE WHEN $1 = $4 THEN $2 ELSE 0 END \
     AND stand_in <> 'invitation' \
     ORDER BY number LIMIT $3";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::Planner;

    #[tokio::test]
    async fn every_list_walks_an_index() {
        let mut planner = Planner::new().await;
        for sql in [ALL_SEEKS, SEEKS_OF_GAME] {
            planner.check(sql).await;
        }
    }
}
