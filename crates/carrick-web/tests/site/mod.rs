//! The site as a browser without scripts sees it, with a real database file.

#![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod accounts;
mod analysis;
mod api;
mod api_events;
mod appearance;
mod around;
mod connections;
mod crawl;
mod factor;
mod figures;
mod forms;
mod guards;
mod hints;
mod hotseat;
mod inbox;
mod learn;
mod limits;
mod lists;
mod live;
mod mailed;
mod offers;
mod offline;
mod play;
mod practice;
mod previews;
mod puzzles;
mod refusals;
mod reviews;
mod roles;
mod starting;
mod studies;
mod support;
mod teaching;
mod well_known;
