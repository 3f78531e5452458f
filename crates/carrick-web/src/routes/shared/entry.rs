//! Boards as lists show them.

use carrick_service::{BoardSummary, Userid, hints_told};
use jiff::Timestamp;

use crate::board::status;
use crate::pages::labels;
use crate::pages::names::Named;
use crate::pages::session::Visitor;
use crate::pages::when::When;

/// Board in a list.
#[derive(Debug, Clone)]
pub(in crate::routes) struct Entry {
    pub(in crate::routes) path: String,
    pub(in crate::routes) title: String,
    /// The players; `None` for hotseat games, where nobody has a name.
    pub(in crate::routes) players: Option<[Named; 2]>,
    pub(in crate::routes) options: String,
    pub(in crate::routes) status: String,
    pub(in crate::routes) mine: bool,
    pub(in crate::routes) turns: u32,
    pub(in crate::routes) touched: When,
    /// Title of the game.
    pub(in crate::routes) game: &'static str,
}

/// A board as its reader's list shows it.
pub(in crate::routes) fn entry(
    board: &BoardSummary,
    reader: Option<&Visitor>,
    now: Timestamp,
) -> Entry {
    let me = reader.map(Visitor::id);
    let zone = reader.map(|reader| reader.zone.clone()).unwrap_or_default();
    Entry {
        path: format!("/{}/{}", board.id.kind, board.id.number),
        title: board.id.to_string(),
        players: Some([0, 1].map(|seat| Named::of(&board.players[seat]))),
        options: options(board),
        status: status(board, me),
        mine: me.is_some_and(|me| waits_for(board, me)),
        turns: board.ply,
        touched: When::new(board.touched, now, &zone),
        game: board.id.kind.title(),
    }
}

/// The options in words, and the mark of a game with hints.
fn options(board: &BoardSummary) -> String {
    let options = labels::options_in_words(board.id.kind, &board.options);
    match hints_told(board.hints) {
        Some(hints) => format!("{options}, {hints}"),
        None => options,
    }
}

fn waits_for(board: &BoardSummary, user: &Userid) -> bool {
    board.to_move.is_some_and(|seat| board.players[seat.index()] == *user)
}
