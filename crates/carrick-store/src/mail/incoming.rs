//! Incoming emails: their record, rate limits of answers, account changes to be confirmed,
//! self-tests.

use carrick_service::{AccountChange, Userid};
use jiff::{SignedDuration, Timestamp};

use crate::database::{
    AssertSqlSafe, Columns as _, Connection, Row, StatementBatch, StoreError, query, query_scalar,
    time,
};
use crate::store::{Allowance, AnswerTo, ArrivedMail, AtMost, MailSender, Store};

impl Store {
    /// `Message-ID` of the email that a message of the outbox answers, if it answers one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn answered_by(&self, message: i64) -> Result<Option<String>, StoreError> {
        let sql = "SELECT m.message_id FROM outbox o JOIN mails m ON m.request = o.request \
                   WHERE o.number = $1";
        let found: Option<Option<String>> = query_scalar(sql)
            .bind(message)
            .fetch_optional(&mut *self.database.begin_read().await?)
            .await?;
        Ok(found.flatten())
    }

    /// Deletes the ids of emails that arrived before a moment. Returns how many.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn forget_mails(&self, before: Timestamp) -> Result<u64, StoreError> {
        // Most calls find nothing, and should not make writers wait.
        let sql = "SELECT 1 FROM mails WHERE at < $1 LIMIT 1";
        let one = query(sql).bind(time(before));
        if one.fetch_optional(&mut *self.database.begin_read().await?).await?.is_none() {
            return Ok(0);
        }
        let changed = query("DELETE FROM mails WHERE at < $1")
            .bind(time(before))
            .write(&self.database)
            .await?;
        Ok(changed)
    }
}

// Rate limits of mail: answers to senders, emails to strangers, and accounts created by mail.

/// Remaining allowance of an email's sender.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SenderAllowance {
    /// Whether the sender is proved, or a user has confirmed the address.
    pub(crate) known: bool,
    /// Whether they may get one more answer.
    pub(crate) answered: bool,
    /// Whether they may still be asked whether the address is theirs.
    pub(crate) asked: bool,
    /// How many accounts they may create.
    pub(crate) accounts: u32,
}

pub(crate) async fn standing(
    connection: &mut Connection,
    arrival: &ArrivedMail,
    sender: &MailSender,
) -> Result<SenderAllowance, StoreError> {
    let known = match &sender.answer_to {
        AnswerTo::User(_) | AnswerTo::Address { proved: true, .. } => true,
        AnswerTo::Address { address, proved: false } => {
            let same = connection.dialect().same_letters("address", "$1");
            let sql = format!("SELECT count(*) FROM addresses WHERE {same} AND confirmed = 1");
            let sql = query_scalar(AssertSqlSafe(sql)).bind(address.as_str());
            let confirmed: i64 = sql.fetch_one(&mut *connection).await?;
            confirmed > 0
        }
    };
    let allowance = arrival.allowance;
    let mine = if known { allowance.known } else { allowance.unknown };
    let sql = "SELECT count(*) AS answered, CAST(coalesce(sum(asked), 0) AS BIGINT) AS asked FROM mails \
               WHERE sender = $1 AND at > $2 AND at <= $3 AND answered = 1";
    let had = query(sql)
        .bind(&sender.counted_as)
        .bind(since(arrival, mine))
        .bind(time(arrival.at))
        .fetch_one(&mut *connection)
        .await?;
    let [answered, asked] = [had.whole::<u32>("answered")?, had.whole("asked")?];
    let is_room = known || is_room(connection, arrival).await?;
    Ok(SenderAllowance {
        known,
        answered: is_room && answered < mine.count,
        asked: is_room && asked < mine.count,
        accounts: match sender.answer_to {
            AnswerTo::Address { .. } if is_room => accounts_left(connection, arrival).await?,
            // A reply to the email about a turn creates no accounts.
            AnswerTo::Address { .. } | AnswerTo::User(_) => 0,
        },
    })
}

/// Whether one more email may go to an unknown sender.
async fn is_room(connection: &mut Connection, arrival: &ArrivedMail) -> Result<bool, StoreError> {
    let Allowance { of_a_domain, of_all, .. } = arrival.allowance;
    let sql = "SELECT count(*) FILTER (WHERE at > $1 AND stranger = $2) AS here, \
               count(*) FILTER (WHERE at > $3) AS everywhere FROM mails \
               WHERE stranger IS NOT NULL AND at > $5 AND at <= $4";
    let [here, everywhere] = [of_a_domain, of_all].map(|most| since(arrival, most));
    let had = query(sql)
        .bind(here)
        .bind(&arrival.domain)
        .bind(everywhere)
        .bind(time(arrival.at))
        .bind(here.min(everywhere))
        .fetch_one(connection)
        .await?;
    let [here, everywhere] = [had.whole::<u32>("here")?, had.whole("everywhere")?];
    Ok(here < of_a_domain.count && everywhere < of_all.count)
}

