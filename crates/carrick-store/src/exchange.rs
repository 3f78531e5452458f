//! All boards on their way out, and boards that come from elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use carrick_games::{GameKind, Seat};
use carrick_service::exchange::{Holdings, Imported};
use carrick_service::{Asked, BoardId, BoardRecord, FinishedGame, RatingChange, Userid};
use jiff::Timestamp;

use crate::batch::Batch;
use crate::column::{Columns as _, time};
use crate::load::{self, CHUNK, Which};
use crate::sqlite::{Connection, Row, Transaction};
use crate::{Commits, Conflict, StoreError, change, counter, job, rebuild, user, write};

/// Shows boards in the order in which they ended, then those in play.
pub(crate) async fn each_board<E: From<StoreError>>(
    connection: &mut Connection,
    kinds: &[GameKind],
    mut visit: impl FnMut(usize, BoardRecord) -> Result<(), E>,
) -> Result<(), E> {
    let sql = "SELECT kind, number FROM boards \
               WHERE result IS NULL OR result NOT IN ('declined first', 'declined second') \
               ORDER BY ending IS NULL, ending, kind, number";
    let rows = sqlx::query(sql).fetch_all(&mut *connection).await.map_err(StoreError::from)?;
    let ids: Vec<BoardId> = rows.iter().map(Row::board).collect::<Result<_, _>>()?;
    let ids: Vec<BoardId> = ids.into_iter().filter(|id| kinds.contains(&id.kind)).collect();
    for some in ids.chunks(CHUNK) {
        let mut boards = BTreeMap::new();
        load::boards(connection, Which::Named(some), &mut boards).await?;
        for id in some {
            if let Some(board) = boards.remove(id) {
                visit(ids.len(), board)?;
            }
        }
    }
    Ok(())
}

/// An import under way. What it has written is on the disk once it is [committed](Self::commit); when
/// it is dropped before, nothing has changed.
#[derive(Debug)]
pub struct Importing {
    transaction: Transaction,
    commits: Commits,
    holdings: Holdings,
}

impl Importing {
    pub(crate) async fn begin(
        mut transaction: Transaction,
        commits: Commits,
        pairs: &BTreeSet<[Userid; 2]>,
    ) -> Result<Self, StoreError> {
        let holdings = holdings(&mut transaction, pairs).await?;
        Ok(Self { transaction, commits, holdings })
    }

    /// What is here.
    #[must_use]
    pub const fn holdings(&self) -> &Holdings {
        &self.holdings
    }

    /// Writes accounts and boards, and computes all ratings anew with
    /// [`replay_ratings`](carrick_service::replay_ratings), since a game that ended long ago counts
    /// for all that ended later. `progress` is told how many boards are written.
    ///
    /// # Errors
    /// When what is imported does not fit what is here, or the database fails.
    pub async fn write<F>(
        &mut self,
        imported: &Imported,
        replay: F,
        mut progress: impl FnMut(usize),
    ) -> Result<(), StoreError>
    where
        F: FnOnce(&[FinishedGame]) -> Vec<(BoardId, [RatingChange; 2])> + Send + 'static,
    {
        let connection = &mut *self.transaction;
        for user in &imported.users {
            user::joined(connection, user).await?;
        }
        for (count, (board, to_move)) in (1..).zip(&imported.boards) {
            board_imported(connection, board, *to_move).await?;
            progress(count);
        }
        for (board, _) in &imported.boards {
            let mut batch = Batch::default();
            change::note(&mut batch, board.id);
            batch.send(connection).await?;
        }
        if imported.boards.iter().any(|(board, _)| board.ended.is_some()) {
            put_in_order(connection, &imported.end_order).await?;
            rebuild::rebuild(connection, replay).await?;
        }
        Ok(())
    }

    /// Makes it last.
    ///
    /// # Errors
    /// When the database fails; then nothing has changed.
    pub async fn commit(self) -> Result<(), StoreError> {
        self.transaction.commit().await?;
        self.commits.tell();
        Ok(())
    }
}

