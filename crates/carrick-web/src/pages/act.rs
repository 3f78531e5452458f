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
    send(app, &visitor.address, request).await
}

/// Carries out a user's command of a form that has a key in its field `once`: the form sent twice,
/// as by a double click, is carried out once, and answered as the first time. The key is stored, so
/// only one that [`once`] has made is taken.
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
    if !key.is_empty() && !is_key(key) {
        return Err(Fault::FORM);
    }
    let id = (!key.is_empty()).then(|| format!("page/{key}/{}", sha256(&fields.content())));
    let (sender, keeps) = (visitor.sender(), Keeps::default());
    let request = CommandRequest { sender, command, body: None, seen: None, id, keeps };
    send(app, &visitor.address, request).await
}

/// A new key for a form that is carried out once; empty if there are no random numbers.
pub(crate) fn once() -> String {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map(|()| hex(&bytes)).unwrap_or_default()
}

fn is_key(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Carries out a command of somebody without a session, or one that is charged elsewhere. `from`
/// is the network address, for the limits on passwords.
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
    if request.command.begins_a_game() {
        app.charge(Budget::Game, from)?;
    }
    let at = At { gate: &app.gate, sender: from, place: None };
    let sender = request.sender.clone();
    let committed = carry_out(&app.store, Some(at), request, app.now()).await;
    Ok(done(committed.map_err(|failure| turned_away(app, from, failure))?, &sender, None))
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

/// Carries out a command line that a person typed at a network address, by which passwords and
/// what users store are counted.
pub(crate) async fn act_on_text(
    app: &App,
    sender: Sender,
    from: &str,
    line: ParsedLine<'_>,
    body: Option<String>,
) -> Result<Done, Fault> {
    let place = app.address_hash(from);
    let at = At { gate: &app.gate, sender: from, place: Some(&place) };
    // A visitor who shows a user's password may read what is said to that user.
    let shown = line.command().and_then(Command::credential).map(|who| who.user.clone());
    let (store, now) = (&app.store, app.now());
    let committed = handle_parsed(store, Some(at), sender.clone(), line, body, now).await;
    let committed = committed.map_err(|failure| turned_away(app, from, failure))?;
    let shown = shown.filter(|_| !committed.refused);
    Ok(done(committed, &sender, shown.as_ref()))
}

/// The fault of a command that failed; the log notes who guesses passwords.
fn turned_away(app: &App, from: &str, failure: Failure) -> Fault {
    if matches!(failure, Failure::TurnedAway(TurnedAway::TooMany(_))) {
        app.log_refusal(Refusal::Guesses, "", from);
    }
    failure.into()
}

/// Picks the messages for the sender of a command, or for the user whose password they showed.
fn done(committed: Committed, sender: &Sender, shown: Option<&Userid>) -> Done {
    let is_me = |user: &Userid| {
        matches!(sender, Sender::User(me) if me == user) || shown.is_some_and(|me| me == user)
    };
    let mine = |to: &Addressee| to.user().is_none_or(is_me);
    // Messages with a link go by mail only.
    let mut mine = committed.messages.into_iter().filter(|one| mine(&one.to) && one.link.is_none());
    let Some(first) = mine.next() else {
        let refused = committed.refused;
        let text = "This is done.\n".to_owned();
        return Done { refused, subject: "Done".to_owned(), text, board: None };
    };
    let rest = mine.map(|one| format!("\n{}\n\n{}", one.subject, one.text));
    Done {
        refused: committed.refused,
        subject: first.subject,
        text: first.text + &rest.collect::<String>(),
        board: first.board,
    }
}
