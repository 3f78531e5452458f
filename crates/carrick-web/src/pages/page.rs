//! Page layout: the frame around every page.
//!
//! Appearance: how a reader wants pages and boards to look and sound. A user's choices are stored
//! in the account, those of guests and visitors in a cookie. Every page has them from the start as
//! attributes of `<html>`, so that nothing changes while it loads.
//!
//! Rating histories: line charts in SVG, drawn on the server so that no script is needed. A table
//! below each chart has the same numbers, for readers who cannot see the chart or want exact
//! values.

use std::cell::Cell;
use std::fmt::Write as _;
use std::ops::Deref;
use std::sync::Arc;

use askama::Template;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{Html, Response};
use carrick_pictures::Style;
use carrick_service::{Appearance, BoardSize, BoardView, Look, Remarks, Theme};
use carrick_store::{MOST_WAITING, RatedGame};

use super::fault::Fault;
use super::fields::once;
use super::session::Visitor;
use crate::site::assets::{Arrival, Stylesheet};
use crate::site::{BaseUrl, Identity, assets};

/// Page layout data: navigation, live updates, link previews.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    pub(crate) title: String,
    /// Name of the site, and the links of its operator.
    pub(crate) site: Arc<Identity>,
    /// Name of the signed-in user, if any.
    pub(crate) user: Option<String>,
    /// Whether the user is a guest.
    pub(crate) guest: bool,
    /// Whether it is the user's turn on any board.
    pub(crate) has_turns: bool,
    /// Number of turns, offers and messages that wait for the user, as text (at most `99+`); empty
    /// for none.
    pub(crate) bell: String,
    /// The reader's appearance settings.
    pub(crate) appearance: Shown,
    pub(crate) css: Stylesheet,
    /// Stylesheet of the text font.
    pub(crate) text_css: Stylesheet,
    pub(crate) icon: String,
    pub(crate) live_js: String,
    pub(crate) times_js: String,
    /// Script that makes the site work offline.
    pub(crate) app_js: String,
    /// URL of the events that update this page, or only its header; empty for none.
    pub(crate) events: String,
    /// The page's own URL, if it is updated live. It differs from the request's URL when the page
    /// answers a form. Empty for other pages.
    pub(crate) here: String,
    /// Number of the latest change that the page may already show.
    pub(crate) seen: u64,
    /// URL of the preview picture for links on other sites; empty for none.
    pub(crate) picture: String,
    /// Description of the page, for search engines and link previews; empty for none.
    pub(crate) told: String,
    /// Whether it is the reader's turn on the board of this page.
    pub(crate) your_turn: bool,
}

impl Frame {
    /// A new key for a form on this page whose command runs only once.
    pub(crate) fn once(&self) -> String {
        once()
    }

    pub(crate) fn new(title: impl Into<String>, visitor: Option<&Visitor>) -> Self {
        Self {
            title: title.into(),
            site: Identity::of_request(),
            user: visitor.map(|visitor| visitor.id().to_string()),
            guest: visitor.is_some_and(|visitor| visitor.guest),
            has_turns: visitor.is_some_and(|visitor| visitor.waiting > 0),
            bell: match visitor
                .map_or(0, |visitor| visitor.waiting + visitor.offers + visitor.unread)
            {
                0 => String::new(),
                MOST_WAITING.. => format!("{}+", MOST_WAITING - 1),
                waiting => waiting.to_string(),
            },
            appearance: Shown::of_reader(),
            css: Stylesheet("site.css"),
            text_css: Stylesheet("text.css"),
            icon: assets::url("icon.svg"),
            live_js: assets::url("live.js"),
            times_js: assets::url("times.js"),
            app_js: assets::url("app.js"),
            events: visitor.map(|_| "/events".to_owned()).unwrap_or_default(),
            here: String::new(),
            seen: 0,
            picture: String::new(),
            told: String::new(),
            your_turn: false,
        }
    }

