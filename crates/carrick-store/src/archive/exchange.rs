//! Export and import of boards.

use std::collections::{BTreeMap, BTreeSet};

use carrick_games::{GameKind, Seat};
use carrick_service::exchange::EndOrder;
use carrick_service::{BoardId, BoardRecord, ComputerTask, Replay, User, Userid};
use jiff::Timestamp;

use crate::boards::{Which, record};
use crate::database::{
    AssertSqlSafe, CHUNK, Columns as _, Conflict, Connection, QueryBuilder, Row, StoreError,
    Transaction, counter, json, query, query_scalar, result, seat as seat_word, time,
};
use crate::people::user;
use crate::ratings;
use crate::schedule::jobs;
use crate::store::{Commits, Store};

/// Visits boards in the order in which they ended, then those in play.
pub(crate) async fn each_board<E: From<StoreError>>(
    connection: &mut Connection,
    kinds: &[GameKind],
    mut visit: impl FnMut(usize, BoardRecord) -> Result<(), E>,
) -> Result<(), E> {
    let mut all = 0;
    for kind in kinds {
        let sql = "SELECT count(*) FROM boards WHERE kind = $1 AND (result IS NULL OR \
                   result NOT IN ('declined first', 'declined second'))";
        let count = query_scalar::<i64>(sql).bind(kind.name()).fetch_one(&mut *connection);
        all += usize::try_from(count.await?).unwrap_or_default();
    }
    let mut next = ExportCursor::Ended(0);
    loop {
        let (ids, behind) = next_boards(connection, &next).await?;
        let Some(behind) = behind else {
            match next {
                ExportCursor::Ended(_) => next = ExportCursor::InPlay(String::new(), 0),
                ExportCursor::InPlay(..) => return Ok(()),
            }
            continue;
        };
        let ids: Vec<BoardId> = ids.into_iter().filter(|id| kinds.contains(&id.kind)).collect();
        let mut boards = BTreeMap::new();
        if !ids.is_empty() {
            record::boards(connection, Which::Named(&ids), &mut boards).await?;
        }
        for id in &ids {
            if let Some(board) = boards.remove(id) {
                visit(all, board)?;
            }
        }
        next = behind;
    }
}

/// Cursor of an export: where the next chunk of boards starts.
enum ExportCursor {
    /// Boards that ended after the one at this place in the order of ends.
    Ended(i64),
    /// Boards in play after this game and number.
    InPlay(String, i64),
}

/// One chunk of boards, and the cursor of the next one; `None` at the end.
async fn next_boards(
    connection: &mut Connection,
    next: &ExportCursor,
) -> Result<(Vec<BoardId>, Option<ExportCursor>), StoreError> {
    let limit = CHUNK as i64;
    let rows = match next {
        ExportCursor::Ended(after) => {
            let sql = "SELECT kind, number, result, ending FROM boards WHERE ending > $1 \
                       ORDER BY ending LIMIT $2";
            query(sql).bind(after).bind(limit).fetch_all(connection).await?
        }
        ExportCursor::InPlay(kind, number) => {
            let sql = "SELECT kind, number, result, ending FROM boards WHERE ended IS NULL \
                       AND kind >= $1 AND (kind, number) > ($1, $2) ORDER BY kind, number LIMIT $3";
            query(sql).bind(kind).bind(number).bind(limit).fetch_all(connection).await?
        }
    };
    let behind = match (rows.last(), next) {
        (None, _) => None,
        (Some(row), ExportCursor::Ended(_)) => Some(ExportCursor::Ended(row.raw("ending")?)),
        (Some(row), ExportCursor::InPlay(..)) => {
            Some(ExportCursor::InPlay(row.raw("kind")?, row.raw("number")?))
        }
    };
    let is_game = |row: &&Row| -> bool {
        let result: Result<Option<&str>, _> = row.raw("result");
        !result.is_ok_and(|result| result.is_some_and(|result| result.starts_with("declined")))
    };
    let ids = rows.iter().filter(is_game).map(Row::board).collect::<Result<_, _>>()?;
    Ok((ids, behind))
}

/// An import in progress. [`commit`](Self::commit) makes what it has written durable; if it is
/// dropped before that, nothing has changed.
#[derive(Debug)]
pub struct Importing {
    transaction: Transaction,
    commits: Commits,
}

/// A board to be inserted, with its player to move and its place in the order of ends.
pub type NewBoard = (BoardRecord, Option<Seat>, Option<i64>);

impl Importing {
    pub(crate) const fn begin(transaction: Transaction, commits: Commits) -> Self {
        Self { transaction, commits }
    }

