//! Transactional outbox: messages are written in the transaction that causes them, and sent
//! afterwards.

use carrick_games::GameKind;
use carrick_service::{
    Address, Addressee, BoardId, Link, MailedPuzzle, Message, Subscription, Userid,
};
use jiff::Timestamp;

use super::account_change;
use crate::database::{
    Batch, Bind as _, Columns as _, Connection, Row, StoreError, Value, counter, query, time,
    with_numbers,
};
use crate::store::{LogEntry, Store};

/// A message that is to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    /// Number of the message, never given twice: a transport can derive a Message-ID from it.
    pub number: i64,
    /// Whether it answers a request of the recipient; otherwise it is a notification.
    pub answer: bool,
    /// Whether it is a daily digest, made of other messages.
    pub digest: bool,
    /// Recipient of the message.
    pub to: Recipient,
    /// Subject, one line.
    pub subject: String,
    /// Body, in lines ended by line feeds.
    pub text: String,
    /// The board it is about, which need not exist.
    pub board: Option<BoardId>,
    /// The link at its end, which only the user's confirmed addresses may see, or the address that
    /// it asks to confirm.
    pub link: Option<Link>,
    /// Whether it goes to all readers of the news.
    pub news: bool,
    /// Whether its recipient plays on the board that it is about.
    pub plays: bool,
    /// Time of the request that caused it.
    pub created: Timestamp,
}

/// Number of a delivery: one copy of one message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct DeliveryId {
    /// Number of the message.
    pub message: i64,
    /// Number of the copy, from 0: a user may have several addresses.
    pub copy: u32,
}

/// Recipient of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recipient {
    /// A user, by whatever way they are reached.
    User(Userid),
    /// The address from which the request came.
    Address(Address),
}

/// Column `words` of a message of the outbox, `o`: its text, which it may share with others.
macro_rules! words {
    () => {
        "coalesce((SELECT t.body FROM texts t WHERE t.request = o.request AND t.place = o.shared), \
         o.body) AS words, "
    };
}
pub(crate) use words;

/// Begins a query for all columns of messages of the outbox, `o`. A message to the author of a
/// mailed request counts as an answer even when it is addressed to them as a user.
macro_rules! select_messages {
    ($and:literal) => {
        concat!(
            "SELECT o.*, ",
            $crate::mail::outbox::words!(),
            $crate::mail::account_change::account_change!(),
            ", o.answer = 1 OR EXISTS (SELECT 1 FROM mails m JOIN requests r \
             ON r.number = m.request WHERE m.request = o.request AND (r.sender = o.userid OR r.sender IN \
             (SELECT a.address FROM addresses a WHERE a.userid = o.userid AND a.confirmed = 1))) \
             AS answers, \
             EXISTS (SELECT 1 FROM boards b WHERE b.kind = o.kind AND b.number = o.board \
             AND o.userid IN (b.first_player, b.second_player)) AS plays ",
            $and
        )
    };
}
pub(crate) use select_messages;

/// Names of the columns of a message: its number, its request's, and [`columns`].
const COLUMNS: [&str; 17] = [
    "number",
    "request",
    "answer",
    "userid",
    "address",
    "subject",
    "body",
    "kind",
    "board",
    "created",
    "state",
    "link",
    "confirms",
    "claimed",
    "news",
    "brings_again",
    "puzzle",
];

/// Place of the text among the [columns].
const BODY: usize = 4;

/// Columns of a message, but for its number and its request's.
fn columns(entry: &LogEntry, message: &Message, tells_news: bool) -> [Value; 15] {
    let (user, address) = recipient(entry, message);
    let waits = user.is_some() || address.is_some();
    let link = message.link.as_ref();
    [
        (message.to == Addressee::Sender).value(),
        user.value(),
        address.value(),
        message.subject.as_str().value(),
        message.text.as_str().value(),
        message.board.map(|board| board.kind.name()).value(),
        message.board.map(|board| i64::from(board.number)).value(),
        time(entry.at).value(),
        if waits { "pending" } else { "returned" }.value(),
        link.filter(|link| **link == Link::Reset).map(|_| RESET).value(),
        link.filter(|link| **link == Link::Resign).map(|_| RESIGN).value(),
        link.and_then(claimed).value(),
        (tells_news && user.is_some()).value(),
        link.and_then(again).value(),
        link.and_then(puzzle).value(),
    ]
}

/// The user or the address that a message goes to.
fn recipient<'m>(entry: &'m LogEntry, message: &'m Message) -> (Option<&'m str>, Option<&'m str>) {
    match message.to.user() {
        Some(user) => (Some(user.as_str()), None),
        None => (None, entry.reply_to.as_ref().map(Address::as_str)),
    }
}

