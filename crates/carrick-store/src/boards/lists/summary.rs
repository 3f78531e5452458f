//! Summaries: the columns for one line about a board.

use carrick_service::BoardSummary;

use crate::database::{Columns as _, Row, StoreError};

/// Columns for one line about a board.
pub(crate) const SUMMARY: &str = "b.kind, b.number, b.first_player, b.second_player, b.options, b.ply, b.given, b.hints, b.to_move, \
     b.result, b.reason, b.ended, b.touched";

pub(crate) fn board_summary(row: &Row) -> Result<BoardSummary, StoreError> {
    Ok(BoardSummary {
        id: row.board()?,
        players: row.players()?,
        options: row.raw("options")?,
        ply: row.whole("ply")?,
        given: row.whole("given")?,
        hints: row.whole("hints")?,
        to_move: row.some_seat("to_move")?,
        ended: row.ended()?,
        touched: row.time("touched")?,
    })
}
