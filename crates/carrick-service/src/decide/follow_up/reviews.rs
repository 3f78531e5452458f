//! Reviews of the computer's games, which are made without being asked for.

use carrick_coach::review::Times;

use crate::effects::{Decision, Event};
use crate::people::computer_level;
use crate::playing::Scene;
use crate::state::SeatResult;

/// Asks for the review of each game between the computer and a person that has ended.
pub(super) fn review(scene: Scene<'_>, decision: &mut Decision) {
    let over = decision.events.iter().filter_map(|event| match event {
        Event::BoardEnded { board, ended } => {
            (!matches!(ended.result(), SeatResult::Declined(_))).then_some(*board)
        }
        Event::BoardOpened { .. }
        | Event::TurnPlayed { .. }
        | Event::TurnsUndone { .. }
        | Event::BoardReopened { .. }
        | Event::BoardExpired { .. }
        | Event::OfferMade { .. }
        | Event::OfferRejected { .. }
        | Event::RatingChanged { .. }
        | Event::Said { .. }
        | beside_the_game!() => None,
    });
    let reviewed = over.filter(|board| {
        let Some(record) = scene.state.boards.get(board) else { return false };
        let levels = record.players.iter().filter(|user| computer_level(user).is_some()).count();
        let played = decision
            .events
            .iter()
            .filter(|event| matches!(event, Event::TurnPlayed { board: on, .. } if on == board));
        levels == 1 && record.turns.len() + played.count() > 0
    });
    let asked: Vec<Event> = reviewed
        .map(|board| Event::ReviewAsked { board, times: Times::ONE, asker: None })
        .collect();
    decision.events.extend(asked);
}
