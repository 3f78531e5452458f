//! A board's page, and all that can be done on it.

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use carrick_games::{AnyGame, Colour};
use carrick_pictures::{Style, Theme, svg};

use crate::act::act;
use crate::app::App;
use crate::assets::BoardScripts;
use crate::board::{self, Loaded, Round, Sheet, rounds};
use crate::fault::Fault;
use crate::fields::{Asked, Fields};
use crate::page::{Frame, show};
use crate::position::{Query, look};
use crate::session::{Member, Visitor};

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/{game}/{number}", get(page))
        .route("/{game}/{number}/turn", post(turn))
        .route("/{game}/{number}/sure", get(sure))
        .route("/{game}/{number}/act", post(action))
        .route("/{game}/{number}/chat", post(chat))
        .route("/{game}/{number}/queue", post(queue))
        .route("/{game}/{number}/watch", post(watch))
        .route("/{game}/{number}/rematch", post(rematch))
        .route("/{game}/{number}/position", get(position))
}

/// What a reader looks at, and what he has typed.
#[derive(Debug, Default)]
struct Wanted {
    at: Option<usize>,
    tried: String,
    said: String,
    chat: String,
    line: String,
    count: bool,
}

#[derive(Template)]
#[template(path = "board.html")]
struct BoardPage {
    frame: Frame,
    path: String,
    kind: &'static str,
    sheet: Sheet,
    svg: String,
    scripts: BoardScripts,
    /// What the board's script may do.
    mode: &'static str,
    /// What the picture shows, in a sentence.
    shown: String,
    rounds: Vec<Round>,
    at: usize,
    ply: usize,
    /// The turn that is tried.
    tried: String,
    /// Whether it may be played.
    fits: bool,
    said: String,
    legal: Vec<String>,
    may_move: bool,
    plays: bool,
    running: bool,
    begun: bool,
    has_moved: bool,
    queue: String,
    line: String,
    chat: String,
    watches: bool,
    is_anchor: bool,
    count: bool,
    hands: String,
    signed_in: bool,
}

async fn page(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path((kind, number)): Path<(String, String)>,
    Asked(asked): Asked,
) -> Result<Response, Fault> {
    let board = board::load(&app, &kind, &number).await?;
    let wanted = Wanted {
        at: asked.text("at").parse().ok(),
        tried: asked.text("try").to_owned(),
        count: asked.ticked("count"),
        ..Wanted::default()
    };
    let page = build(&app, &board, visitor.as_ref(), wanted);
    Ok(show(&page)?.into_response())
}

/// The page again, with what was wrong and what was typed.
fn again(app: &App, board: &Loaded, visitor: &Visitor, wanted: Wanted) -> Result<Response, Fault> {
    let page = build(app, board, Some(visitor), wanted);
    Ok((StatusCode::UNPROCESSABLE_ENTITY, show(&page)?).into_response())
}

fn build(app: &App, board: &Loaded, visitor: Option<&Visitor>, wanted: Wanted) -> BoardPage {
    let record = &board.record;
    let ply = record.turns.len();
    let at = wanted.at.unwrap_or(ply).min(ply);
    let me = board.seat_of(visitor.map(Visitor::id));
    let may_move = board.is_turn_of(visitor.map(Visitor::id));
    let here = if at == ply { board.game.clone() } else { board.game.at(at) };
    let mut said = wanted.said;
    let mut fits = false;
    let shown = match wanted.tried.as_str() {
        "" => here,
        turn => match here.clone().play_text(turn) {
            Ok(game) => {
                fits = at == ply && may_move && said.is_empty();
                game
            }
            Err(refused) => {
                if said.is_empty() {
                    said = sentence(&refused.reason.to_string());
                }
                here
            }
        },
    };
    let style = Style { theme: Theme::Page, score: wanted.count, ..Style::default() };
    let queue = me.and_then(|seat| record.plans.queues[seat.index()].clone()).unwrap_or_default();
    let hands = shown.in_hand().map(|[light, dark]| format!("Cubes in hand: O {light}, X {dark}."));
    let running = record.ended.is_none();
    let sheet = Sheet::new(board, visitor, app.now());
    let title = format!("{} · {}-{}", board.id(), record.players[0], record.players[1]);
    let mut frame = Frame::new(title, visitor);
    frame.picture = format!("{}{}/preview.png", app.setup.base_url, board.path());
    frame.told = sheet.status.clone();
    frame.your_turn = may_move;
    if running {
        frame = frame.live(format!("{}/events", board.path()), board.seen);
    }
    BoardPage {
        frame,
        path: board.path(),
        kind: record.id.kind.name(),
        svg: svg(&shown, &style),
        scripts: BoardScripts::new(),
        mode: if may_move { "play" } else { "watch" },
        shown: describe(&shown, at, ply, &wanted.tried, fits),
        rounds: rounds(record, at),
        at,
        ply,
        fits,
        tried: wanted.tried,
        said,
        legal: if may_move && at == ply { board.game.legal() } else { Vec::new() },
        may_move: may_move && at == ply,
        plays: me.is_some(),
        running,
        begun: record.has_begun(),
        has_moved: me.is_some_and(|seat| record.turns.iter().any(|turn| turn.seat == seat)),
        line: if wanted.line.is_empty() { queue.clone() } else { wanted.line },
        queue,
        chat: wanted.chat,
        watches: visitor.is_some_and(|visitor| record.subscribers.contains(visitor.id())),
        is_anchor: board.game.score().is_some(),
        count: wanted.count,
        hands: hands.unwrap_or_default(),
        signed_in: visitor.is_some_and(|visitor| !visitor.guest),
        sheet,
    }
}

