//! Loads boards with their turns and everything that belongs to them, and reopens them.

use std::collections::BTreeMap;

use carrick_games::{GameKind, Seat};
use carrick_service::{
    BoardId, BoardRecord, Expired, PlayedTurns, RatingChange, TurnRecord, Userid,
};
use jiff::Timestamp;

use crate::boards::select::{Which, select};
use crate::boards::{turns, watching};
use crate::database::{
    Columns as _, Conflict, Connection, Dialect, Row, StoreError, columns, counter, fetch_each,
    offer_kind, one, query, query_scalar, seat as seat_word, time,
};
use crate::ratings;
use crate::schedule::due;

/// Number of a game's next board.
pub(crate) async fn next_board(
    connection: &mut Connection,
    kind: GameKind,
) -> Result<u32, StoreError> {
    match counter::next(connection, &counter::boards(kind)).await? {
        Some(next) => u32::try_from(next).map_err(|_| StoreError::Corrupt { column: "next" }),
        None => Ok(BoardId::FIRST_NUMBER),
    }
}

/// Numbers of boards of a game on which a user plays, and of those on which they have made a turn.
pub(crate) async fn in_play(
    connection: &mut Connection,
    kind: GameKind,
    user: &Userid,
) -> Result<[u32; 2], StoreError> {
    let sql = "SELECT a.playing + b.playing AS playing, a.begun + b.begun AS begun FROM \
               (SELECT count(*) AS playing, count(*) FILTER (WHERE ply > 0) AS begun FROM boards \
                WHERE kind = $1 AND first_player = $2 AND ended IS NULL) a, \
               (SELECT count(*) AS playing, count(*) FILTER (WHERE ply > 1) AS begun FROM boards \
                WHERE kind = $1 AND second_player = $2 AND first_player <> $2 AND ended IS NULL) b";
    let query = query(sql).bind(kind.name()).bind(user.as_str());
    let row = query.fetch_one(connection).await?;
    Ok([row.whole("playing")?, row.whole("begun")?])
}

/// Number of games in play, of all kinds, in which a player from the network address of this user
/// has made a turn. Games that others only open against them do not count.
pub(crate) async fn in_play_from_place(
    connection: &mut Connection,
    user: &Userid,
) -> Result<u32, StoreError> {
    // From the neighbours to their boards, in this order.
    let sql = "SELECT (SELECT count(*) FROM places p CROSS JOIN places n CROSS JOIN boards b \
                WHERE p.userid = $1 AND n.place = p.place AND b.first_player = n.userid \
                AND b.ended IS NULL AND b.ply > 0) \
               + (SELECT count(*) FROM places p CROSS JOIN places n CROSS JOIN boards b \
                WHERE p.userid = $1 AND n.place = p.place AND b.second_player = n.userid \
                AND b.ended IS NULL AND b.ply > 1 AND NOT EXISTS \
                (SELECT 1 FROM places f WHERE f.userid = b.first_player AND f.place = p.place)) \
               AS in_play";
    query(sql).bind(user.as_str()).fetch_one(connection).await?.whole("in_play")
}

/// Number of boards of a game on which a user has not made a turn yet, with opponents from the
/// network address of another user.
pub(crate) async fn unanswered(
    connection: &mut Connection,
    kind: GameKind,
    user: &Userid,
    other: &Userid,
) -> Result<u32, StoreError> {
    // From the neighbours to their boards with the user, in this order.
    let sql = "SELECT (SELECT count(*) FROM places p CROSS JOIN places n CROSS JOIN boards b \
                WHERE p.userid = $1 AND n.place = p.place AND b.first_player = $3 \
                AND b.second_player = n.userid AND b.ended IS NULL AND b.kind = $2 AND b.ply = 0) \
               + (SELECT count(*) FROM places p CROSS JOIN places n CROSS JOIN boards b \
                WHERE p.userid = $1 AND n.place = p.place AND b.first_player = n.userid \
                AND b.second_player = $3 AND b.ended IS NULL AND b.kind = $2 AND b.ply < 2) \
               AS unanswered";
    let query = query(sql).bind(other.as_str()).bind(kind.name()).bind(user.as_str());
    query.fetch_one(connection).await?.whole("unanswered")
}

