//! Settings of a match, checked.

use std::fmt;
use std::time::Duration;

use carrick_games::AnyGame;

use crate::arena::{Entrant, EntrantError, MatchSide, OpeningError, Openings, Schedule, Sprt};

/// Settings of a match: players, game, limits, openings and test.
///
/// ```
/// use carrick_lab::arena::Openings;
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// use carrick_lab::play::{TurnAllowance, Match};
/// let options = AnyOptions::parse(GameKind::Anchor, &["-size=4"], SizeLimits::Scripts)?;
/// let openings = Openings { turns: 2, even: false };
/// let players = ["random".parse()?, "tree:8".parse()?];
/// let allowance = TurnAllowance::Nodes(1);
/// let settings = Match::new(players, AnyGame::new(options), allowance, openings, 1, 10, None)?;
/// assert_eq!(settings.game(), "anchor -size=4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Match {
    /// Players, by [`MatchSide::index`].
    entrants: [Entrant; 2],
    /// Position in which all games start.
    start: AnyGame,
    allowance: TurnAllowance,
    openings: Openings,
    seed: u64,
    schedule: Schedule,
    /// Maximum number of games.
    games: u32,
    sprt: Option<Sprt>,
}

/// Limit on a player's search for one turn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TurnAllowance {
    /// Processor time of the thread that searches.
    Time(Duration),
    /// Number of nodes.
    Nodes(u64),
}

/// Why a match is impossible.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
    /// The game is over before it starts.
    #[error("the game is over: {sentence}; {way}")]
    Over {
        /// How it ended.
        sentence: String,
        /// A solution.
        way: &'static str,
    },
    /// A player does not play the game.
    #[error("player {}", if *side == MatchSide::A { "A" } else { "B" })]
    Player {
        /// The player.
        side: MatchSide,
        /// The reason.
        source: EntrantError,
    },
    /// The number of games is odd, zero, or too large.
    #[error("games come in pairs: an even number from 2 to {} is expected", Match::MOST_GAMES)]
    Games,
    /// The openings leave no game to play.
    #[error(transparent)]
    Opening(#[from] OpeningError),
}

impl TurnAllowance {
    /// Seconds of processor time per turn, if time is the limit.
    #[must_use]
    pub fn seconds(self) -> Option<f64> {
        match self {
            Self::Time(time) => Some(time.as_secs_f64()),
            Self::Nodes(_) => None,
        }
    }

    /// Nodes per turn, if nodes are the limit.
    #[must_use]
    pub const fn nodes(self) -> Option<u64> {
        match self {
            Self::Time(_) => None,
            Self::Nodes(nodes) => Some(nodes),
        }
    }
}

impl fmt::Display for TurnAllowance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(time) => write!(f, "{} s a turn", time.as_secs_f64()),
            Self::Nodes(1) => f.write_str("1 node a turn"),
            Self::Nodes(nodes) => write!(f, "{nodes} nodes a turn"),
        }
    }
}

impl Match {
    /// Enough games for every sequential test that ends at all.
    pub const MOST_GAMES: u32 = 1_000_000;

    /// Checks the settings. `games` is the maximum number of games.
    ///
    /// # Errors
    /// Returns the first setting that does not fit.
    pub fn new(
        entrants: [Entrant; 2],
        start: AnyGame,
        allowance: TurnAllowance,
        openings: Openings,
        seed: u64,
        games: u32,
        sprt: Option<Sprt>,
    ) -> Result<Self, MatchError> {
        let kind = start.kind();
        if let Some(outcome) = start.outcome() {
            return Err(MatchError::Over {
                sentence: outcome.sentence(kind).to_string(),
                way: match start.ply() {
                    0 => "choose a larger board",
                    _ => "leave the last turn out",
                },
            });
        }
        for (side, entrant) in MatchSide::BOTH.into_iter().zip(&entrants) {
            entrant.check(kind).map_err(|source| MatchError::Player { side, source })?;
        }
        if games == 0 || !games.is_multiple_of(2) || games > Self::MOST_GAMES {
            return Err(MatchError::Games);
        }
        let schedule = Schedule::new(start.clone(), openings, seed);
        schedule.opening(0)?;
        Ok(Self { entrants, start, allowance, openings, seed, schedule, games, sprt })
    }

    /// A player.
    #[must_use]
    pub const fn entrant(&self, side: MatchSide) -> &Entrant {
        &self.entrants[side.index()]
    }

    /// Names of the players, A's first.
    #[must_use]
    pub fn names(&self) -> [String; 2] {
        MatchSide::BOTH.map(|side| self.entrant(side).to_string())
    }

    /// Game, options and first turns of the match, as typed.
    #[must_use]
    pub fn game(&self) -> String {
        let mut text = format!("{} {}", self.start.kind(), self.start.options());
        for turn in self.start.turn_names() {
            text += " ";
            text += &turn;
        }
        text
    }

    /// Position in which all games start, before their openings.
    #[must_use]
    pub const fn start(&self) -> &AnyGame {
        &self.start
    }

    /// Limit on a search for one turn, for players without their own number.
    #[must_use]
    pub const fn allowance(&self) -> TurnAllowance {
        self.allowance
    }

    /// How games are opened.
    #[must_use]
    pub const fn openings(&self) -> Openings {
        self.openings
    }

    /// Seed of openings and players.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Openings and seeds of the games.
    #[must_use]
    pub const fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Maximum number of games.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// The sequential test that ends the match, if any.
    #[must_use]
    pub const fn sprt(&self) -> Option<Sprt> {
        self.sprt
    }
}
