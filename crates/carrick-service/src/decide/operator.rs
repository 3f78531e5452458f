//! Administration on the server itself: accounts, remarks, reopened games.

use std::fmt;

use carrick_games::{GameKind, Seat};
use jiff::Timestamp;

use crate::about::About;
use crate::command::check_new_name;
use crate::decide::account::leave;
use crate::decide::context::{answer_refusal, as_watched, no_such_board};
use crate::decide::follow_up;
use crate::effects::{Addressee, BoardEvent, Decision, Event, Message, UserEvent};
use crate::people::time::current;
use crate::people::{Absence, AbsenceKind, BoardId, Userid, must_be_a_person};
use crate::playing::{BoardInPlay, Snapshot};
use crate::refusal::Refusal;
use crate::reply;
use crate::state::{BoardFilter, BoardRecord, Ending, Needs, Seek, State, User};

// Administration of accounts and remarks by someone with access to the database.
//
// Each action is decided like a command, from the state, and written as events; the log of requests
// records it as it was typed.

/// Action of an operator on an account or on a remark.
///
/// ```
/// use carrick_service::{AdminAction, State, User, decide_admin};
/// let now = "2008-05-01T12:00:00Z".parse()?;
/// let ann: carrick_service::Userid = "ann".parse()?;
/// let mut state = State::default();
/// state.users.insert(ann.clone(), User::new(ann.clone(), now, None));
///
/// let action = AdminAction::SetOperator { user: ann, on: true };
/// assert_eq!(action.to_string(), "admin operator ann on");
/// let decision = decide_admin(&state, &action, now);
/// assert_eq!(decision.events.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AdminAction {
    /// `admin invite uid`: a new account, for which a link sets a password.
    Invite(Userid),
    /// `admin operator uid on|off`: who may `broadcast`.
    SetOperator {
        /// The user.
        user: Userid,
        /// Whether they become one or stop being one.
        on: bool,
    },
    /// `admin suspend uid`: no play, no mail, no chat; their games pause.
    Suspend(Userid),
    /// `admin restore uid`: ends a suspension.
    Restore(Userid),
    /// `admin delete uid`: deletes the account, as its user can.
    Delete(Userid),
    /// `admin delete-remark game board place`
    DeleteRemark {
        /// On which board.
        board: BoardId,
        /// Number of the remark, counted from 1.
        place: u32,
    },
    /// `admin end-sessions uid`: signs them out everywhere.
    EndSessions(Userid),
    /// `admin reset-2fa uid`: codes are no longer asked for.
    ResetSecondFactor(Userid),
    /// `admin rename uid new`
    Rename {
        /// The name now.
        user: Userid,
        /// The name to be.
        to: Userid,
    },
}

impl AdminAction {
    /// The state to load before deciding it.
    #[must_use]
    pub fn needs(&self) -> Needs {
        let mut needs = Needs::default();
        match self {
            Self::SetOperator { user, .. }
            | Self::Invite(user)
            | Self::Restore(user)
            | Self::EndSessions(user)
            | Self::ResetSecondFactor(user) => _ = needs.users.insert(user.clone()),
            Self::Delete(user) => {
                needs.users.insert(user.clone());
                needs.whole.push(BoardFilter {
                    kind: None,
                    player: Some(user.clone()),
                    running: true,
                    ended_since: None,
                });
            }
            Self::Suspend(user) => {
                needs.users.insert(user.clone());
                needs.seeks.extend(GameKind::ALL);
            }
            Self::Rename { user, to } => needs.users.extend([user.clone(), to.clone()]),
            Self::DeleteRemark { board, .. } => _ = needs.boards.insert(*board),
        }
        needs
    }
}

impl fmt::Display for AdminAction {
    /// Writes it as it is typed after `carrick`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SetOperator { user, on } => {
                write!(f, "admin operator {user} {}", if *on { "on" } else { "off" })
            }
            Self::Invite(user) => write!(f, "admin invite {user}"),
            Self::Suspend(user) => write!(f, "admin suspend {user}"),
            Self::Delete(user) => write!(f, "admin delete {user}"),
            Self::Restore(user) => write!(f, "admin restore {user}"),
            Self::DeleteRemark { board: BoardId { kind, number }, place } => {
                write!(f, "admin delete-remark {kind} {number} {place}")
            }
            Self::EndSessions(user) => write!(f, "admin end-sessions {user}"),
            Self::ResetSecondFactor(user) => write!(f, "admin reset-2fa {user}"),
            Self::Rename { user, to } => write!(f, "admin rename {user} {to}"),
        }
    }
}

