//! OpenAPI document, and its page for people.

use axum::middleware::from_fn;
use std::sync::LazyLock;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use carrick_games::GameKind;
use carrick_position::listed;
use carrick_service::Scope;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ComponentsBuilder, InfoBuilder, OpenApi, OpenApiBuilder, Server};
use utoipa::{PartialSchema as _, ToSchema as _};

use super::request::{PATH, Problem};
use super::router;
use crate::app::App;
use crate::guard::rate_limit;
use crate::pages::fault::Fault;
use crate::pages::page::{Frame, show};
use crate::pages::session::Visitor;

/// Route of the OpenAPI document, which does not describe itself.
pub(crate) fn json() -> Router<App> {
    Router::new()
        .route("/openapi.json", get(async || (JSON, WRITTEN.as_str())))
        .route_layer(from_fn(rate_limit::list))
}

const JSON: [(header::HeaderName, &str); 1] = [(header::CONTENT_TYPE, "application/json")];

/// Generated once, because that takes many milliseconds and the result never changes.
static DOCUMENT: LazyLock<OpenApi> = LazyLock::new(document);
static WRITTEN: LazyLock<String> = LazyLock::new(|| openapi().to_string());

/// Route of the document's page for people.
pub(crate) fn page() -> Router<App> {
    Router::new().route("/api", get(documentation)).route_layer(from_fn(rate_limit::list))
}

/// The OpenAPI document (3.1), generated from the code of the handlers.
///
/// Attributes accept only literals, so `{games}` in a pattern stands for the names of the games,
/// and `{count}` in a sentence for their number.
#[must_use]
pub fn openapi() -> serde_json::Value {
    // Names and numbers always serialize, and the text is still JSON after words are filled in.
    let text = serde_json::to_string(&*DOCUMENT).unwrap_or_default();
    let text = text.replace("{games}", &GameKind::ALL.map(GameKind::name).join("|"));
    serde_json::from_str(&text.replace("{count}", GameKind::COUNT_WORD)).unwrap_or_default()
}

fn document() -> OpenApi {
    let mut document = OpenApiBuilder::from(router::routes().into_openapi())
        .info(
            InfoBuilder::new()
                .title("Carrick")
                .version(env!("CARGO_PKG_VERSION"))
                .description(Some(format!(
                    "Play {}: boards, turns, challenges and events, enough to write a bot.",
                    listed(&GameKind::ALL.map(GameKind::title), "and")
                )))
                .build(),
        )
        .servers(Some([Server::new(PATH)]))
        .build();
    let scopes: Vec<String> =
        Scope::ALL.iter().map(|scope| format!("`{scope}`: {}", scope.means())).collect();
    let token = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .bearer_format("carrick_ and 64 hexadecimal digits")
        .description(Some(format!("A token with scopes. {}.", scopes.join("; "))))
        .build();
    let components = document.components.get_or_insert_with(|| ComponentsBuilder::new().build());
    components.add_security_scheme("token", SecurityScheme::Http(token));
    components.schemas.insert(Problem::name().into_owned(), Problem::schema());
    document
}

/// An operation, as the document's page shows it.
struct Operation {
    method: String,
    path: String,
    summary: String,
    description: String,
    /// The scope that a token needs; empty if it needs none.
    scope: String,
    parameters: Vec<Parameter>,
    /// Example of the body; empty if there is no body.
    body: String,
    answers: Vec<(String, String)>,
}

/// A parameter of an operation.
struct Parameter {
    name: String,
    place: String,
    required: bool,
    description: String,
}

struct RouteGroup {
    name: String,
    operations: Vec<Operation>,
}

#[derive(Template)]
#[template(path = "api.html")]
struct ApiPage {
    frame: Frame,
    base: String,
    scopes: Vec<(&'static str, &'static str)>,
    groups: Vec<RouteGroup>,
}

async fn documentation(
    State(app): State<App>,
    visitor: Option<Visitor>,
) -> Result<Response, Fault> {
    let page = ApiPage {
        frame: Frame::new("API", visitor.as_ref()).described(
            "The programming interface: boards, positions, turns and events as JSON, with tokens and an OpenAPI document.",
        ),
        base: format!("{}{PATH}", app.setup.base_url),
        scopes: Scope::ALL.iter().map(|scope| (scope.name(), scope.means())).collect(),
        groups: groups(&openapi()),
    };
    Ok(show(&page)?.into_response())
}

/// Operations of a document, grouped by tag, in the order of their paths.
fn groups(document: &serde_json::Value) -> Vec<RouteGroup> {
    let mut groups: Vec<RouteGroup> = Vec::new();
    let paths = document["paths"].as_object().into_iter().flatten();
    let operations = paths.flat_map(|(path, item)| {
        item.as_object().into_iter().flatten().map(move |(method, what)| (path, method, what))
    });
    for (path, method, what) in operations {
        let name = what["tags"][0].as_str().unwrap_or_default();
        let operation = operation(document, method, path, what);
        match groups.iter_mut().find(|group| group.name == name) {
            Some(group) => group.operations.push(operation),
            None => groups.push(RouteGroup { name: name.to_owned(), operations: vec![operation] }),
        }
    }
    groups
}

fn operation(
    document: &serde_json::Value,
    method: &str,
    path: &str,
    what: &serde_json::Value,
) -> Operation {
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let parameters = what["parameters"].as_array().into_iter().flatten().map(|one| Parameter {
        name: text(&one["name"]),
        place: text(&one["in"]),
        required: one["required"].as_bool() == Some(true),
        description: text(&one["description"]),
    });
    let answers = what["responses"].as_object().into_iter().flatten();
    let body = &what["requestBody"]["content"]["application/json"]["schema"]["$ref"];
    Operation {
        method: method.to_ascii_uppercase(),
        path: path.to_owned(),
        summary: text(&what["summary"]),
        description: text(&what["description"]),
        scope: text(&what["security"][0]["token"][0]),
        parameters: parameters.collect(),
        body: body.as_str().map(|name| fields(document, name)).unwrap_or_default(),
        answers: answers
            .map(|(status, what)| (status.clone(), text(&what["description"])))
            .collect(),
    }
}

/// Fields of a schema, one per line: name, whether it is optional, and meaning.
fn fields(document: &serde_json::Value, reference: &str) -> String {
    let name = reference.rsplit('/').next().unwrap_or_default();
    let schema = &document["components"]["schemas"][name];
    let required = |field: &str| {
        let required = schema["required"].as_array().into_iter().flatten();
        required.filter_map(serde_json::Value::as_str).any(|name| name == field)
    };
    let properties = schema["properties"].as_object().into_iter().flatten();
    let lines = properties.map(|(field, what)| {
        let optional = if required(field) { "" } else { " (optional)" };
        let means = what["description"].as_str().unwrap_or_default();
        format!("{field}{optional}: {means}\n")
    });
    lines.collect()
}
