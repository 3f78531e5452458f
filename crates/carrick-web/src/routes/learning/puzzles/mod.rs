//! Puzzles: the list of each game, the puzzle of each day, and solving them on the board.
//!
//! A page is the state of a solution by its URL alone: `found` says how many turns were found,
//! `turn` is a wrong try that is answered. What counts for ratings and streaks is sent by POST.

mod lists;
mod solve;

use axum::Router;
use axum::routing::get;

use crate::app::App;

pub(in crate::routes) fn routes() -> Router<App> {
    Router::new()
        .route("/puzzles", get(lists::all))
        .route("/puzzles/{game}", get(lists::of_game))
        .route("/puzzles/{game}/days", get(lists::days))
        .route("/puzzles/{game}/{which}", get(solve::page).post(solve::send))
}
