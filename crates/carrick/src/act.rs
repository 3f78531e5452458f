//! `carrick do`: one command of the server, from the command line.

use std::io::{self, IsTerminal, Read, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use carrick_service::{Addressee, Message, Sender, command};
use carrick_store::{Settings, Store};
use jiff::Timestamp;
use tokio::runtime;

use crate::cli::DoArguments;
use crate::handle::{Incoming, handle};

/// Carries out the command and prints every message it caused. Whether it was accepted.
pub(crate) fn run(arguments: &DoArguments, out: &mut impl Write) -> Result<bool> {
    let sender = match (&arguments.user, &arguments.from) {
        (Some(user), _) => Sender::User(user.parse().context("--as")?),
        (None, Some(address)) => Sender::Address(address.parse().context("--from")?),
        (None, None) => Sender::Nobody,
    };
    let text = arguments.command.join(" ");
    let body = if takes_body(arguments, &text) { Some(body()?) } else { None };
    let file = arguments.db.clone().map_or_else(default_database, Ok)?;
    let incoming = Incoming { sender: sender.clone(), text: &text, body, id: arguments.id.clone() };
    let answer = runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let store = Store::open(&file, &Settings::default()).await?;
        let answer = handle(&store, incoming, Timestamp::now()).await?;
        store.close().await;
        anyhow::Ok(answer)
    })?;
    for (index, message) in answer.messages.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        print(message, &sender, out)?;
    }
    Ok(!answer.refused)
}

/// `carrick/carrick.db` in the folder where the user's programs keep their data (the XDG base
/// directory specification).
fn default_database() -> Result<PathBuf> {
    let data = match (std::env::var_os("XDG_DATA_HOME"), std::env::var_os("HOME")) {
        (Some(data), _) if !data.is_empty() => PathBuf::from(data),
        (_, Some(home)) if !home.is_empty() => PathBuf::from(home).join(".local/share"),
        _ => bail!("there is no home folder to keep the database in; name a file with --db"),
    };
    let folder = data.join("carrick");
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make {}", folder.display()))?;
    Ok(folder.join("carrick.db"))
}

/// Whether standard input belongs to the command: when that is said, or when the command makes no
/// sense without and nobody sits there who would wonder why nothing happens.
fn takes_body(arguments: &DoArguments, text: &str) -> bool {
    let wanted = || command::parse(text).is_ok_and(|command| command.wants_body());
    arguments.body || (!io::stdin().is_terminal() && wanted())
}

fn body() -> Result<String> {
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    String::from_utf8(bytes).context("the body is not text in UTF-8")
}

fn print(message: &Message, sender: &Sender, out: &mut impl Write) -> io::Result<()> {
    let to = match (&message.to, sender) {
        (Addressee::User(user), _) | (Addressee::Sender, Sender::User(user)) => user.to_string(),
        (Addressee::Sender, Sender::Address(address)) => address.to_string(),
        (Addressee::Sender, Sender::Nobody) => "you".to_owned(),
    };
    write!(out, "To: {to}\nSubject: {}\n\n{}", message.subject, message.text)
}
