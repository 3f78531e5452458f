//! Middleware: host check, CSRF protection (Fetch Metadata, Origin, Referer), security headers.

use std::net::IpAddr;
use std::sync::LazyLock;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::api;
use crate::app::App;
use crate::network::access::AccessRefusal;
use crate::network::client::{Network, is_forwarded, peer_of};
use crate::routes::mail;
use crate::site::assets::Arrival;
use crate::site::{assets, usual_host};

/// Middleware: refuses requests for other hosts and cross-site changes (CSRF), and adds the
/// security headers.
pub(crate) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let host = headers
        .get(header::HOST)
        .and_then(|value| value.to_str().ok())
        .or_else(|| request.uri().authority().map(axum::http::uri::Authority::as_str))
        .unwrap_or_default();
    let host = usual_host(host, app.setup.base_url.is_secure());
    let is_ours =
        host == app.setup.base_url.host() || (app.setup.on_lan && is_localhost_or_ip(&host));
    let arrival = Arrival::of_headers(headers);
    let is_private =
        headers.contains_key(header::COOKIE) || headers.contains_key(header::AUTHORIZATION);
    let peer = peer_of(request.extensions());
    if is_forwarded(headers) && !app.setup.trusted_proxies.contains(peer) {
        app.warn_of_untrusted_proxy(peer);
    }
    let from =
        Network::of_request(request.extensions(), headers, &app.setup.trusted_proxies).to_string();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let mut response = if headers.get_all(header::HOST).iter().nth(1).is_some() {
        app.log_refusal(AccessRefusal::TwoHosts, "", &from);
        let sentence = "A request must name one host, in one Host header; this one names two.\n";
        (StatusCode::BAD_REQUEST, sentence).into_response()
    } else if matches!(request.uri().path(), "/healthz" | "/readyz") {
        next.run(request).await
    } else if !is_ours {
        app.log_refusal(AccessRefusal::Host, "", &from);
        let sentence = format!("This server answers as {} only.\n", app.setup.base_url);
        (StatusCode::MISDIRECTED_REQUEST, sentence).into_response()
    } else if !request.method().is_safe()
        && !ignores_cookies(request.uri().path())
        && !is_same_origin(headers, &app, &host)
    {
        app.log_refusal(AccessRefusal::Form, "", &from);
        let sentence = "This form was not sent from a page of this site, so nothing was done. \
                        Open the page again and send it from there.\n";
        (StatusCode::FORBIDDEN, sentence).into_response()
    } else {
        app.identity.clone().answer(arrival.answer(next.run(request))).await
    };
    if response.status() == StatusCode::TOO_MANY_REQUESTS {
        app.log_refusal(
            AccessRefusal::TooMany,
            route.as_ref().map_or("", MatchedPath::as_str),
            &from,
        );
    }
    if let Some(route) = route {
        response.extensions_mut().insert(route);
    }
    if is_private {
        // No browser or proxy keeps pages that only one user may see, because someone else may use
        // it afterwards.
        let value = HeaderValue::from_static("no-store, private");
        response.headers_mut().entry(header::CACHE_CONTROL).or_insert(value);
    }
    if arrival.0 {
        response
            .headers_mut()
            .entry(header::CONTENT_SECURITY_POLICY)
            .or_insert_with(|| ARRIVAL_POLICY.clone());
    }
    for (name, value) in DEFAULT_HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    if app.setup.base_url.is_secure() {
        let value = HeaderValue::from_static("max-age=31536000; includeSubDomains");
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, value);
    }
    response
}

/// Whether a host is localhost or an IP address, with or without a port.
fn is_localhost_or_ip(host: &str) -> bool {
    let name = without_port(host);
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    name == "localhost" || bare.parse::<IpAddr>().is_ok()
}

/// Whether no page on the internet can make a browser use this host: an IP address, or a name
/// without a dot, as machines and containers in a local network have.
pub(crate) fn is_local(host: &str) -> bool {
    is_localhost_or_ip(host) || (!host.is_empty() && !without_port(host).contains('.'))
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

/// Whether a path ignores cookies, which makes CSRF impossible there.
fn ignores_cookies(path: &str) -> bool {
    path.strip_prefix(api::PATH).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        || path.starts_with(mail::STOP)
}

/// Whether a page of this site sent the request, judged by its Fetch Metadata, or else `Origin`, or
/// else `Referer`.
fn is_same_origin(headers: &HeaderMap, app: &App, host: &str) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if text("authorization").is_some_and(|value| value.starts_with("Bearer ")) {
        // No browser adds a token automatically.
        return true;
    }
    let is_secure = app.setup.base_url.is_secure();
    let scheme = if is_secure { "https://" } else { "http://" };
    let is_ours = |from: &str| {
        from.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
            && usual_host(&from[scheme.len()..], is_secure) == host
    };
    if let Some(site) = text("sec-fetch-site") {
        return site == "same-origin";
    }
    if let Some(from) = text("origin") {
        return is_ours(from);
    }
    let referrer = text("referer")
        .and_then(|page| page.match_indices('/').nth(2).map(|(end, _)| &page[..end]));
    referrer.is_some_and(is_ours)
}

/// Content Security Policy of pages.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; \
     worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; \
     frame-ancestors 'none'; require-trusted-types-for 'script'; \
     trusted-types carrick carrick-app carrick-engine carrick-live";

/// Content Security Policy of pages that contain their stylesheets: it allows only these, by their
/// hashes.
static ARRIVAL_POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
    let sources = format!("style-src 'self' {}", assets::sources());
    // Hashes are plain ASCII, so this does not fail.
    HeaderValue::try_from(POLICY.replacen("style-src 'self'", &sources, 1))
        .unwrap_or_else(|_| HeaderValue::from_static(POLICY))
});

/// Default headers of every response; a handler's own take precedence.
const DEFAULT_HEADERS: [(header::HeaderName, &str); 8] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        header::HeaderName::from_static("permissions-policy"),
        "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    ),
    (header::CACHE_CONTROL, "no-cache, private"),
];
