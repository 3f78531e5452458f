//! Mails: everything that one asks is one transaction, and happens once.

use std::any::Any;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};

use carrick_service::{Address, Addressee, Decision, Link, Message, Needs, Sender, Userid};
use jiff::{SignedDuration, Timestamp};
use sqlx::Connection as _;

use crate::batch::{Batch, Writer};
use crate::column::{Columns as _, time};
use crate::group::Decide;
use crate::sqlite::Connection;
use crate::{Committed, LogEntry, Store, StoreError, load, outbox, request, write};

/// A mail that came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrival {
    /// Its name: a second mail of that name is answered as the first was and carried out no more. It
    /// must be a keyed hash of the whole mail, as [`LogEntry::id`] of a request.
    pub id: String,
    /// When it came.
    pub at: Timestamp,
    /// Its `Message-ID`, without brackets, for the answer's `In-Reply-To`.
    pub message_id: Option<String>,
    /// The command, as the log should have it: without passwords and tokens.
    pub command: String,
    /// Who gets the answer.
    pub answer_to: AnswerTo,
    /// Whose answers are counted together. It names nobody to whom does not know already.
    pub counted_as: String,
    /// How many answers he may get.
    pub allowance: Allowance,
}

/// Who gets what is said to the sender of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnswerTo {
    /// The address it came from. Somebody else may have written it there, unless it is proved.
    Address {
        /// Which.
        address: Address,
        /// Whether it is proved that the mail came from there.
        proved: bool,
    },
    /// A user, at his confirmed addresses.
    User(Userid),
}

/// How many answers a sender gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// One who proved who he is, or whose address a user has confirmed.
    pub known: AtMost,
    /// Anybody else: he may never have written.
    pub unknown: AtMost,
}

/// So many in a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AtMost {
    /// How many.
    pub count: u32,
    /// In which time.
    pub within: SignedDuration,
}

/// One of the commands in a mail.
pub struct Errand {
    /// Who sent it.
    pub sender: Sender,
    /// When it is carried out; two commands of a mail differ.
    pub at: Timestamp,
    /// The command, as the log should have it.
    pub command: String,
    /// What must be seen.
    pub needs: Needs,
    /// What comes of it.
    pub decide: Decide,
    /// What is said when the store refuses that, so that it is undone without the commands beside it.
    pub otherwise: Box<dyn FnOnce(StoreError) -> Decision + Send>,
}

/// A mail with all that is in it, on its way to the database.
pub(crate) struct Mail {
    pub(crate) arrival: Arrival,
    pub(crate) errands: Vec<Errand>,
    /// Makes one answer of those to all errands.
    pub(crate) join: Box<dyn FnOnce(Vec<Message>) -> Message + Send>,
}

impl Store {
    /// Carries out everything that a mail asks, once: either all of it is on the disk when this returns,
    /// with the record of the mail and what is to be said, or nothing is. Each command is behind a
    /// savepoint: what the store refuses of one leaves the others. When several are answered, `join`
    /// makes one answer of theirs.
    ///
    /// Whether the sender is answered is decided in the same transaction: when he had as many answers as
    /// he may have, the effects are the same and nothing is said to him. A mail that has no effect and no
    /// answer leaves the database untouched.
    ///
    /// # Errors
    /// When another process keeps the database for too long, and when the database fails. Nothing was
    /// changed, and the mail may come again.
    ///
    /// # Panics
    /// When a decision does; nothing is changed.
    pub async fn take_in(
        &self,
        arrival: Arrival,
        errands: Vec<Errand>,
        join: impl FnOnce(Vec<Message>) -> Message + Send + 'static,
    ) -> Result<Committed, StoreError> {
        self.group.take_in(Mail { arrival, errands, join: Box::new(join) }).await
    }

    /// The `Message-ID` of the mail that a message of the outbox answers, if it answers one that has one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn answered_by(&self, message: i64) -> Result<Option<String>, StoreError> {
        let sql = "SELECT m.message_id FROM outbox o JOIN mails m ON m.request = o.request \
                   WHERE o.number = $1";
        let found: Option<Option<String>> = sqlx::query_scalar(sql)
            .bind(message)
            .fetch_optional(&mut *self.database.begin_read().await?)
            .await?;
        Ok(found.flatten())
    }

    /// Forgets the names of mails that came before a moment. How many.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn forget_mails(&self, before: Timestamp) -> Result<u64, StoreError> {
        // Most looks find nothing, and should keep no writer waiting.
        let sql = "SELECT 1 FROM mails WHERE at < $1 LIMIT 1";
        let one = sqlx::query(sql).bind(time(before));
        if one.fetch_optional(&mut *self.database.begin_read().await?).await?.is_none() {
            return Ok(0);
        }
        let mut transaction = self.database.begin_write().await?;
        let done = sqlx::query("DELETE FROM mails WHERE at < $1")
            .bind(time(before))
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(done.rows_affected())
    }
}