async fn holdings(
    connection: &mut Connection,
    pairs: &BTreeSet<[Userid; 2]>,
) -> Result<Holdings, StoreError> {
    let mut holdings = Holdings::default();
    let players: BTreeSet<&Userid> = pairs.iter().flatten().collect();
    let players: Vec<Userid> = players.into_iter().cloned().collect();
    for some in players.chunks(CHUNK) {
        user::load(connection, some, &mut holdings.users).await?;
    }
    let pairs: Vec<[Userid; 2]> = pairs.iter().cloned().collect();
    for some in pairs.chunks(CHUNK) {
        let mut boards = BTreeMap::new();
        load::boards(connection, Which::Between(some), &mut boards).await?;
        holdings.boards.extend(boards.into_values());
    }
    let sql = "SELECT kind, number FROM boards";
    for row in &sqlx::query(sql).fetch_all(&mut *connection).await? {
        holdings.taken.insert(row.board()?);
    }
    for kind in GameKind::ALL {
        holdings.next_number.insert(kind, load::next_board(connection, kind).await?);
    }
    holdings.ended = ended(connection).await?;
    Ok(holdings)
}

/// All boards that have ended, in the order in which they did.
async fn ended(connection: &mut Connection) -> Result<Vec<(BoardId, Timestamp)>, StoreError> {
    let sql = "SELECT kind, number, ended FROM boards WHERE ending IS NOT NULL ORDER BY ending";
    let rows = sqlx::query(sql).fetch_all(connection).await?;
    rows.iter().map(|row| Ok((row.board()?, row.time("ended")?))).collect()
}

/// A board with all that has happened on it, each thing through the door through which it would have
/// come had it happened here.
async fn board_imported(
    connection: &mut Connection,
    board: &BoardRecord,
    to_move: Option<Seat>,
) -> Result<(), StoreError> {
    let next = load::next_board(connection, board.id.kind).await?;
    let series = counter::boards(board.id.kind);
    let next = i64::from(next).max(i64::from(board.id.number) + 1);
    counter::set(connection, &series, next).await?;

    let seats = board.turns.iter().map(|turn| turn.seat);
    let mut seats = seats.map(Some).chain([to_move]);
    let begins = seats.next().flatten().unwrap_or(Seat::First);
    write::insert_board(connection, board, begins).await?;
    for (ply, (turn, to_move)) in (1..).zip(board.turns.iter().zip(seats)) {
        let mut batch = Batch::default();
        write::turn_played(&mut batch, board.id, ply, turn, to_move);
        batch.send(connection).await?;
    }
    for (ply, at) in &board.restarts {
        let sql = "INSERT INTO restarts (kind, number, ply, at) VALUES ($1, $2, $3, $4)";
        sqlx::query(sql)
            .bind(board.id.kind.name())
            .bind(i64::from(board.id.number))
            .bind(i64::from(*ply))
            .bind(time(*at))
            .execute(&mut *connection)
            .await?;
    }
    match &board.ended {
        Some(ended) => write::board_ended(connection, board.id, ended).await,
        None if to_move.is_none() => Err(Conflict::NobodyToMove(board.id).into()),
        None => match Asked::on(board) {
            Some(asked) => {
                let opponent = &board.players[(!asked.seat).index()];
                job::made(connection, board.id, opponent, asked.since).await
            }
            None => Ok(()),
        },
    }
}

/// Numbers the boards that have ended in this order.
async fn put_in_order(connection: &mut Connection, order: &[BoardId]) -> Result<(), StoreError> {
    if ended(connection).await?.iter().map(|(board, _)| board).eq(order) {
        return Ok(());
    }
    // Every number is used once at any time, so first they all go out of the way.
    let next = counter::next(connection, "ending").await?.unwrap_or(1);
    let sql = "UPDATE boards SET ending = ending + $1 WHERE ending IS NOT NULL";
    sqlx::query(sql).bind(next).execute(&mut *connection).await?;
    for (ending, board) in (1_i64..).zip(order) {
        sqlx::query("UPDATE boards SET ending = $3 WHERE kind = $1 AND number = $2")
            .bind(board.kind.name())
            .bind(i64::from(board.number))
            .bind(ending)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
