//! Lists of boards, standings, ratings, players and seeks, a page at a time.
//!
//! A page begins behind (or before) a place in the list's order (keyset pagination) and walks an index from there,
//! so that it costs the same wherever it is and however much there is.

use std::collections::BTreeMap;

use carrick_games::GameKind;
use carrick_service::{BoardId, BoardSummary, RatingRecord, Seek, Userid};
use jiff::Timestamp;
use sqlx::QueryBuilder;

use crate::column::{Columns as _, time};
use crate::load::{SUMMARY, board_summary};
use crate::sqlite::{Connection, Db, Row};
use crate::{RatedGame, Store, StoreError, rating, seek};

/// Boards in play, or games that are over, in an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// In play, the latest turn first.
    Playing,
    /// In play, both players having moved, the latest turn first; not of a player.
    Begun,
    /// In play, by game and number.
    ByName,
    /// The player is to move, longest waiting first.
    Waiting,
    /// The player's opponent is to move, longest waiting first.
    Theirs,
    /// Over, since a moment, the latest end first.
    Over(Timestamp),
}

/// A list of boards.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BoardList {
    /// Of this game alone.
    pub kind: Option<GameKind>,
    /// With this player.
    pub player: Option<Userid>,
    /// Between the player and this one.
    pub opponent: Option<Userid>,
    /// What comes one after another. Games that are over come last.
    pub parts: Vec<Part>,
}

/// Where a board stands in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Whether it is over.
    pub over: bool,
    /// When it ended; or when it was touched last.
    pub at: Timestamp,
    /// Which board.
    pub board: BoardId,
}

impl Place {
    /// The place of a board.
    #[must_use]
    pub fn of(board: &BoardSummary) -> Self {
        let over = board.ended.is_some();
        let at = board.ended.as_ref().map_or(board.touched, |ended| ended.at);
        Self { over, at, board: board.id }
    }
}

/// Which part of a list is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum From<P = Place> {
    /// Its beginning.
    #[default]
    Start,
    /// What comes behind a place.
    Behind(P),
    /// What comes before a place.
    Before(P),
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Page<T> {
    /// What stands on it.
    pub rows: Vec<T>,
    /// Whether there is something before it.
    pub before: bool,
    /// Whether there is something behind it.
    pub behind: bool,
}

impl<T> Page<T> {
    /// Rows that were asked for, one more than fit, on the way from `from`.
    fn cut<P>(mut rows: Vec<T>, from: &From<P>, limit: u32) -> Self {
        let more = rows.len() > limit as usize;
        rows.truncate(limit as usize);
        match from {
            From::Start => Self { rows, before: false, behind: more },
            From::Behind(_) => Self { rows, before: true, behind: more },
            From::Before(_) => {
                rows.reverse();
                Self { rows, before: more, behind: true }
            }
        }
    }
}

/// A place in the standings.
#[derive(Debug, Clone, PartialEq)]
pub struct StandingPlace {
    /// Whether the rating is provisional: those come last.
    pub provisional: bool,
    /// The rating.
    pub rating: f64,
    /// Whose.
    pub user: Userid,
}