/// Puts the messages about the last request into the outbox; `tells_news` is that of its
/// [decision]. A text that several listeners get is stored once, and nothing for listeners whom no
/// mail reaches, nor for senders who are answered where they asked.
///
/// [decision]: carrick_service::Decision::tells_news
pub(crate) fn put(batch: &mut Batch, entry: &LogEntry, messages: &[Message], tells_news: bool) {
    let mut texts: Vec<&str> = Vec::new();
    for message in messages {
        // An answer that its carrier shows, and never asks for again.
        if recipient(entry, message) == (None, None) && entry.id.is_none() {
            continue;
        }
        if matches!(message.to, Addressee::Listener(_)) {
            put_for_listener(batch, entry, message, (tells_news, &mut texts));
            continue;
        }
        counter::advance(batch, counter::MESSAGE);
        batch
            .add_either(with_numbers!(
                "INSERT INTO outbox (number, request, answer, userid, address, subject, body, kind, \
                 board, created, state, link, confirms, claimed, news, brings_again, puzzle) VALUES (",
                [new message],
                ", ",
                [request],
                ", $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)"
            ))
            .bind_each(columns(entry, message, tells_news));
        if let ((Some(user), _), Some(Link::Change(change))) =
            (recipient(entry, message), &message.link)
        {
            account_change::put(batch, user, change);
        }
    }
}

/// Puts the message of a listener into the outbox, if mail reaches them; its text is that of an
/// earlier one where it is the same.
fn put_for_listener<'m>(
    batch: &mut Batch,
    entry: &LogEntry,
    message: &'m Message,
    (tells_news, texts): (bool, &mut Vec<&'m str>),
) {
    let known = texts.iter().position(|text| *text == message.text);
    let place = known.unwrap_or_else(|| {
        texts.push(&message.text);
        texts.len() - 1
    });
    let place = place as i64 + 1;
    if known.is_none() {
        batch
            .add_either(with_numbers!(
                "INSERT INTO texts (request, place, body) VALUES (",
                [request],
                ", $1, $2)"
            ))
            .bind(place)
            .bind(message.text.as_str());
    }
    counter::advance(batch, counter::MESSAGE);
    let mut columns = columns(entry, message, tells_news);
    columns[BODY] = "".value();
    batch
        .add_either(with_numbers!(
            "INSERT INTO outbox (number, request, answer, userid, address, subject, body, kind, \
             board, created, state, link, confirms, claimed, news, brings_again, puzzle, shared) \
             SELECT ",
            [new message],
            ", ",
            [request],
            ", $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16 \
             WHERE EXISTS (SELECT 1 FROM users u JOIN addresses a ON a.userid = u.userid \
             WHERE u.userid = $2 AND u.suspended IS NULL AND u.quiet = 0 AND a.confirmed = 1)"
        ))
        .bind_each(columns)
        .bind(place);
}

/// Puts messages into the outbox, none of which is for a listener or asks its user to confirm a
/// change: each with the numbers of itself and of its request.
pub(crate) fn put_each<'m>(
    batch: &mut Batch,
    messages: impl Iterator<Item = ([i64; 2], &'m LogEntry, &'m Message, bool)>,
) {
    let row = |(numbers, entry, message, tells_news): ([i64; 2], _, _, _)| {
        numbers.map(i64::value).into_iter().chain(columns(entry, message, tells_news)).collect()
    };
    batch.insert_rows("outbox", &COLUMNS, messages.map(row).collect());
}

/// Messages about a request, in order.
pub(crate) async fn of_request(
    connection: &mut Connection,
    request: i64,
) -> Result<Vec<Message>, StoreError> {
    let sql = concat!(
        "SELECT o.*, ",
        words!(),
        account_change::account_change!(),
        " FROM outbox o WHERE request = $1 ORDER BY number"
    );
    let rows = query(sql).bind(request).fetch_all(connection).await?;
    rows.iter().map(message).collect()
}

/// The messages that have waited longest.
pub(crate) async fn pending(
    connection: &mut Connection,
    limit: u32,
) -> Result<Vec<Outgoing>, StoreError> {
    let sql =
        select_messages!("FROM outbox o WHERE o.state = 'pending' ORDER BY o.number LIMIT $1");
    let rows = query(sql).bind(i64::from(limit)).fetch_all(connection).await?;
    rows.iter().map(outgoing).collect()
}

/// Records that a message was handed on.
pub(crate) async fn handed_on(
    connection: &mut Connection,
    number: i64,
    at: Timestamp,
) -> Result<(), StoreError> {
    let sql = "UPDATE outbox SET state = 'sent', sent = $2 WHERE number = $1";
    query(sql).bind(number).bind(time(at)).execute(connection).await?;
    Ok(())
}

