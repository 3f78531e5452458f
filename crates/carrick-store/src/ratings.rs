//! Ratings, the rating changes of each game, standings, and recomputation.

use std::collections::BTreeMap;

use carrick_games::{GameKind, Seat};
use carrick_service::{BoardId, FinishedGame, RatingChange, RatingRecord, Replay, Userid};
use jiff::Timestamp;

use crate::database::{
    AssertSqlSafe, Columns as _, Conflict, Connection, Cursor, Page, Query, QueryBuilder, Row,
    StoreError, one, padded, push_among, query, query_scalar, seat as seat_word, time,
};
use crate::store::Store;

// Ratings: current values, and their history by game.

pub(crate) const RATING: [&str; 6] = ["rating", "deviation", "volatility", "won", "drawn", "lost"];
const RATING_BEFORE: [&str; 6] = [
    "rating_before",
    "deviation_before",
    "volatility_before",
    "won_before",
    "drawn_before",
    "lost_before",
];
const RATING_AFTER: [&str; 6] = [
    "rating_after",
    "deviation_after",
    "volatility_after",
    "won_after",
    "drawn_after",
    "lost_after",
];

/// Condition that selects ratings, by user.
pub(crate) enum RatingsOf<'a> {
    Users(&'a [Userid]),
    Everybody(GameKind),
}

/// Loads ratings.
pub(crate) async fn load(
    connection: &mut Connection,
    whose: RatingsOf<'_>,
    into: &mut BTreeMap<(GameKind, Userid), RatingRecord>,
) -> Result<(), StoreError> {
    read(&statement(whose).fetch_all(connection).await?, into)
}

/// Statement for ratings.
pub(crate) fn statement(whose: RatingsOf<'_>) -> Query {
    let mut query = QueryBuilder::new("SELECT * FROM ratings WHERE ");
    match whose {
        RatingsOf::Users(users) => push_among(query.push("userid"), users),
        RatingsOf::Everybody(kind) => {
            query.push("kind = ").push_bind(kind.name());
        }
    }
    query.build()
}

/// Reads the rows of this statement.
pub(crate) fn read(
    rows: &[Row],
    into: &mut BTreeMap<(GameKind, Userid), RatingRecord>,
) -> Result<(), StoreError> {
    for row in rows {
        into.insert((row.kind()?, row.parsed("userid")?), row.rating(RATING)?);
    }
    Ok(())
}

/// Recorded rating changes of the games that ended after one position, up to another.
pub(crate) async fn noted(
    connection: &mut Connection,
    after: i64,
    last: i64,
) -> Result<BTreeMap<BoardId, [Option<RatingChange>; 2]>, StoreError> {
    let rows = query(
        "SELECT h.* FROM boards b JOIN rating_history h ON h.kind = b.kind AND h.number = b.number \
         WHERE b.ending > $1 AND b.ending <= $2",
    )
    .bind(after)
    .bind(last)
    .fetch_all(connection)
    .await?;
    let mut found: BTreeMap<BoardId, [Option<RatingChange>; 2]> = BTreeMap::new();
    for row in &rows {
        found.entry(row.board()?).or_default()[row.seat("seat")?.index()] = Some(change(row)?);
    }
    Ok(found)
}

