//! Settings of a match, checked.

use std::fmt;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use carrick_engine::arena::{Entrant, Openings, Schedule, Side, Sprt};
use carrick_games::AnyGame;

use crate::cli::ArenaArguments;
use crate::games::script::{new_game, play};

/// Settings of a match: players, game, limits, openings and test.
#[derive(Debug)]
pub(super) struct Plan {
    /// Players, by [`Side::index`].
    pub(super) entrants: [Entrant; 2],
    /// Position from which all games begin.
    pub(super) start: AnyGame,
    pub(super) allowance: Allowance,
    pub(super) openings: Openings,
    pub(super) seed: u64,
    pub(super) schedule: Schedule,
    /// Maximum number of games.
    pub(super) games: u32,
    pub(super) sprt: Option<Sprt>,
}

/// Limit on a player's search for one turn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Allowance {
    Time(Duration),
    Nodes(u64),
}

impl Allowance {
    const DEFAULT: Self = Self::Time(Duration::from_millis(100));

    fn new(arguments: &ArenaArguments) -> Self {
        match (arguments.seconds, arguments.nodes) {
            (_, Some(nodes)) => Self::Nodes(nodes),
            (Some(seconds), None) => Self::Time(Duration::from_secs_f64(seconds)),
            (None, None) => Self::DEFAULT,
        }
    }

    pub(super) fn seconds(self) -> Option<f64> {
        match self {
            Self::Time(time) => Some(time.as_secs_f64()),
            Self::Nodes(_) => None,
        }
    }

    pub(super) const fn nodes(self) -> Option<u64> {
        match self {
            Self::Time(_) => None,
            Self::Nodes(nodes) => Some(nodes),
        }
    }
}

impl fmt::Display for Allowance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(time) => write!(f, "{} s a turn", time.as_secs_f64()),
            Self::Nodes(1) => f.write_str("1 node a turn"),
            Self::Nodes(nodes) => write!(f, "{nodes} nodes a turn"),
        }
    }
}

impl Plan {
    /// Enough games for every sequential test that ends at all.
    const MOST_GAMES: u32 = 1_000_000;
    const DEFAULT_GAMES: u32 = 100;

    /// Checks the command line's settings.
    ///
    /// # Errors
    /// A sentence about the first invalid setting.
    pub(super) fn new(arguments: &ArenaArguments) -> Result<Self> {
        let (game, turns) = new_game(&arguments.game, &arguments.words)?;
        let start = play(game, &turns)?;
        if let Some(outcome) = start.outcome() {
            let way =
                if turns.is_empty() { "choose a larger board" } else { "leave the last turn out" };
            bail!("the game is over: {}; {way}", outcome.sentence(start.kind()));
        }
        let kind = start.kind();
        let entrant = |name: &str, which| {
            let entrant: Entrant = name.to_ascii_lowercase().parse().context(which)?;
            entrant.check(kind).context(which)?;
            anyhow::Ok(entrant)
        };
        let entrants = [entrant(&arguments.a, "player A")?, entrant(&arguments.b, "player B")?];
        let games = match (arguments.games, arguments.sprt) {
            (Some(games), _) => games,
            (None, Some(_)) => Self::MOST_GAMES,
            (None, None) => Self::DEFAULT_GAMES,
        };
        ensure!(
            games > 0 && games.is_multiple_of(2) && games <= Self::MOST_GAMES,
            "games come in pairs: --games takes an even number from 2 to {}",
            Self::MOST_GAMES
        );
        let schedule = Schedule::new(start.clone(), arguments.openings, arguments.seed);
        schedule.opening(0)?;
        Ok(Self {
            entrants,
            start,
            allowance: Allowance::new(arguments),
            openings: arguments.openings,
            seed: arguments.seed,
            schedule,
            games,
            sprt: arguments.sprt,
        })
    }

    pub(super) fn entrant(&self, side: Side) -> &Entrant {
        &self.entrants[side.index()]
    }

    pub(super) fn names(&self) -> [String; 2] {
        Side::BOTH.map(|side| self.entrant(side).to_string())
    }

    /// Game, options and first turns of the match, as they are typed.
    pub(super) fn game(&self) -> String {
        let mut text = format!("{} {}", self.start.kind(), self.start.options());
        for turn in self.start.turn_names() {
            text += " ";
            text += &turn;
        }
        text
    }
}
