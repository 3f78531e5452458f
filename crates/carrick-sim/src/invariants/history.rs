//! The history of every board: no acknowledged turn is lost, none is there twice, and nothing
//! happens without a request.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use carrick_games::{GameKind, Seat};
use carrick_service::{
    Absence, BoardId, BoardRecord, RatingRecord, SeatResult, State, TurnRecord, User, Userid,
    computer_level,
};
use jiff::{SignedDuration, Timestamp};

use crate::clients::{Asked, RequestKind, Via};
use crate::invariants::{Mails, SlowClock};
use crate::server::{Violation, holds};
use crate::trace::Tally;

const LOST: &str = "no acknowledged turn is lost";
const TWICE: &str = "no turn is played twice, nor without a request";
const OTHER: &str = "nothing happens without a request";
const TIME: &str = "time runs out at the moment that a slow model expects";
const RATED: &str = "ratings change by rated games, and by no others";

/// Maximum time between sweeps while a server runs.
const STEP: SignedDuration = SignedDuration::from_hours(1);

/// If the latest sweep is further ahead than this, it does not limit the time: the steady template
/// has such a sweep.
const STANDS: SignedDuration = SignedDuration::from_hours(24 * 25_567);

/// A round of work, as far as the invariants are concerned.
#[derive(Debug, Default)]
pub(crate) struct Round {
    pub(crate) now: Timestamp,
    /// Requests that were made, by position.
    pub(crate) asked: BTreeSet<usize>,
    /// Requests that were answered and not refused.
    pub(crate) done: BTreeSet<usize>,
    /// Boards on which the computer worked.
    pub(crate) worked: BTreeSet<BoardId>,
    /// Whether a sweep was started, and whether one succeeded.
    pub(crate) sweeps: bool,
    pub(crate) has_swept: bool,
}

/// A turn that was once played, whether or not it was taken back.
#[derive(Debug)]
struct Ever {
    seat: Seat,
    text: Arc<str>,
    generation: u32,
}

/// All boards as they were last seen.
#[derive(Debug, Default)]
pub(crate) struct KnownBoards {
    pub(crate) known: BTreeMap<BoardId, BoardRecord>,
    pub(crate) users: BTreeMap<Userid, User>,
    ever: BTreeMap<BoardId, Vec<Ever>>,
    ratings: BTreeMap<(GameKind, Userid), RatingRecord>,
    /// Games that ended in this round, whose rating changes have not been checked yet.
    rated: Vec<BoardRecord>,
}

/// Everything else that an audit may read and change.
pub(crate) struct Books<'b> {
    pub(crate) round: &'b Round,
    pub(crate) asked: &'b mut [Asked],
    pub(crate) mails: &'b mut Mails,
    pub(crate) tally: &'b mut Tally,
}

impl Books<'_> {
    /// Finds a request of this round that explains an effect, and marks it as used.
    fn explain(&mut self, is_it: impl Fn(&Asked) -> bool) -> Option<usize> {
        // Answered requests first: of two equal ones, the other may have failed.
        let places = self.round.done.iter().chain(&self.round.asked).copied();
        let was_refused = |one: &Asked| one.answer.as_ref().is_some_and(|(refused, _)| *refused);
        let explains = |refused: bool| {
            let asked = &self.asked;
            places.clone().find(|&place| {
                let one = &asked[place];
                !one.is_used && was_refused(one) == refused && is_it(one)
            })
        };
        // A repeated refused request is decided again, unless it came by mail.
        let again = || explains(true).filter(|&place| !self.asked[place].is_mail());
        let found = explains(false).or_else(again)?;
        self.asked[found].is_used = true;
        Some(found)
    }
}

impl KnownBoards {
    /// Compares the boards with what is known, and with the requests of a round; without a state,
    /// nothing has been written since the last time.
    pub(crate) fn audit(
        &mut self,
        state: Option<State>,
        books: &mut Books<'_>,
    ) -> Result<(), Violation> {
        match state {
            Some(state) => self.compare(state, books)?,
            None => {
                self.known
                    .values()
                    .try_for_each(|record| self.check_clocks(record, books.round))?;
            }
        }
        for &place in &books.round.done {
            self.check_done(&mut books.asked[place])?;
        }
        Ok(())
    }

