//! Rate limits of mail: answers to senders, letters to strangers, and accounts made by mail.

use jiff::Timestamp;

use crate::database::{
    AssertSqlSafe, Batch, Columns as _, Connection, StoreError, query, query_scalar, time,
    with_numbers,
};
use crate::store::{Allowance, AnswerTo, Arrival, AtMost, MailSender};

/// Remaining allowance of a mail's sender.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Standing {
    /// Whether the sender is proved, or a user has confirmed the address.
    pub(crate) known: bool,
    /// Whether they may get one more answer.
    pub(crate) answered: bool,
    /// Whether they may still be asked if the address is theirs.
    pub(crate) asked: bool,
    /// How many accounts they may make.
    pub(crate) accounts: u32,
}

pub(crate) async fn standing(
    connection: &mut Connection,
    arrival: &Arrival,
    sender: &MailSender,
) -> Result<Standing, StoreError> {
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
    Ok(Standing {
        known,
        answered: is_room && answered < mine.count,
        asked: is_room && asked < mine.count,
        accounts: match sender.answer_to {
            AnswerTo::Address { .. } if is_room => accounts_left(connection, arrival).await?,
            // A reply to the mail about a turn makes no accounts.
            AnswerTo::Address { .. } | AnswerTo::User(_) => 0,
        },
    })
}

/// Whether one more letter may go to an unknown sender.
async fn is_room(connection: &mut Connection, arrival: &Arrival) -> Result<bool, StoreError> {
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

/// How many accounts may still be made by mail.
async fn accounts_left(connection: &mut Connection, arrival: &Arrival) -> Result<u32, StoreError> {
    let most = arrival.allowance.accounts;
    let sql = "SELECT CAST(coalesce(sum(accounts), 0) AS BIGINT) AS made FROM mails \
               WHERE accounts > 0 AND at > $1 AND at <= $2";
    let made =
        query(sql).bind(since(arrival, most)).bind(time(arrival.at)).fetch_one(connection).await?;
    Ok(most.count.saturating_sub(made.whole("made")?))
}

/// Start of the period that counts, in microseconds; it ends now. Mails that came while the clock
/// was ahead do not count once it is set back.
fn since(arrival: &Arrival, most: AtMost) -> i64 {
    time(arrival.at.saturating_sub(most.within).unwrap_or(Timestamp::MIN))
}

/// Effects of a mail that count towards the limits.
#[derive(Debug, Default)]
pub(crate) struct Caused {
    pub(crate) is_known: bool,
    pub(crate) is_answered: bool,
    pub(crate) is_asked: bool,
    pub(crate) accounts: u32,
}

/// Records a mail, whose request was the last one logged.
pub(crate) fn record(batch: &mut Batch, arrival: &Arrival, sender: &MailSender, caused: &Caused) {
    let stranger = (caused.is_answered && !caused.is_known).then(|| arrival.domain.clone());
    batch
        .add_either(with_numbers!(
            "INSERT INTO mails (id, at, sender, answered, request, message_id, asked, stranger, accounts) \
             VALUES ($1, $2, $3, $4, ",
            [request],
            ", $5, $6, $7, $8)"
        ))
        .bind(arrival.id.clone())
        .bind(time(arrival.at))
        .bind(sender.counted_as.clone())
        .bind(caused.is_answered)
        .bind(arrival.message_id.clone())
        .bind(caused.is_asked)
        .bind(stranger)
        .bind(i64::from(caused.accounts));
}
