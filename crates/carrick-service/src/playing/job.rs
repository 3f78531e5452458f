//! Which of the computer's jobs is done next: fair queueing over the places from which it is asked.
//!
//! Thinking time is shared by place: all who ask from one network address are one, however many
//! accounts they have. Each place has a virtual clock that the expected cost of its jobs moves on,
//! and the job that would be finished first on its place's clock is next. So a place that used much
//! lately comes last, short thoughts come before long ones, and a place that asks for one thought
//! waits for no other place's queue. A tenth of what it has waited is taken off, so that nothing
//! waits for ever, however many come after it. (A. Demers, S. Keshav and S. Shenker, Analysis and
//! simulation of a fair queueing algorithm, SIGCOMM 1989.)

use std::cmp::Reverse;
use std::collections::BTreeMap;

use carrick_games::{AnyGame, Seat};
use jiff::Timestamp;

use crate::command::{Action, Command, Credential, GameCommand};
use crate::people::{BoardId, ComputerLevel, Userid, computer_level};
use crate::playing::BoardInPlay;
use crate::requests::{Request, Sender};
use crate::state::{BoardRecord, Offer};

/// Weight of waiting: a job that has waited for this many milliseconds comes before one that would
/// be finished one sooner. A smaller weight would undo the sharing between places: one who asks for
/// much waits, too, while their own jobs are done.
const AGES: i64 = 10;

/// A job of the computer's that nobody works on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingJob {
    /// The board on which the computer is asked for something.
    pub board: BoardId,
    /// The opponent, who waits for it.
    pub opponent: Userid,
    /// Origin of the request: a stand-in for a network address, or for the user where none is
    /// known.
    pub place: String,
    /// Since when they have waited.
    pub since: Timestamp,
    /// The number of the job that was last begun for this opponent; jobs are numbered as they
    /// begin.
    pub served: Option<i64>,
    /// When a job was last begun for this place, if that was lately.
    pub place_served: Option<Timestamp>,
    /// Virtual clock of the place, in milliseconds; for a place that asked for nothing lately, the
    /// clock of the job that was begun last.
    pub starts_ms: i64,
    /// The computer's level.
    pub level: ComputerLevel,
    /// The game's options.
    pub options: String,
    /// How many turns have been played.
    pub ply: u32,
}

/// The job to do next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NextJob {
    /// On which board.
    pub board: BoardId,
    /// Maximum time it is expected to take: its place's clock moves on by so much.
    pub cost_ms: u32,
}

/// The job to do next of those that are expected to take at most `most_ms`; `cost_ms` estimates
/// one.
///
/// Within a place opponents take turns, however many boards each has, and of an opponent's boards
/// the one that has waited longest comes first. Of two places it is the turn of the one whose job
/// would be finished first on its virtual clock, less a tenth of what it has waited.
#[must_use]
pub fn next_job(
    waiting: &[WaitingJob],
    now: Timestamp,
    cost_ms: impl Fn(&WaitingJob) -> u32,
    most_ms: u32,
) -> Option<NextJob> {
    let mut places: BTreeMap<&str, (&WaitingJob, u32)> = BTreeMap::new();
    for job in waiting {
        let cost = cost_ms(job);
        if cost > most_ms {
            continue;
        }
        let first = places.entry(&job.place).or_insert((job, cost));
        if in_turn(job) < in_turn(first.0) {
            *first = (job, cost);
        }
    }
    let claim = |&&(job, cost): &&(&WaitingJob, u32)| {
        let since = job.place_served.map_or(job.since, |served| served.max(job.since));
        let waited =
            i64::try_from(now.duration_since(since).as_millis()).unwrap_or(i64::MAX).max(0);
        let finishes = job.starts_ms.saturating_add(cost.into()).saturating_sub(waited / AGES);
        (finishes, cost, Reverse(waited), in_turn(job))
    };
    let &(job, cost_ms) = places.values().min_by_key(claim)?;
    Some(NextJob { board: job.board, cost_ms })
}

/// Order of jobs within a place.
fn in_turn(job: &WaitingJob) -> (Option<i64>, Timestamp, BoardId) {
    (job.served, job.since, job.board)
}

// Task for the computer on a board: a turn, or an answer to an offer.

