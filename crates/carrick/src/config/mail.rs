//! Section `[mail]` of the configuration file.

use std::str::FromStr;
use std::sync::Arc;

use anyhow::Result;
use carrick_mail::incoming::Site;
use carrick_post::LmtpAddress;
use carrick_post::outbox::{MailWriter, Outbox};
use carrick_server::Strangers;
use carrick_service::Address;
use carrick_store::Store;
use carrick_tokens::Keyring;
use carrick_web::{BaseUrl, Identity, reset_link};
use jiff::Timestamp;
use serde::{Deserialize, Deserializer, de};

use super::out::Out;

/// Settings for incoming and outgoing mail.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MailSettings {
    /// Address for commands; its domain is that of all addresses.
    #[serde(deserialize_with = "plain_address")]
    pub(crate) address: Address,
    /// Name (authserv-id) that the relay uses in `Authentication-Results`; without it no sender can
    /// be verified.
    #[serde(default, deserialize_with = "relay_name")]
    pub(crate) relay: Option<String>,
    /// Address where the relay delivers by LMTP; without it, mail comes only by `carrick receive`.
    #[serde(default, deserialize_with = "some_parsed")]
    pub(crate) listen: Option<LmtpAddress>,
    /// Outgoing mail; without it nothing is sent.
    pub(crate) out: Option<Out>,
    /// Rate limits for mail from unknown senders.
    #[serde(default)]
    strangers: StrangersSection,
}

/// Section `[mail.strangers]`: limits per hour.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct StrangersSection {
    letters: Option<u32>,
    per_domain: Option<u32>,
    accounts: Option<u32>,
}

impl MailSettings {
    /// The server's addresses, and the relay whose results it trusts.
    pub(crate) fn site(&self) -> Site {
        Site { commands: self.address.clone(), relay: self.relay.clone() }
    }

    /// Rate limits for mail from unknown senders, defaults filled in.
    pub(crate) fn strangers(&self) -> Strangers {
        let (said, usual) = (self.strangers, Strangers::default());
        Strangers {
            letters: said.letters.unwrap_or(usual.letters),
            per_domain: said.per_domain.unwrap_or(usual.per_domain),
            accounts: said.accounts.unwrap_or(usual.accounts),
        }
    }

    /// The outbox of a store, if outgoing mail is configured. `pages` is the site's base URL, and
    /// `is_public` tells whether players can open it; `identity` names the sender.
    pub(crate) fn outbox<C>(
        &self,
        store: Store,
        keys: &Keyring,
        pages: &BaseUrl,
        is_public: bool,
        identity: &Identity,
        clock: C,
    ) -> Result<Option<Outbox<C>>>
    where
        C: Fn() -> Timestamp,
    {
        let Some(out) = &self.out else { return Ok(None) };
        let (base, key) = (pages.clone(), keys.clone());
        let mail_writer = MailWriter {
            site: self.site(),
            sender: identity.name().sender(),
            keys: keys.clone(),
            pages: pages.to_string(),
            links_to_boards: is_public,
            reset: Arc::new(move |user, asked| reset_link(&base, &key, user, asked)),
        };
        let transport = out.transport(self.address.domain())?;
        let random = fastrand::Rng::new();
        Ok(Some(Outbox::new(store, transport, mail_writer, out.pace(), clock, random)))
    }
}

/// An address from which others are made with a `+`.
fn plain_address<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Address, D::Error> {
    let address: Address = parsed(deserializer)?;
    if address.to_string().contains('+') {
        let wrong = "it cannot contain a +, which Carrick uses to make other addresses";
        return Err(de::Error::custom(wrong));
    }
    Ok(address)
}

/// A name as it begins an `Authentication-Results` header.
fn relay_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let name = String::deserialize(deserializer)?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    if name.is_empty() || !name.chars().all(is_part) {
        return Err(de::Error::custom("the name of a machine is expected, such as mx.example.org"));
    }
    Ok(Some(name))
}

fn parsed<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: std::fmt::Display>,
    D: Deserializer<'de>,
{
    String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
}

fn some_parsed<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: FromStr<Err: std::fmt::Display>,
    D: Deserializer<'de>,
{
    parsed(deserializer).map(Some)
}