/// How many accounts may still be created by mail.
async fn accounts_left(
    connection: &mut Connection,
    arrival: &ArrivedMail,
) -> Result<u32, StoreError> {
    let most = arrival.allowance.accounts;
    let sql = "SELECT CAST(coalesce(sum(accounts), 0) AS BIGINT) AS made FROM mails \
               WHERE accounts > 0 AND at > $1 AND at <= $2";
    let made =
        query(sql).bind(since(arrival, most)).bind(time(arrival.at)).fetch_one(connection).await?;
    Ok(most.count.saturating_sub(made.whole("made")?))
}

/// Start of the period that counts, in microseconds; it ends now. Emails that arrived while the
/// clock was ahead stop counting once it is set back.
fn since(arrival: &ArrivedMail, most: AtMost) -> i64 {
    time(arrival.at.saturating_sub(most.within).unwrap_or(Timestamp::MIN))
}

/// Effects of an email that count towards the limits.
#[derive(Debug, Default)]
pub(crate) struct Caused {
    pub(crate) is_known: bool,
    pub(crate) is_answered: bool,
    pub(crate) is_asked: bool,
    pub(crate) accounts: u32,
}

/// Records an email, with its line in the log.
pub(crate) fn record(
    batch: &mut StatementBatch,
    request: i64,
    arrival: &ArrivedMail,
    sender: &MailSender,
    caused: &Caused,
) {
    let stranger = (caused.is_answered && !caused.is_known).then(|| arrival.domain.clone());
    batch
        .add(
            "INSERT INTO mails (id, at, sender, answered, request, message_id, asked, stranger, accounts) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        )
        .bind(arrival.id.clone())
        .bind(time(arrival.at))
        .bind(sender.counted_as.clone())
        .bind(caused.is_answered)
        .bind(request)
        .bind(arrival.message_id.clone())
        .bind(caused.is_asked)
        .bind(stranger)
        .bind(i64::from(caused.accounts));
}

// Pending changes of accounts, each with the email that asks for confirmation.

impl Store {
    /// The user and the change that an email asks to confirm; `None` when that is no longer known.
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
        Ok(read_account_change(&row)?.map(|change| (user, change)))
    }
}

/// Columns `change` and `change_detail` of a message of the outbox, `o`, for
/// [`read_account_change`].
macro_rules! account_change {
    () => {
        "(SELECT c.what FROM account_changes c WHERE c.message = o.number) AS change, \
         (SELECT c.detail FROM account_changes c WHERE c.message = o.number) AS change_detail"
    };
}
pub(crate) use account_change;

/// The change that a row's email asks for, if it asks for one.
pub(crate) fn read_account_change(row: &Row) -> Result<Option<AccountChange>, StoreError> {
    let Some(what) = row.raw::<Option<&str>>("change")? else { return Ok(None) };
    let detail: &str = row.raw("change_detail")?;
    let change = AccountChange::from_stored(what, detail);
    change.map(Some).ok_or(StoreError::Corrupt { column: "change" })
}

/// Stores the change that a message asks its user to confirm.
pub(crate) fn put_account_change(
    batch: &mut StatementBatch,
    message: i64,
    user: &str,
    change: &AccountChange,
) {
    let (what, detail) = change.as_stored();
    batch
        .add("INSERT INTO account_changes (message, userid, what, detail) VALUES ($1, $2, $3, $4)")
        .bind(message)
        .bind(user.to_owned())
        .bind(what)
        .bind(detail);
}

// Self-tests of mail: messages that the server has sent to itself.

/// Finding about an email that the server has sent to itself and received.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Echo {
    /// Whether a forged field in the relay's name was still there.
    pub forged: bool,
    /// Whether the relay has added its own field.
    pub judged: bool,
}

/// How long a finding is kept; no one waits for it longer.
const KEPT_FOR: SignedDuration = SignedDuration::from_hours(24);

impl Store {
    /// Records that the email of this number came back.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn put_echo(&self, number: u32, echo: Echo, at: Timestamp) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write().await?;
        query("DELETE FROM echoes WHERE at < $1")
            .bind(time(at - KEPT_FOR))
            .execute(&mut transaction)
            .await?;
        let sql = "INSERT INTO echoes (number, at, forged, judged) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT (number) DO NOTHING";
        query(sql)
            .bind(i64::from(number))
            .bind(time(at))
            .bind(echo.forged)
            .bind(echo.judged)
            .execute(&mut transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    /// The finding about an email, if it came back.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn echo(&self, number: u32) -> Result<Option<Echo>, StoreError> {
        let row = query("SELECT forged, judged FROM echoes WHERE number = $1")
            .bind(i64::from(number))
            .fetch_optional(&mut *self.database.begin_read().await?)
            .await?;
        row.map(|row| Ok(Echo { forged: row.raw("forged")?, judged: row.raw("judged")? }))
            .transpose()
    }
}
