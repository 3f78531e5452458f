//! Goals: which turns of a step are right.

use carrick_games::AnyGame;

use crate::{Effect, effects_of};

/// The turns that a step accepts: those with all the effects listed, among the named turns or, if
/// none are named, among all legal turns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Goal {
    /// The accepted turns in canonical form; if empty, any legal turn.
    pub turns: Vec<String>,
    /// Effects that an accepted turn must have, all of them.
    pub effects: Vec<Effect>,
}

impl Goal {
    /// Whether the turn that leads from one position to the next is right.
    #[must_use]
    pub fn accepts(&self, before: &AnyGame, after: &AnyGame) -> bool {
        let named = after.last_turn().is_some_and(|turn| self.turns.contains(&turn));
        (self.turns.is_empty() || named) && self.has_effects(before, after)
    }

    /// Whether the turn has the effects of the goal.
    pub(crate) fn has_effects(&self, before: &AnyGame, after: &AnyGame) -> bool {
        let found = effects_of(before, after);
        self.effects.iter().all(|effect| found.contains(effect))
    }

    /// All legal turns of a position that are right, in canonical form, sorted.
    #[must_use]
    pub fn accepted(&self, start: &AnyGame) -> Vec<String> {
        let right = |turn: &String| {
            start.clone().play_text(turn).is_ok_and(|after| self.accepts(start, &after))
        };
        start.legal().into_iter().filter(right).collect()
    }
}
