//! Standings, and the rated games and scores of a player.

use std::collections::BTreeMap;

use carrick_games::GameKind;
use carrick_service::{BoardId, RatingRecord, Userid};
use jiff::Timestamp;

use super::rating;
use super::rating::RatedGame;
use crate::database::{
    AssertSqlSafe, Columns as _, Connection, Cursor, Page, StoreError, query, query_scalar, time,
};
use crate::store::Store;

/// A row of the standings.
#[derive(Debug, Clone, PartialEq)]
pub struct StandingKey {
    /// Whether the rating is provisional: those come last.
    pub provisional: bool,
    /// The rating.
    pub rating: f64,
    /// The player.
    pub user: Userid,
}

impl Store {
    /// A page of the standings of a game: the strongest first, provisional ratings last, without
    /// users who have left.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn standings_page(
        &self,
        kind: GameKind,
        behind: Option<&StandingKey>,
        limit: u32,
    ) -> Result<Page<(Userid, RatingRecord)>, StoreError> {
        let mut reader = self.database.reader().await?;
        let rows = standings(&mut reader, kind, behind, limit.saturating_add(1)).await?;
        let from = behind.map_or(Cursor::Start, Cursor::After);
        Ok(Page::cut(rows, &from, limit))
    }

    /// A player's latest rated games of a game, the latest first, each with the rating after it.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn last_rated(
        &self,
        user: &Userid,
        kind: GameKind,
        limit: u32,
    ) -> Result<Vec<RatedGame>, StoreError> {
        let rows = query(LAST_RATED)
            .bind(user.as_str())
            .bind(kind.name())
            .bind(i64::from(limit))
            .fetch_all(&mut self.database.reader().await?)
            .await?;
        rows.iter().map(rating::rated_game).collect()
    }

    /// A page of a player's rated games by the time at which they ended.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn rated_page(
        &self,
        user: &Userid,
        behind: Option<(Timestamp, BoardId)>,
        limit: u32,
    ) -> Result<Page<RatedGame>, StoreError> {
        let (at, kind, number) = match behind {
            Some((at, board)) => (time(at), board.kind.name(), i64::from(board.number)),
            None => (i64::MIN, "", 0),
        };
        let rows = query(RATED_PAGE)
            .bind(user.as_str())
            .bind(at)
            .bind(kind)
            .bind(number)
            .bind(i64::from(limit) + 1)
            .fetch_all(&mut self.database.reader().await?)
            .await?;
        let rows = rows.iter().map(rating::rated_game).collect::<Result<_, _>>()?;
        Ok(Page::cut(rows, &behind.map_or(Cursor::Start, Cursor::After), limit))
    }

    /// A player's score against another, in all games: won, drawn, lost.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn score_between(
        &self,
        user: &Userid,
        opponent: &Userid,
    ) -> Result<[u64; 3], StoreError> {
        let row = query(AssertSqlSafe(score_between()))
            .bind(user.as_str())
            .bind(opponent.as_str())
            .fetch_one(&mut self.database.reader().await?)
            .await?;
        Ok([row.whole("won")?, row.whole("drawn")?, row.whole("lost")?])
    }
}

const LAST_RATED: &str = "SELECT h.* FROM rating_history h WHERE h.userid = $1 AND h.kind = $2 ORDER BY h.played DESC LIMIT $3";

const RATED_PAGE: &str = "SELECT h.* FROM rating_history h WHERE h.userid = $1 AND h.at >= $2 \
     AND (h.at, h.kind, h.number) > ($2, $3, $4) ORDER BY h.at, h.kind, h.number LIMIT $5";

/// Sums over all kinds, which are listed so that the index by user, kind and opponent serves.
fn score_between() -> String {
    let kinds = GameKind::ALL.map(|kind| format!("'{kind}'")).join(", ");
    format!(
        "SELECT CAST(coalesce(sum(won), 0) AS BIGINT) AS won, \
         CAST(coalesce(sum(drawn), 0) AS BIGINT) AS drawn, \
         CAST(coalesce(sum(lost), 0) AS BIGINT) AS lost FROM scores WHERE userid = $1 \
         AND kind IN ({kinds}) AND opponent = $2"
    )
}

const STANDINGS: &str = "SELECT r.* FROM ratings r WHERE r.kind = $1 AND r.present = 1 \
     AND r.provisional = $3 AND r.rating <= $4 AND (r.rating < $4 OR r.userid > $5) \
     ORDER BY r.rating DESC, r.userid LIMIT $2";

/// The strongest players after a key, at most `limit`.
pub(crate) async fn standings(
    connection: &mut Connection,
    kind: GameKind,
    behind: Option<&StandingKey>,
    most: u32,
) -> Result<Vec<(Userid, RatingRecord)>, StoreError> {
    let mut found = Vec::new();
    for provisional in [false, true] {
        let (rating, user) = match behind {
            Some(place) if place.provisional == provisional => (place.rating, place.user.as_str()),
            Some(place) if place.provisional => continue,
            _ => (f64::MAX, ""),
        };
        let left = i64::from(most) - found.len() as i64;
        let query = query(STANDINGS).bind(kind.name()).bind(left).bind(provisional);
        let rows = query.bind(rating).bind(user).fetch_all(&mut *connection).await?;
        for row in &rows {
            found.push((row.parsed("userid")?, rating::of_row(row)?));
        }
    }
    Ok(found)
}

/// Number of finished games of a game, of all players or of one; then that player's won, drawn and
/// lost games by opponent.
pub(crate) async fn history(
    connection: &mut Connection,
    kind: GameKind,
    player: Option<&Userid>,
) -> Result<(u32, BTreeMap<Userid, [u32; 3]>), StoreError> {
    let Some(player) = player else {
        let over: Option<i64> =
            query_scalar(TALLY).bind(kind.name()).fetch_optional(connection).await?;
        return Ok((u32::try_from(over.unwrap_or_default()).unwrap_or(u32::MAX), BTreeMap::new()));
    };
    let rows = query(SCORES).bind(player.as_str()).bind(kind.name());
    let (mut over, mut scores) = (0, BTreeMap::new());
    for row in &rows.fetch_all(connection).await? {
        let score = [row.whole("won")?, row.whole("drawn")?, row.whole("lost")?];
        over += score.iter().sum::<u32>();
        scores.insert(row.parsed("opponent")?, score);
    }
    Ok((over, scores))
}

const TALLY: &str = "SELECT over FROM tallies WHERE kind = $1";

const SCORES: &str = "SELECT opponent, won, drawn, lost FROM scores \
     WHERE userid = $1 AND kind = $2 AND opponent > ''";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::Planner;

    #[tokio::test]
    async fn every_list_walks_an_index() {
        let mut planner = Planner::new().await;
        for sql in [STANDINGS, LAST_RATED, RATED_PAGE, &score_between(), TALLY, SCORES] {
            planner.check(sql).await;
        }
    }
}
