//! Recomputation of all ratings from the games alone.

use std::collections::BTreeMap;

use carrick_games::GameKind;
use carrick_service::{FinishedGame, RatingRecord, Replay, Userid};
use jiff::Timestamp;

use super::rating;
use super::rating::RatingsOf;
use crate::database::{Columns as _, Connection, Row, StoreError, query};
use crate::store::Store;

/// A stored rating that differs from the recomputed one.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The game.
    pub kind: GameKind,
    /// The player.
    pub user: Userid,
    /// Stored rating; `None` when there is none.
    pub stored: Option<RatingRecord>,
    /// Recomputed rating; `None` when the player has finished no rated game.
    pub replayed: Option<RatingRecord>,
}

/// Result of a recomputation.
#[derive(Debug, Clone, PartialEq)]
pub struct Rebuilt {
    /// Number of rated games.
    pub games: usize,
    /// Number of boards whose recorded rating changes were wrong.
    pub changed: usize,
    /// Ratings that were wrong.
    pub differences: Vec<Difference>,
}

/// Number of games that are read, and written, at once.
const CHUNK: i64 = 500;

/// Replays all games and corrects the stored ratings. It keeps only the players' ratings and a few
/// hundred games in memory.
pub(crate) async fn rebuild(
    connection: &mut Connection,
    mut replay: Replay,
) -> Result<Rebuilt, StoreError> {
    let (mut games, mut changed) = (0, 0);
    let mut after = 0;
    loop {
        let rows = query(FINISHED).bind(after).bind(CHUNK).fetch_all(&mut *connection).await?;
        let Some(last) = rows.last() else { break };
        let last: i64 = last.raw("ending")?;
        let mut noted = rating::noted(connection, after, last).await?;
        let mut wrong = Vec::new();
        for row in &rows {
            let (game, at) = game(row)?;
            let change = replay.play(&game);
            games += usize::from(change.is_some());
            if noted.remove(&game.board) != change.map(|change| change.map(Some)) {
                wrong.push((game, at, change));
            }
        }
        rating::note_all(connection, &wrong).await?;
        changed += wrong.len();
        after = last;
    }
    changed += rating::forget_unfinished(connection).await?;
    let right = replay.into_ratings();
    let differences = differences(connection, &right).await?;
    for difference in &differences {
        rating::put(connection, difference.kind, &difference.user, difference.replayed.as_ref())
            .await?;
    }
    Ok(Rebuilt { games, changed, differences })
}

async fn differences(
    connection: &mut Connection,
    right: &BTreeMap<(GameKind, Userid), RatingRecord>,
) -> Result<Vec<Difference>, StoreError> {
    let mut stored = BTreeMap::new();
    for kind in GameKind::ALL {
        rating::load(connection, RatingsOf::Everybody(kind), &mut stored).await?;
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

/// The next finished boards, in the order of their ends.
const FINISHED: &str = "SELECT b.kind, b.number, b.first_player, b.second_player, b.rated, b.result, b.reason, \
     b.ended, b.ending, \
     EXISTS (SELECT 1 FROM turns t WHERE t.kind = b.kind AND t.number = b.number AND t.seat = 'first') \
     AND EXISTS (SELECT 1 FROM turns t WHERE t.kind = b.kind AND t.number = b.number AND t.seat = 'second') \
     AS begun FROM boards b WHERE b.ending > $1 ORDER BY b.ending LIMIT $2";

fn game(row: &Row) -> Result<Game, StoreError> {
    let ended = row.ended()?.ok_or(StoreError::Corrupt { column: "result" })?;
    let game = FinishedGame {
        board: row.board()?,
        players: row.players()?,
        result: ended.result(),
        rated: row.raw("rated")?,
        begun: row.raw("begun")?,
    };
    Ok((game, ended.at))
}

impl Store {
    /// Recomputes all ratings from the finished games alone, in the order of their ends, with a
    /// fresh [`Replay`], and corrects those that are stored otherwise.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn rebuild_ratings(&self, replay: Replay) -> Result<Rebuilt, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let rebuilt = rebuild(&mut transaction, replay).await?;
        transaction.commit().await?;
        Ok(rebuilt)
    }
}
