//! A relay, to which mail is submitted by SMTP (RFC 6409), by default over TLS.
//!
//! Connections are managed here and not by the mail library's pool: a connection that is abandoned
//! in the middle of an email must never carry another one, and a failure before an email was
//! started is not that email's fault.

use std::error::Error as StdError;
use std::net::IpAddr;
use std::path::Path;
use std::time::{Duration, Instant};
use std::{fmt, io};

use carrick_mail::bounce::is_of_no_use;
use carrick_mail::outgoing::Composed;
use carrick_service::Address;
use data_encoding::BASE64;
use lettre::address::Envelope;
use lettre::transport::smtp;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{
    AsyncSmtpConnection, Certificate, TlsParameters, TlsParametersBuilder,
};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::ClientId;
use rustls::{CertificateError, Error as TlsError};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::transport::{Reason, SendError};

/// Protection of a connection against reading and changing its data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Security {
    /// TLS from the first byte, usually on port 465 (RFC 8314).
    Tls,
    /// TLS after `STARTTLS`, without which nothing is sent; usually on port 587.
    StartTls,
    /// None: for a relay on this machine.
    Plain,
}

impl Security {
    /// The usual port of relays with this protection.
    #[must_use]
    pub const fn port(self) -> u16 {
        match self {
            Self::Tls => 465,
            Self::StartTls => 587,
            Self::Plain => 25,
        }
    }
}

/// Credentials for a relay.
#[derive(Clone, PartialEq, Eq)]
pub struct Login {
    /// The name.
    pub user: String,
    /// The password; `Debug` does not show it.
    pub password: String,
}

impl Login {
    /// A text without the password, in every form in which it is sent: a relay may repeat it.
    fn left_out_of(&self, said: &str) -> String {
        let Self { user, password } = self;
        let plain = format!("\0{user}\0{password}");
        let forms = [BASE64.encode(plain.as_bytes()), BASE64.encode(password.as_bytes())];
        let forms = forms.iter().chain([password]).filter(|form| !form.is_empty());
        forms.fold(said.to_owned(), |said, form| said.replace(form, "…"))
    }
}

impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Login").field("user", &self.user).finish_non_exhaustive()
    }
}

/// A relay.
#[derive(Clone)]
pub struct Relay {
    host: String,
    port: u16,
    hello: ClientId,
    security: Security,
    tls: Option<TlsParameters>,
    login: Option<Login>,
    patience: Duration,
}

/// Reason why a relay cannot be used as configured.
#[derive(Debug, thiserror::Error)]
pub enum RelayError {
    /// A file of certificates that cannot be read.
    #[error("the certificates in {file} cannot be read")]
    Certificates {
        /// The file.
        file: String,
        /// Why it cannot be read.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// TLS is impossible.
    #[error("TLS with {host} is impossible")]
    Tls {
        /// The relay.
        host: String,
        /// Why.
        source: smtp::Error,
    },
    /// A password would be sent unencrypted.
    #[error(
        "a password is sent only over TLS: set security to tls or starttls, or leave out user and password"
    )]
    PasswordInTheClear,
}

/// Beginning of a certificate in a file (PEM).
const BEGIN: &[u8] = b"-----BEGIN CERTIFICATE-----";

/// Default timeout of a relay for an email or a connection.
const PATIENCE: Duration = Duration::from_secs(60);

impl Relay {
    /// A relay with this name; `hello` is our own name.
    ///
    /// # Errors
    /// When a password would be sent to another machine without TLS.
    pub fn new(
        host: &str,
        port: u16,
        hello: &str,
        security: Security,
        login: Option<Login>,
    ) -> Result<Self, RelayError> {
        if login.is_some() && security == Security::Plain && !is_here(host) {
            return Err(RelayError::PasswordInTheClear);
        }
        let relay = Self {
            host: host.to_owned(),
            port,
            hello: ClientId::Domain(hello.to_owned()),
            security,
            tls: None,
            login,
            patience: PATIENCE,
        };
        match security {
            Security::Plain => Ok(relay),
            Security::Tls | Security::StartTls => {
                relay.with_tls(TlsParameters::builder(host.to_owned()))
            }
        }
    }

