//! Outgoing mail: messages are split into deliveries, one for each address, which are claimed,
//! attempted and settled.
//!
//! A claim is a lease: it postpones the due time of the delivery for a while, and the claimer
//! renews it until the delivery is sent. If that process dies, the delivery is soon due again. So
//! nothing is lost, and an email that was sent just before a crash is sent again.

use std::collections::{BTreeMap, BTreeSet};

use carrick_service::{AccountChange, Address, ComputerLevel, LINKS_A_DAY, Link, User, Userid};
use jiff::{SignedDuration, Timestamp};

use crate::database::{
    AssertSqlSafe, Columns as _, Connection, Lock, QueryBuilder, QueueLock, Row, StoreError, query,
    query_scalar, time,
};
use crate::mail::outbox;
use crate::mail::outbox::{DeliveryId, Outgoing, Recipient, outgoing, select_messages};
use crate::people::user;
use crate::store::Store;

/// A copy of a message, claimed for sending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// Number of the delivery.
    pub id: DeliveryId,
    /// Recipient's address.
    pub to: Address,
    /// Number of attempts, including this one.
    pub attempts: u32,
    /// The message.
    pub message: Outgoing,
}

/// Destination of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Route {
    /// These addresses, one copy each.
    Addresses(Vec<Address>),
    /// The user's daily digest. It is due at this time, unless it is due already.
    Digest(Timestamp),
    /// Nowhere: it is not emailed to anyone.
    Nowhere,
}

/// Outcome of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AttemptOutcome {
    /// Accepted by another server.
    Sent,
    /// To be attempted again later.
    Later {
        /// Time of the next attempt.
        due: Timestamp,
        /// Reason, in one line without secrets.
        failure: String,
    },
    /// The attempt does not count: the delivery was not at fault, or nothing was attempted.
    Untried {
        /// Time of the next attempt.
        due: Timestamp,
        /// Reason, if the attempt was started.
        failure: Option<String>,
    },
    /// Abandoned, for this reason.
    Dead(String),
    /// Abandoned, because the address does not exist: it counts as a [bounce](Store::came_back).
    Nobody(String),
}

/// A delivery and the outcome of its attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettledDelivery {
    /// Number of the delivery.
    pub id: DeliveryId,
    /// Outcome of the attempt.
    pub verdict: AttemptOutcome,
}

impl Store {
    /// Queues deliveries for up to `limit` messages of the outbox, oldest first. `route` is called
    /// for each with its user, if it is for one, and with whether its question has been asked often
    /// enough since `lately`. Returns the number of messages.
    ///
    /// # Errors
    /// When the database fails; then nothing was queued.
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
        let mut transaction = self.database.begin_write_with(Lock::Queue(QueueLock::Mail)).await?;
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

    /// Claims up to `limit` due deliveries until `until`, alternating between those who cause mail,
    /// and skipping domains that are `resting`.
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
        let mut transaction = self.database.begin_write_with(Lock::Queue(QueueLock::Mail)).await?;
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

    /// Extends claims from one moment to another. A delivery that another process has claimed in
    /// the meantime, or that was settled, is left as it is.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn prolong_claims(
        &self,
        claimed: &BTreeSet<DeliveryId>,
        from: Timestamp,
        until: Timestamp,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write_with(Lock::Queue(QueueLock::Mail)).await?;
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

    /// Records the outcomes of attempts, all or nothing. A delivery that is no longer queued,
    /// because its user has left, is skipped.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn settle(
        &self,
        settled: &[SettledDelivery],
        now: Timestamp,
    ) -> Result<(), StoreError> {
        // A bounce changes an account.
        let bounces = settled.iter().any(|one| matches!(one.verdict, AttemptOutcome::Nobody(_)));
        let lock = if bounces { Lock::Exclusive } else { Lock::Queue(QueueLock::Mail) };
        let mut transaction = self.database.begin_write_with(lock).await?;
        for one in settled {
            settle(&mut transaction, one, now).await?;
            if let AttemptOutcome::Nobody(_) = one.verdict {
                note_bounce(&mut transaction, one.id, now).await?;
            }
        }
        Ok(transaction.commit().await?)
    }

    /// Due time of the next delivery; `None` if there are no deliveries.
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

/// Whether the question of a message was asked often enough since a time: an address whether it
/// belongs to its user, a user whether their account should be changed.
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

/// Inserts a delivery for each address, due immediately.
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