    /// All boards of a game between these pairs of players, the first seat first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn between(&mut self, pairs: &[[Userid; 2]]) -> Result<Vec<BoardRecord>, StoreError> {
        let mut boards = BTreeMap::new();
        for some in pairs.chunks(CHUNK) {
            record::boards(&mut self.transaction, Which::Between(some), &mut boards).await?;
        }
        Ok(boards.into_values().collect())
    }

    /// Accounts among these users.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn users(&mut self, users: &[Userid]) -> Result<BTreeMap<Userid, User>, StoreError> {
        let mut found = BTreeMap::new();
        for some in users.chunks(CHUNK) {
            user::load(&mut self.transaction, some, &mut found).await?;
        }
        Ok(found)
    }

    /// Names of all boards, and the numbers of the next ones.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn numbers(
        &mut self,
    ) -> Result<(BTreeSet<BoardId>, BTreeMap<GameKind, u32>), StoreError> {
        let (mut taken, mut next) = (BTreeSet::new(), BTreeMap::new());
        for kind in GameKind::ALL {
            let mut after: i64 = 0;
            loop {
                let sql = "SELECT kind, number FROM boards WHERE kind = $1 AND number > $2 \
                           ORDER BY number LIMIT $3";
                let query = query(sql).bind(kind.name()).bind(after).bind(MANY);
                let rows = query.fetch_all(&mut self.transaction).await?;
                let Some(last) = rows.last() else { break };
                after = last.raw("number")?;
                for row in &rows {
                    taken.insert(row.board()?);
                }
            }
            next.insert(kind, record::next_board(&mut self.transaction, kind).await?);
        }
        Ok((taken, next))
    }

    /// Inserts games into the order of ends, each by its time, and returns their places in the
    /// order of `ends`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn make_room<I>(&mut self, ends: I) -> Result<Vec<i64>, StoreError>
    where
        I: Iterator<Item = Timestamp>,
    {
        let connection = &mut self.transaction;
        let mut order = EndOrder::new(ends);
        let mut after = 0;
        loop {
            let sql = "SELECT ending, ended FROM boards WHERE ending > $1 ORDER BY ending LIMIT $2";
            let rows = query(sql).bind(after).bind(MANY).fetch_all(&mut *connection).await?;
            let Some(last) = rows.last() else { break };
            after = last.raw("ending")?;
            for row in &rows {
                order.pass(row.raw("ending")?, row.time("ended")?);
            }
        }
        let behind = order.finish();
        let Some(&first) = behind.first() else { return Ok(behind) };
        // From the last one on, so that every place is free when it is assigned.
        let mut before = i64::MAX;
        loop {
            let sql = "SELECT kind, number, ending FROM boards WHERE ending > $1 AND ending < $2 \
                       ORDER BY ending DESC LIMIT $3";
            let next = query(sql).bind(first).bind(before).bind(MANY);
            let rows = next.fetch_all(&mut *connection).await?;
            let Some(last) = rows.last() else { break };
            before = last.raw("ending")?;
            for row in &rows {
                let ending: i64 = row.raw("ending")?;
                let passed = behind.partition_point(|&place| place < ending);
                query("UPDATE boards SET ending = $3 WHERE kind = $1 AND number = $2")
                    .bind(row.raw::<&str>("kind")?)
                    .bind(row.raw::<i64>("number")?)
                    .bind(ending + passed as i64)
                    .execute(&mut *connection)
                    .await?;
            }
        }
        // The counter stays ahead of all of them.
        counter::take(connection, "ending", behind.len()).await?;
        Ok((1..).zip(behind).map(|(passed, place)| place + passed).collect())
    }

    /// Creates accounts.
    ///
    /// # Errors
    /// When one of the users exists, or the database fails.
    pub async fn join(&mut self, users: &[User]) -> Result<(), StoreError> {
        for user in users {
            user::joined(&mut self.transaction, user).await?;
        }
        Ok(())
    }

    /// Creates boards with everything that has happened on them.
    ///
    /// # Errors
    /// When a board in play has no player to move, when one of the boards exists, or when the
    /// database fails.
    pub async fn make(&mut self, boards: &[NewBoard]) -> Result<(), StoreError> {
        let connection = &mut self.transaction;
        // SQLite accepts some 32,000 values in a statement, and a board takes 23.
        for some in boards.chunks(500) {
            let unmoved =
                some.iter().find(|(board, to_move, _)| board.ended.is_none() && to_move.is_none());
            if let Some((board, ..)) = unmoved {
                return Err(Conflict::NobodyToMove(board.id).into());
            }
            insert(connection, some).await?;
            for (board, ..) in some {
                parts(connection, board).await?;
            }
        }
        Ok(())
    }

    /// Recomputes all ratings, since a game that ended long ago affects all later ones, and commits
    /// the import. `next` are the numbers of the next boards.
    ///
    /// # Errors
    /// When the database fails; then nothing has changed.
    pub async fn commit(
        mut self,
        next: &BTreeMap<GameKind, u32>,
        replay: Option<Replay>,
    ) -> Result<(), StoreError> {
        self.settle(next, replay).await?;
        self.transaction.commit().await?;
        self.commits.tell();
        Ok(())
    }

    async fn settle(
        &mut self,
        next: &BTreeMap<GameKind, u32>,
        replay: Option<Replay>,
    ) -> Result<(), StoreError> {
        for (&kind, &number) in next {
            if record::next_board(&mut self.transaction, kind).await? < number {
                let series = counter::boards(kind);
                counter::set(&mut self.transaction, &series, i64::from(number)).await?;
            }
        }
        if let Some(replay) = replay {
            ratings::rebuild(&mut self.transaction, replay).await?;
        }
        Ok(())
    }
}