/// Records the rating changes of games, replacing earlier records.
pub(crate) async fn note_all(
    connection: &mut Connection,
    games: &[(FinishedGame, Timestamp, Option<[RatingChange; 2]>)],
) -> Result<(), StoreError> {
    // SQLite accepts some 32,000 values in a statement, and a game takes 34.
    for some in games.chunks(128) {
        let mut query =
            QueryBuilder::new("DELETE FROM rating_history WHERE (kind, number) IN (VALUES ");
        let mut rows = query.separated(", ");
        for (game, ..) in padded(some) {
            rows.push("(").push_bind_unseparated(game.board.kind.name()).push_unseparated(", ");
            rows.push_bind_unseparated(i64::from(game.board.number)).push_unseparated(")");
        }
        query.push(")").build().execute(&mut *connection).await?;
        let mut query = QueryBuilder::new(
            "INSERT INTO rating_history (kind, number, seat, userid, at, \
             rating_before, deviation_before, volatility_before, won_before, drawn_before, lost_before, \
             rating_after, deviation_after, volatility_after, won_after, drawn_after, lost_after) ",
        );
        let seats = some.iter().filter_map(|(game, at, changes)| Some((game, *at, (*changes)?)));
        let seats: Vec<_> = seats
            .flat_map(|(game, at, changes)| {
                Seat::BOTH.map(|seat| (game, seat, at, changes[seat.index()]))
            })
            .collect();
        if seats.is_empty() {
            continue;
        }
        query.push_values(seats, |mut row, (game, seat, at, change)| {
            row.push_bind(game.board.kind.name()).push_bind(i64::from(game.board.number));
            row.push_bind(seat_word(seat)).push_bind(game.players[seat.index()].to_string());
            row.push_bind(time(at));
            for record in [change.before, change.after] {
                row.push_bind(record.rating).push_bind(record.deviation);
                row.push_bind(record.volatility);
                for count in record.games {
                    row.push_bind(i64::from(count));
                }
            }
        });
        query.build().execute(&mut *connection).await?;
    }
    Ok(())
}

/// Deletes recorded changes of games that are not finished; returns the number of such games.
pub(crate) async fn forget_unfinished(connection: &mut Connection) -> Result<usize, StoreError> {
    let rows = query(
        "SELECT DISTINCT h.kind, h.number FROM rating_history h WHERE NOT EXISTS (SELECT 1 FROM boards b \
         WHERE b.kind = h.kind AND b.number = h.number AND b.ending IS NOT NULL)",
    )
    .fetch_all(&mut *connection)
    .await?;
    for row in &rows {
        let board = row.board()?;
        query("DELETE FROM rating_history WHERE kind = $1 AND number = $2")
            .bind_board(board)
            .execute(&mut *connection)
            .await?;
    }
    Ok(rows.len())
}

/// Sets a player's rating, or deletes it.
pub(crate) async fn put(
    connection: &mut Connection,
    kind: GameKind,
    user: &Userid,
    rating: Option<&RatingRecord>,
) -> Result<(), StoreError> {
    let query = match rating {
        None => query("DELETE FROM ratings WHERE kind = $1 AND userid = $2"),
        Some(_) => query(AssertSqlSafe(upsert("ratings", "kind", "userid"))),
    };
    let query = query.bind(kind.name()).bind(user.as_str());
    let query = match rating {
        None => query,
        Some(rating) => bind(query, rating),
    };
    query.execute(connection).await?;
    Ok(())
}

/// Statement that inserts or replaces a rating in a table with these key columns; its other
/// arguments are those that [`bind`] adds.
pub(crate) fn upsert(table: &str, one: &str, other: &str) -> String {
    format!(
        "INSERT INTO {table} ({one}, {other}, rating, deviation, volatility, won, drawn, lost) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT ({one}, {other}) DO UPDATE SET \
         rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility, \
         won = excluded.won, drawn = excluded.drawn, lost = excluded.lost"
    )
}

/// A player's rating after one of their games.
#[derive(Debug, Clone, PartialEq)]
pub struct RatedGame {
    /// The game.
    pub board: BoardId,
    /// Time at which it was rated.
    pub at: Timestamp,
    /// Rating after the game.
    pub after: RatingRecord,
}

/// A row of the history of ratings.
pub(crate) fn rated_game(row: &Row) -> Result<RatedGame, StoreError> {
    Ok(RatedGame { board: row.board()?, at: row.time("at")?, after: row.rating(RATING_AFTER)? })
}

/// The rating change in a row of the history.
pub(crate) fn change(row: &Row) -> Result<RatingChange, StoreError> {
    Ok(RatingChange { before: row.rating(RATING_BEFORE)?, after: row.rating(RATING_AFTER)? })
}

/// A rating from a row of ratings.
pub(crate) fn of_row(row: &Row) -> Result<RatingRecord, StoreError> {
    row.rating(RATING)
}

/// One player's seat on a board.
pub(crate) struct RatedSeat<'a> {
    pub(crate) board: BoardId,
    pub(crate) user: &'a Userid,
    pub(crate) seat: Seat,
}

