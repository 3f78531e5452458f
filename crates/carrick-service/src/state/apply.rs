//! Effects of events on the state in memory.

use std::collections::BTreeMap;

use carrick_games::GameKind;
use jiff::Timestamp;

use super::{BoardRecord, Plans, State, Undone, User};
use crate::effects::{BoardEvent, Event, UserEvent};
use crate::people::{BoardId, Userid};

impl State {
    /// Applies an event that happened at this moment.
    ///
    /// A state contains only part of the data, so an event about a board or a user that is not
    /// loaded changes nothing. Counts, lists, and what only one request needed (hints, reviews,
    /// puzzles) stay as they were loaded.
    pub fn apply(&mut self, event: &Event, now: Timestamp) {
        match event {
            Event::UserJoined(user) => _ = self.users.insert(user.id.clone(), user.clone()),
            Event::User(id, UserEvent::Renamed(to)) => self.rename(id, to),
            Event::User(id, event) => {
                if let Some(user) = self.users.get_mut(id) {
                    user.apply(event);
                }
            }
            Event::BoardOpened { board, .. } => {
                _ = self.boards.insert(board.id, BoardRecord::clone(board));
            }
            Event::Board(id, event) => self.apply_on_board(*id, event, now),
            Event::SeekSet(seek) => {
                let (open, next) =
                    self.seeks.entry(seek.kind).or_insert_with(|| (BTreeMap::new(), 1));
                *next = (*next).max(seek.number + 1);
                match seek.left {
                    0 => _ = open.remove(&seek.number),
                    _ => _ = open.insert(seek.number, seek.clone()),
                }
            }
            Event::LetterWritten(letter) => self.letters.push(letter.clone()),
        }
    }

    fn apply_on_board(&mut self, id: BoardId, event: &BoardEvent, now: Timestamp) {
        if let BoardEvent::RatingChanged { user, change, .. } = event {
            self.ratings.insert((id.kind, user.clone()), change.after);
        }
        if let Some(board) = self.boards.get_mut(&id) {
            board.apply(event, now);
        }
    }

    fn rename(&mut self, id: &Userid, to: &Userid) {
        if let Some(user) = self.users.remove(id) {
            self.users.insert(to.clone(), User { id: to.clone(), ..user });
        }
        for board in self.boards.values_mut() {
            for player in board.players.iter_mut().filter(|player| *player == id) {
                player.clone_from(to);
            }
            if board.subscribers.remove(id) {
                board.subscribers.insert(to.clone());
            }
        }
        for kind in GameKind::ALL {
            if let Some(rating) = self.ratings.remove(&(kind, id.clone())) {
                self.ratings.insert((kind, to.clone()), rating);
            }
        }
    }
}

impl BoardRecord {
    /// Applies an event that happened on this board at this moment.
    pub fn apply(&mut self, event: &BoardEvent, now: Timestamp) {
        match event {
            BoardEvent::TurnPlayed { turn, .. } => {
                self.turns.push(turn.clone());
                (self.nags, self.offer, self.plans.submitted) = (0, None, None);
                self.undone.by = None;
            }
            BoardEvent::TurnsUndone { by, ply } => {
                let turns = self.turns.len() as u32;
                self.turns.truncate(*ply as usize);
                self.undone = Undone {
                    times: self.undone.times + 1,
                    turns: self.undone.turns + turns.saturating_sub(*ply),
                    highest: self.undone.highest.max(turns),
                    by: Some(*by),
                };
                self.begins_again(now);
                (self.offer, self.plans) = (None, Plans::default());
            }
            BoardEvent::Accepted { .. } => {
                self.offered_to = None;
                self.begins_again(now);
            }
            BoardEvent::OfferMade(offer) => self.offer = Some(*offer),
            BoardEvent::OfferRejected => {
                if let Some(offer) = &mut self.offer {
                    offer.rejected = true;
                }
            }
            BoardEvent::PlansChanged(plans) => self.plans.clone_from(plans),
            BoardEvent::Reopened { expired, .. } => {
                (self.ended, self.rating_changes) = (None, None);
                (self.offer, self.plans) = (expired.offer, expired.plans.clone());
                self.begins_again(now);
            }
            BoardEvent::Ended(ended) => {
                self.ended = Some(ended.clone());
                (self.offer, self.plans) = (None, Plans::default());
            }
            BoardEvent::RatingChanged { seat, change, .. } => {
                // The other seat's change follows.
                self.rating_changes.get_or_insert([*change; 2])[seat.index()] = *change;
            }
            BoardEvent::SubscriptionSet { user, on: true } => {
                self.subscribers.insert(user.clone());
            }
            BoardEvent::SubscriptionSet { user, on: false } => _ = self.subscribers.remove(user),
            BoardEvent::Nagged(nags) => self.nags = *nags,
            BoardEvent::HintAsked { .. } => self.hints += 1,
            BoardEvent::Expired(_)
            | BoardEvent::Said { .. }
            | BoardEvent::RemarkDeleted(_)
            | BoardEvent::Scheduled(_)
            | BoardEvent::JobMade { .. }
            | BoardEvent::JobGone
            | BoardEvent::ReviewAsked { .. }
            | BoardEvent::HintFound { .. }
            | BoardEvent::HintTold { .. } => {}
        }
    }

    /// The current turn starts again.
    fn begins_again(&mut self, now: Timestamp) {
        let next = self.turns.len() as u32 + 1;
        self.restarts.split_off(&next);
        self.restarts.insert(next, now);
        self.nags = 0;
    }
}

impl User {
    /// Applies an event about this user.
    pub fn apply(&mut self, event: &UserEvent) {
        match event {
            UserEvent::PasswordChanged { password, .. } => {
                (self.password, self.reset_asked) = (Some(password.clone()), None);
            }
            UserEvent::ResetAsked(at) => self.reset_asked = Some(*at),
            UserEvent::AbsenceSet(absence) => {
                self.absences.retain(|one| one.since != absence.since);
                self.absences.push(*absence);
                self.absences.sort_by_key(|one| one.since);
            }
            UserEvent::AddressesSet(addresses) => self.addresses.clone_from(addresses),
            UserEvent::SettingsChanged(settings) => self.settings = (**settings).clone(),
            UserEvent::MuteSet { board, on: true } => _ = self.muted.insert(*board),
            UserEvent::MuteSet { board, on: false } => _ = self.muted.remove(board),
            UserEvent::BlockSet { other, on: true } => _ = self.blocked.insert(other.clone()),
            UserEvent::BlockSet { other, on: false } => _ = self.blocked.remove(other),
            UserEvent::PuzzlesScheduled(schedule) => self.puzzles = *schedule,
            UserEvent::OperatorSet(on) => self.operator = *on,
            UserEvent::SuspensionSet(since) => self.suspended = *since,
            UserEvent::Renamed(to) => self.id = to.clone(),
            UserEvent::Deleted(at) => {
                let mut absences = std::mem::take(&mut self.absences);
                absences.iter_mut().for_each(|absence| absence.over = true);
                *self = Self::new(self.id.clone(), self.joined, None);
                (self.absences, self.deleted) = (absences, Some(*at));
            }
            UserEvent::PuzzleTried(_)
            | UserEvent::SessionsEnded
            | UserEvent::SecondFactorRemoved => {}
        }
    }
}