/// Chunk size for reading small rows.
const MANY: i64 = 2000;

/// Inserts rows of boards and of their turns.
async fn insert(connection: &mut Connection, boards: &[NewBoard]) -> Result<(), StoreError> {
    let first = counter::take(connection, counter::CHANGE, boards.len()).await?;
    let mut rows = QueryBuilder::new(
        "INSERT INTO boards (kind, number, first_player, second_player, options, forfeit_days, nag_days, \
         total_days, increment_hours, rated, created, touched, ply, to_move, due, result, reason, ended, \
         ending) ",
    );
    rows.push_values(boards, |mut row, (board, to_move, ending)| {
        let last = board.turns.iter().map(|turn| turn.at).max();
        let ended = board.ended.as_ref();
        let touched = [Some(board.created), last, ended.map(|ended| ended.at)];
        let touched = touched.into_iter().flatten().max().unwrap_or(board.created);
        // Nothing is due before the last turn; the next sweep computes the real due time.
        let due = board.turns.last().map_or(board.created, |turn| turn.at);
        let terms = &board.terms;
        row.push_bind(board.id.kind.name()).push_bind(i64::from(board.id.number));
        row.push_bind(board.players[0].to_string()).push_bind(board.players[1].to_string());
        row.push_bind(board.options.clone());
        row.push_bind(i64::from(terms.forfeit_days)).push_bind(i64::from(terms.nag_days));
        row.push_bind(terms.total_days.map(i64::from));
        row.push_bind(terms.increment_hours.map(i64::from)).push_bind(terms.rated);
        row.push_bind(time(board.created)).push_bind(time(touched));
        row.push_bind(board.turns.len() as i64);
        row.push_bind(to_move.filter(|_| ended.is_none()).map(seat_word));
        row.push_bind(ended.is_none().then(|| time(due)));
        row.push_bind(ended.map(|ended| result(ended.result())));
        row.push_bind(ended.map(|ended| ended.reason()));
        row.push_bind(ended.map(|ended| time(ended.at))).push_bind(*ending);
    });
    rows.build().execute(&mut *connection).await?;
    let mut rows = QueryBuilder::new("INSERT INTO board_changes (kind, number, change) ");
    rows.push_values(boards.iter().zip(first..), |mut row, ((board, ..), change)| {
        row.push_bind(board.id.kind.name()).push_bind(i64::from(board.id.number)).push_bind(change);
    });
    rows.build().execute(&mut *connection).await?;
    let turns = boards.iter().flat_map(|(board, ..)| {
        let id = (board.id.kind.name(), board.id.number);
        (1..).zip(&board.turns).map(move |(ply, turn): (u32, _)| {
            (id.0, id.1, ply, seat_word(turn.seat), time(turn.at), &*turn.text)
        })
    });
    let turns: Vec<_> = turns.collect();
    let turns = json(&turns, "turns")?;
    let sql = format!(
        "INSERT INTO turns (kind, number, ply, seat, at, turn) \
         SELECT value ->> 0, CAST(value ->> 1 AS BIGINT), CAST(value ->> 2 AS BIGINT), \
         value ->> 3, CAST(value ->> 4 AS BIGINT), value ->> 5 FROM {}",
        connection.dialect().json_items()
    );
    query(AssertSqlSafe(sql)).bind(turns).execute(connection).await?;
    Ok(())
}

/// Inserts rows that only a few boards have: restarts of turns, and a job of the computer.
async fn parts(connection: &mut Connection, board: &BoardRecord) -> Result<(), StoreError> {
    for (ply, at) in &board.restarts {
        let sql = "INSERT INTO restarts (kind, number, ply, at) VALUES ($1, $2, $3, $4)";
        query(sql)
            .bind(board.id.kind.name())
            .bind(i64::from(board.id.number))
            .bind(i64::from(*ply))
            .bind(time(*at))
            .execute(&mut *connection)
            .await?;
    }
    if board.ended.is_none()
        && let Some(task) = ComputerTask::on(board)
    {
        let opponent = &board.players[(!task.seat).index()];
        jobs::imported(connection, &task, opponent).await?;
    }
    Ok(())
}

impl Store {
    /// Visits every board of these games, one after another, in one snapshot: first finished games,
    /// in the order of their ends, then games in play by game and number. Declined boards are left
    /// out. `visit` also gets the total number of boards.
    /// # Errors
    /// When the database fails, or `visit` does.
    pub async fn each_board<E: From<StoreError>>(
        &self,
        kinds: &[GameKind],
        visit: impl FnMut(usize, BoardRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut transaction = self.database.begin_read().await?;
        each_board(&mut transaction, kinds, visit).await
    }

    /// Starts an import of games. No one else writes until it is committed or dropped.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn begin_import(&self) -> Result<Importing, StoreError> {
        Ok(Importing::begin(self.database.begin_write().await?, self.commits.clone()))
    }
}
