//! The store with real files: what goes in comes out, once, and all or nothing.

#![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod backups;
mod batches;
mod cluster;
mod copying;
mod disk;
mod events;
mod faults;
mod figures;
mod hints;
mod hotseats;
mod jobs;
mod lists;
mod locks;
mod mails;
mod model;
mod opening;
mod outages;
mod plans;
mod puzzles;
mod requests;
mod schema;
mod stocks;
mod support;
mod tokens;
mod web;
mod writers;