    /// Also trusts the certificate authorities in a file (PEM).
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn trusting(self, file: &Path) -> Result<Self, RelayError> {
        let unreadable =
            |source| RelayError::Certificates { file: file.display().to_string(), source };
        let pem = std::fs::read(file).map_err(|error| unreadable(error.into()))?;
        if !pem.windows(BEGIN.len()).any(|bytes| bytes == BEGIN) {
            return Err(unreadable("it contains none".into()));
        }
        let certificates = Certificate::from_pem(&pem).map_err(|error| unreadable(error.into()))?;
        let builder = TlsParameters::builder(self.host.clone()).add_root_certificate(certificates);
        self.with_tls(builder)
    }

    /// Sets the timeout for each step of the conversation.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    fn with_tls(self, builder: TlsParametersBuilder) -> Result<Self, RelayError> {
        let tls = builder.build().map_err(|source| {
            let host = self.host.clone();
            RelayError::Tls { host, source }
        })?;
        Ok(Self { tls: Some(tls), ..self })
    }

    pub(super) fn line(&self) -> RelayConnection {
        RelayConnection { relay: self.clone(), open: None }
    }

    /// Opens a connection, and waits for the relay's greeting.
    async fn open(&self) -> Result<AsyncSmtpConnection, Unreachable> {
        let at = (self.host.as_str(), self.port);
        if let (Security::Tls, Some(tls)) = (self.security, self.tls.clone()) {
            let tls = Some(tls);
            return Ok(AsyncSmtpConnection::connect_tokio1(at, None, &self.hello, tls, None).await?);
        }
        let stream = TcpStream::connect(at).await?;
        // An email's last line is sent separately, and would wait for an acknowledgement that is
        // itself delayed.
        stream.set_nodelay(true)?;
        Ok(AsyncSmtpConnection::connect_with_transport(Box::new(stream), &self.hello).await?)
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, Unreachable> {
        let mut connection = self.open().await?;
        if let (Security::StartTls, Some(tls)) = (self.security, &self.tls) {
            if !connection.can_starttls() {
                let _ = connection.quit().await;
                return Err(Unreachable::NoStartTls);
            }
            connection.starttls(tls.clone(), &self.hello).await?;
        }
        if let Some(login) = &self.login {
            sign_in(&mut connection, login).await?;
        }
        Ok(connection)
    }

    /// The reason for a failure, in a line without the password.
    fn reason(&self, said: &str) -> Reason {
        match &self.login {
            Some(login) => Reason::new(&login.left_out_of(said)),
            None => Reason::new(said),
        }
    }

    /// The error of an email that failed on the way, from the relay's status. `recipient` is the
    /// address that the relay was just asked to accept: its other replies are never about an
    /// address.
    fn failed(&self, error: &smtp::Error, recipient: Option<&Address>) -> SendError {
        let said = Chain(error).to_string();
        let reason = self.reason(&said);
        let code = error.status().map(u16::from);
        match code {
            // The relay closes the connection or wants a login: that is about the connection.
            Some(421 | 454 | 530 | 534 | 535 | 538) => SendError::Unreachable(reason),
            Some(500..) => {
                let said = said_in(&said);
                let status = said.split_whitespace().next().unwrap_or_default();
                match recipient.is_some_and(|to| is_of_no_use(status, said, to)) {
                    true => SendError::Nobody(reason),
                    false => SendError::Never(reason),
                }
            }
            None if error.is_client() => SendError::Never(reason),
            _ => SendError::Later(reason),
        }
    }
}

