//! Forms of a board's page: turns, conditional answers, chat. Each becomes a command.

use axum::Router;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::post;
use carrick_games::GameKind;
use carrick_service::command::field;
use carrick_service::{Action, BoardAction, BoardId, Move};

use super::page::{BoardInput, again};
use crate::app::App;
use crate::board::{self, PathBoard};
use crate::pages::fault::Fault;
use crate::pages::fields::{CommandAnswer, Fields, give};
use crate::pages::session::{Member, Payer, Visitor};

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/{game}/{number}/turn", post(turn))
        .route("/{game}/{number}/act", post(action))
        .route("/{game}/{number}/answer", post(answer_game))
        .route("/{game}/{number}/chat", post(chat))
        .route("/{game}/{number}/queue", post(queue))
        .route("/{game}/{number}/watch", post(watch))
        .route("/{game}/{number}/rematch", post(rematch))
}

/// A form of a board's page. Deciding the command loads the board; this module loads it only to
/// show a refusal.
pub(crate) struct Form {
    pub(crate) app: App,
    pub(crate) visitor: Visitor,
    pub(crate) id: BoardId,
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
    /// Kind of the board's game.
    pub(crate) const fn kind(&self) -> GameKind {
        self.id.kind
    }

    /// Runs an action on the board. `seen` is the generation for which the form was filled in, if
    /// the form contains it.
    pub(crate) async fn send(
        &self,
        action: BoardAction,
        body: Option<String>,
        seen: Option<u32>,
    ) -> Result<CommandAnswer, Fault> {
        let Self { app, visitor, id } = self;
        give(app, visitor, Action::Board(*id, action), body, seen).await
    }

    /// In a teaching game, a warning about a turn after which the computer wins immediately.
    async fn warning(&self, turn: &str) -> Result<Option<String>, Fault> {
        let Self { app, visitor, id } = self;
        let (board, payer) = (board::load(app, *id).await?, Payer::of(visitor));
        if !board.is_turn_of(Some(visitor.id())) {
            return Ok(None);
        }
        let board = board.teach(app, &payer).await?;
        let Some(learner) = board.learner else { return Ok(None) };
        let (cost, turn) = (board.cost(), turn.to_owned());
        let remark = move || carrick_position::remark_on(&board.game, &turn, learner);
        let said = app.draw(&payer, cost, remark).await?;
        Ok(said
            .map(|said| format!("Not played yet. {said} Choose another turn, or play it anyway.")))
    }

    /// Redirects to a part of the board's page, or shows the page again with the refusal and the
    /// typed text.
    pub(crate) async fn back(
        &self,
        refusal: Option<String>,
        part: &str,
        typed: BoardInput,
    ) -> Result<Response, Fault> {
        match refusal {
            Some(said) => {
                // Boxed, so that the futures of accepted forms do not contain it.
                let page = again(&self.app, self.id, &self.visitor, BoardInput { said, ..typed });
                Box::pin(page).await
            }
            None => Ok(Redirect::to(&format!("{}{part}", board::path(self.id))).into_response()),
        }
    }
}

async fn turn(form: Form, fields: Fields) -> Result<Response, Fault> {
    let tried = fields.text("turn").to_owned();
    // A turn is a single word here, so several words are joined.
    let turn: String = tried.split_whitespace().collect();
    let shown = fields.hidden_number("number")?;
    if shown == Some(0) {
        return Err(Fault::FORM);
    }
    // Only forms of teaching games have this field, with the turn that the reader was warned about.
    // Boxed, so that other forms do not contain it.
    if fields.has("warned")
        && fields.text("warned") != turn
        && let Some(said) = Box::pin(form.warning(&turn)).await?
    {
        let typed = BoardInput { tried: turn, warned: true, ..BoardInput::default() };
        return form.back(Some(said), "", typed).await;
    }
    let refusal = match field::a_move(form.id.kind, &turn) {
        _ if turn.is_empty() => {
            Some("Which turn? Type one, or choose one from the list.".to_owned())
        }
        Ok((turn @ Move::Play(_), typed)) => {
            let turn = BoardAction::Move(turn, typed.or(shown));
            form.send(turn, None, seen(&fields)?).await?.refusal()
        }
        Ok(_) => Some("That is not a turn; use the buttons below for it.".to_owned()),
        Err(error) => Some(error.of("Your turn")),
    };
    form.back(refusal, "", BoardInput { tried, ..BoardInput::default() }).await
}

