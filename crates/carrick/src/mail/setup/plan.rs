//! Mail settings to set up, checked.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use carrick_post::{LmtpAddress, transport};
use carrick_service::Address;
use carrick_web::BaseUrl;

/// Default address where the relay delivers by LMTP.
const LISTEN: &str = "127.0.0.1:8024";

/// Name of the usual address for commands.
const NAME: &str = "games";

/// Mail settings to set up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plan {
    /// Part of the address for commands before the `@`.
    pub(super) name: String,
    pub(super) domain: String,
    /// Host name of the relay for outgoing mail.
    pub(super) host: String,
    pub(super) port: Option<u16>,
    pub(super) security: String,
    pub(super) user: Option<String>,
    /// File with the certificates of an authority that browsers do not trust and the relay's
    /// certificate is signed by.
    pub(super) certificates: Option<String>,
    pub(super) pages: String,
    /// Machine that accepts mail for the domain; its name (authserv-id) is in
    /// `Authentication-Results`.
    pub(super) incoming: String,
    pub(super) listen: String,
}

impl Plan {
    /// Checks the answers.
    pub(super) fn new(
        domain: &str,
        relay: &str,
        security: &str,
        user: &str,
        pages: &str,
        incoming: &str,
        listen: Option<&str>,
    ) -> Result<Self> {
        let domain = domain_name(domain).context("the domain")?;
        let incoming = domain_name(incoming).context("the machine that takes mail")?;
        let (host, port) = host_and_port(relay)?;
        check_security(security)?;
        let user = Some(user).filter(|user| !user.is_empty()).map(str::to_owned);
        if user.is_some() && security == "none" && !is_here(host) {
            bail!(
                "a password is sent over TLS only; choose tls or starttls, or no name to sign in with"
            );
        }
        let pages = address_of_site(pages)?;
        let listen = listen.unwrap_or(LISTEN);
        if let Err(wrong) = listen.parse::<LmtpAddress>() {
            bail!("{wrong}");
        }
        Ok(Self {
            name: NAME.to_owned(),
            domain,
            host: host.to_owned(),
            port,
            security: security.to_owned(),
            user,
            certificates: None,
            pages: pages.to_string(),
            incoming,
            listen: listen.to_owned(),
        })
    }

    /// Trusts the certificates in a file, for the relay.
    pub(super) fn believing(self, certificates: Option<&Path>) -> Result<Self> {
        let Some(file) = certificates else { return Ok(self) };
        if self.security == "none" {
            bail!(
                "certificates are looked at with TLS only; choose tls or starttls, or no --certificates"
            );
        }
        // The server may be started in another folder.
        let file = std::path::absolute(file).context("the file of certificates")?;
        let file = file.to_str().context("the name of the file of certificates is no text")?;
        Ok(Self { certificates: Some(file.to_owned()), ..self })
    }

    /// Address for commands.
    pub(super) fn address(&self) -> String {
        format!("{}@{}", self.name, self.domain)
    }

    /// Takes commands at an address that is known, or at its name in a new domain.
    pub(super) fn at(self, known: Option<&Address>) -> Self {
        let name = known.map_or(self.name, |known| {
            let known = known.to_string();
            known.rsplit_once('@').map_or(NAME, |(name, _)| name).to_owned()
        });
        Self { name, ..self }
    }
}

/// Whether a relay runs on this machine.
pub(super) fn is_here(relay: &str) -> bool {
    let host = relay.rsplit_once(':').map_or(relay, |(host, _)| host);
    transport::is_here(host)
}

/// Splits a relay into host and port, if it has one.
pub(super) fn host_and_port(relay: &str) -> Result<(&str, Option<u16>)> {
    Ok(match relay.rsplit_once(':') {
        Some((host, port)) if !host.contains(':') => {
            // The number parser's own message would not help anybody.
            match port.parse() {
                Ok(port) if port > 0 => (host, Some(port)),
                _ => bail!("the relay's port is a number from 1 to 65535, such as 587"),
            }
        }
        _ => (relay, None),
    })
}

pub(super) fn check_security(security: &str) -> Result<()> {
    match security {
        "tls" | "starttls" | "none" => Ok(()),
        _ => bail!(
            "the connection to the relay is protected by tls, starttls or none, not otherwise"
        ),
    }
}

pub(super) fn address_of_site(pages: &str) -> Result<BaseUrl> {
    pages.parse().context("the address of the site")
}

/// Checks a domain name, as it may stand in an address.
pub(super) fn domain_name(word: &str) -> Result<String> {
    let word = word.trim().trim_end_matches('.');
    let address: Result<Address, _> = format!("x@{word}").parse();
    match address {
        Ok(address) if word.contains('.') => Ok(address.domain().to_owned()),
        _ => bail!("a domain looks like carrick.example: letters, digits, - and dots"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_that_are_wrong() {
        for (domain, relay, security, user, said) in [
            ("carrick", "r.example", "tls", "", "looks like carrick.example"),
            ("ca rrick.example", "r.example", "tls", "", "looks like carrick.example"),
            ("c.example", "r.example:smtp", "tls", "", "a number from 1 to 65535"),
            ("c.example", "r.example:99999", "tls", "", "a number from 1 to 65535, such as 587"),
            ("c.example", "r.example:0", "tls", "", "a number from 1 to 65535"),
            ("c.example", "r.example", "ssl", "", "tls, starttls or none"),
            ("c.example", "r.example", "none", "carrick", "over TLS only"),
        ] {
            let url = "https://c.example";
            let plan = Plan::new(domain, relay, security, user, url, "mx.c.example", None);
            let error = format!("{:#}", plan.unwrap_err());
            assert!(error.contains(said), "{domain} {relay}: {error}");
        }
        let here = Plan::new(
            "c.example",
            "localhost",
            "none",
            "",
            "https://c.example",
            "mx.c.example",
            None,
        );
        let error = here.unwrap().believing(Some(Path::new("/etc/ca.pem"))).unwrap_err();
        assert!(error.to_string().contains("with TLS only"), "{error}");
        let away = Some("0.0.0.0:24");
        let plan =
            Plan::new("c.example", "r", "tls", "", "https://c.example", "mx.c.example", away);
        assert!(plan.unwrap_err().to_string().contains("127.0.0.1"));
    }
}
