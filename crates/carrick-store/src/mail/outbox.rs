//! Transactional outbox: messages are written in the transaction that causes them, and sent
//! afterwards.
//!
//! Also daily digests, which are made from collected messages.

use carrick_games::GameKind;
use carrick_service::{About, Address, Addressee, BoardId, Link, Message, MessageKind, Userid};
use jiff::Timestamp;

use crate::database::{
    Bind as _, CHUNK, Columns as _, Connection, Row, SqlValue, StatementBatch, StoreError, counter,
    json, query, time,
};
use crate::mail::delivery::deliver;
use crate::mail::incoming;
use crate::people::user;
use crate::store::{LogEntry, Store};
use crate::transaction::{LogLine, Numbers};

/// A message to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    /// Number of the message, never used twice: a transport can derive a Message-ID from it.
    pub number: i64,
    /// Whether it answers a request of the recipient; otherwise it is a notification.
    pub answer: bool,
    /// Recipient of the message.
    pub to: Recipient,
    /// Subject, one line.
    pub subject: String,
    /// Body, in lines ended by line feeds.
    pub text: String,
    /// The board that it is about, which may not exist.
    pub board: Option<BoardId>,
    /// The link at its end, which only the user's confirmed addresses may see, or the address that
    /// it asks the user to confirm.
    pub link: Option<Link>,
    /// Kind of message, and what its text shows.
    pub about: About,
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
    /// A user, however they are reached.
    User(Userid),
    /// The address that the request came from.
    Address(Address),
}

/// Column `words` of a message of the outbox, `o`: its text, which other messages may share.
macro_rules! words {
    () => {
        "coalesce((SELECT t.body FROM texts t WHERE t.request = o.request AND t.place = o.shared), \
         o.body) AS words, "
    };
}
pub(crate) use words;

/// Starts a query for all columns of messages of the outbox, `o`. A message to the author of a
/// mailed request counts as an answer even if it is addressed to them as a user.
macro_rules! select_messages {
    ($and:literal) => {
        concat!(
            "SELECT o.*, ",
            $crate::mail::outbox::words!(),
            $crate::mail::incoming::account_change!(),
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

/// Names of the columns of a message: its number, the number of its request, and [`columns`].
const COLUMNS: [&str; 14] = [
    "number", "request", "answer", "userid", "address", "subject", "body", "kind", "board",
    "created", "state", "about", "link", "claimed",
];

/// Position of the text among the [columns].
const BODY: usize = 4;

/// Columns of a message, except its number and the number of its request.
fn columns(entry: &LogEntry, message: &Message) -> [SqlValue; 12] {
    let (user, address) = recipient(entry, message);
    let waits = user.is_some() || address.is_some();
    let (link, claimed) = match &message.link {
        Some(Link::Confirm(address)) => (None, Some(address.as_str())),
        // It has a separate table.
        Some(Link::Change(_)) => (None, None),
        other => (other.as_ref().and_then(|link| json(link, "link").ok()), None),
    };
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
        json(&message.about, "about").ok().value(),
        link.value(),
        claimed.value(),
    ]
}

/// The user or the address that a message goes to.
fn recipient<'m>(entry: &'m LogEntry, message: &'m Message) -> (Option<&'m str>, Option<&'m str>) {
    match message.to.user() {
        Some(user) => (Some(user.as_str()), None),
        None => (None, entry.reply_to.as_ref().map(Address::as_str)),
    }
}

/// Messages of a log line that are stored: all except an answer that the carrier shows and never
/// asks for again.
pub(crate) fn stored<'l>(line: &LogLine<'l>) -> impl Iterator<Item = &'l Message> + use<'l> {
    let entry = line.entry;
    let is_stored =
        |message: &&Message| entry.id.is_some() || recipient(entry, message) != (None, None);
    line.messages.iter().filter(is_stored)
}

