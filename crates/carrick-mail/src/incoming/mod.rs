//! Incoming messages: whether one deserves an answer, its sender, and its request.
//!
//! The order is that of suspicion. A message that a machine sent is not looked at; the recipient's
//! address decides which requests are possible; only then is the text decoded. A message is
//! understood, in [doubt](crate::Doubt), or met with silence, and silence has a [reason](Silence)
//! for the log.

mod decode;
mod head;
mod parts;

use carrick_service::{Action, Address, command};
use carrick_tokens::Keyring;

use crate::bounce::of_no_use;
use crate::html::DOUBTFUL;
use crate::incoming::head::Head;
use crate::incoming::parts::{body_start, delivery_status, text_of};
use crate::reply::{self, Reply};
use crate::{Doubt, Secret, text};

pub(crate) use head::FORGED;
pub use head::Proof;

// Reading a message: from its bytes to its sender and its request.

/// Envelope of a message, as the relay gave it.
#[derive(Debug, Clone, Copy)]
pub struct Envelope<'a> {
    /// The address that bounces go to; empty for a bounce.
    pub sender: &'a str,
    /// The one recipient that this delivery is for.
    pub recipient: &'a str,
}

/// A message that deserves an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// The address in `From`. Answers go there and nowhere else: anybody can write anything into
    /// `Reply-To`.
    pub from: Address,
    /// Proof of that address.
    pub proof: Proof,
    /// Keyed hash that identifies this delivery: a message to a recipient has the same each time it
    /// is delivered, also by another server.
    pub id: String,
    /// Its `Message-ID`, without brackets, for the answer's `In-Reply-To`.
    pub message_id: Option<String>,
    /// Its request.
    pub asks: Asks,
}

/// Request in a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asks {
    /// Carry out a command.
    Command {
        /// The Subject.
        text: Secret,
        /// The body, without quotation and signature.
        body: Option<Secret>,
    },
    /// Play the turn that a token stands for.
    Reply {
        /// The token, to be [opened](Keyring::open).
        token: Secret,
        /// The text of the answer.
        reply: Result<Reply, Doubt>,
    },
    /// Nothing: its command or the words below it are not certain, and its sender is told so.
    Unclear(Doubt),
    /// Nothing: the server has sent it to itself, as a test of the whole way.
    Echo {
        /// The token, to be [opened](Keyring::open).
        token: Secret,
        /// Findings of the test.
        arrived: Arrived,
    },
    /// Nothing: a mail of the server comes back, or somebody writes to the address where it would.
    Bounce {
        /// The token, to be [opened](Keyring::open).
        token: Secret,
        /// The address of which it reports beyond doubt that it takes no mail.
        of_no_use: Option<Address>,
    },
    /// Unsubscribe. It is done and not answered: programs send such mail by themselves.
    Stop {
        /// The token, to be [opened](Keyring::open).
        token: Secret,
    },
}

/// Findings in a test mail that the server has sent to itself, with a field
/// `Authentication-Results` that was forged in the relay's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrived {
    /// Whether the forged field is still there.
    pub forged: bool,
    /// Whether the relay has added its own.
    pub judged: bool,
}

impl Mail {
    /// A line for the log of requests, without anything that could be a secret.
    #[must_use]
    pub fn record(&self) -> String {
        match &self.asks {
            Asks::Command { text, .. } => command::redact(text.reveal()),
            Asks::Reply { .. } => "reply".to_owned(),
            Asks::Unclear(_) => "unclear".to_owned(),
            Asks::Echo { .. } => "echo".to_owned(),
            Asks::Stop { .. } => "stop".to_owned(),
            Asks::Bounce { .. } => "bounce".to_owned(),
        }
    }
}

