//! Decisions about what falls due: reminders, forfeits, boards that never begin, vacations that
//! end, puzzles of the day.

use carrick_games::GameKind;
use jiff::{SignedDuration, Timestamp};

use crate::about::About;
use crate::command::{Action, GameAction};
use crate::decide::dispatch::decide;
use crate::decide::follow_up;
use crate::decide::playing::expired;
use crate::decide::puzzles::mail_puzzles;
use crate::decide::starting::{COMPUTER_WAITS, is_invitation};
use crate::effects::{Addressee, BoardEvent, Decision, Event, Message, UserEvent};
use crate::people::computer::account;
use crate::people::time::{current, plus};
use crate::people::{Absence, BoardId, ComputerLevel, Userid, computer_level, time};
use crate::playing::{BoardInPlay, Snapshot, due_after};
use crate::reply;
use crate::requests::{Due, Evidence, Request};
use crate::state::{Origin, RatingRecord, Seek, StandIn, State};

/// Decides what is due. A list finds something due. This decides whether it still is, in the
/// transaction that does it, so it is done only once.
///
/// `state` must hold what [`Due::needs`] asked for. Nothing to do gives no event.
#[must_use]
pub fn decide_due(state: &State, due: &Due, now: Timestamp) -> Decision {
    let snapshot = Snapshot { state, now };
    let mut decision = match due {
        // This was decided as a command of the computer, and is complete.
        Due::Seek { kind, number, .. } => return take(snapshot, *kind, *number),
        Due::Board(board) => look_at_board(snapshot, *board),
        Due::Absence(user) => look_at_absences(snapshot, user),
        Due::Puzzles(user) => mail_puzzles(snapshot, user),
    };
    follow_up::tell(snapshot, &mut decision);
    follow_up::call(snapshot, &mut decision);
    decision
}

fn look_at_board(snapshot: Snapshot<'_>, id: BoardId) -> Decision {
    let Some(record) = snapshot.state.boards.get(&id).filter(|record| record.ended.is_none())
    else {
        return Decision::default();
    };
    let Ok(table) = BoardInPlay::new(record) else {
        // A damaged board stays as it is; its players see an error when they use it.
        let due = time::plus(snapshot.now, SignedDuration::from_hours(24));
        let events = vec![Event::Board(id, BoardEvent::Scheduled(due))];
        return Decision { events, ..Decision::default() };
    };
    let Some(seat) = table.game.seat_to_move() else { return Decision::default() };
    let clock = snapshot.clock(record, seat);
    if clock.is_overdue(snapshot.now) {
        return expired(snapshot, table, seat);
    }
    let nags = clock.nags_by(snapshot.now).max(record.nags);
    let mut decision = Decision::default();
    if nags > record.nags {
        decision.events.push(Event::Board(id, BoardEvent::Nagged(nags)));
        decision.messages.push(reply::nag(snapshot, &table, seat));
    }
    decision.events.push(Event::Board(id, BoardEvent::Scheduled(clock.next_due(nags))));
    decision
}

/// Records the absences that have ended, and tells the user.
fn look_at_absences(snapshot: Snapshot<'_>, id: &Userid) -> Decision {
    let Some(user) = snapshot.state.users.get(id) else { return Decision::default() };
    let ended = user.absences.iter().filter(|one| !one.over && one.until <= snapshot.now);
    let ended: Vec<&Absence> = ended.collect();
    let Some(last) = ended.last() else { return Decision::default() };
    let events = ended.iter().map(|absence| {
        Event::User(id.clone(), UserEvent::AbsenceSet(Absence { over: true, ..**absence }))
    });
    let left = time::left(&user.absences, snapshot.now);
    let message = Message {
        to: Addressee::User(id.clone()),
        subject: "Carrick: your vacation has ended".to_owned(),
        text: reply::vacation_ended(snapshot.reader(id), id, last.until, left),
        board: None,
        link: None,
        about: About::default(),
    };
    Decision { events: events.collect(), messages: vec![message], refusal: None }
}

// The computer accepts seeks that no person took.

/// If it is due, takes a game of a seek as the first of the [requested levels](levels) that may
/// play it. If none may, because the seeker is away or has reached their limit, it is tried again
/// later.
fn take(snapshot: Snapshot<'_>, kind: GameKind, number: u32) -> Decision {
    let Snapshot { state, now } = snapshot;
    let seek = state.seeks.get(&kind).and_then(|(seeks, _)| seeks.get(&number));
    let Some(seek) = seek.filter(|seek| is_due(snapshot, seek)) else { return Decision::default() };
    if is_invitation(seek) {
        let events = vec![Event::SeekSet(Seek { left: 0, ..seek.clone() })];
        return Decision { events, ..Decision::default() };
    }
    let is_away = current(snapshot.absences(&seek.user), now).is_some();
    let taken = levels(state, seek)
        .into_iter()
        .filter(|level| !is_away && !has_taken(state, level, seek))
        .map(|level| decide(state, &request(seek, level), &Evidence::default(), now))
        .find(|decision| decision.refusal.is_none());
    taken.unwrap_or_else(|| {
        let due = Some(plus(now, COMPUTER_WAITS));
        let events = vec![Event::SeekSet(Seek { due, ..seek.clone() })];
        Decision { events, ..Decision::default() }
    })
}

/// Whether people have had a day to take it, not counting outages.
fn is_due(snapshot: Snapshot<'_>, seek: &Seek) -> bool {
    let Some(since) = seek.due.and_then(|due| due.checked_sub(COMPUTER_WAITS).ok()) else {
        return false;
    };
    due_after(since, COMPUTER_WAITS, snapshot.state.outages.by(snapshot.now)) <= snapshot.now
}

/// The command with which a level takes a game.
fn request(seek: &Seek, level: Userid) -> Request {
    Request::by(level, Action::Game(seek.kind, GameAction::Take(seek.number)))
}

/// No player takes two games of the same seek.
fn has_taken(state: &State, level: &Userid, seek: &Seek) -> bool {
    let origin = Origin::Seek(seek.number);
    let mut boards = state.boards.values();
    boards.any(|board| {
        board.id.kind == seek.kind && board.origin == origin && board.players.contains(level)
    })
}

/// The accounts that may take a seek: the one requested, or all of them, ordered by how near their
/// rating is to the seeker's, then by how near they are to the middle level. A player without a
/// rating is taken to play like an average level, and a level without one like a beginner.
fn levels(state: &State, seek: &Seek) -> Vec<Userid> {
    let rating =
        |user: &Userid| state.ratings.get(&(seek.kind, user.clone())).map(|record| record.rating);
    match seek.stand_in {
        StandIn::Nobody | StandIn::Invitation => Vec::new(),
        StandIn::Level(level) => account(level.nearest_in(seek.kind)).into_iter().collect(),
        StandIn::Nearest => {
            let unrated = RatingRecord::default().rating;
            let distance = |level: &Userid| {
                let from = |wanted: f64| (rating(level).unwrap_or(unrated) - wanted).abs();
                rating(&seek.user).map_or(0.0, from)
            };
            let middle = ComputerLevel::MIDDLE;
            let from_middle = |level: &Userid| computer_level(level).map(|it| it.steps_to(middle));
            let mut levels: Vec<Userid> =
                ComputerLevel::all_of(seek.kind).filter_map(account).collect();
            levels.sort_by(|one, other| {
                let nearer = distance(one).total_cmp(&distance(other));
                nearer.then_with(|| from_middle(one).cmp(&from_middle(other)))
            });
            levels
        }
    }
}
