//! Commands that pages send: typed ones from forms, and lines of text from the command box.

use carrick_server::{
    At, Budget, CommandRequest, Failure, ParsedLine, TurnedAway, carry_out, handle_parsed,
};
use carrick_service::{Addressee, BoardId, Command, Credential, Keeps, Password, Sender, Userid};
use carrick_store::Committed;

use super::fault::Fault;
use super::fields::Fields;
use super::labels::in_words_of_pages;
use super::session::Visitor;
use crate::app::App;
use crate::network::refusals::Refusal;
use crate::site::encode::{hex, sha256};

/// Answer to a command, as its sender may see it.
#[derive(Debug, Clone)]
pub(crate) struct Done {
    pub(crate) refused: bool,
    /// The answer's title.
    pub(crate) subject: String,
    /// The answer.
    pub(crate) text: String,
    /// The board that the command is about.
    pub(crate) board: Option<BoardId>,
}

impl Done {
    /// The refusal in the words of pages; `None` when the command was carried out.
    pub(crate) fn refusal(&self) -> Option<String> {
        self.refused.then(|| in_words_of_pages(&self.text))
    }
}

/// Carries out a user's command with its body lines. `seen` is the generation of the board that
/// the page showed.
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
    let (sender, keeps) = (visitor.sender(), Keeps::default());
    let request = CommandRequest { sender, command, body, seen, id: None, keeps };
    send(app, visitor.id().as_str(), request).await
}

/// Carries out a user's command of a form that has a key in its field `once`: the form sent twice,
/// as by a double click, is carried out once, and answered as the first time.
pub(crate) async fn give_once(
    app: &App,
    visitor: &Visitor,
    command: Command,
    fields: &Fields,
) -> Result<Done, Fault> {
    if let Err(too_many) = may_act(app, visitor) {
        return Ok(too_many);
    }
    let key = fields.text("once");
    let id = (!key.is_empty()).then(|| format!("page/{key}/{}", sha256(&fields.content())));
    let (sender, keeps) = (visitor.sender(), Keeps::default());
    let request = CommandRequest { sender, command, body: None, seen: None, id, keeps };
    send(app, visitor.id().as_str(), request).await
}

/// A new key for a form that is carried out once; empty if there are no random numbers.
pub(crate) fn once() -> String {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map(|()| hex(&bytes)).unwrap_or_default()
}

/// Carries out a command of somebody without a session, or one that is charged elsewhere. `from`
/// names the sender to the limit on password guesses.
pub(crate) async fn give_as(
    app: &App,
    sender: Sender,
    from: &str,
    command: Command,
) -> Result<Done, Fault> {
    let keeps = Keeps::default();
    let request = CommandRequest { sender, command, body: None, seen: None, id: None, keeps };
    send(app, from, request).await
}

/// Changes a user's command password. `from` names the client in the queue for hashing.
pub(crate) async fn change_command_password(
    app: &App,
    user: &Userid,
    from: &str,
    new: Password,
    keeps: Keeps,
) -> Result<Done, Fault> {
    let who = Credential { user: user.clone(), password: None };
    let command = Command::ChangePassword(who, new);
    let sender = Sender::User(user.clone());
    let request = CommandRequest { sender, command, body: None, seen: None, id: None, keeps };
    send(app, from, request).await
}

/// Carries out a request and picks the messages for its sender.
async fn send(app: &App, from: &str, request: CommandRequest) -> Result<Done, Fault> {
    let (at, sender) = (At { gate: &app.gate, sender: from }, request.sender.clone());
    let committed = carry_out(&app.store, Some(at), request, app.now()).await;
    Ok(done(committed.map_err(|failure| turned_away(app, from, failure))?, &sender))
}

/// Charges one action to a user. Over the limit, the refusal is an answer like any other, so that
/// the page shows again with the typed text.
pub(crate) fn may_act(app: &App, visitor: &Visitor) -> Result<(), Done> {
    app.charge(Budget::Act, visitor.id().as_str()).map_err(|too_many| {
        let _ = visitor.put_off.set(too_many);
        let text = Fault::from(too_many).to_string();
        Done { refused: true, subject: String::new(), text, board: None }
    })
}

/// Carries out a command line that a person typed. `from` names the sender to the limit on
/// password guesses.
pub(crate) async fn act_on_text(
    app: &App,
    sender: Sender,
    from: &str,
    line: ParsedLine<'_>,
    body: Option<String>,
) -> Result<Done, Fault> {
    let at = At { gate: &app.gate, sender: from };
    let (store, now) = (&app.store, app.now());
    let committed = handle_parsed(store, Some(at), sender.clone(), line, body, now).await;
    Ok(done(committed.map_err(|failure| turned_away(app, from, failure))?, &sender))
}

/// The fault of a command that failed; the log notes who guesses passwords.
fn turned_away(app: &App, from: &str, failure: Failure) -> Fault {
    if matches!(failure, Failure::TurnedAway(TurnedAway::TooMany(_))) {
        app.log_refusal(Refusal::Guesses, "", from);
    }
    failure.into()
}

/// Picks the messages for the sender of a command.
fn done(committed: Committed, sender: &Sender) -> Done {
    let mine = |to: &Addressee| match (to, sender) {
        (Addressee::Sender, _) => true,
        (Addressee::User(user) | Addressee::Listener(user), Sender::User(me)) => user == me,
        (Addressee::User(_) | Addressee::Listener(_), _) => false,
    };
    // Messages with a link go by mail only.
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
