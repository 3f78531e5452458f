//! Moving pictures: a whole game of each kind, which plays by itself. They are drawn once.

use std::sync::OnceLock;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
use carrick_pictures::{Style, Theme, film, small_svg};
use carrick_server::Cost;

use crate::app::App;
use crate::pages::fault::Fault;
use crate::pages::payer::Payer;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/films/{file}", get(picture))
}

/// Content-Security-Policy of a picture: its style stands inside of the document, and a browser
/// that opens the picture by itself obeys this.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// Price of a picture: nearly always it has been drawn before.
const COST: Cost = 5;

/// A picture of a game from its beginning to its end.
#[derive(Debug, Clone, Copy)]
struct Film {
    kind: GameKind,
    theme: Theme,
    /// Only the end.
    still: bool,
}

/// Pictures that have been drawn, by game, theme and movement.
static DRAWN: [[[OnceLock<Option<String>>; 2]; 2]; GameKind::ALL.len()] =
    [const { [const { [const { OnceLock::new() }; 2] }; 2] }; GameKind::ALL.len()];

impl Film {
    /// Reads a file's name: `ankor.svg`, `ankor-dark.svg`, `ankor-still.svg`,
    /// `ankor-still-dark.svg`.
    fn of_file(file: &str) -> Option<Self> {
        let name = file.strip_suffix(".svg")?;
        let (name, theme) = match name.strip_suffix("-dark") {
            Some(name) => (name, Theme::Dark),
            None => (name, Theme::Light),
        };
        let (name, still) = match name.strip_suffix("-still") {
            Some(name) => (name, true),
            None => (name, false),
        };
        Some(Self { kind: name.parse().ok()?, theme, still })
    }

    /// The document.
    fn drawn(self) -> Option<&'static str> {
        let [theme, still] = [self.theme == Theme::Dark, self.still].map(usize::from);
        let draw = || {
            let style = Style { theme: self.theme, labels: false, ..Style::default() };
            let game = whole_game(self.kind)?;
            Some(if self.still { small_svg(&game, &style) } else { film(&game, &style) })
        };
        DRAWN[self.kind as usize][theme][still].get_or_init(draw).as_deref()
    }
}

/// The whole game of a kind.
fn whole_game(kind: GameKind) -> Option<AnyGame> {
    let options = AnyOptions::parse(kind, &[], SizeLimits::Challenge).ok()?;
    let mut turns = kind.facts().whole_game.split(' ');
    turns.try_fold(AnyGame::new(options), |game, turn| game.play_text(turn).ok())
}

async fn picture(
    State(app): State<App>,
    payer: Payer,
    Path(file): Path<String>,
) -> Result<Response, Fault> {
    let film = Film::of_file(&file).ok_or(Fault::PAGE)?;
    let drawn = app.draw(&payer, COST, move || film.drawn()).await?.ok_or(Fault::PAGE)?;
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "public, max-age=86400"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ];
    Ok((headers, drawn).into_response())
}