/// Changes a rating, and records the change.
pub(crate) async fn changed(
    connection: &mut Connection,
    kind: GameKind,
    played: &RatedSeat<'_>,
    change: &RatingChange,
    now: Timestamp,
) -> Result<(), StoreError> {
    let stranger =
        || Conflict::Seat { board: played.board, user: played.user.clone(), seat: played.seat };
    if kind != played.board.kind {
        return Err(stranger().into());
    }
    if !replace(connection, kind, played.user, change).await? {
        return Err(Conflict::Rating { kind, user: played.user.clone() }.into());
    }
    let noted = note(connection, played, change, now).await?;
    one(noted, stranger)
}

/// Replaces a rating if it is still the expected one, or sets a player's first rating.
async fn replace(
    connection: &mut Connection,
    kind: GameKind,
    user: &Userid,
    RatingChange { before, after }: &RatingChange,
) -> Result<bool, StoreError> {
    let update = query(
        "UPDATE ratings SET rating = $3, deviation = $4, volatility = $5, won = $6, drawn = $7, \
         lost = $8 WHERE kind = $1 AND userid = $2 AND rating = $9 AND deviation = $10 \
         AND volatility = $11 AND won = $12 AND drawn = $13 AND lost = $14",
    );
    let update = update.bind(kind.name()).bind(user.as_str());
    let replaced = bind(bind(update, after), before).execute(&mut *connection).await?;
    if replaced.rows_affected() == 1 {
        return Ok(true);
    }
    let insert = query(
        "INSERT INTO ratings (kind, userid, rating, deviation, volatility, won, drawn, lost) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (kind, userid) DO NOTHING",
    );
    let insert = insert.bind(kind.name()).bind(user.as_str());
    Ok(bind(insert, after).execute(connection).await?.rows_affected() == 1)
}

/// Records the rating change from a board, if the player holds that seat there.
async fn note(
    connection: &mut Connection,
    played: &RatedSeat<'_>,
    change: &RatingChange,
    now: Timestamp,
) -> Result<u64, StoreError> {
    let query = query(
        "INSERT INTO rating_history (kind, number, seat, userid, at, \
         rating_before, deviation_before, volatility_before, won_before, drawn_before, \
         lost_before, rating_after, deviation_after, volatility_after, won_after, drawn_after, \
         lost_after) \
         SELECT kind, number, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17 \
         FROM boards WHERE kind = $1 AND number = $2 \
         AND CASE WHEN $3 = 'first' THEN first_player ELSE second_player END = $4",
    );
    let query = query
        .bind(played.board.kind.name())
        .bind(i64::from(played.board.number))
        .bind(seat_word(played.seat))
        .bind(played.user.as_str())
        .bind(time(now));
    let query = bind(bind(query, &change.before), &change.after);
    Ok(query.execute(connection).await?.rows_affected())
}

/// Adds the values of a rating to the arguments of a statement.
pub(crate) fn bind(query: Query, rating: &RatingRecord) -> Query {
    let query = query.bind(rating.rating).bind(rating.deviation).bind(rating.volatility);
    rating.games.into_iter().fold(query, |query, games| query.bind(i64::from(games)))
}

// Recomputes all ratings from the games.

/// A stored rating that differs from the recomputed one.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The game.
    pub kind: GameKind,
    /// The player.
    pub user: Userid,
    /// Stored rating; `None` if there is none.
    pub stored: Option<RatingRecord>,
    /// Recomputed rating; `None` if the player has finished no rated game.
    pub replayed: Option<RatingRecord>,
}

/// Result of a recomputation.
#[derive(Debug, Clone, PartialEq)]
pub struct Rebuilt {
    /// Number of rated games.
    pub games: usize,
    /// Number of boards whose recorded rating changes were wrong.
    pub changed: usize,
    /// Ratings that were wrong.
    pub differences: Vec<Difference>,
}

/// Number of games to read, and write, together.
const CHUNK: i64 = 500;

