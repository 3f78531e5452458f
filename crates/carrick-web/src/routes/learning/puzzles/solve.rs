//! Solving a puzzle: its page, and the turns that are sent.

use askama::Template;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use carrick_coach::puzzle::{Answer, Collection, Puzzle, said};
use carrick_games::{AnyGame, GameKind};
use carrick_pictures::svg;
use carrick_position::Query;
use carrick_service::day::{date_of, day_of};
use carrick_service::{PuzzleTry, PuzzleTurn, RatingRecord};

use crate::app::App;
use crate::board::words;
use crate::cost::cost_of;
use crate::pages::fault::Fault;
use crate::pages::fields::{Fields, QueryFields};
use crate::pages::names;
use crate::pages::page::{Frame, show};
use crate::pages::payer::Payer;
use crate::pages::session::Visitor;
use crate::puzzles::{self, Named, REFUTATION};
use crate::routes::preview;
use crate::routes::shared::{Game, explore_url, kind_of, position_url};
use crate::site::assets::{self, BoardScripts};
use crate::site::encode::encode;
use crate::site::stylesheet::Stylesheet;

/// Words of a text, each with whether the board highlights it as a place.
type Words = Vec<(String, bool)>;

/// The answer to the last try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tone {
    /// Nothing was tried yet.
    Untried,
    /// Some turns were found, and there are more.
    Right,
    Solved,
    Wrong,
    Refused,
}

#[derive(Template)]
#[template(path = "puzzle.html")]
struct PuzzlePage {
    frame: Frame,
    game: Game,
    path: String,
    title: String,
    number: u32,
    /// Options, in words; empty for the usual board.
    options: String,
    colour: &'static str,
    found: usize,
    own_turns: usize,
    tone: Tone,
    /// Whether the solution was asked for.
    given_up: bool,
    said: Words,
    tried: String,
    /// Page that shows what follows a wrong turn; empty for none.
    shown_at: String,
    legal: Vec<String>,
    facts: Vec<String>,
    /// Sentences about the account's tries at it.
    kept: String,
    /// The puzzle after this one.
    next: u32,
    /// The days before and after, where this is the puzzle of a day.
    days: [String; 2],
    svg: String,
    position: String,
    scripts: BoardScripts,
    css: Stylesheet,
    list_css: Stylesheet,
    js: String,
}

/// A page of a puzzle as its URL describes it.
struct Asked {
    named: Named,
    path: String,
    found: usize,
    turn: String,
    /// Whether the solution is asked for.
    gives_up: bool,
}

impl Asked {
    fn read(kind: GameKind, which: &str, fields: &Fields, today: u32) -> Result<Self, Fault> {
        let named = Named::find(kind, which, today)?;
        let found = fields.hidden_number("found")?.unwrap_or(0) as usize;
        if found > named.puzzle.own_turns() {
            return Err(Fault::Bad("This puzzle has not that many turns; begin it once more."));
        }
        let turn = fields.text("turn").chars().take(40).collect();
        let (path, gives_up) = (format!("/puzzles/{kind}/{which}"), fields.ticked("show"));
        Ok(Self { named, path, found, turn, gives_up })
    }

    fn answer(&self) -> Answer {
        self.named.puzzle.judge(self.found, &self.turn)
    }
}

pub(super) async fn page(
    State(app): State<App>,
    visitor: Option<Visitor>,
    payer: Payer,
    Path((kind, which)): Path<(String, String)>,
    QueryFields(fields): QueryFields,
) -> Result<Response, Fault> {
    let (kind, today) = (kind_of(&kind)?, day_of(app.now()));
    let asked = Asked::read(kind, &which, &fields, today)?;
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
    let cost = cost_of(&puzzle.start) + if asked.turn.is_empty() { 0 } else { REFUTATION };
    let base = app.setup.base_url.to_string();
    let drawn = move || puzzle_page(&asked, rating, kept, today, visitor.as_ref(), &base);
    app.draw(&payer, cost, drawn).await?
}

