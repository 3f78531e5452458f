//! Outgoing mail: messages are handed on to deliveries, one for each address, which are claimed,
//! attempted and settled.
//!
//! A claim is a lease: it postpones the due time of the delivery for a while, and its claimer does
//! so again until it has sent it. If that process dies, the delivery is soon due again. So nothing
//! is lost, and a mail that was sent just before a crash is sent again.

use std::collections::{BTreeMap, BTreeSet};

use carrick_service::{AccountChange, Address, ComputerLevel, LINKS_A_DAY, Link, User, Userid};
use jiff::Timestamp;

use super::outbox::{DeliveryId, Outgoing, Recipient, outgoing, select_messages};
use super::{bounce, outbox};
use crate::database::{
    AssertSqlSafe, Columns as _, Connection, Lock, QueryBuilder, Queue, Row, StoreError, query,
    query_scalar, time,
};
use crate::people::user;
use crate::store::Store;

/// A copy of a message, claimed for sending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// Number of the delivery.
    pub id: DeliveryId,
    /// Recipient's address.
    pub to: Address,
    /// Number of attempts, this one included.
    pub attempts: u32,
    /// The message.
    pub message: Outgoing,
}

/// Destination of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Route {
    /// These addresses, a copy each.
    Addresses(Vec<Address>),
    /// The user's daily digest, which is due at this time unless it was due already.
    Digest(Timestamp),
    /// Nowhere: nobody is to get it by mail.
    Nowhere,
}

/// Outcome of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Accepted by another server.
    Sent,
    /// To be tried again later.
    Later {
        /// Time of the next attempt.
        due: Timestamp,
        /// Reason, in a line without secrets.
        failure: String,
    },
    /// The attempt does not count: the failure was not its own fault, or it was not tried at all.
    Untried {
        /// Time of the next attempt.
        due: Timestamp,
        /// Reason, if the attempt was begun.
        failure: Option<String>,
    },
    /// Given up, for this reason.
    Dead(String),
    /// Given up, since the address does not exist: it counts as a [bounce](Store::came_back).
    Nobody(String),
}

/// A delivery and the outcome of its attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// Number of the delivery.
    pub id: DeliveryId,
    /// Outcome of the attempt.
    pub verdict: Verdict,
}

impl Store {
    /// Hands on at most `limit` messages of the outbox, oldest first. `route` is called for each,
    /// with its user, if it is for one, and with whether its question was asked often enough since
    /// `lately`. Returns how many there were.
    ///
    /// # Errors
    /// When the database fails; then nothing was handed on.
    pub async fn hand_on<F>(
        &self,
        now: Timestamp,
        lately: Timestamp,
        limit: u32,
        mut route: F,
    ) -> Result<usize, StoreError>
    where
        F: FnMut(&Outgoing, Option<&User>, bool) -> Route + Send,
    {
        // Most calls find nothing, and should not make writers wait.
        if outbox::pending(&mut *self.database.begin_read().await?, 1).await?.is_empty() {
            return Ok(0);
        }
        let mut transaction = self.database.begin_write_with(Lock::Queue(Queue::Mail)).await?;
        let messages = outbox::pending(&mut transaction, limit).await?;
        let users = recipients(&mut transaction, &messages).await?;
        for message in &messages {
            let user = match &message.to {
                Recipient::User(user) => users.get(user),
                Recipient::Address(_) => None,
            };
            let asked = asked_since(&mut transaction, message, lately).await?;
            match route(message, user, asked) {
                Route::Addresses(to) => {
                    deliver(&mut transaction, message.number, &to, now).await?;
                }
                Route::Digest(due) => put_aside(&mut transaction, message, due).await?,
                Route::Nowhere => {}
            }
            outbox::handed_on(&mut transaction, message.number, now).await?;
        }
        transaction.commit().await?;
        Ok(messages.len())
    }

