//! The nine strengths of the computer.

use std::fmt;
use std::str::FromStr;

use carrick_games::{AnyGame, GameKind};

use crate::engine::Urgent;
use crate::opening::{self, Advice};
use crate::{Engine, Limits, Line, Thought, Value};

/// How strong the computer plays, from 1 to 9.
///
/// ```
/// use carrick_engine::Level;
/// let level: Level = "level3".parse()?;
/// assert_eq!(level.number(), 3);
/// assert_eq!("12".parse::<Level>().unwrap_err().to_string(), "levels are 1 to 9");
/// # Ok::<(), carrick_engine::LevelError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// A text is no level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("levels are 1 to 9")]
pub struct LevelError;

/// What makes a level as strong as it is.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Strength {
    /// It looks at so many positions a turn; the strongest at as many as there is time for.
    nodes: Option<u64>,
    /// How freely it chooses among turns of similar value: one that is worth so much less is chosen
    /// about a third as often.
    looseness: f32,
}

impl Level {
    /// The weakest.
    pub const MIN: Self = Self(1);
    /// The strongest.
    pub const MAX: Self = Self(9);
    /// A turn that is forced gets no more thought than this level gives to one.
    const GLANCE: Self = Self(5);
    /// How long the strongest level thinks about a turn.
    pub const FULL_TIME_MS: u64 = 3000;

    /// The level with a number from 1 to 9.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 9 { Some(Self(number)) } else { None }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=9).map(Self)
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// How many positions it looks at, at most, for a turn of a game of which the beginning is given, after so
    /// many turns; `None` when only time ends its thoughts.
    #[must_use]
    pub fn most_nodes(self, beginning: &AnyGame, ply: usize) -> Option<u64> {
        let kind = beginning.kind();
        let nodes = self.strength(kind).nodes?;
        let chooses_side = ply <= opening::LATEST
            && opening::values(beginning).is_none()
            && opening::settles_sides(beginning);
        let for_side = match (chooses_side, kind) {
            (false, _) => 0,
            (true, GameKind::Boche) => Self::nodes_for_a_side(kind) + opening::QUICK_GAMES_NODES,
            (true, _) => Self::nodes_for_a_side(kind),
        };
        Some(nodes.max(for_side))
    }

    /// Measured in matches between neighbours (`docs/strength.md`); a node of Ankor is one evaluation of
    /// alpha-beta, elsewhere it is a batch of random games, which takes longest in Boche. First the
    /// looseness grows less while nobody looks ahead, then the nodes grow more without any: who looks ahead
    /// and is loose as well often plays a turn that he hardly looked at.
    const fn strength(self, kind: GameKind) -> Strength {
        let levels: [(u64, f32); 8] = match kind {
            GameKind::Ankor => [
                (1000, 0.021),
                (195, 0.0),
                (640, 0.0),
                (1150, 0.0),
                (2050, 0.0),
                (5200, 0.0),
                (11_300, 0.0),
                (22_000, 0.0),
            ],
            GameKind::Boche => [
                (1, 1.0),
                (1, 0.355),
                (1, 0.165),
                (1, 0.1),
                (1, 0.0685),
                (1, 0.042),
                (1, 0.0175),
                (14, 0.0),
            ],
            GameKind::Antipod => [
                (1, 0.0195),
                (1, 0.0131),
                (9, 0.0),
                (26, 0.0),
                (63, 0.0),
                (174, 0.0),
                (505, 0.0),
                (2200, 0.0),
            ],
            GameKind::Anchor => [
                (1, 0.0103),
                (1, 0.0082),
                (1, 0.0059),
                (28, 0.0),
                (76, 0.0),
                (180, 0.0),
                (450, 0.0),
                (1200, 0.0),
            ],
        };
        match self.0 {
            number @ 1..=8 => {
                let (nodes, looseness) = levels[number as usize - 1];
                Strength { nodes: Some(nodes), looseness }
            }
            _ => Strength { nodes: None, looseness: 0.0 },
        }
    }

    /// How strong it is where sides are chosen and no table tells which is the better one.
    fn strength_for_a_side(self, kind: GameKind) -> Strength {
        let least = Self::nodes_for_a_side(kind);
        let nodes = self.strength(kind).nodes.map(|nodes| nodes.max(least));
        Strength { nodes, looseness: 0.0 }
    }

    /// How many positions every level looks at, at least, to choose a side: who is wrong there has lost before
    /// he played. With 1000 Boche of size 7 was opened with a turn worth 0.67.
    const fn nodes_for_a_side(kind: GameKind) -> u64 {
        match kind {
            GameKind::Ankor => 60_000,
            GameKind::Boche | GameKind::Anchor | GameKind::Antipod => 3000,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level{}", self.0)
    }
}

impl FromStr for Level {
    type Err = LevelError;

    /// Reads `3` or `level3`.
    fn from_str(text: &str) -> Result<Self, LevelError> {
        let number = text.strip_prefix("level").unwrap_or(text).parse().map_err(|_| LevelError)?;
        Self::new(number).ok_or(LevelError)
    }
}

/// The computer as an opponent: a level that follows one game.
#[derive(Debug)]
pub struct Player {
    level: Level,
    engine: Engine,
    random: fastrand::Rng,
}

/// A turn and why.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// The turn's canonical name.
    pub turn: String,
    /// What the search found.
    pub thought: Thought,
}

