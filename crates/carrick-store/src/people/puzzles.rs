//! Puzzles and lessons: what users have tried and solved, the ratings of solvers and puzzles, and
//! when puzzles are emailed.

use std::collections::BTreeMap;

use carrick_games::GameKind;
use carrick_service::{
    PuzzleSchedule, PuzzleStanding, PuzzleStep, PuzzleTried, PuzzleTry, RatingRecord, User, Userid,
};

use crate::database::{
    AssertSqlSafe, Columns as _, Connection, Lock, Query, Row, StoreError, of_users, query, time,
};
use crate::ratings;
use crate::ratings::RATING;
use crate::store::Store;

impl Store {
    /// Records a turn at a puzzle, and returns the new tries. `solve` decides what the turn
    /// changes.
    ///
    /// # Errors
    /// When the user does not exist, or the database fails.
    pub async fn note_puzzle(
        &self,
        user: &Userid,
        step: &PuzzleStep,
        solve: impl FnOnce(&PuzzleStanding, &PuzzleStep) -> Option<PuzzleTried>,
    ) -> Result<PuzzleTry, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let standing = standing(&mut transaction, user, step.kind, step.number).await?;
        let done = solve(&standing, step);
        if let Some(done) = &done {
            tried(&mut transaction, user, done).await?;
        }
        transaction.commit().await?;
        Ok(done.map_or(standing.tried, |done| done.tried))
    }

    /// A user's tries at the puzzles of a game, by number.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn puzzle_tries(
        &self,
        user: &Userid,
        kind: GameKind,
    ) -> Result<BTreeMap<u32, PuzzleTry>, StoreError> {
        let rows = query("SELECT * FROM puzzle_tries WHERE userid = $1 AND kind = $2")
            .bind(user.as_str())
            .bind(kind.name())
            .fetch_all(&mut self.database.reader().await?)
            .await?;
        rows.iter().map(|row| Ok((row.whole("number")?, of_row(row)?))).collect()
    }

    /// The days on which a user solved a puzzle of the day, the latest first, each once.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn puzzle_days(&self, user: &Userid) -> Result<Vec<u32>, StoreError> {
        days(&mut self.database.reader().await?, user).await
    }

    /// A user's ratings as a solver, by game.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn solver_ratings(
        &self,
        user: &Userid,
    ) -> Result<BTreeMap<GameKind, RatingRecord>, StoreError> {
        let rows = query("SELECT * FROM solver_ratings WHERE userid = $1")
            .bind(user.as_str())
            .fetch_all(&mut self.database.reader().await?)
            .await?;
        rows.iter().map(|row| Ok((row.kind()?, row.rating(RATING)?))).collect()
    }

    /// Ratings of a game's puzzles that have been tried, by number.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn puzzle_ratings(
        &self,
        kind: GameKind,
    ) -> Result<BTreeMap<u32, RatingRecord>, StoreError> {
        let rows = query("SELECT * FROM puzzle_ratings WHERE kind = $1")
            .bind(kind.name())
            .fetch_all(&mut self.database.reader().await?)
            .await?;
        rows.iter().map(|row| Ok((row.whole("number")?, row.rating(RATING)?))).collect()
    }
}

/// Current state of a user and a puzzle.
pub(crate) async fn standing(
    connection: &mut Connection,
    user: &Userid,
    kind: GameKind,
    number: u32,
) -> Result<PuzzleStanding, StoreError> {
    Ok(PuzzleStanding {
        tried: try_of(connection, user, kind, number).await?,
        solver: rating(connection, RatingOwner::Solver(user, kind)).await?,
        puzzle: rating(connection, RatingOwner::Puzzle(kind, number)).await?,
        days: days(connection, user).await?,
    })
}

/// Writes the effect of a turn at a puzzle.
pub(crate) async fn tried(
    connection: &mut Connection,
    user: &Userid,
    tried: &PuzzleTried,
) -> Result<(), StoreError> {
    put_try(connection, user, tried).await?;
    if let Some([solver, puzzle]) = &tried.ratings {
        put_rating(connection, RatingOwner::Solver(user, tried.kind), solver).await?;
        put_rating(connection, RatingOwner::Puzzle(tried.kind, tried.number), puzzle).await?;
    }
    Ok(())
}

/// Sets when puzzles are emailed to a user.
pub(crate) async fn scheduled(
    connection: &mut Connection,
    user: &Userid,
    schedule: PuzzleSchedule,
) -> Result<(), StoreError> {
    query(
        "INSERT INTO puzzle_schedules (userid, due, last) VALUES ($1, $2, $3) \
         ON CONFLICT (userid) DO UPDATE SET due = excluded.due, last = excluded.last",
    )
    .bind(user.as_str())
    .bind(schedule.due.map(time))
    .bind(schedule.last.map(i64::from))
    .execute(connection)
    .await?;
    Ok(())
}

/// Statement for when puzzles are emailed to users.
pub(crate) fn schedules(users: &[Userid]) -> Query {
    of_users("SELECT * FROM puzzle_schedules", users, "")
}

