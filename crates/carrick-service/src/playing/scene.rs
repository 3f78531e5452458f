//! The surroundings of a board for decisions and replies: the users and the moment.

use carrick_games::{GameKind, Seat};
use jiff::Timestamp;

use super::Clock;
use crate::people::{Absence, GameSettings, Userid, Zone};
use crate::state::{BoardRecord, State, User};

/// The state at a moment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) state: &'a State,
    pub(crate) now: Timestamp,
}

/// Reader of a reply; somebody unknown reads it in UTC.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reader<'a> {
    pub(crate) scene: Scene<'a>,
    user: Option<&'a User>,
    in_utc: bool,
}

impl<'a> Scene<'a> {
    pub(crate) fn absences(self, user: &Userid) -> &'a [Absence] {
        self.state.users.get(user).map_or(&[], |user| &user.absences)
    }

    pub(crate) fn clock(self, record: &BoardRecord, to_move: Seat) -> Clock<'_> {
        let absences = [0, 1].map(|index| self.absences(&record.players[index]));
        Clock::at(self.now, record, to_move, absences)
    }

    pub(crate) fn reader(self, user: &Userid) -> Reader<'a> {
        self.reader_known(self.state.users.get(user))
    }

    pub(crate) const fn reader_known(self, user: Option<&'a User>) -> Reader<'a> {
        Reader { scene: self, user, in_utc: false }
    }
}

impl Reader<'_> {
    /// This reader among all who watch a board. They read UTC, so that few texts serve all of them.
    pub(crate) const fn who_watches(self) -> Self {
        Self { in_utc: true, ..self }
    }

    /// A moment, to the minute.
    pub(crate) fn time(self, at: Timestamp) -> String {
        self.zone().show(at)
    }

    /// A day.
    pub(crate) fn date(self, at: Timestamp) -> String {
        self.zone().show_date(at)
    }

    pub(crate) fn display(self, kind: GameKind) -> GameSettings {
        self.user.map(|user| user.settings.game(kind)).unwrap_or_default()
    }

    fn zone(self) -> Zone {
        let user = self.user.filter(|_| !self.in_utc);
        user.map_or_else(Zone::default, |user| user.settings.zone.clone())
    }
}
