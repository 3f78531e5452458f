//! The state that the writer knows: what the requests of a group share, and what it goes on knowing
//! from one group to the next.
//!
//! Most requests are about one board and its players; those of a group are about different ones. So
//! a few statements load the state for all of them, instead of a few for each. A request whose
//! boards or users an earlier one of the group has changed loads its state again.
//!
//! In a file, nobody else writes between two groups as long as its [version](Version) stays the
//! same, so what was loaded or written is still known. Turns are added to their boards here as they
//! are written; whatever else a group changes is forgotten, and loaded again when it is needed.

// A new event has to say which boards and users it changes.
#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use carrick_games::GameKind;
use carrick_service::{BoardId, Event, Needs, State, TurnRecord, Userid};
use jiff::Timestamp;

use crate::database::Version;

/// Number of boards of which more are not known for longer than a group.
const MOST: usize = 1000;

/// State that was loaded, and what a group has changed since.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// Boards that were looked up; those that are not in the state do not exist.
    boards: BTreeSet<BoardId>,
    /// Users that were looked up.
    users: BTreeSet<Userid>,
    state: State,
    /// Everything that the requests of this group have changed.
    changed: Changed,
    /// Turns that they have played on boards where they have changed nothing else.
    played: Vec<(BoardId, TurnRecord)>,
}

#[derive(Debug, Default)]
struct Changed {
    boards: BTreeSet<BoardId>,
    /// Those of them on which something else than one turn happened.
    again: BTreeSet<BoardId>,
    users: BTreeSet<Userid>,
    /// Whether anything else may have changed.
    all: bool,
}

impl Known {
    /// The part of these needs that must be loaded: boards and users that are not known.
    pub(crate) fn lacks(&self, needs: Needs) -> Needs {
        let Needs { mut boards, mut users, .. } = needs;
        boards.retain(|board| !self.boards.contains(board));
        users.retain(|user| !self.users.contains(user));
        Needs { boards, users, ..Needs::default() }
    }

    /// Adds what was loaded for such a part.
    pub(crate) fn add(&mut self, needs: Needs, loaded: State) {
        let State { boards, users, ratings, notified, .. } = loaded;
        self.boards.extend(needs.boards);
        self.users.extend(needs.users);
        self.users.extend(users.keys().cloned());
        self.state.boards.extend(boards);
        self.state.users.extend(users);
        self.state.ratings.extend(ratings);
        self.state.notified.extend(notified);
    }

    /// The state that would be loaded for these needs; `None` when it must be loaded.
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
        if !wanted.is_disjoint(&self.changed.users) || !wanted.is_subset(&self.users) {
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

    /// Notes what a request of the group changes.
    pub(crate) fn note(&mut self, events: &[Event]) {
        for event in events {
            self.changed.note(event);
        }
    }

    /// Notes that a request of the group plays a turn in a game that goes on, and changes nothing
    /// else.
    pub(crate) fn note_turn(&mut self, board: BoardId, turn: &TurnRecord) {
        if !self.changed.boards.insert(board) {
            self.changed.again.insert(board);
            return;
        }
        // As it will be read from the database.
        let at = Timestamp::from_microsecond(turn.at.as_microsecond()).unwrap_or(turn.at);
        self.played.push((board, TurnRecord { at, ..turn.clone() }));
    }

    /// Notes that anything may have changed.
    pub(crate) fn note_anything(&mut self) {
        self.changed.all = true;
    }

    /// Goes on after the commit of the group: with its turns, and without what else has changed.
    fn after_commit(mut self) -> Self {
        let Changed { again, users, all, .. } = std::mem::take(&mut self.changed);
        let turns = std::mem::take(&mut self.played);
        let tells = |user: &Userid| self.state.notified.values().any(|all| all.contains(user));
        let many = self.boards.len() > MOST || self.users.len() > 2 * MOST;
        if all || many || users.iter().any(tells) {
            return Self::default();
        }
        for (id, turn) in turns {
            if let Some(board) = self.state.boards.get_mut(&id) {
                board.turns.push(turn);
                (board.nags, board.offer, board.plans.submitted) = (0, None, None);
                board.undone.by = None;
            }
        }
        for id in again {
            self.forget(id);
        }
        if !users.is_empty() {
            let boards = self.state.boards.values();
            let theirs = boards.filter(|board| {
                board.players.iter().chain(&board.subscribers).any(|user| users.contains(user))
            });
            for id in theirs.map(|board| board.id).collect::<Vec<_>>() {
                self.forget(id);
            }
            self.users.retain(|user| !users.contains(user));
            self.state.users.retain(|user, _| !users.contains(user));
            self.state.ratings.retain(|(_, user), _| !users.contains(user));
        }
        self
    }

    fn forget(&mut self, board: BoardId) {
        self.boards.remove(&board);
        self.state.boards.remove(&board);
    }
}

/// Knowledge that outlives a group, and the version of the file that it is of. Clones share it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Memory(Arc<Mutex<Option<(Version, Known)>>>);

impl Memory {
    /// Takes what is known, if it is of this version.
    pub(crate) fn of(&self, version: Option<Version>) -> Option<Known> {
        let (of, known) = self.0.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        (Some(of) == version).then_some(known)
    }

    /// Keeps what is known after the commit of a group that began with this version; nothing where
    /// there are no versions.
    pub(crate) fn keep(&self, version: Option<Version>, known: Known) {
        let kept = version.map(|version| (version, known.after_commit()));
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = kept;
    }
}

/// Whether a request needs boards, and else only users.
pub(crate) fn is_about_boards(needs: &Needs) -> bool {
    !needs.boards.is_empty() && can_be_shared(needs)
}

/// Whether a request needs nothing but boards and users.
pub(crate) fn can_be_shared(needs: &Needs) -> bool {
    let (boards, users) = (needs.boards.clone(), needs.users.clone());
    *needs == Needs { boards, users, ..Needs::default() }
}

/// The board that an event changes, if it changes nothing else.
pub(crate) const fn changed_alone(event: &Event) -> Option<BoardId> {
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
            Changes::Board(board) | Changes::BoardAndMore(board) => self.note_board(board),
            Changes::Rating(board, user) => {
                self.note_board(board);
                self.users.insert(user.clone());
            }
            Changes::Anything => self.all = true,
        }
    }

    fn note_board(&mut self, board: BoardId) {
        self.boards.insert(board);
        self.again.insert(board);
    }
}