    fn compare(&mut self, state: State, books: &mut Books<'_>) -> Result<(), Violation> {
        let State { boards, users, .. } = state;
        if let Some(gone) = self.known.keys().find(|id| !boards.contains_key(id)) {
            return Err(Violation::new(LOST, format!("{gone} is not there any more")));
        }
        self.users.extend(users);
        for (id, new) in boards {
            match self.known.remove(&id) {
                Some(old) => self.grown(&old, &new, books)?,
                None => {
                    let opens = |asked: &Asked| {
                        let RequestKind::Opens(kind, other) = &asked.kind else { return false };
                        let is_other = |player| match other {
                            Some(other) => player == other,
                            None => computer_level(player).is_some(),
                        };
                        let has = |other: &Userid| other == &asked.user;
                        *kind == id.kind
                            && new.players.iter().any(has)
                            && new.players.iter().any(is_other)
                    };
                    holds!(OTHER, books.explain(opens).is_some(), "{id} was opened");
                    holds!(OTHER, new.turns.is_empty(), "{id} is new and has turns");
                }
            }
            self.check_clocks(&new, books.round)?;
            check_ratings(&new)?;
            self.known.insert(id, new);
        }
        self.follow_ratings()
    }

    /// Checks that each rating change starts where the previous one ended. Of the games that ended
    /// in one round, any may have been the first.
    fn follow_ratings(&mut self) -> Result<(), Violation> {
        while !self.rated.is_empty() {
            let key = |record: &BoardRecord, seat: Seat| {
                (record.id.kind, record.players[seat.index()].clone())
            };
            let begins = |record: &BoardRecord| {
                Seat::BOTH.into_iter().all(|seat| {
                    let now = self.ratings.get(&key(record, seat)).copied().unwrap_or_default();
                    record.rating_changes.is_some_and(|both| both[seat.index()].before == now)
                })
            };
            let Some(next) = self.rated.iter().position(begins) else {
                let boards: Vec<BoardId> = self.rated.iter().map(|record| record.id).collect();
                return Err(Violation::new(RATED, format!("{boards:?} change others")));
            };
            let record = self.rated.swap_remove(next);
            for seat in Seat::BOTH {
                if let Some(both) = record.rating_changes {
                    self.ratings.insert(key(&record, seat), both[seat.index()].after);
                }
            }
        }
        Ok(())
    }

    /// Checks that an acknowledged turn is in the history.
    fn check_done(&self, asked: &mut Asked) -> Result<(), Violation> {
        if matches!(asked.kind, RequestKind::Opens(..)) {
            holds!(LOST, asked.is_used, "{asked}: no board was opened");
        }
        let ended = asked.board.and_then(|board| self.known.get(&board)?.ended.as_ref());
        if asked.kind == RequestKind::Resigns {
            // When it is delivered again, a practice game may have been resumed.
            holds!(LOST, ended.is_some() || asked.is_used, "{asked}: the game continues");
            asked.is_used = true;
        }
        let (RequestKind::Turn(text), Some(board)) = (&asked.kind, asked.board) else {
            return Ok(());
        };
        let Some(seat) = self.known.get(&board).and_then(|record| record.seat_of(&asked.user))
        else {
            return Err(Violation::new(LOST, format!("{board} is not there")));
        };
        let is_it = |one: &Ever| {
            // A later one by another request is taken for a second delivery of this one.
            let fits = one.generation >= asked.generation || asked.is_meant_for(one.generation);
            one.seat == seat && *one.text == **text && fits
        };
        // A turn that comes too late is answered with the end of the game.
        let too_late = ["time", "not begun", "agreement"];
        let ended = self.known.get(&board).and_then(|record| record.ended.as_ref());
        if ended.is_some_and(|ended| too_late.contains(&ended.reason())) {
            return Ok(());
        }
        let is_there = self.ever.get(&board).is_some_and(|ever| ever.iter().any(is_it));
        holds!(LOST, is_there, "{asked}: {board} has only {:?}", self.ever.get(&board));
        Ok(())
    }

