//! Entrants: the players that can take part in a match, and the grammar of their names.

use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};

use carrick_engine::{
    AnyEngine, AnyPlayer, Level, LevelError, Limits, Memory, SearchParts, Tuning, TurnsTried,
};
use carrick_games::{AnyGame, Game, GameKind, did_you_mean, match_game, nearest_word};

use crate::reference::{RandomGames, Uct, casual, random};

/// A player that can take part in a match. Searches without their own number of nodes keep to the
/// match's limit.
///
/// | name | player |
/// |---|---|
/// | `random` | any legal turn |
/// | `casual` | frozen: takes a win in one, stops every second threat, else any legal turn |
/// | `uct`, `rave` | the frozen reference players; `uct:10000` with a number of playouts a turn |
/// | `novice1` and those above it, `level1` to `level9` | the computer as people meet it |
/// | `full` | the search of level 9 and of analyses; `full:5000` with a number of nodes a turn |
/// | `plain` | the search of the levels below; `plain:5000` with a number of nodes a turn |
/// | `tree` | the tree search; `tree:5000` with a number of nodes a turn |
/// | `tree,prior=4,amaf=20` | the tree search with other constants |
/// | `pairing` | Antipod only: answers at the same latitude, 180 degrees round |
/// | `mirror` | Anchor only: the centre, then the image of every turn in the half turn |
///
/// ```
/// use carrick_lab::arena::Entrant;
/// let entrant: Entrant = "tree:5000,prior=4".parse()?;
/// assert_eq!(entrant.to_string(), "tree:5000,prior=4");
/// let error = "leve9".parse::<Entrant>().unwrap_err().to_string();
/// assert!(error.starts_with("unknown player; did you mean level9?"));
/// # Ok::<(), carrick_lab::arena::EntrantError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Entrant {
    /// Any legal turn.
    Random,
    /// The frozen player that takes a win in one and stops every second threat.
    Casual,
    /// The frozen UCT player.
    Uct {
        /// Number of playouts per turn, whatever the match allows.
        playouts: Option<NonZeroU64>,
    },
    /// The frozen player with UCT and RAVE.
    Rave {
        /// Number of playouts per turn, whatever the match allows.
        playouts: Option<NonZeroU64>,
    },
    /// A level of the computer, as people play it.
    Level(Level),
    /// The search without the computer's openings, with all of its parts or those of the levels
    /// below the ninth.
    Search {
        /// Number of nodes to search per turn, whatever the match allows.
        nodes: Option<NonZeroU64>,
        /// The parts that are in use.
        parts: SearchParts,
    },
    /// The tree search.
    Tree {
        /// Number of nodes to search per turn, whatever the match allows.
        nodes: Option<NonZeroU64>,
        /// Constants that differ from the game's.
        changes: Changes,
    },
    /// Alpern and Beck's pairing strategy, for Antipod.
    Pairing,
    /// Mirror play, for Anchor; it shows what the rule against it is worth.
    Mirror,
}

/// Constants of the search that differ from the game's, in the order in which they were given.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Changes(Vec<(&'static Constant, f32)>);

/// A constant of the search that an entrant may change.
#[derive(Debug)]
struct Constant {
    name: &'static str,
    /// The range of values, inclusive.
    range: (f32, f32),
    whole: bool,
    set: fn(&mut Tuning, f32),
}

