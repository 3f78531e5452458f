//! HTTP server: HTML pages, JSON API, server-sent events.
//!
//! The rules live in `carrick-games`, the commands in `carrick-service`; this crate has the
//! routes, pages, JSON and sessions. Every page works without scripts. Pages change things through
//! [`carrick_server::handle()`], like commands that are mailed or typed.
//!
//! # Layout
//!
//! Folders of `src`, lowest first. Each imports only those before it; a test checks that.
//!
//! * `site`, `network`: the site's address and files; connections, clients and proxies.
//! * `app`: the state that all requests share.
//! * `pages`, `sign_in`: shared by pages (errors, sessions, forms, lists); passwords, guests.
//! * `cost`, `board`: the price of a picture; a board as its page shows it. `puzzles`: a puzzle as
//!   pages and the API find and judge it.
//! * `api`, `routes`: the handlers for programs and for browsers.
//! * `guard`: middleware (host check, CSRF protection, rate limits). `serve`: router and server.

mod api;
mod app;
mod board;
mod cost;
mod guard;
mod network;
mod pages;
mod puzzles;
mod routes;
mod serve;
mod sign_in;
mod site;

pub use api::{Token, make_token, openapi};
pub use app::{App, Clock, Setup};
pub use network::{Access, AccessLog, Bounds, Proxy, ProxyError, TrustedProxies};
pub use serve::{METRICS_CONNECTIONS, router, serve, serve_metrics};
pub use site::{
    BaseUrl, BaseUrlError, Contact, ContactError, FootLink, Identity, IdentityError, SiteName,
    page_engine_bytes, reset_link,
};