/// Due deliveries. The network addresses that cause mail take turns, so that no one waits for the
/// many emails to the watchers of another player's game; the deliveries of one address come in the
/// order in which they became due. Emails caused by the server and the computer count for their
/// recipient.
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
    settled: &SettledDelivery,
    now: Timestamp,
) -> Result<(), StoreError> {
    let (state, due, failure, untried) = match &settled.verdict {
        AttemptOutcome::Sent => ("sent", now, None, 0),
        AttemptOutcome::Later { due, failure } => ("waiting", *due, Some(failure), 0),
        AttemptOutcome::Untried { due, failure } => ("waiting", *due, failure.as_ref(), 1),
        AttemptOutcome::Dead(failure) | AttemptOutcome::Nobody(failure) => {
            ("dead", now, Some(failure), 0)
        }
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

// Bounces: an address that bounces gets no mail until it is confirmed again.

/// Number of bounces within [`REMEMBERED`] after which an address is blocked.
const MOST: i64 = 3;

/// Minimum time between the first and the last of them. A mail server that is misconfigured for an
/// hour may report that none of its users exist.
const SPAN: SignedDuration = SignedDuration::from_hours(24);

/// How long a bounce is remembered.
const REMEMBERED: SignedDuration = SignedDuration::from_hours(30 * 24);

impl Store {
    /// Records a bounce: a copy of a message came back because `address` does not exist. It counts
    /// only if the copy went to that address, which may also forward to another one. After three
    /// bounces within thirty days, the first and the last at least a day apart, the address gets no
    /// email until its user confirms it again. Returns whether it is blocked now.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn came_back(
        &self,
        copy: DeliveryId,
        address: &Address,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let is_off = match went_to(&mut transaction, copy).await? {
            Some(to) if to.eq_ignore_ascii_case(address.as_str()) => {
                note_bounce(&mut transaction, copy, now).await?
            }
            _ => false,
        };
        transaction.commit().await?;
        Ok(is_off)
    }

    /// Addresses blocked by bounces, each with its user.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn returned_addresses(&self) -> Result<Vec<(Userid, Address)>, StoreError> {
        let sql = "SELECT userid, address FROM addresses WHERE returned = 1 ORDER BY userid, place";
        let rows = query(sql).fetch_all(&mut *self.database.begin_read().await?).await?;
        let read = |row: &Row| Ok((row.parsed("userid")?, row.parsed("address")?));
        rows.iter().map(read).collect()
    }
}

/// The address of a copy of a message.
async fn went_to(
    connection: &mut Connection,
    copy: DeliveryId,
) -> Result<Option<String>, StoreError> {
    let sql = "SELECT address FROM deliveries WHERE message = $1 AND copy = $2";
    let query = query_scalar(sql).bind(copy.message).bind(i64::from(copy.copy));
    query.fetch_optional(&mut *connection).await
}

/// Records a bounce within a transaction.
pub(crate) async fn note_bounce(
    connection: &mut Connection,
    copy: DeliveryId,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let since = time(now.saturating_sub(REMEMBERED).unwrap_or(Timestamp::MIN));
    query("DELETE FROM bounces WHERE at < $1").bind(since).execute(&mut *connection).await?;
    let Some(address) = went_to(connection, copy).await? else { return Ok(false) };
    query(
        "INSERT INTO bounces (message, copy, address, at) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (message, copy) DO NOTHING",
    )
    .bind(copy.message)
    .bind(i64::from(copy.copy))
    .bind(&address)
    .bind(time(now))
    .execute(&mut *connection)
    .await?;
    let sql = "SELECT count(*) AS count, max(at) - min(at) AS span FROM bounces WHERE address = $1";
    let seen = query(sql).bind(&address).fetch_one(&mut *connection).await?;
    let (count, span) = (seen.raw::<i64>("count")?, seen.raw::<i64>("span")?);
    if count < MOST || i128::from(span) < SPAN.as_micros() {
        return Ok(false);
    }
    let same = connection.dialect().same_letters("address", "$1");
    let sql =
        format!("UPDATE addresses SET confirmed = 0, returned = 1 WHERE {same} AND confirmed = 1");
    query(AssertSqlSafe(sql)).bind(&address).execute(&mut *connection).await?;
    // Waiting mail would bounce as well. Only questions whether an address belongs to its user may
    // still go there.
    query(
        "UPDATE deliveries SET state = 'dead', due = $2, failure = 'mail for this address comes back' \
         WHERE address = $1 AND state = 'waiting' AND NOT EXISTS \
         (SELECT 1 FROM outbox o WHERE o.number = deliveries.message AND o.claimed IS NOT NULL)",
    )
    .bind(&address)
    .bind(time(now))
    .execute(connection)
    .await?;
    Ok(true)
}

// Outgoing mail for operators: queued and dead deliveries, and how to send them again.

/// An abandoned delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadLetter {
    /// Number of the delivery.
    pub id: DeliveryId,
    /// Recipient's address.
    pub to: Address,
    /// Subject of the message.
    pub subject: String,
    /// Number of attempts.
    pub attempts: u32,
    /// Time at which it was abandoned.
    pub since: Timestamp,
    /// Last answer of the relay.
    pub failure: String,
}

