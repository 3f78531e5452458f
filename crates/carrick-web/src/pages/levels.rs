//! Levels of the computer in a list of choices: those for beginners first, in a group of their own.

use carrick_games::GameKind;
use carrick_service::ComputerLevel;

/// Levels of one kind, under a heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LevelGroup {
    pub(crate) heading: &'static str,
    /// The levels, the weakest first, and whether each is chosen.
    pub(crate) levels: Vec<(ComputerLevel, bool)>,
}

/// The levels of a game, of which one may be chosen.
pub(crate) fn level_groups(kind: GameKind, chosen: Option<ComputerLevel>) -> [LevelGroup; 2] {
    let levels = ComputerLevel::all_of(kind).map(|level| (level, Some(level) == chosen));
    let (numbered, novices) = levels.partition(|(level, _)| level.number().is_some());
    [
        LevelGroup { heading: "For beginners", levels: novices },
        LevelGroup { heading: "For everybody", levels: numbered },
    ]
}

/// Words behind a level's name that help to choose.
pub(crate) fn hint(level: &ComputerLevel) -> &'static str {
    match *level {
        ComputerLevel::MIN => ", for a first game",
        ComputerLevel::MAX => ", as well as it can",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_of_a_game_is_in_one_group() {
        for kind in GameKind::ALL {
            let [beginners, others] = level_groups(kind, Some(ComputerLevel::MIDDLE));
            assert_eq!(beginners.levels.len(), usize::from(kind.facts().novices));
            assert_eq!(others.levels.len(), 9);
            let all = beginners.levels.into_iter().chain(others.levels);
            let chosen: Vec<_> = all.filter(|&(_, chosen)| chosen).collect();
            assert_eq!(chosen, [(ComputerLevel::MIDDLE, true)]);
        }
    }
}
