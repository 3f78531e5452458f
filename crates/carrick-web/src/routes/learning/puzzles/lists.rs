//! Lists of puzzles: all games, the puzzles of a game by grade, and the days gone by.

use std::collections::BTreeMap;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use carrick_coach::puzzle::{Collection, Grade, said};
use carrick_games::GameKind;
use carrick_service::day::{date_of, day_named, day_of, in_words, streak};
use carrick_service::{PuzzleTry, RatingRecord};

use crate::app::App;
use crate::pages::fault::Fault;
use crate::pages::fields::QueryFields;
use crate::pages::page::{Frame, show};
use crate::pages::session::Visitor;
use crate::routes::shared::{Game, kind_of, pictures};
use crate::site::stylesheet::Stylesheet;

/// A game with its puzzle of the day.
struct Today {
    game: Game,
    pictures: [String; 2],
    puzzles: usize,
    solved: usize,
    /// Whether the reader has solved the puzzle of the day.
    done: bool,
    /// Rating of the reader; empty without one.
    rating: String,
}

#[derive(Template)]
#[template(path = "puzzles.html")]
struct AllPage {
    frame: Frame,
    games: Vec<Today>,
    day: String,
    /// Days in a row with a solved puzzle of the day.
    streak: usize,
    /// Whether what the reader solves is kept.
    kept: bool,
}

/// The member behind a request: guests' tries are not kept.
fn member(visitor: Option<&Visitor>) -> Option<&Visitor> {
    visitor.filter(|visitor| !visitor.guest)
}

/// Tries of a reader at the puzzles of a game.
async fn tries(
    app: &App,
    visitor: Option<&Visitor>,
    kind: GameKind,
) -> Result<BTreeMap<u32, PuzzleTry>, Fault> {
    match member(visitor) {
        Some(member) => Ok(app.store.puzzle_tries(member.id(), kind).await?),
        None => Ok(BTreeMap::new()),
    }
}

pub(super) async fn all(
    State(app): State<App>,
    visitor: Option<Visitor>,
) -> Result<Response, Fault> {
    let today = day_of(app.now());
    let (mut ratings, mut days) = (BTreeMap::new(), Vec::new());
    if let Some(member) = member(visitor.as_ref()) {
        ratings = app.store.solver_ratings(member.id()).await?;
        days = app.store.puzzle_days(member.id()).await?;
    }
    let mut games = Vec::new();
    for kind in GameKind::ALL {
        let tries = tries(&app, visitor.as_ref(), kind).await?;
        let Some(puzzle) = Collection::of(kind).of_day(today) else { continue };
        let (options, turns) =
            (puzzle.start.options().to_string(), puzzle.start.turn_names().join(" "));
        games.push(Today {
            game: Game::of(kind),
            pictures: pictures(kind, &options, &turns, "no-labels"),
            puzzles: Collection::of(kind).puzzles.len(),
            solved: tries.values().filter(|one| one.solved).count(),
            done: tries.get(&puzzle.number).is_some_and(|one| one.solved),
            rating: ratings.get(&kind).map(RatingRecord::shown).unwrap_or_default(),
        });
    }
    let frame = Frame::new("Puzzles", visitor.as_ref());
    let page = AllPage {
        frame: frame.described(
            "Positions in which exactly one turn wins: a new puzzle of each game every day, and all \
             earlier ones.",
        ),
        games,
        day: in_words(today),
        streak: streak(&days, today),
        kept: member(visitor.as_ref()).is_some(),
    };
    Ok(show(&page)?.into_response())
}

/// A puzzle in a list.
struct Listed {
    number: u32,
    /// Number of turns to find.
    turns: usize,
    /// Rating; empty until somebody has tried it.
    rating: String,
    /// "solved", "not solved at the first try", or empty.
    state: &'static str,
}

/// The puzzles of a grade.
struct Graded {
    title: String,
    puzzles: Vec<Listed>,
    solved: usize,
}

#[derive(Template)]
#[template(path = "puzzles-game.html")]
struct GamePage {
    frame: Frame,
    game: Game,
    grades: Vec<Graded>,
    all: usize,
    solved: usize,
    /// The first puzzle that is not solved.
    next: Option<u32>,
    rating: String,
    css: Stylesheet,
}

