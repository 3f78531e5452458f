//! When the puzzles of the day are mailed next, to a user who chose something about them.

use std::collections::BTreeMap;

use carrick_games::GameKind;

use crate::effects::{Decision, Event};
use crate::people::{Userid, Zone};
use crate::playing::Scene;
use crate::state::{Choices, PUZZLE_HOUR, PuzzleSchedule};

/// Choices that an event has made.
#[derive(Default)]
struct Chosen<'a> {
    zone: Option<&'a Zone>,
    games: BTreeMap<GameKind, &'a Choices>,
}

/// Notes for every user who chose puzzles or another time zone when puzzles are due.
pub(super) fn schedule(scene: Scene<'_>, decision: &mut Decision) {
    let mut chosen: BTreeMap<&Userid, Chosen<'_>> = BTreeMap::new();
    for event in &decision.events {
        if let Event::ZoneSet { user, zone } = event {
            chosen.entry(user).or_default().zone = Some(zone);
        }
        if let Event::ChoicesSet { user, kind, choices } = event {
            chosen.entry(user).or_default().games.insert(*kind, choices);
        }
    }
    let scheduled: Vec<Event> = chosen
        .into_iter()
        .filter_map(|(id, Chosen { zone, games })| {
            let user = scene.state.users.get(id)?;
            let wants = |kind| {
                games.get(&kind).map_or(user.choices(kind), |choices| **choices).puzzles.is_some()
            };
            let next = || match (zone, user.puzzles.due) {
                (None, Some(due)) => due,
                (zone, _) => zone.unwrap_or(&user.zone).next(PUZZLE_HOUR, scene.now),
            };
            let due = GameKind::ALL.into_iter().any(wants).then(next);
            let schedule = PuzzleSchedule { due, ..user.puzzles };
            (schedule != user.puzzles)
                .then(|| Event::PuzzlesScheduled { user: id.clone(), schedule })
        })
        .collect();
    decision.events.extend(scheduled);
}
