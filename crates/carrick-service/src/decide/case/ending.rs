//! The end of a board, and the change of the ratings that follows.

use std::collections::BTreeMap;

use carrick_games::{GameKind, Seat};

use super::Case;
use crate::effects::Event;
use crate::people::Userid;
use crate::playing::rating;
use crate::state::{BoardRecord, Ended, Plans, RatingChange, RatingRecord, SeatResult};

impl Case<'_> {
    /// Ends a board with the ratings as they are.
    pub(in crate::decide) fn end(self, record: &mut BoardRecord, ended: Ended) -> Vec<Event> {
        end(&self.state.ratings, record, ended)
    }
}

/// Ends a board: the record is completed, and the events are returned, ratings included.
pub(in crate::decide) fn end(
    ratings: &BTreeMap<(GameKind, Userid), RatingRecord>,
    record: &mut BoardRecord,
    ended: Ended,
) -> Vec<Event> {
    let board = record.id;
    let winner = ended.result().winner();
    let counts = record.terms.rated
        && record.has_begun()
        && !matches!(ended.result(), SeatResult::Declined(_));
    record.offer = None;
    record.plans = Plans::default();
    record.ended = Some(ended.clone());
    let mut events = vec![Event::BoardEnded { board, ended }];
    if !counts {
        return events;
    }
    let rating_of = |seat: Seat| {
        let key = (board.kind, record.players[seat.index()].clone());
        ratings.get(&key).copied().unwrap_or_default()
    };
    let changes: [RatingChange; 2] = rating::rate(Seat::BOTH.map(rating_of), winner);
    record.rating_changes = Some(changes);
    events.extend(Seat::BOTH.map(|seat| Event::RatingChanged {
        kind: board.kind,
        user: record.players[seat.index()].clone(),
        board,
        seat,
        change: changes[seat.index()],
    }));
    events
}