fn puzzle_page(
    asked: &Asked,
    rating: Option<RatingRecord>,
    kept: Option<(PuzzleTry, Option<RatingRecord>)>,
    today: u32,
    visitor: Option<&Visitor>,
    base: &str,
) -> Result<Response, Fault> {
    let Named { puzzle, day, title } = &asked.named;
    let (kind, own_turns) = (puzzle.kind(), puzzle.own_turns());
    let Shown { tone, found, said, game, shown_at } = Shown::of(asked);
    let turns = game.turn_names().join(" ");
    let options = game.options().to_string();
    let style = Query::default().look().map(|look| look.style).unwrap_or_default();
    let colour = puzzle.start.colour_to_move().map_or("", |colour| kind.colour_name(colour));
    let next = Collection::of(kind).puzzles.iter().find(|other| other.number > puzzle.number);
    let first = Collection::of(kind).puzzles.first();
    let has_begun = kept.is_some_and(|(tried, _)| tried != PuzzleTry::default());
    let page = PuzzlePage {
        frame: Frame {
            picture: format!("{base}{}", preview::of_explored(&game)),
            ..Frame::new(title.clone(), visitor)
                .described(format!("{title}: {colour} to move, and exactly one turn wins."))
        },
        game: Game::of(kind),
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
        facts: facts(puzzle, rating, has_begun, tone == Tone::Solved),
        kept: match kept {
            Some((tried, mine)) => puzzles::in_words(tried, mine, tone == Tone::Solved),
            None => "Sign in, and your rating and your streak are kept.".to_owned(),
        },
        next: next.or(first).map_or(puzzle.number, |puzzle| puzzle.number),
        days: neighbours(kind, *day, today),
        svg: svg(&game, &style),
        position: position_url(kind, &options, &turns),
        scripts: BoardScripts::new(),
        css: Stylesheet("learn.css"),
        list_css: Stylesheet("puzzles.css"),
        js: assets::url("puzzle.js"),
    };
    Ok(show(&page)?.into_response())
}

/// The part of a page that depends on what was found and tried.
struct Shown {
    tone: Tone,
    found: usize,
    said: String,
    game: AnyGame,
    shown_at: String,
}

impl Shown {
    fn of(asked: &Asked) -> Self {
        let puzzle = asked.named.puzzle;
        let kind = puzzle.kind();
        let at = |tone, found, said| Self {
            tone,
            found,
            said,
            game: puzzle.after(found),
            shown_at: String::new(),
        };
        if asked.turn.is_empty() || asked.found == puzzle.own_turns() {
            return Self::found(puzzle, asked.found);
        }
        match asked.answer() {
            Answer::Right { .. } | Answer::Solved { .. } => Self::found(puzzle, asked.found + 1),
            Answer::Refused { reason } => at(Tone::Refused, asked.found, said::refused(&reason)),
            Answer::Wrong { after, refutation } => {
                let tried = after.last_turn().unwrap_or_default();
                let said = said::refuted(&tried, puzzle.line(), refutation.as_ref());
                let mut turns = after.turn_names();
                turns.extend(refutation.map(|refutation| refutation.turn));
                let options = after.options().to_string();
                let shown_at = explore_url(kind, &options, &turns.join(" "));
                Self { shown_at, ..at(Tone::Wrong, asked.found, said) }
            }
        }
    }

    /// The page when so many turns were found.
    fn found(puzzle: &Puzzle, found: usize) -> Self {
        let tone = match found {
            0 => Tone::Untried,
            found if found == puzzle.own_turns() => Tone::Solved,
            _ => Tone::Right,
        };
        let (game, said) = (puzzle.after(found), said::found(puzzle.line(), found));
        Self { tone, found, said, game, shown_at: String::new() }
    }
}

/// Facts about a puzzle; some would give hints before it is solved.
fn facts(
    puzzle: &Puzzle,
    rating: Option<RatingRecord>,
    has_begun: bool,
    solved: bool,
) -> Vec<String> {
    let mut facts = vec![match rating {
        Some(rating) => {
            let [won, drawn, lost] = rating.games;
            format!(
                "Rated {}: {lost} of {} solved it at the first try.",
                rating.shown(),
                won + drawn + lost
            )
        }
        None if has_begun => "You are the first member to try it.".to_owned(),
        None => "No member has tried it yet.".to_owned(),
    }];
    facts.push(said::grade(puzzle.grade));
    facts.push(names::in_text(&said::source(puzzle)));
    if solved {
        facts.push(said::certainty(puzzle.certainty));
    }
    facts
}

/// Paths of the days before and after; empty where there is none.
fn neighbours(kind: GameKind, day: Option<u32>, today: u32) -> [String; 2] {
    let path = |day: u32| format!("/puzzles/{kind}/{}", date_of(day));
    let before = day.and_then(|day| day.checked_sub(1));
    let after = day.map(|day| day + 1).filter(|&day| day <= today);
    [before, after].map(|day| day.map(path).unwrap_or_default())
}

pub(super) async fn send(
    State(app): State<App>,
    visitor: Option<Visitor>,
    payer: Payer,
    Path((kind, which)): Path<(String, String)>,
    fields: Fields,
) -> Result<Response, Fault> {
    let (kind, today) = (kind_of(&kind)?, day_of(app.now()));
    let asked = Asked::read(kind, &which, &fields, today)?;
    let puzzle = asked.named.puzzle;
    let path = asked.path.clone();
    let (found, typed) = (asked.found, asked.turn.clone());
    if found == puzzle.own_turns() {
        return Err(Fault::Bad(
            "This puzzle is solved already; begin it once more, or take another.",
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
