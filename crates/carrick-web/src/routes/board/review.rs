//! Review of a finished game on its page: summary, graph, turning points, table; and the form that
//! asks for one.

use axum::Router;
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::post;
use carrick_coach::analysis::counted;
use carrick_coach::review::{Budget, Review, ReviewedTurn, Times, TurningPoint, View, Worth};
use carrick_games::{AnyGame, Seat, percent};
use carrick_position::{notes_on_line, notes_on_played};
use carrick_service::command::field;
use carrick_service::{ComputerLevel, DoneReview, GameCommand, ReviewNow, computer_level};

use super::graph;
use super::page::BoardInput;
use super::play::Form;
use crate::app::App;
use crate::board::{self, Loaded};
use crate::pages::appearance::Shown;
use crate::pages::fault::Fault;
use crate::pages::fields::Fields;
use crate::pages::levels::{LevelGroup, level_groups};
use crate::pages::session::Visitor;
use crate::routes::shared::explore_url;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/{game}/{number}/review", post(ask))
        .route("/{game}/{number}/retry", post(retry))
}

/// The review of a finished game, as far as there is one.
#[derive(Debug)]
pub(super) struct ReviewPart {
    /// The course of the game; `None` before the first review is done.
    pub(super) done: Option<DonePart>,
    /// How far the review under way is.
    pub(super) progress: Option<String>,
    /// The label of the button that asks for a review, and its share of time.
    pub(super) ask: Option<(String, u8)>,
    /// Levels of the computer to try it against again, and which is chosen; none where nobody is
    /// signed in.
    pub(super) levels: Vec<LevelGroup>,
    /// Turn before which another try begins unless another is chosen.
    pub(super) from: usize,
    /// Number of turns.
    pub(super) turns: usize,
}

/// A review that is done.
#[derive(Debug)]
pub(super) struct DonePart {
    pub(super) summary: String,
    /// The graph, as SVG.
    pub(super) graph: String,
    pub(super) points: Vec<PointPart>,
    pub(super) rows: Vec<Row>,
    /// Name of the colour whose values the table has, and which is ahead where the graph is high.
    pub(super) colour: &'static str,
    /// The other colour.
    pub(super) other: &'static str,
    /// How the values were got, in a sentence.
    pub(super) how: String,
}

/// A turning point.
#[derive(Debug)]
pub(super) struct PointPart {
    pub(super) ply: usize,
    pub(super) turn: String,
    pub(super) colour: &'static str,
    /// Its effect, and the better turn, in two sentences.
    pub(super) told: String,
    pub(super) lines: Vec<LinePart>,
    /// The better line drawn on the board, as SVG; `None` when the turn was the best.
    pub(super) figure: Option<String>,
}

/// A line of turns, each of them a link to the position after it.
#[derive(Debug)]
pub(super) struct LinePart {
    /// Meaning of the line.
    pub(super) name: &'static str,
    /// URL and name of each turn.
    pub(super) turns: Vec<(String, String)>,
}

/// A row of the table.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) ply: usize,
    pub(super) turn: String,
    pub(super) colour: &'static str,
    /// Value after the turn.
    pub(super) value: String,
    /// The better turn, where one lost something.
    pub(super) better: String,
    /// Whether the position after it is shown.
    pub(super) here: bool,
}

/// Loss of value from which the table names the better turn.
const TELLING: f32 = 0.05;

impl ReviewPart {
    /// The part for a reader of the page that shows the position after `at` turns.
    pub(super) fn new(
        board: &Loaded,
        now: &ReviewNow,
        visitor: Option<&Visitor>,
        at: Option<usize>,
    ) -> Self {
        let positions = board.record.turns.len() + 1;
        let progress = now.under_way.as_ref().map(|under_way| under_way.told(positions));
        let done = now.done.as_ref().and_then(|done| DonePart::new(board, done, visitor, at));
        let next = match &now.done {
            Some(done) => done.times.more().map(|times| {
                (format!("Review again with {times} times the usual time"), times.get())
            }),
            None => Some(("Review this game".to_owned(), Times::ONE.get())),
        };
        let ask = next.filter(|_| visitor.is_some() && progress.is_none());
        let turns = board.record.turns.len();
        let levels = visitor.map(|_| levels(board).into()).unwrap_or_default();
        Self { done, progress, ask, levels, from: at.unwrap_or(0).min(turns - 1) + 1, turns }
    }
}

impl DonePart {
    fn new(
        board: &Loaded,
        done: &DoneReview,
        visitor: Option<&Visitor>,
        at: Option<usize>,
    ) -> Option<Self> {
        let review = Review::of(&board.game, &done.judged).ok()?;
        let me = board.seat_of(visitor.map(Visitor::id));
        let view = me.map_or(View::Onlooker, View::Player);
        let seat = me.unwrap_or(Seat::First);
        let turns = review.turns.len();
        let at = at.unwrap_or(turns).min(turns);
        let nodes = Budget::of(board.game.options(), turns, done.times, 0).nodes;
        Some(Self {
            summary: review.summary(view),
            graph: graph::svg(&review, seat, &board.path(), at),
            points: review
                .turning_points
                .iter()
                .map(|point| PointPart::new(board, &review, point, view))
                .collect(),
            rows: rows(&review, seat, at),
            colour: review.colour(seat),
            other: review.colour(!seat),
            how: format!(
                "The computer looked at up to {} positions after each turn. Percentages are its \
                 judgement; what is proved is certain.",
                counted(nodes)
            ),
        })
    }
}

