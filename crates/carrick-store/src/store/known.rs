//! The state that the writer knows: what the requests of a group share, and what it goes on knowing
//! from one group to the next.
//!
//! Most requests are about one board and its players; those of a group are about different ones. So
//! a few statements load the state for all of them, instead of a few for each. A request whose
//! boards or users an earlier one of the group has changed loads its state again.
//!
//! Nobody else has written what it depends on as long as the [version](Version) of the database
//! stays the same, so what was loaded or written is still known. Turns are added to their boards
//! here as they are written; whatever else a group changes is forgotten, and loaded again when it
//! is needed.
//!
//! A file has one group at a time, which takes all knowledge. On a server there are several, of
//! several processes: each takes the boards that it has locked, and the version says nothing of
//! turns and whatever else changes boards alone. So a board is only still known if its row agrees.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use carrick_games::GameKind;
use carrick_service::{BoardEvent, BoardId, BoardRecord, Event, Needs, State, TurnRecord, Userid};
use jiff::Timestamp;

use crate::boards::turns::PlayedTurn;
use crate::database::Version;

/// Number of boards of which more are not known for longer than a group. Each has two games at
/// most, of about a kilobyte.
const MOST: usize = 1000;

/// State that was loaded, and what a group has changed since.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// The version that it is of; none where nothing outlives a group.
    version: Option<Version>,
    /// Boards that were looked up; those that are not in the state do not exist.
    boards: BTreeSet<BoardId>,
    /// Users that were looked up.
    users: BTreeSet<Userid>,
    state: State,
    /// Everything that the requests of this group have changed.
    changed: Changed,
    /// Turns that they have played on boards where they have changed nothing else.
    played: Vec<(BoardId, BoardEvent)>,
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
    /// Nothing, of a version.
    pub(crate) fn of(version: Option<Version>) -> Self {
        Self { version, ..Self::default() }
    }

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
            self.copy_user(id, &mut part);
        }
        Some(part)
    }

    /// Copies a user and their ratings.
    fn copy_user(&self, id: Userid, into: &mut State) {
        for kind in GameKind::ALL {
            let key = (kind, id.clone());
            into.ratings.extend(self.state.ratings.get(&key).map(|&rating| (key, rating)));
        }
        into.users.extend(self.state.users.get(&id).map(|user| (id, user.clone())));
    }

    /// Notes what a request of the group changes.
    pub(crate) fn note(&mut self, events: &[Event]) {
        for event in events {
            self.changed.note(event);
        }
    }

    /// Notes that a request of the group plays a turn in a game that goes on, and changes nothing
    /// else.
    pub(crate) fn note_turn(&mut self, played: &PlayedTurn<'_>) {
        let &PlayedTurn { board, ply, turn, to_move, .. } = played;
        let is_known = self.boards.contains(&board);
        // One that is loaded later in this group is loaded with the turn.
        if !self.changed.boards.insert(board) || !is_known {
            self.changed.again.insert(board);
            return;
        }
        // As it will be read from the database.
        let at = Timestamp::from_microsecond(turn.at.as_microsecond()).unwrap_or(turn.at);
        let (turn, to_move) = (TurnRecord { at, ..turn.clone() }, Some(to_move));
        self.played.push((board, BoardEvent::TurnPlayed { ply, turn, to_move }));
    }

    /// Notes that anything may have changed.
    pub(crate) fn note_anything(&mut self) {
        self.changed.all = true;
    }

    /// Looks at a board that was known before, as it may be by now.
    ///
    /// # Errors
    /// That of `renew`. It returns `None` when the board must be loaded again.
    pub(crate) fn renew<E>(
        &mut self,
        id: BoardId,
        renew: impl FnOnce(BoardRecord) -> Result<Option<BoardRecord>, E>,
    ) -> Result<(), E> {
        let Some(board) = self.state.boards.remove(&id) else { return Ok(()) };
        match renew(board)? {
            Some(board) => drop(self.state.boards.insert(id, board)),
            None => self.forget(id),
        }
        Ok(())
    }

    /// Goes on after the commit of the group: with its turns, and without what else has changed,
    /// which is returned.
    fn settle(&mut self) -> Changed {
        let changed = std::mem::take(&mut self.changed);
        for (id, played) in std::mem::take(&mut self.played) {
            if let Some(board) = self.state.boards.get_mut(&id) {
                board.apply(&played, Timestamp::UNIX_EPOCH);
            }
        }
        self.forget_changed(&changed);
        changed
    }

    fn forget_changed(&mut self, Changed { again, users, all, .. }: &Changed) {
        let tells = |user: &Userid| self.state.notified.values().any(|all| all.contains(user));
        if *all || self.is_much() || users.iter().any(tells) {
            // Of no version, so that turns that were decided ahead are decided again.
            *self = Self::default();
            return;
        }
        for id in again {
            self.forget(*id);
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
    }

    fn forget(&mut self, board: BoardId) {
        self.boards.remove(&board);
        self.state.boards.remove(&board);
    }

    /// Takes boards out that are about to be looked at, with a copy of what is known of the users.
    fn take_part(&mut self, needs: &Needs) -> Self {
        let mut part = Self::of(self.version);
        part.state.notified = self.state.notified.clone();
        let mut wanted: BTreeSet<Userid> =
            self.state.notified.values().flatten().cloned().collect();
        wanted.extend(needs.users.iter().cloned());
        for id in &needs.boards {
            let Some(board) = self.state.boards.remove(id) else { continue };
            self.boards.remove(id);
            wanted.extend(board.players.iter().chain(&board.subscribers).cloned());
            part.boards.insert(*id);
            part.state.boards.insert(*id, board);
        }
        for user in wanted.into_iter().filter(|user| self.users.contains(user)) {
            self.copy_user(user.clone(), &mut part.state);
            part.users.insert(user);
        }
        part
    }

    fn put_back(&mut self, Self { boards, users, state, .. }: Self) {
        self.add(Needs { boards, users, ..Needs::default() }, state);
        if self.is_much() {
            *self = Self::of(self.version);
        }
    }

    fn is_much(&self) -> bool {
        self.boards.len() > MOST || self.users.len() > 2 * MOST
    }
}

