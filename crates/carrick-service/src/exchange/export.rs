//! A board as a record.

use carrick_games::records::{Clocks, Details, Moment, Player, Prose, Record, Site};
use jiff::Timestamp;

use super::SITE;
use crate::command::Refusal;
use crate::people::{Userid, computer_level};
use crate::playing::Table;
use crate::state::{BoardRecord, hints_told};

/// The record of a board: the same board always gives the same.
///
/// # Errors
/// The board is damaged: its turns are none of the game.
pub fn record_of(board: &BoardRecord) -> Result<Record, Refusal> {
    let table = Table::new(board)?;
    let terms = board.terms;
    let details = Details {
        players: [0, 1].map(|index| player(&board.players[index])),
        site: Some(Site {
            name: SITE.into(),
            game_id: board.id.number.to_string().as_str().into(),
        }),
        started: moment(board.created),
        ended: board.ended.as_ref().and_then(|ended| moment(ended.at)),
        unrated: !terms.rated,
        clocks: Some(Clocks {
            turn_days: Some(terms.forfeit_days),
            nag_days: Some(terms.nag_days),
            total_days: terms.total_days,
            increment_hours: terms.increment_hours,
            left_s: None,
        }),
        comment: comment(board.hints),
        ..Details::default()
    };
    let mut record = Record::from_game(&table.game, details).map_err(|_| table.damaged())?;
    for (number, turn) in (1..).zip(&board.turns) {
        if let Some(note) = record.note_mut(number) {
            note.at = moment(turn.at);
        }
    }
    Ok(record)
}

/// The mark of a game with hints: records have no field for it.
fn comment(hints: u32) -> Prose {
    let told = hints_told(hints).map(|hints| format!("Played {hints} from the computer."));
    told.unwrap_or_default().as_str().into()
}

fn player(user: &Userid) -> Player {
    Player { is_computer: computer_level(user).is_some(), ..user.as_str().into() }
}

/// A time to the second, as records have it.
pub(super) fn moment(at: Timestamp) -> Option<Moment> {
    Moment::from_unix_s(at.as_microsecond().div_euclid(1_000_000))
}