impl PartialEq for Constant {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

const fn constant(name: &'static str, range: (f32, f32), set: fn(&mut Tuning, f32)) -> Constant {
    Constant { name, range, whole: false, set }
}

const fn count(name: &'static str, range: (f32, f32), set: fn(&mut Tuning, f32)) -> Constant {
    Constant { name, range, whole: true, set }
}

const CONSTANTS: &[Constant] = &[
    constant("prior", (0.01, 1e6), |tuning, value| tuning.prior_weight = value),
    constant("amaf", (0.0, 1e6), |tuning, value| tuning.amaf_weight = value),
    constant("amaf-games", (1.0, 1e9), |tuning, value| tuning.amaf_games = value),
    constant("exploration", (0.0, 10.0), |tuning, value| tuning.exploration = value),
    constant("margin", (0.0, 1.0), |tuning, value| tuning.margin_share = value),
    constant("margin-scale", (0.1, 1e4), |tuning, value| tuning.margin_scale = value),
    count("expand", (1.0, 1e6), |tuning, value| tuning.expand_at = value as u32),
    count("root", (1.0, 1e6), |tuning, value| tuning.root_batches = value as u32),
    count("try-all", (0.0, 1.0), |tuning, value| {
        tuning.tried = if value > 0.0 { TurnsTried::All } else { TurnsTried::Promising };
    }),
    count("must-play", (0.0, 1.0), |tuning, value| tuning.must_play = value > 0.0),
    count("settle", (0.0, 1.0), |tuning, value| tuning.settles = value > 0.0),
];

/// The words before a `:` or a `,`.
const NAMES: &[&str] =
    &["random", "casual", "uct", "rave", "full", "plain", "tree", "pairing", "mirror"];

/// Error for a text that does not name a player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EntrantError {
    /// No player has that name.
    #[error(
        "unknown player{} random, casual, uct, rave, novice1 to novice{}, level1 to level9, full, plain, tree, pairing and mirror",
        instead(nearest.as_deref()),
        GameKind::MOST_NOVICES
    )]
    Unknown {
        /// The name that it was probably meant to be.
        nearest: Option<String>,
    },
    /// No level has that number, or the game does not have that level.
    #[error("{0}")]
    Level(LevelError),
    /// The text after the colon is not a number of playouts or nodes.
    #[error("the colon needs a whole number, 1 or more, after it: {example}")]
    Count {
        /// An example of the right form.
        example: String,
    },
    /// The player takes no number.
    #[error("{name} takes no number after a colon; did you mean {name}?")]
    NoCount {
        /// The player's name.
        name: String,
    },
    /// The player's constants cannot be changed.
    #[error("only tree takes constants, as in tree,prior=4; did you mean {name}?")]
    NoConstants {
        /// The player's name.
        name: String,
    },
    /// The search has no such constant.
    #[error("the search has no such constant{} {}", instead(*nearest), names())]
    Constant {
        /// The constant that it was probably meant to be.
        nearest: Option<&'static str>,
    },
    /// A constant without a value, or outside its range.
    #[error("{name} takes a {kind} from {low} to {high}, as in tree,{name}={low}")]
    Value {
        /// The constant.
        name: &'static str,
        /// "number" or "whole number".
        kind: &'static str,
        /// The smallest value.
        low: String,
        /// The largest value.
        high: String,
    },
    /// A constant is given twice.
    #[error("{name} was given twice")]
    Repeated {
        /// The constant.
        name: &'static str,
    },
    /// The player does not play this game.
    #[error("{name} plays only {only}; random plays every game")]
    OtherGame {
        /// The player's name.
        name: &'static str,
        /// The game that the entrant plays.
        only: GameKind,
    },
}

fn names() -> String {
    CONSTANTS.iter().map(|constant| constant.name).collect::<Vec<_>>().join(", ")
}

/// The end of a refusal that lists all names, starting with the likeliest one, if any.
fn instead(nearest: Option<&str>) -> String {
    let there_are = if nearest.is_some() { " There are" } else { "; there are" };
    did_you_mean(nearest) + there_are
}

impl Entrant {
    /// Checks that the player can play a game.
    ///
    /// # Errors
    /// [`EntrantError::OtherGame`], and [`EntrantError::Level`] for a level that the game does not
    /// have.
    pub fn check(&self, kind: GameKind) -> Result<(), EntrantError> {
        match self {
            Self::Pairing if kind != GameKind::Antipod => {
                Err(EntrantError::OtherGame { name: "pairing", only: GameKind::Antipod })
            }
            Self::Mirror if kind != GameKind::Anchor => {
                Err(EntrantError::OtherGame { name: "mirror", only: GameKind::Anchor })
            }
            Self::Level(level) => level.check(kind).map_err(EntrantError::Level),
            _ => Ok(()),
        }
    }

    /// Number of nodes or playouts that the entrant takes for a turn, if that does not depend on
    /// the match.
    #[must_use]
    pub const fn own_nodes(&self) -> Option<NonZeroU64> {
        match self {
            Self::Uct { playouts } | Self::Rave { playouts } => *playouts,
            Self::Search { nodes, .. } | Self::Tree { nodes, .. } => *nodes,
            Self::Random | Self::Casual | Self::Level(_) | Self::Pairing | Self::Mirror => None,
        }
    }
}