/// Reads the rows of [`schedules`].
pub(crate) fn read_schedules(
    rows: &[Row],
    into: &mut BTreeMap<Userid, User>,
) -> Result<(), StoreError> {
    for row in rows {
        if let Some(user) = into.get_mut(&row.parsed::<Userid>("userid")?) {
            user.puzzles =
                PuzzleSchedule { due: row.some_time("due")?, last: row.some_whole("last")? };
        }
    }
    Ok(())
}

async fn days(connection: &mut Connection, user: &Userid) -> Result<Vec<u32>, StoreError> {
    let rows = query(
        "SELECT DISTINCT day FROM puzzle_tries WHERE userid = $1 AND day IS NOT NULL \
         ORDER BY day DESC",
    )
    .bind(user.as_str())
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| row.whole("day")).collect()
}

fn of_row(row: &Row) -> Result<PuzzleTry, StoreError> {
    Ok(PuzzleTry {
        found: row.whole("found")?,
        failed: row.raw("failed")?,
        solved: row.raw("solved")?,
    })
}

async fn try_of(
    connection: &mut Connection,
    user: &Userid,
    kind: GameKind,
    number: u32,
) -> Result<PuzzleTry, StoreError> {
    let row = query("SELECT * FROM puzzle_tries WHERE userid = $1 AND kind = $2 AND number = $3")
        .bind(user.as_str())
        .bind(kind.name())
        .bind(i64::from(number))
        .fetch_optional(connection)
        .await?;
    row.as_ref().map_or_else(|| Ok(PuzzleTry::default()), of_row)
}

async fn put_try(
    connection: &mut Connection,
    user: &Userid,
    tried: &PuzzleTried,
) -> Result<(), StoreError> {
    query(
        "INSERT INTO puzzle_tries (userid, kind, number, found, failed, solved, day) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (userid, kind, number) DO UPDATE SET \
         found = excluded.found, failed = excluded.failed, solved = excluded.solved, \
         day = coalesce(puzzle_tries.day, excluded.day)",
    )
    .bind(user.as_str())
    .bind(tried.kind.name())
    .bind(i64::from(tried.number))
    .bind(i64::from(tried.tried.found))
    .bind(tried.tried.failed)
    .bind(tried.tried.solved)
    .bind(tried.day.map(i64::from))
    .execute(connection)
    .await?;
    Ok(())
}

/// A user as a solver of a game, or a puzzle: both are rated, in separate tables.
#[derive(Clone, Copy)]
enum RatingOwner<'a> {
    Solver(&'a Userid, GameKind),
    Puzzle(GameKind, u32),
}

impl RatingOwner<'_> {
    /// Its table, and the columns of its key.
    const fn table(self) -> (&'static str, [&'static str; 2]) {
        match self {
            Self::Solver(..) => ("solver_ratings", ["userid", "kind"]),
            Self::Puzzle(..) => ("puzzle_ratings", ["kind", "number"]),
        }
    }

    /// Binds the two values of its key to the query.
    fn bind(self, query: Query) -> Query {
        match self {
            Self::Solver(user, kind) => query.bind(user.as_str()).bind(kind.name()),
            Self::Puzzle(kind, number) => query.bind(kind.name()).bind(i64::from(number)),
        }
    }
}

async fn rating(
    connection: &mut Connection,
    of: RatingOwner<'_>,
) -> Result<Option<RatingRecord>, StoreError> {
    let (table, [one, other]) = of.table();
    let sql = format!("SELECT * FROM {table} WHERE {one} = $1 AND {other} = $2");
    let row = of.bind(query(AssertSqlSafe(sql))).fetch_optional(connection).await?;
    row.map(|row| row.rating(RATING)).transpose()
}

async fn put_rating(
    connection: &mut Connection,
    of: RatingOwner<'_>,
    rating: &RatingRecord,
) -> Result<(), StoreError> {
    let (table, [one, other]) = of.table();
    let insert = of.bind(query(AssertSqlSafe(ratings::upsert(table, one, other))));
    ratings::bind(insert, rating).execute(connection).await?;
    Ok(())
}

// Lessons: the steps that users have finished.

impl Store {
    /// Finished steps of a user's lessons: one bit per step for each game.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn learned(&self, user: &Userid) -> Result<BTreeMap<GameKind, u16>, StoreError> {
        let rows = query("SELECT kind, steps FROM lessons WHERE userid = $1")
            .bind(user.as_str())
            .fetch_all(&mut self.database.reader().await?)
            .await?;
        rows.iter().map(|row| Ok((row.kind()?, row.whole("steps")?))).collect()
    }

    /// Adds finished steps to those of a user; none is ever removed.
    ///
    /// # Errors
    /// When the user does not exist, or the database fails.
    pub async fn note_learned(
        &self,
        user: &Userid,
        steps: &BTreeMap<GameKind, u16>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write_with(Lock::Shared).await?;
        for (kind, &steps) in steps.iter().filter(|(_, steps)| **steps != 0) {
            query(
                "INSERT INTO lessons (userid, kind, steps) VALUES ($1, $2, $3) \
                 ON CONFLICT (userid, kind) DO UPDATE SET steps = lessons.steps | excluded.steps",
            )
            .bind(user.as_str())
            .bind(kind.name())
            .bind(i64::from(steps))
            .execute(&mut transaction)
            .await?;
        }
        Ok(transaction.commit().await?)
    }
}
