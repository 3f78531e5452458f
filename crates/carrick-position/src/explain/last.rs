//! The last turn: as a sentence, and its effect.

use carrick_games::{AnyGame, PASS, SWAP, games};
use carrick_lessons::remarks_on;

use super::parts::Explain;
use crate::view::{LastTurn, SpotView};

/// Describes a turn that took a place, as its game does.
macro_rules! placed {
    ($who:ident $both:tt $turn:ident $spots:ident $($variant:ident $module:ident,)*) => {
        match $both {
            $((AnyGame::$variant(before), AnyGame::$variant(after)) => {
                Explain::last($who, before, after, $turn, $spots)
            })*
            // Both are positions of one game.
            _ => told($turn, String::new(), Vec::new()),
        }
    };
}

/// Describes the last turn, given the position before it.
pub(crate) fn turn(before: &AnyGame, after: &AnyGame, spots: &[SpotView]) -> LastTurn {
    let turn = after.last_turn().unwrap_or_default();
    let who = before.colour_to_move().map_or("", |colour| before.kind().colour_name(colour));
    let last = match turn.as_str() {
        PASS => told(turn, format!("{who} passes."), Vec::new()),
        SWAP => told(turn, swapped(before, who), Vec::new()),
        _ => games!(placed! { who (before, after) turn spots }),
    };
    let remarks = last.remarks.into_iter().chain(remarks_on(before, after)).collect();
    LastTurn { remarks, ..last }
}

/// A swap, by the colour that swapped: who plays what from now on.
fn swapped(before: &AnyGame, who: &str) -> String {
    let taken = before.colour_to_move().map_or("", |colour| before.kind().colour_name(!colour));
    format!(
        "The second player swaps: they play {taken} from now on, and the player who began plays {who}. \
         The board stays as it is."
    )
}

/// A turn whose only effect is what landed.
pub(crate) const fn told(turn: String, said: String, landed: Vec<String>) -> LastTurn {
    LastTurn {
        turn,
        said,
        landed,
        remarks: Vec::new(),
        left: None,
        dropped: Vec::new(),
        enclosed: Vec::new(),
    }
}
