//! Reviews of the computer's games, which are made without being asked for.

use carrick_coach::review::Times;

use crate::effects::{BoardEvent, Decision, Event};
use crate::people::computer_level;
use crate::playing::Scene;
use crate::state::SeatResult;

/// Asks for the review of each game between the computer and a person that has ended.
pub(super) fn review(scene: Scene<'_>, decision: &mut Decision) {
    let mut asked = Vec::new();
    for event in &decision.events {
        let Event::Board(board, BoardEvent::Ended(ended)) = event else { continue };
        let Some(record) = scene.state.boards.get(board) else { continue };
        let levels = record.players.iter().filter(|user| computer_level(user).is_some()).count();
        let played = decision.events.iter().any(
            |event| matches!(event, Event::Board(on, BoardEvent::TurnPlayed { .. }) if on == board),
        );
        let is_played = played || !record.turns.is_empty();
        if levels == 1 && is_played && !matches!(ended.result(), SeatResult::Declined(_)) {
            let review = BoardEvent::ReviewAsked { times: Times::ONE, asker: None };
            asked.push(Event::Board(*board, review));
        }
    }
    decision.events.extend(asked);
}