impl Choice {
    /// What is known without a search: the turn to play and others that are as good, each with its value;
    /// `None` when there is none.
    pub(crate) fn known(turns: Vec<(String, f32)>, proved: Option<Value>) -> Option<Self> {
        let known = |(turn, value)| Line {
            turn,
            value,
            proved,
            margin: None,
            visits: 0,
            continuation: Vec::new(),
        };
        let lines: Vec<Line<String>> = turns.into_iter().map(known).collect();
        let first = lines.first()?;
        let (turn, value) = (first.turn.clone(), first.value);
        Some(Self { turn, thought: Thought { lines, value, proved, nodes: 0, settled: false } })
    }
}

impl Player {
    /// A player who takes part in a game. The seed decides what is left to chance.
    #[must_use]
    pub fn new(game: &AnyGame, level: Level, seed: u64) -> Self {
        Self { level, engine: Engine::new(game, seed), random: fastrand::Rng::with_seed(!seed) }
    }

    /// How strong he is.
    #[must_use]
    pub const fn level(&self) -> Level {
        self.level
    }

    /// How many bytes of memory his thoughts take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.engine.bytes()
    }

    /// Sets the maximum memory of the search tree in bytes; alpha-beta keeps its fixed table.
    pub fn set_memory(&mut self, bytes: usize) {
        self.engine.set_memory(bytes);
    }

    /// The turn he plays in a position; `None` when the game is over. `limits` are those of the machine:
    /// a level below the strongest does not use up what it is given.
    ///
    /// All levels open and swap by the [measured values](crate::opening), or by a search that is long enough
    /// where nothing was measured, and look before they search: a turn that wins at once is played without
    /// any search, and where the opponent threatens to win at once, only turns that prevent it are chosen
    /// from.
    pub fn choose(&mut self, game: &AnyGame, limits: Limits<'_>) -> Option<Choice> {
        let advice = opening::advice(game, &mut self.random);
        if let Advice::Play(choice) = advice {
            return Some(choice);
        }
        let answers = match Urgent::of(game) {
            Urgent::Wins(turn) => return Choice::known(vec![(turn, 1.0)], Some(Value::Win)),
            Urgent::Answers(turns) => Some(turns),
            Urgent::Nothing => None,
        };
        let (advice, nodes_before) = match advice {
            Advice::Nothing => opening::advice_by_games(game, &mut self.random, limits),
            known => (known, 0),
        };
        let keeps = match advice {
            Advice::Play(choice) => return Some(choice),
            Advice::Keep => true,
            Advice::Nothing => false,
        };
        let limits = Limits { nodes: limits.nodes - nodes_before, ..limits };
        // Games may have taken all the time there was; one look tells turns apart.
        let limits = if nodes_before > 0 && (limits.stop)() { Limits::nodes(1) } else { limits };
        self.engine.follow(game);
        let forced = answers.as_ref().is_some_and(|turns| turns.len() == 1);
        let level = if forced { self.level.min(Level::GLANCE) } else { self.level };
        let Strength { nodes, looseness } = if !keeps && opening::settles_sides(game) {
            level.strength_for_a_side(game.kind())
        } else {
            level.strength(game.kind())
        };
        let limits = match nodes {
            Some(nodes) => Limits { nodes: nodes.min(limits.nodes), threads: 1, ..limits },
            None => limits,
        };
        let mut thought =
            if looseness > 0.0 { self.engine.weigh(limits) } else { self.engine.think(limits) };
        thought.nodes += nodes_before;
        if keeps && thought.lines.len() > 1 {
            // What the search thinks of a swap is known to be wrong.
            thought.lines.retain(|line| line.turn != "swap");
            if let Some(first) = thought.lines.first() {
                (thought.value, thought.proved) = (first.value, first.proved);
            }
        }
        let turn = self.pick(&thought, looseness, |turn| {
            answers.as_ref().is_none_or(|answers| answers.contains(turn))
        })?;
        Some(Choice { turn, thought })
    }

    /// One of the turns that are allowed: the best, or by chance one that is nearly as good. What is
    /// known to win is always played, what is known to lose never while there is anything else.
    fn pick(
        &mut self,
        thought: &Thought,
        looseness: f32,
        allowed: impl Fn(&String) -> bool,
    ) -> Option<String> {
        let lost = |proved| proved == Some(Value::Loss);
        let allowed = || thought.lines.iter().filter(|line| allowed(&line.turn));
        let best = allowed().next().or_else(|| thought.lines.first())?;
        if looseness == 0.0 || best.proved == Some(Value::Win) {
            return Some(best.turn.clone());
        }
        let open = || allowed().filter(|line| lost(best.proved) || !lost(line.proved));
        let highest = open().map(|line| line.value).fold(0.0, f32::max);
        let weight = |value: f32| ((value - highest) / looseness).exp();
        let all: f32 = open().map(|line| weight(line.value)).sum();
        let mut drawn = self.random.f32() * all;
        for line in open() {
            drawn -= weight(line.value);
            if drawn <= 0.0 {
                return Some(line.turn.clone());
            }
        }
        Some(best.turn.clone())
    }
}
