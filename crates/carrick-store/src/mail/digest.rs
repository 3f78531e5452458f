//! Daily digests: waiting messages, and the message made of them.

use carrick_service::{Address, Userid};
use jiff::Timestamp;

use super::delivery::deliver;
use super::outbox::{Outgoing, outgoing, select_messages};
use crate::database::{Columns as _, Connection, StoreError, counter, query, time};
use crate::people::user;
use crate::store::Store;

/// A user's daily digest that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueDigest {
    /// The user.
    pub user: carrick_service::User,
    /// Messages of the digest, oldest first; never empty.
    pub messages: Vec<Outgoing>,
}

impl Store {
    /// Makes the digests that are due, each in a transaction of its own. `make` returns subject,
    /// text and addresses; where it returns `None`, the messages are dropped and nothing is sent.
    /// Returns how many were made.
    ///
    /// # Errors
    /// When the database fails; those made before that stay.
    pub async fn make_digests<F>(&self, now: Timestamp, make: F) -> Result<usize, StoreError>
    where
        F: Fn(&DueDigest) -> Option<(String, String, Vec<Address>)> + Send + Sync,
    {
        let sql = "SELECT DISTINCT userid FROM digests WHERE due <= $1 ORDER BY userid";
        let rows =
            query(sql).bind(time(now)).fetch_all(&mut *self.database.begin_read().await?).await?;
        let mut made = 0;
        for row in &rows {
            let mut transaction = self.database.begin_write().await?;
            let user: Userid = row.parsed("userid")?;
            if let Some(digest) = take(&mut transaction, &user).await? {
                if let Some((subject, text, to)) = make(&digest) {
                    let number = put(&mut transaction, &user, &subject, &text, now).await?;
                    deliver(&mut transaction, number, &to, now).await?;
                    made += 1;
                }
                transaction.commit().await?;
            }
        }
        Ok(made)
    }
}

/// Takes the messages that wait for a user's digest.
async fn take(connection: &mut Connection, id: &Userid) -> Result<Option<DueDigest>, StoreError> {
    let sql = select_messages!(
        "FROM digests g JOIN outbox o ON o.number = g.message WHERE g.userid = $1 ORDER BY o.number"
    );
    let rows = query(sql).bind(id.as_str()).fetch_all(&mut *connection).await?;
    let messages: Vec<Outgoing> = rows.iter().map(outgoing).collect::<Result<_, _>>()?;
    query("DELETE FROM digests WHERE userid = $1")
        .bind(id.as_str())
        .execute(&mut *connection)
        .await?;
    let mut users = std::collections::BTreeMap::new();
    user::load(connection, std::slice::from_ref(id), &mut users).await?;
    let digest = users.remove(id).map(|user| DueDigest { user, messages });
    Ok(digest.filter(|digest| !digest.messages.is_empty()))
}

/// Puts a digest into the outbox, handed on already, and a line about it into the log.
async fn put(
    connection: &mut Connection,
    user: &Userid,
    subject: &str,
    text: &str,
    now: Timestamp,
) -> Result<i64, StoreError> {
    let request = counter::take(connection, counter::REQUEST, 1).await?;
    query(
        "INSERT INTO requests (number, at, sender, command, refused) VALUES ($1, $2, '-', 'digest', 0)",
    )
    .bind(request)
    .bind(time(now))
    .execute(&mut *connection)
    .await?;
    let number = counter::take(connection, counter::MESSAGE, 1).await?;
    query(
        "INSERT INTO outbox (number, request, answer, userid, subject, body, created, state, sent, digest) \
         VALUES ($1, $2, 0, $3, $4, $5, $6, 'sent', $6, 1)",
    )
    .bind(number)
    .bind(request)
    .bind(user.as_str())
    .bind(subject)
    .bind(text)
    .bind(time(now))
    .execute(connection)
    .await?;
    Ok(number)
}