/// Replays all games and corrects the stored ratings. It keeps only the players' ratings and a few
/// hundred games in memory.
pub(crate) async fn rebuild(
    connection: &mut Connection,
    mut replay: Replay,
) -> Result<Rebuilt, StoreError> {
    let (mut games, mut changed) = (0, 0);
    let mut after = 0;
    loop {
        let rows = query(FINISHED).bind(after).bind(CHUNK).fetch_all(&mut *connection).await?;
        let Some(last) = rows.last() else { break };
        let last: i64 = last.raw("ending")?;
        let mut noted = noted(connection, after, last).await?;
        let mut wrong = Vec::new();
        for row in &rows {
            let (game, at) = game(row)?;
            let change = replay.play(&game);
            games += usize::from(change.is_some());
            if noted.remove(&game.board) != change.map(|change| change.map(Some)) {
                wrong.push((game, at, change));
            }
        }
        note_all(connection, &wrong).await?;
        changed += wrong.len();
        after = last;
    }
    changed += forget_unfinished(connection).await?;
    let right = replay.into_ratings();
    let differences = differences(connection, &right).await?;
    for difference in &differences {
        put(connection, difference.kind, &difference.user, difference.replayed.as_ref()).await?;
    }
    Ok(Rebuilt { games, changed, differences })
}

async fn differences(
    connection: &mut Connection,
    right: &BTreeMap<(GameKind, Userid), RatingRecord>,
) -> Result<Vec<Difference>, StoreError> {
    let mut stored = BTreeMap::new();
    for kind in GameKind::ALL {
        load(connection, RatingsOf::Everybody(kind), &mut stored).await?;
    }
    let mut keys: Vec<_> = stored.keys().chain(right.keys()).collect();
    keys.sort();
    keys.dedup();
    let pairs = keys.into_iter().map(|key| (key, stored.get(key), right.get(key)));
    let different = pairs.filter(|(_, stored, replayed)| stored != replayed);
    Ok(different
        .map(|((kind, user), stored, replayed)| Difference {
            kind: *kind,
            user: user.clone(),
            stored: stored.copied(),
            replayed: replayed.copied(),
        })
        .collect())
}

type DatedGame = (FinishedGame, Timestamp);

/// The next finished boards, in the order of their ends.
const FINISHED: &str = "SELECT b.kind, b.number, b.first_player, b.second_player, b.rated, b.result, b.reason, \
     b.ended, b.ending, \
     EXISTS (SELECT 1 FROM turns t WHERE t.kind = b.kind AND t.number = b.number AND t.seat = 'first') \
     AND EXISTS (SELECT 1 FROM turns t WHERE t.kind = b.kind AND t.number = b.number AND t.seat = 'second') \
     AS begun FROM boards b WHERE b.ending > $1 ORDER BY b.ending LIMIT $2";

fn game(row: &Row) -> Result<DatedGame, StoreError> {
    let ended = row.ended()?.ok_or(StoreError::Corrupt { column: "result" })?;
    let game = FinishedGame {
        board: row.board()?,
        players: row.players()?,
        result: ended.result(),
        rated: row.raw("rated")?,
        begun: row.raw("begun")?,
    };
    Ok((game, ended.at))
}

impl Store {
    /// Recomputes all ratings from the finished games, in the order of their ends, with a fresh
    /// [`Replay`], and corrects stored ratings that differ.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn rebuild_ratings(&self, replay: Replay) -> Result<Rebuilt, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let rebuilt = rebuild(&mut transaction, replay).await?;
        transaction.commit().await?;
        Ok(rebuilt)
    }
}

// Standings, and the rated games and scores of a player.

/// A row of the standings.
#[derive(Debug, Clone, PartialEq)]
pub struct StandingKey {
    /// Whether the rating is provisional; those come last.
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

    /// A player's latest rated games of one kind, the latest first, each with the rating after it.
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
        rows.iter().map(rated_game).collect()
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
        let rows = rows.iter().map(rated_game).collect::<Result<_, _>>()?;
        Ok(Page::cut(rows, &behind.map_or(Cursor::Start, Cursor::After), limit))
    }

    /// A player's score against another in all games: won, drawn, lost.
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

/// Sums over all kinds, which are listed so that the index by user, kind and opponent can be used.
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
            found.push((row.parsed("userid")?, of_row(row)?));
        }
    }
    Ok(found)
}

/// Number of finished games of one kind, of all players or of one, followed by that player's won,
/// drawn and lost games by opponent.
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
