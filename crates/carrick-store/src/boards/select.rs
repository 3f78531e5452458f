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
    /// condition. SQLite looks up tables of a CROSS JOIN from left to right, or would begin with
    /// whatever it believes to be small.
    ///
    /// Boards of a list are looked up one by one, from a table of values: for one condition per
    /// board PostgreSQL would plan longer than it reads.
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
                // From the index alone to the boards: SQLite would rather walk all boards of the
                // game than look up the few that an index names.
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

/// Adds a query of the kinds and numbers of boards that match a filter but for the game: walks of
/// indexes, one for each seat and for those in play and those that ended.
fn push_keys(query: &mut QueryBuilder, filter: &BoardFilter) {
    let seats: &[Option<&str>] = match filter.player {
        Some(_) => &[Some("first_player"), Some("second_player")],
        None => &[None],
    };
    // Of no board, so that there is always a part.
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

/// A table of parts of boards `b` and its name, and the condition under which a part is of a board.
pub(crate) type Joined = Option<(&'static str, &'static str)>;

/// A query of columns of boards `b`, perhaps `joined` with a table of their parts.
pub(crate) fn select(columns: &str, joined: Joined, which: Which<'_>, order: &str) -> QueryBuilder {
    let mut query = QueryBuilder::new("SELECT ");
    which.push(query.push(columns).push(" FROM "), joined);
    query.push(order);
    query
}
