//! Lessons: their list and their steps. The URL is enough to answer a step: `?turn=` is a try. Only
//! the reader's finished steps are stored.

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::routing::get;
use carrick_games::{AnyGame, AnyOptions, GameKind, SWAP, SizeLimits};
use carrick_lessons::{Lesson, LessonFigure, LessonStep, TryVerdict};
use carrick_pictures::{Style, Theme, named_cube, svg};
use carrick_position::{LegendMark, PositionQuery, marks};

use crate::app::App;
use crate::board::words;
use crate::cost::cost_of;
use crate::pages::fault::Fault;
use crate::pages::fields::QueryFields;
use crate::pages::page::{Frame, show};
use crate::pages::session::{LessonProgress, Payer, Visitor};
use crate::routes::preview;
use crate::routes::shared::{GameIntro, kind_of, position_url};
use crate::site::assets::{self, BoardScripts, Stylesheet};

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/learn", get(all))
        .route("/learn/{game}", get(lesson))
        .route("/learn/{game}/{step}", get(step))
}

/// A lesson in a list, with the reader's progress.
struct Listed {
    game: GameIntro,
    steps: usize,
    finished: usize,
    /// The first unfinished step, or step 1 if all are finished.
    next: usize,
}

impl Listed {
    fn new(kind: GameKind, progress: LessonProgress) -> Self {
        let steps = &Lesson::of(kind).steps;
        Self {
            game: GameIntro::of(kind),
            steps: steps.len(),
            finished: progress.count(kind, steps),
            next: progress.next(kind, steps).unwrap_or(1),
        }
    }

    /// Label of the button to the next step.
    fn invitation(&self) -> String {
        match self.finished {
            0 => "Start".to_owned(),
            finished if finished == self.steps => "Start again".to_owned(),
            _ => format!("Continue with step {}", self.next),
        }
    }
}

#[derive(Template)]
#[template(path = "learn.html")]
struct LearnPage {
    frame: Frame,
    lessons: [Listed; GameKind::ALL.len()],
    /// Index of the lesson to go on with.
    suggested: usize,
}

async fn all(
    State(app): State<App>,
    visitor: Option<Visitor>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let progress = LessonProgress::of_reader(&app, visitor.as_ref(), &headers).await?;
    let told = "Learn four connection games by playing: short lessons on the real board, with one idea in \
         each step.";
    let frame = Frame { told: told.to_owned(), ..Frame::new("Learn to play", visitor.as_ref()) };
    let lessons = GameKind::ALL.map(|kind| Listed::new(kind, progress));
    let is_unfinished = |lesson: &Listed| lesson.finished < lesson.steps;
    let suggested = lessons.iter().position(is_unfinished).unwrap_or(0);
    Ok(show(&LearnPage { frame, lessons, suggested })?.into_response())
}

#[derive(Template)]
#[template(path = "learn-game.html")]
struct LessonPage {
    frame: Frame,
    lesson: Listed,
    /// Titles of the steps, and whether each is finished.
    steps: Vec<(&'static str, bool)>,
}

async fn lesson(
    State(app): State<App>,
    visitor: Option<Visitor>,
    headers: HeaderMap,
    Path(kind): Path<String>,
) -> Result<Response, Fault> {
    let kind = kind_of(&kind)?;
    let progress = LessonProgress::of_reader(&app, visitor.as_ref(), &headers).await?;
    let steps = Lesson::of(kind).steps.iter();
    let page = LessonPage {
        frame: Frame {
            told: format!(
                "Learn {} by playing, with one idea in each step. {}",
                kind.title(),
                kind.facts().aim
            ),
            ..Frame::new(format!("Learn {}", kind.title()), visitor.as_ref())
        },
        lesson: Listed::new(kind, progress),
        steps: steps.map(|step| (&*step.title, progress.has(kind, step))).collect(),
    };
    Ok(show(&page)?.into_response())
}

/// Shown after a wrong try, when the board shows the step's position again.
const AGAIN: &str = "Your turn is taken back: try another.";

/// Words of a text, and whether the board highlights each as a place.
pub(super) type TextWords = Vec<(String, bool)>;

/// StepTone of the answer to a try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StepTone {
    /// No try yet.
    Untried,
    Right,
    Wrong,
    Refused,
}

