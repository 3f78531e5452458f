//! Parsing of LMTP command lines.

use smtp_proto::{Error, MAIL_BODY_BINARYMIME, MAIL_SMTPUTF8, Request};

/// A command, as far as a session needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Command {
    Lhlo,
    /// The sender, and the size that they announce.
    Mail(String, usize),
    Rcpt(String),
    Data,
    Rset,
    Noop,
    Vrfy,
    Help,
    Quit,
}

/// Parses a line that ends with CRLF; the error is the reply.
pub(super) fn parse(line: &[u8]) -> Result<Command, &'static str> {
    Ok(match Request::parse(&mut line.iter()) {
        Ok(Request::Lhlo { .. }) => Command::Lhlo,
        Ok(Request::Ehlo { .. } | Request::Helo { .. }) => {
            return Err("500 5.5.1 This is LMTP; say LHLO");
        }
        Ok(Request::Mail { from }) if from.flags & MAIL_BODY_BINARYMIME != 0 => {
            return Err("501 5.5.4 BINARYMIME is not supported");
        }
        // An email that needs this has addresses that this server could not answer to.
        Ok(Request::Mail { from }) if from.flags & MAIL_SMTPUTF8 != 0 => {
            return Err("555 5.6.7 Addresses are ASCII here; SMTPUTF8 is not supported");
        }
        Ok(Request::Mail { from }) => Command::Mail(from.address.into_owned(), from.size),
        Ok(Request::Rcpt { to }) => Command::Rcpt(to.address.into_owned()),
        Ok(Request::Data) => Command::Data,
        Ok(Request::Rset) => Command::Rset,
        Ok(Request::Noop { .. }) => Command::Noop,
        Ok(Request::Vrfy { .. }) => Command::Vrfy,
        Ok(Request::Help { .. }) => Command::Help,
        Ok(Request::Quit) => Command::Quit,
        Ok(_) => return Err("502 5.5.1 This command is not supported"),
        Err(Error::InvalidSenderAddress) => {
            return Err("501 5.1.7 This is not a valid sender address");
        }
        Err(Error::InvalidRecipientAddress) => {
            return Err("501 5.1.3 This is not a valid recipient address");
        }
        Err(Error::UnsupportedParameter { .. } | Error::InvalidParameter { .. }) => {
            return Err("501 5.5.4 A parameter is wrong or not supported");
        }
        Err(Error::UnknownCommand) => return Err("500 5.5.1 This is not a command"),
        Err(_) => return Err("501 5.5.2 The command has the wrong form"),
    })
}
