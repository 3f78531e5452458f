//! Emails: all requests of an email in one transaction, exactly once.

use std::any::Any;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};

use carrick_service::{Address, Addressee, Decision, Event, Link, Message, Sender, State};
use jiff::Timestamp;

use crate::boards;
use crate::boards::Which;
use crate::database::{
    Columns as _, Connection, Pipeline, Savepoint, StatementBatch, StoreError, query,
};
use crate::mail::incoming::{Caused, SenderAllowance, record, standing};
use crate::mail::outbox;
use crate::store::{
    AnswerTo, ArrivedMail, Committed, LogEntry, MailRequest, MailSender, MailTask, QueuedMail,
    Store, UndoneMail, Work,
};
use crate::transaction::log::LogLine;
use crate::transaction::writer::wait_for;
use crate::transaction::{load, log, write};

impl Store {
    /// Runs all requests of an email, once and in one transaction: when this returns, the effects,
    /// the record of the email and the answer are on the disk, or nothing is. Each command has a
    /// savepoint, so that a conflict of one does not affect the others. `join` combines the answers
    /// to several commands.
    ///
    /// This transaction also finds out whether the email came before, [who has a
    /// seat](MailTask::FromSeat) and whether the sender may get an answer: beyond the rate limit
    /// the effects stay, and no answer is sent. An email that has no effect and no answer leaves
    /// the database untouched.
    ///
    /// # Errors
    /// When another process keeps the database for too long, and when the database fails. Nothing
    /// was changed, and the email may be delivered again.
    ///
    /// # Panics
    /// When a decision does; nothing is changed.
    pub async fn take_in(
        &self,
        arrival: ArrivedMail,
        task: MailTask,
        join: impl FnOnce(Vec<Message>) -> Message + Send + 'static,
    ) -> Result<Committed, StoreError> {
        let mail = QueuedMail { arrival, task, join: Box::new(join) };
        wait_for(self, Work::Mail(mail)).await
    }
}

/// Reason why an email was abandoned.
pub(crate) enum GivenUp {
    Store(StoreError),
    /// Payload of a panic in a decision.
    Panic(Box<dyn Any + Send>),
}