/// Puts the [stored] messages of log lines into the outbox. A text for several listeners is stored
/// once. Messages for listeners without email are not stored.
pub(crate) fn put(batch: &mut StatementBatch, lines: &[LogLine<'_>], numbers: Numbers) {
    let requests = (numbers.request..).zip(lines);
    let messages = requests
        .flat_map(|(request, line)| stored(line).map(move |message| (request, line, message)));
    let is_shared = |message: &Message| matches!(message.to, Addressee::Listener(_));
    let (shared, own): (Vec<_>, Vec<_>) =
        (numbers.message..).zip(messages).partition(|(_, (_, _, message))| is_shared(message));
    for some in own.chunks(CHUNK) {
        let row = |&(number, (request, line, message)): &(i64, (i64, &LogLine<'_>, &Message))| {
            let columns = columns(line.entry, message);
            [number, request].map(i64::value).into_iter().chain(columns).collect()
        };
        batch.insert_rows("outbox", &COLUMNS, some.iter().map(row).collect());
    }
    for &(number, (_, line, message)) in &own {
        if let ((Some(user), _), Some(Link::Change(change))) =
            (recipient(line.entry, message), &message.link)
        {
            incoming::put_account_change(batch, number, user, change);
        }
    }
    let mut texts: Vec<(i64, &str)> = Vec::new();
    for (number, (request, line, message)) in shared {
        let of_request = texts.iter().filter(|(of, _)| *of == request);
        let known = of_request.clone().position(|(_, text)| *text == message.text);
        let place = known.unwrap_or_else(|| of_request.count()) as i64 + 1;
        if known.is_none() {
            batch
                .add("INSERT INTO texts (request, place, body) VALUES ($1, $2, $3)")
                .bind(request)
                .bind(place)
                .bind(message.text.as_str());
            texts.push((request, &message.text));
        }
        put_for_listener(batch, [number, request, place], line, message);
    }
}

/// Puts the message of a listener into the outbox, if they get email, with the text at a position
/// of its request.
fn put_for_listener(
    batch: &mut StatementBatch,
    [number, request, place]: [i64; 3],
    line: &LogLine<'_>,
    message: &Message,
) {
    let mut columns = columns(line.entry, message);
    columns[BODY] = "".value();
    batch
        .add(
            "INSERT INTO outbox (number, request, answer, userid, address, subject, body, kind, \
             board, created, state, about, link, claimed, shared) \
             SELECT $14, $15, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13 \
             WHERE EXISTS (SELECT 1 FROM users u JOIN addresses a ON a.userid = u.userid \
             WHERE u.userid = $2 AND u.suspended IS NULL AND u.quiet = 0 AND a.confirmed = 1)",
        )
        .bind_each(columns)
        .bind(place)
        .bind(number)
        .bind(request);
}

/// Messages about a request, in order.
pub(crate) async fn of_request(
    connection: &mut Connection,
    request: i64,
) -> Result<Vec<Message>, StoreError> {
    let sql = concat!(
        "SELECT o.*, ",
        words!(),
        incoming::account_change!(),
        " FROM outbox o WHERE request = $1 ORDER BY number"
    );
    let rows = query(sql).bind(request).fetch_all(connection).await?;
    rows.iter().map(message).collect()
}

/// Messages that have waited longest.
pub(crate) async fn pending(
    connection: &mut Connection,
    limit: u32,
) -> Result<Vec<Outgoing>, StoreError> {
    let sql =
        select_messages!("FROM outbox o WHERE o.state = 'pending' ORDER BY o.number LIMIT $1");
    let rows = query(sql).bind(i64::from(limit)).fetch_all(connection).await?;
    rows.iter().map(outgoing).collect()
}

/// Records that the deliveries of a message were queued.
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
    let about = row.json("about")?;
    Ok(Message { to, subject, text, board: board(row)?, link: link(row)?, about })
}

/// Reads a message from a row of [`select_messages`].
pub(crate) fn outgoing(row: &Row) -> Result<Outgoing, StoreError> {
    let to_user = row.raw::<Option<&str>>("userid")?.is_some();
    Ok(Outgoing {
        number: row.raw("number")?,
        answer: row.raw("answers")?,
        to: if to_user {
            Recipient::User(row.parsed("userid")?)
        } else {
            Recipient::Address(row.parsed("address")?)
        },
        subject: row.raw("subject")?,
        text: row.raw("words")?,
        board: board(row)?,
        link: link(row)?,
        about: row.json("about")?,
        plays: row.raw("plays")?,
        created: row.time("created")?,
    })
}

fn link(row: &Row) -> Result<Option<Link>, StoreError> {
    if let Some(change) = incoming::read_account_change(row)? {
        return Ok(Some(Link::Change(change)));
    }
    if row.raw::<Option<&str>>("claimed")?.is_some() {
        return Ok(Some(Link::Confirm(row.parsed("claimed")?)));
    }
    row.raw::<Option<&str>>("link")?.map(|_| row.json("link")).transpose()
}

fn board(row: &Row) -> Result<Option<BoardId>, StoreError> {
    let kind = row.some_word("kind", |word| word.parse::<GameKind>().ok())?;
    kind.map(|kind| Ok(BoardId { kind, number: row.whole("board")? })).transpose()
}

impl Store {
    /// Messages without deliveries, oldest first, at most `limit`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn pending(&self, limit: u32) -> Result<Vec<Outgoing>, StoreError> {
        pending(&mut self.database.reader().await?, limit).await
    }
}

// Daily digests: collected messages, and the message made of them.

/// A user's daily digest that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueDigest {
    /// The user.
    pub user: carrick_service::User,
    /// Messages of the digest, oldest first; never empty.
    pub messages: Vec<Outgoing>,
}

impl Store {
    /// Makes the digests that are due, each in a separate transaction. `make` returns subject, text
    /// and addresses; if it returns `None`, the messages are dropped and nothing is sent. Returns
    /// the number of digests.
    ///
    /// # Errors
    /// When the database fails; digests made before that are kept.
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
                    let number = put_digest(&mut transaction, &user, &subject, &text, now).await?;
                    deliver(&mut transaction, number, &to, now).await?;
                    made += 1;
                }
                transaction.commit().await?;
            }
        }
        Ok(made)
    }
}

/// Takes the messages collected for a user's digest.
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

/// Puts a digest into the outbox, together with its deliveries, and a line about it into the log.
async fn put_digest(
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
        "INSERT INTO outbox (number, request, answer, userid, subject, body, created, state, sent, about) \
         VALUES ($1, $2, 0, $3, $4, $5, $6, 'sent', $6, $7)",
    )
    .bind(number)
    .bind(request)
    .bind(user.as_str())
    .bind(subject)
    .bind(text)
    .bind(time(now))
    .bind(json(&About::from(MessageKind::Digest), "about")?)
    .execute(connection)
    .await?;
    Ok(number)
}