    /// Claims at most `limit` due deliveries until `until`, those who cause mail by turns; none to
    /// the domains that are `resting`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn claim_deliveries(
        &self,
        now: Timestamp,
        until: Timestamp,
        limit: u32,
        resting: &BTreeSet<String>,
    ) -> Result<Vec<Delivery>, StoreError> {
        if due(&mut *self.database.begin_read().await?, now, 1, resting).await?.is_empty() {
            return Ok(Vec::new());
        }
        let mut transaction = self.database.begin_write_with(Lock::Queue(Queue::Mail)).await?;
        let claimed = due(&mut transaction, now, limit, resting).await?;
        for delivery in &claimed {
            let sql = "UPDATE deliveries SET due = $3, attempts = attempts + 1 \
                       WHERE message = $1 AND copy = $2";
            query(sql)
                .bind(delivery.id.message)
                .bind(i64::from(delivery.id.copy))
                .bind(time(until))
                .execute(&mut transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(claimed)
    }

    /// Prolongs claims from one moment until another. One that has been claimed by another process
    /// meanwhile, or was settled, is left as it is.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn prolong_claims(
        &self,
        claimed: &BTreeSet<DeliveryId>,
        from: Timestamp,
        until: Timestamp,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write_with(Lock::Queue(Queue::Mail)).await?;
        for id in claimed {
            let sql = "UPDATE deliveries SET due = $4 \
                       WHERE message = $1 AND copy = $2 AND due = $3 AND state = 'waiting'";
            query(sql)
                .bind(id.message)
                .bind(i64::from(id.copy))
                .bind(time(from))
                .bind(time(until))
                .execute(&mut transaction)
                .await?;
        }
        Ok(transaction.commit().await?)
    }

    /// Records the outcomes of attempts, all or nothing. A delivery that no longer waits, because
    /// its user has left, is skipped.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn settle(&self, settled: &[Settled], now: Timestamp) -> Result<(), StoreError> {
        // A bounce changes an account.
        let bounces = settled.iter().any(|one| matches!(one.verdict, Verdict::Nobody(_)));
        let lock = if bounces { Lock::Exclusive } else { Lock::Queue(Queue::Mail) };
        let mut transaction = self.database.begin_write_with(lock).await?;
        for one in settled {
            settle(&mut transaction, one, now).await?;
            if let Verdict::Nobody(_) = one.verdict {
                bounce::note(&mut transaction, one.id, now).await?;
            }
        }
        Ok(transaction.commit().await?)
    }

    /// Due time of the next delivery, if one waits.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn next_delivery(&self) -> Result<Option<Timestamp>, StoreError> {
        let sql = "SELECT due FROM deliveries WHERE state = 'waiting' ORDER BY due LIMIT 1";
        let row = query(sql).fetch_optional(&mut *self.database.begin_read().await?).await?;
        row.map(|row| row.time("due")).transpose()
    }
}

async fn recipients(
    connection: &mut Connection,
    messages: &[Outgoing],
) -> Result<BTreeMap<Userid, User>, StoreError> {
    let names: BTreeSet<&Userid> = messages
        .iter()
        .filter_map(|message| match &message.to {
            Recipient::User(user) => Some(user),
            Recipient::Address(_) => None,
        })
        .collect();
    let names: Vec<Userid> = names.into_iter().cloned().collect();
    let mut users = BTreeMap::new();
    if !names.is_empty() {
        user::load(connection, &names, &mut users).await?;
    }
    Ok(users)
}

/// Whether the question of a message was asked often enough since a time: an address whether it is
/// somebody's, a user whether their account shall be changed.
async fn asked_since(
    connection: &mut Connection,
    message: &Outgoing,
    since: Timestamp,
) -> Result<bool, StoreError> {
    let (count, most) = match (&message.link, &message.to) {
        (Some(Link::Confirm(address)), _) => {
            let sql = format!(
                "SELECT count(*) FROM deliveries d JOIN outbox o ON o.number = d.message \
                 WHERE {} AND o.claimed IS NOT NULL AND o.created > $2",
                connection.dialect().same_letters("d.address", "$1")
            );
            (query_scalar(AssertSqlSafe(sql)).bind(address.as_str()).bind(time(since)), 1)
        }
        (Some(Link::Change(change)), Recipient::User(user)) => {
            let sql = "SELECT count(*) FROM account_changes c JOIN outbox o ON o.number = c.message \
                       WHERE c.userid = $1 AND o.state = 'sent' AND o.created > $2 \
                       AND CASE WHEN c.what = 'challenge' THEN 1 ELSE 0 END = $3";
            let challenges = matches!(change, AccountChange::Challenge(..));
            let asked = query_scalar(sql).bind(user.as_str()).bind(time(since));
            (asked.bind(challenges), i64::from(LINKS_A_DAY))
        }
        _ => return Ok(false),
    };
    let count: i64 = count.fetch_one(connection).await?;
    Ok(count >= most)
}

