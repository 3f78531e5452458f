//! Clocks: how much time a player has left, and when a reminder or a forfeit is due.
//!
//! All of it follows from the record: when the turns were played, the terms, and when the players
//! were away. Nothing else is stored, so nothing can be inconsistent.
//!
//! * Each turn may take [`Terms::forfeit_days`]. Clocks start when both players have moved. A game
//!   whose players do not move for as long before that counts as never started.
//! * A total time is the time for all of a player's turns with a running clock together;
//!   [`Terms::increment_hours`] are added after each of them.
//! * While the player to move is [away](Absence), their clock and reminders are stopped; while
//!   either player is suspended, those of both.
//! * During an [`Outage`] all clocks are stopped.
//! * Turns that were taken back cost no time: the new turn starts when they were taken back.
//! * An offered game can be accepted for 14 days, without reminders.
//! * The computer's clock does not run: if the computer does not answer, that is the fault of its
//!   administrator, and the opponent should neither win nor lose because of it.
//! * The player is reminded after every [`Terms::nag_days`] of a turn, as long as it can be played.

use std::collections::BTreeMap;

use carrick_games::Seat;
use jiff::{SignedDuration, Timestamp};

use crate::people::time::plus;
use crate::people::{Absence, AbsenceKind, computer_level};
use crate::state::{BoardRecord, Outage, Terms, TurnRecord};

/// Days after which an offered game that has not been accepted disappears.
const OFFER_DAYS: u16 = 14;

/// The clocks of a board that is in play.
///
/// ```
/// use carrick_games::{GameKind, Seat};
/// use carrick_service::{BoardId, BoardRecord, Clock, Terms};
/// let created = "2008-05-01T12:00:00Z".parse()?;
/// let id = BoardId { kind: GameKind::Ankor, number: 101 };
/// let players = ["ann".parse()?, "bob".parse()?];
/// let record = BoardRecord::new(id, players, "-size=6", Terms::default(), created);
///
/// let clock = Clock::new(&record, Seat::First, [&[], &[]]);
/// assert!(!clock.runs());
/// assert_eq!(clock.deadline(), "2008-05-22T12:00:00Z".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Clock<'a> {
    terms: Terms,
    /// When the current turn started.
    since: Timestamp,
    to_move: Seat,
    /// Whether the player to move has unlimited time.
    untimed: bool,
    /// The turn with which both had moved, and all later ones; empty before.
    turns: &'a [TurnRecord],
    /// How many turns lie before those.
    skipped: usize,
    restarts: &'a BTreeMap<u32, Timestamp>,
    /// When each seat's clock was or will be stopped, by [`Seat::index`].
    still: [Vec<Stretch>; 2],
}

/// A period of time, without its end.
type Stretch = (Timestamp, Timestamp);

impl<'a> Clock<'a> {
    /// The clocks of a board, given who is to move and when the players are away, by
    /// [`Seat::index`].
    ///
    /// An outage counts once it has been recorded, which happens soon after a server starts, before
    /// it answers requests. Decisions use [`at`](Self::at).
    #[must_use]
    pub fn new(record: &'a BoardRecord, to_move: Seat, absences: [&[Absence]; 2]) -> Self {
        Self::with(record, to_move, absences, record.outages.past.iter().copied())
    }

    /// The clocks of a board for a decision made at a moment. An outage that ends at that moment
    /// counts, even if it has not been recorded yet.
    #[must_use]
    pub fn at(
        now: Timestamp,
        record: &'a BoardRecord,
        to_move: Seat,
        absences: [&[Absence]; 2],
    ) -> Self {
        Self::with(record, to_move, absences, record.outages.by(now))
    }

    fn with(
        record: &'a BoardRecord,
        to_move: Seat,
        absences: [&[Absence]; 2],
        outages: impl Iterator<Item = Outage>,
    ) -> Self {
        let first_of = |seat| record.turns.iter().position(|turn| turn.seat == seat);
        let skipped = match Seat::BOTH.map(first_of) {
            [Some(first), Some(second)] => first.max(second),
            _ => record.turns.len(),
        };
        let (restarts, turns) = (&record.restarts, &record.turns[skipped..]);
        let (terms, to_move, since) = match record.offered_to {
            Some(seat) => (of_offer(record.terms), seat, record.offered_since()),
            None => (record.terms, to_move, record.turn_since()),
        };
        let untimed = computer_level(&record.players[to_move.index()]).is_some();
        let outages: Vec<Stretch> = outages.map(|outage| (outage.since, outage.until)).collect();
        // Their own absences, and the suspension of either.
        let still = Seat::BOTH.map(|seat| {
            let others = absences[(!seat).index()].iter();
            let suspended = others.filter(|absence| absence.kind == AbsenceKind::Suspended);
            let absences = absences[seat.index()].iter().chain(suspended);
            let absences = absences.map(|absence| (absence.since, absence.until));
            merged(absences.chain(outages.iter().copied()).collect())
        });
        Self { terms, since, to_move, untimed, turns, skipped, restarts, still }
    }

    /// Whether both players have moved.
    #[must_use]
    pub const fn runs(&self) -> bool {
        !self.turns.is_empty()
    }

    /// Whether the player to move may take as long as they like.
    #[must_use]
    pub const fn is_untimed(&self) -> bool {
        self.untimed
    }

    /// When the current turn started.
    #[must_use]
    pub const fn turn_since(&self) -> Timestamp {
        self.since
    }

