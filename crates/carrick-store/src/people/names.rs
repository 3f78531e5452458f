//! The list of users by name.

use carrick_service::Userid;

use crate::database::{Columns as _, Cursor, Page, Row, StoreError, query};
use crate::store::Store;

impl Store {
    /// Names of all users who have not left and are no guests, sorted. With `part`, only names that
    /// contain it, sorted by their rest from there on. Each comes with a key; `behind` is the key
    /// after which the next page begins.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn users(
        &self,
        part: &str,
        behind: Option<&str>,
        limit: u32,
    ) -> Result<Page<(Userid, String)>, StoreError> {
        let part = part.to_ascii_lowercase();
        // The key is the rest of the name from the part on, then the name: `b/abb` and `b/bob` for
        // `b`.
        let (ending, name) = behind.and_then(|place| place.split_once('/')).unwrap_or_default();
        let sql = if part.is_empty() { ALL_NAMES } else { SOME_NAMES };
        let mut query = query(sql).bind(name).bind(i64::from(limit) + 1);
        if !part.is_empty() {
            let after = format!("{part}{{");
            query = query.bind(part.clone()).bind(after).bind(ending.max(&part).to_owned());
        }
        let rows = query.fetch_all(&mut self.database.reader().await?).await?;
        let named = |row: &Row| {
            let user: Userid = row.parsed("userid")?;
            let place = format!("{}/{user}", row.raw::<&str>("ending")?);
            Ok::<_, StoreError>((user, place))
        };
        let rows = rows.iter().map(named).collect::<Result<_, _>>()?;
        Ok(Page::cut(rows, &behind.map_or(Cursor::Start, Cursor::After), limit))
    }
}

const ALL_NAMES: &str = "SELECT ending, userid FROM names WHERE ending = userid AND userid > $1 \
     ORDER BY userid LIMIT $2";

/// Names that contain a part. A name that contains it twice is listed once, by its first
/// occurrence.
const SOME_NAMES: &str = "SELECT ending, userid FROM names WHERE ending >= $5 AND ending < $4 \
     AND (ending, userid) > ($5, $1) \
     AND replace(substr(userid, 1, length(userid) - length(ending) + length($3) - 1), $3, '') \
     = substr(userid, 1, length(userid) - length(ending) + length($3) - 1) \
     ORDER BY ending, userid LIMIT $2";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::Planner;

    #[tokio::test]
    async fn every_list_walks_an_index() {
        let mut planner = Planner::new().await;
        for sql in [ALL_NAMES, SOME_NAMES] {
            planner.check(sql).await;
        }
    }
}
