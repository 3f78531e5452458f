//! Puzzles: the list for each game, the puzzle of each day, and solving them on the board.
//!
//! The URL of a page is the whole state of a solution: `found` is the number of turns found so far,
//! and `turn` is a wrong try to answer. Everything that counts for ratings and streaks is sent by
//! POST.

use std::collections::BTreeMap;

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use carrick_coach::puzzle::{Answer, Collection, Grade, Puzzle, PuzzleEnding, said};
use carrick_games::{AnyGame, GameKind};
use carrick_pictures::svg;
use carrick_position::PositionQuery;
use carrick_service::day::{date_of, day_named, day_of, in_words, streak};
use carrick_service::{PuzzleTry, PuzzleTurn, RatingRecord};

use super::lessons::TextWords;
use crate::app::App;
use crate::board::words;
use crate::cost::cost_of;
use crate::pages::fault::Fault;
use crate::pages::fields::{Fields, QueryFields};
use crate::pages::labels;
use crate::pages::page::{Frame, show};
use crate::pages::session::{Payer, Visitor};
use crate::puzzles::{self, ENDING, NamedPuzzle, REFUTATION};
use crate::routes::preview;
use crate::routes::shared::{GameIntro, explore_url, kind_of, pictures, position_url};
use crate::site::address::encode;
use crate::site::assets::{self, BoardScripts, Stylesheet};

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/puzzles", get(all))
        .route("/puzzles/{game}", get(of_game))
        .route("/puzzles/{game}/days", get(days))
        .route("/puzzles/{game}/{which}", get(page).post(send))
}

/// A game with its puzzle of the day.
struct DailyPuzzle {
    game: GameIntro,
    pictures: [String; 2],
    puzzles: usize,
    solved: usize,
    /// Whether the reader has solved the puzzle of the day.
    done: bool,
    /// The reader's rating; empty for none.
    rating: String,
}

#[derive(Template)]
#[template(path = "puzzles.html")]
struct AllPage {
    frame: Frame,
    games: Vec<DailyPuzzle>,
    day: String,
    /// Number of days in a row on which the reader solved a puzzle of the day.
    streak: usize,
    /// Whether the reader's solutions are stored.
    kept: bool,
}

/// The member behind a request. Guests' tries are not stored.
fn member(visitor: Option<&Visitor>) -> Option<&Visitor> {
    visitor.filter(|visitor| !visitor.guest)
}

/// A reader's tries at the puzzles of a game.
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

pub(crate) async fn all(
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
        games.push(DailyPuzzle {
            game: GameIntro::of(kind),
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
            "Positions in which exactly one turn wins: a new puzzle for each game every day, and \
             all earlier ones.",
        ),
        games,
        day: in_words(today),
        streak: streak(&days, today),
        kept: member(visitor.as_ref()).is_some(),
    };
    Ok(show(&page)?.into_response())
}

/// A puzzle in a list.
struct ListedPuzzle {
    number: u32,
    /// Number of turns to find.
    turns: usize,
    /// Rating; empty until someone has tried it.
    rating: String,
    /// "solved", "not solved at the first try", or empty.
    state: &'static str,
}

/// The puzzles of a grade.
struct Graded {
    title: String,
    puzzles: Vec<ListedPuzzle>,
    solved: usize,
}

#[derive(Template)]
#[template(path = "puzzles-game.html")]
struct GamePage {
    frame: Frame,
    game: GameIntro,
    grades: Vec<Graded>,
    all: usize,
    solved: usize,
    /// The first unsolved puzzle.
    next: Option<u32>,
    rating: String,
    css: Stylesheet,
}

