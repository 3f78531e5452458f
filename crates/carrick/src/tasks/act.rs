//! `carrick do`: one command of the server, from the command line.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Read, Write};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use carrick_cli::tables::OnDemand;
use carrick_server::{Incoming, Strength, WorkError, Worker, handle};
use carrick_service::{
    Addressee, BoardId, Command, GameCommand, Message, Needs, Sender, Userid, command,
};
use carrick_store::Store;

use crate::cli::DoArguments;
use crate::shell::{with_store, with_store_to_ask};

/// Carries out the command and prints every message it caused. Returns whether it was accepted.
pub(crate) fn run(arguments: &DoArguments, out: &mut impl Write) -> Result<bool> {
    let sender = match (&arguments.user, &arguments.from) {
        (Some(user), _) => Sender::User(user.parse().context("--as")?),
        (None, Some(address)) => Sender::Address(address.parse().context("--from")?),
        (None, None) => Sender::Console,
    };
    let text = arguments.command.join(" ");
    let now = arguments.clock.time();
    let command = command::parse(&text);
    let wants_body = command.as_ref().is_ok_and(Command::wants_body);
    let hinted = match &command {
        Ok(Command::Game(_, GameCommand::Hint(board, ..))) => Some(*board),
        _ => None,
    };
    let is_question = command.map_or(true, |command| command.is_question());
    let body = if takes_body(arguments, wants_body) { Some(body()?) } else { None };
    let incoming = Incoming { sender: sender.clone(), text: &text, body, id: arguments.id.clone() };
    let act = async |store: &Store| -> Result<_> {
        if let Sender::User(user) = &sender {
            must_exist(store, user).await?;
        }
        let answer = handle(store, None, incoming, now).await?;
        print_all(&answer.messages, &sender, out)?;
        if !arguments.leave {
            out.flush()?;
            let worker = Worker::new(store.clone(), Strength::default(), arguments.clock.reader());
            let tables = OnDemand::of(arguments.tables.tables.clone());
            let worker = worker.with_exact(Arc::new(tables));
            let told = |message: &Message| message.to != Addressee::Sender;
            let changed = answer.messages.iter().filter(|message| told(message));
            // A hint that was just asked for is found at once, and told.
            let boards: BTreeSet<BoardId> = changed
                .filter_map(|message| message.board)
                .chain(hinted.filter(|_| !answer.refused))
                .collect();
            for board in boards {
                answer_of_computer(&worker.answer_on(board).await, out)?;
            }
        }
        Ok(answer)
    };
    // A question leaves a database of an earlier release as it is, unless a named request records
    // the answer.
    let answer = if is_question && arguments.id.is_none() {
        with_store_to_ask(&arguments.database, act)
    } else {
        with_store(&arguments.database, act)
    }?;
    Ok(!answer.refused)
}

/// Prints the messages that the computer's answer caused, if there is one. Having none is no fault
/// of the command: the next worker will find the job.
fn answer_of_computer(
    answer: &Result<Vec<Message>, WorkError>,
    out: &mut impl Write,
) -> io::Result<()> {
    match answer {
        Ok(messages) if messages.is_empty() => Ok(()),
        Ok(messages) => {
            writeln!(out)?;
            print_all(messages, &Sender::Nobody, out)
        }
        Err(error) => writeln!(io::stderr(), "carrick: {error}"),
    }
}

/// Prints messages as mails, with a blank line between two.
pub(crate) fn print_all(
    messages: &[Message],
    sender: &Sender,
    out: &mut impl Write,
) -> io::Result<()> {
    // Messages that end with a link are for mail alone.
    let messages = messages.iter().filter(|message| message.link.is_none());
    for (index, message) in messages.enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        print(message, sender, out)?;
    }
    Ok(())
}

/// Fails for a user who never signed up. (Users who have left may repeat their last request.)
async fn must_exist(store: &Store, user: &Userid) -> Result<()> {
    let needs = Needs { users: [user.clone()].into(), ..Needs::default() };
    if store.read(&needs).await?.users.contains_key(user) {
        return Ok(());
    }
    bail!("--as names no user of this server; without --as, `signup userid password` makes one")
}

/// Whether the command's body is on standard input: when a flag says so, or when the command needs
/// a body and standard input is no terminal.
fn takes_body(arguments: &DoArguments, wanted: bool) -> bool {
    arguments.body || (wanted && !io::stdin().is_terminal())
}

fn body() -> Result<String> {
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    String::from_utf8(bytes).context("the body is not text in UTF-8")
}

/// Prints a message as a mail.
pub(crate) fn print(message: &Message, sender: &Sender, out: &mut impl Write) -> io::Result<()> {
    let to = match (&message.to, sender) {
        (Addressee::User(user) | Addressee::Listener(user), _)
        | (Addressee::Sender, Sender::User(user)) => user.to_string(),
        (Addressee::Sender, Sender::Address(address)) => address.to_string(),
        (Addressee::Sender, Sender::Nobody | Sender::Console | Sender::Claim(_)) => {
            "you".to_owned()
        }
    };
    write!(out, "To: {to}\nSubject: {}\n\n{}", message.subject, message.text)
}