/// Task for the computer on a board: a turn, or first an answer to an offer of its opponent.
#[derive(Debug, Clone)]
pub struct ComputerTask {
    /// On which board.
    pub board: BoardId,
    /// In which seat the computer is.
    pub seat: Seat,
    /// The computer's level.
    pub level: ComputerLevel,
    /// The game so far.
    pub game: AnyGame,
    /// The offer to answer; with none, a turn is asked for.
    pub offer: Option<Offer>,
    /// Whether the game counts for ratings.
    pub rated: bool,
    /// Whether the computer has played a turn; resigning before is declining the game.
    pub has_moved: bool,
    /// When the last turn was played, or the board opened.
    pub since: Timestamp,
    /// The board's [generation](BoardRecord::generation).
    pub generation: u32,
}

impl ComputerTask {
    /// The task for the computer on a board; `None` when there is none, or when the record is
    /// damaged.
    #[must_use]
    pub fn on(record: &BoardRecord) -> Option<Self> {
        let table = BoardInPlay::new(record).ok()?;
        let to_move = table.game.seat_to_move();
        let seat = computer_seat(&record.players, to_move, record.offer)?;
        Some(Self {
            board: record.id,
            seat,
            level: computer_level(table.player(seat))?,
            offer: record.offer.filter(|offer| waits_for(*offer, seat)),
            rated: record.terms.rated,
            has_moved: table.has_moved(seat),
            since: record.turns.last().map_or(record.created, |turn| turn.at),
            generation: record.generation(),
            game: table.game,
        })
    }

    /// Whether a board is still as it was when the task was made.
    pub(crate) fn is_current(&self, record: &BoardRecord) -> bool {
        record.ended.is_none()
            && record.generation() == self.generation
            && record.offer.filter(|offer| waits_for(*offer, self.seat)) == self.offer
    }

    /// The command with which the computer answers, and what it says with it.
    pub(crate) fn request(&self, user: &Userid, action: Action, said: Option<String>) -> Request {
        let who = Credential { user: user.clone(), password: None };
        let turn = GameCommand::Move { board: self.board, who, action, number: None };
        Request {
            sender: Sender::User(user.clone()),
            command: Command::Game(self.board.kind, turn),
            body: said,
            seen: Some(self.generation),
        }
    }
}

/// The seat in which the computer has a task.
pub(crate) fn computer_seat(
    players: &[Userid; 2],
    to_move: Option<Seat>,
    offer: Option<Offer>,
) -> Option<Seat> {
    let to_move = to_move?;
    let answers = offer.filter(|offer| !offer.rejected).map(|offer| !offer.by);
    let is_computer = |seat: &Seat| computer_level(&players[seat.index()]).is_some();
    answers.into_iter().chain([to_move]).find(is_computer)
}

fn waits_for(offer: Offer, seat: Seat) -> bool {
    offer.by != seat && !offer.rejected
}

#[cfg(test)]
mod tests {
    use carrick_games::GameKind;
    use jiff::SignedDuration;

    use super::*;

    fn ms(ms: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_millis(ms)
    }

    /// A level of one to nine takes so long.
    fn cost(job: &WaitingJob) -> u32 {
        match job.level.number().unwrap_or(1) {
            9 => 3000,
            level => 10 * u32::from(level),
        }
    }

    /// A queue as the store keeps it, and one thread.
    #[derive(Default)]
    struct World {
        now: i64,
        waiting: Vec<WaitingJob>,
        number: u32,
        /// The clock of the job that was begun last, and those of places.
        virtual_ms: i64,
        places: BTreeMap<String, (i64, i64)>,
        served: BTreeMap<Userid, i64>,
    }

    impl World {
        /// `alice@home 9`: alice asks from home for a turn of level 9.
        fn asks(&mut self, who: &str) -> BoardId {
            let (who, level) = who.split_once(' ').unwrap();
            let (user, place) = who.split_once('@').unwrap();
            self.number += 1;
            let board = BoardId { kind: GameKind::Ankor, number: 100 + self.number };
            self.waiting.push(WaitingJob {
                board,
                opponent: user.parse().unwrap(),
                place: place.to_owned(),
                since: ms(self.now),
                served: None,
                place_served: None,
                starts_ms: 0,
                level: level.parse().unwrap(),
                options: String::new(),
                ply: 10,
            });
            board
        }

