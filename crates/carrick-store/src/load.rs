//! Reads the part of the state that a command needs.

use std::collections::{BTreeMap, BTreeSet};

use carrick_games::GameKind;
use carrick_service::{
    Address, BoardFilter, BoardId, BoardRecord, BoardSummary, LISTED, Needs, Origin, State,
    TurnRecord, Userid,
};
use jiff::Timestamp;
use sqlx::QueryBuilder;

use crate::column::{self, Columns, time};
use crate::rating::{self, Whose};
use crate::sqlite::{Connection, Db, Row};
use crate::{
    BoardList, From, Part, StoreError, choice, counter, letter, list, plan, seek, subscription,
    sweep, undo, user,
};

/// How many things one statement asks for; databases limit a statement's parameters and depth.
pub(crate) const CHUNK: usize = 100;

/// The same things, the last of them repeated until their number is a power of two: a statement that names so
/// many is prepared once, and not for every number that happens to be asked for.
pub(crate) fn padded<T>(things: &[T]) -> impl Iterator<Item = &T> {
    let number = if things.is_empty() { 0 } else { things.len().next_power_of_two() };
    things.iter().chain(things.last().into_iter().cycle()).take(number)
}

/// Loads all that is needed, inside a transaction: of one moment.
///
/// Users come with all their ratings, which are at most one a game; that includes the ratings that
/// [`Needs`] promises for the players of boards.
pub(crate) async fn state(connection: &mut Connection, needs: &Needs) -> Result<State, StoreError> {
    let mut state = State::default();
    let ids: Vec<BoardId> = needs.boards.iter().copied().collect();
    for some in ids.chunks(CHUNK) {
        boards(connection, Which::Named(some), &mut state.boards).await?;
    }
    for filter in &needs.whole {
        boards(connection, Which::Matching(filter), &mut state.boards).await?;
    }
    if let Some((kind, origin)) = needs.offspring {
        boards(connection, Which::CameOf(kind, origin), &mut state.boards).await?;
    }
    others(connection, needs, &mut state).await?;
    let mut summaries = BTreeMap::new();
    for filter in &needs.listed {
        latest(connection, filter, &mut summaries).await?;
    }
    state.summaries = summaries.into_values().collect();
    owners(connection, &needs.addresses, &mut state.owners).await?;
    let mut wanted = needs.users.clone();
    wanted.extend(state.owners.values().cloned());
    wanted.extend(state.boards.values().flat_map(|board| board.players.iter().cloned()));
    wanted.extend(state.boards.values().flat_map(|board| board.subscribers.iter().cloned()));
    wanted.extend(state.notified.values().flatten().cloned());
    wanted.extend(state.seeks.values().flat_map(|(seeks, _)| seek::makers(seeks)));
    if needs.news {
        wanted.extend(choice::news_readers(connection).await?);
    }
    let wanted: Vec<Userid> = wanted.into_iter().collect();
    for some in wanted.chunks(CHUNK) {
        user::load(connection, some, &mut state.users).await?;
        rating::load(connection, Whose::Users(some), &mut state.ratings).await?;
    }
    if let Some(kind) = needs.standings {
        let players = list::standings(connection, kind, None, LISTED as u32 + 1).await?;
        let players = players.into_iter().map(|(user, rating)| ((kind, user), rating));
        state.ratings.extend(players);
    }
    if let Some((kind, player)) = &needs.history {
        (state.over, state.scores) = list::history(connection, *kind, player.as_ref()).await?;
    }
    if let Some(kind) = needs.new_board {
        state.next_number.insert(kind, next_board(connection, kind).await?);
        for user in state.users.keys() {
            let count = in_play(connection, kind, user).await?;
            state.in_play.extend((count > 0).then(|| ((kind, user.clone()), count)));
        }
    }
    Ok(state)
}

