//! Levels of the computer: node budgets and softmax temperatures, and the levels for beginners.

use std::fmt;
use std::str::FromStr;

use carrick_games::{AnyGame, Game, GameKind, match_game};

use crate::players::novice::Novice;
use crate::players::opening;
use crate::report::{Report, ReportLine, Value};
use crate::searchable::{Habits, Searchable, node_microseconds};

/// Strength of the computer: the levels for beginners, `novice1` and up, whose number depends on
/// the game, and then `level1` to `level9`.
///
/// ```
/// use carrick_engine::Level;
/// use carrick_games::GameKind;
/// let level: Level = "level3".parse()?;
/// assert_eq!(Some(level), Level::new(3));
/// let novice: Level = "novice3".parse()?;
/// assert!(novice < level);
/// let error = novice.check(GameKind::Boche).unwrap_err();
/// let words = "Boche has no novice3; its levels are novice1, novice2, and 1 to 9";
/// assert_eq!(error.to_string(), words);
/// # Ok::<(), carrick_engine::LevelError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(Rank);

/// In ascending order of strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Rank {
    Novice(Novice),
    /// From 1 to 9.
    Numbered(u8),
}

/// Titles of all levels for people, the weakest first: stones, from soft to hard.
const TITLES: [&str; GameKind::MOST_NOVICES as usize + 9] = [
    "Talc",
    "Gypsum",
    "Salt",
    "Amber",
    "Chalk",
    "Marble",
    "Coral",
    "Malachite",
    "Fluorite",
    "Slate",
    "Apatite",
    "Obsidian",
    "Opal",
    "Granite",
    "Flint",
    "Quartz",
    "Emerald",
    "Topaz",
    "Sapphire",
    "Diamond",
];

/// Estimated rating of the weakest level of each game, which is about even with a beginner who
/// stops every second threat.
const BEGINNER: u32 = 500;

/// Number of Elo points by which each level of a game beats the one below it, from the second level
/// on (`docs/strength.md`).
const fn steps(kind: GameKind) -> &'static [u32] {
    match kind {
        GameKind::Ankor => {
            &[131, 200, 191, 210, 315, 205, 205, 217, 212, 177, 149, 238, 182, 235, 108]
        }
        GameKind::Boche => &[123, 131, 147, 200, 210, 131, 164, 156, 151, 135],
        GameKind::Antipod => {
            &[241, 275, 164, 200, 182, 191, 156, 182, 241, 246, 241, 191, 215, 173, 200, 173]
        }
        GameKind::Anchor => &[
            160, 151, 252, 252, 230, 252, 108, 191, 241, 230, 151, 168, 225, 182, 220, 233, 166,
            200, 217,
        ],
    }
}

/// Error for a text that does not name a level, or not one of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LevelError {
    /// No game has a level of this name.
    #[error(
        "levels are 1 to 9, and for beginners novice1 to novice{}, fewer in some games",
        GameKind::MOST_NOVICES
    )]
    Unknown,
    /// The game does not have this level.
    #[error(
        "{} has no {level}; its levels are {}, and 1 to 9",
        kind.title(),
        kind.novices_in_words()
    )]
    NotInGame {
        /// The level.
        level: Level,
        /// The game.
        kind: GameKind,
    },
}

/// Strength of a level: node budget and temperature.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LevelStrength {
    /// Node budget of a turn; `None` for the strongest level, which is limited by time only.
    pub(crate) nodes: Option<u64>,
    /// Softmax temperature over turn values: a turn that is worth this much less is 1/e as likely.
    /// At 0, the best turn is played.
    pub(crate) temperature: f32,
}

impl Level {
    /// The weakest level.
    pub const MIN: Self = Self(Rank::Novice(Novice::FIRST));
    /// The strongest level.
    pub const MAX: Self = Self(Rank::Numbered(9));
    /// The level whose node budget is the maximum for a forced turn.
    pub(crate) const GLANCE: Self = Self(Rank::Numbered(5));
    /// Time that the strongest level takes for a turn, in milliseconds.
    pub const FULL_TIME_MS: u64 = 3000;