/// Reads a message. The keys make the hash that identifies it.
///
/// ```
/// use carrick_mail::incoming::{Asks, Envelope, Site, read};
/// let site = Site { commands: "games@carrick.example".parse()?, relay: None };
/// let keys = carrick_tokens::Keyring::new([7; 32]);
/// let message = b"From: Ann <ann@example.org>\r\n\
///     Subject: =?utf-8?q?Re:_ankor_show?=\r\n 101\r\n\r\n";
/// let envelope = Envelope { sender: "ann@example.org", recipient: "games@carrick.example" };
/// let mail = read(message, &envelope, &site, &keys)?;
/// let Asks::Command { text, body: None } = &mail.asks else { panic!() };
/// assert_eq!(text.reveal(), "Re: ankor show 101");
/// assert_eq!(mail.record(), "ankor show 101");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the message is met with silence.
pub fn read(
    message: &[u8],
    envelope: &Envelope<'_>,
    site: &Site,
    keys: &Keyring,
) -> Result<Mail, Silence> {
    let recipient = site.recipient(envelope.recipient).ok_or(Silence::NoRecipient)?;
    let head = Head::read(message)?;
    let from = head.from()?;
    let body = &message[body_start(message)..];
    let id = identity(keys, envelope, &from, &head, body);
    let message_id = head.message_id().map(str::to_owned);
    let known = |proof, asks| Mail { from: from.clone(), proof, id, message_id, asks };
    if let Mailbox::Echo(token) = recipient {
        let arrived = head.arrived(site);
        return Ok(known(Proof::Nothing, Asks::Echo { token, arrived }));
    }
    if let Mailbox::Stop(token) = recipient {
        return Ok(known(Proof::Nothing, Asks::Stop { token }));
    }
    if let Mailbox::Bounce(token) = recipient {
        let of_no_use =
            delivery_status(message).and_then(|body| of_no_use(body, site.commands.domain()));
        return Ok(known(Proof::Nothing, Asks::Bounce { token, of_no_use }));
    }
    head.check_sender(envelope, &from, site)?;
    let proof = head.proof(&from, site)?;
    let is_whole = message.len() <= MAX_MESSAGE_BYTES;
    let said = if is_whole { text_of(message) } else { Err(Doubt::TooLarge) };
    // Addresses that stand over a quotation, whose lines not every language tells from words.
    let domain = format!("@{}", site.host());
    let addresses = [from.as_str(), envelope.sender, &domain];
    let asks = match recipient {
        Mailbox::Play(token) => {
            let reply = said.and_then(|said| answered(&said, &addresses));
            Asks::Reply { token, reply }
        }
        _ => asked(&head, said, &addresses).unwrap_or_else(Asks::Unclear),
    };
    Ok(known(proof, asks))
}

/// The answer in a text, all of whose own words are plainly shown and hold none of the addresses.
fn answered(said: &str, addresses: &[&str]) -> Result<Reply, Doubt> {
    let reply = reply::read(said)?;
    let words = [reply.line.as_str(), reply.rest.as_deref().unwrap_or_default()].join("\n");
    if words.contains(DOUBTFUL) {
        return Err(Doubt::Layout);
    }
    if reply::names(&words, addresses) { Err(Doubt::Quotation) } else { Ok(reply) }
}

/// The command in a Subject, with the words below it, which hold none of the addresses.
fn asked(head: &Head<'_>, said: Result<String, Doubt>, addresses: &[&str]) -> Result<Asks, Doubt> {
    let text = Secret::new(text::plain(&head.command()?).trim().to_owned());
    let said = said?;
    let action = command::parse(text.reveal()).map(|command| command.action);
    let is_said = matches!(
        action,
        Ok(Action::Message(_) | Action::Broadcast | Action::Game(..) | Action::Board(..))
    );
    // The lines of a `multiple` may hold any password and address.
    let is_multiple = matches!(action, Ok(Action::Multiple));
    let body = match reply::spoken(&said) {
        // A command that takes no words is carried out, whatever stands below it.
        Err(_) if action.is_ok() && !is_said && !is_multiple => String::new(),
        body => body?,
    };
    if body.contains(DOUBTFUL) {
        return Err(Doubt::Layout);
    }
    if !is_multiple && reply::holds_token(&body) || is_said && reply::names(&body, addresses) {
        return Err(Doubt::Quotation);
    }
    let body = Some(body).filter(|body| !body.trim().is_empty()).map(Secret::new);
    Ok(Asks::Command { text, body })
}

