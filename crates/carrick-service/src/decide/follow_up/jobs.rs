//! Jobs of the computer's that follow from a decision.

use std::collections::BTreeMap;

use carrick_games::Seat;

use crate::effects::{Addressee, Decision, Event};
use crate::people::{BoardId, Userid, computer_level};
use crate::playing::{Scene, Table, seat_asked};
use crate::state::Offer;

/// Adds the jobs that a decision makes for the computer, and takes out mail to it.
pub(in crate::decide) fn call(scene: Scene<'_>, decision: &mut Decision) {
    let jobs: Vec<Event> = courses(scene, &decision.events)
        .into_iter()
        .map(|(board, course)| course.job(board))
        .collect();
    decision.events.extend(jobs);
    decision.messages.retain(|message| match &message.to {
        Addressee::User(user) => computer_level(user).is_none(),
        Addressee::Sender => true,
    });
}

/// The part of a board that decides whether the computer is asked for something.
struct Course<'a> {
    players: &'a [Userid; 2],
    to_move: Option<Seat>,
    offer: Option<Offer>,
}

impl Course<'_> {
    fn job(&self, board: BoardId) -> Event {
        match seat_asked(self.players, self.to_move, self.offer) {
            Some(seat) => Event::JobMade { board, opponent: self.players[(!seat).index()].clone() },
            None => Event::JobGone { board },
        }
    }
}

/// The boards of the computer's on which something happened, as they are after it.
fn courses<'a>(scene: Scene<'a>, events: &'a [Event]) -> BTreeMap<BoardId, Course<'a>> {
    let mut courses: BTreeMap<BoardId, Course<'a>> = BTreeMap::new();
    for event in events {
        let (board, to_move, offer) = match event {
            Event::BoardOpened { board, to_move } => {
                let course = Course { players: &board.players, to_move: None, offer: None };
                courses.insert(board.id, course);
                (board.id, Some(*to_move), None)
            }
            Event::TurnPlayed { board, to_move, .. } => (*board, *to_move, None),
            Event::TurnsUndone { board, by, .. } => (*board, Some(*by), None),
            Event::BoardEnded { board, .. } => (*board, None, None),
            Event::BoardReopened { board, to_move, expired } => {
                (*board, Some(*to_move), expired.offer)
            }
            Event::OfferMade { board, offer } => {
                (*board, mover(scene, &courses, *board), Some(*offer))
            }
            Event::OfferRejected { board } => (*board, mover(scene, &courses, *board), None),
            _ => continue,
        };
        let players = courses.get(&board).map(|course| course.players);
        let players =
            players.or_else(|| scene.state.boards.get(&board).map(|record| &record.players));
        if let Some(players) = players {
            courses.insert(board, Course { players, to_move, offer });
        }
    }
    courses.retain(|_, course| course.players.iter().any(|user| computer_level(user).is_some()));
    courses
}

/// The seat to move on a board, after the events so far.
fn mover(
    scene: Scene<'_>,
    courses: &BTreeMap<BoardId, Course<'_>>,
    board: BoardId,
) -> Option<Seat> {
    let stored = || Table::new(scene.state.boards.get(&board)?).ok()?.game.seat_to_move();
    courses.get(&board).map_or_else(stored, |course| course.to_move)
}
