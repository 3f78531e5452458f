//! The writer's state in memory: recently used boards and their players.
//!
//! Most requests are about one board and its players, so those of a batch are loaded together and
//! kept for the next batches. Decisions are made from this state, and their events applied to it.
//! State that an event changes in other ways is dropped, and loaded again when needed.

use std::collections::BTreeSet;

use carrick_games::GameKind;
use carrick_service::{BoardEvent, BoardId, Event, Needs, State, TurnRecord, Userid};
use jiff::Timestamp;

use crate::database::Version;

/// Maximum number of boards to keep from one batch to the next. Each has up to two games, of about
/// a kilobyte.
const MOST: usize = 1000;

/// Loaded state, with the events since.
#[derive(Debug, Default)]
pub(crate) struct StateCache {
    /// The version after the last batch; `None` during a batch that is not committed.
    version: Option<Version>,
    /// Boards that were looked up; those that are not in the state do not exist.
    boards: BTreeSet<BoardId>,
    /// Users that were looked up.
    users: BTreeSet<Userid>,
    state: State,
}

impl StateCache {
    /// Starts a batch: drops everything if anyone else has written since the last one.
    pub(super) fn begin(&mut self, version: Version) {
        let is_next = self.version.take().is_some_and(|last| version.follows(last));
        if !is_next || self.boards.len() > MOST || self.users.len() > 2 * MOST {
            *self = Self::default();
        }
    }

    /// Ends a batch: its effects are now as durable as this state assumes.
    pub(super) const fn end(&mut self, version: Version) {
        self.version = Some(version);
    }

    /// Boards and users in these needs that must be loaded, if any.
    pub(super) fn lacks<'n>(&self, needs: impl Iterator<Item = &'n Needs>) -> Option<Needs> {
        let mut lacks = Needs::default();
        for needs in needs.filter(|needs| is_cacheable(needs)) {
            lacks.boards.extend(needs.boards.difference(&self.boards));
            lacks.users.extend(needs.users.difference(&self.users).cloned());
        }
        (lacks != Needs::default()).then_some(lacks)
    }

    /// Adds loaded state.
    pub(super) fn add(&mut self, Needs { boards, users, .. }: Needs, loaded: State) {
        self.boards.extend(boards);
        self.users.extend(users);
        self.users.extend(loaded.users.keys().cloned());
        self.state.boards.extend(loaded.boards);
        self.state.users.extend(loaded.users);
        self.state.ratings.extend(loaded.ratings);
        self.state.notified.extend(loaded.notified);
    }

    /// The state that would be loaded for these needs, if it is complete here.
    pub(super) fn state_for(&self, needs: &Needs) -> Option<State> {
        if !is_cacheable(needs) || !needs.boards.is_subset(&self.boards) {
            return None;
        }
        let mut state = State::default();
        let mut users = needs.users.clone();
        for id in &needs.boards {
            let Some(board) = self.state.boards.get(id) else { continue };
            users.extend(board.players.iter().cloned());
            users.extend(board.subscribers.iter().cloned());
            if board.ended.is_none() {
                let notified = self.state.notified.get(&id.kind)?;
                users.extend(notified.iter().cloned());
                state.notified.insert(id.kind, notified.clone());
            }
            state.boards.insert(*id, board.clone());
        }
        if !users.is_subset(&self.users) {
            return None;
        }
        for id in users {
            for kind in GameKind::ALL {
                let key = (kind, id.clone());
                state.ratings.extend(self.state.ratings.get(&key).map(|&rating| (key, rating)));
            }
            state.users.extend(self.state.users.get(&id).map(|user| (id, user.clone())));
        }
        Some(state)
    }

    /// Applies the events of a decision, or drops what they change.
    pub(super) fn apply(&mut self, events: &[Event], now: Timestamp) {
        for event in events {
            match event {
                Event::Board(id, BoardEvent::TurnPlayed { ply, turn, to_move }) => {
                    // As it will be read from the database.
                    let turn = TurnRecord { at: stored(turn.at), ..turn.clone() };
                    let played = BoardEvent::TurnPlayed { ply: *ply, turn, to_move: *to_move };
                    self.state.apply(&Event::Board(*id, played), now);
                }
                Event::Board(
                    _,
                    BoardEvent::TurnsUndone { .. }
                    | BoardEvent::OfferMade(_)
                    | BoardEvent::OfferRejected
                    | BoardEvent::PlansChanged(_)
                    | BoardEvent::Scheduled(_)
                    | BoardEvent::Nagged(_)
                    | BoardEvent::JobMade { .. }
                    | BoardEvent::JobGone
                    | BoardEvent::Said { .. },
                ) => self.state.apply(event, stored(now)),
                Event::Board(id, BoardEvent::RatingChanged { user, .. }) => {
                    self.forget_board(*id);
                    self.forget_user(user);
                }
                Event::Board(id, _) => self.forget_board(*id),
                // No one has asked for the number of a new board.
                Event::BoardOpened { board, .. } => self.forget_board(board.id),
                _ => *self = Self::default(),
            }
        }
    }

    fn forget_board(&mut self, board: BoardId) {
        self.boards.remove(&board);
        self.state.boards.remove(&board);
    }

    /// Drops a user, and all boards that come with them.
    fn forget_user(&mut self, user: &Userid) {
        if self.state.notified.values().any(|all| all.contains(user)) {
            *self = Self::default();
            return;
        }
        let boards = self.state.boards.values();
        let theirs =
            boards.filter(|board| board.players.contains(user) || board.subscribers.contains(user));
        for board in theirs.map(|board| board.id).collect::<Vec<_>>() {
            self.forget_board(board);
        }
        self.users.remove(user);
        self.state.users.remove(user);
        self.state.ratings.retain(|(_, rated), _| rated != user);
    }
}

/// Whether needs contain only boards and users, which are what is kept.
fn is_cacheable(needs: &Needs) -> bool {
    let (boards, users) = (needs.boards.clone(), needs.users.clone());
    *needs == Needs { boards, users, ..Needs::default() }
}

/// A time as it is read from the database.
fn stored(at: Timestamp) -> Timestamp {
    Timestamp::from_microsecond(at.as_microsecond()).unwrap_or(at)
}
