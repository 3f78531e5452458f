//! Errors of connecting to a relay, in words that an operator can act on.

use std::error::Error as StdError;
use std::fmt;
use std::io;

use lettre::transport::smtp;
use rustls::{CertificateError, Error as TlsError};

/// Reason why a connection is not ready for mail.
pub(super) enum Unreachable {
    /// The configuration wants `STARTTLS`, and the relay has none. No password was sent.
    NoStartTls,
    /// It offers no way to sign in that is known here. No password was sent.
    NoLogin,
    /// It refused to let us sign in.
    Login(smtp::Error),
    /// Nobody listens there, or not to us.
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
                "it offers no STARTTLS there, and without TLS nothing is sent; is it another port?",
            ),
            Self::NoLogin => f.write_str(
                "it offers no way to sign in there (PLAIN or LOGIN); is it another port?",
            ),
            Self::Nobody(error) => write!(f, "no connection: {error}"),
            Self::Login(error) => write!(f, "it does not let us sign in: {}", Chain(error)),
            Self::Connection(error) => match tls_error(error).and_then(in_words) {
                Some(words) => f.write_str(words),
                None => write!(f, "{}", Chain(error)),
            },
        }
    }
}

/// Error of TLS among the causes of an error, if there is one.
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
            "nobody who is believed has signed its certificate; if it is a relay of your own, let \
             certificates in [mail.out] name the file of who signed it"
        }
        TlsError::InvalidCertificate(
            Certificate::NotValidForName | Certificate::NotValidForNameContext { .. },
        ) => "its certificate is for another name; host in [mail.out] must be one that it is for",
        TlsError::InvalidCertificate(Certificate::Expired | Certificate::ExpiredContext { .. }) => {
            "its certificate has expired"
        }
        TlsError::InvalidMessage(_) => {
            "it does not speak TLS from the first byte there; is security starttls, or the port another?"
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