fn describe(game: &AnyGame, at: usize, ply: usize, tried: &str, fits: bool) -> String {
    let points = |score: &carrick_games::anchor::Score, colour: Colour| score.total(colour);
    let count = game.score().map(|score| {
        let (black, white) = (points(&score, Colour::Dark), points(&score, Colour::Light));
        format!(" If it ended here: Black {black}, White {white}.")
    });
    let count = count.unwrap_or_default();
    if fits {
        return format!("Preview of {tried}; nothing is played yet.{count}");
    }
    if at < ply {
        return format!("After turn {at} of {ply}.{count}");
    }
    count.trim().to_owned()
}

fn sentence(text: &str) -> String {
    let end = if text.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{text}{end}")
}

async fn turn(
    State(app): State<App>,
    visitor: Visitor,
    Path((kind, number)): Path<(String, String)>,
    fields: Fields,
) -> Result<Response, Fault> {
    let board = board::load(&app, &kind, &number).await?;
    let typed = fields.text("turn").to_owned();
    let again = |said: String| {
        let wanted = Wanted { tried: typed.clone(), said, ..Wanted::default() };
        again(&app, &board, &visitor, wanted)
    };
    // A turn is one word here; what is more than that was not meant as one.
    let turn: String = typed.split_whitespace().collect();
    if turn.is_empty() {
        return again("Which turn? Type one, or choose one from the list.".to_owned());
    }
    if is_other_action(&turn) {
        return again("That is not a turn; there are buttons for it below.".to_owned());
    }
    let number = fields.word("number").and_then(|number| number.parse::<u32>().ok());
    let number = number.map(|number| format!("#{number}")).unwrap_or_default();
    let id = board.id();
    let line = format!("{} move {} {} - {turn}{number}", id.kind, id.number, visitor.id());
    let done = act(&app, &visitor, &line, None).await?;
    match done.refusal() {
        Some(said) => again(said),
        None => Ok(Redirect::to(&board.path()).into_response()),
    }
}

/// Whether a word is an action that is asked about first.
fn is_other_action(word: &str) -> bool {
    ["resign", "propose", "undo", "accept", "reject"]
        .iter()
        .any(|action| word.eq_ignore_ascii_case(action))
}

#[derive(Template)]
#[template(path = "sure.html")]
struct SurePage {
    frame: Frame,
    path: String,
    action: &'static str,
    /// What is about to happen.
    question: &'static str,
    yes: &'static str,
    ply: usize,
}

/// What can be done beside playing: the word, the question, the answer that does it.
const ACTIONS: [(&str, &str, &str); 7] = [
    ("resign", "Resign? You lose this game. Before your first turn it only declines it.", "Resign"),
    ("propose", "Offer a draw? Your opponent may accept until somebody moves.", "Offer a draw"),
    ("undo", "Ask to take your last turn back? Your opponent decides.", "Ask"),
    ("accept", "Accept the offer?", "Accept"),
    ("reject", "Reject the offer?", "Reject"),
    ("pass", "Pass? Your opponent moves next.", "Pass"),
    ("swap", "Swap? You take over your opponent's colour and his first turn.", "Swap"),
];

fn action_of(word: &str) -> Result<(&'static str, &'static str, &'static str), Fault> {
    let found = ACTIONS.into_iter().find(|(action, ..)| *action == word);
    found.ok_or(Fault::Bad("There is nothing of that name to do on a board."))
}

async fn sure(
    State(app): State<App>,
    visitor: Visitor,
    Path((kind, number)): Path<(String, String)>,
    Asked(asked): Asked,
) -> Result<Response, Fault> {
    let board = board::load(&app, &kind, &number).await?;
    let (action, question, yes) = action_of(asked.text("action"))?;
    let page = SurePage {
        frame: Frame::new(board.id().to_string(), Some(&visitor)),
        path: board.path(),
        action,
        question,
        yes,
        ply: board.record.turns.len(),
    };
    Ok(show(&page)?.into_response())
}

