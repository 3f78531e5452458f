//! The games, with their names and options.

use axum::Json;
use axum::extract::State;
use carrick_games::records::RULES;
use carrick_games::{AnyOptions, GameKind, games};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::request::{Caller, Reads, Refused};
use crate::app::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(games))
}

macro_rules! game_names {
    ($(#[$meta:meta])* $name:ident $($variant:ident $module:ident,)*) => {
        $(#[$meta])*
        pub(super) enum $name {
            $($variant,)*
        }

        impl From<$name> for GameKind {
            fn from(name: $name) -> Self {
                match name {
                    $($name::$variant => Self::$variant,)*
                }
            }
        }

        impl From<GameKind> for $name {
            fn from(kind: GameKind) -> Self {
                match kind {
                    $(GameKind::$variant => Self::$variant,)*
                }
            }
        }
    };
}

games!(game_names! {
    /// One of the {count} games.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    GameName
});

#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(super) struct GamePath {
    #[param(inline)]
    pub(super) game: GameName,
}

/// The games on this server.
#[derive(Debug, Serialize, ToSchema)]
struct Games {
    /// Version of the rules that apply to all games.
    #[schema(example = 1)]
    rules: u32,
    games: Vec<GameInfo>,
}

/// A game and its options.
#[derive(Debug, Serialize, ToSchema)]
struct GameInfo {
    game: GameName,
    #[schema(example = "Antipod")]
    title: &'static str,
    /// URL of its rules, a page for people.
    #[schema(example = "https://carrick.example/rules/antipod")]
    rules_url: String,
    options: Vec<OptionView>,
}

/// An option of a game.
#[derive(Debug, Serialize, ToSchema)]
struct OptionView {
    /// The name, with its dash.
    #[schema(example = "-radius")]
    name: &'static str,
    /// What to write after `=`, in words; empty for a switch.
    #[schema(example = "n")]
    value: &'static str,
    /// What it does, with its range and default.
    means: &'static str,
}

/// The games
///
/// All {count}, with every option that a challenge can set.
#[utoipa::path(get, path = "/games", tag = "games", security((), ("token" = [])),
    responses((status = 200, description = "All games", body = Games), Reads))]
async fn games(State(app): State<App>, _: Option<Caller>) -> Result<Json<Games>, Refused> {
    let games = GameKind::ALL.map(|kind| GameInfo {
        game: kind.into(),
        title: kind.title(),
        rules_url: format!("{}/rules/{kind}", app.setup.base_url),
        options: AnyOptions::described(kind)
            .iter()
            .map(|info| OptionView { name: info.name, value: info.value, means: info.meaning })
            .collect(),
    });
    Ok(Json(Games { rules: RULES, games: games.into() }))
}