impl From<StoreError> for GivenUp {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// Runs an email within a separate transaction; also returns whether there is anything to commit.
pub(super) async fn take_in(
    connection: &mut Connection,
    mail: QueuedMail,
) -> Result<(Committed, bool), GivenUp> {
    match recorded(connection, &mail.arrival.id).await? {
        Some(answer) => Ok((answer, false)),
        None => carry_out(connection, mail).await,
    }
}

async fn carry_out(
    connection: &mut Connection,
    mail: QueuedMail,
) -> Result<(Committed, bool), GivenUp> {
    let QueuedMail { arrival, task, join } = mail;
    let Prepared { sender, command, requests, mut seen } = prepare(connection, task).await?;
    let mut standing = standing(connection, &arrival, &sender).await?;
    let mut lines = Vec::with_capacity(requests.len());
    for request in requests {
        let seen = mem::take(&mut seen);
        let line = carry_out_one(connection, request, seen, standing.accounts).await?;
        standing.accounts = standing.accounts.saturating_sub(line.accounts);
        lines.push(line);
    }
    let answers: Vec<Message> = lines.iter_mut().flat_map(CommandResult::take_answers).collect();
    let answer = joined(answers, join);
    let answer = match &sender.answer_to {
        AnswerTo::Address { address, .. } if !standing.known => {
            in_one_letter(&mut lines, answer, address, &standing)
        }
        _ => answer.filter(|_| standing.answered),
    };
    let refused = lines.iter().any(|line| line.refused);
    let turns = lines.iter().map(|line| line.turns).sum();
    match (lines.as_mut_slice(), answer) {
        ([line], answer) => line.address(answer, &sender.answer_to),
        (_, Some(answer)) => {
            let mut line = CommandResult::of(arrival.at, &sender.answer_to, command, refused);
            line.address(Some(answer), &sender.answer_to);
            lines.push(line);
        }
        (_, None) => {}
    }
    lines.retain(|line| line.happened || !line.messages.is_empty());
    let is_written = !lines.is_empty();
    if is_written {
        let mut caused = Caused { is_known: standing.known, ..Caused::default() };
        for line in &lines {
            caused.is_answered |= line.answers | line.asks;
            caused.is_asked |= line.asks;
            caused.accounts += line.accounts;
        }
        let logged: Vec<LogLine<'_>> = lines.iter().map(CommandResult::log_line).collect();
        let numbers = log::numbers(connection, &logged, 0).await?;
        let mut batch = StatementBatch::new(connection.dialect());
        log::put(&mut batch, &logged, numbers);
        let request = numbers.request + lines.len() as i64 - 1;
        record(&mut batch, request, &arrival, &sender, &caused);
        batch.send(connection).await?;
    }
    let messages = lines.into_iter().flat_map(|line| line.messages).collect();
    Ok((Committed { messages, refused, turns, ..Committed::default() }, is_written))
}

/// An email whose sender is known.
struct Prepared {
    sender: MailSender,
    /// The whole email as a command, for the log.
    command: String,
    requests: Vec<MailRequest>,
    /// Boards that were read to find the sender; the first request may need them.
    seen: State,
}

/// Finds the sender: for an answer from a seat, the player who has it now.
async fn prepare(connection: &mut Connection, task: MailTask) -> Result<Prepared, GivenUp> {
    let (board, seat, request) = match task {
        MailTask::Commands { sender, command, requests } => {
            return Ok(Prepared { sender, command, requests, seen: State::default() });
        }
        MailTask::FromSeat { board, seat, request } => (board, seat, request),
    };
    let mut seen = State::default();
    boards::record::boards(connection, Which::Named(&[board]), &mut seen.boards).await?;
    let player = seen.boards.get(&board).map(|board| &board.players[seat.index()]);
    let made = catch_unwind(AssertUnwindSafe(|| request(player)));
    let (sender, request) = made.map_err(GivenUp::Panic)?;
    Ok(Prepared { sender, command: request.command.clone(), requests: vec![request], seen })
}

/// Result of one command, with its events written.
struct CommandResult {
    entry: LogEntry,
    messages: Vec<Message>,
    refused: bool,
    /// Whether anything changed.
    happened: bool,
    /// Whether an answer to the sender is among the messages.
    answers: bool,
    /// Whether it asks the unknown sender whether the address is theirs.
    asks: bool,
    /// Number of accounts that it created.
    accounts: u32,
    /// Number of turns that it played.
    turns: u32,
}

impl CommandResult {
    /// Log entry of the email as a whole.
    fn of(at: Timestamp, answer_to: &AnswerTo, command: String, refused: bool) -> Self {
        let sender = match answer_to {
            AnswerTo::Address { address, proved: true } => Sender::Address(address.clone()),
            AnswerTo::Address { .. } => Sender::Nobody,
            AnswerTo::User(user) => Sender::User(user.clone()),
        };
        Self { refused, ..Self::new(LogEntry { id: None, at, sender, command, reply_to: None }) }
    }

    const fn new(entry: LogEntry) -> Self {
        Self {
            entry,
            messages: Vec::new(),
            refused: false,
            happened: false,
            answers: false,
            asks: false,
            accounts: 0,
            turns: 0,
        }
    }

    fn log_line(&self) -> LogLine<'_> {
        LogLine { entry: &self.entry, refused: self.refused, messages: &self.messages }
    }

    fn take_answers(&mut self) -> Vec<Message> {
        let is_answer = |message: &mut Message| message.to == Addressee::Sender;
        self.messages.extract_if(.., is_answer).collect()
    }

