//! Puzzles of the last week, with all that solving them without a network takes. The page is the
//! same for everybody; scripts fill in the board.

use askama::Template;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use carrick_coach::puzzle::{Collection, Puzzle, said};
use carrick_games::GameKind;
use carrick_service::day::{date_of, day_of, in_words};

use crate::app::App;
use crate::pages::fault::Fault;
use crate::pages::labels;
use crate::pages::names;
use crate::pages::page::{Frame, show};
use crate::pages::session::Visitor;
use crate::routes::shared::{Game, kind_of};
use crate::site::assets::{self, BoardScripts};
use crate::site::stylesheet::Stylesheet;

/// Number of days, today among them.
const DAYS: u32 = 7;

/// The puzzle of a day.
struct OfDay {
    /// The day as in `2026-11-24`, and in words.
    date: String,
    day: String,
    number: u32,
    /// Options, in words; empty for the usual board.
    options: String,
    colour: &'static str,
    own_turns: usize,
    /// The puzzle as a line of its collection.
    line: String,
    /// Sentences about its grade and its source.
    facts: [String; 2],
    /// How sure it is that there is one solution: told when it is solved.
    certainty: String,
}

impl OfDay {
    fn new(kind: GameKind, day: u32, puzzle: &Puzzle) -> Self {
        let colour = puzzle.start.colour_to_move();
        Self {
            date: date_of(day).to_string(),
            day: in_words(day),
            number: puzzle.number,
            options: labels::options_in_words(kind, &puzzle.start.options().to_string()),
            colour: colour.map_or("", |colour| kind.colour_name(colour)),
            own_turns: puzzle.own_turns(),
            line: puzzle.to_line(),
            facts: [said::grade(puzzle.grade), names::in_text(&said::source(puzzle))],
            certainty: said::certainty(puzzle.certainty),
        }
    }
}

#[derive(Template)]
#[template(path = "offline-puzzles.html")]
struct WeekPage {
    frame: Frame,
    game: Game,
    /// The latest first.
    days: Vec<OfDay>,
    scripts: BoardScripts,
    css: Stylesheet,
    lesson_css: Stylesheet,
    list_css: Stylesheet,
    js: String,
}

/// The page of a game's puzzles of the last week.
pub(super) async fn week(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(kind): Path<String>,
) -> Result<Response, Fault> {
    let (kind, today) = (kind_of(&kind)?, day_of(app.now()));
    let days = (today.saturating_sub(DAYS - 1)..=today).rev();
    let of_day = |day| Some(OfDay::new(kind, day, Collection::of(kind).of_day(day)?));
    let title = format!("{}: puzzles of the last week", kind.title());
    let page = WeekPage {
        frame: Frame::new(title, visitor.as_ref()).described(format!(
            "The puzzles of {} of the last seven days, which can be solved without a network.",
            kind.title()
        )),
        game: Game::of(kind),
        days: days.filter_map(of_day).collect(),
        scripts: BoardScripts::new(),
        css: Stylesheet("offline.css"),
        lesson_css: Stylesheet("learn.css"),
        list_css: Stylesheet("puzzles.css"),
        js: assets::url("week.js"),
    };
    Ok(show(&page)?.into_response())
}
