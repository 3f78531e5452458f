//! Reads the state without changing it.

use carrick_service::{BoardId, Needs, State};

use super::load;
use crate::boards::{Remark, change, record, remark};
use crate::database::StoreError;
use crate::store::Store;

/// What there is to see of a board.
#[derive(Debug, Clone)]
pub struct BoardNow {
    /// The number of the last [`Change`](crate::Change) of any board.
    pub seen: u64,
    /// The board, if there is one, with what comes with it.
    pub state: State,
    /// What was said on it.
    pub remarks: Vec<Remark>,
    /// Its rematch, unless that was declined.
    pub rematch: Option<BoardId>,
}

impl Store {
    /// The state at one moment.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn read(&self, needs: &Needs) -> Result<State, StoreError> {
        load::state(&mut *self.database.begin_read().await?, needs).await
    }

    /// A board, what was said on it, and how late it is there, of one moment. There may be no such
    /// board.
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