impl Store {
    /// A page of a list of boards. When less than a page comes before a place, it is the first page.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn boards_page(
        &self,
        list: &BoardList,
        from: From,
        limit: u32,
    ) -> Result<Page<BoardSummary>, StoreError> {
        let mut transaction = self.database.begin_read().await?;
        let page = boards(&mut transaction, list, from, limit).await?;
        if matches!(from, From::Before(_)) && !page.before {
            return boards(&mut transaction, list, From::Start, limit).await;
        }
        Ok(page)
    }

    /// A page of the standings of a game: the strongest first, provisional ratings last, without those who have left.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn standings_page(
        &self,
        kind: GameKind,
        behind: Option<&StandingPlace>,
        limit: u32,
    ) -> Result<Page<(Userid, RatingRecord)>, StoreError> {
        let mut reader = self.database.reader().await?;
        let rows = standings(&mut reader, kind, behind, limit.saturating_add(1)).await?;
        let from = behind.map_or(From::Start, From::Behind);
        Ok(Page::cut(rows, &from, limit))
    }

    /// A player's last rated games of a game, the latest first: what the rating was after each.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn last_rated(
        &self,
        user: &Userid,
        kind: GameKind,
        limit: u32,
    ) -> Result<Vec<RatedGame>, StoreError> {
        let rows = sqlx::query(LAST_RATED)
            .bind(user.as_str())
            .bind(kind.name())
            .bind(i64::from(limit))
            .fetch_all(&mut *self.database.reader().await?)
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
        let rows = sqlx::query(RATED_PAGE)
            .bind(user.as_str())
            .bind(at)
            .bind(kind)
            .bind(number)
            .bind(i64::from(limit) + 1)
            .fetch_all(&mut *self.database.reader().await?)
            .await?;
        let rows = rows.iter().map(rating::rated_game).collect::<Result<_, _>>()?;
        Ok(Page::cut(rows, &behind.map_or(From::Start, From::Behind), limit))
    }

    /// What a player won, drew and lost against another, in all games.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn score_between(
        &self,
        user: &Userid,
        opponent: &Userid,
    ) -> Result<[u64; 3], StoreError> {
        let row = sqlx::query(SCORE_BETWEEN)
            .bind(user.as_str())
            .bind(opponent.as_str())
            .fetch_one(&mut *self.database.reader().await?)
            .await?;
        Ok([row.whole("won")?, row.whole("drawn")?, row.whole("lost")?])
    }

    /// The names of all users who have not left and are no guests, sorted; with `part`, those whose name has it
    /// in it, by how it goes on from there. Each comes with its place, behind which the next page begins.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn users(
        &self,
        part: &str,
        behind: Option<&str>,
        limit: u32,
    ) -> Result<Page<(Userid, String)>, StoreError> {
        let part = part.to_ascii_lowercase();
        // A place is what follows from the part on, and the name: `b/abb` and `b/bob` for `b`.
        let (ending, name) = behind.and_then(|place| place.split_once('/')).unwrap_or_default();
        let sql = if part.is_empty() { ALL_NAMES } else { SOME_NAMES };
        let mut query = sqlx::query(sql).bind(name).bind(i64::from(limit) + 1);
        if !part.is_empty() {
            let after = format!("{part}{{");
            query = query.bind(part.clone()).bind(after).bind(ending.max(&part).to_owned());
        }
        let rows = query.fetch_all(&mut *self.database.reader().await?).await?;
        let named = |row: &Row| {
            let user: Userid = row.parsed("userid")?;
            let place = format!("{}/{user}", row.raw::<&str>("ending")?);
            Ok::<_, StoreError>((user, place))
        };
        let rows = rows.iter().map(named).collect::<Result<_, _>>()?;
        Ok(Page::cut(rows, &behind.map_or(From::Start, From::Behind), limit))
    }

    /// A page of the open seeks, of one game or of all, by game and number.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn seeks_page(
        &self,
        kind: Option<GameKind>,
        behind: Option<(GameKind, u32)>,
        limit: u32,
    ) -> Result<Page<Seek>, StoreError> {
        let (after, number) = match behind {
            Some((kind, number)) => (kind.name(), i64::from(number)),
            None => ("", 0),
        };
        let mut query = sqlx::query(if kind.is_some() { SEEKS_OF_GAME } else { ALL_SEEKS });
        query = query.bind(after).bind(number).bind(i64::from(limit) + 1);
        if let Some(kind) = kind {
            query = query.bind(kind.name());
        }
        let rows = query.fetch_all(&mut *self.database.reader().await?).await?;
        let rows = rows.iter().map(seek::seek).collect::<Result<_, _>>()?;
        Ok(Page::cut(rows, &behind.map_or(From::Start, From::Behind), limit))
    }
}

const LAST_RATED: &str = "SELECT h.* FROM rating_history h WHERE h.userid = $1 AND h.kind = $2 ORDER BY h.played DESC LIMIT $3";