/// Generation of the board that the page showed, if the form has it.
pub(crate) fn seen(fields: &Fields) -> Result<Option<u32>, Fault> {
    fields.hidden_number("generation")
}

async fn action(form: Form, fields: Fields) -> Result<Response, Fault> {
    let asked = SideAction::of(fields.text("action"))?;
    // The action is for the position that the page showed.
    let seen = seen(&fields)?.ok_or(Fault::Bad("Go back to the board and choose it there."))?;
    let word = asked.word();
    let chosen = Move::named(word).unwrap_or_else(|| Move::Play(word.to_owned()));
    let chosen = BoardAction::Move(chosen, None);
    let refusal = form.send(chosen, None, Some(seen)).await?.refusal();
    if refusal.is_none()
        && asked == SideAction::Resign
        && board::load(&form.app, form.id).await.is_err()
    {
        // The game was declined and no longer exists.
        return Ok(Redirect::to("/boards").into_response());
    }
    form.back(refusal, "", BoardInput::default()).await
}

/// Answers an offered game: accepts it, declines it with a reason, or withdraws it.
async fn answer_game(form: Form, fields: Fields) -> Result<Response, Fault> {
    let answer = match fields.text("answer") {
        "accept" => Move::Accept,
        "decline" => Move::Reject,
        "withdraw" => Move::Resign,
        _ => return Err(Fault::FORM),
    };
    let declines = answer != Move::Accept;
    let reason =
        Some(fields.text("reason").to_owned()).filter(|reason| declines && !reason.is_empty());
    let refusal = form.send(BoardAction::Move(answer, None), reason, None).await?.refusal();
    if declines && refusal.is_none() {
        return Ok(Redirect::to("/inbox").into_response());
    }
    form.back(refusal, "", BoardInput::default()).await
}

async fn chat(_: Member, form: Form, fields: Fields) -> Result<Response, Fault> {
    let chat = fields.text("text").to_owned();
    let refusal = form.send(BoardAction::Chat, Some(chat.clone()), None).await?.refusal();
    form.back(refusal, "#chat", BoardInput { chat, ..BoardInput::default() }).await
}

async fn queue(form: Form, fields: Fields) -> Result<Response, Fault> {
    if !fields.has("line") {
        return Err(Fault::FORM);
    }
    let line = fields.text("line").to_owned();
    let refusal = match field::line(form.id.kind, &line) {
        Ok(queue) => form.send(BoardAction::Queue(queue), None, None).await?.refusal(),
        Err(error) => Some(error.of("If they play …, I reply with …")),
    };
    form.back(refusal, "#queue", BoardInput { line, ..BoardInput::default() }).await
}

async fn watch(_: Member, form: Form, fields: Fields) -> Result<Response, Fault> {
    let on = !fields.ticked("off");
    let refusal = form.send(BoardAction::Subscribe(on), None, None).await?.refusal();
    form.back(refusal, "", BoardInput::default()).await
}

async fn rematch(form: Form) -> Result<Response, Fault> {
    let done = form.send(BoardAction::Rematch, None, None).await?;
    match (done.refusal(), done.board) {
        (None, Some(new)) => Ok(Redirect::to(&board::path(new)).into_response()),
        (None, None) => Ok(Redirect::to("/boards").into_response()),
        (refusal, _) => form.back(refusal, "", BoardInput::default()).await,
    }
}

/// An action of a player other than a turn on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SideAction {
    Resign,
    Draw,
    Undo,
    Accept,
    Reject,
    Pass,
    Swap,
}

impl SideAction {
    /// Reads the word for the action in forms and in the command language.
    ///
    /// # Errors
    /// When there is no such action.
    pub(crate) fn of(word: &str) -> Result<Self, Fault> {
        Ok(match word {
            "resign" => Self::Resign,
            "propose" => Self::Draw,
            "undo" => Self::Undo,
            "accept" => Self::Accept,
            "reject" => Self::Reject,
            "pass" => Self::Pass,
            "swap" => Self::Swap,
            _ => return Err(Fault::Bad("There is no action with that name.")),
        })
    }

    /// The word for it in forms and in the command language.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Resign => "resign",
            Self::Draw => "propose",
            Self::Undo => "undo",
            Self::Accept => "accept",
            Self::Reject => "reject",
            Self::Pass => "pass",
            Self::Swap => "swap",
        }
    }
}