    /// The level with a number from 1 to 9.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 9 { Some(Self(Rank::Numbered(number))) } else { None }
    }

    /// All levels that exist in any game, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        Novice::all().map(Rank::Novice).chain((1..=9).map(Rank::Numbered)).map(Self)
    }

    /// The levels of a game, the weakest first.
    pub fn all_of(kind: GameKind) -> impl Iterator<Item = Self> {
        Self::all().filter(move |level| level.check(kind).is_ok())
    }

    /// Checks that a game has this level.
    ///
    /// A player can still be created for a game that started when there were more levels: it plays
    /// like the strongest novice of the game.
    ///
    /// # Errors
    /// [`LevelError::NotInGame`].
    pub const fn check(self, kind: GameKind) -> Result<(), LevelError> {
        match self.0 {
            Rank::Novice(novice) if !novice.is_in(kind) => {
                Err(LevelError::NotInGame { level: self, kind })
            }
            Rank::Novice(_) | Rank::Numbered(_) => Ok(()),
        }
    }

    /// The title for people.
    ///
    /// ```
    /// use carrick_engine::Level;
    /// assert_eq!([Level::MIN, Level::MAX].map(Level::title), ["Talc", "Diamond"]);
    /// ```
    #[must_use]
    pub fn title(self) -> &'static str {
        Self::all().zip(TITLES).find(|&(level, _)| level == self).map_or("", |(_, title)| title)
    }

    /// Estimated rating in a game, rounded to tens: the measured steps between its levels, added to
    /// a beginner's 500.
    ///
    /// ```
    /// use carrick_engine::Level;
    /// use carrick_games::GameKind;
    /// assert_eq!(Level::MIN.rating(GameKind::Boche), 500);
    /// assert_eq!(Level::MAX.rating(GameKind::Boche), 2050);
    /// ```
    #[must_use]
    pub fn rating(self, kind: GameKind) -> u32 {
        let below = Self::all_of(kind).take_while(|&level| level < self).count();
        let points: u32 = steps(kind).iter().take(below).sum();
        (BEGINNER + points + 5) / 10 * 10
    }

    /// Whether it is a level for beginners, who overlook threats.
    #[must_use]
    pub const fn is_novice(self) -> bool {
        matches!(self.0, Rank::Novice(_))
    }

    /// The weaknesses of a novice in a game; `None` for other levels.
    pub(crate) const fn habits<B: Searchable>(self) -> Option<Habits> {
        match self.0 {
            Rank::Novice(novice) => Some(novice.habits::<B>()),
            Rank::Numbered(_) => None,
        }
    }

    /// Maximum number of nodes to search for the turn after `ply` turns of a game. `beginning`
    /// contains the game's first turns. `None` if only time limits the search.
    #[must_use]
    pub fn most_nodes(self, beginning: &AnyGame, ply: usize) -> Option<u64> {
        match_game!(beginning, AnyGame(game) => self.most_nodes_of(game, ply))
    }

    /// Maximum time that the turn after `ply` turns of a game is expected to take, in milliseconds.
    #[must_use]
    pub fn expected_ms(self, beginning: &AnyGame, ply: usize) -> u32 {
        let full = u32::try_from(Self::FULL_TIME_MS).unwrap_or(u32::MAX);
        let Some(nodes) = self.most_nodes(beginning, ply) else { return full };
        let ms = nodes.saturating_mul(node_microseconds(beginning.options())) / 1000;
        u32::try_from(ms).map_or(full, |ms| ms.clamp(1, full))
    }

    fn most_nodes_of<B: Searchable>(self, beginning: &Game<B>, ply: usize) -> Option<u64> {
        let nodes = self.strength::<B>().nodes?;
        let chooses_side = ply <= opening::LATEST_SWAP_PLY as usize
            && opening::values(beginning.board().options().into()).is_none()
            && opening::settles_sides(beginning);
        let by_games = if B::SWAPS_BY_GAMES { opening::QUICK_GAMES_NODES } else { 0 };
        let for_side = if chooses_side { B::NODES_FOR_A_SIDE + by_games } else { 0 };
        Some(nodes.max(for_side))
    }

    /// Node budget and temperature in a game.
    pub(crate) const fn strength<B: Searchable>(self) -> LevelStrength {
        match self.0 {
            Rank::Novice(novice) => {
                let (nodes, _) = B::LEVELS[0];
                let Habits { temperature, .. } = novice.habits::<B>();
                LevelStrength { nodes: Some(nodes), temperature }
            }
            Rank::Numbered(number @ 1..=8) => {
                let (nodes, temperature) = B::LEVELS[number as usize - 1];
                LevelStrength { nodes: Some(nodes), temperature }
            }
            Rank::Numbered(_) => LevelStrength { nodes: None, temperature: 0.0 },
        }
    }

    /// Strength for a turn that decides who plays which side, on boards without an opening book.
    pub(crate) fn strength_for_a_side<B: Searchable>(self) -> LevelStrength {
        let nodes = self.strength::<B>().nodes.map(|nodes| nodes.max(B::NODES_FOR_A_SIDE));
        LevelStrength { nodes, temperature: 0.0 }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Rank::Novice(novice) => write!(f, "novice{}", novice.number()),
            Rank::Numbered(number) => write!(f, "level{number}"),
        }
    }
}