        /// Does the next job of at most so long; who is answered.
        fn does(&mut self, most_ms: u32) -> Option<WaitingJob> {
            for job in &mut self.waiting {
                let place = self.places.get(&job.place);
                job.starts_ms = place.map_or(0, |&(clock, _)| clock).max(self.virtual_ms);
                job.place_served = place.map(|&(_, at)| ms(at));
                job.served = self.served.get(&job.opponent).copied();
            }
            let next = next_job(&self.waiting, ms(self.now), cost, most_ms)?;
            let place = self.waiting.iter().position(|job| job.board == next.board).unwrap();
            let job = self.waiting.remove(place);
            self.virtual_ms = self.virtual_ms.max(job.starts_ms);
            let clock = job.starts_ms + i64::from(next.cost_ms);
            self.places.insert(job.place.clone(), (clock, self.now));
            let last = self.served.values().max().copied().unwrap_or(0);
            self.served.insert(job.opponent.clone(), last + 1);
            self.now += i64::from(next.cost_ms);
            Some(job)
        }

        /// The order in which jobs are done, nothing being added, by the first letters of the
        /// opponents.
        fn order(&mut self) -> String {
            let mut order = String::new();
            while let Some(job) = self.does(u32::MAX) {
                order.push_str(&job.opponent.as_str()[..1]);
            }
            order
        }
    }

    #[track_caller]
    fn check(asked: &[(usize, &str)], expected: &str) {
        let mut world = World::default();
        for (times, who) in asked {
            for _ in 0..*times {
                world.asks(who);
            }
        }
        assert_eq!(world.order(), expected, "{asked:?}");
    }

    #[test]
    fn places_take_turns_by_what_their_thoughts_cost() {
        // Twenty boards of one do not keep two others waiting.
        check(&[(4, "alice@home 9"), (1, "bob@work 9"), (1, "carol@school 9")], "abcaaa");
        check(&[(3, "alice@home 9"), (3, "bob@work 9")], "ababab");
        // Three accounts at one place are one place.
        check(
            &[(1, "alice@home 9"), (1, "dave@home 9"), (1, "erin@home 9"), (3, "bob@work 9")],
            "abdbeb",
        );
        // Within it they take turns.
        check(&[(3, "alice@home 9"), (1, "dave@home 9")], "adaa");
        // Short thoughts do not queue behind long ones, and cost their place little.
        check(&[(2, "alice@home 9"), (5, "bob@work 1")], "bbbbbaa");
        check(&[(1, "alice@home 9"), (1, "bob@work 5"), (1, "carol@school 3")], "cba");
        check(&[], "");
    }

    #[test]
    fn whoever_comes_anew_waits_for_no_queue() {
        let mut world = World::default();
        for _ in 0..60 {
            world.asks("alice@home 9");
        }
        for _ in 0..10 {
            assert_eq!(world.does(u32::MAX).unwrap().opponent.as_str(), "alice");
        }
        for who in ["bob@work 9", "carol@school 1"] {
            world.asks(who);
        }
        assert!(world.order().starts_with("cba"));
    }

    #[test]
    fn a_place_kept_for_short_thoughts_takes_no_long_one() {
        let mut world = World::default();
        world.asks("alice@home 9");
        assert_eq!(world.does(200), None);
        world.asks("alice@home 8");
        assert_eq!(world.does(200).and_then(|job| job.level.number()), Some(8));
        assert_eq!(world.does(200), None);
        assert_eq!(world.does(3000).and_then(|job| job.level.number()), Some(9));
    }

    /// As much is asked as can be done, by ever new places; so there is always somebody who has had
    /// nothing yet. Every job is done all the same, after a time that does not grow with the jobs
    /// that come later.
    #[test]
    fn nothing_waits_for_ever() {
        for ever_new in [9, 8, 5] {
            let mut world = World::default();
            let mut left: Vec<BoardId> = (0..3).map(|_| world.asks("alice@home 9")).collect();
            for number in 0.. {
                world.asks(&format!("user{number}@place{number} {ever_new}"));
                if number < 5 {
                    continue;
                }
                let Some(job) = world.does(u32::MAX) else { break };
                left.retain(|&board| board != job.board);
                if left.is_empty() {
                    break;
                }
                assert!(world.now < 300_000, "{left:?} still wait beside level {ever_new}");
            }
        }
    }

    #[test]
    fn a_clock_that_was_set_back_gives_nobody_more() {
        let mut world = World { now: 1_000_000, ..World::default() };
        world.asks("alice@home 9");
        world.now = 0;
        world.asks("bob@work 9");
        world.now = 1;
        assert_eq!(world.order(), "ba");
    }
}