async fn action(
    State(app): State<App>,
    visitor: Visitor,
    Path((kind, number)): Path<(String, String)>,
    fields: Fields,
) -> Result<Response, Fault> {
    let board = board::load(&app, &kind, &number).await?;
    let (action, ..) = action_of(fields.text("action"))?;
    // What was confirmed was confirmed for the position that was seen.
    if fields.text("ply").parse().ok() != Some(board.record.turns.len()) {
        let said = "The game has gone on meanwhile, so nothing was done.".to_owned();
        return again(&app, &board, &visitor, Wanted { said, ..Wanted::default() });
    }
    let id = board.id();
    let line = format!("{} move {} {} - {action}", id.kind, id.number, visitor.id());
    let done = act(&app, &visitor, &line, None).await?;
    match done.refusal() {
        Some(said) => again(&app, &board, &visitor, Wanted { said, ..Wanted::default() }),
        None if action == "resign" && !board.record.has_begun() => {
            Ok(Redirect::to("/boards").into_response())
        }
        None => Ok(Redirect::to(&board.path()).into_response()),
    }
}

async fn chat(
    State(app): State<App>,
    Member(visitor): Member,
    Path((kind, number)): Path<(String, String)>,
    fields: Fields,
) -> Result<Response, Fault> {
    let board = board::load(&app, &kind, &number).await?;
    let (id, text) = (board.id(), fields.text("text").to_owned());
    let line = format!("{} chat {} {} -", id.kind, id.number, visitor.id());
    let done = act(&app, &visitor, &line, Some(text.clone())).await?;
    match done.refusal() {
        Some(said) => {
            again(&app, &board, &visitor, Wanted { said, chat: text, ..Wanted::default() })
        }
        None => Ok(Redirect::to(&format!("{}#chat", board.path())).into_response()),
    }
}

async fn queue(
    State(app): State<App>,
    visitor: Visitor,
    Path((kind, number)): Path<(String, String)>,
    fields: Fields,
) -> Result<Response, Fault> {
    let board = board::load(&app, &kind, &number).await?;
    let (id, typed) = (board.id(), fields.text("line").to_owned());
    let words = if typed.is_empty() { "clear" } else { &typed };
    let line = format!("{} queue {} {} - {}", id.kind, id.number, visitor.id(), one_line(words));
    let done = act(&app, &visitor, &line, None).await?;
    match done.refusal() {
        Some(said) => {
            again(&app, &board, &visitor, Wanted { said, line: typed, ..Wanted::default() })
        }
        None => Ok(Redirect::to(&format!("{}#queue", board.path())).into_response()),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

async fn watch(
    State(app): State<App>,
    Member(visitor): Member,
    Path((kind, number)): Path<(String, String)>,
    fields: Fields,
) -> Result<Response, Fault> {
    let board = board::load(&app, &kind, &number).await?;
    let id = board.id();
    let word = if fields.ticked("off") { "unsubscribe" } else { "subscribe" };
    let line = format!("{} {word} {} {} -", id.kind, id.number, visitor.id());
    let done = act(&app, &visitor, &line, None).await?;
    match done.refusal() {
        Some(said) => again(&app, &board, &visitor, Wanted { said, ..Wanted::default() }),
        None => Ok(Redirect::to(&board.path()).into_response()),
    }
}

async fn rematch(
    State(app): State<App>,
    visitor: Visitor,
    Path((kind, number)): Path<(String, String)>,
) -> Result<Response, Fault> {
    let board = board::load(&app, &kind, &number).await?;
    let id = board.id();
    let line = format!("{} rematch {} {} -", id.kind, id.number, visitor.id());
    let done = act(&app, &visitor, &line, None).await?;
    match (done.refusal(), done.board) {
        (Some(said), _) => again(&app, &board, &visitor, Wanted { said, ..Wanted::default() }),
        (None, Some(new)) => {
            Ok(Redirect::to(&format!("/{}/{}", new.kind, new.number)).into_response())
        }
        (None, None) => Ok(Redirect::to("/boards").into_response()),
    }
}

/// The position as data, for the board's script.
async fn position(
    State(app): State<App>,
    Path((kind, number)): Path<(String, String)>,
    axum::extract::Query(query): axum::extract::Query<Query>,
) -> Result<Response, Fault> {
    let board = board::load(&app, &kind, &number).await?;
    let view = query.look().and_then(|wanted| look(&board.game, &wanted));
    Ok(super::position::answer(view))
}
