//! When the next thing falls due on a board.

use std::collections::BTreeMap;

use crate::effects::{Decision, Event};
use crate::people::BoardId;
use crate::playing::Scene;
use crate::state::BoardRecord;

/// Notes for every board that was opened, or on which a turn was played or taken back, when to look
/// at it again.
///
/// One place for all commands: a command that plays a turn need not think of clocks.
pub(super) fn schedule(scene: Scene<'_>, decision: &mut Decision) {
    let mut changed: BTreeMap<BoardId, (BoardRecord, carrick_games::Seat)> = BTreeMap::new();
    for event in &decision.events {
        match event {
            Event::BoardOpened { board, to_move } => {
                changed.insert(board.id, (BoardRecord::clone(board), *to_move));
            }
            Event::TurnPlayed { board, turn, to_move: Some(to_move), .. } => {
                let before = || scene.state.boards.get(board).cloned();
                let record = changed.remove(board).map(|(record, _)| record).or_else(before);
                if let Some(mut record) = record {
                    record.turns.push(turn.clone());
                    changed.insert(*board, (record, *to_move));
                }
            }
            Event::TurnsUndone { board, by, ply } => {
                if let Some(mut record) = scene.state.boards.get(board).cloned() {
                    record.turns.truncate(*ply as usize);
                    record.ended = None;
                    record.restarts.insert(ply + 1, scene.now);
                    changed.insert(*board, (record, *by));
                }
            }
            Event::TurnPlayed { board, to_move: None, .. } | Event::BoardEnded { board, .. } => {
                changed.remove(board);
            }
            Event::BoardExpired { .. }
            | Event::BoardReopened { .. }
            | Event::OfferMade { .. }
            | Event::OfferRejected { .. }
            | Event::RatingChanged { .. }
            | Event::Said { .. }
            | beside_the_game!() => {}
        }
    }
    decision.events.extend(changed.into_iter().map(|(board, (record, to_move))| {
        Event::Scheduled { board, due: scene.clock(&record, to_move).next_due(0) }
    }));
}
