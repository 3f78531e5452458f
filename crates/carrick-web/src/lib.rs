//! HTTP server: HTML pages, JSON API, server-sent events.
//!
//! The rules are in `carrick-games` and the commands in `carrick-service`; this crate adds the
//! routes, pages, JSON and sessions. Every page works without scripts. Pages change things through
//! [`carrick_server::handle()`], just like commands that are mailed or typed.
//!
//! # Contents
//!
//! | module | subject |
//! |---|---|
//! | `routes` | pages: their handlers |
//! | `api` | the same for programs, as JSON |
//! | `board`, `puzzles` | a board or a puzzle, loaded and ready for its page |
//! | `pages`, `sign_in` | what pages share: layout, errors, sessions, forms; passwords, second factors |
//! | `app`, `cost` | the state that all requests share; the price of a position |
//! | `guard` | middleware: host check, CSRF protection, rate limits |
//! | `site` | the site's address, name and files |
//! | `network` | connections, clients and proxies |
//! | `serve` | the router and the server |

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

pub use api::{IssuedToken, make_token, openapi};
pub use app::{App, SiteClock, SiteSetup};
pub use network::{Access, AccessLog, ConnectionLimits, Proxy, ProxyError, TrustedProxies};
pub use serve::{METRICS_CONNECTIONS, router, serve, serve_metrics};
pub use site::{
    BaseUrl, BaseUrlError, Contact, ContactError, FootLink, Identity, IdentityError, SiteName,
    reset_link,
};
