//! Board page: picture, score sheet, turns, chat.
//!
//! The values of a reviewed game are a line chart in SVG, drawn on the server so that no script is
//! needed. A table below it has the same numbers.

use std::fmt::Write as _;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use carrick_coach::hint::Step;
use carrick_coach::review::Review;
use carrick_games::{AnyGame, Colour, GameKind, Seat};
use carrick_pictures::Style;
use carrick_position::{Aim, LegendMark, PositionQuery, Teaching, aims, marks, phase, state};
use carrick_service::{
    BoardAction, BoardId, BoardView, OfferKind, computer_level, hints_told, plays_alone,
};

use super::play::{Form, seen};
use super::review::{FIGURES, ReviewPart, Reviewable};
use crate::app::App;
use crate::board::{
    self, HintPart, Loaded, PathBoard, Proposal, ScoreSheet, TurnRow, notes_of, rounds,
};
use crate::cost::cost_of;
use crate::pages::fault::Fault;
use crate::pages::fields::{Fields, QueryFields};
use crate::pages::labels;
use crate::pages::page::{Frame, Shown, show};
use crate::pages::session::{Payer, Visitor};
use crate::routes::offers::{GameOffer, NextGame};
use crate::routes::shared::Analyse;
use crate::site::assets::BoardScripts;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/{game}/{number}", get(page))
        .route("/{game}/{number}/position", get(position_of))
        .route("/{game}/{number}/hint", post(hint))
}

/// The ply shown and the text typed on a board's page.
#[derive(Debug, Default)]
pub(crate) struct BoardInput {
    pub(crate) at: Option<usize>,
    pub(crate) tried: String,
    pub(crate) said: String,
    pub(crate) chat: String,
    pub(crate) line: String,
    pub(crate) count: bool,
    /// Whether the refusal is a warning, after which the turn may be played.
    pub(crate) warned: bool,
}

