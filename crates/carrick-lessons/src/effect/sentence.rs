//! Effects as sentences for the players.

use carrick_games::GameKind;

use super::Effect;

impl Effect {
    /// The effect as a sentence for somebody who is learning the game; `None` for an effect that
    /// the board shows by itself, or that the result of the game says.
    ///
    /// ```
    /// use carrick_games::GameKind;
    /// use carrick_lessons::Effect;
    /// let effect = Effect::Pins("c2".to_owned());
    /// let said = effect.sentence(GameKind::Ankor).unwrap();
    /// assert_eq!(said, "The cube at c2 carries two cubes or more: it is pinned.");
    /// ```
    #[must_use]
    pub fn sentence(&self, kind: GameKind) -> Option<String> {
        Some(match (self, kind) {
            (Self::Drops(place), _) => {
                format!("The cube on top slid down into {place}, and opened the place above.")
            }
            (Self::Pins(place), _) => {
                format!("The cube at {place} carries two cubes or more: it is pinned.")
            }
            (Self::Frees(place), _) => {
                format!("The cube at {place} carries at most one cube now: it can move again.")
            }
            (Self::Joins(groups), GameKind::Boche) => {
                format!("{} are one group now.", counted(*groups, "group"))
            }
            (Self::Joins(groups), _) => format!("{} are joined.", counted(*groups, "group")),
            (Self::Touches(sides), GameKind::Ankor) if *sides > 1 => {
                format!("The group of the last cube touches {sides} of the three sides.")
            }
            (Self::Touches(3), GameKind::Boche) => {
                "A group now touches all three sides. It wins if it is still whole when the board is full: a cube in a nest can cut it.".to_owned()
            }
            (Self::Splits(parts), _) => {
                format!("A group fell into {parts} parts: the cube hides faces that joined them.")
            }
            (Self::Touches(sides), GameKind::Boche) if *sides > 1 => {
                format!("A group now touches {sides} of the three sides.")
            }
            (Self::Rim, _) => "A rim point: the stone stands on both discs.".to_owned(),
            (Self::Bridges(_), _) => {
                "The new stone is as good as joined to a neighbour: two ways lead there, and only one can be closed in a turn.".to_owned()
            }
            (Self::Lives, _) => "This group reaches enough sides: it lives.".to_owned(),
            (Self::Dead, _) => {
                "This stone is dead for now: its group does not reach the sides it needs.".to_owned()
            }
            (
                Self::Wins(_)
                | Self::Loses(_)
                | Self::Draws(_)
                | Self::Swaps
                | Self::Passes
                | Self::Level(_)
                | Self::Connects(_)
                | Self::Touches(_)
                | Self::GroupOf(_)
                | Self::Pole
                | Self::Owns(_),
                _,
            ) => return None,
        })
    }
}

fn counted(groups: usize, word: &str) -> String {
    match groups {
        2 => format!("Two {word}s"),
        3 => format!("Three {word}s"),
        _ => format!("{groups} {word}s"),
    }
}