/// Why a mail was given up.
pub(crate) enum GivenUp {
    Store(StoreError),
    /// What a decision panicked with.
    Panic(Box<dyn Any + Send>),
}

impl From<StoreError> for GivenUp {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<sqlx::Error> for GivenUp {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// Carries out a mail within the transaction; also whether anything was written.
pub(crate) async fn take_in(
    transaction: &mut Connection,
    mail: Mail,
) -> Result<(Committed, bool), GivenUp> {
    if let Some(answer) = recorded(transaction, &mail.arrival.id).await? {
        return Ok((answer, false));
    }
    let mut savepoint = transaction.begin().await?;
    let done = carry_out(&mut savepoint, mail).await;
    match &done {
        Ok((_, true)) => savepoint.commit().await?,
        Ok((_, false)) | Err(_) => savepoint.rollback().await?,
    }
    done
}

async fn carry_out(connection: &mut Connection, mail: Mail) -> Result<(Committed, bool), GivenUp> {
    let Mail { arrival, errands, join } = mail;
    let standing = standing(connection, &arrival).await?;
    let mut lines = Vec::with_capacity(errands.len());
    for errand in errands {
        lines.push(carry_out_one(connection, errand).await?);
    }
    let answers: Vec<Message> = lines.iter_mut().flat_map(Line::take_answers).collect();
    let mut answer = if standing.answered { joined(answers, join) } else { None };
    if let (AnswerTo::Address { address, .. }, false) = (&arrival.answer_to, standing.known) {
        answer = in_one_letter(&mut lines, answer, address, standing.answered);
    }
    let refused = lines.iter().any(|line| line.refused);
    match (lines.as_mut_slice(), answer) {
        ([line], answer) => line.address(answer, &arrival.answer_to),
        (_, Some(answer)) => {
            let mut line = Line::of(&arrival, refused);
            line.address(Some(answer), &arrival.answer_to);
            lines.push(line);
        }
        (_, None) => {}
    }
    let mut batch = Batch::default();
    let mut is_written = false;
    let mut messages = Vec::new();
    let mut is_answered = false;
    for line in lines.into_iter().filter(|line| line.happened || !line.messages.is_empty()) {
        request::put(&mut batch, &line.entry, line.refused);
        outbox::put(&mut batch, &line.entry, &line.messages);
        is_written = true;
        is_answered |= line.answers;
        messages.extend(line.messages);
    }
    if is_written {
        record(&mut batch, &arrival, is_answered);
        batch.send(connection).await?;
    }
    Ok((Committed { messages, refused, repeated: false }, is_written))
}

/// What came of one command; its events are written.
struct Line {
    entry: LogEntry,
    messages: Vec<Message>,
    refused: bool,
    /// Whether anything changed.
    happened: bool,
    /// Whether an answer to the sender is among the messages.
    answers: bool,
}

impl Line {
    /// The mail as a whole.
    fn of(arrival: &Arrival, refused: bool) -> Self {
        let entry = LogEntry {
            id: None,
            at: arrival.at,
            sender: match &arrival.answer_to {
                AnswerTo::Address { address, proved: true } => Sender::Address(address.clone()),
                AnswerTo::Address { .. } => Sender::Nobody,
                AnswerTo::User(user) => Sender::User(user.clone()),
            },
            command: arrival.command.clone(),
            reply_to: None,
        };
        Self { entry, messages: Vec::new(), refused, happened: false, answers: false }
    }

    fn take_answers(&mut self) -> Vec<Message> {
        let is_answer = |message: &mut Message| message.to == Addressee::Sender;
        self.messages.extract_if(.., is_answer).collect()
    }