impl Changes {
    /// The constants of a search with these changes.
    #[must_use]
    pub fn apply(&self, mut tuning: Tuning) -> Tuning {
        for (constant, value) in &self.0 {
            (constant.set)(&mut tuning, *value);
        }
        tuning
    }

    fn read(&mut self, word: &str) -> Result<(), EntrantError> {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let Some(constant) = CONSTANTS.iter().find(|constant| constant.name == name) else {
            let nearest = nearest_word(name, CONSTANTS.iter().map(|constant| constant.name));
            return Err(EntrantError::Constant { nearest });
        };
        let (low, high) = constant.range;
        let value = value.parse().ok().filter(|value| (low..=high).contains(value));
        let value = value.filter(|value: &f32| !constant.whole || value.fract() == 0.0);
        let value = value.ok_or_else(|| EntrantError::Value {
            name: constant.name,
            kind: if constant.whole { "whole number" } else { "number" },
            low: low.to_string(),
            high: high.to_string(),
        })?;
        if self.0.iter().any(|(other, _)| other.name == name) {
            return Err(EntrantError::Repeated { name: constant.name });
        }
        self.0.push((constant, value));
        Ok(())
    }
}

impl FromStr for Entrant {
    type Err = EntrantError;

    fn from_str(text: &str) -> Result<Self, EntrantError> {
        let (player, constants) = text.split_once(',').unwrap_or((text, ""));
        let (name, count) = match player.split_once(':') {
            Some((name, count)) => (name, Some(count)),
            None => (player, None),
        };
        let number = ["level", "novice"].into_iter().find_map(|word| name.strip_prefix(word));
        let level = match number.filter(|number| number.parse::<f64>().is_ok()) {
            Some(_) => Some(name.parse::<Level>().map_err(EntrantError::Level)?),
            None => None,
        };
        if level.is_none() && !NAMES.contains(&name) {
            let levels: Vec<String> = Level::all().map(|level| level.to_string()).collect();
            let names = NAMES.iter().copied().chain(levels.iter().map(String::as_str));
            let nearest = nearest_word(name, names).map(str::to_owned);
            return Err(EntrantError::Unknown { nearest });
        }
        if text.contains(',') && name != "tree" {
            return Err(EntrantError::NoConstants { name: name.to_owned() });
        }
        if count.is_some() && !["uct", "rave", "full", "plain", "tree"].contains(&name) {
            return Err(EntrantError::NoCount { name: name.to_owned() });
        }
        let count = count.map(str::parse::<NonZeroU64>).transpose();
        let count = count.map_err(|_| EntrantError::Count { example: format!("{name}:10000") })?;
        Ok(match (level, name) {
            (Some(level), _) => Self::Level(level),
            (_, "random") => Self::Random,
            (_, "casual") => Self::Casual,
            (_, "uct") => Self::Uct { playouts: count },
            (_, "rave") => Self::Rave { playouts: count },
            (_, "full") => Self::Search { nodes: count, parts: SearchParts::All },
            (_, "plain") => Self::Search { nodes: count, parts: SearchParts::Measured },
            (_, "pairing") => Self::Pairing,
            (_, "mirror") => Self::Mirror,
            _ => {
                let mut changes = Changes::default();
                if text.contains(',') {
                    constants.split(',').try_for_each(|word| changes.read(word))?;
                }
                Self::Tree { nodes: count, changes }
            }
        })
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random")?,
            Self::Casual => f.write_str("casual")?,
            Self::Uct { .. } => f.write_str("uct")?,
            Self::Rave { .. } => f.write_str("rave")?,
            Self::Level(level) => level.fmt(f)?,
            Self::Search { parts: SearchParts::All, .. } => f.write_str("full")?,
            Self::Search { parts: SearchParts::Measured, .. } => f.write_str("plain")?,
            Self::Tree { .. } => f.write_str("tree")?,
            Self::Pairing => f.write_str("pairing")?,
            Self::Mirror => f.write_str("mirror")?,
        }
        if let Some(nodes) = self.own_nodes() {
            write!(f, ":{nodes}")?;
        }
        if let Self::Tree { changes, .. } = self {
            for (constant, value) in &changes.0 {
                write!(f, ",{}={value}", constant.name)?;
            }
        }
        Ok(())
    }
}

// Contestants: entrants that play one game.

