//! Rate limits of routes: the price of each, and the middleware that charges it.

use Price::{Act, Free, Own, Shown};
use axum::Json;
use axum::extract::{FromRequestParts as _, MatchedPath, OptionalFromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use carrick_position::Problem;
use carrick_server::{Budget, Cost, TooMany, TurnedAway};

use crate::api::{self, Caller, Refused};
use crate::app::App;
use crate::network::client::Client;
use crate::pages::fault::Fault;
use crate::pages::session::{Payer, Visitor};

/// Price of a route, known before its parameters are read. Drawing is charged later, by the size
/// of the drawing ([`App::draw`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Price {
    /// Free: a file in memory, a probe.
    Free,
    /// Processor time, charged to the reader.
    Shown(Cost),
    /// One of the user's actions.
    Act,
    /// Charged by the handler, which returns the form as it was typed, or knows better who pays;
    /// what is sent counts here for its network address.
    Own,
}

/// Prices of every route: for reading it, and for sending something to it.
const ROUTES: &[(&str, Price, Price)] = &[
    ("/", Shown(20), Act),
    ("/healthz", Free, Free),
    ("/readyz", Free, Free),
    ("/robots.txt", Free, Free),
    ("/manifest.webmanifest", Free, Free),
    ("/icon-192.png", Free, Free),
    ("/icon-512.png", Free, Free),
    ("/icon-maskable.png", Free, Free),
    ("/service-worker.js", Free, Free),
    ("/offline", Shown(5), Act),
    ("/offline/{game}", Shown(5), Act),
    ("/offline/games", Shown(5), Own),
    ("/offline/puzzles", Shown(5), Own),
    ("/offline/puzzles/{game}", Shown(10), Act),
    ("/favicon.ico", Free, Free),
    ("/apple-touch-icon.png", Free, Free),
    ("/.well-known/security.txt", Free, Free),
    ("/.well-known/change-password", Free, Free),
    ("/assets/{release}/{name}", Free, Free),
    ("/about", Shown(5), Act),
    ("/appearance", Shown(5), Act),
    ("/sign-up", Shown(5), Own),
    ("/sign-in", Shown(5), Own),
    ("/sign-in/code", Shown(5), Own),
    ("/sign-out", Shown(5), Act),
    ("/reset", Shown(5), Own),
    ("/reset/command-password", Shown(5), Own),
    ("/reset/{token}", Own, Own),
    ("/confirm/{token}", Shown(10), Shown(20)),
    ("/change/{token}", Shown(10), Shown(20)),
    ("/stop/{token}", Shown(10), Shown(20)),
    ("/decline/{token}", Shown(10), Shown(20)),
    ("/boards", Shown(50), Act),
    ("/next", Shown(20), Act),
    ("/new", Shown(5), Act),
    ("/new/{game}", Shown(5), Own),
    ("/new/{game}/computer", Shown(5), Own),
    ("/new/{game}/challenge", Shown(5), Own),
    ("/new/{game}/seek", Shown(5), Own),
    ("/new/{game}/hotseat", Shown(5), Own),
    ("/hotseat/{number}", Shown(10), Act),
    ("/hotseat/{number}/position", Shown(10), Act),
    ("/hotseat/{number}/turn", Shown(5), Own),
    ("/hotseat/{number}/back", Shown(5), Own),
    ("/hotseat/{number}/review", Shown(5), Own),
    ("/hotseat/{number}/retry", Shown(5), Own),
    ("/hotseat/{number}/drop", Shown(5), Own),
    ("/hotseat/{number}/{file}", Shown(10), Act),
    ("/seeks", Shown(20), Act),
    ("/seeks/events", Shown(10), Act),
    ("/seeks/{game}/{number}/take", Shown(5), Own),
    ("/seeks/{game}/cancel", Shown(5), Own),
    ("/games", Shown(30), Act),
    ("/players", Shown(20), Act),
    ("/players/{user}", Shown(50), Act),
    ("/players/{user}/{other}", Shown(50), Act),
    ("/standings/{game}", Shown(30), Act),
    ("/search", Shown(30), Act),
    ("/learn", Shown(5), Act),
    ("/learn/{game}", Shown(5), Act),
    ("/learn/{game}/{step}", Shown(10), Act),
    ("/learn/{game}/{step}/{file}", Shown(10), Act),
    ("/puzzles", Shown(20), Act),
    ("/puzzles/{game}", Shown(20), Act),
    ("/puzzles/{game}/days", Shown(10), Act),
    ("/puzzles/{game}/{which}", Shown(10), Shown(10)),
    ("/rules", Shown(10), Act),
    ("/rules/{game}", Shown(5), Act),
    ("/rules/{game}/{file}", Shown(5), Act),
    ("/findings", Shown(5), Act),
    ("/findings/{file}", Shown(5), Act),
    ("/pictures/{file}", Shown(5), Act),
    ("/films/{file}", Shown(5), Act),
    ("/explore", Shown(20), Act),
    ("/explore/{game}", Shown(5), Act),
    ("/explore/{game}/{file}", Shown(10), Act),
    ("/position", Shown(5), Act),
    ("/analysis", Shown(5), Own),
    ("/analysis/lent", Shown(5), Act),
    ("/analysis/{name}", Shown(10), Act),
    ("/analysis/{name}/events", Shown(10), Act),
    ("/fair-play", Shown(5), Act),
    ("/studies", Shown(30), Act),
    ("/studies/{address}", Shown(15), Act),
    ("/studies/{address}/change", Shown(5), Act),
    ("/studies/{address}/{file}", Shown(15), Act),
    ("/account", Shown(30), Act),
    ("/account/password", Shown(5), Own),
    ("/account/command-password", Shown(5), Own),
    ("/account/sessions/end", Shown(5), Act),
    ("/account/addresses", Shown(5), Own),
    ("/account/vacation", Shown(5), Own),
    ("/account/zone", Shown(5), Own),
    ("/account/mail", Shown(5), Own),
    ("/account/mail/kinds", Shown(5), Own),
    ("/account/news", Shown(5), Own),
    ("/account/games", Shown(5), Own),
    ("/account/block", Shown(5), Own),
    ("/account/delete", Shown(5), Own),
    ("/account/factor", Shown(5), Own),
    ("/account/factor/begin", Shown(5), Own),
    ("/account/factor/codes", Shown(5), Own),
    ("/account/factor/end", Shown(5), Own),
    ("/account/tokens", Shown(5), Own),
    ("/account/tokens/revoke", Shown(5), Act),
    ("/account/export", Shown(100), Act),
    ("/account/feed", Shown(5), Act),
    ("/account/feed/revoke", Shown(5), Act),
    ("/feeds/{token}/turns.atom", Own, Act),
    ("/feeds/{token}/turns.ics", Own, Act),
    ("/watching", Shown(30), Act),
    ("/games/{game}/watch", Shown(5), Act),
    ("/commands", Shown(10), Own),
    ("/write", Shown(5), Own),
    ("/events", Shown(10), Act),
    ("/{game}/{number}", Shown(15), Act),
    ("/{game}/{number}/position", Shown(10), Act),
    ("/{game}/{number}/events", Shown(10), Act),
    ("/{game}/{number}/{file}", Shown(10), Act),
    ("/{game}/{number}/turn", Shown(5), Own),
    ("/{game}/{number}/act", Shown(5), Own),
    ("/{game}/{number}/chat", Shown(5), Own),
    ("/{game}/{number}/queue", Shown(5), Own),
    ("/{game}/{number}/watch", Shown(5), Own),
    ("/{game}/{number}/rematch", Shown(5), Own),
    ("/{game}/{number}/review", Shown(5), Own),
    ("/{game}/{number}/retry", Shown(5), Own),
    ("/{game}/{number}/hint", Shown(5), Own),
    ("/api", Shown(60), Act),
    ("/api/v1/openapi.json", Shown(30), Act),
    ("/api/v1/{*rest}", Shown(5), Shown(5)),
    ("/api/v1/games", Shown(10), Act),
    ("/api/v1/position", Shown(5), Act),
    ("/api/v1/analyses", Own, Own),
    ("/api/v1/analyses/{name}", Shown(10), Act),
    ("/api/v1/boards", Shown(50), Act),
    ("/api/v1/boards/{game}/{number}", Shown(40), Act),
    ("/api/v1/boards/{game}/{number}/position", Shown(10), Act),
    ("/api/v1/boards/{game}/{number}/record", Shown(40), Act),
    ("/api/v1/boards/{game}/{number}/record.sgf", Shown(40), Act),
    ("/api/v1/boards/{game}/{number}/record.txt", Shown(40), Act),
    ("/api/v1/boards/{game}/{number}/remarks", Shown(40), Act),
    ("/api/v1/boards/{game}/{number}/events", Shown(10), Act),
    ("/api/v1/boards/{game}/{number}/turns", Shown(5), Act),
    ("/api/v1/boards/{game}/{number}/actions", Shown(5), Act),
    ("/api/v1/boards/{game}/{number}/queue", Shown(5), Act),
    ("/api/v1/boards/{game}/{number}/subscription", Shown(5), Act),
    ("/api/v1/boards/{game}/{number}/rematch", Shown(5), Act),
    ("/api/v1/boards/{game}/{number}/review", Shown(50), Act),
    ("/api/v1/boards/{game}/{number}/hint", Shown(10), Act),
    ("/api/v1/challenges", Shown(5), Act),
    ("/api/v1/computer-games", Shown(5), Act),
    ("/api/v1/puzzles/{game}/{which}", Shown(10), Act),
    ("/api/v1/puzzles/{game}/{which}/turns", Shown(5), Shown(10)),
    ("/api/v1/seeks", Shown(20), Act),
    ("/api/v1/seeks/{game}", Shown(5), Act),
    ("/api/v1/seeks/{game}/{number}/take", Shown(5), Act),
    ("/api/v1/users", Shown(20), Act),
    ("/api/v1/users/{userid}", Shown(20), Act),
    ("/api/v1/users/{userid}/rating-history", Shown(30), Act),
    ("/api/v1/standings/{game}", Shown(30), Act),
    ("/api/v1/events", Shown(10), Act),
    ("/api/v1/me", Shown(10), Act),
    ("/api/v1/me/messages", Shown(20), Act),
    ("/api/v1/me/games/{game}", Shown(5), Act),
    ("/api/v1/me/vacation", Shown(5), Act),
    ("/api/v1/me/blocked/{userid}", Shown(5), Act),
    ("/api/v1/me/tokens", Shown(10), Act),
    ("/api/v1/me/tokens/{number}", Shown(5), Act),
];

