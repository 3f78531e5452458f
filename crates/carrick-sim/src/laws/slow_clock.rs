//! The clocks of a board once more, by plain arithmetic: time is cut into stretches in which
//! nothing changes, and each is looked at by itself.

use carrick_games::Seat;
use carrick_service::{
    Absence, AbsenceKind, BoardRecord, Clock, Outage, TurnRecord, computer_level,
};
use jiff::{SignedDuration, Timestamp};

use crate::broken::{Broken, holds};

const LAW: &str = "clocks are what a slow model says";

/// The slow clocks of a board.
pub(crate) struct SlowClock<'a> {
    record: &'a BoardRecord,
    to_move: Seat,
    absences: [&'a [Absence]; 2],
    outages: Vec<Outage>,
}

impl<'a> SlowClock<'a> {
    /// The clocks at a moment.
    pub(crate) fn new(
        now: Timestamp,
        record: &'a BoardRecord,
        to_move: Seat,
        absences: [&'a [Absence]; 2],
    ) -> Self {
        let mut outages = record.outages.past.clone();
        if let Some(last) = record.outages.swept
            && now.duration_since(last) > SignedDuration::from_hours(1)
        {
            outages.push(Outage { since: last, until: now });
        }
        Self { record, to_move, absences, outages }
    }

    /// Whether the clock of a seat stands still in a stretch in which nothing changes.
    fn stands(&self, seat: Seat, from: Timestamp, to: Timestamp) -> bool {
        let holds = |since: Timestamp, until: Timestamp| since <= from && to <= until;
        let mine = self.absences[seat.index()].iter().any(|one| holds(one.since, one.until));
        let theirs = self.absences[(!seat).index()]
            .iter()
            .any(|one| one.kind == AbsenceKind::Suspended && holds(one.since, one.until));
        mine || theirs || self.outages.iter().any(|one| holds(one.since, one.until))
    }

    /// Every moment at which something changes.
    fn changes(&self) -> impl Iterator<Item = Timestamp> {
        let absences = self.absences.into_iter().flatten().flat_map(|one| [one.since, one.until]);
        absences.chain(self.outages.iter().flat_map(|one| [one.since, one.until]))
    }

    /// How long the clock of a seat ran between two moments.
    fn ran(&self, seat: Seat, from: Timestamp, to: Timestamp) -> SignedDuration {
        let mut moments: Vec<Timestamp> =
            self.changes().filter(|at| from < *at && *at < to).chain([from, to]).collect();
        moments.sort_unstable();
        let mut sum = SignedDuration::ZERO;
        for pair in moments.windows(2) {
            if !self.stands(seat, pair[0], pair[1]) {
                sum += pair[1].duration_since(pair[0]);
            }
        }
        if to <= from { SignedDuration::ZERO } else { sum }
    }

    /// The moment at which the clock of the player to move has run for so long.
    fn when(&self, since: Timestamp, mut left: SignedDuration) -> Timestamp {
        let mut moments: Vec<Timestamp> =
            self.changes().filter(|at| since < *at).chain([since]).collect();
        moments.sort_unstable();
        for pair in moments.windows(2) {
            if self.stands(self.to_move, pair[0], pair[1]) {
                continue;
            }
            let stretch = pair[1].duration_since(pair[0]);
            if left <= stretch {
                return pair[0] + left;
            }
            left -= stretch;
        }
        let last = moments.last().copied().unwrap_or(since);
        last.checked_add(left).unwrap_or(Timestamp::MAX)
    }

    /// When the turn of a number began, from 1.
    fn began(&self, number: usize) -> Timestamp {
        let key = u32::try_from(number).unwrap_or(u32::MAX);
        let before = number.checked_sub(2).and_then(|place| self.record.turns.get(place));
        let before = before.map_or(self.record.created, |turn| turn.at);
        self.record.restarts.get(&key).copied().unwrap_or(before)
    }

    fn since(&self) -> Timestamp {
        self.began(self.record.turns.len() + 1)
    }

    /// The turns of a running clock, with their numbers: those after both have moved.
    fn timed(&self) -> Option<impl Iterator<Item = (usize, &TurnRecord)>> {
        let turns = &self.record.turns;
        let first = turns.first()?.seat;
        let both = turns.iter().position(|turn| turn.seat != first)?;
        Some(turns.iter().enumerate().skip(both + 1).map(|(place, turn)| (place + 1, turn)))
    }

    /// The time that a player has used before the turn that is awaited.
    fn used(&self, seat: Seat) -> SignedDuration {
        let turns = self.timed().into_iter().flatten().filter(|(_, turn)| turn.seat == seat);
        let each = turns.map(|(number, turn)| self.ran(seat, self.began(number), turn.at));
        each.fold(SignedDuration::ZERO, |sum, one| sum + one)
    }

    /// When the turn must have been played.
    pub(crate) fn deadline(&self) -> Timestamp {
        let terms = &self.record.terms;
        if computer_level(&self.record.players[self.to_move.index()]).is_some() {
            return Timestamp::MAX;
        }
        let mut allowed = SignedDuration::from_hours(24 * i64::from(terms.forfeit_days));
        if let (Some(days), Some(timed)) = (terms.total_days, self.timed()) {
            let own = timed.filter(|(_, turn)| turn.seat == self.to_move).count();
            let increments =
                i64::from(terms.increment_hours.unwrap_or(0)) * i64::try_from(own).unwrap_or(0);
            let granted = SignedDuration::from_hours(24 * i64::from(days) + increments);
            let left = (granted - self.used(self.to_move)).max(SignedDuration::ZERO);
            allowed = allowed.min(left);
        }
        self.when(self.since(), allowed)
    }

    /// How many reminders are due.
    pub(crate) fn nags(&self, now: Timestamp) -> i64 {
        let every = 24 * i64::from(self.record.terms.nag_days.max(1));
        self.ran(self.to_move, self.since(), now).as_hours() / every
    }

    /// Compares them with the clocks of the service.
    pub(crate) fn compare(&self, now: Timestamp) -> Result<(), Broken> {
        let id = self.record.id;
        let fast = Clock::at(now, self.record, self.to_move, self.absences);
        let (deadline, other) = (self.deadline(), fast.deadline());
        holds!(LAW, deadline == other, "{id} is due at {deadline}, and by its clock at {other}");
        for seat in Seat::BOTH {
            let waits = seat == self.to_move && fast.runs() && !fast.is_untimed();
            let wait = if waits { self.ran(seat, self.since(), now) } else { SignedDuration::ZERO };
            let (used, other) = (self.used(seat) + wait, fast.used(seat, now));
            holds!(LAW, used == other, "{id}, {seat:?}: {used:?} are used, by its clock {other:?}");
        }
        let (nags, other) = (self.nags(now), i64::from(fast.nags_by(now)));
        let is_same = nags == other || fast.is_untimed();
        holds!(LAW, is_same, "{id}: {nags} reminders are due, by its clock {other}");
        Ok(())
    }
}
