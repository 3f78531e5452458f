//! Reopening of a finished game, with all ratings recomputed.

use carrick_service::{Decision, Needs, Replay, State};

use super::{load, log, write};
use crate::database::{StoreError, Writer};
use crate::ratings::rebuild;
use crate::store::{Committed, LogEntry, Store};

impl Store {
    /// Carries out the decision to reopen a game and recomputes all ratings with a fresh
    /// [`Replay`], in one transaction and with one line in the log. A refusal leaves no trace.
    ///
    /// # Errors
    /// When the decision contradicts what is stored, or the database fails. Then nothing has
    /// changed.
    pub async fn reopen(
        &self,
        needs: &Needs,
        entry: &LogEntry,
        decide: impl FnOnce(&State) -> Decision,
        replay: Replay,
    ) -> Result<Committed, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let decision = decide(&load::state(&mut transaction, needs).await?);
        if decision.events.is_empty() {
            let Decision { messages, refused, .. } = decision;
            return Ok(Committed { messages, refused, ..Committed::default() });
        }
        let mut writer = Writer::new(&mut transaction);
        write::events(&mut writer, &decision.events, entry.at).await?;
        let committed = log::record(&mut writer, entry, decision).await?;
        rebuild::rebuild(&mut transaction, replay).await?;
        transaction.commit().await?;
        self.commits.tell();
        Ok(committed)
    }
}