/// Loads what there is beside boards and users.
async fn others(
    connection: &mut Connection,
    needs: &Needs,
    state: &mut State,
) -> Result<(), StoreError> {
    let running = state.boards.values().filter(|board| board.ended.is_none());
    let reopened = needs.expired.map(|board| board.kind);
    let kinds: BTreeSet<GameKind> = running.map(|board| board.id.kind).chain(reopened).collect();
    for kind in kinds {
        state.notified.insert(kind, choice::notified(connection, kind).await?);
    }
    for &kind in &needs.seeks {
        state.seeks.insert(kind, seek::of_game(connection, kind).await?);
    }
    if !needs.seeks.is_empty() {
        state.outages = sweep::all(connection).await?;
    }
    if let Some(board) = needs.expired {
        state.expired = sweep::expired(connection, board).await?;
    }
    if let Some((user, since)) = &needs.letters {
        state.letters = letter::since(connection, user, *since).await?;
    }
    Ok(())
}

/// The number of a game's next board.
pub(crate) async fn next_board(
    connection: &mut Connection,
    kind: GameKind,
) -> Result<u32, StoreError> {
    match counter::next(connection, &counter::boards(kind)).await? {
        Some(next) => u32::try_from(next).map_err(|_| StoreError::Corrupt { column: "next" }),
        None => Ok(BoardId::FIRST_NUMBER),
    }
}

/// On how many boards of a game a user plays.
async fn in_play(
    connection: &mut Connection,
    kind: GameKind,
    user: &Userid,
) -> Result<u32, StoreError> {
    let sql = "SELECT count(*) FROM boards WHERE kind = $1 AND ended IS NULL \
               AND (first_player = $2 OR second_player = $2)";
    let count: i64 =
        sqlx::query_scalar(sql).bind(kind.name()).bind(user.as_str()).fetch_one(connection).await?;
    u32::try_from(count).map_err(|_| StoreError::Corrupt { column: "ended" })
}

