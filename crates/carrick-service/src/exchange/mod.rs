//! Games as records: export and import.
//!
//! An exported record contains what anyone may see of a board: players, options, terms, turns with
//! their times, how it ended. Queues, offers, remarks and turns that were taken back are left out.
//!
//! The turns of an imported record were checked when the [`Record`] was read. Here it becomes a
//! board:
//!
//! * A player is the account with that name. If there is none, it is created without a password or
//!   address, so that no one else can take the name.
//! * A turn without a time gets the time of the previous turn, and the first one the start of the
//!   game. A game without a start gets the time of the import.
//! * The board keeps its number from a server such as this one if that is free, and otherwise gets
//!   the next one.
//! * A game that is already here is not created again, however often it comes ([`ImportedGame`]).
//! * Finished games are rated unless their record says otherwise, in the order in which they ended
//!   ([`Import::ends`], [`EndOrder`]).
//! * A game in play continues from now: the player to move has the full time for that turn.

mod import;
mod incoming;

use carrick_games::records::{Clocks, Details, GameSite, Moment, PlayerDetails, Prose};
use jiff::Timestamp;

use crate::people::{Userid, computer_level};
use crate::playing::BoardInPlay;
use crate::refusal::Refusal;
use crate::state::{BoardRecord, hints_told};

pub use carrick_games::records::Record;
pub use import::{EndOrder, Import, ImportedEnd, ImportedGame, Pair};
pub use incoming::{Divergence, ImportFault, IncomingGame, Naming};

/// Name of this server in records, as the place where games were played.
const SITE: &str = "Carrick";

// A board as a record.

/// The record of a board: the same board always gives the same.
///
/// # Errors
/// The board is damaged: its turns cannot be played in the game.
pub fn record_of(board: &BoardRecord) -> Result<Record, Refusal> {
    let table = BoardInPlay::new(board)?;
    let terms = board.terms;
    let details = Details {
        players: [0, 1].map(|index| player(&board.players[index])),
        site: Some(GameSite {
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

fn player(user: &Userid) -> PlayerDetails {
    PlayerDetails { is_computer: computer_level(user).is_some(), ..user.as_str().into() }
}

/// A time to the second, as records have it.
fn moment(at: Timestamp) -> Option<Moment> {
    Moment::from_unix_s(at.as_microsecond().div_euclid(1_000_000))
}