/// The rematch of a board, unless it was declined.
pub(crate) async fn rematch_of(
    connection: &mut Connection,
    board: BoardId,
) -> Result<Option<BoardId>, StoreError> {
    // From the index alone to the boards: SQLite would otherwise walk all boards of the game
    // instead of looking up the few that an index names, and walk them all to sort.
    let numbers: Vec<i64> = query_scalar(
        "SELECT b.number FROM boards r CROSS JOIN boards b \
         WHERE r.kind = $1 AND r.rematch_of = $2 AND b.kind = r.kind AND b.number = r.number \
         AND (b.result IS NULL OR b.result NOT IN ('declined first', 'declined second'))",
    )
    .bind_board(board)
    .fetch_all(connection)
    .await?;
    let number = numbers.into_iter().max().map(u32::try_from).transpose();
    let number = number.map_err(|_| StoreError::Corrupt { column: "number" })?;
    Ok(number.map(|number| BoardId { kind: board.kind, number }))
}

/// Columns of a board, with all its turns in one JSON value: one row per turn would cost six more
/// values, both in the database's thread and here.
fn columns(dialect: Dialect) -> String {
    format!(
        "b.*, (SELECT {} FROM turns t WHERE t.kind = b.kind AND t.number = b.number) AS turns, {}",
        dialect.json_rows("t.ply, t.seat, t.at, t.turn", "t.ply"),
        due::outage_columns(dialect)
    )
}

pub(crate) async fn boards(
    connection: &mut Connection,
    which: Which<'_>,
    into: &mut BTreeMap<BoardId, BoardRecord>,
) -> Result<(), StoreError> {
    let boards = select(&columns(connection.dialect()), None, which, "").build();
    let [of_board, of_game] = watching::subscriptions_of(which);
    let queries = [boards, turns::restarts(which), of_board, of_game];
    let [rows, restarts, of_board, of_game] = fetch_each(connection, queries).await?;
    let mut found = BTreeMap::new();
    for row in &rows {
        let record = board_record(row)?;
        found.insert(record.id, record);
    }
    if found.values().any(|board| board.ended.is_some()) {
        load_changes(connection, which, &mut found).await?;
    }
    turns::read_restarts(&restarts, &mut found)?;
    watching::read_subscriptions(&of_board, &mut found)?;
    watching::read_subscriptions(&of_game, &mut found)?;
    into.append(&mut found);
    Ok(())
}

/// Loads the rating changes that boards caused.
async fn load_changes(
    connection: &mut Connection,
    which: Which<'_>,
    boards: &mut BTreeMap<BoardId, BoardRecord>,
) -> Result<(), StoreError> {
    let joined = Some(("rating_history h", "h.kind = b.kind AND h.number = b.number"));
    let mut found: BTreeMap<BoardId, [Option<RatingChange>; 2]> = BTreeMap::new();
    for row in &select("h.*", joined, which, "").build().fetch_all(connection).await? {
        let change = ratings::change(row)?;
        found.entry(row.board()?).or_default()[row.seat("seat")?.index()] = Some(change);
    }
    for (id, changes) in found {
        let [Some(first), Some(second)] = changes else {
            return Err(StoreError::Corrupt { column: "rating_history.seat" });
        };
        if let Some(board) = boards.get_mut(&id) {
            board.rating_changes = Some([first, second]);
        }
    }
    Ok(())
}

/// Reads turns from the JSON of the query for boards: ply, seat, time, text.
fn turns(row: &Row) -> Result<PlayedTurns, StoreError> {
    let corrupt = StoreError::Corrupt { column: "turns" };
    let Ok(mut turns) = serde_json::from_str::<Vec<(usize, &str, i64, String)>>(row.raw("turns")?)
    else {
        return Err(corrupt);
    };
    turns.sort_unstable_by_key(|&(ply, ..)| ply);
    let turns = turns.into_iter().enumerate().map(|(before, (ply, seat, at, text))| {
        let (seat, at) = (columns::parse_seat(seat)?, Timestamp::from_microsecond(at).ok()?);
        (ply == before + 1).then_some(TurnRecord { text: text.into(), seat, at })
    });
    turns.collect::<Option<_>>().ok_or(corrupt)
}

fn board_record(row: &Row) -> Result<BoardRecord, StoreError> {
    let (id, options, created) =
        (row.board()?, row.raw::<String>("options")?, row.time("created")?);
    Ok(BoardRecord {
        nags: row.whole("nags")?,
        origin: row.origin()?,
        teaching: row.raw("teaching")?,
        given: row.whole("given")?,
        hints: row.whole("hints")?,
        offered_to: row.some_seat("offered_to")?,
        offer: row.offer()?,
        plans: turns::plans_of_row(row)?,
        undone: turns::undone_of_row(row)?,
        outages: due::outages_of_row(row)?,
        ended: row.ended()?,
        turns: turns(row)?,
        ..BoardRecord::new(id, row.players()?, options, row.terms()?, created)
    })
}

// Reopened games, and the plans and offers of boards whose time ran out.

