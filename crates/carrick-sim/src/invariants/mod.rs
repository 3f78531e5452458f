//! The invariants: what must hold, whatever goes wrong.

mod history;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use carrick_games::Seat;
use carrick_mail::outgoing::message_id;
use carrick_service::{
    Absence, AbsenceKind, BoardId, BoardRecord, Clock, Message, Outage, TurnRecord, Userid,
    computer_level,
};
use carrick_store::SentMessage;
use jiff::{SignedDuration, Timestamp};

use crate::relay::Taken;
use crate::server::{MEMBERS, Violation, holds};
use crate::trace::Tally;

pub(crate) use history::{Books, KnownBoards, Round, to_move};

// Every email that was due goes out at least once, and all copies of one have the same
// `Message-ID`.

const TOLD: &str = "everything that happens is reported";
const SENT: &str = "every email that was due goes out";
const ONCE: &str = "an email has one Message-ID, and one reader";

/// The host in a `Message-ID`.
const HOST: &str = "carrick.example";

/// How long a message may wait in the outbox before it is too old to be sent.
const FRESH: SignedDuration = SignedDuration::from_hours(5 * 24 - 1);

/// Events that players must be notified of, and the emails that do so.
#[derive(Debug, Default)]
pub(crate) struct Mails {
    /// Users who must be notified of an event on a board at a moment.
    due: BTreeSet<(Userid, BoardId, Timestamp)>,
    /// When the outbox was empty.
    sent: Vec<Timestamp>,
    /// Addresses that sent emails, which get answers.
    pub(crate) writers: BTreeSet<String>,
}

impl Mails {
    /// Records that a player must be notified, unless it is the computer.
    pub(crate) fn is_due(&mut self, user: &Userid, board: BoardId, at: Timestamp) {
        if computer_level(user).is_none() {
            self.due.insert((user.clone(), board, at));
        }
    }

    /// Records that the outbox was empty.
    pub(crate) fn were_sent(&mut self, at: Timestamp) {
        self.sent.push(at);
    }

    /// Checks at the end which messages exist, by user, and which emails the relay has taken.
    pub(crate) fn check(
        &self,
        told: &BTreeMap<Userid, Vec<SentMessage>>,
        taken: &[Arc<Taken>],
        clock_went_back: bool,
        tally: &mut Tally,
    ) -> Result<(), Violation> {
        for (user, board, at) in &self.due {
            // If a clock went back, a sweep gives turns in the future an earlier date than that of
            // their messages.
            let is_date = |one: &SentMessage| one.at == *at || (clock_went_back && one.at > *at);
            let is_it = |one: &SentMessage| one.board == Some(*board) && is_date(one);
            let is_told = told.get(user).is_some_and(|all| all.iter().any(is_it));
            holds!(TOLD, is_told, "{user} is not notified of {board} at {at}");
        }
        let mut by_id: BTreeMap<&str, Vec<&Taken>> = BTreeMap::new();
        for one in taken {
            by_id.entry(&one.id).or_default().push(one);
        }
        tally.mails += taken.len() as u64;
        tally.mails_again += by_id.values().filter(|all| all.len() > 1).count() as u64;
        let mut expected = BTreeSet::new();
        for (name, addresses) in MEMBERS {
            let messages = told.iter().find(|(user, _)| user.as_str() == name);
            for message in messages.into_iter().flat_map(|(_, messages)| messages) {
                for (copy, address) in (0..).zip(addresses) {
                    let id = message_id(message.number, copy, HOST);
                    let mails = by_id.get(id.as_str()).map_or(&[][..], Vec::as_slice);
                    let is_fresh = |sent: &&Timestamp| {
                        **sent > message.at && sent.duration_since(message.at) < FRESH
                    };
                    // If the clock went back, its times do not show what came first.
                    let was_due = !clock_went_back && self.sent.iter().find(is_fresh).is_some();
                    let subject = &message.subject;
                    holds!(SENT, !mails.is_empty() || !was_due, "{id} to {address}: {subject}");
                    let stray = mails.iter().find(|mail| mail.to != **address);
                    holds!(ONCE, stray.is_none(), "{id} is {address}'s, and went to {stray:?}");
                    expected.insert(id);
                }
            }
        }
        for (id, mails) in &by_id {
            let first = (mails[0].field("Subject"), mails[0].field("Message-ID"), &mails[0].to);
            let other = mails
                .iter()
                .find(|one| (one.field("Subject"), one.field("Message-ID"), &one.to) != first);
            holds!(ONCE, other.is_none(), "{id} is not one mail: {first:?}, {other:?}");
            let shown = first.1.unwrap_or_default();
            holds!(ONCE, shown == format!("<{id}>"), "{id} says that it is {shown}");
            let answers = self.writers.contains(&mails[0].to);
            holds!(ONCE, expected.contains(*id) || answers, "{id} belongs to no message");
        }
        Ok(())
    }
}

// No one sees what belongs to others: letters, queued turns, the addresses that play a turn.

const SECRETS: &str = "no one sees what belongs to others";

/// All secrets in a run.
#[derive(Debug, Default)]
pub(crate) struct Secrets {
    /// Words in letters, each with the users who may read it.
    letters: Vec<(String, BTreeSet<Userid>)>,
    /// Lines that were queued on a board, with their owners.
    queued: Vec<(String, BoardId, Userid)>,
}

impl Secrets {
    /// Draws a new word for a letter.
    pub(crate) fn letter(&mut self, readers: [&Userid; 2]) -> String {
        let word = format!("whisper{}x", self.letters.len());
        self.letters.push((word.clone(), readers.into_iter().cloned().collect()));
        word
    }