/// An entrant that plays one game, in one seat.
///
/// ```
/// use carrick_engine::Limits;
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// use carrick_lab::arena::Contestant;
/// let options = AnyOptions::parse(GameKind::Boche, &["-size=3"], SizeLimits::Challenge)?;
/// let game = AnyGame::new(options);
/// let mut player = Contestant::new(&"uct:50".parse()?, &game, 1)?;
/// let chosen = player.choose(&game, Limits::nodes(1000)).unwrap();
/// assert_eq!(chosen.nodes, 50);
/// assert!(game.play_text(&chosen.turn).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Contestant {
    mind: Mind,
    own_nodes: Option<u64>,
}

#[derive(Debug)]
enum Mind {
    Frozen(Frozen, fastrand::Rng),
    Level(Box<AnyPlayer>),
    Search(Box<AnyEngine>),
}

/// A reference player.
#[derive(Debug, Clone, Copy)]
enum Frozen {
    Random,
    Casual,
    Pairing,
    Mirror,
    Uct(Uct),
}

/// A turn by its name, and the number of nodes it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntrantTurn {
    /// The turn.
    pub turn: String,
    /// Number of nodes searched, or of playouts.
    pub nodes: u64,
}

impl Contestant {
    /// Creates a contestant in a game, for an entrant. The seed determines its random choices.
    ///
    /// # Errors
    /// If the entrant does not play the game.
    pub fn new(entrant: &Entrant, game: &AnyGame, seed: u64) -> Result<Self, EntrantError> {
        entrant.check(game.kind())?;
        let frozen = |player| Mind::Frozen(player, fastrand::Rng::with_seed(seed));
        let memory = Memory::default();
        let mind = match entrant {
            Entrant::Random => frozen(Frozen::Random),
            Entrant::Casual => frozen(Frozen::Casual),
            Entrant::Pairing => frozen(Frozen::Pairing),
            Entrant::Mirror => frozen(Frozen::Mirror),
            Entrant::Uct { .. } => frozen(Frozen::Uct(Uct::PLAIN)),
            Entrant::Rave { .. } => frozen(Frozen::Uct(Uct::RAVE)),
            Entrant::Level(level) => {
                Mind::Level(Box::new(AnyPlayer::new(game, *level, seed, memory)))
            }
            Entrant::Search { parts, .. } => {
                Mind::Search(Box::new(AnyEngine::with_parts(game, seed, memory, *parts)))
            }
            Entrant::Tree { changes, .. } => {
                let tune = |tuning| changes.apply(tuning);
                Mind::Search(Box::new(AnyEngine::tree(game, seed, memory, tune)))
            }
        };
        Ok(Self { mind, own_nodes: entrant.own_nodes().map(u64::from) })
    }

    /// The turn to play; `None` when the game is over. A number of nodes given with the entrant
    /// replaces the one in `limits`.
    pub fn choose(&mut self, game: &AnyGame, limits: Limits<'_>) -> Option<EntrantTurn> {
        let limits = Limits { nodes: self.own_nodes.unwrap_or(limits.nodes), ..limits };
        match &mut self.mind {
            Mind::Frozen(player, rng) => match_game!(game, AnyGame(game) => {
                let (turn, nodes) = player.choose(game, limits, rng)?;
                Some(EntrantTurn { turn: game.turn_name(turn).to_string(), nodes })
            }),
            Mind::Level(player) => {
                let choice = player.choose(game, limits)?;
                Some(EntrantTurn { turn: choice.turn, nodes: choice.thought.nodes })
            }
            Mind::Search(engine) => {
                engine.follow(game);
                let thought = engine.think(limits);
                Some(EntrantTurn { turn: thought.best()?.clone(), nodes: thought.nodes })
            }
        }
    }
}

impl Frozen {
    /// The turn and the number of playouts that it took.
    fn choose<B: RandomGames>(
        self,
        game: &Game<B>,
        limits: Limits<'_>,
        rng: &mut fastrand::Rng,
    ) -> Option<(B::Turn, u64)> {
        let turn = match self {
            Self::Random => random(game, rng),
            Self::Casual => casual(game, rng),
            Self::Pairing => answered(game, game.board().pairing_answer(), rng),
            Self::Mirror => answered(game, game.board().mirror_answer(), rng),
            Self::Uct(uct) => return counted(uct, game, limits, rng.u64(..)),
        };
        Some((turn?, 0))
    }
}

