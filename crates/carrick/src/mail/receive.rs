//! `carrick receive`: accepts one mail from standard input.

use std::io::{self, Read as _, Write as _};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use carrick_mail::incoming::{MAX_MESSAGE_BYTES, Silence, Site};
use carrick_post::{Delivered, Postman};
use carrick_server::{Gate, RateLimits};

use crate::cli::ReceiveArguments;
use crate::config::key;
use crate::config::{Config, File};
use crate::shell::with_store_in;

/// Exit statuses that relays understand (`sysexits.h`): no such user; temporary failure.
const NO_USER: u8 = 67;
const TRY_AGAIN: u8 = 75;

/// Accepts the mail, and prints and returns the result for the relay.
pub(crate) fn run(arguments: &ReceiveArguments) -> ExitCode {
    let (word, code) = match receive(arguments) {
        Ok(Delivered::Done(done)) if done.repeated => ("it came before".to_owned(), 0),
        Ok(Delivered::Done(_) | Delivered::Stopped | Delivered::Echoed | Delivered::CameBack) => {
            ("taken".to_owned(), 0)
        }
        Ok(Delivered::Silent(silence @ Silence::NoRecipient)) => (silence.to_string(), NO_USER),
        Ok(Delivered::Silent(silence)) => (format!("no answer: {silence}"), 0),
        // A fault on this side is not the mail's fault.
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
        // Each mail has a process of its own, which would begin to count again.
        let limits = RateLimits::default().shared_through(store.clone(), clock.clone());
        let gate = Gate::new(limits, 1).with_registration(config.registration);
        let postman =
            Postman::new(store.clone(), &gate, keys, site, clock).with_strangers(strangers);
        Ok(postman.deliver(&message, &arguments.from, &to).await?)
    })
}

/// Mail addresses of the server: flags, or else the configuration file.
fn site(arguments: &ReceiveArguments, config: &Config) -> Result<Site> {
    let configured = config.mail.as_ref().map(|mail| mail.site());
    let commands =
        arguments.address.clone().or(configured.as_ref().map(|site| site.commands.clone()));
    let commands = commands.context(
        "nobody said which address commands are mailed to; the section [mail] of the file of settings does \
         (--config), or --address",
    )?;
    Ok(Site { commands, relay: arguments.relay.clone().or(configured.and_then(|site| site.relay)) })
}

/// Reads the mail. Too large a mail is cut just above the limit, which tells that it is too large.
fn message() -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    io::stdin().lock().take(MAX_MESSAGE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    // `From ` line that the mbox format puts before the header.
    if bytes.starts_with(b"From ") {
        let end = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |at| at + 1);
        bytes.drain(..end);
    }
    Ok(bytes)
}