/// Identifies a message by its sender, recipient, `Date`, Subject and body, all that is written in
/// it in DKIM's `relaxed` form (RFC 6376 section 3.4), since a signature covers no more: a signed
/// message that somebody sends again with other blanks, or other blank lines at its end, is the
/// same. Few signatures cover the `Message-ID`, so it counts only where there is no `Date`.
fn identity(
    keys: &Keyring,
    envelope: &Envelope<'_>,
    from: &Address,
    head: &Head<'_>,
    body: &[u8],
) -> String {
    let lower = |address: &str| address.to_ascii_lowercase().into_bytes();
    keys.fingerprint(&[
        b"mail",
        &lower(from.as_str()),
        &lower(envelope.recipient),
        &match head.date() {
            b"" => head.message_id().unwrap_or_default().as_bytes().to_vec(),
            // Where a field is folded is no part of it.
            date => date.split(u8::is_ascii_whitespace).collect::<Vec<_>>().concat(),
        },
        &relaxed(head.subject().as_bytes()),
        &relaxed(body),
    ])
}

/// Lines ended by line feeds, in which a run of blanks is one, without blanks at their ends and
/// blank lines at the end of all.
fn relaxed(text: &[u8]) -> Vec<u8> {
    let mut relaxed = Vec::with_capacity(text.len());
    for line in text.split(|byte| *byte == b'\n') {
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
        let end = line.iter().rposition(|byte| !is_blank(byte)).map_or(0, |last| last + 1);
        let mut before = 0;
        for &byte in &line[..end] {
            let byte = if byte == b'\t' { b' ' } else { byte };
            if byte != b' ' || before != b' ' {
                relaxed.push(byte);
            }
            before = byte;
        }
        relaxed.push(b'\n');
    }
    relaxed.truncate(relaxed.trim_ascii_end().len());
    relaxed
}

// Addresses of the server, and the kind of request that each takes.

/// The addresses of a server, and the relay it believes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// The address that commands are sent to; its domain is that of all addresses.
    pub commands: Address,
    /// The name by which the relay signs `Authentication-Results`; without one nothing proves a
    /// sender's address.
    pub relay: Option<String>,
}

/// Purpose of an address of the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mailbox {
    /// Commands, in the Subject.
    Commands,
    /// An answer to a turn's mail: the token, not looked at yet.
    Play(Secret),
    /// The server's test mails to itself: the token, not looked at yet.
    Echo(Secret),
    /// Unsubscribing: the token, not looked at yet.
    Stop(Secret),
    /// Mails that come back: the token, not looked at yet.
    Bounce(Secret),
}

impl Site {
    /// The domain of the server's addresses.
    #[must_use]
    pub fn host(&self) -> &str {
        self.commands.domain()
    }

    /// The address that plays a turn with a token.
    #[must_use]
    pub fn play_address(&self, token: &str) -> String {
        format!("{PLAY}{token}@{}", self.host())
    }

    /// The address that stops mails with a token.
    #[must_use]
    pub fn stop_address(&self, token: &str) -> String {
        format!("{STOP}{token}@{}", self.host())
    }

    /// The address to which the server mails itself with a token.
    #[must_use]
    pub fn echo_address(&self, token: &str) -> String {
        format!("{ECHO}{token}@{}", self.host())
    }

    /// The address to which a mail with a token comes back.
    #[must_use]
    pub fn bounce_address(&self, token: &str) -> String {
        format!("{BOUNCE}{token}@{}", self.host())
    }

    /// Parses the recipient in an envelope; `None` when it is nobody here. The case of letters is
    /// ignored: programs change it.
    #[must_use]
    pub fn recipient(&self, address: &str) -> Option<Mailbox> {
        let (local, host) = address.rsplit_once('@')?;
        if !host.eq_ignore_ascii_case(self.host()) || local.len() > 64 {
            return None;
        }
        let local = local.to_ascii_lowercase();
        let token =
            |prefix: &str| local.strip_prefix(prefix).map(|token| Secret::new(token.to_owned()));
        if let Some(token) = token(PLAY) {
            return Some(Mailbox::Play(token));
        }
        if let Some(token) = token(ECHO) {
            return Some(Mailbox::Echo(token));
        }
        if let Some(token) = token(STOP) {
            return Some(Mailbox::Stop(token));
        }
        if let Some(token) = token(BOUNCE) {
            return Some(Mailbox::Bounce(token));
        }
        let commands = self.commands.as_str().split_once('@').map_or("", |(local, _)| local);
        local.eq_ignore_ascii_case(commands).then_some(Mailbox::Commands)
    }
}

