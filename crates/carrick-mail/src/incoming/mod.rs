//! Incoming messages: whether a message gets an answer, its sender, and its request.
//!
//! The checks go from the most suspicious to the least. A message sent by a machine is not read;
//! the recipient's address decides which requests are possible; only then is the text decoded. A
//! message is understood, in [doubt](crate::Doubt), or gets no answer, for a [reason](Silence) that
//! is logged.

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

/// Envelope of a message, as given by the relay.
#[derive(Debug, Clone, Copy)]
pub struct Envelope<'a> {
    /// The address for bounces; empty for a bounce.
    pub sender: &'a str,
    /// The one recipient of this delivery.
    pub recipient: &'a str,
}

/// A message that deserves an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// The address in `From`. Answers go only there: anyone can write anything into `Reply-To`.
    pub from: Address,
    /// Proof of that address.
    pub proof: Proof,
    /// Keyed hash that identifies this delivery: it is the same each time that a message is
    /// delivered to a recipient, even by another server.
    pub id: String,
    /// Its `Message-ID`, without brackets, for the answer's `In-Reply-To`.
    pub message_id: Option<String>,
    /// Its request.
    pub asks: Asks,
}

/// Request in a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asks {
    /// Run a command.
    Command {
        /// The Subject.
        text: Secret,
        /// The body, without quotation and signature.
        body: Option<Secret>,
    },
    /// Play the turn of a token.
    Reply {
        /// The token, to be [opened](Keyring::open).
        token: Secret,
        /// The text of the answer.
        reply: Result<Reply, Doubt>,
    },
    /// Do nothing: its command or the words below it are uncertain, and the sender is told why.
    Unclear(Doubt),
    /// Do nothing: the server has sent it to itself, to test the whole way.
    Echo {
        /// The token, to be [opened](Keyring::open).
        token: Secret,
        /// Findings of the test.
        arrived: Arrived,
    },
    /// Do nothing: an email of the server came back, or someone wrote to the address for that.
    Bounce {
        /// The token, to be [opened](Keyring::open).
        token: Secret,
        /// The address that, according to the report, certainly accepts no mail.
        of_no_use: Option<Address>,
    },
    /// Unsubscribe. There is no answer, because programs send such emails automatically.
    Stop {
        /// The token, to be [opened](Keyring::open).
        token: Secret,
    },
}

/// Findings in a test email that the server has sent to itself, with a field
/// `Authentication-Results` forged in the relay's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrived {
    /// Whether the forged field is still there.
    pub forged: bool,
    /// Whether the relay has added its own.
    pub judged: bool,
}

impl Mail {
    /// A line for the log of requests, without possible secrets.
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

/// Reads a message. The keys produce the hash that identifies it.
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
/// When the message gets no answer.
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
    // Addresses in the line above a quotation, which not every language separates from words.
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

/// The answer in a text, if all its own words are plainly shown and contain none of the addresses.
fn answered(said: &str, addresses: &[&str]) -> Result<Reply, Doubt> {
    let reply = reply::read(said)?;
    let words = [reply.line.as_str(), reply.rest.as_deref().unwrap_or_default()].join("\n");
    if words.contains(DOUBTFUL) {
        return Err(Doubt::Layout);
    }
    if reply::names(&words, addresses) { Err(Doubt::Quotation) } else { Ok(reply) }
}

/// The command in a Subject, with the words below it, if they contain none of the addresses.
fn asked(head: &Head<'_>, said: Result<String, Doubt>, addresses: &[&str]) -> Result<Asks, Doubt> {
    let text = Secret::new(text::plain(&head.command()?).trim().to_owned());
    let said = said?;
    let action = command::parse(text.reveal()).map(|command| command.action);
    let is_said = matches!(
        action,
        Ok(Action::Message(_) | Action::Broadcast | Action::Game(..) | Action::Board(..))
    );
    // The lines of a `multiple` may contain any password and address.
    let is_multiple = matches!(action, Ok(Action::Multiple));
    let body = match reply::spoken(&said) {
        // A command that takes no words is run, whatever is below it.
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

/// Identifies a message by its sender, recipient, `Date`, Subject and body, all in DKIM's `relaxed`
/// form (RFC 6376 section 3.4), because a signature covers no more: if someone sends a signed
/// message again with other spaces, or other blank lines at its end, it is the same message. Few
/// signatures cover the `Message-ID`, so it counts only if there is no `Date`.
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
            // The places where a field is folded do not count.
            date => date.split(u8::is_ascii_whitespace).collect::<Vec<_>>().concat(),
        },
        &relaxed(head.subject().as_bytes()),
        &relaxed(body),
    ])
}

