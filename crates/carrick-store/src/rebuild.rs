//! All ratings anew, from the games alone.

use std::collections::BTreeMap;

use carrick_games::{GameKind, Seat};
use carrick_service::{BoardId, FinishedGame, RatingChange, RatingRecord, Userid};
use jiff::Timestamp;

use crate::StoreError;
use crate::column::Columns as _;
use crate::rating::{self, Played, Whose};
use crate::sqlite::{Connection, Row};

/// A rating that is not what the games say.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// In which game.
    pub kind: GameKind,
    /// Whose.
    pub user: Userid,
    /// What the database says; `None` when it knows no rating.
    pub stored: Option<RatingRecord>,
    /// What the games say; `None` when he has finished no rated game.
    pub replayed: Option<RatingRecord>,
}

/// What replaying the games found.
#[derive(Debug, Clone, PartialEq)]
pub struct Rebuilt {
    /// How many games count for ratings.
    pub games: usize,
    /// How many boards did something else to the ratings than was noted.
    pub changed: usize,
    /// The ratings that were not what they should be.
    pub differences: Vec<Difference>,
}

/// Replays all games and writes what they say where something else is stored.
pub(crate) async fn rebuild<F>(
    connection: &mut Connection,
    replay: F,
) -> Result<Rebuilt, StoreError>
where
    F: FnOnce(&[FinishedGame]) -> Vec<(BoardId, [RatingChange; 2])> + Send + 'static,
{
    let games = finished(connection).await?;
    let ended: BTreeMap<BoardId, &Game> = games.iter().map(|game| (game.0.board, game)).collect();
    let of_games: Vec<FinishedGame> = games.iter().map(|game| game.0.clone()).collect();
    let replayed = replay(&of_games);

    let mut right: BTreeMap<(GameKind, Userid), RatingRecord> = BTreeMap::new();
    let mut history: BTreeMap<(BoardId, Seat), RatingChange> = BTreeMap::new();
    for (board, changes) in &replayed {
        for seat in Seat::BOTH {
            let change = changes[seat.index()];
            history.insert((*board, seat), change);
            if let Some((game, _)) = ended.get(board) {
                right.insert((board.kind, game.players[seat.index()].clone()), change.after);
            }
        }
    }
    let noted = rating::history(connection).await?;
    let differs = |key| noted.get(key) != history.get(key);
    let mut changed: Vec<BoardId> = noted
        .keys()
        .chain(history.keys())
        .filter(|key| differs(key))
        .map(|(board, _)| *board)
        .collect();
    changed.sort_unstable();
    changed.dedup();
    let differences = differences(connection, &right).await?;

    if !changed.is_empty() || !differences.is_empty() {
        rating::clear(connection).await?;
        for (board, changes) in &replayed {
            let Some((game, at)) = ended.get(board) else { continue };
            for seat in Seat::BOTH {
                let user = &game.players[seat.index()];
                let played = Played { board: *board, user, seat };
                let change = &changes[seat.index()];
                rating::changed(connection, board.kind, &played, change, *at).await?;
            }
        }
    }
    Ok(Rebuilt { games: replayed.len(), changed: changed.len(), differences })
}

async fn differences(
    connection: &mut Connection,
    right: &BTreeMap<(GameKind, Userid), RatingRecord>,
) -> Result<Vec<Difference>, StoreError> {
    let mut stored = BTreeMap::new();
    for kind in GameKind::ALL {
        rating::load(connection, Whose::Everybody(kind), &mut stored).await?;
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

type Game = (FinishedGame, Timestamp);

/// The boards that have ended, in the order in which they did.
async fn finished(connection: &mut Connection) -> Result<Vec<Game>, StoreError> {
    let rows = sqlx::query(
        "SELECT b.kind, b.number, b.first_player, b.second_player, b.rated, b.result, b.reason, \
         b.ended, (SELECT count(DISTINCT t.seat) FROM turns t \
         WHERE t.kind = b.kind AND t.number = b.number) AS seats \
         FROM boards b WHERE b.ending IS NOT NULL ORDER BY b.ending",
    )
    .fetch_all(connection)
    .await?;
    rows.iter().map(game).collect()
}

fn game(row: &Row) -> Result<Game, StoreError> {
    let ended = row.ended()?.ok_or(StoreError::Corrupt { column: "result" })?;
    let game = FinishedGame {
        board: row.board()?,
        players: row.players()?,
        result: ended.result,
        rated: row.raw("rated")?,
        begun: row.whole::<u8>("seats")? == 2,
    };
    Ok((game, ended.at))
}