fn message(row: &Row) -> Result<Message, StoreError> {
    let to = match (row.raw("answer")?, row.raw::<Option<i64>>("shared")?) {
        (true, _) => Addressee::Sender,
        (false, None) => Addressee::User(row.parsed("userid")?),
        (false, Some(_)) => Addressee::Listener(row.parsed("userid")?),
    };
    let (subject, text) = (row.raw("subject")?, row.raw("words")?);
    Ok(Message { to, subject, text, board: board(row)?, link: link(row)? })
}

/// A message from a row that [`select_messages`] gave.
pub(crate) fn outgoing(row: &Row) -> Result<Outgoing, StoreError> {
    let to_user = row.raw::<Option<&str>>("userid")?.is_some();
    Ok(Outgoing {
        number: row.raw("number")?,
        answer: row.raw("answers")?,
        digest: row.raw("digest")?,
        to: if to_user {
            Recipient::User(row.parsed("userid")?)
        } else {
            Recipient::Address(row.parsed("address")?)
        },
        subject: row.raw("subject")?,
        text: row.raw("words")?,
        board: board(row)?,
        link: link(row)?,
        news: row.raw("news")?,
        plays: row.raw("plays")?,
        created: row.time("created")?,
    })
}

/// Words in the columns `link` and `confirms`.
const RESET: &str = "reset";
const RESIGN: &str = "resign";

fn claimed(link: &Link) -> Option<&str> {
    match link {
        Link::Confirm(address) => Some(address.as_str()),
        Link::Reset | Link::Resign | Link::Change(_) | Link::Again(_) | Link::Puzzle(_) => None,
    }
}

/// The word for the mails that a link would turn on again.
const fn again(link: &Link) -> Option<&'static str> {
    let Link::Again(from) = link else { return None };
    Some(match from {
        Subscription::Board(_) => "board",
        Subscription::News => "news",
        Subscription::Turns => "turns",
        Subscription::Reminders => "reminders",
        Subscription::Letters => "letters",
        Subscription::Everything => "everything",
        // A whole game and puzzles can be subscribed to in several ways, so no link turns them on
        // again.
        Subscription::Game(_) | Subscription::Puzzles(_) => return None,
    })
}

/// Reads the word of a link; `board` is that of the message.
fn brought_again(word: &str, board: Option<BoardId>) -> Option<Subscription> {
    Some(match word {
        "board" => Subscription::Board(board?),
        "news" => Subscription::News,
        "turns" => Subscription::Turns,
        "reminders" => Subscription::Reminders,
        "letters" => Subscription::Letters,
        "everything" => Subscription::Everything,
        _ => return None,
    })
}

/// The text of a puzzle: game, number, day, turns found.
fn puzzle(link: &Link) -> Option<String> {
    let Link::Puzzle(MailedPuzzle { kind, number, day, found }) = link else { return None };
    Some(format!("{kind} {number} {day} {found}"))
}

fn mailed_puzzle(text: &str) -> Option<MailedPuzzle> {
    let (kind, numbers) = text.split_once(' ')?;
    let numbers: Vec<u32> = numbers.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
    let &[number, day, found] = numbers.as_slice() else { return None };
    Some(MailedPuzzle { kind: kind.parse().ok()?, number, day, found })
}

fn link(row: &Row) -> Result<Option<Link>, StoreError> {
    if let Some(puzzle) = row.some_word("puzzle", mailed_puzzle)? {
        return Ok(Some(Link::Puzzle(puzzle)));
    }
    if let Some(change) = account_change::read(row)? {
        return Ok(Some(Link::Change(change)));
    }
    if row.raw::<Option<&str>>("claimed")?.is_some() {
        return Ok(Some(Link::Confirm(row.parsed("claimed")?)));
    }
    if let Some(word) = row.raw::<Option<&str>>("brings_again")? {
        let again = brought_again(word, board(row)?);
        let again = again.ok_or(StoreError::Corrupt { column: "brings_again" })?;
        return Ok(Some(Link::Again(again)));
    }
    let answer = row.some_word("confirms", |word| (word == RESIGN).then_some(Link::Resign))?;
    Ok(answer.or(row.some_word("link", |word| (word == RESET).then_some(Link::Reset))?))
}

fn board(row: &Row) -> Result<Option<BoardId>, StoreError> {
    let kind = row.some_word("kind", |word| word.parse::<GameKind>().ok())?;
    kind.map(|kind| Ok(BoardId { kind, number: row.whole("board")? })).transpose()
}

impl Store {
    /// Messages that wait to be handed on, oldest first, at most `limit`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn pending(&self, limit: u32) -> Result<Vec<Outgoing>, StoreError> {
        pending(&mut self.database.reader().await?, limit).await
    }
}