/// The end of a suspension without a known end: 9999-01-01T00:00:00Z.
const OPEN_END: Timestamp = Timestamp::constant(253_370_764_800, 0);

/// Decides an action of an operator. The answer is addressed to the sender. An action that changes
/// nothing has no events, and the answer reports that.
///
/// `state` must hold what [`AdminAction::needs`] asked for.
#[must_use]
pub fn decide_admin(state: &State, action: &AdminAction, now: Timestamp) -> Decision {
    match action {
        AdminAction::Invite(user) => invite(state, user, now).unwrap_or_else(refused),
        AdminAction::SetOperator { user, on } => {
            with_person(state, user, |found| set_operator(found, *on))
        }
        AdminAction::Suspend(user) => with_person(state, user, |found| suspend(state, found, now)),
        AdminAction::Delete(user) => with_person(state, user, |found| {
            let text = format!(
                "The account {user} is deleted: its games are resigned, and everything that was \
                 stored of\n{user} is erased except the name, the games and the ratings."
            );
            leave(Snapshot { state, now }, found, done(text, []))
        }),
        AdminAction::Restore(user) => with_person(state, user, |found| restore(found, now)),
        AdminAction::EndSessions(user) => with_person(state, user, |found| {
            let text = format!(
                "{user} is signed out everywhere. Anyone who knows the password can sign \
                 in\nagain; `carrick reset {user}` makes a link that sets a new one."
            );
            Ok(done(text, [Event::User(found.id.clone(), UserEvent::SessionsEnded)]))
        }),
        AdminAction::ResetSecondFactor(user) => with_person(state, user, |found| {
            let text = format!(
                "{user} needs no code at the next sign-in, but still the password. Recovery \
                 codes\nare gone too."
            );
            Ok(done(text, [Event::User(found.id.clone(), UserEvent::SecondFactorRemoved)]))
        }),
        AdminAction::Rename { user, to } => {
            with_person(state, user, |found| rename(state, found, to))
        }
        AdminAction::DeleteRemark { board, place } => delete_remark(state, *board, *place),
    }
}

fn with_person(
    state: &State,
    user: &Userid,
    act: impl FnOnce(&User) -> Result<Decision, Refusal>,
) -> Decision {
    let found = must_be_a_person(user).map_err(Refusal::from).and_then(|()| {
        let found = state.users.get(user).filter(|found| found.deleted.is_none());
        found.ok_or_else(|| Refusal::NoSuchAccount(user.clone()))
    });
    found.and_then(act).unwrap_or_else(refused)
}

fn invite(state: &State, user: &Userid, now: Timestamp) -> Result<Decision, Refusal> {
    if state.users.contains_key(user) {
        return Err(Refusal::NameTakenBy(user.clone()));
    }
    check_new_name(user)?;
    let joined = Event::UserJoined(User::new(user.clone(), now, None));
    let asked = Event::User(user.clone(), UserEvent::ResetAsked(now));
    Ok(done(
        format!("{user} now has an account, and can set a password with the link."),
        [joined, asked],
    ))
}

fn set_operator(user: &User, on: bool) -> Result<Decision, Refusal> {
    let id = &user.id;
    let text = match (on, user.operator == on) {
        (true, false) => format!("{id} is an operator now, and may `broadcast`."),
        (true, true) => format!("{id} is already an operator; nothing has changed."),
        (false, false) => format!("{id} is no longer an operator."),
        (false, true) => format!("{id} is not an operator; nothing has changed."),
    };
    let event = Event::User(id.clone(), UserEvent::OperatorSet(on));
    Ok(done(text, (user.operator != on).then_some(event)))
}