/// Whether a relay is on this machine, so that the connection cannot be overheard.
#[must_use]
pub fn is_here(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// Mechanisms for signing in, in the order in which they are tried.
const MECHANISMS: [Mechanism; 2] = [Mechanism::Plain, Mechanism::Login];

async fn sign_in(connection: &mut AsyncSmtpConnection, login: &Login) -> Result<(), Unreachable> {
    if connection.server_info().get_auth_mechanism(&MECHANISMS).is_none() {
        let _ = connection.quit().await;
        return Err(Unreachable::NoLogin);
    }
    let credentials = Credentials::new(login.user.clone(), login.password.clone());
    match connection.auth(&MECHANISMS, &credentials).await {
        Ok(_) => Ok(()),
        Err(error) => {
            let _ = connection.quit().await;
            Err(Unreachable::Login(error))
        }
    }
}

impl fmt::Debug for Relay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Relay({}:{}, {:?}, {:?})", self.host, self.port, self.security, self.login)
    }
}

/// A connection to a relay, opened when it is needed.
#[derive(Debug)]
pub struct RelayConnection {
    relay: Relay,
    open: Option<Open>,
}

struct Open {
    connection: AsyncSmtpConnection,
    used: Instant,
    mails: u32,
}

impl fmt::Debug for Open {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Open({} mails)", self.mails)
    }
}

/// Relays close connections that carry too much, or that are idle for too long.
const MOST_MAILS: u32 = 100;
const FRESH: Duration = Duration::from_secs(2);

impl RelayConnection {
    pub(super) async fn send(&mut self, mail: &Composed) -> Result<(), SendError> {
        let envelope = envelope(mail)?;
        let patience = self.relay.patience;
        // While an email is on its way, the connection is not ours to keep: if the future is
        // dropped, so is the connection.
        let mut open = timeout(patience, self.take()).await.map_err(|_| {
            SendError::Unreachable(Reason::new(&format!("{} does not answer", self.relay.host)))
        })??;
        let mut stage = RelayCommand::Sender;
        let sending = send(&mut open.connection, &envelope, &mail.bytes, &mut stage);
        match timeout(patience, sending).await {
            Ok(Ok(())) => {
                open.mails += 1;
                open.used = Instant::now();
                self.open = Some(open);
                Ok(())
            }
            Ok(Err(error)) => Err(match stage {
                RelayCommand::Sender => self.relay.failed(&error, None),
                RelayCommand::Recipient => {
                    blaming_the_mail(self.relay.failed(&error, Some(&mail.to)))
                }
                RelayCommand::Data => blaming_the_mail(self.relay.failed(&error, None)),
            }),
            Err(_) => Err(SendError::Later(Reason::new("the relay took too long"))),
        }
    }

    /// The open connection, if it still works and is not used up, or a new one.
    async fn take(&mut self) -> Result<Open, SendError> {
        if let Some(mut open) = self.open.take() {
            let is_fresh = open.used.elapsed() < FRESH;
            if open.mails < MOST_MAILS && (is_fresh || open.connection.test_connected().await) {
                return Ok(open);
            }
            let _ = open.connection.quit().await;
        }
        let connection = self.relay.connect().await.map_err(|error| {
            SendError::Unreachable(self.relay.reason(&format!("{}: {error}", self.relay.host)))
        })?;
        Ok(Open { connection, used: Instant::now(), mails: 0 })
    }

    pub(super) async fn close(&mut self) {
        if let Some(mut open) = self.open.take() {
            let _ = timeout(FRESH, open.connection.quit()).await;
        }
    }
}

fn envelope(mail: &Composed) -> Result<Envelope, SendError> {
    let never = |_| SendError::Never(Reason::new("the address cannot be written in an envelope"));
    let from = mail.sender.as_ref().map(|sender| sender.as_str().parse()).transpose();
    let to = mail.to.as_str().parse().map_err(never)?;
    Envelope::new(from.map_err(never)?, vec![to])
        .map_err(|_| SendError::Never(Reason::new("there is no recipient")))
}

/// A command that a relay answers. Once it has accepted the sender, its replies are about this
/// email.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RelayCommand {
    Sender,
    Recipient,
    Data,
}

