//! When the next thing falls due on a board.

use std::collections::BTreeMap;

use carrick_games::Seat;

use crate::effects::{BoardEvent, Decision, Event};
use crate::people::BoardId;
use crate::playing::Scene;
use crate::state::BoardRecord;

/// Notes for every board that was opened, or on which a turn was played or taken back, when to look
/// at it again.
///
/// One place for all commands: a command that plays a turn need not think of clocks.
pub(super) fn schedule(scene: Scene<'_>, decision: &mut Decision) {
    let mut changed: BTreeMap<BoardId, (BoardRecord, Option<Seat>)> = BTreeMap::new();
    for event in &decision.events {
        let (id, event) = match event {
            Event::BoardOpened { board, to_move } => {
                changed.insert(board.id, (BoardRecord::clone(board), Some(*to_move)));
                continue;
            }
            Event::Board(id, event) => (id, event),
            _ => continue,
        };
        let to_move = match event {
            BoardEvent::TurnPlayed { to_move, .. } => *to_move,
            BoardEvent::TurnsUndone { by, .. } => Some(*by),
            BoardEvent::Ended(_) => None,
            _ => continue,
        };
        let before = || Some((scene.state.boards.get(id)?.clone(), None));
        if let Some((mut record, _)) = changed.remove(id).or_else(before) {
            record.apply(event, scene.now);
            // The clock of a game that goes on after its end does not stand still.
            record.ended = record.ended.filter(|_| to_move.is_none());
            changed.insert(*id, (record, to_move));
        }
    }
    decision.events.extend(changed.into_iter().filter_map(|(id, (record, to_move))| {
        let due = scene.clock(&record, to_move?).next_due(0);
        Some(Event::Board(id, BoardEvent::Scheduled(due)))
    }));
}
