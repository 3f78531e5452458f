//! LMTP session: a conversation with a relay.

use std::fmt;
use std::time::Duration;

use super::command::{Command, parse};
use super::data::{DataReader, ReadProgress};
use super::line::{LineFault, LineReader};
use super::{Blocks, SessionLimits};
use crate::incoming::{Silence, Site};

/// An LMTP session on one connection.
pub struct LmtpSession {
    site: Site,
    limits: SessionLimits,
    line: LineReader,
    state: SessionState,
    commands: u32,
    mistakes: u32,
}

/// Next step of the caller.
#[derive(Debug, PartialEq, Eq)]
pub enum SessionStep {
    /// Read more; all input is used.
    Read,
    /// Write this.
    Write(String),
    /// Pass the message on, and [tell the session](LmtpSession::settle) each recipient's status
    /// before the next step.
    Deliver(LmtpDelivery),
    /// Write this: a message was accepted, but gets no answer.
    Silence(Silence, String),
    /// Write this and hang up.
    Close(String),
}

/// A message, with its recipients.
#[derive(Clone, PartialEq, Eq)]
pub struct LmtpDelivery {
    /// The envelope's sender; empty for a bounce.
    pub sender: String,
    /// At least one; the site knows each.
    pub recipients: Vec<String>,
    /// Lines ended by CRLF.
    pub message: Blocks,
}

impl fmt::Debug for LmtpDelivery {
    /// Leaves out the recipients, which may contain tokens, and the message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Delivery({} bytes to {})", self.message.len(), self.recipients.len())
    }
}

impl fmt::Debug for LmtpSession {
    /// Leaves out commands and messages, which may contain tokens and passwords.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Session({} commands, {} mistakes)", self.commands, self.mistakes)
    }
}

/// Status of a delivery to one recipient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Processed, even if without an answer; it must not come again.
    Done,
    /// Nothing happened; it may come again later.
    Later,
}

/// The reply for a recipient to whom a message must not be sent again.
const TAKEN: &str = "250 2.0.0 Accepted\r\n";

enum SessionState {
    /// Nothing was said yet.
    New,
    /// Between messages.
    Ready,
    /// A sender and recipients so far.
    Envelope { sender: String, recipients: Vec<String> },
    /// Inside a message.
    Data { sender: String, recipients: Vec<String>, reader: DataReader },
    /// A message was passed on, to this number of recipients.
    Delivering(usize),
    /// The session is over.
    Closed,
}

impl LmtpSession {
    /// A new session, and its greeting.
    #[must_use]
    pub fn new(site: Site, limits: SessionLimits) -> (Self, String) {
        let greeting = format!("220 {} LMTP Carrick\r\n", site.host());
        let line = LineReader::default();
        (Self { site, limits, line, state: SessionState::New, commands: 0, mistakes: 0 }, greeting)
    }

    /// How long to wait for more input before hanging up.
    #[must_use]
    pub const fn patience(&self) -> Duration {
        match self.state {
            SessionState::Data { .. } => self.limits.data_wait,
            _ => self.limits.command_wait,
        }
    }

    /// How long to wait, since the last step that was not [`SessionStep::Read`], for the whole
    /// command or message. A relay cannot prolong this by sending a byte now and then.
    #[must_use]
    pub const fn patience_for_all(&self) -> Duration {
        match self.state {
            SessionState::Data { .. } => self.limits.message_wait,
            _ => self.limits.command_wait,
        }
    }

    /// Processes input up to the next step; call it until it returns [`SessionStep::Read`].
    pub fn step(&mut self, input: &mut &[u8]) -> SessionStep {
        match &mut self.state {
            SessionState::Closed | SessionState::Delivering(_) => SessionStep::Read,
            SessionState::Data { reader, .. } => match reader.read(input, self.limits.read_bytes) {
                ReadProgress::More => SessionStep::Read,
                ReadProgress::Whole => self.end_data(),
                ReadProgress::Endless => self.close("421 4.3.4 The message has no end"),
            },
            SessionState::New | SessionState::Ready | SessionState::Envelope { .. } => {
                match self.line.read(input, self.limits.line_bytes) {
                    None => SessionStep::Read,
                    Some(line) => self.obey(line),
                }
            }
        }
    }

    /// The replies to a message that was passed on: one for each recipient, in their order.
    ///
    /// A recipient without a status is told to try again later.
    pub fn settle(&mut self, statuses: &[Status]) -> String {
        let SessionState::Delivering(count) = self.state else { return String::new() };
        self.state = SessionState::Ready;
        let reply = |place| match statuses.get(place) {
            Some(Status::Done) => TAKEN,
            Some(Status::Later) | None => "451 4.3.0 Not now; try again later\r\n",
        };
        (0..count).map(reply).collect()
    }

