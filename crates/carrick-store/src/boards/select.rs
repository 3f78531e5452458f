//! Conditions that select boards.

use carrick_games::GameKind;
use carrick_service::{BoardFilter, BoardId, Origin, Userid};

use crate::database::{CHUNK, Connection, QueryBuilder, StoreError, padded, time};

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
    /// Adds the condition on `boards b`.
    fn push(self, query: &mut QueryBuilder) {
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

/// Locks boards until the transaction ends, always in the same order; for a server.
pub(crate) async fn lock(
    connection: &mut Connection,
    mut boards: Vec<BoardId>,
) -> Result<(), StoreError> {
    boards.sort_unstable_by_key(|board| (board.kind.name(), board.number));
    boards.dedup();
    for some in boards.chunks(CHUNK) {
        let order = " ORDER BY b.kind, b.number FOR NO KEY UPDATE";
        let rows = select("b.number FROM boards b", Which::Named(some), order).build();
        rows.fetch_all(connection).await?;
    }
    Ok(())
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

/// A query of columns of boards `b`, perhaps joined with a table of their parts.
pub(crate) fn select(columns_and_tables: &str, which: Which<'_>, order: &str) -> QueryBuilder {
    let mut query = QueryBuilder::new("SELECT ");
    query.push(columns_and_tables).push(" WHERE (");
    which.push(&mut query);
    query.push(")").push(order);
    query
}
