//! The computer takes a game of a seek that no person has taken.

use carrick_games::GameKind;

use crate::command::{Command, Credential, GameCommand};
use crate::decide::dispatch::decide;
use crate::decide::starting::COMPUTER_WAITS;
use crate::effects::{Decision, Event};
use crate::people::{
    ComputerLevel, Userid,
    absence::{current, plus},
    computer::account,
    computer_level,
};
use crate::playing::{Scene, due_after};
use crate::requests::{Evidence, Request, Sender};
use crate::state::{Origin, RatingRecord, Seek, StandIn, State};

/// Takes a game of a seek, if that is due, as the first of the [levels asked](levels) that may.
/// Where none may, because the seeker is away or plays enough games, it is tried again later.
pub(super) fn take(scene: Scene<'_>, kind: GameKind, number: u32) -> Decision {
    let Scene { state, now } = scene;
    let seek = state.seeks.get(&kind).and_then(|(seeks, _)| seeks.get(&number));
    let Some(seek) = seek.filter(|seek| is_due(scene, seek)) else { return Decision::default() };
    let is_away = current(scene.absences(&seek.user), now).is_some();
    let taken = levels(state, seek)
        .into_iter()
        .filter(|level| !is_away && !has_taken(state, level, seek))
        .map(|level| decide(state, &request(seek, level), &Evidence::default(), now))
        .find(|decision| !decision.refused);
    taken.unwrap_or_else(|| {
        let due = Some(plus(now, COMPUTER_WAITS));
        let events = vec![Event::SeekSet(Seek { due, ..seek.clone() })];
        Decision { events, ..Decision::default() }
    })
}

/// Whether people have had a day to take it. While no server ran, they had not.
fn is_due(scene: Scene<'_>, seek: &Seek) -> bool {
    let Some(since) = seek.due.and_then(|due| due.checked_sub(COMPUTER_WAITS).ok()) else {
        return false;
    };
    due_after(since, COMPUTER_WAITS, scene.state.outages.by(scene.now)) <= scene.now
}

/// The command with which a level takes a game.
fn request(seek: &Seek, level: Userid) -> Request {
    let who = Credential { user: level.clone(), password: None };
    let command = Command::Game(seek.kind, GameCommand::Take(seek.number, who));
    Request { sender: Sender::User(level), command, body: None, seen: None }
}

/// Nobody takes two games of one seek.
fn has_taken(state: &State, level: &Userid, seek: &Seek) -> bool {
    let origin = Origin::Seek(seek.number);
    let mut boards = state.boards.values();
    boards.any(|board| {
        board.id.kind == seek.kind && board.origin == origin && board.players.contains(level)
    })
}

/// The accounts that may take a seek: the one that was asked for, or all, those first whose ratings
/// are nearest to the seeker's, and among equals those in the middle. Who has no rating yet is
/// thought to play like an average level; a level without one, like every beginner.
fn levels(state: &State, seek: &Seek) -> Vec<Userid> {
    let rating =
        |user: &Userid| state.ratings.get(&(seek.kind, user.clone())).map(|record| record.rating);
    match seek.stand_in {
        StandIn::Nobody => Vec::new(),
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