#[derive(Template)]
#[template(path = "board.html")]
struct BoardPage {
    frame: Frame,
    path: String,
    kind: &'static str,
    sheet: ScoreSheet,
    svg: String,
    /// The computer's remark, in a teaching game.
    teaching: Option<Teaching>,
    /// Whether the computer teaches the reader.
    teaches: bool,
    scripts: BoardScripts,
    /// Positions that the scripts will request first, each with a condition on the window.
    early: Vec<(&'static str, String)>,
    aims: [Aim; 2],
    marks: Vec<LegendMark>,
    /// Which actions the board's script offers.
    mode: &'static str,
    /// Description of the picture, as a sentence.
    shown: String,
    rounds: Vec<TurnRow>,
    at: usize,
    ply: usize,
    generation: u32,
    /// The turn being tried.
    tried: String,
    /// Whether it is legal.
    fits: bool,
    said: String,
    legal: Vec<String>,
    may_move: bool,
    plays: bool,
    running: bool,
    /// Which offers would not be refused.
    may_offer_draw: bool,
    may_ask_undo: bool,
    /// Whether a turn may be taken back although the game is over. A practice game then continues.
    may_go_back: bool,
    has_moved: bool,
    /// The offer, while the game has not been accepted.
    game_offer: Option<GameOffer>,
    /// What happens if the reader takes a turn back or offers a draw.
    undo_means: &'static str,
    draw_means: &'static str,
    queue: String,
    line: String,
    chat: String,
    watches: bool,
    is_anchor: bool,
    count: bool,
    hands: String,
    signed_in: bool,
    /// Whether the reader may chat here.
    may_talk: bool,
    /// Whether the reader sees a chat: there are remarks, or the reader may write some.
    has_chat: bool,
    /// Whether the reader may start the next game.
    may_go_on: bool,
    next_game: Option<NextGame>,
    /// Whether the reader has played so many games of this kind that there are no comments on turns
    /// unless they want them.
    experienced: bool,
    /// The proposal for the next game against the computer.
    proposal: Option<Proposal>,
    /// Explanation of a set-up turn (Anchor's refined pie rule); empty for other turns.
    phase: &'static str,
    /// The review of a finished game.
    review: Option<ReviewPart>,
    /// Why this reader may not see it yet; empty if they may.
    postponed: String,
    /// The analysis panel, if an engine may help.
    analyse: Option<Analyse>,
    /// Whether the players must play without help until the game has ended.
    alone: bool,
    /// The hint, if the reader may have one.
    hint: Option<HintPart>,
    /// The mark of a game with hints.
    hinted: Option<String>,
}

async fn page(
    State(app): State<App>,
    visitor: Option<Visitor>,
    payer: Payer,
    PathBoard(id): PathBoard,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let board = board::load(&app, id).await?.teach(&app, &payer).await?;
    let input = BoardInput {
        at: asked.text("at").parse().ok(),
        tried: asked.text("try").to_owned(),
        count: asked.ticked("count"),
        ..BoardInput::default()
    };
    Ok(drawn(&app, &payer, board, visitor, input).await?.into_response())
}

/// Draws and renders the page, as soon as the queue for drawing gets to this reader.
async fn drawn(
    app: &App,
    payer: &Payer,
    board: Loaded,
    visitor: Option<Visitor>,
    input: BoardInput,
) -> Result<Html<String>, Fault> {
    let proposal = Proposal::of(app, &board, visitor.as_ref().map(Visitor::id)).await?;
    let user = visitor.as_ref().map(Visitor::id);
    let (reviews, postponed) = match board::reviews(app, payer, user, &board).await? {
        Some(Err(postponed)) => (None, postponed),
        found => (found.and_then(Result::ok), String::new()),
    };
    let next_game = NextGame::after(app, &board, visitor.as_ref()).await?;
    let member = visitor.as_ref().filter(|visitor| !visitor.guest).map(Visitor::id);
    let experienced = board::is_experienced(app, member, board.record.id.kind).await?;
    let figures = if reviews.is_some() { FIGURES as u32 } else { 0 };
    let (cost, here) = (board.cost() + figures * cost_of(&board.game), app.clone());
    let page = move || {
        let at = input.at;
        let page = build(&here, &board, visitor.as_ref(), input);
        let path = board.path();
        let of = Reviewable::on(&board, &path, visitor.as_ref());
        let review = reviews.map(|now| ReviewPart::new(of, &now, at));
        show(&BoardPage { next_game, proposal, review, postponed, experienced, ..page })
    };
    app.draw(payer, cost, page).await?
}

/// Shows the page again, with the refusal and the typed text.
pub(crate) async fn again(
    app: &App,
    id: BoardId,
    visitor: &Visitor,
    input: BoardInput,
) -> Result<Response, Fault> {
    let payer = Payer::of(visitor);
    let board = board::load(app, id).await?.teach(app, &payer).await?;
    let page = drawn(app, &payer, board, Some(visitor.clone()), input).await?;
    Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
}

/// Title of a board's page: "Boche: ann (Light) v bob (Dark)".
fn title(sheet: &ScoreSheet, kind: GameKind) -> String {
    let [first, second] = &sheet.players;
    let side = |player: &board::SheetPlayer| format!("{} ({})", player.shown, player.colour);
    format!("{}: {} v {}", kind.title(), side(first), side(second))
}

fn build(app: &App, board: &Loaded, visitor: Option<&Visitor>, input: BoardInput) -> BoardPage {
    let record = &board.record;
    let ply = record.turns.len();
    let at = input.at.unwrap_or(ply).min(ply);
    let me = board.seat_of(visitor.map(Visitor::id));
    let may_move = board.is_turn_of(visitor.map(Visitor::id));
    let here = if at == ply { board.game.clone() } else { board.game.at(at) };
    let mut said = input.said;
    let mut fits = false;
    let mut tries = false;
    let shown = match input.tried.as_str() {
        "" => here,
        turn => match here.clone().play_text(turn) {
            Ok(game) => {
                fits = at == ply && may_move && (said.is_empty() || input.warned);
                tries = true;
                game
            }
            Err(refused) => {
                if said.is_empty() {
                    said = labels::ended(&refused.reason.to_string());
                }
                here
            }
        },
    };
    let style = Style { score: input.count, ..Shown::of_reader().board() };
    let is_present = at == ply && !tries;
    let hint = board.hint.as_ref().filter(|_| is_present);
    let notes = notes_of(hint, &board.game);
    let (svg, teaching) = carrick_position::picture(&shown, &style, board.learner, tries, &notes);
    let queue = me.and_then(|seat| record.plans.queues[seat.index()].clone()).unwrap_or_default();
    let hands = shown.in_hand().map(|[light, dark]| format!("Cubes in hand: O {light}, X {dark}."));
    let running = record.ended.is_none();
    let sheet = ScoreSheet::new(board, visitor, app.now());
    let mut frame = Frame::new(title(&sheet, board.id().kind), visitor);
    let of_turn = if at < ply { format!("?at={at}") } else { String::new() };
    frame.picture = format!("{}{}/preview.png{of_turn}", app.setup.base_url, board.path());
    frame.told = told(board, at);
    frame.your_turn = may_move;
    // Chat after the end of the game is also live.
    frame = frame.live(board.path(), format!("{}/events", board.path()), board.seen);
    let has_moved = board.has_moved(visitor.map(Visitor::id));
    let would_talk = visitor.is_some_and(|visitor| board.may_talk(visitor.id()));
    let may_talk = would_talk && visitor.is_some_and(|visitor| !visitor.guest);
    let against_computer = record.players.iter().any(|player| computer_level(player).is_some());
    // Before the next turn, a player cannot repeat an offer, whether pending or rejected. They must
    // also answer the other player's offer first.
    let may_offer = |kind| {
        record.offer.is_none_or(|offer| match Some(offer.by) == me {
            true => offer.kind != kind,
            false => offer.rejected,
        })
    };
    BoardPage {
        frame,
        path: board.path(),
        kind: record.id.kind.name(),
        svg,
        // The refusal already contains the warning.
        teaching: teaching.filter(|_| !input.warned),
        teaches: me.is_some() && me == record.learner(),
        scripts: BoardScripts::new(),
        early: if at == ply { early(record.id) } else { Vec::new() },
        aims: aims(&board.game),
        marks: marks(record.id.kind, record.learner().is_some()),
        mode: if may_move { "play" } else { "watch" },
        shown: describe(&shown, at, ply, &input.tried, fits),
        rounds: rounds(record, at),
        at,
        ply,
        generation: record.generation(),
        fits,
        tried: input.tried,
        said,
        legal: if may_move && at == ply { board.game.legal() } else { Vec::new() },
        may_move,
        plays: me.is_some(),
        running,
        may_offer_draw: record.has_begun() && may_offer(OfferKind::Draw),
        may_ask_undo: has_moved && record.offered_to.is_none() && may_offer(OfferKind::Undo),
        may_go_back: !running && has_moved && me.is_some_and(|me| record.is_practice_of(me)),
        has_moved: has_moved && record.offered_to.is_none(),
        game_offer: GameOffer::of(record, &board.users, &board.ratings, visitor, app.now()),
        undo_means: undo_means(against_computer, record.terms.rated),
        draw_means: draw_means(against_computer, record.terms.rated),
        line: if input.line.is_empty() { queue.clone() } else { input.line },
        queue,
        chat: input.chat,
        watches: visitor.is_some_and(|visitor| record.subscribers.contains(visitor.id())),
        is_anchor: board.game.score().is_some(),
        count: input.count,
        hands: hands.unwrap_or_default(),
        signed_in: visitor.is_some_and(|visitor| !visitor.guest),
        may_talk,
        has_chat: me.is_none()
            || (would_talk && !against_computer)
            || may_talk
            || !sheet.remarks.is_empty(),
        may_go_on: !running && me.is_some_and(|me| board.may_go_on(me)) && board.rematch.is_none(),
        next_game: None,
        experienced: false,
        proposal: None,
        review: None,
        postponed: String::new(),
        phase: phase(&shown).map_or("", |phase| phase.explained),
        analyse: (!plays_alone(record))
            .then(|| Analyse { practice: running, ..Analyse::new(&shown) }),
        alone: plays_alone(record),
        hint: (may_move && !plays_alone(record)).then(|| HintPart::new(board)),
        hinted: hints_told(record.hints),
        sheet,
    }
}

/// What happens if a player takes their last turn back.
const fn undo_means(against_computer: bool, rated: bool) -> &'static str {
    match (against_computer, rated) {
        (true, false) => "Takes your last turn back.",
        (true, true) => "Asks to take your last turn back. In a rated game, the computer refuses.",
        (false, _) => "Asks to take your last turn back. Your opponent decides.",
    }
}

