//! Review of a finished game on its page: summary, graph, turning points and table, and the form
//! that requests one.

use axum::Router;
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::post;
use carrick_coach::analysis::counted;
use carrick_coach::review::{Review, ReviewBudget, ReviewedTurn, Times, View, Worth};
use carrick_games::{AnyGame, GameKind, Seat};
use carrick_position::{notes_on_line, notes_on_played};
use carrick_service::command::field;
use carrick_service::command::field::FieldError;
use carrick_service::{Action, BoardAction, ComputerLevel, DoneReview, ReviewNow, computer_level};

use super::page::{self, BoardInput};
use super::play::Form;
use crate::app::App;
use crate::board::{self, Loaded};
use crate::pages::fault::Fault;
use crate::pages::fields::{Fields, give_once};
use crate::pages::labels::{ListedLevel, level_list};
use crate::pages::page::Shown;
use crate::pages::session::Visitor;
use crate::routes::shared::explore_url;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/{game}/{number}/review", post(ask))
        .route("/{game}/{number}/retry", post(retry))
}

/// What a review needs to know about a finished game.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reviewable<'a> {
    pub(crate) game: &'a AnyGame,
    /// Path of its page.
    pub(crate) path: &'a str,
    /// The reader's seat; `None` for watchers, and for someone who played both sides.
    pub(crate) seat: Option<Seat>,
    /// Whether the reader may ask for a review and try again from a turn.
    pub(crate) may_ask: bool,
    /// Level of the computer that played.
    pub(crate) level: Option<ComputerLevel>,
    /// Whether its page is updated live.
    pub(crate) is_live: bool,
}

impl<'a> Reviewable<'a> {
    /// The game on a board.
    pub(super) fn on(board: &'a Loaded, path: &'a str, visitor: Option<&Visitor>) -> Self {
        Self {
            game: &board.game,
            path,
            seat: board.seat_of(visitor.map(Visitor::id)),
            may_ask: visitor.is_some(),
            level: board.record.players.iter().find_map(computer_level),
            is_live: true,
        }
    }
}

/// The review of a finished game, as far as it exists.
#[derive(Debug)]
pub(crate) struct ReviewPart {
    /// The course of the game; `None` before the first review is done.
    pub(crate) done: Option<DonePart>,
    /// Progress of the running review.
    pub(crate) progress: Option<String>,
    /// The label of the button that asks for a review, and how many times the usual time it takes.
    pub(crate) ask: Option<(String, u8)>,
    /// Computer levels for another try, with the chosen one; empty if no one is signed in.
    pub(crate) levels: Vec<ListedLevel>,
    /// Default for the turn before which another try starts.
    pub(crate) from: usize,
    /// Number of turns.
    pub(crate) turns: usize,
    /// Whether the page is told live how far the review is.
    pub(crate) is_live: bool,
}

