//! Ratings: current values, and their history by game.

use std::collections::BTreeMap;

use carrick_games::{GameKind, Seat};
use carrick_service::{BoardId, FinishedGame, RatingChange, RatingRecord, Userid};
use jiff::Timestamp;

use crate::database::{
    Columns as _, Conflict, Connection, Query, QueryBuilder, Row, StoreError, one, padded,
    push_among, query, seat as seat_word, time,
};

const RATING: [&str; 6] = ["rating", "deviation", "volatility", "won", "drawn", "lost"];
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

/// Recorded rating changes of the games that ended after one place, up to another.
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

/// Records the rating changes of games, in place of earlier records.
pub(crate) async fn note_all(
    connection: &mut Connection,
    games: &[(FinishedGame, Timestamp, Option<[RatingChange; 2]>)],
) -> Result<(), StoreError> {
    // SQLite takes some 32,000 values in a statement, and a game brings 34.
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
            .bind(board.kind.name())
            .bind(i64::from(board.number))
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
    let sql = match rating {
        None => "DELETE FROM ratings WHERE kind = $1 AND userid = $2",
        Some(_) => {
            "INSERT INTO ratings (kind, userid, rating, deviation, volatility, won, drawn, lost) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (kind, userid) DO UPDATE SET \
             rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility, \
             won = excluded.won, drawn = excluded.drawn, lost = excluded.lost"
        }
    };
    let query = query(sql).bind(kind.name()).bind(user.as_str());
    let query = match rating {
        None => query,
        Some(rating) => bind(query, rating),
    };
    query.execute(connection).await?;
    Ok(())
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

/// A row of ratings.
pub(crate) fn of_row(row: &Row) -> Result<RatingRecord, StoreError> {
    row.rating(RATING)
}

/// One player's seat on a board.
pub(crate) struct Played<'a> {
    pub(crate) board: BoardId,
    pub(crate) user: &'a Userid,
    pub(crate) seat: Seat,
}

/// Changes a rating, and records the change.
pub(crate) async fn changed(
    connection: &mut Connection,
    kind: GameKind,
    played: &Played<'_>,
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

/// Replaces a rating if it is still the expected one, or sets a player's first.
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

/// Records the rating change of a board, if the player holds that seat of it.
async fn note(
    connection: &mut Connection,
    played: &Played<'_>,
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

fn bind(query: Query, rating: &RatingRecord) -> Query {
    let query = query.bind(rating.rating).bind(rating.deviation).bind(rating.volatility);
    rating.games.into_iter().fold(query, |query, games| query.bind(i64::from(games)))
}