pub(crate) async fn of_game(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(kind): Path<String>,
) -> Result<Response, Fault> {
    let kind = kind_of(&kind)?;
    let tries = tries(&app, visitor.as_ref(), kind).await?;
    let ratings = app.store.puzzle_ratings(kind).await?;
    let mut grades: BTreeMap<Grade, Vec<ListedPuzzle>> = BTreeMap::new();
    for puzzle in &Collection::of(kind).puzzles {
        let tried = tries.get(&puzzle.number).copied().unwrap_or_default();
        grades.entry(puzzle.grade).or_default().push(ListedPuzzle {
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
        game: GameIntro::of(kind),
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
            Grade::Level(level) => format!("Found by {}", level.title()),
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

/// An earlier day.
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
    game: GameIntro,
    days: Vec<Day>,
    /// The next page shows days before this one; empty on the last page.
    before: String,
}

/// Number of days on a page.
const DAYS: u32 = 30;

pub(crate) async fn days(
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
            given.ok_or(Fault::Bad("Write the day as in 2026-11-24."))?.min(end)
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
        game: GameIntro::of(kind),
        days: days.collect(),
        before: if from > 0 { date_of(from).to_string() } else { String::new() },
    };
    Ok(show(&page)?.into_response())
}

/// The answer to the last try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PuzzleTone {
    /// No try yet.
    Untried,
    /// A turn was found, and there are more to find.
    Right,
    Solved,
    Wrong,
    Refused,
}

#[derive(Template)]
#[template(path = "puzzle.html")]
struct PuzzlePage {
    frame: Frame,
    game: GameIntro,
    path: String,
    title: String,
    number: u32,
    /// Options, in words; empty for the usual board.
    options: String,
    colour: &'static str,
    found: usize,
    own_turns: usize,
    tone: PuzzleTone,
    /// Whether the reader gave up and asked for the solution.
    given_up: bool,
    said: TextWords,
    tried: String,
    /// Page that shows what follows a wrong turn; empty for none.
    shown_at: String,
    legal: Vec<String>,
    facts: Vec<String>,
    /// Sentences about the account's tries at it.
    kept: String,
    /// The puzzle after this one.
    next: u32,
    /// Paths of the days before and after, for the puzzle of a day.
    days: [String; 2],
    svg: String,
    position: String,
    /// The line to the end of a solved puzzle: a colour and a turn each. It starts after `at`
    /// turns.
    line: Vec<(&'static str, String)>,
    at: usize,
    scripts: BoardScripts,
    css: Stylesheet,
    list_css: Stylesheet,
    js: String,
}

/// State of a puzzle's page, as its URL describes it.
struct PuzzleQuery {
    named: NamedPuzzle,
    path: String,
    found: usize,
    turn: String,
    /// Whether the reader asks for the solution.
    gives_up: bool,
}

impl PuzzleQuery {
    fn read(kind: GameKind, which: &str, fields: &Fields, today: u32) -> Result<Self, Fault> {
        let named = NamedPuzzle::find(kind, which, today)?;
        let found = fields.hidden_number("found")?.unwrap_or(0) as usize;
        if found > named.puzzle.own_turns() {
            return Err(Fault::Bad("This puzzle does not have that many turns; start it again."));
        }
        let turn = fields.text("turn").chars().take(40).collect();
        let (path, gives_up) = (format!("/puzzles/{kind}/{which}"), fields.ticked("show"));
        Ok(Self { named, path, found, turn, gives_up })
    }

    fn answer(&self) -> Answer {
        self.named.puzzle.judge(self.found, &self.turn)
    }
}

pub(crate) async fn page(
    State(app): State<App>,
    visitor: Option<Visitor>,
    payer: Payer,
    Path((kind, which)): Path<(String, String)>,
    QueryFields(fields): QueryFields,
) -> Result<Response, Fault> {
    let (kind, today) = (kind_of(&kind)?, day_of(app.now()));
    let asked = PuzzleQuery::read(kind, &which, &fields, today)?;
    let puzzle = asked.named.puzzle;
    let rating = app.store.puzzle_ratings(kind).await?.get(&puzzle.number).copied();
    let kept = match visitor.as_ref().filter(|visitor| !visitor.guest) {
        Some(member) => {
            let tried = app.store.puzzle_tries(member.id(), kind).await?;
            let mine = app.store.solver_ratings(member.id()).await?.get(&kind).copied();
            Some((tried.get(&puzzle.number).copied().unwrap_or_default(), mine))
        }
        None => None,
    };
    let searched = match &*asked.turn {
        _ if asked.found == puzzle.own_turns() => ENDING,
        "" => 0,
        _ => REFUTATION,
    };
    let cost = cost_of(&puzzle.start) + searched;
    let base = app.setup.base_url.to_string();
    let drawn = move || puzzle_page(&asked, rating, kept, today, visitor.as_ref(), &base);
    app.draw(&payer, cost, drawn).await?
}

fn puzzle_page(
    asked: &PuzzleQuery,
    rating: Option<RatingRecord>,
    kept: Option<(PuzzleTry, Option<RatingRecord>)>,
    today: u32,
    visitor: Option<&Visitor>,
    base: &str,
) -> Result<Response, Fault> {
    let NamedPuzzle { puzzle, day, title } = &asked.named;
    let (kind, own_turns) = (puzzle.kind(), puzzle.own_turns());
    let ShownPuzzle { tone, found, said, game, shown_at, ending } = ShownPuzzle::of(asked);
    let (line, at) = line_to_the_end(asked, &game, ending);
    let whole = line.iter().map(|(_, turn)| turn).cloned();
    let turns = game.turn_names().into_iter().take(at).chain(whole).collect::<Vec<_>>().join(" ");
    let options = game.options().to_string();
    let style = PositionQuery::default().look().map(|look| look.style).unwrap_or_default();
    let colour = puzzle.start.colour_to_move().map_or("", |colour| kind.colour_name(colour));
    let next = Collection::of(kind).puzzles.iter().find(|other| other.number > puzzle.number);
    let first = Collection::of(kind).puzzles.first();
    let has_begun = match kept {
        Some((tried, _)) => tried != PuzzleTry::default(),
        None => tone != PuzzleTone::Untried,
    };
    let page = PuzzlePage {
        frame: Frame {
            picture: format!("{base}{}", preview::of_explored(&game)),
            ..Frame::new(title.clone(), visitor)
                .described(format!("{title}: {colour} to move, and exactly one turn wins."))
        },
        game: GameIntro::of(kind),
        path: asked.path.clone(),
        title: title.clone(),
        number: puzzle.number,
        options: crate::pages::labels::options_in_words(kind, &options),
        colour,
        found,
        own_turns,
        tone,
        given_up: asked.gives_up,
        said: words(&said),
        tried: asked.turn.clone(),
        shown_at,
        legal: game.legal(),
        facts: facts(puzzle, rating, kept.is_some(), has_begun, tone == PuzzleTone::Solved),
        kept: match kept {
            Some((tried, mine)) => puzzles::in_words(kind, tried, mine, tone == PuzzleTone::Solved),
            None => "Sign in to keep your rating and your streak.".to_owned(),
        },
        next: next.or(first).map_or(puzzle.number, |puzzle| puzzle.number),
        days: neighbours(kind, *day, today),
        svg: svg(&game, &style),
        position: position_url(kind, &options, &turns),
        line,
        at,
        scripts: BoardScripts::new(),
        css: Stylesheet("learn.css"),
        list_css: Stylesheet("puzzles.css"),
        js: assets::url("puzzle.js"),
    };
    Ok(show(&page)?.into_response())
}

/// The part of the page that depends on the turns found and tried.
struct ShownPuzzle {
    tone: PuzzleTone,
    found: usize,
    said: String,
    game: AnyGame,
    shown_at: String,
    /// How the game ends after the last turn, once it has been found.
    ending: Option<PuzzleEnding>,
}

impl ShownPuzzle {
    fn of(asked: &PuzzleQuery) -> Self {
        let puzzle = asked.named.puzzle;
        let kind = puzzle.kind();
        let at = |tone, found, said| Self {
            tone,
            found,
            said,
            game: puzzle.after(found),
            shown_at: String::new(),
            ending: None,
        };
        if asked.turn.is_empty() || asked.found == puzzle.own_turns() {
            return Self::found(puzzle, asked.found);
        }
        match asked.answer() {
            Answer::Right { .. } | Answer::Solved { .. } => Self::found(puzzle, asked.found + 1),
            Answer::Refused { reason } => {
                at(PuzzleTone::Refused, asked.found, said::refused(&reason))
            }
            Answer::Wrong { after, refutation } => {
                let tried = after.last_turn().unwrap_or_default();
                let said = said::refuted(&tried, puzzle.line(), refutation.as_ref());
                let mut turns = after.turn_names();
                turns.extend(refutation.map(|refutation| refutation.turn));
                let options = after.options().to_string();
                let shown_at = explore_url(kind, &options, &turns.join(" "));
                Self { shown_at, ..at(PuzzleTone::Wrong, asked.found, said) }
            }
        }
    }

    /// The page after `found` turns have been found.
    fn found(puzzle: &Puzzle, found: usize) -> Self {
        let tone = match found {
            0 => PuzzleTone::Untried,
            found if found == puzzle.own_turns() => PuzzleTone::Solved,
            _ => PuzzleTone::Right,
        };
        let (line, game) = (puzzle.line(), puzzle.after(found));
        let mut said = said::found(line, found);
        let ending = (tone == PuzzleTone::Solved).then(|| line.ending());
        if let Some(ending) = ending.as_ref().filter(|_| game.outcome().is_none()) {
            said = format!("{said} {}", said::why(line, ending));
        }
        Self { tone, found, said, game, shown_at: String::new(), ending }
    }
}

/// The turns that a solved puzzle shows, each with its colour, and the number of turns before them:
/// those after the solution and, for a reader who has given up, also the solution itself.
fn line_to_the_end(
    asked: &PuzzleQuery,
    game: &AnyGame,
    ending: Option<PuzzleEnding>,
) -> (Vec<(&'static str, String)>, usize) {
    let Some(PuzzleEnding { mut turns, .. }) = ending else { return (Vec::new(), game.ply()) };
    let puzzle = asked.named.puzzle;
    let at = match asked.gives_up {
        true => {
            turns.splice(..0, puzzle.solution.iter().cloned());
            puzzle.start.ply()
        }
        false => game.ply(),
    };
    let kind = puzzle.kind();
    let first = game.at(at).colour_to_move();
    let colours = std::iter::successors(first, |&colour| Some(!colour));
    let line = turns.into_iter().zip(colours);
    (line.map(|(turn, colour)| (kind.colour_name(colour), turn)).collect(), at)
}

/// Facts about a puzzle. Some are only for solved puzzles, as they would be hints.
fn facts(
    puzzle: &Puzzle,
    rating: Option<RatingRecord>,
    is_member: bool,
    has_begun: bool,
    solved: bool,
) -> Vec<String> {
    let tried = match rating {
        Some(rating) => {
            let [won, drawn, lost] = rating.games;
            Some(format!(
                "Rated {}: {lost} of {} solved it at the first try.",
                rating.shown(),
                won + drawn + lost
            ))
        }
        None if has_begun && is_member => Some("You are the first member to try it.".to_owned()),
        // A guest's try does not count for any rating.
        None if has_begun => None,
        None => Some("No member has tried it yet.".to_owned()),
    };
    let mut facts: Vec<String> = tried.into_iter().collect();
    facts.push(said::grade(puzzle.grade));
    facts.push(labels::in_text(&said::source(puzzle)));
    if solved {
        facts.push(said::certainty(puzzle.certainty));
    }
    facts
}

/// Paths of the days before and after; empty if there is none.
fn neighbours(kind: GameKind, day: Option<u32>, today: u32) -> [String; 2] {
    let path = |day: u32| format!("/puzzles/{kind}/{}", date_of(day));
    let before = day.and_then(|day| day.checked_sub(1));
    let after = day.map(|day| day + 1).filter(|&day| day <= today);
    [before, after].map(|day| day.map(path).unwrap_or_default())
}

pub(crate) async fn send(
    State(app): State<App>,
    visitor: Option<Visitor>,
    payer: Payer,
    Path((kind, which)): Path<(String, String)>,
    fields: Fields,
) -> Result<Response, Fault> {
    let (kind, today) = (kind_of(&kind)?, day_of(app.now()));
    let asked = PuzzleQuery::read(kind, &which, &fields, today)?;
    let puzzle = asked.named.puzzle;
    let path = asked.path.clone();
    let (found, typed) = (asked.found, asked.turn.clone());
    if found == puzzle.own_turns() {
        return Err(Fault::Bad(
            "This puzzle is already solved; start it again, or try another one.",
        ));
    }
    let gives_up = asked.gives_up;
    if !gives_up && typed.is_empty() {
        return Err(Fault::Bad("There is no turn in this form; go back and choose one."));
    }
    let (turn, to) = if gives_up {
        (Some(PuzzleTurn::Wrong), format!("{path}?show=1&found={}", puzzle.own_turns()))
    } else {
        let answer = app.draw(&payer, REFUTATION, move || asked.answer()).await?;
        let next = format!("{path}?found={}", found + 1);
        let again = format!("{path}?found={found}&turn={}", encode(&typed));
        let is_right = matches!(answer, Answer::Right { .. } | Answer::Solved { .. });
        (puzzles::what_came(&answer), if is_right { next } else { again })
    };
    if let (Some(turn), Some(member)) = (turn, visitor.filter(|visitor| !visitor.guest)) {
        puzzles::note(&app, member.id(), puzzle, found, turn).await?;
    }
    Ok(Redirect::to(&to).into_response())
}
