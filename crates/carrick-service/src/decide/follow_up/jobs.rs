//! Jobs of the computer's that follow from a decision.

use std::collections::BTreeMap;

use carrick_games::Seat;

use crate::effects::{Decision, Event, Message};
use crate::people::{BoardId, Userid, computer_level};
use crate::playing::{Scene, Table, computer_seat};
use crate::state::Offer;

/// Adds the jobs that a decision makes for the computer, reviews of finished games among them, and
/// takes out mail to it.
pub(in crate::decide) fn call(scene: Scene<'_>, decision: &mut Decision) {
    let jobs: Vec<Event> = boards(scene, &decision.events)
        .into_iter()
        .map(|(board, standing)| standing.job(board))
        .collect();
    decision.events.extend(jobs);
    super::reviews::review(scene, decision);
    let is_read = |message: &Message| message.to.user().and_then(computer_level).is_none();
    decision.messages.retain(is_read);
}

/// The part of a board that decides whether the computer is asked for something.
struct ComputerBoard<'a> {
    players: &'a [Userid; 2],
    to_move: Option<Seat>,
    offer: Option<Offer>,
}

impl ComputerBoard<'_> {
    fn job(&self, board: BoardId) -> Event {
        match computer_seat(self.players, self.to_move, self.offer) {
            Some(seat) => Event::JobMade { board, opponent: self.players[(!seat).index()].clone() },
            None => Event::JobGone { board },
        }
    }
}

/// The boards of the computer's on which something happened, as they are after it.
fn boards<'a>(scene: Scene<'a>, events: &'a [Event]) -> BTreeMap<BoardId, ComputerBoard<'a>> {
    let mut boards: BTreeMap<BoardId, ComputerBoard<'a>> = BTreeMap::new();
    for event in events {
        let (board, to_move, offer) = match event {
            Event::BoardOpened { board, to_move } => {
                let standing =
                    ComputerBoard { players: &board.players, to_move: None, offer: None };
                boards.insert(board.id, standing);
                (board.id, Some(*to_move), None)
            }
            Event::TurnPlayed { board, to_move, .. } => (*board, *to_move, None),
            Event::TurnsUndone { board, by, .. } => (*board, Some(*by), None),
            Event::BoardEnded { board, .. } => (*board, None, None),
            Event::BoardReopened { board, to_move, expired } => {
                (*board, Some(*to_move), expired.offer)
            }
            Event::OfferMade { board, offer } => {
                (*board, mover(scene, &boards, *board), Some(*offer))
            }
            Event::OfferRejected { board } => (*board, mover(scene, &boards, *board), None),
            Event::BoardExpired { .. }
            | Event::RatingChanged { .. }
            | Event::Said { .. }
            | beside_the_game!() => continue,
        };
        let players = boards.get(&board).map(|standing| standing.players);
        let players =
            players.or_else(|| scene.state.boards.get(&board).map(|record| &record.players));
        if let Some(players) = players {
            boards.insert(board, ComputerBoard { players, to_move, offer });
        }
    }
    boards.retain(|_, standing| standing.players.iter().any(|user| computer_level(user).is_some()));
    boards
}

/// The seat to move on a board, after the events so far.
fn mover(
    scene: Scene<'_>,
    boards: &BTreeMap<BoardId, ComputerBoard<'_>>,
    board: BoardId,
) -> Option<Seat> {
    let stored = || Table::new(scene.state.boards.get(&board)?).ok()?.game.seat_to_move();
    boards.get(&board).map_or_else(stored, |standing| standing.to_move)
}