/// Sends an email; `stage` tells how far it got.
async fn send(
    connection: &mut AsyncSmtpConnection,
    envelope: &Envelope,
    bytes: &[u8],
    stage: &mut RelayCommand,
) -> Result<(), smtp::Error> {
    // Addresses are ASCII, and so are emails: they need no extension.
    connection.command(Mail::new(envelope.from().cloned(), vec![])).await?;
    *stage = RelayCommand::Recipient;
    for to in envelope.to() {
        connection.command(Rcpt::new(to.clone(), vec![])).await?;
    }
    *stage = RelayCommand::Data;
    connection.command(Data).await?;
    connection.message(bytes).await?;
    Ok(())
}

/// A relay that was available when the email was started may close the connection or refuse us
/// because of that email. So the email is tried again and given up in the end, and others are sent
/// in the meantime.
fn blaming_the_mail(error: SendError) -> SendError {
    match error {
        SendError::Unreachable(reason) => SendError::Later(reason),
        other => other,
    }
}

/// The text after the code of a reply; it begins with its enhanced status (RFC 2034), if it has
/// one.
fn said_in(reply: &str) -> &str {
    reply.split_once("): ").map_or("", |(_, said)| said)
}

// Errors of connecting to a relay, in words that an operator can act on.

/// Reason why a connection is not ready for mail.
pub(super) enum Unreachable {
    /// The configuration requires `STARTTLS`, and the relay does not offer it. No password was
    /// sent.
    NoStartTls,
    /// The relay offers no known way to sign in. No password was sent.
    NoLogin,
    /// It refused to let us sign in.
    Login(smtp::Error),
    /// No server listens there, or it does not accept us.
    Nobody(io::Error),
    /// Anything else: no greeting, no TLS. No password was sent.
    Connection(smtp::Error),
}

impl From<io::Error> for Unreachable {
    fn from(error: io::Error) -> Self {
        Self::Nobody(error)
    }
}

impl From<smtp::Error> for Unreachable {
    fn from(error: smtp::Error) -> Self {
        Self::Connection(error)
    }
}

impl fmt::Display for Unreachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoStartTls => f.write_str(
                "the relay does not offer STARTTLS, and nothing is sent without TLS; is the port wrong?",
            ),
            Self::NoLogin => f.write_str(
                "the relay offers no way to sign in (PLAIN or LOGIN); is the port wrong?",
            ),
            Self::Nobody(error) => write!(f, "no connection: {error}"),
            Self::Login(error) => write!(f, "the relay refused the sign-in: {}", Chain(error)),
            Self::Connection(error) => match tls_error(error).and_then(in_words) {
                Some(words) => f.write_str(words),
                None => write!(f, "{}", Chain(error)),
            },
        }
    }
}

/// The TLS error among the causes of an error, if there is one.
fn tls_error(error: &smtp::Error) -> Option<&TlsError> {
    let mut next = error.source();
    while let Some(error) = next {
        if let Some(wrapped) = error.downcast_ref::<io::Error>() {
            return wrapped.get_ref()?.downcast_ref();
        }
        next = error.source();
    }
    None
}

fn in_words(error: &TlsError) -> Option<&'static str> {
    use CertificateError as Certificate;
    Some(match error {
        TlsError::InvalidCertificate(Certificate::UnknownIssuer) => {
            "its certificate is not signed by a trusted authority; for your own relay, name the authority's \
             file in certificates in [mail.out]"
        }
        TlsError::InvalidCertificate(
            Certificate::NotValidForName | Certificate::NotValidForNameContext { .. },
        ) => {
            "its certificate is for another name; host in [mail.out] must be a name in the certificate"
        }
        TlsError::InvalidCertificate(Certificate::Expired | Certificate::ExpiredContext { .. }) => {
            "its certificate has expired"
        }
        TlsError::InvalidMessage(_) => {
            "the relay does not speak TLS from the first byte; should security be starttls, or is the port wrong?"
        }
        _ => return None,
    })
}

/// An error with its causes.
pub(super) struct Chain<'a>(pub(super) &'a smtp::Error);

impl fmt::Display for Chain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)?;
        let mut source = self.0.source().and_then(StdError::source);
        while let Some(error) = source {
            write!(f, ": {error}")?;
            source = error.source();
        }
        Ok(())
    }
}