/// An answer if it is legal, otherwise any legal turn.
fn answered<B: RandomGames>(
    game: &Game<B>,
    answer: Option<B::Turn>,
    rng: &mut fastrand::Rng,
) -> Option<B::Turn> {
    let answer = answer.filter(|&turn| game.check(turn).is_ok());
    answer.or_else(|| random(game, rng))
}

/// Runs a reference player. It asks before each playout whether to stop, and these questions are
/// counted.
fn counted<B: RandomGames>(
    uct: Uct,
    game: &Game<B>,
    limits: Limits<'_>,
    seed: u64,
) -> Option<(B::Turn, u64)> {
    let playouts = AtomicU64::new(0);
    let stop = || {
        let stop = (limits.stop)();
        playouts.fetch_add(u64::from(!stop), Ordering::Relaxed);
        stop
    };
    let turn = uct.choose(game, Limits { stop: &stop, ..limits }, seed)?;
    Some((turn, playouts.into_inner()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_as_they_are_read() {
        for name in [
            "random",
            "casual",
            "uct",
            "uct:10000",
            "rave",
            "rave:1",
            "novice1",
            "novice3",
            "level1",
            "level9",
            "full",
            "plain:5000",
            "tree",
            "tree:5000",
            "tree,prior=4,amaf=20,expand=1",
            "tree:64,exploration=0.02,try-all=1",
            "pairing",
        ] {
            let entrant: Entrant = name.parse().unwrap();
            assert_eq!(entrant.to_string(), name);
        }
    }

    #[test]
    fn refusals_name_the_error_and_a_solution() {
        for (name, sentence) in [
            ("", "unknown player; there are random, casual, "),
            ("bogus", "unknown player; there are random, casual, "),
            ("randon", "unknown player; did you mean random?"),
            ("level0", "levels are 1 to 9, and for beginners novice1 to novice"),
            ("level10", "levels are 1 to 9, and for beginners novice1 to novice"),
            ("level-1", "levels are 1 to 9, and for beginners novice1 to novice"),
            ("level2.5:5", "levels are 1 to 9, and for beginners novice1 to novice"),
            ("level99999999999999999999", "levels are 1 to 9, and for beginners novice1 to novice"),
            ("novice0", "levels are 1 to 9, and for beginners novice1 to novice"),
            ("novice99", "levels are 1 to 9, and for beginners novice1 to novice"),
            ("novise1", "unknown player; did you mean novice1?"),
            ("novice", "unknown player; did you mean novice1?"),
            ("level", "unknown player; did you mean level1?"),
            ("levels", "unknown player; did you mean level1?"),
            ("5", "unknown player; there are random, casual, "),
            ("Tree", "unknown player; did you mean tree?"),
            ("uct:", "the colon needs a whole number, 1 or more, after it: uct:10000"),
            ("uct:0", "the colon needs a whole number, 1 or more, after it: uct:10000"),
            ("tree:-1", "the colon needs a whole number, 1 or more, after it: tree:10000"),
            ("level3:100", "level3 takes no number after a colon; did you mean level3?"),
            ("uct,prior=4", "only tree takes constants, as in tree,prior=4; did you mean uct?"),
            ("tree,", "the search has no such constant; there are prior, amaf, "),
            ("tree,foo=3", "the search has no such constant; there are prior, amaf, "),
            ("tree,pior=4", "the search has no such constant; did you mean prior?"),
            ("tree,prior", "prior takes a number from 0.01 to 1000000, as in tree,prior=0.01"),
            ("tree,prior=NaN", "prior takes a number from "),
            ("tree,expand=1.5", "expand takes a whole number from 1 to 1000000"),
            ("tree,prior=4,prior=5", "prior was given twice"),
        ] {
            let error = name.parse::<Entrant>().unwrap_err().to_string();
            assert!(error.starts_with(sentence), "{name:?}: {error}");
        }
    }

    #[test]
    fn changes_reach_the_search() {
        let entrant: Entrant = "tree,prior=4,expand=3,try-all=1".parse().unwrap();
        let Entrant::Tree { changes, .. } = entrant else { panic!("not a tree") };
        let changed =
            Tuning { prior_weight: 4.0, expand_at: 3, tried: TurnsTried::All, ..Tuning::DEFAULT };
        assert_eq!(changes.apply(Tuning::DEFAULT), changed);
    }
}