#[derive(Template)]
#[template(path = "learn-step.html")]
struct StepPage {
    frame: Frame,
    game: GameIntro,
    number: usize,
    steps: usize,
    /// Permanent number of the step in stored progress.
    kept: u8,
    /// Permanent numbers of all steps, in order, for the page without the server.
    all_kept: String,
    title: &'static str,
    /// A sentence that says which colour the reader plays.
    plays: String,
    /// That sentence after a swap.
    swapped: String,
    say: TextWords,
    /// A picture below the explanation.
    figure: Option<Illustration>,
    ask: TextWords,
    more: Vec<TextWords>,
    hint: TextWords,
    /// The place that the hint is about, which a board in three dimensions shows first; often empty.
    front: String,
    tone: StepTone,
    /// The answer to the try.
    said: TextWords,
    /// The turn as it was typed.
    tried: String,
    legal: Vec<String>,
    /// The unfinished steps, on the last step's page.
    left: Vec<usize>,
    /// The game to learn after this one.
    after: GameIntro,
    svg: String,
    position: String,
    show: &'static str,
    /// How the board opens if the reader has not chosen: `solid` or `flat`.
    view: &'static str,
    marks: Vec<LegendMark>,
    scripts: BoardScripts,
    css: Stylesheet,
    js: String,
}

async fn step(
    State(app): State<App>,
    visitor: Option<Visitor>,
    payer: Payer,
    headers: HeaderMap,
    Path((kind, number)): Path<(String, usize)>,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let kind = kind_of(&kind)?;
    let lesson = Lesson::of(kind);
    // A try that was made offline may arrive after other steps have been inserted before this one.
    let kept = asked.text("kept").parse::<u8>().ok();
    let found = kept.and_then(|kept| lesson.steps.iter().position(|step| step.kept == kept));
    let index = found.or_else(|| number.checked_sub(1)).ok_or(Fault::PAGE)?;
    let (number, step) = (index + 1, lesson.steps.get(index).ok_or(Fault::PAGE)?);
    let typed = asked.text("turn").to_owned();
    let verdict = (!typed.is_empty()).then(|| step.judge(&typed));
    let progress = match verdict {
        Some(TryVerdict::Right { .. }) => {
            let before = LessonProgress::of_reader(&app, visitor.as_ref(), &headers).await?;
            Some(before.with(kind, step.kept))
        }
        _ => None,
    };
    let (cost, reader) = (cost_of(&step.start), visitor.clone());
    let base = app.setup.base_url.to_string();
    let attempt = StepTry { typed, verdict, progress };
    let drawn = move || step_page(kind, number, &attempt, visitor.as_ref(), &base);
    let page = app.draw(&payer, cost, drawn).await??;
    let Some(progress) = progress else { return Ok(page) };
    if let Some(user) = reader.filter(|visitor| !visitor.guest) {
        app.store.note_learned(user.id(), &progress.steps()).await?;
    }
    let cookie = [(header::SET_COOKIE, progress.cookie(&app.setup.base_url))];
    Ok((AppendHeaders(cookie), page).into_response())
}

/// A try at a step; empty if there was none yet.
struct StepTry {
    /// The turn as it was typed.
    typed: String,
    verdict: Option<TryVerdict>,
    /// The finished steps after a right try.
    progress: Option<LessonProgress>,
}

