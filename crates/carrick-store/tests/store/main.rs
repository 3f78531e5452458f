//! The store against real files: what goes in comes out, once, and all or nothing.

#![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod backups;
mod disk;
mod events;
mod faults;
mod figures;
mod grouped;
mod hints;
mod lists;
mod mails;
mod model;
mod opening;
mod puzzles;
mod requests;
mod support;
mod tokens;
mod web;
mod writers;
