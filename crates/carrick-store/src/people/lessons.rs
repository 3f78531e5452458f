//! Lessons: which steps users have finished.

use std::collections::BTreeMap;

use carrick_games::GameKind;
use carrick_service::Userid;

use crate::database::{Columns as _, Lock, StoreError, query};
use crate::store::Store;

impl Store {
    /// The finished steps of a user's lessons: for each game a bit for each step.
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

    /// Adds finished steps to those of a user; none is ever taken away.
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