fn suspend(state: &State, user: &User, now: Timestamp) -> Result<Decision, Refusal> {
    let id = &user.id;
    if user.suspended.is_some() {
        return Ok(done(format!("{id} is already suspended; nothing has changed."), []));
    }
    let mut events = vec![Event::User(id.clone(), UserEvent::SuspensionSet(Some(now)))];
    // A current vacation ends here, because the suspension does not use it up.
    if let Some(away) = current(&user.absences, now) {
        let absence = Absence { until: now, over: true, ..*away };
        events.push(Event::User(id.clone(), UserEvent::AbsenceSet(absence)));
    }
    let absence =
        Absence { since: now, until: OPEN_END, kind: AbsenceKind::Suspended, over: false };
    events.push(Event::User(id.clone(), UserEvent::AbsenceSet(absence)));
    let seeks = state.seeks.values().flat_map(|(seeks, _)| seeks.values());
    let theirs = seeks.filter(|seek| seek.user == *id);
    events.extend(theirs.map(|seek| Event::SeekSet(Seek { left: 0, ..seek.clone() })));
    let text = format!(
        "{id} is suspended: signed out everywhere, no play, no mail, no chat. The clocks of {id}'s\n\
         games stand still for both players. `carrick admin restore {id}` ends it."
    );
    Ok(done(text, events))
}

fn restore(user: &User, now: Timestamp) -> Result<Decision, Refusal> {
    let id = &user.id;
    if user.suspended.is_none() {
        return Ok(done(format!("{id} is not suspended; nothing has changed."), []));
    }
    let mut events = vec![Event::User(id.clone(), UserEvent::SuspensionSet(None))];
    let paused = user.absences.iter().filter(|absence| {
        absence.kind == AbsenceKind::Suspended && !absence.over && absence.until > now
    });
    events.extend(paused.map(|absence| {
        Event::User(
            id.clone(),
            UserEvent::AbsenceSet(Absence {
                until: now.max(absence.since),
                over: true,
                ..*absence
            }),
        )
    }));
    let mut decision =
        done(format!("{id} can play, write and get email again; clocks run."), events);
    decision.messages.push(Message {
        to: Addressee::User(id.clone()),
        subject: "Carrick: your account is restored".to_owned(),
        text: reply::wrapped(
            "An operator has restored your account. Your clocks continue from where they stopped.",
            0,
        ),
        board: None,
        link: None,
        about: About::default(),
    });
    Ok(decision)
}

fn rename(state: &State, user: &User, to: &Userid) -> Result<Decision, Refusal> {
    let id = &user.id;
    match state.users.get(to) {
        None => check_new_name(to)?,
        // It may be their own former name, which the store knows.
        Some(former) if former.deleted.is_some() => {}
        Some(_) => return Err(Refusal::NameTakenBy(to.clone())),
    }
    let text = format!(
        "{id} is now called {to}, even in old games; no one else can take the name {id}. \
         Passwords,\nsessions and tokens stay valid. Links that were emailed to {id} no longer \
         work."
    );
    let mut decision = done(text, [Event::User(id.clone(), UserEvent::Renamed(to.clone()))]);
    decision.messages.push(Message {
        to: Addressee::User(to.clone()),
        subject: format!("Carrick: you are now called {to}"),
        text: reply::wrapped(
            &format!(
                "An operator has changed your name from {id} to {to}, which you type and sign in \
                 with from now on. Your passwords and games are unchanged."
            ),
            0,
        ),
        board: None,
        link: None,
        about: About::default(),
    });
    Ok(decision)
}

fn delete_remark(state: &State, board: BoardId, place: u32) -> Decision {
    let BoardId { kind, number } = board;
    if !state.boards.contains_key(&board) {
        return refused(Refusal::NoBoardToOperate(board));
    }
    let text = format!("Remark {place} of {kind} board {number} is deleted.");
    done(text, [Event::Board(board, BoardEvent::RemarkDeleted(place))])
}

/// The answer to an operator, with its events.
fn done(text: String, events: impl IntoIterator<Item = Event>) -> Decision {
    let message = Message {
        to: Addressee::Sender,
        subject: "Carrick: administration".to_owned(),
        text: format!("{text}\n"),
        board: None,
        link: None,
        about: About::default(),
    };
    let events = events.into_iter().collect();
    Decision { events, messages: vec![message], refusal: None }
}

fn refused(refusal: Refusal) -> Decision {
    answer_refusal(None, None, refusal)
}

// Reopening a game that ran out of time, for an operator.

/// The state that has to be loaded to [reopen](decide_reopen) a game.
#[must_use]
pub fn reopen_needs(board: BoardId) -> Needs {
    Needs { boards: [board].into(), expired: Some(board), ..Needs::default() }
}

