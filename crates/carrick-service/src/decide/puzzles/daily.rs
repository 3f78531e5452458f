//! The puzzles of the day, to those who have asked for them once and for all.

use carrick_games::GameKind;

use crate::effects::{Addressee, Decision, Event, UserEvent};
use crate::people::{Mailing, Userid};
use crate::playing::Scene;
use crate::reply::puzzle;
use crate::requests::MailedPuzzle;
use crate::state::{PUZZLE_HOUR, PuzzleSchedule, User};

/// Mails a user the puzzles of their day, if that is due, and notes when the next ones are. A day
/// of theirs has them once, whatever becomes of their time zone; while no server ran, there were
/// none.
pub(in crate::decide) fn mail_puzzles(scene: Scene<'_>, id: &Userid) -> Decision {
    let now = scene.now;
    let Some(user) = scene.state.users.get(id) else { return Decision::default() };
    if user.puzzles.due.is_none_or(|due| due > now) {
        return Decision::default();
    }
    let scheduled = |schedule| Event::User(id.clone(), UserEvent::PuzzlesScheduled(schedule));
    if user.deleted.is_some() || GameKind::ALL.iter().all(|&kind| !wants_any(user, kind)) {
        let none = PuzzleSchedule { due: None, ..user.puzzles };
        return Decision { events: vec![scheduled(none)], ..Decision::default() };
    }
    let day = user.settings.zone.day(now);
    let gets_mail = user.suspended.is_none() && user.settings.mailing() != Mailing::Never;
    let is_new = user.puzzles.last.is_none_or(|last| last < day);
    let comes = |kind: &GameKind| {
        user.settings.game(*kind).puzzles.is_some_and(|chosen| chosen.comes_on(day))
    };
    let letter =
        |kind| puzzle::letter(MailedPuzzle::of_day(kind, day)?, Addressee::User(id.clone()));
    let kinds = GameKind::ALL.into_iter().filter(comes).filter(|_| gets_mail && is_new);
    let next = PuzzleSchedule {
        due: Some(user.settings.zone.next(PUZZLE_HOUR, now)),
        last: user.puzzles.last.max(Some(day)),
    };
    Decision {
        messages: kinds.filter_map(letter).collect(),
        events: vec![scheduled(next)],
        refused: false,
    }
}

fn wants_any(user: &User, kind: GameKind) -> bool {
    user.settings.game(kind).puzzles.is_some()
}