fn step_page(
    kind: GameKind,
    number: usize,
    attempt: &StepTry,
    visitor: Option<&Visitor>,
    base: &str,
) -> Result<Response, Fault> {
    let lesson = Lesson::of(kind);
    let step = lesson.steps.get(number - 1).ok_or(Fault::PAGE)?;
    let (tone, said, shown) = answer(step, attempt.verdict.as_ref());
    let turns = shown.turn_names().join(" ");
    let options = shown.options().to_string();
    let query = PositionQuery { show: step.show.clone(), ..PositionQuery::default() };
    let mut style = query.look().map(|look| look.style).unwrap_or_default();
    // A step begins with its position; the previous turn does not matter.
    style.marks = tone == StepTone::Right;
    let at = kind as usize + 1;
    let named = |colour| kind.colour_name(colour);
    let mover = step.start.colour_to_move();
    let plays = mover.map_or_else(String::new, |own| format!("You play {}.", named(own)));
    let swapped = mover
        .map_or_else(String::new, |own| format!("You have swapped: you now play {}.", named(!own)));
    let left = attempt.progress.filter(|_| number == lesson.steps.len());
    let left = left.map(|progress| progress.left(kind, &lesson.steps)).unwrap_or_default();
    let has_swapped = tone == StepTone::Right && shown.last_turn().as_deref() == Some(SWAP);
    let hint = words(&step.hint);
    let mut marks = marks(kind, false);
    marks.retain(|mark| !mark.is_of_overlay || !step.show.is_empty());
    let page = StepPage {
        frame: Frame {
            told: format!("Learn {} by playing. {}: {}", kind.title(), step.title, step.ask),
            picture: format!("{base}{}", preview::of_step(kind, number)),
            ..Frame::new(format!("{} · Learn {}", step.title, kind.title()), visitor)
        },
        game: GameIntro::of(kind),
        number,
        steps: lesson.steps.len(),
        kept: step.kept,
        all_kept: lesson
            .steps
            .iter()
            .map(|step| step.kept.to_string())
            .collect::<Vec<_>>()
            .join(" "),
        title: &step.title,
        plays: if has_swapped { swapped.clone() } else { plays },
        swapped,
        figure: step.figure.and_then(illustration),
        say: words(&step.say),
        ask: words(&step.ask),
        more: step.more.iter().map(|text| words(text)).collect(),
        front: hint
            .iter()
            .find(|(_, is_place)| *is_place)
            .map(|(word, _)| word.clone())
            .unwrap_or_default(),
        hint,
        tone,
        said: words(&said),
        tried: attempt.typed.clone(),
        legal: step.start.legal(),
        left,
        after: GameIntro::of(GameKind::ALL[at % GameKind::ALL.len()]),
        svg: svg(shown, &style),
        position: position_url(kind, &options, &turns),
        show: &step.show,
        view: if explained_by_depth(kind) { "solid" } else { "flat" },
        marks,
        scripts: BoardScripts::new(),
        css: Stylesheet("learn.css"),
        js: assets::url("learn.js"),
    };
    Ok(show(&page)?.into_response())
}

/// Whether lessons in a game open in three dimensions. Stacked cubes and a globe are clearer there;
/// painted faces are not.
const fn explained_by_depth(kind: GameKind) -> bool {
    matches!(kind, GameKind::Ankor | GameKind::Antipod)
}

/// A picture in the text of a step.
struct Illustration {
    svg: String,
    /// Description for readers who cannot see it.
    shows: &'static str,
}

fn illustration(figure: LessonFigure) -> Option<Illustration> {
    match figure {
        LessonFigure::Cube => {
            let options = AnyOptions::parse(GameKind::Boche, &["-size=2"], SizeLimits::Scripts);
            let game = AnyGame::new(options.ok()?).play_text("e:a1").ok()?;
            let AnyGame::Boche(game) = game else { return None };
            let style = Style { theme: Theme::Page, ..Style::default() };
            let svg = named_cube(&game, game.board().last_cube()?, &style);
            let shows = "A cube seen from above: a left, a right and a lower face, which meet in \
                         the middle, at the corner nearest to you.";
            Some(Illustration { svg, shows })
        }
    }
}

/// The answer to a try, and the game to be shown.
fn answer<'g>(
    step: &'g LessonStep,
    verdict: Option<&'g TryVerdict>,
) -> (StepTone, String, &'g AnyGame) {
    match verdict {
        None => (StepTone::Untried, String::new(), &step.start),
        Some(TryVerdict::Right { after }) => (StepTone::Right, step.praise.clone(), after),
        Some(TryVerdict::Wrong { said }) => (StepTone::Wrong, said.clone(), &step.start),
        Some(TryVerdict::Refused { said }) => (StepTone::Refused, said.clone(), &step.start),
    }
}