const PLAY: &str = "play+";
const STOP: &str = "stop+";
const ECHO: &str = "echo+";
const BOUNCE: &str = "bounce+";

// Messages that are never answered.

/// Reason why a message is met with silence; a line for the log that holds nothing of the message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Silence {
    /// A line feed or carriage return by itself, behind which a second message could be smuggled
    /// in.
    #[error("a CR or LF stands by itself in it")]
    BareEnd,
    /// A head without end.
    #[error("its head is longer than {MAX_HEADER_BYTES} bytes")]
    LongHead,
    /// Nothing that could be called a head.
    #[error("it has no head")]
    NoHead,
    /// A head that two programs would read in two ways, as forgers like it.
    #[error("its head has a field twice that may stand there once")]
    Ambiguous,
    /// No address, or several, to answer to.
    #[error("it does not come from one address that could be answered")]
    NoSender,
    /// To nobody here.
    #[error("it is not for an address of this server")]
    NoRecipient,
    /// An empty envelope sender, a daemon's name, or a report.
    #[error("it is a bounce or a report about another message")]
    Bounce,
    /// `Auto-Submitted` and its kin, RFC 3834.
    #[error("a machine sent it by itself")]
    AutoSubmitted,
    /// A mailing list's.
    #[error("it comes from a mailing list")]
    List,
    /// `Precedence: bulk` and its kin.
    #[error("it is bulk mail")]
    Bulk,
    /// The server's own.
    #[error("the server sent it itself")]
    Own,
    /// The relay found that the domain in `From` did not send it.
    #[error("it fails DMARC")]
    Forged,
}

// Limits on messages: sizes of heads, parts and texts.

/// Maximum size of a message, in bytes. Of larger ones only the head is read, and their senders are
/// told.
pub const MAX_MESSAGE_BYTES: usize = 1 << 20;
/// Maximum size of a message's head, in bytes.
pub const MAX_HEADER_BYTES: usize = 64 << 10;
/// Maximum size of a part's head, in bytes.
const MAX_PART_HEADER_BYTES: usize = 8 << 10;
/// Maximum number of parts of a message, those that hold others included.
pub const MAX_PARTS: usize = 100;
/// Maximum depth of parts in one another.
pub const MAX_DEPTH: usize = 20;
/// Maximum size of the text, in bytes. It has room for the most commands that a body may have, and
/// for more than anybody may say.
const MAX_TEXT_BYTES: usize = 128 << 10;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_addresses_are_for() {
        let site = Site { commands: "games@carrick.example".parse().unwrap(), relay: None };
        assert_eq!(site.recipient("Games@CARRICK.example"), Some(Mailbox::Commands));
        let play = Some(Mailbox::Play(Secret::new("abc234".into())));
        assert_eq!(site.recipient("PLAY+ABC234@carrick.example"), play);
        assert_eq!(site.recipient(&site.play_address("abc234")), play);
        let stop = Some(Mailbox::Stop(Secret::new("x".into())));
        assert_eq!(site.recipient(&site.stop_address("x")), stop);
        for address in [
            "",
            "games",
            "games@",
            "@carrick.example",
            "games@other.example",
            "play@carrick.example",
            "games@carrick.example@other.example",
            "games+x@carrick.example",
            "root@carrick.example",
        ] {
            assert_eq!(site.recipient(address), None, "{address}");
        }
        let long = site.play_address(&"a".repeat(60));
        assert_eq!(site.recipient(&long), None);
        assert!(!format!("{play:?}").contains("abc"), "{play:?}");
    }
}
