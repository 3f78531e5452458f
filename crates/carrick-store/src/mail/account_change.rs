//! Pending changes of accounts, each with the letter that asks for confirmation.

use carrick_service::{AccountChange, Userid};

use crate::database::{Batch, Columns as _, Row, StoreError, query, with_numbers};
use crate::store::Store;

impl Store {
    /// The user and the change that a letter asks to confirm; `None` when that is no longer known.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn account_change(
        &self,
        letter: i64,
    ) -> Result<Option<(Userid, AccountChange)>, StoreError> {
        let sql = "SELECT userid, what AS change, detail AS change_detail FROM account_changes \
                   WHERE message = $1";
        let row =
            query(sql).bind(letter).fetch_optional(&mut *self.database.begin_read().await?).await?;
        let Some(row) = row else { return Ok(None) };
        let user = row.parsed("userid")?;
        Ok(read(&row)?.map(|change| (user, change)))
    }
}

/// Columns `change` and `change_detail` of a message of the outbox, `o`, for [`read`].
macro_rules! account_change {
    () => {
        "(SELECT c.what FROM account_changes c WHERE c.message = o.number) AS change, \
         (SELECT c.detail FROM account_changes c WHERE c.message = o.number) AS change_detail"
    };
}
pub(crate) use account_change;

/// The change that a row's letter asks for, if it asks for one.
pub(crate) fn read(row: &Row) -> Result<Option<AccountChange>, StoreError> {
    let Some(what) = row.raw::<Option<&str>>("change")? else { return Ok(None) };
    let detail: &str = row.raw("change_detail")?;
    let change = AccountChange::from_stored(what, detail);
    change.map(Some).ok_or(StoreError::Corrupt { column: "change" })
}

/// Stores the change that the last message in the outbox asks its user to confirm.
pub(crate) fn put(batch: &mut Batch, user: &str, change: &AccountChange) {
    let (what, detail) = change.as_stored();
    batch
        .add_either(with_numbers!(
            "INSERT INTO account_changes (message, userid, what, detail) VALUES (",
            [message],
            ", $1, $2, $3)"
        ))
        .bind(user.to_owned())
        .bind(what)
        .bind(detail);
}