/// Inserts a delivery for each address, due at once.
pub(crate) async fn deliver(
    connection: &mut Connection,
    message: i64,
    to: &[Address],
    now: Timestamp,
) -> Result<(), StoreError> {
    for (copy, address) in (0_i64..).zip(to) {
        query(
            "INSERT INTO deliveries (message, copy, address, domain, state, due) \
             VALUES ($1, $2, $3, $4, 'waiting', $5)",
        )
        .bind(message)
        .bind(copy)
        .bind(address.as_str())
        .bind(address.domain())
        .bind(time(now))
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// Keeps a message for its user's daily digest.
async fn put_aside(
    connection: &mut Connection,
    message: &Outgoing,
    due: Timestamp,
) -> Result<(), StoreError> {
    let Recipient::User(user) = &message.to else { return Ok(()) };
    query(
        "INSERT INTO digests (userid, message, due) VALUES \
         ($1, $2, coalesce((SELECT min(due) FROM digests WHERE userid = $1), $3))",
    )
    .bind(user.as_str())
    .bind(message.number)
    .bind(time(due))
    .execute(connection)
    .await?;
    Ok(())
}

/// Due deliveries. Those who cause mail take turns, so that nobody waits for the mails to the many
/// who watch somebody else's game: of each network address the one that has waited longest comes
/// first. What the server and the computer cause counts for its recipient.
async fn due(
    connection: &mut Connection,
    now: Timestamp,
    limit: u32,
    resting: &BTreeSet<String>,
) -> Result<Vec<Delivery>, StoreError> {
    let mut query: QueryBuilder = QueryBuilder::new(select_messages!(
        ", d.copy, d.address AS recipient, d.attempts FROM (SELECT * FROM \
         (SELECT w.message, w.copy, w.due, row_number() OVER (PARTITION BY coalesce(p.place, \
         CASE WHEN r.sender IN ('-'"
    ));
    for level in ComputerLevel::all() {
        query.push(", ").push_bind(level.name());
    }
    query.push(
        ") THEN coalesce(m.userid, w.address) ELSE r.sender END) \
         ORDER BY w.due, w.message, w.copy) AS turn FROM deliveries w \
         CROSS JOIN outbox m CROSS JOIN requests r LEFT JOIN places p ON p.userid = r.sender \
         WHERE m.number = w.message AND r.number = m.request AND w.state = 'waiting' AND w.due <= ",
    );
    query.push_bind(time(now));
    if !resting.is_empty() {
        let mut domains = query.push(" AND w.domain NOT IN (").separated(", ");
        for domain in resting {
            domains.push_bind(domain.as_str());
        }
        query.push(")");
    }
    query.push(") AS ranked ORDER BY turn, due, message, copy LIMIT ");
    query.push_bind(i64::from(limit));
    query.push(
        ") AS t CROSS JOIN deliveries d CROSS JOIN outbox o WHERE d.message = t.message \
         AND d.copy = t.copy AND o.number = t.message ORDER BY t.turn, t.due, t.message, t.copy",
    );
    let rows = query.build().fetch_all(connection).await?;
    let delivery = |row: &Row| {
        let message = outgoing(row)?;
        let id = DeliveryId { message: message.number, copy: row.whole("copy")? };
        let attempts = row.whole::<u32>("attempts")? + 1;
        Ok(Delivery { id, to: row.parsed("recipient")?, attempts, message })
    };
    rows.iter().map(delivery).collect()
}

async fn settle(
    connection: &mut Connection,
    settled: &Settled,
    now: Timestamp,
) -> Result<(), StoreError> {
    let (state, due, failure, untried) = match &settled.verdict {
        Verdict::Sent => ("sent", now, None, 0),
        Verdict::Later { due, failure } => ("waiting", *due, Some(failure), 0),
        Verdict::Untried { due, failure } => ("waiting", *due, failure.as_ref(), 1),
        Verdict::Dead(failure) | Verdict::Nobody(failure) => ("dead", now, Some(failure), 0),
    };
    query(
        "UPDATE deliveries SET state = $3, due = $4, failure = coalesce($5, failure), \
         attempts = attempts - $6 WHERE message = $1 AND copy = $2 AND state = 'waiting'",
    )
    .bind(settled.id.message)
    .bind(i64::from(settled.id.copy))
    .bind(state)
    .bind(time(due))
    .bind(failure)
    .bind(i64::from(untried))
    .execute(connection)
    .await?;
    Ok(())
}