    /// Adds the answer, to whoever gets it.
    fn address(&mut self, answer: Option<Message>, to: &AnswerTo) {
        let Some(mut answer) = answer else { return };
        match to {
            AnswerTo::Address { address, .. } => self.entry.reply_to = Some(address.clone()),
            AnswerTo::User(user) => answer.to = Addressee::User(user.clone()),
        }
        self.answers = true;
        self.messages.push(answer);
    }
}

/// Whoever may never have written gets one letter: what would ask him whether the address is his says what was
/// to be answered too, and is not written when he has had his letter. Returns what is still to be answered.
fn in_one_letter(
    lines: &mut [Line],
    answer: Option<Message>,
    to: &Address,
    answered: bool,
) -> Option<Message> {
    let mut answer = answer;
    let mut is_asked = !answered;
    for line in lines {
        line.messages.retain_mut(|message| {
            if !matches!(&message.link, Some(Link::Confirm(asked)) if asked == to) {
                return true;
            }
            if let Some(answer) = answer.take() {
                message.text = format!("{}\n{}", answer.text, message.text);
                line.answers = true;
            }
            !mem::replace(&mut is_asked, true)
        });
    }
    answer
}

fn joined(
    mut answers: Vec<Message>,
    join: impl FnOnce(Vec<Message>) -> Message,
) -> Option<Message> {
    if answers.len() > 1 { Some(join(answers)) } else { answers.pop() }
}

/// Decides one command and writes what happens; or, when the store refuses that, what happens otherwise.
async fn carry_out_one(connection: &mut Connection, errand: Errand) -> Result<Line, GivenUp> {
    let Errand { sender, at, command, needs, decide, otherwise } = errand;
    let state = load::state(connection, &needs).await?;
    let decision = catch_unwind(AssertUnwindSafe(|| decide(&state))).map_err(GivenUp::Panic)?;
    let mut savepoint = connection.begin().await?;
    let mut writer = Writer::new(&mut savepoint);
    let written = async {
        write::events(&mut writer, &decision.events, at).await?;
        writer.send().await
    };
    let decision = match written.await {
        Ok(()) => {
            savepoint.commit().await?;
            decision
        }
        Err(error) if error.is_failure() => return Err(error.into()),
        Err(error) => {
            savepoint.rollback().await?;
            Decision { events: Vec::new(), ..otherwise(error) }
        }
    };
    let Decision { events, messages, refused } = decision;
    let entry = LogEntry { id: None, at, sender, command, reply_to: None };
    Ok(Line { entry, messages, refused, happened: !events.is_empty(), answers: false })
}

/// What was said about a mail of this name, if one came.
async fn recorded(connection: &mut Connection, id: &str) -> Result<Option<Committed>, StoreError> {
    let sql = "SELECT r.number, r.refused FROM mails m JOIN requests r ON r.number = m.request \
               WHERE m.id = $1";
    let row = sqlx::query(sql).bind(id).fetch_optional(&mut *connection).await?;
    let Some(row) = row else { return Ok(None) };
    let messages = outbox::of_request(connection, row.raw("number")?).await?;
    Ok(Some(Committed { messages, refused: row.raw("refused")?, repeated: true }))
}

/// How a mail's sender stands with us.
#[derive(Debug, Clone, Copy)]
struct Standing {
    /// Whether it is proved who he is, or a user has confirmed his address.
    known: bool,
    /// Whether he has not had all his answers yet.
    answered: bool,
}

async fn standing(connection: &mut Connection, arrival: &Arrival) -> Result<Standing, StoreError> {
    let known = match &arrival.answer_to {
        AnswerTo::User(_) | AnswerTo::Address { proved: true, .. } => true,
        AnswerTo::Address { address, proved: false } => {
            let sql = "SELECT count(*) FROM addresses WHERE address = $1 AND confirmed = 1";
            let confirmed: i64 =
                sqlx::query_scalar(sql).bind(address.as_str()).fetch_one(&mut *connection).await?;
            confirmed > 0
        }
    };
    let allowance = arrival.allowance;
    let AtMost { count, within } = if known { allowance.known } else { allowance.unknown };
    let since = arrival.at.saturating_sub(within).unwrap_or(Timestamp::MIN);
    let sql = "SELECT count(*) FROM mails WHERE sender = $1 AND at > $2 AND answered = 1";
    let had: i64 = sqlx::query_scalar(sql)
        .bind(&arrival.counted_as)
        .bind(time(since))
        .fetch_one(connection)
        .await?;
    Ok(Standing { known, answered: had < i64::from(count) })
}

/// Notes a mail, which the last request came from.
fn record(batch: &mut Batch, arrival: &Arrival, answered: bool) {
    batch
        .add(
            "INSERT INTO mails (id, at, sender, answered, request, message_id) \
             VALUES ($1, $2, $3, $4, (SELECT next - 1 FROM counters WHERE name = 'request'), $5)",
        )
        .bind(arrival.id.clone())
        .bind(time(arrival.at))
        .bind(arrival.counted_as.clone())
        .bind(answered)
        .bind(arrival.message_id.clone());
}