    /// Notes a queued line of several turns.
    pub(crate) fn queue(&mut self, line: &str, board: BoardId, owner: &Userid) {
        self.queued.push((line.to_owned(), board, owner.clone()));
    }

    /// Checks a text that a reader sees; `None` is a stranger.
    pub(crate) fn check(
        &self,
        reader: Option<&Userid>,
        board: Option<BoardId>,
        text: &str,
    ) -> Result<(), Violation> {
        let may = |readers: &BTreeSet<Userid>| reader.is_some_and(|one| readers.contains(one));
        if text.contains("whisper") {
            let told = self.letters.iter().find(|(word, to)| text.contains(word) && !may(to));
            holds!(SECRETS, told.is_none(), "{reader:?} reads a letter of others: {told:?}");
        }
        let others = |of: &BoardId, owner: &Userid| board == Some(*of) && reader != Some(owner);
        let mut words = None;
        for (line, ..) in self.queued.iter().filter(|(_, of, owner)| others(of, owner)) {
            let words: &String =
                words.get_or_insert_with(|| text.split_whitespace().collect::<Vec<_>>().join(" "));
            holds!(
                SECRETS,
                !words.contains(line),
                "{reader:?} reads `{line}`, which another queued"
            );
        }
        Ok(())
    }

    /// Checks messages to their readers; those to the sender go to this one.
    pub(crate) fn check_messages(
        &self,
        sender: Option<&Userid>,
        messages: &[Message],
    ) -> Result<(), Violation> {
        for message in messages {
            let reader = message.to.user().or(sender);
            self.check(reader, message.board, &message.subject)?;
            self.check(reader, message.board, &message.text)?;
        }
        Ok(())
    }
}

// Computes the clocks of a board again, by plain arithmetic: time is cut into intervals in which
// nothing changes, and each is looked at separately.

const CLOCKS: &str = "clocks agree with a slow model";

/// How long an offered game waits for an answer.
const OFFER: SignedDuration = SignedDuration::from_hours(24 * 14);

/// A slow model of the clocks of a board.
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
        // An offered game waits for its answer, whoever is to move.
        let to_move = record.offered_to.unwrap_or(to_move);
        Self { record, to_move, absences, outages }
    }

    /// Whether the clock of a seat is stopped in an interval in which nothing changes.
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

    /// The moment at which the clock of the player to move has run for this long.
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

    /// When the turn with this number started, from 1.
    fn began(&self, number: usize) -> Timestamp {
        let key = u32::try_from(number).unwrap_or(u32::MAX);
        let before = number.checked_sub(2).and_then(|place| self.record.turns.get(place));
        let before = before.map_or(self.record.created, |turn| turn.at);
        self.record.restarts.get(&key).copied().unwrap_or(before)
    }

    fn since(&self) -> Timestamp {
        match self.record.offered_to {
            Some(_) => self.record.offered_since(),
            None => self.began(self.record.turns.len() + 1),
        }
    }

    /// The turns with a running clock, with their numbers: those after both have moved.
    fn timed(&self) -> Option<impl Iterator<Item = (usize, &TurnRecord)>> {
        let turns = &self.record.turns;
        let first = turns.first()?.seat;
        let both = turns.iter().position(|turn| turn.seat != first)?;
        Some(turns.iter().enumerate().skip(both + 1).map(|(place, turn)| (place + 1, turn)))
    }

    /// The time that a player has used before the current turn.
    fn used(&self, seat: Seat) -> SignedDuration {
        let turns = self.timed().into_iter().flatten().filter(|(_, turn)| turn.seat == seat);
        let each = turns.map(|(number, turn)| self.ran(seat, self.began(number), turn.at));
        each.fold(SignedDuration::ZERO, |sum, one| sum + one)
    }

    /// When the current turn must be played.
    pub(crate) fn deadline(&self) -> Timestamp {
        let terms = &self.record.terms;
        if computer_level(&self.record.players[self.to_move.index()]).is_some() {
            return Timestamp::MAX;
        }
        if self.record.offered_to.is_some() {
            return self.when(self.since(), OFFER);
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
        let every = match self.record.offered_to {
            Some(_) => OFFER.as_hours(),
            None => 24 * i64::from(self.record.terms.nag_days.max(1)),
        };
        self.ran(self.to_move, self.since(), now).as_hours() / every
    }

    /// Compares the slow clocks with those of the service.
    pub(crate) fn compare(&self, now: Timestamp) -> Result<(), Violation> {
        let id = self.record.id;
        let fast = Clock::at(now, self.record, self.to_move, self.absences);
        let (deadline, other) = (self.deadline(), fast.deadline());
        holds!(CLOCKS, deadline == other, "{id} is due at {deadline}, and by its clock at {other}");
        for seat in Seat::BOTH {
            let waits = seat == self.to_move && fast.runs() && !fast.is_untimed();
            let wait = if waits { self.ran(seat, self.since(), now) } else { SignedDuration::ZERO };
            let (used, other) = (self.used(seat) + wait, fast.used(seat, now));
            holds!(
                CLOCKS,
                used == other,
                "{id}, {seat:?}: {used:?} are used, by its clock {other:?}"
            );
        }
        let (nags, other) = (self.nags(now), i64::from(fast.nags_by(now)));
        let is_same = nags == other || fast.is_untimed();
        holds!(CLOCKS, is_same, "{id}: {nags} reminders are due, by its clock {other}");
        Ok(())
    }
}
