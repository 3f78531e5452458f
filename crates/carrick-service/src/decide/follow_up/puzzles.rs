//! When the puzzles of the day are mailed next, to a user who chose something about them.

use std::collections::BTreeMap;

use carrick_games::GameKind;

use crate::effects::{Decision, Event, UserEvent};
use crate::people::Userid;
use crate::playing::Scene;
use crate::state::{PUZZLE_HOUR, PuzzleSchedule, User};

/// Notes for every user who chose puzzles or another time zone when puzzles are due.
pub(super) fn schedule(scene: Scene<'_>, decision: &mut Decision) {
    let mut chosen: BTreeMap<&Userid, User> = BTreeMap::new();
    for event in &decision.events {
        let Event::User(id, event) = event else { continue };
        if matches!(event, UserEvent::SettingsChanged(_))
            && let Some(before) = scene.state.users.get(id)
        {
            chosen.entry(id).or_insert_with(|| before.clone()).apply(event);
        }
    }
    let scheduled: Vec<Event> = chosen
        .into_iter()
        .filter_map(|(id, user)| {
            let before = scene.state.users.get(id)?;
            let wants =
                GameKind::ALL.into_iter().any(|kind| user.settings.game(kind).puzzles.is_some());
            let next = || match before.puzzles.due {
                Some(due) if user.settings.zone == before.settings.zone => due,
                _ => user.settings.zone.next(PUZZLE_HOUR, scene.now),
            };
            let schedule = PuzzleSchedule { due: wants.then(next), ..before.puzzles };
            (schedule != before.puzzles)
                .then(|| Event::User(id.clone(), UserEvent::PuzzlesScheduled(schedule)))
        })
        .collect();
    decision.events.extend(scheduled);
}