    /// Whether the page contains its stylesheets. Without files to wait for, a browser would show
    /// the page before all of it has arrived, and then shift what it has already shown.
    pub(crate) fn arrives(&self) -> bool {
        Arrival::of_request().0
    }

    /// Frame of a page with a description of one or two sentences, for search engines and for links
    /// on other sites.
    pub(crate) fn described(self, told: impl Into<String>) -> Self {
        Self { told: told.into(), ..self }
    }

    /// Frame of the page `here`, updated live by an event stream. `seen` is the number of the last
    /// change before its data were read.
    pub(crate) fn live(
        mut self,
        here: impl Into<String>,
        events: impl Into<String>,
        seen: u64,
    ) -> Self {
        self.here = here.into();
        self.events = events.into();
        self.seen = seen;
        self
    }
}

/// Renders a page.
pub(crate) fn show(page: &impl Template) -> Result<Html<String>, Fault> {
    Ok(Html(page.render()?))
}

/// URL of the page with the form that is sent to `path`.
pub(crate) fn page_of(path: &str) -> &str {
    for page in ["/account", "/games", "/seeks"] {
        if path.strip_prefix(page).is_some_and(|rest| rest.starts_with('/')) {
            return page;
        }
    }
    match path.rsplit_once('/') {
        _ if path == "/sign-out" => "/",
        Some((page, _)) if !page.is_empty() => page,
        _ => path,
    }
}

/// Name of the cookie. Scripts also read and write it: it contains no secret.
const COOKIE: &str = "appearance";

/// Lifetime of the cookie in seconds: 400 days, the maximum that browsers allow.
const KEPT_SECONDS: u32 = 400 * 24 * 3600;

tokio::task_local! {
    /// The reader's choices while their request is answered: those in the cookie, then those of the
    /// account as soon as it is known.
    static READER: Cell<Shown>;
}

/// The appearance settings of the current reader, and what follows from them for pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Shown(pub(crate) Appearance);

impl Deref for Shown {
    type Target = Appearance;

    fn deref(&self) -> &Appearance {
        &self.0
    }
}

impl Shown {
    /// The choices of the reader whose request is being answered; outside a request, the defaults.
    pub(crate) fn of_reader() -> Self {
        READER.try_with(Cell::get).unwrap_or_default()
    }

    /// Notes the choices of the reader's account. They take precedence over those in the cookie.
    pub(crate) fn note_account(kept: Appearance) {
        // Outside a request, nothing is shown to anyone.
        _ = READER.try_with(|reader| reader.set(Self(kept)));
    }

    /// Makes something for this reader on another thread, which does not know their request.
    pub(crate) fn within<T>(self, make: impl FnOnce() -> T) -> T {
        READER.sync_scope(Cell::new(self), make)
    }

    /// The `Set-Cookie` header that keeps the choices.
    pub(crate) fn cookie(self, base: &BaseUrl) -> HeaderValue {
        let secure = if base.is_secure() { "; Secure" } else { "" };
        let words = self.0;
        let line =
            format!("{COOKIE}={words}; Path=/; Max-Age={KEPT_SECONDS}; SameSite=Lax{secure}");
        // All words are plain ASCII, so this cannot fail.
        HeaderValue::try_from(line).unwrap_or_else(|_| HeaderValue::from_static(COOKIE))
    }

    /// Colour schemes that the page supports, for browsers that ask before the stylesheet has
    /// arrived.
    pub(crate) const fn scheme(&self) -> &'static str {
        match self.0.theme {
            Theme::System => "light dark",
            Theme::Light | Theme::Contrast => "light",
            Theme::Dark => "dark",
        }
    }

    /// Style of a board on a page.
    pub(crate) fn board(&self) -> Style {
        Style { theme: carrick_pictures::Theme::Page, labels: !self.bare, ..Style::default() }
    }

    /// Media query of pictures for dark pages.
    pub(crate) const fn dark(&self) -> &'static str {
        match self.0.theme {
            Theme::System => "(prefers-color-scheme: dark)",
            Theme::Dark => "all",
            Theme::Light | Theme::Contrast => "not all",
        }
    }

    /// The choices in a request's cookie.
    fn of_headers(headers: &HeaderMap) -> Self {
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs =
            lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.split_once('='));
        let found = pairs.find(|(name, _)| name.trim() == COOKIE);
        Self(found.map_or_else(Appearance::default, |(_, words)| Appearance::lenient(words.trim())))
    }
}

