//! The database with which every run begins: a few members with their addresses.

use std::path::Path;

use carrick_service::{
    Decision, Event, Needs, Pictures, Sender, User, UserAddress, UserEvent, UserSettings, Userid,
};
use carrick_store::{LogEntry, Settings, Store, StoreError};

use crate::machine::MachineClock;

/// The members, with their addresses.
pub(crate) const MEMBERS: [(&str, &[&str]); 4] = [
    ("ann", &["ann@ann.example"]),
    ("bob", &["bob@bob.example"]),
    ("cyd", &["cyd@cyd.example", "cyd@work.example"]),
    ("dot", &["dot@dot.example"]),
];

/// Files of a new database. Making one takes longer than a run.
#[derive(Debug, Clone)]
pub struct Template {
    /// In this one a server is known to run until the end of time: no time without a sweep is an
    /// outage.
    pub(crate) steady: Vec<u8>,
    /// In this one times without a sweep are outages.
    pub(crate) usual: Vec<u8>,
}

/// Reason why there is no template.
#[derive(Debug, thiserror::Error)]
pub enum TemplateError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file failed.
    #[error(transparent)]
    File(#[from] std::io::Error),
    /// A name or an address that is none.
    #[error("a member's name or address is none")]
    Member,
}

impl Template {
    /// Makes one, in a folder that is there.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub async fn new(folder: &Path) -> Result<Self, TemplateError> {
        let path = folder.join("template.db");
        let store = Store::open(&path, &Settings::default()).await?;
        let mut events = Vec::new();
        for (name, addresses) in MEMBERS {
            let user: Userid = name.parse().map_err(|_| TemplateError::Member)?;
            let confirmed = |address: &&str| {
                let address = address.parse().map_err(|_| TemplateError::Member)?;
                Ok(UserAddress { address, confirmed: true, returned: false })
            };
            let addresses =
                addresses.iter().map(confirmed).collect::<Result<Vec<_>, TemplateError>>()?;
            events.push(Event::UserJoined(User::new(user.clone(), MachineClock::start(), None)));
            events.push(Event::User(user.clone(), UserEvent::AddressesSet(addresses)));
            // Pictures take longer to draw than everything else together.
            let settings = UserSettings { pictures: Pictures::None, ..UserSettings::default() };
            events.push(Event::User(user, UserEvent::SettingsChanged(Box::new(settings))));
        }
        let entry = LogEntry {
            id: None,
            at: MachineClock::start(),
            sender: Sender::Nobody,
            command: "members join".to_owned(),
            reply_to: None,
        };
        let decide = |_: &_| Decision { events, messages: Vec::new(), refusal: None };
        store.transaction(&Needs::default(), &entry, decide).await?;
        store.close().await;
        let usual = std::fs::read(&path)?;
        let store = Store::open(&path, &Settings::default()).await?;
        let late = "2100-01-01T00:00:00Z".parse().map_err(|_| TemplateError::Member)?;
        store.note_sweep(late).await?;
        store.close().await;
        Ok(Self { steady: std::fs::read(&path)?, usual })
    }
}