    /// Checks a known board.
    fn grown(
        &mut self,
        old: &BoardRecord,
        new: &BoardRecord,
        books: &mut Books<'_>,
    ) -> Result<(), Violation> {
        let id = new.id;
        // In practice games, turns may be taken back even after the end.
        let is_practice =
            Seat::BOTH.into_iter().any(|seat| old.is_practice_of(seat)) && new.ended.is_none();
        if old.ended.is_some() && !is_practice {
            let is_same = old.turns == new.turns && old.ended == new.ended;
            holds!(LOST, is_same, "{id} has ended, and is not what it was");
            return Ok(());
        }
        let is_resumed = old.ended.is_none() || new.undone.times > old.undone.times;
        holds!(LOST, is_resumed, "{id} has ended, and continues without an undo");
        // When the clock has been set right, a sweep resets dates that were ahead of it.
        let is_kept = |(old, new): &(&TurnRecord, &TurnRecord)| {
            let is_same = old.at == new.at || (books.round.sweeps && new.at < old.at);
            old.text == new.text && old.seat == new.seat && is_same
        };
        let kept = old.turns.iter().zip(&new.turns).take_while(is_kept).count();
        let worked = books.round.worked.contains(&id);
        let taken_back = old.turns.len() - kept;
        let undone = new.undone.times - old.undone.times;
        if taken_back > 0 || undone > 0 {
            let asks = |asked: &Asked| asked.kind == RequestKind::Offers && asked.board == Some(id);
            let is_explained = undone > 0 && (books.explain(asks).is_some() || worked);
            holds!(LOST, is_explained, "{taken_back} turns of {id} are gone");
        }
        for (place, turn) in new.turns.iter().enumerate().skip(kept) {
            // Nothing else happens on a board while turns are taken back.
            let ever = new.undone.turns + new.undone.times;
            let generation = u32::try_from(place).unwrap_or(u32::MAX) + ever;
            self.played(old, turn, generation, books)?;
            books.tally.turns += 1;
        }
        if let (Some(turn), 0) = (new.turns.get(kept), undone) {
            let due = self.due(old, new, turn.seat, turn.at);
            holds!(TIME, turn.at < due, "{id}: a turn at {}, which was due at {due}", turn.at);
        }
        if new.nags > old.nags && kept == new.turns.len() {
            holds!(OTHER, books.round.sweeps, "{id}: a reminder without a sweep");
            if let Some(seat) = to_move(new)? {
                books.mails.is_due(&new.players[seat.index()], id, books.round.now);
            }
        }
        if new.ended.is_some() {
            self.ended(old, new, books)?;
        }
        Ok(())
    }

    /// Checks a new turn.
    fn played(
        &mut self,
        old: &BoardRecord,
        turn: &TurnRecord,
        generation: u32,
        books: &mut Books<'_>,
    ) -> Result<(), Violation> {
        let (id, now) = (old.id, books.round.now);
        let user = &old.players[turn.seat.index()];
        let is_turn = |asked: &Asked| {
            asked.board == Some(id)
                && asked.user == *user
                && asked.kind == RequestKind::Turn(turn.text.to_string())
                && asked.is_meant_for(generation)
        };
        let queues = |asked: &Asked| {
            asked.kind == RequestKind::Queues && asked.board == Some(id) && asked.user == *user
        };
        let is_person = computer_level(user).is_none();
        if let Some(place) = books.explain(is_turn) {
            let is_mail = matches!(books.asked[place].via, Via::Mail { .. });
            books.tally.by_mail += u64::from(is_mail);
        } else if is_person {
            let was_queued = old.plans.queues[turn.seat.index()].is_some()
                || books.round.asked.iter().any(|&place| queues(&books.asked[place]));
            holds!(TWICE, was_queued, "{} of {user} on {id}, generation {generation}", turn.text);
        } else {
            let worked = books.round.worked.contains(&id);
            holds!(TWICE, worked, "{} of the computer on {id}", turn.text);
            books.tally.by_computer += 1;
        }
        let late = turn.at.duration_since(now);
        let is_now = late >= SignedDuration::ZERO && late < SignedDuration::from_millis(1);
        // The computer's turn, and a queued answer to it, come after the previous turn. No turn is
        // older than that, nor than the latest sweep, whatever the clock shows.
        let swept = old.outages.swept.filter(|swept| swept.duration_since(now) < STANDS);
        let known = swept.map_or(now, |swept| swept + STEP).max(old.turn_since());
        let is_behind = books.round.worked.contains(&id) || turn.at <= known;
        let is_later = late >= SignedDuration::ZERO && is_behind;
        holds!(TIME, is_now || is_later, "{id}: {} at {}, it was {now}", turn.text, turn.at);
        let other = &old.players[(!turn.seat).index()];
        books.mails.is_due(other, id, turn.at);
        let ever = Ever { seat: turn.seat, text: turn.text.clone(), generation };
        self.ever.entry(id).or_default().push(ever);
        Ok(())
    }

