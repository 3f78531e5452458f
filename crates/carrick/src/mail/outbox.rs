//! `carrick outbox`: lists, shows, requeues and sends outgoing mail.

use std::io::Write;

use anyhow::{Context as _, Result, bail};
use carrick_store::{Forgotten, Store};
use jiff::{SignedDuration, Timestamp};

use crate::cli::{OutboxArguments, OutboxMode};
use crate::config::key;
use crate::config::{Config, File};
use crate::shell::{with_store_in, with_store_in_to_read};

/// Runs `carrick outbox`. Returns whether there was anything to act on.
pub(crate) fn run(arguments: &OutboxArguments, out: &mut impl Write) -> Result<bool> {
    let config = Config::of(&arguments.config, None, File::read(&arguments.config)?)?;
    config.must_exist()?;
    let now = arguments.clock.time();
    let act = async |store: &Store| match &arguments.what {
        OutboxMode::List => list(store, out).await,
        OutboxMode::Show { number } => show(store, *number, out).await,
        OutboxMode::Requeue { number, all: _ } => requeue(store, *number, now, out).await,
        OutboxMode::Prune { days } => {
            let now = store.time(now);
            let before = store.ago(SignedDuration::from_hours(24 * i64::from(*days)), now).await?;
            let mut all = Forgotten::default();
            loop {
                let done = store.forget(before, now).await?;
                if done == Forgotten::default() {
                    break;
                }
                all.messages += done.messages;
                all.requests += done.requests;
            }
            let Forgotten { messages, requests } = all;
            writeln!(out, "{messages} messages and {requests} requests forgotten.")?;
            Ok(true)
        }
        OutboxMode::Send => send(store, &config, arguments.clock.reader(), out).await,
    };
    match arguments.what {
        OutboxMode::List | OutboxMode::Show { .. } => with_store_in_to_read(&config.database, act),
        _ => with_store_in(&config.database, act),
    }
}

async fn list(store: &Store, out: &mut impl Write) -> Result<bool> {
    let waiting = store.waiting_mail().await?;
    writeln!(out, "to be looked at  {:6}", waiting.pending)?;
    write!(out, "to be sent       {:6}", waiting.waiting)?;
    match waiting.next {
        Some(next) => writeln!(out, "  the next {}", next.strftime("%Y-%m-%d %H:%M UTC"))?,
        None => writeln!(out)?,
    }
    if let Some(failure) = waiting.failure {
        writeln!(out, "  not so far: {failure}")?;
    }
    writeln!(out, "for a daily mail {:6}", waiting.put_aside)?;
    writeln!(out, "given up         {:6}", waiting.dead)?;
    for (user, address) in store.returned_addresses().await? {
        writeln!(
            out,
            "\n{address} of {user} gets no mail, since mail came back, until it is confirmed again"
        )?;
    }
    for letter in store.dead_letters().await? {
        let since = letter.since.strftime("%Y-%m-%d %H:%M UTC");
        writeln!(
            out,
            "\n{}  {since}  to {}, tried {}\n  {}\n  {}",
            letter.id.message,
            letter.to,
            times(letter.attempts),
            letter.subject,
            letter.failure
        )?;
    }
    Ok(true)
}

async fn show(store: &Store, number: i64, out: &mut impl Write) -> Result<bool> {
    let Some((message, copies)) = store.sent_message(number).await? else {
        writeln!(out, "There is no message {number} that was handed on.")?;
        return Ok(false);
    };
    writeln!(out, "Subject: {}", message.subject)?;
    for copy in copies {
        let due = copy.due.strftime("%Y-%m-%d %H:%M UTC");
        let tried = times(copy.attempts);
        writeln!(out, "To: {} ({}, {due}, tried {tried})", copy.to, copy.state)?;
        if let Some(failure) = copy.failure {
            writeln!(out, "  {failure}")?;
        }
    }
    write!(out, "\n{}", message.text)?;
    Ok(true)
}

fn times(count: u32) -> String {
    match count {
        1 => "once".to_owned(),
        _ => format!("{count} times"),
    }
}

async fn requeue(
    store: &Store,
    number: Option<i64>,
    now: Timestamp,
    out: &mut impl Write,
) -> Result<bool> {
    let count = store.requeue(number, now).await?;
    match count {
        0 => writeln!(out, "Nothing of that was given up; `carrick outbox list` shows what was.")?,
        1 => writeln!(out, "One mail will be tried again.")?,
        _ => writeln!(out, "{count} mails will be tried again.")?,
    }
    Ok(count > 0)
}

/// Sends the mail that is due, as `carrick serve` does continually.
async fn send(
    store: &Store,
    config: &Config,
    clock: impl Fn() -> Timestamp,
    out: &mut impl Write,
) -> Result<bool> {
    let mail = config.mail.as_ref().context(NO_MAIL)?;
    let pages = match &config.base_url {
        Some(url) => url.clone(),
        None => {
            bail!("base_url in the file of settings must name the site: mails have links to it")
        }
    };
    let keys = key::read_or_make(config.key()?)?;
    let mut outbox = mail
        .outbox(store.clone(), &keys, &pages, true, &config.identity, clock)?
        .context(NO_MAIL)?;
    let mut is_well = true;
    loop {
        let did = outbox.turn().await?;
        for (id, domain, error) in &did.failed {
            is_well = false;
            writeln!(out, "{} to {domain}: {error}", id.message)?;
        }
        if did.sent > 0 {
            writeln!(out, "{} sent.", did.sent)?;
        }
        if did.sent == 0 {
            outbox.close().await;
            return Ok(is_well);
        }
    }
}

const NO_MAIL: &str = "no mail goes out here: the file of settings (--config) needs the sections [mail] and \
                       [mail.out]; `carrick setup mail` writes them";