/// A finished review.
#[derive(Debug)]
pub(crate) struct DonePart {
    pub(crate) summary: String,
    /// The graph, as SVG.
    pub(crate) graph: String,
    /// Mistakes, most expensive first, and then the other turning points; each list with its
    /// heading.
    pub(crate) lists: [(&'static str, Vec<PointPart>); 2],
    pub(crate) rows: Vec<ReviewRow>,
    /// Name of the colour whose values the table shows. It is ahead where the graph is high.
    pub(crate) colour: &'static str,
    /// The other colour.
    pub(crate) other: &'static str,
    /// How the values were found, in a sentence.
    pub(crate) how: String,
}

/// A turn that counted.
#[derive(Debug)]
pub(crate) struct PointPart {
    pub(crate) ply: usize,
    pub(crate) turn: String,
    pub(crate) colour: &'static str,
    /// Its effect or cost, and the better turn, in one or two sentences.
    pub(crate) told: String,
    pub(crate) lines: Vec<LinePart>,
    /// The better line drawn on the board, as SVG; `None` if the turn was the best, or after the
    /// first [`FIGURES`].
    pub(crate) figure: Option<String>,
}

/// A line of turns, each with a link to the position after it.
#[derive(Debug)]
pub(crate) struct LinePart {
    /// Meaning of the line.
    pub(crate) name: &'static str,
    /// URL and name of each turn.
    pub(crate) turns: Vec<(String, String)>,
}

/// A row of the table.
#[derive(Debug)]
pub(crate) struct ReviewRow {
    pub(crate) ply: usize,
    pub(crate) turn: String,
    pub(crate) colour: &'static str,
    /// Value after the turn.
    pub(crate) value: String,
    /// The better turn, if the turn lost something.
    pub(crate) better: String,
    /// Whether the position after it is shown.
    pub(crate) here: bool,
}

/// Maximum number of mistakes to list.
const MISTAKES: usize = 6;

/// Maximum number of better lines to draw.
pub(super) const FIGURES: usize = 3;

/// Loss of value from which the table names the better turn.
const TELLING: f32 = 0.05;

impl ReviewPart {
    /// The review on the page that shows the position after `at` turns. The game must have turns.
    pub(crate) fn new(of: Reviewable<'_>, now: &ReviewNow, at: Option<usize>) -> Self {
        let turns = of.game.ply();
        let positions = turns + 1;
        let progress = now.under_way.as_ref().map(|under_way| under_way.told(positions));
        let done = now.done.as_ref().and_then(|done| DonePart::new(of, done, at));
        let next = match &now.done {
            Some(done) => done.times.more().map(|times| {
                (format!("Review again with {times} times the usual time"), times.get())
            }),
            None => Some(("Review this game".to_owned(), Times::ONE.get())),
        };
        let ask = next.filter(|_| of.may_ask && progress.is_none());
        let levels = if of.may_ask { levels(of) } else { Vec::new() };
        let from = at.unwrap_or(0).min(turns.saturating_sub(1)) + 1;
        Self { done, progress, ask, levels, from, turns, is_live: of.is_live }
    }
}

impl DonePart {
    fn new(of: Reviewable<'_>, done: &DoneReview, at: Option<usize>) -> Option<Self> {
        let review = Review::of(of.game, &done.judged).ok()?;
        let view = of.seat.map_or(View::Onlooker, View::Player);
        let seat = of.seat.unwrap_or(Seat::First);
        let turns = review.turns.len();
        let at = at.unwrap_or(turns).min(turns);
        let nodes = ReviewBudget::of(of.game.options(), turns, done.times, 0).nodes;
        Some(Self {
            summary: review.summary(view),
            graph: page::svg(&review, seat, of.path, at),
            lists: lists(of.game, &review, view),
            rows: rows(&review, seat, at),
            colour: review.colour(seat),
            other: review.colour(!seat),
            how: format!(
                "The computer looked at up to {} positions after each turn. Percentages are \
                 estimates; what is proved is certain.",
                counted(nodes)
            ),
        })
    }
}

/// The turns that mattered: the reader's mistakes, however far behind they were, and then the other
/// turning points.
fn lists(game: &AnyGame, review: &Review, view: View) -> [(&'static str, Vec<PointPart>); 2] {
    let mut figures = FIGURES;
    let mut part = |turn: &ReviewedTurn, told: String| {
        let is_drawn = figures > 0 && turn.better().is_some();
        figures -= usize::from(is_drawn);
        PointPart::new(game, review, turn, told, is_drawn)
    };
    let mut mistakes = review.mistakes(view);
    mistakes.truncate(MISTAKES);
    let known: Vec<usize> = mistakes.iter().map(|turn| turn.ply).collect();
    let mistakes = mistakes.into_iter().map(|turn| {
        let point = review.turning_points.iter().find(|point| point.ply == turn.ply);
        let told = match point {
            Some(point) => review.told(point, view),
            None => review.cost(turn, view),
        };
        part(turn, told)
    });
    let mistakes: Vec<PointPart> = mistakes.collect();
    let others = review.turning_points.iter().filter(|point| !known.contains(&point.ply));
    let others =
        others.map(|point| part(&review.turns[point.ply - 1], review.told(point, view))).collect();
    let whose = match view {
        View::Player(_) => "Your mistakes",
        View::Onlooker => "Mistakes",
    };
    let rest = if known.is_empty() { "Turning points" } else { "Other turning points" };
    [(whose, mistakes), (rest, others)]
}

impl PointPart {
    fn new(
        game: &AnyGame,
        review: &Review,
        turn: &ReviewedTurn,
        told: String,
        is_drawn: bool,
    ) -> Self {
        let names: Vec<&str> = review.turns.iter().map(|turn| turn.turn.as_str()).collect();
        let (kind, options) = (game.kind(), game.options().to_string());
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
            lines.push(line("Better", turn.ply - 1, &turn.best));
        }
        if !turn.answer.is_empty() {
            lines.push(line("What it allowed", turn.ply, &turn.answer));
        }
        Self {
            ply: turn.ply,
            turn: turn.turn.clone(),
            colour: review.colour(turn.seat),
            told,
            lines,
            figure: is_drawn.then(|| figure(game, turn)).flatten(),
        }
    }
}

/// The position before a turn, with the numbers of the better line and a ring where the turn was
/// played. `None` if a place is not on the board.
fn figure(game: &AnyGame, turn: &ReviewedTurn) -> Option<String> {
    let mut notes = notes_on_played(&turn.turn);
    notes.extend(notes_on_line(&turn.best));
    let described = format!("Turn {}: the better line is {}.", turn.ply, turn.best.join(", "));
    let style = Shown::of_reader().board();
    carrick_pictures::figure(&game.at(turn.ply - 1), &style, &notes, &described).ok()
}

/// All levels of a game. The one that played is chosen, or otherwise the middle one.
fn levels(of: Reviewable<'_>) -> Vec<ListedLevel> {
    let kind = of.game.kind();
    let chosen = of.level.map_or(ComputerLevel::MIDDLE, |level| level.nearest_in(kind));
    level_list(kind, Some(chosen))
}

fn rows(review: &Review, seat: Seat, at: usize) -> Vec<ReviewRow> {
    let row = |turn: &ReviewedTurn| ReviewRow {
        ply: turn.ply,
        turn: turn.turn.clone(),
        colour: review.colour(turn.seat),
        value: of_seat(review.values[turn.ply], seat).in_words(),
        better: turn.better().filter(|_| turn.loss() >= TELLING).unwrap_or_default().to_owned(),
        here: turn.ply == at,
    };
    review.turns.iter().map(row).collect()
}

/// Converts a value to the first seat into one to another seat.
fn of_seat(worth: Worth, seat: Seat) -> Worth {
    let value = if seat == Seat::First { worth.value } else { 1.0 - worth.value };
    Worth { value, ..worth }
}

/// The level of the computer that a form names.
pub(crate) fn asked_level(kind: GameKind, fields: &Fields) -> Result<ComputerLevel, FieldError> {
    match fields.text("level") {
        "" => Ok(ComputerLevel::MIDDLE),
        level => field::level(kind, level),
    }
}

/// The share of time that a form asks for.
pub(crate) fn asked_times(fields: &Fields) -> Result<Times, Fault> {
    let times = fields.hidden_number("times")?.unwrap_or(1);
    let times = u8::try_from(times).ok().and_then(|times| Times::try_from(times).ok());
    times.ok_or(Fault::FORM)
}

async fn retry(form: Form, fields: Fields) -> Result<Response, Fault> {
    let turn = fields.hidden_number("turn")?.ok_or(Fault::FORM)?;
    let level = match asked_level(form.kind(), &fields) {
        Ok(level) => level,
        Err(error) => {
            return form.back(Some(error.of("Level")), "#review", BoardInput::default()).await;
        }
    };
    let Form { app, visitor, id: board } = &form;
    let retry = Action::Board(*board, BoardAction::Retry { turn, level });
    let done = give_once(app, visitor, retry, &fields).await?;
    match (done.refusal(), done.board) {
        (None, Some(new)) => Ok(Redirect::to(&board::path(new)).into_response()),
        (None, None) => Ok(Redirect::to("/boards").into_response()),
        (refusal, _) => form.back(refusal, "#review", BoardInput::default()).await,
    }
}

async fn ask(form: Form, fields: Fields) -> Result<Response, Fault> {
    let times = asked_times(&fields)?;
    let refusal = form.send(BoardAction::Review(Some(times)), None, None).await?.refusal();
    form.back(refusal, "#review", BoardInput::default()).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_proved_values_are_called_certain() {
        let told = |value, proved| Worth { value, proved }.in_words();
        assert_eq!(told(0.9999, false), "over 99 %");
        assert_eq!(told(0.62, false), "62 %");
        assert_eq!(told(1.0, true), "won (proved)");
        assert_eq!(told(0.0, true), "lost (proved)");
    }
}