    /// How long the player to move has had this turn, absences and outages left out.
    #[must_use]
    pub fn waited(&self, now: Timestamp) -> SignedDuration {
        running(&self.still[self.to_move.index()], self.since, now)
    }

    /// How much time a player has used since the clocks run, absences and outages left out.
    #[must_use]
    pub fn used(&self, seat: Seat, now: Timestamp) -> SignedDuration {
        let thinking = |(pair, number): (&[TurnRecord], u32)| match pair {
            [before, turn] if turn.seat == seat => {
                let since = self.restarts.get(&number).copied().unwrap_or(before.at);
                running(&self.still[seat.index()], since, turn.at)
            }
            _ => SignedDuration::ZERO,
        };
        let past = self.turns.windows(2).zip(self.skipped as u32 + 2..).map(thinking);
        let past = past.fold(SignedDuration::ZERO, SignedDuration::saturating_add);
        let thinks_now = self.runs() && seat == self.to_move && !self.untimed;
        if thinks_now { past.saturating_add(self.waited(now)) } else { past }
    }

    /// The rest of a player's total time; `None` when the game has none. Never negative.
    #[must_use]
    pub fn left(&self, seat: Seat, now: Timestamp) -> Option<SignedDuration> {
        let left = self.granted(seat)?.saturating_sub(self.used(seat, now));
        Some(left.max(SignedDuration::ZERO))
    }

    /// When the turn must have been played: by then the game is forfeited, or vanishes if its
    /// clocks have not begun to run. An absence that is planned counts. The end of time when there
    /// is no limit.
    #[must_use]
    pub fn deadline(&self) -> Timestamp {
        if self.untimed {
            return Timestamp::MAX;
        }
        let turn = days(self.terms.forfeit_days);
        let allowed = match self.left(self.to_move, self.since) {
            Some(total) if self.runs() => turn.min(total),
            _ => turn,
        };
        self.when_waited(allowed)
    }

    /// Whether the deadline has come.
    #[must_use]
    pub fn is_overdue(&self, now: Timestamp) -> bool {
        self.deadline() <= now
    }

    /// Number of reminders that are due by now for this turn.
    #[must_use]
    pub fn nags_by(&self, now: Timestamp) -> u16 {
        if self.untimed {
            return 0;
        }
        let every = days(self.terms.nag_days.max(1)).as_secs();
        u16::try_from(self.waited(now).as_secs() / every).unwrap_or(u16::MAX)
    }

    /// When the next reminder or the deadline is due, after this many reminders.
    #[must_use]
    pub fn next_due(&self, nags: u16) -> Timestamp {
        if self.untimed {
            return Timestamp::MAX;
        }
        let next = i64::from(nags) + 1;
        let nag = i64::from(self.terms.nag_days.max(1)) * next;
        self.when_waited(SignedDuration::from_hours(24 * nag)).min(self.deadline())
    }

    /// The total time with all increments so far.
    fn granted(&self, seat: Seat) -> Option<SignedDuration> {
        let total = days(self.terms.total_days?);
        let turns = self.turns.iter().skip(1).filter(|turn| turn.seat == seat).count() as i64;
        let hours = i64::from(self.terms.increment_hours.unwrap_or(0));
        Some(total.saturating_add(SignedDuration::from_hours(turns.saturating_mul(hours))))
    }

    /// The first moment at which the player to move will have had this much time for this turn.
    fn when_waited(&self, duration: SignedDuration) -> Timestamp {
        when_run(&self.still[self.to_move.index()], self.since, duration)
    }
}

/// The times of a game that is only offered.
fn of_offer(terms: Terms) -> Terms {
    let (forfeit_days, nag_days) = (OFFER_DAYS, OFFER_DAYS);
    Terms { forfeit_days, nag_days, total_days: None, increment_hours: None, ..terms }
}

/// The first moment that is this long after another, outages left out.
pub(crate) fn due_after(
    since: Timestamp,
    wait: SignedDuration,
    outages: impl Iterator<Item = Outage>,
) -> Timestamp {
    let still = merged(outages.map(|outage| (outage.since, outage.until)).collect());
    when_run(&still, since, wait)
}

/// The first moment at which a clock that started at a moment has run for this long.
fn when_run(still: &[Stretch], since: Timestamp, duration: SignedDuration) -> Timestamp {
    let mut at = since;
    let mut missing = duration;
    for &(since, until) in still {
        if until <= at {
            continue;
        }
        let ran = since.duration_since(at).max(SignedDuration::ZERO);
        if missing <= ran {
            break;
        }
        missing = missing.saturating_sub(ran);
        at = until;
    }
    plus(at, missing)
}

/// How long a clock ran in a period.
fn running(still: &[Stretch], from: Timestamp, to: Timestamp) -> SignedDuration {
    if to <= from {
        return SignedDuration::ZERO;
    }
    let still = still.iter().map(|&(since, until)| {
        until.min(to).duration_since(since.max(from)).max(SignedDuration::ZERO)
    });
    to.duration_since(from)
        .saturating_sub(still.fold(SignedDuration::ZERO, SignedDuration::saturating_add))
}

/// Stretches of time in their order, those that touch joined.
fn merged(mut stretches: Vec<Stretch>) -> Vec<Stretch> {
    stretches.retain(|(since, until)| since < until);
    stretches.sort_unstable();
    stretches.dedup_by(|next, kept| {
        let touches = next.0 <= kept.1;
        if touches {
            kept.1 = kept.1.max(next.1);
        }
        touches
    });
    stretches
}

const fn days(days: u16) -> SignedDuration {
    SignedDuration::from_hours(24 * days as i64)
}
