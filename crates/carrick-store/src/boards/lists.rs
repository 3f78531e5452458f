//! Lists of boards, one line for each.

use std::collections::BTreeMap;

use carrick_games::GameKind;
use carrick_service::{BoardFilter, BoardId, BoardSummary, LISTED, Userid};
use jiff::Timestamp;

use crate::database::{
    Columns as _, Connection, Cursor, Page, QueryBuilder, Row, StoreError, time,
};
use crate::store::Store;

// Lists of boards, a page at a time.
//
// A page starts after (or before) a board's key in the list's order (keyset pagination) and walks
// an index from there, so its cost depends neither on its position nor on the number of boards.

/// Section of a list: boards in play or finished games, in a fixed order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// In play, the latest turn first.
    Playing,
    /// In play, when both players have moved, the latest turn first; not for lists of one player.
    Begun,
    /// In play, by game and number.
    ByName,
    /// In play, with the player to move, the longest wait first.
    Waiting,
    /// In play, with the player's opponent to move, the longest wait first.
    Theirs,
    /// Offered to the player, by game and number.
    Offers,
    /// Finished since a moment, the latest end first.
    Over(Timestamp),
}

/// A list of boards.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BoardList {
    /// Restriction to one game.
    pub kind: Option<GameKind>,
    /// Restriction to boards of this player.
    pub player: Option<Userid>,
    /// Restriction to boards between the player and this opponent.
    pub opponent: Option<Userid>,
    /// Sections in the order in which they are listed. Finished games come last.
    pub parts: Vec<Part>,
}

/// Sort key of a board in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardKey {
    /// Whether the game is finished.
    pub over: bool,
    /// Time of the end, or of the last change.
    pub at: Timestamp,
    /// The board itself.
    pub board: BoardId,
}

impl BoardKey {
    /// Sort key of a board.
    #[must_use]
    pub fn of(board: &BoardSummary) -> Self {
        let over = board.ended.is_some();
        let at = board.ended.as_ref().map_or(board.touched, |ended| ended.at);
        Self { over, at, board: board.id }
    }
}

impl Store {
    /// A page of a list of boards. If less than a page comes before the cursor, this is the first
    /// page.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn boards_page(
        &self,
        list: &BoardList,
        from: Cursor<BoardKey>,
        limit: u32,
    ) -> Result<Page<BoardSummary>, StoreError> {
        let mut transaction = self.database.begin_read().await?;
        let page = boards(&mut transaction, list, from, limit).await?;
        if matches!(from, Cursor::Before(_)) && !page.before {
            return boards(&mut transaction, list, Cursor::Start, limit).await;
        }
        Ok(page)
    }
}

/// A page of a list of boards.
pub(crate) async fn boards(
    connection: &mut Connection,
    list: &BoardList,
    from: Cursor<BoardKey>,
    limit: u32,
) -> Result<Page<BoardSummary>, StoreError> {
    let backwards = matches!(from, Cursor::Before(_));
    let place = match &from {
        Cursor::Start => None,
        Cursor::After(place) | Cursor::Before(place) => Some(place),
    };
    let is_over = |part: &Part| matches!(part, Part::Over(_));
    let mut parts = list.parts.clone();
    if backwards {
        parts.reverse();
    }
    let mut found = Vec::new();
    for part in parts {
        let of_place = place.filter(|place| place.over == is_over(&part));
        // Skips sections on the other side of the cursor.
        if of_place.is_none() && place.is_some_and(|place| place.over != backwards) {
            continue;
        }
        let left = (limit as usize + 1).saturating_sub(found.len());
        if left == 0 {
            break;
        }
        let mut query = select(list, part, of_place, backwards, left);
        for row in &query.build().fetch_all(&mut *connection).await? {
            found.push(board_summary(row)?);
        }
    }
    Ok(Page::cut(found, &from, limit))
}

/// The latest boards that match a filter, in play and finished.
pub(crate) async fn latest(
    connection: &mut Connection,
    filter: &BoardFilter,
    into: &mut BTreeMap<BoardId, BoardSummary>,
) -> Result<(), StoreError> {
    let mut parts = Vec::new();
    match &filter.player {
        _ if !filter.running => {}
        // Boards on which the player is to move have a separate limit.
        Some(_) => parts.extend([Part::Waiting, Part::Theirs]),
        None => parts.push(Part::Playing),
    }
    parts.extend(filter.ended_since.map(Part::Over));
    for part in parts {
        let (kind, player) = (filter.kind, filter.player.clone());
        let list = BoardList { kind, player, opponent: None, parts: vec![part] };
        let page = boards(connection, &list, Cursor::Start, LISTED as u32 + 1).await?;
        into.extend(page.rows.into_iter().map(|board| (board.id, board)));
    }
    Ok(())
}