const RATED_PAGE: &str = "SELECT h.* FROM rating_history h WHERE h.userid = $1 AND h.at >= $2 \
     AND (h.at, h.kind, h.number) > ($2, $3, $4) ORDER BY h.at, h.kind, h.number LIMIT $5";

const SCORE_BETWEEN: &str = "SELECT coalesce(sum(won), 0) AS won, coalesce(sum(drawn), 0) AS drawn, \
     coalesce(sum(lost), 0) AS lost FROM scores WHERE userid = $1 \
     AND kind IN ('ankor', 'boche', 'antipod', 'anchor') AND opponent = $2";

const ALL_NAMES: &str = "SELECT ending, userid FROM names WHERE ending = userid AND userid > $1 \
     ORDER BY userid LIMIT $2";

/// A name that has the part twice stands where it has it first.
const SOME_NAMES: &str = "SELECT ending, userid FROM names WHERE ending >= $5 AND ending < $4 \
     AND (ending, userid) > ($5, $1) \
     AND instr(userid, $3) = length(userid) - length(ending) + 1 \
     ORDER BY ending, userid LIMIT $2";

const ALL_SEEKS: &str = "SELECT * FROM seeks WHERE kind >= $1 AND (kind, number) > ($1, $2) \
     ORDER BY kind, number LIMIT $3";

const SEEKS_OF_GAME: &str = "SELECT * FROM seeks WHERE kind = $4 AND number > CASE WHEN $1 = $4 THEN $2 ELSE 0 END \
     ORDER BY number LIMIT $3";

const STANDINGS: &str = "SELECT r.* FROM ratings r WHERE r.kind = $1 AND r.present = 1 \
     AND r.provisional = $3 AND r.rating <= $4 AND (r.rating < $4 OR r.userid > $5) \
     ORDER BY r.rating DESC, r.userid LIMIT $2";

/// The strongest players behind a place, at most so many.
pub(crate) async fn standings(
    connection: &mut Connection,
    kind: GameKind,
    behind: Option<&StandingPlace>,
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
        let query = sqlx::query(STANDINGS).bind(kind.name()).bind(left).bind(provisional);
        let rows = query.bind(rating).bind(user).fetch_all(&mut *connection).await?;
        for row in &rows {
            found.push((row.parsed("userid")?, rating::of_row(row)?));
        }
    }
    Ok(found)
}

