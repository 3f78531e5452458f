//! HTTP server: HTML pages, JSON API, server-sent events.
//!
//! Rules live in `carrick-games`, what a command does in `carrick-service`; here are routes, pages,
//! JSON and sessions. Every page works without scripts; whatever a page changes goes through
//! [`carrick_server::handle()`], as a command that is mailed or typed does.
//!
//! # Layout
//!
//! Folders of `src`, from the lowest up; each imports only those before it, which a test holds:
//!
//! * `site`, `network`: the site's address and files; connections, clients and proxies.
//! * `app`: what every request may use.
//! * `pages`, `sign_in`: what pages share (errors, sessions, forms, lists); passwords, guests.
//! * `position`, `board`: positions as JSON and pictures; a board as its page shows it.
//! * `api`, `routes`: the handlers, of programs and of browsers.
//! * `guard`: middleware (host check, CSRF protection, rate limits). `serve`: router and server.

mod api;
mod app;
mod board;
mod guard;
mod network;
mod pages;
pub mod position;
mod routes;
mod serve;
mod sign_in;
mod site;

pub use api::{Token, make_token, openapi};
pub use app::{App, Clock, Setup};
pub use network::{Access, AccessLog, Bounds, Proxy, ProxyError, TrustedProxies};
pub use serve::{router, serve};
pub use site::{BaseUrl, BaseUrlError, Contact, ContactError, reset_link};