    fn obey(&mut self, line: Result<Vec<u8>, LineFault>) -> SessionStep {
        self.commands += 1;
        if self.commands > self.limits.commands {
            return self.close("421 4.7.0 Too many commands on one connection");
        }
        let command = match line {
            Ok(line) => parse(&line),
            Err(LineFault::TooLong) => Err("500 5.5.2 The line is too long"),
            Err(LineFault::BareEnd) => Err("500 5.5.2 Lines must end with CRLF"),
        };
        match command.and_then(|command| self.carry_out(command)) {
            Ok(step) => step,
            Err(refusal) => {
                self.mistakes += 1;
                if self.mistakes > self.limits.mistakes {
                    return self.close("421 4.7.0 Too many mistakes");
                }
                SessionStep::Write(format!("{refusal}\r\n"))
            }
        }
    }

    fn carry_out(&mut self, command: Command) -> Result<SessionStep, &'static str> {
        let said = |reply: &str| Ok(SessionStep::Write(format!("{reply}\r\n")));
        match command {
            Command::Lhlo => {
                self.state = SessionState::Ready;
                let (host, size) = (self.site.host(), self.limits.read_bytes);
                Ok(SessionStep::Write(format!(
                    "250-{host}\r\n250-PIPELINING\r\n250-8BITMIME\r\n\
                     250-ENHANCEDSTATUSCODES\r\n250 SIZE {size}\r\n"
                )))
            }
            Command::Mail(sender, size) => self.begin(sender, size),
            Command::Rcpt(recipient) => self.add(recipient),
            Command::Data => self.begin_data(),
            Command::Rset => {
                if !matches!(self.state, SessionState::New) {
                    self.state = SessionState::Ready;
                }
                said("250 2.0.0 Reset")
            }
            Command::Noop => said("250 2.0.0 OK"),
            Command::Vrfy => said("252 2.5.2 Send a message to find out"),
            Command::Help => said("214 2.0.0 LMTP, RFC 2033: LHLO MAIL RCPT DATA RSET NOOP QUIT"),
            Command::Quit => Ok(self.close("221 2.0.0 Goodbye")),
        }
    }

    fn begin(&mut self, sender: String, size: usize) -> Result<SessionStep, &'static str> {
        match self.state {
            SessionState::Ready if size > self.limits.read_bytes => {
                Err("552 5.3.4 The message is too large")
            }
            SessionState::Ready => {
                self.state = SessionState::Envelope { sender, recipients: Vec::new() };
                Ok(SessionStep::Write("250 2.1.0 Sender accepted\r\n".to_owned()))
            }
            SessionState::New => Err("503 5.5.1 LHLO comes first"),
            _ => Err("503 5.5.1 There is already a sender; RSET removes it"),
        }
    }

    fn add(&mut self, recipient: String) -> Result<SessionStep, &'static str> {
        let SessionState::Envelope { recipients, .. } = &mut self.state else {
            return Err("503 5.5.1 MAIL comes first");
        };
        // The senders chose the addresses: a refused one is not the relay's mistake, and the other
        // recipients get their mail.
        let reply = if recipients.len() >= self.limits.recipients {
            "452 4.5.3 Too many recipients for one message\r\n"
        } else if self.site.recipient(&recipient).is_none() {
            "550 5.1.1 There is no such address here\r\n"
        } else {
            recipients.push(recipient);
            "250 2.1.5 Recipient accepted\r\n"
        };
        Ok(SessionStep::Write(reply.to_owned()))
    }

    fn begin_data(&mut self) -> Result<SessionStep, &'static str> {
        match std::mem::replace(&mut self.state, SessionState::Ready) {
            SessionState::Envelope { sender, recipients } if !recipients.is_empty() => {
                let reader = DataReader::new(self.limits.message_bytes);
                self.state = SessionState::Data { sender, recipients, reader };
                Ok(SessionStep::Write(
                    "354 Send the message, then a line with only a dot\r\n".to_owned(),
                ))
            }
            before => {
                self.state = before;
                Err("503 5.5.1 MAIL and RCPT come first")
            }
        }
    }

    fn end_data(&mut self) -> SessionStep {
        let SessionState::Data { sender, recipients, reader } =
            std::mem::replace(&mut self.state, SessionState::Ready)
        else {
            return SessionStep::Read;
        };
        match reader.finish() {
            Ok(message) => {
                self.state = SessionState::Delivering(recipients.len());
                SessionStep::Deliver(LmtpDelivery { sender, recipients, message })
            }
            Err(silence) => SessionStep::Silence(silence, TAKEN.repeat(recipients.len())),
        }
    }

    fn close(&mut self, reply: &str) -> SessionStep {
        self.state = SessionState::Closed;
        SessionStep::Close(format!("{reply}\r\n"))
    }
}
