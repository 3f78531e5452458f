//! Mail: setting it up, testing it, receiving a message, and sending queued ones.

pub(crate) mod doctor;
pub(crate) mod setup;

use std::io::{self, Read as _, Write};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use carrick_mail::incoming::{MAX_MESSAGE_BYTES, Silence, Site};
use carrick_post::{Delivered, MailReceiver};
use carrick_server::{Gate, RateLimits};
use carrick_store::{Forgotten, Store};
use jiff::{SignedDuration, Timestamp};

use crate::cli::{OutboxArguments, OutboxMode, ReceiveArguments};
use crate::config::{Config, File, key};
use crate::shell::{with_store_in, with_store_in_to_read};

// `carrick receive`: accepts an email from standard input.

/// Exit statuses that relays understand (`sysexits.h`): no such user; temporary failure.
const NO_USER: u8 = 67;
const TRY_AGAIN: u8 = 75;

/// Accepts the email, prints the result, and returns it for the relay.
pub(crate) fn receive_mail(arguments: &ReceiveArguments) -> ExitCode {
    let (word, code) = match receive(arguments) {
        Ok(Delivered::Done(done)) if done.repeated => ("already received".to_owned(), 0),
        Ok(Delivered::Done(_) | Delivered::Stopped | Delivered::Echoed | Delivered::CameBack) => {
            ("accepted".to_owned(), 0)
        }
        Ok(Delivered::Silent(silence @ Silence::NoRecipient)) => (silence.to_string(), NO_USER),
        Ok(Delivered::Silent(silence)) => (format!("no answer: {silence}"), 0),
        // A fault on this side is not the email's fault.
        Err(error) => (format!("{error:#}"), TRY_AGAIN),
    };
    let _ = writeln!(io::stderr(), "carrick: {word}");
    ExitCode::from(code)
}

fn receive(arguments: &ReceiveArguments) -> Result<Delivered> {
    let file = File::read(&arguments.config)?;
    let config = Config::of(&arguments.config, None, file)?;
    let site = site(arguments, &config)?;
    let strangers = config.mail.as_ref().map(|mail| mail.strangers()).unwrap_or_default();
    key::read(config.key()?)?;
    let message = Arc::new(message()?);
    let to = arguments.to.clone().unwrap_or_else(|| site.commands.to_string());
    with_store_in(&config.database, async |store| {
        let keys = key::read_or_make(config.key()?)?;
        let clock = arguments.clock.reader();
        // Each email has its own process, which would start counting again.
        let limits = RateLimits::default().shared_through(store.clone(), clock.clone());
        let gate = Gate::new(limits, 1).with_registration(config.registration);
        let receiver =
            MailReceiver::new(store.clone(), &gate, keys, site, clock).with_strangers(strangers);
        Ok(receiver.deliver(&message, &arguments.from, &to).await?)
    })
}

/// The server's mail addresses: from the flags, or else from the configuration file.
fn site(arguments: &ReceiveArguments, config: &Config) -> Result<Site> {
    let configured = config.mail.as_ref().map(|mail| mail.site());
    let commands =
        arguments.address.clone().or(configured.as_ref().map(|site| site.commands.clone()));
    let commands = commands.context(
        "the address for commands is missing; give it in the section [mail] of the settings file \
         (--config), or with --address",
    )?;
    Ok(Site { commands, relay: arguments.relay.clone().or(configured.and_then(|site| site.relay)) })
}

/// Reads the email. A large one is cut just above the limit, which shows that it is too large.
fn message() -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    io::stdin().lock().take(MAX_MESSAGE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    // The `From ` line that the mbox format puts before the header.
    if bytes.starts_with(b"From ") {
        let end = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |at| at + 1);
        bytes.drain(..end);
    }
    Ok(bytes)
}

// `carrick outbox`: lists, shows, requeues and sends outgoing mail.

/// Runs `carrick outbox`. Returns whether there was anything to do.
pub(crate) fn outbox(arguments: &OutboxArguments, out: &mut impl Write) -> Result<bool> {
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
            writeln!(out, "{messages} messages and {requests} requests deleted.")?;
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
    writeln!(out, "to be processed  {:6}", waiting.pending)?;
    write!(out, "to be sent       {:6}", waiting.waiting)?;
    match waiting.next {
        Some(next) => writeln!(out, "  next at {}", next.strftime("%Y-%m-%d %H:%M UTC"))?,
        None => writeln!(out)?,
    }
    if let Some(failure) = waiting.failure {
        writeln!(out, "  last failure: {failure}")?;
    }
    writeln!(out, "for a daily email{:6}", waiting.put_aside)?;
    writeln!(out, "given up         {:6}", waiting.dead)?;
    for (user, address) in store.returned_addresses().await? {
        writeln!(
            out,
            "\n{address} of {user} gets no mail until it is confirmed again, because mail came back"
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
        writeln!(out, "There is no message {number} that was sent.")?;
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
        0 => writeln!(out, "Carrick has not given up on that; see `carrick outbox list`.")?,
        1 => writeln!(out, "One email will be tried again.")?,
        _ => writeln!(out, "{count} emails will be tried again.")?,
    }
    Ok(count > 0)
}

/// Sends the email that is due, as `carrick serve` does continually.
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
            bail!("base_url is missing in the settings file; emails contain links to the site")
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

const NO_MAIL: &str = "no mail is sent from here: the settings file (--config) needs the sections [mail] and \
                       [mail.out]; `carrick setup mail` writes them";