/// Price of a path that has no route.
const NOWHERE: Price = Shown(5);

fn price(method: &Method, path: Option<&str>) -> Price {
    let found = path.and_then(|path| ROUTES.iter().find(|(route, ..)| *route == path));
    match found {
        Some((_, looking, _)) if method.is_safe() => *looking,
        Some((.., sending)) => *sending,
        None => NOWHERE,
    }
}

/// Charges a payer the price of a route. Whatever is sent counts for its network address, carried
/// out or refused.
fn pay(payer: &Payer, app: &App, method: &Method, price: Price) -> Result<(), TooMany> {
    let from_here = (Budget::ActFrom, payer.address());
    match (price, &payer.known) {
        (Free, _) => Ok(()),
        (Own, _) if method.is_safe() => Ok(()),
        (Own, _) => app.charge_all(&[from_here], 1),
        (Shown(cost), _) => payer.pay(app, cost),
        (Act, Some((_, user))) => app.charge_all(&[(Budget::Act, user.as_str()), from_here], 1),
        // Guests are charged where their command is carried out; others are told to sign in.
        (Act, None) => app.charge_all(&[from_here], 1).and_then(|()| payer.pay(app, 10)),
    }
}

/// Middleware: charges a request before it is answered; over the limit, it answers 429 with
/// `Retry-After`.
pub(crate) async fn charge(State(app): State<App>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let path = parts.extensions.get::<MatchedPath>().cloned();
    let path = path.as_ref().map(MatchedPath::as_str);
    let price = price(&parts.method, path);
    if price == Free {
        return next.run(Request::from_parts(parts, body)).await;
    }
    let format = RefusalFormat::of(parts.uri.path(), path.unwrap_or_default());
    let Ok(client) = Client::from_request_parts(&mut parts, &app).await;
    let (payer, put_off) = match payer_of(&mut parts, &app, format, client.address.clone()).await {
        Ok(found) => found,
        // With a bad session or token, the sender pays as a stranger.
        Err(refusal) => match pay(&Payer::stranger(&client.address), &app, &parts.method, price) {
            Ok(()) => return *refusal,
            Err(too_many) => return format.refuse(too_many),
        },
    };
    if let Err(too_many) = pay(&payer, &app, &parts.method, price) {
        return format.refuse(too_many);
    }
    if is_compressed(&parts) {
        return format.refuse(Fault::Compressed);
    }
    parts.extensions.insert(payer);
    let mut response = next.run(Request::from_parts(parts, body)).await;
    if let Some(too_many) = put_off.as_ref().and_then(|put_off| put_off.get())
        && response.status() == StatusCode::UNPROCESSABLE_ENTITY
    {
        *response.status_mut() = StatusCode::TOO_MANY_REQUESTS;
        response.headers_mut().insert(header::RETRY_AFTER, too_many.seconds().into());
    }
    match response.extensions().get::<TurnedAway>() {
        Some(away) if !matches!(format, RefusalFormat::Page | RefusalFormat::Problem) => {
            let away = *away;
            format.refuse(away)
        }
        _ => response,
    }
}

