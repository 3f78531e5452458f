//! Studies: trees of variations, stored with the account of their owner.

use carrick_games::GameKind;
use carrick_service::Userid;
use jiff::Timestamp;

use crate::database::{AssertSqlSafe, Columns as _, Row, StoreError, query, time};
use crate::people::limits;
use crate::people::limits::{Most, Room};
use crate::store::Store;

/// A stored study.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptStudy {
    /// Address for sharing it: 16 hexadecimal digits.
    pub address: String,
    /// Owner of the study.
    pub user: Userid,
    /// Title; may be empty.
    pub title: String,
    /// Kind of game.
    pub kind: GameKind,
    /// The tree as JSON.
    pub body: String,
    /// Version number, from 1.
    pub version: u32,
    /// Time of the last change.
    pub touched: Timestamp,
}

const COLUMNS: &str = "SELECT address, userid, title, game, body, version, touched FROM studies";

impl Store {
    /// Stores a new study, if its owner has room for it.
    ///
    /// # Errors
    /// When the owner does not exist, or the database fails.
    pub async fn add_study(&self, study: &KeptStudy, most: Most) -> Result<Room, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let room = limits::room(&mut transaction, "studies", &study.user, most).await?;
        if room != Room::Left {
            return Ok(room);
        }
        query(
            "INSERT INTO studies (address, userid, title, game, body, version, touched) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(&study.address)
        .bind(study.user.as_str())
        .bind(&study.title)
        .bind(study.kind.name())
        .bind(&study.body)
        .bind(i64::from(study.version))
        .bind(time(study.touched))
        .execute(&mut transaction)
        .await?;
        transaction.commit().await?;
        Ok(Room::Left)
    }

    /// A user's studies, the last one changed first, without their trees: `body` is empty.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn studies_of(&self, user: &Userid) -> Result<Vec<KeptStudy>, StoreError> {
        let sql = "SELECT address, userid, title, game, '' AS body, version, touched FROM studies \
                   WHERE userid = $1 ORDER BY touched DESC, address";
        let rows =
            query(sql).bind(user.as_str()).fetch_all(&mut self.database.reader().await?).await?;
        rows.iter().map(study).collect()
    }

    /// The study at an address.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn study(&self, address: &str) -> Result<Option<KeptStudy>, StoreError> {
        let row = query(AssertSqlSafe(format!("{COLUMNS} WHERE address = $1")))
            .bind(address)
            .fetch_optional(&mut self.database.reader().await?)
            .await?;
        row.as_ref().map(study).transpose()
    }

    /// Replaces a study with its next version, unless it was changed in the meantime; returns
    /// whether it did.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn save_study(&self, study: &KeptStudy) -> Result<bool, StoreError> {
        let changed = query(
            "UPDATE studies SET title = $3, body = $4, version = $5, touched = $6 \
             WHERE address = $1 AND userid = $2 AND version = $5 - 1",
        )
        .bind(&study.address)
        .bind(study.user.as_str())
        .bind(&study.title)
        .bind(&study.body)
        .bind(i64::from(study.version))
        .bind(time(study.touched))
        .write(&self.database)
        .await?;
        Ok(changed == 1)
    }

    /// Deletes a user's study.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn drop_study(&self, user: &Userid, address: &str) -> Result<(), StoreError> {
        query("DELETE FROM studies WHERE userid = $1 AND address = $2")
            .bind(user.as_str())
            .bind(address)
            .write(&self.database)
            .await?;
        Ok(())
    }
}

fn study(row: &Row) -> Result<KeptStudy, StoreError> {
    Ok(KeptStudy {
        address: row.raw("address")?,
        user: row.parsed("userid")?,
        title: row.raw("title")?,
        kind: row.parsed("game")?,
        body: row.raw("body")?,
        version: row.whole("version")?,
        touched: row.time("touched")?,
    })
}
