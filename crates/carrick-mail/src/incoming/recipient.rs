//! Addresses of the server, and the kind of request that each takes.

use carrick_service::Address;

use crate::Secret;

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
pub enum Recipient {
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
    pub fn recipient(&self, address: &str) -> Option<Recipient> {
        let (local, host) = address.rsplit_once('@')?;
        if !host.eq_ignore_ascii_case(self.host()) || local.len() > 64 {
            return None;
        }
        let local = local.to_ascii_lowercase();
        let token =
            |prefix: &str| local.strip_prefix(prefix).map(|token| Secret::new(token.to_owned()));
        if let Some(token) = token(PLAY) {
            return Some(Recipient::Play(token));
        }
        if let Some(token) = token(ECHO) {
            return Some(Recipient::Echo(token));
        }
        if let Some(token) = token(STOP) {
            return Some(Recipient::Stop(token));
        }
        if let Some(token) = token(BOUNCE) {
            return Some(Recipient::Bounce(token));
        }
        let commands = self.commands.as_str().split_once('@').map_or("", |(local, _)| local);
        local.eq_ignore_ascii_case(commands).then_some(Recipient::Commands)
    }
}

const PLAY: &str = "play+";
const STOP: &str = "stop+";
const ECHO: &str = "echo+";
const BOUNCE: &str = "bounce+";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_addresses_are_for() {
        let site = Site { commands: "games@carrick.example".parse().unwrap(), relay: None };
        assert_eq!(site.recipient("Games@CARRICK.example"), Some(Recipient::Commands));
        let play = Some(Recipient::Play(Secret::new("abc234".into())));
        assert_eq!(site.recipient("PLAY+ABC234@carrick.example"), play);
        assert_eq!(site.recipient(&site.play_address("abc234")), play);
        let stop = Some(Recipient::Stop(Secret::new("x".into())));
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
