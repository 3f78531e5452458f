//! Outgoing messages: a message of the service becomes an email.
//!
//! The plain part is exactly the service's text; next to it is a page with the board as a picture.
//! All emails about a board form one thread. Tokens and links come from the caller, who derives
//! them when the email is sent: they are stored in no table.

mod compose;
mod page;

use carrick_service::{Address, AddressError};
use jiff::Timestamp;

use crate::incoming::{FORGED, Site};

pub use compose::{
    Cause, ComposeError, Composed, MailParts, Unsubscribe, compose, compose_with, message_id,
};
pub use page::{Drawn, MAX_PICTURE_BYTES, ShownPosition};

pub(crate) use compose::{LINKS, PHRASES};

// Test emails of `carrick doctor`: one to the server itself, one to its postmaster.

/// An email from the server to itself, with a token in the address. It claims, in the relay's name,
/// that it was found genuine: this exposes a relay that lets others speak in its name.
///
/// # Errors
/// When the token is too long for an address.
pub fn echo(site: &Site, token: &str, at: Timestamp) -> Result<Composed, AddressError> {
    let to: Address = site.echo_address(token).parse()?;
    let (from, host) = (&site.commands, site.host());
    let id = format!("echo.{}@{host}", at.as_microsecond());
    let date = at.strftime("%a, %d %b %Y %H:%M:%S +0000");
    let relay = site.relay.as_deref().unwrap_or(host);
    let text = format!(
        "Authentication-Results: {relay}; dmarc=pass header.from={FORGED}\r\nFrom: Carrick <{from}>\r\n\
         To: <{to}>\r\nDate: {date}\r\nSubject: A test by the server\r\nMessage-ID: <{id}>\r\n\
         Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; \
         charset=us-ascii\r\n\r\nYou need not read this.\r\n"
    );
    Ok(Composed { id, sender: Some(from.clone()), to, bytes: text.into_bytes() })
}

/// An email to postmaster, which comes back to an address with a token if it cannot be delivered.
///
/// # Errors
/// When the token is too long for an address.
pub fn complaint(site: &Site, token: &str, at: Timestamp) -> Result<Composed, AddressError> {
    let (from, host) = (&site.commands, site.host());
    let to: Address = format!("postmaster@{host}").parse()?;
    let sender: Address = site.echo_address(token).parse()?;
    let id = format!("complaint.{}@{host}", at.as_microsecond());
    let date = at.strftime("%a, %d %b %Y %H:%M:%S +0000");
    let text = format!(
        "From: Carrick <{from}>\r\nTo: <{to}>\r\nDate: {date}\r\nSubject: Whether complaints arrive\r\n\
         Message-ID: <{id}>\r\nAuto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n\
         Content-Type: text/plain; charset=us-ascii\r\n\r\n\
         `carrick doctor` has sent this to test whether mail to {to} reaches a person.\r\n\
         You are reading it, so it does.\r\n"
    );
    Ok(Composed { id, sender: Some(sender), to, bytes: text.into_bytes() })
}

#[cfg(test)]
mod tests {
    use carrick_tokens::{EchoToken, Keyring};

    use super::*;
    use crate::incoming::{Arrived, Asks, Envelope, read};

    /// Checks the server's findings in its own email, after a relay has changed it.
    #[track_caller]
    fn check(relay: impl FnOnce(String) -> String, expected: Arrived) {
        let site = Site {
            commands: "games@carrick.example".parse().unwrap(),
            relay: Some("mx.carrick.example".to_owned()),
        };
        let at: Timestamp = "2008-05-01T12:00:00Z".parse().unwrap();
        let keys = Keyring::new([7; 32]);
        let token = keys.seal(&EchoToken { number: 5, expires: at });
        let mail = echo(&site, &token, at).unwrap();
        let text = relay(String::from_utf8(mail.bytes).unwrap());
        let envelope = Envelope { sender: "games@carrick.example", recipient: mail.to.as_str() };
        let read = read(text.as_bytes(), &envelope, &site, &keys).unwrap();
        let Asks::Echo { arrived, token: found } = read.asks else { panic!("{read:?}") };
        assert_eq!((arrived, found.reveal()), (expected, token.as_str()));
    }

    /// A report that it could not be delivered arrives like an echo.
    #[test]
    fn a_complaint_that_comes_back_is_an_echo() {
        let site = Site { commands: "games@carrick.example".parse().unwrap(), relay: None };
        let at: Timestamp = "2008-05-01T12:00:00Z".parse().unwrap();
        let keys = Keyring::new([7; 32]);
        let token = keys.seal(&EchoToken { number: 5, expires: at });
        let mail = complaint(&site, &token, at).unwrap();
        assert_eq!(mail.to.as_str(), "postmaster@carrick.example");
        let report = "From: MAILER-DAEMON@mx.carrick.example\r\nSubject: Undelivered\r\n\r\n";
        let recipient = mail.sender.unwrap();
        let envelope = Envelope { sender: "", recipient: recipient.as_str() };
        let read = read(report.as_bytes(), &envelope, &site, &keys).unwrap();
        assert!(matches!(read.asks, Asks::Echo { token: found, .. } if found.reveal() == token));
    }

    #[test]
    fn relays_forge_strip_and_judge() {
        let own = "Authentication-Results: mx.carrick.example; dmarc=none header.from=carrick.example\r\n";
        let strip = |text: String| text.split_once("\r\n").unwrap().1.to_owned();
        check(|text| text, Arrived { forged: true, judged: false });
        check(|text| format!("{own}{text}"), Arrived { forged: true, judged: true });
        check(strip, Arrived { forged: false, judged: false });
        check(|text| format!("{own}{}", strip(text)), Arrived { forged: false, judged: true });
        let other = own.replace("mx.carrick", "mx.elsewhere");
        check(|text| format!("{other}{}", strip(text)), Arrived { forged: false, judged: false });
    }
}