/// Lines that end with line feeds, with each run of spaces as one space, and without spaces at
/// their ends or blank lines at the end of the text.
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

// The server's addresses, and the kind of request that each accepts.

/// The addresses of a server, and the relay it trusts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// The address for commands; its domain is that of all addresses.
    pub commands: Address,
    /// The name that the relay uses in `Authentication-Results`; without one, no sender can be
    /// verified.
    pub relay: Option<String>,
}

/// Purpose of an address of the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mailbox {
    /// Commands, in the Subject.
    Commands,
    /// An answer to an email about a turn, with the token, not yet checked.
    Play(Secret),
    /// The server's test emails to itself, with the token, not yet checked.
    Echo(Secret),
    /// Unsubscribing, with the token, not yet checked.
    Stop(Secret),
    /// Emails that come back, with the token, not yet checked.
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

    /// The address that unsubscribes with a token.
    #[must_use]
    pub fn stop_address(&self, token: &str) -> String {
        format!("{STOP}{token}@{}", self.host())
    }

    /// The address for the server's test emails with a token.
    #[must_use]
    pub fn echo_address(&self, token: &str) -> String {
        format!("{ECHO}{token}@{}", self.host())
    }

    /// The address to which an email with a token comes back.
    #[must_use]
    pub fn bounce_address(&self, token: &str) -> String {
        format!("{BOUNCE}{token}@{}", self.host())
    }

    /// Parses the recipient in an envelope; `None` if it is not an address of this server. Upper
    /// and lower case are the same, because programs change them.
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

/// Reason why a message gets no answer, as a line for the log that contains nothing of the message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Silence {
    /// A lone line feed or carriage return, after which a second message could be smuggled in.
    #[error("it contains a CR or LF that is not part of a CRLF")]
    BareEnd,
    /// A head without an end.
    #[error("its head is longer than {MAX_HEADER_BYTES} bytes")]
    LongHead,
    /// Nothing that could be called a head.
    #[error("it has no head")]
    NoHead,
    /// A head that two programs would read differently, as forgers use it.
    #[error("its head repeats a field that may occur only once")]
    Ambiguous,
    /// No address to answer to, or several.
    #[error("it does not come from one address that could be answered")]
    NoSender,
    /// Not for an address of this server.
    #[error("it is not for an address of this server")]
    NoRecipient,
    /// An empty envelope sender, a daemon's name, or a report.
    #[error("it is a bounce or a report about another message")]
    Bounce,
    /// `Auto-Submitted` and similar fields, RFC 3834.
    #[error("a machine sent it automatically")]
    AutoSubmitted,
    /// From a mailing list.
    #[error("it comes from a mailing list")]
    List,
    /// `Precedence: bulk` and similar fields.
    #[error("it is bulk mail")]
    Bulk,
    /// From the server itself.
    #[error("the server itself sent it")]
    Own,
    /// The relay found that the domain in `From` did not send it.
    #[error("it fails DMARC")]
    Forged,
}

// Limits on messages: sizes of heads, parts and texts.

/// Maximum size of a message, in bytes. Only the head of a larger one is read, and its sender gets
/// a notice.
pub const MAX_MESSAGE_BYTES: usize = 1 << 20;
/// Maximum size of a message's head, in bytes.
pub const MAX_HEADER_BYTES: usize = 64 << 10;
/// Maximum size of a part's head, in bytes.
const MAX_PART_HEADER_BYTES: usize = 8 << 10;
/// Maximum number of parts of a message, including parts that contain others.
pub const MAX_PARTS: usize = 100;
/// Maximum nesting depth of parts.
pub const MAX_DEPTH: usize = 20;
/// Maximum size of the text, in bytes. It is enough for the maximum number of commands in a body,
/// and for more than any player may say.
const MAX_TEXT_BYTES: usize = 128 << 10;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn purposes_of_addresses() {
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