/// How many games of a game are over, of all or of one player; then what he won, drew and lost against whom.
pub(crate) async fn history(
    connection: &mut Connection,
    kind: GameKind,
    player: Option<&Userid>,
) -> Result<(u32, BTreeMap<Userid, [u32; 3]>), StoreError> {
    let Some(player) = player else {
        let over: Option<i64> =
            sqlx::query_scalar(TALLY).bind(kind.name()).fetch_optional(connection).await?;
        return Ok((u32::try_from(over.unwrap_or_default()).unwrap_or(u32::MAX), BTreeMap::new()));
    };
    let rows = sqlx::query(SCORES).bind(player.as_str()).bind(kind.name());
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

/// A page of a list of boards.
pub(crate) async fn boards(
    connection: &mut Connection,
    list: &BoardList,
    from: From,
    limit: u32,
) -> Result<Page<BoardSummary>, StoreError> {
    let backwards = matches!(from, From::Before(_));
    let place = match &from {
        From::Start => None,
        From::Behind(place) | From::Before(place) => Some(place),
    };
    let is_over = |part: &Part| matches!(part, Part::Over(_));
    let mut parts = list.parts.clone();
    if backwards {
        parts.reverse();
    }
    let mut found = Vec::new();
    for part in parts {
        let of_place = place.filter(|place| place.over == is_over(&part));
        // Parts that the place has left behind.
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

/// A condition under which an index has boards in the order of a part.
struct Leg<'a> {
    condition: &'static str,
    values: [&'a str; 2],
    kind: Option<GameKind>,
}

/// The boards of a part as index walks, which are merged.
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
        (Part::Playing, Some(_), None) => seated_by_game(&[
            "b.first_player = $1 AND b.to_move = 'first'",
            "b.first_player = $1 AND b.to_move = 'second'",
            "b.second_player = $1 AND b.to_move = 'first'",
            "b.second_player = $1 AND b.to_move = 'second'",
        ]),
        (Part::Begun, ..) => of_games("(b.ply >= 2) = 1 AND b.ended IS NULL"),
        (Part::Playing, ..) => {
            let mut legs = of_games("(b.ply >= 2) = 0 AND b.ended IS NULL");
            legs.extend(of_games("(b.ply >= 2) = 1 AND b.ended IS NULL"));
            legs
        }
    }
}

/// The statement for the boards of a part that come behind a place, or, backwards, before it.
fn select(
    list: &BoardList,
    part: Part,
    place: Option<&Place>,
    backwards: bool,
    limit: usize,
) -> QueryBuilder<Db> {
    let pair = list.opponent.is_some();
    let (column, descending) = match part {
        Part::Over(_) => ("ended", true),
        Part::ByName => ("", false),
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
            query.push(" AND b.kind = ").push_bind(kind.name());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;
    use crate::sqlite::Database;
    use sqlx::AssertSqlSafe;

    /// How the database answers a statement, a line for each step.
    async fn plan(connection: &mut Connection, sql: &str) -> Vec<String> {
        let sql = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
        let rows = sqlx::query(sql).fetch_all(connection).await.unwrap();
        rows.iter().map(|row| row.raw("detail").unwrap()).collect()
    }

    /// A list looks at what it shows: it goes through indexes in their order, sorts nothing and scans nothing.
    #[track_caller]
    fn check(what: &str, plan: &[String]) {
        assert!(!plan.is_empty(), "{what}");
        for step in plan {
            let is_walk = step.starts_with("SEARCH") && step.contains("USING");
            let merges = ["MERGE (UNION ALL)", "LEFT", "RIGHT"].contains(&&**step);
            let walks_all = step.starts_with("SCAN") && step.contains("USING INDEX names_whole");
            let values = step.starts_with("SCAN 4 CONSTANT ROWS");
            assert!(is_walk || merges || walks_all || values, "{what}: {plan:#?}");
        }
    }

    #[tokio::test]
    async fn every_list_walks_an_index() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.db");
        let database = Database::open(&path, &Settings::default()).await.unwrap();
        let mut connection = database.begin_read().await.unwrap();
        let (ann, bob): (Userid, Userid) = ("ann".parse().unwrap(), "bob".parse().unwrap());
        let board = BoardId { kind: GameKind::Boche, number: 101 };
        let over = Part::Over(Timestamp::UNIX_EPOCH);
        let all = [Part::Playing, Part::Begun, Part::ByName, Part::Waiting, Part::Theirs, over];
        for (player, opponent) in [(None, None), (Some(&ann), None), (Some(&ann), Some(&bob))] {
            for kind in [None, Some(GameKind::Boche)] {
                for part in all {
                    let wants_player = matches!(part, Part::Waiting | Part::Theirs);
                    if wants_player != player.is_some() && (wants_player || part == Part::Begun) {
                        continue;
                    }
                    let list = BoardList {
                        kind,
                        player: player.cloned(),
                        opponent: opponent.cloned(),
                        parts: vec![part],
                    };
                    let place = Place { over: part == over, at: Timestamp::UNIX_EPOCH, board };
                    for (from, backwards) in
                        [(None, false), (Some(&place), false), (Some(&place), true)]
                    {
                        let sql = select(&list, part, from, backwards, 10).into_string();
                        check(&format!("{list:?}\n{sql}"), &plan(&mut connection, &sql).await);
                    }
                }
            }
        }
        for sql in [
            STANDINGS,
            LAST_RATED,
            RATED_PAGE,
            SCORE_BETWEEN,
            TALLY,
            SCORES,
            ALL_NAMES,
            SOME_NAMES,
            ALL_SEEKS,
            SEEKS_OF_GAME,
        ] {
            check(sql, &plan(&mut connection, sql).await);
        }
    }
}
