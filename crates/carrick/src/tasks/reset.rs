//! `carrick reset`: makes a password reset link, for the administrator to hand on.

use std::io::Write;

use anyhow::{Context, Result, bail};
use carrick_server::administer;
use carrick_service::{
    AdminAction, Decision, Event, Needs, Sender, UserEvent, Userid, must_be_a_person,
};
use carrick_store::{LogEntry, Store};
use carrick_web::reset_link;
use jiff::Timestamp;

use crate::cli::{ConfigArguments, ResetArguments};
use crate::config::key;
use crate::config::{Config, DEFAULT_LISTEN, File};
use crate::shell::with_store_in;

/// Makes the link and prints it, alone on its line.
pub(crate) fn run(arguments: &ResetArguments, out: &mut impl Write) -> Result<bool> {
    let now = arguments.clock.time();
    let user: Userid = arguments.user.parse().context("whose passwords?")?;
    let asked = Asked { user, is_new: false, now };
    asked.link(&arguments.config, arguments.base_url.as_ref(), out)
}

/// A link to make.
pub(super) struct Asked {
    pub(super) user: Userid,
    /// Whether an account is made for it.
    pub(super) is_new: bool,
    pub(super) now: Timestamp,
}

impl Asked {
    /// Makes the link and prints it, alone on its line.
    pub(super) fn link(
        &self,
        arguments: &ConfigArguments,
        base_url: Option<&String>,
        out: &mut impl Write,
    ) -> Result<bool> {
        let config = Config::of(arguments, base_url, File::read(arguments)?)?;
        config.must_exist()?;
        must_be_a_person(&self.user)?;
        let base = match &config.base_url {
            Some(url) => url.clone(),
            None => format!("http://{DEFAULT_LISTEN}").parse()?,
        };
        key::read(config.key()?)?;
        with_store_in(&config.database, async |store| self.note(store).await)?;
        let keys = key::read_or_make(config.key()?)?;
        writeln!(out, "{}", reset_link(&base, &keys, &self.user, self.now))?;
        Ok(true)
    }

    /// Records the request: a link is valid only for the latest request.
    async fn note(&self, store: &Store) -> Result<()> {
        let Self { user, is_new, now: at } = self;
        if *is_new {
            let done = administer(store, AdminAction::Invite(user.clone()), *at).await?;
            match done.messages.first() {
                Some(answer) if done.refused => bail!("{}", answer.text.trim_end()),
                _ => return Ok(()),
            }
        }
        let needs = Needs { users: [user.clone()].into(), ..Needs::default() };
        match store.read(&needs).await?.users.get(user) {
            Some(found) if found.deleted.is_none() => {}
            _ => bail!("there is no user {user}; `carrick admin users` lists those there are"),
        }
        let events = vec![Event::User(user.clone(), UserEvent::ResetAsked(*at))];
        let entry = LogEntry {
            id: None,
            at: *at,
            sender: Sender::Nobody,
            command: format!("reset {user}"),
            reply_to: None,
        };
        let decide = move |_: &_| Decision { events, ..Decision::default() };
        store.transaction(&needs, &entry, decide).await?;
        Ok(())
    }
}
