//! Conditions that select boards.

use carrick_games::GameKind;
use carrick_service::{BoardFilter, BoardId, Origin, Userid};

use crate::database::{Bind as _, QueryBuilder, time};

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
    /// Adds the tables of a query of boards `b`, perhaps joined with another one, and the
    /// condition. SQLite looks up tables of a CROSS JOIN from left to right; without it, SQLite
    /// would start with whichever table it thinks is small.
    ///
    /// Boards of a list are looked up one by one, from a table of values: with one condition per
    /// board, PostgreSQL would spend more time planning than reading.
    fn push(self, query: &mut QueryBuilder, joined: Joined) {
        let tables = joined
            .map_or("boards b".to_owned(), |(table, _)| format!("boards b CROSS JOIN {table}"));
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
            Self::Matching(filter) => {
                push_keys(query.push("("), filter);
                query.push(") AS k CROSS JOIN ").push(tables);
                query.push(" WHERE b.kind = k.kind AND b.number = k.number");
                if let Some(kind) = filter.kind {
                    // As an expression, so that SQLite does not walk all boards of the game.
                    query.push(" AND b.kind || '' = ").push_bind(kind.name());
                }
            }
            Self::CameOf(kind, origin) => {
                // From the index alone to the boards: SQLite would otherwise walk all boards of the
                // game instead of looking up the few that an index names.
                query.push("boards o CROSS JOIN ").push(tables);
                query.push(" WHERE b.kind = o.kind AND b.number = o.number AND o.kind = ");
                query.push_bind(kind.name());
                match origin {
                    Origin::Challenge => query.push(" AND o.rematch_of IS NULL AND o.seek IS NULL"),
                    Origin::RematchOf(board) => {
                        query.push(" AND o.rematch_of = ").push_bind(i64::from(board))
                    }
                    Origin::Seek(seek) => query.push(" AND o.seek = ").push_bind(i64::from(seek)),
                };
            }
        }
        if let Some((_, condition)) = joined {
            query.push(" AND ").push(condition);
        }
    }
}

/// Adds a query for the kinds and numbers of boards that match a filter, apart from its game: index
/// walks, one for each seat and for boards in play and finished ones.
fn push_keys(query: &mut QueryBuilder, filter: &BoardFilter) {
    let seats: &[Option<&str>] = match filter.player {
        Some(_) => &[Some("first_player"), Some("second_player")],
        None => &[None],
    };
    // Matches no board, so that there is always one part.
    query.push("SELECT kind, number FROM boards WHERE kind = '' AND number = 0");
    for seat in seats {
        let begin = |query: &mut QueryBuilder| {
            query.push(" UNION SELECT kind, number FROM boards WHERE ");
            if let (Some(seat), Some(player)) = (seat, &filter.player) {
                query.push(seat).push(" = ").push_bind(player.as_str()).push(" AND ");
            }
        };
        if filter.running {
            begin(query);
            query.push("ended IS NULL");
        }
        if let Some(since) = filter.ended_since {
            begin(query);
            query.push("ended >= ").push_bind(time(since));
        }
    }
}

/// A table of parts of boards `b` and its name, and the condition that assigns a part to a board.
pub(crate) type Joined = Option<(&'static str, &'static str)>;

/// A query for columns of boards `b`, perhaps `joined` with a table of their parts.
pub(crate) fn select(columns: &str, joined: Joined, which: Which<'_>, order: &str) -> QueryBuilder {
    let mut query = QueryBuilder::new("SELECT ");
    which.push(query.push(columns).push(" FROM "), joined);
    query.push(order);
    query
}
