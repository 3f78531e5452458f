//! Carrick on the web.
//!
//! Rules live in `carrick-games`, what a command does in `carrick-service`; here are routes, pages, JSON
//! and sessions.

pub mod position;