    /// Adds the answer for its recipient.
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

/// Merges the answer to an unknown sender into the question whether the address is theirs, so that
/// they get one message for an email, even beyond their answers of the day. Other questions to them
/// are dropped. Returns the answer that is still to be sent.
fn in_one_letter(
    lines: &mut [CommandResult],
    answer: Option<Message>,
    to: &Address,
    standing: &SenderAllowance,
) -> Option<Message> {
    let mut answer = answer;
    let mut may_ask = standing.asked;
    for line in lines {
        line.messages.retain_mut(|message| {
            let is_his = |asked: &Address| asked.as_str().eq_ignore_ascii_case(to.as_str());
            if !matches!(&message.link, Some(Link::Confirm(asked)) if is_his(asked)) {
                return true;
            }
            let asks = mem::replace(&mut may_ask, false);
            if let Some(answer) = answer.take_if(|_| asks) {
                message.text = format!("{}\n{}", answer.text, message.text);
            }
            line.asks |= asks;
            asks
        });
    }
    answer.filter(|_| standing.answered)
}

fn joined(
    mut answers: Vec<Message>,
    join: impl FnOnce(Vec<Message>) -> Message,
) -> Option<Message> {
    if answers.len() > 1 { Some(join(answers)) } else { answers.pop() }
}

/// Decides one command and writes its events, if it creates at most `accounts` accounts; otherwise
/// returns its alternative decision. Boards in `seen` are not read again.
async fn carry_out_one(
    connection: &mut Connection,
    request: MailRequest,
    seen: State,
    accounts: u32,
) -> Result<CommandResult, GivenUp> {
    let MailRequest { sender, at, command, needs, decide, otherwise } = request;
    let state = load::missing(connection, &needs, seen).await?;
    let decision = catch_unwind(AssertUnwindSafe(|| decide(&state))).map_err(GivenUp::Panic)?;
    let joins = |event: &&Event| matches!(event, Event::UserJoined(_));
    let joined = decision.events.iter().filter(joins).count() as u32;
    let undone = match joined {
        joined if joined > accounts => Some(UndoneMail::TooManyAccounts),
        _ => write(connection, &decision.events, at).await?.map(UndoneMail::Store),
    };
    let decision = match undone {
        None => decision,
        Some(undone) => Decision { events: Vec::new(), ..otherwise(undone) },
    };
    let turns = decision.turns();
    let Decision { events, messages, refusal } = decision;
    let entry = LogEntry { id: None, at, sender, command, reply_to: None };
    let happened = !events.is_empty();
    let accounts = if happened { joined } else { 0 };
    Ok(CommandResult {
        messages,
        refused: refusal.is_some(),
        happened,
        accounts,
        turns,
        ..CommandResult::new(entry)
    })
}

/// Writes events behind a savepoint. A conflict is rolled back and returned.
async fn write(
    connection: &mut Connection,
    events: &[Event],
    at: Timestamp,
) -> Result<Option<StoreError>, GivenUp> {
    let savepoint = Savepoint::set(connection, "request").await?;
    let mut writer = Pipeline::new(connection);
    let written = async {
        write::events(&mut writer, events, at).await?;
        writer.send().await
    };
    match written.await {
        Ok(()) => {
            savepoint.keep(connection).await?;
            Ok(None)
        }
        Err(error) if error.is_failure() => Err(error.into()),
        Err(error) => {
            savepoint.undo(connection).await?;
            Ok(Some(error))
        }
    }
}

/// Recorded answer to an earlier email with this id.
async fn recorded(connection: &mut Connection, id: &str) -> Result<Option<Committed>, StoreError> {
    let sql = "SELECT r.number, r.refused FROM mails m JOIN requests r ON r.number = m.request \
               WHERE m.id = $1";
    let row = query(sql).bind(id).fetch_optional(&mut *connection).await?;
    let Some(row) = row else { return Ok(None) };
    let messages = outbox::of_request(connection, row.raw("number")?).await?;
    let refused = row.raw("refused")?;
    Ok(Some(Committed { messages, refused, repeated: true, ..Committed::default() }))
}