/// Reopens a finished game.
pub(crate) async fn board_reopened(
    connection: &mut Connection,
    board: BoardId,
    to_move: Seat,
    Expired { plans, offer }: &Expired,
    now: Timestamp,
) -> Result<(), StoreError> {
    let done = query(
        "UPDATE boards SET result = NULL, reason = NULL, ended = NULL, ending = NULL, to_move = $3, \
         due = $4, nags = 0, first_queue = $5, second_queue = $6, submitted = $7, offer_by = $8, \
         offer_kind = $9, offer_rejected = $10, \
         touched = CASE WHEN touched < $4 THEN $4 ELSE touched END \
         WHERE kind = $1 AND number = $2 AND ended IS NOT NULL",
    )
.bind_board(board)
    .bind(seat_word(to_move))
    .bind(time(now))
    .bind(&plans.queues[0])
    .bind(&plans.queues[1])
    .bind(&plans.submitted)
    .bind(offer.map(|offer| seat_word(offer.by)))
    .bind(offer.map(|offer| offer_kind(offer.kind)))
    .bind(offer.map(|offer| offer.rejected))
    .execute(&mut *connection)
    .await?;
    one(done.rows_affected(), || Conflict::NotEnded(board))?;
    query("DELETE FROM expiries WHERE kind = $1 AND number = $2")
        .bind_board(board)
        .execute(&mut *connection)
        .await?;
    turns::restarted(connection, board, now).await
}

/// Stores the plans and the offer of a board whose time ran out.
pub(crate) async fn set_aside(
    connection: &mut Connection,
    board: BoardId,
    Expired { plans, offer }: &Expired,
) -> Result<(), StoreError> {
    query(
        "INSERT INTO expiries (kind, number, first_queue, second_queue, submitted, offer_by, \
         offer_kind, offer_rejected) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind_board(board)
    .bind(&plans.queues[0])
    .bind(&plans.queues[1])
    .bind(&plans.submitted)
    .bind(offer.map(|offer| seat_word(offer.by)))
    .bind(offer.map(|offer| offer_kind(offer.kind)))
    .bind(offer.map(|offer| offer.rejected))
    .execute(connection)
    .await?;
    Ok(())
}

/// Plans and offer of a board whose time ran out, if it did.
pub(crate) async fn expired(
    connection: &mut Connection,
    board: BoardId,
) -> Result<Option<Expired>, StoreError> {
    let row = query("SELECT * FROM expiries WHERE kind = $1 AND number = $2")
        .bind_board(board)
        .fetch_optional(connection)
        .await?;
    row.map(|row| Ok(Expired { plans: turns::plans_of_row(&row)?, offer: row.offer()? }))
        .transpose()
}

#[cfg(test)]
mod tests {
    use carrick_service::BoardFilter;

    use super::*;
    use crate::database::Planner;

    /// Every list costs only what it shows, however many boards are stored.
    #[tokio::test]
    async fn no_filter_looks_at_every_board() {
        let mut planner = Planner::new().await;
        let player: Userid = "ann".parse().unwrap();
        for mask in 0..16 {
            let filter = BoardFilter {
                kind: (mask & 1 != 0).then_some(GameKind::Ankor),
                player: (mask & 2 != 0).then(|| player.clone()),
                running: mask & 4 != 0,
                ended_since: (mask & 8 != 0).then_some(jiff::Timestamp::UNIX_EPOCH),
            };
            if mask & 12 == 0 {
                continue; // matches nothing
            }
            check_plans(&mut planner, Which::Matching(&filter)).await;
        }
        let pairs = [[player.clone(), player.clone()], [player.clone(), player]];
        check_plans(&mut planner, Which::Between(&pairs)).await;
        let boards = [101, 102].map(|number| BoardId { kind: GameKind::Ankor, number });
        check_plans(&mut planner, Which::Named(&boards)).await;
    }

    /// No statement may scan a table.
    async fn check_plans(planner: &mut Planner, which: Which<'_>) {
        let boards = columns(Dialect::Sqlite);
        let restarts = ("restarts r", "r.kind = b.kind AND r.number = b.number");
        for (columns, joined) in [(&*boards, None), ("r.*", Some(restarts))] {
            let sql = select(columns, joined, which, "").into_string();
            let plan = planner.plan(&sql).await;
            // A list of boards in the statement is read completely.
            let is_list = |line: &str| {
                ["SCAN v", "SCAN k"].contains(&line) || line.ends_with("VALUES CLAUSE")
            };
            let scans = |line: &String| line.starts_with("SCAN") && !is_list(line);
            assert!(!plan.iter().any(scans), "{which:?} {plan:#?}");
        }
    }
}
