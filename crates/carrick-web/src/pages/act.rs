//! Commands that pages send: the same words that are typed or mailed, through the same door.

use carrick_server::{At, Budget, Incoming, Order, carry_out, handle_at};
use carrick_service::{Addressee, BoardId, Command, Keeps, Sender, Userid, command};
use carrick_store::Committed;

use super::fault::Fault;
use super::labels::in_words_of_pages;
use super::session::Visitor;
use crate::app::App;

/// What came of a command, for whoever sent it.
#[derive(Debug, Clone)]
pub(crate) struct Done {
    pub(crate) refused: bool,
    /// The answer's title.
    pub(crate) subject: String,
    /// The answer.
    pub(crate) text: String,
    /// The board it is about.
    pub(crate) board: Option<BoardId>,
}

impl Done {
    /// The answer when it was refused, in the words of pages.
    pub(crate) fn refusal(&self) -> Option<String> {
        self.refused.then(|| in_words_of_pages(&self.text))
    }
}

/// Carries out the command that a form stands for. What is wrong with the word that was typed into
/// its field is said of the field by its label.
pub(crate) async fn fill_in(
    app: &App,
    visitor: &Visitor,
    line: &str,
    field: &str,
    body: Option<String>,
) -> Result<Done, Fault> {
    fill_in_on(app, visitor, line, field, body, None).await
}

/// Like [`fill_in`], for a form on a board's page, which shows this generation of the board.
pub(crate) async fn fill_in_on(
    app: &App,
    visitor: &Visitor,
    line: &str,
    field: &str,
    body: Option<String>,
    seen: Option<u32>,
) -> Result<Done, Fault> {
    match command::parse(line) {
        Ok(command) => give(app, visitor, command, body, seen).await,
        Err(refusal) => match refusal.of_field(field) {
            Some(text) => Ok(Done { refused: true, subject: String::new(), text, board: None }),
            None => act(app, visitor, line, body).await,
        },
    }
}

/// Carries out a user's command, with the lines that go with it, on the generation of the board that the
/// page showed.
pub(crate) async fn give(
    app: &App,
    visitor: &Visitor,
    command: Command,
    body: Option<String>,
    seen: Option<u32>,
) -> Result<Done, Fault> {
    if let Err(too_many) = may_act(app, visitor) {
        return Ok(too_many);
    }
    let keeps = Keeps::default();
    let order = Order { sender: visitor.sender(), command, body, seen, id: None, keeps };
    let at = At { gate: &app.gate, sender: visitor.id().as_str() };
    let committed = carry_out(at, &app.store, order, app.now()).await?;
    Ok(done(committed, &visitor.sender()))
}

/// Changes a user's command password. `from` is whose turn it is to have one hashed.
pub(crate) async fn change_command_password(
    app: &App,
    user: &Userid,
    from: &str,
    new: &str,
    keeps: Keeps,
) -> Result<Done, Fault> {
    let sender = Sender::User(user.clone());
    let line = format!("change password {user} - {new}");
    let Ok(command) = command::parse(&line) else {
        return act_as(app, sender, from, &line, None).await;
    };
    let order = Order { sender: sender.clone(), command, body: None, seen: None, id: None, keeps };
    let committed = carry_out(At { gate: &app.gate, sender: from }, &app.store, order, app.now());
    Ok(done(committed.await?, &sender))
}

/// Counts what a user does. When it was too often, that is an answer like any other: the page on
/// which it was typed comes again, with all of it.
pub(crate) fn may_act(app: &App, visitor: &Visitor) -> Result<(), Done> {
    app.charge(Budget::Act, visitor.id().as_str()).map_err(|too_many| {
        let _ = visitor.put_off.set(too_many);
        let text = Fault::from(too_many).to_string();
        Done { refused: true, subject: String::new(), text, board: None }
    })
}

/// Carries out a user's command.
pub(crate) async fn act(
    app: &App,
    visitor: &Visitor,
    text: &str,
    body: Option<String>,
) -> Result<Done, Fault> {
    if let Err(too_many) = may_act(app, visitor) {
        return Ok(too_many);
    }
    act_as(app, visitor.sender(), visitor.id().as_str(), text, body).await
}

/// Carries out a command. `from` is what its sender is known by, should they guess passwords.
pub(crate) async fn act_as(
    app: &App,
    sender: Sender,
    from: &str,
    text: &str,
    body: Option<String>,
) -> Result<Done, Fault> {
    let incoming = Incoming { sender: sender.clone(), text, body, id: None };
    let committed =
        handle_at(At { gate: &app.gate, sender: from }, &app.store, incoming, app.now()).await?;
    Ok(done(committed, &sender))
}

/// What of all that was said is said to whoever sent the command.
fn done(committed: Committed, sender: &Sender) -> Done {
    let mine = |to: &Addressee| match (to, sender) {
        (Addressee::Sender, _) => true,
        (Addressee::User(user), Sender::User(me)) => user == me,
        (Addressee::User(_), _) => false,
    };
    // What ends with a link is for mail alone.
    let mut mine = committed.messages.into_iter().filter(|one| mine(&one.to) && one.link.is_none());
    let Some(first) = mine.next() else {
        let refused = committed.refused;
        return Done { refused, subject: String::new(), text: String::new(), board: None };
    };
    let rest = mine.map(|one| format!("\n{}\n\n{}", one.subject, one.text));
    Done {
        refused: committed.refused,
        subject: first.subject,
        text: first.text + &rest.collect::<String>(),
        board: first.board,
    }
}