/// Reopens a game that ended because a player's time ran out, or that vanished because it had not
/// begun in time. The player who was to move is to move again, and has a whole turn's time from now
/// on; their total time is what it was when the turn began. Offers and queues are as they were.
/// Both players, subscribers and those who are told of ends hear of it; the sender gets the message
/// of the first player.
///
/// Ratings are no part of the decision: the store computes them again from the games that are left,
/// since later games were rated on top of this one.
///
/// `state` must hold what [`reopen_needs`] asked for.
#[must_use]
pub fn decide_reopen(state: &State, board: BoardId, now: Timestamp) -> Decision {
    reopen(Snapshot { state, now }, board)
        .unwrap_or_else(|refusal| answer_refusal(Some(board.kind), Some(board), refusal))
}

fn reopen(snapshot: Snapshot<'_>, id: BoardId) -> Result<Decision, Refusal> {
    let Snapshot { state, now } = snapshot;
    let before = state.boards.get(&id).ok_or_else(|| no_such_board(id))?;
    let end = must_have_expired(state, before)?;
    let expired = state.expired.clone().unwrap_or_default();
    let mut record = BoardRecord { ended: None, ..before.clone() };
    let table = BoardInPlay::new(&record)?;
    let to_move = table.game.seat_to_move().ok_or_else(|| table.damaged())?;
    let game = table.game;
    let reopened = BoardEvent::Reopened { to_move, expired };
    record.apply(&reopened, now);
    let table = BoardInPlay::with(&record, game);

    let vanished = if record.has_begun() { "" } else { ", before it had begun" };
    let mut why = format!(
        "The operator has reopened this game, which had run out of time ({end}{vanished})."
    );
    if before.rating_changes.is_some() {
        why.push_str(" All ratings are as if that had not happened.");
    }
    let why = reply::wrapped(&why, 0);
    let with_why = |message: Message| message.below(&format!("{why}\n"));

    let players = Seat::BOTH.map(|seat| with_why(reply::report(snapshot, &table, seat, None)));
    let seen = as_watched(&record);
    let seen = BoardInPlay::with(&seen, table.game.clone());
    let listeners =
        record.subscribers.iter().chain(state.notified.get(&id.kind).into_iter().flatten());
    let mut listeners: Vec<_> = listeners.filter(|user| record.seat_of(user).is_none()).collect();
    listeners.sort_unstable();
    listeners.dedup();
    let others =
        listeners.into_iter().map(|user| with_why(reply::watched(snapshot, &seen, user, None)));

    let due = snapshot.clock(&record, to_move).next_due(0);
    let events = vec![Event::Board(id, reopened), Event::Board(id, BoardEvent::Scheduled(due))];
    let messages = players.into_iter().chain(others).collect();
    let mut decision = Decision { events, messages, refusal: None };
    follow_up::call(snapshot, &mut decision);
    let done = Message {
        to: Addressee::Sender,
        subject: format!("{} board {}: reopened", id.kind, id.number),
        text: why,
        board: Some(id),
        link: None,
        about: About::default(),
    };
    decision.messages.insert(0, done);
    Ok(decision)
}

/// How it ended, if it ran out of time.
fn must_have_expired(state: &State, record: &BoardRecord) -> Result<String, Refusal> {
    let id = record.id;
    let Some(ended) = &record.ended else {
        return Err(Refusal::InPlay(id));
    };
    let result = match ended.ending {
        Ending::Won(winner, _) => format!("{} won", record.players[winner.index()]),
        Ending::NotBegun(_) => "vanished".to_owned(),
        Ending::Drawn(_) | Ending::Declined(_) => "a draw".to_owned(),
    };
    // A draw offered to the late player counts as accepted; the recorded reason is then the
    // agreement, not the time.
    if !ended.ending.is_by_time() && state.expired.is_none() {
        let result = format!("{result}: {}", ended.reason());
        return Err(Refusal::NotByTime { board: id, result });
    }
    let left = |user| state.users.get(user).is_none_or(|user| user.deleted.is_some());
    match record.players.iter().find(|user| left(user)) {
        Some(user) => Err(Refusal::HasLeft { board: id, user: user.clone() }),
        None => Ok(result),
    }
}