/// Label of a choice of colours for pages.
pub(crate) const fn theme_label(theme: Theme) -> &'static str {
    match theme {
        Theme::System => "Same as my system",
        Theme::Light => "Light",
        Theme::Dark => "Dark",
        Theme::Contrast => "High contrast",
    }
}

/// Label of a choice of colours for boards.
pub(crate) const fn look_label(look: Look) -> &'static str {
    match look {
        Look::Paper => "Paper",
        Look::Wood => "Wood",
    }
}

/// Label of a height of boards.
pub(crate) const fn size_label(size: BoardSize) -> &'static str {
    match size {
        BoardSize::Large => "Large: as high as the window",
        BoardSize::Medium => "Medium",
        BoardSize::Small => "Small",
    }
}

/// Label of a way to draw boards.
pub(crate) const fn view_label(view: BoardView) -> &'static str {
    match view {
        BoardView::Page => "Flat, but some lessons open in three dimensions",
        BoardView::Flat => "Always flat",
        BoardView::Solid => "In three dimensions, where there are scripts",
    }
}

/// Label of a choice of when boards comment on turns.
pub(crate) const fn remarks_label(remarks: Remarks) -> &'static str {
    match remarks {
        Remarks::Learning => "In my first games of each kind",
        Remarks::Wordy => "Always",
        Remarks::Terse => "Never, and without the aims",
    }
}

/// The choices in words, without those that are defaults; empty if all are.
pub(crate) fn in_words(chosen: &Appearance) -> String {
    let mut words = Vec::new();
    let mut say = |is_usual: bool, what: &str| {
        if !is_usual {
            words.push(what.to_lowercase());
        }
    };
    say(chosen.theme == Theme::default(), theme_label(chosen.theme));
    say(chosen.look == Look::default(), look_label(chosen.look));
    say(chosen.size == BoardSize::default(), &format!("{} boards", size_label(chosen.size)));
    say(chosen.view != BoardView::Flat, "flat boards");
    say(chosen.view != BoardView::Solid, "three dimensions");
    say(!chosen.bare, "no coordinates");
    say(!chosen.still, "no movement");
    say(!chosen.sound, "sounds");
    say(!chosen.quick, "turns without confirming");
    say(chosen.remarks != Remarks::Wordy, "remarks always");
    say(chosen.remarks != Remarks::Terse, "no remarks");
    words.join(", ")
}

/// Middleware: notes the reader's choices for the pages made for them.
pub(crate) async fn note(request: Request, next: Next) -> Response {
    let reader = Shown::of_headers(request.headers());
    READER.scope(Cell::new(reader), next.run(request)).await
}

/// Size of the drawing in its own units; the page scales it.
const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 200.0;
/// Margins for the labels: on the left, and above and below the line.
const LEFT: f64 = 48.0;
const EDGE: f64 = 14.0;

/// Minimum span of the rating axis, in points, so that a small change does not look like a cliff.
const LEAST_SPAN: f64 = 100.0;

