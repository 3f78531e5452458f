//! Forms of a board's page: turns, conditional answers, chat. Each becomes a command.

use askama::Template;
use axum::Router;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use carrick_service::command::field;
use carrick_service::{Action, BoardId, Command, Credential, GameCommand, computer_level};

use super::page::{BoardInput, again};
use crate::app::App;
use crate::board::{self, PathBoard};
use crate::pages::act::{Done, give};
use crate::pages::fault::Fault;
use crate::pages::fields::{Fields, QueryFields};
use crate::pages::page::{Frame, show};
use crate::pages::session::{Member, Visitor};

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/{game}/{number}/turn", post(turn))
        .route("/{game}/{number}/sure", get(sure))
        .route("/{game}/{number}/act", post(action))
        .route("/{game}/{number}/chat", post(chat))
        .route("/{game}/{number}/queue", post(queue))
        .route("/{game}/{number}/watch", post(watch))
        .route("/{game}/{number}/rematch", post(rematch))
}

/// A form of a board's page. The board is loaded where the command is decided, and here only to
/// show a refusal.
struct Form {
    app: App,
    visitor: Visitor,
    id: BoardId,
}

impl FromRequestParts<App> for Form {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Response> {
        let visitor = <Visitor as FromRequestParts<App>>::from_request_parts(parts, app).await?;
        let PathBoard(id) =
            PathBoard::from_request_parts(parts, app).await.map_err(IntoResponse::into_response)?;
        Ok(Self { app: app.clone(), visitor, id })
    }
}

impl Form {
    /// Carries out a command about the board. `seen` is the generation for which the form was
    /// filled in, if it says.
    async fn send(
        &self,
        command: impl FnOnce(BoardId, Credential) -> GameCommand,
        body: Option<String>,
        seen: Option<u32>,
    ) -> Result<Done, Fault> {
        let Self { app, visitor, id } = self;
        let command = Command::Game(id.kind, command(*id, visitor.credential()));
        give(app, visitor, command, body, seen).await
    }

    /// Plays a turn, or carries out another action.
    async fn act(
        &self,
        action: Action,
        number: Option<u32>,
        seen: Option<u32>,
    ) -> Result<Done, Fault> {
        let command = |board, who| GameCommand::Move { board, who, action, number };
        self.send(command, None, seen).await
    }

    /// Redirects to a part of the board's page, or shows the page again with the refusal and the
    /// typed text.
    async fn back(
        &self,
        refusal: Option<String>,
        part: &str,
        typed: BoardInput,
    ) -> Result<Response, Fault> {
        match refusal {
            Some(said) => {
                again(&self.app, self.id, &self.visitor, BoardInput { said, ..typed }).await
            }
            None => Ok(Redirect::to(&format!("{}{part}", board::path(self.id))).into_response()),
        }
    }
}

async fn turn(form: Form, fields: Fields) -> Result<Response, Fault> {
    let tried = fields.text("turn").to_owned();
    // A turn is one word here; several words are joined.
    let turn: String = tried.split_whitespace().collect();
    let shown = fields.hidden_number("number")?;
    if shown == Some(0) {
        return Err(Fault::FORM);
    }
    let refusal = match field::action(form.id.kind, &turn) {
        _ if turn.is_empty() => {
            Some("Which turn? Type one, or choose one from the list.".to_owned())
        }
        Ok((action @ Action::Play(_), typed)) => {
            form.act(action, typed.or(shown), seen(&fields)?).await?.refusal()
        }
        Ok(_) => Some("That is not a turn; there are buttons for it below.".to_owned()),
        Err(error) => Some(error.of("Your turn")),
    };
    form.back(refusal, "", BoardInput { tried, ..BoardInput::default() }).await
}

/// Generation of the board that the page showed, if the form has it.
fn seen(fields: &Fields) -> Result<Option<u32>, Fault> {
    fields.hidden_number("generation")
}

#[derive(Template)]
#[template(path = "sure.html")]
struct SurePage {
    frame: Frame,
    path: String,
    action: &'static str,
    /// The question to confirm.
    question: &'static str,
    yes: &'static str,
    generation: u32,
}