/// Whether the body of a request is compressed (RFC 9110, 8.4).
fn is_compressed(parts: &Parts) -> bool {
    let mut codings = parts.headers.get_all(header::CONTENT_ENCODING).iter();
    !parts.method.is_safe()
        && codings.any(|coding| !coding.as_bytes().eq_ignore_ascii_case(b"identity"))
}

type PutOff = std::sync::Arc<std::sync::OnceLock<TooMany>>;

/// The payer of a request, and a cell that is set when one of the user's actions is refused by a
/// rate limit. Reads the session or token once, for this request.
async fn payer_of(
    parts: &mut Parts,
    app: &App,
    format: RefusalFormat,
    address: String,
) -> Result<(Payer, Option<PutOff>), Box<Response>> {
    if format == RefusalFormat::Problem {
        let caller =
            Caller::find(parts, app).await.map_err(|error| Box::new(error.into_response()))?;
        parts.extensions.insert(caller.clone());
        return Ok(match caller {
            Some(caller) => (Payer::program(&caller.user, address), None),
            None => (Payer::stranger(address), None),
        });
    }
    let visitor = <Visitor as OptionalFromRequestParts<App>>::from_request_parts(parts, app);
    let visitor = visitor.await.map_err(|fault| Box::new(fault.into_response()))?;
    Ok(match visitor {
        Some(visitor) => (Payer::of(&visitor), Some(visitor.put_off)),
        None => (Payer::stranger(address), None),
    })
}