/// Knowledge that outlives a group. Clones share it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Memory(Arc<Mutex<Known>>);

impl Memory {
    /// Takes all that is known, if it is of this version.
    pub(crate) fn of(&self, version: Option<Version>) -> Option<Known> {
        let known = std::mem::take(&mut *self.known());
        (version.is_some() && known.version == version).then_some(known)
    }

    /// Keeps what is known after the commit of a group that had all of it.
    pub(crate) fn keep(&self, mut known: Known) {
        known.settle();
        *self.known() = known;
    }

    /// Takes what is known in this version about boards that are locked by now, and about users.
    pub(crate) fn of_locked(&self, version: Version, needs: &Needs) -> Known {
        let mut known = self.known();
        if known.version != Some(version) {
            *known = Known::of(Some(version));
        }
        known.take_part(needs)
    }

    /// Puts back what is known after the commit of a group on a server: one that has
    /// [taken](Self::of_locked) it, or one that wrote alone, which made the next version.
    pub(crate) fn put_back(&self, mut part: Known) {
        let changed = part.settle();
        let mut known = self.known();
        if known.version.map(Version::next) == part.version {
            known.version = part.version;
            known.forget_changed(&changed);
        }
        if part.version.is_some() && known.version == part.version {
            known.put_back(part);
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
        Event::BoardOpened { board, .. } => Changes::BoardAndMore(board.id),
        Event::Board(board, event) => match event {
            BoardEvent::TurnPlayed { .. }
            | BoardEvent::OfferMade(_)
            | BoardEvent::OfferRejected
            | BoardEvent::PlansChanged(_)
            | BoardEvent::TurnsUndone { .. }
            | BoardEvent::Said { .. }
            | BoardEvent::Scheduled(_)
            | BoardEvent::Nagged(_)
            | BoardEvent::JobMade { .. }
            | BoardEvent::JobGone => Changes::Board(*board),
            BoardEvent::Ended(_)
            | BoardEvent::Expired(_)
            | BoardEvent::ReviewAsked { .. }
            | BoardEvent::HintAsked { .. }
            | BoardEvent::HintFound { .. }
            | BoardEvent::HintTold { .. }
            // Not written into the board's row, which tells other processes of all that is.
            | BoardEvent::SubscriptionSet { .. } => Changes::BoardAndMore(*board),
            BoardEvent::RatingChanged { user, .. } => Changes::Rating(*board, user),
            _ => Changes::Anything,
        },
        _ => Changes::Anything,
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

#[cfg(test)]
mod tests {
    use carrick_games::Seat;

    use super::*;

    #[test]
    fn a_turn_on_an_unknown_board_is_not_added_to_what_is_loaded_after_it() {
        let board = BoardId { kind: GameKind::Ankor, number: 101 };
        let at = Timestamp::UNIX_EPOCH;
        let turn = TurnRecord { seat: Seat::First, at, text: "d3".into() };
        let mut known = Known::default();
        let (to_move, due) = (Seat::Second, at);
        known.note_turn(&PlayedTurn { board, ply: 1, turn: &turn, to_move, due, change: None });
        assert!(known.played.is_empty());
        known.add(Needs { boards: [board].into(), ..Needs::default() }, State::default());
        known.settle();
        assert!(!known.boards.contains(&board), "it is loaded again");
    }
}
