//! Reads the state without changing it.

use carrick_service::{BoardId, Needs, State};

use super::load;
use crate::boards::turns::record;
use crate::boards::watching::remark;
use crate::boards::{Remark, change};
use crate::database::StoreError;
use crate::store::Store;

/// Snapshot of a board for its page.
#[derive(Debug, Clone)]
pub struct BoardNow {
    /// Number of the last [`Change`](crate::Change) of any board.
    pub seen: u64,
    /// State with the board, if it exists, and its players.
    pub state: State,
    /// Remarks on the board.
    pub remarks: Vec<Remark>,
    /// Its rematch, unless that was declined.
    pub rematch: Option<BoardId>,
}

impl Store {
    /// Loads a state, in one snapshot.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn read(&self, needs: &Needs) -> Result<State, StoreError> {
        load::state(&mut *self.database.begin_read().await?, needs).await
    }

    /// Loads a board for its page, in one snapshot. The board may not exist.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn board_now(&self, board: BoardId) -> Result<BoardNow, StoreError> {
        let needs = Needs { boards: [board].into(), ..Needs::default() };
        let mut transaction = self.database.begin_read().await?;
        Ok(BoardNow {
            seen: change::last(&mut transaction).await?,
            state: load::state(&mut transaction, &needs).await?,
            remarks: remark::on(&mut transaction, board).await?,
            rematch: record::rematch_of(&mut transaction, board).await?,
        })
    }
}