/// What happens if a player offers a draw.
const fn draw_means(against_computer: bool, rated: bool) -> &'static str {
    match (against_computer, rated) {
        (true, false) => "The computer accepts unless it thinks that it is ahead.",
        (true, true) => {
            "In a rated game, the computer accepts only if it has proved that it cannot win."
        }
        (false, _) => "Your opponent may accept until the next turn.",
    }
}

/// The positions that a board's scripts request first, and conditions on the window. The page
/// fetches one while the scripts are still loading. On a phone held upright, Antipod's discs are
/// one above the other.
fn early(id: BoardId) -> Vec<(&'static str, String)> {
    let appearance = Shown::of_reader();
    if appearance.bare || appearance.view == BoardView::Solid {
        return Vec::new();
    }
    let usual = format!("{}/position", board::path(id));
    match id.kind {
        GameKind::Antipod => vec![
            (
                " and (max-width: 40rem) and (orientation: portrait)",
                format!("{usual}?show=stacked"),
            ),
            (" and (min-width: 40.01rem)", usual.clone()),
            (" and (max-width: 40rem) and (orientation: landscape)", usual),
        ],
        GameKind::Ankor | GameKind::Boche | GameKind::Anchor => vec![("", usual)],
    }
}

/// Describes the page at one of the board's turns, in a sentence that is the same for every reader.
fn told(board: &Loaded, at: usize) -> String {
    let record = &board.record;
    let [first, second] = [0, 1].map(|seat| labels::shown(&record.players[seat]));
    let ply = record.turns.len();
    let when = match ply {
        _ if at < ply => format!("after turn {at} of {ply}"),
        0 => "not begun yet".to_owned(),
        1 => "after one turn".to_owned(),
        turns => format!("after {turns} turns"),
    };
    let (kind, state) = (record.id.kind.title(), state(&board.game.at(at)));
    format!("A game of {kind} between {first} and {second}, {when}. {state}")
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

/// The position as JSON, for the board's script.
async fn position_of(
    State(app): State<App>,
    payer: Payer,
    PathBoard(id): PathBoard,
    axum::extract::Query(query): axum::extract::Query<PositionQuery>,
) -> Result<Response, Fault> {
    let board = board::load(&app, id).await?.teach(&app, &payer).await?;
    let cost = cost_of(&board.game) + board.cost();
    let answer = move || super::files::answer(board.look(&query));
    Ok(app.draw(&payer, cost, answer).await?)
}

/// Size of the drawing in its own units; the page scales it.
const WIDTH: f32 = 600.0;
const HEIGHT: f32 = 160.0;
/// Margins: on both sides, and above and below the line.
const SIDE: f32 = 10.0;
const EDGE: f32 = 8.0;

/// The chart of a game's values to one seat: it is ahead where the line is high. The position after
/// `at` turns is marked, and every position links to `path` at its turn.
pub(crate) fn svg(review: &Review, seat: Seat, path: &str, at: usize) -> String {
    let turns = review.turns.len();
    let step = (WIDTH - 2.0 * SIDE) / turns.max(1) as f32;
    let x = |ply: usize| SIDE + step * ply as f32;
    let of_seat = |value: f32| if seat == Seat::First { value } else { 1.0 - value };
    let y = |value: f32| EDGE + (1.0 - of_seat(value)) * (HEIGHT - 2.0 * EDGE);
    let mut drawn = format!(
        "<svg class=\"chart review-graph\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"group\" \
         aria-label=\"Values of the game, turn by turn; the table below has the numbers.\">"
    );
    for (value, class) in [(0.0, "grid"), (0.5, "grid middle"), (1.0, "grid")] {
        let at = y(value);
        let _ = write!(
            drawn,
            "<line class=\"{class}\" x1=\"{SIDE}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>",
            WIDTH - SIDE
        );
    }
    let now = x(at.min(turns));
    let _ = write!(
        drawn,
        "<line class=\"now\" x1=\"{now:.1}\" x2=\"{now:.1}\" y1=\"{EDGE}\" y2=\"{}\"/>",
        HEIGHT - EDGE
    );
    let points = review.values.iter().enumerate();
    let points = points.map(|(ply, worth)| format!("{:.1},{:.1}", x(ply), y(worth.value)));
    let _ = write!(drawn, "<polyline points=\"{}\"/>", points.collect::<Vec<_>>().join(" "));
    // Wide strips are easy to hit. Tab reaches only the turning points; the table links to all
    // others.
    for (ply, _) in review.values.iter().enumerate() {
        let left = (x(ply) - step / 2.0).max(0.0);
        let _ = write!(
            drawn,
            "<a href=\"{path}?at={ply}\" tabindex=\"-1\" aria-hidden=\"true\"><rect class=\"hit\" x=\"{left:.1}\" \
             y=\"0\" width=\"{step:.1}\" height=\"{HEIGHT}\"><title>{}</title></rect></a>",
            ply_title(review, ply)
        );
    }
    for point in &review.turning_points {
        let value = review.values[point.ply].value;
        let _ = write!(
            drawn,
            "<a href=\"{path}?at={}\" aria-label=\"{}\"><circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"6\"/></a>",
            point.ply,
            ply_title(review, point.ply),
            x(point.ply),
            y(value)
        );
    }
    drawn.push_str("</svg>");
    drawn
}

/// "Turn 14, g7".
fn ply_title(review: &Review, ply: usize) -> String {
    match ply.checked_sub(1).and_then(|before| review.turns.get(before)) {
        Some(turn) => format!("Turn {ply}, {}", turn.turn),
        None => "Before the first turn".to_owned(),
    }
}

/// Refusal of a hint step that does not exist.
const STEP: Fault =
    Fault::Bad("A hint has three steps: 1 says where to look, 2 names the turn, and 3 says why.");

async fn hint(form: Form, fields: Fields) -> Result<Response, Fault> {
    let step: Step = fields.text("step").parse().map_err(|_| STEP)?;
    let refusal = form.send(BoardAction::Hint(Some(step)), None, seen(&fields)?).await?.refusal();
    form.back(refusal, "#hint", BoardInput::default()).await
}