/// Which boards a statement is about.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Which<'a> {
    Named(&'a [BoardId]),
    Matching(&'a BoardFilter),
    CameOf(GameKind, Origin),
    /// With these players in these seats.
    Between(&'a [[Userid; 2]]),
}

impl Which<'_> {
    /// Adds the condition on `boards b`.
    fn push(self, query: &mut QueryBuilder<Db>) {
        match self {
            Self::Named(ids) => {
                let mut any = query.separated(" OR ");
                for id in padded(ids) {
                    any.push("(b.kind = ").push_bind_unseparated(id.kind.name());
                    any.push_unseparated(" AND b.number = ");
                    any.push_bind_unseparated(i64::from(id.number)).push_unseparated(")");
                }
            }
            Self::Matching(filter) => push_filter(query, filter),
            Self::Between(pairs) => {
                let mut any = query.separated(" OR ");
                for [first, second] in padded(pairs) {
                    any.push("(b.first_player = ").push_bind_unseparated(first.as_str().to_owned());
                    any.push_unseparated(" AND b.second_player = ");
                    any.push_bind_unseparated(second.as_str().to_owned()).push_unseparated(")");
                }
            }
            Self::CameOf(kind, origin) => {
                query.push("b.kind = ").push_bind(kind.name());
                match origin {
                    Origin::Challenge => query.push(" AND b.rematch_of IS NULL AND b.seek IS NULL"),
                    Origin::RematchOf(board) => {
                        query.push(" AND b.rematch_of = ").push_bind(i64::from(board))
                    }
                    Origin::Seek(seek) => query.push(" AND b.seek = ").push_bind(i64::from(seek)),
                };
            }
        }
    }
}

/// The rematch of a board, unless that was declined.
pub(crate) async fn rematch_of(
    connection: &mut Connection,
    board: BoardId,
) -> Result<Option<BoardId>, StoreError> {
    let number: Option<i64> = sqlx::query_scalar(
        "SELECT number FROM boards WHERE kind = $1 AND rematch_of = $2 \
         AND (result IS NULL OR result NOT IN ('declined first', 'declined second')) \
         ORDER BY number DESC LIMIT 1",
    )
    .bind(board.kind.name())
    .bind(i64::from(board.number))
    .fetch_optional(connection)
    .await?;
    let number = number.map(u32::try_from).transpose();
    let number = number.map_err(|_| StoreError::Corrupt { column: "number" })?;
    Ok(number.map(|number| BoardId { kind: board.kind, number }))
}

fn push_filter(query: &mut QueryBuilder<Db>, filter: &BoardFilter) {
    query.push(match (filter.running, filter.ended_since) {
        (true, Some(_)) => "(b.ended IS NULL OR b.ended >= ",
        (true, None) => "(b.ended IS NULL",
        (false, Some(_)) => "(b.ended >= ",
        (false, None) => "(FALSE",
    });
    if let Some(since) = filter.ended_since {
        query.push_bind(time(since));
    }
    query.push(")");
    if let Some(kind) = filter.kind {
        query.push(" AND b.kind = ").push_bind(kind.name());
    }
    if let Some(player) = &filter.player {
        query.push(" AND (b.first_player = ").push_bind(player.as_str().to_owned());
        query.push(" OR b.second_player = ").push_bind(player.as_str().to_owned()).push(")");
    }
}

/// A query of columns of boards `b`, perhaps joined with a table of their parts.
pub(crate) fn select(columns_and_tables: &str, which: Which<'_>, order: &str) -> QueryBuilder<Db> {
    let mut query = QueryBuilder::new("SELECT ");
    query.push(columns_and_tables).push(" WHERE (");
    which.push(&mut query);
    query.push(")").push(order);
    query
}

/// Boards with all there is of their turns in one value: a row for each turn would cost the database's thread,
/// and whoever reads it, six values.
const BOARDS: &str = "b.*, \
    (SELECT json_group_array(json_array(t.ply, t.seat, t.at, t.turn)) \
     FROM turns t WHERE t.kind = b.kind AND t.number = b.number) AS turns";

pub(crate) async fn boards(
    connection: &mut Connection,
    which: Which<'_>,
    into: &mut BTreeMap<BoardId, BoardRecord>,
) -> Result<(), StoreError> {
    let columns = format!("{BOARDS}, {} FROM boards b", sweep::COLUMNS);
    let rows = select(&columns, which, "").build().fetch_all(&mut *connection).await?;
    let mut found = BTreeMap::new();
    for row in &rows {
        let record = board_record(row)?;
        found.insert(record.id, record);
    }
    if found.values().any(|board| board.ended.is_some()) {
        rating::load_changes(connection, which, &mut found).await?;
    }
    // Turns begin anew on boards that go on: after an undo, or because the game came from elsewhere.
    if found.values().any(|board| board.undone.times > 0 || board.ended.is_none()) {
        undo::load_restarts(connection, which, &mut found).await?;
    }
    subscription::load(connection, which, &mut found).await?;
    into.append(&mut found);
    Ok(())
}

/// Turns as [`BOARDS`] gives them: ply, seat, time, text.
fn turns(row: &Row) -> Result<Vec<TurnRecord>, StoreError> {
    let corrupt = StoreError::Corrupt { column: "turns" };
    let Ok(mut turns) = serde_json::from_str::<Vec<(usize, &str, i64, String)>>(row.raw("turns")?)
    else {
        return Err(corrupt);
    };
    turns.sort_unstable_by_key(|&(ply, ..)| ply);
    let turns = turns.into_iter().enumerate().map(|(before, (ply, seat, at, text))| {
        let (seat, at) = (column::parse_seat(seat)?, Timestamp::from_microsecond(at).ok()?);
        (ply == before + 1).then_some(TurnRecord { text, seat, at })
    });
    turns.collect::<Option<_>>().ok_or(corrupt)
}

/// What a line about a board needs.
pub(crate) const SUMMARY: &str = "b.kind, b.number, b.first_player, b.second_player, b.options, b.ply, b.to_move, \
     b.result, b.reason, b.ended, b.touched";

/// The latest boards of each sort that match.
async fn latest(
    connection: &mut Connection,
    filter: &BoardFilter,
    into: &mut BTreeMap<BoardId, BoardSummary>,
) -> Result<(), StoreError> {
    let mut parts = Vec::new();
    match &filter.player {
        _ if !filter.running => {}
        // Boards that wait for a player are wanted by themselves too.
        Some(_) => parts.extend([Part::Waiting, Part::Theirs]),
        None => parts.push(Part::Playing),
    }
    parts.extend(filter.ended_since.map(Part::Over));
    for part in parts {
        let (kind, player) = (filter.kind, filter.player.clone());
        let list = BoardList { kind, player, opponent: None, parts: vec![part] };
        let page = list::boards(connection, &list, From::Start, LISTED as u32 + 1).await?;
        into.extend(page.rows.into_iter().map(|board| (board.id, board)));
    }
    Ok(())
}

async fn owners(
    connection: &mut Connection,
    addresses: &BTreeSet<Address>,
    into: &mut BTreeMap<Address, Userid>,
) -> Result<(), StoreError> {
    for address in addresses {
        let sql =
            "SELECT userid FROM addresses WHERE address = $1 COLLATE NOCASE AND confirmed = 1";
        let row = sqlx::query(sql).bind(address.as_str()).fetch_optional(&mut *connection).await?;
        if let Some(row) = row {
            into.insert(address.clone(), row.parsed("userid")?);
        }
    }
    Ok(())
}

pub(crate) fn push_among(query: &mut QueryBuilder<Db>, users: &[Userid]) {
    query.push(" IN (");
    let mut among = query.separated(", ");
    for user in padded(users) {
        among.push_bind(user.as_str().to_owned());
    }
    query.push(")");
}

fn board_record(row: &Row) -> Result<BoardRecord, StoreError> {
    let (id, options, created) =
        (row.board()?, row.raw::<String>("options")?, row.time("created")?);
    Ok(BoardRecord {
        nags: row.whole("nags")?,
        origin: row.origin()?,
        offer: row.offer()?,
        plans: plan::of_row(row)?,
        undone: undo::of_row(row)?,
        outages: sweep::of_row(row)?,
        ended: row.ended()?,
        turns: turns(row)?,
        ..BoardRecord::new(id, row.players()?, options, row.terms()?, created)
    })
}

pub(crate) fn board_summary(row: &Row) -> Result<BoardSummary, StoreError> {
    Ok(BoardSummary {
        id: row.board()?,
        players: row.players()?,
        options: row.raw("options")?,
        ply: row.whole("ply")?,
        to_move: row.some_seat("to_move")?,
        ended: row.ended()?,
        touched: row.time("touched")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;
    use crate::sqlite::Database;
    use sqlx::AssertSqlSafe;

    /// Every list grows with what it shows, not with all boards that ever were.
    #[tokio::test]
    async fn no_filter_looks_at_every_board() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.db");
        let database = Database::open(&path, &Settings::default()).await.unwrap();
        let mut connection = database.begin_read().await.unwrap();
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
            check_plans(&mut connection, Which::Matching(&filter)).await;
        }
        let pairs = [[player.clone(), player.clone()], [player.clone(), player]];
        check_plans(&mut connection, Which::Between(&pairs)).await;
    }

    /// No statement may scan a table.
    async fn check_plans(connection: &mut Connection, which: Which<'_>) {
        let boards = format!("{BOARDS}, {} FROM boards b", sweep::COLUMNS);
        for table in [&boards, "r.* FROM boards b JOIN restarts r USING (kind, number)"] {
            let sql = select(table, which, "").into_string();
            let plan = sqlx::query(AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}")))
                .fetch_all(&mut *connection)
                .await
                .unwrap();
            let plan: Vec<String> = plan.iter().map(|row| row.raw("detail").unwrap()).collect();
            assert!(!plan.iter().any(|line| line.starts_with("SCAN")), "{which:?} {plan:#?}");
        }
    }
}