/// An action's word, the question to confirm it, and the label of the button.
type Sure = (&'static str, &'static str, &'static str);

/// Actions beside playing a turn.
const ACTIONS: [Sure; 7] = [
    ("resign", "Resign? You lose this game.", "Resign"),
    ("propose", "Offer a draw? Your opponent may accept until somebody moves.", "Offer a draw"),
    ("undo", "Ask to take your last turn back? Your opponent decides.", "Ask"),
    ("accept", "Accept the offer?", "Accept"),
    ("reject", "Reject the offer?", "Reject"),
    ("pass", "Pass? Your opponent moves next.", "Pass"),
    ("swap", "Swap? You take over your opponent's colour and their first turn.", "Swap"),
];

/// Resigning before one's first turn declines the game.
const DECLINE: Sure =
    ("resign", "Decline this game? Nobody wins or loses, and the board is gone.", "Decline");

/// The question when the opponent is a computer, whose answer is known.
fn asked_of_computer(sure: Sure, rated: bool) -> Sure {
    let (action, _, yes) = sure;
    match (action, rated) {
        ("undo", false) => {
            (action, "Take your last turn back? The computer lets you.", "Take it back")
        }
        ("undo", true) => {
            (action, "Ask to take your last turn back? In a rated game the computer refuses.", yes)
        }
        ("propose", false) => {
            (action, "Offer a draw? The computer accepts unless it thinks that it is better.", yes)
        }
        ("propose", true) => (
            action,
            "Offer a draw? In a rated game the computer accepts only when it has proved that it cannot win.",
            yes,
        ),
        _ => sure,
    }
}

fn action_of(word: &str) -> Result<Sure, Fault> {
    let found = ACTIONS.into_iter().find(|(action, ..)| *action == word);
    found.ok_or(Fault::Bad("There is nothing of that name to do on a board."))
}

async fn sure(
    State(app): State<App>,
    visitor: Visitor,
    PathBoard(id): PathBoard,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let board = board::load(&app, id).await?;
    if board.seat_of(Some(visitor.id())).is_none() {
        // Watchers have nothing to confirm.
        return Ok(Redirect::to(&board.path()).into_response());
    }
    let (players, rated) = (&board.record.players, board.record.terms.rated);
    let (action, question, yes) = match action_of(asked.text("action"))? {
        ("resign", ..) if !board.has_moved(Some(visitor.id())) => DECLINE,
        sure if players.iter().any(|player| computer_level(player).is_some()) => {
            asked_of_computer(sure, rated)
        }
        sure => sure,
    };
    let page = SurePage {
        frame: Frame::new(id.to_string(), Some(&visitor)),
        path: board.path(),
        action,
        question,
        yes,
        generation: board.record.generation(),
    };
    Ok(show(&page)?.into_response())
}

async fn action(form: Form, fields: Fields) -> Result<Response, Fault> {
    let (action, ..) = action_of(fields.text("action"))?;
    // The confirmation is for the position that was shown.
    let seen = seen(&fields)?.ok_or(Fault::Bad("Go back to the board, and choose it there."))?;
    let asked = Action::named(action).unwrap_or_else(|| Action::Play(action.to_owned()));
    let refusal = form.act(asked, None, Some(seen)).await?.refusal();
    if refusal.is_none() && action == "resign" && board::load(&form.app, form.id).await.is_err() {
        // The game was declined and is gone.
        return Ok(Redirect::to("/boards").into_response());
    }
    form.back(refusal, "", BoardInput::default()).await
}

async fn chat(_: Member, form: Form, fields: Fields) -> Result<Response, Fault> {
    let chat = fields.text("text").to_owned();
    let refusal = form.send(GameCommand::Chat, Some(chat.clone()), None).await?.refusal();
    form.back(refusal, "#chat", BoardInput { chat, ..BoardInput::default() }).await
}

async fn queue(form: Form, fields: Fields) -> Result<Response, Fault> {
    if !fields.has("line") {
        return Err(Fault::FORM);
    }
    let line = fields.text("line").to_owned();
    let refusal = match field::line(form.id.kind, &line) {
        Ok(queue) => {
            let command = |board, who| GameCommand::Queue(board, who, queue);
            form.send(command, None, None).await?.refusal()
        }
        Err(error) => Some(error.of("If they play …, I reply with …")),
    };
    form.back(refusal, "#queue", BoardInput { line, ..BoardInput::default() }).await
}

async fn watch(_: Member, form: Form, fields: Fields) -> Result<Response, Fault> {
    let on = !fields.ticked("off");
    let command = |board, who| GameCommand::Subscribe(Some(board), who, on);
    let refusal = form.send(command, None, None).await?.refusal();
    form.back(refusal, "", BoardInput::default()).await
}

async fn rematch(form: Form) -> Result<Response, Fault> {
    let done = form.send(GameCommand::Rematch, None, None).await?;
    match (done.refusal(), done.board) {
        (None, Some(new)) => Ok(Redirect::to(&board::path(new)).into_response()),
        (None, None) => Ok(Redirect::to("/boards").into_response()),
        (refusal, _) => form.back(refusal, "", BoardInput::default()).await,
    }
}