    /// Checks a board that has just ended.
    fn ended(
        &mut self,
        old: &BoardRecord,
        new: &BoardRecord,
        books: &mut Books<'_>,
    ) -> Result<(), Violation> {
        let Some(ended) = &new.ended else { return Ok(()) };
        let (id, reason) = (new.id, ended.reason());
        books.tally.ended += 1;
        let on_board = |asked: &Asked| asked.board == Some(id);
        match reason {
            "resignation" | "declined" => {
                let declines =
                    |asked: &Asked| reason == "declined" && asked.kind == RequestKind::Offers;
                let resigns = |asked: &Asked| {
                    (asked.kind == RequestKind::Resigns || declines(asked)) && on_board(asked)
                };
                let is_explained =
                    books.explain(resigns).is_some() || books.round.worked.contains(&id);
                holds!(OTHER, is_explained, "{id} ended by {reason}");
            }
            "time" | "not begun" => {
                books.tally.by_time += 1;
                let seat = to_move(old)?.unwrap_or(Seat::First);
                let due = self.due(old, new, seat, ended.at);
                holds!(TIME, due <= ended.at, "{id} ended by {reason}, which was due at {due}");
            }
            "agreement" => {
                let asks = |asked: &Asked| asked.kind == RequestKind::Offers && on_board(asked);
                let is_explained = books.explain(asks).is_some()
                    || books.round.worked.contains(&id)
                    || books.round.sweeps
                    || old.offer.is_some();
                holds!(OTHER, is_explained, "{id} ended by {reason}");
            }
            _ => {
                let is_over = to_move(new)?.is_none();
                holds!(OTHER, is_over, "{id} ended by {reason}, which its turns do not show");
            }
        }
        for player in &new.players {
            books.mails.is_due(player, id, ended.at);
        }
        if new.rating_changes.is_some() {
            self.rated.push(new.clone());
        }
        Ok(())
    }

    /// The absences of both players, by seat.
    fn absences(&self, record: &BoardRecord) -> [&[Absence]; 2] {
        record
            .players
            .each_ref()
            .map(|player| self.users.get(player).map_or(&[][..], |user| &user.absences))
    }

    /// When the time of a seat ran out on a board in its earlier state, by the outages that are
    /// known now.
    fn due(&self, old: &BoardRecord, new: &BoardRecord, seat: Seat, at: Timestamp) -> Timestamp {
        let record = BoardRecord { outages: new.outages.clone(), ..old.clone() };
        SlowClock::new(at, &record, seat, self.absences(old)).deadline()
    }

    /// Checks that the clocks of a board in play match the slow model, and that none is overdue
    /// after a sweep.
    fn check_clocks(&self, record: &BoardRecord, round: &Round) -> Result<(), Violation> {
        let (id, now) = (record.id, round.now);
        let (None, Some(seat)) = (&record.ended, to_move(record)?) else { return Ok(()) };
        let clock = SlowClock::new(now, record, seat, self.absences(record));
        clock.compare(now)?;
        if round.has_swept {
            let due = clock.deadline();
            holds!(TIME, due > now, "{id} was due at {due}, and a sweep at {now} left it");
            let nags = clock.nags(now);
            let is_reminded = i64::from(record.nags) >= nags
                || computer_level(&record.players[seat.index()]).is_some();
            holds!(TIME, is_reminded, "{id}: {} reminders of {nags} after a sweep", record.nags);
        }
        Ok(())
    }
}

/// The seat to move, according to the turns.
pub(crate) fn to_move(record: &BoardRecord) -> Result<Option<Seat>, Violation> {
    match record.game() {
        Ok(game) => Ok(game.seat_to_move()),
        Err(_) => Err(Violation::new(LOST, format!("{} cannot be replayed", record.id))),
    }
}

/// Checks that rated games change the ratings of both players.
fn check_ratings(record: &BoardRecord) -> Result<(), Violation> {
    let counts = record.terms.rated
        && record.has_begun()
        && record
            .ended
            .as_ref()
            .is_some_and(|ended| !matches!(ended.result(), SeatResult::Declined(_)));
    let changed = record.rating_changes.is_some();
    holds!(RATED, counts == changed, "{}: counts {counts}, has changed {changed}", record.id);
    Ok(())
}