pub(super) async fn of_game(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(kind): Path<String>,
) -> Result<Response, Fault> {
    let kind = kind_of(&kind)?;
    let tries = tries(&app, visitor.as_ref(), kind).await?;
    let ratings = app.store.puzzle_ratings(kind).await?;
    let mut grades: BTreeMap<Grade, Vec<Listed>> = BTreeMap::new();
    for puzzle in &Collection::of(kind).puzzles {
        let tried = tries.get(&puzzle.number).copied().unwrap_or_default();
        grades.entry(puzzle.grade).or_default().push(Listed {
            number: puzzle.number,
            turns: puzzle.own_turns(),
            rating: ratings.get(&puzzle.number).map(RatingRecord::shown).unwrap_or_default(),
            state: match tried {
                PuzzleTry { solved: true, .. } => "solved",
                PuzzleTry { failed: true, .. } => "tried",
                PuzzleTry { .. } => "",
            },
        });
    }
    let mut page = GamePage {
        frame: Frame::new(format!("Puzzles of {}", kind.title()), visitor.as_ref()).described(
            format!("Positions of {} in which exactly one turn wins, by difficulty.", kind.title()),
        ),
        game: Game::of(kind),
        grades: Vec::new(),
        all: Collection::of(kind).puzzles.len(),
        solved: tries.values().filter(|one| one.solved).count(),
        next: None,
        rating: String::new(),
        css: Stylesheet("puzzles.css"),
    };
    for (grade, mut puzzles) in grades {
        puzzles.sort_by_key(|puzzle| puzzle.state == "solved");
        let solved = puzzles.iter().filter(|puzzle| puzzle.state == "solved").count();
        let unsolved = puzzles.first().filter(|puzzle| puzzle.state != "solved");
        page.next = page.next.or(unsolved.map(|puzzle| puzzle.number));
        let title = match grade {
            Grade::Level(level) => format!("Found by {}", said::level(level)),
            Grade::Beyond => "Found by no level".to_owned(),
        };
        page.grades.push(Graded { title, puzzles, solved });
    }
    if let Some(member) = member(visitor.as_ref()) {
        let ratings = app.store.solver_ratings(member.id()).await?;
        page.rating = ratings.get(&kind).map(RatingRecord::shown).unwrap_or_default();
    }
    Ok(show(&page)?.into_response())
}

/// A day gone by.
struct Day {
    path: String,
    shown: String,
    number: u32,
    solved: bool,
}

#[derive(Template)]
#[template(path = "puzzles-days.html")]
struct DaysPage {
    frame: Frame,
    game: Game,
    days: Vec<Day>,
    /// The day before which the next page begins; empty at the end.
    before: String,
}

/// Number of days on a page.
const DAYS: u32 = 30;

pub(super) async fn days(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(kind): Path<String>,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let kind = kind_of(&kind)?;
    let tries = tries(&app, visitor.as_ref(), kind).await?;
    let end = day_of(app.now()) + 1;
    let before = match asked.text("before") {
        "" => end,
        text => {
            let given = day_named(text);
            given.ok_or(Fault::Bad("A day is written as in 2026-11-24."))?.min(end)
        }
    };
    let from = before.saturating_sub(DAYS);
    let days = (from..before).rev().filter_map(|day| {
        let puzzle = Collection::of(kind).of_day(day)?;
        Some(Day {
            path: format!("/puzzles/{kind}/{}", date_of(day)),
            shown: in_words(day),
            number: puzzle.number,
            solved: tries.get(&puzzle.number).is_some_and(|one| one.solved),
        })
    });
    let page = DaysPage {
        frame: Frame::new(format!("{}, day by day", kind.title()), visitor.as_ref())
            .described(format!("The puzzles of {} of earlier days.", kind.title())),
        game: Game::of(kind),
        days: days.collect(),
        before: if from > 0 { date_of(from).to_string() } else { String::new() },
    };
    Ok(show(&page)?.into_response())
}
