//! Shared loading of the state for the requests of a group.
//!
//! Most requests are about one board and its players; those of a group are about different ones. So
//! a few statements load the state for all of them, instead of a few for each. A request whose
//! boards or users an earlier one of the group has changed loads its state again.

// A new event has to say which boards and users it changes.
#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::BTreeSet;

use carrick_games::GameKind;
use carrick_service::{BoardId, Decision, Event, Needs, State, Userid};

use super::load;
use super::round::asks;
use crate::database::{Connection, StoreError};

/// Shared state of a group, and what its requests have changed since.
#[derive(Default)]
pub(crate) struct Together {
    /// Boards that were looked up; those that are not in the state do not exist.
    boards: BTreeSet<BoardId>,
    users: BTreeSet<Userid>,
    state: State,
    /// Boards and users that earlier requests of the group have changed.
    changed: Changed,
}

#[derive(Default)]
struct Changed {
    boards: BTreeSet<BoardId>,
    users: BTreeSet<Userid>,
    /// Whether anything else may have changed.
    all: bool,
}

impl Together {
    /// Loads the shared state.
    pub(crate) async fn load(
        connection: &mut Connection,
        shared: Needs,
    ) -> Result<Self, StoreError> {
        if shared == Needs::default() {
            return Ok(Self::default());
        }
        let state = load::state(connection, &shared).await?;
        let Needs { boards, users, .. } = shared;
        Ok(Self { boards, users, state, changed: Changed::default() })
    }

    /// The state that [`load::state`] would load for these needs; `None` when it must be loaded.
    pub(crate) fn part(&self, needs: &Needs) -> Option<State> {
        let covered = needs.boards.is_subset(&self.boards) && needs.users.is_subset(&self.users);
        let fresh = !self.changed.all && needs.boards.is_disjoint(&self.changed.boards);
        if !covered || !fresh || !can_be_shared(needs) {
            return None;
        }
        let mut part = State::default();
        let mut wanted = needs.users.clone();
        for id in &needs.boards {
            let Some(board) = self.state.boards.get(id) else { continue };
            wanted.extend(board.players.iter().cloned());
            wanted.extend(board.subscribers.iter().cloned());
            if board.ended.is_none() {
                let notified = self.state.notified.get(&id.kind)?;
                wanted.extend(notified.iter().cloned());
                part.notified.insert(id.kind, notified.clone());
            }
            part.boards.insert(*id, board.clone());
        }
        if !wanted.is_disjoint(&self.changed.users) {
            return None;
        }
        for id in wanted {
            for kind in GameKind::ALL {
                let key = (kind, id.clone());
                part.ratings.extend(self.state.ratings.get(&key).map(|&rating| (key, rating)));
            }
            part.users.extend(self.state.users.get(&id).map(|user| (id, user.clone())));
        }
        Some(part)
    }

    /// Records the changes of a request.
    pub(crate) fn note(&mut self, events: &[Event]) {
        for event in events {
            self.changed.note(event);
        }
    }
}

/// The shared part of several needs; empty for a single request.
pub(crate) fn shared<'a>(needs: impl Iterator<Item = &'a Needs>) -> Needs {
    let mut shared = Needs::default();
    let mut count = 0;
    for needs in needs.filter(|needs| can_be_shared(needs)) {
        shared.boards.extend(&needs.boards);
        shared.users.extend(needs.users.iter().cloned());
        count += 1;
    }
    if count > 1 { shared } else { Needs::default() }
}

/// Whether a request needs nothing but boards and users.
fn can_be_shared(needs: &Needs) -> bool {
    let (boards, users) = (needs.boards.clone(), needs.users.clone());
    *needs == Needs { boards, users, ..Needs::default() }
}

/// Whether a request needs boards, and else only users.
pub(super) fn is_about_boards(needs: &Needs) -> bool {
    !needs.boards.is_empty() && can_be_shared(needs)
}

/// Whether a decision changes nothing but some boards: what belongs to each of them alone.
pub(super) fn stays_on(decision: &Decision, boards: &BTreeSet<BoardId>) -> bool {
    let stays = |event| changed_alone(event).is_some_and(|board| boards.contains(&board));
    decision.events.iter().all(stays) && !decision.messages.iter().any(asks)
}

/// The board that an event changes, if it changes nothing else.
const fn changed_alone(event: &Event) -> Option<BoardId> {
    match changed(event) {
        Changes::Board(board) => Some(board),
        Changes::BoardAndMore(_) | Changes::Rating(..) | Changes::Anything => None,
    }
}

/// Reach of an event in the state that requests of a group share.
enum Changes<'e> {
    /// A board, and what belongs to it alone.
    Board(BoardId),
    /// A board, and something that others write too: the order of ends, queues of all boards,
    /// numbers of new ones.
    BoardAndMore(BoardId),
    /// The rating of a player of a board.
    Rating(BoardId, &'e Userid),
    /// Accounts and the like: rare events count as a change of everything.
    Anything,
}

const fn changed(event: &Event) -> Changes<'_> {
    match event {
        Event::TurnPlayed { board, .. }
        | Event::OfferMade { board, .. }
        | Event::OfferRejected { board }
        | Event::PlansChanged { board, .. }
        | Event::TurnsUndone { board, .. }
        | Event::Said { board, .. }
        | Event::Scheduled { board, .. }
        | Event::Nagged { board, .. }
        | Event::JobMade { board, .. }
        | Event::JobGone { board }
        | Event::SubscriptionSet { board, .. } => Changes::Board(*board),
        Event::BoardEnded { board, .. }
        | Event::BoardExpired { board, .. }
        | Event::ReviewAsked { board, .. }
        | Event::HintAsked { board, .. }
        | Event::HintFound { board, .. }
        | Event::HintTold { board, .. } => Changes::BoardAndMore(*board),
        Event::BoardOpened { board, .. } => Changes::BoardAndMore(board.id),
        Event::RatingChanged { board, user, .. } => Changes::Rating(*board, user),
        Event::BoardReopened { .. }
        | Event::RemarkDeleted { .. }
        | Event::UserJoined(_)
        | Event::PasswordChanged { .. }
        | Event::ResetAsked { .. }
        | Event::AbsenceSet { .. }
        | Event::AddressesSet { .. }
        | Event::ZoneSet { .. }
        | Event::AppearanceSet { .. }
        | Event::MailingSet { .. }
        | Event::MailChoicesSet { .. }
        | Event::MuteSet { .. }
        | Event::DisplaySet { .. }
        | Event::UserDeleted { .. }
        | Event::LetterWritten(_)
        | Event::ChoicesSet { .. }
        | Event::NewsSet { .. }
        | Event::QuietSet { .. }
        | Event::BlockSet { .. }
        | Event::PuzzleTried { .. }
        | Event::PuzzlesScheduled { .. }
        | Event::OperatorSet { .. }
        | Event::SuspensionSet { .. }
        | Event::SessionsEnded { .. }
        | Event::SecondFactorRemoved { .. }
        | Event::UserRenamed { .. }
        | Event::SeekSet(_) => Changes::Anything,
    }
}

impl Changed {
    fn note(&mut self, event: &Event) {
        match changed(event) {
            Changes::Board(board) | Changes::BoardAndMore(board) => _ = self.boards.insert(board),
            Changes::Rating(board, user) => {
                self.boards.insert(board);
                self.users.insert(user.clone());
            }
            Changes::Anything => self.all = true,
        }
    }
}
