//! The end of a board, and the change of the ratings that follows.

use std::collections::BTreeMap;

use carrick_games::{GameKind, Seat};

use super::Case;
use crate::effects::{BoardEvent, Event};
use crate::people::Userid;
use crate::playing::rating;
use crate::state::{BoardRecord, Ended, RatingRecord, SeatResult};

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
    let at = ended.at;
    let mut happened = vec![BoardEvent::Ended(ended)];
    if counts {
        let rating_of = |seat: Seat| {
            let key = (board.kind, record.players[seat.index()].clone());
            ratings.get(&key).copied().unwrap_or_default()
        };
        let changes = rating::rate(Seat::BOTH.map(rating_of), winner);
        happened.extend(Seat::BOTH.map(|seat| {
            let (user, change) = (record.players[seat.index()].clone(), changes[seat.index()]);
            BoardEvent::RatingChanged { user, seat, change }
        }));
    }
    happened.iter().for_each(|event| record.apply(event, at));
    happened.into_iter().map(|event| Event::Board(board, event)).collect()
}