/// A condition under which an index lists boards in the order of a section.
struct Leg<'a> {
    condition: &'static str,
    values: [&'a str; 2],
    kind: Option<GameKind>,
}

/// Index walks of a section, whose results are merged.
fn legs(list: &BoardList, part: Part) -> Vec<Leg<'_>> {
    let kinds =
        || GameKind::ALL.into_iter().filter(|&kind| list.kind.is_none_or(|one| one == kind));
    let of_games = |condition: &'static str| -> Vec<Leg<'_>> {
        kinds().map(|kind| Leg { condition, values: ["", ""], kind: Some(kind) }).collect()
    };
    let seated = |conditions: &[&'static str]| -> Vec<Leg<'_>> {
        let player = list.player.as_ref().map_or("", Userid::as_str);
        let other = list.opponent.as_ref().map_or("", Userid::as_str);
        let leg = |&condition| Leg { condition, values: [player, other], kind: list.kind };
        conditions.iter().map(leg).collect()
    };
    let seated_by_game = |conditions: &[&'static str]| -> Vec<Leg<'_>> {
        let legs =
            |kind| seated(conditions).into_iter().map(move |leg| Leg { kind: Some(kind), ..leg });
        kinds().flat_map(legs).collect()
    };
    match (part, &list.player, &list.opponent) {
        (Part::Over(_), Some(_), Some(_)) => seated(&[
            "b.first_player = $1 AND b.second_player = $2 AND b.ended IS NOT NULL",
            "b.first_player = $2 AND b.second_player = $1 AND b.ended IS NOT NULL",
        ]),
        (Part::Over(_), Some(_), None) => {
            seated_by_game(&["b.first_player = $1", "b.second_player = $1"])
        }
        (Part::Over(_), ..) => of_games("TRUE"),
        (_, Some(_), Some(_)) => seated(&[
            "b.first_player = $1 AND b.second_player = $2 AND b.ended IS NULL",
            "b.first_player = $2 AND b.second_player = $1 AND b.ended IS NULL",
        ]),
        (Part::ByName, Some(_), None) => seated(&[
            "b.first_player = $1 AND b.ended IS NULL",
            "b.second_player = $1 AND b.ended IS NULL",
        ]),
        (Part::ByName, ..) => seated(&["b.ended IS NULL"]),
        (Part::Waiting, ..) => seated_by_game(&[
            "b.first_player = $1 AND b.to_move = 'first'",
            "b.second_player = $1 AND b.to_move = 'second'",
        ]),
        (Part::Theirs, ..) => seated_by_game(&[
            "b.first_player = $1 AND b.to_move = 'second'",
            "b.second_player = $1 AND b.to_move = 'first'",
        ]),
        (Part::Offers, ..) => seated(&[
            "b.first_player = $1 AND b.offered_to = 'first' AND b.ended IS NULL",
            "b.second_player = $1 AND b.offered_to = 'second' AND b.ended IS NULL",
        ]),
        (Part::Playing, Some(_), None) => seated_by_game(&[
            "b.first_player = $1 AND b.to_move = 'first'",
            "b.first_player = $1 AND b.to_move = 'second'",
            "b.second_player = $1 AND b.to_move = 'first'",
            "b.second_player = $1 AND b.to_move = 'second'",
        ]),
        (Part::Begun, ..) => of_games("(b.ply >= 2) = TRUE AND b.ended IS NULL"),
        (Part::Playing, ..) => {
            let mut legs = of_games("(b.ply >= 2) = FALSE AND b.ended IS NULL");
            legs.extend(of_games("(b.ply >= 2) = TRUE AND b.ended IS NULL"));
            legs
        }
    }
}

/// Statement for the boards of a section after a key or, backwards, before it.
fn select(
    list: &BoardList,
    part: Part,
    place: Option<&BoardKey>,
    backwards: bool,
    limit: usize,
) -> QueryBuilder {
    let pair = list.opponent.is_some();
    let (column, descending) = match part {
        Part::Over(_) => ("ended", true),
        Part::ByName | Part::Offers => ("", false),
        _ if pair => ("", false),
        Part::Playing | Part::Begun => ("touched", true),
        Part::Waiting | Part::Theirs => ("touched", false),
    };
    let down = descending != backwards;
    let mut query = QueryBuilder::new("");
    for (number, leg) in legs(list, part).into_iter().enumerate() {
        query.push(if number > 0 { " UNION ALL SELECT " } else { "SELECT " });
        query.push(SUMMARY).push(" FROM boards b WHERE ");
        let mut pieces = leg.condition.split('$');
        query.push(pieces.next().unwrap_or_default());
        for piece in pieces {
            let (value, rest) = piece.split_at(1);
            query.push_bind(leg.values[usize::from(value == "2")].to_owned()).push(rest);
        }
        if let Some(kind) = leg.kind {
            // By number, SQLite would rather walk all boards of the game than those in play.
            let by_number = part == Part::ByName && list.player.is_none();
            query.push(if by_number { " AND b.kind || '' = " } else { " AND b.kind = " });
            query.push_bind(kind.name());
        }
        if let Part::Over(since) = part {
            query.push(" AND b.result IN ('first', 'second', 'draw') AND b.ended >= ");
            query.push_bind(time(since));
        }
        if let Some(place) = place {
            let (or_same, beyond) = if down { (" <= ", " < ") } else { (" >= ", " > ") };
            let (kind, number) = (place.board.kind.name(), i64::from(place.board.number));
            if column.is_empty() {
                query.push(" AND b.kind").push(or_same).push_bind(kind);
                query.push(" AND (b.kind, b.number)").push(beyond).push("(").push_bind(kind);
            } else {
                let at = time(place.at);
                query.push(" AND b.").push(column).push(or_same).push_bind(at);
                query.push(" AND (b.").push(column).push(", b.kind, b.number)").push(beyond);
                query.push("(").push_bind(at).push(", ").push_bind(kind);
            }
            query.push(", ").push_bind(number).push(")");
        }
    }
    let way = if down { " DESC" } else { "" };
    query.push(" ORDER BY ");
    if !column.is_empty() {
        query.push(column).push(way).push(", ");
    }
    query.push("kind").push(way).push(", number").push(way).push(" LIMIT ");
    query.push_bind(i64::try_from(limit).unwrap_or(i64::MAX));
    query
}

// Summaries: the columns for one line about a board.

/// Columns for one line about a board.
pub(crate) const SUMMARY: &str = "b.kind, b.number, b.first_player, b.second_player, b.options, b.ply, b.given, b.hints, b.to_move, b.offered_to, \
     b.result, b.reason, b.ended, b.touched";

pub(crate) fn board_summary(row: &Row) -> Result<BoardSummary, StoreError> {
    Ok(BoardSummary {
        id: row.board()?,
        players: row.players()?,
        options: row.raw("options")?,
        ply: row.whole("ply")?,
        given: row.whole("given")?,
        hints: row.whole("hints")?,
        to_move: row.some_seat("to_move")?,
        offered_to: row.some_seat("offered_to")?,
        ended: row.ended()?,
        touched: row.time("touched")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::Planner;

    #[tokio::test]
    async fn every_list_walks_an_index() {
        let mut planner = Planner::new().await;
        let (ann, bob): (Userid, Userid) = ("ann".parse().unwrap(), "bob".parse().unwrap());
        let board = BoardId { kind: GameKind::Boche, number: 101 };
        let over = Part::Over(Timestamp::UNIX_EPOCH);
        let all = [
            Part::Playing,
            Part::Begun,
            Part::ByName,
            Part::Waiting,
            Part::Theirs,
            Part::Offers,
            over,
        ];
        for (player, opponent) in [(None, None), (Some(&ann), None), (Some(&ann), Some(&bob))] {
            for kind in [None, Some(GameKind::Boche)] {
                for part in all {
                    let wants_player = matches!(part, Part::Waiting | Part::Theirs | Part::Offers);
                    if wants_player != player.is_some() && (wants_player || part == Part::Begun) {
                        continue;
                    }
                    let list = BoardList {
                        kind,
                        player: player.cloned(),
                        opponent: opponent.cloned(),
                        parts: vec![part],
                    };
                    let place = BoardKey { over: part == over, at: Timestamp::UNIX_EPOCH, board };
                    for (from, backwards) in
                        [(None, false), (Some(&place), false), (Some(&place), true)]
                    {
                        let sql = select(&list, part, from, backwards, 10).into_string();
                        planner.check(&sql).await;
                    }
                }
            }
        }
    }
}