impl FromStr for Level {
    type Err = LevelError;

    /// Reads `3`, `level3` or `novice2`.
    fn from_str(text: &str) -> Result<Self, LevelError> {
        if let Some(number) = text.strip_prefix("novice") {
            let novice = Novice::all().find(|one| one.number().to_string() == number);
            return novice.map(|novice| Self(Rank::Novice(novice))).ok_or(LevelError::Unknown);
        }
        let number = text.strip_prefix("level").unwrap_or(text).parse().ok();
        number.and_then(Self::new).ok_or(LevelError::Unknown)
    }
}

// A player's choice and its reasons.

/// A chosen turn and the reasons for it.
#[derive(Debug, Clone, PartialEq)]
pub struct ChosenTurn<T> {
    /// The turn to play.
    pub turn: T,
    /// The report of the search.
    pub thought: Report<T>,
}

impl<T: Copy> ChosenTurn<T> {
    /// A choice without a search: the turn to play and others that are equally good, each with its
    /// value; `None` if there are no turns.
    pub(crate) fn known(turns: Vec<(T, f32)>, proved: Option<Value>) -> Option<Self> {
        let known = |(turn, value)| ReportLine {
            turn,
            value,
            proved,
            margin: None,
            visits: 0,
            continuation: Vec::new(),
        };
        let lines: Vec<ReportLine<T>> = turns.into_iter().map(known).collect();
        let first = lines.first()?;
        let (turn, value) = (first.turn, first.value);
        let thought = Report { lines, value, proved, nodes: 0, settled: false, depth: None };
        Some(Self { turn, thought })
    }
}

#[cfg(test)]
mod tests {
    use carrick_games::{AnyOptions, SizeLimits};

    use super::*;

    fn expected_ms(kind: GameKind, options: &str, level: &str, ply: usize) -> u32 {
        let options = AnyOptions::parse(kind, &[options], SizeLimits::Challenge).unwrap();
        level.parse::<Level>().unwrap().expected_ms(&AnyGame::new(options), ply)
    }

    #[test]
    fn every_level_has_a_title_and_a_higher_rating_than_the_one_below() {
        assert_eq!(Level::all().count(), TITLES.len());
        assert!(Level::all().all(|level| !level.title().is_empty()));
        for kind in GameKind::ALL {
            let levels: Vec<Level> = Level::all_of(kind).collect();
            assert_eq!(steps(kind).len() + 1, levels.len(), "{kind}");
            assert!(levels.is_sorted_by_key(|level| level.rating(kind)), "{kind}");
        }
    }

    /// The computer's worker has a slot for turns of at most 200 milliseconds.
    #[test]
    fn only_the_strongest_levels_take_long() {
        use GameKind::{Anchor, Ankor, Antipod, Boche};
        for (kind, options, level, is_short) in [
            (Ankor, "-size=8", "novice1", true),
            (Ankor, "-size=8", "level1", true),
            (Ankor, "-size=8", "level7", true),
            (Ankor, "-size=8", "level8", false),
            (Boche, "-size=5", "level1", true),
            (Boche, "-size=5", "level7", true),
            (Antipod, "-radius=10", "level1", true),
            (Antipod, "-radius=10", "level7", true),
            (Antipod, "-radius=10", "level8", false),
            (Antipod, "-radius=4", "level8", true),
            (Anchor, "-size=8", "level7", true),
            (Anchor, "-size=8", "level8", false),
            (Antipod, "-radius=10", "level9", false),
            (Ankor, "-size=4", "level9", false),
        ] {
            let ms = expected_ms(kind, options, level, 20);
            assert_eq!(ms <= 200, is_short, "{kind} {options} {level}: {ms} ms");
        }
        assert_eq!(expected_ms(Ankor, "-size=6", "level9", 0), 3000);
    }
}