/// A copy of a message, for operators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyState {
    /// Recipient's address.
    pub to: Address,
    /// `waiting`, `sent` or `dead`.
    pub state: String,
    /// Time of the next attempt, or the time at which it was sent or abandoned.
    pub due: Timestamp,
    /// Number of attempts.
    pub attempts: u32,
    /// Last answer of the relay.
    pub failure: Option<String>,
}

/// Size of the mail queues.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailQueueSizes {
    /// Messages in the outbox that have no deliveries yet.
    pub pending: u64,
    /// Copies to be sent, for the first time or again.
    pub waiting: u64,
    /// Time at which the next copy is due.
    pub next: Option<Timestamp>,
    /// Last failure of the copy that is due first among those that have already failed.
    pub failure: Option<String>,
    /// Copies that were abandoned.
    pub dead: u64,
    /// Messages collected for users' daily digests.
    pub put_aside: u64,
}

impl Store {
    /// Size of the mail queues.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn waiting_mail(&self) -> Result<MailQueueSizes, StoreError> {
        let sql = "SELECT (SELECT count(*) FROM outbox WHERE state = 'pending') AS pending, \
                   (SELECT count(*) FROM deliveries WHERE state = 'waiting') AS waiting, \
                   (SELECT min(due) FROM deliveries WHERE state = 'waiting') AS next, \
                   (SELECT failure FROM deliveries WHERE state = 'waiting' \
                    AND failure IS NOT NULL ORDER BY due LIMIT 1) AS failure, \
                   (SELECT count(*) FROM deliveries WHERE state = 'dead') AS dead, \
                   (SELECT count(*) FROM digests) AS put_aside";
        let row = query(sql).fetch_one(&mut *self.database.begin_read().await?).await?;
        Ok(MailQueueSizes {
            pending: row.whole("pending")?,
            waiting: row.whole("waiting")?,
            next: row.some_time("next")?,
            failure: row.raw("failure")?,
            dead: row.whole("dead")?,
            put_aside: row.whole("put_aside")?,
        })
    }

    /// Dead deliveries, oldest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn dead_letters(&self) -> Result<Vec<DeadLetter>, StoreError> {
        let sql = "SELECT d.message, d.copy, d.address, d.attempts, d.due, d.failure, o.subject \
                   FROM deliveries d JOIN outbox o ON o.number = d.message \
                   WHERE d.state = 'dead' ORDER BY d.due, d.message, d.copy";
        let rows = query(sql).fetch_all(&mut *self.database.begin_read().await?).await?;
        let letter = |row: &Row| {
            Ok(DeadLetter {
                id: DeliveryId { message: row.raw("message")?, copy: row.whole("copy")? },
                to: row.parsed("address")?,
                subject: row.raw("subject")?,
                attempts: row.whole("attempts")?,
                since: row.time("due")?,
                failure: row.raw::<Option<String>>("failure")?.unwrap_or_default(),
            })
        };
        rows.iter().map(letter).collect()
    }

    /// A message that has left the outbox, and the state of its copies.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn sent_message(
        &self,
        number: i64,
    ) -> Result<Option<(Outgoing, Vec<CopyState>)>, StoreError> {
        let mut transaction = self.database.begin_read().await?;
        let sql = select_messages!(
            "FROM outbox o WHERE o.number = $1 AND o.state = 'sent' \
             AND (o.userid IS NOT NULL OR o.address IS NOT NULL)"
        );
        let row = query(sql).bind(number).fetch_optional(&mut transaction).await?;
        let Some(row) = row else { return Ok(None) };
        let sql = "SELECT * FROM deliveries WHERE message = $1 ORDER BY copy";
        let rows = query(sql).bind(number).fetch_all(&mut transaction).await?;
        let copy = |row: &Row| {
            Ok(CopyState {
                to: row.parsed("address")?,
                state: row.raw("state")?,
                due: row.time("due")?,
                attempts: row.whole("attempts")?,
                failure: row.raw("failure")?,
            })
        };
        let copies: Result<Vec<CopyState>, StoreError> = rows.iter().map(copy).collect();
        Ok(Some((outgoing(&row)?, copies?)))
    }

    /// Queues the dead deliveries of a message again, or those of all messages if none is named,
    /// with a full number of attempts. Returns how many there were.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn requeue(&self, message: Option<i64>, now: Timestamp) -> Result<u64, StoreError> {
        let changed = query(
            "UPDATE deliveries SET state = 'waiting', due = $1, attempts = 0 \
             WHERE state = 'dead' AND ($2 IS NULL OR message = $2)",
        )
        .bind(time(now))
        .bind(message)
        .write(&self.database)
        .await?;
        Ok(changed)
    }
}
