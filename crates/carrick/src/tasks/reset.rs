//! `carrick reset`: makes a password reset link, for the administrator to hand on.

use std::io::Write;

use anyhow::{Context, Result, bail};
use carrick_service::{Decision, Event, Needs, Sender, Userid, must_be_a_person};
use carrick_store::{LogEntry, Store};
use carrick_web::reset_link;
use jiff::Timestamp;

use crate::cli::ResetArguments;
use crate::config::key;
use crate::config::{Config, DEFAULT_LISTEN, File};
use crate::shell::with_store_in;

/// Makes the link and prints it, alone on its line.
pub(crate) fn run(arguments: &ResetArguments, out: &mut impl Write) -> Result<bool> {
    let file = File::read(&arguments.config)?;
    let config = Config::of(&arguments.config, arguments.base_url.as_ref(), file)?;
    config.must_exist()?;
    let user: Userid = arguments.user.parse().context("whose passwords?")?;
    must_be_a_person(&user)?;
    let base = match &config.base_url {
        Some(url) => url.clone(),
        None => format!("http://{DEFAULT_LISTEN}").parse()?,
    };
    let now = arguments.clock.time();
    key::read(config.key()?)?;
    with_store_in(&config.database, async |store| note(store, &user, now).await)?;
    let keys = key::read_or_make(config.key()?)?;
    writeln!(out, "{}", reset_link(&base, &keys, &user, now))?;
    Ok(true)
}

/// Records the request: a link is valid only for the latest request.
async fn note(store: &Store, user: &Userid, at: Timestamp) -> Result<()> {
    let needs = Needs { users: [user.clone()].into(), ..Needs::default() };
    match store.read(&needs).await?.users.get(user) {
        Some(found) if found.deleted.is_none() => {}
        _ => bail!("there is no user {user}; `carrick admin users` lists those there are"),
    }
    let entry = LogEntry {
        id: None,
        at,
        sender: Sender::Nobody,
        command: format!("reset {user}"),
        reply_to: None,
    };
    let asked = Event::ResetAsked { user: user.clone(), at };
    let decide = move |_: &_| Decision { events: vec![asked], ..Decision::default() };
    store.transaction(&needs, &entry, decide).await?;
    Ok(())
}
