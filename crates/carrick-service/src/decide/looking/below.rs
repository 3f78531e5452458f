//! The board below an answer to a mail about it.

use jiff::Timestamp;

use crate::decide::case::is_declined;
use crate::effects::{Addressee, Decision};
use crate::people::{BoardId, Userid};
use crate::playing::{Scene, Table};
use crate::reply;
use crate::state::State;

/// Adds the board as it is to the answer to a mail about it, since the player answers that next.
/// Where it cannot be shown, the answer stands alone.
#[must_use]
pub fn with_board_below(
    state: &State,
    board: BoardId,
    player: &Userid,
    mut told: Decision,
    now: Timestamp,
) -> Decision {
    let record = state.boards.get(&board).filter(|record| !is_declined(record.ended.as_ref()));
    let table = record.and_then(|record| Table::new(record).ok());
    let seat = table.as_ref().and_then(|table| table.record.seat_of(player));
    if let (Some(table), Some(seat)) = (table, seat) {
        let shown = reply::report(Scene { state, now }, &table, seat, None).text;
        let answers = told.messages.iter_mut().filter(|message| message.to == Addressee::Sender);
        answers.for_each(|message| message.text = format!("{}\n{shown}", message.text));
    }
    told
}