impl PointPart {
    fn new(board: &Loaded, review: &Review, point: &TurningPoint, view: View) -> Self {
        let turn = &review.turns[point.ply - 1];
        let names: Vec<&str> = review.turns.iter().map(|turn| turn.turn.as_str()).collect();
        let (kind, options) = (board.id().kind, board.game.options().to_string());
        let line = |name, before: usize, line: &[String]| {
            let mut played = names[..before].to_vec();
            let link = |turn| {
                played.push(turn);
                (explore_url(kind, &options, &played.join(" ")), turn.to_owned())
            };
            LinePart { name, turns: line.iter().map(String::as_str).map(link).collect() }
        };
        let mut lines = Vec::new();
        if turn.better().is_some() {
            lines.push(line("Better", point.ply - 1, &turn.best));
        }
        if !turn.answer.is_empty() {
            lines.push(line("What it allowed", point.ply, &turn.answer));
        }
        Self {
            ply: point.ply,
            turn: turn.turn.clone(),
            colour: review.colour(turn.seat),
            told: review.told(point, view),
            lines,
            figure: turn.better().and_then(|_| figure(&board.game, turn)),
        }
    }
}

/// The position before a turn, with the numbers of the better line and a ring where the turn was
/// played. `None` when a place is not on the board.
fn figure(game: &AnyGame, turn: &ReviewedTurn) -> Option<String> {
    let mut notes = notes_on_played(&turn.turn);
    notes.extend(notes_on_line(&turn.best));
    let described = format!("Turn {}: the better line is {}.", turn.ply, turn.best.join(", "));
    let style = Shown::of_reader().board();
    carrick_pictures::figure(&game.at(turn.ply - 1), &style, &notes, &described).ok()
}

/// All levels that a game has; that of the board is chosen, or the middle one.
fn levels(board: &Loaded) -> [LevelGroup; 2] {
    let kind = board.record.id.kind;
    let played = board.record.players.iter().find_map(computer_level);
    let chosen = played.map_or(ComputerLevel::MIDDLE, |level| level.nearest_in(kind));
    level_groups(kind, Some(chosen))
}

fn rows(review: &Review, seat: Seat, at: usize) -> Vec<Row> {
    let row = |turn: &ReviewedTurn| Row {
        ply: turn.ply,
        turn: turn.turn.clone(),
        colour: review.colour(turn.seat),
        value: in_words(of_seat(review.values[turn.ply], seat)),
        better: turn.better().filter(|_| turn.loss() >= TELLING).unwrap_or_default().to_owned(),
        here: turn.ply == at,
    };
    review.turns.iter().map(row).collect()
}

/// A value to the first seat as one to another.
fn of_seat(worth: Worth, seat: Seat) -> Worth {
    let value = if seat == Seat::First { worth.value } else { 1.0 - worth.value };
    Worth { value, ..worth }
}

/// "62 %", or what is proved.
fn in_words(worth: Worth) -> String {
    match (worth.proved, worth.value) {
        (true, value) if value > 0.75 => "won, proved".to_owned(),
        (true, value) if value < 0.25 => "lost, proved".to_owned(),
        (true, _) => "draw, proved".to_owned(),
        (false, value) => percent(value),
    }
}

async fn retry(form: Form, fields: Fields) -> Result<Response, Fault> {
    let turn = fields.hidden_number("turn")?.ok_or(Fault::FORM)?;
    let level = match fields.text("level") {
        "" => Ok(ComputerLevel::MIDDLE),
        level => field::level(form.kind(), level),
    };
    let level = match level {
        Ok(level) => level,
        Err(error) => {
            return form.back(Some(error.of("Level")), "#review", BoardInput::default()).await;
        }
    };
    let command = |board, who| GameCommand::Retry { board, turn, level, who };
    let done = form.send(command, None, None).await?;
    match (done.refusal(), done.board) {
        (None, Some(new)) => Ok(Redirect::to(&board::path(new)).into_response()),
        (None, None) => Ok(Redirect::to("/boards").into_response()),
        (refusal, _) => form.back(refusal, "#review", BoardInput::default()).await,
    }
}

async fn ask(form: Form, fields: Fields) -> Result<Response, Fault> {
    let times = fields.hidden_number("times")?.unwrap_or(1);
    let times = u8::try_from(times).ok().and_then(|times| Times::try_from(times).ok());
    let times = times.ok_or(Fault::FORM)?;
    let command = |board, who| GameCommand::Review(board, who, Some(times));
    let refusal = form.send(command, None, None).await?.refusal();
    form.back(refusal, "#review", BoardInput::default()).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_proved_is_called_certain() {
        let told = |value, proved| in_words(Worth { value, proved });
        assert_eq!(told(0.9999, false), "over 99 %");
        assert_eq!(told(0.62, false), "62 %");
        assert_eq!(told(1.0, true), "won, proved");
        assert_eq!(told(0.0, true), "lost, proved");
    }
}
