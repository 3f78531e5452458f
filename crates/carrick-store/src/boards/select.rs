//! Conditions that select boards.

use carrick_games::GameKind;
use carrick_service::{BoardFilter, BoardId, Origin, Userid};

use crate::database::{Bind as _, CHUNK, Connection, QueryBuilder, Row, StoreError, time};

/// Condition that selects boards.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Which<'a> {
    Named(&'a [BoardId]),
    Matching(&'a BoardFilter),
    CameOf(GameKind, Origin),
    /// With these players in these seats.
    Between(&'a [[Userid; 2]]),
}

impl Which<'_> {
    /// Adds the tables of a query of boards `b`, perhaps joined with others, and the condition.
    ///
    /// Boards of a list are looked up one by one, from a table of values: for one condition per
    /// board PostgreSQL would plan longer than it reads.
    fn push(self, query: &mut QueryBuilder, joined: &str) {
        let tables = ["boards b", joined].join(" ");
        match self {
            Self::Named(ids) => {
                let number = |id: &BoardId| i64::from(id.number).value();
                let rows = ids.iter().map(|id| vec![id.kind.name().value(), number(id)]);
                query.push("(").push_rows(rows.collect()).push(") AS v CROSS JOIN ").push(tables);
                query.push(" WHERE b.kind = v.column1 AND b.number = v.column2");
            }
            Self::Between(pairs) => {
                let row =
                    |pair: &[Userid; 2]| pair.iter().map(|user| user.as_str().value()).collect();
                let rows = pairs.iter().map(row).collect();
                query.push("(").push_rows(rows).push(") AS v CROSS JOIN ").push(tables);
                query.push(" WHERE b.first_player = v.column1 AND b.second_player = v.column2");
            }
            Self::Matching(filter) => push_filter(query.push(tables).push(" WHERE "), filter),
            Self::CameOf(kind, origin) => {
                query.push(tables).push(" WHERE b.kind = ").push_bind(kind.name());
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

/// Locks boards until the transaction ends, always in the same order, and returns their rows; for a
/// server. Each has the number of transactions that wrote alone, too.
pub(crate) async fn lock(
    connection: &mut Connection,
    mut boards: Vec<BoardId>,
) -> Result<Vec<Row>, StoreError> {
    boards.sort_unstable_by_key(|board| (board.kind.name(), board.number));
    boards.dedup();
    let columns = "b.*, (SELECT last_value FROM written_alone) AS alone";
    let mut locked = Vec::with_capacity(boards.len());
    for some in boards.chunks(CHUNK) {
        let order = " ORDER BY b.kind, b.number FOR NO KEY UPDATE OF b";
        let rows = select(columns, "", Which::Named(some), order).build();
        locked.append(&mut rows.fetch_all(connection).await?);
    }
    Ok(locked)
}

fn push_filter(query: &mut QueryBuilder, filter: &BoardFilter) {
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

/// A query of columns of boards `b`, perhaps `joined` with a table of their parts.
pub(crate) fn select(columns: &str, joined: &str, which: Which<'_>, order: &str) -> QueryBuilder {
    let mut query = QueryBuilder::new("SELECT ");
    which.push(query.push(columns).push(" FROM "), joined);
    query.push(order);
    query
}
