//! Puzzles: what users have tried and solved, and the ratings of solvers and puzzles.

use std::collections::BTreeMap;

use carrick_games::GameKind;
use carrick_service::{RatingRecord, Userid};

use crate::database::{Columns as _, Connection, Query, Row, StoreError, query};
use crate::store::Store;

/// A user's tries at a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PuzzleTry {
    /// Number of turns of the solution that they have found.
    pub found: u32,
    /// Whether they went wrong before they had solved it.
    pub failed: bool,
    /// Whether they have solved it.
    pub solved: bool,
}

impl PuzzleTry {
    /// Whether the ratings have heard of it: at the first error, or when it is solved without one.
    #[must_use]
    pub const fn is_rated(&self) -> bool {
        self.failed || self.solved
    }
}

/// Result of a turn at a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PuzzleTurn {
    /// Right, and there is more to find.
    Right,
    /// Right, and the last one.
    Solved,
    /// Legal, but wrong.
    Wrong,
}

/// A turn of a user at a puzzle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PuzzleStep {
    /// The game.
    pub kind: GameKind,
    /// Number of the puzzle.
    pub number: u32,
    /// Number of turns that were found before it.
    pub found: u32,
    /// Its result.
    pub turn: PuzzleTurn,
    /// The present day, counted from 1970-01-01, where this is the puzzle of the day.
    pub day: Option<u32>,
    /// Rating with which the puzzle begins.
    pub begins_at: RatingRecord,
}

const RATING: [&str; 6] = ["rating", "deviation", "volatility", "won", "drawn", "lost"];

impl Store {
    /// Notes a turn at a puzzle. The first try counts: `rate` is given the ratings of solver and
    /// puzzle, and whether it was solved, when somebody errs for the first time or solves it
    /// without having erred. A turn that was found out of order changes nothing.
    ///
    /// # Errors
    /// When the user does not exist, or the database fails.
    pub async fn note_puzzle(
        &self,
        user: &Userid,
        step: &PuzzleStep,
        rate: impl FnOnce([RatingRecord; 2], bool) -> [RatingRecord; 2],
    ) -> Result<PuzzleTry, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let before = try_of(&mut transaction, user, step.kind, step.number).await?;
        let after = after(before, step);
        if after != before {
            put_try(&mut transaction, user, step, after).await?;
        }
        if after.is_rated() && !before.is_rated() {
            let solver = solver(&mut transaction, user, step.kind).await?.unwrap_or_default();
            let puzzle = puzzle(&mut transaction, step.kind, step.number).await?;
            let [solver, puzzle] = rate([solver, puzzle.unwrap_or(step.begins_at)], !after.failed);
            put_solver(&mut transaction, user, step.kind, &solver).await?;
            put_puzzle(&mut transaction, step, &puzzle).await?;
        }
        transaction.commit().await?;
        Ok(after)
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
        let rows = query(
            "SELECT DISTINCT day FROM puzzle_tries WHERE userid = $1 AND day IS NOT NULL \
             ORDER BY day DESC",
        )
        .bind(user.as_str())
        .fetch_all(&mut self.database.reader().await?)
        .await?;
        rows.iter().map(|row| row.whole("day")).collect()
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

    /// The ratings of a game's puzzles that somebody has tried, by number.
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

/// The tries after a turn.
fn after(before: PuzzleTry, step: &PuzzleStep) -> PuzzleTry {
    match step.turn {
        PuzzleTurn::Wrong => PuzzleTry { failed: before.failed || !before.solved, ..before },
        PuzzleTurn::Right | PuzzleTurn::Solved if step.found != before.found => before,
        PuzzleTurn::Right => PuzzleTry { found: before.found + 1, ..before },
        PuzzleTurn::Solved => PuzzleTry { found: before.found + 1, solved: true, ..before },
    }
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
    step: &PuzzleStep,
    after: PuzzleTry,
) -> Result<(), StoreError> {
    let day = step.day.filter(|_| after.solved).map(i64::from);
    query(
        "INSERT INTO puzzle_tries (userid, kind, number, found, failed, solved, day) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (userid, kind, number) DO UPDATE SET \
         found = excluded.found, failed = excluded.failed, solved = excluded.solved, \
         day = coalesce(puzzle_tries.day, excluded.day)",
    )
    .bind(user.as_str())
    .bind(step.kind.name())
    .bind(i64::from(step.number))
    .bind(i64::from(after.found))
    .bind(after.failed)
    .bind(after.solved)
    .bind(day)
    .execute(connection)
    .await?;
    Ok(())
}

async fn solver(
    connection: &mut Connection,
    user: &Userid,
    kind: GameKind,
) -> Result<Option<RatingRecord>, StoreError> {
    let row = query("SELECT * FROM solver_ratings WHERE userid = $1 AND kind = $2")
        .bind(user.as_str())
        .bind(kind.name())
        .fetch_optional(connection)
        .await?;
    row.map(|row| row.rating(RATING)).transpose()
}

async fn puzzle(
    connection: &mut Connection,
    kind: GameKind,
    number: u32,
) -> Result<Option<RatingRecord>, StoreError> {
    let row = query("SELECT * FROM puzzle_ratings WHERE kind = $1 AND number = $2")
        .bind(kind.name())
        .bind(i64::from(number))
        .fetch_optional(connection)
        .await?;
    row.map(|row| row.rating(RATING)).transpose()
}

async fn put_solver(
    connection: &mut Connection,
    user: &Userid,
    kind: GameKind,
    rating: &RatingRecord,
) -> Result<(), StoreError> {
    let query = query(
        "INSERT INTO solver_ratings (userid, kind, rating, deviation, volatility, won, drawn, lost) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (userid, kind) DO UPDATE SET \
         rating = excluded.rating, deviation = excluded.deviation, \
         volatility = excluded.volatility, won = excluded.won, drawn = excluded.drawn, \
         lost = excluded.lost",
    );
    bind(query.bind(user.as_str()).bind(kind.name()), rating).execute(connection).await?;
    Ok(())
}

async fn put_puzzle(
    connection: &mut Connection,
    step: &PuzzleStep,
    rating: &RatingRecord,
) -> Result<(), StoreError> {
    let query = query(
        "INSERT INTO puzzle_ratings (kind, number, rating, deviation, volatility, won, drawn, lost) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (kind, number) DO UPDATE SET \
         rating = excluded.rating, deviation = excluded.deviation, \
         volatility = excluded.volatility, won = excluded.won, drawn = excluded.drawn, \
         lost = excluded.lost",
    );
    let query = query.bind(step.kind.name()).bind(i64::from(step.number));
    bind(query, rating).execute(connection).await?;
    Ok(())
}

fn bind(query: Query, rating: &RatingRecord) -> Query {
    let query = query.bind(rating.rating).bind(rating.deviation).bind(rating.volatility);
    rating.games.into_iter().fold(query, |query, games| query.bind(i64::from(games)))
}