/// The form of a refusal: page, sentence or JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RefusalFormat {
    /// An HTML page.
    Page,
    /// Plain text, for routes that are not read as pages: pictures, feeds, streams.
    Sentence,
    /// JSON of the position endpoint.
    Position,
    /// Problem details of the API (RFC 9457).
    Problem,
}

impl RefusalFormat {
    fn of(path: &str, route: &str) -> Self {
        if route.starts_with(api::PATH) {
            Self::Problem
        } else if path.ends_with("/position") {
            Self::Position
        } else if route.starts_with("/pictures")
            || route.ends_with("/{file}")
            || route.ends_with("/events")
            || route.starts_with("/feeds")
        {
            Self::Sentence
        } else {
            Self::Page
        }
    }

    fn refuse(self, fault: impl Into<Fault>) -> Response {
        let fault = fault.into();
        let sentence = fault.to_string();
        let as_json = match self {
            Self::Page => return fault.into_response(),
            Self::Problem => return Refused::from(fault).into_response(),
            Self::Sentence => false,
            Self::Position => true,
        };
        let (parts, _) = fault.into_response().into_parts();
        let mut response = match as_json {
            true => Json(Problem::sentence(sentence)).into_response(),
            false => sentence.into_response(),
        };
        *response.status_mut() = parts.status;
        if let Some(after) = parts.headers.get(header::RETRY_AFTER) {
            response.headers_mut().insert(header::RETRY_AFTER, after.clone());
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use carrick_server::Feed;
    use carrick_store::{Settings, Store};
    use carrick_tokens::Keyring;

    use super::*;
    use crate::app::Setup;
    use crate::router;

    /// Paths of all routes, taken from the router itself.
    async fn routed() -> BTreeSet<String> {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path().join("x.db"), &Settings::default()).await.unwrap();
        let setup = Setup {
            base_url: "https://carrick.example".parse().unwrap(),
            on_lan: false,
            trusted_proxies: Default::default(),
            security_contact: None,
            keys: Keyring::new([7; 32]),
        };
        let feed = Feed::of(store.clone()).await.unwrap();
        let app = App::new(store, feed, setup, Arc::new(jiff::Timestamp::now));
        let shown = format!("{:?}", router(app));
        let quoted = shown.split('"').skip(1).step_by(2).filter(|text| text.starts_with('/'));
        quoted.map(str::to_owned).collect()
    }

    #[tokio::test]
    async fn every_route_has_a_price_and_every_price_a_route() {
        let routed = routed().await;
        assert!(routed.len() > 100, "{routed:?}");
        let priced: BTreeSet<String> = ROUTES.iter().map(|(path, ..)| (*path).to_owned()).collect();
        assert_eq!(priced.len(), ROUTES.len(), "each route stands once in the table");
        let fallback = |path: &String| path.contains("{*__private__axum");
        let unpriced: Vec<_> = routed.difference(&priced).filter(|path| !fallback(path)).collect();
        assert!(unpriced.is_empty(), "give them a price in ROUTES (rate_limit.rs): {unpriced:?}");
        let gone: Vec<_> = priced.difference(&routed).collect();
        assert!(gone.is_empty(), "there are no such routes: {gone:?}");
    }

    #[test]
    fn what_is_shown_is_never_more_than_a_bucket_holds() {
        for (path, looking, sending) in ROUTES {
            for price in [looking, sending] {
                if let Shown(cost) = price {
                    assert!(*cost > 0 && *cost * 20 <= Budget::Stranger.rate().burst, "{path}");
                }
            }
        }
        assert_eq!(price(&Method::GET, Some("/about")), Shown(5));
        assert_eq!(price(&Method::HEAD, Some("/about")), Shown(5));
        assert_eq!(price(&Method::POST, Some("/account/feed")), Act);
        assert_eq!(price(&Method::DELETE, Some("/api/v1/me/vacation")), Act);
        assert_eq!(price(&Method::GET, None), NOWHERE);
    }
}