/// The chart of a player's rating, with a title and a description in words. All games are equally
/// far apart. `games` are the last of `all` rated ones.
pub(crate) fn svg(title: &str, games: &[RatedGame], all: u64) -> String {
    let ratings: Vec<f64> = games.iter().map(|game| game.after.rating).collect();
    let low = ratings.iter().copied().fold(f64::INFINITY, f64::min);
    let high = ratings.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (Some(first), Some(last)) = (ratings.first(), ratings.last()) else {
        return String::new();
    };
    let middle = f64::midpoint(low, high);
    let span = (high - low).max(LEAST_SPAN);
    let step = (WIDTH - LEFT - EDGE) / (ratings.len().max(2) - 1) as f64;
    let x = |place: usize| LEFT + step * place as f64;
    let y = |rating: f64| HEIGHT / 2.0 - (rating - middle) / span * (HEIGHT - 2.0 * EDGE);
    let begins = match all > ratings.len() as u64 {
        false => format!("{first:.0} after the first rated game"),
        true => format!("{first:.0} at the beginning of what is shown"),
    };
    let said = format!(
        "{title}: {begins}, {last:.0} after the last of {all}, between {low:.0} and {high:.0}."
    );
    let mut line = String::new();
    for (place, &rating) in ratings.iter().enumerate() {
        let _ = write!(line, "{:.1},{:.1} ", x(place), y(rating));
    }
    let mut labels = String::new();
    let shown = if high - low < 1.0 { vec![high] } else { vec![high, low] };
    for rating in shown {
        let at = y(rating);
        let _ = write!(
            labels,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{WIDTH}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{rating:.0}</text>",
            LEFT - 6.0,
            at + 4.0
        );
    }
    let (end_x, end_y) = (x(ratings.len() - 1), y(*last));
    format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{said}\">\
         {labels}<polyline points=\"{}\"/><circle cx=\"{end_x:.1}\" cy=\"{end_y:.1}\" r=\"4\"/></svg>",
        line.trim_end()
    )
}

#[cfg(test)]
mod tests {
    use carrick_games::GameKind;
    use carrick_service::{BoardId, RatingRecord};
    use jiff::Timestamp;

    use super::*;

    #[test]
    fn choices_are_told_in_words() {
        let chosen: Appearance = "dark.wood.small.sound".parse().unwrap();
        assert_eq!(in_words(&chosen), "dark, wood, small boards, sounds");
        assert_eq!(in_words(&Appearance::default()), "");
    }

    #[test]
    fn the_cookie_comes_back_among_others() {
        let chosen = Shown("dark.sound".parse().unwrap());
        let base: BaseUrl = "https://a.example".parse().unwrap();
        let line = chosen.cookie(&base).to_str().unwrap().to_owned();
        assert!(line.ends_with("; SameSite=Lax; Secure"), "{line}");
        let mut headers = HeaderMap::new();
        let pair = line.split(';').next().unwrap();
        headers.insert(header::COOKIE, format!("session=1; {pair}; other=x").parse().unwrap());
        assert_eq!(Shown::of_headers(&headers), chosen);
    }

    fn games(ratings: &[f64]) -> Vec<RatedGame> {
        let board = BoardId { kind: GameKind::Ankor, number: 101 };
        let after =
            |rating| RatingRecord { rating, deviation: 80.0, volatility: 0.06, games: [1; 3] };
        let game = |&rating| RatedGame { board, at: Timestamp::UNIX_EPOCH, after: after(rating) };
        ratings.iter().map(game).collect()
    }

    #[test]
    fn a_chart_stays_in_its_frame_and_says_what_it_shows() {
        assert_eq!(svg("Ankor", &[], 0), "");
        for ratings in [vec![1500.0], vec![1500.0, 1500.2], vec![1500.0, 1710.0, 1405.5]] {
            let drawn = svg("Ankor", &games(&ratings), ratings.len() as u64);
            let points = drawn.split("points=\"").nth(1).unwrap().split('"').next().unwrap();
            assert_eq!(points.split(' ').count(), ratings.len());
            for point in points.split(' ') {
                let (x, y) = point.split_once(',').unwrap();
                let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
                assert!((0.0..=WIDTH).contains(&x) && (0.0..=HEIGHT).contains(&y), "{point}");
            }
        }
        let said = "Ankor: 1500 after the first rated game, 1406 after the last of 3, between 1406 and 1710.";
        assert!(svg("Ankor", &games(&[1500.0, 1710.0, 1405.5]), 3).contains(said));
        let said = "Ankor: 1500 at the beginning of what is shown, 1406 after the last of 90, between 1406 and 1710.";
        assert!(svg("Ankor", &games(&[1500.0, 1710.0, 1405.5]), 90).contains(said));
    }
}
